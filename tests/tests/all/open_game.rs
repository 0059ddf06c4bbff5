//! Opening games: file names, folders, damaged files, and the errors that users read.
// Helper functions of tests also fail by panicking.

use std::fs;
use std::path::{Path, PathBuf};

use scumm_engine::{Game, OpenError};
use scumm_room::resource::ResourceKind;
use scumm_room::{Dialect, Tag, block, edit};
use scumm_test_support::unpack;
use tempfile::TempDir;

fn block(tag: &[u8; 4], data: &[u8]) -> Vec<u8> {
    block::write(Tag(*tag), data).unwrap()
}

/// Writes a v5 game `base` with the rooms 1 and 2 and a costume in each. Returns the path of its
/// index file.
fn write_game(folder: &Path, base: &str) -> PathBuf {
    let mut game = edit::NewGame::default();
    for room in 1..=2u8 {
        game.add_room(room, "", block(b"ROOM", &[room; 100]));
        game.add(
            ResourceKind::Costume,
            room.into(),
            room,
            block(b"COST", &[room; 20]),
        );
    }
    fs::create_dir_all(folder).unwrap();
    for file in game.files(Dialect::new(5), base).unwrap() {
        fs::write(folder.join(file.name), file.bytes).unwrap();
    }
    folder.join(format!("{base}.000"))
}

/// Changes the bytes of a file from the offset `at` on. `key` is the key of the file.
fn patch(file: &Path, key: u8, at: usize, bytes: &[u8]) {
    let mut all = fs::read(file).unwrap();
    for (stored, byte) in all.iter_mut().skip(at).zip(bytes) {
        *stored = byte ^ key;
    }
    fs::write(file, all).unwrap();
}

/// Returns the text of an error without the folder.
fn text(error: impl std::fmt::Display, folder: &TempDir) -> String {
    error
        .to_string()
        .replace(&folder.path().join("").display().to_string(), "")
}

fn fixture() -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let index = write_game(folder.path(), "m");
    let data = folder.path().join("m.001");
    (folder, index, data)
}

// Positions in the data file of `write_game`, which has LECF, LOFF of two rooms, LFLF, ROOM of 108
// bytes, COST of 28 bytes, LFLF and ROOM.
const LOFF_FIRST_POSITION: usize = 18;
const FIRST_ROOM: usize = 35;
const SECOND_ROOM: usize = FIRST_ROOM + 108 + 28 + 8;
// A position in the index of `write_game`, which has RNAM of 9 bytes, MAXS of 26, DROO of 25, DSCR
// and DSOU of 15 each, and DCOS: header, count, rooms, offsets.
const COSTUME_ROOMS: usize = 9 + 26 + 25 + 15 + 15 + 8 + 2;

#[test]
fn the_sound_game_is_described_and_loads() {
    let (folder, index, _) = fixture();
    let game = Game::open(folder.path()).unwrap();
    assert_eq!(game.describe(), "SCUMM v5, XOR 0x69, 2 rooms, 2 costumes");
    assert_eq!(game.files().path(), index);
    assert_eq!(game.dialect().game(), None);
    let place = game.locate_room(2).unwrap();
    assert_eq!((place.offset, place.size), (SECOND_ROOM as u64, 108));
    assert_eq!(game.load_costume(2).unwrap().data, block(b"COST", &[2; 20]));
    let missing = game.load_room(9).unwrap_err();
    assert_eq!(text(missing, &folder), "m.000: the index has no room 9");
}

#[test]
fn names_count_in_any_case_i1() {
    let folder = tempfile::tempdir().unwrap();
    write_game(folder.path(), "m");
    fs::rename(folder.path().join("m.000"), folder.path().join("M.000")).unwrap();
    fs::rename(
        folder.path().join("m.001"),
        folder.path().join("m.001.part"),
    )
    .unwrap();
    fs::rename(
        folder.path().join("m.001.part"),
        folder.path().join("M.001"),
    )
    .unwrap();
    assert_eq!(
        Game::open(folder.path())
            .unwrap()
            .load_room(1)
            .unwrap()
            .room
            .data
            .len(),
        108
    );
}

#[test]
fn a_game_may_lie_three_folders_deep_i1() {
    let folder = tempfile::tempdir().unwrap();
    write_game(&folder.path().join("a/b/c"), "m");
    assert_eq!(Game::open(folder.path()).unwrap().rooms().count(), 2);
    let folder = tempfile::tempdir().unwrap();
    write_game(&folder.path().join("a/b/c/d"), "m");
    assert!(matches!(
        Game::open(folder.path()),
        Err(OpenError::NoGame(_))
    ));
}

#[test]
fn data_files_may_lie_below_the_index_but_not_beside_another_i1() {
    let (folder, index, data) = fixture();
    let below = folder.path().join("DATA");
    fs::create_dir(&below).unwrap();
    fs::rename(&data, below.join("M.001")).unwrap();
    assert!(Game::open(&index).unwrap().load_room(1).is_ok());
    fs::copy(&index, below.join("other.000")).unwrap();
    let error = Game::open(&index).unwrap().load_room(1).unwrap_err();
    assert_eq!(
        text(error, &folder),
        "m.001: no such file beside the index or in a folder below"
    );
}

#[test]
fn two_games_in_a_folder_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    write_game(&folder.path().join("one"), "m");
    write_game(&folder.path().join("two"), "n");
    let error = Game::open(folder.path()).unwrap_err();
    assert!(matches!(&error, OpenError::Several { games, .. } if games.len() == 2));
    let text = text(error, &folder);
    for line in [
        "\n  one/m.000: SCUMM v5, XOR 0x69, 2 rooms, 2 costumes",
        "\n  two/n.000: SCUMM v5, XOR 0x69, 2",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn a_game_inside_the_folder_of_another_is_opened_by_its_own_folder_i1() {
    let (folder, outer, _) = fixture();
    let inner = write_game(&folder.path().join("MANIAC"), "n");
    assert_eq!(Game::open(folder.path()).unwrap().files().path(), outer);
    assert_eq!(
        Game::open(folder.path().join("MANIAC"))
            .unwrap()
            .files()
            .path(),
        inner
    );
    assert_eq!(Game::open(&inner).unwrap().files().path(), inner);
}

#[test]
fn a_file_that_is_no_index_is_named_with_its_first_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = folder.path().join("m.000");
    let opened = |bytes: &[u8]| {
        fs::write(&wrong, bytes).unwrap();
        text(Game::open(&wrong).unwrap_err(), &folder)
    };
    let start = "m.000: at byte 0 (0x0): expected the index of a SCUMM game, found ";
    assert_eq!(
        opened(b"MZ\x90\0\x03\0\0\0\x04"),
        format!("{start}bytes 4d 5a 90 00 03 00 00 00")
    );
    assert_eq!(opened(b"RN"), format!("{start}bytes 52 4e"));
    assert_eq!(opened(b""), format!("{start}an empty file"));
    // No game uses the key 0x42.
    assert_eq!(
        opened(&b"RNAM\0\0\0\x09\0".map(|b| b ^ 0x42)),
        format!("{start}bytes 10 0c 03 0f 42 42 42 4b")
    );
    // The contents decide, never the name alone: this file does not make the folder a game.
    assert!(matches!(
        Game::open(folder.path()),
        Err(OpenError::NoGame(_))
    ));
    let absent = Game::open(folder.path().join("x.000")).unwrap_err();
    assert!(text(absent, &folder).starts_with("x.000: "));
}

#[test]
fn a_renamed_index_is_told_to_be_one() {
    let (folder, index, _) = fixture();
    let renamed = index.with_file_name("index.bin");
    fs::rename(&index, &renamed).unwrap();
    let error = text(Game::open(&renamed).unwrap_err(), &folder);
    assert!(
        error.starts_with("index.bin: the file is an index, but its name does not determine"),
        "{error}"
    );
}

#[test]
fn a_damaged_index_names_its_block() {
    let (folder, index, _) = fixture();
    let whole = fs::read(&index).unwrap();
    fs::write(&index, &whole[..COSTUME_ROOMS]).unwrap();
    assert_eq!(
        text(Game::open(&index).unwrap_err(), &folder),
        "m.000: at byte 90 (0x5a): expected block DCOS of 25 bytes, found only 10 before the end of the data"
    );
    fs::write(&index, &whole).unwrap();
    patch(&index, 0x69, COSTUME_ROOMS - 2, &[9, 0]);
    assert_eq!(
        text(Game::open(&index).unwrap_err(), &folder),
        "m.000: DCOS at byte 109 (0x6d): expected the offsets of 9 resources (36 bytes), \
         found only 6 before the end of the data"
    );
    fs::write(&index, &whole).unwrap();
    patch(&index, 0x69, 9 + 7, &[25]);
    let error = text(Game::open(&index).unwrap_err(), &folder);
    assert_eq!(
        error,
        "m.000: MAXS at byte 17 (0x11): expected MAXS of 26, 38, 40, 46, 52, 138 or 176 bytes, found 25 bytes"
    );
}

#[test]
fn a_truncated_data_file_breaks_only_what_is_cut_off() {
    let (folder, index, data) = fixture();
    let whole = fs::read(&data).unwrap();
    fs::write(&data, &whole[..SECOND_ROOM + 50]).unwrap();
    let game = Game::open(&index).unwrap();
    assert_eq!(
        game.rooms()
            .filter(|&id| game.locate_room(id).is_ok())
            .collect::<Vec<_>>(),
        [1]
    );
    assert!(game.load_costume(1).is_ok());
    assert_eq!(
        text(game.locate_room(2).unwrap_err(), &folder),
        "m.001: LECF/LFLF/ROOM at byte 179 (0xb3): expected room 2, \
         found a size of 108 with 50 bytes before the end of the file (XOR 0x69)"
    );
    assert_eq!(
        text(game.load_costume(2).unwrap_err(), &folder),
        "m.001: LECF/LFLF at byte 287 (0x11f): expected costume 2 (8 bytes), found the end of the file of 229 bytes"
    );
    fs::write(&data, &whole[..5]).unwrap();
    assert_eq!(
        text(game.load_costume(1).unwrap_err(), &folder),
        "m.001: at byte 0 (0x0): expected block LECF under no XOR, XOR 0x69, XOR 0xff, found bytes 25 2c 2a 2f 69"
    );
}

#[test]
fn a_room_outside_its_file_or_missing_there_is_an_error_of_its_own() {
    let (folder, index, data) = fixture();
    patch(&data, 0x69, LOFF_FIRST_POSITION, &[0, 0, 0, 0x7f]);
    let game = Game::open(&index).unwrap();
    assert_eq!(
        text(game.locate_room(1).unwrap_err(), &folder),
        "m.001: LECF/LFLF at byte 2130706432 (0x7f000000): expected room 1 (8 bytes), \
         found the end of the file of 315 bytes"
    );
    assert!(game.locate_room(2).is_ok());
    patch(&data, 0x69, LOFF_FIRST_POSITION - 1, &[9]);
    assert_eq!(
        text(game.locate_room(1).unwrap_err(), &folder),
        "m.001: LECF/LOFF at byte 17 (0x11): expected an entry for room 1, found 2 entries for other rooms"
    );
    assert_eq!(game.rooms().count(), 2);
}

#[test]
fn an_index_that_points_elsewhere_is_told_by_what_is_there() {
    let (folder, index, data) = fixture();
    patch(&index, 0x69, COSTUME_ROOMS + 3 + 4, &[1, 0, 0, 0]);
    assert_eq!(
        text(
            Game::open(&index).unwrap().load_costume(1).unwrap_err(),
            &folder
        ),
        "m.001: LECF/LFLF at byte 36 (0x24): expected costume 1 (block COST), found block \\x4f\\x4f\\x4d\\x00"
    );
    patch(&index, 0x69, COSTUME_ROOMS + 1, &[77]);
    let game = Game::open(&index).unwrap();
    assert_eq!(
        text(game.load_costume(1).unwrap_err(), &folder),
        "m.000: DCOS at byte 101 (0x65): expected the number of a room, found room 77, which the index does not have"
    );
    assert_eq!(
        game.costumes()
            .map(|id| (id, game.room_of_costume(id)))
            .collect::<Vec<_>>(),
        [(1, Some(77)), (2, Some(2))]
    );
    patch(&data, 0x69, FIRST_ROOM + 4, &[0, 0, 0, 7]);
    assert_eq!(
        text(game.load_room(1).unwrap_err(), &folder),
        "m.001: LECF/LFLF/ROOM at byte 35 (0x23): expected room 1, found a size of 7, less than its header"
    );
}

#[test]
fn index_and_data_may_be_encrypted_differently_f1() {
    let (folder, index, data) = fixture();
    let plain: Vec<u8> = fs::read(&data).unwrap().iter().map(|b| b ^ 0x69).collect();
    fs::write(&data, &plain).unwrap();
    let game = Game::open(&index).unwrap();
    assert_eq!(
        game.load_room(1).unwrap().room.data,
        block(b"ROOM", &[1; 100])
    );
    assert_eq!(
        game.describe(),
        "SCUMM v5, XOR 0x69 (data no XOR), 2 rooms, 2 costumes"
    );
    fs::write(&data, plain.iter().map(|b| b ^ 0x42).collect::<Vec<_>>()).unwrap();
    assert_eq!(
        text(
            Game::open(&index).unwrap().load_room(1).unwrap_err(),
            &folder
        ),
        "m.001: at byte 0 (0x0): expected block LECF under no XOR, XOR 0x69, XOR 0xff, \
         found bytes 0e 07 01 04 42 42 43 79"
    );
}

/// Copies one of the made-up games. Each file gets the name that `rename` returns.
fn copy_of(version: &str, rename: impl Fn(&str) -> Option<String>) -> TempDir {
    let all = unpack("game-files").unwrap();
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(all.path().join("game-files").join(version)).unwrap() {
        let entry = entry.unwrap();
        if let Some(name) = rename(&entry.file_name().to_string_lossy()) {
            fs::copy(entry.path(), folder.path().join(name)).unwrap();
        }
    }
    folder
}

#[test]
fn the_version_follows_from_the_contents_whatever_the_name_i3() {
    for (version, from, to, expected) in [
        (
            "v7",
            "dig.la",
            "ft.00",
            Dialect::new(7).with_game(Some(scumm_room::GameId::FullThrottle)),
        ),
        (
            "v6",
            "tentacle.00",
            "samnmax.sm",
            Dialect::new(6).with_game(Some(scumm_room::GameId::SamNMax)),
        ),
        (
            "v8",
            "comi.la",
            "monkey.la",
            Dialect::new(8).with_game(None),
        ),
        (
            "he72",
            "game.he",
            "Putt-Putt ",
            Dialect::humongous(72).with_platform(scumm_room::Platform::Mac),
        ),
        (
            "he98",
            "game.(a)",
            "game.hea",
            Dialect::humongous(98).with_platform(scumm_room::Platform::Windows),
        ),
    ] {
        let folder = copy_of(version, |name| Some(name.replace(from, to)));
        let game = Game::open(folder.path()).unwrap_or_else(|e| panic!("{version}: {e}"));
        assert_eq!(game.dialect(), expected, "{version}");
        for id in game.rooms() {
            game.load_room(id)
                .unwrap_or_else(|e| panic!("{version}: {e}"));
        }
    }
}

#[test]
fn unencrypted_humongous_games_open_f1() {
    let folder = copy_of("he90", |name| Some(name.to_owned()));
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let plain: Vec<u8> = fs::read(&path).unwrap().iter().map(|b| b ^ 0x69).collect();
        fs::write(path, plain).unwrap();
    }
    let game = Game::open(folder.path()).unwrap();
    assert_eq!(
        game.describe(),
        "SCUMM v6, Humongous 90, no XOR, 3 rooms, 3 costumes"
    );
    assert!(game.load_room(1).unwrap().image.is_some());
}

#[test]
fn the_rooms_of_v1_to_v3_tell_the_game_i4() {
    use scumm_room::GameId as Id;
    use scumm_room::Platform::{Dos, FmTowns};
    for (version, rooms, expected) in [
        ("v2-zak", &[58][..], (Some(Id::Zak), Dos)),
        ("v2-zak", &[][..], (Some(Id::Maniac), Dos)),
        ("v3-ega", &[84, 98][..], (Some(Id::Indy3), Dos)),
        ("v3-ega", &[84][..], (Some(Id::Loom), Dos)),
        ("v3-ega", &[86][..], (Some(Id::Loom), Dos)),
        ("v3-256", &[93, 48, 60][..], (Some(Id::Indy3), Dos)),
        ("v3-256", &[48][..], (Some(Id::Zak), FmTowns)),
        ("v3-256", &[60][..], (Some(Id::Loom), FmTowns)),
    ] {
        let folder = copy_of(version, |name| Some(name.to_owned()));
        for room in rooms {
            fs::write(folder.path().join(format!("{room}.lfl")), b"").unwrap();
        }
        let dialect = Game::open(folder.path()).unwrap().dialect();
        assert_eq!(
            (dialect.game(), dialect.platform()),
            expected,
            "{version} {rooms:?}"
        );
    }
}

#[test]
fn the_uncounted_tail_tells_fm_towns_n2() {
    use scumm_room::Platform;
    let folder = copy_of("v3-256", |name| Some(name.to_owned()));
    fs::write(folder.path().join("93.lfl"), b"").unwrap();
    assert_eq!(
        Game::open(folder.path()).unwrap().dialect().platform(),
        Platform::Dos
    );
    let index = folder.path().join("00.LFL");
    fs::write(&index, [fs::read(&index).unwrap(), vec![0; 32]].concat()).unwrap();
    let game = Game::open(folder.path()).unwrap();
    assert_eq!(
        (game.dialect().platform(), game.load_room(1).is_ok()),
        (Platform::FmTowns, true)
    );
}

#[test]
fn the_length_of_a_v1_index_tells_the_game_n1a() {
    use scumm_room::{GameId as Id, Platform};
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("00.MAN");
    let open = |len: usize, rooms: &[u8]| {
        fs::write(&index, [&[0xce, 0xf5][..], &vec![0xff; len - 2]].concat()).unwrap();
        for room in rooms {
            fs::write(
                folder.path().join(format!("{room:02}.MAN")),
                [&[0xff ^ 9, 0xff, 0xff, 0xff][..], &[7; 5]].concat(),
            )
            .unwrap();
        }
        Game::open(&index).map(|game| {
            let loaded = game.load_room(1).map(|room| room.room.data).ok();
            (
                game.dialect().game().unwrap(),
                game.dialect().platform(),
                loaded,
            )
        })
    };
    let room = Some([&[9, 0, 0, 0][..], &[7 ^ 0xff; 5]].concat());
    assert_eq!(
        open(1972, &[1]).unwrap(),
        (Id::Maniac, Platform::Dos, room.clone())
    );
    assert_eq!(
        open(1896, &[]).unwrap(),
        (Id::Zak, Platform::Dos, room.clone())
    );
    assert_eq!(
        open(1914, &[]).unwrap(),
        (Id::Zak, Platform::C64, room.clone())
    );
    // If bytes follow the index, the rooms decide which game it is.
    assert_eq!(
        open(1975, &[]).unwrap(),
        (Id::Maniac, Platform::Dos, room.clone())
    );
    assert_eq!(open(1975, &[58]).unwrap(), (Id::Zak, Platform::Dos, room));
    let error = open(100, &[]).unwrap_err();
    assert_eq!(
        text(error, &folder),
        "00.MAN: at byte 0 (0x0): expected a v1 index of 1972, 2082, 1896, 1914 bytes, found 100"
    );
}

/// Returns a block of v4: the size as LE32, two letters, and the data.
fn small(tag: &[u8; 2], data: &[u8]) -> Vec<u8> {
    [&(data.len() as u32 + 6).to_le_bytes()[..], tag, data].concat()
}

#[test]
fn sixteen_colours_are_told_by_the_table_of_strips_i5() {
    for (picture, ega) in [
        (&b"\x07\0\x06\0\x06\0\0\0"[..], true),
        (&b"\x0d\0\0\0\x0c\0\0\0\x0c\0\0\0\0"[..], false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let directory =
            |tag, entries: &[u8]| small(tag, &[&[(entries.len() / 5) as u8, 0], entries].concat());
        let index = [
            directory(b"0R", b"\0\xff\xff\xff\xff\x01\0\0\0\0"),
            directory(b"0C", b"\0\xff\xff\xff\xff"),
        ];
        fs::write(folder.path().join("000.LFL"), index.concat()).unwrap();
        let room = small(
            b"RO",
            &[small(b"HD", b"\x10\0\x08\0\0\0"), small(b"BM", picture)].concat(),
        );
        let table = small(b"FO", b"\x01\x01\x12\0\0\0");
        let body = [table, small(b"LF", &[&[1, 0][..], &room].concat())].concat();
        let data: Vec<u8> = small(b"LE", &body).iter().map(|b| b ^ 0x69).collect();
        fs::write(folder.path().join("disk01.lec"), data).unwrap();
        let game = Game::open(folder.path()).unwrap();
        assert_eq!(game.load_room(1).unwrap().room.data, room);
        assert_eq!(game.dialect().is_sixteen_colour(), ega);
        assert_eq!(game.describe().contains("16 colours"), ega);
    }
}

#[test]
fn akos_tells_he61_and_a_bitmap_he71() {
    let he60 = copy_of("he60", |name| Some(name.to_owned()));
    assert_eq!(Game::open(he60.path()).unwrap().dialect().he(), 60);
    let data = he60.path().join("puttputt.he1");
    let costume = Game::open(he60.path()).unwrap().locate_costume(1).unwrap();
    patch(&data, 0x69, costume.offset as usize, b"AKOS");
    assert_eq!(Game::open(he60.path()).unwrap().dialect().he(), 61);

    let he70 = copy_of("he70", |name| Some(name.to_owned()));
    assert_eq!(Game::open(he70.path()).unwrap().dialect().he(), 70);
    let image = Game::open(he70.path())
        .unwrap()
        .files()
        .locate(ResourceKind::RoomImage, 1)
        .unwrap();
    // The block has RMIM, RMIH of ten bytes, IM00, and then SMAP.
    patch(
        &he70.path().join("game.he1"),
        0x69,
        image.offset as usize + 8 + 10 + 8,
        b"BMAP",
    );
    assert_eq!(Game::open(he70.path()).unwrap().dialect().he(), 71);
}

#[test]
fn a_position_of_8_is_none_f3e() {
    let folder = copy_of("he70", |name| Some(name.to_owned()));
    let index = folder.path().join("game.he0");
    let plain: Vec<u8> = fs::read(&index).unwrap().iter().map(|b| b ^ 0x69).collect();
    let table = plain.windows(4).position(|w| w == b"DLFL").unwrap() + 10;
    patch(&index, 0x69, table + 4, &[8, 0, 0, 0]);
    let game = Game::open(folder.path()).unwrap();
    let error = text(game.load_room(1).unwrap_err(), &folder);
    assert_eq!(
        error,
        "game.he0: DROO at byte 143 (0x8f): expected a position of room 1 in DLFL, found 8"
    );
    assert!(game.load_room(2).is_ok());
}

#[test]
fn no_damage_to_an_index_or_the_heads_of_data_panics() {
    let all = unpack("game-files").unwrap();
    let mut folders: Vec<_> = fs::read_dir(all.path().join("game-files"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    folders.retain(|path| path.is_dir());
    assert_eq!(folders.len(), 24);
    for folder in folders {
        let index = Game::open(&folder).unwrap().files().path().to_owned();
        let play = || {
            if let Ok(game) = Game::open(&index) {
                let rooms = game
                    .rooms()
                    .filter(|&id| game.load_room(id).is_ok())
                    .count();
                let costumes = game
                    .costumes()
                    .filter(|id| game.load_costume(*id).is_ok())
                    .count();
                assert!(
                    rooms <= game.rooms().count() && costumes <= game.costumes().count(),
                    "{}",
                    game.describe()
                );
            }
        };
        for file in fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()) {
            let whole = fs::read(&file).unwrap();
            // In data files only the part that locates the rooms is cut: LECF, LOFF and the first
            // headers.
            let len = if file == index { whole.len() } else { 60 };
            for at in (0..len).step_by(len / 12) {
                fs::write(&file, &whole[..at]).unwrap();
                play();
                for byte in [0x00, 0xff] {
                    let mut bytes = whole.clone();
                    bytes[at] = byte;
                    fs::write(&file, bytes).unwrap();
                    play();
                }
            }
            fs::write(&file, whole).unwrap();
        }
    }
}
