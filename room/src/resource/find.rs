//! Search for games in a folder (I1, I2): files with the name and the first bytes of an index. The
//! files of a game in a container or an archive are also available as separate files (I38).

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::disk::DiskImage;
use super::files::GameFiles;
use super::folder::Folder;
use super::identify::{Given, TABLE};
use super::naming::{Naming, begins_like_an_index, belongs};
use super::source::Source;
use super::stored::{Entries, StoredFile, folder_of, stays_below};
use super::{container, refused};
use crate::error::Error;
use crate::{Reader, Result};

/// The most games that one search returns. A larger folder must be searched in parts.
const MOST_GAMES: usize = 1000;

/// A game that was found in a folder. The games of one search share the list of files.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The path of the index file.
    pub index: PathBuf,
    file: StoredFile,
    pub(super) folder: Folder,
}

impl FoundGame {
    /// Opens the game.
    ///
    /// # Errors
    /// Returns the errors of [`GameFiles::open`].
    pub fn open(self) -> Result<GameFiles> {
        self.open_as(&Given::default())
    }

    /// Opens the game with properties that the caller specifies.
    ///
    /// # Errors
    /// Returns the errors of [`GameFiles::open_as`].
    pub fn open_as(self, given: &Given) -> Result<GameFiles> {
        GameFiles::open_by_table(&self.file, self.folder, given, TABLE)
    }

    /// Returns a line with the index file and the kind of game, or with the reason why the game
    /// cannot be opened.
    #[must_use]
    pub fn describe(&self) -> String {
        match self.clone().open() {
            Ok(game) => format!("{}: {}", self.index.display(), game.describe()),
            Err(error) => error.to_string(),
        }
    }
}

/// Returns all games in a folder and up to three levels below.
///
/// # Errors
/// Returns [`crate::Error::Io`] if the folder cannot be listed, [`crate::Error::Limit`] if it
/// contains more than 1,000 games, and [`crate::Error::Unsupported`] if it contains no game, but a
/// file of a kind that is refused by name ([`super::REFUSALS`]).
pub fn games(folder: &Path) -> Result<Vec<FoundGame>> {
    let files = Folder::list(folder)?;
    let found = among(&files, folder)?;
    if found.is_empty() {
        for file in files.files() {
            // A file that cannot be read is skipped, because the folder may contain other games.
            if let Ok(mut source) = Source::open_plain(file) {
                refuse(file, &mut source)?;
            }
        }
    }
    Ok(found)
}

/// Returns the games that are not inside the folder of another game. Removes, for example, Maniac
/// Mansion inside the folder of Day of the Tentacle.
#[must_use]
pub fn outermost(games: Vec<FoundGame>) -> Vec<FoundGame> {
    let mut folders = HashSet::new();
    for game in &games {
        folders.insert(folder_of(&game.index).to_path_buf());
    }
    let mut outermost = games;
    outermost.retain(|game| {
        let mut above = folder_of(&game.index).ancestors().skip(1);
        !above.any(|folder| folders.contains(folder))
    });
    outermost
}

/// Returns the games at and below a path that leads into an archive or a container, or that is an
/// archive or a container with all files of its games (I37, I38). Returns `None` for any other
/// path.
///
/// # Errors
/// Returns the errors of [`container::inside`], and [`crate::Error::Limit`] if there are more than
/// 1,000 games.
pub(super) fn inside(named: &Path) -> Result<Option<Vec<FoundGame>>> {
    let Some(outer) = named.ancestors().find(|path| path.exists()) else {
        return Ok(None);
    };
    if !outer.is_file() {
        return Ok(None);
    }
    let file = StoredFile::on_disk(outer.to_path_buf());
    if outer == named && !container::is_whole(&file) {
        return Ok(None);
    }
    let files = container::inside(&file, &mut Entries::new())?;
    // A file without contained files may be an index file. A file with the name of an archive is
    // never an index, even if its list is empty because all its files are in folders that are too
    // deep.
    if files.is_empty() && outer == named && !container::has_archive_name(&file.name) {
        return Ok(None);
    }
    among(&Folder::new(files), named).map(Some)
}

/// Returns the error for a file that is refused by its name or its first bytes.
pub(super) fn refuse(file: &StoredFile, source: &mut Source) -> Result<()> {
    if container::has_container_name(&file.name) || container::has_archive_name(&file.name) {
        container::inside(file, &mut Entries::new())?;
    }
    if let Some(disk) = DiskImage::from_name(&file.name) {
        disk.index(source)?;
    }
    match refused::file(&file.name, container::is_program_name(&file.name), source)? {
        Some(what) => Err(Reader::new(&[])
            .unsupported(what)
            .in_file(file.path.display())),
        None => Ok(()),
    }
}

/// Returns the games whose index is among files, at or below a path.
///
/// # Errors
/// Returns [`crate::Error::Limit`] if there are more than [`MOST_GAMES`].
pub(super) fn among(folder: &Folder, below: &Path) -> Result<Vec<FoundGame>> {
    let mut found = Vec::new();
    for file in folder.files() {
        if !file.path.starts_with(below) || Naming::from_index_name(&file.path).is_none() {
            continue;
        }
        let is_index = begins_like_an_index(file);
        file.release();
        if !is_index {
            continue;
        }
        if found.len() == MOST_GAMES {
            let limit = MOST_GAMES as u64;
            let error =
                Reader::new(&[]).over_limit("the number of games", limit.saturating_add(1), limit);
            return Err(error.in_file(below.display()));
        }
        found.push(FoundGame {
            index: file.path.clone(),
            file: file.clone(),
            folder: folder.clone(),
        });
    }
    Ok(found)
}

// The files of a game in a container.

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
    /// beside a program (I34). If the files are written to a folder under these names, the folder
    /// contains the same game. The list is empty for a game whose files are separate.
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
    /// around the index. Returns `None` for a file outside these folders.
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
