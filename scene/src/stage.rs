//! Creates the stage of a scene from the set-up: opens the inputs, sets up the room, places the
//! actors.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use glam::I16Vec2;
use scumm_costume::{Costume, Damage};
use scumm_engine::{
    ActorField, Backdrop, Bounded, Facing, Game, InitMode, Picture, Stage, blend_table,
};
use scumm_room::{Dialect, Error, Palette, Room, RoomParts, Surface};

use super::error::{Result, SceneError};
use super::forms::FileOr;
use super::inputs::Inputs;
use super::setup::{ActorSetup, RoomSetup, Scene, StoredField};
use super::source::{ScenePlace, SceneText};
use super::step::{SceneStep, StepAction};

/// Rooms by the names of their files.
type Rooms = BTreeMap<String, Arc<Room>>;

impl Scene {
    /// Creates the stage before the first step. Also returns the rooms with which `enter` steps
    /// replace the current room, by the names of their files (Q22), and messages about damage in
    /// the inputs.
    ///
    /// # Errors
    /// Returns an error with the line of the scene if an input is missing or damaged, or if a value
    /// does not exist in the room.
    pub(super) fn set_up(&self, inputs: &dyn Inputs) -> Result<(Stage, Rooms, Vec<String>)> {
        let builder = Builder {
            scene: self,
            inputs,
            damage: RefCell::default(),
        };
        let stage = builder.build()?;
        let rooms = builder.rooms_of_steps()?;
        Ok((stage, rooms, builder.damage.into_inner()))
    }
}

/// The number of rows of the stage on the Nintendo.
const NES_LINES: u16 = 128;

struct Builder<'s> {
    scene: &'s Scene,
    inputs: &'s dyn Inputs,
    /// Messages about damage in the inputs.
    damage: RefCell<Vec<String>>,
}

impl Builder<'_> {
    fn build(&self) -> Result<Stage> {
        let game = self.game()?;
        let dialect = match &game {
            Some(game) if !self.scene.states_version() => game.dialect(),
            _ => self.scene.dialect,
        };
        let game = game.map(|game| game.with_dialect(dialect));
        let mut stage = match &game {
            Some(game) if self.scene.is_whole_game() => {
                Stage::for_game(game).map_err(self.whole())?
            }
            game => {
                let backdrop = self.backdrop(&dialect, game.as_ref())?;
                let band = match self.scene.screens {
                    Some([top, bottom]) => top..bottom,
                    None => self.band(&dialect, &backdrop),
                };
                Stage::new(dialect, backdrop, band)
            }
        };
        if let Some(number) = self.scene.room().number {
            stage = stage.with_room_number(number.get().into());
        }
        if let Some(resource) = self.scene.room().resource_number {
            stage.set_room_resource(stage.room_number(), resource);
        }
        stage.colours_mut().gamma = self.scene.gamma;
        self.set_up_room(&mut stage)?;
        self.load_tables(&mut stage, game.as_ref())?;
        self.load_costumes(&mut stage, game.as_ref())?;
        if dialect.is_nes() {
            stage
                .reset_tables(self.scene.costume_set)
                .map_err(self.whole())?;
        }
        stage.set_lights(self.scene.lights);
        if let Some([x, y]) = self.scene.camera {
            stage.place_camera(x, y);
        }
        if let Some(table) = self.bytes(
            "custom_scale_table",
            self.scene.custom_scale_table.as_deref(),
            768,
        )? {
            stage.set_scale_table(table.into()).map_err(self.whole())?;
        }
        for (var, value) in &self.scene.vars {
            let stored = var.store(*value, &mut stage);
            stored.map_err(self.input(ScenePlace::key("vars")))?;
        }
        if dialect.is_v0() {
            self.dismiss_others(&mut stage)?;
        }
        stage.draw_background();
        for (index, actor) in self.scene.actors.iter().enumerate() {
            let at = ScenePlace::key("actors").at(index);
            actor.place(&mut stage, &at, &self.scene.source)?;
        }
        Ok(stage)
    }

    /// Returns a function that converts the error of an input, which is named at `place`.
    fn input(&self, place: ScenePlace) -> impl Fn(Error) -> SceneError + '_ {
        self.scene.source.input(place)
    }

    /// Returns a function that converts an error that belongs to no place of the scene.
    fn whole(&self) -> impl Fn(Error) -> SceneError + '_ {
        |source| SceneError::Input {
            at: self.scene.source.whole(),
            source,
        }
    }

    fn rooms_of_steps(&self) -> Result<Rooms> {
        let mut rooms = Rooms::new();
        for (index, step) in self.scene.steps.iter().enumerate() {
            if let StepAction::Scene(SceneStep::Enter { file, .. }) = &step.action {
                let place = ScenePlace::step(index);
                let room =
                    self.resource(&self.scene.dialect, file, &place, &RoomSetup::default())?;
                rooms.insert(file.to_string(), Arc::new(room));
            }
        }
        Ok(rooms)
    }

    fn game(&self) -> Result<Option<Game>> {
        let Some(source) = &self.scene.data else {
            return Ok(None);
        };
        let place = ScenePlace::key("data").then("path");
        let game = self.inputs.game(&source.path);
        match game.map_err(self.input(place.clone()))? {
            Some(game) => Ok(Some(game)),
            None => Err(SceneError::GameMissing {
                at: self.scene.source.at(&place),
                path: source.path.to_string(),
            }),
        }
    }

    /// Reads a file that the scene names at a place.
    fn read(&self, name: &str, place: &ScenePlace) -> Result<Vec<u8>> {
        let read = self.inputs.read(name);
        read.map_err(self.input(place.clone()))
    }

    /// Passes the contents of a file to the stage, if the scene names a file at the place.
    fn set_from_file(
        &self,
        name: Option<&str>,
        place: ScenePlace,
        mut take: impl FnMut(&[u8]) -> scumm_room::Result<()>,
    ) -> Result<()> {
        let Some(name) = name else { return Ok(()) };
        let bytes = self.read(name, &place)?;
        take(&bytes).map_err(self.input(place))
    }

    /// Reads the file of a key of the scene, if the scene has the key. The file has to have the
    /// given size.
    fn bytes(&self, key: &str, name: Option<&str>, size: usize) -> Result<Option<Vec<u8>>> {
        self.bytes_at(ScenePlace::key(key), name, size)
    }

    fn bytes_at(
        &self,
        place: ScenePlace,
        name: Option<&str>,
        size: usize,
    ) -> Result<Option<Vec<u8>>> {
        let Some(name) = name else { return Ok(None) };
        let bytes = self.read(name, &place)?;
        if bytes.len() == size {
            return Ok(Some(bytes));
        }
        let message = format!("{name}: expected {size} bytes, found {}", bytes.len());
        Err(self.scene.source.refuse_plainly(&place, message))
    }

    fn backdrop(&self, dialect: &Dialect, game: Option<&Game>) -> Result<Backdrop> {
        let setup = self.scene.room();
        if let Some(resource) = &setup.resource {
            let place = ScenePlace::key("room").then("resource");
            let room = self.resource(dialect, resource, &place, setup)?;
            return Ok(Backdrop::Room(Arc::new(room)));
        }
        let number = self.scene.data.as_ref().and_then(|data| data.room);
        if let (Some(game), Some(number)) = (game, number) {
            let place = ScenePlace::key("data").then("path");
            let room = game.room(number).map_err(self.input(place))?;
            return Ok(Backdrop::Room(Arc::new(room)));
        }
        let picture = self.picture(dialect)?;
        Ok(Backdrop::Picture(Arc::new(picture)))
    }

    /// v0: takes off the costumes of actors that the scene does not name, so that no line contains
    /// them.
    fn dismiss_others(&self, stage: &mut Stage) -> Result<()> {
        for id in 1..=stage.dialect().actors_with_own_costumes() {
            if !self.scene.actors.iter().any(|actor| actor.id.get() == id) {
                stage.actor_mut(id).map_err(self.whole())?.costume = 0;
            }
        }
        Ok(())
    }

    /// Returns the band of a scene that does not define a band. In a room of a game, the band is as
    /// high as the room, as the scripts of games set it. Otherwise it is as high as the screen.
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

    /// Creates the room from a resource that is named at a place, with the other keys of the
    /// set-up.
    fn resource(
        &self,
        dialect: &Dialect,
        name: &str,
        place: &ScenePlace,
        setup: &RoomSetup,
    ) -> Result<Room> {
        let part = |key: &str, name: Option<&str>| match name {
            Some(name) => self
                .read(name, &ScenePlace::key("room").then(key))
                .map(Some),
            None => Ok(None),
        };
        let room = self.read(name, place)?;
        let image = part("image", setup.image.as_deref())?;
        let scripts = part("scripts", setup.scripts.as_deref())?;
        let parts = RoomParts {
            image: image.as_deref(),
            scripts: scripts.as_deref(),
            number: setup
                .resource_number
                .or(setup.number.map(|number| number.get().into()))
                .unwrap_or(0),
            object_names: (!setup.object_names.is_empty()).then_some(&setup.object_names),
            ..RoomParts::new(&room)
        };
        let room = Room::parse(&parts, dialect)
            .map_err(|error| self.input(place.clone())(error.in_file(name)))?;
        self.report_damage(name, place, room.problems());
        Ok(room)
    }

    fn picture(&self, dialect: &Dialect) -> Result<Picture> {
        let setup = self.scene.room();
        let place = ScenePlace::key("room");
        let (width, height) = dialect.screen_size();
        let width = usize::from(setup.width.map_or(width, Bounded::get));
        let height = usize::from(setup.height.map_or(height, Bounded::get));
        let pixels = width.saturating_mul(height);
        if pixels > Picture::MAX_PIXELS {
            let message =
                format!("a background of {width}x{height} pixels is larger than the largest room");
            return Err(self.scene.source.refuse_plainly(&place, message));
        }
        let background = match &setup.background {
            None => Surface::filled(width, height, 0),
            Some(FileOr::Given(colour)) => Surface::filled(width, height, *colour),
            Some(FileOr::File(name)) => {
                let at = place.clone().then("background");
                let pixels = self.bytes_at(at, Some(name), pixels)?.unwrap_or_default();
                Surface::new(width, height, pixels).map_err(self.input(place.clone()))?
            }
        };
        let mut planes = Vec::new();
        for (i, name) in setup.planes.iter().enumerate() {
            planes.push(self.read(name, &place.clone().then("zplanes").at(i))?);
        }
        let said = setup.plane_count.map(|count| usize::from(count.get()));
        let fixed = said.or(dialect.fixed_plane_count());
        let count = fixed.unwrap_or(planes.len().saturating_add(1));
        Picture::new(background, planes, count).map_err(self.input(place))
    }

    /// Sets the boxes, scale slots and objects.
    fn set_up_room(&self, stage: &mut Stage) -> Result<()> {
        let setup = self.scene.room();
        let place = ScenePlace::key("room");
        let matrix = match &setup.matrix {
            None => None,
            Some(FileOr::Given(bytes)) => Some(bytes.clone()),
            Some(FileOr::File(name)) => Some(self.read(name, &place.clone().then("boxmatrix"))?),
        };
        if setup.boxes.is_some() || matrix.is_some() {
            let boxes = match &setup.boxes {
                Some(boxes) => boxes.clone(),
                None => stage.boxes().as_slice().to_vec(),
            };
            let matrix = matrix.and_then(|bytes| {
                scumm_room::BoxMatrix::stored(stage.dialect(), boxes.len(), &bytes)
            });
            stage.boxes_mut().replace(boxes, matrix);
        }
        for slot in &setup.scale_slots {
            let set = stage
                .boxes_mut()
                .set_scale_slot(slot.slot.get(), slot.value());
            set.map_err(self.input(place.clone()))?;
        }
        for (id, class) in setup.object_classes.iter() {
            let at = place.clone().then("object_classes").then(id);
            let set = stage.objects_mut().set_class(*id, *class, true);
            set.map_err(self.input(at))?;
        }
        for (id, state) in setup.objects.iter() {
            let at = place.clone().then("objects").then(id);
            let set = stage.objects_mut().set_state(*id, *state);
            set.map_err(self.input(at))?;
        }
        Ok(())
    }

    fn load_tables(&self, stage: &mut Stage, game: Option<&Game>) -> Result<()> {
        let scene = self.scene;
        let room = stage.backdrop().room().cloned();
        let palette = match self.bytes("palette", scene.palette.as_deref(), 768)? {
            Some(bytes) => Palette::from_bytes(&bytes).unwrap_or_default(),
            None if scene.default_palette && scene.nes_classic => Palette::nes_classic(),
            None if scene.default_palette => Palette::initial(stage.dialect()),
            None => Palette::distinct(),
        };
        stage
            .colours_mut()
            .set_initial_palette(palette, room.as_deref());
        // Versions without a shadow table ignore the key (C51).
        let has_shadow_table = stage.dialect().has_shadow_table();
        self.set_from_file(
            scene.shadow_palette.as_deref(),
            ScenePlace::key("shadow_palette"),
            |table| {
                if has_shadow_table {
                    stage.colours_mut().set_shadow_table(table)?;
                }
                Ok(())
            },
        )?;
        let room_palette = self.bytes("room_palette", scene.room_palette.as_deref(), 256)?;
        if let Some(table) = room_palette.as_deref().and_then(<[u8]>::first_chunk) {
            stage.colours_mut().set_room_palette(table);
        }
        self.set_from_file(scene.remp.as_deref(), ScenePlace::key("remp"), |remap| {
            stage.colours_mut().set_remap(remap)
        })?;
        self.set_from_file(
            scene.he_palettes.as_deref(),
            ScenePlace::key("he_palettes"),
            |slots| stage.colours_mut().set_slots(slots, room.as_deref()),
        )?;
        for (number, name) in scene.images.iter() {
            self.set_from_file(
                Some(name),
                ScenePlace::key("images").then(number),
                |image| {
                    let xmap = blend_table(image).map_err(|error| error.in_file(name))?;
                    stage.insert_xmap(*number, xmap)
                },
            )?;
        }
        let Some(game) = game else { return Ok(()) };
        for (place, number) in scene.images_of_game() {
            let set = game
                .blend_table(number)
                .and_then(|xmap| stage.insert_xmap(number, xmap));
            set.map_err(self.input(place))?;
        }
        Ok(())
    }

    /// Parses a costume that is named at a place. Damage is reported once, with the name of the
    /// file.
    fn costume(&self, name: &str, place: &ScenePlace, dialect: &Dialect) -> Result<Costume> {
        let mut damage = Damage::silent();
        let costume = Costume::parse_with(&self.read(name, place)?, dialect, &mut damage)
            .map_err(|error| self.input(place.clone())(error.in_file(name)))?;
        self.report_damage(name, place, damage.findings());
        Ok(costume)
    }

    /// Adds the damage of a file that is named at a place to the warnings of the scene: its first
    /// finding and the number of the others.
    fn report_damage(&self, name: &str, place: &ScenePlace, findings: &[Error]) {
        let [first, more @ ..] = findings else {
            return;
        };
        let more = if more.is_empty() {
            String::new()
        } else {
            format!(" (and {} more)", more.len())
        };
        let at = self.scene.source.at(place);
        self.damage
            .borrow_mut()
            .push(format!("{at}: {name}: {first}{more}"));
    }

    fn load_costumes(&self, stage: &mut Stage, game: Option<&Game>) -> Result<()> {
        // A scene may use one file for several numbers; the file is parsed once.
        let mut parsed: BTreeMap<&str, Arc<Costume>> = BTreeMap::new();
        for (&number, source) in self.scene.costumes.iter() {
            let place = ScenePlace::key("costumes").then(number);
            // On the Nintendo, blocks of other kinds follow the costumes (Q6).
            if stage.dialect().is_nes() && number > scumm_room::nes::LAST_COSTUME {
                let FileOr::File(name) = source else { continue };
                stage.insert_block(number, self.read(name, &place)?.into());
                continue;
            }
            let costume = match source {
                FileOr::Given(of_game) => {
                    let Some(game) = game else { continue };
                    let costume = game.costume(*of_game);
                    Arc::new(costume.map_err(self.input(place.clone()))?)
                }
                FileOr::File(name) => match parsed.get(name.as_str()) {
                    Some(costume) => Arc::clone(costume),
                    None => {
                        let costume = Arc::new(self.costume(name, &place, stage.dialect())?);
                        parsed.insert(name, Arc::clone(&costume));
                        costume
                    }
                },
            };
            let inserted = stage.insert_costume(number, costume);
            inserted.map_err(self.input(place))?;
        }
        Ok(())
    }
}

impl ActorSetup {
    /// Sets up the actor, which is written at `at`: init, facing, fields, costume, colours,
    /// position, variables, late fields.
    fn place(&self, stage: &mut Stage, at: &ScenePlace, source: &SceneText) -> Result<()> {
        let id = self.id.get();
        let refused = |key: &str| source.input(at.clone().then(key));
        let room = self.room.unwrap_or(stage.room_number());
        let without_boxes = stage.boxes().is_empty() && stage.room_number() != 0;
        let mut fields = self.fields.iter();
        let is_said = fields.any(|stored| stored.field == ActorField::IgnoreBoxes);
        let stage_is_old = stage.dialect().version() <= 1;
        let mut actor = stage.actor_mut(id).map_err(refused("id"))?;
        actor.init(InitMode::Settings);
        // The costume is removed while the facing is set, so that setting the facing starts no
        // animation and requests no redraw.
        let costume = std::mem::take(&mut actor.costume);
        if stage_is_old {
            actor.facing = self.facing as u16;
        } else {
            actor.set_direction(Facing::from_degrees(self.facing as u16));
        }
        actor.costume = costume;
        actor.target_facing = actor.facing;
        actor.ignore_boxes |= without_boxes && !is_said;
        store(id, &self.fields, stage, at, source)?;
        let is_v0 = stage.dialect().is_v0();
        let mut actor = stage.actor_mut(id).map_err(refused("id"))?;
        if is_v0 {
            actor.costume = self.costume;
        } else if self.costume != 0 {
            let set = actor.set_costume(self.costume);
            set.map_err(refused("costume"))?;
        }
        for (slot, value) in self.palette.iter() {
            let set = actor.set_colour((*slot).into(), *value);
            set.map_err(source.input(at.clone().then("palette").then(slot)))?;
        }
        let x = self.x;
        let y = self.y;
        if self.visible {
            actor.put(x, y, Some(room));
        } else {
            actor.pos = I16Vec2::new(x as i16, y as i16);
            actor.room = room;
        }
        for (var, value) in self.anim_vars.iter() {
            let set = actor.set_anim_var((*var).into(), *value);
            set.map_err(source.input(at.clone().then("anim_vars").then(var)))?;
        }
        store(id, &self.post, stage, &at.clone().then("post"), source)
    }
}

/// Stores fields of an actor, whose keys are written at `at`.
fn store(
    id: u16,
    fields: &[StoredField],
    stage: &mut Stage,
    at: &ScenePlace,
    source: &SceneText,
) -> Result<()> {
    for stored in fields {
        let set = stage.set_field(id, stored.field, &stored.value);
        let place = at.clone().then(&stored.key);
        set.map_err(source.input(place.key_itself()))?;
    }
    Ok(())
}
