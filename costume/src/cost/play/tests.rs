use scumm_room::Dialect;

use super::*;
use crate::Costume;
use crate::cost::fixture::{Heard, Parts, plain, still};

const WEST: Facing = Facing::WEST;
const ALL: u16 = 0xffff;

fn v(version: u8) -> Dialect {
    Dialect::new(version)
}

/// Plays `commands` on limb 0 for some steps. Returns the commands that are shown, starting
/// with the one before the first step.
fn shown(
    dialect: Dialect,
    commands: &[u8],
    loops: bool,
    steps: usize,
) -> (Vec<u8>, LimbStates, Heard) {
    let cost = Parts::new(dialect, commands, loops, vec![plain(1, 1, 1); 128]).cost();
    let mut anim = still();
    let mut heard = Heard::default();
    cost.start(&mut anim, WEST, 0, ALL);
    let mut seen = vec![cost.commands.get(anim.limbs[0].curpos & !NO_LOOP)];
    for _ in 0..steps {
        cost.step(&mut anim, 0, &mut heard);
        seen.push(cost.commands.get(anim.limbs[0].curpos & !NO_LOOP));
    }
    (seen, anim, heard)
}

#[test]
fn a_loop_and_a_held_end_w5() {
    assert_eq!(shown(v(5), &[0, 1, 2, 3], true, 5).0, [0, 1, 2, 3, 0, 1]);
    let (seen, anim, _) = shown(v(5), &[0, 1, 2, 3], false, 5);
    assert_eq!(seen, [0, 1, 2, 3, 3, 3]);
    assert_eq!(
        anim.limbs[0],
        Limb {
            curpos: 0x8003,
            start: 0,
            end: 3,
            frame: 0,
            ..Limb::RESET
        }
    );
}

#[test]
fn a_sound_command_takes_no_time_w6() {
    let (seen, anim, heard) = shown(v(5), &[0, 0x78, 1], true, 4);
    assert_eq!(seen, [0, 1, 0, 1, 0]);
    assert_eq!((anim.sound_counter, heard.0.len()), (2, 0));
}

#[test]
fn each_version_has_its_sound_commands_c22() {
    // v5: 0x71..0x77 are pictures (0.i).
    assert_eq!(shown(v(5), &[0, 0x71, 0x77], true, 2).0, [0, 0x71, 0x77]);
    // v6: all eight commands queue a sound.
    let (seen, anim, heard) = shown(v(6), &[0, 0x71, 0x78, 1], true, 1);
    assert_eq!(
        (seen, anim.sound_counter, heard.sounds()),
        (vec![0, 1], 0, vec![0, 7])
    );
    // HE60: the order is reversed; later Humongous games use the numbers of v6.
    let (_, _, heard) = shown(Dialect::humongous(60), &[0, 0x71, 0x78, 1], true, 1);
    assert_eq!(heard.sounds(), [7, 0]);
}

#[test]
fn the_animation_counter_counts_c22() {
    for version in [2, 4, 5, 6] {
        assert_eq!(
            shown(v(version), &[0, 0x7c, 0x7c, 1], true, 4)
                .1
                .anim_counter,
            4,
            "v{version}"
        );
    }
}

#[test]
fn a_single_command_is_executed_each_step_and_stays_c23() {
    let (seen, anim, _) = shown(v(5), &[0x7c], true, 3);
    assert_eq!((seen, anim.anim_counter), (vec![0x7c; 4], 3));
    let (_, _, heard) = shown(v(6), &[0x72], false, 2);
    assert_eq!((heard.sounds(), heard.faults()), (vec![1, 1], vec![]));
}

#[test]
fn commands_at_the_start_are_not_executed_c23() {
    let (seen, anim, _) = shown(v(5), &[0x78, 1], true, 1);
    assert_eq!((seen, anim.sound_counter), (vec![0x78, 1], 0));
}

#[test]
fn bit_7_counts_a_sound_each_step_in_v1_to_v3_c21() {
    // Three steps on 0x81. 0xFC is not 0x7C, because all eight bits count.
    assert_eq!(shown(v(3), &[0, 0x81], false, 4).1.sound_counter, 3);
    assert_eq!(shown(v(1), &[0x80], true, 2).1.sound_counter, 2);
    assert_eq!(shown(v(4), &[0, 0x81], false, 4).1.sound_counter, 0);
    let (seen, anim, _) = shown(v(5), &[0, 0xfc], true, 1);
    assert_eq!((seen, anim.anim_counter), (vec![0, 0xfc], 0));
}

#[test]
fn an_endless_sequence_stands_still_after_one_round_c24() {
    let (seen, anim, heard) = shown(v(5), &[0, 1, 0x7c], false, 3);
    assert_eq!((seen, anim.anim_counter), (vec![0, 1, 1, 1], 2));
    assert_eq!(heard.faults(), [(0, Fault::EndlessSequence); 2]);
    let (seen, _, heard) = shown(v(6), &[0x71, 0x72, 0x73], true, 1);
    assert_eq!((seen, heard.sounds()), (vec![0x71, 0x71], vec![1, 2, 0]));
    assert_eq!(heard.faults(), [(0, Fault::EndlessSequence)]);
}

#[test]
fn changed_means_another_command_not_another_position_c25() {
    let dialect = v(5);
    let cost = Parts::new(dialect, &[3, 3, 0x83, 4], true, vec![plain(1, 1, 1); 5]).cost();
    let mut anim = still();
    let mut heard = Heard::default();
    cost.start(&mut anim, WEST, 0, ALL);
    let changed: Vec<_> = (0..4)
        .map(|_| cost.step(&mut anim, 0, &mut heard))
        .collect();
    assert_eq!(changed, [false, false, true, true]);
}

#[test]
fn stopped_limbs_advance_too_c20() {
    let dialect = v(5);
    let cost = Parts::new(dialect, &[0, 1], true, vec![plain(1, 1, 1); 2]).cost();
    let mut anim = still();
    let mut heard = Heard::default();
    cost.start(&mut anim, WEST, 0, ALL);
    anim.stopped = 1;
    let costume = Costume::Cost(cost);
    assert!(costume.advance(&mut anim, &mut heard));
    assert_eq!(anim.limbs[0].curpos, 1);
    costume.advance_limb(&mut anim, 0, 3, &mut heard);
    assert_eq!(anim.limbs[0].curpos, 0);
    costume.advance_limb(&mut anim, 16, 1, &mut heard);
}

/// Creates a costume with animations of v5: 0 (west) and 1 (east) of frame 0, 6 (south) of
/// frame 1.
fn several() -> Cost {
    let mut parts = Parts::new(
        v(5),
        &[0, 1, 0x7a, 0x79, 0xfa],
        true,
        vec![plain(1, 1, 1); 2],
    );
    parts.records = vec![
        vec![
            0x01, 0xa0, // limbs 0, 2 and 15
            0, 0, 1, // limb 0: from command 0, two commands, in a loop
            0xff, 0xff, // limb 2: off
            1, 0, 0x80, // limb 15: from command 1, one command, held
        ],
        vec![
            0x00, 0xc0, // limbs 0 and 1
            3, 0, 0, // limb 0: from command 3, which hides it
            2, 0, 0, // limb 1: from command 2, which shows it
        ],
        vec![],
        vec![],
        vec![],
        vec![],
        vec![
            0x00, 0x80, // limb 0
            4, 0, 0, // from command 4
        ],
    ];
    parts.cost()
}

#[test]
fn a_record_sets_its_limbs_and_no_others_c11_c13_c15() {
    let cost = several();
    let mut anim = still();
    anim.limbs[2].end = 77;
    anim.limbs[7].curpos = 5;
    cost.start(&mut anim, WEST, 0, ALL);
    assert_eq!(
        anim.limbs[0],
        Limb {
            curpos: 0,
            start: 0,
            end: 1,
            frame: 0,
            ..Limb::RESET
        }
    );
    assert_eq!(
        anim.limbs[2],
        Limb {
            curpos: NONE,
            start: 0,
            end: 77,
            frame: 0,
            ..Limb::RESET
        }
    );
    assert_eq!(
        anim.limbs[15],
        Limb {
            curpos: 0x8001,
            start: 1,
            end: 1,
            frame: 0,
            ..Limb::RESET
        }
    );
    assert_eq!(anim.limbs[7].curpos, 5);
    assert_eq!(anim.limbs[1], Limb::RESET);
}

#[test]
fn the_use_mask_picks_limbs_c12() {
    let mut anim = still();
    several().start(&mut anim, WEST, 0, 0x0001);
    assert_eq!(
        (anim.limbs[0], anim.limbs[15].curpos),
        (Limb::RESET, 0x8001)
    );
}

#[test]
fn hide_and_show_act_only_as_first_commands_c13() {
    let cost = several();
    let mut anim = still();
    anim.stopped = 0b10;
    cost.start(&mut anim, Facing::EAST, 0, ALL);
    assert_eq!(
        (anim.stopped, anim.limbs[0], anim.limbs[1]),
        (0b01, Limb::RESET, Limb::RESET)
    );
    // 0xFA is not 0x7A, because all eight bits count.
    cost.start(&mut anim, Facing::SOUTH, 1, ALL);
    assert_eq!(
        (anim.stopped, anim.limbs[0].curpos, anim.limbs[0].frame),
        (0b01, 4, 6)
    );
    // During play, these commands are pictures.
    assert_eq!(shown(v(5), &[0, 0x79, 0x7a], true, 2).0, [0, 0x79, 0x7a]);
}

#[test]
fn what_does_not_exist_changes_nothing_c3_c10() {
    let cost = several();
    let mut anim = still();
    for (facing, frame) in [
        (Facing::SOUTH, 0),
        (Facing::NORTH, 1),
        (WEST, 2),
        (Facing::EAST, 0x4000 * 3 + 99),
    ] {
        cost.start(&mut anim, facing, frame, ALL);
    }
    assert_eq!(anim, still());
}

#[test]
fn starts_are_single_bytes_up_to_v3_c11() {
    let mut parts = Parts::new(v(3), &[5, 6], false, vec![plain(1, 1, 1); 7]);
    parts.records = vec![vec![0, 0xc0, 0xff, 1, 0x80]];
    let mut anim = still();
    parts.cost().start(&mut anim, WEST, 0, ALL);
    assert_eq!(
        (
            anim.limbs[0].curpos,
            anim.limbs[0].start,
            anim.limbs[1].curpos
        ),
        (NONE, 0, 0x8001)
    );
}
