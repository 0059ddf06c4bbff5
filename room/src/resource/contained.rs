//! The files of a game that lies in a container or an archive, as files of their own (I38).

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::container;
use super::files::GameFiles;
use super::naming::belongs;
use super::path::folder_of;
use super::source::Source;
use super::stored::StoredFile;
use crate::error::{Error, Result};
use crate::reader::to_usize;

/// Bytes that are copied at once.
const CHUNK: u64 = 1 << 20;

/// A file of a game that lies in a container or an archive.
#[derive(Clone, Debug)]
pub struct ContainedFile {
    /// Where it lies, the container being like a folder.
    pub path: PathBuf,
    /// Its path in the game's own folder.
    pub name: PathBuf,
    file: StoredFile,
}

impl ContainedFile {
    /// Writes its bytes, as they are stored.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn copy_to(&self, out: &mut impl Write) -> Result<()> {
        let mut source = Source::open_plain(&self.file)?;
        let mut at = 0;
        while at < source.len() {
            let size = to_usize(source.len().saturating_sub(at).min(CHUNK));
            let bytes = source.read(at, size, "a part of the file")?;
            out.write_all(&bytes)
                .map_err(|error| Error::io(&self.path, error))?;
            at = at.saturating_add(size as u64);
        }
        Ok(())
    }
}

impl GameFiles {
    /// Whether the game lies in a container or an archive, or in memory: none of its files can be replaced there.
    #[must_use]
    pub fn is_contained(&self) -> bool {
        !self.file.is_loose()
    }

    /// All files of a game in a container or an archive, the index among them, and data beside a program (I34): written
    /// under their names into a folder they are the same game. None of a game whose files are loose.
    #[must_use]
    pub fn contained(&self) -> Vec<ContainedFile> {
        if !self.is_contained() {
            return Vec::new();
        }
        let own = folder_of(self.path());
        let program = self
            .file
            .around
            .as_deref()
            .filter(|around| !container::is_whole(around));
        let beside = program.map(|program| folder_of(&program.path));
        let name = |path: &Path| {
            let below = path
                .strip_prefix(own)
                .ok()
                .or_else(|| path.strip_prefix(beside?).ok());
            below.map(Path::to_path_buf)
        };
        let belonging = self
            .folder
            .files
            .iter()
            .filter(|file| belongs(self.path(), &file.path));
        // The same index in a folder below is another copy of the game.
        let belonging =
            belonging.filter(|file| file.name != self.file.name || file.path == self.path());
        let found = belonging.filter_map(|file| {
            Some(ContainedFile {
                path: file.path.clone(),
                name: name(&file.path)?,
                file: file.clone(),
            })
        });
        // What a container holds stands in two lists where the folder around it was searched, too.
        let mut seen = HashSet::new();
        found
            .filter(|file| seen.insert(file.path.clone()))
            .collect()
    }
}
