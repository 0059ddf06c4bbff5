use proptest::prelude::*;

use super::*;
use crate::anim::NONE;
use crate::draw::tests::{Screen, bytes};
use crate::draw::{Cache, Drawn, Look, Renderer, Target};
use crate::trace::Trace;

/// Creates a costume with two pictures: 2 has eight by two pixels; 3 has sixteen by one and moves
/// later limbs. Limb 0 has the sequences (2) and (2, 3), limb 1 has (3). Command 0: limb 0 plays
/// its second sequence. Command 1: limb 0 plays its first sequence mirrored, limb 1 its own.
fn block() -> Vec<u8> {
    let pictures = [
        &[1, 2, 0, 3, 0, 0, 0x1b, 0x40][..],
        &[2, 1, 0, 1, 1, 5, 0x40, 0x01],
    ];
    // After the copy of the limbs' offset: low bytes, high bytes, and the frame map, whose values
    // are positions.
    let high = 2 + 2;
    let map = high + 2;
    let first = map + 2;
    let second = first + pictures[0].len();
    let limbs = second + pictures[1].len();
    let mut body = vec![0, 0, first as u8, second as u8, 0, 0, 0, 1];
    body.extend(pictures.concat());
    let a = map as u8;
    let b = map as u8 + 1;
    // The tables of sequences after the eight offsets, then the sequences.
    let mut table = vec![8, 10, 8, 8, 8, 8, 8, 8];
    table.extend([11, 13, 16, a, END, a, b, END, 0]);
    table[10] = 15 + 1;
    table.truncate(16);
    table.extend([b, END]);
    body.extend(&table);
    let commands = limbs + table.len();
    body.extend([1, END, END, END, END, END, END, END]);
    body.extend([0x80, 0, END, END, END, END, END, END]);
    let size = (9 + body.len()) as u16;
    let mut block = size.to_le_bytes().to_vec();
    block.extend([0, 0, high as u8]);
    block.extend((limbs as u16).to_le_bytes());
    block.extend((commands as u16).to_le_bytes());
    block.extend(body);
    block
}

fn costume() -> V0 {
    V0::parse_with(&block(), &Dialect::new(0), &mut Damage::strict()).unwrap()
}

fn playing(costume: &V0, command: u8, rounds: i8) -> V0Limbs {
    let mut limbs = V0Limbs {
        next: command,
        rounds,
        ..V0Limbs::default()
    };
    costume.decode(&mut limbs);
    limbs
}

fn step(costume: &V0, limbs: &mut V0Limbs) -> bool {
    (0..V0_LIMBS).fold(false, |changed, limb| costume.step(limbs, limb) | changed)
}

#[test]
fn pictures_are_found_by_way_of_the_frame_map_v21_v22() {
    let costume = costume();
    let pictures = costume.pictures();
    let facts: Vec<_> = pictures
        .iter()
        .map(|(p, names)| (p.number, p.width, p.height, names.len()))
        .collect();
    assert_eq!(facts, [(0, 1, 2, 1), (1, 2, 1, 2)]);
    assert_eq!(
        pictures[0].0.surface().pixels()[..8],
        [0, 0, 1, 1, 2, 2, 3, 3]
    );
    assert_eq!(costume.commands().count(), 2);
    assert_eq!(
        costume.commands().nth(1).unwrap().1[0],
        Some(V0Command {
            sequence: 0,
            flip: true
        })
    );
}

#[test]
fn the_first_entry_is_skipped_in_the_first_round_v35() {
    let costume = costume();
    let mut limbs = playing(&costume, 0, -1);
    assert!(step(&costume, &mut limbs));
    let positions: Vec<u16> = (0..4)
        .map(|_| {
            let now = limbs.limbs[0].curpos;
            step(&costume, &mut limbs);
            now
        })
        .collect();
    assert_eq!(positions, [1, 0, 1, 0]);
}

#[test]
fn an_ended_limb_lets_the_same_command_start_again_v35() {
    let costume = costume();
    let mut limbs = playing(&costume, 0, 0);
    step(&costume, &mut limbs);
    assert_eq!((limbs.limbs[0].curpos, limbs.command), (1, 0));
    limbs.limbs[1..]
        .iter_mut()
        .for_each(|limb| limb.repeat = -1);
    step(&costume, &mut limbs);
    assert_eq!(
        (limbs.limbs[0].curpos, limbs.limbs[0].frame, limbs.command),
        (1, NONE, END),
        "the sequence stays at its last position"
    );
    let mut twice = playing(&costume, 0, 1);
    (0..3).for_each(|_| assert!(step(&costume, &mut twice)));
    assert_eq!((twice.limbs[0].curpos, twice.limbs[0].repeat), (1, 0));
}

#[test]
fn a_command_that_runs_is_not_decoded_again_v34() {
    let costume = costume();
    let mut limbs = playing(&costume, 1, 3);
    assert_eq!(
        (
            limbs.limbs[0].frame,
            limbs.limbs[0].flip,
            limbs.limbs[2].frame
        ),
        (0, true, NONE)
    );
    limbs.rounds = 5;
    costume.decode(&mut limbs);
    assert_eq!(limbs.limbs[0].new_repeat, 3);
    limbs.reset();
    assert_eq!(
        (limbs.limbs[0].frame, limbs.limbs[0].flip, limbs.rounds),
        (NONE, true, 1)
    );
}

#[test]
fn pictures_stand_on_the_actors_place_v36_v37() {
    let costume = costume();
    let mut limbs = playing(&costume, 1, 0);
    step(&costume, &mut limbs);
    limbs.limbs[2..]
        .iter_mut()
        .for_each(|limb| limb.curpos = NONE);
    let mut pixels = vec![99; 320 * 100];
    let look = Look {
        x: 112,
        y: 50,
        actor: 4,
        ..Look::default()
    };
    let drawn = costume.draw(
        &limbs,
        &look,
        &mut Renderer::default(),
        &mut Target::new(&mut pixels, 320, 100),
    );
    // Mirrored: columns go to the left from 112 + 12.
    assert_eq!(pixels[48 * 320 + 116..][..8], [0, 0, 9, 9, 10, 10, 99, 99]);
    // The other limb is not mirrored: its first pair of pixels is at 112 - 12.
    assert_eq!(pixels[50 * 320 + 100..][..2], [10, 10]);
    assert_eq!(
        (drawn.top, drawn.bottom, drawn.visibility.is_cut()),
        (48, 51, false)
    );
    assert_eq!(drawn.strips.iter().collect::<Vec<_>>(), [12, 13, 14, 15]);
    assert!(costume.hit(&limbs, &look, 100, 50) && !costume.hit(&limbs, &look, 102, 50));
    let dark = Look { dark: true, ..look };
    costume.draw(
        &limbs,
        &dark,
        &mut Renderer::default(),
        &mut Target::new(&mut pixels, 320, 100),
    );
    assert_eq!(pixels[48 * 320 + 116..][..6], [11, 11, 11, 11, 0, 0]);
}

/// Draws command 1 after a step, for an actor at `x`, `y`, and returns a stage of this width and
/// height.
fn drawn_at(costume: &V0, (x, y): (i32, i32), (width, height): (usize, usize)) -> Vec<u8> {
    let mut limbs = playing(costume, 1, 0);
    step(costume, &mut limbs);
    limbs.limbs[2..]
        .iter_mut()
        .for_each(|limb| limb.curpos = NONE);
    let mut pixels = vec![99; width * height];
    let look = Look {
        x,
        y,
        actor: 4,
        ..Look::default()
    };
    let mut target = Target::new(&mut pixels, width, height);
    costume.draw(&limbs, &look, &mut Renderer::default(), &mut target);
    pixels
}

#[test]
fn bytes_and_lines_outside_the_stage_are_left_out_v37() {
    let costume = costume();
    let whole = drawn_at(&costume, (60, 20), (160, 40));
    assert!(whole.iter().any(|&pixel| pixel != 99));
    // The same actor further left and up: some of its bytes and lines lie outside a smaller stage.
    for (left, top) in [(48, 17), (56, 18), (64, 19), (80, 30)] {
        let at = (60 - left as i32, 20 - top as i32);
        let part = drawn_at(&costume, at, (24, 2));
        for (y, row) in part.chunks(24).enumerate() {
            let from = (top + y) * 160 + left;
            assert_eq!(row, &whole[from..from + 24], "{left}, {top}, line {y}");
        }
    }
}

/// Creates the block with other sizes of its two pictures.
fn block_of_sizes(first: (u8, u8), second: (u8, u8)) -> Vec<u8> {
    let mut block = block();
    for (at, (width, height)) in [(17, first), (25, second)] {
        block[at] = width;
        block[at + 1] = height;
    }
    block
}

#[test]
fn pictures_larger_than_the_screen_are_found_and_not_listed() {
    let block = block_of_sizes((MOST_WIDTH + 1, 2), (2, MOST_ROWS + 1));
    let mut damage = Damage::silent();
    let costume = V0::parse_with(&block, &Dialect::new(0), &mut damage).unwrap();
    let findings: Vec<String> = damage.findings().iter().map(ToString::to_string).collect();
    let wide = "at byte 17 (0x11): a picture's width in bytes is 41, the limit is 40";
    let high = "at byte 25 (0x19): a picture's number of rows is 201, the limit is 200";
    // Limb 0 shows both pictures, limb 1 the second one.
    assert_eq!(findings, [wide, high, high]);
    assert!(costume.pictures().is_empty() && costume.shown_picture(0).is_none());
    // The visible parts of the pictures are drawn (V37).
    let drawn = drawn_at(&costume, (60, 20), (160, 40));
    assert!(drawn.iter().any(|&pixel| pixel != 99));
    let error = V0::parse_with(&block, &Dialect::new(0), &mut Damage::strict()).unwrap_err();
    assert!(matches!(error, Error::Limit { limit: 40, .. }), "{error}");
}

#[test]
fn the_largest_picture_fills_the_screen() {
    let mut block = block_of_sizes((MOST_WIDTH, MOST_ROWS), (2, 1));
    // Commands that change no limb; their bytes are pixels as well.
    block.extend([0xff; 8000]);
    let size = block.len() as u16;
    block[..2].copy_from_slice(&size.to_le_bytes());
    let costume = V0::parse_with(&block, &Dialect::new(0), &mut Damage::strict()).unwrap();
    let (picture, _) = costume.pictures().remove(0);
    assert_eq!(picture.surface().pixels().len(), 320 * 200);
}

#[test]
fn a_picture_that_is_not_there_is_found_once_for_a_limb() {
    let mut block = block();
    // The high byte of the second picture's offset.
    block[9 + 5] = 0xff;
    let mut damage = Damage::silent();
    V0::parse_with(&block, &Dialect::new(0), &mut damage).unwrap();
    let findings: Vec<String> = damage.findings().iter().map(ToString::to_string).collect();
    assert_eq!(findings.len(), 2, "{findings:?}");
    assert!(findings[0].contains("of limb 0") && findings[1].contains("of limb 1"));
}

#[test]
fn nothing_shown_has_lines_of_its_own_v39() {
    let costume = costume();
    let mut pixels = vec![99; 320 * 100];
    let mut target = Target::new(&mut pixels, 320, 100);
    let drawn = costume.draw(
        &V0Limbs::default(),
        &Look::default(),
        &mut Renderer::default(),
        &mut target,
    );
    assert_eq!((drawn.top, drawn.bottom), (200, 0));
}

#[test]
fn every_prefix_is_an_error_or_plays() {
    let whole = block();
    for len in 0..whole.len() {
        let prefix = &whole[..len];
        let dialect = Dialect::new(0);
        assert!(V0::parse_with(prefix, &dialect, &mut Damage::strict()).is_err());
        let mut damage = Damage::silent();
        let parsed = V0::parse_with(prefix, &dialect, &mut damage);
        // A block that is cut is parsed as far as it goes, and its end is damage.
        assert_eq!(parsed.is_ok(), len >= 9, "{len}");
        assert!(parsed.is_err() || !damage.findings().is_empty());
        let mut cut = whole[..len].to_vec();
        if len > 9 {
            cut[..2].copy_from_slice(&(len as u16).to_le_bytes());
            let Ok(costume) = V0::parse_with(&cut, &Dialect::new(0), &mut Damage::silent()) else {
                continue;
            };
            let mut limbs = playing(&costume, 1, 0);
            (0..5).for_each(|_| {
                step(&costume, &mut limbs);
            });
            let mut pixels = vec![0; 320 * 100];
            let mut target = Target::new(&mut pixels, 320, 100);
            costume.draw(
                &limbs,
                &Look::default(),
                &mut Renderer::default(),
                &mut target,
            );
        }
    }
}

/// A costume of one picture, its actor's position, and the stage.
#[derive(Clone, Debug)]
struct Case {
    size: (u8, u8),
    rel: (u8, u8),
    seed: u64,
    length: usize,
    at: (i32, i32),
    flip: bool,
    actor: u16,
    lights: (bool, bool),
    masked: bool,
}

prop_compose! {
    fn cases()(
        size in (0u8..6, 0u8..30), rel in (0u8..4, 0u8..20),
        (seed, length) in (any::<u64>(), 0usize..200),
        at in (-60i32..130, -30i32..90), flip: bool,
        actor in 0u16..26, lights: (bool, bool), masked: bool,
    ) -> Case {
        Case { size, rel, seed, length, at, flip, actor, lights, masked }
    }
}

impl Case {
    /// Creates a costume of one picture, which limb 0 shows.
    fn costume(&self) -> V0 {
        let (width, height) = self.size;
        let (x, y) = self.rel;
        // Picture 0 begins at 16. The sequence at 10 has the frame value 11, where the number of
        // the picture is.
        let mut body = vec![0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, 0];
        body.extend([width, height, x, y, 0, 0]);
        body.extend(bytes(self.seed, self.length));
        let mut costume = costume();
        costume.data = body.into();
        costume.high = 3;
        costume.limbs = 10;
        costume.digest = digest(&costume.data);
        costume
    }

    /// Draws the picture on a clean stage.
    fn draw(&self, costume: &V0, renderer: &mut Renderer) -> (Screen, Drawn) {
        let mut limbs = V0Limbs::default();
        limbs.limbs[0].curpos = 0;
        limbs.limbs[0].flip = self.flip;
        let look = Look {
            x: self.at.0,
            y: self.at.1,
            actor: self.actor,
            dark: self.lights.0,
            flashlight: self.lights.1,
            ..Look::default()
        };
        let mut screen = Screen::new(self.masked.then_some(self.seed));
        renderer.trace = renderer.trace.as_ref().map(|_| Trace::new(screen.size()));
        let drawn = costume.draw(&limbs, &look, renderer, &mut screen.target());
        (screen, drawn)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50_000))]
    #[test]
    fn finished_pictures_are_those_of_the_plain_painter_v36_v37(case in cases()) {
        let costume = case.costume();
        let mut plain = Renderer { sprites: Cache::with_limit(0), ..Renderer::default() };
        let expected = case.draw(&costume, &mut plain);
        let mut renderer = Renderer::default();
        prop_assert!(case.draw(&costume, &mut renderer) == expected, "a miss");
        prop_assert!(case.draw(&costume, &mut renderer) == expected, "a hit");
        renderer.trace = Some(Trace::new(0));
        prop_assert!(case.draw(&costume, &mut renderer) == expected, "with a trace");
    }
}
