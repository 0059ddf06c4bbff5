//! Opening games, and what all subcommands want of one.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use scumm_engine::{Colours, Game, OpenError};
use scumm_room::resource::{Given, folder_of};
use scumm_room::{Dialect, Error, Palette, Room};

use crate::inputs;

/// How often a game is looked at while an import into it is under way.
const ATTEMPTS: u32 = 20;

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// Opens a game by its folder or index file, as what the user says that it is. Where the table of
/// known index files knows better, that is warned of.
///
/// # Errors
/// There is no game, more than one, it is damaged, or its data files can't be used; an import into
/// it is under way for more than a second, or was interrupted.
pub fn game(path: &Path, given: &Given) -> Result<Game> {
    let game = unnoted(path, given)?;
    inputs::note_game(&game);
    Ok(game)
}

/// Opens a game that is no input: its files may be replaced.
///
/// # Errors
/// As [`game`].
pub(crate) fn unnoted(path: &Path, given: &Given) -> Result<Game> {
    // An index is looked for beside its data; say what the user named, not the folder around it.
    if let Err(error) = std::fs::metadata(path) {
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

/// Opens a game; waits for a moment where an import into it is under way.
fn open(path: &Path, given: &Given) -> Result<Game> {
    for _ in 1..ATTEMPTS {
        match Game::open_as(path, given) {
            Err(error) if is_changing(&error) => thread::sleep(PAUSE),
            opened => return Ok(opened?),
        }
    }
    let opened = Game::open_as(path, given);
    if opened.as_ref().is_err_and(is_changing) {
        let advice = "nothing is read; the next `wardrobe import --in-place` into the game finishes an import that was \
                      interrupted";
        return opened.with_context(|| format!("{}: {advice}", path.display()));
    }
    Ok(opened?)
}

/// Whether a game can't be opened because an import into it is under way or was interrupted.
pub(crate) fn is_changing(error: &OpenError) -> bool {
    match error {
        OpenError::Files(Error::Io { source, .. }) => source.kind() == io::ErrorKind::ResourceBusy,
        _ => false,
    }
}

/// Whether a path names a game rather than a file of another kind.
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
/// Returns an error if one has.
pub fn check_unchanged(game: &Game) -> Result<()> {
    match game.files().stamp() {
        Some(stamp) => Ok(stamp.check()?),
        None => Ok(()),
    }
}

/// That at least one room's data file can be used. Where none can, that is the cause of all that
/// would fail.
fn check_data(game: &Game) -> Result<()> {
    let causes = game
        .rooms()
        .map(|id| game.locate_room(id).err().filter(is_of_whole_file));
    // The first room that has none settles it.
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
        1 => bail!("{first}, and the same of the other data file"),
        more => bail!("{first}, and the same of the other {more} data files"),
    }
}

/// Whether an error tells of a data file as a whole: it is not there, can't be read, or begins like
/// none.
fn is_of_whole_file(error: &Error) -> bool {
    matches!(error, Error::Io { .. }) || error.place().is_some_and(|place| place.offset == 0)
}

/// What to call a game: its index file without ending; its folder, or the program that holds it,
/// where that is only `00` or `000`.
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

/// The colours in force when a game enters a room from nowhere. Of Indiana Jones 4 on the Amiga
/// they are those that the display shows for each entry (P10).
pub fn palette(room: &Room, dialect: &Dialect) -> Palette {
    let mut palette = Palette::initial(dialect);
    room.apply_palette(&mut palette);
    if dialect.has_colour_registers() {
        Colours::of_registers(&palette, &room.cycles)
    } else {
        palette
    }
}
