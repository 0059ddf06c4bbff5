//! The files beside a source's text.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use scumm_room::Surface;

use super::sheet;

/// Where the files beside a source's text come from.
pub enum CompanionFiles {
    /// The folder of the text.
    Folder(PathBuf),
    /// Files by name, as taking a costume apart makes them.
    Memory(BTreeMap<String, Vec<u8>>),
}

impl CompanionFiles {
    /// The files in the folder of a text.
    pub fn of(path: &Path) -> Self {
        Self::Folder(path.parent().unwrap_or(Path::new("")).to_path_buf())
    }

    /// A file's contents.
    ///
    /// # Errors
    /// It can't be read.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>> {
        match self {
            Self::Folder(folder) => {
                let path = folder.join(name);
                std::fs::read(&path).with_context(|| path.display().to_string())
            }
            Self::Memory(files) => files.get(name).cloned().with_context(|| format!("{name}: no such file")),
        }
    }

    /// An indexed PNG.
    ///
    /// # Errors
    /// It can't be read or is none.
    pub fn picture(&self, name: &str) -> Result<Surface> {
        let shown = match self {
            Self::Folder(folder) => folder.join(name).display().to_string(),
            Self::Memory(_) => name.to_owned(),
        };
        Ok(sheet::decode(Cursor::new(self.bytes(name)?), &shown)?.surface)
    }
}
