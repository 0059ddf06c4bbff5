//! Folders: names without regard to case, up to three levels deep (I1).

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use super::container;
use super::naming::Naming;
use super::path::{DEPTH, MOST_ENTRIES, folder_of};
use super::stored::StoredFile;
use crate::error::{Error, Result};

/// The files at and below a folder, the upper levels first; or files in memory.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    pub files: Vec<StoredFile>,
}

impl Folder {
    /// Lists a folder and what is below it.
    ///
    /// # Errors
    /// [`Error::Io`] where the folder itself can't be listed; folders below that can't be are passed over.
    pub fn list(root: &Path) -> Result<Self> {
        let mut files = Vec::new();
        let mut level = vec![root.to_path_buf()];
        let mut left = MOST_ENTRIES;
        for depth in 0..=DEPTH {
            let mut next = Vec::new();
            let mut inside = Vec::new();
            for folder in level {
                let entries = match fs::read_dir(&folder) {
                    Ok(entries) => entries,
                    Err(source) if depth == 0 => return Err(Error::io(root, source)),
                    Err(_) => continue,
                };
                let mut here: Vec<PathBuf> = entries
                    .flatten()
                    .map(|entry| entry.path())
                    .take(left)
                    .collect();
                left = left.saturating_sub(here.len());
                here.sort();
                for path in here {
                    if path.is_dir() {
                        next.push(path);
                        continue;
                    }
                    let file = StoredFile::on_disk(path);
                    inside.extend(parts_of(&file));
                    files.push(file);
                }
            }
            // A container is a folder of this level.
            files.extend(inside);
            level = next;
        }
        Ok(Self { files })
    }

    /// Files in memory, by name.
    pub fn in_memory(files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>) -> Self {
        let stored = files
            .into_iter()
            .map(|(name, bytes)| StoredFile::in_memory(name.into(), bytes));
        let mut files: Vec<_> = stored.collect();
        let inside: Vec<_> = files.iter().flat_map(parts_of).collect();
        files.extend(inside);
        Self { files }
    }

    /// The file of this name, beside `near` if there is one, else the uppermost one in a folder without an index of its
    /// own: a file beside another index belongs to another game.
    pub fn find(&self, name: &str, near: &Path) -> Option<&StoredFile> {
        let named = || self.files.iter().filter(|other| other.name == name);
        let has_index = |folder: &Path| {
            let is_index = |other: &StoredFile| {
                folder_of(&other.path) == folder && Naming::of_index(&other.path).is_some()
            };
            self.files.iter().any(is_index)
        };
        named()
            .find(|file| folder_of(&file.path) == folder_of(near))
            .or_else(|| named().find(|file| !has_index(folder_of(&file.path))))
    }
}

/// The files inside one that is named like a container or an archive; none where it can't be read.
fn parts_of(file: &StoredFile) -> Vec<StoredFile> {
    let may = container::has_container_name(&file.name) || container::has_archive_name(&file.name);
    let parts = may.then(|| container::inside(file));
    parts.and_then(Result::ok).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_name_lies_in_the_present_folder() {
        let files = ["./m.000", "./m.001", "deep/m.001"].map(PathBuf::from);
        let folder = Folder {
            files: files.map(StoredFile::on_disk).to_vec(),
        };
        let find = |name, near| {
            folder
                .find(name, Path::new(near))
                .map(|file| file.path.as_path())
        };
        for near in ["m.000", "./m.000"] {
            assert_eq!(find("m.001", near), Some(Path::new("./m.001")));
        }
        assert_eq!(find("m.000", "other/m.000"), None);
        assert_eq!(find("m.001", "other/m.000"), Some(Path::new("deep/m.001")));
    }
}
