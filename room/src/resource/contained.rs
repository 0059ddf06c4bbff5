//! The files of a game in a container or an archive, as separate files (I38).

use std::io::Write;
use std::path::{Path, PathBuf};

use super::container;
use super::files::GameFiles;
use super::naming::belongs;
use super::path::{folder_of, stays_below};
use super::stored::StoredFile;
use crate::error::{Error, Result};

/// A file of a game in a container or an archive.
#[derive(Clone, Debug)]
pub struct ContainedFile {
    /// The path of the file, in which the container is like a folder.
    pub path: PathBuf,
    /// The path in the game's own folder.
    pub name: PathBuf,
    file: StoredFile,
}

impl ContainedFile {
    /// Writes the file's bytes to `out` as they are stored, without holding all of them in memory.
    ///
    /// # Errors
    /// Returns [`Error::Io`] if the file cannot be read or `out` cannot be written.
    pub fn copy_to(&self, out: &mut impl Write) -> Result<()> {
        let copied = self.file.open().and_then(|mut file| file.copy_to(out));
        copied.map_err(|error| Error::io(&self.path, error))
    }
}

impl GameFiles {
    /// Returns whether the game is in a container, in an archive or in memory, so that none of its
    /// files can be replaced.
    #[must_use]
    pub fn is_contained(&self) -> bool {
        !self.file.is_loose()
    }

    /// Returns all files of a game in a container or an archive, including the index and the data
    /// beside a program (I34). If they are written to a folder under their names, they are the same
    /// game. The list is empty for a game whose files are separate.
    #[must_use]
    pub fn contained(&self) -> Vec<ContainedFile> {
        if !self.is_contained() {
            return Vec::new();
        }
        let mut contained = Vec::new();
        for file in self.folder.files() {
            // The same index in a folder below belongs to another copy of the game.
            let is_other_copy = file.name == self.file.name && file.path != self.path();
            if is_other_copy || !belongs(self.path(), &file.path) {
                continue;
            }
            let Some(name) = self.name_in_folder(&file.path) else {
                continue;
            };
            if stays_below(name) {
                contained.push(ContainedFile {
                    path: file.path.clone(),
                    name: name.to_path_buf(),
                    file: file.clone(),
                });
            }
        }
        contained
    }

    /// Returns the path of a file relative to the game's folder, or to the folder of the program
    /// around the index. `None` for a file outside these folders.
    fn name_in_folder<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        if let Ok(name) = path.strip_prefix(folder_of(self.path())) {
            return Some(name);
        }
        let program = self.file.around.as_deref()?;
        if container::is_whole(program) {
            return None;
        }
        path.strip_prefix(folder_of(&program.path)).ok()
    }
}
