//! Inputs made from the made-up games of all versions.

use std::error::Error;
use std::fs;
use std::path::Path;

use scumm_engine::Game;

use super::Corpus;
use crate::bodies::input::dialect_byte;
use crate::bodies::{FAMILIES, pack_file, pack_named};
use crate::editions::{self, CompressionMethod, EditionFiles};
use crate::unpack;

/// The file that becomes the index inside `Loom.exe`, the index's length there (I34), and its key.
const PROGRAM_INDEX: (&str, usize, u8) = ("000.LFL", 8307, 0);
/// The keys with which files are encrypted (F1).
const KEYS: [u8; 3] = [0, 0x69, 0xff];

/// Returns the family of containers to which a folder of `game-files` belongs.
fn family(folder: &str) -> Option<&'static str> {
    let known = [
        ("v0-apple2-lfl", "files_v1_v2"),
        ("v0-c64-lfl", "files_v1_v2"),
        ("v0-c64-demo-lfl", "files_v1_v2"),
        ("v0-apple2", "files_apple"),
        ("v0", "files_v0"),
        ("v1", "files_v1_v2"),
        ("v2", "files_v1_v2"),
        ("v3", "files_v3"),
        ("v4", "files_v4"),
        ("v5", "files_v5_v6"),
        ("v6", "files_v5_v6"),
        ("v7", "files_v7"),
        ("v8", "files_v8"),
        ("he", "files_he"),
    ];
    known
        .iter()
        .find(|(start, _)| folder.starts_with(start))
        .map(|&(_, family)| family)
}

/// Returns the key that most bytes of a file are equal to. Most bytes of a decrypted file are 0.
fn key(bytes: &[u8]) -> u8 {
    KEYS.into_iter()
        .max_by_key(|key| bytes.iter().filter(|byte| *byte == key).count())
        .unwrap_or(0)
}

/// Adds the costumes and rooms of a game of v0 or of the Nintendo.
fn add_game(path: &Path, corpus: &mut Corpus) -> Result<(), Box<dyn Error>> {
    let game = Game::open(path)?;
    let (dialect, number) = (game.dialect(), dialect_byte(&game.dialect()));
    let body = if dialect.is_v0() { "v0" } else { "nes" };
    for id in game.costumes() {
        if let Ok(raw) = game.load_costume(id) {
            let own = u8::try_from(id).unwrap_or(0);
            corpus.add(body, [&[own, 0, 0], &raw.data[..]].concat());
        }
    }
    for raw in game.rooms().filter_map(|id| game.load_room(id).ok()) {
        // The inputs have no separate pictures and no separate scripts.
        corpus.add(
            "room",
            [&[number, 8, 0, 0, 0, 0, 0, 0], &raw.room.data[..]].concat(),
        );
    }
    Ok(())
}

/// Adds games in containers of remastered editions and in archives.
fn add_contained(corpus: &mut Corpus) -> Result<(), Box<dyn Error>> {
    let within = |folder: &str, version: &str| -> Result<EditionFiles, Box<dyn Error>> {
        let files = editions::game(version, "", "")?.into_iter();
        Ok(files
            .map(|(name, bytes)| (format!("{folder}{name}"), bytes))
            .collect())
    };
    let two = [within("data/", "v6")?, within("maniac/", "v2-zak")?].concat();
    corpus.add(
        "files_lpak",
        pack_file(0, &editions::remaster("tenta.cle", &two)),
    );
    corpus.add(
        "files_lpak64",
        pack_file(
            0,
            &editions::remaster("full.data", &within("en/data/", "v7")?),
        ),
    );
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let archive = editions::zipped(&within("zak/", "v2-zak")?, method);
        corpus.add("files_zip", pack_file(0, &archive));
        corpus.add("files_on_disk", pack_named("game.zip", &archive));
    }
    let mac = editions::mac_container(&editions::game("v6", "", "")?);
    corpus.add("files_mac", pack_file(0, &mac));
    add_program(corpus)
}

/// Adds a game whose index is inside a program (I34).
fn add_program(corpus: &mut Corpus) -> Result<(), Box<dyn Error>> {
    let (index, length, xor) = PROGRAM_INDEX;
    let (mut program, mut data) = (Vec::new(), Vec::new());
    for (name, bytes) in editions::game("v4", "", "")? {
        if name == index {
            program = pack_file(0, &editions::padded(&bytes, length, xor));
        } else if name.starts_with("DISK") {
            data.extend(pack_file(key(&bytes), &bytes));
        }
    }
    corpus.add("files_program", [program, data].concat());
    Ok(())
}

/// Adds games on a disk: loose files, containers, disks and archives, beside each other and inside
/// each other.
fn add_on_disk(corpus: &mut Corpus) -> Result<(), Box<dyn Error>> {
    let v5 = editions::game("v5", "", "")?;
    let packed = |files: &EditionFiles| -> Vec<u8> {
        let files = files.iter();
        files
            .flat_map(|(name, bytes)| pack_named(name, bytes))
            .collect()
    };
    let below: EditionFiles = v5
        .iter()
        .map(|(name, bytes)| (format!("below/{name}"), bytes.clone()))
        .collect();
    let mac = editions::mac_container(&editions::game("v5", "monkey2", "atlantis")?);
    let pak = editions::remaster(
        "monkey1.pak",
        &[("classic/a.000".to_owned(), v5[0].1.clone())],
    );
    let nested = [
        ("a/Fate of Atlantis Data".to_owned(), mac.clone()),
        ("b/monkey1.pak".to_owned(), pak.clone()),
    ];
    let inputs = [
        packed(&v5),
        [packed(&v5), packed(&below)].concat(),
        pack_named("Fate of Atlantis Data", &mac),
        pack_named("monkey1.pak", &pak),
        pack_named(
            "game.zip",
            &editions::zipped(&nested, CompressionMethod::Deflated),
        ),
        packed(&editions::game("v2-zak", "", "")?),
        packed(&editions::game("v4", "", "")?),
        packed(&editions::game("he72", "", "")?),
    ];
    for input in inputs {
        corpus.add("files_on_disk", input);
    }
    Ok(())
}

pub(super) fn collect(corpus: &mut Corpus) -> Result<(), Box<dyn Error>> {
    add_contained(corpus)?;
    add_on_disk(corpus)?;
    let games = unpack("game-files")?;
    for entry in fs::read_dir(games.path().join("game-files"))? {
        let folder = entry?.path();
        let name = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.starts_with("v0") && folder.is_dir() || name == "nes-usa.prg" {
            add_game(&folder, corpus)?;
        }
        if name == "nes-usa.prg" {
            corpus.add("files_nes", pack_file(0, &fs::read(&folder)?));
        }
        let name = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let Some(family) = family(&name).filter(|_| folder.is_dir()) else {
            continue;
        };
        let names = FAMILIES
            .iter()
            .find(|(known, _)| *known == family)
            .map_or(&[][..], |&(_, names)| names);
        let stored: Vec<_> = fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
        let mut input = Vec::new();
        for wanted in names {
            // Files of games with other names are recognised by their endings.
            let ending = wanted.rsplit('.').next().unwrap_or(wanted);
            let same = |file: &str| {
                file.eq_ignore_ascii_case(wanted)
                    || (!ending.starts_with("L") && file.ends_with(ending))
            };
            let found = stored
                .iter()
                .find(|file| same(&file.file_name().to_string_lossy()));
            let bytes = found
                .map(|file| fs::read(file.path()))
                .transpose()?
                .unwrap_or_default();
            input.extend(pack_file(key(&bytes), &bytes));
        }
        let number = FAMILIES
            .iter()
            .position(|(known, _)| *known == family)
            .and_then(|n| u8::try_from(n).ok());
        if let Some(number) = number {
            // The first input replaces the game's costumes by a block that is not a valid costume.
            // The second input has no block, so the game's costumes replace each other.
            let import = [&[number], &input[..]].concat();
            corpus.add("import", [&import[..], b"COST\0\0\0\x0cabcd"].concat());
            corpus.add("import", import);
        }
        corpus.add(family, input);
    }
    Ok(())
}
