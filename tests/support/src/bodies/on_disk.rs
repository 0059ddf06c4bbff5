//! Files in a folder on a disk: games are looked for among them, opened, and written as loose
//! files.

use std::fs;
use std::io;

use scumm_room::resource::{GameFiles, games, outermost};

use super::input::{FuzzInput, framed};

/// The names that files can have: those of indices, data files, containers, programs, disks and
/// archives, some of them in folders. An input has for each file the number of its name and its
/// length in three bytes in front.
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
/// The most bytes of all its archives: what is packed in them may take a thousand times as many
/// (I38).
const ARCHIVES: usize = 24 << 10;
/// Files of an input.
const FILES: usize = 8;
/// Games that are described and written; an archive may hold hundreds.
const GAMES: usize = 12;
/// Files of a game that are written.
const WRITTEN: usize = 40;

/// A file as an input holds it; nothing where it has another name.
#[must_use]
pub fn pack_named(name: &str, bytes: &[u8]) -> Vec<u8> {
    for (number, known) in (0..).zip(NAMES) {
        if known == name {
            return [vec![number], framed(bytes)].concat();
        }
    }
    Vec::new()
}

/// Finds the games in a folder with the files of the input, and opens each file as a game.
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
        // A disk that is full is no fault of the body.
        if fs::create_dir_all(above).is_err() || fs::write(&path, bytes).is_err() {
            return;
        }
        paths.push(path);
    }
    // A folder without a game may be refused for a file in it.
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

/// Reads a game's files as they are written when a container is taken apart.
fn use_game(game: &GameFiles) {
    assert!(!game.describe().is_empty());
    for file in game.contained().iter().take(WRITTEN) {
        // What is damaged in an archive can't be read.
        let _ = file.copy_to(&mut io::sink());
    }
}
