//! Compares a correct run with the lines and pictures of altered runs, and altered runs with
//! correct lines.

use std::sync::Arc;

use scumm_costume::edit::cost::{CostDraft, DraftPicture, encode};
use scumm_costume::{CostEntry, CostRecord, CostSequence};
use scumm_room::{Dialect, Point, Surface};

use super::*;
use crate::tests::Memory;
use crate::{Comparison, LinePair, Runner, Scene, StoredLine};

/// The parts of a test scene.
#[derive(Clone)]
struct Parts {
    background: u8,
    plane: i32,
    palette: Vec<u8>,
    /// Whether each of the three limbs has a picture.
    limbs: [bool; 3],
    /// The row of the second actor: behind or in front of the first actor.
    second: i32,
}

impl Parts {
    fn good() -> Self {
        let palette = (0..16).map(|i| if i == 0 { 0 } else { 40 + i }).collect();
        Self {
            background: 0,
            plane: 104,
            palette,
            limbs: [true; 3],
            second: 90,
        }
    }

    /// Creates a costume with three limbs of 10x8 pixels, one above the other, of colours 1 to 9.
    fn costume(&self) -> Vec<u8> {
        let picture = |limb: usize| {
            let mut cel = Surface::filled(10, 8, 0);
            let shown = self.limbs[limb];
            cel.pixels_mut()
                .iter_mut()
                .enumerate()
                .filter(|_| shown)
                .for_each(|(i, pixel)| *pixel = (limb * 3 + 1 + i / 3 % 3) as u8);
            let rel = Point::new(0, -8 * (limb as i16 + 1));
            Some(DraftPicture {
                rel,
                step: Point::new(0, 0),
                cel: Arc::new(cel),
            })
        };
        let entry = |limb| CostEntry {
            limb,
            sequence: Some(CostSequence {
                start: 0,
                extra: 0,
                loops: true,
            }),
        };
        let mut draft = CostDraft {
            palette: self.palette.clone(),
            commands: vec![0],
            ..CostDraft::default()
        };
        draft.records = vec![
            Some(CostRecord {
                entries: [0, 1, 2].map(entry).to_vec()
            });
            16
        ];
        (0..3).for_each(|limb| draft.limbs[limb] = vec![picture(limb)]);
        encode(&draft, &Dialect::new(5)).unwrap()
    }

    fn runner(&self) -> Runner {
        let background: Vec<u8> = (0..320 * 200)
            .map(|i| self.background + (i % 320 / 16 + i / 320 / 16) as u8)
            .collect();
        let hidden = |strip: i32| {
            (0..8).fold(0, |bits, i| {
                bits << 1 | u8::from(strip * 8 + i >= self.plane)
            })
        };
        let plane: Vec<u8> = (0..200).flat_map(|_| (0..40).map(hidden)).collect();
        let text = format!(
            r#"{{"room": {{"width": 320, "height": 200, "background": "b", "zplanes": ["z"], "num_z": 2}}, "costumes": {{"1": "c"}},
            "actors": [{{"id": 1, "costume": 1, "x": 100, "y": 92, "force_clip": 1}},
                       {{"id": 2, "costume": 1, "x": 104, "y": {}, "palette": {{"1": 60}}}}],
            "steps": [["tick", 2]]}}"#,
            self.second
        );
        let inputs = Memory::default()
            .with("b", background)
            .with("z", plane)
            .with("c", self.costume());
        Runner::new(Arc::new(Scene::parse("s.json", &text).unwrap()), &inputs).unwrap()
    }

    /// Returns the lines of a run as they are stored, and the picture of the last line.
    fn stored(&self, layers: bool) -> (Vec<StoredLine>, Screenshot) {
        let mut runner = if layers {
            self.runner().with_layers()
        } else {
            self.runner()
        };
        let mut lines = Vec::new();
        while let Some(line) = runner.next_line().unwrap() {
            lines.push(StoredLine::read(&serde_json::to_string(&line).unwrap()).unwrap());
        }
        (lines, Screenshot::from_stage(runner.stage()))
    }
}

/// Compares a run with stored lines.
fn comparison(
    run: &Parts,
    stored: Vec<StoredLine>,
) -> Comparison<impl Iterator<Item = Result<StoredLine>> + use<>> {
    Comparison::new(run.runner(), stored.into_iter().map(Ok))
}

/// Returns the explanation for the last line of `run`, compared with the stored lines of
/// `expected`.
fn said(expected: &Parts, run: &Parts, layers: bool, frames: bool) -> String {
    let (stored, picture) = expected.stored(layers);
    let difference = comparison(run, stored).first_difference().unwrap().unwrap();
    let explanation = difference
        .explain(run.runner(), Some(picture).filter(|_| frames))
        .unwrap();
    assert_eq!(explanation.differs.is_some(), frames);
    explanation
        .cause
        .map_or_else(|| "nothing".to_owned(), |cause| cause.to_string())
}

/// Returns the explanations of a correct run whose stored lines are altered: with stored layers,
/// with a stored picture, and with both.
fn altered_lines(change: impl Fn(&mut Parts)) -> [String; 3] {
    let mut altered = Parts::good();
    change(&mut altered);
    [(true, false), (false, true), (true, true)]
        .map(|(layers, frames)| said(&altered, &Parts::good(), layers, frames))
}

/// Returns the explanation of an altered run, compared with the stored layers and the stored
/// picture of a correct run.
fn altered_run(change: impl Fn(&mut Parts)) -> String {
    let mut altered = Parts::good();
    change(&mut altered);
    said(&Parts::good(), &altered, true, true)
}

#[test]
fn a_dropped_limb_is_named() {
    let by_picture = "actor 1, limb 2 (cel 0) drawn, but not expected";
    let drop_limb = |parts: &mut Parts| (parts.limbs[2], parts.second) = (false, 9999);
    let alone = Parts {
        second: 9999,
        ..Parts::good()
    };
    let mut altered = alone.clone();
    drop_limb(&mut altered);
    for (stages, frames) in [(true, false), (false, true), (true, true)] {
        assert_eq!(said(&altered, &alone, stages, frames), by_picture);
    }
    assert_eq!(
        said(&alone, &altered, true, true),
        "actor 1, limb 2 (cel 0) missing"
    );
    assert_eq!(
        altered_run(|parts| parts.limbs[1] = false),
        "actor 2, limb 1 (cel 0) missing"
    );
}

#[test]
fn a_shifted_plane_is_named() {
    assert_eq!(
        altered_lines(|parts| parts.plane = 106),
        ["mask plane 1 differs"; 3]
    );
    assert_eq!(
        altered_lines(|parts| parts.plane = 103),
        ["mask plane 1 differs"; 3]
    );
    assert_eq!(
        altered_run(|parts| parts.plane = 101),
        "mask plane 1 differs"
    );
}

#[test]
fn swapped_palette_entries_are_named() {
    let swapped = "actors 1, 2: palette entries 4 and 7 swapped (colours 44 and 47)";
    assert_eq!(
        altered_lines(|parts| parts.palette.swap(4, 7)),
        [swapped; 3]
    );
    assert_eq!(
        altered_run(|parts| parts.palette.swap(4, 7)),
        "actors 1, 2: palette entries 4 and 7 swapped (colours 47 and 44)"
    );
}

#[test]
fn other_stages_are_named() {
    assert_eq!(
        altered_lines(|parts| parts.background = 1)[0],
        "background differs"
    );
    let moved = Parts {
        second: 93,
        ..Parts::good()
    };
    let mut comparison = comparison(&Parts::good(), moved.stored(true).0);
    let set_up = comparison.first_difference().unwrap().unwrap();
    assert_eq!(
        (set_up.step, set_up.key.as_str()),
        (-1, "actors[1].y"),
        "before anything is drawn"
    );
    assert_eq!(
        set_up.explain(Parts::good().runner(), None).unwrap().cause,
        None
    );
    let drawn = comparison.first_difference().unwrap().unwrap();
    let cause = drawn
        .explain(Parts::good().runner(), None)
        .unwrap()
        .cause
        .unwrap();
    assert_eq!(
        cause.to_string(),
        "actor 2 drawn at another place or differently",
        "actor 2 is three lines further down"
    );
    let recoloured = altered_lines(|parts| parts.palette[4] = 99);
    assert_eq!(
        recoloured,
        ["actors 1, 2: palette entries differ: 4 is colour 44, expected 99"; 3]
    );
}

#[test]
fn a_pixel_tells_where_it_comes_from() {
    let altered = Parts {
        plane: 106,
        ..Parts::good()
    };
    let (stored, picture) = altered.stored(false);
    let difference = comparison(&Parts::good(), stored)
        .first_difference()
        .unwrap()
        .unwrap();
    let explanation = difference
        .explain(Parts::good().runner(), Some(picture))
        .unwrap();
    let area = explanation.differs.unwrap();
    assert_eq!(
        (area.bounds, area.origins.len()),
        ([104, 68, 105, 91], ORIGINS.min(area.count))
    );
    assert_eq!(
        area.origins[0],
        "(104, 68), strip 13: expected 48, found 47: actor 2, limb 2 (cel 0) pixel (0, 2) entry 7 colour 47 plane 0, over \
         background; hidden by plane 1: actor 1, limb 2 (cel 0) pixel (4, 0) entry 8 colour 48"
    );
}

#[test]
fn a_difference_that_the_plain_painters_do_not_have_is_put_down_to_the_fast_ones() {
    let stored = Parts::good().stored(true).0.into_iter().nth(1);
    let line = LinePair {
        index: 1,
        line: None,
        stored,
    }
    .difference()
    .unwrap();
    let as_if_fast = Difference {
        key: "crc".to_owned(),
        ..line
    };
    let explanation = as_if_fast.explain(Parts::good().runner(), None).unwrap();
    assert_eq!(explanation.cause, Some(Cause::FastPainter));
}
