//! T60–T63, M7.

use scumm_room::{GameId, Gate};

use super::*;
use crate::actor::class;

fn scales(stage: &Stage) -> (u8, u8, u16) {
    let a = stage.actor(1).unwrap();
    (a.scale_x, a.scale_y, a.boxscale)
}

#[test]
fn a_put_actor_is_moved_into_a_box_t60() {
    let mut stage = stage(
        5,
        &[WalkBox {
            mask: 2,
            ..WalkBox::rect(50, 50, 150, 150)
        }],
    );
    put(&mut stage, 100, 20, 180);
    let a = stage.actor(1).unwrap();
    assert_eq!((pos(&stage), a.walkbox, a.walk.dest_box), ((100, 50), 1, 1));
    assert_eq!((a.walk.dest.x, a.walk.moving), (-1, 0));
    assert_eq!(
        stage.state.boxes.mask(stage.actor(1).unwrap().walkbox),
        2,
        "M7"
    );
}

#[test]
fn a_box_that_forces_a_facing_begins_a_turn_t60() {
    for version in [5, 7] {
        let mut stage = stage(
            version,
            &[WalkBox {
                flags: 4,
                ..WalkBox::rect(50, 50, 150, 150)
            }],
        );
        put(&mut stage, 100, 100, 180);
        stage.actor_mut(1).unwrap().target_facing = 0;
        // The actor is already visible, so nothing undoes the turn (T25).
        stage.actor_mut(1).unwrap().put(101, 100, None);
        assert_eq!(shown(&stage).2, crate::actor::moving::TURN, "v{version}");
        // From v7 on the box is evaluated when the turn begins (T41), before v7 during the turn.
        assert_eq!(
            shown(&stage).1,
            (180, if version == 5 { 180 } else { 90 }),
            "v{version}"
        );
        assert_eq!(
            frame(&mut stage).1.0,
            90,
            "v{version}: the box turns the actor to the east"
        );
    }
}

#[test]
fn who_ignores_boxes_stays_where_it_is_put_t61() {
    let mut stage = stage(5, &[WalkBox::rect(50, 50, 150, 150)]);
    stage.actor_mut(1).unwrap().ignore_boxes = true;
    put(&mut stage, 10, 10, 180);
    assert_eq!(
        (pos(&stage), stage.actor(1).unwrap().walkbox),
        ((10, 10), 0)
    );
}

#[test]
fn class_31_is_kept_out_of_player_boxes_b2_t61() {
    for version in [4, 5] {
        let hidden = WalkBox {
            flags: 0xa0,
            ..WalkBox::rect(50, 50, 150, 150)
        };
        let mut stage = stage(version, &[WalkBox::rect(0, 0, 20, 20), hidden]);
        put(&mut stage, 100, 100, 180);
        assert_eq!(pos(&stage), (100, 100));
        stage
            .actor_mut(1)
            .unwrap()
            .set_class(class::PLAYER, true)
            .unwrap();
        stage.actor_mut(1).unwrap().put(100, 100, None);
        assert_eq!(pos(&stage), (20, 20));
    }
}

#[test]
fn the_box_says_the_scale_t62() {
    let mut stage = stage(
        5,
        &[
            WalkBox {
                scale: 77,
                ..WalkBox::rect(0, 0, 99, 199)
            },
            WalkBox {
                scale: 0x8001,
                ..WalkBox::rect(100, 0, 199, 199)
            },
        ],
    );
    stage
        .boxes_mut()
        .set_scale_slot(2, depth(60, 100, 190, 255))
        .unwrap();
    put(&mut stage, 50, 100, 180);
    assert_eq!(scales(&stage), (77, 77, 77));
    stage.actor_mut(1).unwrap().put(150, 120, None);
    assert_eq!(scales(&stage), (171, 171, 0x8001), "W7");
    stage.actor_mut(1).unwrap().set_scale(Some(10), Some(20));
    stage.handle(1).take_scale();
    assert_eq!(
        scales(&stage),
        (171, 171, 0x8001),
        "the scale of the box replaces the scale of the script"
    );
    stage.actor_mut(1).unwrap().ignore_boxes = true;
    stage.actor_mut(1).unwrap().set_scale(Some(10), Some(20));
    stage.handle(1).take_scale();
    assert_eq!(
        scales(&stage),
        (10, 20, 0x8001),
        "an actor that ignores boxes keeps the scale of the script"
    );
}

#[test]
fn v3_actors_have_full_size_t62() {
    let mut stage = stage(
        3,
        &[WalkBox {
            scale: 77,
            ..WalkBox::rect(0, 0, 99, 199)
        }],
    );
    put(&mut stage, 50, 100, 180);
    stage.actor_mut(1).unwrap().ignore_boxes = true;
    stage.actor_mut(1).unwrap().set_scale(Some(10), Some(20));
    stage.handle(1).take_scale();
    assert_eq!(scales(&stage).0, 255);
}

#[test]
fn player_boxes_of_sam_and_max_keep_the_scale_b2_t62() {
    for (game, scale) in [(GameId::SamNMax, 10), (GameId::Tentacle, 77)] {
        let kept = WalkBox {
            scale: 77,
            flags: 0x20,
            ..WalkBox::rect(0, 0, 99, 199)
        };
        let mut stage = stage_of(Dialect::new(6).with_game(Some(game)), &[kept]);
        put(&mut stage, 50, 100, 180);
        stage.actor_mut(1).unwrap().set_scale(Some(10), Some(10));
        stage.handle(1).take_scale();
        assert_eq!(scales(&stage).0, scale);
    }
}

#[test]
fn an_unset_slot_gives_full_size_t62() {
    let mut stage = stage(
        5,
        &[WalkBox {
            scale: 0x8003,
            ..WalkBox::rect(0, 0, 99, 199)
        }],
    );
    put(&mut stage, 50, 100, 180);
    assert_eq!(scales(&stage), (255, 255, 0x8003));
}

#[test]
fn v4_draws_with_the_slot_of_the_scale_word_t63() {
    for (version, drawn) in [(4, (171, 171)), (5, (10, 20))] {
        let mut stage = stage(
            version,
            &[WalkBox {
                scale: 0x8000,
                ..WalkBox::rect(0, 0, 99, 199)
            }],
        );
        stage
            .boxes_mut()
            .set_scale_slot(1, depth(60, 100, 190, 255))
            .unwrap();
        put(&mut stage, 50, 120, 180);
        stage.actor_mut(1).unwrap().ignore_boxes = true;
        stage.actor_mut(1).unwrap().set_scale(Some(10), Some(20));
        stage.handle(1).take_scale();
        assert_eq!(
            (scales(&stage).0, scales(&stage).1),
            (10, 20),
            "the stored scale is the scale of the script"
        );
        assert_eq!(
            stage.drawn_scale(stage.actor(1).unwrap()),
            drawn,
            "v{version}"
        );
    }
}

#[test]
fn scripts_change_boxes_t44() {
    let mut stage = stage(
        5,
        &[
            WalkBox::rect(0, 0, 99, 99),
            WalkBox::rect(99, 0, 199, 99),
            WalkBox::rect(199, 0, 299, 99),
        ],
    );
    stage.boxes_mut().set_scale(1, 50).unwrap();
    stage.boxes_mut().set_flags(2, 0x80).unwrap();
    assert_eq!(
        (stage.boxes().scale_word(1), stage.boxes().flags(2)),
        (50, 0x80)
    );
    assert!(
        stage.boxes_mut().set_scale(9, 50).is_err() && stage.boxes_mut().set_flags(9, 1).is_err()
    );
    assert_eq!(stage.boxes().next(1, 3), Some(2));
    stage.boxes_mut().compute_matrix();
    assert_eq!(stage.boxes().next(1, 3), None);
    assert_eq!(
        stage.boxes().gate(1, 9, 9, I16Vec2::ZERO, I16Vec2::ZERO),
        Gate::NoCommonSide
    );
}

#[test]
fn the_dig_puts_its_actors_again_after_the_ways_were_computed_y35() {
    for (dialect, needs_redraw) in [
        (Dialect::new(6), false),
        (Dialect::new(7).with_game(Some(GameId::FullThrottle)), false),
        (Dialect::new(7).with_game(Some(GameId::Dig)), true),
        (Dialect::new(8), true),
    ] {
        let mut stage = stage_of(dialect, &[WalkBox::rect(0, 0, 319, 199)]);
        put(&mut stage, 50, 60, 90);
        stage.actor_mut(1).unwrap().need_redraw = false;
        stage.boxes_mut().compute_matrix();
        assert_eq!(
            stage.actor(1).unwrap().need_redraw,
            needs_redraw,
            "{dialect:?}"
        );
    }
}
