//! Check that a game's files still belong to the index that was read.
//!
//! Data files are opened for each load, and the index stays in memory. If an import replaces both
//! in the meantime, the offsets of the index are wrong. An import keeps this order: it writes the
//! journal, replaces the data files, replaces the index and removes the journal. So if there is no
//! journal after a data file was opened, and the index file has not changed, the data file belongs
//! to the same edition.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::path::folder_of;
use super::stored::StoredFile;
use crate::{Error, Result};

/// The name of an import's journal, in the folder of the index. While it exists, some of the game's
/// files may be old and others new.
pub const IMPORT_JOURNAL: &str = ".wardrobe-import";

/// The index file as it was when its game was opened.
#[derive(Clone, Debug)]
pub struct IndexStamp {
    index: PathBuf,
    journal: PathBuf,
    edition: Edition,
}

/// The properties that distinguish an index file from a replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Edition {
    len: u64,
    modified: Option<SystemTime>,
    /// The numbers of the device and of the file.
    #[cfg(unix)]
    file: (u64, u64),
}

impl Edition {
    fn new(found: &Metadata) -> Self {
        Self {
            len: found.len(),
            modified: found.modified().ok(),
            #[cfg(unix)]
            file: {
                use std::os::unix::fs::MetadataExt;
                (found.dev(), found.ino())
            },
        }
    }
}

impl IndexStamp {
    /// Takes the stamp of an index file before it is read. Returns `None` for a file in memory or
    /// in a container, which no import replaces.
    ///
    /// # Errors
    /// Returns `Error::Io` if the file does not exist, with the kind `ResourceBusy` if an import
    /// has a journal in the folder.
    pub(super) fn take(file: &StoredFile) -> Result<Option<Self>> {
        if !file.is_loose() {
            return Ok(None);
        }
        let index = &file.path;
        let found = fs::metadata(index).map_err(|error| Error::io(index, error))?;
        let stamp = Self {
            index: index.clone(),
            journal: folder_of(index).join(IMPORT_JOURNAL),
            edition: Edition::new(&found),
        };
        stamp.refuse_journal()?;
        Ok(Some(stamp))
    }

    /// Checks that no import has replaced files of the game or is replacing them.
    ///
    /// # Errors
    /// Returns `Error::Io` with the kind `ResourceBusy` if an import has replaced files or may have
    /// done so.
    pub fn check(&self) -> Result<()> {
        // The order matters: the journal is removed after the index has been replaced.
        self.refuse_journal()?;
        let found = fs::metadata(&self.index).map_err(|error| Error::io(&self.index, error))?;
        if Edition::new(&found) == self.edition {
            return Ok(());
        }
        Err(busy(
            &self.index,
            "the game was changed since it was opened",
        ))
    }

    fn refuse_journal(&self) -> Result<()> {
        if self.journal.symlink_metadata().is_err() {
            return Ok(());
        }
        Err(busy(
            &self.journal,
            "an import into this game is under way, or was interrupted",
        ))
    }
}

fn busy(path: &Path, what: &str) -> Error {
    Error::io(path, io::Error::new(ErrorKind::ResourceBusy, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_busy(result: Result<()>, what: &str) -> bool {
        let error = result.unwrap_err();
        let Error::Io { source, .. } = &error else {
            panic!("{error}");
        };
        source.kind() == ErrorKind::ResourceBusy && error.to_string().contains(what)
    }

    #[test]
    fn an_index_that_was_replaced_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.000");
        fs::write(&path, b"old").unwrap();
        let file = StoredFile::on_disk(path.clone());
        let stamp = IndexStamp::take(&file).unwrap().unwrap();
        stamp.check().unwrap();
        let new = folder.path().join("new");
        fs::write(&new, b"other").unwrap();
        fs::rename(new, &path).unwrap();
        assert!(is_busy(stamp.check(), "was changed since it was opened"));
    }

    #[test]
    fn a_journal_beside_the_index_is_noticed_whatever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.000");
        fs::write(&path, b"old").unwrap();
        let file = StoredFile::on_disk(path);
        let stamp = IndexStamp::take(&file).unwrap().unwrap();
        let journal = folder.path().join(IMPORT_JOURNAL);
        fs::create_dir(&journal).unwrap();
        assert!(is_busy(stamp.check(), "was interrupted"));
        assert!(is_busy(
            IndexStamp::take(&file).map(drop),
            "was interrupted"
        ));
        fs::remove_dir(&journal).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nowhere", &journal).unwrap();
            assert!(is_busy(stamp.check(), "was interrupted"));
            fs::remove_file(&journal).unwrap();
        }
        stamp.check().unwrap();
    }
}
