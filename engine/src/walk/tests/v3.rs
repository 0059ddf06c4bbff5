//! T77–T79.

use crate::ActorFault;
use scumm_room::GameId;

use super::*;
use crate::Event;
use crate::actor::moving;

fn standing(game: GameId, boxes: &[WalkBox], x: i32, y: i32, facing: u16) -> Stage {
    let mut stage = stage_of(Dialect::new(3).with_game(Some(game)), boxes);
    put(&mut stage, x, y, facing);
    stage
}

#[test]
fn a_walk_in_whole_steps_t79() {
    let mut stage = standing(
        GameId::Indy3,
        &[WalkBox::rect(0, 0, 319, 199)],
        100,
        100,
        180,
    );
    stage.actor_mut(1).unwrap().walk(130, 105, None);
    // 30 columns in steps of 8: 3; 5 rows in steps of 2: 2. The first frame turns.
    assert_eq!(frame(&mut stage), ((100, 100), (90, 90), 10, 2));
    let walk = stage.actor(1).unwrap().walk;
    assert_eq!(
        (
            walk.threshold,
            walk.x_add,
            walk.y_add,
            walk.step_x,
            walk.dy16
        ),
        (3, 3, 2, 8, 2)
    );
    assert_eq!(frame(&mut stage).0, (108, 102));
    assert_eq!(frame(&mut stage).0, (116, 104));
    // 104 is within 2 of 105 and is moved there; the fraction of the row is 2 of 3.
    assert_eq!(frame(&mut stage).0, (124, 105));
    assert_eq!(
        frame(&mut stage),
        ((130, 105), (90, 90), 0, 3),
        "124 is within 8 of 130"
    );
}

#[test]
fn steep_walks_have_narrow_steps_t78() {
    // 40 rows in steps of 2: 20, and half of them 10 > 50 / 8 = 6: columns in steps of 3.
    let mut stage = standing(GameId::Indy3, &[WalkBox::rect(0, 0, 319, 199)], 100, 100, 0);
    stage.actor_mut(1).unwrap().walk(50, 60, None);
    assert_eq!(frame(&mut stage).2, 10);
    let walk = stage.actor(1).unwrap().walk;
    assert_eq!((walk.step_x, walk.dx16, walk.dy16), (3, -3, -2));
    assert_eq!((walk.threshold, walk.x_add, walk.y_add), (20, 16, 20));
    // x: 16+16 = 32 >= 20, rest 12; 28, rest 8; 24, rest 4; 20, rest 0; 16; 32, rest 12.
    let seen: Vec<_> = (0..6).map(|_| frame(&mut stage).0).collect();
    assert_eq!(
        seen,
        [(97, 98), (94, 96), (91, 94), (88, 92), (88, 90), (85, 88)]
    );
}

#[test]
fn the_facing_of_a_walk_counts_lines_threefold_t78() {
    for (dest, facing) in [
        ((130, 110), 90),
        ((130, 111), 180),
        ((70, 89), 0),
        ((70, 90), 270),
    ] {
        let mut stage = standing(
            GameId::Indy3,
            &[WalkBox::rect(0, 0, 319, 199)],
            100,
            100,
            180,
        );
        stage.actor_mut(1).unwrap().walk(dest.0, dest.1, None);
        frame(&mut stage);
        assert_eq!(shown(&stage).1.1, facing, "{dest:?}");
    }
}

#[test]
fn a_change_of_facing_costs_a_frame_t79() {
    let mut stage = standing(
        GameId::Indy3,
        &[WalkBox::rect(0, 0, 319, 199)],
        200,
        100,
        90,
    );
    stage.actor_mut(1).unwrap().walk(100, 100, None);
    assert_eq!(frame(&mut stage), ((200, 100), (180, 270), 10, 2));
    assert_eq!(frame(&mut stage), ((200, 100), (270, 270), 10, 2));
    assert_eq!(frame(&mut stage).0, (192, 100));
}

#[test]
fn short_legs_between_boxes_are_left_out_t78() {
    // The gate is at most 7 columns and 1 row away, so the next box is entered at once.
    let boxes = [
        WalkBox::rect(0, 0, 100, 100),
        WalkBox::rect(100, 0, 200, 100),
        WalkBox::rect(200, 0, 300, 100),
    ];
    let mut stage = standing(GameId::Indy3, &boxes, 95, 50, 90);
    stage.actor_mut(1).unwrap().walk(250, 50, None);
    frame(&mut stage);
    let a = stage.actor(1).unwrap();
    assert_eq!(
        (a.walkbox, a.walk.cur_box, a.walk.next.x),
        (1, 2, 250),
        "the next leg leads straight to the destination"
    );
}

#[test]
fn a_gap_is_walked_in_two_legs_t77() {
    let boxes = vec![
        WalkBox::rect(0, 0, 100, 100),
        WalkBox::rect(120, 50, 220, 150),
    ];
    let mut stage = standing(GameId::Indy3, &boxes, 20, 10, 90);
    set_stored(
        &mut stage,
        boxes,
        &[0, 0, 0, 1, 1, 1, 0xff, 0, 0, 0, 1, 1, 1, 0xff],
    );
    // Past the first corner below the door: the route leaves at (100,50) and enters at (120,50).
    stage.actor_mut(1).unwrap().walk(215, 60, None);
    let mut legs = Vec::new();
    for _ in 0..99 {
        frame(&mut stage);
        let a = stage.actor(1).unwrap();
        let leg = (
            a.walk.next.x,
            a.walk.next.y,
            a.walk.gate3.map(|p| p.x),
            a.walkbox,
        );
        if legs.last() != Some(&leg) {
            legs.push(leg);
        }
    }
    assert_eq!(
        legs,
        [
            (100, 50, Some(120), 0),
            (120, 50, None, 0),
            (215, 60, None, 1)
        ]
    );
    assert_eq!((pos(&stage), shown(&stage).2), ((215, 60), 0));
}

#[test]
fn the_end_turns_to_the_wanted_direction_t77() {
    let mut stage = standing(
        GameId::Indy3,
        &[WalkBox::rect(0, 0, 319, 199)],
        100,
        100,
        90,
    );
    stage
        .actor_mut(1)
        .unwrap()
        .walk(116, 100, Some(Facing::SOUTH));
    let seen: Vec<_> = (0..5).map(|_| frame(&mut stage)).collect();
    assert_eq!(
        seen,
        [
            ((100, 100), (90, 90), 10, 2),
            ((108, 100), (90, 90), 10, 2),
            ((116, 100), (90, 180), 4, 3),
            ((116, 100), (180, 180), 4, 3),
            ((116, 100), (180, 180), 0, 3)
        ]
    );
}

#[test]
fn only_zak_stops_before_locked_boxes_t77() {
    for (game, flags, arrives) in [
        (GameId::Zak, 0x40, false),
        (GameId::Zak, 0x41, true),
        (GameId::Indy3, 0x40, true),
    ] {
        let boxes = [
            WalkBox::rect(0, 0, 100, 100),
            WalkBox {
                flags,
                ..WalkBox::rect(100, 0, 200, 100)
            },
        ];
        let mut stage = standing(game, &boxes, 50, 50, 90);
        stage.actor_mut(1).unwrap().walk(150, 50, None);
        let (_, _, moving, _) = frame(&mut stage);
        assert_eq!(moving & moving::LEG != 0, arrives, "{game:?} {flags:#x}");
        for _ in 0..40 {
            frame(&mut stage);
        }
        assert_eq!(pos(&stage), (if arrives { 150 } else { 50 }, 50));
    }
}

#[test]
fn without_a_way_the_destination_box_stays_t77() {
    let mut stage = standing(
        GameId::Indy3,
        &[
            WalkBox::rect(0, 0, 50, 50),
            WalkBox::rect(100, 100, 150, 150),
        ],
        30,
        30,
        180,
    );
    stage.actor_mut(1).unwrap().walk(120, 120, None);
    assert_eq!(frame(&mut stage).2, moving::LAST);
    assert_eq!(frame(&mut stage), ((30, 30), (180, 180), 0, 3));
    let a = stage.actor(1).unwrap();
    assert_eq!(
        (a.walk.dest_box, a.walkbox),
        (1, 0),
        "the end of the walk does not set the box"
    );
}

#[test]
fn ways_that_run_in_circles_end_the_walk_t77() {
    let boxes = vec![
        WalkBox::rect(0, 0, 100, 100),
        WalkBox::rect(100, 0, 200, 100),
        WalkBox::rect(250, 0, 300, 100),
    ];
    let mut stage = standing(GameId::Indy3, &boxes, 100, 50, 90);
    set_stored(&mut stage, boxes, &[2, 2, 1, 0xff, 2, 2, 0, 0xff, 0xff]);
    stage.take_events();
    stage.actor_mut(1).unwrap().walk(280, 50, None);
    assert_eq!(frame(&mut stage), ((100, 50), (90, 90), 0, 3));
    assert_eq!(
        stage.take_events(),
        [Event::Fault {
            actor: 1,
            fault: ActorFault::CircularMatrix
        }]
    );
}

#[test]
fn a_walk_without_speed_ends_t78() {
    let mut stage = standing(
        GameId::Indy3,
        &[WalkBox::rect(0, 0, 319, 199)],
        100,
        100,
        90,
    );
    stage.actor_mut(1).unwrap().set_walk_speed(8, 0);
    stage.actor_mut(1).unwrap().walk(200, 100, None);
    assert_eq!(frame(&mut stage), ((100, 100), (90, 90), 0, 3));
    assert!(stage.take_events().contains(&Event::Fault {
        actor: 1,
        fault: ActorFault::NoSpeed
    }));
}

#[test]
fn a_change_of_speed_replans_t26() {
    let mut stage = standing(
        GameId::Indy3,
        &[WalkBox::rect(0, 0, 319, 199)],
        100,
        100,
        90,
    );
    stage.actor_mut(1).unwrap().walk(200, 100, None);
    frame(&mut stage);
    assert_eq!(frame(&mut stage).0, (108, 100));
    stage.actor_mut(1).unwrap().set_walk_speed(4, 2);
    assert_eq!(
        pos(&stage),
        (112, 100),
        "the actor makes a step at once, because it is walking and has its facing"
    );
}
