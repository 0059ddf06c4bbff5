//! The set-up of a scene: everything before its steps, read and checked, before any file is opened.

mod actor;
mod room;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use scumm_engine::{ActorField, Bounded, FieldValue, Operation, flag};
use scumm_room::{Dialect, Enhancements, GameId, Platform, Render};
use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::error::Result;
use super::fields::Variable;
use super::forms::{FileOr, Numbered, TableOnly, Text, table};
use super::source::{ScenePlace, SceneText};
use super::step::{Step, StepAction};

pub use actor::{ActorSetup, StoredField};
pub use room::RoomSetup;

/// A scene as written in its text. `None` and empty lists stand for the defaults.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Free text.
    #[serde(default)]
    pub name: String,
    /// SCUMM version; the default is 5.
    version: Option<Bounded<u8, 0, 8>>,
    /// Humongous sub-version.
    he: Option<Bounded<u8, 60, 100>>,
    /// Version 3 with 256 colours.
    #[serde(default, deserialize_with = "flag::deserialize")]
    #[schemars(schema_with = "flag::schema")]
    old256: bool,
    /// Version 4 with 16 colours.
    #[serde(default, deserialize_with = "flag::deserialize")]
    #[schemars(schema_with = "flag::schema")]
    ega: bool,
    /// The platform; the default is dos.
    #[serde(default, deserialize_with = "platform")]
    #[schemars(schema_with = "platform_schema")]
    platform: Option<Platform>,
    /// The display of a game of versions 1 to 4.
    #[serde(default, deserialize_with = "render")]
    #[schemars(schema_with = "render_schema")]
    render: Option<Render>,
    /// The id of the game, if a rule depends on it.
    game: Option<Text>,
    /// The bits of ScummVM's classes of changes to the originals; the default is 0, no changes.
    #[serde(default)]
    enhancements: u32,
    /// v3 to v8 on the Macintosh: whether the display has a gamma table (P12).
    #[serde(default, deserialize_with = "flag::deserialize")]
    #[schemars(schema_with = "flag::schema")]
    pub(crate) gamma: bool,
    /// First row of the stage's band on the screen, and the row after its last row (G1).
    pub(crate) screens: Option<[u16; 2]>,
    /// Centre of the view in room pixels.
    pub camera: Option<[i32; 2]>,
    /// The lights variable; the default is 11 (C54).
    #[serde(default = "lit")]
    pub lights: u16,
    /// Seed of the random numbers; the default is 1.
    #[serde(default = "first_seed")]
    pub(crate) seed: i64,
    /// Whether a scene without a palette starts with the colours of the game (P12).
    #[serde(default, deserialize_with = "flag::deserialize")]
    #[schemars(schema_with = "flag::schema")]
    pub(crate) default_palette: bool,
    /// Version 0: 1 for the demo of the game, whose actors behave differently in details (V41,
    /// V77).
    #[serde(default, deserialize_with = "flag::deserialize")]
    #[schemars(schema_with = "flag::schema")]
    demo: bool,
    /// Nintendo: the second column of its palette (Q28).
    #[serde(default, deserialize_with = "flag::deserialize")]
    #[schemars(schema_with = "flag::schema")]
    pub(crate) nes_classic: bool,
    /// Nintendo: the current costume set (Q12).
    #[serde(default)]
    pub(crate) costume_set: u8,
    /// A file of 768 bytes, RGB.
    pub(crate) palette: Option<Text>,
    /// A file of 256 bytes, from version 7 on 2048 (C51, A61).
    pub(crate) shadow_palette: Option<Text>,
    /// A file of 256 bytes, the room's colour remap (S9).
    pub(crate) room_palette: Option<Text>,
    /// A file: HE70's remap of 256 bytes (A50).
    pub(crate) remp: Option<Text>,
    /// A file: HE99's 17 palette slots of 1024 bytes (A50).
    pub(crate) he_palettes: Option<Text>,
    /// A file of 768 bytes in place of the scale table of versions 7 and 8 (A63).
    pub(crate) custom_scale_table: Option<Text>,
    /// Resources with a blend table of 65536 bytes in a chunk XMAP, by number (A61).
    #[serde(default)]
    pub(crate) images: Numbered<Text, 1>,
    /// Script variables that rules mention.
    #[serde(default)]
    #[schemars(schema_with = "Variable::table_schema")]
    pub(crate) vars: BTreeMap<Variable, i32>,
    /// The room: a resource, or a picture.
    #[serde(default, deserialize_with = "table")]
    room: Option<RoomSetup>,
    /// The game that rooms and costumes come from.
    #[serde(default, deserialize_with = "table")]
    pub(crate) data: Option<GameSource>,
    /// Costumes by number: a raw resource with its header, or the costume's number in the game of
    /// `data`.
    #[serde(default)]
    pub costumes: Numbered<FileOr<u16>, 1>,
    /// The actors at the beginning.
    #[serde(default, deserialize_with = "actor::actors")]
    pub actors: Vec<ActorSetup>,
    /// The steps, one after the other.
    #[serde(default)]
    pub steps: Vec<Step>,
    /// Number of jiffies by which the room's colour cycles advance after each frame (R11).
    #[serde(default)]
    pub cycle_jiffies: u16,
    /// With 0 a tick prints only its last frame.
    #[serde(default = "on", deserialize_with = "flag::deserialize")]
    #[schemars(schema_with = "flag::schema")]
    pub(crate) trace_ticks: bool,
    /// With 1 limbs that were never set are printed, too.
    #[serde(default, deserialize_with = "flag::deserialize")]
    #[schemars(schema_with = "flag::schema")]
    pub(crate) all_limbs: bool,
    /// With 1 lines contain checksums only.
    #[serde(default, deserialize_with = "flag::deserialize")]
    #[schemars(schema_with = "flag::schema")]
    pub(crate) no_state: bool,
    /// With `ticks` only steps that play a frame print a line.
    #[serde(default)]
    pub(crate) lines: PrintedLines,
    /// The number of frames after which a line contains the actors.
    state_every: Option<Bounded<u32, 1, { u32::MAX as i64 }>>,
    /// The reason why the scene is known to differ from its lines.
    pub known_failure: Option<String>,
    /// Version, platform and game.
    #[serde(skip, default = "default_dialect")]
    pub dialect: Dialect,
    /// The text from which the scene was read.
    #[serde(skip)]
    pub(crate) source: SceneText,
}

/// The steps that print a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum PrintedLines {
    /// All steps.
    #[default]
    All,
    /// The steps that play a frame.
    Ticks,
}

/// A game on disk.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameSource {
    /// A folder or an index file, relative to the scene, or $NAME for a location that each user
    /// sets.
    pub path: Text,
    /// The number of the room to play. With 0 the steps of the scene choose the rooms (Y1).
    pub room: Option<u16>,
}

/// Returns the lights variable of a room in which everything is lit (C54).
fn lit() -> u16 {
    11
}

/// Returns the default seed.
fn first_seed() -> i64 {
    1
}

fn on() -> bool {
    true
}

fn default_dialect() -> Dialect {
    Dialect::new(5)
}

/// Reads the name of a platform.
fn platform<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Platform>, D::Error> {
    named(deserializer, &Platform::ALL)
}

/// Reads the name of a display.
fn render<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Render>, D::Error> {
    named(deserializer, &Render::ALL)
}

/// Reads the name of a value.
fn named<'de, T: Copy, D: Deserializer<'de>>(
    deserializer: D,
    all: &[(&str, T)],
) -> Result<Option<T>, D::Error> {
    let name = String::deserialize(deserializer)?;
    if let Some((_, value)) = all.iter().find(|(known, _)| *known == name) {
        return Ok(Some(*value));
    }
    let names: Vec<&str> = all.iter().map(|(known, _)| *known).collect();
    Err(D::Error::custom(format!(
        "expected one of {}, found {name:?}",
        names.join(", ")
    )))
}

fn platform_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": Platform::ALL.map(|(name, _)| name)})
}

fn render_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": Render::ALL.map(|(name, _)| name)})
}

impl Scene {
    /// Reads the text of a scene; `stem` is the name of a scene without a name.
    pub(super) fn read(source: SceneText, stem: &str) -> Result<Self> {
        let TableOnly(mut scene): TableOnly<Self> = source.read()?;
        scene.source = source;
        if scene.name.is_empty() {
            stem.clone_into(&mut scene.name);
        }
        scene.dialect = scene.stated_dialect()?;
        scene.check_band()?;
        if let Some(mut room) = scene.room.take() {
            room.check(&scene.source, &scene.dialect)?;
            scene.room = Some(room);
        }
        let is_v0 = scene.dialect.is_v0();
        for actor in &mut scene.actors {
            actor.wear(is_v0);
        }
        scene.check_sources()?;
        Ok(scene)
    }

    /// Returns the set-up of the room.
    pub(crate) fn room(&self) -> &RoomSetup {
        static NOTHING: LazyLock<RoomSetup> = LazyLock::new(RoomSetup::default);
        self.room.as_ref().unwrap_or(&NOTHING)
    }

    /// Checks the band. Versions whose stage is as high as the room ignore the band (G1).
    fn check_band(&self) -> Result<()> {
        let Some([top, bottom]) = self.screens else {
            return Ok(());
        };
        let is_on_screen = top < bottom && bottom <= self.dialect.screen_size().1;
        if is_on_screen || self.dialect.has_room_high_stage() {
            return Ok(());
        }
        let message = format!("lines {top} to {bottom} are outside the screen");
        Err(self.source.refuse(&ScenePlace::key("screens"), message))
    }

    /// Combines version, Humongous sub-version, platform, display and game to a dialect.
    fn stated_dialect(&self) -> Result<Dialect> {
        let version = self.version.map(Bounded::get);
        if let (Some(_), Some(version)) = (self.he, version) {
            if version != 6 {
                let message = format!("expected version 6 for a Humongous game, found {version}");
                return Err(self.source.refuse(&ScenePlace::key("version"), message));
            }
        }
        let mut dialect = match self.he {
            Some(he) => Dialect::humongous(he.get()),
            None => Dialect::new(version.unwrap_or(5)),
        };
        for (key, on, version) in [
            ("old256", self.old256, 3),
            ("ega", self.ega, 4),
            ("demo", self.demo, 0),
        ] {
            if on && dialect.version() != version {
                let message = format!("{key} needs version {version}");
                return Err(self.source.refuse_plainly(&ScenePlace::default(), message));
            }
        }
        dialect = dialect
            .with_old256(self.old256)
            .with_ega(self.ega)
            .with_demo(self.demo)
            .with_render(self.render)
            .with_enhancements(Enhancements::of_class(self.enhancements));
        dialect = dialect.with_platform(self.platform.unwrap_or(dialect.platform()));
        if let Some(game) = &self.game {
            if GameId::from_id(game).is_none() {
                let at = self.source.at(&ScenePlace::key("game"));
                log::info!(
                    "line {}: the game {:?} has no special rules",
                    at.number,
                    &**game
                );
            }
            dialect = dialect.with_game(GameId::from_id(game));
        }
        Ok(dialect)
    }

    /// Returns whether the scene states its version. Otherwise the version of the game in
    /// [`Scene::data`] is used.
    pub(crate) fn states_version(&self) -> bool {
        self.version.is_some() || self.he.is_some()
    }

    /// Returns whether the scene can enter all rooms of its game by their numbers.
    pub(super) fn is_whole_game(&self) -> bool {
        self.data.as_ref().is_some_and(|data| data.room == Some(0))
    }

    /// Returns the number of frames after which a line contains the actors.
    pub(crate) fn state_every(&self) -> u32 {
        self.state_every.map_or(1, Bounded::get)
    }

    /// Returns whether only steps that play a frame print a line.
    pub(crate) fn prints_frames_only(&self) -> bool {
        self.lines == PrintedLines::Ticks
    }

    /// Returns the numbers of the blend images that actors use and the scene does not contain, each
    /// with its place. The game has to provide these images.
    pub(super) fn images_of_game(&self) -> Vec<(ScenePlace, u16)> {
        let mut images = Vec::new();
        for (place, field, value) in self.fields() {
            let (ActorField::Xmap, FieldValue::Number(image)) = (field, value) else {
                continue;
            };
            let image = u16::try_from(*image).unwrap_or(0);
            if image != 0 && !self.images.contains_key(&image) {
                images.push((place, image));
            }
        }
        images
    }

    /// Returns the fields of actors that the set-up or a step stores, each with its place.
    pub(crate) fn fields(&self) -> Vec<(ScenePlace, ActorField, &FieldValue)> {
        let mut fields = Vec::new();
        for (index, actor) in self.actors.iter().enumerate() {
            let at = ScenePlace::key("actors").at(index);
            for stored in &actor.fields {
                fields.push((at.clone().then(&stored.key), stored.field, &stored.value));
            }
            let late = at.then("post");
            for stored in &actor.post {
                fields.push((late.clone().then(&stored.key), stored.field, &stored.value));
            }
        }
        for (index, step) in self.steps.iter().enumerate() {
            if let StepAction::Operation(Operation::Set { field, value, .. }) = &step.action {
                fields.push((ScenePlace::step(index), *field, value));
            }
        }
        fields
    }

    /// Checks that the scene provides the resources that its actors use.
    fn check_sources(&self) -> Result<()> {
        let refused =
            |place: ScenePlace, message: &str| Err(self.source.refuse_plainly(&place, message));
        let has_either = self.room.is_some() || !self.costumes.is_empty();
        if self.is_whole_game() && has_either {
            let place = ScenePlace::key("data").then("path");
            return refused(
                place,
                "a scene that begins in room 0 takes \"room\" and \"costumes\" from the game; \
                 remove these keys",
            );
        }
        for (i, actor) in self.actors.iter().enumerate() {
            let mut before = self.actors.iter().take(i);
            if before.any(|other| other.id == actor.id) {
                let message = format!("actor {} is listed twice", actor.id);
                return refused(ScenePlace::key("actors").at(i), &message);
            }
        }
        if let (Some((place, image)), None) = (self.images_of_game().into_iter().next(), &self.data)
        {
            let message = format!("image {image} is not among the scene's images");
            return refused(place, &message);
        }
        let game_room = self.data.as_ref().and_then(|data| data.room);
        if game_room.is_some() && self.room().is_given() {
            let message = "expected one room, found the room of \"data\" and the key \"room\"";
            return refused(ScenePlace::key("room"), message);
        }
        for (number, source) in self.costumes.iter() {
            if let (FileOr::Given(_), None) = (source, &self.data) {
                let message = "a costume number needs \"data\", the game that contains the costume";
                return refused(ScenePlace::key("costumes").then(number), message);
            }
        }
        Ok(())
    }
}
