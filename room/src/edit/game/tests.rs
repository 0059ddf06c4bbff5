//! Tests that written games are read back unchanged.

use std::fs;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

use super::*;
use crate::Tag;
use crate::block;
use crate::resource::GameFiles;

/// The contents of a game without tags: rooms (disk, data), resources (kind, number, index of the
/// room, data), objects.
type Untagged = (
    Vec<(u8, u8, Vec<u8>)>,
    Vec<(usize, u16, usize, Vec<u8>)>,
    Vec<(u8, u8, u32)>,
);

const KINDS: [(ResourceKind, &[u8; 4]); 4] = [
    (ResourceKind::Script, b"SCRP"),
    (ResourceKind::Sound, b"SOUN"),
    (ResourceKind::Costume, b"COST"),
    (ResourceKind::Charset, b"CHAR"),
];

fn content() -> impl Strategy<Value = Untagged> {
    let data = || vec(any::<u8>(), 0..40);
    let rooms = btree_map(1u8.., (1u8..4, data()), 1..6).prop_map(|rooms| {
        rooms
            .into_iter()
            .map(|(id, (disk, data))| (id, disk, data))
            .collect()
    });
    let resources = vec((0usize..4, 1u16..300, any::<usize>(), data()), 0..12);
    let objects = vec((0u8..16, 0u8..16, any::<u32>()), 0..20);
    (rooms, resources, objects)
}

fn game((rooms, resources, objects): &Untagged, dialect: Dialect) -> NewGame {
    let mut game = NewGame::default();
    for (id, disk, data) in rooms {
        let data = block::write(Tag(*b"ROOM"), data).unwrap();
        game.rooms.insert(
            *id,
            NewRoom {
                name: format!("room {id}"),
                disk: *disk,
                data,
            },
        );
    }
    for (kind, id, room, data) in resources {
        let (kind, tag) = KINDS[*kind];
        let tag = if kind == ResourceKind::Costume && dialect.is_v7_plus() {
            b"AKOS"
        } else {
            tag
        };
        let (room, ..) = rooms[room % rooms.len()];
        game.add(kind, *id, room, block::write(Tag(*tag), data).unwrap());
    }
    game.objects = objects
        .iter()
        .map(|&(owner, state, class)| {
            if dialect.is_v7_plus() {
                GlobalObject {
                    state,
                    class,
                    room: Some(owner),
                    ..GlobalObject::default()
                }
            } else {
                GlobalObject {
                    owner: Some(owner),
                    state,
                    class,
                    ..GlobalObject::default()
                }
            }
        })
        .collect();
    game
}

/// Writes the game to a folder and opens it.
fn reopen(game: &NewGame, dialect: Dialect, folder: &std::path::Path) -> GameFiles {
    let files = game.files(dialect, "written").unwrap();
    for file in &files {
        fs::write(folder.join(&file.name), &file.bytes).unwrap();
    }
    GameFiles::open(&folder.join(&files.last().unwrap().name)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_was_written_reads_back(content in content(), version in 5u8..=7) {
        let dialect = Dialect::new(version).with_game(None);
        let game = game(&content, dialect);
        let folder = tempfile::tempdir().unwrap();
        let files = reopen(&game, dialect, folder.path());
        prop_assert_eq!(files.dialect(), dialect);
        prop_assert_eq!(files.xor, if version == 7 { Xor::NONE } else { Xor::LARGE });
        let rooms: Vec<u16> = game.rooms.keys().map(|&id| id.into()).collect();
        prop_assert_eq!(files.ids(ResourceKind::Room).collect::<Vec<_>>(), rooms);
        for (&id, room) in &game.rooms {
            prop_assert_eq!(&files.load(ResourceKind::Room, id.into()).unwrap().data, &room.data);
            prop_assert_eq!(&files.index().room_names[&u16::from(id)], &room.name);
        }
        for (kind, _) in KINDS {
            let ids: Vec<u16> = game.resources.keys().filter(|(k, _)| *k == kind).map(|&(_, id)| id).collect();
            prop_assert_eq!(files.ids(kind).collect::<Vec<_>>(), ids);
        }
        for (&(kind, id), resource) in &game.resources {
            prop_assert_eq!(&files.load(kind, id).unwrap().data, &resource.data);
            prop_assert_eq!(files.index().entry(kind, id).unwrap().room, resource.room);
        }
        prop_assert_eq!(&files.index().objects, &game.objects);
    }
}

fn small_game() -> NewGame {
    let mut game = NewGame::default();
    game.add_room(2, "attic", block::write(Tag(*b"ROOM"), &[7]).unwrap());
    game.add(
        ResourceKind::Script,
        1,
        2,
        block::write(Tag(*b"SCRP"), &[0x80]).unwrap(),
    );
    game
}

#[test]
fn the_bytes_of_a_v5_game_are_those_of_the_rules_f2_f3c() {
    let mut files = small_game().files(Dialect::new(5), "m").unwrap();
    files
        .iter_mut()
        .for_each(|file| Xor::LARGE.apply(&mut file.bytes));
    let [data, index] = &files[..] else {
        panic!("two files")
    };
    assert_eq!(
        (data.name.as_str(), index.name.as_str()),
        ("m.001", "m.000")
    );
    let mut expected = b"LECF\0\0\0\x30LOFF\0\0\0\x0e\x01\x02\x1e\0\0\0LFLF\0\0\0\x1a".to_vec();
    expected.extend(b"ROOM\0\0\0\x09\x07SCRP\0\0\0\x09\x80");
    assert_eq!(data.bytes, expected);
    let mut expected = b"RNAM\0\0\0\x13\x02\x9e\x8b\x8b\x96\x9c\xff\xff\xff\xff\0".to_vec();
    expected.extend(b"MAXS\0\0\0\x1a\x20\x03\x10\0\0\x08\xc8\0\x32\0\x01\0\x64\0\x32\0\x50\0");
    expected.extend(b"DROO\0\0\0\x19\x03\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0");
    expected.extend(b"DSCR\0\0\0\x14\x02\0\0\x02\0\0\0\0\x09\0\0\0");
    expected.extend(b"DSOU\0\0\0\x0f\x01\0\0\0\0\0\0DCOS\0\0\0\x0f\x01\0\0\0\0\0\0DCHR\0\0\0\x0f\x01\0\0\0\0\0\0");
    expected.extend(b"DOBJ\0\0\0\x0a\0\0");
    assert_eq!(index.bytes, expected);
}

#[test]
fn the_counts_of_maxs_agree_with_the_directories_n3_n4() {
    for version in [6, 7] {
        let folder = tempfile::tempdir().unwrap();
        let mut game = small_game();
        game.objects = vec![
            GlobalObject {
                owner: Some(15),
                ..GlobalObject::default()
            };
            13
        ];
        let files = reopen(&game, Dialect::new(version), folder.path());
        let index = files.index();
        let maxs = index.maxs.as_ref().unwrap();
        for (kind, directory) in &index.directories {
            assert_eq!(
                maxs.count(*kind),
                Some(directory.entries.len() as u32),
                "v{version} {kind}"
            );
        }
        assert_eq!(maxs.objects(), Some(13), "v{version}");
    }
}

#[test]
fn what_could_not_be_read_back_is_refused() {
    let refused = |change: &dyn Fn(&mut NewGame)| {
        let mut game = small_game();
        change(&mut game);
        game.files(Dialect::new(5), "m").unwrap_err().to_string()
    };
    let scrp = || block::write(Tag(*b"SCRP"), &[]).unwrap();
    assert_eq!(
        refused(&|g| g.add(ResourceKind::Script, 2, 9, scrp())),
        "script 2: there is no room 9"
    );
    assert_eq!(
        refused(&|g| g.add(ResourceKind::Script, 0, 2, scrp())),
        "script 0: expected a number from 1 to 65534"
    );
    assert_eq!(
        refused(&|g| g.add(ResourceKind::Costume, 1, 2, scrp())),
        "costume 1 can't be a block SCRP"
    );
    assert_eq!(
        refused(&|g| g.add(ResourceKind::Talkie, 1, 2, scrp())),
        "talkie 1: this version does not store this kind"
    );
    assert_eq!(
        refused(&|g| g.add_room(0, "", vec![])),
        "room 0 on disk 1: expected numbers from 1 on"
    );
    let long = [scrp(), vec![0]].concat();
    assert_eq!(
        refused(&|g| g.add(ResourceKind::Script, 1, 2, long.clone())),
        "script 1: a block of 8 bytes in 9"
    );
    assert!(
        refused(&|g| g.rooms.get_mut(&2).unwrap().name = "ten letter".into())
            .contains("more than 9 characters")
    );
    assert!(
        refused(&|g| g.objects = vec![GlobalObject::default(); 70_000]).contains("at most 65535")
    );
    assert!(
        small_game()
            .files(Dialect::new(8), "m")
            .unwrap_err()
            .to_string()
            .contains("not supported")
    );
}

fn in_memory(files: Vec<NewFile>) -> Vec<(String, std::borrow::Cow<'static, [u8]>)> {
    files
        .into_iter()
        .map(|file| (file.name, file.bytes.into()))
        .collect()
}

#[test]
fn a_game_in_memory_loads_as_one_on_a_disk() {
    let dialect = Dialect::new(5).with_game(None);
    let mut game = NewGame::default();
    game.add_room(7, "attic", block::write(Tag(*b"ROOM"), &[1, 2, 3]).unwrap());
    let files = game.files(dialect, "Written").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let disk = reopen(&game, dialect, folder.path());
    let memory = GameFiles::from_memory(in_memory(files.clone())).unwrap();
    assert_eq!(memory.describe(), disk.describe());
    assert_eq!(
        memory.load(ResourceKind::Room, 7).unwrap().data,
        disk.load(ResourceKind::Room, 7).unwrap().data
    );

    let mut short = files;
    short[0].bytes.truncate(20);
    let error = GameFiles::from_memory(in_memory(short))
        .unwrap()
        .load(ResourceKind::Room, 7)
        .unwrap_err();
    assert!(error.to_string().starts_with("Written.001"), "{error}");
}

#[test]
fn files_in_memory_are_those_of_one_game() {
    let mut game = NewGame::default();
    game.add_room(1, "", block::write(Tag(*b"ROOM"), &[]).unwrap());
    let files = |base| in_memory(game.files(Dialect::new(5), base).unwrap());
    let refused = |files: Vec<_>| GameFiles::from_memory(files).unwrap_err().to_string();
    assert!(refused([files("a"), files("b")].concat()).contains("several games among the files"));
    assert!(refused(files("a").drain(..1).collect()).contains("no index of a game"));
}
