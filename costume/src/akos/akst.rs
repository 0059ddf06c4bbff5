//! AKST: where each sequence's conditions begin in AKCT (A9).

use scumm_room::{Reader, Tag};

use crate::host::Fault;

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"AKST");

/// Returns the data of a chunk with these entries: pairs of a sequence's start and the offset of
/// its conditions in the data of AKCT.
#[must_use]
#[cfg(feature = "edit")]
pub fn write(entries: &[(u32, u32)]) -> Vec<u8> {
    entries
        .iter()
        .flat_map(|&(start, offset)| [start, offset])
        .flat_map(u32::to_le_bytes)
        .collect()
}

/// Parses the data of the chunk. Bytes after the last whole entry are ignored.
pub(super) fn parse(mut data: Reader<'_>) -> Vec<(u32, u32)> {
    let entry = || {
        Some((
            data.u32_le("a sequence's start").ok()?,
            data.u32_le("its conditions").ok()?,
        ))
    };
    std::iter::from_fn(entry).collect()
}

/// Returns the offset of the conditions of the sequence at `start`; 0 if AKST has no entries (A9).
///
/// # Errors
/// Returns [`Fault::NoSequenceEntry`] if there are entries, but none for this sequence.
pub fn condition_offset(entries: &[(u32, u32)], start: u16) -> Result<u32, Fault> {
    if entries.is_empty() {
        return Ok(0);
    }
    let entry = entries.iter().find(|entry| entry.0 == u32::from(start));
    entry
        .map(|entry| entry.1)
        .ok_or(Fault::NoSequenceEntry(start))
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
        let akst = parse(Reader::new(&data));
        assert_eq!(condition_offset(&akst, 7), Ok(12));
        assert_eq!(write(&akst), data[..16]);
        assert_eq!(condition_offset(&akst, 0), Err(Fault::NoSequenceEntry(0)));
    }

    #[test]
    fn less_than_an_entry_is_no_table_a9() {
        assert_eq!(condition_offset(&parse(Reader::new(&[1; 7])), 99), Ok(0));
    }
}
