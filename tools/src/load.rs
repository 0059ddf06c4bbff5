//! Opening games, and what all subcommands want of one.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail};
use scumm_engine::{Colours, Game};
use scumm_room::resource::{Given, folder_of};
use scumm_room::{Dialect, Error, Palette, Room};

use crate::import::in_place;
use crate::inputs;

/// Opens a game by its folder or index file, as what the user says that it is. Where the table of known index files knows
/// better, that is warned of.
///
/// # Errors
/// There is no game, more than one, it is damaged, or its data files can't be used.
pub fn game(path: &Path, given: &Given) -> Result<Game> {
    // An index is looked for beside its data; say what the user named, not the folder around it.
    if let Err(error) = std::fs::metadata(path) {
        // A path may lead into an archive or a container, as into a folder (I37, I38).
        if !path.ancestors().skip(1).any(Path::is_file) {
            return Err(error).with_context(|| path.display().to_string());
        }
    }
    let folder = if path.is_dir() { path } else { folder_of(path) };
    finish_import(folder)?;
    let mut game = Game::open_as(path, given)?;
    // A game may lie in a folder below.
    if finish_import(folder_of(game.files().path()))? {
        game = Game::open_as(path, given)?;
    }
    for doubt in &game.files().identity().doubts {
        log::warn!("{}: {doubt}", game.files().path().display());
    }
    check_data(&game)?;
    inputs::note_game(&game);
    Ok(game)
}

/// Finishes an import that was interrupted; returns whether there was one.
fn finish_import(folder: &Path) -> Result<bool> {
    let was_open = in_place::finish(folder)?;
    if was_open {
        log::warn!(
            "{}: an import that was interrupted is finished now",
            folder.display()
        );
    }
    Ok(was_open)
}

/// That at least one room's data file can be used. Where none can, that is the cause of all that would fail.
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

/// Whether an error tells of a data file as a whole: it is not there, can't be read, or begins like none.
fn is_of_whole_file(error: &Error) -> bool {
    matches!(error, Error::Io { .. }) || error.place().is_some_and(|place| place.offset == 0)
}

/// What to call a game: its index file without ending; its folder, or the program that holds it, where that is only `00` or
/// `000`.
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

/// The colours in force when a game enters a room from nowhere. Of Indiana Jones 4 on the Amiga they are those that the
/// display shows for each entry (P10).
pub fn palette(room: &Room, dialect: &Dialect) -> Palette {
    let mut palette = Palette::initial(dialect);
    room.apply_palette(&mut palette);
    if dialect.has_colour_registers() {
        Colours::of_registers(&palette, &room.cycles)
    } else {
        palette
    }
}
