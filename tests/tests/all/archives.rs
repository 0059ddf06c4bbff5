//! Games in zip archives (I38).

use std::fs;
use std::path::Path;

use scumm_engine::{Game, OpenError};
use scumm_test_support::editions::{
    CompressionMethod, EditionFiles, game, mac_container, remaster, write, zipped,
};
use scumm_test_support::memory::peak;
use scumm_test_support::unpack;

use super::containers::check_same;

const METHODS: [CompressionMethod; 2] = [CompressionMethod::Stored, CompressionMethod::Deflated];

fn below(folder: &str, files: EditionFiles) -> EditionFiles {
    files
        .into_iter()
        .map(|(name, bytes)| (format!("{folder}{name}"), bytes))
        .collect()
}

#[test]
fn a_game_in_an_archive_opens_as_in_a_folder_i38() {
    for version in [
        "v1-zak", "v2-zak", "v3-256", "v4", "v5", "v6", "v7", "v8", "he99", "v0-c64",
    ] {
        let files = game(version, "", "").unwrap();
        let place = tempfile::tempdir().unwrap();
        write(&place.path().join("loose"), &files).unwrap();
        let loose = Game::open(place.path().join("loose")).unwrap();
        for (method, folder) in METHODS.into_iter().zip(["", "games/a/"]) {
            let own = place.path().join("zips");
            fs::create_dir_all(&own).unwrap();
            let path = own.join("Game.ZIP");
            let bytes = zipped(&below(folder, files.clone()), method);
            fs::write(&path, &bytes).unwrap();
            let in_memory = Game::from_files([("game.zip".to_owned(), bytes.into())]).unwrap();
            for opened in [
                Game::open(&path).unwrap(),
                Game::open(&own).unwrap(),
                in_memory,
            ] {
                assert_eq!(opened.dialect(), loose.dialect(), "{version}");
                assert!(opened.files().is_contained());
                check_same(&loose, &opened, version);
            }
        }
    }
}

#[test]
fn containers_and_cartridges_in_an_archive_are_read_too_i38() {
    let nes = fs::read(
        unpack("game-files")
            .unwrap()
            .path()
            .join("game-files/nes-usa.prg"),
    )
    .unwrap();
    let remastered = remaster("tenta.cle", &below("data/", game("v6", "", "").unwrap()));
    let mac = mac_container(&game("v6", "", "").unwrap());
    for (name, bytes, version) in [
        ("Maniac Mansion (USA).prg", nes, 1),
        ("tenta.cle", remastered, 6),
        ("Day of the Tentacle Data", mac, 6),
    ] {
        for method in METHODS {
            let bytes = zipped(&[(format!("x/{name}"), bytes.clone())], method);
            let game = Game::from_files([("game.zip".to_owned(), bytes.into())]).unwrap();
            assert_eq!(game.dialect().version(), version, "{name}");
            let rooms = |game: &Game| {
                game.rooms()
                    .filter(|&id| game.load_room(id).is_ok())
                    .count()
            };
            assert!(rooms(&game) > 1, "{name}");
        }
    }
    // Only one level is read: an archive inside an archive is ignored.
    let inner = zipped(&game("v6", "", "").unwrap(), CompressionMethod::Stored);
    let outer = zipped(
        &[("inner.zip".to_owned(), inner)],
        CompressionMethod::Stored,
    );
    assert!(Game::from_files([("outer.zip".to_owned(), outer.into())]).is_err());
}

#[test]
fn one_of_several_games_is_named_by_its_folder_i38() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shelf.zip");
    let mut files = below("one/", game("v5", "", "").unwrap());
    files.extend(below("two/", game("v6", "", "").unwrap()));
    fs::write(&path, zipped(&files, CompressionMethod::Deflated)).unwrap();
    let error = Game::open(&path).unwrap_err().to_string();
    assert!(
        error.contains("shelf.zip/one/monkey2.000") && error.contains("shelf.zip/two/tentacle.000"),
        "{error}"
    );
    assert!(matches!(
        Game::open(folder.path()),
        Err(OpenError::Several { .. })
    ));
    assert_eq!(Game::open(path.join("one")).unwrap().dialect().version(), 5);
    assert_eq!(
        Game::open(path.join("two/tentacle.000"))
            .unwrap()
            .dialect()
            .version(),
        6
    );
    // A copy of the game in an archive inside the game's folder is not taken for another game.
    write(folder.path(), &game("v5", "", "").unwrap()).unwrap();
    assert!(!Game::open(folder.path()).unwrap().files().is_contained());
}

/// Returns an archive of a game. The bytes at the offset `at` of the first record in the archive's
/// directory, which describes the index, are replaced by `new`.
fn changed(files: &EditionFiles, at: usize, new: &[u8]) -> Vec<u8> {
    let mut bytes = zipped(files, CompressionMethod::Deflated);
    let record = bytes
        .windows(4)
        .position(|four| four == b"PK\x01\x02")
        .unwrap();
    bytes[record + at..record + at + new.len()].copy_from_slice(new);
    bytes
}

#[test]
fn a_damaged_archive_says_what_is_wrong_and_where_i38() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.zip");
    let files = game("v6", "", "").unwrap();
    let error = |bytes: Vec<u8>| {
        fs::write(&path, bytes).unwrap();
        let error = Game::open(&path).unwrap_err().to_string();
        assert!(error.starts_with(&path.display().to_string()), "{error}");
        error
    };
    let whole = zipped(&files, CompressionMethod::Deflated);
    assert!(
        error(whole[..whole.len() / 2].to_vec())
            .contains("expected the directory at the end of a zip archive")
    );
    // Offset 24 has the unpacked size, 42 the position of the header, and 0 the record's mark.
    assert!(
        error(changed(&files, 24, &[0xff; 4])).contains("unpacked at most 1032 times as large")
    );
    assert!(
        error(changed(&files, 42, &[0xff, 0xff, 0xff, 0x7f])).contains("tentacle.000 inside the")
    );
    assert!(
        error(changed(&files, 0, b"PK\x09\x09")).contains("a record of the archive's directory")
    );
    // A file that cannot be unpacked is not taken for an index. For a damaged data file, an error
    // is returned.
    let bad_data = |at: usize, new: &[u8]| {
        let files: EditionFiles = files.iter().rev().cloned().collect();
        fs::write(&path, changed(&files, at, new)).unwrap();
        let game = Game::open(&path).unwrap();
        let errors: Vec<_> = game
            .rooms()
            .filter_map(|id| game.load_room(id).err())
            .map(|e| e.to_string())
            .collect();
        errors
            .into_iter()
            .find(|error| error.contains("tentacle.002: "))
            .unwrap()
    };
    assert!(bad_data(8, &[1]).contains("encrypted in its archive"));
    assert!(bad_data(10, &[14]).contains("found method 14"));
    assert!(bad_data(16, &[1, 2, 3, 4]).contains("of checksum 04030201"));
}

#[test]
fn names_in_an_archive_lead_nowhere_else_i38() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("game.zip");
    fs::write(
        &path,
        zipped(
            &below("../../a/../", game("v6", "", "").unwrap()),
            CompressionMethod::Stored,
        ),
    )
    .unwrap();
    let game = Game::open(&path).unwrap();
    assert_eq!(game.files().path(), path.join("a/tentacle.000"));
    for file in game.files().contained() {
        assert_eq!(file.name.components().count(), 1, "{}", file.name.display());
    }
}

#[test]
fn what_is_packed_is_unpacked_when_it_is_read_i38() {
    // A video of 64 MiB of zeros beside the game is never unpacked.
    let mut files = game("v6", "", "").unwrap();
    files.push(("film.san".to_owned(), vec![0; 64 << 20]));
    let bytes = zipped(&files, CompressionMethod::Deflated);
    assert!(bytes.len() < 1 << 20);
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("game.zip"), bytes).unwrap();
    let (game, most) = peak(|| Game::open(place.path().join("game.zip")).unwrap());
    let (rooms, more) = peak(|| game.rooms().filter(|&id| game.room(id).is_ok()).count());
    assert!(
        rooms > 0 && most + more < 8 << 20,
        "{most} and {more} bytes"
    );
}

#[test]
fn a_data_file_beside_an_archive_belongs_to_another_game_i38() {
    let place = tempfile::tempdir().unwrap();
    let mut files = game("v6", "", "").unwrap();
    let data = files.split_off(1);
    write(place.path(), &data).unwrap();
    fs::write(
        place.path().join("game.zip"),
        zipped(&files, CompressionMethod::Stored),
    )
    .unwrap();
    let game = Game::open(place.path().join("game.zip")).unwrap();
    assert!(game.rooms().all(|id| game.load_room(id).is_err()));
    assert!(Path::new(&data[0].0).extension().is_some());
}

/// Returns an archive with one file of zeros. The directory has the record of the file `count`
/// times.
fn with_overlapping_records(name: &str, count: usize) -> Vec<u8> {
    let whole = zipped(
        &[(name.to_owned(), vec![0; 4096])],
        CompressionMethod::Deflated,
    );
    let position = |mark: &[u8]| whole.windows(4).position(|four| four == mark).unwrap();
    let (records, end) = (position(b"PK\x01\x02"), position(b"PK\x05\x06"));
    let record = &whole[records..end];
    let mut bytes = whole[..records].to_vec();
    bytes.extend(record.repeat(count));
    let size = u32::try_from(record.len() * count).unwrap();
    let mut tail = whole[end..].to_vec();
    tail[12..16].copy_from_slice(&size.to_le_bytes());
    bytes.extend(tail);
    bytes
}

#[test]
fn files_of_an_archive_that_overlap_are_refused_i38() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("game.zip");
    fs::write(&path, with_overlapping_records("monkey2.000", 2)).unwrap();
    let error = Game::open(&path).unwrap_err().to_string();
    assert!(
        error.contains("expected a file behind byte") && error.contains("found one at byte 0"),
        "{error}"
    );
}

#[test]
fn an_archive_unpacks_to_a_stated_multiple_of_its_length_i38() {
    // 300 files of the size of a cartridge's ROM. No file stays in memory after it was examined,
    // and at most 64 MiB and 100 times the size of the archive are unpacked.
    let rom = vec![0; 0x4_0000];
    let mut files: EditionFiles = (0..300)
        .map(|number| (format!("{number}.prg"), rom.clone()))
        .collect();
    files.extend(game("v6", "", "").unwrap());
    let bytes = zipped(&files, CompressionMethod::Deflated);
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("game.zip");
    fs::write(&path, &bytes).unwrap();
    let (opened, most) = peak(|| Game::open(&path).unwrap());
    assert!(most < 4 << 20, "{most} bytes");
    drop(opened);

    // A video of 160 MiB exceeds the limit for unpacked bytes, but the game beside it can be read.
    let mut files = game("v6", "", "").unwrap();
    files.push(("film.san".to_owned(), vec![0; 160 << 20]));
    fs::write(&path, zipped(&files, CompressionMethod::Deflated)).unwrap();
    let game = Game::open(&path).unwrap();
    let film = game
        .files()
        .contained()
        .into_iter()
        .find(|file| file.name == Path::new("film.san"))
        .unwrap();
    let error = film.copy_to(&mut std::io::sink()).unwrap_err().to_string();
    assert!(
        error.contains("film.san: expected an archive that unpacks to"),
        "{error}"
    );
    assert!(game.rooms().any(|id| game.room(id).is_ok()));
}

#[test]
fn files_are_copied_out_of_an_archive_a_piece_at_a_time_i38() {
    let film: Vec<u8> = (0..24_u32 << 20).map(|at| at.to_le_bytes()[1]).collect();
    let mut files = game("v6", "", "").unwrap();
    files.push(("film.san".to_owned(), film.clone()));
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("game.zip");
    fs::write(&path, zipped(&files, CompressionMethod::Deflated)).unwrap();
    let game = Game::open(&path).unwrap();
    for file in game.files().contained() {
        let mut out = fs::File::create(place.path().join(&file.name)).unwrap();
        let ((), most) = peak(|| file.copy_to(&mut out).unwrap());
        assert!(most < 1 << 20, "{}: {most} bytes", file.name.display());
    }
    assert_eq!(fs::read(place.path().join("film.san")).unwrap(), film);
}

#[test]
fn a_file_with_a_wrong_checksum_is_unpacked_once_i38() {
    // Unpacking a file of 64 KiB 1,200 times would exceed the archive's limit for unpacked bytes,
    // and would cause another error.
    let mut files = game("v6", "", "").unwrap();
    let (name, mut data) = files.pop().unwrap();
    assert!(data.len() <= 1 << 16);
    data.resize(1 << 16, 0);
    files.insert(0, (name, data));
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("game.zip");
    fs::write(&path, changed(&files, 16, &[1, 2, 3, 4])).unwrap();
    let game = Game::open(&path).unwrap();
    let is_damaged = |id: &u16| {
        let loaded = game.load_room(*id);
        loaded.is_err_and(|error| error.to_string().contains("tentacle.002: "))
    };
    let room = game.rooms().find(is_damaged).unwrap();
    for _ in 0..1200 {
        let error = game.load_room(room).unwrap_err().to_string();
        assert!(error.contains("of checksum 04030201"), "{error}");
    }
}

#[test]
fn unpacked_bytes_are_dropped_with_their_game_i38() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("game.zip");
    let mut files = EditionFiles::new();
    for name in ["a", "b", "c", "d"] {
        let mut one = game("v6", "", "").unwrap();
        for (_, bytes) in &mut one {
            if bytes.len() > 10_000 {
                bytes.resize(4 << 20, 0);
            }
        }
        files.extend(below(&format!("{name}/"), one));
    }
    fs::write(&path, zipped(&files, CompressionMethod::Deflated)).unwrap();
    let (_, most) = peak(|| {
        for found in scumm_room::resource::games(place.path()).unwrap() {
            let game = found.open().unwrap();
            let rooms: Vec<u16> = game.ids(scumm_room::resource::ResourceKind::Room).collect();
            assert!(rooms.iter().any(|&id| game.load_room(id).is_ok()));
        }
    });
    assert!(most < 12 << 20, "{most} bytes");
}

/// Returns an archive of games, each of which has only the first bytes of an index.
fn many_games(count: usize) -> Vec<u8> {
    let files: EditionFiles = (0..count)
        .map(|number| {
            (
                format!("d{number}/monkey2.000"),
                b"RNAM\0\0\0\x09\0".to_vec(),
            )
        })
        .collect();
    zipped(&files, CompressionMethod::Stored)
}

#[test]
fn games_of_one_search_share_their_list_and_are_at_most_a_thousand_i38() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("many.zip");
    fs::write(&path, many_games(1001)).unwrap();
    let error = Game::open(&path).unwrap_err().to_string();
    assert!(
        error.ends_with("the number of games is 1001, the limit is 1000"),
        "{error}"
    );
    fs::write(&path, many_games(1000)).unwrap();
    let (games, most) = peak(|| scumm_room::resource::games(place.path()).unwrap());
    assert_eq!(games.len(), 1000);
    assert!(most < 4 << 20, "{most} bytes");
    assert_eq!(scumm_room::resource::outermost(games).len(), 1000);
    let error = Game::open(&path).unwrap_err().to_string();
    assert!(error.ends_with("and 990 more"), "{error}");
    assert!(
        error.contains("d0/monkey2.000") && error.len() < 2000,
        "{error}"
    );
}

#[test]
fn all_containers_of_a_search_share_one_account_of_files_i38() {
    let pak = |count: usize| {
        let files: EditionFiles = (0..count)
            .map(|number| (format!("classic/{number}.x"), Vec::new()))
            .collect();
        remaster("x.pak", &files)
    };
    let inside = |first: usize| {
        let mut files = vec![
            ("1.pak".to_owned(), pak(first)),
            ("2.pak".to_owned(), pak(9000)),
        ];
        files.push((
            "3.pak".to_owned(),
            remaster("3.pak", &below("classic/", game("v6", "", "").unwrap())),
        ));
        let bytes = zipped(&files, CompressionMethod::Deflated);
        Game::from_files([("game.zip".to_owned(), bytes.into())])
    };
    assert!(inside(9000).is_ok());
    // At most 20,000 files are examined in total. The game's files would follow after that.
    assert!(inside(11_000).is_err());
}

#[test]
fn a_game_in_a_folder_that_is_too_deep_is_told_as_such_i1_i38() {
    let folder = tempfile::tempdir().unwrap();
    let deep = "a/b/c/d/";
    let archive = folder.path().join("deep.zip");
    let files = below(deep, game("v5", "", "").unwrap());
    let expected = "deeper folders are not searched";
    for others in [
        Vec::new(),
        vec![("readme.txt".to_owned(), b"read".to_vec())],
    ] {
        let stored = [others, files.clone()].concat();
        fs::write(&archive, zipped(&stored, CompressionMethod::Deflated)).unwrap();
        let told = Game::open(&archive).unwrap_err().to_string();
        assert!(told.contains(expected), "{told}");
    }
    let plain = folder.path().join("plain");
    write(&plain.join(deep), &game("v5", "", "").unwrap()).unwrap();
    let told = Game::open(&plain).unwrap_err().to_string();
    assert!(told.contains(expected), "{told}");
    assert!(Game::open(plain.join("a")).is_ok());
}
