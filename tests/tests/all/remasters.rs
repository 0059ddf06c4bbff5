//! The original game's files inside remastered editions (I35..I38).

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use scumm_engine::Game;
use scumm_room::resource::GameFiles;
use scumm_room::{GameId, Platform};
use scumm_test_support::editions::{EditionFiles, game, remaster, remaster_head, write};
use scumm_test_support::memory::peak;

use super::containers::{assert_same_files, check_same};

/// A simulated edition, made from an artificial game: the name of the container; the folder inside
/// the container; the name of the artificial game; a part of its file names, and the text that
/// replaces this part in the edition; the key of its loose files; the version and the game of the
/// edition.
type Edition = (
    &'static str,
    &'static str,
    &'static str,
    (&'static str, &'static str),
    u8,
    (u8, GameId),
);

/// The simulated editions.
const EDITIONS: [Edition; 4] = [
    (
        "monkey1.pak",
        "classic/en/",
        "v5",
        ("monkey2", "Monkey1"),
        0x69,
        (5, GameId::Monkey),
    ),
    (
        "monkey2.pak",
        "Classic/EN/",
        "v5",
        ("monkey2", "monkey2"),
        0x69,
        (5, GameId::Monkey2),
    ),
    (
        "tenta.cle",
        "data/",
        "v6",
        ("tentacle", "TENTACLE"),
        0,
        (6, GameId::Tentacle),
    ),
    (
        "full.data",
        "en/data/",
        "v7",
        ("dig", "ft"),
        0,
        (7, GameId::FullThrottle),
    ),
];

/// Returns the files of an edition in its folder, together with other files that the container
/// holds.
fn inside(folder: &str, files: &EditionFiles, key: u8) -> EditionFiles {
    let stored = |bytes: &[u8]| bytes.iter().map(|byte| byte ^ key).collect();
    let own = files
        .iter()
        .map(|(name, bytes)| (format!("{folder}{name}"), stored(bytes)));
    let mut all: EditionFiles = vec![("art/cover.dds".to_owned(), vec![1; 300])];
    all.extend(own);
    all.push((format!("audio/{}", files[0].0), vec![2; 300]));
    all
}

#[test]
fn the_originals_files_are_read_where_they_lie_i35_i36_i37() {
    for (container, folder, version, (from, to), key, (number, id)) in EDITIONS {
        let files = game(version, from, to).unwrap();
        let place = tempfile::tempdir().unwrap();
        write(&place.path().join("loose"), &files).unwrap();
        let loose = Game::open(place.path().join("loose")).unwrap();
        let bundle = place.path().join("A.app/Contents/Resources");
        fs::create_dir_all(&bundle).unwrap();
        let path = bundle.join(container);
        let bytes = remaster(container, &inside(folder, &files, key));
        fs::write(&path, &bytes).unwrap();
        let in_memory = Game::from_files([(container.to_owned(), bytes.into())]).unwrap();
        for opened in [
            Game::open(place.path().join("A.app")).unwrap(),
            Game::open(&path).unwrap(),
            in_memory,
        ] {
            let dialect = opened.dialect();
            let found = (dialect.version(), dialect.game(), dialect.platform());
            assert_eq!(found, (number, Some(id), Platform::Dos), "{container}");
            check_same(&loose, &opened, container);
        }
    }
}

/// Returns Day of the Tentacle with a second game in the folder of Maniac Mansion.
fn two_games() -> Vec<u8> {
    let mut files = inside("data/", &game("v6", "", "").unwrap(), 0);
    files.extend(
        game("v2-zak", "", "")
            .unwrap()
            .into_iter()
            .map(|(name, bytes)| (format!("maniac/{name}"), bytes)),
    );
    remaster("tenta.cle", &files)
}

#[test]
fn the_second_game_of_a_container_is_named_like_a_folder_i37() {
    let folder = tempfile::tempdir().unwrap();
    let container = folder.path().join("tenta.cle");
    fs::write(&container, two_games()).unwrap();
    let version = |path: &Path| Game::open(path).unwrap().dialect().version();
    assert_eq!([version(folder.path()), version(&container)], [6, 6]);
    assert_eq!(
        [
            version(&container.join("maniac")),
            version(&container.join("maniac/00.lfl"))
        ],
        [2, 2]
    );
    assert_eq!(version(&container.join("tentacle.000")), 6);
    let error = Game::open(container.join("sam")).unwrap_err().to_string();
    assert!(error.starts_with("no index of a game"), "{error}");
    write(
        &folder.path().join("loose"),
        &game("v2-zak", "", "").unwrap(),
    )
    .unwrap();
    let loose = Game::open(folder.path().join("loose")).unwrap();
    check_same(
        &loose,
        &Game::open(container.join("maniac")).unwrap(),
        "maniac",
    );
}

#[test]
fn a_container_gives_the_originals_files_i38() {
    let folder = tempfile::tempdir().unwrap();
    let container = folder.path().join("tenta.cle");
    fs::write(&container, two_games()).unwrap();
    for (named, version) in [("", "v6"), ("maniac", "v2-zak")] {
        let opened = GameFiles::open(&if named.is_empty() {
            container.clone()
        } else {
            container.join(named)
        })
        .unwrap();
        let given = opened.contained().into_iter().map(|file| {
            let mut bytes = Vec::new();
            file.copy_to(&mut bytes).unwrap();
            (file.name.to_str().unwrap().to_owned(), bytes)
        });
        let expected = game(version, "", "")
            .unwrap()
            .into_iter()
            .map(|(name, bytes)| (name.to_lowercase(), bytes));
        assert_same_files(&given.collect(), &expected.collect());
    }
}

#[test]
fn five_gigabytes_open_in_little_memory_i36_i38() {
    let files = game("v7", "dig", "ft").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("full.data");
    // The original game's files are behind 5 GB of other files, which are a hole in the sparse
    // file.
    let mut start = 5_000_000_000;
    let mut entries = vec![("video/hole.bin".to_owned(), 0, u64::from(u32::MAX))];
    for (name, bytes) in &files {
        entries.push((format!("data/{name}"), start, bytes.len() as u64));
        start += bytes.len() as u64;
    }
    let entries: Vec<_> = entries
        .iter()
        .map(|(name, start, size)| (name.as_str(), *start, *size))
        .collect();
    let head = remaster_head("full.data", &entries);
    let mut file = File::create(&path).unwrap();
    file.write_all(&head).unwrap();
    file.seek(SeekFrom::Start(head.len() as u64 + 5_000_000_000))
        .unwrap();
    files
        .iter()
        .for_each(|(_, bytes)| file.write_all(bytes).unwrap());
    drop(file);
    let (opened, most) = peak(|| Game::open(&path).unwrap());
    assert!(most < 16 << 20, "{most} bytes");
    assert!(opened.rooms().all(|id| opened.room(id).is_ok()));
}

#[test]
fn a_damaged_container_says_what_is_wrong_and_where_i38() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("monkey1.pak");
    let files = inside("classic/", &game("v5", "monkey2", "monkey1").unwrap(), 0x69);
    let whole = remaster("monkey1.pak", &files);
    let error = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let errors = [Game::open(&path), Game::open(folder.path())]
            .map(|opened| opened.unwrap_err().to_string());
        assert_eq!(errors[0], errors[1]);
        assert!(
            errors[0].starts_with(&format!("{}: at byte ", path.display())),
            "{errors:?}"
        );
        errors[0].clone()
    };
    let with = |at: usize, word: u32| {
        let mut bytes = whole.clone();
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        bytes
    };
    // The damaged fields: the start and the size of the table, the position of the names, the start
    // of the second file.
    assert!(error(&with(12, u32::MAX)).contains("expected the table of entries"));
    assert!(error(&with(28, 21)).contains("expected the table of entries"));
    assert!(error(&with(20, 0)).contains("the names of files in front of the data"));
    let outside = error(&with(48 + 20, 0x7fff_0000));
    assert!(
        outside.contains("expected classic/monkey1.000 inside the"),
        "{outside}"
    );
    assert!(error(&whole[..whole.len() - 301]).contains("inside the"));
    assert!(error(&whole[..40]).contains("the table of entries"));
}

#[test]
fn no_damage_to_a_container_panics_i36() {
    let files = inside("data/", &game("v6", "", "").unwrap(), 0);
    let whole = remaster("tenta.cle", &files);
    let head = whole.len() - files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
    for at in 0..head {
        for byte in [0x00, 0x7f, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            if let Ok(game) = Game::from_files([("tenta.cle".to_owned(), bytes.into())]) {
                assert!(
                    game.rooms()
                        .all(|id| game.load_room(id).is_ok() || at >= 48)
                );
            }
        }
    }
}

#[test]
fn names_in_a_container_lead_nowhere_else_on_any_system_i37() {
    let folder = tempfile::tempdir().unwrap();
    let container = folder.path().join("monkey2.pak");
    let mut files = inside("classic/..\\..\\esc\\", &game("v5", "", "").unwrap(), 0);
    for name in [
        "classic/..",
        "classic/a:",
        "classic/c:..",
        "classic/.",
        "classic/",
    ] {
        files.push((name.to_owned(), vec![0; 10]));
    }
    fs::write(&container, remaster("monkey2.pak", &files)).unwrap();
    let game = GameFiles::open(&container).unwrap();
    let names: Vec<_> = game.contained().into_iter().map(|file| file.name).collect();
    assert!(names.contains(&PathBuf::from("monkey2.000")), "{names:?}");
    for name in names {
        let name = name.to_str().unwrap();
        // A name that Windows takes for a path would lead out of the folder there.
        assert!(!name.contains(['/', '\\', ':']), "{name}");
        assert!(!name.starts_with('.'), "{name}");
    }
}

#[test]
fn of_entries_with_one_name_the_first_is_taken_i36() {
    let folder = tempfile::tempdir().unwrap();
    let container = folder.path().join("monkey2.pak");
    let own = game("v5", "", "").unwrap();
    let mut files = inside("classic/", &own, 0);
    for _ in 0..1000 {
        files.push(("classic/monkey2.000".to_owned(), vec![0; 10]));
    }
    fs::write(&container, remaster("monkey2.pak", &files)).unwrap();
    let game = GameFiles::open(&container).unwrap();
    assert_eq!(game.contained().len(), own.len());
    assert!(game.load_room(1).is_ok());
}
