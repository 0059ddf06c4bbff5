//! Looking for games in a folder (I1, I2): a name that an index may have, on a file that begins like one.

use std::path::{Path, PathBuf};

use super::files::GameFiles;
use super::folder::Folder;
use super::identify::Family;
use super::naming::Naming;
use super::path::file_name;
use super::source::{HEAD, Source};
use super::stored::StoredFile;
use crate::error::Result;
use crate::place::BlockPath;
use crate::reader::Reader;

/// A game that was found in a folder.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// Its index file.
    pub index: PathBuf,
    file: StoredFile,
    folder: Folder,
}

impl FoundGame {
    /// Opens it.
    ///
    /// # Errors
    /// As [`GameFiles::open`].
    pub fn open(self) -> Result<GameFiles> {
        GameFiles::open_below(&self.file, self.folder)
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
/// [`crate::Error::Io`] where the folder can't be listed; [`crate::Error::Unsupported`] where there is no game but a file of a kind that
/// is left out: a Macintosh container, a disk image.
pub fn games(folder: &Path) -> Result<Vec<FoundGame>> {
    let folder = Folder::list(folder)?;
    let found = among(&folder);
    if found.is_empty() {
        for file in folder.files() {
            let named = is_container_name(file.name()) || is_image_name(file.name());
            let what = if named { Source::open_plain(file).and_then(|mut s| foreign(&mut s))? } else { None };
            if let Some(what) = what {
                return Err(Reader::new(&[]).unsupported(what).in_file(file.path().display()));
            }
        }
    }
    Ok(found)
}

/// The games whose index is among files.
pub(super) fn among(folder: &Folder) -> Vec<FoundGame> {
    let is_index = |file: &&StoredFile| Naming::of_index(file.path()).is_some() && begins_like_an_index(file);
    let found = folder.files().iter().filter(is_index);
    found
        .map(|file| FoundGame { index: file.path().to_path_buf(), file: file.clone(), folder: folder.clone() })
        .collect()
}

/// Whether a file's first bytes are those of an index; not so for one that can't be read.
fn begins_like_an_index(file: &StoredFile) -> bool {
    let head = Source::open_plain(file).and_then(|mut source| source.head()).unwrap_or_default();
    head.first_chunk().copied().and_then(Family::of_head).is_some()
}

/// What a file is, if it holds a game in a form that is left out.
pub(super) fn foreign(source: &mut Source) -> Result<Option<&'static str>> {
    if is_image_name(&file_name(source.path())) {
        return Ok(Some("a disk or cartridge image"));
    }
    Ok(is_mac_container(source)?.then_some("a Macintosh single-file container"))
}

fn is_container_name(name: &str) -> bool {
    name.ends_with(" data")
}

fn is_image_name(name: &str) -> bool {
    [".d64", ".dsk", ".prg"].iter().any(|ending| name.ends_with(ending))
}

/// Bytes of one record of a Macintosh container's table: position, length, name (I6).
const MAC_RECORD: usize = 0x28;

/// The most records that such a table may have: a game has some tens of files.
const MAC_RECORDS: usize = 1024;

/// Whether a file begins with position and length of a table of files, which lies in the file, as do all its files (I6).
fn is_mac_container(source: &mut Source) -> Result<bool> {
    let head = source.head()?;
    let mut head = Reader::new(&head);
    let (Ok(table), Ok(len)) = (head.u32_be("a position"), head.u32_be("a length")) else { return Ok(false) };
    let table = u64::from(table);
    let whole = source.len();
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    let fits = table >= HEAD as u64 && table.checked_add(len as u64).is_some_and(|end| end <= whole);
    if !fits || len == 0 || len % MAC_RECORD != 0 || len / MAC_RECORD > MAC_RECORDS {
        return Ok(false);
    }
    let records = source.read(BlockPath::default(), table, len, "the table of files")?;
    Ok(records.chunks_exact(MAC_RECORD).all(|record| {
        let mut record = Reader::new(record);
        let (Ok(start), Ok(size)) = (record.u32_be("a position"), record.u32_be("a length")) else { return false };
        let name = record.rest().split(|&b| b == 0).next().unwrap_or_default();
        u64::from(start).saturating_add(size.into()) <= whole
            && !name.is_empty()
            && name.iter().all(|b| (b' '..=b'~').contains(b))
    }))
}
