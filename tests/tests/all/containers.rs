//! Games inside one file: Macintosh containers (I33) and Steam programs (I34).

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use scumm_engine::{Game, OpenError};
use scumm_room::resource::{GameFiles, games};
use scumm_room::{GameId, Platform};
use scumm_test_support::editions::{EditionFiles, game, mac_container, padded, program, write};

/// The games that were sold in a container: the made-up version, a part of its file names and the
/// replacement in the edition, the name of the container, the version number, the game.
const CONTAINERS: [(&str, &str, &str, &str, u8, GameId); 5] = [
    (
        "v5",
        "monkey2",
        "atlantis",
        "Fate of Atlantis Data",
        5,
        GameId::Indy4,
    ),
    (
        "v6",
        "tentacle",
        "TENTACLE",
        "Day of the Tentacle Data",
        6,
        GameId::Tentacle,
    ),
    (
        "v6",
        "tentacle",
        "samnmax",
        "Sam & Max Data",
        6,
        GameId::SamNMax,
    ),
    ("v7", "dig", "ft", "Vollgas Data", 7, GameId::FullThrottle),
    ("v7", "dig", "dig", "The Dig Data", 7, GameId::Dig),
];

/// Checks that two games have the same rooms and costumes.
pub(super) fn check_same(one: &Game, other: &Game, what: &str) {
    assert!(
        one.rooms().count() > 0 && one.costumes().count() > 0,
        "{what}"
    );
    for id in one.rooms() {
        let room = |game: &Game| {
            game.load_room(id)
                .map(|raw| raw.room.data)
                .unwrap_or_else(|e| panic!("{what}: {e}"))
        };
        assert_eq!(room(one), room(other), "{what}: room {id}");
    }
    for id in one.costumes() {
        let costume = |game: &Game| game.load_costume(id).map(|raw| raw.data).map_err(|_| id);
        assert_eq!(costume(one), costume(other), "{what}: costume {id}");
    }
}

/// Checks that files are equal, without printing their bytes.
pub(super) fn assert_same_files(one: &EditionFiles, other: &EditionFiles) {
    let names = |files: &EditionFiles| {
        files
            .iter()
            .map(|(name, bytes)| (name.clone(), bytes.len()))
            .collect::<Vec<_>>()
    };
    assert_eq!(names(one), names(other));
    assert!(one == other, "their bytes differ");
}

#[test]
fn macintosh_containers_are_read_i6_i33() {
    for (version, from, to, name, number, id) in CONTAINERS {
        let mut files = game(version, from, to).unwrap();
        files.push(("monster.sou".to_owned(), vec![7; 100]));
        let loose = tempfile::tempdir().unwrap();
        write(loose.path(), &files).unwrap();
        let loose = (Game::open(loose.path()).unwrap(), loose);
        let folder = tempfile::tempdir().unwrap();
        let container = folder.path().join(name);
        let bytes = mac_container(&files);
        fs::write(&container, &bytes).unwrap();
        let in_memory = Game::from_files([(name.to_owned(), Cow::Owned(bytes))]).unwrap();
        for opened in [
            Game::open(folder.path()).unwrap(),
            Game::open(&container).unwrap(),
            in_memory,
        ] {
            let dialect = opened.dialect();
            assert_eq!(
                (dialect.version(), dialect.game(), dialect.platform()),
                (number, Some(id), Platform::Mac),
                "{name}"
            );
            check_same(&loose.0, &opened, name);
        }
        // If the caller names the container, it may have any file name.
        let other = folder.path().join("game.bin");
        fs::rename(&container, &other).unwrap();
        check_same(&loose.0, &Game::open(&other).unwrap(), name);
        assert!(
            matches!(Game::open(folder.path()), Err(OpenError::NoGame(_))),
            "{name}"
        );
    }
}

#[test]
fn errors_in_a_container_name_the_file_inside_i33() {
    let mut files = game("v6", "tentacle", "tentacle").unwrap();
    files.retain(|(name, _)| name != "tentacle.002");
    let cut: EditionFiles = files
        .iter()
        .map(|(name, bytes)| (name.clone(), bytes[..bytes.len().min(20_000)].to_vec()))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let container = folder.path().join("Day of the Tentacle Data");
    fs::write(&container, mac_container(&cut)).unwrap();
    let game = Game::open(folder.path()).unwrap();
    let errors: Vec<String> = game
        .rooms()
        .filter_map(|id| game.load_room(id).err())
        .map(|e| e.to_string())
        .collect();
    let has = |part: &str| errors.iter().any(|error| error.contains(part));
    assert!(has("Day of the Tentacle Data/tentacle.001: "), "{errors:?}");
    // The end of the file is the end of its part of the container, not the end of the container.
    assert!(has("before the end of the file"), "{errors:?}");
    assert!(
        has("tentacle.002: no such file beside the index or in a folder below"),
        "{errors:?}"
    );
}

/// Returns the offset of the table in a container.
fn table(bytes: &[u8]) -> usize {
    u32::from_be_bytes(*bytes.first_chunk().unwrap()) as usize
}

#[test]
fn a_damaged_table_makes_no_container_i33() {
    let folder = tempfile::tempdir().unwrap();
    let container = folder.path().join("Fate of Atlantis Data");
    let whole = mac_container(&game("v5", "monkey2", "atlantis").unwrap());
    let opens = |bytes: &[u8]| {
        fs::write(&container, bytes).unwrap();
        games(folder.path()).unwrap().len()
    };
    assert_eq!(opens(&whole), 1);
    let at = table(&whole);
    let with = |at: usize, new: &[u8]| {
        let mut bytes = whole.clone();
        bytes.splice(at..at + new.len(), new.iter().copied());
        bytes
    };
    // The table lies behind the end of the container because of its offset or its length; the
    // length is not a multiple of the size of a record; the table is empty.
    assert_eq!(opens(&with(0, &[0xff; 4])), 0);
    assert_eq!(opens(&with(4, &[0xff; 4])), 0);
    assert_eq!(opens(&with(4, &[0, 0, 0, 41])), 0);
    assert_eq!(opens(&with(4, &[0; 4])), 0);
    // A file lies behind the end of the container, a file has no name, the name of a file is not
    // valid text.
    assert_eq!(opens(&with(at, &[0xff; 4])), 0);
    assert_eq!(opens(&with(at + 4, &[0x7f, 0xff, 0xff, 0xff])), 0);
    assert_eq!(opens(&with(at + 8, &[0])), 0);
    assert_eq!(opens(&with(at + 8, &[7])), 0);
    // A name that contains a path is an unusual name but does not lead outside the container.
    assert_eq!(opens(&with(at + 8, b"../atlantis.000\0")), 1);
    let name = games(folder.path()).unwrap()[0].index.clone();
    assert_eq!(
        name.parent(),
        Some(container.as_path()),
        "{}",
        name.display()
    );
    for len in (0..whole.len()).step_by(997).chain(at..whole.len()) {
        assert_eq!(opens(&whole[..len]), 0, "{len} bytes");
    }
}

#[test]
fn no_damage_to_a_container_panics_i33() {
    let folder = tempfile::tempdir().unwrap();
    let container = folder.path().join("Day of the Tentacle Data");
    let whole = mac_container(&game("v6", "", "").unwrap());
    let mut opened = 0;
    for at in (0..8).chain(table(&whole)..whole.len()) {
        for byte in [0x00, 0x01, 0x7f, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            fs::write(&container, bytes).unwrap();
            for path in [folder.path(), container.as_path()] {
                if let Ok(game) = Game::open(path) {
                    opened += game
                        .rooms()
                        .filter(|&id| game.load_room(id).is_ok())
                        .count();
                }
            }
        }
    }
    assert!(opened > 0);
}

#[test]
fn a_container_gives_its_games_files_i33_i38() {
    let folder = tempfile::tempdir().unwrap();
    let container = folder.path().join("Fate of Atlantis Data");
    let files = game("v5", "monkey2", "atlantis").unwrap();
    fs::write(&container, mac_container(&files)).unwrap();
    let game = GameFiles::open(&container).unwrap();
    assert!(game.is_contained());
    let given = game.contained().into_iter().map(|file| {
        let mut bytes = Vec::new();
        file.copy_to(&mut bytes).unwrap();
        (file.name.to_str().unwrap().to_owned(), bytes)
    });
    assert_same_files(&given.collect(), &files);
}

/// A Steam edition: the made-up version, a part of its file names and the replacement in the
/// edition, the key of the index, the programs with the offset and the length of their index (I34),
/// and the folder with the data.
struct Steam {
    version: &'static str,
    names: (&'static str, &'static str),
    index: &'static str,
    key: u8,
    len: usize,
    programs: [(&'static str, usize); 2],
    data: &'static str,
}

const STEAM: [Steam; 4] = [
    Steam {
        version: "v3-256",
        names: ("", ""),
        index: "00.LFL",
        key: 0,
        len: 6295,
        programs: [
            ("Indiana Jones and the Last Crusade.exe", 162_056),
            ("The Last Crusade", 150_368),
        ],
        data: "indy3",
    },
    Steam {
        version: "v5",
        names: ("monkey2", "ATLANTIS"),
        index: "ATLANTIS.000",
        key: 0x69,
        len: 12_035,
        programs: [
            ("Indiana Jones and the Fate of Atlantis.exe", 224_336),
            ("The Fate of Atlantis", 260_224),
        ],
        data: "atlantis",
    },
    Steam {
        version: "v4",
        names: ("", ""),
        index: "000.LFL",
        key: 0,
        len: 8307,
        programs: [("Loom.exe", 187_248), ("Loom", 170_464)],
        data: "loom",
    },
    Steam {
        version: "v7",
        names: ("dig", "dig"),
        index: "dig.la0",
        key: 0,
        len: 16_304,
        programs: [("The Dig.exe", 340_632), ("The Dig", 339_744)],
        data: "dig",
    },
];

#[test]
fn steam_programs_hold_the_index_i7_i34() {
    for Steam {
        version,
        names: (from, to),
        index,
        key,
        len,
        programs,
        data,
    } in STEAM
    {
        let mut files = game(version, from, to).unwrap();
        let loose = tempfile::tempdir().unwrap();
        write(loose.path(), &files).unwrap();
        let loose = (Game::open(loose.path()).unwrap(), loose);
        let place = files.iter().position(|(name, _)| name == index).unwrap();
        let index = padded(&files.remove(place).1, len, key);
        assert_eq!(index.len(), len);
        for ((name, start), is_mac) in programs.into_iter().zip([false, true]) {
            let folder = tempfile::tempdir().unwrap();
            let (code, resources) = match is_mac {
                false => (folder.path().to_path_buf(), folder.path().join(data)),
                true => (
                    folder.path().join("A.app/Contents/MacOS"),
                    folder.path().join("A.app/Contents/Resources"),
                ),
            };
            write(&resources, &files).unwrap();
            write(&code, &vec![(name.to_owned(), program(start, &index))]).unwrap();
            for opened in [Game::open(folder.path()), Game::open(code.join(name))] {
                let opened = opened.unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(
                    opened.dialect().version(),
                    loose.0.dialect().version(),
                    "{name}"
                );
                assert_eq!(opened.dialect().platform(), Platform::Dos, "{name}");
                check_same(&loose.0, &opened, name);
            }
            // Another build of the program: the index is not at the known offset.
            write(&code, &vec![(name.to_owned(), program(start - 4, &index))]).unwrap();
            for refused in [Game::open(folder.path()), Game::open(code.join(name))] {
                let error = refused.unwrap_err().to_string();
                let expected = "a Steam program of an unknown build (its index is not at the \
                                known place) is not supported";
                assert!(error.ends_with(expected), "{error}");
            }
            // A file with the program's name that is not a program.
            fs::write(code.join(name), b"loom").unwrap();
            assert!(
                matches!(Game::open(folder.path()), Err(OpenError::NoGame(_))),
                "{name}"
            );
        }
    }
}

#[test]
fn a_container_is_never_read_whole_i33() {
    // A sparse file of 8 GiB, which cannot be read into memory.
    let folder = tempfile::tempdir().unwrap();
    let container = folder.path().join("Full Throttle Data");
    fs::write(&container, mac_container(&game("v7", "dig", "ft").unwrap())).unwrap();
    fs::File::options()
        .write(true)
        .open(&container)
        .unwrap()
        .set_len(8 << 30)
        .unwrap();
    let game = Game::open(Path::new(&container)).unwrap();
    assert!(game.rooms().all(|id| game.load_room(id).is_ok()));
}
