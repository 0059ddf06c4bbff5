//! Tests with artificial indexes and games, each with one sign.

use std::borrow::Cow;

use super::super::files::GameFiles;
use super::super::folder::Folder;
use super::super::kind::ResourceKind;
use super::super::naming::Naming;
use super::super::source::Xor;
use super::*;
use crate::edit::{NewGame, RoomPlan, encode_room};
use crate::{Surface, Tag, block};

type File = (String, Vec<u8>);

/// Opens the game whose index is among the files, with a table of known index files.
fn open_by(files: Vec<File>, given: &Given, table: &'static str) -> Result<GameFiles> {
    let folder = Folder::in_memory(
        files
            .into_iter()
            .map(|(name, bytes)| (name, Cow::Owned(bytes))),
    );
    let index = folder
        .files()
        .iter()
        .find(|file| Naming::from_index_name(&file.path).is_some())
        .unwrap()
        .clone();
    GameFiles::open_by_table(&index, folder, given, table)
}

/// Returns the description of a game without given properties.
fn seen(files: Vec<File>) -> String {
    open_by(files, &Given::default(), "")
        .unwrap()
        .identity()
        .to_string()
}

fn file(name: &str, bytes: Vec<u8>) -> File {
    (name.to_owned(), bytes)
}

fn keyed(key: Xor, mut bytes: Vec<u8>) -> Vec<u8> {
    key.apply(&mut bytes);
    bytes
}

/// Creates an index of v2 (one byte for each object) or v3 with 16 colours (four bytes) of this
/// length, without resources.
fn old_index(len: usize, object: usize) -> Vec<u8> {
    let rooms = (0..4)
        .find(|rooms| (len - 8 - 3 * rooms) % object == 0)
        .unwrap();
    let objects = (len - 8 - 3 * rooms) / object;
    let mut index = vec![0, 1];
    index.extend((objects as u16).to_le_bytes());
    index.extend(vec![0; objects * object]);
    index.push(rooms as u8);
    index.extend(vec![0; rooms]);
    index.extend(vec![0xff; rooms * 2]);
    index.extend([0; 3]);
    assert_eq!(index.len(), len);
    keyed(Xor::OLD, index)
}

fn small(tag: &[u8; 2], data: &[u8]) -> Vec<u8> {
    [&(data.len() as u32 + 6).to_le_bytes()[..], tag, data].concat()
}

/// Creates an index of v3 with 256 colours or v4 of this length, with this number of scripts, none
/// of which exists.
fn small_index(len: usize, scripts: usize) -> Vec<u8> {
    let directory = |tag, count: usize| {
        small(
            tag,
            &[
                &(count as u16).to_le_bytes()[..],
                &[0, 0xff, 0xff, 0xff, 0xff].repeat(count),
            ]
            .concat(),
        )
    };
    let rooms = (1..5)
        .find(|rooms| (len - 24 - 5 * (scripts + rooms)) % 4 == 0)
        .unwrap();
    let objects = (len - 24 - 5 * (scripts + rooms)) / 4;
    let objects = small(
        b"0O",
        &[&(objects as u16).to_le_bytes()[..], &vec![0; objects * 4]].concat(),
    );
    let index = [directory(b"0R", rooms), directory(b"0S", scripts), objects].concat();
    assert_eq!(index.len(), len);
    index
}

fn large(tag: &[u8; 4], data: &[u8]) -> Vec<u8> {
    block::write(Tag(*tag), data).unwrap()
}

/// Creates an index of v5 of this length; bytes after the count of objects are not read.
fn v5_index(len: usize) -> Vec<u8> {
    v5_index_with_names(len, &[&[1][..], &[!b'a'; 9], &[0]].concat())
}

/// Creates an index of v5 of this length with these names of rooms.
fn v5_index_with_names(len: usize, names: &[u8]) -> Vec<u8> {
    let start = [large(b"RNAM", names), large(b"MAXS", &[0; 18])].concat();
    let objects = large(b"DOBJ", &vec![0; len - start.len() - 8]);
    keyed(Xor::LARGE, [start, objects].concat())
}

/// Creates the index of a Humongous game: the length of MAXS, plain or packed room names, and
/// further blocks without entries.
fn he_index(maxs: usize, is_plain: bool, blocks: &[&[u8; 4]]) -> Vec<u8> {
    let names: &[u8] = if is_plain { &[0, 0] } else { &[0] };
    let mut index = [large(b"RNAM", names), large(b"MAXS", &vec![0; maxs - 8])].concat();
    blocks
        .iter()
        .for_each(|tag| index.extend(large(tag, &[0, 0])));
    keyed(Xor::LARGE, index)
}

#[test]
fn the_size_of_an_index_tells_game_and_machine_i24() {
    for (name, index, expected) in [
        (
            "00.LFL",
            old_index(1988, 1),
            "Maniac Mansion by the size of its index, DOS assumed",
        ),
        (
            "00.LFL",
            old_index(1916, 1),
            "Zak McKracken and the Alien Mindbenders by the size of its index, DOS assumed",
        ),
        (
            "00.LFL",
            old_index(5361, 4),
            "Indiana Jones and the Last Crusade by the size of its index, DOS assumed",
        ),
        (
            "00.LFL",
            old_index(5752, 4),
            "Loom, DOS by the size of its index",
        ),
        (
            "00.LFL",
            small_index(6295, 100),
            "Indiana Jones and the Last Crusade, DOS by the size of its index",
        ),
        (
            "00.LFL",
            small_index(7520, 100),
            "Zak McKracken and the Alien Mindbenders, FM-Towns by the size of its index",
        ),
        (
            "00.LFL",
            small_index(7540, 100),
            "Loom, FM-Towns by the size of its index",
        ),
        (
            "000.LFL",
            small_index(8307, 199),
            "Loom by the size of its index, DOS assumed",
        ),
        (
            "000.LFL",
            small_index(7857, 199),
            "Passport to Adventure, DOS by the size of its index",
        ),
        (
            "000.LFL",
            small_index(7607, 199),
            "The Secret of Monkey Island, DOS by the size of its index",
        ),
        (
            "000.LFL",
            small_index(7617, 199),
            "The Secret of Monkey Island, Amiga by the size of its index",
        ),
        (
            "x.000",
            v5_index(9925),
            "The Secret of Monkey Island, FM-Towns by the size of its index",
        ),
        (
            "x.000",
            v5_index(9465),
            "The Secret of Monkey Island, Sega CD by the size of its index",
        ),
        (
            "x.000",
            v5_index(11_155),
            "Monkey Island 2, Amiga by the size of its index",
        ),
        (
            "x.000",
            v5_index(10_740),
            "Monkey Island 2, Macintosh by the size of its index",
        ),
        (
            "x.000",
            v5_index(11_170),
            "Indiana Jones and the Fate of Atlantis, FM-Towns by the size of its index",
        ),
        // Equal sizes are not distinguished.
        (
            "x.000",
            v5_index(12_035),
            "Indiana Jones and the Fate of Atlantis by the size of its index, DOS assumed",
        ),
        ("x.000", v5_index(12_040), "v5, DOS assumed"),
    ] {
        assert_eq!(seen(vec![file(name, index)]), expected);
    }
}

#[test]
fn the_rooms_that_are_there_tell_the_game_of_v3_i25() {
    let game = |index: Vec<u8>, rooms: &[u8]| {
        let rooms = rooms
            .iter()
            .map(|room| file(&format!("{room:02}.LFL"), vec![0]));
        seen([file("00.LFL", index)].into_iter().chain(rooms).collect())
    };
    let ega = |rooms: &[u8]| game(old_index(2000, 4), rooms);
    assert!(ega(&[84, 98]).starts_with("Indiana Jones and the Last Crusade by its files"));
    assert!(
        ega(&[86]).starts_with("Loom by its files") && ega(&[84]).starts_with("Loom by its files")
    );
    assert!(ega(&[84, 86]).starts_with("v3"));
    let vga = |rooms: &[u8], scripts| game(small_index(4000, scripts), rooms);
    assert_eq!(
        vga(&[93, 5], 139),
        "Indiana Jones and the Last Crusade by its files, DOS by its index"
    );
    assert_eq!(
        vga(&[93], 199),
        "Indiana Jones and the Last Crusade by its files, FM-Towns by its index"
    );
    assert_eq!(
        vga(&[5, 48], 100),
        "Zak McKracken and the Alien Mindbenders by its files, FM-Towns by its index"
    );
    assert_eq!(
        vga(&[5, 98], 100),
        "Zak McKracken and the Alien Mindbenders by its files, FM-Towns by its index"
    );
    assert_eq!(
        vga(&[5, 60], 100),
        "Loom by its files, FM-Towns by its index"
    );
    assert_eq!(
        vga(&[48, 60], 139),
        "Indiana Jones and the Last Crusade by its files, DOS by its index"
    );
    assert_eq!(vga(&[5, 48, 60], 139), "v3, DOS by its index");
    let tail = [small_index(4000, 100), vec![0; 32]].concat();
    assert_eq!(
        game(tail, &[93]),
        "Indiana Jones and the Last Crusade by its files, FM-Towns by its index"
    );
}

#[test]
fn charset_and_disks_tell_the_game_of_v4_i26() {
    let game = |others: &[&str]| {
        let others = others.iter().map(|name| file(name, vec![0]));
        seen(
            [file("000.LFL", small_index(4000, 199))]
                .into_iter()
                .chain(others)
                .collect(),
        )
    };
    assert_eq!(
        game(&["DISK01.LEC"]),
        "Passport to Adventure by its files, DOS assumed"
    );
    assert_eq!(
        game(&["903.LFL", "DISK01.LEC"]),
        "Loom by its files, DOS assumed"
    );
    assert_eq!(
        game(&["903.LFL", "DISK02.LEC"]),
        "The Secret of Monkey Island by its files, DOS assumed"
    );
}

/// Creates a game of v5 with rooms of these pictures and a sound of these chunks.
fn v5_game(rooms: Vec<Vec<u8>>, chunks: &[(&[u8; 4], &[u8])]) -> Vec<File> {
    let mut game = NewGame::default();
    for (id, room) in (1..).zip(rooms) {
        game.add_room(id, "", room);
    }
    if !chunks.is_empty() {
        let chunk = |tag: &[u8; 4], data: &[u8]| {
            [&tag[..], &(data.len() as u32).to_be_bytes(), data].concat()
        };
        let inside: Vec<u8> = chunks
            .iter()
            .flat_map(|(tag, data)| chunk(tag, data))
            .collect();
        game.add(
            ResourceKind::Sound,
            1,
            1,
            large(b"SOUN", &chunk(b"SOU ", &inside)),
        );
    }
    game.files(Dialect::new(5), "x")
        .unwrap()
        .into_iter()
        .map(|new| (new.name, new.bytes))
        .collect()
}

#[test]
fn the_chunks_of_sounds_tell_the_machine_i27() {
    let voice = |first: u8| [&b"AUhd\0\0\0\x03\0\0\x80AUdt\0\0\0\x02"[..], &[first, 0]].concat();
    let clear = voice(1);
    let scrambled = voice(0x80);
    for (chunks, expected) in [
        (&[(b"TOWS", &b"1"[..])][..], "v5, FM-Towns by its sounds"),
        (
            &[(b"ROL ", b"1"), (b"AMI ", b"2")],
            "v5, Amiga by its sounds",
        ),
        (&[(b"MAC ", b"1")], "v5, Macintosh by its sounds"),
        (&[(b"ROL ", b"1"), (b"ADL ", b"2")], "v5, DOS by its sounds"),
        (&[(b"SPK ", b"1")], "v5, DOS by its sounds"),
        (
            &[(b"ROL ", b"1"), (b"ROL ", b"2")],
            "v5, Amiga by its sounds",
        ),
        (
            &[(b"SBL ", scrambled.as_slice())],
            "v5, Sega CD by its sounds",
        ),
        (&[(b"SBL ", clear.as_slice())], "v5, DOS assumed"),
        (&[], "v5, DOS assumed"),
    ] {
        let room = large(b"ROOM", &[0; 20]);
        assert_eq!(seen(v5_game(vec![room], chunks)), expected, "{chunks:?}");
    }
}

#[test]
fn a_game_whose_rooms_have_no_names_is_not_the_one_that_its_file_is_called_for_i39() {
    let files = || vec![file("monkey2.000", v5_index_with_names(2000, &[0]))];
    assert_eq!(seen(files()), "v5, DOS assumed");
    let game = open_by(files(), &Given::default(), "").unwrap();
    assert_eq!(
        game.dialect().game(),
        Some(GameId::Monkey2),
        "without a known game the default of the version is used"
    );
    let given = Given {
        game: Some("monkey2".to_owned()),
        ..Given::default()
    };
    assert_eq!(
        open_by(files(), &given, "").unwrap().identity().title,
        Some("Monkey Island 2")
    );
    assert!(
        seen(vec![file("monkey2.000", v5_index(2000))])
            .starts_with("Monkey Island 2 by its file name")
    );
}

#[test]
fn names_tell_the_machine_i28() {
    for (name, expected) in [
        (
            "monkeyk.000",
            "The Secret of Monkey Island, FM-Towns by its file name",
        ),
        (
            "indydemo.000",
            "Indiana Jones and the Fate of Atlantis, FM-Towns by its file name",
        ),
        (
            "GAME.000",
            "The Secret of Monkey Island, Sega CD by its file name",
        ),
        (
            "indy4.000",
            "Indiana Jones and the Fate of Atlantis by its file name, DOS assumed",
        ),
    ] {
        assert_eq!(seen(vec![file(name, v5_index(2000))]), expected);
    }
    let he62 = || he_index(38, false, &[]);
    assert!(seen(vec![file("jfbear.he0", he62())]).ends_with("Humongous 62, 3DO by its file name"));
    assert!(
        seen(vec![file("Fatty Bear 0", he62())])
            .ends_with("Humongous 62, Macintosh by its file name")
    );
    let he99 = || he_index(52, true, &[b"DIRR"]);
    assert!(
        seen(vec![file("mustard (0)", he99())])
            .ends_with("Humongous 99, Macintosh by its file name")
    );
    assert!(
        seen(vec![
            file("mustard.he0", he99()),
            file("mustard.hea", vec![])
        ])
        .ends_with(", iOS by its files")
    );
}

#[test]
fn folders_tell_the_machine_i28() {
    let folder =
        |folder: &str, index: Vec<u8>| seen(vec![file(&format!("{folder}/00.LFL"), index)]);
    let zak = "Zak McKracken and the Alien Mindbenders by the size of its index";
    assert_eq!(
        folder("Rooms", old_index(1916, 1)),
        format!("{zak}, Amiga guessed from folders")
    );
    assert_eq!(
        folder("rooms 1", old_index(1916, 1)),
        format!("{zak}, DOS assumed"),
        "v3 only"
    );
    let loom = "Loom by the size of its index";
    assert_eq!(
        folder("rooms 1", old_index(5748, 4)),
        format!("{loom}, Macintosh by its folders")
    );
}

/// Creates a room of v5 whose picture has the colours `0..colours`, with this palette.
fn room_of(colours: u8, palette: impl Fn(u8) -> [u8; 3]) -> Vec<u8> {
    let picture = Surface::from_pixels(64, 8, (0..=u8::MAX).cycle().map(|i| i % colours).take(512));
    let palettes = vec![(0..=255).map(palette).collect()];
    encode_room(
        &RoomPlan {
            picture,
            palettes,
            ..RoomPlan::default()
        },
        &Dialect::new(5),
    )
    .unwrap()
}

#[test]
fn few_colours_are_a_guess_for_the_amiga_i29() {
    let many = |i: u8| [i, 255 - i, 7];
    let rooms = |count: usize, colours, palette: fn(u8) -> [u8; 3]| {
        seen(v5_game(
            (0..count).map(|_| room_of(colours, palette)).collect(),
            &[],
        ))
    };
    assert_eq!(rooms(3, 32, many), "v5, Amiga guessed from colours");
    assert_eq!(rooms(3, 64, many), "v5, Amiga guessed from colours");
    assert_eq!(rooms(3, 65, many), "v5, DOS assumed");
    assert_eq!(
        rooms(2, 32, many),
        "v5, DOS assumed",
        "two rooms with few colours are not enough for a guess"
    );
    assert_eq!(
        rooms(3, 16, many),
        "v5, DOS assumed",
        "sixteen colours are common"
    );
    // Sixteen entries further, this palette has no colours: it was made for DOS.
    assert_eq!(
        rooms(3, 32, |i| if i < 32 { [i; 3] } else { [0; 3] }),
        "v5, DOS assumed"
    );
    // A sign takes precedence over the guess.
    let sound = v5_game(
        (0..3).map(|_| room_of(32, many)).collect(),
        &[(b"ADL ", b"1")],
    );
    assert_eq!(seen(sound), "v5, DOS by its sounds");
}

/// Creates Monkey Island, v4, with a room whose picture has this strip, and with this sound.
fn v4_game(strip: &[u8], sound: &[u8]) -> Vec<File> {
    let size = 12 + strip.len() as u8;
    let picture = [&[size, 0, 0, 0, 12, 0, 0, 0, 12, 0, 0, 0], strip].concat();
    let room = small(
        b"RO",
        &[small(b"HD", b"\x10\0\x08\0\0\0"), small(b"BM", &picture)].concat(),
    );
    let directory =
        |tag, offset: u8| small(tag, &[2, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, offset, 0, 0, 0]);
    let index = [directory(b"0R", 0), directory(b"0N", room.len() as u8)].concat();
    let table = small(b"FO", b"\x01\x01\x12\0\0\0");
    let body = [table, small(b"LF", &[&[1, 0][..], &room, sound].concat())].concat();
    let data = keyed(Xor::LARGE, small(b"LE", &body));
    vec![
        file("000.LFL", index),
        file("disk01.lec", data),
        file("disk02.lec", vec![0]),
    ]
}

#[test]
fn the_parts_of_a_sound_tell_dos_in_v4_i27() {
    let game = |part: &[u8; 2]| {
        seen(v4_game(
            &[&[1][..], &[3; 64]].concat(),
            &small(b"SO", &small(part, &[1, 2, 3])),
        ))
    };
    let monkey = "The Secret of Monkey Island by its files, DOS";
    assert_eq!(game(b"AD"), format!("{monkey} by its sounds"));
    assert_eq!(game(b"WA"), format!("{monkey} by its sounds"));
    assert_eq!(game(b"XX"), format!("{monkey} assumed"));
}

#[test]
fn a_part_for_adlib_tells_machines_apart_in_v3_i27() {
    // A room's file with two sounds: the speaker's part with its size, then the part for AdLib, if
    // there is one.
    let part = |byte: u8| [9, 0, 0, 0, byte, byte, byte, byte, byte];
    let game = |folder: &str, has_adlib: bool| {
        let sounds = if has_adlib {
            [part(1), part(2), part(3)].concat()
        } else {
            [part(1), part(3)].concat()
        };
        let second = 4 + if has_adlib { 18 } else { 9 };
        let room = keyed(Xor::OLD, [vec![4, 0, 0, 0], sounds].concat());
        // Rooms, costumes, scripts, sounds: their numbers, rooms and offsets.
        let none = [0; 1];
        let directories = [
            &[2, 0, 1, 0xff, 0xff, 0, 0][..],
            &none,
            &none,
            &[3, 0, 1, 1, 0xff, 0xff, 4, 0, second, 0],
        ];
        let index = [&[0, 1, 20, 0][..], &[0; 80], &directories.concat()].concat();
        let files = [("00.LFL", keyed(Xor::OLD, index)), ("01.LFL", room)];
        seen(
            files
                .into_iter()
                .map(|(name, bytes)| file(&format!("{folder}{name}"), bytes))
                .collect(),
        )
    };
    assert_eq!(game("", true), "v3, DOS by its sounds");
    assert_eq!(game("", false), "v3, DOS assumed");
    assert_eq!(game("rooms/", true), "v3, Amiga by its folders");
    assert_eq!(game("rooms/", false), "v3, Atari ST by its sounds");
}

#[test]
fn a_strip_of_sixteen_colours_in_v4_is_of_the_amiga_i29() {
    let game = |strip: &[u8]| seen(v4_game(strip, &[]));
    let monkey = "The Secret of Monkey Island by its files";
    // Code 10: a run of 64 pixels of colours 1 and 2.
    assert_eq!(
        game(&[10, 0xc0, 0x12, 64]),
        format!("{monkey}, Amiga by its pictures")
    );
    assert_eq!(
        game(&[&[1][..], &[3; 64]].concat()),
        format!("{monkey}, DOS assumed")
    );
}

#[test]
fn humongous_sub_versions_follow_from_index_and_name_i30() {
    let he60 = || he_index(38, false, &[]);
    let he70 = || he_index(38, false, &[b"DLFL"]);
    let he71 = || he_index(40, false, &[b"DIRR", b"DLFL"]);
    let he80 = || he_index(40, true, &[b"DIRR", b"DLFL"]);
    let he90 = || he_index(46, true, &[b"DIRR", b"DLFL"]);
    let he98 = || he_index(46, true, &[b"DIRR", b"DLFL", b"DISK"]);
    let he99 = || he_index(52, true, &[b"DIRR", b"DLFL", b"DISK"]);
    for (name, index, label, he) in [
        ("funpack.he0", he60(), "62", 62),
        ("puttputt.he0", he60(), "60 or 61 or 62", 60),
        ("puttputt.he0", he70(), "70", 70),
        ("freddi.he0", he70(), "71", 71),
        ("farm.he0", he71(), "72 or 73", 72),
        ("freddi.he0", he71(), "73", 73),
        ("jungle.he0", he71(), "74", 74),
        ("pajama.he0", he80(), "80", 80),
        ("socks.he0", he80(), "85", 85),
        ("putttime.he0", he80(), "85", 85),
        ("putttime.he0", he90(), "90", 90),
        ("pajama2.he0", he90(), "95", 95),
        ("puttrace.he0", he98(), "98 or 98.5", 98),
        ("freddi4.he0", he98(), "98.5", 98),
        ("freddi4.he0", he99(), "99", 99),
        ("chase.he0", he99(), "100", 100),
        ("lost.he0", he99(), "99 or 100", 99),
        // A later game with an earlier MAXS.
        ("thinkerk.he0", he80(), "90", 90),
        // A name of no game, and a name of two games.
        ("x.he0", he80(), "80", 80),
        ("game.he0", he80(), "80", 80),
    ] {
        let game = open_by(vec![file(name, index)], &Given::default(), "").unwrap();
        let identity = game.identity();
        assert_eq!(
            (identity.humongous.as_deref(), game.dialect().he()),
            (Some(label), he),
            "{name}"
        );
        assert_eq!(
            identity.humongous_by,
            if he == 80 && !name.starts_with('p') {
                by::INDEX
            } else {
                by::FILE_NAME
            }
        );
    }
    for name in ["moonbase.he0", "SoccerMLS.he0"] {
        let error = open_by(vec![file(name, he99())], &Given::default(), "").unwrap_err();
        assert!(
            error.to_string().contains(refused::SIXTEEN_BIT),
            "{name}: {error}"
        );
    }
    assert_eq!(
        open_by(vec![file("moondemo.he0", he70())], &Given::default(), "")
            .unwrap()
            .dialect()
            .he(),
        70
    );
}

/// Creates a table with one row for an index.
#[cfg(feature = "detection")]
fn table(index: &[u8], row: &str) -> &'static str {
    Box::leak(format!("#md5\n{}\t{}\t{row}\n", known::digest(index), index.len()).into_boxed_str())
}

#[test]
#[cfg(feature = "detection")]
fn the_callers_word_comes_before_the_table_and_the_table_before_signs_i23() {
    // According to its name, Fate of Atlantis for FM-Towns.
    let index = v5_index(2000);
    let files = || vec![file("indydemo.000", index.clone())];
    let row = table(&index, "monkey2\tDemo\tamiga\tDE_DEU\t5\t-\t0");
    let open = |given: Given, table| open_by(files(), &given, table).unwrap();
    let game = open(Given::default(), row);
    assert_eq!(
        game.identity().to_string(),
        "Monkey Island 2, Demo, Amiga, German: known index file"
    );
    assert_eq!(
        (game.dialect().game(), game.dialect().platform()),
        (Some(GameId::Monkey2), Platform::Amiga)
    );
    assert!(game.identity().doubts.is_empty());

    let given = Given {
        platform: Some(Platform::Dos),
        game: Some("atlantis".to_owned()),
        ..Given::default()
    };
    let game = open(given.clone(), row);
    assert_eq!(
        (game.dialect().game(), game.dialect().platform()),
        (Some(GameId::Indy4), Platform::Dos)
    );
    let text =
        "Demo, German: known index file; Indiana Jones and the Fate of Atlantis, DOS as given";
    assert_eq!(game.identity().to_string(), text);
    let says = |table, told| {
        format!("the table of known index files says {table}; {told} is used, as given")
    };
    let doubts = [
        says("Monkey Island 2", "Indiana Jones and the Fate of Atlantis"),
        says("Amiga", "DOS"),
    ];
    assert_eq!(game.identity().doubts, doubts);
    assert!(
        open(given, "").identity().doubts.is_empty(),
        "an unknown game does not contradict the options"
    );

    let agreed = Given {
        platform: Some(Platform::Amiga),
        game: Some("monkey2".to_owned()),
        ..Given::default()
    };
    assert!(
        open(
            Given {
                version: Some(5),
                ..agreed
            },
            row
        )
        .identity()
        .doubts
        .is_empty()
    );
    let game = open(
        Given {
            version: Some(6),
            ..Given::default()
        },
        row,
    );
    assert_eq!(
        (game.dialect().version(), game.identity().doubts.len()),
        (6, 1)
    );
}

#[test]
#[cfg(feature = "detection")]
fn the_table_has_sub_versions_and_refusals_i23() {
    let index = he_index(46, true, &[b"DIRR", b"DLFL"]);
    let open = |row: &str, given| {
        open_by(
            vec![file("x.he0", index.clone())],
            &given,
            table(&index, row),
        )
    };
    let game = open("freddi4\t-\twindows\tEN_ANY\t6\t98.5\t0", Given::default()).unwrap();
    assert_eq!(
        (game.dialect().he(), game.identity().humongous.as_deref()),
        (98, Some("98.5"))
    );
    let told = open(
        "freddi4\t-\twindows\tEN_ANY\t6\t98.5\t0",
        Given {
            he: Some(99),
            ..Given::default()
        },
    )
    .unwrap();
    assert_eq!((told.dialect().he(), told.identity().doubts.len()), (99, 1));
    for (row, what) in [
        (
            "puttrace\tPreview\twindows\tEN_ANY\t6\t200\t0",
            refused::PREVIEW,
        ),
        (
            "moonbase\t-\twindows\tEN_ANY\t6\t100\t1",
            refused::SIXTEEN_BIT,
        ),
        ("loom\t-\tpcengine\tEN_ANY\t3\t-\t1", refused::PC_ENGINE),
    ] {
        let error = open(row, Given::default()).unwrap_err();
        assert!(
            matches!(&error, Error::Unsupported { .. }) && error.to_string().contains(what),
            "{error}"
        );
    }
}

#[test]
fn a_display_that_the_game_cannot_have_is_ignored_p12() {
    let open = |name, index, render| {
        let given = Given {
            render: Some(render),
            ..Given::default()
        };
        let game = open_by(vec![file(name, index)], &given, "").unwrap();
        (game.dialect().render(), game.identity().doubts.clone())
    };
    let zak = || old_index(1916, 1);
    assert_eq!(
        open("00.LFL", zak(), Render::Cga),
        (Some(Render::Cga), vec![])
    );
    let ignored =
        "Zak McKracken and the Alien Mindbenders on DOS does not support this display; the option \
         is ignored"
            .to_owned();
    assert_eq!(open("00.LFL", zak(), Render::CgaBw), (None, vec![ignored]));
    let ignored = "v5 on DOS does not support this display; the option is ignored".to_owned();
    assert_eq!(
        open("x.000", v5_index(2000), Render::Ega),
        (None, vec![ignored])
    );
}

#[test]
fn what_cannot_be_is_refused_i23() {
    let open = |given| {
        open_by(vec![file("x.000", v5_index(2000))], &given, "")
            .unwrap_err()
            .to_string()
    };
    assert!(
        open(Given {
            game: Some("pong".to_owned()),
            ..Given::default()
        })
        .contains("unknown game `pong`")
    );
    let what = "expected an index of SCUMM version 2, found an index of another family (versions 5, 6, 7, \
         8)";
    assert_eq!(
        open(Given {
            version: Some(2),
            ..Given::default()
        }),
        what
    );
}
