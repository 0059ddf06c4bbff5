//! Writes the stored bytes of rooms and costumes, each into a separate file.

use std::iter;
use std::path::Path;

use anyhow::Result;
use scumm_engine::Game;
use scumm_room::resource::{RawResource, ResourceKind};

use crate::run_files::RunFiles;
use crate::{file_names, import};

/// Writes the rooms and costumes with these numbers, or all of them, into a folder, byte for byte
/// as the game stores them. If all blocks are requested, the error of a block that cannot be read
/// is logged, and the other blocks are written. If the game is in a container, the files of the
/// game are written as well (I38). Returns whether all blocks were written.
///
/// # Errors
/// Returns an error if a block that was requested by its number cannot be read, or if a file cannot
/// be written.
pub fn write(
    files: &RunFiles,
    game: &Game,
    numbers: Option<(&[u16], &[u16])>,
    out: &Path,
) -> Result<bool> {
    let all: (Vec<u16>, Vec<u16>) = (game.rooms().collect(), game.costumes().collect());
    let (rooms, costumes) = numbers.unwrap_or((&all.0, &all.1));
    let rooms = rooms
        .iter()
        .flat_map(|&id| parts_of_room(game, id).map(move |kind| (kind, id)));
    let costumes = costumes.iter().map(|&id| (ResourceKind::Costume, id));
    let mut is_whole = true;
    if numbers.is_none() {
        for file in game.files().contained() {
            let name = file_names::safe_path(&file.name);
            import::copy(files, &file, &out.join(&name))?;
            log::info!("{}: a file of the game", name.display());
        }
    }
    for (kind, id) in rooms.chain(costumes) {
        match read(game, kind, id) {
            Ok((name, raw)) => {
                files.write(&out.join(&name), |file| file.write_all(&raw.data))?;
                log::info!(
                    "{name}: {} bytes, at byte {} of {}",
                    raw.data.len(),
                    raw.offset,
                    raw.file.display()
                );
            }
            Err(error) if numbers.is_none() => {
                log::warn!("{kind} {id} is skipped: {error}");
                is_whole = false;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(is_whole)
}

/// Returns the kinds of blocks that make up a room. The pictures (HE70+) and the scripts (v8) of a
/// room have directories of their own.
fn parts_of_room(game: &Game, id: u16) -> impl Iterator<Item = ResourceKind> {
    let index = game.files().index();
    let apart = [ResourceKind::RoomImage, ResourceKind::RoomScripts]
        .into_iter()
        .filter(move |&kind| index.entry(kind, id).is_some());
    iter::once(ResourceKind::Room).chain(apart)
}

/// Reads a block. Returns its file name and its contents.
fn read(game: &Game, kind: ResourceKind, id: u16) -> scumm_room::Result<(String, RawResource)> {
    let tag = game.files().locate(kind, id)?.tag;
    let (stem, untagged) = if kind == ResourceKind::Costume {
        ("costume", "cost")
    } else {
        ("room", "room")
    };
    // A tag may contain any bytes. Only its letters and digits become the extension of the file.
    let plain = tag.0.iter().filter(|byte| byte.is_ascii_alphanumeric());
    let ending: String = plain
        .map(|&byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    let ending = if ending.is_empty() {
        untagged.to_owned()
    } else {
        ending
    };
    Ok((
        format!("{stem}-{id:03}.{ending}"),
        game.files().load(kind, id)?,
    ))
}
