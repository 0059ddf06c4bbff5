//! The game's objects: their states, and what is drawn of them in mid-play (Y40–Y44, O3–O6).

use scumm_room::{Error, ObjectNow, Point, Result};

use super::view::to_index;
use super::{Backdrop, Stage, State};
use crate::number::check_number;

/// The most objects that wait to be drawn (Y43).
const QUEUE: usize = 200;

impl Stage {
    /// Stores the state of an object of the game (Y40); nothing is drawn. The objects of the room take their states over
    /// once a frame; [`Self::dirty_object`] makes the change seen.
    ///
    /// # Errors
    /// Neither the game nor the room has such an object.
    pub fn set_object_state(&mut self, id: u16, state: u8) -> Result<()> {
        self.check_object(id)?;
        if let Some(stored) = self.state.object_table.get_mut(usize::from(id)) {
            *stored = state;
        }
        Ok(())
    }

    /// The state of an object of the game (Y40).
    ///
    /// # Errors
    /// Neither the game nor the room has such an object.
    pub fn object_state(&self, id: u16) -> Result<u8> {
        self.check_object(id)?;
        Ok(self.stored_state(id))
    }

    /// Gives an object of the game a class, 1 to 32, or takes it away; nothing is drawn. Only what is drawn of an object is
    /// asked for its classes (O6).
    ///
    /// # Errors
    /// Neither the game nor the room has such an object, or there is no such class.
    pub fn set_object_class(&mut self, id: u16, class: u8, on: bool) -> Result<()> {
        self.check_object(id)?;
        check_number("class", class, 1..=32)?;
        let bit = 1_u32 << (class - 1);
        let classes = self.state.object_classes.entry(id).or_insert(0);
        *classes = if on { *classes | bit } else { *classes & !bit };
        Ok(())
    }

    /// Has an object's strips drawn again in the next frame, with all objects over them (Y41). An object that is not in the
    /// room changes nothing.
    ///
    /// # Errors
    /// Neither the game nor the room has such an object.
    pub fn dirty_object(&mut self, id: u16) -> Result<()> {
        self.check_object(id)?;
        let Some(place) = self.object_place(id) else { return Ok(()) };
        let visible = self.visible_strips();
        let width = self.backdrop.room().and_then(|room| room.objects.get(place)).map_or(0, |object| object.width);
        let first = self.state.object_positions.get(place).map_or(0, |at| i32::from(at.x) / 8);
        if width != 0 {
            let end = to_index(first + i32::from(width >> 3));
            let strips = to_index(first).max(visible.start)..end.min(visible.end);
            self.state.dirty.insert_range(strips);
        }
        self.state.background_dirty = true;
        Ok(())
    }

    /// Has an object drawn in the next frame, over what is there, whatever it belongs to (Y43). Of more than 200 objects that
    /// wait the last ones are left out.
    ///
    /// # Errors
    /// Neither the game nor the room has such an object.
    pub fn draw_object(&mut self, id: u16) -> Result<()> {
        self.check_object(id)?;
        if self.state.draw_queue.len() < QUEUE {
            self.state.draw_queue.push(id);
        }
        Ok(())
    }

    /// Takes an object out of those that wait to be drawn (Y43).
    ///
    /// # Errors
    /// Neither the game nor the room has such an object.
    pub fn undraw_object(&mut self, id: u16) -> Result<()> {
        self.check_object(id)?;
        self.state.draw_queue.retain(|queued| *queued != id);
        Ok(())
    }

    /// Forgets the objects that wait to be drawn (Y41, Y43).
    pub fn clear_draw_queue(&mut self) {
        self.state.draw_queue.clear();
    }

    /// Leaves the room's objects out of what is drawn from now on, or draws them again (O4). Those that wait to be drawn are not
    /// asked (Y43).
    pub fn skip_objects(&mut self, skip: bool) {
        self.state.skip_objects = skip;
    }

    /// Says whether the next frame looks for strips of the background that have changed (Y36, Y41).
    pub fn set_background_dirty(&mut self, dirty: bool) {
        self.state.background_dirty = dirty;
    }

    /// Moves an object of the room to `x`, `y` in pixels (Y44); nothing is drawn.
    ///
    /// # Errors
    /// The room has no such object.
    pub fn move_object(&mut self, id: u16, x: i16, y: i16) -> Result<()> {
        let place = self.room_object(id)?;
        if let Some(position) = self.state.object_positions.get_mut(place) {
            *position = Point::new(x, y);
        }
        Ok(())
    }

    fn check_object(&self, id: u16) -> Result<()> {
        if id < self.game_objects || self.object_place(id).is_some() {
            return Ok(());
        }
        let whose = if self.game_objects == 0 { "room" } else { "game" };
        Err(Error::not_found("object", id, format!("the {whose} has no object {id}")))
    }

    /// The place of an object among those of the room.
    ///
    /// # Errors
    /// The room has no such object.
    pub(super) fn room_object(&self, id: u16) -> Result<usize> {
        self.object_place(id).ok_or_else(|| Error::not_found("object", id, format!("the room has no object {id}")))
    }

    /// The place of an object among those of the room.
    fn object_place(&self, id: u16) -> Option<usize> {
        self.backdrop.room()?.objects.iter().position(|object| object.id == id)
    }

    fn stored_state(&self, id: u16) -> u8 {
        self.state.object_table.get(usize::from(id)).copied().unwrap_or(0)
    }

    /// Lets the room's objects take over their states, once a frame (Y40).
    pub(super) fn take_object_states(&mut self) {
        let State { object_table, object_states, .. } = &mut self.state;
        let objects = self.backdrop.room().map_or(&[][..], |room| &room.objects);
        for (object, state) in objects.iter().zip(object_states) {
            *state = object_table.get(usize::from(object.id)).copied().unwrap_or(0);
        }
    }

    /// Draws all objects of the room that are there (O4), into these strips.
    pub(super) fn draw_objects(&mut self, strips: &std::ops::Range<usize>) {
        let Backdrop::Room(room) = self.backdrop.clone() else { return };
        if self.state.skip_objects {
            return;
        }
        for place in room.objects_to_draw(|place| self.state.object_states.get(place).copied().unwrap_or(0)) {
            self.draw_object_at(place, strips.clone());
        }
    }

    /// Draws the objects that wait to be (Y43), in the order of the calls.
    pub(super) fn draw_queued_objects(&mut self) {
        let mut queue = std::mem::take(&mut self.state.draw_queue);
        for id in queue.drain(..) {
            if let Some(place) = self.object_place(id) {
                self.draw_object_at(place, self.visible_strips());
            }
        }
        self.state.draw_queue = queue;
    }

    /// Draws one object of the room in the state that the table has for it (Y40).
    fn draw_object_at(&mut self, place: usize, strips: std::ops::Range<usize>) {
        let Backdrop::Room(room) = &self.backdrop else { return };
        let Some(object) = room.objects.get(place) else { return };
        let now = ObjectNow {
            state: self.stored_state(object.id),
            position: self.state.object_positions.get(place).copied().unwrap_or(object.position),
            classes: self.state.object_classes.get(&object.id).copied().unwrap_or(0),
        };
        let room = std::sync::Arc::clone(room);
        let State { back, planes, room_palette, .. } = &mut self.state;
        let mut target = scumm_room::Target { canvas: back, planes, room_palette };
        if let Some(touched) = room.draw_object_as(place, &now, strips, &mut target) {
            let [left, top, right, bottom] = [touched.left, touched.top, touched.right, touched.bottom].map(to_index);
            self.show_strips(left / 8..right / 8, top..bottom);
        }
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use super::*;
    use crate::fixture::{Loud, in_room};

    /// The colour of the view at column `x`, line 20.
    fn colour(stage: &Stage, x: usize) -> u8 {
        stage.front().row(20)[x]
    }

    #[test]
    fn a_state_is_stored_and_nothing_is_drawn_y40() {
        for version in [5, 6, 7] {
            let mut stage = in_room(Dialect::new(version), 2);
            stage.set_object_state(10, 1).unwrap();
            stage.tick(&mut Loud);
            assert_eq!((stage.object_state(10).unwrap(), colour(&stage, 33)), (1, 12), "v{version}");
            stage.request_full_redraw();
            stage.tick(&mut Loud);
            assert_eq!(
                (colour(&stage, 31), colour(&stage, 32), colour(&stage, 47), colour(&stage, 48)),
                (12, 50, 50, 12)
            );
        }
    }

    #[test]
    fn classes_are_kept_by_object_o6() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.set_object_class(10, 22, true).unwrap();
        stage.set_object_class(10, 1, true).unwrap();
        stage.set_object_class(10, 1, false).unwrap();
        assert_eq!(stage.state.object_classes.get(&10), Some(&0x20_0000));
        assert!(stage.set_object_class(10, 33, true).is_err() && stage.set_object_class(999, 1, true).is_err());
    }

    #[test]
    fn objects_begin_in_the_states_and_classes_of_the_index_and_colours_are_the_machines_o6_p12() {
        use scumm_room::edit::NewGame;
        use scumm_room::resource::GlobalObject;

        let object = |state, class| GlobalObject { owner: Some(15), state, class, ..GlobalObject::default() };
        let mut new = NewGame { objects: vec![object(0, 0), object(3, 0x20_0000), object(0, 1)], ..NewGame::default() };
        new.add_room(1, "", scumm_room::block::write(scumm_room::Tag(*b"ROOM"), &[0; 9]).unwrap());
        let files = new.files(Dialect::new(6), "g").unwrap();
        let game = crate::Game::from_files(files.into_iter().map(|file| (file.name, file.bytes.into()))).unwrap();
        let stage = Stage::for_game(&game);
        assert_eq!((stage.state.object_table.as_slice(), stage.palette()[15]), (&[0, 3, 0][..], [0; 3]));
        assert_eq!(stage.state.object_classes, [(1, 0x20_0000), (2, 1)].into());
        let stage = Stage::for_game(&game.with_dialect(Dialect::new(3)));
        assert_eq!([6, 15].map(|i| stage.displayed_palette()[i]), [[0xaa, 0x55, 0], [255; 3]]);
    }

    #[test]
    fn states_outlive_the_room_y40() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.set_object_state(10, 2).unwrap();
        stage.enter_room(3).unwrap();
        stage.tick(&mut Loud);
        stage.enter_room(2).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 51);
    }

    #[test]
    fn dirty_strips_come_back_and_all_objects_over_them_y41_y42() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.set_object_state(10, 1).unwrap();
        stage.dirty_object(10).unwrap();
        assert_eq!(stage.state.dirty.iter().collect::<Vec<_>>(), [4, 5]);
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 50);
        assert!(!stage.state.background_dirty);
        // The old picture goes with the room's strip.
        stage.set_object_state(10, 0).unwrap();
        stage.dirty_object(10).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 12);
    }

    #[test]
    fn an_actor_in_a_dirty_strip_is_drawn_again_y41() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.actor_mut(1).unwrap().put(34, 25, None);
        stage.tick(&mut Loud);
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 35), 40);
        stage.set_object_state(10, 1).unwrap();
        stage.dirty_object(10).unwrap();
        stage.tick(&mut Loud);
        assert_eq!((colour(&stage, 35), colour(&stage, 45)), (40, 50));
    }

    #[test]
    fn objects_elsewhere_change_nothing_and_others_are_errors_y41() {
        let mut stage = in_room(Dialect::new(6), 3);
        assert!(stage.dirty_object(10).is_err(), "no game says that there is such an object");
        stage.game_objects = 12;
        stage.dirty_object(10).unwrap();
        assert!(!stage.state.background_dirty);
        assert!(stage.set_object_state(12, 1).is_err() && stage.object_state(12).is_err());
        assert!(stage.move_object(10, 1, 1).is_err(), "it is not in the room");
    }

    #[test]
    fn queued_objects_are_drawn_over_what_is_there_y43() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.set_object_state(10, 1).unwrap();
        stage.set_object_state(11, 1).unwrap();
        stage.draw_object(11).unwrap();
        stage.draw_object(10).unwrap();
        stage.undraw_object(11).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(stage.front().row(28)[41], 50, "the knob was taken out");
        stage.draw_object(11).unwrap();
        stage.tick(&mut Loud);
        assert_eq!((stage.front().row(28)[41], stage.state.draw_queue.len()), (60, 0));
        // State 0 has no picture, and the room's strip is not drawn below.
        stage.set_object_state(11, 0).unwrap();
        stage.draw_object(11).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(stage.front().row(28)[41], 60);
        (0..300).for_each(|_| stage.draw_object(10).unwrap());
        assert_eq!(stage.state.draw_queue.len(), QUEUE);
        stage.clear_draw_queue();
        assert!(stage.state.draw_queue.is_empty());
    }

    #[test]
    fn objects_are_left_out_while_a_switch_says_so_o4() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.set_object_state(10, 1).unwrap();
        stage.skip_objects(true);
        stage.dirty_object(10).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 12);
        stage.skip_objects(false);
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 12, "nothing is marked");
        stage.set_background_dirty(true);
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 50, "all objects are drawn (Y36)");
        stage.skip_objects(true);
        stage.draw_object(11).unwrap();
        stage.set_object_state(11, 1).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(stage.front().row(28)[41], 60, "the queue is not asked (Y43)");
    }

    #[test]
    fn a_background_that_is_not_dirty_is_not_looked_at_y41() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.set_object_state(10, 1).unwrap();
        stage.dirty_object(10).unwrap();
        stage.set_background_dirty(false);
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 12);
    }

    #[test]
    fn a_moved_object_is_seen_when_it_is_drawn_y44() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.set_object_state(10, 1).unwrap();
        stage.move_object(10, 64, 16).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 65), 12);
        stage.dirty_object(10).unwrap();
        stage.tick(&mut Loud);
        assert_eq!((colour(&stage, 33), colour(&stage, 65)), (12, 50));
    }
}
