//! The set-up of a scene: everything before its steps, read and checked, but no file opened yet.

use std::collections::BTreeMap;

use glam::I16Vec2;
use scumm_room::boxes::SCALE_SLOTS;
use scumm_room::{Dialect, Game, Platform, ScaleSlot, WalkBox};

use super::error::{Result, SceneError};
use super::field::Field;
use super::node::{Node, Value};
use super::step::{Step, Var, check_scale_slot};
use super::table::{At, Keys, any, flag, list, number, numbered, numbers, text};
use crate::stage::MAX_ACTOR;

/// A scene as its text says it. `None` and empty lists stand for the defaults.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The scene file, for messages.
    pub file: String,
    /// Free text; the file's stem where the scene says nothing.
    pub name: String,
    /// Version, platform and game.
    pub dialect: Dialect,
    /// Whether the scene says its version; else that of [`Scene::data`] holds.
    pub version_given: bool,
    /// First line and height of the stage's band (G1).
    pub screens: (u16, u16),
    /// Centre of the view in room pixels; `None`: the left edge is 0.
    pub camera: Option<(i32, i32)>,
    /// The lights variable (C54).
    pub lights: u16,
    /// Seed of the random numbers, [`crate::random::SplitMix64`].
    pub seed: u64,
    /// Lines in which files are named.
    pub files: Files,
    /// Blend tables by number (A61).
    pub images: BTreeMap<u16, At<String>>,
    /// Script variables.
    pub vars: Vec<(Var, i32)>,
    /// The room.
    pub room: RoomSetup,
    /// The game that rooms and costumes come from.
    pub data: Option<GameSource>,
    /// Costumes by number.
    pub costumes: BTreeMap<u16, CostumeSource>,
    /// The actors, in the order of the text.
    pub actors: Vec<ActorSetup>,
    /// The steps.
    pub steps: Vec<Step>,
    /// What is printed.
    pub print: Print,
}

/// Files of colours and tables that the set-up names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// 768 bytes, RGB.
    pub palette: Option<At<String>>,
    /// 256 bytes, 2048 in v7+ (C51, A61).
    pub shadow_palette: Option<At<String>>,
    /// 256 bytes (S9).
    pub room_palette: Option<At<String>>,
    /// 256 bytes, HE70 (A50).
    pub remp: Option<At<String>>,
    /// 17 slots of 1024 bytes (A50).
    pub he_palettes: Option<At<String>>,
    /// 768 bytes (A63).
    pub custom_scale_table: Option<At<String>>,
}

/// How much a run prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print {
    /// A line for every frame of a `tick`; else for the last one only.
    pub every_tick: bool,
    /// Limbs that are off are printed too.
    pub all_limbs: bool,
    /// Actors are printed.
    pub actors: bool,
}

/// A game on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSource {
    /// A folder or an index file, relative to the scene, or `$NAME/…` with a name that the user defines.
    pub path: At<String>,
    /// The room that is played, `None` where the scene brings its own.
    pub room: Option<u16>,
}

/// Where a costume comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CostumeSource {
    /// A raw resource block with its header (C1).
    File(At<String>),
    /// A costume of [`Scene::data`].
    Game(At<u16>),
}

/// The room: a resource, or a plain picture with planes and boxes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoomSetup {
    /// The line where it begins, 0 where the scene has none.
    pub line: u32,
    /// Pixels of a picture.
    pub width: Option<usize>,
    /// Lines of a picture.
    pub height: Option<usize>,
    /// A picture.
    pub background: Background,
    /// Planes 1.. of a picture.
    pub planes: Vec<At<String>>,
    /// Number of planes, plane 0 included (M3).
    pub plane_count: Option<usize>,
    /// Walk boxes in place of the room's own.
    pub boxes: Option<Vec<WalkBox>>,
    /// The stored box matrix (B3).
    pub matrix: Option<Matrix>,
    /// Scale slots by number.
    pub scale_slots: Vec<(u16, ScaleSlot)>,
    /// A room resource, and what belongs to it.
    pub resource: Option<ResourceSetup>,
}

/// The picture behind the actors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Background {
    /// One colour.
    Colour(u8),
    /// A file of palette indices.
    File(At<String>),
}

impl Default for Background {
    fn default() -> Self {
        Self::Colour(0)
    }
}

/// Where a stored box matrix comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matrix {
    /// A file.
    File(At<String>),
    /// The bytes themselves.
    Bytes(Vec<u8>),
}

/// A room resource and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceSetup {
    /// The raw ROOM block.
    pub room: At<String>,
    /// HE70+: the RMIM resource.
    pub image: Option<At<String>>,
    /// v8: the RMSC resource.
    pub scripts: Option<At<String>>,
    /// States of objects by their numbers (O4).
    pub objects: BTreeMap<u16, At<u8>>,
    /// v8: numbers of objects by their names.
    pub object_names: BTreeMap<String, u16>,
}

/// An actor at the beginning.
#[derive(Clone, Debug, PartialEq)]
pub struct ActorSetup {
    /// The line where it begins.
    pub line: u32,
    /// Its number.
    pub id: u16,
    /// Its costume, 0 none.
    pub costume: At<u16>,
    /// Where it stands.
    pub position: (i16, i16),
    /// Degrees clockwise from north.
    pub facing: i32,
    /// Whether it is shown.
    pub visible: bool,
    /// The room it is in.
    pub room: u16,
    /// Fields that are stored before the costume is set.
    pub fields: Vec<At<Field>>,
    /// Colours by slot.
    pub palette: BTreeMap<u16, At<u8>>,
    /// Animation variables.
    pub anim_vars: BTreeMap<u16, At<i16>>,
    /// Fields that are stored last.
    pub post: Vec<At<Field>>,
}

/// The number of the room that every scene plays.
pub(super) const ROOM: u16 = 1;

/// The most boxes: the number of a box is a byte, and 255 means none (B1).
const MAX_BOXES: usize = 255;

/// The highest slot of an actor's palette.
const LAST_COLOUR: u16 = 255;

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
            name: keys.read("name", text)?.map_or_else(|| stem.to_owned(), |name| name.value),
            dialect,
            version_given,
            screens: keys.read("screens", screens)?.unwrap_or((0, 200)),
            camera: keys.read("camera", numbers(any))?.map(|[x, y]| (x, y)),
            lights: keys.read("lights", any)?.unwrap_or(11),
            seed: keys.read("seed", any::<i64>)?.unwrap_or(1) as u64,
            files: Files::read(&mut keys)?,
            images: keys.read("images", numbered(1..=u16::MAX, text))?.unwrap_or_default(),
            vars: keys.read("vars", vars)?.unwrap_or_default(),
            room,
            data: keys.read("data", |_, node| GameSource::read(node))?,
            costumes: keys.read("costumes", numbered(1..=u16::MAX, costume_source))?.unwrap_or_default(),
            actors: actors.into_iter().map(ActorSetup::read).collect::<Result<_>>()?,
            steps: steps.into_iter().map(Step::read).collect::<Result<_>>()?,
            print: Print {
                every_tick: keys.read("trace_ticks", flag)?.unwrap_or(true),
                all_limbs: keys.read("all_limbs", flag)?.unwrap_or(false),
                actors: !keys.read("no_state", flag)?.unwrap_or(false),
            },
        };
        keys.finish()?;
        scene.check_sources()?;
        Ok(scene)
    }

    /// Costumes that actors wear and sources that need others have to be there.
    fn check_sources(&self) -> Result<()> {
        for actor in &self.actors {
            let At { line, value: costume } = actor.costume;
            if costume != 0 && !self.costumes.contains_key(&costume) {
                return Err(SceneError::text(line, format!("costume {costume} is not among the scene's costumes")));
            }
            if self.actors.iter().any(|other| other.id == actor.id && other.line < actor.line) {
                return Err(SceneError::text(actor.line, format!("actor {} stands there twice", actor.id)));
            }
        }
        let from_game = self.costumes.values().find_map(|source| match source {
            CostumeSource::Game(number) => Some(number.line),
            CostumeSource::File(_) => None,
        });
        match from_game {
            Some(line) if self.data.is_none() => {
                Err(SceneError::text(line, "a costume given by its number needs \"data\", a game to take it from"))
            }
            _ => Ok(()),
        }
    }
}

/// Version, Humongous sub-version, platform and game in one.
fn dialect(keys: &mut Keys) -> Result<Dialect> {
    let he = keys.read("he", number(60..=100_u8))?;
    let line = keys.line();
    let version = keys.read("version", |key, node| Ok(At::new(node.line, number(1..=8)(key, node)?)))?;
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
    let old256 = only("old256", keys.read("old256", flag)?.unwrap_or(false), 3)?;
    let ega = only("ega", keys.read("ega", flag)?.unwrap_or(false), 4)?;
    dialect = dialect.with_old256(old256).with_ega(ega);
    if let Some(platform) = keys.read("platform", platform)? {
        dialect = dialect.with_platform(platform);
    }
    if let Some(game) = keys.read("game", text)? {
        if Game::from_id(&game.value).is_none() {
            log::info!("line {}: no rule names the game {:?}", game.line, game.value);
        }
        dialect = dialect.with_game(Game::from_id(&game.value));
    }
    Ok(dialect)
}

fn platform(key: &str, node: Node) -> Result<Platform> {
    let name = text(key, node)?;
    Ok(match name.value.as_str() {
        "dos" => Platform::Dos,
        "amiga" => Platform::Amiga,
        "fmtowns" => Platform::FmTowns,
        "mac" => Platform::Mac,
        "c64" => Platform::C64,
        "windows" => Platform::Windows,
        other => {
            let message = format!("{key}: expected dos, amiga, fmtowns, mac, c64 or windows, found {other:?}");
            return Err(SceneError::text(name.line, message));
        }
    })
}

/// The stage's band lies on the screen of 200 lines.
fn screens(key: &str, node: Node) -> Result<(u16, u16)> {
    let line = node.line;
    let [top, height] = numbers(number(0..=200_u16))(key, node)?;
    if height == 0 || top.saturating_add(height) > 200 {
        return Err(SceneError::text(line, format!("{key}: {height} lines from line {top} are not on the screen")));
    }
    Ok((top, height))
}

fn vars(key: &str, node: Node) -> Result<Vec<(Var, i32)>> {
    let Value::Table(entries) = node.value else {
        return Err(SceneError::text(node.line, format!("{key}: expected a table, found {}", node.value.describe())));
    };
    let var = |entry: super::node::Entry| {
        let var = Var::from_name(&entry.key).ok_or_else(|| {
            let known = Var::NAMES.join(", ");
            SceneError::text(entry.line, format!("{key}: expected one of {known}, found {:?}", entry.key))
        })?;
        Ok((var, any(&entry.key, entry.value)?))
    };
    entries.into_iter().map(var).collect()
}

fn costume_source(key: &str, node: Node) -> Result<CostumeSource> {
    Ok(match node.value {
        Value::Integer(_) => CostumeSource::Game(At::new(node.line, any(key, node)?)),
        _ => CostumeSource::File(text(key, node)?),
    })
}

impl Files {
    fn read(keys: &mut Keys) -> Result<Self> {
        Ok(Self {
            palette: keys.read("palette", text)?,
            shadow_palette: keys.read("shadow_palette", text)?,
            room_palette: keys.read("room_palette", text)?,
            remp: keys.read("remp", text)?,
            he_palettes: keys.read("he_palettes", text)?,
            custom_scale_table: keys.read("custom_scale_table", text)?,
        })
    }
}

impl GameSource {
    fn read(node: Node) -> Result<Self> {
        let mut keys = Keys::of(node, "data")?;
        let source = Self { path: keys.require("path", text)?, room: keys.read("room", any)? };
        keys.finish()?;
        Ok(source)
    }
}

impl RoomSetup {
    fn read(node: Node, dialect: &Dialect) -> Result<Self> {
        let mut keys = Keys::of(node, "a room")?;
        let side = || number(8..=i64::from(u16::MAX));
        let size = |found: Option<i64>| found.and_then(|n| usize::try_from(n).ok());
        let room = Self {
            line: keys.line(),
            resource: ResourceSetup::read(&mut keys)?,
            boxes: keys.read("boxes", |key, node| boxes(key, node, dialect))?,
            matrix: keys.read("boxmatrix", matrix)?,
            scale_slots: keys.read("scale_slots", scale_slots)?.unwrap_or_default(),
            ..Self::default()
        };
        if room.resource.is_some() {
            keys.finish()?;
            return Ok(room);
        }
        let room = Self {
            width: size(keys.read("width", side())?),
            height: size(keys.read("height", number(1..=i64::from(u16::MAX)))?),
            background: keys.read("background", background)?.unwrap_or_default(),
            planes: keys.read("zplanes", files)?.unwrap_or_default(),
            plane_count: size(keys.read("num_z", number(1..=8))?),
            ..room
        };
        keys.finish()?;
        Ok(room)
    }
}

impl ResourceSetup {
    /// What belongs to a resource stands in the room's own table.
    fn read(keys: &mut Keys) -> Result<Option<Self>> {
        let Some(room) = keys.read("resource", text)? else { return Ok(None) };
        let state = |key: &str, node: Node| Ok(At::new(node.line, any(key, node)?));
        Ok(Some(Self {
            room,
            image: keys.read("image", text)?,
            scripts: keys.read("scripts", text)?,
            objects: keys.read("objects", numbered(0..=u16::MAX, state))?.unwrap_or_default(),
            object_names: keys.read("object_names", names)?.unwrap_or_default(),
        }))
    }
}

fn names(_: &str, node: Node) -> Result<BTreeMap<String, u16>> {
    let entries = Keys::of(node, "object_names")?.rest();
    entries.into_iter().map(|entry| Ok((entry.key.clone(), any(&entry.key, entry.value)?))).collect()
}

fn background(key: &str, node: Node) -> Result<Background> {
    Ok(match node.value {
        Value::Integer(_) => Background::Colour(any(key, node)?),
        _ => Background::File(text(key, node)?),
    })
}

fn files(key: &str, node: Node) -> Result<Vec<At<String>>> {
    list(key, node)?.into_iter().map(|item| text(key, item)).collect()
}

fn matrix(key: &str, node: Node) -> Result<Matrix> {
    Ok(match node.value {
        Value::List(items) => Matrix::Bytes(items.into_iter().map(|item| any(key, item)).collect::<Result<_>>()?),
        _ => Matrix::File(text(key, node)?),
    })
}

fn boxes(key: &str, node: Node, dialect: &Dialect) -> Result<Vec<WalkBox>> {
    let line = node.line;
    let boxes = list(key, node)?.into_iter().map(|item| walk_box(item, dialect)).collect::<Result<Vec<_>>>()?;
    if boxes.len() > MAX_BOXES {
        return Err(SceneError::text(line, format!("{key}: expected at most {MAX_BOXES}, found {}", boxes.len())));
    }
    Ok(boxes)
}

fn walk_box(node: Node, dialect: &Dialect) -> Result<WalkBox> {
    let mut keys = Keys::of(node, "a box")?;
    let corner = |key: &str, node: Node| numbers(any::<i16>)(key, node).map(I16Vec2::from);
    let last_slot = u8::try_from(SCALE_SLOTS).unwrap_or(u8::MAX);
    let walk_box = WalkBox {
        ul: keys.require("ul", corner)?,
        ur: keys.require("ur", corner)?,
        lr: keys.require("lr", corner)?,
        ll: keys.require("ll", corner)?,
        mask: keys.read("mask", any)?.unwrap_or(0),
        flags: keys.read("flags", any)?.unwrap_or(0),
        scale: keys.read("scale", |key, node| box_scale(key, node))?.unwrap_or(255),
        slot: keys.read("slot", number(0..=last_slot))?.unwrap_or(0),
    };
    if walk_box.slot != 0 && dialect.version() != 8 {
        return Err(SceneError::text(keys.line(), "only boxes of version 8 have a slot"));
    }
    keys.finish()?;
    Ok(walk_box)
}

/// 0..=255, or bit 15 and the number of a scale slot less 1 (T62).
fn box_scale(key: &str, node: Node) -> Result<u16> {
    let line = node.line;
    let word: u16 = any(key, node)?;
    let slot = word & 0x7fff;
    if word <= 255 || (word & 0x8000 != 0 && slot < SCALE_SLOTS) {
        return Ok(word);
    }
    let last = SCALE_SLOTS - 1;
    Err(SceneError::text(line, format!("{key}: expected 0 to 255, or 0x8000 and 0 to {last}, found {word:#x}")))
}

fn scale_slots(key: &str, node: Node) -> Result<Vec<(u16, ScaleSlot)>> {
    list(key, node)?.into_iter().map(scale_slot).collect()
}

fn scale_slot(node: Node) -> Result<(u16, ScaleSlot)> {
    let mut keys = Keys::of(node, "a scale slot")?;
    let slot = keys.require("slot", number(1..=SCALE_SLOTS))?;
    let mut field = |name: &str| Ok::<i32, SceneError>(keys.read(name, any)?.unwrap_or(0));
    let value = ScaleSlot {
        x1: field("x1")?,
        y1: field("y1")?,
        s1: field("s1")?,
        x2: field("x2")?,
        y2: field("y2")?,
        s2: field("s2")?,
    };
    check_scale_slot(keys.line(), &value)?;
    keys.finish()?;
    Ok((slot, value))
}

impl ActorSetup {
    fn read(node: Node) -> Result<Self> {
        let mut keys = Keys::of(node, "an actor")?;
        let located = |key: &str, node: Node| Ok(At::new(node.line, any(key, node)?));
        let line = keys.line();
        let mut actor = Self {
            line,
            id: keys.require("id", number(1..=MAX_ACTOR))?,
            costume: keys.read("costume", located)?.unwrap_or(At::new(line, 0)),
            position: (keys.read("x", any)?.unwrap_or(0), keys.read("y", any)?.unwrap_or(0)),
            facing: keys.read("facing", any)?.unwrap_or(180),
            visible: keys.read("visible", flag)?.unwrap_or(true),
            room: keys.read("room", any)?.unwrap_or(ROOM),
            palette: keys
                .read("palette", numbered(0..=LAST_COLOUR, |key, node| Ok(At::new(node.line, any(key, node)?))))?
                .unwrap_or_default(),
            anim_vars: keys
                .read("anim_vars", numbered(0..=26, |key, node| Ok(At::new(node.line, any(key, node)?))))?
                .unwrap_or_default(),
            post: keys.read("post", |_, node| fields(&mut Keys::of(node, "post")?))?.unwrap_or_default(),
            fields: Vec::new(),
        };
        actor.fields = fields(&mut keys)?;
        Ok(actor)
    }

    /// Whether the set-up itself says whether boxes are ignored.
    pub(super) fn says_ignore_boxes(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.value, Field::IgnoreBoxes(_)))
    }
}

/// What is left in a table has to be fields.
fn fields(keys: &mut Keys) -> Result<Vec<At<Field>>> {
    let read = |entry: super::node::Entry| {
        let line = entry.line;
        match Field::read(&entry.key, entry.value)? {
            Ok(Field::NeedRedraw(_)) | Err(_) => {
                Err(SceneError::text(line, format!("an actor has no key {:?}", entry.key)))
            }
            Ok(field) => Ok(At::new(line, field)),
        }
    };
    keys.rest().into_iter().map(read).collect()
}
