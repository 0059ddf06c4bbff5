//! Records the files that this program wrote into a folder. A file that another program wrote, or
//! that was changed after this program wrote it, is not overwritten.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use scumm_room::resource::{folder_of, read_file};
use serde::{Deserialize, Serialize};

use crate::run_files::{MOST_BYTES, RunFiles};

/// The name of the list in each folder.
const LIST: &str = ".wardrobe-written";

/// The number of bytes that are copied at once.
const CHUNK: usize = 256 << 10;

/// The most bytes of a list: tens of thousands of files.
const MOST_LIST: u64 = 8 << 20;

/// The size and checksum of a file.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct FileEntry {
    bytes: u64,
    crc32: String,
}

impl FileEntry {
    /// Computes the entry of these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.len() as u64,
            crc32: checksum(bytes),
        }
    }

    /// Returns the size of the file in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// A writer that counts the bytes written to another writer and computes their checksum.
#[derive(Debug)]
pub struct ChecksumWriter<W> {
    out: W,
    bytes: u64,
    hasher: crc32fast::Hasher,
}

impl<W: Write> ChecksumWriter<W> {
    /// Creates a writer with an empty checksum.
    pub fn new(out: W) -> Self {
        Self {
            out,
            bytes: 0,
            hasher: crc32fast::Hasher::new(),
        }
    }

    /// Writes all bytes of a reader.
    ///
    /// # Errors
    /// Returns the error of the reader or the writer.
    pub fn copy(&mut self, from: impl Read) -> io::Result<()> {
        let mut from = BufReader::with_capacity(CHUNK, from);
        io::copy(&mut from, self).map(drop)
    }

    /// Returns the entry of the written bytes.
    pub fn entry(self) -> FileEntry {
        FileEntry {
            bytes: self.bytes,
            crc32: format!("{:08x}", self.hasher.finalize()),
        }
    }
}

impl<W: Write> Write for ChecksumWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The entries of files, by their names below a folder.
pub type FileList = BTreeMap<String, FileEntry>;

/// Returns a CRC-32 as eight hexadecimal digits.
pub fn checksum(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

/// The contents of files, by their names below a folder.
pub type NewFiles = BTreeMap<String, Vec<u8>>;

/// Which files may be overwritten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overwrite {
    /// Only files that the program wrote and that were not changed since.
    #[default]
    Own,
    /// All files.
    All,
}

impl Overwrite {
    /// Writes files below a folder, and adds them to the folder's list. All files are checked
    /// before the first is written. The folder is locked meanwhile, so that two processes do not
    /// change the list at the same time.
    ///
    /// # Errors
    /// Returns an error if one of the files exists and must not be overwritten, if another process
    /// writes into the folder, or if a file cannot be written.
    pub fn write(self, run: &RunFiles, folder: &Path, files: &NewFiles) -> Result<()> {
        let _lock = run.lock(folder)?;
        let list = read_list(folder);
        for (name, bytes) in files {
            self.refuse(folder, name, Some(bytes), &list)?;
        }
        for (name, bytes) in files {
            run.write(&folder.join(name), |out| out.write_all(bytes))?;
        }
        add_to_list(run, folder, list, files)
    }

    /// Writes the files of a game into a folder as [`Self::write`] does, but all of them or none if
    /// the program is told to end. The files are renamed in the reverse order of their names: the
    /// index, whose name is the first (`.000`, `.la0`), follows the data. If the program is killed
    /// during the first build, the folder therefore contains no game.
    ///
    /// # Errors
    /// Returns an error as [`Self::write`] does.
    pub fn write_game(self, run: &RunFiles, folder: &Path, files: &NewFiles) -> Result<()> {
        let _lock = run.lock(folder)?;
        let list = read_list(folder);
        let mut paths = Vec::new();
        for (name, bytes) in files.iter().rev() {
            self.refuse(folder, name, Some(bytes), &list)?;
            paths.push((folder.join(name), bytes.as_slice()));
        }
        run.write_together(&paths)?;
        add_to_list(run, folder, list, files)
    }

    /// Writes a single file as [`Self::write`] does.
    ///
    /// # Errors
    /// Returns an error as [`Self::write`] does.
    pub fn write_one(self, run: &RunFiles, path: &Path, bytes: &[u8]) -> Result<()> {
        let is_stream = path.metadata().is_ok_and(|found| !found.is_file());
        match split(path) {
            Some((folder, name)) if !is_stream => {
                self.write(run, folder, &NewFiles::from([(name, bytes.to_vec())]))
            }
            _ => run.write(path, |out| out.write_all(bytes)),
        }
    }

    /// Writes two files of one folder as [`Self::write`] does.
    ///
    /// # Errors
    /// Returns an error as [`Self::write`] does.
    pub fn write_two(self, run: &RunFiles, files: [(&Path, &[u8]); 2]) -> Result<()> {
        let is_stream = |path: &Path| path.metadata().is_ok_and(|found| !found.is_file());
        let [(first_path, first), (second_path, second)] = files;
        if !is_stream(first_path) && !is_stream(second_path) {
            if let (Some((folder, first_name)), Some((_, second_name))) =
                (split(first_path), split(second_path))
            {
                let files = [(first_name, first.to_vec()), (second_name, second.to_vec())];
                return self.write(run, folder, &NewFiles::from(files));
            }
        }
        // A stream cannot be listed, nor can a name that is not text.
        run.write(first_path, |out| out.write_all(first))?;
        run.write(second_path, |out| out.write_all(second))
    }

    /// Checks before long work that a file can be written later.
    ///
    /// # Errors
    /// Returns an error if the file exists and must not be overwritten.
    pub fn check(self, path: &Path) -> Result<()> {
        match split(path) {
            Some((folder, name)) => self.refuse(folder, &name, None, &read_list(folder)),
            None => Ok(()),
        }
    }

    fn refuse(
        self,
        folder: &Path,
        name: &str,
        new: Option<&Vec<u8>>,
        list: &FileList,
    ) -> Result<()> {
        let path = folder.join(name);
        if self == Self::All || path.symlink_metadata().is_err() {
            return Ok(());
        }
        let old = read_file(&path, MOST_BYTES)?;
        if Some(&old) == new || list.get(name) == Some(&FileEntry::from_bytes(&old)) {
            return Ok(());
        }
        let why = if list.contains_key(name) {
            "the file was changed after wardrobe wrote it"
        } else {
            "wardrobe did not write it"
        };
        bail!("{}: {why}; use --force to overwrite it", path.display())
    }
}

/// Adds written files to the list of a folder.
fn add_to_list(run: &RunFiles, folder: &Path, mut list: FileList, files: &NewFiles) -> Result<()> {
    for (name, bytes) in files {
        list.insert(name.clone(), FileEntry::from_bytes(bytes));
    }
    let text = serde_json::to_vec(&list).context("JSON")?;
    run.write(&folder.join(LIST), |out| out.write_all(&text))
}

/// Splits the path of a file into its folder and its name.
fn split(path: &Path) -> Option<(&Path, String)> {
    Some((folder_of(path), path.file_name()?.to_str()?.to_owned()))
}

/// Returns the list of a folder; empty if there is no readable list.
fn read_list(folder: &Path) -> FileList {
    let bytes = read_file(&folder.join(LIST), MOST_LIST).ok();
    bytes
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_programs_own_files_are_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let write =
            |text: &str| Overwrite::Own.write_one(&RunFiles::default(), &path, text.as_bytes());
        let refused = |text| write(text).unwrap_err().to_string();
        write("one").unwrap();
        write("two").unwrap();
        std::fs::write(&path, "by hand").unwrap();
        assert!(refused("three").ends_with(
            "x: the file was changed after wardrobe wrote it; use --force to overwrite it"
        ));
        write("by hand").unwrap();
        write("three").unwrap();
        let other = folder.path().join("other");
        std::fs::write(&other, "other").unwrap();
        let error = Overwrite::Own.check(&other).unwrap_err().to_string();
        assert!(
            error.ends_with("other: wardrobe did not write it; use --force to overwrite it"),
            "{error}"
        );
        Overwrite::All
            .write_one(&RunFiles::default(), &other, b"three")
            .unwrap();
        Overwrite::Own.check(&other).unwrap();
    }

    #[test]
    fn the_files_of_a_game_are_written_and_listed() {
        let folder = tempfile::tempdir().unwrap();
        let run = RunFiles::default();
        let mut files = NewFiles::from([
            ("x.000".to_owned(), b"index".to_vec()),
            ("x.001".to_owned(), b"data".to_vec()),
        ]);
        let write = |files: &NewFiles| Overwrite::Own.write_game(&run, folder.path(), files);
        write(&files).unwrap();
        files.insert("x.001".to_owned(), b"longer data".to_vec());
        write(&files).unwrap();
        let path = folder.path().join("x.001");
        assert_eq!(std::fs::read(&path).unwrap(), b"longer data");
        // The index is not replaced if the data is not.
        std::fs::write(&path, "by hand").unwrap();
        files.insert("x.000".to_owned(), b"another index".to_vec());
        assert!(write(&files).is_err());
        let index = std::fs::read(folder.path().join("x.000")).unwrap();
        assert_eq!(index, b"index");
    }

    #[test]
    fn nothing_is_written_where_one_file_of_several_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let files = NewFiles::from([
            ("a".to_owned(), b"a".to_vec()),
            ("b".to_owned(), b"b".to_vec()),
        ]);
        std::fs::write(folder.path().join("b"), "other").unwrap();
        let run = RunFiles::default();
        assert!(Overwrite::Own.write(&run, folder.path(), &files).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
