//! Index files: room names, counts, directories and global objects (N1a..N6). One submodule reads
//! the indexes of v5 and later, another submodule the indexes of earlier versions.

mod large;
mod old;

pub use large::Maxs;
pub(super) use large::{Form, LargeFacts, facts as large_facts, read as read_large};
pub(super) use old::{
    Counts, TOWNS_TAIL, V0_DEMO_LENGTH, V0_LENGTH, V1, fits as old_fits, is_demo_disk, read_old,
    read_small, read_v0, read_v1,
};

use std::collections::BTreeMap;

use super::kind::{Directory, DirectoryEntry, ResourceKind, le_number};
use crate::reader::{Reader, text};
use crate::{Dialect, Result};

/// The contents of an index file.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    /// The names of rooms, if the index has them.
    pub room_names: BTreeMap<u16, String>,
    /// The counts of v5 and later.
    pub maxs: Option<Maxs>,
    /// The directories that the index has.
    pub directories: BTreeMap<ResourceKind, Directory>,
    /// The global objects, indexed by number.
    pub objects: Vec<GlobalObject>,
    /// HE70+, v0 on disks: the position of each room's data in its file (F3e, V6).
    pub room_positions: Vec<u32>,
    /// HE98+, v0 on disks: the disk of each room (F3e, V6).
    pub room_disks: Vec<u8>,
}

impl Index {
    /// Returns the entry of a resource, if it exists.
    #[must_use]
    pub fn entry(&self, kind: ResourceKind, id: u16) -> Option<DirectoryEntry> {
        self.directories.get(&kind)?.get(id)
    }

    /// Returns the numbers of all existing resources of a kind, in ascending order.
    pub fn ids(&self, kind: ResourceKind) -> impl Iterator<Item = u16> + '_ {
        let entries = self.directories.get(&kind).map_or(&[][..], |d| &d.entries);
        (0..=u16::MAX)
            .zip(entries)
            .filter(|(_, e)| e.offset.is_some())
            .map(|(id, _)| id)
    }

    /// v8: returns the numbers of objects by name (O1), without objects that have no name. Empty
    /// for other versions.
    #[must_use]
    pub fn object_names(&self) -> BTreeMap<String, u16> {
        let named = (0..=u16::MAX).zip(&self.objects);
        named
            .filter_map(|(id, object)| {
                Some((object.name.clone().filter(|name| !name.is_empty())?, id))
            })
            .collect()
    }
}

// `RNAM`: the names of rooms, which are used in listings only (N2, F2, N6).

/// The names by room number.
type Names = BTreeMap<u16, String>;

/// Reads the form of v4..v8 and Humongous games below HE80: a byte, then nine letters XOR FF; room
/// 0 ends the list.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the data ends inside an entry.
pub fn read_packed_names(mut data: Reader<'_>) -> Result<Names> {
    let mut names = Names::new();
    while data.remaining() > 0 {
        let room = data.u8("a room's number")?;
        if room == 0 {
            break;
        }
        let letters = data.array::<9>("a room's name")?.map(|b| !b);
        names.insert(u16::from(room), text(&letters));
    }
    Ok(names)
}

/// Reads the form of HE80+: LE16 room, plain text up to a zero byte; room 0 ends the list (N6).
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the data ends inside an entry.
pub fn read_plain_names(data: &mut Reader<'_>) -> Result<Names> {
    let mut names = Names::new();
    loop {
        let room = data.u16_le("a room's number")?;
        if room == 0 {
            return Ok(names);
        }
        let Some(len) = data.rest().iter().position(|&b| b == 0) else {
            return Err(data.malformed("a zero byte after a room's name", "the end of the block"));
        };
        names.insert(room, text(data.bytes(len, "a room's name")?));
        data.skip(1, "the end of a name")?;
    }
}

/// Returns whether the names have the form of HE80+. Names of this form can be read as plain names
/// up to the end of the block. Names of the packed form cannot: their only zero byte is the last
/// byte of the block.
pub fn has_plain_names(mut data: Reader<'_>) -> bool {
    read_plain_names(&mut data).is_ok() && data.remaining() == 0
}

// Global objects: owner, state, classes, room (N1a..N6).

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
    /// v8: the name by which rooms refer to the object (O1).
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
pub fn read_objects(
    data: &mut Reader<'_>,
    count: usize,
    dialect: Dialect,
) -> Result<Vec<GlobalObject>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_name_is_inverted_n2() {
        #[rustfmt::skip]
        let data = &[
            1, // room 1
            0x8d, 0x90, 0x90, 0x92, 0xce, 0xff, 0xff, 0xff, 0xff, // "room1", inverted
            0, // the end
        ];
        assert_eq!(
            read_packed_names(Reader::new(data)).unwrap(),
            Names::from([(1, "room1".to_owned())])
        );
        assert!(!has_plain_names(Reader::new(data)));
        assert!(!has_plain_names(Reader::new(b"\0")));
    }

    #[test]
    fn he80_names_are_plain_text_n6() {
        let data = b"\x01\x00room1\0\x2c\x01room300\0\0\0";
        assert!(has_plain_names(Reader::new(data)));
        let names = read_plain_names(&mut Reader::new(data)).unwrap();
        assert_eq!(
            names,
            Names::from([(1, "room1".to_owned()), (300, "room300".to_owned())])
        );
        let cut = read_plain_names(&mut Reader::new(b"\x01\x00room")).unwrap_err();
        assert_eq!(
            cut.to_string(),
            "at byte 2 (0x2): expected a zero byte after a room's name, found the end of the block"
        );
    }
}
