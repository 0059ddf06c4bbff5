//! The files that a run reads. They are known, so that no output replaces one of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use scumm_engine::Game;
use scumm_room::resource::{self, IndexStamp};

/// The most bytes of a file that is read as a whole: the largest real costumes and pictures have
/// less than 1 MiB.
pub const MOST_BYTES: u64 = 64 << 20;

/// The most bytes of a source's text. A costume's commands have 65,536 positions at most.
const MOST_TEXT: u64 = 8 << 20;

/// The text of a costume's source in a folder of its own.
pub(crate) const COSTUME_TEXT: &str = "costume.toml";

/// What this run has read.
static READ: Mutex<Inputs> = Mutex::new(Inputs {
    files: BTreeSet::new(),
    games: BTreeMap::new(),
});

/// Files and games. All paths are absolute and without links.
#[derive(Debug)]
struct Inputs {
    files: BTreeSet<PathBuf>,
    /// The index files of games, each as it was when its game was opened.
    games: BTreeMap<PathBuf, Option<IndexStamp>>,
}

/// Reads a whole file.
///
/// # Errors
/// It is not there, is no regular file, or is larger than [`MOST_BYTES`].
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    note(path);
    Ok(resource::read_file(path, MOST_BYTES)?)
}

/// Reads the text of a source.
///
/// # Errors
/// As [`bytes`], with a lower limit; or it is no UTF-8.
pub fn text(path: &Path) -> Result<String> {
    note(path);
    utf8(path, resource::read_file(path, MOST_TEXT)?)
}

/// Reads the text of a scene.
///
/// # Errors
/// As [`bytes`]; or it is no UTF-8.
pub fn scene(path: &Path) -> Result<String> {
    utf8(path, bytes(path)?)
}

fn utf8(path: &Path, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes)
        .with_context(|| format!("{}: expected a text in UTF-8", path.display()))
}

/// Notes a file that is an input.
pub fn note(path: &Path) {
    // What is not there is no input.
    if let Ok(path) = path.canonicalize() {
        lock().files.insert(path);
    }
}

/// Notes all files of a game.
pub fn note_game(game: &Game) {
    let path = game.files().path();
    match path.canonicalize() {
        Ok(index) => drop(lock().games.insert(index, game.files().stamp().cloned())),
        // The index may lie inside another file, as if that were a folder.
        Err(_) => path
            .ancestors()
            .skip(1)
            .filter(|above| above.is_file())
            .for_each(note),
    }
}

/// Refuses an output that is an input.
///
/// # Errors
/// It is one.
pub fn refuse(output: &Path) -> Result<()> {
    let Ok(path) = output.canonicalize() else {
        return Ok(());
    };
    let inputs = lock();
    if inputs.files.contains(&path) || inputs.games.keys().any(|index| is_of_game(index, &path)) {
        bail!("{}: the output is one of the inputs", output.display());
    }
    Ok(())
}

/// Checks that the games which this run has read are still what they were. What comes of a damaged
/// part is passed over in many places, and so would be what can't be read because an import has
/// replaced the game in the meantime.
///
/// # Errors
/// Returns an error if an import has replaced files of one of them, or is doing it.
pub fn check_games() -> Result<()> {
    for stamp in lock().games.values().flatten() {
        stamp
            .check()
            .context("an import came in between; run the command again, because what it made may be of two editions")?;
    }
    Ok(())
}

/// Whether a file belongs to the game of an index file, and lies in its folder or below. Both paths
/// are without links.
fn is_of_game(index: &Path, file: &Path) -> bool {
    file.starts_with(index.parent().unwrap_or(Path::new(""))) && resource::belongs(index, file)
}

fn lock() -> MutexGuard<'static, Inputs> {
    READ.lock().unwrap_or_else(PoisonError::into_inner)
}
