//! Replaces a resource by one of another size, and moves what has to move in the data file and in the index (F3a–F3e).
//!
//! What moves: the sizes of the blocks around the resource, the positions of rooms behind it (`LOFF`, `FO`, `DLFL`) and the
//! offsets of resources of the same room behind it. Everything else stays byte for byte, and so does the encryption.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use super::files::GameFiles;
use super::folder::Folder;
use super::identify::Given;
use super::kind::Kind;
use super::position::{Around, ENTRY, FileLayout};
use super::source::Source;
use super::stored::StoredFile;
use crate::block::{self, Header};
use crate::reader::{Reader, to_usize};
use crate::{Error, Result, Tag};

/// A file with its new contents, encrypted as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// Where it lies.
    pub path: PathBuf,
    /// Its contents.
    pub bytes: Vec<u8>,
}

impl GameFiles {
    /// The files of the game that change when a resource is replaced: the data file, then the index.
    ///
    /// # Errors
    /// As [`Self::load`]; [`Error::Misuse`] where `data` is not exactly one block of the kind, where a position would not fit
    /// into its field, and for another size on the image of a disk, where nothing can move (V7).
    pub fn replace(&self, kind: Kind, id: u16, data: &[u8]) -> Result<[ChangedFile; 2]> {
        kind.check(id, data, self.dialect())?;
        let (mut source, location) = self.seek(kind, id)?;
        let entry = self.index().entry(kind, id).unwrap_or_default();
        let layout = self.layout();
        let mut bytes = source.whole("the data file")?;
        let at = to_usize(location.offset);
        let old = to_usize(location.size);
        let end = at.saturating_add(old);
        if layout == FileLayout::Images {
            return self.replace_on_disk(bytes, at..end, data, location.file);
        }
        let delta = signed(data.len()).saturating_sub(signed(old));
        let moved = Moved {
            at: location.offset,
            delta,
        };
        let done = moved
            .containers(&mut bytes, layout)
            .and_then(|()| moved.rooms(&mut bytes, layout));
        done.map_err(|error| error.in_file(location.file.display()))?;
        // The resource lies in the file: its header was checked when it was sought.
        let (before, behind) = (
            bytes.get(..at).unwrap_or_default(),
            bytes.get(end..).unwrap_or_default(),
        );
        let mut bytes = [before, data, behind].concat();
        source.xor.apply(&mut bytes);

        let mut index = Source::open_plain(&self.file)?.whole("the index")?;
        self.xor.apply(&mut index);
        let in_room = Moved {
            at: u64::from(entry.offset.unwrap_or(0)),
            delta,
        };
        for (&of, directory) in &self.index().directories {
            if of == Kind::Room && layout != FileLayout::Indexed {
                continue;
            }
            for (number, other) in directory
                .entries
                .iter()
                .enumerate()
                .filter(|(_, other)| other.room == entry.room)
            {
                if let Some(offset) = other
                    .offset
                    .map(u64::from)
                    .filter(|&offset| offset > in_room.at)
                {
                    in_room.field(&mut index, directory.offset_field(number), offset)?;
                }
            }
        }
        if let (FileLayout::Indexed, Some(directory)) =
            (layout, self.index().directories.get(&kind))
        {
            // The index states sizes, too (N6).
            let size = directory.offset_field(directory.entries.len().saturating_add(id.into()));
            put(&mut index, size, data.len() as u64)?;
            self.positions(&mut index, moved, &location.file)?;
        }
        self.xor.apply(&mut index);
        let index = ChangedFile {
            path: self.path().to_path_buf(),
            bytes: index,
        };
        Ok([
            ChangedFile {
                path: location.file,
                bytes,
            },
            index,
        ])
    }

    /// The files of the game that change when several resources of a kind are replaced, each by its number: data files, then the
    /// index.
    ///
    /// # Errors
    /// As [`Self::replace`].
    pub fn replace_all(&self, kind: Kind, new: &[(u16, Vec<u8>)]) -> Result<Vec<ChangedFile>> {
        let mut changed = BTreeMap::new();
        let mut game = self.clone();
        for (number, (id, data)) in new.iter().enumerate() {
            let files = game.replace(kind, *id, data)?;
            // The next one is put into what has changed.
            if number.saturating_add(1) < new.len() {
                game = game.with_changed(&files)?;
            }
            changed.extend(files.map(|file| (file.path, file.bytes)));
        }
        let index = changed.remove_entry(self.path());
        let files = changed.into_iter().chain(index);
        Ok(files
            .map(|(path, bytes)| ChangedFile { path, bytes })
            .collect())
    }

    /// The same game with files that have changed, in memory.
    fn with_changed(&self, changed: &[ChangedFile]) -> Result<Self> {
        let renewed = |file: &StoredFile| {
            let new = changed.iter().find(|changed| changed.path == file.path);
            new.map_or_else(
                || file.clone(),
                |new| StoredFile::in_memory(new.path.clone(), new.bytes.clone().into()),
            )
        };
        let folder = Folder::new(self.folder.files().iter().map(renewed));
        let dialect = self.dialect;
        // No table knows a game that has been changed: what it is is told.
        let he = dialect.he();
        let given = Given {
            version: Some(dialect.version()).filter(|_| he == 0),
            he: Some(he).filter(|&he| he > 0),
            platform: Some(dialect.platform()),
            ..Given::default()
        };
        Self::open_by_table(&renewed(&self.file), folder, &given, "")
    }

    /// The images of v0's disks with other bytes in the place of a resource (V7). The index stays as it is.
    fn replace_on_disk(
        &self,
        mut disk: Vec<u8>,
        place: Range<usize>,
        data: &[u8],
        path: PathBuf,
    ) -> Result<[ChangedFile; 2]> {
        let old = place.len();
        let Some(bytes) = disk
            .get_mut(place)
            .filter(|bytes| bytes.len() == data.len())
        else {
            let what = "the image of a disk can't take a resource of another size, because nothing on it can move";
            let new = data.len();
            return Err(Error::Misuse(format!(
                "{}: {what}: expected {old} bytes, found {new}",
                path.display()
            )));
        };
        bytes.copy_from_slice(data);
        let first = if path == self.path() {
            disk.clone()
        } else {
            Source::open_plain(&self.file)?.whole("the disk")?
        };
        let index = ChangedFile {
            path: self.path().to_path_buf(),
            bytes: first,
        };
        Ok([ChangedFile { path, bytes: disk }, index])
    }

    /// HE70+: the positions of rooms behind the resource in the same file (F3e).
    fn positions(&self, index: &mut [u8], moved: Moved, path: &std::path::Path) -> Result<()> {
        let blocks = block::children(Reader::new(index), Header::Large).map_while(Result::ok);
        let Some(table) = blocks.filter(|block| block.tag == Tag(*b"DLFL")).last() else {
            return Err(Reader::new(index)
                .malformed("block DLFL", "no such block")
                .in_file(self.path().display()));
        };
        let table = table.data.position_in(Reader::new(index));
        for (room, &position) in self.index().room_positions.iter().enumerate() {
            if u64::from(position) <= moved.at || !self.lies_in(room, path) {
                continue;
            }
            let field = table
                .saturating_add(2)
                .saturating_add(room.saturating_mul(4));
            moved.field(index, (field, 4), position.into())?;
        }
        Ok(())
    }

    /// Whether a room lies in a file.
    fn lies_in(&self, room: usize, path: &std::path::Path) -> bool {
        let room = u16::try_from(room).unwrap_or(u16::MAX);
        self.index().room_disks.is_empty()
            || self
                .locate(Kind::Room, room)
                .is_ok_and(|location| location.file == path)
    }
}

fn signed(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// What moves: everything behind a place.
#[derive(Clone, Copy)]
struct Moved {
    at: u64,
    delta: i64,
}

impl Moved {
    /// Writes a position that has moved into its field.
    fn field(&self, bytes: &mut [u8], field: (usize, usize), position: u64) -> Result<()> {
        let new = position.checked_add_signed(self.delta);
        let new =
            new.ok_or_else(|| Error::Misuse(format!("position {position} would be less than 0")))?;
        put(bytes, field, new)
    }

    /// The sizes of the blocks around the place.
    fn containers(&self, bytes: &mut [u8], layout: FileLayout) -> Result<()> {
        let Some(&Around { header, .. }) = layout.around() else {
            return Ok(());
        };
        let at = to_usize(self.at);
        let (mut start, mut depth) = (0_usize, 0..DEEPEST);
        while start != at {
            let mut reader = Reader::new(bytes).at(start, "a block")?;
            let (tag, size) = block::read_header(&mut reader, header)?;
            let end = start.saturating_add(to_usize(size));
            if to_usize(size) < header.size() || end <= start {
                return Err(reader.malformed(
                    "a block around the resource",
                    format_args!("a size of {size}"),
                ));
            }
            if at >= end {
                start = end;
                continue;
            }
            if depth.next().is_none() {
                return Err(
                    reader.malformed("the resource in a block of its room", "deeper blocks")
                );
            }
            let size = u64::from(size)
                .checked_add_signed(self.delta)
                .and_then(|size| u32::try_from(size).ok());
            let size =
                size.ok_or_else(|| Error::Misuse("a block would grow beyond 4 GiB".to_owned()))?;
            let (field, stored) = match header {
                Header::Large => (start.saturating_add(4), size.to_be_bytes()),
                Header::Small | Header::Old => (start, size.to_le_bytes()),
            };
            if let Some(place) = bytes
                .get_mut(field..)
                .and_then(|rest| rest.first_chunk_mut())
            {
                *place = stored;
            }
            // The blocks of rooms in v4 begin with the room's number.
            let more = if tag == Tag::small(*b"LF") { 2 } else { 0 };
            start = start.saturating_add(header.size()).saturating_add(more);
        }
        Ok(())
    }

    /// The positions of rooms behind the place, in the data file's own table; Humongous games may have none.
    fn rooms(&self, bytes: &mut [u8], layout: FileLayout) -> Result<()> {
        let Some(&Around { header, table, .. }) = layout.around() else {
            return Ok(());
        };
        let mut reader = Reader::new(bytes).at(header.size(), "the table of rooms")?;
        if block::read_header(&mut reader, header)?.0 != table {
            return Ok(());
        }
        let start = header.size().saturating_mul(2);
        let count = bytes.get(start).copied().unwrap_or(0);
        for number in 0..usize::from(count) {
            let field = start
                .saturating_add(2)
                .saturating_add(number.saturating_mul(ENTRY));
            let Some(position) = Reader::new(bytes)
                .peek(field)
                .map(u32::from_le_bytes)
                .map(u64::from)
            else {
                break;
            };
            if position > self.at {
                self.field(bytes, (field, 4), position)?;
            }
        }
        Ok(())
    }
}

/// The most blocks around a resource: LECF and LFLF.
const DEEPEST: usize = 2;

/// Writes a little-endian number into a field: its place and its width of two or four bytes.
fn put(bytes: &mut [u8], (at, width): (usize, usize), value: u64) -> Result<()> {
    let fits = if width == 2 {
        value < u64::from(u16::MAX)
    } else {
        value < u64::from(u32::MAX)
    };
    let Some(place) = bytes.get_mut(at..at.saturating_add(width)).filter(|_| fits) else {
        return Err(Error::Misuse(format!(
            "position {value} does not fit into the {width} bytes it has"
        )));
    };
    place
        .iter_mut()
        .zip(value.to_le_bytes())
        .for_each(|(byte, new)| *byte = new);
    Ok(())
}
