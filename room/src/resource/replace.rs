//! Replacement of resources by others of any size, with updates of positions in the data files and
//! in the index (F3a–F3e).
//!
//! The updated values are the sizes of the blocks around a resource, the positions of rooms after
//! it (`LOFF`, `FO`, `DLFL`) and the offsets of resources of the same room after it. All other
//! bytes and the encryption stay the same.
//!
//! Data files are never held in memory. The headers of some blocks and the table of rooms are read
//! from each file. The result is a list of pieces, most of which are ranges of the old file.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::files::GameFiles;
use super::kind::{DirectoryEntry, ResourceKind, le_number};
use super::source::{Around, ENTRY, FileLayout, Location, Source, Xor};
use super::stored::StoredFile;
use crate::block::{self, Header};
use crate::reader::{Reader, to_usize};
use crate::{Error, Misuse, Result, Tag};

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
    /// the index. On the image of a disk, both may be the same file. If the index has an entry for
    /// the number, but no resource, the resource is added ([`Self::free_numbers`]).
    ///
    /// # Errors
    /// Returns the errors of [`Self::load`]. Returns [`Error::Misuse`] if `data` is not exactly one
    /// block of the kind, if a position would not fit into its field, if a resource cannot be added
    /// to files of this layout, or if the size changes on the image of a disk, where positions
    /// cannot change (V7).
    pub fn replace(&self, kind: ResourceKind, id: u16, data: &[u8]) -> Result<Vec<ChangedFile>> {
        self.replace_each(kind, &[(id, data)])
    }

    /// Returns the files of the game that change when several resources of a kind are replaced,
    /// each with its number: data files, then the index. Numbers may share one resource
    /// ([`Self::shared_numbers`]). If only one of them has new data, and the data of the others is
    /// the old data, the resource gets the new data.
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

    /// Returns the numbers of a kind that share a resource, in ascending order: a list for each
    /// resource that has several numbers. If the resource is replaced, it changes for all of them.
    #[must_use]
    pub fn shared_numbers(&self, kind: ResourceKind) -> Vec<Vec<u16>> {
        let mut numbers: BTreeMap<(PathBuf, u64), Vec<u16>> = BTreeMap::new();
        for id in self.ids(kind) {
            if let Ok(location) = self.locate(kind, id) {
                let place = (location.file, location.offset);
                numbers.entry(place).or_default().push(id);
            }
        }
        let mut shared: Vec<Vec<u16>> = numbers.into_values().collect();
        shared.retain(|numbers| numbers.len() > 1);
        shared.sort();
        shared
    }

    /// Returns the numbers of a kind for which the index has entries without a resource, in
    /// ascending order, and for which a resource can be added. Resources are added to data files
    /// with blocks of rooms whose positions are in tables (v4 to v8, HE60 to HE62).
    #[must_use]
    pub fn free_numbers(&self, kind: ResourceKind) -> Vec<u16> {
        let has_tables = matches!(
            self.layout(),
            FileLayout::Small | FileLayout::Large | FileLayout::V8
        );
        if !has_tables || self.names_disk(kind) {
            return Vec::new();
        }
        let directory = self.index().directories.get(&kind);
        let entries = directory.map_or(&[][..], |directory| &directory.entries);
        // Number 0 means that there is no resource.
        let numbered = (0..=u16::MAX).zip(entries).skip(1);
        numbered
            .filter(|(id, _)| self.index().entry(kind, *id).is_none())
            .map(|(id, _)| id)
            .collect()
    }

    /// Finds the place of a resource that is added: before another resource of its kind, in the
    /// room of the next lower number. The other resource is not one of those that are replaced.
    fn added<'d>(
        &self,
        kind: ResourceKind,
        id: u16,
        data: &'d [u8],
        new: &[(u16, &[u8])],
    ) -> Result<Replaced<'d>> {
        let is_given = |id: &u16| new.iter().any(|(given, _)| given == id);
        let others: Vec<u16> = self.ids(kind).filter(|other| !is_given(other)).collect();
        let below = others.iter().rev().find(|other| **other < id);
        let Some(&neighbour) = below.or(others.first()) else {
            return Err(Error::misuse(
                Misuse::Missing,
                format!(
                    "{}: {kind} {id} is new and can be added only beside another {kind} that is \
                     not replaced at the same time",
                    self.path().display()
                ),
            ));
        };
        let (source, mut location) = self.seek(kind, neighbour)?;
        location.size = 0;
        Ok(Replaced {
            id,
            data,
            location,
            xor: source.xor,
            neighbour: Some(neighbour),
        })
    }

    fn replace_each(&self, kind: ResourceKind, new: &[(u16, &[u8])]) -> Result<Vec<ChangedFile>> {
        let free = self.free_numbers(kind);
        let mut all = Vec::new();
        let mut added = 0_usize;
        for &(id, data) in new {
            kind.check(id, data, self.dialect())?;
            if free.contains(&id) {
                added = added.saturating_add(1);
                all.push(self.added(kind, id, data, new)?);
            } else {
                all.push(self.replaced(kind, id, data)?);
            }
        }
        if added > 1 {
            return Err(Error::misuse(
                Misuse::Contradiction,
                format!("{added} numbers of {kind}s are new; only one can be added at a time"),
            ));
        }
        all.sort_by(|a, b| a.order().cmp(&b.order()));
        let mut replaced = Vec::new();
        for shared in all.chunk_by(Replaced::is_same_place) {
            replaced.extend(self.one_of(kind, shared)?);
        }

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
        Ok(Replaced {
            id,
            data,
            location,
            xor: source.xor,
            neighbour: None,
        })
    }

    /// Returns the replacement of a resource that has several numbers: the new data that differs
    /// from the old data, if there is any.
    fn one_of<'d>(
        &self,
        kind: ResourceKind,
        shared: &[Replaced<'d>],
    ) -> Result<Option<Replaced<'d>>> {
        let [first, others @ ..] = shared else {
            return Ok(None);
        };
        if others.is_empty() {
            return Ok(Some(first.clone()));
        }
        let old = self.load(kind, first.id)?.data;
        let mut chosen = first;
        for other in others {
            if chosen.data == old {
                chosen = other;
            } else if other.data != old && other.data != chosen.data {
                return Err(Error::misuse(
                    Misuse::Contradiction,
                    format!(
                        "{}: {kind} {} and {kind} {} share one block of the game and need equal \
                         data",
                        first.location.file.display(),
                        chosen.id,
                        other.id
                    ),
                ));
            }
        }
        Ok(Some(chosen.clone()))
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
            let rooms = self.room_blocks(layout, around, &mut edits)?;
            edits.containers(around, &rooms, moves)?;
            edits.rooms(around, moves)?;
        }
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
            edits.put(one.location.offset, old as u64, one.data.to_vec());
        }
        Ok(edits)
    }

    /// Returns the positions of the blocks around the rooms of a data file, in ascending order.
    /// They come from the tables of rooms, because a file may have bytes between the blocks.
    fn room_blocks(
        &self,
        layout: FileLayout,
        around: &Around,
        edits: &mut Edits,
    ) -> Result<Vec<u64>> {
        let header = around.header.size() as u64;
        let mut blocks = BTreeSet::new();
        if layout == FileLayout::Indexed {
            for (room, &position) in self.index().room_positions.iter().enumerate() {
                if self.data_path(ResourceKind::Room, room) == Some(&edits.file.path) {
                    blocks.insert(u64::from(position).saturating_sub(header));
                }
            }
        } else {
            let ahead = if layout == FileLayout::Large {
                header
            } else {
                0
            };
            for (_, position) in edits.room_table(around)? {
                blocks.insert(u64::from(position).saturating_sub(ahead));
            }
        }
        Ok(blocks.into_iter().collect())
    }

    /// Returns the path of the data file of a resource.
    fn data_path(&self, kind: ResourceKind, id: usize) -> Option<&PathBuf> {
        let id = u16::try_from(id).ok()?;
        let entry = self.index().entry(kind, id)?;
        let room = if self.names_disk(kind) {
            u8::try_from(id).ok()?
        } else {
            entry.room
        };
        let file = self.data_file(self.layout(), kind, entry, room).ok()?;
        Some(&file.path)
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
        let mut bases: BTreeMap<u8, Option<RoomBase>> = BTreeMap::new();
        for (&of, directory) in &self.index().directories {
            if self.names_disk(of) {
                continue;
            }
            for (number, &entry) in directory.entries.iter().enumerate() {
                let Some(offset) = entry.offset else {
                    continue;
                };
                let base = bases
                    .entry(entry.room)
                    .or_insert_with(|| self.room_base(layout, of, entry, moved));
                let Some(base) = base else {
                    continue;
                };
                let Some(moves) = moved.get(base.file.as_path()) else {
                    continue;
                };
                base.move_offset(moves, &mut bytes, directory.offset_field(number), offset)?;
                // HE70+: the index also contains sizes (N6).
                if of == kind && layout == FileLayout::Indexed {
                    let at = base.position.saturating_add(offset.into());
                    let is_here = |one: &&Replaced<'_>| {
                        one.location.file == base.file && one.location.offset == at
                    };
                    if let Some(one) = replaced.iter().find(is_here) {
                        let size = directory.entries.len().saturating_add(number);
                        let field = directory.offset_field(size);
                        put(&mut bytes, field, one.data.len() as u64)?;
                    }
                }
            }
        }
        if layout == FileLayout::Indexed {
            self.positions(&mut bytes, moved)?;
        }
        for one in replaced {
            if let Some(neighbour) = one.neighbour {
                self.add_entry(kind, one, neighbour, moved, &mut bytes)?;
            }
        }
        self.xor.apply(&mut bytes);
        Ok(ChangedFile {
            path: self.path().to_path_buf(),
            old: self.file.clone(),
            pieces: vec![Piece::New(bytes)],
        })
    }

    /// Writes the index entry of an added resource: the room of its neighbour, and an offset by
    /// which the resource lies before its neighbour.
    fn add_entry(
        &self,
        kind: ResourceKind,
        added: &Replaced<'_>,
        neighbour: u16,
        moved: &BTreeMap<&Path, Moves>,
        index: &mut [u8],
    ) -> Result<()> {
        let missing = || {
            let message = format!("the index has no {kind} {}", added.id);
            Error::not_found(kind.name(), added.id, message)
        };
        let directory = self.index().directories.get(&kind).ok_or_else(missing)?;
        let own = usize::from(added.id);
        let entry = directory.entries.get(own).ok_or_else(missing)?;
        let beside = self.index().entry(kind, neighbour).ok_or_else(missing)?;
        let base = self.room_base(self.layout(), kind, beside, moved);
        let base = base.ok_or_else(missing)?;
        let moves = moved.get(base.file.as_path()).ok_or_else(missing)?;
        let behind = moves.moved(added.location.offset)?;
        let offset = behind
            .saturating_sub(added.data.len() as u64)
            .saturating_sub(moves.moved(base.position)?);
        put(index, directory.offset_field(own), offset)?;
        let room = usize::try_from(entry.at).ok();
        let room = room.and_then(|at| index.get_mut(at)).ok_or_else(missing)?;
        *room = beside.room;
        Ok(())
    }

    /// Returns the position from which the offsets of a room count. Returns `None` if the file of
    /// the room does not change, or if the room has no position, so that its offsets lead nowhere.
    fn room_base(
        &self,
        layout: FileLayout,
        kind: ResourceKind,
        entry: DirectoryEntry,
        moved: &BTreeMap<&Path, Moves>,
    ) -> Option<RoomBase> {
        let file = self.data_file(layout, kind, entry, entry.room).ok()?;
        if !moved.contains_key(file.path.as_path()) {
            return None;
        }
        let (source, position, _) = self.open_room(layout, kind, entry, entry.room).ok()?;
        Some(RoomBase {
            file: file.path.clone(),
            position,
            len: source.len(),
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
        moved.get(self.data_path(ResourceKind::Room, room)?.as_path())
    }
}

/// The position from which the offsets of a room count.
struct RoomBase {
    /// The data file of the room.
    file: PathBuf,
    position: u64,
    /// The size of the data file.
    len: u64,
}

impl RoomBase {
    /// Writes the new value of an offset to its field, if it changes. An offset that leads beyond
    /// the end of the file stays if its new value does not fit.
    fn move_offset(
        &self,
        moves: &Moves,
        index: &mut [u8],
        field: (usize, usize),
        offset: u32,
    ) -> Result<()> {
        let position = self.position.saturating_add(offset.into());
        let base = moves.moved(self.position)?;
        let new = moves.moved(position)?.saturating_sub(base);
        if new == u64::from(offset) {
            return Ok(());
        }
        match put(index, field, new) {
            Err(_) if position >= self.len => Ok(()),
            written => written,
        }
    }
}

/// A resource that is replaced.
#[derive(Clone)]
struct Replaced<'d> {
    id: u16,
    data: &'d [u8],
    location: Location,
    /// The encryption of the resource's file.
    xor: Xor,
    /// The number of the resource before which this resource is added; `None` for a resource that
    /// is replaced.
    neighbour: Option<u16>,
}

impl Replaced<'_> {
    fn order(&self) -> (&Path, u64, u16) {
        (self.location.file.as_path(), self.location.offset, self.id)
    }

    fn is_same_place(&self, other: &Self) -> bool {
        self.location.file == other.location.file && self.location.offset == other.location.offset
    }

    /// Returns the number of bytes by which the new data is longer.
    fn delta(&self) -> i64 {
        let new = i64::try_from(self.data.len()).unwrap_or(i64::MAX);
        new.saturating_sub(i64::from(self.location.size))
    }
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
    /// The end of the old bytes.
    end: u64,
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
            moves.add(&one.location, one.delta());
        }
        moves
    }

    /// Adds a place after the others.
    fn add(&mut self, place: &Location, delta: i64) {
        let shift = self.places.last().map_or(0, |last| last.shift);
        self.places.push(Growth {
            at: place.offset,
            end: place.offset.saturating_add(place.size.into()),
            delta,
            shift: shift.saturating_add(delta),
        });
    }

    /// Returns the distance by which a position moves. A position inside a place keeps its distance
    /// from the start of the place.
    fn shift(&self, position: u64) -> i64 {
        let before = self.places.partition_point(|place| place.end <= position);
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

impl Container {
    /// Counts the added bytes of a place if the place is inside the block.
    fn grow(&mut self, at: u64, delta: i64) {
        if at < self.end {
            self.delta = self.delta.saturating_add(delta);
        }
    }
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

    /// Updates the sizes of the blocks around the places: the block of the whole file, and the
    /// blocks at `rooms`, in ascending order. Other blocks are not read.
    fn containers(&mut self, around: &Around, rooms: &[u64], moves: &Moves) -> Result<()> {
        let header = around.header;
        let mut whole = self.container(header, 0, around.file)?;
        let mut changed: BTreeMap<u64, Container> = BTreeMap::new();
        for &Growth { at, delta, .. } in &moves.places {
            if let Some(whole) = &mut whole {
                whole.grow(at, delta);
            }
            let before = rooms.partition_point(|&room| room <= at);
            let Some(&room) = before.checked_sub(1).and_then(|last| rooms.get(last)) else {
                continue;
            };
            let known = changed.remove(&room);
            let block = match known {
                Some(block) => Some(block),
                None => self.container(header, room, around.room)?,
            };
            if let Some(mut block) = block {
                block.grow(at, delta);
                changed.insert(room, block);
            }
        }
        for block in whole.iter().chain(changed.values()) {
            self.resize(header, block)?;
        }
        Ok(())
    }

    /// Reads the header of a block. Returns `None` if there is no block with this tag.
    fn container(&mut self, header: Header, start: u64, tag: Tag) -> Result<Option<Container>> {
        if start.saturating_add(header.size() as u64) > self.source.len() {
            return Ok(None);
        }
        let bytes = self.source.read(start, header.size(), "a block")?;
        let (found, size) = block::read_header(&mut Reader::new(&bytes), header)?;
        if found != tag {
            return Ok(None);
        }
        Ok(Some(Container {
            start,
            end: start.saturating_add(size.into()),
            size,
            delta: 0,
        }))
    }

    /// Writes the new size of a block, if it changes.
    fn resize(&mut self, header: Header, block: &Container) -> Result<()> {
        if block.delta == 0 {
            return Ok(());
        }
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

    /// Updates the positions of rooms in the table of the data file itself.
    fn rooms(&mut self, around: &Around, moves: &Moves) -> Result<()> {
        for (at, position) in self.room_table(around)? {
            let mut field = position.to_le_bytes();
            moves
                .field(&mut field, (0, 4), position.into())
                .map_err(|error| self.named(error))?;
            if field != position.to_le_bytes() {
                self.put(at, 4, field.to_vec());
            }
        }
        Ok(())
    }

    /// Returns the positions of rooms in the table of the data file itself, each with the position
    /// of its field. Data files of Humongous games may have no such table.
    fn room_table(&mut self, around: &Around) -> Result<Vec<(u64, u32)>> {
        let len = around.header.size();
        let bytes = self.source.read(len as u64, len, "the table of rooms")?;
        if block::read_header(&mut Reader::new(&bytes), around.header)?.0 != around.table {
            return Ok(Vec::new());
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
        let mut table = Vec::new();
        for (entry, at) in bytes.chunks_exact(ENTRY).zip((start..).step_by(ENTRY)) {
            if let [_, position @ ..] = entry {
                table.push((at.saturating_add(1), le_number(position)));
            }
        }
        Ok(table)
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
