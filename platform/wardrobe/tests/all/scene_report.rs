//! The messages of `wardrobe scene` about scenes that fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;

use scumm_costume::edit::cost::{CostDraft, DraftPicture, encode};
use scumm_costume::{CostEntry, CostRecord, CostSequence};
use scumm_costume::{Costume, Damage};
use scumm_room::{Dialect, Point, Surface};
use tempfile::TempDir;

use crate::common::{files, read_png, stdout, wardrobe};

/// A scene of a walking actor with three limbs. A plane hides half of the actor.
struct Scene(TempDir);

/// The altered part of the scene.
#[derive(Clone, Copy, PartialEq)]
enum Altered {
    Nothing,
    Limb,
    Plane,
    Palette,
}

impl Scene {
    fn new() -> Self {
        let scene = Self(tempfile::tempdir().unwrap());
        scene.alter(Altered::Nothing);
        let text = "room = {width = 320, height = 200, background = 'back', zplanes = ['plane'], num_z = 2}\n\
                    costumes = {1 = 'three.cost'}\n\
                    actors = [{id = 1, costume = 1, x = 100, y = 92, force_clip = 1}]\n\
                    steps = [['tick', 2], ['walk', 1, 120, 92, -1], ['tick', 3]]";
        fs::write(scene.path(), text).unwrap();
        scene
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("x.toml")
    }

    /// Writes the files that the scene names.
    fn alter(&self, altered: Altered) {
        let write =
            |name: &str, bytes: Vec<u8>| fs::write(self.0.path().join(name), bytes).unwrap();
        write(
            "back",
            (0..320 * 200)
                .map(|i| (i % 320 / 16 + i / 320 / 16) as u8)
                .collect(),
        );
        let first = if altered == Altered::Plane { 103 } else { 105 };
        let hidden =
            |strip: u32| (0..8).fold(0, |bits, i| bits << 1 | u8::from(strip * 8 + i >= first));
        write(
            "plane",
            (0..200).flat_map(|_| (0..40).map(hidden)).collect(),
        );
        write("three.cost", costume(altered));
    }

    fn call(&self, command: &str, options: &[&dyn AsRef<Path>]) -> Output {
        let mut arguments: Vec<&dyn AsRef<Path>> = vec![&"scene", &command];
        let path = self.path();
        arguments.push(&path);
        arguments.extend(options);
        wardrobe(&arguments)
    }

    /// Returns the first line of a check without the scene's name.
    fn first_line(&self) -> String {
        let output = self.call("check", &[]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = stdout(&output);
        let (_, line) = text.lines().next().unwrap().split_once("x.toml: ").unwrap();
        line.to_owned()
    }
}

/// Returns a costume with three limbs of 10x8 pixels and three colours each, one above the other.
fn costume(altered: Altered) -> Vec<u8> {
    let picture = |limb: usize| {
        let mut cel = Surface::filled(10, 8, 0);
        let drawn = altered != Altered::Limb || limb != 2;
        cel.pixels_mut()
            .iter_mut()
            .enumerate()
            .filter(|_| drawn)
            .for_each(|(i, p)| *p = (limb * 3 + 1 + i / 3 % 3) as u8);
        DraftPicture {
            rel: Point::new(0, -8 * (limb as i16 + 1)),
            step: Point::new(0, 0),
            cel: Arc::new(cel),
        }
    };
    let entry = |limb| CostEntry {
        limb,
        sequence: Some(CostSequence {
            start: 0,
            extra: 0,
            loops: true,
        }),
    };
    let mut palette: Vec<u8> = (40..56).collect();
    if altered == Altered::Palette {
        palette.swap(4, 7);
    }
    let mut draft = CostDraft {
        palette,
        commands: vec![0],
        ..CostDraft::default()
    };
    draft.records = vec![
        Some(CostRecord {
            entries: [0, 1, 2].map(entry).to_vec()
        });
        24
    ];
    (0..3).for_each(|limb| draft.limbs[limb] = vec![Some(picture(limb))]);
    encode(&draft, &Dialect::new(5)).unwrap()
}

/// Returns the first lines of two checks: an unaltered scene with the stored lines of an altered
/// scene, and an altered scene with the stored lines of an unaltered scene.
fn first_lines(altered: Altered, stored: &[&dyn AsRef<Path>]) -> [String; 2] {
    let scene = Scene::new();
    scene.alter(altered);
    scene.call("bless", stored);
    scene.alter(Altered::Nothing);
    let golden = scene.first_line();
    scene.call("bless", &[&"--yes"]);
    scene.alter(altered);
    [golden, scene.first_line()]
}

#[test]
fn altered_goldens_are_named_by_the_first_line() {
    let stored: [&[&dyn AsRef<Path>]; 3] = [
        &[&"--with-frames"],
        &[&"--stages"],
        &[&"--with-frames", &"--stages"],
    ];
    for stored in stored {
        let [golden, _] = first_lines(Altered::Limb, stored);
        let expected = "stored line 2: step 0 tick, tick 0: actor 1, limb 2 (cel 0) drawn, but not expected; crc: expected ";
        assert!(golden.starts_with(expected), "{golden}");
        let [golden, run] = first_lines(Altered::Plane, stored);
        for line in [golden, run] {
            assert!(
                line.starts_with(
                    "stored line 2: step 0 tick, tick 0: mask plane 1 differs; crc: expected "
                ),
                "{line}"
            );
        }
        let [golden, run] = first_lines(Altered::Palette, stored);
        for line in [golden, run] {
            let expected = "stored line 2: step 0 tick, tick 0: actor 1: palette entries 4 and 7 swapped (colours 4";
            assert!(line.starts_with(expected), "{line}");
        }
    }
}

#[test]
fn a_limb_that_is_missing_is_named_where_stages_are_stored() {
    let [_, run] = first_lines(Altered::Limb, &[&"--stages"]);
    assert!(
        run.starts_with(
            "stored line 2: step 0 tick, tick 0: actor 1, limb 2 (cel 0) missing; crc: expected "
        ),
        "{run}"
    );
}

#[test]
fn the_first_pixels_tell_their_origin_where_that_is_asked_for() {
    let scene = Scene::new();
    scene.alter(Altered::Plane);
    scene.call("bless", &[&"--with-frames"]);
    scene.alter(Altered::Nothing);
    let text = stdout(&scene.call("check", &[&"--provenance"]));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[1],
        "    48 pixels differ, columns 103 to 104, lines 68 to 91"
    );
    let origin = "    (103, 68), strip 12: expected 10, found 48: actor 1, limb 2 (cel 0) pixel (3, 0) entry 8 colour 48 plane 1, \
                  over background";
    assert_eq!(lines[2], origin);
    assert_eq!(
        lines[10],
        "    drawn: actor 1 behind mask plane 1: limb 0 cel 0, limb 1 cel 0, limb 2 cel 0"
    );
    assert_eq!(
        stdout(&scene.call("check", &[])).lines().count(),
        3,
        "without `--provenance` no further line is printed"
    );
}

#[test]
fn a_difference_is_seen_in_three_pictures() {
    let scene = Scene::new();
    scene.alter(Altered::Plane);
    scene.call("bless", &[&"--with-frames"]);
    scene.alter(Altered::Nothing);
    let folder = scene.0.path().join("pictures");
    scene.call("check", &[&"--pictures", &folder]);
    let names = files(&folder);
    let ends = [
        "-x-line-2-difference.png",
        "-x-line-2-expected.png",
        "-x-line-2-found.png",
    ];
    assert!(
        names.len() == 3
            && names
                .iter()
                .zip(ends)
                .all(|(name, end)| name.ends_with(end)),
        "{names:?}"
    );
    let [marked, expected, found] = [0, 1, 2].map(|i| read_png(&folder.join(&names[i])).3);
    let differ = expected.iter().zip(&found).map(|(a, b)| a != b);
    assert!(
        marked
            .iter()
            .zip(differ)
            .all(|(mark, differ)| (*mark == 255) == differ),
        "exactly the differing pixels are marked"
    );
}

#[test]
fn without_stored_pictures_it_is_said_that_the_expected_one_is_not_known() {
    let scene = Scene::new();
    scene.call("bless", &[]);
    scene.alter(Altered::Limb);
    let folder = scene.0.path().join("pictures");
    let text = stdout(&scene.call("check", &[&"--pictures", &folder]));
    assert!(
        text.lines()
            .next()
            .unwrap()
            .contains("step 0 tick, tick 0: crc: expected "),
        "{text}"
    );
    assert!(
        text.contains(
            "    the expected picture is unknown; `scene bless --with-frames` stores pictures\n"
        ),
        "{text}"
    );
    assert_eq!(
        files(&folder).len(),
        1,
        "the drawn picture is written even though the expected picture is unknown"
    );
}

#[test]
fn stages_and_traces_change_no_line() {
    let scene = Scene::new();
    let plain = stdout(&scene.call("run", &[]));
    let staged = stdout(&scene.call("run", &[&"--stages"]));
    let background = format!(
        "{:08x}",
        crc32fast::hash(&fs::read(scene.0.path().join("back")).unwrap())
    );
    for (plain, staged) in plain.lines().zip(staged.lines()) {
        let mut value: serde_json::Value = serde_json::from_str(staged).unwrap();
        let stages = value.as_object_mut().unwrap().remove("stages").unwrap();
        assert_eq!(
            value,
            serde_json::from_str::<serde_json::Value>(plain).unwrap()
        );
        assert_eq!(stages["background"], serde_json::json!(background));
    }
    scene.call("bless", &[&"--stages"]);
    for options in [
        &[][..],
        &[&"--stages" as &dyn AsRef<Path>],
        &[&"--provenance"],
    ] {
        assert_eq!(
            stdout(&scene.call("check", options)),
            "1 passed, 0 failed\n"
        );
    }
}

#[test]
fn stages_are_compared_even_where_the_picture_is_the_same() {
    let scene = Scene::new();
    scene.call("bless", &[&"--stages"]);
    // The area that the changed plane additionally hides is outside the actor.
    let mut plane = fs::read(scene.0.path().join("plane")).unwrap();
    plane[0] = 0xff;
    fs::write(scene.0.path().join("plane"), plane).unwrap();
    assert_eq!(stdout(&scene.call("check", &[])), "1 passed, 0 failed\n");
    let output = scene.call("check", &[&"--stages"]);
    let text = stdout(&output);
    assert!(
        text.contains("x.toml: stored line 2: step 0 tick, tick 0: mask plane 1 differs; stages.planes.1: expected "),
        "{text}"
    );
}

#[test]
fn a_known_failure_is_no_failure_until_it_passes() {
    let scene = Scene::new();
    scene.call("bless", &[]);
    let text = fs::read_to_string(scene.path()).unwrap();
    fs::write(
        scene.path(),
        format!("known_failure = 'the third limb is not drawn'\n{text}"),
    )
    .unwrap();
    let passes = scene.call("check", &[]);
    assert_eq!(passes.status.code(), Some(1));
    assert!(
        stdout(&passes)
            .contains("x.toml: passes, but has a known_failure: the third limb is not drawn\n")
    );
    scene.alter(Altered::Limb);
    let fails = scene.call("check", &[]);
    let lines = stdout(&fails);
    assert_eq!(fails.status.code(), Some(0), "{lines}");
    assert!(lines.contains(
        "x.toml: known to fail: the third limb is not drawn\n0 passed, 0 failed, 1 known to fail\n"
    ));
}

#[test]
fn pictures_and_stages_that_are_stored_are_kept_up_to_date() {
    let scene = Scene::new();
    scene.call("bless", &[&"--with-frames", &"--stages"]);
    let read = || {
        ["x.frames.tar.xz", "x.expected.jsonl"]
            .map(|name| fs::read(scene.0.path().join(name)).unwrap())
    };
    let before = read();
    assert_eq!(
        stdout(&scene.call("bless", &[])),
        "0 written, 1 unchanged, 0 failed\n"
    );
    scene.alter(Altered::Limb);
    scene.call("bless", &[&"--yes"]);
    let after = read();
    assert!(before[0] != after[0] && before[1] != after[1]);
    assert!(String::from_utf8_lossy(&after[1]).contains("\"stages\""));
    scene.alter(Altered::Nothing);
    scene.call("bless", &[&"--yes"]);
    assert_eq!(read(), before, "the same run stores the same bytes");
}

#[test]
fn stages_are_added_to_lines_that_are_the_same() {
    let scene = Scene::new();
    scene.call("bless", &[]);
    let output = scene.call("bless", &[&"--stages"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains(
        "the same lines; the requested stages or pictures are added\n1 \
                                  written"
    ));
}

#[test]
fn results_are_written_as_junit() {
    let scene = Scene::new();
    scene.call("bless", &[]);
    scene.alter(Altered::Limb);
    let path = scene.0.path().join("results.xml");
    scene.call("check", &[&"--junit", &path, &"--jobs", &"1"]);
    let text = fs::read_to_string(path).unwrap();
    assert!(
        text.starts_with(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"wardrobe scenes\""
        ),
        "{text}"
    );
    assert!(
        text.contains(" skipped=\"0\" failures=\"1\" errors=\"0\""),
        "{text}"
    );
    for part in [
        "<testcase name=\"x\"",
        "<failure message=\"",
        "stored line 2: step 0 tick, tick 0: crc: expected &quot;",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// Returns the costume with a picture whose offset is outside its data.
fn damaged() -> Vec<u8> {
    let good = costume(Altered::Nothing);
    let with = |i: usize| {
        let mut bytes = good.clone();
        bytes[i..i + 2].fill(0xf0);
        bytes
    };
    let has_findings = |bytes: &Vec<u8>| {
        let mut damage = Damage::silent();
        Costume::parse_with(bytes, &Dialect::new(5), &mut damage).is_ok()
            && !damage.findings().is_empty()
    };
    (8..good.len() - 1).map(with).find(has_findings).unwrap()
}

#[test]
fn a_damaged_costume_is_told_once_with_its_name() {
    let scene = Scene::new();
    scene.call("bless", &[]);
    fs::write(scene.0.path().join("three.cost"), damaged()).unwrap();
    let text = String::from_utf8(scene.call("check", &[]).stderr).unwrap();
    let warnings: Vec<&str> = text.lines().filter(|line| line.contains("warn")).collect();
    assert!(
        matches!(warnings.as_slice(), [one] if one.contains("x.toml:2: three.cost: COST at byte ")),
        "{text}"
    );
}
