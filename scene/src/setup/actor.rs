//! The actors of a scene before its first step.

use std::collections::BTreeMap;

use scumm_costume::VARS;
use serde_json::Value as Json;

use super::super::error::{Result, SceneError};
use super::super::field::Field;
use super::super::node::{At, Entry, Node};
use super::super::operand::{ActorId, Kind, Numbered, kind};
use super::super::table::{Key, Keys, Table, object, table};

/// The highest animation variable.
const LAST_VAR: u16 = VARS as u16 - 1;

table! {
    /// An actor at the beginning.
    pub struct ActorSetup "an actor" {
        /// its number
        "id" pub id: u16 as ActorId,
        /// the number of its costume, 0 for none
        "costume" said_costume: Option<At<u16>>,
        /// column of the room
        "x" pub x: i32 = 0,
        /// line of the room
        "y" pub y: i32 = 0,
        /// degrees clockwise from north; stores targetFacing, too; 180 where nothing is said
        "facing" pub facing: i32 = 180,
        /// whether it is shown; 1 where nothing is said
        "visible" pub visible: bool = true,
        /// the number of its room; without it the current one
        "room" pub room: Option<u16>,
        /// its own colours by slot (C52)
        "palette" pub palette: BTreeMap<u16, At<u8>> as Numbered<At<u8>, 0, 255> = BTreeMap::new(),
        /// animation variables that are set after the costume is put on
        "anim_vars" pub anim_vars: BTreeMap<u16, At<i16>> as Numbered<At<i16>, 0, LAST_VAR> = BTreeMap::new(),
        /// fields that are stored last
        "post" pub post: Vec<At<Field>> as LateFields = Vec::new(),
        ;
        /// The line where it begins.
        pub line: u32 = 0,
        /// Its costume, 0 none.
        pub costume: At<u16> = At::default(),
        /// Fields that are stored before the costume is set.
        pub fields: Vec<At<Field>> = Vec::new(),
    }

    fn more_keys() -> Vec<Key> {
        stored()
    }

    fn finish(&mut self, keys: Keys) -> Result<()> {
        self.line = keys.line;
        self.fields = fields(keys)?;
        Ok(())
    }
}

impl ActorSetup {
    /// In version 0 an actor wears the costume of its own number, unless it is said.
    pub(super) fn wear(&mut self, is_v0: bool) {
        let own = if is_v0 { self.id } else { 0 };
        self.costume = self.said_costume.unwrap_or(At::new(self.line, own));
    }
}

/// Fields in a table of their own.
struct LateFields;

impl Kind for LateFields {
    type Value = Vec<At<Field>>;

    fn read(_: &str, node: Node) -> Result<Self::Value> {
        fields(Keys::of(node, "post")?)
    }

    fn schema() -> Json {
        object(stored())
    }
}

/// The fields that an actor may begin with; two are for the step `set` only.
fn stored() -> Vec<Key> {
    Field::keys()
        .into_iter()
        .filter(|(name, ..)| !["room", "need_redraw"].contains(name))
        .collect()
}

/// Reads the keys that are left in a table; all of them have to be fields.
fn fields(keys: Keys) -> Result<Vec<At<Field>>> {
    let read = |entry: Entry| {
        let field = Field::read(&entry.key, entry.value)?;
        let field = field.filter(|field| !matches!(field, Field::NeedRedraw(_) | Field::Room(_)));
        let refused =
            || SceneError::text(entry.line, format!("an actor has no key {:?}", entry.key));
        field
            .map(|field| At::new(entry.line, field))
            .ok_or_else(refused)
    };
    keys.entries.into_iter().map(read).collect()
}
