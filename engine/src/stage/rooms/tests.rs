use scumm_room::{Platform, Point, ScaleSlot};

use super::*;
use crate::fixture::{Loud, dressed, in_room, plain_room, stage, touring};
use crate::{CameraMode, ColourTable, InitMode, moving};

#[test]
fn he70_rooms_always_have_a_remap_h5() {
    let remp = |he| stage(Dialect::humongous(he)).colours().remap().copied();
    assert_eq!(remp(70), Some(*ColourTable::<u8>::identity()));
    assert!([61, 62, 71, 99].iter().all(|he| remp(*he).is_none()));
}

#[test]
fn tables_of_the_wrong_size_are_refused() {
    let mut stage = stage(Dialect::new(5));
    assert!(
        stage.colours_mut().set_shadow_table(&[0; 256]).is_ok()
            && stage.colours_mut().set_shadow_table(&[0; 255]).is_err()
    );
    assert!(
        stage.colours_mut().set_shadow_entry(255, 1).is_ok()
            && stage.colours_mut().set_shadow_entry(256, 1).is_err()
    );
    assert!(
        stage.colours_mut().set_remap(&[0; 255]).is_err()
            && stage.colours_mut().set_slots(&[0; 1024], None).is_err()
    );
    assert!(
        stage.insert_xmap(1, Arc::from([0; 9])).is_err()
            && stage.set_scale_table(Arc::from([0; 256])).is_err()
    );
}

#[test]
fn shadow_tables_begin_as_the_version_has_them_c51_a61() {
    assert_eq!(
        stage(Dialect::new(5)).state.colours.shadow,
        ColourTable::identity().to_vec()
    );
    assert_eq!(stage(Dialect::new(7)).state.colours.shadow, [0; 2048]);
}

#[test]
fn a_whole_stage_shows_its_backdrop_at_once() {
    let picture = || {
        let surface = scumm_room::Surface::filled(1280, 960, 7);
        Backdrop::Picture(Arc::new(
            crate::Picture::new(surface, Vec::new(), 1).unwrap(),
        ))
    };
    for version in [1, 5, 7, 8] {
        let mut stage = Stage::whole(Dialect::new(version), picture());
        stage.draw_background();
        let view = stage.front();
        assert_eq!(
            (view.width, view.height, stage.camera().view_start()),
            (1280, 960, 0),
            "v{version}"
        );
        assert!(
            view.rows()
                .all(|row| row.len() == 1280 && row.iter().all(|&pixel| pixel == 7))
        );
    }
}

#[test]
fn scale_slots_need_a_number_and_two_points_t64() {
    let mut stage = stage(Dialect::new(5));
    let slot = ScaleSlot {
        y1: 10,
        s1: 50,
        y2: 100,
        s2: 200,
        ..ScaleSlot::default()
    };
    assert!(
        stage.boxes_mut().set_scale_slot(1, slot).is_ok()
            && stage.boxes_mut().set_scale_slot(0, slot).is_err()
    );
    assert!(
        stage
            .boxes_mut()
            .set_scale_slot(1, ScaleSlot { y2: 10, ..slot })
            .is_err()
    );
}

#[test]
fn v1_gives_actors_the_costumes_of_their_numbers() {
    let costumes = |dialect| {
        stage(dialect)
            .actors()
            .filter(|(id, a)| a.costume == *id)
            .count()
    };
    assert_eq!(costumes(Dialect::new(1)), 24);
    assert_eq!(costumes(Dialect::new(1).with_game(Some(GameId::Zak))), 12);
    assert_eq!(costumes(Dialect::new(2)), 0);
}

#[test]
fn tables_are_stored_and_nothing_is_drawn_again_y57() {
    let mut stage = dressed(Dialect::new(5));
    stage.tick(&mut Loud);
    let shown = |stage: &Stage| stage.front().rows().flatten().copied().collect::<Vec<u8>>();
    let before = shown(&stage);
    stage.colours_mut().set_shadow_table(&[9; 256]).unwrap();
    stage.colours_mut().set_room_palette(&[9; 256]);
    assert!(!stage.actor(1).unwrap().need_redraw);
    stage.tick(&mut Loud);
    assert!(shown(&stage) == before);
    assert_eq!(
        (stage.colours().shadow_table(), stage.state.colours.room[0]),
        (&[9; 256][..], 9)
    );
}

#[test]
fn before_the_first_room_a_frame_draws_nothing_y1() {
    for (version, band) in [
        (1, (16, 136)),
        (2, (16, 128)),
        (6, (16, 128)),
        (7, (0, 200)),
        (8, (0, 480)),
    ] {
        let mut stage = Stage::empty(Dialect::new(version));
        assert_eq!(
            (stage.front().band_top(), stage.front().height),
            band,
            "v{version}"
        );
        assert_eq!((stage.room_number(), stage.talking_actor()), (0, None));
        stage.camera_mut().cur = Point::new(5, 6);
        stage.tick(&mut Loud);
        assert_eq!(stage.camera().last, Point::new(5, 6));
        assert!(stage.front().rows().flatten().all(|&pixel| pixel == 0));
    }
}

#[test]
fn the_camera_starts_with_its_triggers_and_thresholds_y1_q20() {
    let camera = |dialect| {
        let camera = *Stage::empty(dialect).camera();
        (
            camera.left_trigger,
            camera.right_trigger,
            camera.threshold.to_array(),
            camera.acceleration.to_array(),
        )
    };
    assert_eq!(camera(Dialect::new(5)), (10, 30, [0, 0], [0, 0]));
    assert_eq!(camera(Dialect::humongous(72)), (10, 70, [0, 0], [0, 0]));
    assert_eq!(camera(Dialect::new(7)), (10, 30, [100, 70], [100, 100]));
    assert_eq!(
        camera(Dialect::new(1).with_platform(Platform::Nes)),
        (6, 21, [0, 0], [0, 0])
    );
}

#[test]
fn a_stage_keeps_actors_and_band_and_forgets_what_is_a_rooms_y2() {
    let mut stage = in_room(Dialect::new(6), 2);
    stage.set_talking_actor(1);
    stage.boxes_mut().set_flags(1, 0x8000 | 45).unwrap();
    stage.objects_mut().draw(10).unwrap();
    let before = stage.actor(1).unwrap().clone();
    stage.enter_room(3).unwrap();
    let after = stage.actor(1).unwrap();
    assert_eq!(
        (after.anim.limbs, after.pos, after.facing),
        (before.anim.limbs, before.pos, before.facing)
    );
    assert_eq!(
        (after.costume, after.frame, after.walk, after.top),
        (1, before.frame, before.walk, before.top)
    );
    assert_eq!(
        (stage.talking_actor(), stage.front().height),
        (Some(1), 200)
    );
    assert_eq!(
        (stage.boxes().extra_flags(1), stage.objects().waiting()),
        (0, 0)
    );
}

#[test]
fn who_walks_is_stopped_and_hidden_in_the_old_room_y12() {
    for (version, frame) in [(5, 3), (7, 3)] {
        let mut stage = in_room(Dialect::new(version), 2);
        stage.actor_mut(1).unwrap().walk(200, 120, None);
        stage.tick(&mut Loud);
        assert_ne!(stage.actor(1).unwrap().walk.moving & moving::LEG, 0);
        stage.enter_room(3).unwrap();
        let a = stage.actor(1).unwrap();
        assert_eq!(
            (a.visible, a.walk.moving, a.frame, a.room),
            (false, 0, frame, 2),
            "v{version}"
        );
        assert_eq!(
            (a.need_redraw, a.need_bg_reset, a.strips.is_empty()),
            (false, true, true)
        );
    }
}

#[test]
fn the_hidden_are_not_touched_y12() {
    let mut stage = in_room(Dialect::new(6), 2);
    stage.actor_mut(2).unwrap().need_redraw = true;
    let before = stage.actor(2).unwrap().clone();
    stage.enter_room(3).unwrap();
    assert_eq!(*stage.actor(2).unwrap(), before);
}

#[test]
fn shadow_and_room_table_are_what_the_version_starts_with_p9_y13() {
    for (version, entry, room) in [(6, 9, 7), (7, 0, 1)] {
        let mut stage = in_room(Dialect::new(version), 2);
        stage.colours_mut().set_shadow_entry(9, 1).unwrap();
        stage.colours_mut().set_room_palette_entry(7, 1);
        stage.enter_room(3).unwrap();
        assert_eq!(
            (
                stage.colours().shadow_table()[9],
                stage.state.colours.room[7]
            ),
            (entry, room),
            "v{version}"
        );
    }
}

#[test]
fn leaving_for_no_room_keeps_what_is_seen_y14() {
    let mut stage = in_room(Dialect::new(6), 2);
    let before: Vec<u8> = stage.front().rows().flatten().copied().collect();
    stage.enter_room(0).unwrap();
    stage.tick(&mut Loud);
    assert!(stage.front().rows().flatten().eq(&before));
    assert_eq!((stage.boxes().len(), stage.room_number()), (2, 0));
}

#[test]
fn a_room_that_is_not_there_is_an_error_and_changes_nothing() {
    let mut stage = in_room(Dialect::new(6), 2);
    let before = stage.save();
    assert!(stage.enter_room(99).is_err());
    assert_eq!(stage.save(), before);
}

/// A source that has a costume and a room under every number.
#[derive(Debug)]
struct Everything {
    costume: Arc<Costume>,
    room: Arc<Room>,
}

impl Resources for Everything {
    fn costume(&self, _id: u16) -> Result<Arc<Costume>> {
        Ok(self.costume.clone())
    }

    fn room(&self, _id: u16) -> Result<Arc<Room>> {
        Ok(self.room.clone())
    }
}

#[test]
fn an_actor_in_a_forgotten_costume_is_reported_and_not_drawn_t21b() {
    let mut stage = dressed(Dialect::new(5));
    stage.tick(&mut Loud);
    let costume = stage.forget_costume(1).unwrap();
    assert!(stage.costume(1).is_none() && stage.forget_costume(1).is_none());
    let limbs = stage.actor(1).unwrap().anim.limbs;
    stage.actor_mut(1).unwrap().need_redraw = true;
    stage.take_events();
    stage.tick(&mut Loud);
    let fault = crate::ActorFault::NoCostume(1);
    assert_eq!(
        stage.take_events(),
        [crate::Event::Fault { actor: 1, fault }]
    );
    let actor = stage.actor(1).unwrap();
    assert_eq!((actor.costume, actor.anim.limbs), (1, limbs));
    // The costume is drawn after it has been inserted again.
    stage.insert_costume(1, costume).unwrap();
    stage.actor_mut(1).unwrap().need_redraw = true;
    stage.tick(&mut Loud);
    let actor = stage.actor(1).unwrap();
    assert!(!actor.need_redraw && actor.top < actor.bottom);
}

#[test]
fn the_next_frame_loads_a_forgotten_costume_from_the_resources() {
    let mut stage = dressed(Dialect::new(5));
    let resources = Everything {
        costume: stage.costume(1).unwrap().clone(),
        room: plain_room(&Dialect::new(5), (320, 200), 12, vec![]),
    };
    stage.set_resources(Arc::new(resources));
    stage.forget_costume(1);
    stage.take_events();
    stage.tick(&mut Loud);
    assert!(stage.costume(1).is_some());
    assert_eq!(stage.take_events(), []);
}

#[test]
fn a_forgotten_room_stays_until_it_is_left() {
    let dialect = Dialect::new(6);
    let mut stage = in_room(dialect, 2);
    let before = stage.save();
    assert!(stage.forget_room(2).is_some() && stage.forget_room(2).is_none());
    assert_eq!(stage.save(), before);
    stage.tick(&mut Loud);
    stage.enter_room(3).unwrap();
    assert!(stage.enter_room(2).is_err() && stage.restore(&before).is_err());
    let resources = Everything {
        costume: crate::fixture::costume(&dialect, 6, &[0]),
        room: plain_room(&dialect, (320, 200), 12, vec![]),
    };
    stage.set_resources(Arc::new(resources));
    assert!(stage.enter_room(2).is_ok() && stage.room(2).is_some());
}

#[test]
fn entering_a_room_tells_how_many_rows_the_band_cuts_off_y18() {
    let mut stage = in_room(Dialect::new(6), 2);
    let height = stage.backdrop().height();
    let band = u16::try_from(height).unwrap();
    stage.set_band(0..band);
    assert_eq!(stage.enter_room(3).unwrap(), 0);
    stage.set_band(0..band - 16);
    assert_eq!(stage.enter_room(2).unwrap(), 16);
    assert_eq!(stage.enter_room(0).unwrap(), 0);
}

#[test]
fn a_room_brings_boxes_objects_and_clear_planes_y15() {
    let mut stage = in_room(Dialect::new(6), 3);
    stage.enter_room(2).unwrap();
    assert_eq!(
        (
            stage.boxes().len(),
            stage.front().plane_count(),
            stage.objects().present()
        ),
        (2, 1, 2)
    );
    assert_eq!(stage.boxes().as_slice()[1].lr, Point::new(319, 199));
    assert_eq!(stage.buffers.planes.height(), 204);
    let mut stage = in_room(Dialect::new(7), 3);
    stage.enter_room(2).unwrap();
    assert_eq!(stage.buffers.planes.height(), 210);
}

#[test]
fn v7_makes_its_screen_anew_as_high_as_the_room_y15() {
    let dialect = Dialect::new(7);
    let mut stage = in_room(dialect, 3);
    stage.insert_room(5, plain_room(&dialect, (640, 240), 9, Vec::new()));
    stage.camera_mut().send_to(400, 100);
    stage.tick(&mut Loud);
    stage.enter_room(5).unwrap();
    assert_eq!(
        (stage.front().height, stage.camera().view_start()),
        (240, 0)
    );
    assert!(stage.front().rows().flatten().all(|&pixel| pixel == 0));
}

#[test]
fn the_view_stays_until_the_cameras_next_step_y16() {
    let mut stage = in_room(Dialect::new(6), 3);
    stage.camera_mut().stand_at(400);
    stage.tick(&mut Loud);
    stage.camera_mut().follows = 1;
    assert_eq!(stage.camera().view_start(), 240);
    stage.enter_room(3).unwrap();
    let camera = stage.camera();
    assert_eq!(
        (camera.cur, camera.dest, camera.mode),
        (
            Point::new(160, 100),
            Point::new(160, 100),
            CameraMode::Normal
        )
    );
    assert_eq!((camera.last.x, camera.follows), (400, 1));
    assert_eq!(
        (camera.min.x, camera.max.x, stage.camera().view_start()),
        (160, 480, 240)
    );
    stage.tick(&mut Loud);
    assert_eq!(stage.camera().view_start(), 0);
}

#[test]
fn v1_and_v2_keep_the_cameras_column_y16() {
    let mut stage = Stage::empty(Dialect::new(2));
    stage.camera_mut().cur.x = 77;
    stage.camera_enters();
    assert_eq!(stage.camera().cur, Point::new(77, 100));
}

#[test]
fn a_room_may_have_a_second_number_y14() {
    let mut stage = in_room(Dialect::new(6), 2);
    let room = Arc::clone(stage.room(3).unwrap());
    // The table of aliases belongs to the scripts; the stage gets the room under its alias.
    stage.insert_room(0x83, room);
    stage.actor_mut(1).unwrap().put(50, 60, Some(3));
    stage.actor_mut(2).unwrap().put(50, 60, Some(0x83));
    stage.enter_room(0x83).unwrap();
    stage.show_actors();
    stage.tick(&mut Loud);
    assert_eq!((stage.room_number(), stage.front().row(9)[300]), (0x83, 13));
    assert_eq!(
        [1, 2].map(|id| stage.actor(id).unwrap().visible),
        [false, true]
    );
}

#[test]
fn another_set_of_boxes_takes_the_place_of_the_first_y35() {
    for (version, put) in [(6, false), (7, true)] {
        let dialect = Dialect::new(version);
        let mut room = Arc::into_inner(plain_room(&dialect, (320, 200), 12, Vec::new())).unwrap();
        let mut boxes = room.boxes.clone();
        boxes[1].ul = Point::new(200, 0);
        boxes[1].ll = Point::new(200, 199);
        room.further_boxes.push((boxes, room.matrix.clone()));
        let mut stage = touring(dialect);
        stage.insert_room(5, Arc::new(room));
        stage.enter_room(5).unwrap();
        stage.actor_mut(1).unwrap().put(100, 100, Some(5));
        stage.boxes_mut().set_extra_flags(1, 0x8005).unwrap();
        stage.boxes_mut().use_set(1).unwrap();
        assert_eq!(stage.boxes().as_slice()[1].ul.x, 200);
        assert_eq!(
            stage.boxes().extra_flags(1),
            0x8005,
            "extra flags belong to the number of a box, in every set"
        );
        assert_eq!(stage.actor(1).unwrap().pos.x == 200, put, "v{version}");
        assert!(
            stage.boxes_mut().use_set(2).is_err()
                && stage.boxes_mut().set_extra_flags(65, 0).is_err()
        );
        stage.boxes_mut().use_set(0).unwrap();
        assert_eq!(stage.boxes().as_slice()[1].ul.x, 0);
    }
}

#[test]
fn a_room_narrower_than_the_screen_leaves_the_rest_alone_y30() {
    let mut stage = in_room(Dialect::new(6), 2);
    stage.enter_room(4).unwrap();
    stage.tick(&mut Loud);
    let row = stage.front().row(9);
    assert_eq!(
        (row[7], row[8], row[319], stage.camera().cur.x),
        (14, 12, 12, 160)
    );
}

#[test]
fn the_init_frame_is_started_once_for_a_costume_y17() {
    let mut stage = in_room(Dialect::new(6), 2);
    stage.actor_mut(1).unwrap().start_anim(4).unwrap();
    stage.actor_mut(1).unwrap().put(50, 60, Some(3));
    stage.enter_room(3).unwrap();
    stage.show_actors();
    let a = stage.actor(1).unwrap();
    assert_eq!(
        (a.visible, a.frame, a.need_redraw),
        (true, 4, true),
        "the animation continues"
    );
    stage.actor_mut(1).unwrap().set_costume(0).unwrap();
    stage.enter_room(2).unwrap();
    stage.actor_mut(1).unwrap().set_costume(1).unwrap();
    assert!(stage.actor(1).unwrap().costume_needs_init);
    stage.enter_room(3).unwrap();
    stage.show_actors();
    assert_eq!(
        stage.actor(1).unwrap().frame,
        1,
        "a costume that was set in another room starts its init frame"
    );
}

#[test]
fn only_the_rooms_actors_are_shown_y17() {
    let mut stage = touring(Dialect::new(6));
    stage.actor_mut(1).unwrap().init(InitMode::Settings);
    stage.actor_mut(1).unwrap().put(10, 10, Some(3));
    stage.actor_mut(2).unwrap().put(10, 10, Some(2));
    stage.enter_room(3).unwrap();
    stage.show_actors();
    assert_eq!(
        [1, 2].map(|id| stage.actor(id).unwrap().visible),
        [true, false]
    );
}

#[test]
fn another_band_clears_the_buffers_and_moves_the_view_y18() {
    let mut stage = in_room(Dialect::new(6), 3);
    stage.camera_mut().stand_at(400);
    stage.tick(&mut Loud);
    let redraw = stage.state.redraw.full;
    stage.set_band(16..144);
    assert_eq!(
        (
            stage.front().band_top(),
            stage.front().height,
            stage.camera().view_start()
        ),
        (16, 128, 0)
    );
    assert!(
        stage
            .front()
            .rows()
            .chain(stage.back().rows())
            .flatten()
            .all(|&pixel| pixel == 0)
    );
    assert_eq!(stage.state.redraw.full, redraw);
    stage.set_band(150..999);
    assert_eq!(stage.front().height, 50, "the band is cut at line 200");
}

#[test]
fn entering_uses_the_memory_that_is_there() {
    let mut stage = in_room(Dialect::new(6), 3);
    let places = |stage: &Stage| {
        [&stage.buffers.front, &stage.buffers.back].map(|canvas| canvas.pixels().as_ptr())
    };
    let before = places(&stage);
    for room in [2, 4, 3, 0, 2] {
        stage.enter_room(room).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(places(&stage), before);
    }
}
