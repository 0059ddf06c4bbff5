//! Files of which only some parts are in memory, for callers that cannot read a file while the
//! library waits: a web page, for example, reads its files asynchronously. A read of missing bytes
//! fails and is recorded as a request. The caller inserts the requested parts and tries again.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::files::GameFiles;
use super::find;
use super::folder::Folder;
use super::open::chosen;
use super::stored::{self, StoredFile};
use crate::error::{Error, Misuse, Result};

/// The start of a file, which is requested first, because it shows whether the file is an index.
const HEAD: u64 = 64 << 10;
/// The largest file that is requested as a whole as soon as bytes after [`HEAD`] are missing.
const MOST_WHOLE: u64 = 256 << 20;
/// In larger files, requested parts begin and end at multiples of this number of bytes.
const PAGE: u64 = 1 << 20;

/// Files that are known by name and length, and of which only some parts are in memory.
///
/// ```
/// use scumm_room::resource::{GameFiles, PartialFiles};
///
/// /// Opens a game; `read` reads the bytes of a range of a file.
/// fn open(
///     files: &PartialFiles,
///     mut read: impl FnMut(&str, std::ops::Range<u64>) -> Vec<u8>,
/// ) -> scumm_room::Result<GameFiles> {
///     loop {
///         let opened = GameFiles::from_partial(files, None);
///         let requests = files.take_requests();
///         if requests.is_empty() {
///             return opened;
///         }
///         for request in requests {
///             let bytes = read(files.name(request.file), request.range.clone());
///             files.insert(request.file, request.range.start, bytes)?;
///         }
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct PartialFiles {
    files: Vec<Arc<PartialFile>>,
}

/// A part of a file that was read, but is not in memory.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRequest {
    /// Index of the file.
    pub file: usize,
    /// The bytes in the file.
    pub range: Range<u64>,
}

impl PartialFiles {
    /// Creates files with these names and lengths. No part of them is in memory. A name may contain
    /// folders, separated by `/`.
    pub fn new(files: impl IntoIterator<Item = (String, u64)>) -> Self {
        let mut all = Vec::new();
        for (name, len) in files {
            all.push(Arc::new(PartialFile {
                name,
                len,
                parts: Mutex::default(),
            }));
        }
        Self { files: all }
    }

    /// Returns the name of a file. It is empty if there is no such file.
    #[must_use]
    pub fn name(&self, file: usize) -> &str {
        self.files.get(file).map_or("", |file| &file.name)
    }

    /// Returns the paths of the indexes of all games among the files, the games in the upper folders
    /// first. If [`Self::has_requests`] is true afterwards, the result is meaningless: the call has
    /// to be repeated with the requested parts.
    ///
    /// # Errors
    /// Returns [`Error::Limit`] if there are more than 1,000 games.
    pub fn indexes(&self) -> Result<Vec<String>> {
        let mut indexes = Vec::new();
        for game in find::among(&self.folder(), Path::new(""))? {
            indexes.push(game.index.display().to_string());
        }
        indexes.sort_by_key(|index| index.matches('/').count());
        Ok(indexes)
    }

    /// Returns a folder of the files.
    fn folder(&self) -> Folder {
        let mut stored = Vec::new();
        for file in &self.files {
            stored.push(StoredFile::partial(file.clone()));
        }
        Folder::with_contents(stored)
    }

    /// Adds a part of a file, which begins at offset `start`.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the file does not exist or the part lies outside the file.
    pub fn insert(&self, file: usize, start: u64, bytes: Vec<u8>) -> Result<()> {
        let Some(file) = self.files.get(file) else {
            let text = format!("there is no file {file}");
            return Err(Error::misuse(Misuse::Missing, text));
        };
        let end = start.saturating_add(bytes.len() as u64);
        if end > file.len {
            let text = format!(
                "{}: expected a part of its {} bytes, found bytes {start} to {end}",
                file.name, file.len
            );
            return Err(Error::misuse(Misuse::OutOfRange, text));
        }
        let mut parts = file.parts();
        parts.loaded.retain(|&other, loaded| {
            other < start || other.saturating_add(loaded.len() as u64) > end
        });
        parts.loaded.insert(start, bytes);
        Ok(())
    }

    /// Returns whether bytes were read that are not in memory, since the last call of
    /// [`Self::take_requests`].
    #[must_use]
    pub fn has_requests(&self) -> bool {
        self.files
            .iter()
            .any(|file| !file.parts().wanted.is_empty())
    }

    /// Removes all requests and returns them: the parts that have to be inserted before the failed
    /// call is tried again. A request may contain more bytes than were read, so that few tries are
    /// needed.
    #[must_use]
    pub fn take_requests(&self) -> Vec<PartRequest> {
        let mut requests = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            for range in std::mem::take(&mut file.parts().wanted) {
                requests.push(PartRequest {
                    file: number,
                    range,
                });
            }
        }
        requests
    }
}

impl GameFiles {
    /// Opens a game whose files are partly in memory. `index` is the path of the index file, or the
    /// end of this path; it is needed if there are several games among the files. If
    /// [`PartialFiles::has_requests`] is true afterwards, the result is meaningless: the call has
    /// to be repeated with the requested parts.
    ///
    /// # Errors
    /// Returns the errors of [`Self::from_memory`], and [`Error::Misuse`] if no game has the index.
    pub fn from_partial(files: &PartialFiles, index: Option<&str>) -> Result<Self> {
        let found = find::among(&files.folder(), Path::new(""))?;
        chosen(found, index)?.open()
    }
}

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
            let part = parts.loaded.range(..=at).next_back();
            let inside = part.map_or((0, [].as_slice()), |(start, bytes)| {
                (at.saturating_sub(*start), bytes.as_slice())
            });
            let left = (inside.1.len() as u64).saturating_sub(inside.0);
            let count = left.min(rest.len() as u64);
            if count == 0 {
                let range = self.requested(at, end);
                if !parts.wanted.contains(&range) {
                    parts.wanted.push(range);
                }
                return Err(io::Error::new(
                    io::ErrorKind::WouldBlock,
                    "these bytes are not in memory",
                ));
            }
            let (filled, after) = rest.split_at_mut(crate::reader::to_usize(count));
            stored::copy(inside.1, inside.0, filled)?;
            rest = after;
            at = at.saturating_add(count);
        }
        Ok(())
    }

    /// Returns the range that is requested if the bytes from `start` to `end` are missing.
    fn requested(&self, start: u64, end: u64) -> Range<u64> {
        if end <= HEAD && self.len > HEAD {
            return 0..HEAD;
        }
        if self.len <= MOST_WHOLE {
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

    fn one(len: u64) -> PartialFiles {
        PartialFiles::new([("m.000".to_owned(), len)])
    }

    fn read(files: &PartialFiles, offset: u64, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        files.files[0].read_at(offset, &mut bytes)?;
        Ok(bytes)
    }

    fn requested(files: &PartialFiles) -> Vec<Range<u64>> {
        let requests = files.take_requests();
        requests.into_iter().map(|request| request.range).collect()
    }

    #[test]
    fn a_read_of_missing_bytes_requests_them() {
        let files = one(100);
        let error = read(&files, 10, 5).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        assert!(files.has_requests());
        assert_eq!(requested(&files), vec![0..100]);
        assert!(!files.has_requests());
        files.insert(0, 0, (0..100).collect()).unwrap();
        assert_eq!(read(&files, 10, 5).unwrap(), [10, 11, 12, 13, 14]);
        assert!(!files.has_requests());
    }

    #[test]
    fn a_read_after_the_end_requests_nothing() {
        let files = one(100);
        let error = read(&files, 90, 11).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        assert!(!files.has_requests());
        assert_eq!(read(&files, 100, 0).unwrap(), [0_u8; 0]);
    }

    #[test]
    fn the_start_of_a_file_is_requested_before_the_whole_file() {
        let files = one(HEAD + 1);
        read(&files, 0, 8).unwrap_err();
        read(&files, 8, 8).unwrap_err();
        assert_eq!(requested(&files), vec![0..HEAD]);
        read(&files, HEAD, 1).unwrap_err();
        assert_eq!(requested(&files), vec![0..HEAD + 1]);
    }

    #[test]
    fn a_huge_file_is_requested_in_pages() {
        let len = MOST_WHOLE + PAGE + 7;
        let files = one(len);
        read(&files, 3 * PAGE - 1, 2).unwrap_err();
        read(&files, len - 1, 1).unwrap_err();
        let last = MOST_WHOLE + PAGE..len;
        assert_eq!(requested(&files), vec![2 * PAGE..4 * PAGE, last]);
    }

    #[test]
    fn a_read_may_span_several_parts() {
        let files = one(9);
        for start in [0, 3, 6] {
            files.insert(0, start, vec![start as u8; 3]).unwrap();
        }
        assert_eq!(read(&files, 2, 6).unwrap(), [0, 3, 3, 3, 6, 6]);
        // A part replaces the parts that it contains.
        files.insert(0, 3, vec![9; 6]).unwrap();
        assert_eq!(read(&files, 2, 6).unwrap(), [0, 9, 9, 9, 9, 9]);
        assert_eq!(files.files[0].parts().loaded.len(), 2);
    }

    #[test]
    fn the_indexes_of_games_are_listed_upper_folders_first() {
        let names = ["a/b/m.000", "c/m.000", "m.000", "notes.txt"];
        let files = PartialFiles::new(names.map(|name| (name.to_owned(), 8)));
        assert!(files.indexes().unwrap().is_empty() && files.has_requests());
        for request in files.take_requests() {
            // The first bytes of an index of v5.
            let head = b"RNAM\0\0\0\x09".map(|byte| byte ^ 0x69);
            files.insert(request.file, 0, head.to_vec()).unwrap();
        }
        assert_eq!(files.indexes().unwrap(), ["m.000", "c/m.000", "a/b/m.000"]);
        assert!(!files.has_requests());
    }

    #[test]
    fn a_part_lies_in_its_file() {
        let files = one(9);
        let refused = |file, start, len| {
            let result = files.insert(file, start, vec![0; len]);
            result.unwrap_err().to_string()
        };
        assert!(refused(1, 0, 1).contains("there is no file 1"));
        assert!(refused(0, 8, 2).contains("m.000: expected a part of its 9 bytes"));
        assert!(refused(0, u64::MAX, 2).contains("m.000"));
    }
}
