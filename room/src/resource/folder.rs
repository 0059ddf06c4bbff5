//! Folders: names without regard to case, up to three levels deep (I1).

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::naming::Naming;
use super::source::io_error;
use crate::error::Result;

/// How many levels of folders below the given one are looked into (I1).
const DEPTH: usize = 3;

/// How many files and folders are looked at before a folder is taken for something else than a game: games have some
/// hundreds.
const MOST_ENTRIES: usize = 20_000;

/// The files at and below a folder, the upper levels first.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    /// Name in lower case and path.
    files: Vec<(String, PathBuf)>,
}

impl Folder {
    /// Lists a folder and what is below it.
    ///
    /// # Errors
    /// [`crate::Error::Io`] where the folder itself can't be listed; folders below that can't be are passed over.
    pub fn list(root: &Path) -> Result<Self> {
        let mut files = Vec::new();
        let mut level = vec![root.to_path_buf()];
        let mut left = MOST_ENTRIES;
        for depth in 0..=DEPTH {
            let mut next = Vec::new();
            for folder in level {
                let entries = match fs::read_dir(&folder) {
                    Ok(entries) => entries,
                    Err(source) if depth == 0 => return Err(io_error(root, source)),
                    Err(_) => continue,
                };
                let mut here: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).take(left).collect();
                left = left.saturating_sub(here.len());
                here.sort();
                for path in here {
                    if path.is_dir() { next.push(path) } else { files.push((file_name(&path), path)) }
                }
            }
            level = next;
        }
        Ok(Self { files })
    }

    /// All files: name in lower case and path.
    pub fn files(&self) -> &[(String, PathBuf)] {
        &self.files
    }

    /// The file of this name, beside `near` if there is one, else the uppermost one in a folder without an index of its
    /// own: what stands beside another index belongs to another game.
    pub fn find(&self, name: &str, near: &Path) -> Option<&Path> {
        let named = || self.files.iter().filter(|(other, _)| other == name).map(|(_, path)| path.as_path());
        let has_index = |folder: &Path| {
            self.files.iter().any(|(_, other)| folder_of(other) == folder && Naming::of_index(other).is_some())
        };
        named()
            .find(|path| folder_of(path) == folder_of(near))
            .or_else(|| named().find(|path| !has_index(folder_of(path))))
    }
}

/// The folder of a file; a bare name lies in the present one.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A path's last part in lower case.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().map(OsStr::to_string_lossy).unwrap_or_default().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_name_lies_in_the_present_folder() {
        let files = ["./m.000", "./m.001", "deep/m.001"].map(PathBuf::from);
        let folder = Folder { files: files.map(|path| (file_name(&path), path)).to_vec() };
        for near in ["m.000", "./m.000"] {
            assert_eq!(folder.find("m.001", Path::new(near)), Some(Path::new("./m.001")));
        }
        assert_eq!(folder.find("m.000", Path::new("other/m.000")), None);
        assert_eq!(folder.find("m.001", Path::new("other/m.000")), Some(Path::new("deep/m.001")));
    }
}
