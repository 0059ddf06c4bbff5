//! Reads games of v1 to v4 that are written here byte by byte: where scripts lie (J6), and what
//! they say.

use super::{Cast, Dialect, Game, ScriptReliability, people, rooms_of};

/// A version of these games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edition {
    V1,
    V2,
    V3Ega,
    V3Colours256,
    V4,
}

use Edition::{V1, V2, V3Colours256, V3Ega, V4};

const ALL: [Edition; 5] = [V1, V2, V3Ega, V3Colours256, V4];

impl Edition {
    /// Returns whether the operands of positions are bytes.
    fn is_early(self) -> bool {
        matches!(self, V1 | V2)
    }

    /// Returns whether rooms have a fixed header and offsets.
    fn is_old_bundle(self) -> bool {
        matches!(self, V1 | V2 | V3Ega)
    }

    fn dialect(self) -> Dialect {
        match self {
            V1 => Dialect::new(1),
            V2 => Dialect::new(2),
            V3Ega => Dialect::new(3),
            V3Colours256 => Dialect::new(3).with_old256(true),
            V4 => Dialect::new(4),
        }
    }
}

/// The number of a test's room, which has the scripts.
const ROOM: u8 = 2;
/// The end of a script.
const STOP: &[u8] = &[0x00];
/// The byte that fills the room between scripts. It begins no instruction of these versions.
const FILLER: u8 = 0x3f;

/// Returns the instructions that give an actor the costume of the same number, put it to (10, 20)
/// in a room, and turn it to the west.
fn dress(edition: Edition, actor: u8, room: u8) -> Vec<u8> {
    let wear = match edition {
        V1 | V2 => vec![0x13, actor, actor, 0x04],
        _ => vec![0x13, actor, 0x01, actor, 0xff],
    };
    let place = match edition {
        V1 | V2 => vec![0x01, actor, 10, 20],
        _ => vec![0x01, actor, 10, 0, 20, 0],
    };
    let facing = [0x11, actor, 248];
    [&wear[..], &place, &[0x2d, actor, room], &facing].concat()
}

/// The scripts of a room.
#[derive(Default)]
struct RoomScripts {
    entry: Vec<u8>,
    exit: Vec<u8>,
    /// The local scripts by number.
    locals: Vec<(u8, Vec<u8>)>,
    /// The scripts of each object: a script for each verb.
    objects: Vec<Vec<Vec<u8>>>,
}

fn word(number: usize) -> [u8; 2] {
    u16::try_from(number).unwrap().to_le_bytes()
}

fn long(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap().to_le_bytes()
}

/// Returns a block with the header of v3 with 256 colours and v4.
fn small(tag: &[u8; 2], data: &[u8]) -> Vec<u8> {
    [&long(6 + data.len())[..], tag, data].concat()
}

/// Returns a block with the header of v1 to v3 with 16 colours.
fn old(data: &[u8]) -> Vec<u8> {
    [&word(4 + data.len())[..], &[0, 0], data].concat()
}

/// Returns the block of an object: the verbs, a name, then the scripts.
fn object(edition: Edition, number: usize, scripts: &[Vec<u8>]) -> Vec<u8> {
    let (header, table, size) = match edition {
        V1 | V2 => (4, 15, 2),
        V3Ega => (4, 17, 3),
        V3Colours256 | V4 => (6, 19, 3),
    };
    let mut block = vec![0xee; table];
    block[header..header + 2].copy_from_slice(&word(number));
    let name = b"a thing\0";
    let mut at = table + scripts.len() * size + 1 + name.len();
    for (verb, script) in (1..).zip(scripts) {
        block.push(verb);
        let offset = word(at);
        block.extend(if edition.is_early() {
            &offset[..1]
        } else {
            &offset
        });
        at += script.len();
    }
    block.push(0);
    block.extend(name);
    block.extend(scripts.concat());
    let end = block.len();
    if edition.is_old_bundle() {
        block[..2].copy_from_slice(&word(end));
        block[2..4].copy_from_slice(&[0, 0]);
    } else {
        block[..4].copy_from_slice(&long(end));
        block[4..6].copy_from_slice(b"OC");
    }
    block
}

/// Returns a room with a fixed header, without a picture.
fn old_room(edition: Edition, scripts: &RoomScripts) -> Vec<u8> {
    let wide = edition == V3Ega;
    let table = if wide { 29 } else { 28 };
    let mut room = vec![0; table];
    let count = scripts.objects.len();
    room[20] = count.try_into().unwrap();
    // One sound and two global scripts.
    room[table - 6..table - 4].copy_from_slice(&[1, 2]);
    room.extend(vec![0; count * 4]);
    room.extend([7, 8, 9]);
    let locals = room.len();
    if wide {
        room.extend(vec![0; scripts.locals.len() * 3 + 1]);
    }
    let append = |room: &mut Vec<u8>, position: usize, part: &[u8]| {
        room.push(FILLER);
        let start = word(room.len());
        room[position..position + 2].copy_from_slice(&start);
        room.extend(part);
    };
    // The offset 0 stands for no script.
    for (position, script) in [(table - 4, &scripts.exit), (table - 2, &scripts.entry)] {
        if !script.is_empty() {
            append(&mut room, position, script);
        }
    }
    for (index, (number, script)) in scripts.locals.iter().enumerate() {
        room[locals + index * 3] = *number;
        append(&mut room, locals + index * 3 + 1, script);
    }
    for (index, verbs) in scripts.objects.iter().enumerate() {
        let block = object(edition, index + 1, verbs);
        append(&mut room, table + count * 2 + index * 2, &block);
    }
    room.push(FILLER);
    let size = word(room.len());
    room[..2].copy_from_slice(&size);
    room
}

/// Returns a room of blocks, without a picture.
fn small_room(edition: Edition, scripts: &RoomScripts) -> Vec<u8> {
    let mut blocks = small(b"HD", &[0; 6]);
    for (index, verbs) in scripts.objects.iter().enumerate() {
        blocks.extend(object(edition, index + 1, verbs));
    }
    blocks.extend(small(b"EX", &scripts.exit));
    blocks.extend(small(b"EN", &scripts.entry));
    for (number, script) in &scripts.locals {
        blocks.extend(small(b"LS", &[&[*number][..], script].concat()));
    }
    small(b"RO", &blocks)
}

/// Returns a game with rooms 1 to 3, the global scripts from number 1 on in room 1, and costumes 1
/// to
/// 9 in room 1. `scripts` are those of room [`ROOM`].
fn game(edition: Edition, scripts: &RoomScripts, globals: &[Vec<u8>]) -> Game {
    let mut rooms = Vec::new();
    let mut places = Vec::new();
    for number in 1..=3 {
        let scripts = if number == ROOM {
            scripts
        } else {
            &RoomScripts::default()
        };
        let mut file = if edition.is_old_bundle() {
            old_room(edition, scripts)
        } else {
            small_room(edition, scripts)
        };
        if number == 1 {
            for code in globals {
                places.push(file.len());
                file.extend(if edition.is_old_bundle() {
                    old(code)
                } else {
                    small(b"SC", code)
                });
            }
        }
        rooms.push(file);
    }
    let xor =
        |bytes: Vec<u8>, key: u8| -> Vec<u8> { bytes.iter().map(|byte| byte ^ key).collect() };
    let mut files = Vec::new();
    if edition.is_old_bundle() {
        files.push(("00.LFL".to_owned(), xor(old_index(edition, &places), 0xff)));
        for (number, room) in (1..).zip(rooms) {
            files.push((format!("{number:02}.LFL"), xor(room, 0xff)));
        }
    } else if edition == V3Colours256 {
        files.push(("00.LFL".to_owned(), small_index(edition, &places)));
        for (number, room) in (1..).zip(rooms) {
            files.push((format!("{number:02}.LFL"), room));
        }
    } else {
        files.push(("000.LFL".to_owned(), small_index(edition, &places)));
        files.push(("DISK01.LEC".to_owned(), xor(disk(&rooms), 0x69)));
    }
    let files = files.into_iter().map(|(name, bytes)| (name, bytes.into()));
    let game = Game::from_files(files).unwrap();
    // The files do not determine the version in all cases.
    game.with_dialect(edition.dialect())
}

/// Returns the index of v1 to v3 with 16 colours: columns of rooms and offsets.
fn old_index(edition: Edition, scripts: &[usize]) -> Vec<u8> {
    let list = |count: usize, places: &[usize], room: u8| {
        let mut rooms = vec![0; count];
        let mut offsets = vec![0xff; count * 2];
        for (index, place) in places.iter().enumerate() {
            rooms[index + 1] = room;
            offsets[index * 2 + 2..index * 2 + 4].copy_from_slice(&word(*place));
        }
        [rooms, offsets].concat()
    };
    let lists: [(usize, &[usize]); 4] = [(55, &[0; 3]), (35, &[0; 9]), (200, scripts), (100, &[])];
    let mut index = if edition == V1 {
        [&word(0x0a31)[..], &[0; 800]].concat()
    } else {
        let object = if edition == V2 { 1 } else { 4 };
        [&word(0x0100)[..], &word(30), &vec![0; 30 * object]].concat()
    };
    for (count, places) in lists {
        if edition != V1 {
            index.push(count.try_into().unwrap());
        }
        index.extend(list(count, places, 1));
    }
    index
}

/// Returns the index of v3 with 256 colours and v4: blocks of pairs of a room and an offset.
fn small_index(edition: Edition, scripts: &[usize]) -> Vec<u8> {
    // In v4 the offsets count from the room, and the directory of rooms names disks.
    let pairs = |tag, places: &[usize]| {
        let mut data = [&word(places.len() + 1)[..], &[0, 0xff, 0xff, 0xff, 0xff]].concat();
        for place in places {
            data.push(1);
            data.extend(long(*place));
        }
        small(tag, &data)
    };
    let objects = [&word(4)[..], &[0; 16]].concat();
    let mut index = Vec::new();
    if edition == V4 {
        index.extend(small(b"RN", &[0]));
    }
    index.extend(pairs(b"0R", &[0; 3]));
    index.extend(pairs(b"0S", scripts));
    index.extend(pairs(b"0N", &[]));
    index.extend(pairs(b"0C", &[0; 9]));
    index.extend(small(b"0O", &objects));
    index
}

/// Returns the data file of v4 with these rooms.
fn disk(rooms: &[Vec<u8>]) -> Vec<u8> {
    let mut table = vec![u8::try_from(rooms.len()).unwrap()];
    let mut blocks = Vec::new();
    let first = 12 + 1 + rooms.len() * 5;
    for (number, room) in (1..).zip(rooms) {
        table.push(number);
        table.extend(long(first + blocks.len()));
        blocks.extend(small(b"LF", &[&[number, 0][..], room].concat()));
    }
    small(b"LE", &[small(b"FO", &table), blocks].concat())
}

/// Returns the facing of an actor in a room.
fn facing(cast: &Cast, room: u16, actor: u16) -> Option<u16> {
    let member = cast.room(room).iter().find(|member| member.actor == actor);
    member.unwrap().facing
}

#[test]
fn scripts_lie_in_the_parts_of_old_rooms_j6() {
    for edition in ALL {
        let script = |actor| [dress(edition, actor, ROOM), STOP.to_vec()].concat();
        let locals = if edition.is_early() {
            Vec::new()
        } else {
            vec![(200, script(3)), (201, script(6))]
        };
        let scripts = RoomScripts {
            entry: script(1),
            exit: script(2),
            locals,
            objects: vec![vec![script(4), script(7)], vec![], vec![script(8)]],
        };
        let cast = Cast::from_game(&game(edition, &scripts, &[script(5)]));
        let actors: Vec<u16> = if edition.is_early() {
            vec![1, 2, 4, 5, 7, 8]
        } else {
            (1..=8).collect()
        };
        let found = if edition.is_early() { 5 } else { 7 };
        let counts = (cast.standing, cast.scripts.found, cast.scripts.cut);
        assert_eq!(
            counts,
            (ScriptReliability::Unproven, found, 0),
            "{edition:?}"
        );
        let all: Vec<_> = actors
            .iter()
            .map(|&actor| (actor, actor, Some((10, 20))))
            .collect();
        assert_eq!(people(&cast, ROOM.into()), all, "{edition:?}");
        for actor in actors {
            assert_eq!(rooms_of(&cast, actor), [(2, 1)], "{edition:?}");
            assert_eq!(facing(&cast, ROOM.into(), actor), Some(270), "{edition:?}");
        }
    }
}

#[test]
fn entry_scripts_and_called_scripts_have_the_room_j24_j25() {
    for edition in ALL {
        let wear = |actor| match edition {
            V1 | V2 => vec![0x13, actor, actor, 0x04],
            _ => vec![0x13, actor, 0x01, actor, 0xff],
        };
        let start = match edition {
            V1 | V2 => vec![0x42, 1],
            _ => vec![0x0a, 1, 0xff],
        };
        let scripts = RoomScripts {
            entry: [&wear(1)[..], &start, STOP].concat(),
            exit: STOP.to_vec(),
            ..RoomScripts::default()
        };
        let called = [&wear(2)[..], STOP].concat();
        let cast = Cast::from_game(&game(edition, &scripts, &[called]));
        let levels = (rooms_of(&cast, 1), rooms_of(&cast, 2));
        assert_eq!(levels, (vec![(2, 2)], vec![(2, 3)]), "{edition:?}");
    }
}

#[test]
fn the_ego_of_old_games_is_in_variable_0_or_1_j22() {
    for edition in ALL {
        let (ego, put) = match edition {
            V1 | V2 => (vec![0x1a, 0, 4, 0], vec![0x81, 0, 10, 20, 0xad, 0, 3]),
            _ => (
                vec![0x1a, 1, 0, 4, 0],
                vec![0x81, 1, 0, 10, 0, 20, 0, 0xad, 1, 0, 3],
            ),
        };
        let boot = [&ego[..], STOP].concat();
        let dress = [&dress(edition, 4, 1)[..], &put, STOP].concat();
        let cast = Cast::from_game(&game(edition, &RoomScripts::default(), &[boot, dress]));
        assert_eq!(cast.egos.iter().copied().collect::<Vec<_>>(), [4]);
        assert_eq!(rooms_of(&cast, 4), [(1, 1), (3, 1)], "{edition:?}");
    }
}

#[test]
fn names_and_colours_of_old_games_j26() {
    for edition in ALL {
        let told = match edition {
            V1 => vec![0x13, 3, 9, 0x05, 0x13, 3, 0, 0x03, b'B', b'o', b'b', 0],
            V2 => vec![
                0x13, 3, 9, 0x05, 0x13, 3, 7, 0x02, 5, 0x13, 3, 0, 0x03, b'B', b'o', b'b', 0,
            ],
            _ => vec![
                0x13, 3, 0x0e, 9, 0x0d, 5, 7, 0x0f, b'B', b'o', b'b', 0, 0xff,
            ],
        };
        let entry = [&dress(edition, 3, ROOM)[..], &told, STOP].concat();
        let scripts = RoomScripts {
            entry,
            exit: STOP.to_vec(),
            ..RoomScripts::default()
        };
        let cast = Cast::from_game(&game(edition, &scripts, &[]));
        let look = &cast.costume(3).unwrap().looks[0];
        let name = look.name.as_ref().map(ToString::to_string);
        assert_eq!(name.as_deref(), Some("Bob"), "{edition:?}");
        assert_eq!(look.talk_colour, Some(9), "{edition:?}");
        let palette = if edition == V1 { None } else { Some(&7) };
        assert_eq!(look.palette.get(&5), palette, "{edition:?}");
    }
}

#[test]
fn damaged_old_rooms_are_read_as_far_as_possible_j20_j34() {
    for edition in ALL {
        let script = |actor| [dress(edition, actor, ROOM), STOP.to_vec()].concat();
        let scripts = RoomScripts {
            entry: script(1),
            exit: script(2),
            locals: vec![(200, script(3))],
            objects: vec![vec![script(4)], vec![script(5)]],
        };
        let room = if edition.is_old_bundle() {
            old_room(edition, &scripts)
        } else {
            small_room(edition, &scripts)
        };
        let dialect = edition.dialect();
        for at in 0..room.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut damaged = room.clone();
                damaged[at] = value;
                let mut bytes = 0;
                let mut see = |script: &super::Script<'_>| bytes += script.bytes.len();
                super::scripts::read_room_scripts(&damaged, 2, &dialect, &mut see);
                assert!(
                    bytes <= 2 * room.len(),
                    "{edition:?}: byte {at} = {value:x}"
                );
            }
            let mut see = |_: &super::Script<'_>| ();
            super::scripts::read_room_scripts(&room[..at], 2, &dialect, &mut see);
        }
        // The same block many times.
        if edition.is_old_bundle() {
            let table = if edition == V3Ega { 29 } else { 28 };
            let mut room = vec![0; 1000];
            room[20] = 200;
            for word in room[table..table + 800].chunks_mut(2) {
                word.copy_from_slice(&[20, 0]);
            }
            let mut found = 0;
            let mut see = |_: &super::Script<'_>| found += 1;
            super::scripts::read_room_scripts(&room, 2, &dialect, &mut see);
            assert!(found <= 2, "{edition:?}: {found} scripts");
        }
    }
}
