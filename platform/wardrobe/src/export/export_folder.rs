//! A folder of exported files with a list of them: what is there already, whole, need not be made again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::output::{self, FileEntry, checksum};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// The name of the list. It is written last: where it is, the folder is complete.
const LIST: &str = "manifest.json";

/// The list.
#[derive(Debug, Deserialize, Serialize)]
struct Manifest {
    /// Check sum of all that the files were made from, and how.
    made_from: String,
    /// How many cels are left out because they can't be decoded.
    #[serde(default)]
    left_out: usize,
    files: BTreeMap<String, FileEntry>,
}

/// A folder as it was found.
#[derive(Debug)]
pub enum Opened {
    /// All of it is there, unharmed.
    Complete {
        /// How many cels are left out because they can't be decoded.
        left_out: usize,
    },
    /// It has to be filled.
    Incomplete(ExportFolder),
}

/// A folder that is being filled.
#[derive(Debug)]
pub struct ExportFolder {
    folder: PathBuf,
    made_from: String,
    files: Mutex<BTreeMap<String, FileEntry>>,
}

impl ExportFolder {
    /// A folder for what is made from `sources`.
    pub fn open(folder: &Path, sources: &[u8]) -> Opened {
        let target = Self { folder: folder.to_owned(), made_from: checksum(sources), files: Mutex::default() };
        match target.complete() {
            Some(Manifest { left_out, .. }) => Opened::Complete { left_out },
            None => Opened::Incomplete(target),
        }
    }

    /// The list, where all is there.
    fn complete(&self) -> Option<Manifest> {
        let read = |name: &str| std::fs::read(self.folder.join(name)).ok();
        let list = read(LIST).and_then(|bytes| serde_json::from_slice::<Manifest>(&bytes).ok());
        let whole =
            |(name, entry): (&String, &FileEntry)| read(name).is_some_and(|bytes| FileEntry::of(&bytes) == *entry);
        list.filter(|list| list.made_from == self.made_from && list.files.iter().all(whole))
    }

    /// Puts a file there, unless the very same is there.
    ///
    /// # Errors
    /// It can't be written.
    pub fn put(&self, name: String, bytes: &[u8]) -> Result<()> {
        let path = self.folder.join(&name);
        if std::fs::read(&path).ok().as_deref() != Some(bytes) {
            output::write(&path, |out| out.write_all(bytes))?;
        }
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(name, FileEntry::of(bytes));
        Ok(())
    }

    /// Puts a value there as JSON.
    ///
    /// # Errors
    /// It can't be written.
    pub fn put_json(&self, name: &str, value: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string_pretty(value).context("JSON")?;
        text.push('\n');
        self.put(name.to_owned(), text.as_bytes())
    }

    /// Writes the list: the folder is complete. Returns how many files it has.
    ///
    /// # Errors
    /// It can't be written.
    pub fn close(self, left_out: usize) -> Result<usize> {
        let list = Manifest {
            made_from: self.made_from,
            left_out,
            files: self.files.into_inner().unwrap_or_else(PoisonError::into_inner),
        };
        let text = serde_json::to_vec_pretty(&list).context("JSON")?;
        output::write(&self.folder.join(LIST), |out| out.write_all(&text))?;
        Ok(list.files.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_whole_is_not_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let fill = |sources: &[u8]| {
            let Opened::Incomplete(target) = ExportFolder::open(folder.path(), sources) else { return false };
            target.put("a.txt".to_owned(), b"a").unwrap();
            target.put("b.txt".to_owned(), b"b").unwrap();
            target.close(0).unwrap() == 2
        };
        assert!(fill(b"1") && !fill(b"1"));
        assert!(fill(b"2"), "made from something else");
        std::fs::remove_file(folder.path().join("b.txt")).unwrap();
        assert!(fill(b"2") && !fill(b"2"), "a file was missing");
        std::fs::write(folder.path().join("a.txt"), b"A").unwrap();
        assert!(fill(b"2"), "a file was harmed");
        assert_eq!(std::fs::read(folder.path().join("a.txt")).unwrap(), b"a");
        std::fs::write(folder.path().join(LIST), b"{").unwrap();
        assert!(fill(b"2"), "the list was harmed");
    }

    #[test]
    fn an_interrupted_export_is_not_complete() {
        let folder = tempfile::tempdir().unwrap();
        let open = || ExportFolder::open(folder.path(), b"1");
        let Opened::Incomplete(target) = open() else { panic!("there is nothing") };
        target.put("a.txt".to_owned(), b"a").unwrap();
        drop(target);
        assert!(matches!(open(), Opened::Incomplete(_)));
        let Opened::Incomplete(target) = open() else { panic!("it is not complete") };
        target.close(3).unwrap();
        assert!(matches!(open(), Opened::Complete { left_out: 3 }), "what is left out is known later, too");
    }
}
