//! Writer of games: converts rooms, costumes, scripts and character sets to index and data files
//! (F2, F3c, N3, N4).
//!
//! v5, v6 and v7 are supported. [`NewGame::files`] returns names and bytes; the caller writes them
//! to a disk.

mod index;

use std::collections::{BTreeMap, BTreeSet};

use crate::block::{self, fit32};
use crate::resource::{GlobalObject, ResourceKind, Xor};
use crate::{Dialect, Error, Misuse, Reader, Result, Tag};

/// The counts of `MAXS` that do not follow from a directory. The defaults are enough for a game of
/// a few rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Number of script variables.
    pub variables: u16,
    /// Number of bit variables.
    pub bit_variables: u16,
    /// Number of objects of a room.
    pub local_objects: u16,
    /// Number of arrays (v6, v7).
    pub arrays: u16,
    /// Number of verbs (v6, v7).
    pub verbs: u16,
    /// Number of floating objects (v6, v7).
    pub floating_objects: u16,
    /// Number of objects in the inventory.
    pub inventory: u16,
    /// Number of new names of objects (v7).
    pub new_names: u16,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            variables: 800,
            bit_variables: 2048,
            local_objects: 200,
            arrays: 50,
            verbs: 100,
            floating_objects: 50,
            inventory: 80,
            new_names: 50,
        }
    }
}

/// A room that is written to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRoom {
    /// The name in the index, at most nine characters of Latin-1; empty for no name.
    pub name: String,
    /// The number of the disk, from 1, whose data file contains the room and all its resources.
    pub disk: u8,
    /// The `ROOM` block.
    pub data: Vec<u8>,
}

/// A script, sound, costume or character set that is written to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewResource {
    /// The number of the room after which the resource is stored.
    pub room: u8,
    /// The block with its header.
    pub data: Vec<u8>,
}

/// A game to write.
///
/// ```
/// use scumm_room::{Dialect, Tag, block, edit::NewGame};
///
/// let mut game = NewGame::default();
/// game.add_room(1, "attic", block::write(Tag(*b"ROOM"), &[1, 2, 3])?);
/// let files = game.files(Dialect::new(5), "mygame")?;
/// let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
/// assert_eq!(names, ["mygame.001", "mygame.000"]);
/// # Ok::<(), scumm_room::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewGame {
    /// Counts for the interpreter.
    pub limits: Limits,
    /// Rooms by number, from 1.
    pub rooms: BTreeMap<u8, NewRoom>,
    /// Scripts, sounds, costumes and character sets by kind and number.
    pub resources: BTreeMap<(ResourceKind, u16), NewResource>,
    /// Global objects, indexed by number. The original interpreters of v6 need at least as many
    /// objects as there are actors.
    pub objects: Vec<GlobalObject>,
}

/// A file of a written game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// The name.
    pub name: String,
    /// The contents, with the encryption of the version.
    pub bytes: Vec<u8>,
}

impl NewGame {
    /// Adds or replaces a room on disk 1.
    pub fn add_room(&mut self, id: u8, name: &str, data: Vec<u8>) {
        self.rooms.insert(
            id,
            NewRoom {
                name: name.to_owned(),
                disk: 1,
                data,
            },
        );
    }

    /// Adds or replaces a resource that is stored after a room.
    pub fn add(&mut self, kind: ResourceKind, id: u16, room: u8, data: Vec<u8>) {
        self.resources
            .insert((kind, id), NewResource { room, data });
    }

    /// Returns the files of the game with the index last. If the caller writes the files in this
    /// order, the index never refers to data that does not exist yet. v5 and v6: `<base>.001` …,
    /// `<base>.000`, XOR 0x69. v7: `<base>.la1` …, `<base>.la0`, without encryption.
    ///
    /// # Errors
    /// Returns [`Error::Unsupported`] for other versions. Returns [`Error::Misuse`] if a block has
    /// a wrong tag or size, a resource's room does not exist, a number is 0 or too large for its
    /// directory, or a name is too long. Returns [`Error::Limit`] if a file would be larger than 4
    /// GiB.
    pub fn files(&self, dialect: Dialect, base: &str) -> Result<Vec<NewFile>> {
        if !matches!(dialect.version(), 5..=7) || dialect.is_humongous() {
            return Err(Reader::new(&[]).unsupported(format_args!(
                "writing a game of version {}",
                dialect.version()
            )));
        }
        self.check(dialect)?;
        let is_v7 = dialect.is_v7_plus();
        let name = |disk| {
            if is_v7 {
                format!("{base}.la{disk}")
            } else {
                format!("{base}.{disk:03}")
            }
        };
        let disks: BTreeSet<u8> = self.rooms.values().map(|room| room.disk).collect();
        let mut offsets = Offsets::new();
        let mut files = Vec::new();
        for disk in disks {
            files.push(NewFile {
                name: name(disk),
                bytes: data_file(self, disk, &mut offsets)?,
            });
        }
        files.push(NewFile {
            name: name(0),
            bytes: index::file(self, dialect, &offsets)?,
        });
        let xor = if is_v7 { Xor::NONE } else { Xor::LARGE };
        files.iter_mut().for_each(|file| xor.apply(&mut file.bytes));
        Ok(files)
    }

    fn check(&self, dialect: Dialect) -> Result<()> {
        for (&id, room) in &self.rooms {
            if id == 0 || room.disk == 0 {
                return Err(Error::misuse(
                    Misuse::OutOfRange,
                    format!(
                        "room {id} on disk {}: expected numbers from 1 on",
                        room.disk
                    ),
                ));
            }
            ResourceKind::Room.check(id.into(), &room.data, dialect)?;
        }
        for (&(kind, id), resource) in &self.resources {
            if id == 0 || id == u16::MAX {
                return Err(Error::misuse(
                    Misuse::OutOfRange,
                    format!("{kind} {id}: expected a number from 1 to {}", u16::MAX - 1),
                ));
            }
            if !matches!(
                kind,
                ResourceKind::Script
                    | ResourceKind::Sound
                    | ResourceKind::Costume
                    | ResourceKind::Charset
            ) {
                return Err(Error::misuse(
                    Misuse::WrongVersion,
                    format!("{kind} {id}: this version does not store this kind"),
                ));
            }
            if !self.rooms.contains_key(&resource.room) {
                return Err(Error::misuse(
                    Misuse::Missing,
                    format!("{kind} {id}: there is no room {}", resource.room),
                ));
            }
            kind.check(id, &resource.data, dialect)?;
        }
        Ok(())
    }
}

// The data file of a disk: `LECF`{ `LOFF`, `LFLF`{ `ROOM`, resources } … } (F3c).

/// The position of each resource, counted from its room's `ROOM` block.
type Offsets = BTreeMap<(ResourceKind, u16), u32>;

/// Length of a block's header in bytes.
const HEADER: u64 = 8;

/// Returns the file with all rooms of a disk, and records the positions of their resources.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "lengths of blocks in memory, in 64 bits"
)]
fn data_file(game: &NewGame, disk: u8, offsets: &mut Offsets) -> Result<Vec<u8>> {
    let rooms = || game.rooms.iter().filter(|(_, room)| room.disk == disk);
    let table_size = HEADER + 1 + 5 * rooms().count() as u64;
    let mut blocks = Vec::new();
    let mut table = vec![u8::try_from(rooms().count()).unwrap_or(u8::MAX)];
    for (&id, room) in rooms() {
        // A position is the position of a ROOM block, after the header of LECF and the header of
        // its LFLF.
        let position = 2 * HEADER + table_size + blocks.len() as u64;
        table.push(id);
        table.extend(fit32(position)?.to_le_bytes());
        let mut content = room.data.clone();
        let behind = |(_, resource): &(&(ResourceKind, u16), &NewResource)| resource.room == id;
        for (&key, resource) in game.resources.iter().filter(behind) {
            offsets.insert(key, fit32(content.len() as u64)?);
            content.extend(&resource.data);
        }
        blocks.extend(block::write(Tag(*b"LFLF"), &content)?);
    }
    let mut content = block::write(Tag(*b"LOFF"), &table)?;
    content.extend(blocks);
    block::write(Tag(*b"LECF"), &content)
}

#[cfg(test)]
mod tests;
