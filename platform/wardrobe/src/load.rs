//! Opening games and parsing what is in them, with the file's name in every error.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use glam::IVec2;
use scumm_costume::Costume;
use scumm_engine::Stage;
use scumm_engine::game::Game;
use scumm_room::Room;

/// Opens a game by its folder or index file.
///
/// # Errors
/// There is no game, more than one, or it is damaged; or none is named.
pub fn game(path: Option<&Path>) -> Result<Game> {
    let Some(path) = path else {
        bail!("name a game: its folder, or its index file (monkey2.000, 000.LFL, dig.la0, puttputt.he0 ...)")
    };
    Ok(Game::open(path)?)
}

/// Loads and parses a room.
///
/// # Errors
/// It is not there, or damaged so far that nothing can be shown.
pub fn room(game: &Game, id: u16) -> Result<Arc<Room>> {
    Ok(Arc::new(game.room(id)?))
}

/// Loads and parses a costume.
///
/// # Errors
/// It is not there, or damaged.
pub fn costume(game: &Game, id: u16) -> Result<Arc<Costume>> {
    Ok(Arc::new(game.costume(id)?))
}

/// The size of a stage's room in pixels.
pub fn size(stage: &Stage) -> IVec2 {
    let side = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    IVec2::new(side(stage.backdrop().width()), side(stage.backdrop().height()))
}
