//! Checks a game: its index file against the table of known index files, all files against a list
//! of checksums, and the index against the data.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use scumm_engine::Game;
use scumm_room::resource::ResourceKind;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::import;
use crate::provenance::{ChecksumList, digits};

/// The most resources that are listed as damaged; further ones are only counted.
const MOST_DAMAGED: usize = 40;

/// The result of checking a game.
#[derive(Debug, Serialize)]
pub struct Verification {
    /// The edition of the game, in words.
    pub edition: String,
    /// Whether the index file is in the table of known index files.
    pub is_known: bool,
    /// The files of the game by name.
    pub files: Vec<VerifiedFile>,
    /// The number of entries of the index.
    pub resources: usize,
    /// The number of entries of the index that lead to no resource.
    pub damaged: usize,
    /// The reasons, for the first of them.
    pub errors: Vec<String>,
}

/// A file of the game.
#[derive(Debug, Serialize)]
pub struct VerifiedFile {
    /// The name, with the folders below the folder of the game.
    pub name: String,
    /// The size in bytes; `None` for a missing file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// The SHA-256 of the contents; `None` for a missing file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The comparison with the list of checksums; `None` without a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<FileStatus>,
}

/// The result of comparing a file with a list of checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileStatus {
    /// The file has the listed checksum.
    Same,
    /// The file has another checksum.
    Changed,
    /// The file is listed and does not exist.
    Missing,
    /// The file is not listed.
    Unlisted,
}

impl FileStatus {
    /// Returns the status in a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Changed => "changed",
            Self::Missing => "missing",
            Self::Unlisted => "unlisted",
        }
    }
}

impl Verification {
    /// Checks a game. With `listed`, its files are compared with a list of checksums.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn new(game: &Game, listed: Option<&ChecksumList>) -> Result<Self> {
        let mut files = Vec::new();
        for (name, (bytes, sha256)) in sums(game)? {
            let status = listed.map(|listed| match listed.get(&name) {
                None => FileStatus::Unlisted,
                Some(sum) if sum == sha256 => FileStatus::Same,
                Some(_) => FileStatus::Changed,
            });
            files.push(VerifiedFile {
                name,
                bytes: Some(bytes),
                sha256: Some(sha256),
                status,
            });
        }
        for name in listed.iter().flat_map(|listed| listed.names()) {
            if files.iter().all(|file| file.name != name) {
                files.push(VerifiedFile {
                    name: name.to_owned(),
                    bytes: None,
                    sha256: None,
                    status: Some(FileStatus::Missing),
                });
            }
        }
        let mut verification = Self {
            edition: game.files().identity().to_string(),
            is_known: game.files().identity().title_by == "known index file",
            files,
            resources: 0,
            damaged: 0,
            errors: Vec::new(),
        };
        verification.locate_all(game);
        Ok(verification)
    }

    /// Counts the resources, and the entries of the index that lead to none.
    fn locate_all(&mut self, game: &Game) {
        for kind in ResourceKind::ALL {
            for id in game.files().ids(kind) {
                self.resources += 1;
                if let Err(error) = game.files().locate(kind, id) {
                    self.damaged += 1;
                    if self.errors.len() < MOST_DAMAGED {
                        self.errors.push(format!("{kind} {id}: {error}"));
                    }
                }
            }
        }
    }

    /// Returns whether nothing is damaged and no listed file is missing or changed.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let differs = |file: &VerifiedFile| {
            matches!(file.status, Some(FileStatus::Changed | FileStatus::Missing))
        };
        self.damaged == 0 && !self.files.iter().any(differs)
    }

    /// Returns the checksums of the files that exist.
    #[must_use]
    pub fn checksums(&self) -> ChecksumList {
        let mut list = ChecksumList::default();
        for file in &self.files {
            if let Some(sum) = &file.sha256 {
                list.insert(file.name.clone(), sum.clone());
            }
        }
        list
    }
}

/// The size and the SHA-256 of files by name.
type FileSums = BTreeMap<String, (u64, String)>;

/// Returns the sums of all files of a game.
fn sums(game: &Game) -> Result<FileSums> {
    let mut sums = FileSums::new();
    if game.files().is_contained() {
        for file in game.files().contained() {
            let mut hasher = Hasher::default();
            file.copy_to(&mut hasher)?;
            sums.insert(slashed(&file.name), hasher.finish());
        }
        return Ok(sums);
    }
    for (path, name) in import::files_with_names(game)? {
        let mut hasher = Hasher::default();
        let shown = || path.display().to_string();
        let mut file = File::open(&path).with_context(shown)?;
        io::copy(&mut file, &mut hasher).with_context(shown)?;
        sums.insert(slashed(&name), hasher.finish());
    }
    Ok(sums)
}

/// Returns a path with `/` between its components.
fn slashed(path: &Path) -> String {
    let mut parts = Vec::new();
    for part in path.components() {
        parts.push(part.as_os_str().to_string_lossy().into_owned());
    }
    parts.join("/")
}

/// Computes the size and the SHA-256 of the bytes that are written to it.
#[derive(Default)]
struct Hasher {
    bytes: u64,
    hash: Sha256,
}

impl Hasher {
    fn finish(self) -> (u64, String) {
        (self.bytes, digits(&self.hash.finalize()))
    }
}

impl io::Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.hash.update(bytes);
        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
