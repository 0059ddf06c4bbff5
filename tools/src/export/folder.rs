//! A folder of exported files with a list of them. If the folder is already complete, an export
//! does not make the files again.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::provenance::{FORMAT, VERSION, sha256};
use crate::run_files::RunFiles;
use crate::written::checksum;

/// The file name of the list. The list is written last: if it exists, the folder is complete.
const LIST: &str = "manifest.json";

/// The size and checksum of a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
struct ExportedFile {
    bytes: u64,
    sha256: String,
}

impl ExportedFile {
    fn from_bytes(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.len() as u64,
            sha256: sha256(bytes),
        }
    }
}

/// The contents of the list.
#[derive(Debug, Deserialize, Serialize)]
struct Manifest {
    /// The version of the layout.
    format: u32,
    /// The version of the program.
    wardrobe: String,
    /// The checksum of the sources and the options from which the files were made.
    made_from: String,
    /// The number of cels that were left out because they cannot be decoded.
    #[serde(default)]
    left_out: usize,
    files: BTreeMap<String, ExportedFile>,
}

/// A JSON document with its head.
#[derive(Serialize)]
struct Document<'v, T> {
    format: u32,
    wardrobe: &'static str,
    #[serde(flatten)]
    value: &'v T,
}

/// A complete folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompleteFolder {
    /// The number of cels and animations that were left out because they cannot be decoded or would
    /// be too large.
    pub left_out: usize,
    /// The SHA-256 of each file by its name.
    pub sums: BTreeMap<String, String>,
}

/// Files by their names.
pub type NamedFiles = BTreeMap<String, Vec<u8>>;

/// A place that keeps the files of a folder.
trait FileStore: fmt::Debug + Sync {
    /// Returns the bytes of a file; `None` if there is no such file.
    fn read(&self, name: &str) -> Option<Vec<u8>>;

    /// Writes a file.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<()>;

    /// Removes a file.
    fn remove(&self, name: &str) -> Result<()>;
}

/// A folder of the file system.
#[derive(Debug)]
struct DiskFolder {
    run: RunFiles,
    folder: PathBuf,
}

impl FileStore for DiskFolder {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.folder.join(name)).ok()
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.folder.join(name);
        self.run.write(&path, |out| out.write_all(bytes))
    }

    fn remove(&self, name: &str) -> Result<()> {
        let path = self.folder.join(name);
        std::fs::remove_file(&path).with_context(|| path.display().to_string())
    }
}

/// Files in memory, for callers without a file system. Clones share the files.
#[derive(Clone, Debug, Default)]
pub struct MemoryFolder(Arc<Mutex<NamedFiles>>);

impl MemoryFolder {
    /// Removes all files and returns them.
    pub fn take(&self) -> NamedFiles {
        std::mem::take(&mut *self.files())
    }

    fn files(&self) -> MutexGuard<'_, NamedFiles> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FileStore for MemoryFolder {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.files().get(name).cloned()
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        self.files().insert(name.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.files().remove(name);
        Ok(())
    }
}

/// A folder for exported files, which may already be complete.
#[derive(Debug)]
pub struct ExportFolder {
    store: Box<dyn FileStore>,
    made_from: String,
    files: Mutex<BTreeMap<String, ExportedFile>>,
}

impl ExportFolder {
    /// Creates the folder for files that are made from `sources`.
    pub fn new(run: &RunFiles, folder: &Path, sources: &[u8]) -> Self {
        let disk = DiskFolder {
            run: run.clone(),
            folder: folder.to_owned(),
        };
        Self::with_store(Box::new(disk), sources)
    }

    /// Creates the folder in memory for files that are made from `sources`.
    pub fn in_memory(memory: &MemoryFolder, sources: &[u8]) -> Self {
        Self::with_store(Box::new(memory.clone()), sources)
    }

    fn with_store(store: Box<dyn FileStore>, sources: &[u8]) -> Self {
        Self {
            store,
            made_from: checksum(sources),
            files: Mutex::default(),
        }
    }

    /// If the folder is complete and its files are unchanged, returns its files. Otherwise returns
    /// `None`.
    pub fn complete(&self) -> Option<CompleteFolder> {
        let text = self.store.read(LIST)?;
        let list: Manifest = serde_json::from_slice(&text).ok()?;
        if list.made_from != self.made_from || list.format != FORMAT {
            return None;
        }
        for (name, entry) in &list.files {
            if ExportedFile::from_bytes(&self.store.read(name)?) != *entry {
                return None;
            }
        }
        Some(list.complete(&text))
    }

    /// Writes a file unless it exists with the same contents.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn put(&self, name: String, bytes: &[u8]) -> Result<()> {
        if self.store.read(&name).as_deref() != Some(bytes) {
            self.store.write(&name, bytes)?;
        }
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(name, ExportedFile::from_bytes(bytes));
        Ok(())
    }

    /// Writes a value as JSON, with the version of its layout and of the program.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn put_document(&self, name: &str, value: &impl Serialize) -> Result<()> {
        let document = Document {
            format: FORMAT,
            wardrobe: VERSION,
            value,
        };
        self.put_json(name, &document)
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
        self.store.remove(name)
    }

    /// Writes the list, which marks the folder as complete. Returns the files.
    ///
    /// # Errors
    /// Returns an error if the list cannot be written.
    pub fn close(self, left_out: usize) -> Result<CompleteFolder> {
        let files = self
            .files
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let list = Manifest {
            format: FORMAT,
            wardrobe: VERSION.to_owned(),
            made_from: self.made_from,
            left_out,
            files,
        };
        let text = serde_json::to_vec_pretty(&list).context("JSON")?;
        self.store.write(LIST, &text)?;
        Ok(list.complete(&text))
    }
}

impl Manifest {
    /// Returns the files of the list and the list itself, which has this text.
    fn complete(self, text: &[u8]) -> CompleteFolder {
        let mut sums = BTreeMap::new();
        for (name, file) in self.files {
            sums.insert(name, file.sha256);
        }
        sums.insert(LIST.to_owned(), sha256(text));
        CompleteFolder {
            left_out: self.left_out,
            sums,
        }
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
            target.close(0).unwrap().sums.len() == 3
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
    fn a_folder_in_memory_has_the_files_and_the_list_of_one_on_disk() {
        let disk = tempfile::tempdir().unwrap();
        let on_disk = ExportFolder::new(&RunFiles::default(), disk.path(), b"1");
        let memory = MemoryFolder::default();
        let in_memory = ExportFolder::in_memory(&memory, b"1");
        for target in [&on_disk, &in_memory] {
            target.put("a.txt".to_owned(), b"a").unwrap();
            target.put("b.txt".to_owned(), b"b").unwrap();
            target.take_back("b.txt").unwrap();
            assert_eq!(target.complete(), None);
        }
        assert_eq!(in_memory.close(2).unwrap(), on_disk.close(2).unwrap());
        let files = memory.take();
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(names, ["a.txt", LIST]);
        for (name, bytes) in &files {
            assert!(*bytes == std::fs::read(disk.path().join(name)).unwrap());
        }
    }

    #[test]
    fn an_interrupted_export_is_not_complete() {
        let folder = tempfile::tempdir().unwrap();
        let open = || ExportFolder::new(&RunFiles::default(), folder.path(), b"1");
        assert_eq!(open().complete(), None, "there is nothing");
        open().put("a.txt".to_owned(), b"a").unwrap();
        assert_eq!(open().complete(), None);
        let closed = open().close(3).unwrap();
        assert_eq!(
            open().complete(),
            Some(closed.clone()),
            "the list stores the number of cels that were left out"
        );
        assert_eq!(closed.left_out, 3);
    }
}
