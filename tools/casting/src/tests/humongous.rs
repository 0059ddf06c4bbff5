//! Reads Humongous games whose scripts are written here byte by byte (J2, J19).

use super::{Cast, Dialect, ScriptReliability, block, game, people, rooms_of};

const ALL: [u8; 11] = [60, 61, 62, 70, 71, 72, 80, 85, 90, 99, 100];

/// Returns the push of a byte.
fn push(he: u8, number: u8) -> [u8; 2] {
    [if he == 100 { 0x5c } else { 0x00 }, number]
}

/// Returns pushes of bytes and an instruction.
fn pushed(he: u8, numbers: &[u8], instruction: &[u8]) -> Vec<u8> {
    let pushes = numbers.iter().flat_map(|&number| push(he, number));
    pushes.chain(instruction.iter().copied()).collect()
}

fn stop(he: u8) -> Vec<u8> {
    vec![if he == 100 { 0x2b } else { 0x65 }]
}

/// Returns the instructions that give an actor the costume of the same number and the name "Bob".
fn wear(he: u8, actor: u8) -> Vec<u8> {
    let (current, costume): (&[u8], &[u8]) = if he == 100 {
        (&[0x00, 0x81], &[0x00, 0x19])
    } else {
        (&[0x9d, 0xc5], &[0x9d, 0x4c])
    };
    let name: &[u8] = match he {
        ..72 => b"\x9d\x58Bob\0",
        100 => b"\x5eBob\0\x5f\xff\xff\x00\x34",
        _ => b"\x04Bob\0\x01\xff\xff\x9d\x58",
    };
    [
        pushed(he, &[actor], current),
        pushed(he, &[actor], costume),
        name.to_vec(),
    ]
    .concat()
}

/// Returns a script that dresses an actor, puts it to (10, 20) in room 2, and turns it to the east.
fn script(he: u8, actor: u8) -> Vec<u8> {
    let (put, animate) = if he == 100 {
        (0x62, 0x21)
    } else {
        (0x7f, 0x82)
    };
    [
        wear(he, actor),
        pushed(he, &[actor, 10, 20, 2], &[put]),
        pushed(he, &[actor, 249], &[animate]),
        stop(he),
    ]
    .concat()
}

#[test]
fn scripts_lie_in_the_blocks_of_v6_and_in_lsc2_j2_j19() {
    for he in ALL {
        let local = if he >= 90 {
            block(b"LSC2", &[&[200, 8, 0, 0], &script(he, 3)])
        } else {
            block(b"LSCR", &[&[200], &script(he, 3)])
        };
        let header = block(b"CDHD", &[&[9, 0]]);
        let verbs = block(b"VERB", &[&[1, 12, 0, 0], &script(he, 4)]);
        let blocks = [
            block(b"OBCD", &[&header, &verbs]),
            block(b"EXCD", &[&script(he, 2)]),
            block(b"ENCD", &[&script(he, 1)]),
            local,
        ];
        let game = game(6, &[(2, &blocks.concat())], &[&script(he, 5)]);
        let cast = Cast::from_game(&game.with_dialect(Dialect::humongous(he)));
        let counts = (cast.standing, cast.scripts.found, cast.scripts.cut);
        assert_eq!(counts, (ScriptReliability::Unproven, 5, 0), "HE{he}");
        let all: Vec<_> = (1..=5)
            .map(|actor| (actor, actor, Some((10, 20))))
            .collect();
        assert_eq!(people(&cast, 2), all, "HE{he}");
        for member in cast.room(2) {
            let name = member.look.name.as_ref().map(ToString::to_string);
            assert_eq!(name.as_deref(), Some("Bob"), "HE{he}");
            assert_eq!(member.facing, Some(90), "HE{he}");
        }
    }
}

#[test]
fn a_name_that_comes_from_an_array_is_unknown_j19() {
    for he in ALL.into_iter().filter(|&he| he >= 72) {
        let (array, name): (&[u8], &[u8]) = if he == 100 {
            (&[0x60, 50, 0], &[0x00, 0x34])
        } else {
            (&[0x03, 50, 0], &[0x9d, 0x58])
        };
        let code = [
            &script(he, 1)[..script(he, 1).len() - 1],
            array,
            name,
            &stop(he),
        ]
        .concat();
        let game = game(6, &[], &[&code]);
        let cast = Cast::from_game(&game.with_dialect(Dialect::humongous(he)));
        let names = &cast.costume(1).unwrap().names;
        assert_eq!(names.len(), 1, "HE{he}: the known name stays");
        assert_eq!(rooms_of(&cast, 1), [(2, 1)]);
    }
}

#[test]
fn an_unknown_part_of_an_instruction_stops_the_reading_j20() {
    for he in ALL {
        let unknown: &[u8] = if he == 100 {
            &[0x37, 0xfe]
        } else {
            &[0x9c, 0xfe]
        };
        let first = script(he, 1);
        let code = [&first[..first.len() - 1], unknown, &script(he, 2)].concat();
        let game = game(6, &[], &[&code]);
        let cast = Cast::from_game(&game.with_dialect(Dialect::humongous(he)));
        let rooms = (rooms_of(&cast, 1), rooms_of(&cast, 2));
        assert_eq!(rooms, (vec![(2, 1)], vec![]), "HE{he}");
        assert_eq!(cast.scripts.cut, 1, "HE{he}");
    }
}
