//! An opened game: its index, the loading of resources by number, and the check that the data files
//! still belong to the index that was read.
//!
//! Data files are opened for each load, and the index stays in memory. If an import replaces the
//! index and the data files while the game is open, the offsets of the index in memory are wrong.
//! An import keeps this order: it writes the journal, replaces the data files, replaces the index
//! and removes the journal. So if there is no journal after a data file was opened, and the index
//! file has not changed, the data file belongs to the same edition.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::folder::GameFolder;
use super::identify::identity::Identity;
use super::index::Index;
use super::kind::{DirectoryEntry, ResourceKind};
use super::naming::Naming;
use super::source::{FileLayout, Location, RawResource, Source, Xor};
use super::stored::{StoredFile, folder_of};
use crate::block::{self, Header};
use crate::nes::LAST_COSTUME;
use crate::reader::{Reader, to_usize};
use crate::{Dialect, Error, Result, RoomParts, Tag};

/// The files of a game. Only the index is kept in memory; data files are opened for each load.
#[derive(Clone, Debug)]
pub struct GameFiles {
    /// The index file.
    pub(super) file: StoredFile,
    pub(super) naming: Naming,
    pub(super) folder: Arc<GameFolder>,
    pub(crate) xor: Xor,
    pub(super) dialect: Dialect,
    pub(super) index: Index,
    pub(super) identity: Identity,
    /// The index file as it was when it was read; `None` if no import can replace it.
    pub(super) stamp: Option<IndexStamp>,
}

/// A room with the parts that are stored separately.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawRoom {
    /// The room's number.
    pub id: u16,
    /// The room (`ROOM`, `RMDA`, `RO`, or a block without a tag).
    pub room: RawResource,
    /// HE70+: the room's pictures (`RMIM`).
    pub image: Option<RawResource>,
    /// v8: the room's scripts and objects (`RMSC`).
    pub scripts: Option<RawResource>,
}

impl RawRoom {
    /// Returns the parts of the room. `object_names` are the numbers of objects by name from the
    /// index (v8).
    #[must_use]
    pub fn parts<'a>(&'a self, object_names: &'a BTreeMap<String, u16>) -> RoomParts<'a> {
        RoomParts {
            room: &self.room.data,
            image: self.image.as_ref().map(|image| image.data.as_slice()),
            scripts: self.scripts.as_ref().map(|scripts| scripts.data.as_slice()),
            object_names: Some(object_names),
            number: self.id,
            base: self.room.offset,
            image_base: self.image.as_ref().map_or(0, |image| image.offset),
            scripts_base: self.scripts.as_ref().map_or(0, |scripts| scripts.offset),
        }
    }
}

impl GameFiles {
    /// Returns the path of the index file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// Reads the bytes of the index file as they are stored, encrypted bytes included.
    ///
    /// # Errors
    /// Returns [`Error::Io`] if the file has more than `limit` bytes or cannot be read.
    pub fn index_bytes(&self, limit: u64) -> Result<Vec<u8>> {
        self.file
            .bytes(limit)
            .map_err(|source| Error::io(self.path(), source))
    }

    /// Returns the dialect: the version of SCUMM and its variants.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns the game and its edition, and how they were recognised.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the contents of the index.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the state of the index file when the game was opened; `None` for a game in memory or
    /// in a container, whose files no import replaces. Each load checks it.
    #[must_use]
    pub fn stamp(&self) -> Option<&IndexStamp> {
        self.stamp.as_ref()
    }

    /// Returns a description in one line: `SCUMM v5, XOR 0x69, 99 rooms, 130 costumes`. The
    /// encryption of the data files is added if it differs from the encryption of the index, as in
    /// v4.
    #[must_use]
    pub fn describe(&self) -> String {
        let dialect = self.dialect;
        let edition = match dialect.he() {
            0 if dialect.is_v3_256() => ", 256 colours".to_owned(),
            0 if dialect.is_sixteen_colour() && matches!(dialect.version(), 3 | 4) => {
                ", 16 colours".to_owned()
            }
            0 => String::new(),
            he => format!(", Humongous {he}"),
        };
        let data = self
            .ids(ResourceKind::Room)
            .find_map(|id| self.seek(ResourceKind::Room, id).ok())
            .map(|(source, _)| source.xor);
        let xor = match data.filter(|&data| data != self.xor) {
            Some(data) => format!("{} (data {data})", self.xor),
            None => self.xor.to_string(),
        };
        // On the Nintendo, the entries after the costumes are blocks of other kinds.
        let last = |kind| {
            if dialect.is_nes() && kind == ResourceKind::Costume {
                LAST_COSTUME
            } else {
                u16::MAX
            }
        };
        let count = |kind, word| match self.ids(kind).filter(|id| *id <= last(kind)).count() {
            1 => format!("1 {word}"),
            count => format!("{count} {word}s"),
        };
        let rooms = count(ResourceKind::Room, "room");
        let costumes = count(ResourceKind::Costume, "costume");
        format!(
            "SCUMM v{}{edition}, {xor}, {rooms}, {costumes}",
            dialect.version()
        )
    }

    /// Returns the numbers of all resources of a kind in the index, in ascending order.
    /// [`Self::locate`] checks whether a resource can be loaded.
    pub fn ids(&self, kind: ResourceKind) -> impl Iterator<Item = u16> + '_ {
        // In the old bundle, file 00 is the index, and entry 0 is unused.
        let is_room = move |id: u16| match kind {
            // The index has an entry for every room, and no disk for rooms that do not exist (V6).
            ResourceKind::Room if self.dialect.is_v0() => self
                .index
                .room_disks
                .get(usize::from(id))
                .is_some_and(|&disk| disk != 0),
            ResourceKind::Room => id != 0 || self.dialect.header() == Header::Large,
            _ => true,
        };
        self.index.ids(kind).filter(move |&id| is_room(id))
    }

    /// Returns the position of a resource. Reads and checks the header of the resource, but not its
    /// data.
    ///
    /// # Errors
    /// Returns the errors of [`Self::load`].
    pub fn locate(&self, kind: ResourceKind, id: u16) -> Result<Location> {
        self.seek(kind, id).map(|(_, location)| location)
    }

    /// Loads a resource with its header (C1, F5).
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if the index has no such resource. Returns [`Error::Io`] if a
    /// file cannot be read, with the kind `ResourceBusy` if an import has replaced files since the
    /// game was opened or is replacing them. Returns [`Error::Malformed`] if the index points
    /// outside the data file or at a block of another kind, or if the file is cut off or has
    /// another encryption.
    pub fn load(&self, kind: ResourceKind, id: u16) -> Result<RawResource> {
        let (mut source, location) = self.seek(kind, id)?;
        let size = to_usize(location.size);
        let data = source.read(location.offset, size, "a resource")?;
        Ok(RawResource {
            data,
            file: location.file,
            offset: location.offset,
        })
    }

    /// Returns all resources of a kind that can be loaded, ordered by number.
    pub(super) fn loaded(&self, kind: ResourceKind) -> impl Iterator<Item = RawResource> + '_ {
        self.ids(kind)
            .filter_map(move |id| self.load(kind, id).ok())
    }

    /// Loads a room, with its pictures in HE70+ and its scripts in v8.
    ///
    /// # Errors
    /// Returns the errors of [`Self::load`].
    pub fn load_room(&self, id: u16) -> Result<RawRoom> {
        let companion = |kind| {
            self.index
                .entry(kind, id)
                .map(|_| self.load(kind, id))
                .transpose()
        };
        let room = self.load(ResourceKind::Room, id)?;
        let image = companion(ResourceKind::RoomImage)?;
        let scripts = companion(ResourceKind::RoomScripts)?;
        Ok(RawRoom {
            id,
            room,
            image,
            scripts,
        })
    }

    /// Returns the word at an offset of one of the game's files, decrypted as in old games; `None`
    /// beyond the end.
    pub(super) fn old_word_at(&self, path: &Path, offset: u64) -> Option<u16> {
        let mut files = self.folder.files().iter();
        let file = files.find(|file| file.path == path)?;
        let mut source = Source::open(file, &[Xor::OLD], "a room file", |_| true).ok()?;
        let bytes = source.read(offset, 2, "a size").ok()?;
        bytes.first_chunk().map(|bytes| u16::from_le_bytes(*bytes))
    }

    pub(super) fn layout(&self) -> FileLayout {
        match (self.dialect.version(), self.dialect.has_directory_sizes()) {
            _ if matches!(self.naming, Naming::Images(_)) => FileLayout::Images,
            (..=3, _) => FileLayout::Rooms,
            (4, _) => FileLayout::Small,
            (_, true) => FileLayout::Indexed,
            (8.., _) => FileLayout::V8,
            _ => FileLayout::Large,
        }
    }

    /// Opens the file that contains a resource, and reads the resource's header.
    pub(super) fn seek(&self, kind: ResourceKind, id: u16) -> Result<(Source, Location)> {
        let Some(entry) = self.index.entry(kind, id) else {
            let message = format!("{}: the index has no {kind} {id}", self.path().display());
            return Err(Error::not_found(kind.name(), id, message));
        };
        let layout = self.layout();
        // The index entry of a room names its disk; only HE70+ stores the room there as well.
        let names_disk = kind == ResourceKind::Room && layout != FileLayout::Indexed;
        let room = u8::try_from(id)
            .ok()
            .filter(|_| names_disk)
            .unwrap_or(entry.room);
        if room == 0 && kind != ResourceKind::Room {
            let expected = format!("the room of {kind} {id}");
            return Err(self.index_error(
                kind,
                entry,
                expected,
                "room 0, which stands for any room",
            ));
        }
        let (mut source, base, room_ahead) = self.open_room(layout, kind, entry, room)?;
        let ahead = if names_disk {
            room_ahead
        } else {
            entry.offset.unwrap_or(0).into()
        };
        let location = self.header_at(&mut source, layout, kind, id, base.saturating_add(ahead))?;
        Ok((source, location))
    }

    /// Opens the data file that contains a room. Returns the file, the position from which the
    /// room's offsets count, and the distance from there to the room itself.
    pub(super) fn open_room(
        &self,
        layout: FileLayout,
        kind: ResourceKind,
        entry: DirectoryEntry,
        room: u8,
    ) -> Result<(Source, u64, u64)> {
        let mut source = self.open_data(layout, kind, entry, room)?;
        let (base, ahead) = match layout {
            FileLayout::Indexed | FileLayout::Images => {
                (self.indexed_base(layout, kind, entry, room)?, 0)
            }
            _ => layout.base(&mut source, room)?,
        };
        Ok((source, base, ahead))
    }

    /// Finds the data file that contains a room.
    pub(super) fn data_file(
        &self,
        layout: FileLayout,
        kind: ResourceKind,
        entry: DirectoryEntry,
        room: u8,
    ) -> Result<&StoredFile> {
        let disk = || {
            self.index
                .room_disks
                .get(usize::from(room))
                .copied()
                .unwrap_or(0)
        };
        let names = match layout {
            FileLayout::Rooms => vec![self.naming.data_file(room)],
            FileLayout::Images => vec![self.naming.data_file(disk().max(1))],
            FileLayout::Indexed if self.index.room_disks.is_empty() => {
                vec![self.naming.data_file(1)]
            }
            FileLayout::Indexed => self.naming.lettered_disk(disk()),
            FileLayout::Small | FileLayout::Large | FileLayout::V8 => {
                let Some(of_room) = self.index.entry(ResourceKind::Room, u16::from(room)) else {
                    let found = format!("room {room}, which the index does not have");
                    return Err(self.index_error(kind, entry, "the number of a room", found));
                };
                vec![self.naming.data_file(of_room.room)]
            }
        };
        let Some(file) = names
            .iter()
            .find_map(|name| self.folder.find(name, self.path()))
        else {
            let beside = self
                .path()
                .with_file_name(names.first().map_or("", String::as_str));
            let why = io::Error::new(
                ErrorKind::NotFound,
                "no such file beside the index or in a folder below",
            );
            return Err(Error::io(&beside, why));
        };
        Ok(file)
    }

    /// Opens the data file that contains a room.
    fn open_data(
        &self,
        layout: FileLayout,
        kind: ResourceKind,
        entry: DirectoryEntry,
        room: u8,
    ) -> Result<Source> {
        let file = self.data_file(layout, kind, entry, room)?;
        let (keys, expected) = match layout {
            FileLayout::Rooms if self.dialect.is_old_bundle() => (&[Xor::OLD][..], "a room file"),
            FileLayout::Rooms | FileLayout::Images => (&[Xor::NONE][..], "a room file"),
            FileLayout::Small => (&Xor::KNOWN[..], "block LE"),
            FileLayout::Large | FileLayout::V8 | FileLayout::Indexed => {
                (&Xor::KNOWN[..], "block LECF")
            }
        };
        let source = Source::open(file, keys, expected, |head| layout.knows(head))?;
        // The stamp is checked after the file was opened, because an open file keeps its contents.
        if let Some(stamp) = &self.stamp {
            stamp.check()?;
        }
        Ok(source)
    }

    /// HE70+, v0 on disks: returns the position of a room's data in the index (F3e, V7).
    fn indexed_base(
        &self,
        layout: FileLayout,
        kind: ResourceKind,
        entry: DirectoryEntry,
        room: u8,
    ) -> Result<u64> {
        let (expected, found) = match self.index.room_positions.get(usize::from(room)) {
            Some(&position) if layout == FileLayout::Images && position != u32::MAX => {
                return Ok(position.into());
            }
            _ if layout == FileLayout::Images => (
                format!("a sector for room {room}"),
                "none that the disk has".to_owned(),
            ),
            // The position must be greater than 8: the header of LECF takes the first 8 bytes, and
            // the header of an LFLF comes before the room. The reference refuses other positions,
            // too.
            Some(&position) if position > 8 => return Ok(u64::from(position)),
            Some(position) => (
                format!("a position of room {room} in DLFL"),
                position.to_string(),
            ),
            None => (
                format!(
                    "one of the {} rooms in DLFL",
                    self.index.room_positions.len()
                ),
                format!("room {room}"),
            ),
        };
        Err(self.index_error(kind, entry, expected, found))
    }

    /// Reads and checks the header of a resource (F4).
    fn header_at(
        &self,
        source: &mut Source,
        layout: FileLayout,
        kind: ResourceKind,
        id: u16,
        offset: u64,
    ) -> Result<Location> {
        let header = self.dialect.header();
        source.around = layout.path(Tag([0; 4]));
        let bytes = source.read(offset, header.size(), &format!("{kind} {id}"))?;
        let (tag, size) = block::read_header(&mut Reader::new(&bytes), header)?;
        let known = kind.tags(self.dialect);
        if !known.is_empty() && !known.contains(&&tag.0) {
            let names: Vec<String> = known
                .iter()
                .map(|letters| Tag(**letters).to_string())
                .collect();
            let expected = format!("{kind} {id} (block {})", names.join(" or "));
            return Err(source.malformed(offset, expected, format_args!("block {tag}")));
        }
        let left = source.len().saturating_sub(offset);
        let smallest = u32::try_from(header.size()).unwrap_or(u32::MAX);
        if size < smallest || u64::from(size) > left {
            let found = if size < smallest {
                format!("a size of {size}, less than its header")
            } else {
                format!(
                    "a size of {size} with {left} bytes before the end of the file ({})",
                    source.xor
                )
            };
            source.around = layout.path(tag);
            return Err(source.malformed(offset, format_args!("{kind} {id}"), found));
        }
        Ok(Location {
            file: source.path.clone(),
            offset,
            size,
            tag,
        })
    }

    /// Creates an error at an entry of the index.
    fn index_error(
        &self,
        kind: ResourceKind,
        entry: DirectoryEntry,
        expected: impl Display,
        found: impl Display,
    ) -> Error {
        let path = self
            .index
            .directories
            .get(&kind)
            .map(|d| d.path)
            .unwrap_or_default();
        let place = Reader::new(&[]).with_base(entry.at).within(path);
        place
            .malformed(expected, found)
            .in_file(self.path().display())
    }
}

// The check of the index file.

/// The name of an import's journal, in the folder of the index. While the journal exists, the game
/// may consist of old and new files.
pub const IMPORT_JOURNAL: &str = ".wardrobe-import";

/// The index file as it was when its game was opened.
#[derive(Clone, Debug)]
pub struct IndexStamp {
    index: PathBuf,
    journal: PathBuf,
    edition: Edition,
}

/// The properties that distinguish an index file from a replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Edition {
    len: u64,
    modified: Option<SystemTime>,
    /// The numbers of the device and of the file.
    #[cfg(unix)]
    file: (u64, u64),
}

impl Edition {
    fn new(found: &Metadata) -> Self {
        Self {
            len: found.len(),
            modified: found.modified().ok(),
            #[cfg(unix)]
            file: {
                use std::os::unix::fs::MetadataExt;
                (found.dev(), found.ino())
            },
        }
    }
}

impl IndexStamp {
    /// Takes the stamp of an index file before it is read. Returns `None` for a file in memory or
    /// in a container, which no import replaces.
    ///
    /// # Errors
    /// Returns `Error::Io` if the file does not exist, with the kind `ResourceBusy` if an import
    /// has a journal in the folder.
    pub(super) fn take(file: &StoredFile) -> Result<Option<Self>> {
        if !file.is_loose() {
            return Ok(None);
        }
        let index = &file.path;
        let found = fs::metadata(index).map_err(|error| Error::io(index, error))?;
        let stamp = Self {
            index: index.clone(),
            journal: folder_of(index).join(IMPORT_JOURNAL),
            edition: Edition::new(&found),
        };
        stamp.refuse_journal()?;
        Ok(Some(stamp))
    }

    /// Checks that no import has replaced files of the game or is replacing them.
    ///
    /// # Errors
    /// Returns `Error::Io` with the kind `ResourceBusy` if an import has replaced files or may have
    /// replaced files.
    pub fn check(&self) -> Result<()> {
        // The order matters: the journal is removed after the index has been replaced.
        self.refuse_journal()?;
        let found = fs::metadata(&self.index).map_err(|error| Error::io(&self.index, error))?;
        if Edition::new(&found) == self.edition {
            return Ok(());
        }
        Err(busy(
            &self.index,
            "the game was changed since it was opened",
        ))
    }

    fn refuse_journal(&self) -> Result<()> {
        if self.journal.symlink_metadata().is_err() {
            return Ok(());
        }
        Err(busy(
            &self.journal,
            "an import into this game is running or was interrupted",
        ))
    }
}

fn busy(path: &Path, what: &str) -> Error {
    Error::io(path, io::Error::new(ErrorKind::ResourceBusy, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_busy(result: Result<()>, what: &str) -> bool {
        let error = result.unwrap_err();
        let Error::Io { source, .. } = &error else {
            panic!("{error}");
        };
        source.kind() == ErrorKind::ResourceBusy && error.to_string().contains(what)
    }

    #[test]
    fn an_index_that_was_replaced_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.000");
        fs::write(&path, b"old").unwrap();
        let file = StoredFile::on_disk(path.clone());
        let stamp = IndexStamp::take(&file).unwrap().unwrap();
        stamp.check().unwrap();
        let new = folder.path().join("new");
        fs::write(&new, b"other").unwrap();
        fs::rename(new, &path).unwrap();
        assert!(is_busy(stamp.check(), "was changed since it was opened"));
    }

    #[test]
    fn a_journal_beside_the_index_is_noticed_whatever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.000");
        fs::write(&path, b"old").unwrap();
        let file = StoredFile::on_disk(path);
        let stamp = IndexStamp::take(&file).unwrap().unwrap();
        let journal = folder.path().join(IMPORT_JOURNAL);
        fs::create_dir(&journal).unwrap();
        assert!(is_busy(stamp.check(), "was interrupted"));
        assert!(is_busy(
            IndexStamp::take(&file).map(drop),
            "was interrupted"
        ));
        fs::remove_dir(&journal).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nowhere", &journal).unwrap();
            assert!(is_busy(stamp.check(), "was interrupted"));
            fs::remove_file(&journal).unwrap();
        }
        stamp.check().unwrap();
    }
}
