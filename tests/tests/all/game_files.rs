//! Compares made-up games of 18 versions, seven ROMs of the Nintendo and six forms of v0 with all
//! values in their files of expected results.
//!
//! Rules: N1a, N1b, N1c, F3a, F3b, F3c, F3d, F3e, F6, V1..V9, Q1..Q6.
// Helper functions of tests also fail by panicking.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use scumm_engine::{Game, OpenError};
use scumm_room::edit;
use scumm_room::resource::{GameFiles, ResourceKind};
use scumm_test_support::{shared, unpack};
use serde::Deserialize;
use tempfile::TempDir;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    version: u8,
    #[serde(default)]
    he: u8,
    #[serde(default)]
    old256: u8,
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    platform: Option<String>,
    #[serde(default)]
    demo: u8,
    /// The ROM that contains the game, and the number of the ROM among the seven.
    #[serde(default)]
    rom: Option<String>,
    #[serde(default)]
    rom_set: Option<String>,
    files: BTreeMap<String, FileFacts>,
    index: ExpectedIndex,
    loads: Vec<Load>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileFacts {
    size: u64,
    /// The checksum of a file that is extracted from a ROM.
    crc: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
struct ExpectedIndex {
    #[serde(rename = "numObjects")]
    objects: usize,
    room: ExpectedDirectory,
    script: ExpectedDirectory,
    sound: ExpectedDirectory,
    costume: ExpectedDirectory,
    charset: ExpectedDirectory,
    roomimage: ExpectedDirectory,
    roomscripts: ExpectedDirectory,
    image: ExpectedDirectory,
    talkie: ExpectedDirectory,
    owner: Vec<u8>,
    state: Vec<u8>,
    class: Vec<u32>,
    objroom: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedDirectory {
    n: usize,
    /// The room and the offset of each number. The offset -1 means none. Numbers with room 0 and
    /// offset 0 are left out.
    entries: BTreeMap<u16, (u8, i64)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Load {
    load: String,
    id: u16,
    size: Option<usize>,
    crc: Option<String>,
    file: Option<String>,
    head: Option<String>,
    /// 0 means that the resource does not exist.
    rc: Option<u8>,
}

fn kind(name: &str) -> ResourceKind {
    match name {
        "room" => ResourceKind::Room,
        "costume" => ResourceKind::Costume,
        "script" => ResourceKind::Script,
        "sound" => ResourceKind::Sound,
        "charset" => ResourceKind::Charset,
        "roomimage" => ResourceKind::RoomImage,
        "roomscripts" => ResourceKind::RoomScripts,
        other => panic!("unknown kind {other}"),
    }
}

/// Returns the made-up games. The folder with the games exists as long as the first value.
fn games() -> (TempDir, Vec<(String, PathBuf, Expected)>) {
    let unpacked = unpack("game-files").unwrap();
    let folder = unpacked.path().join("game-files");
    let mut names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .filter_map(|e| {
            e.unwrap()
                .file_name()
                .to_str()?
                .strip_suffix(".expected.json")
                .map(str::to_owned)
        })
        .collect();
    names.sort();
    assert_eq!(names.len(), 31);
    let read =
        |name: &String| fs::read_to_string(folder.join(format!("{name}.expected.json"))).unwrap();
    let games = names
        .into_iter()
        .map(|name| {
            let expected: Expected =
                serde_json::from_str(&read(&name)).unwrap_or_else(|e| panic!("{name}: {e}"));
            let path = folder.join(expected.rom.as_ref().unwrap_or(&name));
            (name, path, expected)
        })
        .collect();
    (unpacked, games)
}

#[test]
fn each_version_is_told_by_its_files() {
    let (_unpacked, games) = games();
    for (name, folder, expected) in games {
        let game = Game::open(&folder).unwrap_or_else(|e| panic!("{name}: {e}"));
        let dialect = game.dialect();
        // The files of HE99 and HE100 do not differ.
        let he = if expected.he == 100 { 99 } else { expected.he };
        assert_eq!(
            (dialect.version(), dialect.he()),
            (expected.version, he),
            "{name}"
        );
        assert_eq!(dialect.is_v3_256(), expected.old256 == 1, "{name}");
        // Games of v2 to v4 are distinguished by rooms that the made-up games do not have. Other
        // games are distinguished by their name or by the index.
        if !(2..=4).contains(&expected.version) {
            let game = expected
                .game
                .as_deref()
                .or((expected.he > 0).then_some("he"))
                .unwrap();
            assert_eq!(dialect.game(), scumm_room::GameId::from_id(game), "{name}");
        }
        if let Some(platform) = &expected.platform {
            let named = scumm_room::Platform::ALL
                .iter()
                .find(|(name, _)| name == platform);
            assert_eq!(
                (Some(dialect.platform()), dialect.is_demo()),
                (named.map(|(_, p)| *p), expected.demo == 1),
                "{name}"
            );
        }
        for (file, facts) in &expected.files {
            if expected.rom_set.is_some() {
                // These files are extracted from the ROM. Loading resources checks their contents.
                assert!(facts.crc.is_some(), "{name}/{file}");
                continue;
            }
            assert_eq!(
                fs::metadata(folder.join(file)).unwrap().len(),
                facts.size,
                "{name}/{file}"
            );
        }
    }
}

#[test]
fn the_index_of_each_version_is_read_completely() {
    let (_unpacked, games) = games();
    for (name, folder, expected) in games {
        let game = Game::open(&folder).unwrap();
        let index = game.files().index();
        let wanted = expected.index;
        for (kind, wanted) in [
            (ResourceKind::Room, wanted.room),
            (ResourceKind::Script, wanted.script),
            (ResourceKind::Sound, wanted.sound),
            (ResourceKind::Costume, wanted.costume),
            (ResourceKind::Charset, wanted.charset),
            (ResourceKind::RoomImage, wanted.roomimage),
            (ResourceKind::RoomScripts, wanted.roomscripts),
            (ResourceKind::Image, wanted.image),
            (ResourceKind::Talkie, wanted.talkie),
        ] {
            let Some(directory) = index.directories.get(&kind) else {
                assert!(wanted.entries.is_empty(), "{name}: {kind}");
                continue;
            };
            assert_eq!(directory.entries.len(), wanted.n, "{name}: {kind}");
            for (id, entry) in (0..).zip(&directory.entries) {
                match wanted.entries.get(&id) {
                    None | Some((_, -1)) => assert_eq!(entry.offset, None, "{name}: {kind} {id}"),
                    Some(&(room, offset)) => {
                        // For rooms of old versions (up to v3), the stored room number is ignored:
                        // the room's own number is the room.
                        let own = kind == ResourceKind::Room && game.dialect().version() <= 3;
                        assert_eq!(
                            if own { id as u8 } else { entry.room },
                            room,
                            "{name}: {kind} {id}"
                        );
                        // HE70+: the reference prints the offset 0 for rooms. Loading the rooms
                        // checks the stored offset.
                        if kind != ResourceKind::Room || !game.dialect().has_directory_sizes() {
                            assert_eq!(
                                entry.offset.map(i64::from),
                                Some(offset),
                                "{name}: {kind} {id}"
                            );
                        }
                    }
                }
            }
        }
        assert_eq!(index.objects.len(), wanted.objects, "{name}");
        let of = |what: fn(&scumm_room::resource::GlobalObject) -> Option<u32>,
                  n: usize|
         -> Vec<Option<u32>> { index.objects.iter().take(n).map(what).collect() };
        let all = |values: Vec<u32>| -> Vec<Option<u32>> { values.into_iter().map(Some).collect() };
        // 255: the version does not store an owner.
        let owners = wanted
            .owner
            .iter()
            .map(|&o| (o != 255).then_some(u32::from(o)))
            .collect::<Vec<_>>();
        assert_eq!(
            of(|o| o.owner.map(u32::from), owners.len()),
            owners,
            "{name}"
        );
        assert_eq!(
            of(|o| Some(o.state.into()), 24),
            all(wanted.state.into_iter().map(u32::from).collect()),
            "{name}"
        );
        assert_eq!(of(|o| Some(o.class), 24), all(wanted.class), "{name}");
        let rooms = wanted.objroom.len();
        assert_eq!(
            of(|o| o.room.map(u32::from), rooms),
            all(wanted.objroom.into_iter().map(u32::from).collect()),
            "{name}"
        );
    }
}

fn check_load(name: &str, files: &GameFiles, load: &Load) {
    let what = format!("{name}: {} {}", load.load, load.id);
    let loaded = files.load(kind(&load.load), load.id);
    if load.rc == Some(0) {
        assert!(loaded.is_err(), "{what}");
        return;
    }
    let loaded = loaded.unwrap_or_else(|e| panic!("{what}: {e}"));
    assert_eq!(Some(loaded.data.len()), load.size, "{what}");
    assert_eq!(
        Some(format!("{:08x}", crc32fast::hash(&loaded.data))),
        load.crc,
        "{what}"
    );
    let file = loaded
        .file
        .file_name()
        .and_then(|f| f.to_str())
        .unwrap()
        .to_lowercase();
    assert_eq!(
        Some(file),
        load.file.as_ref().map(|f| f.to_lowercase()),
        "{what}"
    );
    let head: String = loaded
        .data
        .iter()
        .take(12)
        .map(|b| format!("{b:02x}"))
        .collect();
    assert_eq!(Some(head), load.head, "{what}");
}

#[test]
fn resources_of_each_version_load_as_in_the_reference() {
    let (_unpacked, games) = games();
    for (name, folder, expected) in games {
        let game = Game::open(&folder).unwrap();
        for load in &expected.loads {
            check_load(&name, game.files(), load);
        }
        // The index of v0 names rooms that have no file.
        for id in game.rooms().filter(|_| expected.version > 0) {
            let room = game.load_room(id).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(
                room.image.is_some(),
                game.dialect().he_at_least(70),
                "{name}"
            );
            assert_eq!(
                room.scripts.is_some(),
                game.dialect().version() == 8,
                "{name}"
            );
            assert_eq!(
                game.locate_room(id).unwrap().size as usize,
                room.room.data.len(),
                "{name}"
            );
        }
    }
}

fn openquest() -> Option<PathBuf> {
    let found = shared("real/openquest");
    if found.is_none() {
        eprintln!("not run: OpenQuest is not there");
    }
    found
}

fn listing(index: &Path) -> (String, Vec<u16>, Vec<(u16, u16, u32)>) {
    let game = Game::open(index).unwrap();
    let rooms: Vec<u16> = game
        .rooms()
        .filter(|&id| game.load_room(id).is_ok())
        .collect();
    let costumes = game
        .costumes()
        .map(|id| {
            (
                id,
                game.room_of_costume(id).unwrap(),
                game.locate_costume(id).unwrap().size,
            )
        })
        .collect();
    (game.describe(), rooms, costumes)
}

/// Writes all resources of a game into a new game, and compares the resources of both.
fn check_written_anew(game: &Game) {
    let (files, dialect) = (game.files(), game.dialect());
    let kinds = [
        ResourceKind::Script,
        ResourceKind::Sound,
        ResourceKind::Costume,
        ResourceKind::Charset,
    ];
    let mut new = edit::NewGame {
        objects: files.index().objects.clone(),
        ..edit::NewGame::default()
    };
    for id in game.rooms() {
        let disk = files.index().entry(ResourceKind::Room, id).unwrap().room;
        let data = files.load(ResourceKind::Room, id).unwrap().data;
        let name = game.room_name(id).unwrap_or_default().to_owned();
        new.rooms
            .insert(id as u8, edit::NewRoom { name, disk, data });
    }
    for kind in kinds {
        for id in files.ids(kind) {
            let room = files.index().entry(kind, id).unwrap().room;
            new.add(kind, id, room, files.load(kind, id).unwrap().data);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let mut index = PathBuf::new();
    for file in new.files(dialect, "anew").unwrap() {
        index = folder.path().join(file.name);
        fs::write(&index, file.bytes).unwrap();
    }
    let anew = Game::open(&index).unwrap();
    assert_eq!(anew.dialect(), dialect.with_game(None));
    assert_eq!(anew.files().index().room_names, files.index().room_names);
    assert_eq!(anew.files().index().objects, files.index().objects);
    for kind in kinds.into_iter().chain([ResourceKind::Room]) {
        let ids: Vec<u16> = files.ids(kind).collect();
        assert_eq!(anew.files().ids(kind).collect::<Vec<_>>(), ids, "{kind}s");
        for id in ids {
            let (old, new) = (
                files.load(kind, id).unwrap(),
                anew.files().load(kind, id).unwrap(),
            );
            assert_eq!(
                crc32fast::hash(&new.data),
                crc32fast::hash(&old.data),
                "{kind} {id}"
            );
        }
    }
}

#[test]
fn games_of_v5_to_v7_written_anew_give_the_same() {
    let (_unpacked, games) = games();
    for (_, folder, expected) in games
        .iter()
        .filter(|(_, _, e)| (5..=7).contains(&e.version) && e.he == 0)
    {
        let game = Game::open(folder).unwrap();
        assert_eq!(game.dialect().version(), expected.version);
        check_written_anew(&game);
    }
    if let Some(folder) = openquest() {
        check_written_anew(&Game::open(folder.join("tentacle.000")).unwrap());
    }
}

#[test]
fn openquest_lists_the_same_plain_and_encrypted() {
    let Some(folder) = openquest() else { return };
    let (plain, rooms, costumes) = listing(&folder.join("scummc6.000"));
    assert_eq!(plain, "SCUMM v6, no XOR, 9 rooms, 6 costumes");
    assert_eq!((rooms.len(), costumes.len()), (9, 6));
    let encrypted = listing(&folder.join("tentacle.000"));
    assert_eq!(
        encrypted,
        (
            "SCUMM v6, XOR 0x69, 9 rooms, 6 costumes".to_owned(),
            rooms,
            costumes
        )
    );
}

#[test]
fn a_folder_with_two_games_lists_them() {
    let Some(folder) = openquest() else { return };
    let error = Game::open(&folder).unwrap_err();
    assert!(matches!(&error, OpenError::Several { games, .. } if games.len() == 2));
    let text = error.to_string();
    assert!(
        text.contains("scummc6.000: SCUMM v6, no XOR, 9 rooms, 6 costumes"),
        "{text}"
    );
    assert!(
        text.contains("tentacle.000: SCUMM v6, XOR 0x69, 9 rooms, 6 costumes"),
        "{text}"
    );
}
