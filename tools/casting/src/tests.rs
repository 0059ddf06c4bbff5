//! Tests each rule of the chapter on casting with scripts of a few bytes. The tests with games are
//! in `tests/casting.rs`.

mod by_hand;
mod humongous;
mod old_games;

use std::borrow::Cow;
use std::collections::BTreeSet;

use scumm_room::edit::NewGame;
use scumm_room::{Dialect, GameId, Platform, Tag, block};

use super::scripts::Script;
use super::sweep::{Step, Value, read};
use super::table::rows;
use super::*;

fn block(tag: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    block::write(Tag(*tag), &parts.concat()).unwrap()
}

/// Returns a game with rooms 1 to 5, with global scripts from number 1 on, and with costumes 1 to 9
/// in room 4. `rooms` lists the blocks of rooms.
fn game(version: u8, rooms: &[(u8, &[u8])], globals: &[&[u8]]) -> Game {
    let mut game = NewGame::default();
    for room in 1..=5 {
        let blocks: Vec<&[u8]> = rooms
            .iter()
            .filter(|(of, _)| *of == room)
            .map(|(_, blocks)| *blocks)
            .collect();
        game.add_room(room, "", block(b"ROOM", &blocks));
    }
    for (number, code) in (1..).zip(globals) {
        game.add(ResourceKind::Script, number, 5, block(b"SCRP", &[code]));
    }
    for costume in 1..=9 {
        game.add(
            ResourceKind::Costume,
            costume,
            4,
            block(if version < 7 { b"COST" } else { b"AKOS" }, &[]),
        );
    }
    let files = game.files(Dialect::new(version), "written").unwrap();
    Game::from_files(
        files
            .into_iter()
            .map(|file| (file.name, Cow::Owned(file.bytes))),
    )
    .unwrap()
}

fn cast(rooms: &[(u8, &[u8])], globals: &[&[u8]]) -> Cast {
    let cast = Cast::from_game(&game(6, rooms, globals));
    assert_eq!(
        (cast.standing, cast.scripts.cut),
        (ScriptReliability::Proven, 0)
    );
    cast
}

/// Returns the rooms of a costume with their levels.
fn rooms_of(cast: &Cast, costume: u16) -> Vec<(u16, u8)> {
    cast.costume(costume)
        .unwrap()
        .rooms
        .iter()
        .map(|shown| (shown.room, shown.level.into()))
        .collect()
}

/// Actor, costume and position.
type Person = (u16, u16, Option<(i32, i32)>);

/// Returns the members of a room.
fn people(cast: &Cast, room: u16) -> Vec<Person> {
    let place = |member: &CastMember| member.place.map(|place| (place.x, place.y));
    cast.room(room)
        .iter()
        .map(|member| (member.actor, member.costume, place(member)))
        .collect()
}

// Instructions of v6.
const STOP: &[u8] = &[0x65];
const DEFAULT: &[u8] = &[0x9d, 0x53];
/// The variable of the ego.
const EGO: u16 = 1;

fn push(number: i16) -> Vec<u8> {
    [&[0x01][..], &number.to_le_bytes()].concat()
}

fn pushed(numbers: &[i16], instruction: &[u8]) -> Vec<u8> {
    [
        numbers.iter().flat_map(|&number| push(number)).collect(),
        instruction.to_vec(),
    ]
    .concat()
}

fn actor(number: i16) -> Vec<u8> {
    pushed(&[number], &[0x9d, 0xc5])
}

fn wear(number: i16, costume: i16) -> Vec<u8> {
    [actor(number), pushed(&[costume], &[0x9d, 0x4c])].concat()
}

fn put(actor: i16, x: i16, y: i16, room: i16) -> Vec<u8> {
    pushed(&[actor, x, y, room], &[0x7f])
}

fn load_room(room: i16) -> Vec<u8> {
    pushed(&[room], &[0x7b])
}

fn animate(actor: i16) -> Vec<u8> {
    pushed(&[actor, 1], &[0x82])
}

fn start(script: i16) -> Vec<u8> {
    pushed(&[script, 0], &[0x5f])
}

fn write(variable: u16, number: i16) -> Vec<u8> {
    [pushed(&[number], &[0x43]), variable.to_le_bytes().to_vec()].concat()
}

fn variable(number: u16) -> Vec<u8> {
    [&[0x03][..], &number.to_le_bytes()].concat()
}

/// Returns an `if` with an unknown condition that may skip the next `len` bytes.
fn maybe_over(len: usize) -> Vec<u8> {
    [
        variable(200),
        [&[0x5c][..], &u16::try_from(len).unwrap().to_le_bytes()].concat(),
    ]
    .concat()
}

fn entry(code: &[&[u8]]) -> Vec<u8> {
    block(b"ENCD", code)
}

fn table(version: u8) -> &'static OpcodeTable {
    OpcodeTable::for_dialect(&Dialect::new(version)).unwrap()
}

/// Returns code without verbs that fills its block.
fn whole(bytes: &[u8]) -> Code<'_> {
    Code {
        bytes,
        ..Code::default()
    }
}

/// The offset of a step, its name, and the requested operands.
type Seen = (usize, &'static str, Vec<Option<Value>>);

/// Returns all steps of a script, and whether it was read to its end.
fn steps(version: u8, code: &[u8], names: &[&str]) -> (Vec<Seen>, bool) {
    steps_of(Dialect::new(version), code, names)
}

/// Returns all steps of a script of a dialect, and whether it was read to its end.
fn steps_of(dialect: Dialect, code: &[u8], names: &[&str]) -> (Vec<Seen>, bool) {
    let mut steps = Vec::new();
    let table = OpcodeTable::for_dialect(&dialect).unwrap();
    let see = |step: &Step<'_>| {
        steps.push((
            step.at,
            step.name,
            names.iter().map(|name| step.values.get(name)).collect(),
        ))
    };
    let whole = read(table, whole(code), see);
    (steps, whole)
}

fn names(version: u8, code: &[u8]) -> Vec<&'static str> {
    let (steps, whole) = steps(version, code, &[]);
    assert!(whole, "{steps:?}");
    steps.into_iter().map(|(_, name, _)| name).collect()
}

/// Returns the values of an operand at each step of this name.
fn values(version: u8, code: &[u8], name: &str, operand: &str) -> Vec<Value> {
    let (steps, whole) = steps(version, code, &[operand]);
    assert!(whole, "{steps:?}");
    steps
        .into_iter()
        .filter(|(_, of, _)| *of == name)
        .filter_map(|(_, _, values)| values[0])
        .collect()
}

/// The files of tables, whether they have direct operands, and the number of their rows.
const FILES: [(&str, bool, usize); 17] = [
    (include_str!("opcodes/v1.tsv"), true, 1),
    (include_str!("opcodes/v2.tsv"), true, 116),
    (include_str!("opcodes/v3.tsv"), true, 11),
    (include_str!("opcodes/v3-towns.tsv"), true, 1),
    (include_str!("opcodes/v3-indy3.tsv"), true, 4),
    (include_str!("opcodes/v4.tsv"), true, 38),
    (include_str!("opcodes/v5.tsv"), true, 210),
    (include_str!("opcodes/v6.tsv"), false, 275),
    (include_str!("opcodes/v7.tsv"), false, 7),
    (include_str!("opcodes/v8.tsv"), false, 246),
    (include_str!("opcodes/he60.tsv"), false, 43),
    (include_str!("opcodes/he70.tsv"), false, 48),
    (include_str!("opcodes/he71.tsv"), false, 16),
    (include_str!("opcodes/he72.tsv"), false, 140),
    (include_str!("opcodes/he80.tsv"), false, 39),
    (include_str!("opcodes/he90.tsv"), false, 219),
    (include_str!("opcodes/he100.tsv"), false, 636),
];

/// Returns a dialect for each table.
fn dialects() -> Vec<Dialect> {
    let v3 = Dialect::new(3);
    let indy3 = v3.with_game(Some(GameId::Indy3));
    let mut dialects: Vec<Dialect> = (1..=8).map(Dialect::new).collect();
    dialects.extend([v3, indy3].map(|dialect| dialect.with_platform(Platform::FmTowns)));
    dialects.push(indy3);
    dialects.extend([60, 70, 71, 72, 80, 90, 100].map(Dialect::humongous));
    dialects
}

#[test]
fn every_row_is_read_and_no_opcode_comes_twice() {
    for (file, is_direct, count) in FILES {
        let mut seen = BTreeSet::new();
        let all: Vec<_> = rows(file, is_direct).collect();
        assert_eq!(all.len(), count, "{}", file.lines().nth(1).unwrap());
        for (row, line) in all.into_iter().zip(file.lines().skip(1)) {
            let (group, bytes, row) = row.unwrap_or_else(|| panic!("{line}"));
            assert!(matches!(row.flow, "" | "end" | "last"), "{line}");
            for byte in bytes {
                assert!(
                    seen.insert((group, byte)),
                    "{line}: {byte:02x} a second time"
                );
            }
        }
    }
}

#[test]
fn kinds_of_operands_are_those_that_are_known() {
    let direct = "B W J S Z T v R I b1 b2 b3 w1 w2 w3 value zlist list op expr sub sub6 subs print \
                  vars range verb sentence override";
    let on_stack = "B W D J S Z V Vb sub print";
    for dialect in dialects() {
        let table = OpcodeTable::for_dialect(&dialect).unwrap();
        let known = if table.is_direct { direct } else { on_stack };
        for row in table.rows() {
            for (kind, _) in &row.operands {
                let is_known = known.split_whitespace().any(|of| of == *kind);
                assert!(is_known, "{dialect:?} {}: {kind}", row.name);
            }
        }
    }
}

// Locations of scripts.

#[test]
fn scripts_of_five_kinds_begin_behind_their_numbers_j1_j2() {
    for (version, number) in [(6, &[200][..]), (7, &[200, 0])] {
        let script = |actor| [wear(actor, actor), put(actor, 10, 20, 2), STOP.to_vec()].concat();
        let verbs = block(b"VERB", &[&[1, 12, 0, 0], &script(4)]);
        let header = if version == 6 {
            vec![9, 0]
        } else {
            vec![0, 0, 0, 0, 9, 0]
        };
        let blocks = [
            block(b"OBCD", &[&block(b"CDHD", &[&header]), &verbs]),
            block(b"EXCD", &[&script(2)]),
            entry(&[&script(1)]),
            block(b"LSCR", &[number, &script(3)]),
        ];
        let cast = Cast::from_game(&game(version, &[(2, &blocks.concat())], &[&script(5)]));
        assert_eq!((cast.scripts.found, cast.scripts.cut), (5, 0));
        let all: Vec<_> = (1..=5)
            .map(|actor| (actor, actor, Some((10, 20))))
            .collect();
        assert_eq!(people(&cast, 2), all, "v{version}");
    }
}

/// The test parses blocks of v8 directly, because v8 cannot be written. All scripts except global
/// ones lie in RMSC, a local script's number has four bytes, and verbs are dwords.
#[test]
fn scripts_of_v8_lie_beside_the_room_j1_j2_j4_j5() {
    let verbs = block(
        b"VERB",
        &[
            &[1, 0, 0, 0, 20, 0, 0, 0],
            &[2, 0, 0, 0, 21, 0, 0, 0],
            &[0; 4],
            b"ab",
        ],
    );
    let object = block(b"OBCD", &[&block(b"CDHD", &[&[0, 0, 0, 0, 9, 3]]), &verbs]);
    let local = block(b"LSCR", &[&[208, 7, 0, 0], b"code"]);
    let data = [object, local, entry(&[b"in"])].concat();
    let mut found = Vec::new();
    let mut see = |script: &Script<'_>| {
        found.push((
            script.object,
            script.is_entry,
            script.entries.clone(),
            script.bytes.to_vec(),
        ));
    };
    let data = block(b"RMSC", &[&data]);
    scripts::read_room_scripts(&data, 7, &Dialect::new(8), &mut see);
    assert_eq!(found[0], (Some(0x309), false, vec![0, 1], b"ab".to_vec()));
    assert_eq!(found[1], (None, false, vec![], b"code".to_vec()));
    assert_eq!(found[2], (None, true, vec![], b"in".to_vec()));
}

#[test]
fn a_global_script_has_the_number_of_its_place_in_the_index_j3() {
    let cast = cast(
        &[(3, &entry(&[&start(2), STOP]))],
        &[STOP, &[&wear(6, 7), STOP].concat()],
    );
    assert_eq!(rooms_of(&cast, 7), [(3, 3)]);
}

#[test]
fn an_object_has_code_from_its_first_verb_on_and_none_without_j4() {
    let first = [put(1, 5, 6, 1), STOP.to_vec()].concat();
    let second = u8::try_from(15 + first.len()).unwrap();
    let table = [2, second, 0, 1, 15, 0, 0];
    let verbs = block(
        b"VERB",
        &[&table, &first, &wear(1, 3), &put(1, 7, 8, 2), STOP],
    );
    let none = block(b"VERB", &[&[0, 0xee, 0xee]]);
    let header = block(b"CDHD", &[&[9, 0]]);
    let objects = [
        block(b"OBCD", &[&header, &verbs]),
        block(b"OBCD", &[&header, &none]),
    ]
    .concat();
    let cast = cast(&[(2, &objects)], &[]);
    assert_eq!(
        (cast.scripts.found, rooms_of(&cast, 3)),
        (1, vec![(1, 1), (2, 1)])
    );
}

#[test]
fn from_v7_on_an_object_has_the_room_that_its_scripts_lie_in_j5() {
    let header = block(b"CDHD", &[&[0, 0, 0, 0, 9, 0]]);
    let put_at_object = pushed(&[1, 9], &[0x80]);
    let scripts = [wear(1, 3), put_at_object, STOP.to_vec()].concat();
    let cast = Cast::from_game(&game(7, &[(3, &block(b"OBCD", &[&header]))], &[&scripts]));
    assert_eq!(
        (rooms_of(&cast, 3), people(&cast, 3)),
        (vec![(3, 1)], vec![(1, 3, None)])
    );
}

#[test]
fn results_of_unproven_tables_say_so_j35() {
    let game = game(6, &[(2, &entry(&[&wear(1, 3), STOP]))], &[]);
    let standing = |dialect| Cast::from_game(&game.clone().with_dialect(dialect)).standing;
    for version in 5..=7 {
        assert_eq!(standing(Dialect::new(version)), ScriptReliability::Proven);
    }
    let of_versions = [1, 2, 3, 4, 8].map(Dialect::new);
    let humongous = [60, 62, 70, 71, 72, 80, 85, 90, 98, 99, 100].map(Dialect::humongous);
    for dialect in of_versions.into_iter().chain(humongous) {
        assert_eq!(standing(dialect), ScriptReliability::Unproven);
    }
    let note = ScriptReliability::Unproven.note().unwrap();
    assert!(note.contains("unproven table"), "{note}");
    assert_eq!(ScriptReliability::Proven.note(), None);
}

#[test]
fn text_and_json_of_a_costume_name_an_unproven_table_j35() {
    let game = game(6, &[(2, &entry(&[&wear(1, 3), STOP]))], &[]);
    let humongous = Cast::from_game(&game.clone().with_dialect(Dialect::humongous(60)));
    let costume = humongous.costume(3).unwrap();
    assert_eq!(
        costume.sentence(),
        "worn by actor 1; shown in room 2 (level 2); read by an unproven table"
    );
    let json = serde_json::to_value(costume).unwrap();
    assert_eq!(json["standing"], "unproven");
    assert_eq!(humongous.costume(4).unwrap().sentence(), "");
    let proven = Cast::from_game(&game);
    let sentence = proven.costume(3).unwrap().sentence();
    assert_eq!(sentence, "worn by actor 1; shown in room 2 (level 2)");
}

#[test]
fn in_v0_each_actor_wears_the_costume_of_its_own_number_j38() {
    let game = game(6, &[(2, &entry(&[&wear(1, 3), STOP]))], &[]);
    let cast = Cast::from_game(&game.with_dialect(Dialect::new(0)));
    let found = (cast.standing, cast.scripts.found, cast.rooms.len());
    assert_eq!(found, (ScriptReliability::Left, 0, 0));
    let costume = cast.costume(3).unwrap();
    assert_eq!(costume.actors, [3]);
    let colours = (costume.colours_of, costume.colours_level);
    assert_eq!(colours, (4, CastingEvidence::Home));
}

#[test]
fn a_script_ends_with_its_block_j7() {
    assert_eq!(names(6, &[0x73, 0xfd, 0xff]), ["jump"]);
    assert!(!steps(6, &[0x73, 0xfd], &[]).1, "cut");
}

// Direct operands.

#[test]
fn a_bit_of_the_opcode_makes_an_operand_a_variable_j8() {
    let constant = [0x01, 200, 10, 0, 0xfe, 0xff];
    assert_eq!(
        values(5, &constant, "putActor", "actor"),
        [Value::Number(200)]
    );
    assert_eq!(values(5, &constant, "putActor", "y"), [Value::Number(-2)]);
    let second = [0x41, 200, 10, 0, 0xfe, 0xff];
    assert_eq!(values(5, &second, "putActor", "x"), [Value::Unknown]);
    let all = [0xe1, 10, 0, 11, 0, 12, 0];
    assert_eq!(values(5, &all, "putActor", "actor"), [Value::Unknown]);
}

#[test]
fn a_variable_with_an_index_has_a_word_more_j9() {
    let code = [0x81, 5, 0x20, 7, 0, 10, 0, 20, 0, 0x00];
    assert_eq!(names(5, &code), ["putActor", "stopObjectCode"]);
}

#[test]
fn a_jump_counts_from_behind_itself_j10() {
    let targets = |version, code: &[u8]| {
        let mut targets = Vec::new();
        assert!(read(table(version), whole(code), |step| targets
            .push(step.target)));
        targets
    };
    assert_eq!(targets(5, &[0x80, 0x28, 1, 0, 2, 0]), [None, Some(8)]);
    assert_eq!(targets(6, &[0x6c, 0x73, 0xfc, 0xff]), [None, Some(0)]);
    assert_eq!(targets(8, &[0x67, 0x66, 2, 0, 0, 0]), [None, Some(8)]);
    assert_eq!(targets(5, &[0x18, 0, 0x80]), [None], "outside");
}

#[test]
fn lists_and_parts_go_up_to_ff_j11() {
    let code = [
        &[0x13, 3, 0x01, 5, 0x4b, 1, 9, 0, 0x0c, 14, 0xff][..],
        &[0x0a, 7, 0x80, 1, 0, 0x01, 2, 0, 0xff],
    ]
    .concat();
    assert_eq!(
        names(5, &code),
        ["actorOps", "costume", "palette", "talkColor", "startScript"]
    );
    assert_eq!(values(5, &code, "palette", "color"), [Value::Unknown]);
    // The bits in the middle have changed: the index is now a variable.
    assert_eq!(
        names(5, &[0x33, 0x04, 1, 0, 2, 0, 3, 0, 0x80, 9, 0, 0x80]),
        ["roomOps", "roomPalette", "breakHere"]
    );
    assert_eq!(
        names(5, &[0x0c, 0x21, 1, 0x80]),
        ["resourceRoutines", "townsNop", "breakHere"],
        "six bits"
    );
}

#[test]
fn a_line_of_print_ends_with_its_text_or_ff_j12() {
    let code = [
        &[0x14, 4, 0x01, 9, 0x0f][..],
        b"Hi\0",
        &[0xd8, 0x07, 0xff, 0x00],
    ]
    .concat();
    assert_eq!(
        names(5, &code),
        [
            "print",
            "color",
            "text",
            "printEgo",
            "overhead",
            "stopObjectCode"
        ]
    );
}

#[test]
fn escapes_in_texts_may_hold_zeros_j13() {
    let text = |version, code: &[u8]| {
        let mut texts = Vec::new();
        assert!(read(table(version), whole(code), |step| texts
            .push(step.text.to_vec())));
        texts.pop().unwrap()
    };
    let name = [b'A', 0xff, 1, b'B', 0xff, 4, 0, 0, b'C'];
    assert_eq!(text(5, &[&[0xd8, 0x0f][..], &name, &[0]].concat()), name);
    assert_eq!(text(6, &[&[0xbb][..], &name, &[0]].concat()), name);
    let name = [b'A', 0xff, 4, 0, 0, 0, 0, b'B'];
    assert_eq!(text(8, &[&[0x92][..], &name, &[0]].concat()), name);
}

#[test]
fn odd_instructions_have_their_own_lengths_j14() {
    let odd: [(&[u8], &str); 8] = [
        (&[0x19, 0xfe], "doSentence"),
        (&[0x19, 1, 2, 0, 3, 0], "doSentence"),
        (&[0x58, 0], "beginOverride"),
        (&[0x58, 1, 0x18, 0, 0], "beginOverride"),
        (&[0x26, 5, 0, 2, 7, 8], "setVarRange"),
        (&[0xa6, 5, 0, 2, 7, 0, 8, 0], "setVarRange"),
        (&[0x2e, 1, 2, 3], "delay"),
        (&[0xcc, 5, 0x81, 0x82, 0], "pseudoRoom"),
    ];
    for (code, name) in odd {
        assert_eq!(names(5, &[code, &[0x80]].concat()), [name, "breakHere"]);
    }
    let expression = [
        0xac, 5, 0, 0x01, 2, 0, 0x81, 3, 0, 2, 0x06, 0x16, 0, 0, 9, 3, 0xff, 0x80,
    ];
    assert_eq!(
        names(5, &expression),
        ["getRandomNr", "expression", "breakHere"]
    );
    assert!(!steps(5, &[0xac, 0, 0, 6].repeat(100), &[]).1, "too deep");
    // The result of an expression is unknown, whatever its operands are.
    let code = [
        &[0x1a, 5, 0, 4, 0, 0xac, 5, 0, 0x06, 0x16, 0, 0, 9, 0xff][..],
        &[0x91, 5, 0, 1],
    ]
    .concat();
    assert_eq!(values(5, &code, "animateActor", "actor"), [Value::Unknown]);
}

// Operands on a stack.

#[test]
fn values_are_popped_in_the_order_in_which_they_were_pushed_j16() {
    // The operands of startScript: flags, script, a list of two values and their count.
    let code = pushed(&[9, 0, 7, 1, 2, 2], &[0x5e, 0x7b]);
    assert_eq!(
        values(6, &code, "startScript", "script"),
        [Value::Number(7)]
    );
    assert_eq!(values(6, &code, "loadRoom", "room"), [Value::Number(9)]);
    assert_eq!(
        values(
            6,
            &[push(-3), vec![0x0c, 0x1a, 0x7b]].concat(),
            "loadRoom",
            "room"
        ),
        [Value::Number(-3)]
    );
    assert_eq!(
        values(6, &[0x00, 0xfe, 0x7b], "loadRoom", "room"),
        [Value::Number(254)]
    );
    let wide = [0x01, 1, 0, 1, 0, 0x9d];
    assert_eq!(
        values(8, &wide, "loadRoom", "room"),
        [Value::Number(0x10001)]
    );
    assert_eq!(
        values(6, &[0x7b], "loadRoom", "room"),
        [Value::Unknown],
        "nothing was pushed"
    );
}

#[test]
fn only_an_actors_line_begins_with_the_actor_j17() {
    let code = [pushed(&[8, 3], &[0xb8, 0xfe]), vec![0xb4, 0xfe, 0x7b]].concat();
    assert_eq!(
        names(6, &code)[2..],
        [
            "printActor",
            "printBegin",
            "printLine",
            "printBegin",
            "loadRoom"
        ]
    );
    assert_eq!(values(6, &code, "printBegin", "actor"), [Value::Number(3)]);
    assert_eq!(values(6, &code, "loadRoom", "room"), [Value::Number(8)]);
    assert_eq!(
        values(8, &[0x01, 3, 0, 0, 0, 0x8f, 0xc8], "printBegin", "actor"),
        [Value::Number(3)]
    );
    assert_eq!(
        names(6, &[0x9b, 0x74, 0x65]),
        ["resourceRoutines", "clearHeap", "stopObjectCode"]
    );
    assert!(!steps(6, &[0x9d, 0x00], &[]).1, "no such part");
}

#[test]
fn v7_is_v6_but_for_seven_rows_j18() {
    let six = table(6);
    let seven = table(7);
    let pops = |table: &'static OpcodeTable, opcode| table.row(opcode).unwrap().pops.clone();
    let differ: Vec<u8> = (0..=u8::MAX)
        .filter(|&o| six.row(o).is_some() && pops(six, o) != pops(seven, o))
        .collect();
    assert_eq!(differ, [0x78, 0x7a, 0x80, 0x84, 0x85]);
    for (opcode, part) in [(0x6b, 0x99), (0x9b, 0x77)] {
        let pops = |table: &'static OpcodeTable| {
            table
                .part(table.row(opcode).unwrap(), part)
                .unwrap()
                .pops
                .len()
        };
        assert_eq!(pops(seven) + 1, pops(six));
    }
}

// Reading.

#[test]
fn an_unknown_opcode_stops_and_what_was_read_stays_j20() {
    let script = [&wear(1, 3)[..], &put(1, 5, 6, 2), &[0xfe], &put(1, 5, 6, 3)].concat();
    let cast = Cast::from_game(&game(6, &[], &[&script]));
    assert_eq!((cast.scripts.cut, rooms_of(&cast, 3)), (1, vec![(2, 1)]));
}

#[test]
fn values_are_constants_up_to_where_another_way_may_lead_j21() {
    let read_back = |between: &[u8]| {
        let code = [&write(50, 7)[..], between, &variable(50), &[0x7b]].concat();
        values(6, &code, "loadRoom", "room")[0]
    };
    assert_eq!(read_back(&[]), Value::Number(7));
    assert_eq!(read_back(&[0x6c]), Value::Number(7), "breakHere");
    assert_eq!(
        read_back(&maybe_over(0)),
        Value::Unknown,
        "a jump leads here"
    );
    assert_eq!(read_back(STOP), Value::Unknown);
    assert_eq!(read_back(&[0x4f, 50, 0]), Value::Unknown, "it is increased");
    assert_eq!(
        values(
            6,
            &[&push(3)[..], STOP, &[0x7b]].concat(),
            "loadRoom",
            "room"
        ),
        [Value::Unknown],
        "the stack, too"
    );
    let v5 = [0x1a, 50, 0, 7, 0, 0xf2, 50, 0];
    assert_eq!(values(5, &v5, "loadRoom", "room"), [Value::Number(7)]);
}

#[test]
fn the_ego_is_every_constant_that_was_written_to_its_variable_j22() {
    let ego = [variable(EGO), pushed(&[10, 20, 3], &[0x7f])].concat();
    let scripts = [
        &[write(EGO, 4), STOP.to_vec()].concat()[..],
        &[&write(EGO, 5), STOP].concat(),
    ];
    let cast = cast(
        &[(3, &entry(&[&wear(4, 1), &wear(5, 2), &ego, STOP]))],
        &scripts,
    );
    assert_eq!(cast.egos, BTreeSet::from([4, 5]));
    assert_eq!(
        people(&cast, 3),
        [(4, 1, Some((10, 20))), (5, 2, Some((10, 20)))]
    );
    for (version, variable, code) in [(5, 1, 0x1a), (7, 111, 0x43)] {
        let written = if version == 5 {
            vec![code, variable, 0, 4, 0]
        } else {
            vec![0x00, 4, code, variable, 0]
        };
        assert_eq!(
            Cast::from_game(&game(version, &[], &[&written])).egos,
            BTreeSet::from([4]),
            "v{version}"
        );
    }
    assert_eq!(
        values(8, &[0x02, 126, 0, 0, 0, 0x9d], "loadRoom", "room"),
        [Value::Ego]
    );
}

#[test]
fn commands_without_an_actor_are_for_the_current_one_j22() {
    let room = entry(&[
        &actor(3),
        &put(9, 1, 2, 2),
        &pushed(&[5], &[0x9d, 0x4c]),
        STOP,
    ]);
    assert_eq!(people(&cast(&[(2, &room)], &[]), 2), [(3, 5, None)]);
    // v5: operand 1.
    let v5 = [0x13, 3, 0x01, 5, 0xff, 0x2d, 3, 2];
    assert_eq!(
        people(&Cast::from_game(&game(5, &[], &[&v5])), 2),
        [(3, 5, None)]
    );
}

#[test]
fn loading_a_room_shows_it_until_the_jump_around_j23() {
    let error = [load_room(5), wear(1, 1), STOP.to_vec()].concat();
    let script = [
        &load_room(2)[..],
        &maybe_over(error.len()),
        &error,
        &wear(1, 2),
        STOP,
    ]
    .concat();
    let cast = cast(&[], &[&script]);
    assert_eq!(
        (rooms_of(&cast, 1), rooms_of(&cast, 2)),
        (vec![(5, 2)], vec![(2, 2)])
    );
}

#[test]
fn an_unknown_room_is_none_and_the_camera_leads_into_that_of_its_actor_j23() {
    let unknown = [&load_room(2)[..], &variable(50), &[0x7b], &wear(1, 1), STOP].concat();
    let follow = [
        &put(7, 1, 2, 3)[..],
        &pushed(&[7], &[0x79]),
        &wear(1, 2),
        STOP,
    ]
    .concat();
    let with_ego = [
        &write(EGO, 7)[..],
        &pushed(&[9, 4, 0, 0], &[0x85]),
        &wear(1, 3),
        &wear(7, 4),
        STOP,
    ]
    .concat();
    let cast = cast(&[], &[&unknown, &follow, &with_ego]);
    assert_eq!(
        (rooms_of(&cast, 1), rooms_of(&cast, 2)),
        (vec![], vec![(3, 2)])
    );
    assert_eq!(
        (rooms_of(&cast, 3), rooms_of(&cast, 4)),
        (vec![(4, 2)], vec![(4, 1)])
    );
}

/// Skipping a scene continues behind the jump that follows `beginOverride`; playing the scene does
/// not take the jump.
#[test]
fn the_jump_of_an_override_is_passed_over_j23() {
    let scene = [load_room(2), wear(1, 1)].concat();
    let script = [
        &load_room(3)[..],
        &[0x95, 0x73, u8::try_from(scene.len()).unwrap(), 0],
        &wear(2, 2),
        &scene,
        STOP,
    ]
    .concat();
    assert_eq!(rooms_of(&cast(&[], &[&script]), 2), [(3, 2)]);
}

#[test]
fn behind_a_jump_into_a_loops_condition_the_room_stays_j23() {
    let body = wear(1, 1);
    let back = -i16::try_from(body.len() + 6).unwrap();
    let condition = [variable(60), [&[0x5c][..], &back.to_le_bytes()].concat()].concat();
    let jump = [
        &[0x73][..],
        &u16::try_from(body.len()).unwrap().to_le_bytes(),
    ]
    .concat();
    let script = [load_room(2), jump, body, condition, STOP.to_vec()].concat();
    assert_eq!(rooms_of(&cast(&[], &[&script]), 1), [(2, 2)]);
}

#[test]
fn a_global_script_runs_where_those_run_that_start_it_j24() {
    // Room 3 starts script 1, script 1 starts script 2, and so on. The room reaches the scripts
    // that six passes can reach.
    let chain: Vec<Vec<u8>> = (2..=9)
        .map(|next| [&wear(next - 1, next - 1)[..], &start(next), STOP].concat())
        .collect();
    let chain: Vec<&[u8]> = chain.iter().map(Vec::as_slice).collect();
    let cast = cast(&[(3, &entry(&[&start(1), STOP]))], &chain);
    let known: Vec<bool> = (1..=8)
        .map(|costume| rooms_of(&cast, costume) == [(3, 3)])
        .collect();
    assert!(known[..7].iter().all(|known| *known), "{known:?}");
    // The script is started after another room was loaded.
    let cast = self::cast(
        &[(3, &entry(&[&load_room(2), &start(1), STOP]))],
        &[&[&wear(1, 1), STOP].concat()],
    );
    assert_eq!(rooms_of(&cast, 1), [(2, 3)]);
}

#[test]
fn levels_say_how_sure_a_room_is_j25() {
    let outside = [
        wear(1, 1),
        wear(2, 2),
        wear(3, 3),
        wear(4, 4),
        STOP.to_vec(),
    ]
    .concat();
    let entry2 = entry(&[
        &wear(2, 5),
        &put(1, 9, 9, 2),
        &put(2, 8, 8, 2),
        &wear(5, 6),
        STOP,
    ]);
    let entry3 = entry(&[&put(2, 7, 7, 3), &load_room(5), &animate(2), STOP]);
    let cast = cast(&[(2, &entry2), (3, &entry3)], &[&outside]);
    // Level 1: the same script puts the actor there. The actor acts in room 2 as well.
    assert_eq!(rooms_of(&cast, 5), [(2, 1)]);
    // Level 2: the costume is put on while the room is shown.
    assert_eq!(rooms_of(&cast, 6), [(2, 2)]);
    // Level 4: all rooms into which the actor is put, except rooms where the actor puts on another
    // costume.
    assert_eq!(
        (rooms_of(&cast, 1), rooms_of(&cast, 2)),
        (vec![(2, 4)], vec![(3, 4)])
    );
    // Without evidence, the room whose file holds the costume is used.
    let costume = cast.costume(4).unwrap();
    assert_eq!(
        (
            &costume.rooms[..],
            costume.colours_of,
            costume.colours_level
        ),
        (&[][..], 4, CastingEvidence::Home)
    );
}

#[test]
fn what_scripts_say_stands_before_what_is_inferred_j25() {
    let outside = [wear(1, 1), STOP.to_vec()].concat();
    let room = entry(&[
        &put(1, 9, 9, 3),
        &start(1),
        &wear(6, 1),
        &put(6, 1, 1, 2),
        STOP,
    ]);
    assert_eq!(
        rooms_of(&cast(&[(5, &room)], &[&outside]), 1),
        [(2, 1), (5, 2)]
    );
}

#[test]
fn room_255_stays_and_room_0_hides_j25() {
    let script = [
        &put(1, 1, 1, 3)[..],
        &put(1, 5, 5, 255),
        &wear(1, 1),
        &put(2, 1, 1, 3),
        &put(2, 0, 0, 0),
        &wear(2, 2),
        STOP,
    ]
    .concat();
    let cast = cast(&[], &[&script]);
    assert_eq!(
        (people(&cast, 3), rooms_of(&cast, 1)),
        (
            vec![(1, 1, Some((5, 5))), (2, 2, Some((1, 1)))],
            vec![(3, 1)]
        )
    );
    assert_eq!(
        rooms_of(&cast, 2),
        [(3, 4)],
        "the actor is still put into room 3"
    );
}

#[test]
fn the_room_for_colours_is_known_best_and_has_the_commonest_j25() {
    let room = |colour: u8, costume: i16| {
        let header = block(b"RMHD", &[&[8, 0, 2, 0, 0, 0]]);
        let code = entry(&[&wear(1, costume), &put(1, 1, 1, 255), STOP]);
        [header, block(b"CLUT", &[&[colour; 768]]), code].concat()
    };
    let rooms: Vec<(u8, Vec<u8>)> = [(1, room(9, 3)), (2, room(7, 3)), (3, room(7, 3))].to_vec();
    let rooms: Vec<(u8, &[u8])> = rooms
        .iter()
        .map(|(number, blocks)| (*number, &blocks[..]))
        .collect();
    let colours = |cast: Cast| (cast.costumes[2].colours_of, cast.costumes[2].colours_level);
    assert_eq!(colours(cast(&rooms, &[])), (2, CastingEvidence::Present));
    assert_eq!(
        colours(cast(&rooms[..2], &[])),
        (1, CastingEvidence::Present)
    );
    let put_there = [&wear(5, 3)[..], &put(5, 1, 1, 3), STOP].concat();
    assert_eq!(
        colours(cast(&rooms, &[&put_there])),
        (3, CastingEvidence::Put)
    );
}

#[test]
fn an_actor_is_told_things_from_its_reset_to_its_next_costume_j26() {
    let name = |text: &[u8]| [&[0x9d, 0x58][..], text, &[0]].concat();
    let colour = |colour| pushed(&[colour], &[0x9d, 0x57]);
    let palette = |slot, colour| pushed(&[slot, colour], &[0x9d, 0x56]);
    let told = [
        pushed(&[99], &[0x9d, 0x5c]),
        pushed(&[30], &[0x9d, 0x5b]),
        vec![0x9d, 0x5f],
    ]
    .concat();
    let first = [
        actor(1),
        name(b"old"),
        DEFAULT.to_vec(),
        colour(7),
        palette(1, 2),
        wear(1, 1),
        name(b"A\xff\x01b"),
        told,
    ]
    .concat();
    let room = entry(&[
        &first,
        &palette(3, 4),
        &wear(1, 2),
        &put(1, 1, 1, 2),
        &colour(8),
        STOP,
    ]);
    let cast = cast(&[(2, &room)], &[]);
    let look = &cast.costume(1).unwrap().looks[0];
    assert_eq!(
        look.name
            .as_ref()
            .map(|name| (name.bytes(), name.to_string())),
        Some((&b"A\xff\x01b"[..], "A\\xff\\x01b".to_owned()))
    );
    assert_eq!(
        (look.talk_colour, look.scale, look.width, look.ignores_boxes),
        (Some(7), Some(99), Some(30), Some(true))
    );
    assert_eq!(
        look.palette,
        BTreeMap::from([(3, 4)]),
        "only behind the costume"
    );
    let next = &cast
        .room(2)
        .iter()
        .find(|member| member.costume == 2)
        .unwrap()
        .look;
    assert_eq!(
        (next.talk_colour, next.scale, next.palette.len()),
        (Some(8), Some(99), 0)
    );
}

#[test]
fn without_a_reset_what_is_always_said_outside_rooms_counts_j26() {
    let colour = |number, colour| [actor(number), pushed(&[colour], &[0x9d, 0x57])].concat();
    let boot = [&colour(1, 7)[..], &colour(2, 7), &colour(3, 7), STOP].concat();
    let again = [&colour(1, 7)[..], &colour(2, 8), &colour(3, 7), STOP].concat();
    let room = entry(&[
        &wear(1, 1),
        &wear(2, 2),
        &actor(3),
        DEFAULT,
        &wear(3, 3),
        STOP,
    ]);
    let cast = cast(&[(2, &room)], &[&boot, &again]);
    let colours = |costume| &cast.costume(costume).unwrap().talk_colours[..];
    assert_eq!(
        (colours(1), colours(2), colours(3)),
        (&[7][..], &[][..], &[][..])
    );
}

#[test]
fn people_stand_where_they_are_put_with_the_costume_or_else_in_the_room_j27_j33() {
    let dress = [wear(1, 1), wear(2, 2), STOP.to_vec()].concat();
    let elsewhere = [put(1, 1, 1, 3), put(2, 2, 2, 3), STOP.to_vec()].concat();
    let own = entry(&[
        &start(1),
        &variable(EGO),
        &pushed(&[5, 5, 3], &[0x7f]),
        &put(1, 6, 6, 3),
        &put(1, 7, 7, 3),
        STOP,
    ]);
    let with_costume = block(b"LSCR", &[&[200], &wear(3, 3), &put(3, 8, 8, 3), STOP]);
    let blocks = [own, with_costume].concat();
    let cast = cast(
        &[(3, &blocks)],
        &[&dress, &elsewhere, &[&write(EGO, 1), STOP].concat()],
    );
    assert_eq!(
        people(&cast, 3),
        [
            (1, 1, Some((6, 6))),
            (2, 2, Some((2, 2))),
            (3, 3, Some((8, 8)))
        ]
    );
}

/// Returns the directions of the members of a room.
fn facings(cast: &Cast, room: u16) -> Vec<Option<u16>> {
    let members = cast.room(room).iter();
    members.map(|member| member.facing).collect()
}

#[test]
fn people_face_as_scripts_turn_them_at_their_places_j36() {
    let turn = |actor: i16, operand: i16| pushed(&[actor, operand], &[0x82]);
    let face = |angle: i16| pushed(&[angle], &[0x9d, 0xe6]);
    let walk = |actor: i16| pushed(&[actor, 1, 1], &[0x7e]);
    let facing = |behind: &[&[u8]]| {
        let code = [&wear(1, 1)[..], &behind.concat()].concat();
        facings(&cast(&[(2, &entry(&[&code, STOP]))], &[]), 2)[0]
    };
    let here = put(1, 5, 6, 2);
    // The operands 244 to 251 name old directions: west, east, south, north.
    for (operand, angle) in [(244, 270), (245, 90), (250, 180), (251, 0)] {
        assert_eq!(facing(&[&here, &turn(1, operand)]), Some(angle));
    }
    assert_eq!(facing(&[&here, &turn(1, 252)]), None, "it stops");
    assert_eq!(facing(&[&here, &face(45)]), Some(45));
    assert_eq!(facing(&[&here, &pushed(&[90], &[0x9d, 0xe7])]), Some(90));
    assert_eq!(facing(&[&here, &turn(1, 244), &turn(1, 245)]), Some(270));
    assert_eq!(
        facing(&[&turn(1, 244), &here]),
        Some(270),
        "before it is put"
    );
    let both = [&turn(1, 244)[..], &here, &turn(1, 245)].concat();
    assert_eq!(facing(&[&both]), Some(90));
    assert_eq!(facing(&[&here, &walk(1), &turn(1, 244)]), None, "elsewhere");
    assert_eq!(facing(&[&here, &turn(9, 244)]), None, "another actor");
    let unknown = [&variable(50)[..], &[0x9d, 0xe6]].concat();
    assert_eq!(facing(&[&here, &unknown, &face(45)]), None);
}

#[test]
fn a_facing_belongs_to_the_place_of_each_room_j36() {
    let face = |angle: i16| pushed(&[angle], &[0x9d, 0xe6]);
    let script = [
        &wear(1, 1)[..],
        &put(1, 5, 6, 2),
        &face(90),
        &put(1, 7, 8, 3),
        &face(270),
        STOP,
    ];
    let cast = cast(&[], &[&script.concat()]);
    assert_eq!(facings(&cast, 2), [Some(90)]);
    assert_eq!(facings(&cast, 3), [Some(270)]);
    // Another script gives the position, and with it the direction.
    let dress = [&wear(1, 1)[..], STOP].concat();
    let elsewhere = [&actor(1)[..], &put(1, 5, 6, 2), &face(90), STOP].concat();
    let cast = self::cast(&[], &[&dress, &elsewhere]);
    assert_eq!(people(&cast, 2), [(1, 1, Some((5, 6)))]);
    assert_eq!(facings(&cast, 2), [Some(90)]);
    assert_eq!(
        cast.rooms[0].cast[0].to_string(),
        "actor 1 in costume 1 at 5,6 facing 90 (level 4)"
    );
}

#[test]
fn from_v7_on_animations_name_angles_j36() {
    let facing = |operand: i16| {
        let turn = pushed(&[1, operand], &[0x82]);
        let code = [wear(1, 1), put(1, 5, 6, 2), turn, STOP.to_vec()].concat();
        facings(&Cast::from_game(&game(7, &[], &[&code])), 2)[0]
    };
    assert_eq!((facing(3090), facing(4270)), (Some(90), Some(270)));
    assert_eq!(
        (facing(250), facing(3500), facing(2000)),
        (None, None, None)
    );
}

#[test]
fn in_v5_the_place_stands_in_front_of_the_room_or_behind_j27() {
    let dress = [0x13, 1, 0x01, 3, 0xff];
    let here = [0x01, 1, 10, 0, 20, 0];
    let there = [0x01, 1, 30, 0, 40, 0];
    let room2 = [0x2d, 1, 2];
    let room3 = [0x2d, 1, 3];
    for parts in [
        [&room2[..], &here, &room3, &there],
        [&here[..], &room2, &there, &room3],
    ] {
        let cast = Cast::from_game(&game(5, &[], &[&[&dress[..], &parts.concat()].concat()]));
        assert_eq!(
            (people(&cast, 2), people(&cast, 3)),
            (vec![(1, 3, Some((10, 20)))], vec![(1, 3, Some((30, 40)))])
        );
    }
}

#[test]
fn the_answer_as_json_has_a_level_beside_each_room_j32() {
    let room = entry(&[
        &wear(4, 5),
        &put(4, 100, 120, 1),
        &pushed(&[231], &[0x9d, 0x57]),
        STOP,
    ]);
    let json = serde_json::to_value(cast(&[(1, &room)], &[])).unwrap();
    let costume = serde_json::json!({"costume": 5, "standing": "proven", "rooms": [{"room": 1, "level": 1}], "colours_of": 1, "colours_level": 1,
        "actors": [4], "names": [], "talk_colours": [231], "looks": [{"talk_colour": 231}]});
    assert_eq!(json["costumes"][4], costume);
    let member = serde_json::json!({"actor": 4, "costume": 5, "x": 100, "y": 120, "level": 1, "talk_colour": 231});
    assert_eq!(
        json["rooms"],
        serde_json::json!([{"room": 1, "cast": [member]}])
    );
    assert_eq!(
        (&json["standing"], &json["egos"]),
        (&serde_json::json!("proven"), &serde_json::json!([]))
    );
}
