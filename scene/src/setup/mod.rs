//! The set-up of a scene: everything before its steps, read and checked, but no file opened yet.

mod actor;
mod room;

use std::collections::BTreeMap;

use scumm_room::{Dialect, GameId, Platform, Render};

use super::error::{Result, SceneError};
use super::field::Field;
use super::node::{At, Node};
use super::op::{Op, Step};
use super::operand::{FileOr, FramesOnly, Kind, Numbered, Within, kind};
use super::table::{Key, Keys, Table, table};
use super::var::{Var, Vars};

pub use actor::ActorSetup;
pub use room::RoomSetup;

table! {
    /// A scene as its text says it. `None` and empty lists stand for the defaults.
    pub struct Scene "a scene" {
        /// free text
        "name" pub name: String = String::new(),
        /// SCUMM version; 5 where nothing is said
        "version" version: Option<At<u8>> as Option<At<Within<u8, 0, 8>>>,
        /// Humongous sub-version
        "he" he: Option<u8> as Option<Within<u8, 60, 100>>,
        /// version 3 with 256 colours
        "old256" old256: bool = false,
        /// version 4 with 16 colours
        "ega" ega: bool = false,
        /// the machine; dos where nothing is said
        "platform" platform: Option<Platform>,
        /// the display of a game of versions 1 to 4
        "render" render: Option<Render>,
        /// the game's id where a rule depends on it
        "game" game: Option<At<String>>,
        /// first line of the stage's band on the screen, and the line behind its last (G1)
        "screens" pub(crate) screens: Option<At<[u16; 2]>>,
        /// centre of the view in room pixels
        "camera" pub camera: Option<[i32; 2]>,
        /// the lights variable; 11 where nothing is said (C54)
        "lights" pub lights: u16 = 11,
        /// seed of the random numbers; 1 where nothing is said
        "seed" pub(crate) seed: i64 = 1,
        /// without a palette the colours start as the game's own (P12)
        "default_palette" pub(crate) default_palette: bool = false,
        /// version 0: the demo, whose actors differ a little (V41, V77)
        "demo" demo: bool = false,
        /// the Nintendo: the second column of its palette (Q28)
        "nes_classic" pub(crate) nes_classic: bool = false,
        /// the Nintendo: the costume set in force (Q12)
        "costume_set" pub(crate) costume_set: u8 = 0,
        /// a file of 768 bytes, RGB
        "palette" pub(crate) palette: Option<At<String>>,
        /// a file of 256 bytes, from version 7 on 2048 (C51, A61)
        "shadow_palette" pub(crate) shadow_palette: Option<At<String>>,
        /// a file of 256 bytes, the room's colour remap (S9)
        "room_palette" pub(crate) room_palette: Option<At<String>>,
        /// a file: HE70's remap of 256 bytes (A50)
        "remp" pub(crate) remp: Option<At<String>>,
        /// a file: HE99's 17 palette slots of 1024 bytes (A50)
        "he_palettes" pub(crate) he_palettes: Option<At<String>>,
        /// a file of 768 bytes in place of the scale table of versions 7 and 8 (A63)
        "custom_scale_table" pub(crate) custom_scale_table: Option<At<String>>,
        /// resources with a blend table of 65536 bytes in a chunk XMAP, by number (A61)
        "images" pub(crate) images: BTreeMap<u16, At<String>> as Numbered<At<String>, 1> = BTreeMap::new(),
        /// script variables that rules mention
        "vars" pub(crate) vars: Vec<(Var, i32)> as Vars = Vec::new(),
        /// the room: a resource, or a picture
        "room" pub(crate) room: At<RoomSetup> = At::default(),
        /// the game that rooms and costumes come from
        "data" pub(crate) data: Option<GameSource>,
        /// by number: a raw resource with its header, or its number in the game of data
        "costumes" pub costumes: BTreeMap<u16, FileOr<u16>> as Numbered<FileOr<u16>, 1> = BTreeMap::new(),
        /// the actors at the beginning
        "actors" pub actors: Vec<ActorSetup> = Vec::new(),
        /// what happens, one after the other
        "steps" pub steps: Vec<Step> = Vec::new(),
        /// jiffies that pass for the room's colour cycles after each frame (R11)
        "cycle_jiffies" pub cycle_jiffies: u16 = 0,
        /// 0: a tick prints its last frame only
        "trace_ticks" pub(crate) trace_ticks: bool = true,
        /// 1: limbs that were never set are printed, too
        "all_limbs" pub(crate) all_limbs: bool = false,
        /// 1: lines have checksums only
        "no_state" pub(crate) no_state: bool = false,
        /// ticks: only steps that play a frame print a line
        "lines" pub(crate) frames_only: bool as FramesOnly = false,
        /// lines tell of actors only after every so many frames
        "state_every" pub(crate) state_every: u32 as Within<u32, 1, { u32::MAX as i64 }> = 1,
        /// why the scene is known to differ from its lines
        "known_failure" pub known_failure: Option<String>,
        ;
        /// The scene file, for messages.
        pub(crate) file: String = String::new(),
        /// Version, platform and game.
        pub dialect: Dialect = Dialect::new(5),
    }
}

table! {
    /// A game on disk.
    #[derive(Eq)]
    pub struct GameSource "data" {
        /// a folder or an index file, relative to the scene, or $NAME for a place that each user has
        "path" pub path: At<String>,
        /// the room that is played; 0: the scene goes from room to room (Y1)
        "room" pub room: Option<u16>,
    }
}

impl Scene {
    /// Reads a scene's tree; `file` names it in messages, `stem` the scene that has no name.
    pub(super) fn of(file: &str, stem: &str, node: Node) -> Result<Self> {
        let line = node.line;
        let mut scene = Self::read("", node)?;
        file.clone_into(&mut scene.file);
        if scene.name.is_empty() {
            stem.clone_into(&mut scene.name);
        }
        scene.dialect = scene.said_dialect(line)?;
        if let Some(At {
            line,
            value: [top, bottom],
        }) = scene.screens
        {
            // Versions whose stage is as high as the room have no band: they ignore it (G1).
            let dialect = &scene.dialect;
            let is_on_screen = top < bottom && bottom <= dialect.screen_size().1;
            let message = format_args!("screens: lines {top} to {bottom} are not on the screen");
            SceneError::unless(is_on_screen || dialect.has_room_high_stage(), line, message)?;
        }
        scene.room.value.read_boxes(&scene.dialect)?;
        scene
            .actors
            .iter_mut()
            .for_each(|actor| actor.wear(scene.dialect.is_v0()));
        scene.check_sources()?;
        Ok(scene)
    }

    /// Version, Humongous sub-version, platform, display and game in one; the scene begins in `line`.
    fn said_dialect(&self, line: u32) -> Result<Dialect> {
        if let (Some(_), Some(At { line, value })) = (self.he, self.version) {
            SceneError::unless(
                value == 6,
                line,
                format_args!("a Humongous game has version 6, not {value}"),
            )?;
        }
        let version = self.version.map_or(5, |version| version.value);
        let mut dialect = self.he.map_or(Dialect::new(version), Dialect::humongous);
        for (key, on, version) in [
            ("old256", self.old256, 3),
            ("ega", self.ega, 4),
            ("demo", self.demo, 0),
        ] {
            let fits = !on || dialect.version() == version;
            SceneError::unless(
                fits,
                line,
                format_args!("{key} is for version {version} only"),
            )?;
        }
        dialect = dialect
            .with_old256(self.old256)
            .with_ega(self.ega)
            .with_demo(self.demo)
            .with_render(self.render);
        dialect = dialect.with_platform(self.platform.unwrap_or(dialect.platform()));
        if let Some(At { line, value: game }) = &self.game {
            if GameId::from_id(game).is_none() {
                log::info!("line {line}: no rule names the game {game:?}");
            }
            dialect = dialect.with_game(GameId::from_id(game));
        }
        Ok(dialect)
    }

    /// Whether the scene says its version; else that of [`Scene::data`] holds.
    pub(crate) fn says_version(&self) -> bool {
        self.version.is_some() || self.he.is_some()
    }

    /// Whether the scene goes through the rooms of its game, with the game's numbers.
    pub(super) fn is_whole_game(&self) -> bool {
        self.data.as_ref().is_some_and(|data| data.room == Some(0))
    }

    /// The images that actors blend with and that the scene does not bring: the game has to have them.
    pub(super) fn images_of_game(&self) -> impl Iterator<Item = At<u16>> {
        self.fields().filter_map(|(line, field)| match *field {
            Field::Xmap(image) if image != 0 && !self.images.contains_key(&image) => {
                Some(At::new(line, image))
            }
            _ => None,
        })
    }

    /// The fields of actors that are stored, before and in a step, each with its line.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (u32, &Field)> {
        let before = self
            .actors
            .iter()
            .flat_map(|actor| actor.fields.iter().chain(&actor.post));
        let later = self.steps.iter().filter_map(|step| match &step.op {
            Op::Set { field, .. } => Some((step.line, field)),
            _ => None,
        });
        before.map(|field| (field.line, &field.value)).chain(later)
    }

    /// Checks that the scene brings what its actors wear and use.
    fn check_sources(&self) -> Result<()> {
        let line = self.data.as_ref().map_or(0, |data| data.path.line);
        let has_either = self.room.line != 0 || !self.costumes.is_empty();
        let message =
            "a scene that begins in room 0 has no \"room\" and no \"costumes\": the game has them";
        SceneError::unless(!self.is_whole_game() || !has_either, line, message)?;
        for (i, actor) in self.actors.iter().enumerate() {
            let is_new = self.actors.iter().take(i).all(|other| other.id != actor.id);
            SceneError::unless(
                is_new,
                actor.line,
                format_args!("actor {} stands there twice", actor.id),
            )?;
        }
        if let (Some(At { line, value: image }), None) = (self.images_of_game().next(), &self.data)
        {
            return Err(SceneError::text(
                line,
                format!("image {image} is not among the scene's images"),
            ));
        }
        let has_two_rooms = self.data.as_ref().is_some_and(|data| data.room.is_some())
            && self.room.value.is_given();
        SceneError::unless(
            !has_two_rooms,
            self.room.line,
            "\"data\" names a room, and the scene brings another",
        )?;
        for source in self.costumes.values() {
            if let (FileOr::Given(At { line, .. }), None) = (source, &self.data) {
                let message =
                    "a costume given by its number needs \"data\", a game to take it from";
                return Err(SceneError::text(*line, message));
            }
        }
        Ok(())
    }
}
