//! Folders: file names in any case, up to three levels deep (I1).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::container;
use super::naming::Naming;
use super::stored::{DEPTH, Entries, MOST_ENTRIES, StoredFile, folder_of};
use crate::error::{Error, Result};

/// The files at and below a folder, or in memory. Clones share the list.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    list: Arc<List>,
}

/// A list of files, and the index of each name.
#[derive(Debug, Default)]
struct List {
    /// The files, the upper levels first. Each path occurs once.
    files: Vec<StoredFile>,
    /// For each folder, its files by name.
    by_folder: HashMap<PathBuf, HashMap<String, usize>>,
    /// For each name, the uppermost file in a folder without an index.
    without_index: HashMap<String, usize>,
}

impl Folder {
    /// Creates a folder of these files. If several files have the same path, the first one is kept.
    pub fn new(files: impl IntoIterator<Item = StoredFile>) -> Self {
        let mut list = List::default();
        let mut paths = HashSet::new();
        for file in files {
            if paths.insert(file.path.clone()) {
                list.files.push(file);
            }
        }
        let mut with_index = HashSet::new();
        for file in &list.files {
            if Naming::from_index_name(&file.path).is_some() {
                with_index.insert(folder_of(&file.path).to_path_buf());
            }
        }
        for (number, file) in list.files.iter().enumerate() {
            let folder = folder_of(&file.path);
            if !with_index.contains(folder) {
                list.without_index
                    .entry(file.name.clone())
                    .or_insert(number);
            }
            let names = list.by_folder.entry(folder.to_path_buf()).or_default();
            names.entry(file.name.clone()).or_insert(number);
        }
        Self {
            list: Arc::new(list),
        }
    }

    /// Lists a folder and the levels below it.
    ///
    /// # Errors
    /// Returns [`Error::Io`] if the folder itself cannot be listed. Folders below that cannot be
    /// listed are skipped.
    pub fn list(root: &Path) -> Result<Self> {
        let mut files = Vec::new();
        let mut level = vec![root.to_path_buf()];
        let mut entries = Entries::new();
        for depth in 0..=DEPTH {
            let mut next = Vec::new();
            let mut inside = Vec::new();
            for folder in level {
                let here = match fs::read_dir(&folder) {
                    Ok(here) => here,
                    Err(source) if depth == 0 => return Err(Error::io(root, source)),
                    Err(_) => continue,
                };
                let here = here.flatten().map(|entry| entry.path());
                let mut here: Vec<PathBuf> = here.take_while(|_| entries.take()).collect();
                here.sort();
                for path in here {
                    if path.is_dir() {
                        next.push(path);
                        continue;
                    }
                    let file = StoredFile::on_disk(path);
                    inside.extend(parts_of(&file, &mut entries));
                    files.push(file);
                }
            }
            // A container counts as a folder of this level: its files follow the files of the
            // level.
            files.extend(inside);
            level = next;
        }
        if entries.is_exceeded() {
            log::warn!(
                "{}: only the first {MOST_ENTRIES} files and folders are searched",
                root.display()
            );
        }
        Ok(Self::new(files))
    }

    /// Creates a folder of files in memory with these names.
    pub fn in_memory(files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>) -> Self {
        let mut all = Vec::new();
        for (name, bytes) in files {
            all.push(StoredFile::in_memory(name.into(), bytes));
        }
        Self::with_contents(all)
    }

    /// Creates a folder of these files and of the files inside the containers and archives among
    /// them.
    pub fn with_contents(files: Vec<StoredFile>) -> Self {
        let mut all = files;
        let mut entries = Entries::new();
        let mut inside = Vec::new();
        for file in &all {
            inside.extend(parts_of(file, &mut entries));
        }
        all.extend(inside);
        Self::new(all)
    }

    /// Returns the files, the upper levels first.
    pub fn files(&self) -> &[StoredFile] {
        &self.list.files
    }

    /// Returns the file with this name: the file beside `near`, or else the uppermost file of this
    /// name in a folder that contains no index. A file beside another index belongs to another
    /// game.
    pub fn find(&self, name: &str, near: &Path) -> Option<&StoredFile> {
        let beside = self.list.by_folder.get(folder_of(near));
        let number = beside
            .and_then(|names| names.get(name))
            .or_else(|| self.list.without_index.get(name))?;
        self.list.files.get(*number)
    }
}

/// The folder of an opened game. When the game is dropped, it releases the unpacked bytes of
/// archives. Otherwise other games of the same archive, which share the list of files, would keep
/// these bytes in memory.
#[derive(Debug)]
pub(super) struct GameFolder {
    folder: Folder,
}

impl GameFolder {
    /// Creates the folder of a game.
    pub fn new(folder: Folder) -> Self {
        Self { folder }
    }
}

impl Deref for GameFolder {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.folder
    }
}

impl Drop for GameFolder {
    fn drop(&mut self) {
        for file in self.folder.files() {
            file.release();
        }
    }
}

/// Returns the files inside a file that has the name of a container or an archive. The list is
/// empty if the container or archive is damaged.
fn parts_of(file: &StoredFile, entries: &mut Entries) -> Vec<StoredFile> {
    if !container::has_container_name(&file.name) && !container::has_archive_name(&file.name) {
        return Vec::new();
    }
    container::inside(file, entries).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_name_lies_in_the_present_folder() {
        let files = ["./m.000", "./m.001", "deep/m.001"].map(PathBuf::from);
        let folder = Folder::new(files.map(StoredFile::on_disk));
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
