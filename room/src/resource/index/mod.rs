//! Index files: room names, counts, directories and objects, with one submodule for each family
//! (N1a..N6).

mod large;
mod maxs;
mod names;
mod objects;
mod old;
mod small;
mod v0;

use std::collections::BTreeMap;

pub(super) use large::{LargeFacts, facts as large_facts, read as read_large};
pub(super) use maxs::Form;
pub use maxs::Maxs;
pub use objects::GlobalObject;
pub(super) use old::{Counts, V1, fits as old_fits, read as read_old, read_v1};
pub(super) use small::{TOWNS_TAIL, read as read_small};
pub(super) use v0::{
    DEMO_LENGTH as V0_DEMO_LENGTH, LENGTH as V0_LENGTH, is_demo_disk, read as read_v0,
};

use super::directory::{Directory, Entry};
use super::kind::Kind;

/// The contents of an index file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    /// The names of rooms, if the index has them.
    pub room_names: BTreeMap<u16, String>,
    /// The counts of v5 and later.
    pub maxs: Option<Maxs>,
    /// The directories that the index has.
    pub directories: BTreeMap<Kind, Directory>,
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
    pub fn entry(&self, kind: Kind, id: u16) -> Option<Entry> {
        self.directories.get(&kind)?.get(id)
    }

    /// Returns the numbers of all existing resources of a kind, in ascending order.
    pub fn ids(&self, kind: Kind) -> impl Iterator<Item = u16> + '_ {
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
