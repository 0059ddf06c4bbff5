//! Opening games and parsing what is in them, with the file's name in every error.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use glam::IVec2;
use scumm_costume::Costume;
use scumm_engine::Stage;
use scumm_engine::game::Game;
use scumm_room::{Room, RoomParts};

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
    let raw = game.load_room(id)?;
    let named = (0..=u16::MAX).zip(&game.files().index().objects);
    let object_names = named.filter_map(|(number, object)| Some((object.name.clone()?, number))).collect();
    let parts = RoomParts {
        room: &raw.room.data,
        image: raw.image.as_ref().map(|r| r.data.as_slice()),
        scripts: raw.scripts.as_ref().map(|r| r.data.as_slice()),
        object_names: Some(&object_names),
        number: id,
        base: raw.room.offset,
        image_base: raw.image.as_ref().map_or(0, |r| r.offset),
    };
    Ok(Arc::new(Room::parse(&parts, &game.dialect()).map_err(|e| e.in_file(raw.room.file.display()))?))
}

/// Loads and parses a costume.
///
/// # Errors
/// It is not there, or damaged.
pub fn costume(game: &Game, id: u16) -> Result<Arc<Costume>> {
    let raw = game.load_costume(id)?;
    // A costume counts its offsets from its own start; so does the error, unless the file's are wanted.
    Ok(Arc::new(Costume::parse(&raw.data, &game.dialect()).map_err(|e| e.in_file(raw.file.display()))?))
}

/// The size of a stage's room in pixels.
pub fn size(stage: &Stage) -> IVec2 {
    let side = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    IVec2::new(side(stage.backdrop().width()), side(stage.backdrop().height()))
}
