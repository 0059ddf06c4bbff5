//! AKSF: each sequence's part of the jump table AKFO (A9, A32).

use scumm_room::{Reader, Tag};

use crate::host::Fault;

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"AKSF");

/// The part of the jump table that belongs to one sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JumpTable {
    /// The first position of the sequence in AKSQ.
    pub start: u16,
    /// Index of the part's first word in AKFO. Each entry takes two words (A32).
    pub offset: u16,
    /// Number of entries.
    pub count: u16,
}

#[cfg(feature = "edit")]
impl JumpTable {
    /// Returns the range of the part's words in AKFO. Only the first word of each entry is used
    /// (A32).
    #[must_use]
    pub fn words(&self) -> Option<std::ops::Range<usize>> {
        let last = usize::from(self.count)
            .checked_sub(1)?
            .saturating_mul(2)
            .saturating_add(self.offset.into());
        Some(self.offset.into()..last.saturating_add(1))
    }

    /// Returns the bytes of the entry.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        [self.start, self.offset, self.count]
            .map(u16::to_le_bytes)
            .concat()
    }
}

/// Parses the data of the chunk. Bytes after the last whole entry are ignored.
pub(super) fn parse(mut data: Reader<'_>) -> Vec<JumpTable> {
    let entry = || {
        Some(JumpTable {
            start: data.u16_le("a sequence's start").ok()?,
            offset: data.u16_le("its jump table").ok()?,
            count: data.u16_le("the length of its jump table").ok()?,
        })
    };
    std::iter::from_fn(entry).collect()
}

/// Returns the jump table of the sequence at `start`; an empty table if AKSF has no entries (A9).
///
/// # Errors
/// Returns [`Fault::NoSequenceEntry`] if there are entries, but none for this sequence.
pub fn jump_table(entries: &[JumpTable], start: u16) -> Result<JumpTable, Fault> {
    if entries.is_empty() {
        return Ok(JumpTable::default());
    }
    entries
        .iter()
        .find(|entry| entry.start == start)
        .copied()
        .ok_or(Fault::NoSequenceEntry(start))
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
        let aksf = parse(Reader::new(&data));
        let table = JumpTable {
            start: 51,
            offset: 12,
            count: 2,
        };
        assert_eq!(jump_table(&aksf, 51), Ok(table));
        assert_eq!(table.write(), data[..6]);
        // Words 12 and 14 (A32).
        assert_eq!(
            (table.words(), JumpTable::default().words()),
            (Some(12..15), None)
        );
        assert_eq!(jump_table(&aksf, 50), Err(Fault::NoSequenceEntry(50)));
        assert_eq!(
            jump_table(&parse(Reader::new(&[0; 5])), 50),
            Ok(JumpTable::default())
        );
    }
}
