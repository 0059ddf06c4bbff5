//! Properties of a stage that hold for any sequence of operations in several rooms.

use proptest::prelude::*;
use scumm_room::Dialect;

use super::*;
use crate::fixture::{Loud, touring};

/// An action of a script or an engine.
#[derive(Clone, Debug)]
enum Deed {
    Enter(u16),
    Put(u16, i16, i16),
    Walk(u16, i16, i16),
    Pan(i16),
    CameraTo(i16),
    Follow(u16, bool),
    ObjectState(u16, u8),
    DrawObject(u16),
    MoveObject(i16, i16),
    Mark(i32, i32),
    Erase([i32; 4]),
    RestoreStrips([i32; 4]),
    FadeOut(u16),
    Talk(u16),
    Frames(u8),
}

/// Returns the actions that are possible in a room with a fixed view. After each of these actions
/// the picture must equal the picture of a full redraw.
fn still() -> impl Strategy<Value = Deed> {
    prop_oneof![
        1 => prop::sample::select(vec![2, 3]).prop_map(Deed::Enter),
        2 => (1_u16..3, 0_i16..640, 0_i16..200).prop_map(|(id, x, y)| Deed::Put(id, x, y)),
        3 => (1_u16..3, 0_i16..640, 0_i16..200).prop_map(|(id, x, y)| Deed::Walk(id, x, y)),
        2 => (10_u16..12, 0_u8..3).prop_map(|(id, state)| Deed::ObjectState(id, state)),
        1 => (1_u16..3).prop_map(Deed::Talk),
        4 => (1_u8..20).prop_map(Deed::Frames),
    ]
}

/// Returns the actions that are possible with a moving camera.
fn quiet() -> impl Strategy<Value = Deed> {
    prop_oneof![
        13 => still(),
        2 => (0_i16..640).prop_map(Deed::Pan),
        1 => (0_i16..640).prop_map(Deed::CameraTo),
        2 => (1_u16..3, any::<bool>()).prop_map(|(id, force)| Deed::Follow(id, force)),
    ]
}

/// Returns any action.
fn any_deed() -> impl Strategy<Value = Deed> {
    let rect = prop::array::uniform4(-400_i32..700);
    prop_oneof![
        8 => quiet(),
        1 => prop::sample::select(vec![0, 4, 9]).prop_map(Deed::Enter),
        1 => (10_u16..13).prop_map(Deed::DrawObject),
        1 => any::<(i16, i16)>().prop_map(|(x, y)| Deed::MoveObject(x, y)),
        1 => any::<(i32, i32)>().prop_map(|(left, right)| Deed::Mark(left, right)),
        1 => rect.clone().prop_map(Deed::Erase),
        1 => rect.prop_map(Deed::RestoreStrips),
        1 => (0_u16..2).prop_map(Deed::FadeOut),
    ]
}

/// Performs an action. Errors are ignored: the stages that a test compares refuse the same actions.
fn act(stage: &mut Stage, deed: &Deed, mut frame: impl FnMut(&mut Stage)) {
    match *deed {
        Deed::Enter(room) => {
            if stage.enter_room(room).is_ok() {
                stage.show_actors();
            }
        }
        Deed::Put(id, x, y) => {
            let room = stage.room_number();
            stage.handle(id).put(x.into(), y.into(), Some(room));
        }
        Deed::Walk(id, x, y) => stage.handle(id).walk(x.into(), y.into(), None),
        Deed::Pan(x) => stage.camera_mut().pan_to(x, 100),
        Deed::CameraTo(x) => stage.camera_mut().send_to(x, 100),
        Deed::Follow(id, force) => stage.follow_with_camera(id, force).unwrap(),
        Deed::ObjectState(id, state) => {
            if stage.objects_mut().set_state(id, state).is_ok() {
                stage.redraw_object(id).unwrap();
            }
        }
        Deed::DrawObject(id) => drop(stage.objects_mut().draw(id)),
        Deed::MoveObject(x, y) => drop(stage.objects_mut().move_to(10, x, y)),
        Deed::Mark(left, right) => stage.overlay().mark_restored(left, right),
        Deed::Erase(rect) => stage.overlay().erase(rect),
        Deed::RestoreStrips(rect) => stage.overlay().restore_strips(rect),
        Deed::FadeOut(effect) => stage.overlay().fade_out(effect),
        Deed::Talk(id) => stage.handle(id).talk(),
        Deed::Frames(count) => (0..count).for_each(|_| frame(stage)),
    }
}

fn tick(stage: &mut Stage) {
    stage.tick(&mut Loud);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// A snapshot that is restored in another stage continues like the saved stage.
    #[test]
    fn a_restored_stage_plays_on_alike(
        version in 5_u8..8,
        before in prop::collection::vec(any_deed(), 0..12),
        after in prop::collection::vec(any_deed(), 1..12),
    ) {
        let mut one = touring(Dialect::new(version));
        one.enter_room(2).unwrap();
        before.iter().for_each(|deed| act(&mut one, deed, tick));
        let mut other = touring(Dialect::new(version));
        other.enter_room(3).unwrap();
        tick(&mut other);
        other.restore(&one.save()).unwrap();
        for deed in &after {
            act(&mut one, deed, tick);
            act(&mut other, deed, tick);
            prop_assert!(one.save() == other.save(), "{deed:?}");
        }
    }

    /// If every change of an object marks its strips as dirty, a redraw of the dirty strips shows
    /// the same picture as a full redraw (Y36, Y41).
    #[test]
    fn drawing_what_changed_is_drawing_everything(
        version in 5_u8..8,
        deeds in prop::collection::vec(still(), 1..20),
    ) {
        compare_with_full_frames(version, &deeds, tick)?;
    }

    /// With a moving camera the picture also equals the picture of a full redraw, except for
    /// actors: an actor that the left edge cuts does not claim the strips outside the view, in
    /// which the next step of the camera shows it (D3). Therefore every frame of this test draws
    /// all actors.
    #[test]
    fn scrolling_to_a_view_is_drawing_it(version in 5_u8..8, deeds in prop::collection::vec(quiet(), 1..20)) {
        compare_with_full_frames(version, &deeds, |stage| {
            stage.state.actors.iter_mut().for_each(|actor| actor.need_redraw = true);
            tick(stage);
        })?;
    }
}

/// Asserts that a stage whose frames are drawn by `frame` shows the same picture in each frame as a
/// stage that draws everything in each frame.
fn compare_with_full_frames(
    version: u8,
    deeds: &[Deed],
    frame: impl Fn(&mut Stage),
) -> Result<(), TestCaseError> {
    let mut some = touring(Dialect::new(version));
    let mut all = some.clone();
    for stage in [&mut some, &mut all] {
        stage.enter_room(2).unwrap();
        tick(stage);
    }
    let full = |stage: &mut Stage| {
        stage.redraw_mut().full = true;
        tick(stage);
    };
    for deed in deeds {
        act(&mut some, deed, &frame);
        act(&mut all, deed, full);
        if matches!(deed, Deed::Frames(_)) {
            prop_assert!(
                some.back().rows().eq(all.back().rows()),
                "the background after {deed:?}"
            );
            prop_assert!(
                some.front().rows().eq(all.front().rows()),
                "the picture after {deed:?}"
            );
        }
    }
    Ok(())
}

/// After a scroll, the newly visible part of an actor is drawn if the actor has claimed the strip
/// or is drawn in each frame. The strip to the left of the view is not claimed (D3). v6 draws a cut
/// actor again in each frame (C47); v7 does not.
#[test]
fn v7_leaves_an_actor_cut_that_is_scrolled_in_from_the_left_c47_d3() {
    for (version, seen) in [(6, 6), (7, 1)] {
        let mut stage = touring(Dialect::new(version));
        stage.enter_room(3).unwrap();
        stage.camera_mut().send_to(234, 100);
        stage.handle(1).put(67, 0, Some(3));
        tick(&mut stage);
        assert!((68..=74).contains(&stage.camera().view_start()));
        stage.camera_mut().pan_to(0, 100);
        while stage.camera().view_start() > 67 {
            tick(&mut stage);
        }
        let row = stage.buffers.front.index(67, 0)..stage.buffers.front.index(73, 0);
        let background = stage.buffers.back.pixels()[row.start];
        let pixels = &stage.buffers.front.pixels()[row];
        assert_eq!(
            pixels.iter().filter(|pixel| **pixel != background).count(),
            seen,
            "v{version}: {pixels:?}"
        );
    }
}

/// The changes of the reference, each switched off and on.
mod enhancements {
    use glam::I16Vec2;
    use scumm_room::{Boxes, Dialect, Enhancements, GameId, Planes, Platform, WalkBox};

    use crate::Stage;
    use crate::fixture::{plain_room, stage, touring};

    /// Returns a dialect without and with an enhancement.
    fn off_and_on(version: u8, game: GameId, flag: Enhancements) -> [Dialect; 2] {
        let off = Dialect::new(version).with_game(Some(game));
        [off, off.with_enhancements(flag)]
    }

    #[test]
    fn the_tank_of_sam_and_max_stands_a_pixel_further_right_p15() {
        let x = |dialect: Dialect, id, y| {
            let mut stage = stage(dialect).with_room_number(16);
            stage.actor_mut(id).unwrap().put(235, y, Some(16));
            stage.actor(id).unwrap().pos.x
        };
        let dialects = off_and_on(6, GameId::SamNMax, Enhancements::SAM_TANK_X);
        assert_eq!(dialects.map(|dialect| x(dialect, 5, 236)), [235, 236]);
        assert_eq!(dialects.map(|dialect| x(dialect, 5, 235)), [235, 235]);
        assert_eq!(dialects.map(|dialect| x(dialect, 6, 236)), [235, 235]);
    }

    #[test]
    fn one_actor_of_v3_has_a_scale_p15() {
        let scale = |dialect: Dialect, costume| {
            let mut stage = stage(dialect).with_room_number(12);
            stage.actor_mut(2).unwrap().costume = costume;
            let _ = stage.handle(2).take_scale();
            stage.actor(2).unwrap().scale_x
        };
        let dialects = off_and_on(3, GameId::Indy3, Enhancements::INDY3_HENRY_SCALE);
        assert_eq!(dialects.map(|dialect| scale(dialect, 7)), [255, 80]);
        assert_eq!(dialects.map(|dialect| scale(dialect, 8)), [255, 255]);
    }

    #[test]
    fn a_box_of_a_room_of_another_resource_hides_nothing_p15() {
        let plane = |dialect: Dialect, resource| {
            let mut stage = stage(dialect).with_room_number(225);
            stage.set_room_resource(225, resource);
            stage.buffers.planes = Planes::new(320, 200, 320, 4);
            let boxed = WalkBox {
                mask: 2,
                ..WalkBox::default()
            };
            stage.state.boxes = Boxes::new(&dialect, vec![boxed; 9]);
            stage.actor_mut(1).unwrap().walkbox = 8;
            stage.z_plane(1)
        };
        let dialects = off_and_on(5, GameId::Indy4, Enhancements::INDY4_ABODE_MASK);
        assert_eq!(dialects.map(|dialect| plane(dialect, 94)), [2, 0]);
        assert_eq!(dialects.map(|dialect| plane(dialect, 95)), [2, 2]);
    }

    #[test]
    fn film_noir_makes_the_display_grey_or_the_colours_p15() {
        let colours = |dialect: Dialect| {
            let mut stage = stage(dialect);
            let colours = stage.colours_mut();
            colours.noir = true;
            colours.set_colour(5, [30, 60, 90]);
            (colours.palette[5], colours.displayed()[5])
        };
        let dialects = off_and_on(6, GameId::SamNMax, Enhancements::SAM_NOIR);
        assert_eq!(
            dialects.map(colours),
            [([60; 3], [60; 3]), ([30, 60, 90], [60; 3])]
        );
    }

    #[test]
    fn a_display_with_gamma_is_brighter_on_the_macintosh_p12() {
        let shown = |platform, gamma| {
            let mut stage = stage(Dialect::new(5).with_platform(platform));
            let colours = stage.colours_mut();
            colours.gamma = gamma;
            colours.palette[1] = [0x55, 0xaa, 0xff];
            colours.displayed()[1]
        };
        let plain = [0x55, 0xaa, 0xff];
        assert_eq!(shown(Platform::Mac, true), [0x77, 0xc0, 0xff]);
        assert_eq!(
            [shown(Platform::Mac, false), shown(Platform::Dos, true)],
            [plain; 2]
        );
    }

    #[test]
    fn a_notice_of_monkey_island_has_another_colour_p15() {
        let colour = |dialect: Dialect| {
            let mut stage: Stage = touring(dialect);
            let room = plain_room(&dialect, (320, 200), 9, Vec::new());
            stage.insert_room(36, room);
            stage.enter_room(36).unwrap();
            stage.state.colours.room[47]
        };
        let dialects = off_and_on(5, GameId::Monkey, Enhancements::MI1_NOTICE_COLOUR);
        assert_eq!(dialects.map(colour), [47, 15]);
        assert_eq!(colour(dialects[0].with_platform(Platform::Mac)), 15);
        assert_eq!(colour(dialects[1].with_platform(Platform::SegaCd)), 47);
    }

    #[test]
    fn put_keeps_other_places_p15() {
        let [_, on] = off_and_on(6, GameId::SamNMax, Enhancements::SAM_TANK_X);
        let mut stage = stage(on).with_room_number(16);
        stage.actor_mut(5).unwrap().put(235, 236, Some(17));
        assert_eq!(stage.actor(5).unwrap().pos, I16Vec2::new(235, 236));
    }
}
