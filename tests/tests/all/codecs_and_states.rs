//! Round trips: pictures are encoded and decoded by each codec, and stages are saved and restored.

use std::sync::Arc;

use glam::I16Vec2;
use scumm_costume::Akos;
use scumm_costume::Codec;
use scumm_costume::Costume;
use scumm_costume::edit::akos::mode;
use scumm_costume::edit::akos::{AkosDraft, DraftCel, encode};
use scumm_costume::edit::codec::encode_columns;
use scumm_costume::edit::codec::{Packing, Runs};
use scumm_costume::edit::codec::{decode_majmin, decode_trle, encode_majmin};
use scumm_costume::{Chore, ChoreLimb};
use scumm_engine::{Environment, Facing, SplitMix64, Stage};
use scumm_room::{Dialect, Surface, WalkBox};
use scumm_test_support::sample::before_picture;

/// The number of cases for each property.
const CASES: u64 = 100_000;
/// The number of saved states in every test run. All [`CASES`] would take a minute.
const STATES: u64 = 5_000;
/// The number of actions on one stage, after which the next stage begins.
const DEEDS: u64 = 500;

/// Returns a number below `limit`.
fn below(limit: usize, random: &mut SplitMix64) -> usize {
    (random.next_u64() % limit as u64) as usize
}

/// Returns a picture with runs of all lengths. It has at most `most` pixels and `colours` colours.
fn picture(most: usize, colours: usize, random: &mut SplitMix64) -> Vec<u8> {
    let (length, longest) = (below(most + 1, random), [1, 4, 300][below(3, random)]);
    let mut pixels = Vec::new();
    while pixels.len() < length {
        let colour = below(colours, random) as u8;
        pixels.extend(std::iter::repeat_n(colour, 1 + below(longest, random)));
    }
    pixels.truncate(length);
    pixels
}

#[test]
fn pictures_survive_runs_c36() {
    let mut random = SplitMix64::new(36);
    for case in 0..CASES {
        let packing =
            [Packing::Colours16, Packing::Colours32, Packing::Colours64][below(3, &mut random)];
        let pixels = picture(60, packing.colours(), &mut random);
        let data = encode_columns(pixels.iter().copied(), packing);
        assert!(
            Runs::new(&data, packing).eq(pixels.iter().copied()),
            "case {case}: {packing:?} {pixels:?}"
        );
    }
}

#[test]
fn pictures_survive_bits_a81() {
    let mut random = SplitMix64::new(81);
    for case in 0..CASES {
        let colours = 1 + below(256, &mut random);
        let pixels = picture(60, colours, &mut random);
        let mut back = vec![0; pixels.len()];
        decode_majmin(&encode_majmin(&pixels), &mut back);
        assert!(
            pixels.is_empty() || back == pixels,
            "case {case}: {pixels:?}"
        );
    }
}

/// Every codec keeps a costume of one cel unchanged, including its gaps.
#[test]
fn cels_survive_every_codec() {
    let mut random = SplitMix64::new(90);
    let v7 = Dialect::new(7);
    for case in 0..CASES / 4 {
        let codec = [Codec::Rle, Codec::Bomp, Codec::Majmin, Codec::Trle][below(4, &mut random)];
        let (width, height) = (1 + below(9, &mut random), 1 + below(5, &mut random));
        let mut pixels = picture(
            width * height,
            if codec == Codec::Rle { 16 } else { 256 },
            &mut random,
        );
        pixels.resize(width * height, 1);
        let gaps = match codec {
            Codec::Trle => pixels
                .iter_mut()
                .map(|pixel| {
                    if *pixel % 3 == 0 {
                        *pixel = 0;
                        0xff
                    } else {
                        0
                    }
                })
                .collect(),
            _ => Vec::new(),
        };
        let cel = Arc::new(Surface::new(width, height, pixels).unwrap());
        let draft = AkosDraft {
            codec,
            cels: vec![DraftCel {
                cel,
                gaps,
                ..DraftCel::default()
            }],
            ..AkosDraft::default()
        };
        let akos = Akos::parse(&encode(&draft).unwrap(), &v7).unwrap();
        assert_eq!(AkosDraft::from_akos(&akos).unwrap(), draft, "case {case}");
        if let (Codec::Trle, Some(cel)) = (codec, akos.cels()[0].as_ref()) {
            let (mut pixels, mut gaps) = (vec![0; width * height], vec![0; width * height]);
            decode_trle(akos.cel_data(cel), width, &mut pixels, &mut gaps);
            assert_eq!(gaps, draft.cels[0].gaps, "case {case}");
        }
    }
}

/// An environment whose random numbers begin with the same seed for both stages. The numbers also
/// decide which sounds are running.
struct World(SplitMix64);

impl Environment for World {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.0.in_range(min, max)
    }

    fn sound_running(&self, sound: u16) -> bool {
        sound % 2 == 0
    }
}

/// Returns a small stage with boxes and a moving costume.
fn stage(dialect: Dialect) -> Stage {
    let mut stage = before_picture(dialect, (64, 16), 7).unwrap();
    let far = WalkBox::rect(-32000, -32000, -32000, -32000);
    stage.boxes_mut().replace(
        vec![
            far,
            WalkBox::rect(0, 0, 30, 15),
            WalkBox::rect(30, 4, 63, 12),
        ],
        None,
    );
    if dialect.has_akos() {
        stage
            .insert_costume(1, Arc::new(costume(&dialect)))
            .unwrap();
    }
    stage
}

fn costume(dialect: &Dialect) -> Costume {
    let limb = |limb, mode, start| ChoreLimb {
        limb,
        mode,
        start,
        length: 2,
    };
    let chore = Chore {
        limbs: vec![
            limb(0, mode::LOOP, 0),
            limb(3, mode::LOOP, 1),
            limb(7, mode::LOOP, 2),
        ],
    };
    let cel = |colour: u8| DraftCel {
        rel: I16Vec2::new(-3, -5),
        cel: Surface::filled(6, usize::from(colour), colour).into(),
        ..DraftCel::default()
    };
    let draft = AkosDraft {
        chores: vec![Some(chore); 40],
        cels: (1..6).map(cel).collect(),
        sequence: vec![0, 1, 2, 3, 4],
        ..AkosDraft::default()
    };
    Costume::parse(&encode(&draft).unwrap(), dialect).unwrap()
}

/// Performs a random action on a stage. The same random numbers give the same action.
fn act(stage: &mut Stage, mut random: SplitMix64) {
    let id = 1 + below(3, &mut random) as u16;
    let (x, y) = (random.in_range(-5, 70), random.in_range(-3, 20));
    let mut actor = stage.actor_mut(id).unwrap();
    // An action that the first stage refuses is also refused by the second stage, so errors are
    // ignored.
    match below(12, &mut random) {
        0 => drop(actor.set_costume(random.in_range(0, 2) as u16)),
        1 => actor.put(x, y, Some(1)),
        2 => {
            let angle = random.in_range(-1, 359);
            let facing = Facing::from_degrees(angle as u16);
            actor.walk(x, y, Some(facing).filter(|_| angle != -1));
        }
        3 => drop(actor.start_anim(random.in_range(0, 9) as u16)),
        4 => actor.turn(Facing::from_degrees(random.in_range(0, 359) as u16)),
        5 => actor.set_scale(Some(random.in_range(1, 255) as u8), None),
        6 => actor.talk_start(),
        7 => actor.set_elevation(random.in_range(-4, 4)),
        8 => drop(actor.set_class(random.in_range(20, 32) as u8, true)),
        _ => {}
    }
    stage.tick(&mut World(random));
}

fn save_and_restore(states: u64) {
    let mut random = SplitMix64::new(7);
    let dialects = [1, 2, 3, 5, 6, 7, 8]
        .map(Dialect::new)
        .into_iter()
        .chain([61, 72, 90, 99].map(Dialect::humongous));
    let dialects: Vec<Dialect> = dialects.collect();
    let mut fresh = stage(dialects[0]);
    let (mut first, mut second) = (fresh.clone(), fresh.clone());
    for case in 0..states {
        if case % DEEDS == 0 {
            fresh = stage(dialects[(case / DEEDS) as usize % dialects.len()]);
            (first, second) = (fresh.clone(), fresh.clone());
        }
        // The first stage continues. The second stage is restored from the saved state of the
        // first.
        second.restore(&first.save()).unwrap();
        let chance = SplitMix64::new(random.next_u64());
        act(&mut first, chance);
        act(&mut second, chance);
        assert!(
            first.save() == second.save(),
            "case {case}: {:?}",
            first.dialect()
        );
        assert_eq!(first.take_events(), second.take_events(), "case {case}");
        second.clone_from(&fresh);
    }
}

#[test]
fn stages_that_are_restored_go_on_alike() {
    save_and_restore(STATES);
}

#[test]
#[ignore = "takes a minute"]
fn a_hundred_thousand_stages_that_are_restored_go_on_alike() {
    save_and_restore(CASES);
}
