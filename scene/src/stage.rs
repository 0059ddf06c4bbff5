//! From the set-up to a stage: opens the inputs, sets up the room, places the actors.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use glam::I16Vec2;
use scumm_costume::{Costume, Damage};
use scumm_engine::{Backdrop, Game, InitMode, Picture, Stage, blend_table};
use scumm_room::{Dialect, Palette, Room, RoomParts, Surface};

use super::error::{Result, SceneError, SourceLine};
use super::field::Field;
use super::inputs::Inputs;
use super::node::At;
use super::op::Op;
use super::operand::FileOr;
use super::setup::{ActorSetup, RoomSetup, Scene};

/// Rooms by their files.
type Rooms = BTreeMap<String, Arc<Room>>;

impl Scene {
    /// The stage before the first step, the rooms that steps put in the place of the first one by their files (Q22), and what is
    /// damaged in the inputs, in words.
    ///
    /// # Errors
    /// An input that is missing or damaged, or a value that the room does not have, each with the line that names it.
    pub(super) fn set_up(&self, inputs: &dyn Inputs) -> Result<(Stage, Rooms, Vec<String>)> {
        let builder = Builder {
            scene: self,
            inputs,
            damage: RefCell::default(),
        };
        let set_up = builder
            .build()
            .and_then(|stage| Ok((stage, builder.rooms_of_steps()?)));
        let (stage, rooms) = set_up.map_err(|error| error.in_file(&self.file))?;
        Ok((stage, rooms, builder.damage.into_inner()))
    }
}

/// The lines of the Nintendo's stage.
const NES_LINES: u16 = 128;

struct Builder<'s> {
    scene: &'s Scene,
    inputs: &'s dyn Inputs,
    /// What is damaged in the inputs, in words.
    damage: RefCell<Vec<String>>,
}

impl Builder<'_> {
    fn build(&self) -> Result<Stage> {
        let game = self.game()?;
        let dialect = match &game {
            Some(game) if !self.scene.says_version() => game.dialect(),
            _ => self.scene.dialect,
        };
        let game = game.map(|game| game.with_dialect(dialect));
        let mut stage = match &game {
            Some(game) if self.scene.is_whole_game() => {
                Stage::for_game(game).map_err(SceneError::input(0))?
            }
            game => {
                let backdrop = self.backdrop(&dialect, game.as_ref())?;
                let band = self.scene.screens.map(
                    |At {
                         value: [top, bottom],
                         ..
                     }| top..bottom,
                );
                let band = band.unwrap_or_else(|| self.band(&dialect, &backdrop));
                Stage::new(dialect, backdrop, band)
            }
        };
        if let Some(number) = self.scene.room.value.number {
            stage = stage.with_room_number(number.into());
        }
        self.set_up_room(&mut stage)?;
        self.load_tables(&mut stage, game.as_ref())?;
        self.load_costumes(&mut stage, game.as_ref())?;
        if dialect.is_nes() {
            stage
                .start_tables(self.scene.costume_set)
                .map_err(SceneError::input(0))?;
        }
        stage.set_lights(self.scene.lights);
        if let Some([x, y]) = self.scene.camera {
            stage.place_camera(x, y);
        }
        if let Some(table) = self.bytes(self.scene.custom_scale_table.as_ref(), 768)? {
            stage
                .set_scale_table(table.into())
                .map_err(SceneError::input(0))?;
        }
        for (var, value) in &self.scene.vars {
            var.store(*value, &mut stage);
        }
        if dialect.is_v0() {
            self.dismiss_others(&mut stage)?;
        }
        stage.draw_background();
        for actor in &self.scene.actors {
            actor.place(&mut stage)?;
        }
        Ok(stage)
    }

    fn rooms_of_steps(&self) -> Result<Rooms> {
        let files = self.scene.steps.iter().filter_map(|step| match &step.op {
            Op::Enter { file, .. } => Some(At::new(step.line, file.clone())),
            _ => None,
        });
        let room = |file: At<String>| {
            let room = self.resource(&self.scene.dialect, &file, &RoomSetup::default())?;
            Ok((file.value, Arc::new(room)))
        };
        files.map(room).collect()
    }

    fn game(&self) -> Result<Option<Game>> {
        let Some(source) = &self.scene.data else {
            return Ok(None);
        };
        let At { line, value: path } = &source.path;
        let game = self.inputs.game(path).map_err(SceneError::input(*line))?;
        let at = SourceLine {
            file: self.scene.file.clone(),
            number: *line,
        };
        game.map(Some).ok_or_else(|| SceneError::GameMissing {
            at,
            path: path.clone(),
        })
    }

    fn read(&self, name: &At<String>) -> Result<Vec<u8>> {
        self.inputs
            .read(&name.value)
            .map_err(SceneError::input(name.line))
    }

    /// Gives the stage the contents of a file, if the scene names one.
    fn give<'n>(
        &self,
        name: impl IntoIterator<Item = &'n At<String>>,
        mut take: impl FnMut(&[u8]) -> scumm_room::Result<()>,
    ) -> Result<()> {
        name.into_iter()
            .try_for_each(|name| take(&self.read(name)?).map_err(SceneError::input(name.line)))
    }

    /// A file that has to have a certain size, if the scene names one.
    fn bytes(&self, name: Option<&At<String>>, size: usize) -> Result<Option<Vec<u8>>> {
        let Some(name) = name else { return Ok(None) };
        let bytes = self.read(name)?;
        let message = format_args!(
            "{}: expected {size} bytes, found {}",
            name.value,
            bytes.len()
        );
        SceneError::unless(bytes.len() == size, name.line, message)?;
        Ok(Some(bytes))
    }

    fn backdrop(&self, dialect: &Dialect, game: Option<&Game>) -> Result<Backdrop> {
        let setup = &self.scene.room.value;
        if let Some(resource) = &setup.resource {
            return self
                .resource(dialect, resource, setup)
                .map(|room| Backdrop::Room(Arc::new(room)));
        }
        let from_game = self
            .scene
            .data
            .as_ref()
            .and_then(|data| Some((data.path.line, data.room?)));
        if let (Some(game), Some((line, number))) = (game, from_game) {
            let room = game.room(number).map_err(SceneError::input(line))?;
            return Ok(Backdrop::Room(Arc::new(room)));
        }
        self.picture(dialect)
            .map(|picture| Backdrop::Picture(Arc::new(picture)))
    }

    /// v0: actors that the scene does not name wear nothing, and no line has them.
    fn dismiss_others(&self, stage: &mut Stage) -> Result<()> {
        for id in 1..=stage.dialect().actors_with_own_costumes() {
            if !self.scene.actors.iter().any(|actor| actor.id == id) {
                stage.actor_mut(id).map_err(SceneError::input(0))?.costume = 0;
            }
        }
        Ok(())
    }

    /// The band where the scene says none: the whole screen; in a room of a game as many lines as the room has, as scripts ask for.
    fn band(&self, dialect: &Dialect, backdrop: &Backdrop) -> Range<u16> {
        let (_, screen) = dialect.screen_size();
        let of_game = self
            .scene
            .data
            .as_ref()
            .is_some_and(|data| data.room.is_some());
        let room = backdrop.room().filter(|_| of_game);
        let lines = room
            .and_then(|room| u16::try_from(room.height).ok())
            .or(dialect.is_nes().then_some(NES_LINES));
        0..lines.map_or(screen, |lines| lines.clamp(1, screen))
    }

    /// The room of a resource, with what else the set-up has of it.
    fn resource(&self, dialect: &Dialect, name: &At<String>, setup: &RoomSetup) -> Result<Room> {
        let read =
            |name: &Option<At<String>>| name.as_ref().map(|name| self.read(name)).transpose();
        let (room, image, scripts) = (self.read(name)?, read(&setup.image)?, read(&setup.scripts)?);
        let parts = RoomParts {
            image: image.as_deref(),
            scripts: scripts.as_deref(),
            object_names: (!setup.object_names.is_empty()).then_some(&setup.object_names),
            ..RoomParts::new(&room)
        };
        Room::parse(&parts, dialect)
            .map_err(|error| SceneError::input(name.line)(error.in_file(&name.value)))
    }

    fn picture(&self, dialect: &Dialect) -> Result<Picture> {
        let At { line, value: setup } = &self.scene.room;
        let (width, height) = dialect.screen_size();
        let (width, height) = (
            setup.width.unwrap_or(width).into(),
            setup.height.unwrap_or(height).into(),
        );
        let pixels = usize::saturating_mul(width, height);
        let message =
            format_args!("a background of {width}x{height} pixels is larger than any room");
        SceneError::unless(pixels <= Picture::MAX_PIXELS, *line, message)?;
        let background = match &setup.background {
            None => Surface::filled(width, height, 0),
            Some(FileOr::Given(colour)) => Surface::filled(width, height, colour.value),
            Some(FileOr::File(name)) => {
                let pixels = self.bytes(Some(name), pixels)?.unwrap_or_default();
                Surface::new(width, height, pixels).map_err(SceneError::input(*line))?
            }
        };
        let planes = setup
            .planes
            .iter()
            .map(|name| self.read(name))
            .collect::<Result<Vec<_>>>()?;
        let fixed = setup
            .plane_count
            .map(usize::from)
            .or(dialect.fixed_plane_count());
        let count = fixed.unwrap_or(planes.len().saturating_add(1));
        Picture::new(background, planes, count).map_err(SceneError::input(*line))
    }

    /// Boxes, scale slots and objects.
    fn set_up_room(&self, stage: &mut Stage) -> Result<()> {
        let At { line, value: setup } = &self.scene.room;
        let matrix = match &setup.matrix {
            None => None,
            Some(FileOr::Given(bytes)) => Some(bytes.value.clone()),
            Some(FileOr::File(name)) => Some(self.read(name)?),
        };
        if setup.boxes.is_some() || matrix.is_some() {
            let boxes = setup
                .boxes
                .clone()
                .unwrap_or_else(|| stage.boxes().as_slice().to_vec());
            let matrix = matrix
                .and_then(|bytes| scumm_room::Matrix::stored(stage.dialect(), boxes.len(), &bytes));
            stage.boxes_mut().replace(boxes, matrix);
        }
        for slot in &setup.scale_slots {
            stage
                .boxes_mut()
                .set_scale_slot(slot.slot, slot.value())
                .map_err(SceneError::input(*line))?;
        }
        for (id, class) in &setup.object_classes {
            stage
                .objects_mut()
                .set_class(*id, class.value, true)
                .map_err(SceneError::input(class.line))?;
        }
        for (id, state) in &setup.objects {
            stage
                .objects_mut()
                .set_state(*id, state.value)
                .map_err(SceneError::input(state.line))?;
        }
        Ok(())
    }

    fn load_tables(&self, stage: &mut Stage, game: Option<&Game>) -> Result<()> {
        let scene = self.scene;
        let room = stage.backdrop().room().cloned();
        let palette = match self.bytes(scene.palette.as_ref(), 768)? {
            Some(bytes) => Palette::from_bytes(&bytes).unwrap_or_default(),
            None if scene.default_palette && scene.nes_classic => Palette::nes_classic(),
            None if scene.default_palette => Palette::initial(stage.dialect()),
            None => Palette::distinct(),
        };
        stage.colours_mut().start_palette(palette, room.as_deref());
        // Versions without a shadow table have no use for one (C51).
        let has_shadow_table = stage.dialect().has_shadow_table();
        self.give(&scene.shadow_palette, |table| match has_shadow_table {
            true => stage.colours_mut().set_shadow_table(table),
            false => Ok(()),
        })?;
        if let Some(table) = self
            .bytes(scene.room_palette.as_ref(), 256)?
            .as_deref()
            .and_then(<[u8]>::first_chunk)
        {
            stage.colours_mut().set_room_palette(table);
        }
        self.give(&scene.remp, |remap| stage.colours_mut().set_remap(remap))?;
        self.give(&scene.he_palettes, |slots| {
            stage.colours_mut().set_slots(slots, room.as_deref())
        })?;
        for (number, name) in &scene.images {
            self.give([name], |image| {
                let xmap = blend_table(image).map_err(|error| error.in_file(&name.value))?;
                stage.insert_xmap(*number, xmap)
            })?;
        }
        let Some(game) = game else { return Ok(()) };
        for At {
            line,
            value: number,
        } in scene.images_of_game()
        {
            let set = game
                .blend_table(number)
                .and_then(|xmap| stage.insert_xmap(number, xmap));
            set.map_err(SceneError::input(line))?;
        }
        Ok(())
    }

    /// Parses a costume; what is damaged in it is told once, with the file's name.
    fn costume(&self, name: &At<String>, dialect: &Dialect) -> Result<Costume> {
        let mut damage = Damage::silent();
        let costume = Costume::parse_with(&self.read(name)?, dialect, &mut damage)
            .map_err(|error| SceneError::input(name.line)(error.in_file(&name.value)))?;
        if let [first, more @ ..] = damage.findings() {
            let At { line, value: file } = name;
            let more = if more.is_empty() {
                String::new()
            } else {
                format!(" (and {} more)", more.len())
            };
            self.damage
                .borrow_mut()
                .push(format!("{}:{line}: {file}: {first}{more}", self.scene.file));
        }
        Ok(costume)
    }

    fn load_costumes(&self, stage: &mut Stage, game: Option<&Game>) -> Result<()> {
        // Scenes give one file several numbers; it is parsed once.
        let mut parsed: BTreeMap<&str, Arc<Costume>> = BTreeMap::new();
        for (&number, source) in &self.scene.costumes {
            // On the Nintendo blocks of other kinds follow (Q6).
            if stage.dialect().is_nes() && number > scumm_room::nes::LAST_COSTUME {
                let FileOr::File(name) = source else { continue };
                stage.insert_block(number, self.read(name)?.into());
                continue;
            }
            let (line, costume) = match source {
                FileOr::Given(At { line, value }) => {
                    let Some(game) = game else { continue };
                    let costume = game.costume(*value).map_err(SceneError::input(*line))?;
                    (*line, Arc::new(costume))
                }
                FileOr::File(name) => match parsed.get(name.value.as_str()) {
                    Some(costume) => (name.line, Arc::clone(costume)),
                    None => {
                        let costume = self.costume(name, stage.dialect())?;
                        (
                            name.line,
                            Arc::clone(parsed.entry(&name.value).or_insert(Arc::new(costume))),
                        )
                    }
                },
            };
            stage
                .insert_costume(number, costume)
                .map_err(SceneError::input(line))?;
        }
        Ok(())
    }
}

impl ActorSetup {
    /// Places the actor: init, facing, fields, costume, colours, position, variables, late fields.
    fn place(&self, stage: &mut Stage) -> Result<()> {
        let id = self.id;
        let room = self.room.unwrap_or(stage.room_number());
        let without_boxes = stage.boxes().is_empty() && stage.room_number() != 0;
        let is_said = self
            .fields
            .iter()
            .any(|field| matches!(field.value, Field::IgnoreBoxes(_)));
        let stage_is_old = stage.dialect().version() <= 1;
        let mut actor = stage.actor_mut(id).map_err(SceneError::input(self.line))?;
        actor.init(InitMode::Settings);
        // A plain store: no redraw is asked for, though actors of v1 wear costumes from the start.
        let costume = std::mem::take(&mut actor.costume);
        if stage_is_old {
            actor.facing = self.facing as u16;
        } else {
            actor.set_direction(self.facing);
        }
        (actor.costume, actor.target_facing) = (costume, actor.facing);
        actor.ignore_boxes |= without_boxes && !is_said;
        self.store(&self.fields, stage)?;
        let is_v0 = stage.dialect().is_v0();
        let mut actor = stage.actor_mut(id).map_err(SceneError::input(self.line))?;
        if is_v0 {
            actor.costume = self.costume.value;
        } else if self.costume.value != 0 {
            actor
                .set_costume(self.costume.value)
                .map_err(SceneError::input(self.costume.line))?;
        }
        for (slot, value) in &self.palette {
            actor
                .set_colour((*slot).into(), value.value)
                .map_err(SceneError::input(value.line))?;
        }
        let (x, y) = (self.x, self.y);
        if self.visible {
            actor.put(x, y, Some(room));
        } else {
            (actor.pos, actor.room) = (I16Vec2::new(x as i16, y as i16), room);
        }
        for (var, value) in &self.anim_vars {
            actor
                .set_anim_var((*var).into(), value.value)
                .map_err(SceneError::input(value.line))?;
        }
        self.store(&self.post, stage)
    }

    fn store(&self, fields: &[At<Field>], stage: &mut Stage) -> Result<()> {
        for At { line, value: field } in fields {
            field
                .store(self.id, stage)
                .map_err(SceneError::input(*line))?;
        }
        Ok(())
    }
}
