//! Reads the input files of a run, and remembers them so that no output replaces an input.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use scumm_engine::Game;
use scumm_room::resource::{self, IndexStamp};

/// The most bytes of a file that is read as a whole. The limit is far above the largest real
/// costumes and pictures, which have less than 1 MiB.
pub const MOST_BYTES: u64 = 64 << 20;

/// The most bytes of a source's text. The limit is enough for a costume with 65,536 bytes of
/// commands, which is the maximum.
const MOST_TEXT: u64 = 8 << 20;

/// The file name of a costume's source in a folder of its own.
pub(crate) const COSTUME_TEXT: &str = "costume.toml";

/// The files and games that this run has read.
static READ: Mutex<Inputs> = Mutex::new(Inputs {
    files: BTreeSet::new(),
    games: BTreeMap::new(),
});

/// The input files and games. All paths are absolute and have links resolved.
#[derive(Debug)]
struct Inputs {
    files: BTreeSet<PathBuf>,
    /// The index files of games, each with the stamp of the index at the time when the game was
    /// opened.
    games: BTreeMap<PathBuf, Option<IndexStamp>>,
}

/// Reads a whole file.
///
/// # Errors
/// Returns an error if the file does not exist, is not a regular file, or is larger than
/// [`MOST_BYTES`].
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    note(path);
    Ok(resource::read_file(path, MOST_BYTES)?)
}

/// Reads the text of a source.
///
/// # Errors
/// Returns an error as [`bytes`] does, with a lower limit, and if the text is not UTF-8.
pub fn text(path: &Path) -> Result<String> {
    note(path);
    utf8(path, resource::read_file(path, MOST_TEXT)?)
}

/// Reads the text of a scene.
///
/// # Errors
/// Returns an error as [`bytes`] does, and if the text is not UTF-8.
pub fn scene(path: &Path) -> Result<String> {
    utf8(path, bytes(path)?)
}

fn utf8(path: &Path, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).with_context(|| format!("{}: expected UTF-8 text", path.display()))
}

/// Marks a file as an input.
pub fn note(path: &Path) {
    // A file that does not exist is not an input.
    if let Ok(path) = path.canonicalize() {
        lock().files.insert(path);
    }
}

/// Marks all files of a game as inputs.
pub fn note_game(game: &Game) {
    let path = game.files().path();
    match path.canonicalize() {
        Ok(index) => drop(lock().games.insert(index, game.files().stamp().cloned())),
        // The index may lie inside an archive or a container. In this case the archive or container
        // is the input.
        Err(_) => path
            .ancestors()
            .skip(1)
            .filter(|above| above.is_file())
            .for_each(note),
    }
}

/// Checks that an output is not an input.
///
/// # Errors
/// Returns an error if the output is an input.
pub fn refuse(output: &Path) -> Result<()> {
    let Ok(path) = output.canonicalize() else {
        return Ok(());
    };
    let inputs = lock();
    if inputs.files.contains(&path) || inputs.games.keys().any(|index| is_of_game(index, &path)) {
        bail!("{}: the output is also an input", output.display());
    }
    Ok(())
}

/// Checks that the games that this run has read have not changed since they were opened. This check
/// is needed because many functions skip damaged parts: data that an import replaced in the
/// meantime would look damaged and be missing from the output without an error.
///
/// # Errors
/// Returns an error if an import has replaced files of one of the games, or is replacing them.
pub fn check_games() -> Result<()> {
    for stamp in lock().games.values().flatten() {
        stamp.check().context(
            "an import changed the game meanwhile; run the command again, because the \
                      output may mix old and new data of the game",
        )?;
    }
    Ok(())
}

/// Returns whether a file belongs to the game of an index file and lies in the index's folder or
/// below. Links are resolved in both paths.
fn is_of_game(index: &Path, file: &Path) -> bool {
    file.starts_with(index.parent().unwrap_or(Path::new(""))) && resource::belongs(index, file)
}

fn lock() -> MutexGuard<'static, Inputs> {
    READ.lock().unwrap_or_else(PoisonError::into_inner)
}
