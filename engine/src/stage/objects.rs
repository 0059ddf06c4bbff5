//! The objects of the game: their states and their drawing during play (Y40–Y44, O3–O6), and blast
//! objects, which are drawn over everything for one frame (X10–X12).

use std::collections::BTreeMap;
use std::ops::Range;

use scumm_costume::BIG_SCALE_TABLE;
use scumm_room::{
    Enhancements, Error, GameId, Misuse, ObjectNow, Platform, Point, Result, Room, RoomObject,
    RoomTarget, Surface,
};

use super::{Backdrop, Buffers, Colours, Overlay, Stage, State, check_number, to_i32, to_index};

/// The most objects in the drawing queue (Y43).
const QUEUE: usize = 200;

/// The states, classes and positions of objects, and the drawing queue. Operations refer to an
/// object by its number and return an error if neither the game nor the room has this object.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Objects {
    /// The number of objects of the game; 0 if unknown.
    pub(super) of_game: u16,
    /// The states of the game's objects, by object number (Y40).
    table: Vec<u8>,
    /// The classes of the game's objects, by object number, with bit n - 1 for class n. Objects
    /// without a class have no entry (O6).
    classes: BTreeMap<u16, u32>,
    /// The objects of the room, in its order.
    present: Vec<Present>,
    /// The drawing queue (Y43).
    queue: Vec<u16>,
    /// The queue of blast objects, including objects that were drawn and not yet removed (X10).
    blasts: Vec<Blast>,
    /// Whether the objects of the room are not drawn (O4).
    skipped: bool,
}

/// An object of the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Present {
    id: u16,
    /// The state that was copied from the table of states (Y40).
    state: u8,
    /// The position in room pixels (Y44).
    position: Point,
}

impl Objects {
    /// Sets the states and classes of the objects at the start of a game (O6).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if there are more objects than 16-bit numbers.
    pub(super) fn begin_game(
        &mut self,
        objects: &[scumm_room::resource::GlobalObject],
    ) -> Result<()> {
        let count = u16::try_from(objects.len());
        self.of_game = count.map_err(|_| {
            Error::misuse(
                Misuse::OutOfRange,
                format!(
                    "expected at most 65535 objects in a game, found {}",
                    objects.len()
                ),
            )
        })?;
        let classes = (0..=u16::MAX).zip(objects.iter().map(|object| object.class));
        self.classes = classes.filter(|(_, class)| *class != 0).collect();
        self.table = objects.iter().map(|object| object.state).collect();
        Ok(())
    }

    /// Copies other objects into this value without allocating memory, unless a table has grown.
    pub(super) fn copy_from(&mut self, source: &Self) {
        let Self {
            of_game,
            table,
            classes,
            present,
            queue,
            blasts,
            skipped,
        } = source;
        self.table.clone_from(table);
        self.present.clone_from(present);
        self.queue.clone_from(queue);
        self.blasts.clone_from(blasts);
        // Classes rarely change, and copying the map would allocate it again.
        if self.classes != *classes {
            self.classes.clone_from(classes);
        }
        self.of_game = *of_game;
        self.skipped = *skipped;
    }

    /// Clears the state that ends with a room (Y12).
    pub(super) fn leave_room(&mut self) {
        self.queue.clear();
        self.blasts.clear();
        self.present.clear();
    }

    /// Adds the objects of a room.
    pub(super) fn enter_room(&mut self, room: &Room) {
        let last = room
            .objects
            .iter()
            .map(|object| usize::from(object.id) + 1)
            .max()
            .unwrap_or(0);
        self.table.resize(self.table.len().max(last), 0);
        let present = room.objects.iter().map(|object| Present {
            id: object.id,
            state: 0,
            position: object.position,
        });
        self.present = present.collect();
    }

    /// Returns whether a stage can have these objects: all numbers fit in 16 bits.
    pub(super) fn is_possible(&self) -> bool {
        self.table.len() <= usize::from(u16::MAX) + 1
    }

    /// Stores the state of an object without drawing it (Y40). The objects of the room copy their
    /// states once per frame; [`Stage::redraw_object`] makes the change visible.
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if neither the game nor the room has the object.
    pub fn set_state(&mut self, id: u16, state: u8) -> Result<()> {
        self.check(id)?;
        if let Some(stored) = self.table.get_mut(usize::from(id)) {
            *stored = state;
        }
        Ok(())
    }

    /// Returns the state of an object (Y40).
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if neither the game nor the room has the object.
    pub fn state(&self, id: u16) -> Result<u8> {
        self.check(id)?;
        Ok(self.stored_state(id))
    }

    /// Adds an object to a class, 1 to 32, or removes it, without drawing the object. Only the
    /// drawing of objects reads these classes (O6).
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if neither the game nor the room has the object, and
    /// [`Error::Misuse`] if `class` is outside 1 to 32.
    pub fn set_class(&mut self, id: u16, class: u8, on: bool) -> Result<()> {
        self.check(id)?;
        check_number("class", class, 1..=32)?;
        let bit = 1_u32 << (class - 1);
        let classes = self.classes.entry(id).or_insert(0);
        *classes = if on { *classes | bit } else { *classes & !bit };
        Ok(())
    }

    /// Queues an object to be drawn in the next frame, over the existing pixels and without regard
    /// to parent objects (Y43). The queue holds 200 objects; more are dropped.
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if neither the game nor the room has the object.
    pub fn draw(&mut self, id: u16) -> Result<()> {
        self.check(id)?;
        if self.queue.len() < QUEUE {
            self.queue.push(id);
        }
        Ok(())
    }

    /// Removes an object from the drawing queue (Y43).
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if neither the game nor the room has the object.
    pub fn undraw(&mut self, id: u16) -> Result<()> {
        self.check(id)?;
        self.queue.retain(|queued| *queued != id);
        Ok(())
    }

    /// Clears the drawing queue (Y41, Y43).
    pub fn clear_queue(&mut self) {
        self.queue.clear();
    }

    /// Sets whether the room's objects are left out when the background is drawn (O4). Queued
    /// objects are drawn in any case (Y43).
    pub fn skip_all(&mut self, skip: bool) {
        self.skipped = skip;
    }

    /// Moves an object of the room to `x`, `y` in room pixels without drawing it (Y44).
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if the room does not have the object.
    pub fn move_to(&mut self, id: u16, x: i16, y: i16) -> Result<()> {
        let object = self.present.iter_mut().find(|object| object.id == id);
        object.ok_or_else(|| not_in_room(id))?.position = Point::new(x, y);
        Ok(())
    }

    /// Returns the number of queued objects.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Returns the number of objects in the room.
    #[cfg(test)]
    pub(super) fn present(&self) -> usize {
        self.present.len()
    }

    pub(super) fn check(&self, id: u16) -> Result<()> {
        if id < self.of_game || self.place(id).is_some() {
            return Ok(());
        }
        let whose = if self.of_game == 0 { "room" } else { "game" };
        Err(Error::not_found(
            "object",
            id,
            format!("the {whose} has no object {id}"),
        ))
    }

    /// Returns the index of an object in the list of the room's objects.
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if the room does not have the object.
    fn need_place(&self, id: u16) -> Result<usize> {
        self.place(id).ok_or_else(|| not_in_room(id))
    }

    /// Returns the index of an object in the list of the room's objects.
    pub(super) fn place(&self, id: u16) -> Option<usize> {
        self.present.iter().position(|object| object.id == id)
    }

    fn stored_state(&self, id: u16) -> u8 {
        self.table.get(usize::from(id)).copied().unwrap_or(0)
    }

    /// Copies the states of the room's objects from the table, once per frame (Y40).
    pub(super) fn take_states(&mut self) {
        for object in &mut self.present {
            object.state = self.table.get(usize::from(object.id)).copied().unwrap_or(0);
        }
    }

    /// Returns the current properties of the room's object at an index, for drawing: its state in
    /// the table (Y40), position and classes.
    fn now(&self, place: usize) -> Option<ObjectNow> {
        let Present { id, position, .. } = *self.present.get(place)?;
        let classes = self.classes.get(&id).copied().unwrap_or(0);
        Some(ObjectNow {
            state: self.stored_state(id),
            position,
            classes,
        })
    }
}

fn not_in_room(id: u16) -> Error {
    Error::not_found("object", id, format!("the room has no object {id}"))
}

impl Stage {
    /// Returns the objects.
    #[must_use]
    pub fn objects(&self) -> &Objects {
        &self.state.objects
    }

    /// Returns the objects for changes.
    pub fn objects_mut(&mut self) -> &mut Objects {
        &mut self.state.objects
    }

    /// Marks the object's strips as dirty: the next frame draws them again, with all objects over
    /// them (Y41). Does nothing if the object is not in the room.
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if neither the game nor the room has the object.
    pub fn redraw_object(&mut self, id: u16) -> Result<()> {
        self.state.objects.check(id)?;
        let Some(place) = self.state.objects.place(id) else {
            return Ok(());
        };
        let visible = self.visible_strips();
        let width = self
            .backdrop
            .room()
            .and_then(|room| room.objects.get(place))
            .map_or(0, |object| object.width);
        let first = self
            .state
            .objects
            .present
            .get(place)
            .map_or(0, |object| i32::from(object.position.x) / 8);
        if width != 0 {
            let end = to_index(first + i32::from(width >> 3));
            let strips = to_index(first).max(visible.start)..end.min(visible.end);
            self.state.redraw.dirty.insert_range(strips);
        }
        self.state.redraw.background = true;
        Ok(())
    }

    /// Draws all present objects of the room (O4) into these strips.
    pub(super) fn draw_objects(&mut self, strips: &Range<usize>) {
        let Backdrop::Room(room) = self.backdrop.clone() else {
            return;
        };
        if self.state.objects.skipped {
            return;
        }
        let state = |place: usize| {
            self.state
                .objects
                .present
                .get(place)
                .map_or(0, |object| object.state)
        };
        for place in room.objects_to_draw(state) {
            self.draw_object_at(place, strips.clone());
        }
    }

    /// Draws the queued objects (Y43), in the order of the calls.
    pub(super) fn draw_queued_objects(&mut self) {
        let mut queue = std::mem::take(&mut self.state.objects.queue);
        for id in queue.drain(..) {
            if let Some(place) = self.state.objects.place(id) {
                self.draw_object_at(place, self.visible_strips());
            }
        }
        self.state.objects.queue = queue;
    }

    fn draw_object_at(&mut self, place: usize, strips: Range<usize>) {
        let Backdrop::Room(room) = &self.backdrop else {
            return;
        };
        let Some(now) = self.state.objects.now(place) else {
            return;
        };
        let room = std::sync::Arc::clone(room);
        let dark = self.is_dark();
        let mut colours = self.state.colours.room;
        if self.is_french_sign(&room, place) {
            colours[1] = 15;
        }
        let Buffers {
            back: canvas,
            planes,
            ..
        } = &mut self.buffers;
        let tiles = self
            .state
            .nes
            .as_mut()
            .map(|nes| nes.tables.in_light(!dark));
        let mut target = RoomTarget {
            canvas,
            planes,
            room_palette: &colours,
            tiles,
        };
        if let Some(touched) = room.draw_object_as(place, &now, strips, &mut target) {
            let [left, top, right, bottom] =
                [touched.left, touched.top, touched.right, touched.bottom].map(to_index);
            self.show_strips(left / 8..right / 8, top..bottom);
        }
    }
}

impl Stage {
    /// Returns whether an object is the sign of [`Enhancements::MI1_SIGN_FRENCH`].
    fn is_french_sign(&self, room: &Room, place: usize) -> bool {
        if !self.has_enhancement(Enhancements::MI1_SIGN_FRENCH, GameId::Monkey)
            || self.dialect.is_sixteen_colour()
            || self.dialect.platform() == Platform::Amiga
            || self.state.room != 11
        {
            return false;
        }
        let strips = |object: &RoomObject| {
            let first = object.position.x / 8;
            (28..=52).contains(&first)
        };
        room.objects
            .get(place)
            .is_some_and(|object| object.position.y == 24 && object.height == 56 && strips(object))
    }
}

// Blast objects: pictures of objects that are drawn over everything for one frame (X10–X12).

/// The most blast objects in the queue (X10).
const BLAST_QUEUE: usize = 200;

/// The transparent colour of a blast object's picture (S16).
const TRANSPARENT: u8 = 255;

/// The scale of full size.
const WHOLE: u8 = 255;

/// A queued picture of an object that is drawn over everything (X10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Blast {
    object: u16,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    scale: [u8; 2],
    image: u8,
    mode: u8,
}

impl Objects {
    /// Queues an object of the room for the next [`Overlay::draw_blasts`] (X10).
    ///
    /// `rect` is the first column and row in the view, then the width and height that
    /// [`Overlay::remove_blasts`] restores; 0 stands for the object's own size. `scale` is the
    /// horizontal and vertical scale; 255 is full size. `image` selects one of the object's
    /// pictures. In `mode` 3 colours below 8 shade the pixels below them (A75), if the picture is
    /// not scaled. The queue holds 200 objects; more are dropped.
    ///
    /// # Errors
    /// Returns [`Error::NotFound`](scumm_room::Error::NotFound) if the room has no such object.
    pub fn queue_blast(
        &mut self,
        object: u16,
        rect: [i32; 4],
        scale: [u8; 2],
        image: u8,
        mode: u8,
    ) -> Result<()> {
        let [x, y, width, height] = rect;
        // Positions have 16 bits (X10).
        let x = i32::from(x as i16);
        let y = i32::from(y as i16);
        self.need_place(object)?;
        if self.blasts.len() < BLAST_QUEUE {
            self.blasts.push(Blast {
                object,
                x,
                y,
                width,
                height,
                scale,
                image,
                mode,
            });
        }
        Ok(())
    }
}

impl Overlay<'_> {
    /// Draws all queued blast objects into the front buffer, in the order of the calls (X10, X11).
    /// Before v8 an engine calls this after the actors of a frame.
    ///
    /// # Errors
    /// Returns an error if an object does not have the requested picture. The objects after it are
    /// not drawn.
    pub fn draw_blasts(&mut self) -> Result<()> {
        for blast in self.stage.state.objects.blasts.clone() {
            let place = self.stage.state.objects.need_place(blast.object)?;
            let Some(room) = self.stage.backdrop.room() else {
                continue;
            };
            let picture = room.blast_picture(place, blast.image)?;
            self.stage.draw_blast(&blast, &picture);
        }
        Ok(())
    }

    /// Removes all blast objects from the front buffer and from the queue (X12): restores the
    /// rectangles that were passed to [`Objects::queue_blast`] from the back buffer, even if the
    /// pictures have other sizes.
    pub fn remove_blasts(&mut self) {
        for blast in std::mem::take(&mut self.stage.state.objects.blasts) {
            let place = self.stage.state.objects.place(blast.object);
            let object = place.and_then(|place| self.stage.backdrop.room()?.objects.get(place));
            let (own_width, own_height) =
                object.map_or((0, 0), |object| (object.width.into(), object.height.into()));
            let width = if blast.width == 0 {
                own_width
            } else {
                blast.width
            };
            let height = if blast.height == 0 {
                own_height
            } else {
                blast.height
            };
            let top = blast.y.saturating_add(self.stage.top_line());
            self.restore_strips([
                blast.x,
                top,
                blast.x.saturating_add(width),
                top.saturating_add(height),
            ]);
        }
    }
}

impl Stage {
    /// Returns the first visible row of the stage. Stages that are as high as their room scroll
    /// (G3) and show no row outside the room.
    fn top_line(&self) -> i32 {
        if !self.dialect.has_room_high_stage() {
            return 0;
        }
        let (_, lines) = self.dialect.screen_size();
        let last = to_i32(self.backdrop.height()).saturating_sub(lines.into());
        i32::from(self.state.camera.cur.y)
            .saturating_sub(i32::from(lines / 2))
            .min(last)
            .max(0)
    }

    fn draw_blast(&mut self, blast: &Blast, picture: &Surface) {
        let [scale_x, scale_y] = blast.scale;
        let columns = Kept::new(picture.width(), scale_x);
        let lines = Kept::new(picture.height(), scale_y);
        let shades = blast.mode == 3 && blast.scale == [WHOLE; 2];
        let view = to_i32(self.view_width());
        let start = self.state.camera.view_start();
        let top = blast.y.saturating_add(self.top_line());
        let State {
            colours: Colours { shadow, .. },
            renderer,
            ..
        } = &mut self.state;
        let front = &mut self.buffers.front;
        let kept = picture
            .pixels()
            .chunks_exact(picture.width().max(1))
            .zip(&lines.kept)
            .filter(|(_, kept)| **kept);
        let mut scaled = Vec::with_capacity(picture.width());
        for ((line, _), y) in kept.zip(top..) {
            let Some(y) = usize::try_from(y).ok().filter(|y| *y < front.height()) else {
                continue;
            };
            columns.scale(line, &mut scaled);
            for (&colour, x) in scaled
                .iter()
                .zip(blast.x..)
                .filter(|(colour, _)| **colour != TRANSPARENT)
            {
                let Some(x) = usize::try_from(x).ok().filter(|_| x < view) else {
                    continue;
                };
                let index = front.index(start.saturating_add(x), y);
                let Some(pixel) = front.pixels_mut().get_mut(index) else {
                    continue;
                };
                let shaded = shadow
                    .get(usize::from(colour) * 256 + usize::from(*pixel))
                    .filter(|_| shades && colour < 8);
                *pixel = shaded.copied().unwrap_or(colour);
                if let Some(trace) = &mut renderer.trace {
                    trace.clear(index..index + 1);
                }
            }
        }
    }
}

/// The columns or rows of a picture that remain at a scale (X11).
struct Kept {
    /// Whether each column or row remains.
    kept: Vec<bool>,
    /// The number of columns or rows that remain, including the padding up to a multiple of eight.
    count: usize,
}

impl Kept {
    fn new(size: usize, scale: u8) -> Self {
        if scale == WHOLE {
            return Self {
                kept: vec![true; size],
                count: size,
            };
        }
        let base = 256 - to_i32(size / 2);
        let keeps = |q: usize| {
            let index = base + 8 * to_i32(q / 8) + [3, 2, 1, 0, 7, 6, 5, 4][q % 8];
            // For an index outside its table the reference reads the neighbouring memory.
            scale
                >= usize::try_from(index)
                    .ok()
                    .and_then(|i| BIG_SCALE_TABLE.get(i).copied())
                    .unwrap_or(0)
        };
        let padded = (0..size.next_multiple_of(8)).filter(|q| keeps(*q)).count();
        let behind = size % 8 != 0 && keeps(size);
        Self {
            kept: (0..size).map(keeps).collect(),
            count: padded - usize::from(behind),
        }
    }

    /// Writes the remaining columns of a row to `scaled`, moved to the left. If `count` is greater
    /// than the number of remaining columns, the columns after them keep the pixels of the unscaled
    /// row.
    fn scale(&self, line: &[u8], scaled: &mut Vec<u8>) {
        scaled.clear();
        scaled.extend(
            line.iter()
                .zip(&self.kept)
                .filter(|(_, kept)| **kept)
                .map(|(colour, _)| *colour),
        );
        scaled.extend(
            line.get(scaled.len()..self.count.min(line.len()))
                .unwrap_or_default(),
        );
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use super::*;
    use crate::fixture::{Loud, in_room};

    /// Returns the colour of the view at column `x`, row 20.
    fn colour(stage: &Stage, x: usize) -> u8 {
        stage.front().row(20)[x]
    }

    #[test]
    fn a_state_is_stored_and_nothing_is_drawn_y40() {
        for version in [5, 6, 7] {
            let mut stage = in_room(Dialect::new(version), 2);
            stage.objects_mut().set_state(10, 1).unwrap();
            stage.tick(&mut Loud);
            assert_eq!(
                (stage.objects().state(10).unwrap(), colour(&stage, 33)),
                (1, 12),
                "v{version}"
            );
            stage.redraw_mut().full = true;
            stage.tick(&mut Loud);
            assert_eq!(
                (
                    colour(&stage, 31),
                    colour(&stage, 32),
                    colour(&stage, 47),
                    colour(&stage, 48)
                ),
                (12, 50, 50, 12)
            );
        }
    }

    #[test]
    fn classes_are_kept_by_object_o6() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.objects_mut().set_class(10, 22, true).unwrap();
        stage.objects_mut().set_class(10, 1, true).unwrap();
        stage.objects_mut().set_class(10, 1, false).unwrap();
        assert_eq!(stage.state.objects.classes.get(&10), Some(&0x20_0000));
        assert!(
            stage.objects_mut().set_class(10, 33, true).is_err()
                && stage.objects_mut().set_class(999, 1, true).is_err()
        );
    }

    #[test]
    fn objects_begin_in_the_states_and_classes_of_the_index_and_colours_are_the_machines_o6_p12() {
        use scumm_room::edit::NewGame;
        use scumm_room::resource::GlobalObject;

        let object = |state, class| GlobalObject {
            owner: Some(15),
            state,
            class,
            ..GlobalObject::default()
        };
        let mut new = NewGame {
            objects: vec![object(0, 0), object(3, 0x20_0000), object(0, 1)],
            ..NewGame::default()
        };
        new.add_room(
            1,
            "",
            scumm_room::block::write(scumm_room::Tag(*b"ROOM"), &[0; 9]).unwrap(),
        );
        let files = new.files(Dialect::new(6), "g").unwrap();
        let game =
            crate::Game::from_files(files.into_iter().map(|file| (file.name, file.bytes.into())))
                .unwrap();
        let stage = Stage::for_game(&game).unwrap();
        assert_eq!(
            (
                stage.state.objects.table.as_slice(),
                stage.colours().palette[15]
            ),
            (&[0, 3, 0][..], [255; 3])
        );
        assert_eq!(stage.state.objects.classes, [(1, 0x20_0000), (2, 1)].into());
        let stage = Stage::for_game(&game.with_dialect(Dialect::new(3))).unwrap();
        assert_eq!(
            [6, 15].map(|i| stage.colours().displayed()[i]),
            [[0xaa, 0x55, 0], [255; 3]]
        );
    }

    #[test]
    fn states_outlive_the_room_y40() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.objects_mut().set_state(10, 2).unwrap();
        stage.enter_room(3).unwrap();
        stage.tick(&mut Loud);
        stage.enter_room(2).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 51);
    }

    #[test]
    fn dirty_strips_come_back_and_all_objects_over_them_y41_y42() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.objects_mut().set_state(10, 1).unwrap();
        stage.redraw_object(10).unwrap();
        assert_eq!(stage.state.redraw.dirty.iter().collect::<Vec<_>>(), [4, 5]);
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 50);
        assert!(!stage.state.redraw.background);
        // The old picture disappears with the strip of the room.
        stage.objects_mut().set_state(10, 0).unwrap();
        stage.redraw_object(10).unwrap();
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
        stage.objects_mut().set_state(10, 1).unwrap();
        stage.redraw_object(10).unwrap();
        stage.tick(&mut Loud);
        assert_eq!((colour(&stage, 35), colour(&stage, 45)), (40, 50));
    }

    #[test]
    fn objects_elsewhere_change_nothing_and_others_are_errors_y41() {
        let mut stage = in_room(Dialect::new(6), 3);
        assert!(
            stage.redraw_object(10).is_err(),
            "without a game the object is unknown"
        );
        stage.state.objects.of_game = 12;
        stage.redraw_object(10).unwrap();
        assert!(!stage.state.redraw.background);
        assert!(
            stage.objects_mut().set_state(12, 1).is_err() && stage.objects().state(12).is_err()
        );
        assert!(
            stage.objects_mut().move_to(10, 1, 1).is_err(),
            "the object is not in the room"
        );
    }

    #[test]
    fn queued_objects_are_drawn_over_what_is_there_y43() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.objects_mut().set_state(10, 1).unwrap();
        stage.objects_mut().set_state(11, 1).unwrap();
        stage.objects_mut().draw(11).unwrap();
        stage.objects_mut().draw(10).unwrap();
        stage.objects_mut().undraw(11).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(
            stage.front().row(28)[41],
            50,
            "`undraw` removed the knob from the queue"
        );
        stage.objects_mut().draw(11).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(
            (stage.front().row(28)[41], stage.state.objects.queue.len()),
            (60, 0)
        );
        // State 0 has no picture, and the strip of the room is not drawn below it.
        stage.objects_mut().set_state(11, 0).unwrap();
        stage.objects_mut().draw(11).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(stage.front().row(28)[41], 60);
        (0..300).for_each(|_| stage.objects_mut().draw(10).unwrap());
        assert_eq!(stage.state.objects.queue.len(), QUEUE);
        stage.objects_mut().clear_queue();
        assert!(stage.state.objects.queue.is_empty());
    }

    #[test]
    fn objects_are_left_out_while_a_switch_says_so_o4() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.objects_mut().set_state(10, 1).unwrap();
        stage.objects_mut().skip_all(true);
        stage.redraw_object(10).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 12);
        stage.objects_mut().skip_all(false);
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 12, "nothing is marked");
        stage.redraw_mut().background = true;
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 50, "all objects are drawn (Y36)");
        stage.objects_mut().skip_all(true);
        stage.objects_mut().draw(11).unwrap();
        stage.objects_mut().set_state(11, 1).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(
            stage.front().row(28)[41],
            60,
            "the objects of the queue are not drawn (Y43)"
        );
    }

    #[test]
    fn a_background_that_is_not_dirty_is_not_looked_at_y41() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.objects_mut().set_state(10, 1).unwrap();
        stage.redraw_object(10).unwrap();
        stage.redraw_mut().background = false;
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 33), 12);
    }

    #[test]
    fn a_moved_object_is_seen_when_it_is_drawn_y44() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.objects_mut().set_state(10, 1).unwrap();
        stage.objects_mut().move_to(10, 64, 16).unwrap();
        stage.tick(&mut Loud);
        assert_eq!(colour(&stage, 65), 12);
        stage.redraw_object(10).unwrap();
        stage.tick(&mut Loud);
        assert_eq!((colour(&stage, 33), colour(&stage, 65)), (12, 50));
    }

    #[test]
    fn half_a_scale_keeps_every_second_column_x11() {
        let kept = Kept::new(16, 127);
        assert_eq!(
            (kept.count, kept.kept.iter().filter(|kept| **kept).count()),
            (8, 8)
        );
        let mut scaled = Vec::new();
        kept.scale(&(0..16).collect::<Vec<_>>(), &mut scaled);
        assert_eq!(scaled.len(), 8);
        assert!(scaled.is_sorted());
    }

    #[test]
    fn the_whole_scale_keeps_all_x11() {
        let kept = Kept::new(5, WHOLE);
        assert_eq!((kept.count, kept.kept), (5, vec![true; 5]));
    }

    #[test]
    fn columns_that_only_count_show_the_whole_line_x11() {
        let kept = Kept {
            kept: vec![true, false, false, true],
            count: 3,
        };
        let mut scaled = Vec::new();
        kept.scale(&[5, 6, 7, 8], &mut scaled);
        assert_eq!(scaled, [5, 8, 7]);
    }

    #[test]
    fn objects_of_other_rooms_are_no_blast_objects_x10() {
        let mut stage = in_room(Dialect::new(6), 2);
        let mut queue = |object| {
            stage
                .objects_mut()
                .queue_blast(object, [0; 4], [WHOLE; 2], 1, 0)
        };
        assert!(queue(999).is_err());
        queue(10).unwrap();
        let far = [65_536 + 5, -65_536 - 6, 0, 0];
        stage
            .objects_mut()
            .queue_blast(10, far, [WHOLE; 2], 1, 0)
            .unwrap();
        let last = stage.state.objects.blasts.last().unwrap();
        assert_eq!(
            (last.x, last.y),
            (5, -6),
            "coordinates are stored with 16 bits"
        );
        assert!(
            stage.overlay().draw_blasts().is_err(),
            "the object's picture is not a BOMP"
        );
        stage.overlay().remove_blasts();
        assert!(stage.state.objects.blasts.is_empty());
    }
}
