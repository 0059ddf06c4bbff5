//! Tables of strips, which contain the position of each strip (S1, Z1, R6–R8); the limits for the
//! size of a picture and for the entries of a room's tables; the problems of a room.

use std::collections::HashSet;
use std::num::NonZeroU32;

use crate::place::BlockPath;
use crate::reader::to_usize;
use crate::{Error, Reader, Result};

/// The size of a table's entries, which are little endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OffsetSize {
    Word,
    Long,
}

impl OffsetSize {
    /// Reads an offset or a length of this size.
    pub(crate) fn read(self, data: &mut Reader<'_>, what: &str) -> Result<usize> {
        match self {
            Self::Word => data.u16_le(what).map(usize::from),
            Self::Long => data.u32_le(what).map(to_usize),
        }
    }
}

/// The meaning of an offset of 0 in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zero {
    /// The strip is empty (Z1).
    Empty,
    /// The strip begins at the start of the picture, at the field with the size: pictures with
    /// small headers (S1).
    Start,
}

/// The positions of the strips of a picture or plane in the resource; `None` for an empty or
/// damaged strip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StripTable {
    starts: Vec<Option<NonZeroU32>>,
    /// The end of the chunk that contains the strips. A strip is not cut at this end: its decoding
    /// may continue into the following bytes.
    end: usize,
    /// The enclosing blocks, for errors.
    path: BlockPath,
}

impl StripTable {
    /// Reads `count` entries from byte `table` of `chunk` on. Offsets count from the start of
    /// `chunk`, which is a part of `resource`. An offset outside the chunk is a problem.
    pub(crate) fn read(
        resource: Reader<'_>,
        chunk: Reader<'_>,
        table: usize,
        (entry, zero): (OffsetSize, Zero),
        count: usize,
        notes: &mut Notes,
    ) -> Result<Self> {
        let position = chunk.position_in(resource);
        let mut entries = chunk.at(table, "the strip table")?;
        let mut starts = Vec::new();
        for strip in 0..count {
            let place = entries;
            if !notes.may_read_entry() {
                return Err(place.malformed("tables that do not overlap", "more strips than bytes"));
            }
            let Some(offset) = notes.take(entry.read(&mut entries, "a strip's offset")) else {
                break;
            };
            if offset >= chunk.len() {
                let expected = format!(
                    "strip {strip} inside the {} bytes of its chunk",
                    chunk.len()
                );
                notes.push(place.malformed(expected, format_args!("offset {offset}")));
            }
            let start = u32::try_from(position.saturating_add(offset))
                .ok()
                .filter(|_| offset < chunk.len());
            starts.push(
                start
                    .filter(|_| offset != 0 || zero == Zero::Start)
                    .and_then(NonZeroU32::new),
            );
        }
        Ok(Self {
            starts,
            end: position.saturating_add(chunk.len()),
            path: chunk.path(),
        })
    }

    /// Returns the number of strips.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    fn start(&self, strip: usize) -> Option<usize> {
        usize::try_from(self.starts.get(strip).copied()??.get()).ok()
    }

    /// Returns the bytes from a strip to the end of the resource, or `None` for an empty or damaged
    /// strip.
    pub(crate) fn strip<'a>(&self, resource: &'a [u8], strip: usize) -> Option<&'a [u8]> {
        resource.get(self.start(strip)?..)
    }

    /// Returns the stored strips, each position once, with the number of a strip and a reader that
    /// ends at the end of the chunk. `resource` is a reader over the whole resource.
    pub(crate) fn distinct<'a>(
        &self,
        resource: Reader<'a>,
    ) -> impl Iterator<Item = (usize, Reader<'a>)> {
        let mut seen = HashSet::new();
        let new = self
            .starts
            .iter()
            .enumerate()
            .filter(move |(_, start)| start.is_some() && seen.insert(**start));
        new.filter_map(move |(strip, _)| {
            let start = self.start(strip)?;
            let mut from = resource.within(self.path).at(start, "a strip").ok()?;
            Some((
                strip,
                from.sub(self.end.checked_sub(start)?, "a strip").ok()?,
            ))
        })
    }
}

// The size of a picture.

/// The most pixels of a picture. The largest rooms of the games have about 2000 x 480 pixels, far
/// below this limit.
const PICTURE_PIXELS: usize = 4 << 20;

/// The most pixels on a side of a picture: twice the width of the widest room in the games. Buffers
/// are at least as wide as the screen, so even a narrow picture needs a limit.
const PICTURE_SIDE: usize = 8192;

/// Checks the size of a picture against the limits. `place` is the position of the size in the
/// data.
pub(crate) fn check_size(width: usize, height: usize, place: Reader<'_>) -> Result<()> {
    let side = width.max(height);
    if side > PICTURE_SIDE {
        return Err(place.over_limit(
            "a side of a picture in pixels",
            side as u64,
            PICTURE_SIDE as u64,
        ));
    }
    let pixels = width.saturating_mul(height);
    if pixels > PICTURE_PIXELS {
        return Err(place.over_limit(
            "the size of a picture in pixels",
            pixels as u64,
            PICTURE_PIXELS as u64,
        ));
    }
    Ok(())
}

// The problems of a room.

/// The most problems that are listed. Without this limit a badly damaged room could fill the
/// memory.
const PROBLEMS: usize = 100;

/// The problems found so far, and the number of table entries that may still be read.
///
/// An entry takes at least two bytes. A room whose tables do not overlap has at most one entry for
/// every two bytes. A hostile room, which refers to one table many times, reaches this limit.
#[derive(Debug)]
pub(crate) struct Notes {
    /// The first hundred problems.
    pub(crate) problems: Vec<Error>,
    /// Number of problems.
    pub(crate) count: usize,
    entries: usize,
}

impl Notes {
    /// Creates an empty list for resources of `bytes` bytes in total.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            problems: Vec::new(),
            count: 0,
            entries: bytes >> 1,
        }
    }

    /// Adds a problem.
    pub(crate) fn push(&mut self, error: Error) {
        self.count = self.count.saturating_add(1);
        if self.problems.len() < PROBLEMS {
            self.problems.push(error);
        }
    }

    /// Returns the value, or records the error as a problem.
    pub(crate) fn take<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Returns whether one more table entry may be read, and counts it.
    fn may_read_entry(&mut self) -> bool {
        let left = self.entries.checked_sub(1);
        self.entries = left.unwrap_or(0);
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: (OffsetSize, Zero) = (OffsetSize::Word, Zero::Empty);

    #[test]
    fn offset_0_may_be_the_pictures_own_start_s1() {
        let data = [6, 0, 0, 0, 5, 0, 0x55];
        let chunk = Reader::new(&data).with_base(100);
        let read = |zero| {
            let entries = (OffsetSize::Word, zero);
            StripTable::read(Reader::new(&[]), chunk, 2, entries, 2, &mut Notes::new(9)).unwrap()
        };
        let starts =
            [Zero::Empty, Zero::Start].map(|zero| (read(zero).start(0), read(zero).start(1)));
        assert_eq!(starts, [(None, Some(105)), (Some(100), Some(105))]);
    }

    #[test]
    fn an_offset_out_of_the_chunk_is_a_problem_and_an_empty_strip() {
        // A word at the start, offsets 8, 9 and 0, and a strip of one byte.
        let data = [0, 0, 8, 0, 9, 0, 0, 0, 0x55];
        let mut notes = Notes::new(100);
        let table = StripTable::read(
            Reader::new(&[]),
            Reader::new(&data).with_base(100),
            2,
            WORDS,
            3,
            &mut notes,
        )
        .unwrap();
        assert_eq!(
            (table.start(0), table.start(1), table.start(2)),
            (Some(108), None, None)
        );
        assert_eq!(
            notes.problems[0].to_string(),
            "at byte 104 (0x68): expected strip 1 inside the 9 bytes of its chunk, found offset 9"
        );
    }

    #[test]
    fn a_place_that_several_strips_share_counts_once() {
        // Offsets 8, 0, 7 and 8, and a strip of one byte.
        let data = [8, 0, 0, 0, 7, 0, 8, 0, 0x55];
        let resource = Reader::new(&data);
        let table =
            StripTable::read(resource, resource, 0, WORDS, 4, &mut Notes::new(100)).unwrap();
        let strips: Vec<_> = table
            .distinct(resource)
            .map(|(n, data)| (n, data.rest().to_vec()))
            .collect();
        assert_eq!(strips, [(0, vec![0x55]), (2, vec![0, 0x55])]);
    }

    #[test]
    fn a_cut_table_keeps_the_strips_in_front_of_the_cut() {
        let mut notes = Notes::new(100);
        let resource = Reader::new(&[4, 0, 0, 0, 9]);
        let table = StripTable::read(
            resource,
            resource,
            0,
            (OffsetSize::Long, Zero::Empty),
            4,
            &mut notes,
        )
        .unwrap();
        assert_eq!((table.len(), notes.count), (1, 1));
        assert_eq!(table.strip(&[4, 0, 0, 0, 9], 0), Some(&[9][..]));
    }

    #[test]
    fn the_list_of_problems_is_bounded_and_their_number_is_not() {
        let mut notes = Notes::new(3);
        (0..250).for_each(|i| notes.push(Error::other(i.to_string())));
        assert_eq!(
            [notes.may_read_entry(), notes.may_read_entry()],
            [true, false]
        );
        assert_eq!((notes.problems.len(), notes.count), (100, 250));
    }
}
