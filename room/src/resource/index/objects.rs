//! Global objects: owner, state, classes, room (N1a..N6).

use crate::reader::{Reader, text};
use crate::{Dialect, Result};

use super::super::directory::le_number;

/// A global object at the start of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlobalObject {
    /// The owner of the object; 15 is the room. `None` in v7 and v8, which store no owner.
    pub owner: Option<u8>,
    /// The state.
    pub state: u8,
    /// The classes: bit n-1 is set if the object is in class n.
    pub class: u32,
    /// The room of the object; v7, v8, HE70+ only.
    pub room: Option<u8>,
    /// v8: the name by which rooms refer to it (O1).
    pub name: Option<String>,
}

impl GlobalObject {
    /// Creates an object of v1..v6 from a byte: the low nibble is the owner, the high nibble the
    /// state.
    pub(super) fn packed(owner_state: u8, class: u32) -> Self {
        Self {
            owner: Some(owner_state & 15),
            state: owner_state >> 4,
            class,
            ..Self::default()
        }
    }
}

/// Length in bytes of a record of v8: name, state, room, class.
const V8_RECORD: usize = 46;

/// Reads `count` objects of v5 and later: in v8 records with names (N5), else columns. v5, v6 and
/// HE60..62 have bytes of owner and state, then classes (F2); v7 has states, rooms, classes (N4);
/// HE70+ has states, owners, rooms, classes (N6).
pub fn read(data: &mut Reader<'_>, count: usize, dialect: Dialect) -> Result<Vec<GlobalObject>> {
    if dialect.version() == 8 {
        return read_v8(data, count);
    }
    let has_owners = dialect.has_directory_sizes();
    let is_v7 = dialect.is_v7_plus();
    let mut column = |present: bool, what: &str| -> Result<&[u8]> {
        let len = if present { count } else { 0 };
        data.bytes(len, format_args!("the {what} of {count} objects"))
    };
    let states = column(true, "states")?;
    let owners = column(has_owners, "owners")?;
    let rooms = column(has_owners || is_v7, "rooms")?;
    let classes = data.bytes(
        count.saturating_mul(4),
        format_args!("the classes of {count} objects"),
    )?;
    let objects =
        states
            .iter()
            .zip(classes.chunks_exact(4))
            .enumerate()
            .map(|(i, (&state, class))| {
                let class = le_number(class);
                match rooms.get(i).copied() {
                    None => GlobalObject::packed(state, class),
                    room => GlobalObject {
                        owner: owners.get(i).copied(),
                        state,
                        class,
                        room,
                        name: None,
                    },
                }
            });
    Ok(objects.collect())
}

fn read_v8(data: &mut Reader<'_>, count: usize) -> Result<Vec<GlobalObject>> {
    let mut records = data.sub(
        count.saturating_mul(V8_RECORD),
        format_args!("the {V8_RECORD}-byte records of {count} objects"),
    )?;
    let mut record = || {
        let name = Some(text(&records.array::<40>("an object's name")?));
        let state = records.u8("an object's state")?;
        let room = Some(records.u8("an object's room")?);
        Ok(GlobalObject {
            owner: None,
            state,
            class: records.u32_le("an object's classes")?,
            room,
            name,
        })
    };
    (0..count).map(|_| record()).collect()
}
