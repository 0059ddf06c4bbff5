//! Creates stages, adds their resources, and leaves and enters rooms with the same actors (Y1–Y18).

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use glam::IVec2;
use scumm_costume::{BIG_SCALE_TABLE, Costume, StripSet};
use scumm_room::{Boxes, Dialect, Error, Result, Room, SCALE_SLOTS};

use super::buffers::pitch;
use super::{
    Actors, Backdrop, Buffers, Camera, Stage, State, Tables, Variables, expect_size, to_i32,
};
use crate::game::BLEND_TABLE;
use crate::{Game, Resources};

impl Stage {
    /// Creates a stage that shows `band`, a range of the screen's rows, in v1..v6 (G1); the band is
    /// limited to the height of the screen. In v7+ and in Humongous games with 640x480 pixels the
    /// stage is as high as its room, whatever `band` is.
    ///
    /// Boxes, scale slots and palette come from the room, if the backdrop is a room. The buffers
    /// are empty until [`Stage::draw_background`] or the first frame. The actors have the state of
    /// engine start (T20, mode -1).
    #[must_use]
    pub fn new(dialect: Dialect, backdrop: Backdrop, band: Range<u16>) -> Self {
        let (width, screen) = dialect.screen_size();
        let height = if dialect.has_room_high_stage() {
            backdrop.height()
        } else {
            band.len().min(screen.into())
        };
        Self::with_view(dialect, backdrop, band.start, (width.into(), height))
    }

    /// Creates a stage that shows its whole backdrop at once, whatever its size, for pictures of
    /// actors. No original screen does so. Otherwise the stage is that of [`Stage::new`].
    #[must_use]
    pub fn whole(dialect: Dialect, backdrop: Backdrop) -> Self {
        let size = (backdrop.width(), backdrop.height());
        Self::with_view(dialect, backdrop, 0, size)
    }

    fn with_view(
        dialect: Dialect,
        backdrop: Backdrop,
        band_top: u16,
        (width, height): (usize, usize),
    ) -> Self {
        let mut state = State::new(&dialect, width);
        let mut buffers = Buffers::new(pitch(&dialect, width), height);
        buffers.band_top = band_top;
        state.camera.enter_room(backdrop.width());
        let mut stage = Self {
            dialect,
            backdrop,
            rooms: BTreeMap::new(),
            costumes: BTreeMap::new(),
            resources: None,
            blocks: BTreeMap::new(),
            tables: Tables::default(),
            state,
            buffers,
        };
        stage.furnish_room();
        let black = stage.black();
        stage.buffers.front.pixels_mut().fill(black);
        // In stages that are as high as their room the camera shows the first screen.
        let lines = height.min(stage.dialect.screen_size().1.into());
        let middle = IVec2::new(to_i32(stage.view_width() / 2), to_i32(lines / 2));
        stage.place_camera(middle.x, middle.y);
        stage
    }

    /// Creates a stage before its first room (Y1). The stage has actors but no room, and a frame
    /// draws nothing.
    #[must_use]
    pub fn empty(dialect: Dialect) -> Self {
        let (width, screen) = dialect.screen_size();
        let lines = match dialect.version() {
            _ if dialect.has_room_high_stage() => 0..screen,
            0 => 8..144,
            1 if !dialect.is_nes() => 16..152,
            _ => 16..144,
        };
        let mut stage = Self::with_view(
            dialect,
            Backdrop::Nothing,
            lines.start,
            (width.into(), lines.len()),
        );
        stage.state.room = 0;
        stage.state.camera = Camera::new(&dialect, width.into());
        stage.state.camera.steps = true;
        stage
    }

    /// Creates a stage for a game before its first room, with the initial palette (P12), the
    /// initial states and classes of objects (O6), and the number of palette slots in the index
    /// (H1). Rooms and costumes are loaded when they are needed.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the game has more objects than 16-bit numbers.
    pub fn for_game(game: &Game) -> Result<Self> {
        let mut stage = Self::empty(game.dialect());
        stage.set_resources(Arc::new(game.clone()));
        if stage.dialect.is_nes() {
            stage.insert_blocks_of(game);
            if let Err(error) = stage.start_tables(0) {
                log::warn!("the tables of sprites and tiles: {error}");
            }
        }
        let index = game.files().index();
        stage
            .state
            .colours
            .begin_game(index.maxs.as_ref().and_then(|maxs| maxs.palettes()));
        stage.state.objects.begin_game(&index.objects)?;
        Ok(stage)
    }

    /// Creates a stage for a game and enters one of its rooms, for programs that show a single
    /// room. The band is as high as the room, the camera is at the left edge, and the background is
    /// drawn, with the objects in their initial states.
    ///
    /// # Errors
    /// Returns the errors of [`Self::for_game`] and [`Game::room`].
    pub fn for_room(game: &Game, number: u16) -> Result<Self> {
        let mut stage = Self::for_game(game)?;
        let lines = stage.find_room(number)?.height();
        stage.set_band(0..u16::try_from(lines).unwrap_or(u16::MAX));
        stage.enter_room(number)?;
        stage.state.camera.steps = false;
        stage.place_camera(stage.camera().cur.x.into(), stage.camera().cur.y.into());
        stage.draw_background();
        Ok(stage)
    }

    /// Sets the source of rooms and costumes that were not inserted.
    pub fn set_resources(&mut self, resources: Arc<dyn Resources>) {
        self.resources = Some(resources);
    }

    /// Loads a costume, unless the stage has it already or the resources do not have it (T21b).
    ///
    /// # Errors
    /// Returns an error if the costume exists but cannot be loaded.
    pub(crate) fn load_costume(&mut self, id: u16) -> Result<()> {
        let Some(resources) = self
            .resources
            .as_ref()
            .filter(|_| id != 0 && !self.costumes.contains_key(&id))
        else {
            return Ok(());
        };
        match resources.costume(id) {
            Ok(costume) => self.insert_costume(id, costume),
            Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Adds a costume under a number. Replaces an earlier costume of that number.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the costume was parsed for another [`Dialect`] than the
    /// stage's.
    pub fn insert_costume(&mut self, id: u16, costume: Arc<Costume>) -> Result<()> {
        if *costume.dialect() != self.dialect {
            return Err(Error::Misuse(format!(
                "costume {id} was parsed for another dialect than the stage's"
            )));
        }
        self.costumes.insert(id, costume);
        Ok(())
    }

    /// Adds a blend table of 65536 bytes under the number of its image (A61).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the table has another size.
    pub fn insert_xmap(&mut self, image: u16, xmap: Arc<[u8]>) -> Result<()> {
        expect_size("a blend table", xmap.len(), BLEND_TABLE)?;
        self.tables.xmaps.insert(image, xmap);
        Ok(())
    }

    /// Sets the game's own table in place of the big scale table, and switches it on (A63).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the table does not have 768 bytes.
    pub fn set_scale_table(&mut self, table: Arc<[u8]>) -> Result<()> {
        expect_size("a scale table", table.len(), BIG_SCALE_TABLE.len())?;
        self.tables.scale = Some(table);
        self.state.variables.own_scale_table = true;
        Ok(())
    }

    /// Sets the lights variable of v1..v5. Actors are dark while bit 3 is clear (C54), and the room
    /// is dark while bit 1 is clear (R13). The next frame is a full redraw.
    pub fn set_lights(&mut self, lights: u16) {
        self.state.redraw.full |= self.dialect.has_lights();
        self.state.lights = lights;
    }

    /// Sets the number of the backdrop's room, for a stage that has not entered a room.
    #[must_use]
    pub fn with_room_number(mut self, room: u16) -> Self {
        self.state.room = room;
        self
    }

    /// Returns the script variables that the stage reads.
    #[must_use]
    pub fn variables(&self) -> &Variables {
        &self.state.variables
    }

    /// Returns the script variables that the stage reads, for plain stores.
    pub fn variables_mut(&mut self) -> &mut Variables {
        &mut self.state.variables
    }
}

// Leaves and enters rooms with the same actors (Y1–Y18).

impl Stage {
    /// Adds a room under its number, for [`Self::enter_room`]. Replaces an earlier room of that
    /// number.
    pub fn insert_room(&mut self, number: u16, room: Arc<Room>) {
        self.rooms.insert(number, room);
    }

    /// Returns the room of this number, if the stage has loaded it.
    #[must_use]
    pub fn room(&self, number: u16) -> Option<&Arc<Room>> {
        self.rooms.get(&number)
    }

    /// Leaves the current room and enters another one (Y11–Y16); 0 is no room. Actors keep their
    /// state except visibility and walks. Call [`Self::show_actors`] to show the actors of the new
    /// room. The next frame is a full redraw.
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if [`Self::insert_room`] has not added the room and the stage's
    /// resources do not have it, and another error if the room is damaged. The stage does not
    /// change then.
    pub fn enter_room(&mut self, number: u16) -> Result<()> {
        let backdrop = self.find_room(number)?;
        self.leave_room();
        self.state.room = number;
        self.backdrop = backdrop;
        self.state.camera.enter_room(self.backdrop.width());
        self.state.redraw.full = true;
        if number != 0 {
            self.furnish_room();
            self.camera_enters();
            // No actor has drawn in the new room yet, and no strip has changed (Y16).
            self.state
                .actors
                .iter_mut()
                .for_each(|actor| actor.strips = StripSet::default());
            let redraw = &mut self.state.redraw;
            redraw.dirty = StripSet::default();
            redraw.restored = StripSet::default();
        }
        Ok(())
    }

    /// Returns the backdrop of a room. Loads the room if necessary.
    pub(super) fn find_room(&mut self, number: u16) -> Result<Backdrop> {
        if number == 0 {
            return Ok(Backdrop::Nothing);
        }
        if let Some(room) = self.rooms.get(&number) {
            return Ok(Backdrop::Room(Arc::clone(room)));
        }
        let missing = || {
            let message =
                format!("there is no room {number} on this stage: it has to be inserted first");
            Error::not_found("room", number, message)
        };
        let room = self.resources.as_ref().ok_or_else(missing)?.room(number)?;
        self.rooms.insert(number, Arc::clone(&room));
        Ok(Backdrop::Room(room))
    }

    /// Clears the state that ends with a room (Y11–Y13, P9).
    fn leave_room(&mut self) {
        self.state.objects.leave_room();
        self.state.redraw.aux_rects.clear();
        for id in Actors::ids() {
            self.handle(id).hide();
        }
        self.state.colours.leave_room();
    }

    /// Copies the palette, objects, boxes, scale slots and planes of the room, if the backdrop is a
    /// room, and resizes the buffers for it (Y15). Pixels of the previous room stay in the buffers,
    /// except in v7 and later.
    pub(crate) fn furnish_room(&mut self) {
        let state = &mut self.state;
        if let Backdrop::Room(room) = &self.backdrop {
            state.colours.enter_room(room);
            state.objects.enter_room(room);
            state.boxes =
                Boxes::with_matrix(&self.dialect, room.boxes.clone(), room.matrix.clone());
            for (number, slot) in (1..=SCALE_SLOTS)
                .zip(&room.scale_slots)
                .filter_map(|(i, slot)| Some((i, (*slot)?)))
            {
                // The zip keeps the number in range.
                let _ = state.scale_slots.set(number, slot);
            }
        }
        if self.dialect.has_room_high_stage() && !self.backdrop.is_nothing() {
            state.camera.view_start = 0;
            self.buffers.clear();
            self.fit_buffers(self.backdrop.height());
        } else {
            self.fit_buffers(self.buffers.front.height());
        }
        self.enter_tables();
        self.buffers
            .reset_planes(&self.backdrop, self.dialect.is_v7_plus());
        self.state.objects.take_states();
    }

    /// Resizes both buffers to `height` rows plus the tail that the width of the room requires
    /// (G2).
    fn fit_buffers(&mut self, height: usize) {
        self.buffers.resize(height, self.backdrop.width());
        if self.state.renderer.trace.is_some() {
            self.start_trace();
        }
    }

    /// Shows every actor of the room, in number order (Y17).
    pub fn show_actors(&mut self) {
        self.for_actors_of_room(|mut actor| actor.show());
    }

    /// Moves the stage to another band of the screen's rows (Y18). Both buffers are filled with 0,
    /// and the view starts at the left edge of the room until the camera's next step. The band is
    /// cut at the lower edge of the screen.
    pub fn set_band(&mut self, band: Range<u16>) {
        let (_, screen) = self.dialect.screen_size();
        let height = band.len().min(screen.saturating_sub(band.start).into());
        self.buffers.band_top = band.start;
        self.state.camera.view_start = 0;
        self.buffers.clear();
        self.fit_buffers(height);
        if self.buffers.planes.height() < height {
            self.buffers.planes.grow(height, self.backdrop.width());
        }
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::{Platform, Point, ScaleSlot};

    use super::*;
    use crate::fixture::{Loud, dressed, in_room, plain_room, stage, touring};
    use crate::{CameraMode, InitMode, Table, moving};

    #[test]
    fn he70_rooms_always_have_a_remap_h5() {
        let remp = |he| stage(Dialect::humongous(he)).colours().remap().copied();
        assert_eq!(remp(70), Some(*Table::<u8>::identity()));
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
            Table::identity().to_vec()
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
                .filter(|a| a.costume == a.id)
                .count()
        };
        assert_eq!(costumes(Dialect::new(1)), 24);
        assert_eq!(
            costumes(Dialect::new(1).with_game(Some(scumm_room::GameId::Zak))),
            12
        );
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
        // Scripts keep the table of aliases; the stage gets the room under its alias.
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
            let mut room =
                Arc::into_inner(plain_room(&dialect, (320, 200), 12, Vec::new())).unwrap();
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
                "extra words are the boxes' by number"
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
            "it goes on where it stopped"
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
            "a costume that was put on elsewhere begins"
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
        assert_eq!(stage.front().height, 50, "the screen ends at 200");
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
}
