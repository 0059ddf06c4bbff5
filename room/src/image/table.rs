//! Tables of strips, which contain the position of each strip (S1, Z1, R6–R8).

use std::collections::HashSet;
use std::num::NonZeroU32;

use super::notes::Notes;
use crate::Result;
use crate::place::BlockPath;
use crate::reader::{Reader, to_usize};

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
    /// The strip begins at the start of the picture, whose size it has: pictures with small headers
    /// (S1).
    Start,
}

/// The positions of the strips of a picture or plane in the resource; `None` for an empty or
/// damaged strip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StripTable {
    starts: Vec<Option<NonZeroU32>>,
    /// The end of the chunk that contains the strips. Strips are not cut there: decoding continues
    /// into the following bytes.
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
}
