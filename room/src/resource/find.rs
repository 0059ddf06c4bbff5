//! Looking for games in a folder (I1, I2): a name that an index may have, on a file that begins like one.

use std::path::{Path, PathBuf};

use super::container;
use super::disk_image::DiskImage;
use super::family::begins_like_an_index;
use super::files::GameFiles;
use super::folder::Folder;
use super::identify::{Given, TABLE};
use super::naming::Naming;
use super::path::folder_of;
use super::refused;
use super::source::Source;
use super::stored::StoredFile;
use crate::{Reader, Result};

/// A game that was found in a folder.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// Its index file.
    pub index: PathBuf,
    file: StoredFile,
    pub(super) folder: Folder,
}

impl FoundGame {
    /// Opens it.
    ///
    /// # Errors
    /// As [`GameFiles::open`].
    pub fn open(self) -> Result<GameFiles> {
        self.open_as(&Given::default())
    }

    /// Opens it as what the caller says that it is.
    ///
    /// # Errors
    /// As [`GameFiles::open_as`].
    pub fn open_as(self, given: &Given) -> Result<GameFiles> {
        GameFiles::open_by_table(&self.file, self.folder, given, TABLE)
    }

    /// Returns a line with its file and what it is, or why it can't be opened.
    #[must_use]
    pub fn describe(&self) -> String {
        match self.clone().open() {
            Ok(game) => format!("{}: {}", self.index.display(), game.describe()),
            Err(error) => error.to_string(),
        }
    }
}

/// All games in a folder and up to three levels below.
///
/// # Errors
/// [`crate::Error::Io`] where the folder can't be listed; [`crate::Error::Unsupported`] where there is no game but a file
/// of a kind that is refused by name ([`super::REFUSALS`]).
pub fn games(folder: &Path) -> Result<Vec<FoundGame>> {
    let folder = Folder::list(folder)?;
    let found = among(&folder);
    if found.is_empty() {
        for file in &folder.files {
            // A file that can't be read is no game either; the folder's other files may be.
            if let Ok(mut source) = Source::open_plain(file) {
                refuse(file, &mut source)?;
            }
        }
    }
    Ok(found)
}

/// The games that do not lie inside the folder of another one, as Maniac Mansion does in Day of the Tentacle's.
#[must_use]
pub fn outermost(games: Vec<FoundGame>) -> Vec<FoundGame> {
    let folders: Vec<PathBuf> = games
        .iter()
        .map(|game| folder_of(&game.index).to_path_buf())
        .collect();
    let is_inside = |game: &FoundGame| {
        let own = folder_of(&game.index);
        folders
            .iter()
            .any(|other| other != own && own.starts_with(other))
    };
    games.into_iter().filter(|game| !is_inside(game)).collect()
}

/// The games at and below a path that leads into an archive or a container, or is one that holds all files of its games
/// (I37, I38); `None` for any other path.
///
/// # Errors
/// As [`container::inside`].
pub(super) fn inside(named: &Path) -> Result<Option<Vec<FoundGame>>> {
    let Some(outer) = named
        .ancestors()
        .find(|path| path.exists())
        .filter(|path| path.is_file())
    else {
        return Ok(None);
    };
    let file = StoredFile::on_disk(outer.to_path_buf());
    if outer == named && !container::is_whole(&file) {
        return Ok(None);
    }
    let files = container::inside(&file)?;
    if files.is_empty() && outer == named {
        return Ok(None);
    }
    let mut found = among(&Folder { files });
    found.retain(|game| game.index.starts_with(named));
    Ok(Some(found))
}

/// Returns the error for a file that is refused by its name or its first bytes.
pub(super) fn refuse(file: &StoredFile, source: &mut Source) -> Result<()> {
    if container::has_container_name(&file.name) || container::has_archive_name(&file.name) {
        container::inside(file)?;
    }
    if let Some(disk) = DiskImage::of_name(&file.name) {
        disk.index(source)?;
    }
    match refused::file(&file.name, container::is_program_name(&file.name), source)? {
        Some(what) => Err(Reader::new(&[])
            .unsupported(what)
            .in_file(file.path.display())),
        None => Ok(()),
    }
}

/// The games whose index is among files.
pub(super) fn among(folder: &Folder) -> Vec<FoundGame> {
    let is_index =
        |file: &&StoredFile| Naming::of_index(&file.path).is_some() && begins_like_an_index(file);
    let found = folder.files.iter().filter(is_index);
    found
        .map(|file| FoundGame {
            index: file.path.clone(),
            file: file.clone(),
            folder: folder.clone(),
        })
        .collect()
}
