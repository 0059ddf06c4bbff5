//! Files of which only some parts are in memory, for callers that cannot read a file while the
//! library waits: a web page, for example, reads its files asynchronously. A read of missing bytes
//! fails and is recorded as a request. The caller inserts the requested parts and tries again.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::files::GameFiles;
use super::find;
use super::folder::Folder;
use super::open::chosen;
use super::parts::PartialFile;
use super::stored::StoredFile;
use crate::error::{Error, Misuse, Result};

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

impl PartRequest {
    /// Returns the index of the file, the start and the end as numbers of JavaScript, for callers
    /// that pass requests to a web page.
    #[must_use]
    pub fn numbers(&self) -> [f64; 3] {
        let Range { start, end } = self.range;
        [self.file as f64, start as f64, end as f64]
    }
}

impl PartialFiles {
    /// Creates files with these names and lengths. No part of them is in memory. A name may contain
    /// folders, separated by `/`.
    pub fn new(files: impl IntoIterator<Item = (String, u64)>) -> Self {
        let mut all = Vec::new();
        for (name, len) in files {
            all.push(Arc::new(PartialFile::new(name, len)));
        }
        Self { files: all }
    }

    /// Returns the name of a file. It is empty if there is no such file.
    #[must_use]
    pub fn name(&self, file: usize) -> &str {
        self.files.get(file).map_or("", |file| &file.name)
    }

    /// Returns the paths of the indexes of all games among the files, the games in the upper
    /// folders first. If [`Self::has_requests`] is true afterwards, the result is meaningless: the
    /// call has to be repeated with the requested parts.
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
        file.insert(start, bytes);
        Ok(())
    }

    /// Returns whether bytes were read that are not in memory, since the last call of
    /// [`Self::take_requests`].
    #[must_use]
    pub fn has_requests(&self) -> bool {
        self.files.iter().any(|file| file.has_requests())
    }

    /// Removes all requests and returns them: the parts that have to be inserted before the failed
    /// call is tried again. A request may contain more bytes than were read, so that few tries are
    /// needed.
    #[must_use]
    pub fn take_requests(&self) -> Vec<PartRequest> {
        let mut requests = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            for range in file.take_requests() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_indexes_of_games_are_listed_upper_folders_first() {
        let names = ["a/b/m.000", "c/m.000", "m.000", "notes.txt"];
        let files = PartialFiles::new(names.map(|name| (name.to_owned(), 8)));
        assert!(files.indexes().unwrap().is_empty() && files.has_requests());
        let requests = files.take_requests();
        assert_eq!(requests[2].numbers(), [2.0, 0.0, 8.0]);
        for request in requests {
            // The first bytes of an index of v5.
            let head = b"RNAM\0\0\0\x09".map(|byte| byte ^ 0x69);
            files.insert(request.file, 0, head.to_vec()).unwrap();
        }
        assert_eq!(files.indexes().unwrap(), ["m.000", "c/m.000", "a/b/m.000"]);
        assert!(!files.has_requests());
    }

    #[test]
    fn a_part_lies_in_its_file() {
        let files = PartialFiles::new([("m.000".to_owned(), 9)]);
        let refused = |file, start, len| {
            let result = files.insert(file, start, vec![0; len]);
            result.unwrap_err().to_string()
        };
        assert!(refused(1, 0, 1).contains("there is no file 1"));
        assert!(refused(0, 8, 2).contains("m.000: expected a part of its 9 bytes"));
        assert!(refused(0, u64::MAX, 2).contains("m.000"));
    }
}
