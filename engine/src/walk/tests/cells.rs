//! T7C: walking in cells of 8x2 pixels.

use super::*;
use scumm_room::GameId;

use crate::actor::{class, moving};

/// The bit of a new walk stays, and LEG means that no leg is in progress (T7C).
const BETWEEN: u8 = moving::NEW | moving::LEG;

fn standing(boxes: &[WalkBox], x: i32, y: i32, facing: u16) -> Stage {
    let mut stage = stage(2, boxes);
    put(&mut stage, x, y, facing);
    stage
}

#[test]
fn a_walk_cell_by_cell_t7c() {
    let mut stage = standing(&[WalkBox::rect(0, 0, 39, 99)], 10, 20, 180);
    stage.actor_mut(1).unwrap().walk(14, 22, None);
    assert_eq!(shown(&stage).2, BETWEEN);
    // 4 columns, 2 rows: the actor faces east and turns first.
    assert_eq!(
        frame(&mut stage),
        (
            (10, 20),
            (180, 90),
            moving::NEW | moving::TURN | moving::LAST,
            0
        )
    );
    assert_eq!(
        frame(&mut stage),
        ((10, 20), (90, 90), moving::NEW | moving::LAST, 0),
        "the first frame only turns the actor"
    );
    let seen: Vec<_> = (0..4).map(|_| frame(&mut stage).0).collect();
    assert_eq!(seen, [(11, 21), (12, 21), (13, 22), (14, 22)]);
    assert_eq!(
        frame(&mut stage),
        ((14, 22), (90, 90), moving::TURN, 1),
        "the walk has ended"
    );
    assert_eq!(frame(&mut stage).2, 0);
}

#[test]
fn an_actor_that_looks_the_right_way_moves_at_once_t7c() {
    let mut stage = standing(&[WalkBox::rect(0, 0, 39, 99)], 10, 20, 180);
    stage.actor_mut(1).unwrap().walk(11, 25, None);
    assert_eq!(
        frame(&mut stage),
        ((10, 21), (180, 180), moving::NEW | moving::LAST, 0)
    );
}

#[test]
fn boxes_are_left_at_the_nearest_point_t7c() {
    let mut stage = standing(
        &[WalkBox::rect(0, 0, 20, 20), WalkBox::rect(20, 10, 39, 40)],
        10,
        15,
        90,
    );
    stage.actor_mut(1).unwrap().walk(30, 30, None);
    frame(&mut stage);
    let walk = stage.actor(1).unwrap().walk;
    assert_eq!((walk.cur_box, (walk.next.x, walk.next.y)), (1, (20, 15)));
    for _ in 0..60 {
        frame(&mut stage);
    }
    let a = stage.actor(1).unwrap();
    assert_eq!((pos(&stage), a.walkbox, a.walk.moving), ((30, 30), 1, 0));
}

#[test]
fn locked_boxes_stop_at_their_border_but_not_always_b2_t7cc() {
    for (flags, player, open) in [
        (0, false, true),
        (0x40, false, false),
        (0x40, true, false),
        (0x60, false, true),
        (0x60, true, false),
    ] {
        let mut stage = standing(
            &[
                WalkBox::rect(0, 0, 20, 20),
                WalkBox {
                    flags,
                    ..WalkBox::rect(20, 0, 39, 20)
                },
            ],
            10,
            15,
            90,
        );
        stage.variables_mut().players = (0, u16::from(player));
        stage.actor_mut(1).unwrap().walk(30, 15, None);
        for _ in 0..60 {
            frame(&mut stage);
        }
        let end = if open { 30 } else { 20 };
        assert_eq!(
            (pos(&stage).0, shown(&stage).2),
            (end, 0),
            "to the border: {flags:#x} {player}"
        );
    }
}

#[test]
fn who_the_player_is_depends_on_the_game_t7cf() {
    let is_player = |dialect: Dialect, ego, players: (u16, u16), in_class| {
        let mut stage = crate::fixture::stage(dialect);
        stage.variables_mut().ego = ego;
        stage.variables_mut().players = (players.0, players.1);
        stage
            .actor_mut(3)
            .unwrap()
            .set_class(class::PLAYER, in_class)
            .unwrap();
        stage.handle(3).is_player()
    };
    let maniac = Dialect::new(1);
    let v2 = Dialect::new(2);
    let zak = maniac.with_game(Some(GameId::Zak));
    assert_eq!(
        [
            is_player(maniac, 3, (0, 0), false),
            is_player(maniac, 1, (1, 9), true)
        ],
        [true, false]
    );
    for dialect in [zak, v2] {
        let by_numbers =
            [(2, 3), (3, 3), (0, 0), (4, 9)].map(|players| is_player(dialect, 3, players, true));
        assert_eq!(by_numbers, [true, true, false, false]);
    }
    let v3 = Dialect::new(3);
    assert_eq!(
        [
            is_player(v3, 3, (1, 9), false),
            is_player(v3, 1, (0, 0), true)
        ],
        [false, true]
    );
}

#[test]
fn a_box_is_entered_between_legs_only_t7ce() {
    let mut stage = standing(
        &[WalkBox::rect(0, 0, 20, 20), WalkBox::rect(18, 0, 39, 20)],
        10,
        15,
        90,
    );
    stage.actor_mut(1).unwrap().walk(30, 15, None);
    let boxes: Vec<_> = (0..11)
        .map(|_| {
            frame(&mut stage);
            (pos(&stage).0, stage.actor(1).unwrap().walkbox)
        })
        .collect();
    assert_eq!(boxes[7..], [(18, 0), (19, 0), (20, 0), (21, 1)]);
}

#[test]
fn a_new_walk_drops_the_leg_t7c() {
    let mut stage = standing(&[WalkBox::rect(0, 0, 39, 99)], 10, 20, 90);
    stage.actor_mut(1).unwrap().walk(30, 20, None);
    assert_eq!(frame(&mut stage).2, moving::NEW | moving::LAST);
    stage.actor_mut(1).unwrap().walk(5, 20, None);
    assert_eq!(shown(&stage).2, BETWEEN);
}

#[test]
fn a_turn_leaves_the_walk_alone_t41() {
    let mut stage = standing(&[WalkBox::rect(0, 0, 39, 99)], 10, 20, 90);
    stage.actor_mut(1).unwrap().walk(30, 20, None);
    stage.actor_mut(1).unwrap().turn_to(180);
    assert_eq!(shown(&stage).2, BETWEEN | moving::TURN);
}

#[test]
fn v1_and_v2_have_full_size_t62() {
    let mut stage = standing(&[WalkBox::rect(0, 0, 39, 99)], 10, 20, 90);
    stage.handle(1).take_scale();
    assert_eq!(stage.actor(1).unwrap().scale_y, 255);
}

#[test]
fn boxes_are_asked_for_always_t7c() {
    let mut stage = stage(
        2,
        &[WalkBox::rect(2, 34, 20, 60), WalkBox::rect(20, 34, 38, 60)],
    );
    stage.actor_mut(1).unwrap().ignore_boxes = true;
    put(&mut stage, 5, 52, 90);
    assert_eq!((pos(&stage), stage.actor(1).unwrap().walkbox), ((5, 52), 0));
    stage.actor_mut(1).unwrap().walk(30, 70, None);
    let walk = stage.actor(1).unwrap().walk;
    assert_eq!((walk.dest, walk.dest_box), (I16Vec2::new(30, 60), 1));
}

#[test]
fn a_walk_to_where_it_stands_turns_at_its_end_t7c() {
    let mut stage = standing(&[WalkBox::rect(0, 0, 39, 99)], 10, 20, 180);
    for angle in [None, Some(180)] {
        stage.actor_mut(1).unwrap().walk_to(10, 20, angle);
        assert_eq!(shown(&stage).2, 0);
    }
    stage.actor_mut(1).unwrap().walk(10, 20, Some(Facing::EAST));
    let seen: Vec<_> = (0..4).map(|_| frame(&mut stage)).collect();
    assert_eq!(
        seen,
        [
            ((10, 20), (180, 180), BETWEEN | moving::LAST, 4),
            ((10, 20), (180, 90), moving::TURN, 1),
            ((10, 20), (90, 90), 0, 1),
            ((10, 20), (90, 90), 0, 1)
        ]
    );
}
