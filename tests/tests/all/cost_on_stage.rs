//! Behaviour of COST costumes on the stage, worked out by hand from the rules.

use std::sync::Arc;

use scumm_costume::Costume;
use scumm_costume::edit::cost::{CostDraft, DraftPicture, encode};
use scumm_costume::{CostEntry, CostRecord, CostSequence};
use scumm_engine::{Event, SoundQueue, Stage};
use scumm_room::{Dialect, Platform, Quirks, Surface};
use scumm_test_support::sample::{SilentEnvironment, before_picture};

/// Returns a black stage with actor 1 in costume 1, before the first frame.
fn stage(dialect: Dialect, costume: &[u8], at: (i32, i32), facing: u16) -> Stage {
    let mut stage = before_picture(dialect, (320, 200), 0).unwrap();
    stage
        .insert_costume(1, Arc::new(Costume::parse(costume, &dialect).unwrap()))
        .unwrap();
    let mut actor = stage.actor_mut(1).unwrap();
    (actor.ignore_boxes, actor.facing) = (true, facing);
    stage.actor_mut(1).unwrap().set_costume(1).unwrap();
    stage.actor_mut(1).unwrap().put(at.0, at.1, Some(1));
    stage
}

/// Returns a costume in which every animation plays `commands` on limb 0. Picture 0 has 8x1 pixels
/// of colour 1.
fn playing(dialect: &Dialect, commands: &[u8]) -> Vec<u8> {
    let cel = Arc::new(Surface::filled(8, 1, 1));
    let picture = DraftPicture {
        rel: Default::default(),
        step: Default::default(),
        cel,
    };
    let extra = u8::try_from(commands.len() - 1).unwrap();
    let entries = vec![CostEntry {
        limb: 0,
        sequence: Some(CostSequence {
            start: 0,
            extra,
            loops: true,
        }),
    }];
    let mut draft = CostDraft {
        palette: vec![40; 16],
        commands: commands.to_vec(),
        ..CostDraft::default()
    };
    draft.records = vec![Some(CostRecord { entries }); 24];
    draft.limbs[0] = vec![Some(picture)];
    encode(&draft, dialect).unwrap()
}

fn pixels(stage: &Stage) -> Vec<(usize, usize)> {
    let rows = stage.front().rows().enumerate();
    rows.flat_map(|(y, row)| {
        row.iter()
            .enumerate()
            .filter(|(_, p)| **p != 0)
            .map(move |(x, _)| (x, y))
    })
    .collect()
}

#[test]
fn a_cut_actor_is_redrawn_every_frame_c47() {
    let redraws = |dialect: Dialect, x| {
        let mut stage = stage(dialect, &playing(&dialect, &[0]), (x, 100), 90);
        stage.tick(&mut SilentEnvironment);
        stage.actor(1).unwrap().need_redraw
    };
    for version in [4, 5, 6] {
        let dialect = Dialect::new(version);
        let fixed = dialect.with_quirks(Quirks::all() - Quirks::CUT_REDRAWS);
        // Half of the picture is outside the view, then all of the picture is inside.
        assert_eq!(
            [redraws(dialect, -4), redraws(dialect, 100)],
            [true, false],
            "v{version}"
        );
        assert_eq!(
            [redraws(fixed, -4), redraws(fixed, 100)],
            [false, false],
            "v{version}"
        );
    }
}

#[test]
fn he60_counts_its_sounds_backwards_c22_c26() {
    for (dialect, sounds) in [
        (Dialect::new(6), [11, 18]),
        (Dialect::humongous(60), [18, 11]),
    ] {
        let mut stage = stage(
            dialect,
            &playing(&dialect, &[0, 0x71, 0x78, 0]),
            (100, 100),
            90,
        );
        for (sound, number) in stage.actor_mut(1).unwrap().sounds.iter_mut().zip(11..19) {
            *sound = number;
        }
        stage.take_events();
        stage.tick(&mut SilentEnvironment);
        let queued = |id| Event::Sound {
            via: SoundQueue::Queue2,
            id,
            channel: 0,
            flags: 0,
        };
        assert_eq!(stage.take_events(), sounds.map(queued));
    }
}

/// Returns a costume of v1 with twelve animations, which all show one column of one line. The
/// leftmost two pixels of the column are set.
fn v1_costume() -> Vec<u8> {
    // The size, two bytes, the number of the last animation, the format. Offsets are relative to
    // byte 4: the command is at 51, the eight tables are at 52, the twelve animations at 48.
    let mut block = vec![62, 0, 0, 0, 11, 0x57, 47, 0];
    block.extend([48, 0].repeat(8));
    block.extend([44, 0].repeat(12));
    block.extend([0x80, 0, 0]);
    block.push(0);
    block.extend([50, 0]);
    block.extend([1, 1, 0, 0, 0, 0, 1, 0x40]);
    assert_eq!(block.len(), usize::from(block[0]));
    block
}

#[test]
fn v1_actors_stand_on_units_of_8x2_g4_c40() {
    let dialect = Dialect::new(1).with_platform(Platform::C64);
    // East: 8 * 10, 2 * 30 and the line that v1 adds. West: 16 pixels further right; the column
    // extends to the left from there, and its pairs of pixels are mirrored.
    for (facing, x) in [(90, 80), (270, 96 + 6)] {
        let mut stage = stage(dialect, &v1_costume(), (10, 30), facing);
        // Placing the actor may have turned the actor.
        stage.actor_mut(1).unwrap().facing = facing;
        stage.tick(&mut SilentEnvironment);
        assert_eq!(pixels(&stage), [(x, 61), (x + 1, 61)], "{facing}");
    }
}
