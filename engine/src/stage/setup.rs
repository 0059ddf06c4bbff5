//! Making a stage and furnishing it, and the variables that scripts change.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::IVec2;
use scumm_costume::{BIG_SCALE_TABLE, Costume};
use scumm_room::{Boxes, Dialect, Error, Matrix, Palette, Result, ScaleSlot, WalkBox};

use super::slots::PaletteSlots;
use super::state::State;
use super::view::{pitch, to_i32};
use super::{Backdrop, Band, Camera, Stage, Tables};
use crate::{Game, Table, blend};

impl Stage {
    /// A stage of v1..v6 shows a band of the screen (G1), at most the screen; v7+ and Humongous games on 640x480 are as high
    /// as the room and look at `band` not at all.
    ///
    /// Boxes, scale slots and palette come from the room, if the backdrop is one; buffers are empty until
    /// [`Stage::draw_background`] or the first frame. Actors are as at engine start (T20, mode -1).
    #[must_use]
    pub fn new(dialect: Dialect, backdrop: Backdrop, band: Band) -> Self {
        let (width, screen) = dialect.screen_size();
        let height = if dialect.has_room_high_stage() { backdrop.height() } else { band.height.min(screen).into() };
        Self::with_view(dialect, backdrop, band.top, (width.into(), height))
    }

    /// A stage that shows the whole of its backdrop at once, however large it is, as no screen of its time does: for
    /// pictures of actors. All else is as with [`Stage::new`].
    #[must_use]
    pub fn whole(dialect: Dialect, backdrop: Backdrop) -> Self {
        let size = (backdrop.width(), backdrop.height());
        Self::with_view(dialect, backdrop, 0, size)
    }

    fn with_view(dialect: Dialect, backdrop: Backdrop, band_top: u16, (width, height): (usize, usize)) -> Self {
        let mut state = State::new(&dialect, pitch(&dialect, width), height);
        state.band_top = band_top;
        // A room without REMP has the identity (H5).
        let remp = dialect.has_room_remap().then(|| Arc::from(Table::identity().to_vec()));
        let mut stage = Self {
            dialect,
            backdrop,
            rooms: BTreeMap::new(),
            costumes: BTreeMap::new(),
            game_objects: 0,
            tables: Tables { remp, ..Tables::default() },
            state,
        };
        stage.furnish_room();
        let middle = IVec2::new(to_i32(stage.view_width() / 2), to_i32(height / 2));
        stage.set_camera(middle.x, middle.y);
        stage
    }

    /// A stage before its first room (Y1): there are actors, but no room, and a frame draws nothing.
    #[must_use]
    pub fn empty(dialect: Dialect) -> Self {
        let (width, screen) = dialect.screen_size();
        let lines = match dialect.version() {
            _ if dialect.has_room_high_stage() => 0..screen,
            1 => 16..152,
            _ => 16..144,
        };
        let band = Band::from(lines);
        let mut stage = Self::with_view(dialect, Backdrop::Nothing, band.top, (width.into(), band.height.into()));
        stage.state.room = 0;
        stage.state.camera = Camera::new(&dialect);
        stage.state.camera_steps = true;
        stage
    }

    /// A stage of a game before its first room, with the palette (P12) and the states and classes of objects that the game
    /// begins with (O6), and as many palette slots as its index has (H1).
    #[must_use]
    pub fn for_game(game: &Game) -> Self {
        let mut stage = Self::empty(game.dialect());
        stage.state.palette = Palette::initial(&stage.dialect);
        let palettes = game.files().index().maxs.as_ref().and_then(|maxs| maxs.palettes());
        if let Some(last) = palettes.filter(|_| stage.dialect.has_palette_slots()) {
            stage.state.slots = PaletteSlots::up_to(u8::try_from(last).unwrap_or(u8::MAX).max(1));
        }
        let objects = &game.files().index().objects;
        stage.game_objects = u16::try_from(objects.len()).unwrap_or(u16::MAX);
        let classes = (0..=u16::MAX).zip(objects.iter().map(|object| object.class));
        stage.state.object_classes = classes.filter(|(_, class)| *class != 0).collect();
        stage.state.object_table = objects.iter().take(usize::from(u16::MAX)).map(|object| object.state).collect();
        stage
    }

    /// A stage of a game in one of its rooms, ready to be shown: the recipe for those who play a single room. The band
    /// is as high as the room, the camera stands at its left edge, and the background is drawn, with the objects in the states
    /// that they begin with.
    ///
    /// # Errors
    /// As [`Game::room`].
    pub fn for_room(game: &Game, number: u16) -> Result<Self> {
        let mut stage = Self::for_game(game);
        let room = Arc::new(game.room(number)?);
        let lines = u16::try_from(room.height).unwrap_or(u16::MAX);
        stage.insert_room(number, room);
        stage.set_band(Band::new(0, lines));
        stage.enter_room(number)?;
        stage.state.camera_steps = false;
        stage.set_camera(stage.camera().cur.x.into(), stage.camera().cur.y.into());
        stage.draw_background();
        Ok(stage)
    }

    /// Makes a costume known under a number; an earlier one of that number is replaced.
    ///
    /// # Errors
    /// [`Error::Misuse`] if the costume was parsed for another [`Dialect`] than the stage's.
    pub fn insert_costume(&mut self, id: u16, costume: Arc<Costume>) -> Result<()> {
        if *costume.dialect() != self.dialect {
            return Err(Error::Misuse(format!("costume {id} was parsed for another dialect than the stage's")));
        }
        self.costumes.insert(id, costume);
        Ok(())
    }

    /// Replaces the boxes; without a stored matrix it is computed from where they touch (B3, B10).
    pub fn set_boxes(&mut self, boxes: Vec<WalkBox>, matrix: Option<Matrix>) {
        self.state.boxes = Boxes::with_matrix(&self.dialect, boxes, matrix);
    }

    /// Sets scale slot `slot`, 1..=20 (T64).
    ///
    /// # Errors
    /// No such slot, or a slot whose two points are the same.
    pub fn set_scale_slot(&mut self, slot: u16, value: ScaleSlot) -> Result<()> {
        if value.x1 == value.x2 && value.y1 == value.y2 {
            return Err(Error::Misuse(format!("scale slot {slot} has the same point twice")));
        }
        self.state.scale_slots.set(slot, value)
    }

    /// Replaces the palette in force.
    pub fn set_palette(&mut self, palette: Palette) {
        self.state.palette = palette;
    }

    /// Replaces the shadow table: 256 bytes, in v7+ eight such tables (C51, A61). Versions before 5 only show colours
    /// through it (G6).
    ///
    /// # Errors
    /// Another size.
    pub fn set_shadow_table(&mut self, table: &[u8]) -> Result<()> {
        if table.len() != self.state.shadow.len() {
            let wanted = self.state.shadow.len();
            return Err(Error::Misuse(format!("a shadow table of {} bytes; this version has {wanted}", table.len())));
        }
        self.state.shadow.copy_from_slice(table);
        Ok(())
    }

    /// The shadow table: 256 bytes, in v7+ eight such tables (C51, A61).
    #[must_use]
    pub fn shadow_table(&self) -> &[u8] {
        &self.state.shadow
    }

    /// Sets entry `i` of the shadow table, counted over all tables.
    ///
    /// # Errors
    /// No such entry.
    pub fn set_shadow_entry(&mut self, i: usize, value: u8) -> Result<()> {
        let entry = self.state.shadow.get_mut(i);
        *entry.ok_or_else(|| Error::Misuse(format!("the shadow table has no entry {i}")))? = value;
        Ok(())
    }

    /// Replaces the room's colour remap (S9).
    pub fn set_room_palette(&mut self, table: &[u8; 256]) {
        self.state.room_palette = Table(*table);
    }

    /// Sets one entry of the room's colour remap.
    pub fn set_room_palette_entry(&mut self, i: u8, value: u8) {
        self.state.room_palette[usize::from(i)] = value;
    }

    /// Gives HE70 rooms without a remap of their own one of 256 bytes (A50, A83, H5).
    ///
    /// # Errors
    /// Another size.
    pub fn set_remp(&mut self, remp: Arc<[u8]>) -> Result<()> {
        expect_size("a REMP table", remp.len(), 256)?;
        self.tables.remp = Some(remp);
        Ok(())
    }

    /// The clip that actors of a Humongous game get when they are initialised from now on: left, top, right, bottom, the last
    /// two exclusive (H8).
    pub fn set_default_clip(&mut self, clip: [i32; 4]) {
        self.state.default_clip = clip;
    }

    /// Gives a HE99+ game its palette slots of 1024 bytes (A50), 17 of them unless [`Self::for_game`] knows better; what the room
    /// sets in them lies upon it (H2).
    ///
    /// # Errors
    /// Another size.
    pub fn set_palette_slots(&mut self, slots: &[u8]) -> Result<()> {
        let expected = match self.state.slots.0.len() {
            0 => PaletteSlots::start().0.len(),
            own => own,
        };
        expect_size("the palette slots", slots.len(), expected)?;
        self.state.slots = PaletteSlots(slots.to_vec());
        if let Some(stored) = self.backdrop.room().and_then(|room| room.palettes.first()) {
            self.state.slots.take_room(stored);
        }
        Ok(())
    }

    /// Makes a blend table of 65536 bytes known under its image's number (A61).
    ///
    /// # Errors
    /// Another size.
    pub fn insert_xmap(&mut self, image: u16, xmap: Arc<[u8]>) -> Result<()> {
        expect_size("a blend table", xmap.len(), blend::SIZE)?;
        self.tables.xmaps.insert(image, xmap);
        Ok(())
    }

    /// Gives a game a table of its own in place of the big scale table, and switches it on (A63).
    ///
    /// # Errors
    /// Not 768 bytes.
    pub fn set_scale_table(&mut self, table: Arc<[u8]>) -> Result<()> {
        expect_size("a scale table", table.len(), BIG_SCALE_TABLE.len())?;
        self.tables.scale = Some(table);
        self.use_scale_table(true);
        Ok(())
    }

    /// Switches the game's own scale table on or off, as the variable that names it does (A63).
    pub fn use_scale_table(&mut self, on: bool) {
        self.state.own_scale_table = on;
    }

    /// Sets the lights variable of v1..v5: bit 3 clear makes actors dark (C54), bit 1 clear the room (R13). After
    /// a change the next frame is a full one.
    pub fn set_lights(&mut self, lights: u16) {
        self.state.full_redraw |= self.dialect.has_lights() && lights != self.state.lights;
        self.state.lights = lights;
    }

    /// Clears z-plane 0, which actors that are never clipped are tested against (X6, M2).
    pub fn clear_plane_0(&mut self) {
        self.state.planes.clear(0);
    }

    /// Sets the number of the current room.
    pub fn set_room_number(&mut self, room: u16) {
        self.state.room = room;
    }

    /// The actor that the player controls. The stage asks it in Maniac Mansion v1 only (T7Cf).
    #[must_use]
    pub fn ego(&self) -> u16 {
        self.state.ego
    }

    /// Sets the actor that the player controls.
    pub fn set_ego(&mut self, id: u16) {
        self.state.ego = id;
    }

    /// Sets the numbers of the player's first and last actor, as the variables 42 and 43 of Zak v1 and of v2 do (T7Cf);
    /// other games do without.
    pub fn set_players(&mut self, first: u16, last: u16) {
        self.state.players = (first, last);
    }

    /// Sets v8's variable that keeps talk animations from starting (T81).
    pub fn set_have_msg(&mut self, value: i32) {
        self.state.have_msg = value;
    }
}

fn expect_size(what: &str, found: usize, wanted: usize) -> Result<()> {
    if found == wanted {
        return Ok(());
    }
    Err(Error::Misuse(format!("{what} of {found} bytes; {wanted} are needed")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Loud, dressed, stage};

    #[test]
    fn he70_rooms_always_have_a_remap_h5() {
        let remp = |he| stage(Dialect::humongous(he)).tables.remp;
        assert_eq!(remp(70).unwrap()[..], Table::<u8>::identity()[..]);
        assert!([61, 62, 71, 99].iter().all(|he| remp(*he).is_none()));
    }

    #[test]
    fn tables_of_the_wrong_size_are_refused() {
        let mut stage = stage(Dialect::new(5));
        assert!(stage.set_shadow_table(&[0; 256]).is_ok() && stage.set_shadow_table(&[0; 255]).is_err());
        assert!(stage.set_shadow_entry(255, 1).is_ok() && stage.set_shadow_entry(256, 1).is_err());
        assert!(stage.set_remp(Arc::from([0; 255])).is_err() && stage.set_palette_slots(&[0; 1024]).is_err());
        assert!(
            stage.insert_xmap(1, Arc::from([0; 9])).is_err() && stage.set_scale_table(Arc::from([0; 256])).is_err()
        );
    }

    #[test]
    fn shadow_tables_begin_as_the_version_has_them_c51_a61() {
        assert_eq!(stage(Dialect::new(5)).state.shadow, Table::identity().to_vec());
        assert_eq!(stage(Dialect::new(7)).state.shadow, [0; 2048]);
    }

    #[test]
    fn a_whole_stage_shows_its_backdrop_at_once() {
        let picture = || {
            let surface = scumm_room::Surface::filled(1280, 960, 7);
            Backdrop::Picture(Arc::new(crate::Picture::new(surface, Vec::new(), 1).unwrap()))
        };
        for version in [1, 5, 7, 8] {
            let mut stage = Stage::whole(Dialect::new(version), picture());
            stage.draw_background();
            let view = stage.front();
            assert_eq!((view.width, view.height, stage.x_start()), (1280, 960, 0), "v{version}");
            assert!(view.rows().all(|row| row.len() == 1280 && row.iter().all(|&pixel| pixel == 7)));
        }
    }

    #[test]
    fn scale_slots_need_a_number_and_two_points_t64() {
        let mut stage = stage(Dialect::new(5));
        let slot = ScaleSlot { y1: 10, s1: 50, y2: 100, s2: 200, ..ScaleSlot::default() };
        assert!(stage.set_scale_slot(1, slot).is_ok() && stage.set_scale_slot(0, slot).is_err());
        assert!(stage.set_scale_slot(1, ScaleSlot { y2: 10, ..slot }).is_err());
    }

    #[test]
    fn v1_gives_actors_the_costumes_of_their_numbers() {
        let costumes = |dialect| stage(dialect).actors().filter(|a| a.costume == a.id).count();
        assert_eq!(costumes(Dialect::new(1)), 24);
        assert_eq!(costumes(Dialect::new(1).with_game(Some(scumm_room::GameId::Zak))), 12);
        assert_eq!(costumes(Dialect::new(2)), 0);
    }

    #[test]
    fn tables_are_stored_and_nothing_is_drawn_again_y57() {
        let mut stage = dressed(Dialect::new(5));
        stage.tick(&mut Loud);
        let shown = |stage: &Stage| stage.front().rows().flatten().copied().collect::<Vec<u8>>();
        let before = shown(&stage);
        stage.set_shadow_table(&[9; 256]).unwrap();
        stage.set_room_palette(&[9; 256]);
        assert!(!stage.actor(1).unwrap().need_redraw);
        stage.tick(&mut Loud);
        assert!(shown(&stage) == before);
        assert_eq!((stage.shadow_table(), stage.state.room_palette[0]), (&[9; 256][..], 9));
    }
}
