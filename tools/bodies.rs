//! The bodies of the fuzz targets for sources and scripts. A body is a function that processes
//! arbitrary bytes, as the bodies in `scumm_test_support::bodies` do.

use std::borrow::Cow;
use std::fs;

use scumm_engine::Game;
use scumm_room::edit::NewGame;
use scumm_room::resource::{Given, IMPORT_JOURNAL, ResourceKind};
use scumm_room::{Dialect, Tag, block};
use scumm_test_support::bodies::input::FuzzInput;
use scumm_test_support::corpus::journals::{self, DATA, INDEX};
use scumm_tools::build::companions::CompanionFiles;
use scumm_tools::build::{SourceKind, animated, build_costume, room};
use scumm_tools::casting::{self, Cast};
use scumm_tools::import::{ImportKind, import_in_place};
use scumm_tools::run_files::RunFiles;

/// The most pixels of all pictures of an input. The limit of the program is 32 times as high
/// (`build::sheet::MOST_PIXELS`), but so many pixels would take more time and memory than a body
/// may take.
const PIXELS: u64 = 1 << 20;

/// Returns the body of this name.
#[must_use]
pub fn named(name: &str) -> Option<fn(&[u8])> {
    match name {
        "build_source" => Some(build_source),
        "build_aseprite" => Some(build_aseprite),
        "build_sheet" => Some(build_sheet),
        "casting" => Some(casting),
        "journal" => Some(journal),
        _ => None,
    }
}

/// Builds a source. The input has the text of the source, a byte of 0, and the contents that stand
/// for every file that the text names.
///
/// A panic is a bug, whatever the input is, and so is the use of more time or memory than a body
/// may take.
pub fn build_source(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |&byte| byte == 0);
    let Some(Ok(text)) = parts.next().map(std::str::from_utf8) else {
        return;
    };
    let picture = sealed(parts.next().unwrap_or_default());
    let beside = CompanionFiles::same(picture).with_most_pixels(PIXELS);
    // An invalid source is an error, which this body ignores.
    let _ = match SourceKind::from_text(text) {
        Ok(SourceKind::Costume) => build_costume(text, &beside, None),
        Ok(SourceKind::Room) => room::build(text, &beside, None).map(|(block, _)| block),
        // The source of a game is skipped, because it names further sources.
        Ok(SourceKind::Game) | Err(_) => return,
    };
}

/// Builds a costume from an Aseprite file. The input has a byte for the version, and the file.
///
/// A panic is a bug, whatever the input is, and so is the use of more time or memory than a body
/// may take.
pub fn build_aseprite(bytes: &[u8]) {
    let Some((&version, file)) = bytes.split_first() else {
        return;
    };
    let beside = CompanionFiles::same(Vec::new()).with_most_pixels(PIXELS);
    let dialect = Dialect::new(2 + version % 7);
    let _ = animated::build(file, &beside, Some(dialect));
}

/// Builds a costume from a sprite sheet. The input has a byte for the version, the JSON, a byte of
/// 0, and the picture.
///
/// A panic is a bug, whatever the input is, and so is the use of more time or memory than a body
/// may take.
pub fn build_sheet(bytes: &[u8]) {
    let Some((&version, rest)) = bytes.split_first() else {
        return;
    };
    let mut parts = rest.splitn(2, |&byte| byte == 0);
    let text = parts.next().unwrap_or_default();
    let picture = sealed(parts.next().unwrap_or_default());
    let mut beside = CompanionFiles::same(picture).with_most_pixels(PIXELS);
    beside.nearest = version >= 128;
    let dialect = Dialect::new(2 + version % 7);
    let _ = animated::build(text, &beside, Some(dialect));
}

/// Returns a PNG with the correct checksum after each chunk. With wrong checksums, the decoder
/// would refuse every damaged copy at its first damaged chunk.
fn sealed(png: &[u8]) -> Vec<u8> {
    let mut bytes = png.to_vec();
    if !bytes.starts_with(b"\x89PNG") {
        return bytes;
    }
    // After the eight bytes of the signature, each chunk has its length, its kind, its data and its
    // checksum.
    let mut at = 8;
    while let Some(&[a, b, c, d]) = bytes
        .get(at..at + 4)
        .and_then(|length| length.first_chunk())
    {
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let end = (at + 8).saturating_add(length);
        let Some(data) = bytes.get(at + 4..end) else {
            break;
        };
        let checksum = crc32fast::hash(data).to_be_bytes();
        let Some(place) = bytes.get_mut(end..end + 4) else {
            break;
        };
        place.copy_from_slice(&checksum);
        at = end + 4;
    }
    bytes
}

/// Returns the dialect of a script: the version, or from 60 on the sub-version of a Humongous game.
pub fn script_dialect(version: u8) -> Dialect {
    match version {
        60..=100 => Dialect::humongous(version),
        _ => Dialect::new(1 + version.wrapping_sub(1) % 8),
    }
}

/// Reads the scripts of a game to determine its cast. The input has a byte for the version
/// ([`script_dialect`]), three bytes for the length of the contents of a room, these contents, and
/// the code of the global scripts.
///
/// A panic is a bug, whatever the input is, and so is the use of more time or memory than a body
/// may take.
pub fn casting(bytes: &[u8]) {
    let (Some((&version, rest)), mut game) = (bytes.split_first(), NewGame::default()) else {
        return;
    };
    let Some((&[low, middle, high], rest)) = rest.split_first_chunk() else {
        return;
    };
    let len = usize::try_from(u32::from_le_bytes([low, middle, high, 0])).unwrap_or(usize::MAX);
    let (blocks, code) = rest.split_at(len.min(rest.len()));
    let dialect = script_dialect(version);
    // A game of version 4 or 8 cannot be written. Therefore the code is also read without a game.
    let _ = casting::is_read(&dialect, code);
    if dialect.is_old_bundle() {
        let files = old_files(blocks, code).into_iter();
        let files = files.map(|(name, bytes)| (name.to_owned(), Cow::Owned(bytes)));
        if let Ok(game) = Game::from_files(files) {
            let cast = Cast::from_game(&game.with_dialect(dialect));
            assert_eq!(cast.costumes.len(), 9);
        }
        return;
    }
    let (Ok(room), Ok(script)) = (
        block::write(Tag(*b"ROOM"), blocks),
        block::write(Tag(*b"SCRP"), code),
    ) else {
        return;
    };
    for number in 1..=4 {
        game.add_room(number, "", room.clone());
        game.add(ResourceKind::Script, number.into(), number, script.clone());
    }
    for costume in 1..=9 {
        game.add(ResourceKind::Costume, costume, 4, Vec::new());
    }
    // Humongous games are written as games of version 6, which have the same blocks.
    let Ok(files) = game.files(Dialect::new(dialect.version()), "written") else {
        return;
    };
    let files = files
        .into_iter()
        .map(|file| (file.name, Cow::Owned(file.bytes)));
    let Ok(game) = Game::from_files(files) else {
        return;
    };
    let game = game.with_dialect(dialect);
    assert_eq!(
        Cast::from_game(&game).costumes.len(),
        game.costumes().count()
    );
}

/// Returns the files of a game of v2 with a room of these bytes, which is followed by a global
/// script with this code, and with nine costumes.
fn old_files(room: &[u8], code: &[u8]) -> [(&'static str, Vec<u8>); 2] {
    let low_word = |number: usize| (number as u16).to_le_bytes();
    let size = low_word(code.len() + 4);
    let file = [room, &size, &[0, 0], code].concat();
    let mut index = vec![0x00, 0x01, 0, 0];
    for (count, offset) in [(1, 0), (9, 0), (1, room.len()), (0, 0)] {
        index.push(count + 1);
        index.push(0);
        index.extend((0..count).map(|_| 1));
        index.extend([0xff, 0xff]);
        index.extend((0..count).flat_map(|_| low_word(offset)));
    }
    let encrypted = |bytes: Vec<u8>| bytes.iter().map(|byte| !byte).collect();
    [("00.LFL", encrypted(index)), ("01.LFL", encrypted(file))]
}

/// Finishes an interrupted import. The input has the journal, the new index and the new data file,
/// each with its length in front. An empty part stands for a missing file.
///
/// Checks that afterwards the index and the data file are the old or the new
/// files, that no other file has changed, and that a refused journal has changed nothing.
pub fn journal(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let text = input.part();
    let new = [(INDEX, input.part()), (DATA, input.part())];
    let (Ok([index, data]), Ok(folder)) = (journals::game(b"old"), tempfile::tempdir()) else {
        return;
    };
    let old = [(INDEX, index), (DATA, data)];
    let path = |name: &str| folder.path().join(name);
    let mut files = vec![(IMPORT_JOURNAL.to_owned(), text.to_vec())];
    for (name, bytes) in old {
        files.push((name.to_owned(), bytes.clone()));
        files.push((format!("{name}.bak"), bytes));
    }
    for (name, bytes) in new {
        if !bytes.is_empty() {
            files.push((format!("{name}.wardrobe-new"), bytes.to_vec()));
        }
    }
    files.push(("notes.txt".to_owned(), b"of the user".to_vec()));
    files.push(("notes.txt.wardrobe-new".to_owned(), b"of nobody".to_vec()));
    for (name, bytes) in &files {
        // If a file cannot be written, for example because the disk is full, the body ends without
        // a failure.
        if fs::write(path(name), bytes).is_err() {
            return;
        }
    }

    let is_finished = import_in_place(
        &RunFiles::default(),
        &path(INDEX),
        &Given::default(),
        ImportKind::Costume,
        &[],
    )
    .is_ok();
    for (name, bytes) in &files {
        let is_of_import = name == IMPORT_JOURNAL || name.ends_with(".wardrobe-new");
        let is_taken = is_finished && is_of_import && !name.starts_with("notes");
        let now = fs::read(path(name)).ok();
        if is_taken {
            assert!(now.is_none(), "{name} is left");
            continue;
        }
        let replaced = new.iter().find(|(new, _)| is_finished && new == name);
        let is_old = now.as_deref() == Some(bytes);
        let is_new = replaced.is_some_and(|(_, new)| now.as_deref() == Some(new));
        assert!(is_old || is_new, "{name} was changed");
    }
}
