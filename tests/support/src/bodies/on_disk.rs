//! Writes files into a folder on a disk, looks for games among them, opens the games and copies
//! their files.

use std::fs;
use std::io;

use scumm_room::resource::{GameFiles, games, outermost};

use super::input::{FuzzInput, framed};

/// The names that files can have: names of indices, data files, containers, programs, disks and
/// archives. Some of the files are in a folder. For each file, an input has the number of its name,
/// its length in three bytes, and its bytes.
pub const NAMES: [&str; 24] = [
    "monkey2.000",
    "monkey2.001",
    "00.LFL",
    "01.LFL",
    "02.LFL",
    "000.LFL",
    "DISK01.LEC",
    "dig.la0",
    "dig.la1",
    "game.he0",
    "game.he1",
    "game.(a)",
    "maniac1.d64",
    "maniac1.dsk",
    "game.prg",
    "game.nes",
    "game.zip",
    "other.zip",
    "monkey1.pak",
    "tenta.cle",
    "full.data",
    "Fate of Atlantis Data",
    "below/monkey2.000",
    "below/monkey2.001",
];

/// The most bytes of an input.
const INPUT: usize = 128 << 10;
/// The most bytes of all archives of an input. Their unpacked contents may be a thousand times as
/// large (I38).
const ARCHIVES: usize = 24 << 10;
/// The most files of an input.
const FILES: usize = 8;
/// The most games that are described and opened. An archive may hold hundreds.
const GAMES: usize = 12;
/// The most files of a game that are copied.
const WRITTEN: usize = 40;

/// Encodes a file as the part of an input. Returns no bytes if the name is not in [`NAMES`].
#[must_use]
pub fn pack_named(name: &str, bytes: &[u8]) -> Vec<u8> {
    for (number, known) in (0..).zip(NAMES) {
        if known == name {
            return [vec![number], framed(bytes)].concat();
        }
    }
    Vec::new()
}

/// Looks for games in a folder with the files of the input, and opens each file as a game.
pub fn files(bytes: &[u8]) {
    if bytes.len() > INPUT {
        return;
    }
    let Ok(folder) = tempfile::tempdir() else {
        return;
    };
    let mut input = FuzzInput::new(bytes);
    let mut paths = Vec::new();
    let mut archived = 0;
    while !input.rest().is_empty() && paths.len() < FILES {
        let name = NAMES[usize::from(input.byte()) % NAMES.len()];
        let bytes = input.part();
        if name.ends_with(".zip") {
            archived += bytes.len();
        }
        if archived > ARCHIVES {
            return;
        }
        let path = folder.path().join(name);
        let above = path.parent().unwrap_or(folder.path());
        // If the disk is full, the body cannot check anything.
        if fs::create_dir_all(above).is_err() || fs::write(&path, bytes).is_err() {
            return;
        }
        paths.push(path);
    }
    // If the folder contains no game, the search may return an error of a damaged file.
    let found = games(folder.path()).unwrap_or_default();
    for game in found.iter().take(GAMES) {
        assert!(!game.describe().is_empty());
    }
    for game in outermost(found).into_iter().take(GAMES) {
        if let Ok(game) = game.open() {
            use_game(&game);
        }
    }
    for path in paths {
        if let Ok(game) = GameFiles::open(&path) {
            use_game(&game);
        }
    }
}

/// Reads the contained files of a game, as `wardrobe extract` does.
fn use_game(game: &GameFiles) {
    assert!(!game.describe().is_empty());
    for file in game.contained().iter().take(WRITTEN) {
        // An error is correct for a damaged file in an archive.
        let _ = file.copy_to(&mut io::sink());
    }
}
