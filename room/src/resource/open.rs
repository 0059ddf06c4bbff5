//! Opening a game: which SCUMM its index is of, and where its other files are.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::container;
use super::disk_image::DiskImage;
use super::family::{Family, begins_like_an_index};
use super::files::GameFiles;
use super::find::{self, FoundGame};
use super::folder::{Folder, GameFolder};
use super::identify::{self, Case, Given, Identity, Known, Seen};
use super::naming::{INDEX_NAMES, Naming};
use super::path::{Entries, folder_of};
use super::refine::has_sixteen_bits;
use super::refused;
use super::source::{Source, show_bytes};
use super::stamp::IndexStamp;
use super::stored::StoredFile;
use super::xor::Xor;
use crate::error::{Error, Result};
use crate::reader::{Reader, to_usize};

/// The largest index that is read: real ones stay far below 1 MiB.
const INDEX_LIMIT: u64 = 4 << 20;

/// The most games that an error names.
const MOST_NAMED: usize = 10;

impl GameFiles {
    /// Opens a game by its index file, by a data file beside it, by a Macintosh container (I33) or
    /// Steam program (I34) with the index inside, or by an archive (I38) or the container of a
    /// remastered edition (I37) with all its files. Data files are looked for beside the index and
    /// up to three levels of folders below. Of several games in an archive or container one is
    /// named as if that were a folder: `tenta.cle/maniac`.
    ///
    /// # Errors
    /// [`Error::Io`], with the kind `ResourceBusy` where an import into the game is under way or
    /// was interrupted ([`IndexStamp`]); [`Error::Malformed`] where the file is no index or a
    /// damaged one; [`Error::Unsupported`] for what is refused by name ([`super::REFUSALS`]);
    /// [`Error::Misuse`] where the name is none that an index has, so that the data files' names
    /// are unknown.
    pub fn open(index: &Path) -> Result<Self> {
        Self::open_as(index, &Given::default())
    }

    /// Opens a game as what the caller says that it is.
    ///
    /// # Errors
    /// As [`Self::open`]; [`Error::Misuse`] for a game that there is not, or a version that the
    /// index cannot be of.
    pub fn open_as(index: &Path, given: &Given) -> Result<Self> {
        if let Some(inside) = find::inside(index)? {
            return only(inside)?.open_as(given);
        }
        let folder = Folder::list(container::data_folder(index))?;
        let file = StoredFile::on_disk(index_of(index, &folder)?);
        let parts = container::parts(&file, &mut Entries::new())?;
        if parts.is_empty() {
            return Self::open_by_table(&file, folder, given, identify::TABLE);
        }
        let mut game = only(find::among(&Folder::new(parts.clone()), &file.path)?)?;
        game.folder = Folder::new(parts.into_iter().chain(folder.files().iter().cloned()));
        game.open_as(given)
    }

    /// Opens a game whose files are in memory, given by name: index and data files of one game.
    ///
    /// # Errors
    /// [`Error::Misuse`] where there is not exactly one game among them; as [`Self::open`].
    pub fn from_memory(
        files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>,
    ) -> Result<Self> {
        let found = find::among(&Folder::in_memory(files), Path::new(""))?;
        only(found)?.open()
    }

    /// Opens a game by its index file, with data files anywhere in a folder that was listed, and
    /// with this table of known index files.
    pub(super) fn open_by_table(
        file: &StoredFile,
        folder: Folder,
        given: &Given,
        table: &'static str,
    ) -> Result<Self> {
        let folder = Arc::new(GameFolder::new(folder));
        let path = &file.path;
        let in_file = |error: Error| error.in_file(path.display());
        let stamp = IndexStamp::take(file)?;
        let mut source = Source::open_plain(file)?;
        find::refuse(file, &mut source)?;
        let (family, xor, mut bytes) = read_index(file, &mut source)?;
        let Some(naming) = Naming::of_index(path) else {
            let why = "it holds an index, but its name does not tell those of the data files";
            return Err(Error::Misuse(format!(
                "{}: {why} (expected {})",
                path.display(),
                INDEX_NAMES
            )));
        };
        let known = known_index(file, &bytes, table)?;
        xor.apply(&mut bytes);
        let container = container::platform(file);
        let seen = Seen {
            path,
            len: bytes.len() as u64,
            naming: &naming,
            folder: &folder,
            container,
        };
        let case = Case::new(given, known, seen).map_err(in_file)?;
        let (dialect, index, suspect) = case.read(family, Reader::new(&bytes)).map_err(in_file)?;
        let file = file.clone();
        let naming = naming.clone();
        let folder = folder.clone();
        // The disks themselves are not encrypted, only what is extracted from them (V1, V9).
        let xor = if naming.image().is_some() {
            Xor::NONE
        } else {
            xor
        };
        let mut game = Self {
            file,
            naming,
            folder,
            xor,
            dialect,
            index,
            identity: Identity::default(),
            stamp,
        };
        case.conclude(&mut game, suspect);
        if has_sixteen_bits(&game) {
            return Err(in_file(Reader::new(&[]).unsupported(refused::SIXTEEN_BIT)));
        }
        // What was looked at to decide what the game is passes over files that can't be read.
        if let Some(stamp) = &game.stamp {
            stamp.check()?;
        }
        Ok(game)
    }
}

/// Family, encryption and bytes of an index file as it is stored; of the index on the first disk of
/// v0 as extracted files have it (V5).
fn read_index(file: &StoredFile, source: &mut Source) -> Result<(Family, Xor, Vec<u8>)> {
    let disk = DiskImage::of_name(&file.name);
    let bytes = match disk {
        Some(disk) => disk.index(source)?,
        None => source.head()?,
    };
    let Some((family, xor)) = bytes.first_chunk().copied().and_then(Family::of_head) else {
        return Err(source.malformed(0, "the index of a SCUMM game", show_bytes(&bytes)));
    };
    if disk.is_some() {
        return Ok((family, xor, bytes));
    }
    if source.len() > INDEX_LIMIT {
        return Err(source.over_limit(0, "the size of the index", source.len(), INDEX_LIMIT));
    }
    Ok((family, xor, source.whole("the index")?))
}

/// The row that the table has for an index of these bytes, or for the container around its file
/// (I23).
fn known_index(file: &StoredFile, bytes: &[u8], table: &'static str) -> Result<Option<Known>> {
    if table.is_empty() {
        return Ok(None);
    }
    if DiskImage::of_name(&file.name).is_some() {
        return Ok(identify::find_known(table, bytes, bytes.len() as u64));
    }
    let mut whole = Source::open_plain(file.around.as_deref().unwrap_or(file))?;
    let counted = to_usize(whole.len()).min(identify::COUNTED);
    let first = whole.read(0, counted, "the index")?;
    Ok(identify::find_known(table, &first, whole.len()))
}

/// The index file that is meant: where a data file is named, the one beside it.
fn index_of(named: &Path, folder: &Folder) -> Result<PathBuf> {
    let beside = Naming::index_beside(named)
        .filter(|_| Naming::of_index(named).is_none() && named.is_file());
    let Some(name) = beside else {
        return Ok(named.to_path_buf());
    };
    let mut found = folder.files().iter().filter(|file| file.name == name);
    match found.find(|file| folder_of(&file.path) == folder_of(named) && begins_like_an_index(file))
    {
        Some(index) => Ok(index.path.clone()),
        None => {
            let why = format!(
                "a data file of a game is named so, but there is no index {name} beside it"
            );
            Err(Error::Misuse(format!("{}: {why}", named.display())))
        }
    }
}

/// The one game that was found; another one may lie in a folder inside its own.
fn only(found: Vec<FoundGame>) -> Result<FoundGame> {
    match <[FoundGame; 1]>::try_from(find::outermost(found)) {
        Ok([only]) => Ok(only),
        Err(none) if none.is_empty() => Err(Error::Misuse(format!(
            "no index of a game among the files and three levels of folders below; deeper folders are not searched ({})",
            INDEX_NAMES
        ))),
        Err(games) => {
            let indexes = games.iter().take(MOST_NAMED);
            let named: Vec<String> = indexes
                .map(|game| game.index.display().to_string())
                .collect();
            let mut named = named.join(", ");
            if let Some(more @ 1..) = games.len().checked_sub(MOST_NAMED) {
                named.push_str(&format!(" and {more} more"));
            }
            Err(Error::Misuse(format!(
                "several games among the files; name one of them: {named}"
            )))
        }
    }
}
