//! The set-up of a scene: everything before its steps, read and checked, but no file opened yet.

mod actor;
mod room;

use std::collections::BTreeMap;
use std::ops::Range;

use scumm_room::{Dialect, GameId, Platform, Render};

use super::error::{Result, SceneError};
use super::field::Field;
use super::line::Print;
use super::node::{Entry, Node, Value};
use super::op::{Op, Step};
use super::operand::any;
use super::table::{At, Keys, entries, in_a_row, list, number, numbered, one_of, text};
use super::var::Var;

pub use actor::ActorSetup;
pub use room::{Background, Matrix, ResourceSetup, RoomSetup};

/// A scene as its text says it. `None` and empty lists stand for the defaults.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The scene file, for messages.
    pub(crate) file: String,
    /// Free text; the file's stem where the scene says nothing.
    pub name: String,
    /// Version, platform and game.
    pub dialect: Dialect,
    /// Whether the scene says its version; else that of [`Scene::data`] holds.
    pub(crate) version_given: bool,
    /// The stage's band (G1), where the scene says it.
    pub(crate) screens: Option<Range<u16>>,
    /// Centre of the view in room pixels; `None`: the left edge is 0.
    pub camera: Option<(i32, i32)>,
    /// The lights variable (C54).
    pub lights: u16,
    /// Seed of the random numbers, [`scumm_engine::SplitMix64`].
    pub(crate) seed: u64,
    /// The palette starts as the game's own (P12), unless a file has another.
    pub(crate) default_palette: bool,
    /// The Nintendo: the older choice of its colours (Q28).
    pub(crate) nes_classic: bool,
    /// The Nintendo: the costume set in force (Q12).
    pub(crate) costume_set: u8,
    /// A file of 768 bytes, RGB.
    pub(crate) palette: Option<At<String>>,
    /// A file of 256 bytes, 2048 in v7+ (C51, A61).
    pub(crate) shadow_palette: Option<At<String>>,
    /// A file of 256 bytes (S9).
    pub(crate) room_palette: Option<At<String>>,
    /// A file of 256 bytes, HE70 (A50).
    pub(crate) remp: Option<At<String>>,
    /// A file of 17 slots of 1024 bytes (A50).
    pub(crate) he_palettes: Option<At<String>>,
    /// A file of 768 bytes (A63).
    pub(crate) custom_scale_table: Option<At<String>>,
    /// Blend tables by number (A61).
    pub(crate) images: BTreeMap<u16, At<String>>,
    /// Script variables.
    pub(crate) vars: Vec<(Var, i32)>,
    /// The room.
    pub(crate) room: RoomSetup,
    /// The game that rooms and costumes come from.
    pub(crate) data: Option<GameSource>,
    /// Costumes by number.
    pub costumes: BTreeMap<u16, CostumeSource>,
    /// The actors, in the order of the text.
    pub actors: Vec<ActorSetup>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Jiffies that pass for the room's colour cycles after each engine frame; 0: they stand still (R11).
    pub cycle_jiffies: u16,
    /// What is printed.
    pub(crate) print: Print,
    /// Why the scene is known to differ from its stored lines; a check reports it as a known failure until it passes.
    pub known_failure: Option<String>,
}

/// A game on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSource {
    /// A folder or an index file, relative to the scene, or `$NAME/…` with a name that the user defines.
    pub path: At<String>,
    /// The room that is played, `None` where the scene brings its own; 0: the scene begins before the first room, and its
    /// steps enter rooms (Y1).
    pub room: Option<u16>,
}

/// Where a costume comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CostumeSource {
    /// A raw resource block with its header (C1).
    File(At<String>),
    /// A costume of the game that `data` names.
    Game(At<u16>),
}

impl Scene {
    /// Reads a scene's tree; `file` names it in messages.
    pub(super) fn read(file: &str, stem: &str, node: Node) -> Result<Self> {
        let mut keys = Keys::of(node, "a scene")?;
        let version_given = keys.has("version") || keys.has("he");
        let dialect = dialect(&mut keys)?;
        let room = keys.read("room", |_, node| RoomSetup::read(node, &dialect))?.unwrap_or_default();
        let actors = keys.read("actors", list)?.unwrap_or_default();
        let steps = keys.read("steps", list)?.unwrap_or_default();
        let scene = Self {
            file: file.to_owned(),
            name: keys.read("name", any)?.unwrap_or_else(|| stem.to_owned()),
            dialect,
            version_given,
            screens: keys.read("screens", |key, node| screens(key, node, &dialect))?,
            camera: keys.read("camera", any)?.map(|[x, y]: [i32; 2]| (x, y)),
            lights: keys.read("lights", any)?.unwrap_or(11),
            seed: keys.read("seed", any::<i64>)?.unwrap_or(1) as u64,
            default_palette: keys.read("default_palette", any)?.unwrap_or(false),
            nes_classic: keys.read("nes_classic", any)?.unwrap_or(false),
            costume_set: keys.read("costume_set", any)?.unwrap_or(0),
            palette: keys.read("palette", any)?,
            shadow_palette: keys.read("shadow_palette", any)?,
            room_palette: keys.read("room_palette", any)?,
            remp: keys.read("remp", any)?,
            he_palettes: keys.read("he_palettes", any)?,
            custom_scale_table: keys.read("custom_scale_table", any)?,
            images: keys.read("images", numbered(1..=u16::MAX, any))?.unwrap_or_default(),
            vars: keys.read("vars", vars)?.unwrap_or_default(),
            room,
            data: keys.read("data", |_, node| GameSource::read(node))?,
            costumes: keys.read("costumes", numbered(1..=u16::MAX, costume_source))?.unwrap_or_default(),
            actors: actors.into_iter().map(|node| ActorSetup::read(node, &dialect)).collect::<Result<_>>()?,
            steps: steps.into_iter().map(Step::read).collect::<Result<_>>()?,
            cycle_jiffies: keys.read("cycle_jiffies", any)?.unwrap_or(0),
            print: Print {
                every_tick: keys.read("trace_ticks", any)?.unwrap_or(true),
                all_limbs: keys.read("all_limbs", any)?.unwrap_or(false),
                actors: !keys.read("no_state", any)?.unwrap_or(false),
                frames_only: keys.read("lines", lines)?.unwrap_or(false),
                state_every: keys.read("state_every", number(1..=u32::MAX))?.unwrap_or(1),
            },
            known_failure: keys.read("known_failure", any)?,
        };
        keys.finish()?;
        scene.check_sources()?;
        Ok(scene)
    }

    /// The room's resource, where the scene brings one.
    #[must_use]
    pub fn room_file(&self) -> Option<&str> {
        self.room.resource.as_ref().map(|resource| resource.room.value.as_str())
    }

    /// Whether the scene brings z-planes of its own.
    #[must_use]
    pub fn has_planes(&self) -> bool {
        !self.room.planes.is_empty()
    }

    /// Whether the set-up shows objects.
    #[must_use]
    pub fn has_objects(&self) -> bool {
        !self.room.objects.is_empty()
    }

    /// Whether the scene brings a shadow table.
    #[must_use]
    pub fn has_shadow_table(&self) -> bool {
        self.shadow_palette.is_some()
    }

    /// Whether the scene goes through the rooms of its game, with the game's numbers.
    pub(super) fn is_whole_game(&self) -> bool {
        self.data.as_ref().is_some_and(|data| data.room == Some(0))
    }

    /// The images that actors blend with and that the scene does not bring: the game has to have them.
    pub(super) fn images_of_game(&self) -> impl Iterator<Item = At<u16>> {
        let fields = self.actors.iter().flat_map(|actor| actor.fields.iter().chain(&actor.post));
        let later = self.steps.iter().filter_map(|step| match &step.op {
            Op::Set { field, .. } => Some((step.line, field)),
            _ => None,
        });
        fields.map(|field| (field.line, &field.value)).chain(later).filter_map(|(line, field)| match *field {
            Field::Xmap(image) if image != 0 && !self.images.contains_key(&image) => Some(At::new(line, image)),
            _ => None,
        })
    }

    /// Checks that the scene brings what its actors wear and use.
    fn check_sources(&self) -> Result<()> {
        let whole_game = self.is_whole_game();
        if whole_game && (self.room.line != 0 || !self.costumes.is_empty()) {
            let line = self.data.as_ref().map_or(0, |data| data.path.line);
            let message = "a scene that begins in room 0 has no \"room\" and no \"costumes\": the game has them";
            return Err(SceneError::text(line, message));
        }
        for (i, actor) in self.actors.iter().enumerate() {
            if self.actors.iter().take(i).any(|other| other.id == actor.id) {
                return Err(SceneError::text(actor.line, format!("actor {} stands there twice", actor.id)));
            }
        }
        if let (Some(At { line, value: image }), None) = (self.images_of_game().next(), &self.data) {
            return Err(SceneError::text(line, format!("image {image} is not among the scene's images")));
        }
        if self.data.as_ref().is_some_and(|data| data.room.is_some()) && self.room.is_given() {
            return Err(SceneError::text(self.room.line, "\"data\" names a room, and the scene brings another"));
        }
        for source in self.costumes.values() {
            if let (CostumeSource::Game(At { line, .. }), None) = (source, &self.data) {
                let message = "a costume given by its number needs \"data\", a game to take it from";
                return Err(SceneError::text(*line, message));
            }
        }
        Ok(())
    }
}

/// Version, Humongous sub-version, platform, display and game in one.
fn dialect(keys: &mut Keys) -> Result<Dialect> {
    let he = keys.read("he", number(60..=100_u8))?;
    let line = keys.line;
    let version = keys.read("version", |key, node| Ok(At::new(node.line, number(0..=8)(key, node)?)))?;
    let mut dialect = match (he, version) {
        (Some(_), Some(At { line, value })) if value != 6 => {
            return Err(SceneError::text(line, format!("a Humongous game has version 6, not {value}")));
        }
        (Some(he), _) => Dialect::humongous(he),
        (None, version) => Dialect::new(version.map_or(5, |version| version.value)),
    };
    let only = |key: &str, on: bool, version: u8| {
        if on && dialect.version() != version {
            return Err(SceneError::text(line, format!("{key} is for version {version} only")));
        }
        Ok(on)
    };
    let old256 = only("old256", keys.read("old256", any)?.unwrap_or(false), 3)?;
    let ega = only("ega", keys.read("ega", any)?.unwrap_or(false), 4)?;
    let demo = only("demo", keys.read("demo", any)?.unwrap_or(false), 0)?;
    dialect = dialect.with_old256(old256).with_ega(ega).with_demo(demo);
    if let Some(platform) = keys.read("platform", named(&Platform::ALL))? {
        dialect = dialect.with_platform(platform);
    }
    dialect = dialect.with_render(keys.read("render", named(&Render::ALL))?);
    if let Some(game) = keys.read("game", text)? {
        if GameId::from_id(&game.value).is_none() {
            log::info!("line {}: no rule names the game {:?}", game.line, game.value);
        }
        dialect = dialect.with_game(GameId::from_id(&game.value));
    }
    Ok(dialect)
}

/// One of some names, and what it stands for.
fn named<T: Copy>(names: &'static [(&'static str, T)]) -> impl Fn(&str, Node) -> Result<T> {
    move |key, node| one_of(names, &in_a_row(names), key, &text(key, node)?)
}

/// The stage's band, which has to lie on the screen. Versions whose stage is as high as the room have no band: they ignore
/// it (G1).
fn screens(key: &str, node: Node, dialect: &Dialect) -> Result<Range<u16>> {
    let line = node.line;
    let [top, bottom] = any::<[u16; 2]>(key, node)?;
    if !dialect.has_room_high_stage() && (bottom <= top || bottom > dialect.screen_size().1) {
        return Err(SceneError::text(line, format!("{key}: lines {top} to {bottom} are not on the screen")));
    }
    Ok(top..bottom)
}

fn vars(key: &str, node: Node) -> Result<Vec<(Var, i32)>> {
    let var = |entry: Entry| Ok((Var::of(&entry, key)?, any(&entry.key, entry.value)?));
    entries(key, node)?.into_iter().map(var).collect()
}

/// Whether only frames print lines.
fn lines(key: &str, node: Node) -> Result<bool> {
    one_of(&[("all", false), ("ticks", true)], "all or ticks", key, &text(key, node)?)
}

fn costume_source(key: &str, node: Node) -> Result<CostumeSource> {
    Ok(match node.value {
        Value::Integer(_) => CostumeSource::Game(any(key, node)?),
        _ => CostumeSource::File(any(key, node)?),
    })
}

impl GameSource {
    fn read(node: Node) -> Result<Self> {
        let mut keys = Keys::of(node, "data")?;
        let source = Self { path: keys.require("path", any)?, room: keys.read("room", any)? };
        keys.finish()?;
        Ok(source)
    }
}
