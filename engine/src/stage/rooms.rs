//! Creates stages, adds their resources, and leaves and enters rooms with the same actors
//! (Y1–Y18).

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use glam::IVec2;
use scumm_costume::{BIG_SCALE_TABLE, Costume, StripSet};
use scumm_room::{
    Boxes, Dialect, Enhancements, Error, GameId, Misuse, Platform, Result, Room, SCALE_SLOTS,
};

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
    /// actors. No original screen shows a whole room that is larger than the screen. In all other
    /// respects the stage equals the result of [`Stage::new`].
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
            room_resources: BTreeMap::new(),
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
            if let Err(error) = stage.reset_tables(0) {
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
            return Err(Error::misuse(
                Misuse::WrongGame,
                format!("costume {id} was parsed for another dialect than the stage's"),
            ));
        }
        self.costumes.insert(id, costume);
        Ok(())
    }

    /// Removes a costume from the stage and returns it, if the stage has loaded it. Its memory is
    /// freed with the last `Arc`.
    ///
    /// An actor that wears the costume keeps its number and its limbs. If the stage has resources
    /// with this costume, the next frame loads it again for a visible actor, and the actor is drawn
    /// as before. Otherwise the actor is neither drawn nor animated, and
    /// [`Event::Fault`](crate::Event::Fault) reports
    /// [`ActorFault::NoCostume`](crate::ActorFault::NoCostume) (T21b), until a costume of the
    /// number is inserted.
    pub fn forget_costume(&mut self, id: u16) -> Option<Arc<Costume>> {
        self.costumes.remove(&id)
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

// Leaving and entering rooms (Y1–Y18).

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

    /// Removes a room from the rooms that the stage has loaded and returns it, if the stage has
    /// loaded it. Its memory is freed with the last `Arc`.
    ///
    /// The current room stays on the stage, even if its number is forgotten, and actors in a
    /// forgotten room keep their state. The stage loads the room from its resources when it enters
    /// the room again; without resources [`Self::enter_room`] and [`Self::restore`] return
    /// [`Error::NotFound`] for it.
    pub fn forget_room(&mut self, number: u16) -> Option<Arc<Room>> {
        self.rooms.remove(&number)
    }

    /// Leaves the current room and enters another one (Y11–Y16); 0 is no room. Actors keep their
    /// state except visibility and walks. Call [`Self::show_actors`] to show the actors of the new
    /// room. The next frame is a full redraw.
    ///
    /// Returns the number of rows at the bottom of the room that the stage cuts off, because its
    /// band ([`Self::set_band`]) is lower than the room; 0 if all rows are visible. Stages that are
    /// as high as their room cut nothing.
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if [`Self::insert_room`] has not added the room and the stage's
    /// resources do not have it, and another error if the room is damaged. After an error the stage
    /// is unchanged.
    pub fn enter_room(&mut self, number: u16) -> Result<usize> {
        let backdrop = self.find_room(number)?;
        self.leave_room();
        self.state.room = number;
        self.backdrop = backdrop;
        self.state.camera.enter_room(self.backdrop.width());
        self.state.redraw.full = true;
        if number != 0 {
            self.furnish_room();
            self.enhance_room();
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
        let shown = self.buffers.front.height();
        Ok(self.backdrop.height().saturating_sub(shown))
    }

    /// Applies the changes that the reference makes to some rooms when they are entered. Some of
    /// the changes require an enhancement.
    fn enhance_room(&mut self) {
        let room = self.state.room;
        let platform = self.dialect.platform();
        let game = self.dialect.game();
        // Zak McKracken for FM-Towns: the reference always opens box 4 of this room.
        if game == Some(GameId::Zak) && platform == Platform::FmTowns && room == 138 {
            // A room without this box does not change.
            let _ = self.state.boxes.set_flags(4, 0);
        }
        let is_cd = self.dialect.version() == 5
            && game == Some(GameId::Monkey)
            && !matches!(platform, Platform::SegaCd | Platform::FmTowns);
        let enhances = platform == Platform::Mac
            || self
                .dialect
                .has_enhancement(Enhancements::MI1_NOTICE_COLOUR);
        if is_cd && enhances && room == 36 {
            self.state.colours.room[47] = 15;
        }
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
