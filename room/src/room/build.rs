//! The parts of the room parsers that all versions share: the resource with the data of the tables,
//! the list of problems, and the limits.

use std::sync::Arc;

use super::{Room, RoomObject, RoomParts, States};
use crate::block::{self, Block, Header};
use crate::boxes::parse;
use crate::image::picture::{Body, Checker, Picture, StoredPlane};
use crate::image::table::{Notes, OffsetSize, StripTable, Zero, check_size};
use crate::reader::{Reader, to_usize};
use crate::{BoxMatrix, Dialect, GameId, Result, Tag};

/// A resource and a reader over the whole of it.
#[derive(Clone, Debug)]
pub(super) struct Resource<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) bytes: Arc<[u8]>,
}

impl<'a> Resource<'a> {
    pub(super) fn new(bytes: &'a [u8], base: u64) -> Self {
        Self {
            reader: Reader::new(bytes).with_base(base),
            bytes: bytes.into(),
        }
    }

    /// Returns the position of the end of a block in the resource.
    pub(super) fn end_of(&self, block: &Block<'_>) -> usize {
        let whole = block.from_start();
        whole.position_in(self.reader).saturating_add(whole.len())
    }
}

/// The children of a block in file order, up to the first damaged header.
#[derive(Debug, Default)]
pub(super) struct Tree<'a>(pub(super) Vec<Block<'a>>);

impl<'a> Tree<'a> {
    /// Reads the children of a block. A child that extends beyond its parent is cut at the end of
    /// the parent and recorded as a problem.
    pub(super) fn read(parent: Reader<'a>, header: Header, notes: &mut Notes) -> Self {
        let mut reader = parent;
        let mut blocks = Vec::new();
        while reader.remaining() > 0 {
            let Some((block, cut)) = notes.take(block::read_cut(&mut reader, header)) else {
                break;
            };
            blocks.push(block);
            if let Some(error) = cut {
                notes.push(error);
            }
        }
        Self(blocks)
    }

    /// Finds the children of a block of `resource` as the reference does, from tag to tag by their
    /// sizes: a child begins before `end`, whatever its own size is (O3). Only the resource limits
    /// the data of a child. Positions count from the start of the resource. A child that extends
    /// beyond `end`, and a size from which no next child can be found, are recorded as problems.
    pub(super) fn walk(
        resource: Reader<'a>,
        parent: &Block<'_>,
        end: usize,
        notes: &mut Notes,
    ) -> Self {
        let header = Header::Large;
        let mut blocks = Vec::new();
        let start = parent.from_start().position_in(resource);
        let mut position = start.saturating_add(header.size());
        while position < end {
            let read = resource
                .within(parent.data.path())
                .at(position, "a block")
                .and_then(|mut reader| Ok((reader, block::read_header(&mut reader, header)?)));
            let Some((at, (tag, size))) = notes.take(read) else {
                break;
            };
            let size = to_usize(size);
            if size > end.saturating_sub(position) {
                let expected = format!("block {tag} inside its parent");
                notes.push(at.malformed(expected, format_args!("{size} bytes")));
            }
            let length = size.max(header.size()).min(at.remaining());
            let found = |mut whole: Reader<'a>| {
                let bytes = whole.sub(length, "a block")?;
                let data = bytes.at(header.size(), "a block's data")?;
                Ok(Block {
                    tag,
                    start: at.offset(),
                    whole: bytes.all(),
                    data: data.inside(tag),
                })
            };
            blocks.extend(notes.take(found(at)));
            if size == 0 {
                notes.push(at.malformed(format_args!("a size of block {tag}"), 0));
                break;
            }
            position = position.saturating_add(size);
        }
        Self(blocks)
    }

    /// Returns the first child with this tag. If there is none, the error contains `expected` and
    /// the place of `parent`.
    pub(super) fn need(&self, tag: Tag, parent: Reader<'_>, expected: &str) -> Result<&Block<'a>> {
        self.first(tag)
            .ok_or_else(|| parent.malformed(expected, "none"))
    }

    /// Returns the first child with this tag (F6).
    pub(super) fn first(&self, tag: Tag) -> Option<&Block<'a>> {
        self.0.iter().find(|b| b.tag == tag)
    }

    /// Returns all children with this tag.
    pub(super) fn all(&self, tag: Tag) -> impl Iterator<Item = &Block<'a>> {
        self.0.iter().filter(move |b| b.tag == tag)
    }
}

/// A room that is being parsed.
#[derive(Debug)]
pub(super) struct Builder<'a> {
    pub(super) parts: &'a RoomParts<'a>,
    pub(super) dialect: &'a Dialect,
    pub(super) room: Resource<'a>,
    pub(super) notes: Notes,
    /// The position of the background's resource, for errors.
    pub(super) background_at: Reader<'a>,
    pub(super) made: Room,
}

impl<'a> Builder<'a> {
    pub(super) fn new(parts: &'a RoomParts<'a>, dialect: &'a Dialect) -> Self {
        let room = Resource::new(parts.room, parts.base);
        let notes = Notes::new(parts.size());
        let made = Room::empty(*dialect);
        Self {
            parts,
            dialect,
            background_at: room.reader,
            room,
            notes,
            made,
        }
    }

    /// Sets the size of the room. `place` is the position of the size in the data.
    pub(super) fn set_size(&mut self, width: u32, height: u32, place: Reader<'_>) -> Result<()> {
        let width = to_usize(width);
        let height = to_usize(height);
        check_size(width, height, place)?;
        self.made.width = width;
        self.made.height = height;
        Ok(())
    }

    /// Returns the width of a room that stores `width`. Room 64 of Indiana Jones 3 stores 1793
    /// columns and has 320 (R8).
    pub(super) fn true_width(&self, width: u32) -> u32 {
        const WRONG: (u16, u32) = (64, 1793);
        let is_indy3 = self.dialect.version() == 3 && self.dialect.game() == Some(GameId::Indy3);
        if is_indy3 && (self.parts.number, width) == WRONG {
            320
        } else {
            width
        }
    }

    /// Reads a header of words: the size and the number of objects.
    pub(super) fn read_header(&mut self, mut data: Reader<'_>) -> Result<()> {
        let place = data;
        let width = data.u16_le("the room's width")?;
        let height = data.u16_le("the room's height")?;
        self.set_size(self.true_width(width.into()), height.into(), place)?;
        self.made.object_count = data.u16_le("the number of objects")?.to_le_bytes()[0];
        Ok(())
    }

    /// Reads a part of the room. If the part cannot be read, the error is recorded as a problem,
    /// and the caller continues without the part.
    pub(super) fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Option<T> {
        let read = read(self);
        self.notes.take(read)
    }

    /// Returns the number of strips of the room.
    pub(super) fn strips(&self) -> usize {
        self.made.width >> 3
    }

    /// Reads a table of the room's resource; see [`StripTable::read`].
    pub(super) fn strip_table(
        &mut self,
        chunk: Reader<'_>,
        table: usize,
        form: (OffsetSize, Zero),
        count: usize,
    ) -> Result<StripTable> {
        StripTable::read(self.room.reader, chunk, table, form, count, &mut self.notes)
    }

    /// Reads boxes and moves the reader to their end. Returns whether all boxes are in the data.
    pub(super) fn read_boxes(&mut self, data: &mut Reader<'_>) -> bool {
        let read = parse::boxes(data, self.dialect, &mut self.made.boxes);
        self.notes.take(read).is_some()
    }

    /// Reads the boxes of a further set (Y35), up to the end of the data.
    pub(super) fn read_further_boxes(&mut self, mut boxd: Reader<'_>, boxm: Option<Reader<'_>>) {
        let mut boxes = Vec::new();
        self.notes
            .take(parse::boxes(&mut boxd, self.dialect, &mut boxes));
        let matrix =
            boxm.and_then(|boxm| BoxMatrix::stored(self.dialect, boxes.len(), boxm.rest()));
        self.made.further_boxes.push((boxes, matrix));
    }

    /// Sets the stored matrix of the boxes that were read. An empty matrix counts as none.
    pub(super) fn set_matrix(&mut self, bytes: &[u8]) {
        self.made.matrix = BoxMatrix::stored(self.dialect, self.made.boxes.len(), bytes);
    }

    /// Sets the EGA colours.
    pub(super) fn set_ega_colours(&mut self, block: Option<&Block<'_>>) {
        self.made.ega_colours = block.map_or_else(Vec::new, |b| {
            b.data.rest().iter().copied().take(256).collect()
        });
    }

    /// Adds an object. An object that cannot be read keeps its slot, because objects are identified
    /// by their numbers.
    pub(super) fn push_object(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<(RoomObject, States)>,
    ) {
        let (object, mut states) = self.attempt(read).unwrap_or_default();
        let size = check_size(object.width.into(), object.height.into(), self.room.reader);
        if self.notes.take(size).is_none() {
            states = States::default();
        }
        self.made.objects.push(object);
        self.made.pictures.push(states);
    }

    /// Checks every strip and returns the room.
    pub(super) fn finish(mut self) -> Room {
        let mut checker = Checker::new(self.dialect, self.parts.size(), &mut self.notes);
        checker.check(&self.made.background, self.background_at, self.made.height);
        for (object, states) in self.made.objects.iter().zip(&self.made.pictures) {
            for (_, picture) in &states.0 {
                checker.check(picture, self.room.reader, object.drawn_height(self.dialect));
            }
        }
        self.made.problems = self.notes.problems;
        self.made
    }
}

/// Creates a picture of this resource.
pub(super) fn picture(
    resource: &Resource<'_>,
    body: Body,
    planes: Vec<Option<StoredPlane>>,
) -> Picture {
    Picture {
        resource: Arc::clone(&resource.bytes),
        body,
        planes,
        mask: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_64_of_indiana_jones_3_has_320_columns_r8() {
        let width = |dialect: Dialect, number, width| {
            let parts = RoomParts {
                number,
                ..RoomParts::default()
            };
            Builder::new(&parts, &dialect).true_width(width)
        };
        let indy = Dialect::new(3).with_game(Some(GameId::Indy3));
        assert_eq!(
            [1792, 1793, 1794].map(|stored| width(indy, 64, stored)),
            [1792, 320, 1794]
        );
        assert_eq!(width(indy.with_old256(true), 64, 1793), 320);
        let loom = indy.with_game(Some(GameId::Loom));
        assert_eq!([width(indy, 65, 1793), width(loom, 64, 1793)], [1793; 2]);
    }
}
