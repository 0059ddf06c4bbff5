//! Creates stages, adds their resources, and sets the script variables.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use glam::IVec2;
use scumm_costume::{BIG_SCALE_TABLE, Costume};
use scumm_room::{Dialect, Error, Result};

use super::view::pitch;
use super::{Backdrop, Buffers, Camera, Stage, State, Tables, Variables, expect_size, to_i32};
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

#[cfg(test)]
mod tests {
    use scumm_room::ScaleSlot;

    use super::*;
    use crate::Table;
    use crate::fixture::{Loud, dressed, stage};

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
}
