//! T26, T70–T76 in v4 and later.

use crate::ActorFault;

use scumm_room::GameId;

use super::*;
use crate::Event;
use crate::actor::moving;

const W13: fn() -> Vec<WalkBox> = || vec![WalkBox::rect(10, 40, 310, 190)];

/// Returns a v5 actor that stands still.
fn standing(boxes: &[WalkBox], x: i32, y: i32, facing: u16) -> Stage {
    let mut stage = stage(5, boxes);
    put(&mut stage, x, y, facing);
    stage
}

#[test]
fn a_walk_in_one_box_w13() {
    let mut stage = standing(&W13(), 100, 100, 180);
    stage.actor_mut(1).unwrap().walk(130, 105, None);
    assert_eq!(shown(&stage), ((100, 100), (180, 180), 1, 1));
    assert_eq!(frame(&mut stage), ((107, 101), (90, 90), 10, 2));
    assert_eq!(frame(&mut stage), ((115, 102), (90, 90), 10, 2));
    assert_eq!(frame(&mut stage), ((123, 103), (90, 90), 10, 2));
    assert_eq!(frame(&mut stage), ((130, 105), (90, 90), 0, 3));
}

#[test]
fn a_half_turn_and_a_last_turn_w14() {
    let mut stage = standing(&W13(), 130, 105, 90);
    stage
        .actor_mut(1)
        .unwrap()
        .walk(100, 100, Some(Facing::NORTH));
    assert_eq!(shown(&stage).2, 1);
    assert_eq!(frame(&mut stage), ((122, 103), (180, 270), 10, 2));
    assert_eq!(frame(&mut stage), ((114, 102), (270, 270), 10, 2));
    assert_eq!(frame(&mut stage), ((106, 101), (270, 270), 10, 2));
    assert_eq!(frame(&mut stage), ((100, 100), (270, 0), 4, 3));
    assert_eq!(frame(&mut stage), ((100, 100), (0, 0), 4, 3));
    assert_eq!(frame(&mut stage), ((100, 100), (0, 0), 0, 3));
}

#[test]
fn a_walk_through_a_gate_w15() {
    let mut stage = standing(
        &[
            WalkBox::rect(10, 100, 100, 190),
            WalkBox::rect(100, 40, 200, 110),
        ],
        60,
        150,
        180,
    );
    stage.actor_mut(1).unwrap().walk(180, 50, None);
    assert_eq!(
        frame(&mut stage),
        ((61, 148), (90, 0), 2, 2),
        "south to north goes through east"
    );
    let mut seen = Vec::new();
    while pos(&stage) != (107, 104) {
        let (pos, _, moving, _) = frame(&mut stage);
        seen.push((pos, moving, stage.actor(1).unwrap().walkbox));
        assert!(seen.len() < 30);
    }
    assert_eq!(seen[..2], [((63, 146), 2, 1), ((65, 144), 2, 1)]);
    assert_eq!(
        seen[seen.len() - 5..],
        [
            ((97, 112), 2, 1),
            ((99, 110), 2, 1),
            ((102, 108), 10, 2),
            ((105, 106), 10, 2),
            ((107, 104), 10, 2)
        ]
    );
}

#[test]
fn the_scale_shortens_the_steps_w10() {
    let mut stage = stage(
        5,
        &[WalkBox {
            scale: 0x8000,
            ..WalkBox::rect(0, 0, 319, 199)
        }],
    );
    stage
        .boxes_mut()
        .set_scale_slot(1, depth(60, 100, 190, 255))
        .unwrap();
    put(&mut stage, 60, 100, 90);
    assert_eq!(stage.actor(1).unwrap().scale_x, 147);
    stage.actor_mut(1).unwrap().walk(200, 160, None);
    // dx16 = (2<<16)*140/60 = 305834, >>8 1194; 1194*147 = 175518 = 2.68 columns; 512*147 = 75264 =
    // 1.15 rows.
    assert_eq!(
        frame(&mut stage),
        ((62, 101), (180, 180), 10, 2),
        "60*3 > 140: it looks south"
    );
    assert_eq!(stage.actor(1).unwrap().walk.dx16, 305_834);
    // The scale is 148 at row 101, then 150 at row 102.
    assert_eq!(frame(&mut stage).0, (65, 102));
    assert_eq!(frame(&mut stage).0, (68, 103));
}

#[test]
fn v7_arrives_a_frame_later_t71() {
    let mut stage = stage(7, &W13());
    put(&mut stage, 100, 100, 180);
    stage
        .actor_mut(1)
        .unwrap()
        .walk(130, 105, Some(Facing::NORTH));
    for x in [107, 115, 123] {
        assert_eq!(frame(&mut stage).0.0, x);
    }
    assert_eq!(frame(&mut stage), ((130, 105), (90, 90), 10, 2));
    assert_eq!(
        frame(&mut stage),
        ((130, 105), (0, 0), 4, 3),
        "the turn takes its step in the same frame"
    );
    assert_eq!(frame(&mut stage), ((130, 105), (0, 0), 0, 3));
}

#[test]
fn v7_turns_to_where_it_walks_in_four_directions_t70() {
    // A half turn takes a second frame.
    for (dest, facing, target) in [
        ((200, 150), 180, 180),
        ((200, 100), 90, 90),
        ((50, 99), 270, 270),
        ((100, 40), 90, 0),
    ] {
        let mut stage = stage(7, &W13());
        put(&mut stage, 100, 100, 180);
        stage.actor_mut(1).unwrap().speed = (8, 8);
        stage.actor_mut(1).unwrap().walk(dest.0, dest.1, None);
        assert_eq!(frame(&mut stage).1, (facing, target), "{dest:?}");
    }
}

#[test]
fn leftward_steps_are_limited_as_rightward_ones_t70() {
    for (x, step) in [(66, (-557_056, 131_072)), (134, (557_056, 131_072))] {
        let mut stage = standing(&W13(), 100, 100, 180);
        stage.actor_mut(1).unwrap().walk(x, 108, None);
        frame(&mut stage);
        let walk = stage.actor(1).unwrap().walk;
        assert_eq!((walk.dx16, walk.dy16), step);
    }
}

#[test]
fn upright_and_level_ways_t70() {
    let mut stage = standing(&W13(), 100, 100, 180);
    stage.actor_mut(1).unwrap().walk(100, 60, None);
    frame(&mut stage);
    let walk = stage.actor(1).unwrap().walk;
    assert_eq!(
        (walk.dx16, walk.dy16, pos(&stage)),
        (0, -131_072, (100, 98))
    );
    let mut stage = standing(&W13(), 100, 100, 180);
    stage.actor_mut(1).unwrap().walk(60, 100, None);
    frame(&mut stage);
    let walk = stage.actor(1).unwrap().walk;
    assert_eq!(
        (walk.dx16, walk.dy16, pos(&stage)),
        (-524_288, 0, (92, 100))
    );
}

#[test]
fn a_change_of_speed_replans_and_steps_at_once_t26() {
    let mut stage = standing(&W13(), 100, 100, 90);
    stage.actor_mut(1).unwrap().walk(200, 100, None);
    assert_eq!(frame(&mut stage).0, (107, 100));
    assert_eq!(frame(&mut stage).0, (115, 100));
    stage.actor_mut(1).unwrap().set_walk_speed(8, 2);
    assert_eq!(pos(&stage), (115, 100), "the same speed changes nothing");
    stage.actor_mut(1).unwrap().set_walk_speed(4, 2);
    assert_eq!(pos(&stage), (118, 100));
    let walk = stage.actor(1).unwrap().walk;
    assert_eq!(
        (walk.from.x, walk.next.x, walk.dx16, walk.x_frac),
        (115, 200, 4 << 16, 64_512)
    );
    assert_eq!(frame(&mut stage).0, (122, 100));
}

#[test]
fn the_dig_and_v8_look_at_the_speed_in_a_leg_only_t26() {
    let ft = Dialect::new(7).with_game(Some(GameId::FullThrottle));
    let dig = Dialect::new(7).with_game(Some(GameId::Dig));
    for (dialect, moved) in [(ft, true), (dig, false), (Dialect::new(8), false)] {
        let mut stage = stage_of(dialect, &W13());
        put(&mut stage, 100, 100, 90);
        stage.actor_mut(1).unwrap().turn_to(0);
        stage.actor_mut(1).unwrap().set_walk_speed(4, 2);
        assert_eq!(
            pos(&stage) != (100, 100),
            moved,
            "{dialect:?}: without a leg the step leads towards (0, 0)"
        );
    }
}

#[test]
fn another_animation_plays_on_during_a_leg_t71() {
    let mut stage = standing(&W13(), 100, 100, 90);
    stage.actor_mut(1).unwrap().walk(200, 100, None);
    assert_eq!(frame(&mut stage).3, 2);
    stage.actor_mut(1).unwrap().start_anim(9).unwrap();
    assert_eq!(frame(&mut stage).3, 9);
}

#[test]
fn the_walk_frame_is_not_started_twice_t71() {
    let mut stage = standing(&W13(), 100, 100, 90);
    stage.actor_mut(1).unwrap().frame = 2;
    stage.actor_mut(1).unwrap().anim_progress = 5;
    stage.actor_mut(1).unwrap().walk(200, 100, None);
    frame(&mut stage);
    assert_eq!(
        stage.actor(1).unwrap().anim_progress,
        5,
        "no animation starts, because facing and frame do not change"
    );
}

#[test]
fn the_box_ahead_is_entered_before_the_leg_ends_t71() {
    let mut stage = standing(
        &[
            WalkBox::rect(0, 0, 100, 199),
            WalkBox::rect(100, 0, 200, 199),
            WalkBox::rect(200, 0, 319, 199),
        ],
        90,
        50,
        90,
    );
    stage.actor_mut(1).unwrap().walk(300, 150, None);
    frame(&mut stage);
    let walk = stage.actor(1).unwrap().walk;
    assert_eq!(
        (walk.cur_box, (walk.next.x, walk.next.y)),
        (2, (100, 50)),
        "more boxes follow, so the destination of this leg is a gate"
    );
    while stage.actor(1).unwrap().walkbox != 3 {
        frame(&mut stage);
    }
    assert_eq!(stage.actor(1).unwrap().walk.cur_box, 3);
}

#[test]
fn without_a_way_the_actor_stands_a_frame_later_t76() {
    let mut stage = standing(
        &[
            WalkBox::rect(0, 0, 50, 50),
            WalkBox::rect(100, 100, 150, 150),
        ],
        30,
        30,
        180,
    );
    stage
        .actor_mut(1)
        .unwrap()
        .walk(120, 120, Some(Facing::EAST));
    assert_eq!(stage.actor(1).unwrap().walk.dest_box, 2);
    assert_eq!(frame(&mut stage), ((30, 30), (180, 180), moving::LAST, 1));
    assert_eq!(stage.actor(1).unwrap().walk.dest_box, 1);
    assert_eq!(frame(&mut stage), ((30, 30), (180, 90), moving::TURN, 3));
}

#[test]
fn without_a_common_side_it_walks_to_the_corner_b12() {
    let mut stage = standing(
        &[
            WalkBox::rect(10, 10, 50, 50),
            WalkBox::rect(100, 100, 150, 150),
        ],
        30,
        30,
        180,
    );
    let far = WalkBox::rect(-32000, -32000, -32000, -32000);
    let boxes = vec![
        far,
        WalkBox::rect(10, 10, 50, 50),
        WalkBox::rect(100, 100, 150, 150),
    ];
    set_stored(
        &mut stage,
        boxes,
        &[0xff, 0xff, 2, 2, 2, 0xff, 1, 1, 1, 0xff],
    );
    stage.actor_mut(1).unwrap().walk(120, 120, None);
    assert_eq!(frame(&mut stage).0, (28, 28));
    let walk = stage.actor(1).unwrap().walk;
    assert_eq!((walk.next, walk.cur_box), (I16Vec2::ZERO, 2));
}

#[test]
fn ways_that_run_in_circles_end_the_walk_t76() {
    let far = WalkBox::rect(-32000, -32000, -32000, -32000);
    let boxes = vec![
        far,
        WalkBox::rect(0, 0, 100, 100),
        WalkBox::rect(100, 0, 200, 100),
        WalkBox::rect(250, 0, 300, 100),
    ];
    // From 1 to 3 through 2, from 2 to 3 through 1.
    let bytes = [
        0xff, // a stored matrix begins so
        0xff, // box 0 leads nowhere
        3, 3, 2, 0xff, // box 1
        3, 3, 1, 0xff, // box 2
        0xff, // box 3
    ];
    for version in [4, 5, 7] {
        let mut stage = stage(version, &[]);
        set_stored(&mut stage, boxes.clone(), &bytes);
        put(&mut stage, 100, 50, 90);
        stage.take_events();
        stage.actor_mut(1).unwrap().walk(280, 50, None);
        assert_eq!(frame(&mut stage), ((100, 50), (90, 90), 0, 3), "v{version}");
        assert_eq!(
            stage.take_events(),
            [Event::Fault {
                actor: 1,
                fault: ActorFault::CircularMatrix
            }]
        );
        frame(&mut stage);
        assert_eq!(stage.take_events(), [], "the fault is reported once");
    }
}

#[test]
fn stored_ways_win_over_common_sides_b11() {
    // 1 and 2 touch, but the stored route from 1 to 2 leads through 3, below both.
    let far = WalkBox::rect(-32000, -32000, -32000, -32000);
    let boxes = vec![
        far,
        WalkBox::rect(0, 0, 100, 100),
        WalkBox::rect(100, 0, 200, 100),
        WalkBox::rect(0, 100, 200, 199),
    ];
    let bytes = [
        0xff, // a stored matrix begins so
        0xff, // box 0 leads nowhere
        2, 3, 3, 0xff, // box 1
        0xff, // box 2
        1, 1, 1, 2, 2, 2, 0xff, // box 3
    ];
    let mut stage = stage(5, &[]);
    set_stored(&mut stage, boxes, &bytes);
    put(&mut stage, 50, 50, 90);
    stage.actor_mut(1).unwrap().walk(150, 50, None);
    frame(&mut stage);
    let walk = stage.actor(1).unwrap().walk;
    assert_eq!((walk.cur_box, (walk.next.x, walk.next.y)), (3, (50, 100)));
    while stage.actor(1).unwrap().walk.moving != 0 {
        frame(&mut stage);
    }
    assert_eq!(
        (pos(&stage), stage.actor(1).unwrap().walkbox),
        ((150, 50), 2)
    );
}

#[test]
fn locked_boxes_stop_nobody_from_v4_on_t76() {
    let mut stage = standing(
        &[
            WalkBox::rect(0, 0, 100, 100),
            WalkBox {
                flags: 0x40,
                ..WalkBox::rect(100, 0, 200, 100)
            },
        ],
        90,
        50,
        90,
    );
    stage.actor_mut(1).unwrap().walk(150, 50, None);
    for _ in 0..9 {
        frame(&mut stage);
    }
    assert_eq!(pos(&stage), (150, 50));
}

#[test]
fn who_ignores_boxes_walks_straight_t75() {
    for version in [4, 5, 7] {
        let mut stage = stage(
            version,
            &[
                WalkBox::rect(0, 0, 50, 50),
                WalkBox::rect(100, 100, 150, 150),
            ],
        );
        stage.actor_mut(1).unwrap().ignore_boxes = true;
        put(&mut stage, 30, 30, 90);
        stage.actor_mut(1).unwrap().walk(130, 30, None);
        let none = stage.dialect().invalid_box();
        for x in [37, 45, 53] {
            assert_eq!(frame(&mut stage).0, (x, 30), "v{version}");
        }
        assert_eq!(stage.actor(1).unwrap().walkbox, none);
    }
}

#[test]
fn a_walk_script_replaces_the_animation_t74_y64() {
    for (version, facing, starts) in [(5, 90, false), (6, 180, true), (7, 180, true)] {
        let mut stage = stage(version, &W13());
        put(&mut stage, 100, 100, 180);
        stage.actor_mut(1).unwrap().walk_script = 77;
        stage.take_events();
        stage
            .actor_mut(1)
            .unwrap()
            .walk(105, 100, Some(Facing::NORTH));
        assert_eq!(frame(&mut stage).1.0, facing, "v{version}");
        let start = Event::WalkScript {
            script: 77,
            actor: 1,
            command: 1,
            angle: 90,
        };
        assert_eq!(stage.take_events().contains(&start), starts);
        frame(&mut stage);
        let stop = Event::WalkScript {
            script: 77,
            actor: 1,
            command: 3,
            angle: 0,
        };
        assert_eq!(
            stage.take_events().contains(&stop),
            version == 7,
            "from v7 on the end of the walk starts the walk script"
        );
        assert_eq!(shown(&stage).3, if version == 7 { 1 } else { 3 });
    }
}

#[test]
fn a_half_turn_restarts_the_walk_in_every_frame_t71() {
    let mut stage = standing(&W13(), 200, 100, 90);
    stage.actor_mut(1).unwrap().walk(100, 100, None);
    for (facing, progress) in [(180, 0), (270, 0), (270, 7)] {
        stage.actor_mut(1).unwrap().anim_progress = 7;
        assert_eq!(frame(&mut stage).1, (facing, 270));
        assert_eq!(stage.actor(1).unwrap().anim_progress, progress);
    }
}

#[test]
fn planned_steps_wrap_at_32_bits_t70() {
    // From -16384 to 16384: (2<<16) * 32768 = 2^32 wraps to 0, so the direction counts as vertical.
    let mut stage = stage(5, &[]);
    stage.actor_mut(1).unwrap().ignore_boxes = true;
    put(&mut stage, -16384, 100, 180);
    stage.actor_mut(1).unwrap().walk(16384, 101, None);
    frame(&mut stage);
    let walk = stage.actor(1).unwrap().walk;
    assert_eq!((walk.dx16, walk.dy16), (0, 131_072));
}
