//! T41–T44.

use scumm_room::GameId;

use super::*;
use crate::actor::class;

const WHOLE: fn() -> Vec<WalkBox> = || vec![WalkBox::rect(0, 0, 319, 199)];

/// Returns the facing and moving bits of actor 1.
fn turned(stage: &Stage) -> (u16, u16, u8) {
    let (_, (facing, target), moving, _) = shown(stage);
    (facing, target, moving)
}

/// Returns the facings and moving bits in the frames after a turn, including the frame that ends
/// the turn.
fn turn(version: u8, from: u16, to: i32) -> Vec<(u16, u8)> {
    let mut stage = stage(version, &WHOLE());
    put(&mut stage, 100, 100, from);
    stage.actor_mut(1).unwrap().turn_to(to);
    let mut seen = Vec::new();
    while stage.actor(1).unwrap().walk.moving != 0 {
        let (_, (facing, _), moving, _) = frame(&mut stage);
        seen.push((facing, moving));
        assert!(seen.len() < 9);
    }
    seen
}

#[test]
fn half_turn_from_south_to_north_w8() {
    assert_eq!(turn(5, 180, 0), [(90, 4), (0, 4), (0, 0)]);
    assert_eq!(turn(5, 90, 270), [(180, 4), (270, 4), (270, 0)]);
    assert_eq!(turn(4, 0, 270), [(270, 4), (270, 0)]);
}

#[test]
fn v3_turns_by_its_table_t43() {
    assert_eq!(turn(3, 270, 90), [(180, 4), (90, 4), (90, 0)]);
    assert_eq!(turn(3, 0, 180), [(270, 4), (180, 4), (180, 0)]);
    assert_eq!(turn(3, 180, 0), [(90, 4), (0, 4), (0, 0)]);
    assert_eq!(turn(3, 0, 270), [(270, 4), (270, 0)]);
}

#[test]
fn v7_turns_step_by_step_the_shorter_way_t42() {
    assert_eq!(turn(7, 180, 0), [(90, 4), (0, 4), (0, 0)]);
    assert_eq!(
        turn(8, 180, 50),
        [(90, 4), (0, 4), (0, 0)],
        "without a costume of eight directions an actor has four"
    );
    assert_eq!(turn(7, 0, 270), [(270, 4), (270, 0)]);
}

#[test]
fn a_turn_to_where_the_actor_looks_t41() {
    assert_eq!(turn(5, 90, 90), [(90, 0)], "before v7 the turn starts");
    assert_eq!(turn(7, 90, 90), [], "from v7 on no turn starts");
}

#[test]
fn a_turn_before_v7_drops_the_walk_t41() {
    for (version, moving) in [(3, 4), (4, 4), (6, 4), (7, 5), (8, 5)] {
        let mut stage = stage(version, &WHOLE());
        put(&mut stage, 100, 100, 180);
        stage.actor_mut(1).unwrap().walk(200, 100, None);
        stage.actor_mut(1).unwrap().turn_to(90);
        assert_eq!(turned(&stage), (180, 90, moving), "v{version}");
    }
}

#[test]
fn v7_turns_end_and_keep_the_target_t41() {
    let mut stage = stage(7, &WHOLE());
    put(&mut stage, 100, 100, 180);
    stage.actor_mut(1).unwrap().turn_to(90);
    stage.actor_mut(1).unwrap().turn_to(180);
    assert_eq!(turned(&stage), (180, 90, 0));
}

#[test]
fn minus_one_and_ignored_turns_are_none_t41() {
    let mut stage = stage(5, &WHOLE());
    put(&mut stage, 100, 100, 180);
    stage.actor_mut(1).unwrap().turn_to(-1);
    assert_eq!(turned(&stage), (180, 180, 0));
    stage.actor_mut(1).unwrap().ignore_turns = true;
    stage.actor_mut(1).unwrap().turn_to(90);
    assert_eq!(turned(&stage), (180, 180, 0));
    stage.actor_mut(1).unwrap().ignore_turns = false;
    stage.actor_mut(1).unwrap().need_redraw = false;
    stage.actor_mut(1).unwrap().turn_to(90);
    assert!(
        !stage.actor(1).unwrap().need_redraw,
        "the start of a turn requests no redraw"
    );
}

#[test]
fn zak_stands_when_it_has_turned_t42() {
    for (game, walk_frame) in [(GameId::Zak, 3), (GameId::Indy3, 9)] {
        let mut stage = stage_of(Dialect::new(3).with_game(Some(game)), &WHOLE());
        put(&mut stage, 100, 100, 180);
        stage.actor_mut(1).unwrap().frame = 9;
        stage.actor_mut(1).unwrap().turn_to(180);
        assert_eq!(frame(&mut stage).3, walk_frame);
    }
}

#[test]
fn a_frozen_actor_turns_but_does_not_walk_t76() {
    let mut stage = stage(7, &WHOLE());
    put(&mut stage, 100, 100, 180);
    stage.actor_mut(1).unwrap().walk(200, 100, None);
    stage.actor_mut(1).unwrap().set_frozen(true);
    stage.actor_mut(1).unwrap().turn_to(90);
    assert_eq!(turned(&stage), (180, 90, 0x85));
    assert_eq!(frame(&mut stage), ((100, 100), (90, 90), 0x85, 1));
    assert_eq!(frame(&mut stage), ((100, 100), (90, 90), 0x81, 1));
    assert_eq!(frame(&mut stage), ((100, 100), (90, 90), 0x81, 1));
    stage.actor_mut(1).unwrap().set_frozen(false);
    assert_eq!(frame(&mut stage).0, (107, 100));
}

/// Returns the direction that results from a direction in a box with these flags (T44), and whether
/// the result is final.
fn remap(
    version: u8,
    flags: u8,
    walking: bool,
    prepare: fn(&mut Stage),
    directions: &[i32],
) -> Vec<i32> {
    let mut stage = stage(
        version,
        &[WalkBox {
            flags,
            ..WalkBox::rect(0, 0, 319, 199)
        }],
    );
    put(&mut stage, 100, 100, 180);
    prepare(&mut stage);
    directions
        .iter()
        .map(|&direction| {
            let remapped = stage.handle(1).remap_direction(direction, walking);
            assert_eq!(
                remapped.is_final,
                (1..=6).contains(&(flags & 7)) && !stage.actor(1).unwrap().ignore_boxes
            );
            remapped.angle
        })
        .collect()
}

const NOTHING: fn(&mut Stage) = |_| ();

#[test]
fn boxes_mirror_facings_b2_t44() {
    let all = [0, 90, 180, 270, 45];
    assert_eq!(remap(6, 0, false, NOTHING, &all), [0, 90, 180, 270, 45]);
    assert_eq!(remap(6, 8, false, NOTHING, &all), [0, 270, 180, 90, 315]);
    assert_eq!(remap(6, 0x10, false, NOTHING, &all), [180, 90, 0, 270, 135]);
    assert_eq!(remap(6, 0x18, false, NOTHING, &all), [180, 270, 0, 90, 225]);
    assert_eq!(
        remap(6, 7, false, NOTHING, &all),
        [0, 90, 180, 270, 45],
        "the value 7 does not force a facing"
    );
}

#[test]
fn classes_mirror_facings_t44() {
    for version in [4, 6] {
        let mirrored = |s: &mut Stage| {
            s.actor_mut(1)
                .unwrap()
                .set_class(class::X_FLIP, true)
                .unwrap()
        };
        assert_eq!(
            remap(version, 0, false, mirrored, &[0, 90, 180, 270]),
            [0, 270, 180, 90]
        );
        let upside_down = |s: &mut Stage| {
            s.actor_mut(1)
                .unwrap()
                .set_class(class::Y_FLIP, true)
                .unwrap()
        };
        assert_eq!(
            remap(version, 0, false, upside_down, &[0, 90, 180, 270]),
            [180, 90, 0, 270]
        );
        let both = |s: &mut Stage| {
            s.actor_mut(1)
                .unwrap()
                .set_class(class::X_FLIP, true)
                .unwrap()
        };
        assert_eq!(
            remap(version, 8, false, both, &[90]),
            [270],
            "box and class together mirror once"
        );
    }
}

#[test]
fn wild_directions_keep_the_rest_of_a_full_turn_t44() {
    assert_eq!(
        remap(6, 0, false, NOTHING, &[-361, -360, -90, 720, 65535]),
        [-1, 0, 270, 0, 15]
    );
    // 180 - 65535 + 360 = -64995; the remainder by 360 is negative.
    assert_eq!(remap(6, 0x10, false, NOTHING, &[65535]), [-195]);
}

#[test]
fn boxes_force_facings_of_standing_actors_t44() {
    let all = [0, 90, 180, 270];
    assert_eq!(remap(5, 1, false, NOTHING, &all), [270, 90, 270, 270]);
    assert_eq!(
        remap(5, 9, false, NOTHING, &all),
        [270, 270, 270, 90],
        "the facing is mirrored before the box forces a facing"
    );
    assert_eq!(remap(5, 2, false, NOTHING, &all), [0, 180, 180, 180]);
    for (flags, angle) in [(3, 270), (4, 90), (5, 0), (6, 180)] {
        assert_eq!(remap(5, flags, false, NOTHING, &all), [angle; 4]);
        assert_eq!(remap(8, flags, true, NOTHING, &all), [angle; 4]);
    }
}

#[test]
fn boxes_force_facings_of_walkers_by_the_last_step_t44() {
    let right_down: fn(&mut Stage) = |s| {
        let walk = &mut s.actor_mut(1).unwrap().walk;
        walk.dx16 = 1;
        walk.dy16 = 1;
    };
    assert_eq!(
        remap(5, 1, true, NOTHING, &[90]),
        [270],
        "a leg without a step counts as a step to the left"
    );
    assert_eq!(remap(5, 1, true, right_down, &[270]), [90]);
    assert_eq!(remap(5, 9, true, right_down, &[270]), [270]);
    assert_eq!(
        remap(5, 2, true, NOTHING, &[180]),
        [0],
        "and as a step upwards"
    );
    assert_eq!(remap(5, 2, true, right_down, &[0]), [180]);
    assert_eq!(remap(5, 0x12, true, right_down, &[0]), [0]);
}

#[test]
fn v7_boxes_force_facings_by_the_angle_t44() {
    for walking in [false, true] {
        assert_eq!(
            remap(7, 1, walking, NOTHING, &[0, 90, 179, 180, 270]),
            [90, 90, 90, 270, 270]
        );
        assert_eq!(
            remap(7, 9, walking, NOTHING, &[0]),
            [270],
            "360 - 0 is not less than 180"
        );
        assert_eq!(
            remap(7, 2, walking, NOTHING, &[90, 91, 180, 269, 270]),
            [0, 180, 180, 180, 0]
        );
    }
}

#[test]
fn who_ignores_boxes_is_not_mirrored_but_in_loom_t44() {
    let ignoring: fn(&mut Stage) = |s| s.actor_mut(1).unwrap().ignore_boxes = true;
    assert_eq!(remap(5, 8, false, ignoring, &[90]), [90]);
    let mut stage = stage_of(
        Dialect::new(4).with_game(Some(GameId::Loom)),
        &[WalkBox {
            flags: 8,
            ..WalkBox::rect(0, 0, 319, 199)
        }],
    );
    put(&mut stage, 100, 100, 180);
    stage.actor_mut(1).unwrap().ignore_boxes = true;
    assert_eq!(stage.handle(1).remap_direction(90, false).angle, 270);
}

#[test]
fn extra_words_come_before_mirroring_t44() {
    let set: fn(&mut Stage) = |s| s.boxes_mut().set_flags(1, 0x8000 | 90).unwrap();
    assert_eq!(remap(6, 0, true, set, &[0, 180, 270]), [90, 90, 90]);
    assert_eq!(
        remap(6, 8, true, set, &[0, 180]),
        [270, 270],
        "flag 8 of the box mirrors the facing, too"
    );
    let choose: fn(&mut Stage) = |s| s.boxes_mut().set_flags(1, 0x4000 | 90).unwrap();
    assert_eq!(
        remap(6, 0, true, choose, &[45, 180, 0, 270]),
        [90, 270, 270, 270]
    );
}

#[test]
fn v6_actors_that_ignore_turns_keep_their_facing_t43() {
    for (version, facing, target) in [(5, 90, 90), (6, 180, 90), (7, 180, 180)] {
        let mut stage = stage(version, &WHOLE());
        put(&mut stage, 100, 100, 180);
        stage.actor_mut(1).unwrap().ignore_turns = true;
        stage.actor_mut(1).unwrap().walk(200, 100, None);
        // From v7 on a walk turns the actor like any other turn.
        assert_eq!(frame(&mut stage).1, (facing, target), "v{version}");
    }
}
