//! Opening games, and what all subcommands want of one.

use std::path::Path;

use anyhow::{Context, Result};
use scumm_engine::Game;
use scumm_room::{Dialect, Palette, Room, WalkBox};

use crate::import::in_place;
use crate::inputs;

/// Opens a game by its folder or index file.
///
/// # Errors
/// There is no game, more than one, or it is damaged.
pub fn game(path: &Path) -> Result<Game> {
    // An index is looked for beside its data; say what the user named, not the folder around it.
    std::fs::metadata(path).with_context(|| path.display().to_string())?;
    let folder = if path.is_dir() { path } else { folder_of(path) };
    finish_import(folder)?;
    let mut game = Game::open(path)?;
    // A game may lie in a folder below.
    if finish_import(folder_of(game.files().path()))? {
        game = Game::open(path)?;
    }
    inputs::note_game(&game);
    Ok(game)
}

/// Finishes an import that was interrupted; returns whether there was one.
fn finish_import(folder: &Path) -> Result<bool> {
    let was_open = in_place::finish(folder)?;
    if was_open {
        log::warn!("{}: an import that was interrupted is finished now", folder.display());
    }
    Ok(was_open)
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What to call a game: its index file without ending, its folder where that is only `00` or `000`.
pub fn title(game: &Game) -> String {
    let index = game.files().path();
    let stem = index.file_stem().unwrap_or_default();
    // In a container the parent is the container, which is a file (I34).
    let parent = index.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = parent.canonicalize().ok().and_then(|path| Some(path.file_name()?.to_owned()));
    let numbered = stem.to_string_lossy().chars().all(|c| c == '0');
    folder.filter(|_| numbered).unwrap_or_else(|| stem.to_owned()).to_string_lossy().into_owned()
}

/// The colours in force when a game enters a room from nowhere.
pub fn palette(room: &Room, dialect: &Dialect) -> Palette {
    let mut palette = Palette::initial(dialect);
    room.apply_palette(&mut palette);
    palette
}

/// Whether there is any box of a room to walk in: box 0 of later games is none (B4).
pub fn is_walkable(room: &Room, dialect: &Dialect) -> bool {
    has_boxes(&room.boxes, dialect)
}

/// Whether there is any box to walk in among these.
pub fn has_boxes(boxes: &[WalkBox], dialect: &Dialect) -> bool {
    boxes.len() > usize::from(dialect.invalid_box() == 0)
}
