//! Opens a game.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use std::{fs, io, thread};

use anyhow::{Context, Result, bail};
use scumm_engine::{Colours, Game, OpenError};
use scumm_room::resource::{Given, folder_of};
use scumm_room::{Dialect, Error, Palette, Room};

use crate::run_files::RunFiles;

/// The number of attempts to open a game while an import into it is running.
const ATTEMPTS: u32 = 20;

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// Opens a game by its folder or index file, with the version that the user names. Logs a warning
/// if the table of known index files contradicts the user.
///
/// # Errors
/// Returns an error if there is no game or more than one, if the game is damaged or its data files
/// cannot be used, if an import into it runs for more than a second, or if an import was
/// interrupted.
pub fn game(files: &RunFiles, path: &Path, given: &Given) -> Result<Game> {
    let game = unnoted(path, given)?;
    files.note_game(&game);
    Ok(game)
}

/// Opens a game without marking it as an input, so that its files may be replaced.
///
/// # Errors
/// Returns an error as [`game`] does.
pub(crate) fn unnoted(path: &Path, given: &Given) -> Result<Game> {
    // If the path does not exist, opening would search for an index in the folder around it. This
    // error names the path of the user.
    if let Err(error) = fs::metadata(path) {
        // A path may lead into an archive or a container, as into a folder (I37, I38).
        if !path.ancestors().skip(1).any(Path::is_file) {
            return Err(error).with_context(|| path.display().to_string());
        }
    }
    let game = open(path, given)?;
    for doubt in &game.files().identity().doubts {
        log::warn!("{}: {doubt}", game.files().path().display());
    }
    check_data(&game)?;
    Ok(game)
}

/// Opens a game. Waits a moment if an import into it is running.
fn open(path: &Path, given: &Given) -> Result<Game> {
    for _ in 1..ATTEMPTS {
        match Game::open_as(path, given) {
            Err(error) if is_changing(&error) => thread::sleep(PAUSE),
            opened => return Ok(opened?),
        }
    }
    let opened = Game::open_as(path, given);
    if opened.as_ref().is_err_and(is_changing) {
        let advice = "the game is not read; the next `wardrobe import --in-place` into the game \
                      finishes an interrupted import";
        return opened.with_context(|| format!("{}: {advice}", path.display()));
    }
    Ok(opened?)
}

/// Opens a game again whose files were replaced. Returns `None` while an import is replacing them.
///
/// # Errors
/// Returns an error as [`game`] does.
pub fn reopened(files: &RunFiles, path: &Path, given: &Given) -> Result<Option<Game>> {
    let game = match Game::open_as(path, given) {
        Err(error) if is_changing(&error) => return Ok(None),
        opened => opened?,
    };
    check_data(&game)?;
    files.note_game(&game);
    Ok(Some(game))
}

/// Returns whether a game cannot be opened because an import into it is running or was interrupted.
pub(crate) fn is_changing(error: &OpenError) -> bool {
    match error {
        OpenError::Files(Error::Io { source, .. }) => source.kind() == io::ErrorKind::ResourceBusy,
        _ => false,
    }
}

/// Returns whether a path names a game rather than a file of another kind.
#[must_use]
pub fn is_game(path: &Path) -> bool {
    match Game::open(path) {
        Ok(_) => true,
        Err(error) => is_changing(&error),
    }
}

/// Checks that no import has replaced files of a game since it was opened.
///
/// # Errors
/// Returns an error if an import has replaced files.
pub fn check_unchanged(game: &Game) -> Result<()> {
    match game.files().stamp() {
        Some(stamp) => Ok(stamp.check()?),
        None => Ok(()),
    }
}

/// Checks that the data file of at least one room can be used. If none can, the error explains all
/// later failures.
fn check_data(game: &Game) -> Result<()> {
    let causes = game
        .rooms()
        .map(|id| game.locate_room(id).err().filter(is_of_whole_file));
    // If one room is usable, the data files can be used, and the check ends.
    let mut causes = causes
        .collect::<Option<Vec<Error>>>()
        .unwrap_or_default()
        .into_iter();
    let Some(first) = causes.next() else {
        return Ok(());
    };
    let others: BTreeSet<String> = causes
        .map(|error| error.to_string())
        .filter(|e| *e != first.to_string())
        .collect();
    match others.len() {
        0 => Err(first.into()),
        1 => bail!("{first}, and the same for the other data file"),
        more => bail!("{first}, and the same for the other {more} data files"),
    }
}

/// Returns whether an error concerns a data file as a whole: the file does not exist, cannot be
/// read, or does not begin like a data file.
fn is_of_whole_file(error: &Error) -> bool {
    matches!(error, Error::Io { .. }) || error.place().is_some_and(|place| place.offset == 0)
}

/// Returns the name of a game: its index file without its extension. If the index is only `00` or
/// `000`, the name of its folder or of the program that contains it.
pub fn title(game: &Game) -> String {
    let index = game.files().path();
    let stem = index.file_stem().unwrap_or_default();
    let parent = folder_of(index);
    // In a container the parent is the container, which is a file (I34), or a folder in it (I37).
    let parent = parent
        .canonicalize()
        .unwrap_or_else(|_| parent.to_path_buf());
    let name = if parent.is_file() {
        parent.file_stem()
    } else {
        parent.file_name()
    };
    let parent = name.map(ToOwned::to_owned);
    let numbered = stem.to_string_lossy().chars().all(|c| c == '0');
    parent
        .filter(|_| numbered)
        .unwrap_or_else(|| stem.to_owned())
        .to_string_lossy()
        .into_owned()
}

/// Returns the colours in force when a game enters a room from nowhere. For Indiana Jones 4 on the
/// Amiga, these are the colours that the display shows for each entry (P10).
pub fn palette(room: &Room, dialect: &Dialect) -> Palette {
    palette_of_number(room, 0, dialect)
}

/// Returns the colours in force when a game enters a room from nowhere and applies palette `number`
/// of the room, counted from 0, as [`palette`] does.
pub fn palette_of_number(room: &Room, number: usize, dialect: &Dialect) -> Palette {
    let mut palette = Palette::initial(dialect);
    room.apply_palette_number(number, &mut palette);
    if dialect.has_colour_registers() {
        Colours::of_registers(&palette, &room.cycles)
    } else {
        palette
    }
}
