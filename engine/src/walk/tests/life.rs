//! T75: the values that the start of a walk stores, and the conditions under which a walk does not
//! start.

use super::*;
use crate::actor::moving;

fn standing(version: u8, boxes: &[WalkBox]) -> Stage {
    let mut stage = stage(version, boxes);
    put(&mut stage, 100, 100, 180);
    stage
}

#[test]
fn a_walk_is_noted_and_nothing_moves_t75() {
    let mut stage = standing(5, &[WalkBox::rect(0, 0, 319, 199)]);
    stage
        .actor_mut(1)
        .unwrap()
        .walk(200, 300, Some(Facing::EAST));
    let a = stage.actor(1).unwrap();
    assert_eq!(
        (a.pos, a.walk.dest, a.walk.dest_box),
        (I16Vec2::new(100, 100), I16Vec2::new(200, 199), 1)
    );
    assert_eq!(
        (a.walk.dest_dir, a.walk.cur_box, a.walk.moving),
        (Some(90), 1, moving::NEW)
    );
}

#[test]
fn a_new_walk_keeps_the_leg_and_drops_the_rest_t75() {
    let mut stage = standing(7, &[WalkBox::rect(0, 0, 319, 199)]);
    stage.actor_mut(1).unwrap().walk.moving = 0x8e;
    stage.actor_mut(1).unwrap().walk(200, 100, None);
    assert_eq!(shown(&stage).2, moving::LEG | moving::NEW);
}

#[test]
fn the_same_walk_again_changes_nothing_t75() {
    for version in [4, 5, 7] {
        let mut stage = standing(version, &[WalkBox::rect(0, 0, 319, 199)]);
        stage
            .actor_mut(1)
            .unwrap()
            .walk(200, 100, Some(Facing::EAST));
        frame(&mut stage);
        let before = stage.actor(1).unwrap().walk;
        stage
            .actor_mut(1)
            .unwrap()
            .walk(200, 100, Some(Facing::EAST));
        assert_eq!(stage.actor(1).unwrap().walk, before, "v{version}");
        stage
            .actor_mut(1)
            .unwrap()
            .walk(200, 100, Some(Facing::NORTH));
        assert_eq!(
            shown(&stage).2,
            moving::LEG | moving::NEW,
            "a walk to the same place with another final facing is a new walk"
        );
    }
}

#[test]
fn a_walk_to_where_it_stands_turns_t75() {
    let mut stage = standing(5, &[WalkBox::rect(0, 0, 319, 199)]);
    stage
        .actor_mut(1)
        .unwrap()
        .walk(100, 100, Some(Facing::EAST));
    assert_eq!(shown(&stage), ((100, 100), (180, 90), moving::TURN, 1));
    let mut stage = standing(5, &[WalkBox::rect(0, 0, 319, 199)]);
    stage.actor_mut(1).unwrap().walk(100, 100, None);
    stage
        .actor_mut(1)
        .unwrap()
        .walk(100, 100, Some(Facing::SOUTH));
    assert_eq!(shown(&stage).2, 0);
}

#[test]
fn a_walk_elsewhere_goes_on_or_is_replaced_by_the_turn_t75() {
    for (version, angle, moving) in [
        (5, Some(0), 4),
        (5, None, 10),
        (7, Some(0), 14),
        (7, None, 14),
    ] {
        let mut stage = standing(version, &[WalkBox::rect(0, 0, 319, 199)]);
        stage
            .actor_mut(1)
            .unwrap()
            .walk(200, 100, Some(Facing::EAST));
        let (here, ..) = frame(&mut stage);
        stage
            .actor_mut(1)
            .unwrap()
            .walk_to(here.0.into(), here.1.into(), angle);
        assert_eq!(shown(&stage).2, moving, "v{version}, to {angle:?}");
        assert_eq!(stage.actor(1).unwrap().walk.dest.x, 200);
    }
}

#[test]
fn the_box_of_the_last_walk_is_asked_first_t75() {
    // Overlapping boxes: a put prefers the last box, and a walk before v7 prefers the box of the
    // put.
    let boxes = [
        WalkBox::rect(0, 0, 200, 199),
        WalkBox::rect(150, 0, 319, 199),
    ];
    for (version, dest_box) in [(4, 0), (5, 1), (6, 1), (7, 2)] {
        let mut stage = standing(version, &boxes);
        stage.actor_mut(1).unwrap().walk(180, 100, None);
        assert_eq!(
            stage.actor(1).unwrap().walk.dest_box,
            dest_box,
            "v{version}"
        );
    }
}

#[test]
fn destinations_outside_are_put_into_a_box_t75() {
    for version in [3, 4, 5, 6, 7, 8] {
        let mut stage = standing(version, &[WalkBox::rect(50, 50, 150, 150)]);
        stage.actor_mut(1).unwrap().walk(170, 100, None);
        assert_eq!(
            stage.actor(1).unwrap().walk.dest,
            I16Vec2::new(150, 100),
            "v{version}"
        );
    }
}

#[test]
fn an_actor_elsewhere_is_placed_t75() {
    for (version, x, facing) in [(4, 500, 90), (5, 319, 90), (7, 100, 180)] {
        let mut stage = standing(version, &[WalkBox::rect(0, 0, 319, 199)]);
        stage.actor_mut(1).unwrap().room = 2;
        stage
            .actor_mut(1)
            .unwrap()
            .walk(500, 100, Some(Facing::EAST));
        assert_eq!(
            (pos(&stage), shown(&stage).1.0, shown(&stage).2),
            ((x, 100), facing, 0),
            "v{version}"
        );
    }
    let mut stage = standing(5, &[WalkBox::rect(0, 0, 319, 199)]);
    stage.actor_mut(1).unwrap().room = 2;
    stage.actor_mut(1).unwrap().ignore_turns = true;
    stage
        .actor_mut(1)
        .unwrap()
        .walk(200, 100, Some(Facing::EAST));
    assert_eq!((pos(&stage), shown(&stage).1.0), ((200, 100), 180));
}

#[test]
fn an_actor_without_a_box_takes_that_of_the_destination_t76() {
    let mut stage = standing(5, &[WalkBox::rect(50, 50, 150, 150)]);
    stage.actor_mut(1).unwrap().walkbox = 0;
    stage.actor_mut(1).unwrap().walk(140, 100, None);
    frame(&mut stage);
    assert_eq!(
        (
            stage.actor(1).unwrap().walkbox,
            stage.actor(1).unwrap().walk.cur_box
        ),
        (1, 1)
    );
}

#[test]
fn no_such_actor_is_an_error() {
    let mut stage = stage(5, &[]);
    assert!([0, 81, 999].iter().all(|id| stage.actor_mut(*id).is_err()));
}
