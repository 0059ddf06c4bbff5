//! Opening of a game: the dialect of its index, and the positions of its other files.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::disk::DiskImage;
use super::files::{GameFiles, IndexStamp};
use super::find::{self, FoundGame};
use super::folder::{Folder, GameFolder};
use super::identify::{self, Case, Given, Identity, Known, Seen, has_sixteen_bits};
use super::naming::{Family, INDEX_NAMES, Naming, begins_like_an_index};
use super::source::{Source, Xor, show_bytes};
use super::stored::{Entries, StoredFile, folder_of};
use super::{container, refused};
use crate::error::{Error, Misuse, Result};
use crate::reader::{Reader, to_usize};

/// The most bytes of an index. The indexes of the games have far less than 1 MiB.
const INDEX_LIMIT: u64 = 4 << 20;

/// The most games that an error lists.
const MOST_NAMED: usize = 10;

impl GameFiles {
    /// Opens a game. The path names its index file, a data file beside it, a Macintosh container
    /// (I33) or Steam program (I34) with the index inside, or an archive (I38) or the container of
    /// a remastered edition (I37) with all files of the game. Data files are searched beside the
    /// index and up to three levels of folders below. If an archive or container has several games,
    /// the path selects one as if it were a folder: `tenta.cle/maniac`.
    ///
    /// # Errors
    /// Returns [`Error::Io`] if a file cannot be read, with the kind `ResourceBusy` if an import
    /// into the game is running or was interrupted ([`IndexStamp`]). Returns [`Error::Malformed`]
    /// if the file is not an index or damaged, [`Error::Unsupported`] if it is refused by name
    /// ([`super::REFUSALS`]), and [`Error::Misuse`] if the name of the file is not the name of an
    /// index, because the names of the data files are then unknown.
    pub fn open(index: &Path) -> Result<Self> {
        Self::open_as(index, &Given::default())
    }

    /// Opens a game with properties that the caller specifies.
    ///
    /// # Errors
    /// Returns the errors of [`Self::open`], and [`Error::Misuse`] if the given game does not exist
    /// or the index cannot have the given version.
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

    /// Opens a game from files in memory with their names: the index and data files of one game.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] unless there is exactly one game among the files, and the errors
    /// of [`Self::open`].
    pub fn from_memory(
        files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>,
    ) -> Result<Self> {
        let found = find::among(&Folder::in_memory(files), Path::new(""))?;
        only(found)?.open()
    }

    /// Opens a game by its index file, with data files anywhere in a listed folder, and with this
    /// table of known index files.
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
        let Some(naming) = Naming::from_index_name(path) else {
            let why =
                "the file is an index, but its name does not determine the names of the data files";
            return Err(Error::misuse(
                Misuse::Invalid,
                format!("{}: {why} (expected {})", path.display(), INDEX_NAMES),
            ));
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
        // Images of disks are not encrypted; only files that were extracted from disks are
        // encrypted (V1, V9).
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
        if game.naming.image().is_some() {
            game.drop_absent();
        }
        case.conclude(&mut game, suspect);
        if has_sixteen_bits(&game) {
            return Err(in_file(Reader::new(&[]).unsupported(refused::SIXTEEN_BIT)));
        }
        // The detection of the game ignores files that can't be read, so the stamp is checked here.
        if let Some(stamp) = &game.stamp {
            stamp.check()?;
        }
        Ok(game)
    }
}

/// Returns the family, the encryption and the stored bytes of an index file. The bytes of an index
/// on the first disk of v0 are returned in the form that they have in extracted files (V5).
fn read_index(file: &StoredFile, source: &mut Source) -> Result<(Family, Xor, Vec<u8>)> {
    let disk = DiskImage::from_name(&file.name);
    let bytes = match disk {
        Some(disk) => disk.index(source)?,
        None => source.head()?,
    };
    let Some((family, xor)) = bytes.first_chunk().copied().and_then(Family::from_head) else {
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

/// Returns the row of the table for an index with these bytes, or for the container around its file
/// (I23).
fn known_index(file: &StoredFile, bytes: &[u8], table: &'static str) -> Result<Option<Known>> {
    if table.is_empty() {
        return Ok(None);
    }
    if DiskImage::from_name(&file.name).is_some() {
        return Ok(identify::find_known(table, bytes, bytes.len() as u64));
    }
    let mut whole = Source::open_plain(file.around.as_deref().unwrap_or(file))?;
    let counted = to_usize(whole.len()).min(identify::COUNTED);
    let first = whole.read(0, counted, "the index")?;
    Ok(identify::find_known(table, &first, whole.len()))
}

/// Returns the path of the index file: `named` itself, or the index beside `named` if `named` is a
/// data file.
fn index_of(named: &Path, folder: &Folder) -> Result<PathBuf> {
    let beside = Naming::index_beside(named)
        .filter(|_| Naming::from_index_name(named).is_none() && named.is_file());
    let Some(name) = beside else {
        return Ok(named.to_path_buf());
    };
    let mut found = folder.files().iter().filter(|file| file.name == name);
    match found.find(|file| folder_of(&file.path) == folder_of(named) && begins_like_an_index(file))
    {
        Some(index) => Ok(index.path.clone()),
        None => {
            let why = format!(
                "the file has the name of a data file, but the index {name} is missing beside it"
            );
            Err(Error::misuse(
                Misuse::Missing,
                format!("{}: {why}", named.display()),
            ))
        }
    }
}

/// Returns the game with this index: the path of the index, or the end of the path. Without an
/// index, returns the only game.
pub(super) fn chosen(found: Vec<FoundGame>, index: Option<&str>) -> Result<FoundGame> {
    let Some(index) = index else {
        return only(found);
    };
    let mut named = found;
    named.retain(|game| game.index.ends_with(index));
    if named.is_empty() {
        let text = format!("no game among the files has the index {index:?}");
        return Err(Error::misuse(Misuse::Missing, text));
    }
    only(named)
}

/// Returns the only game that was found. Games in subfolders of this game's folder do not count.
fn only(found: Vec<FoundGame>) -> Result<FoundGame> {
    match <[FoundGame; 1]>::try_from(find::outermost(found)) {
        Ok([only]) => Ok(only),
        Err(none) if none.is_empty() => Err(Error::misuse(
            Misuse::Missing,
            format!(
                "no index of a game among the files and three levels of folders below; deeper \
                 folders are not searched ({})",
                INDEX_NAMES
            ),
        )),
        Err(games) => {
            let indexes = games.iter().take(MOST_NAMED);
            let named: Vec<String> = indexes
                .map(|game| game.index.display().to_string())
                .collect();
            let mut named = named.join(", ");
            if let Some(more @ 1..) = games.len().checked_sub(MOST_NAMED) {
                named.push_str(&format!(" and {more} more"));
            }
            Err(Error::misuse(
                Misuse::Ambiguous,
                format!("several games among the files; name one of them: {named}"),
            ))
        }
    }
}
