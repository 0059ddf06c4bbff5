//! Replacement of resources by others of any size, with updates of positions in the data files and
//! in the index (F3a–F3e).
//!
//! The updated values are the sizes of the blocks around a resource, the positions of rooms after
//! it (`LOFF`, `FO`, `DLFL`) and the offsets of resources of the same room after it. All other
//! bytes and the encryption stay the same.
//!
//! Data files are never held in memory. The headers of some blocks and the table of rooms are read
//! from each file. The result is a list of pieces, most of which are ranges of the old file.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::files::GameFiles;
use super::kind::ResourceKind;
use super::source::{Around, ENTRY, FileLayout, Location, Source, Xor};
use super::stored::StoredFile;
use crate::block::{self, Header};
use crate::reader::{Reader, to_usize};
use crate::{Error, Misuse, Result, Tag};

/// The most blocks of a data file that are read before a resource is reached. Files of the games
/// have a few thousand blocks.
const MOST_BLOCKS: u64 = 1 << 20;

/// The most blocks around a resource: LECF and LFLF.
const DEEPEST: usize = 2;

/// A file of a game with its new contents, with the same encryption as before. Only new bytes are
/// in memory.
#[derive(Clone, Debug)]
pub struct ChangedFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The file before the change.
    old: StoredFile,
    /// The pieces of the new contents, in order.
    pieces: Vec<Piece>,
}

/// A part of a changed file.
#[derive(Clone, Debug)]
enum Piece {
    /// Bytes of the old file.
    Old(Range<u64>),
    /// New bytes.
    New(Vec<u8>),
}

impl ChangedFile {
    /// Returns the size of the new contents in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        let mut size = 0_u64;
        for piece in &self.pieces {
            let more = match piece {
                Piece::Old(range) => range.end.saturating_sub(range.start),
                Piece::New(bytes) => bytes.len() as u64,
            };
            size = size.saturating_add(more);
        }
        size
    }

    /// Writes the new contents to `out`. `out` must not be the old file, because the old file is
    /// read at the same time.
    ///
    /// # Errors
    /// Returns the error of `out`, or an error that names the old file if the old file cannot be
    /// read.
    pub fn copy_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut old = Source::open_plain(&self.old).map_err(io::Error::other)?;
        for piece in &self.pieces {
            match piece {
                Piece::Old(range) => old.copy(range.clone(), out)?,
                Piece::New(bytes) => out.write_all(bytes)?,
            }
        }
        Ok(())
    }
}

impl GameFiles {
    /// Returns the files of the game that change when a resource is replaced: the data file, then
    /// the index. On the image of a disk, both may be the same file.
    ///
    /// # Errors
    /// Returns the errors of [`Self::load`]. Returns [`Error::Misuse`] if `data` is not exactly one
    /// block of the kind, if a position would not fit into its field, or if the size changes on the
    /// image of a disk, where positions cannot change (V7). Returns [`Error::Limit`] if the data
    /// file has too many blocks.
    pub fn replace(&self, kind: ResourceKind, id: u16, data: &[u8]) -> Result<Vec<ChangedFile>> {
        self.replace_each(kind, &[(id, data)])
    }

    /// Returns the files of the game that change when several resources of a kind are replaced,
    /// each with its number: data files, then the index.
    ///
    /// # Errors
    /// Returns the errors of [`Self::replace`], and [`Error::Misuse`] if two numbers share a
    /// resource, but have different new data.
    pub fn replace_all(
        &self,
        kind: ResourceKind,
        new: &[(u16, Vec<u8>)],
    ) -> Result<Vec<ChangedFile>> {
        let new: Vec<(u16, &[u8])> = new.iter().map(|(id, data)| (*id, &**data)).collect();
        self.replace_each(kind, &new)
    }

    fn replace_each(&self, kind: ResourceKind, new: &[(u16, &[u8])]) -> Result<Vec<ChangedFile>> {
        let mut replaced = Vec::new();
        for &(id, data) in new {
            kind.check(id, data, self.dialect())?;
            replaced.push(self.replaced(kind, id, data)?);
        }
        replaced.sort_by(|a, b| a.order().cmp(&b.order()));
        refuse_contradictions(kind, &replaced)?;

        let layout = self.layout();
        let mut moved = BTreeMap::new();
        let mut changed = Vec::new();
        for in_file in replaced.chunk_by(|a, b| a.location.file == b.location.file) {
            let Some(Replaced { location, .. }) = in_file.first() else {
                continue;
            };
            let moves = Moves::in_file(in_file);
            let edits = self.data_edits(layout, in_file, &moves)?;
            changed.push(edits.finish()?);
            moved.insert(location.file.as_path(), moves);
        }
        let index = if layout == FileLayout::Images {
            // The index of a disk names sectors, which do not change.
            let is_index = |file: &ChangedFile| file.path == self.path();
            match changed.iter().position(is_index) {
                Some(number) => changed.remove(number),
                None => Edits::new(self.file.clone(), self.xor)?.finish()?,
            }
        } else {
            self.changed_index(kind, layout, &replaced, &moved)?
        };
        changed.push(index);
        Ok(changed)
    }

    /// Finds the position of a resource that is replaced.
    fn replaced<'d>(&self, kind: ResourceKind, id: u16, data: &'d [u8]) -> Result<Replaced<'d>> {
        let (source, location) = self.seek(kind, id)?;
        let entry = self.index().entry(kind, id).unwrap_or_default();
        let (room, in_room) = if self.names_disk(kind) {
            // The index entry of a room names its disk. The room's resources follow it.
            (u8::try_from(id).unwrap_or(entry.room), 0)
        } else {
            (entry.room, u64::from(entry.offset.unwrap_or(0)))
        };
        Ok(Replaced {
            id,
            data,
            location,
            xor: source.xor,
            room,
            in_room,
        })
    }

    /// Returns whether the entries of a kind name disks and not rooms.
    fn names_disk(&self, kind: ResourceKind) -> bool {
        kind == ResourceKind::Room && self.layout() != FileLayout::Indexed
    }

    /// Returns the file of the game at a path.
    fn stored(&self, path: &Path) -> Option<&StoredFile> {
        if self.path() == path {
            return Some(&self.file);
        }
        self.folder.files().iter().find(|file| file.path == path)
    }

    /// Returns the changes of a data file.
    fn data_edits(
        &self,
        layout: FileLayout,
        replaced: &[Replaced<'_>],
        moves: &Moves,
    ) -> Result<Edits> {
        let Some(Replaced { location, xor, .. }) = replaced.first() else {
            return Edits::new(self.file.clone(), self.xor);
        };
        let file = self.stored(&location.file).ok_or_else(|| {
            Error::misuse(
                Misuse::Missing,
                format!("{}: not a file of the game", location.file.display()),
            )
        })?;
        let mut edits = Edits::new(file.clone(), *xor)?;
        if let Some(around) = layout.around() {
            edits.containers(around.header, moves)?;
            edits.rooms(around, moves)?;
        }
        let mut last = None;
        for one in replaced {
            let old = to_usize(one.location.size);
            if layout == FileLayout::Images && old != one.data.len() {
                let what = "a resource on a disk image must keep its size, because resources on \
                            the image cannot move";
                return Err(Error::misuse(
                    Misuse::WrongSize,
                    format!(
                        "{}: {what}: expected {old} bytes, found {}",
                        location.file.display(),
                        one.data.len()
                    ),
                ));
            }
            // Two numbers may share a resource.
            if last != Some(one.location.offset) {
                edits.put(one.location.offset, old as u64, one.data.to_vec());
            }
            last = Some(one.location.offset);
        }
        Ok(edits)
    }

    /// Returns the index with all updates. The index is small, so the whole index is in memory.
    fn changed_index(
        &self,
        kind: ResourceKind,
        layout: FileLayout,
        replaced: &[Replaced<'_>],
        moved: &BTreeMap<&Path, Moves>,
    ) -> Result<ChangedFile> {
        let mut bytes = Source::open_plain(&self.file)?.whole("the index")?;
        self.xor.apply(&mut bytes);
        let in_rooms = Moves::in_rooms(replaced);
        for (&of, directory) in &self.index().directories {
            if self.names_disk(of) {
                continue;
            }
            for (number, entry) in directory.entries.iter().enumerate() {
                let (Some(moves), Some(offset)) = (in_rooms.get(&entry.room), entry.offset) else {
                    continue;
                };
                moves.field(&mut bytes, directory.offset_field(number), offset.into())?;
            }
        }
        if let (FileLayout::Indexed, Some(directory)) =
            (layout, self.index().directories.get(&kind))
        {
            // The index also contains sizes (N6).
            for one in replaced {
                let number = directory.entries.len().saturating_add(one.id.into());
                let field = directory.offset_field(number);
                put(&mut bytes, field, one.data.len() as u64)?;
            }
            self.positions(&mut bytes, moved)?;
        }
        self.xor.apply(&mut bytes);
        Ok(ChangedFile {
            path: self.path().to_path_buf(),
            old: self.file.clone(),
            pieces: vec![Piece::New(bytes)],
        })
    }

    /// HE70+: updates the positions of rooms after resources in the same file (F3e).
    fn positions(&self, index: &mut [u8], moved: &BTreeMap<&Path, Moves>) -> Result<()> {
        let blocks = block::children(Reader::new(index), Header::Large).map_while(Result::ok);
        let Some(table) = blocks.filter(|block| block.tag == Tag(*b"DLFL")).last() else {
            return Err(Reader::new(index)
                .malformed("block DLFL", "no such block")
                .in_file(self.path().display()));
        };
        let table = table.data.position_in(Reader::new(index));
        for (room, &position) in self.index().room_positions.iter().enumerate() {
            let field = table
                .saturating_add(2)
                .saturating_add(room.saturating_mul(4));
            if let Some(moves) = self.moves_of_room(room, moved) {
                moves.field(index, (field, 4), position.into())?;
            }
        }
        Ok(())
    }

    /// Returns the changes of positions in the file of a room.
    fn moves_of_room<'m>(
        &self,
        room: usize,
        moved: &'m BTreeMap<&Path, Moves>,
    ) -> Option<&'m Moves> {
        // Without disks, all rooms are in one file.
        if self.index().room_disks.is_empty() {
            return moved.values().next();
        }
        let location = self
            .locate(ResourceKind::Room, u16::try_from(room).ok()?)
            .ok()?;
        moved.get(location.file.as_path())
    }
}

/// A resource that is replaced.
struct Replaced<'d> {
    id: u16,
    data: &'d [u8],
    location: Location,
    /// The encryption of the resource's file.
    xor: Xor,
    room: u8,
    /// The offset in its room, as the index counts it.
    in_room: u64,
}

impl Replaced<'_> {
    fn order(&self) -> (&Path, u64, u16) {
        (self.location.file.as_path(), self.location.offset, self.id)
    }

    /// Returns the number of bytes by which the new data is longer.
    fn delta(&self) -> i64 {
        let new = i64::try_from(self.data.len()).unwrap_or(i64::MAX);
        new.saturating_sub(i64::from(self.location.size))
    }
}

/// Checks that resources at the same position have the same new data. `replaced` is ordered by
/// position.
fn refuse_contradictions(kind: ResourceKind, replaced: &[Replaced<'_>]) -> Result<()> {
    for pair in replaced.windows(2) {
        let [a, b] = pair else {
            continue;
        };
        let is_one = a.location.file == b.location.file && a.location.offset == b.location.offset;
        if is_one && a.data != b.data {
            return Err(Error::misuse(
                Misuse::Contradiction,
                format!(
                    "{}: {kind} {} and {kind} {} share one block of the game and need equal data",
                    a.location.file.display(),
                    a.id,
                    b.id
                ),
            ));
        }
    }
    Ok(())
}

/// Changes of positions. All bytes after a place that grows or shrinks move.
#[derive(Debug, Default)]
struct Moves {
    /// The places in ascending order, each once.
    places: Vec<Growth>,
}

/// A place at which bytes are added or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Growth {
    at: u64,
    /// The number of added bytes.
    delta: i64,
    /// The distance by which positions after this place move, including the effect of all places
    /// before it.
    shift: i64,
}

impl Moves {
    /// Returns the changes for resources in one file, which are ordered by position.
    fn in_file(replaced: &[Replaced<'_>]) -> Self {
        let mut moves = Self::default();
        for one in replaced {
            moves.add(one.location.offset, one.delta());
        }
        moves
    }

    /// Returns the changes for each room, by offsets as the index counts them.
    fn in_rooms(replaced: &[Replaced<'_>]) -> BTreeMap<u8, Self> {
        let mut rooms: BTreeMap<u8, Self> = BTreeMap::new();
        let mut places: Vec<(u8, u64, i64)> = Vec::new();
        for one in replaced {
            places.push((one.room, one.in_room, one.delta()));
        }
        places.sort_unstable();
        for (room, at, delta) in places {
            rooms.entry(room).or_default().add(at, delta);
        }
        rooms
    }

    /// Adds a place after the others. A second call with the same place does nothing.
    fn add(&mut self, at: u64, delta: i64) {
        let (last, shift) = match self.places.last() {
            Some(last) => (Some(last.at), last.shift),
            None => (None, 0),
        };
        if last != Some(at) {
            self.places.push(Growth {
                at,
                delta,
                shift: shift.saturating_add(delta),
            });
        }
    }

    /// Returns the distance by which a position moves.
    fn shift(&self, position: u64) -> i64 {
        let before = self.places.partition_point(|place| place.at < position);
        let last = before.checked_sub(1).and_then(|last| self.places.get(last));
        last.map_or(0, |place| place.shift)
    }

    /// Returns the new value of a position.
    fn moved(&self, position: u64) -> Result<u64> {
        position
            .checked_add_signed(self.shift(position))
            .ok_or_else(|| {
                Error::misuse(
                    Misuse::OutOfRange,
                    format!("position {position} would be less than 0"),
                )
            })
    }

    /// Writes the new value of a position to its field, if it changes.
    fn field(&self, bytes: &mut [u8], field: (usize, usize), position: u64) -> Result<()> {
        if self.shift(position) == 0 {
            return Ok(());
        }
        put(bytes, field, self.moved(position)?)
    }
}

/// A block that contains replaced resources.
struct Container {
    start: u64,
    end: u64,
    size: u32,
    /// The number of added bytes.
    delta: i64,
}

/// The changes of a data file.
struct Edits {
    file: StoredFile,
    source: Source,
    /// The new bytes by the position of the old ones, with the number of old bytes.
    changes: BTreeMap<u64, (u64, Vec<u8>)>,
}

impl Edits {
    /// Creates an empty list of changes of a file with this encryption.
    fn new(file: StoredFile, xor: Xor) -> Result<Self> {
        let mut source = Source::open_plain(&file)?;
        source.xor = xor;
        Ok(Self {
            file,
            source,
            changes: BTreeMap::new(),
        })
    }

    /// Replaces `old` bytes from `at` on.
    fn put(&mut self, at: u64, old: u64, new: Vec<u8>) {
        self.changes.insert(at, (old, new));
    }

    /// Updates the sizes of the blocks around the places.
    fn containers(&mut self, header: Header, moves: &Moves) -> Result<()> {
        let mut around: Vec<Container> = Vec::new();
        let mut left = Vec::new();
        let mut start = 0;
        let mut passed = 0;
        for &Growth { at, delta, .. } in &moves.places {
            while let Some(block) = around.pop() {
                if at < block.end {
                    around.push(block);
                    break;
                }
                start = block.end;
                left.push(block);
            }
            while start != at {
                passed = self.count(passed, start)?;
                let (tag, block) = self.container(header, start)?;
                if at >= block.end {
                    start = block.end;
                    continue;
                }
                if around.len() == DEEPEST {
                    return Err(self.source.malformed(
                        start,
                        "the resource in a block of its room",
                        "deeper blocks",
                    ));
                }
                around.push(block);
                // In v4, the blocks of rooms begin with the room's number.
                let more = if tag == Tag::small(*b"LF") { 2 } else { 0 };
                start = start
                    .saturating_add(header.size() as u64)
                    .saturating_add(more);
            }
            for block in &mut around {
                block.delta = block.delta.saturating_add(delta);
            }
        }
        left.append(&mut around);
        for block in left {
            self.resize(header, &block)?;
        }
        Ok(())
    }

    /// Counts a block that is read on the way to a resource.
    fn count(&self, passed: u64, at: u64) -> Result<u64> {
        let passed = passed.saturating_add(1);
        if passed <= MOST_BLOCKS {
            return Ok(passed);
        }
        let what = "the number of blocks before the resource";
        Err(self.source.over_limit(at, what, passed, MOST_BLOCKS))
    }

    /// Reads the header of a block.
    fn container(&mut self, header: Header, start: u64) -> Result<(Tag, Container)> {
        let bytes = self.source.read(start, header.size(), "a block")?;
        let (tag, size) = block::read_header(&mut Reader::new(&bytes), header)?;
        if to_usize(size) < header.size() {
            return Err(self.source.malformed(
                start,
                "a block around the resource",
                format_args!("a size of {size}"),
            ));
        }
        let block = Container {
            start,
            end: start.saturating_add(size.into()),
            size,
            delta: 0,
        };
        Ok((tag, block))
    }

    /// Writes the new size of a block.
    fn resize(&mut self, header: Header, block: &Container) -> Result<()> {
        let size = u64::from(block.size).checked_add_signed(block.delta);
        let Some(size) = size.and_then(|size| u32::try_from(size).ok()) else {
            return Err(Error::misuse(
                Misuse::OutOfRange,
                format!(
                    "{}: a block would grow beyond 4 GiB",
                    self.file.path.display()
                ),
            ));
        };
        let (field, stored) = match header {
            Header::Large => (block.start.saturating_add(4), size.to_be_bytes()),
            Header::Small | Header::Old => (block.start, size.to_le_bytes()),
        };
        self.put(field, 4, stored.to_vec());
        Ok(())
    }

    /// Updates the positions of rooms in the table of the data file itself. Data files of Humongous
    /// games may have no such table.
    fn rooms(&mut self, around: &Around, moves: &Moves) -> Result<()> {
        let len = around.header.size();
        let bytes = self.source.read(len as u64, len, "the table of rooms")?;
        if block::read_header(&mut Reader::new(&bytes), around.header)?.0 != around.table {
            return Ok(());
        }
        let start = len.saturating_mul(2) as u64;
        let left = to_usize(self.source.len().saturating_sub(start));
        let count = self
            .source
            .read(start, left.min(1), "the number of rooms")?;
        let count = usize::from(count.first().copied().unwrap_or(0));
        let start = start.saturating_add(1);
        let size = count.saturating_mul(ENTRY).min(left.saturating_sub(1));
        let bytes = self.source.read(start, size, "the table of rooms")?;
        for (entry, at) in bytes.chunks_exact(ENTRY).zip((start..).step_by(ENTRY)) {
            let Some(position) = Reader::new(entry).peek(1).map(u32::from_le_bytes) else {
                break;
            };
            let mut field = entry.to_vec();
            moves
                .field(&mut field, (1, 4), position.into())
                .map_err(|error| self.named(error))?;
            if field != entry {
                self.put(at, ENTRY as u64, field);
            }
        }
        Ok(())
    }

    /// Adds the name of the file to an error.
    fn named(&self, error: Error) -> Error {
        match error {
            Error::Misuse { kind, message } => {
                Error::misuse(kind, format!("{}: {message}", self.file.path.display()))
            }
            other => other.in_file(self.file.path.display()),
        }
    }

    /// Returns the pieces of the new file.
    fn finish(self) -> Result<ChangedFile> {
        let mut pieces = Vec::new();
        let mut at = 0;
        for (start, (old, mut new)) in self.changes {
            if start < at {
                return Err(self.source.malformed(
                    start,
                    "tables and resources that do not overlap",
                    "two that overlap",
                ));
            }
            self.source.xor.apply(&mut new);
            pieces.push(Piece::Old(at..start));
            pieces.push(Piece::New(new));
            at = start.saturating_add(old);
        }
        pieces.push(Piece::Old(at..self.source.len()));
        Ok(ChangedFile {
            path: self.file.path.clone(),
            old: self.file,
            pieces,
        })
    }
}

/// Writes a little-endian number to a field, which is given by its position and its width of two or
/// four bytes.
fn put(bytes: &mut [u8], (at, width): (usize, usize), value: u64) -> Result<()> {
    let fits = if width == 2 {
        value < u64::from(u16::MAX)
    } else {
        value < u64::from(u32::MAX)
    };
    let Some(place) = bytes.get_mut(at..at.saturating_add(width)).filter(|_| fits) else {
        return Err(Error::misuse(
            Misuse::OutOfRange,
            format!("position {value} does not fit into the {width} bytes it has"),
        ));
    };
    place
        .iter_mut()
        .zip(value.to_le_bytes())
        .for_each(|(byte, new)| *byte = new);
    Ok(())
}
