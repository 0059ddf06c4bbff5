//! A file of which only some parts are in memory.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::reader::to_usize;

/// The start of a file, which is requested first, because it shows whether the file is an index.
const HEAD: u64 = 64 << 10;
/// The largest file that is requested as a whole as soon as bytes after [`HEAD`] are missing.
const WHOLE: u64 = 256 << 20;
/// In larger files, requested parts begin and end at multiples of this number of bytes.
const PAGE: u64 = 1 << 20;

/// A file of which only some parts are in memory.
#[derive(Debug)]
pub(super) struct PartialFile {
    pub name: String,
    pub len: u64,
    parts: Mutex<Parts>,
}

#[derive(Debug, Default)]
struct Parts {
    /// The bytes that are in memory, by their offsets.
    loaded: BTreeMap<u64, Vec<u8>>,
    /// The ranges that were read, but are not in memory.
    wanted: Vec<Range<u64>>,
}

impl PartialFile {
    /// Creates a file without any part in memory.
    pub fn new(name: String, len: u64) -> Self {
        Self {
            name,
            len,
            parts: Mutex::default(),
        }
    }

    /// Adds a part, which begins at offset `start`. It replaces the parts that it contains.
    pub fn insert(&self, start: u64, bytes: Vec<u8>) {
        let end = start.saturating_add(bytes.len() as u64);
        let mut parts = self.parts();
        parts.loaded.retain(|&other, loaded| {
            other < start || other.saturating_add(loaded.len() as u64) > end
        });
        parts.loaded.insert(start, bytes);
    }

    /// Returns whether missing bytes were read since the last call of [`Self::take_requests`].
    pub fn has_requests(&self) -> bool {
        !self.parts().wanted.is_empty()
    }

    /// Removes the requests and returns them.
    pub fn take_requests(&self) -> Vec<Range<u64>> {
        std::mem::take(&mut self.parts().wanted)
    }

    fn parts(&self) -> MutexGuard<'_, Parts> {
        // No code panics while the parts are locked.
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fills `into` with the bytes from `offset` on.
    pub fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let end = offset.saturating_add(into.len() as u64);
        if end > self.len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut parts = self.parts();
        let mut at = offset;
        let mut rest = into;
        while !rest.is_empty() {
            let (start, bytes) = match parts.loaded.range(..=at).next_back() {
                Some((start, bytes)) => (*start, bytes.as_slice()),
                None => (at, [].as_slice()),
            };
            let from = to_usize(at.saturating_sub(start));
            let bytes = bytes.get(from..).unwrap_or_default();
            if bytes.is_empty() {
                let range = self.requested(at, end);
                if !parts.wanted.contains(&range) {
                    parts.wanted.push(range);
                }
                return Err(io::Error::new(
                    io::ErrorKind::WouldBlock,
                    "these bytes are not in memory",
                ));
            }
            let count = bytes.len().min(rest.len());
            let (filled, after) = rest.split_at_mut(count);
            let (bytes, _) = bytes.split_at(count);
            filled.copy_from_slice(bytes);
            rest = after;
            at = at.saturating_add(count as u64);
        }
        Ok(())
    }

    /// Returns the range that is requested if the bytes from `start` to `end` are missing.
    fn requested(&self, start: u64, end: u64) -> Range<u64> {
        if end <= HEAD && self.len > HEAD {
            return 0..HEAD;
        }
        if self.len <= WHOLE {
            return 0..self.len;
        }
        let start = start.saturating_sub(start % PAGE);
        let end = end.div_ceil(PAGE).saturating_mul(PAGE).min(self.len);
        start..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(len: u64) -> PartialFile {
        PartialFile::new("m.000".to_owned(), len)
    }

    fn read(file: &PartialFile, offset: u64, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        file.read_at(offset, &mut bytes)?;
        Ok(bytes)
    }

    #[test]
    fn a_read_of_missing_bytes_requests_them() {
        let file = one(100);
        let error = read(&file, 10, 5).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        assert!(file.has_requests());
        assert_eq!(file.take_requests(), vec![0..100]);
        assert!(!file.has_requests());
        file.insert(0, (0..100).collect());
        assert_eq!(read(&file, 10, 5).unwrap(), [10, 11, 12, 13, 14]);
        assert!(!file.has_requests());
    }

    #[test]
    fn a_read_after_the_end_requests_nothing() {
        let file = one(100);
        let error = read(&file, 90, 11).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        assert!(!file.has_requests());
        assert_eq!(read(&file, 100, 0).unwrap(), [0_u8; 0]);
    }

    #[test]
    fn the_start_of_a_file_is_requested_before_the_whole_file() {
        let file = one(HEAD + 1);
        read(&file, 0, 8).unwrap_err();
        read(&file, 8, 8).unwrap_err();
        assert_eq!(file.take_requests(), vec![0..HEAD]);
        read(&file, HEAD, 1).unwrap_err();
        assert_eq!(file.take_requests(), vec![0..HEAD + 1]);
    }

    #[test]
    fn a_huge_file_is_requested_in_pages() {
        let len = WHOLE + PAGE + 7;
        let file = one(len);
        read(&file, 3 * PAGE - 1, 2).unwrap_err();
        read(&file, len - 1, 1).unwrap_err();
        let last = WHOLE + PAGE..len;
        assert_eq!(file.take_requests(), [2 * PAGE..4 * PAGE, last]);
    }

    #[test]
    fn a_read_may_span_several_parts() {
        let file = one(9);
        for start in [0, 3, 6] {
            file.insert(start, vec![start as u8; 3]);
        }
        assert_eq!(read(&file, 2, 6).unwrap(), [0, 3, 3, 3, 6, 6]);
        // A part replaces the parts that it contains.
        file.insert(3, vec![9; 6]);
        assert_eq!(read(&file, 2, 6).unwrap(), [0, 9, 9, 9, 9, 9]);
        assert_eq!(file.parts().loaded.len(), 2);
    }
}
