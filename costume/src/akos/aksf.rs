//! AKSF: each sequence's part of the jump table AKFO (A9, A32).

use std::ops::Range;

use scumm_room::{Reader, Result, Tag};

use crate::host::Fault;

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"AKSF");

/// One sequence's part of the jump table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JumpTable {
    /// The sequence.
    pub start: u16,
    /// Where its part begins, in words of AKFO, of which each entry takes two (A32).
    pub offset: u16,
    /// Number of entries.
    pub count: u16,
}

impl JumpTable {
    /// Bytes of an entry.
    pub const LEN: usize = 6;

    /// The words of AKFO that it uses: the first of each entry's two (A32).
    #[must_use]
    pub fn words(&self) -> Option<Range<usize>> {
        let last = usize::from(self.count).checked_sub(1)?.saturating_mul(2).saturating_add(self.offset.into());
        Some(self.offset.into()..last.saturating_add(1))
    }

    /// The entry's bytes.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        [self.start, self.offset, self.count].map(u16::to_le_bytes).concat()
    }
}

/// The parts of all sequences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aksf {
    entries: Vec<JumpTable>,
}

impl Aksf {
    /// Parses the data of the chunk; bytes behind the last whole entry mean nothing.
    pub(super) fn parse(mut data: Reader<'_>) -> Result<Self> {
        let mut entries = Vec::with_capacity(data.len() / JumpTable::LEN);
        while data.remaining() >= JumpTable::LEN {
            entries.push(JumpTable {
                start: data.u16_le("a sequence's start")?,
                offset: data.u16_le("its jump table")?,
                count: data.u16_le("the length of its jump table")?,
            });
        }
        Ok(Self { entries })
    }

    /// The jump table of the sequence at `start`; an empty one where there are no entries at all (A9).
    ///
    /// # Errors
    /// [`Fault::NoSequenceEntry`] where there are entries, but none for this sequence.
    pub fn jump_table(&self, start: u16) -> Result<JumpTable, Fault> {
        if self.entries.is_empty() {
            return Ok(JumpTable::default());
        }
        self.entries.iter().find(|entry| entry.start == start).copied().ok_or(Fault::NoSequenceEntry(start))
    }

    /// The parts of all sequences.
    #[must_use]
    pub fn entries(&self) -> &[JumpTable] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_start_offset_count_a9() {
        let data = [
            51, 0, 12, 0, 2, 0, // start, offset, count
            9, // no whole entry
        ];
        let aksf = Aksf::parse(Reader::new(&data)).unwrap();
        let table = JumpTable { start: 51, offset: 12, count: 2 };
        assert_eq!(aksf.jump_table(51), Ok(table));
        assert_eq!(table.write(), data[..6]);
        // Words 12 and 14 (A32).
        assert_eq!((table.words(), JumpTable::default().words()), (Some(12..15), None));
        assert_eq!(aksf.jump_table(50), Err(Fault::NoSequenceEntry(50)));
        assert_eq!(Aksf::parse(Reader::new(&[0; 5])).unwrap().jump_table(50), Ok(JumpTable::default()));
    }
}
