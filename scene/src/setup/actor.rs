//! The actors of a scene before its first step.

use std::collections::BTreeMap;

use scumm_costume::VARS;
use scumm_engine::MAX_ACTOR;
use scumm_room::Dialect;

use super::super::error::{Result, SceneError};
use super::super::field::Field;
use super::super::node::{Entry, Node};
use super::super::operand::any;
use super::super::table::{At, Keys, number, numbered};

/// An actor at the beginning.
#[derive(Clone, Debug, PartialEq)]
pub struct ActorSetup {
    /// The line where it begins.
    pub line: u32,
    /// Its number.
    pub id: u16,
    /// Its costume, 0 none.
    pub costume: At<u16>,
    /// Where it stands; cut to 16 bits.
    pub position: (i32, i32),
    /// Degrees clockwise from north.
    pub facing: i32,
    /// Whether it is shown.
    pub visible: bool,
    /// The room it is in; `None`: the current one.
    pub room: Option<u16>,
    /// Fields that are stored before the costume is set.
    pub fields: Vec<At<Field>>,
    /// Colours by slot.
    pub palette: BTreeMap<u16, At<u8>>,
    /// Animation variables.
    pub anim_vars: BTreeMap<u16, At<i16>>,
    /// Fields that are stored last.
    pub post: Vec<At<Field>>,
}

/// The highest slot of an actor's palette.
const LAST_COLOUR: u16 = 255;
/// The highest animation variable.
const LAST_VAR: u16 = VARS as u16 - 1;

impl ActorSetup {
    /// Reads an actor; in v0 it wears the costume of its own number, unless it is said.
    pub(super) fn read(node: Node, dialect: &Dialect) -> Result<Self> {
        let mut keys = Keys::of(node, "an actor")?;
        let line = keys.line;
        let id = keys.require("id", number(1..=MAX_ACTOR))?;
        let own = if dialect.is_v0() { id } else { 0 };
        let mut actor = Self {
            line,
            id,
            costume: keys.read("costume", any)?.unwrap_or(At::new(line, own)),
            position: (keys.read("x", any)?.unwrap_or(0), keys.read("y", any)?.unwrap_or(0)),
            facing: keys.read("facing", any)?.unwrap_or(180),
            visible: keys.read("visible", any)?.unwrap_or(true),
            room: keys.read("room", any)?,
            palette: keys.read("palette", numbered(0..=LAST_COLOUR, any))?.unwrap_or_default(),
            anim_vars: keys.read("anim_vars", numbered(0..=LAST_VAR, any))?.unwrap_or_default(),
            post: keys.read("post", |_, node| fields(&mut Keys::of(node, "post")?))?.unwrap_or_default(),
            fields: Vec::new(),
        };
        actor.fields = fields(&mut keys)?;
        Ok(actor)
    }
}

/// Reads the keys that are left in a table; all of them have to be fields.
fn fields(keys: &mut Keys) -> Result<Vec<At<Field>>> {
    let read = |entry: Entry| {
        let line = entry.line;
        match Field::read(&entry.key, entry.value)? {
            Some(Field::NeedRedraw(_) | Field::Room(_)) | None => {
                Err(SceneError::text(line, format!("an actor has no key {:?}", entry.key)))
            }
            Some(field) => Ok(At::new(line, field)),
        }
    };
    keys.rest().into_iter().map(read).collect()
}
