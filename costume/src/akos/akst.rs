//! AKST: where each sequence's conditions begin in AKCT (A9).

use scumm_room::{Reader, Result, Tag};

use crate::host::Fault;

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"AKST");
/// Bytes of an entry.
pub const ENTRY_LEN: usize = 8;

/// The data of the chunk: pairs of a sequence's start and the offset of its conditions in the data of AKCT.
#[must_use]
pub fn write(entries: &[(u32, u32)]) -> Vec<u8> {
    entries.iter().flat_map(|&(start, offset)| [start, offset]).flat_map(u32::to_le_bytes).collect()
}

/// Sequence starts and the offsets of their conditions in the data of AKCT.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Akst {
    entries: Vec<(u32, u32)>,
}

impl Akst {
    /// Parses the data of the chunk; bytes behind the last whole entry mean nothing.
    pub(super) fn parse(mut data: Reader<'_>) -> Result<Self> {
        let mut entries = Vec::with_capacity(data.len() / ENTRY_LEN);
        while data.remaining() >= ENTRY_LEN {
            entries.push((data.u32_le("a sequence's start")?, data.u32_le("its conditions")?));
        }
        Ok(Self { entries })
    }

    /// The offset of the conditions of the sequence at `start`; 0 where the table is empty (A9).
    ///
    /// # Errors
    /// [`Fault::NoSequenceEntry`] where it has entries, but none for this sequence.
    pub fn condition_offset(&self, start: u16) -> Result<u32, Fault> {
        if self.entries.is_empty() {
            return Ok(0);
        }
        let entry = self.entries.iter().find(|entry| entry.0 == u32::from(start));
        entry.map(|entry| entry.1).ok_or(Fault::NoSequenceEntry(start))
    }

    /// Pairs of a sequence's start and its offset in AKCT.
    #[must_use]
    pub fn entries(&self) -> &[(u32, u32)] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_entry_of_the_start_counts_a9() {
        let data = [
            7, 0, 0, 0, 12, 0, 0, 0, // the sequence at 7: conditions at 12
            7, 0, 0, 0, 16, 0, 0, 0, // again: conditions at 16
            1, 2, 3, // no whole entry
        ];
        let akst = Akst::parse(Reader::new(&data)).unwrap();
        assert_eq!(akst.condition_offset(7), Ok(12));
        assert_eq!(write(akst.entries()), data[..16]);
        assert_eq!(akst.condition_offset(0), Err(Fault::NoSequenceEntry(0)));
    }

    #[test]
    fn less_than_an_entry_is_no_table_a9() {
        assert_eq!(Akst::parse(Reader::new(&[1; 7])).unwrap().condition_offset(99), Ok(0));
    }
}
