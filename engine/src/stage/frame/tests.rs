use scumm_room::Dialect;

use super::*;
use crate::fixture::{Loud, costume, dressed, in_room, stage};

/// Returns the sounds that three frames queue. Actors 1 and 2 count a sound in every second frame.
fn sounds(version: u8) -> Vec<i32> {
    let dialect = Dialect::new(version);
    let mut stage = stage(dialect);
    stage
        .insert_costume(1, costume(&dialect, 6, &[0, 0x78, 0]))
        .unwrap();
    for id in [1, 2] {
        stage.actor_mut(id).unwrap().set_costume(1).unwrap();
        stage.actor_mut(id).unwrap().put(100, 100, Some(1));
        stage.actor_mut(id).unwrap().sounds[..8].copy_from_slice(&[10 + id; 8]);
    }
    (0..3).for_each(|_| stage.tick(&mut Loud));
    let sound = |event| {
        if let Event::Sound { id, .. } = event {
            Some(id)
        } else {
            None
        }
    };
    stage.take_events().into_iter().filter_map(sound).collect()
}

#[test]
fn a_costume_that_is_not_there_is_told_of_once_the_actor_is_shown_t21b() {
    let mut stage = dressed(Dialect::new(6));
    stage.actor_mut(2).unwrap().set_costume(306).unwrap();
    let told = |stage: &mut Stage| {
        stage.tick(&mut Loud);
        stage.take_events()
    };
    assert_eq!(told(&mut stage), [], "an invisible actor reports no fault");
    stage.actor_mut(2).unwrap().put(150, 100, Some(1));
    let fault = |number| {
        vec![Event::Fault {
            actor: 2,
            fault: ActorFault::NoCostume(number),
        }]
    };
    assert_eq!(told(&mut stage), fault(306));
    assert_eq!(
        (told(&mut stage), stage.actor(2).unwrap().costume),
        (vec![], 306)
    );
    assert!(
        stage.actor(2).unwrap().strips.is_empty(),
        "an actor without its costume is not drawn"
    );
    stage.actor_mut(2).unwrap().set_costume(307).unwrap();
    assert_eq!(told(&mut stage), fault(307));
    stage.actor_mut(2).unwrap().set_costume(1).unwrap();
    assert_eq!(told(&mut stage), []);
}

#[test]
fn one_actor_sounds_a_frame_and_all_counters_begin_anew_c26() {
    assert_eq!(sounds(5), [11, 11]);
    assert_eq!(
        sounds(6),
        [11, 12, 11, 12],
        "v6 queues the sounds of all actors in the same frame"
    );
}

#[test]
fn the_counters_stay_while_nobody_sounds_c26() {
    let mut stage = dressed(Dialect::new(5));
    let mut actor = stage.actor_mut(2).unwrap();
    actor.room = 9;
    actor.anim.sound_counter = 3;
    stage.tick(&mut Loud);
    assert_eq!(
        (
            stage.actor(2).unwrap().anim.sound_counter,
            stage.take_events().len()
        ),
        (3, 0)
    );
}

#[test]
fn a_hidden_actor_is_drawn_as_soon_as_a_redraw_is_asked_for_t23() {
    let mut stage = dressed(Dialect::new(5));
    stage.tick(&mut Loud);
    stage.actor_mut(1).unwrap().hide();
    stage.tick(&mut Loud);
    assert_eq!(stage.front().row(100)[104], 7, "the background is back");
    stage.redraw_all_actors();
    stage.tick(&mut Loud);
    assert_eq!(
        (stage.front().row(100)[104], stage.actor(1).unwrap().visible),
        (40, false)
    );
}

#[test]
fn upper_actors_of_v8_are_in_front_of_all_d7() {
    // Actor 2 stands further back. Its layer is above or below the layer of actor 1.
    for (version, layer, front) in [(8, -1, 50), (8, 0, 40), (7, -1, 50), (7, 1, 40)] {
        let mut stage = dressed(Dialect::new(version));
        stage.actor_mut(2).unwrap().set_costume(1).unwrap();
        stage.actor_mut(2).unwrap().put(100, 98, Some(1));
        stage.actor_mut(2).unwrap().set_colour(1, 50).unwrap();
        stage.actor_mut(2).unwrap().layer = layer;
        stage.tick(&mut Loud);
        assert_eq!(
            stage.front().row(95)[103],
            front,
            "v{version}, layer {layer}"
        );
    }
}

#[test]
fn a_frame_is_its_two_halves_y20() {
    let mut whole = in_room(Dialect::new(6), 3);
    let mut halves = in_room(Dialect::new(6), 3);
    for stage in [&mut whole, &mut halves] {
        stage.actor_mut(1).unwrap().walk(300, 150, None);
        stage.follow_with_camera(1, false).unwrap();
    }
    for _ in 0..40 {
        whole.tick(&mut Loud);
        halves.tick_walk();
        halves.tick_draw(&mut Loud);
        assert_eq!(whole.save(), halves.save());
    }
}

#[test]
fn speech_that_ends_between_the_halves_has_its_frame_after_the_step_y20_y62() {
    let mut stage = in_room(Dialect::new(6), 3);
    stage.actor_mut(1).unwrap().walk(300, 150, None);
    stage.actor_mut(1).unwrap().talk();
    stage.tick_walk();
    assert_eq!(
        stage.actor(1).unwrap().frame,
        2,
        "the actor plays its walk animation"
    );
    stage.end_talk();
    stage.tick_draw(&mut Loud);
    assert_eq!(stage.actor(1).unwrap().frame, 5);
}

#[test]
fn a_picture_in_mid_script_draws_and_animates_but_walks_nobody_y21() {
    let mut stage = in_room(Dialect::new(6), 3);
    let mut actor = stage.actor_mut(1).unwrap();
    actor.set_anim_speed(3);
    actor.walk(300, 150, None);
    let before = stage.actor(1).unwrap().pos;
    stage.buffers.front.pixels_mut().fill(99);
    stage.draw_now(&mut Loud);
    assert_eq!(
        (stage.front().row(5)[5], stage.front().row(95)[103]),
        (13, 40)
    );
    assert_eq!(
        (
            stage.actor(1).unwrap().pos,
            stage.actor(1).unwrap().anim_progress
        ),
        (before, 1)
    );
    assert!(stage.state.redraw.full);
}

#[test]
fn every_actor_of_v8_is_drawn_in_every_frame_d2() {
    for (version, redraw) in [(7, false), (8, true)] {
        let mut stage = stage(Dialect::new(version));
        stage.actor_mut(9).unwrap().need_redraw = false;
        stage.tick(&mut Loud);
        assert_eq!(
            stage.actor(9).unwrap().need_redraw,
            redraw,
            "v{version}: an actor in another room"
        );
    }
}

/// Returns the drawing order of actors 1.. that stand on these rows in these layers.
fn order(dialect: Dialect, actors: &[(i16, i32)]) -> Vec<u16> {
    let mut stage = stage(dialect);
    for id in 1..=4 {
        stage.actor_mut(id).unwrap().room = 0;
    }
    for (id, &(y, layer)) in (1..).zip(actors) {
        let mut actor = stage.actor_mut(id).unwrap();
        actor.room = 1;
        actor.pos.y = y;
        actor.layer = layer;
    }
    stage.drawing_order(&mut [0; MAX_ACTOR as usize]).to_vec()
}

#[test]
fn higher_lines_and_larger_layers_are_behind_d6() {
    assert_eq!(
        order(Dialect::new(5), &[(90, 0), (50, 0), (70, 0)]),
        [2, 3, 1]
    );
    assert_eq!(
        order(Dialect::new(6), &[(10, 0), (190, 1), (100, -1)]),
        [2, 1, 3]
    );
}

#[test]
fn the_exchange_sort_is_not_stable_d6() {
    // j = 1 moves 2 to the front; 3 and 1 stand on the same row and end in reverse order.
    assert_eq!(
        order(Dialect::new(5), &[(50, 0), (40, 0), (50, 0)]),
        [2, 1, 3]
    );
    assert_eq!(
        order(Dialect::new(5), &[(50, 0), (50, 0), (40, 0)]),
        [3, 2, 1]
    );
}

#[test]
fn sam_and_max_orders_by_line_and_number_alone_d6() {
    let sam = Dialect::new(6).with_game(Some(GameId::SamNMax));
    assert_eq!(order(sam, &[(50, 0), (50, 0), (40, 0)]), [3, 1, 2]);
    assert_eq!(
        order(sam, &[(13, 0), (33, 2), (20, -1)]),
        [1, 3, 2],
        "layers have no effect"
    );
}

#[test]
fn he90_orders_by_layer_and_larger_ones_are_in_front_d6() {
    let actors = [(100, 1), (50, 2), (190, 0), (80, 1)];
    assert_eq!(order(Dialect::humongous(90), &actors), [3, 4, 1, 2]);
    assert_eq!(order(Dialect::humongous(80), &actors), [2, 4, 1, 3]);
}

#[test]
fn v8_leaves_its_upper_actors_for_later_d7() {
    assert_eq!(
        order(Dialect::new(8), &[(50, 0), (60, -1), (40, 3)]),
        [3, 1]
    );
    assert_eq!(
        order(Dialect::new(7), &[(50, 0), (60, -1), (40, 3)]),
        [3, 1, 2]
    );
}
