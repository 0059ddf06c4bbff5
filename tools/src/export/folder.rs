//! A folder of exported files with a list of them. If the folder is already complete, an export
//! does not make the files again.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::run_files::RunFiles;
use crate::written::{FileEntry, FileList, checksum};

/// The file name of the list. The list is written last: if it exists, the folder is complete.
const LIST: &str = "manifest.json";

/// The contents of the list.
#[derive(Debug, Deserialize, Serialize)]
struct Manifest {
    /// The checksum of the sources and the options from which the files were made.
    made_from: String,
    /// The number of cels that were left out because they cannot be decoded.
    #[serde(default)]
    left_out: usize,
    files: FileList,
}

/// A folder for exported files, which may already be complete.
#[derive(Debug)]
pub struct ExportFolder {
    run: RunFiles,
    folder: PathBuf,
    made_from: String,
    files: Mutex<FileList>,
}

impl ExportFolder {
    /// Creates the folder for files that are made from `sources`.
    pub fn new(run: &RunFiles, folder: &Path, sources: &[u8]) -> Self {
        Self {
            run: run.clone(),
            folder: folder.to_owned(),
            made_from: checksum(sources),
            files: Mutex::default(),
        }
    }

    /// If the folder is complete and its files are unchanged, returns the number of cels that were
    /// left out. Otherwise returns `None`.
    pub fn complete(&self) -> Option<usize> {
        let read = |name: &str| std::fs::read(self.folder.join(name)).ok();
        let list = read(LIST).and_then(|bytes| serde_json::from_slice::<Manifest>(&bytes).ok());
        let whole = |(name, entry): (&String, &FileEntry)| {
            read(name).is_some_and(|bytes| FileEntry::from_bytes(&bytes) == *entry)
        };
        let list =
            list.filter(|list| list.made_from == self.made_from && list.files.iter().all(whole))?;
        Some(list.left_out)
    }

    /// Writes a file unless it exists with the same contents.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn put(&self, name: String, bytes: &[u8]) -> Result<()> {
        let path = self.folder.join(&name);
        if std::fs::read(&path).ok().as_deref() != Some(bytes) {
            self.run.write(&path, |out| out.write_all(bytes))?;
        }
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(name, FileEntry::from_bytes(bytes));
        Ok(())
    }

    /// Writes a value as JSON.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn put_json(&self, name: &str, value: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string_pretty(value).context("JSON")?;
        text.push('\n');
        self.put(name.to_owned(), text.as_bytes())
    }

    /// Removes a file that this export has put into the folder, if there is one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be removed.
    pub fn take_back(&self, name: &str) -> Result<()> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if files.remove(name).is_none() {
            return Ok(());
        }
        let path = self.folder.join(name);
        std::fs::remove_file(&path).with_context(|| path.display().to_string())
    }

    /// Writes the list, which marks the folder as complete. Returns the number of files.
    ///
    /// # Errors
    /// Returns an error if the list cannot be written.
    pub fn close(self, left_out: usize) -> Result<usize> {
        let files = self
            .files
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let list = Manifest {
            made_from: self.made_from,
            left_out,
            files,
        };
        let text = serde_json::to_vec_pretty(&list).context("JSON")?;
        self.run
            .write(&self.folder.join(LIST), |out| out.write_all(&text))?;
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
            let target = ExportFolder::new(&RunFiles::default(), folder.path(), sources);
            if target.complete().is_some() {
                return false;
            }
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
        let open = || ExportFolder::new(&RunFiles::default(), folder.path(), b"1");
        assert_eq!(open().complete(), None, "there is nothing");
        open().put("a.txt".to_owned(), b"a").unwrap();
        assert_eq!(open().complete(), None);
        open().close(3).unwrap();
        assert_eq!(
            open().complete(),
            Some(3),
            "the list stores the number of cels that were left out"
        );
    }
}
