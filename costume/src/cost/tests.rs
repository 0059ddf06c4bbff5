//! Tests of parsing: layouts, damage, and the information for tools.

use proptest::prelude::*;
use scumm_room::{Dialect, Error, Platform};

use super::fixture::{Parts, finish, picture, plain};
use super::*;
use crate::Facing;

fn v(version: u8) -> Dialect {
    Dialect::new(version)
}

/// Returns a dialect of every version that has COST.
fn dialects() -> Vec<Dialect> {
    let v3_256 = v(3).with_old256(true);
    vec![
        v(1),
        v(2),
        v(3),
        v3_256,
        v(4),
        v(5),
        v(6),
        Dialect::humongous(60),
    ]
}

/// Creates a costume with two pictures of 3x2 pixels in colours 1 and 2, which animation 0 plays in
/// a loop.
fn two(dialect: Dialect) -> Parts {
    let pictures = if dialect.costume_mask_is_byte() {
        vec![
            vec![1, 2, 0, 0, 0, 0, 0x82, 0x55],
            vec![1, 2, 0, 0, 0, 0, 0x82, 0xaa],
        ]
    } else {
        vec![plain(3, 2, 1), plain(3, 2, 2)]
    };
    Parts::new(dialect, &[0, 1], true, pictures)
}

fn error(block: &[u8], dialect: &Dialect) -> String {
    Cost::parse(block, dialect)
        .unwrap_err()
        .in_file("a.cost")
        .to_string()
}

fn findings(block: &[u8], dialect: &Dialect) -> Vec<String> {
    let mut damage = Damage::lenient();
    Cost::parse_with(block, dialect, &mut damage).unwrap();
    let strict = Cost::parse_with(block, dialect, &mut Damage::strict());
    assert_eq!(strict.is_err(), !damage.findings().is_empty());
    damage.findings().iter().map(Error::to_string).collect()
}

#[test]
fn each_version_has_its_base_and_header_c2_c6_c7() {
    for dialect in dialects() {
        let block = two(dialect).block();
        assert!(findings(&block, &dialect).is_empty());
        let cost = Cost::parse(&block, &dialect).unwrap();
        assert_eq!((cost.last_animation(), cost.stored_animations()), (0, 1));
        assert_eq!(cost.palette().len(), cost.format().palette_len(&dialect));
        let sequence = CostSequence {
            start: 0,
            extra: 1,
            loops: true,
        };
        let record = CostRecord {
            entries: vec![CostEntry {
                limb: 0,
                sequence: Some(sequence),
            }],
        };
        assert_eq!(
            cost.records().collect::<Vec<_>>(),
            [(0, &record)],
            "{dialect:?}"
        );
        assert_eq!(cost.commands().bytes()[..2], [0, 1]);
        let seen: Vec<_> = cost
            .reach()
            .filter(|(name, ..)| name.0 == 0)
            .map(|(name, _, picture)| (name.1, picture.height))
            .collect();
        assert_eq!(seen, [(0, 2), (1, 2)]);
        assert_eq!(cost.reach().filter(|(name, ..)| name.0 != 0).count(), 0);
    }
}

#[test]
fn an_entry_may_switch_its_limb_off_c11() {
    let bytes = [0x00, 0xc0, 0x00, 0x00, 0x81, 0xff, 0xff];
    assert!(scumm_book::says("C11", &bytes).unwrap());
    let mut parts = two(v(5));
    parts.records = vec![bytes.to_vec()];
    let cost = parts.cost();
    let (_, record) = cost.records().next().unwrap();
    let plays = CostEntry {
        limb: 0,
        sequence: Some(CostSequence {
            start: 0,
            extra: 1,
            loops: false,
        }),
    };
    assert_eq!(
        record.entries,
        [
            plays,
            CostEntry {
                limb: 1,
                sequence: None
            }
        ]
    );
}

#[test]
fn cels_are_decoded_to_rows_and_the_bytes_are_counted() {
    let data = [0x12, 0x23, 0x31, 0x99];
    let parts = |dialect| {
        Parts::new(
            dialect,
            &[0],
            true,
            vec![picture((2, 3), (-1, -2), (3, 4), &data)],
        )
        .cost()
    };
    let cost = parts(v(5));
    let shown = cost.picture(0, 0).unwrap();
    assert_eq!(
        (shown.rel.to_array(), shown.step.to_array()),
        ([-1, -2], [3, 4])
    );
    let cel = cost.cel(shown).unwrap();
    let part = &cost.parts().pictures[0];
    assert_eq!(
        (cel.pixels(), part.data.len(), part.cut),
        (&[1, 2, 1, 2, 2, 3][..], 3, false)
    );
    let amiga = parts(v(5).with_platform(Platform::Amiga));
    assert_eq!(
        amiga.cel(amiga.picture(0, 0).unwrap()).unwrap().pixels(),
        [1, 1, 2, 2, 2, 3]
    );
    let v1 = two(v(1)).cost();
    let cel = v1.cel(v1.picture(0, 1).unwrap()).unwrap();
    let consumed = v1.parts().pictures[1].data.len();
    assert_eq!((cel.width(), cel.pixels(), consumed), (8, &[2; 16][..], 2));
}

#[test]
fn a_cel_whose_data_ends_is_cut_and_a_senseless_one_is_refused() {
    let cost = |size| {
        Parts::new(
            v(5),
            &[0],
            true,
            vec![picture(size, (0, 0), (0, 0), &[0x12, 0x20])],
        )
        .cost()
    };
    let small = cost((2, 2));
    let cel = small.cel(small.picture(0, 0).unwrap()).unwrap();
    let part = &small.parts().pictures[0];
    assert_eq!(
        (cel.pixels(), part.data.len(), part.cut),
        (&[1, 0, 1, 0][..], 2, true)
    );
    let huge = cost((40_000, 60_000));
    let refused = huge.cel(huge.picture(0, 0).unwrap()).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("a picture's number of pixels is 2400000000"),
        "{refused}"
    );
}

#[test]
fn equal_pictures_are_known_as_one() {
    let mut parts = two(v(5));
    parts.commands = vec![0, 1];
    let mut block = parts.block();
    // The two entries of limb 0's table name the same picture.
    let cost = Cost::parse(&block, &v(5)).unwrap();
    let table = cost.picture(0, 0).unwrap().offset - 4;
    block.copy_within(table..table + 2, table + 2);
    let cost = Cost::parse(&block, &v(5)).unwrap();
    assert_eq!(
        (
            cost.pictures().len(),
            cost.reach()
                .filter(|(name, ..)| name.0 == 0)
                .map(|(_, index, _)| index)
                .collect::<Vec<_>>()
        ),
        (1, vec![0, 0])
    );
}

#[test]
fn a_size_of_0_means_that_the_last_animation_is_not_stored_c3() {
    let mut parts = two(v(6));
    let record = parts.records[0].clone();
    parts.records = vec![record.clone(), record];
    let mut block = parts.block();
    let full = Cost::parse(&block, &v(6)).unwrap();
    assert_eq!(
        (
            full.last_animation(),
            full.stored_animations(),
            full.records().count()
        ),
        (1, 2, 2)
    );
    block[8..12].fill(0);
    // The costume may contain any bytes at the position of the last offset.
    block[14 + 2 + 16 + 34 + 2..][..2].copy_from_slice(&[0xff, 0xff]);
    assert!(findings(&block, &v(6)).is_empty());
    let cost = Cost::parse(&block, &v(6)).unwrap();
    assert_eq!(
        (
            cost.last_animation(),
            cost.stored_animations(),
            cost.records().count()
        ),
        (1, 1, 1)
    );
}

#[test]
fn what_only_counting_adds_is_listed_nowhere_and_its_garbage_is_no_damage_c3() {
    let limb = |number: u8, picture: u8| vec![0, 0x80 >> number, picture, 0, 0];
    let mut parts = two(v(6));
    parts.commands = vec![0, 1, 2];
    // The second animation, which is not stored, shows the bytes after the table.
    parts.records = vec![limb(0, 0), limb(0, 1)];
    let mut block = parts.block();
    block[8..12].fill(0);
    let costume = Cost::parse(&block, &v(6)).unwrap();
    let picture = costume.picture(0, 1).unwrap();
    assert_eq!(
        (costume.records().count(), costume.stored_records().count()),
        (2, 1)
    );
    let table = costume.picture(0, 0).unwrap().offset - 4;
    let header = picture.offset;
    let listed = |block: &[u8]| {
        let costume = crate::Costume::Cost(Cost::parse(block, &v(6)).unwrap());
        (costume.animations().count(), costume.cels().len())
    };
    assert_eq!(listed(&block), (1, 1));
    assert!(findings(&block, &v(6)).is_empty());
    // The animation shows a picture if a script starts it and the bytes are a picture.
    assert_eq!(costume.reach().filter(|(name, ..)| name.0 == 0).count(), 2);
    block[table + 2..table + 4].copy_from_slice(&[0xf0, 0xff]);
    assert!(findings(&block, &v(6)).is_empty(), "a picture outside");
    assert_eq!(listed(&block), (1, 1));
    block[header..].fill(0);
    assert!(findings(&block, &v(6)).is_empty());
}

#[test]
fn a_picture_without_any_of_its_pixels_is_a_finding_c37() {
    let mut block = Parts::new(
        v(5),
        &[0],
        true,
        vec![picture((2, 2), (0, 0), (0, 0), &[0x14])],
    )
    .block();
    assert!(findings(&block, &v(5)).is_empty());
    block.pop();
    finish(&mut block, &v(5));
    let found = findings(&block, &v(5));
    assert!(
        found.len() == 1 && found[0].contains("pixels of picture 0 of limb 0"),
        "{found:?}"
    );
}

#[test]
fn other_things_than_costumes_are_told() {
    assert_eq!(
        error(&[], &v(5)),
        "a.cost: at byte 0 (0x0): expected a block's tag (4 bytes), found the end of the data"
    );
    assert_eq!(
        error(b"SCRP\0\0\0\x09x", &v(5)),
        "a.cost: at byte 0 (0x0): expected block COST, found SCRP"
    );
    assert!(error(&[4, 0, 0, 0], &v(2)).contains("the number of animations"));
}

#[test]
fn formats_of_other_numbers_or_versions_are_refused_c5() {
    for (dialect, byte) in [
        (v(5), 0x57),
        (v(5), 0x5a),
        (v(1), 0x58),
        (v(3), 0x42),
        (v(6), 0xe2),
    ] {
        let block = Parts {
            format: byte,
            ..two(dialect)
        }
        .block();
        let told = error(&block, &dialect);
        let name = format!(
            "costume format {byte:#04x} in v{} is not supported",
            dialect.version()
        );
        assert!(told.contains(&name), "{told}");
    }
}

#[test]
fn table_offsets_outside_the_block_are_findings_with_their_place() {
    let block = two(v(5)).block();
    let tables = 8 + 2 + 16;
    let told = |at: usize| {
        let mut damaged = block.clone();
        damaged[at..at + 2].copy_from_slice(&[0xf0, 0xff]);
        findings(&damaged, &v(5)).remove(0)
    };
    let len = block.len();
    assert!(told(tables).contains(&format!(
        "expected the commands inside the {len} bytes of data, found offset 65522"
    )));
    assert!(told(tables + 2).contains("expected the table of limb 0 inside"));
    let mut several = two(v(5));
    several.records = vec![several.records[0].clone(); 2];
    let mut block = several.block();
    block[tables + 34..][..2].copy_from_slice(&[0xf0, 0xff]);
    let told = findings(&block, &v(5)).remove(0);
    assert!(
        told.contains("COST at byte 60 (0x3c): expected the offset of animation 0 inside"),
        "{told}"
    );
}

#[test]
fn reachable_things_that_are_missing_become_nothing() {
    // The second picture's offset is outside the block.
    let mut block = two(v(5)).block();
    let first = Cost::parse(&block, &v(5))
        .unwrap()
        .picture(0, 0)
        .unwrap()
        .offset;
    block[first - 2..first].copy_from_slice(&[0xf0, 0xff]);
    let found = findings(&block, &v(5));
    assert!(
        found.len() == 1 && found[0].contains("expected picture 1 of limb 0 inside"),
        "{found:?}"
    );
    let cost = Cost::parse(&block, &v(5)).unwrap();
    assert!(cost.picture(0, 0).is_some() && cost.picture(0, 1).is_none());

    // The second picture's header is cut off.
    let mut block = two(v(5)).block();
    block.truncate(block.len() - 3);
    finish(&mut block, &v(5));
    let found = findings(&block, &v(5));
    assert!(
        found.len() == 1 && found[0].contains("a picture's move"),
        "{found:?}"
    );

    // Commands beyond the end show nothing.
    let mut parts = Parts::new(v(5), &[0], true, vec![]);
    parts.records[0] = vec![0, 0x80, 0x23, 0x01, 0x85];
    let found = findings(&parts.block(), &v(5));
    assert!(
        found.len() == 1 && found[0].contains("expected commands 291..=296 of animation 0, limb 0"),
        "{found:?}"
    );
    assert_eq!(parts.cost().commands().get(291), 0x7b);
}

#[test]
fn unreachable_entries_may_lead_anywhere_c8() {
    let mut parts = two(v(5));
    parts.commands = vec![0, 0];
    let mut block = parts.block();
    let first = Cost::parse(&block, &v(5))
        .unwrap()
        .picture(0, 0)
        .unwrap()
        .offset;
    block[first - 2..first].copy_from_slice(&[0xf0, 0xff]);
    assert!(findings(&block, &v(5)).is_empty());
    // A command that the limb only passes is not a picture. At the start of a sequence it is a
    // picture (C23).
    for (commands, missing) in [
        (vec![0, 0x7c, 0x78], 0),
        (vec![0x7c, 0], 1),
        (vec![0x79, 0x70], 0),
        (vec![0x7b, 0], 0),
    ] {
        let block = Parts::new(v(5), &commands, true, vec![plain(1, 1, 1)]).block();
        assert_eq!(findings(&block, &v(5)).len(), missing, "{commands:x?}");
    }
}

#[test]
fn an_endless_sequence_is_a_finding_c24() {
    for (dialect, commands, loops, endless) in [
        (v(5), [0, 0x7c], false, true),
        (v(5), [0, 0x78], false, true),
        (v(5), [0, 0x7c], true, false),
        (v(5), [0x78, 0x7c], true, true),
        (v(5), [0, 0x71], false, false),
        (v(6), [0, 0x71], false, true),
    ] {
        let parts = Parts::new(dialect, &commands, loops, vec![plain(1, 1, 1); 128]);
        let found = findings(&parts.block(), &dialect);
        assert_eq!(
            found.iter().any(|f| f.contains("take no time")),
            endless,
            "{commands:x?} {loops} {found:?}"
        );
    }
}

#[test]
fn redirections_go_one_level_and_chains_are_a_finding_c33() {
    let with =
        |pair: [u8; 2], data: &[u8]| picture((1, 1), (0, 0), (0, 0), &[&pair[..], data].concat());
    let block = |pictures| {
        Parts {
            format: 0x60,
            ..Parts::new(v(6), &[0], true, pictures)
        }
        .block()
    };
    let chain = block(vec![
        with([0, 1], &[]),
        with([0, 2], &[0x11]),
        with([255, 255], &[0x21]),
    ]);
    let found = findings(&chain, &v(6));
    assert!(
        found.len() == 1 && found[0].contains("borrows from limb 0, picture 2"),
        "{found:?}"
    );
    let cost = Cost::parse(&chain, &v(6)).unwrap();
    let first = cost.picture(0, 0).unwrap();
    assert_eq!(
        (first.redirect, cost.cel(first).unwrap().pixels()),
        (Some((0, 1)), &[1][..])
    );
    // The limb does not exist: the picture stays, without data.
    let wild = block(vec![with([16, 0], &[0x11])]);
    assert!(findings(&wild, &v(6))[0].contains("from limb 0..=15, found limb 16"));
    let cost = Cost::parse(&wild, &v(6)).unwrap();
    assert!(cost.picture_data(cost.picture(0, 0).unwrap()).is_empty());
}

#[test]
fn every_prefix_gives_an_error_or_a_costume() {
    for dialect in dialects() {
        let block = two(dialect).block();
        for len in 0..block.len() {
            let prefix = &block[..len];
            assert!(Cost::parse_with(prefix, &dialect, &mut Damage::strict()).is_err());
            let mut damage = Damage::silent();
            let parsed = Cost::parse_with(prefix, &dialect, &mut damage);
            // A block that is cut is parsed as far as it goes, and its end is damage.
            assert!(
                parsed.is_ok() || len + 1 < block.len(),
                "{dialect:?}, {len}"
            );
            assert!(parsed.is_err() || !damage.findings().is_empty());
            let mut cut = block[..len].to_vec();
            if len >= 16 {
                finish(&mut cut, &dialect);
                let _ = Cost::parse(&cut, &dialect);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Tests that parsing of any bytes does not panic, and that parsed costumes play and draw.
    #[test]
    fn damaged_costumes_play_and_draw(
        which in 0usize..8,
        amiga in any::<bool>(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        facing in prop::sample::select(vec![Facing::NORTH, Facing::EAST, Facing::SOUTH, Facing::WEST]),
        scale in any::<(u8, u8)>(),
        at in (-400i32..800, -300i32..500),
    ) {
        use super::fixture::{Heard, Fixture, still};
        use crate::draw::{Drawn, Visibility};

        let dialect = dialects()[which];
        let dialect = if amiga { dialect.with_platform(Platform::Amiga) } else { dialect };
        let mut parts = two(dialect);
        if dialect.version() >= 3 && !dialect.is_old_bundle() && amiga {
            parts.format = 0x60;
        }
        parts.records = vec![parts.records[0].clone(); 4];
        let mut block = parts.block();
        for (index, byte) in damage {
            let index = index.index(block.len());
            block[index] = byte;
        }
        finish(&mut block, &dialect);
        let Ok(cost) = Cost::parse(&block, &dialect) else { return Ok(()) };
        let mut anim = still();
        let mut heard = Heard::default();
        let mut scene = Fixture { x: at.0, y: at.1, scale, facing, ..Fixture::new() };
        cost.start(&mut anim, facing, 0, 0xffff);
        for _ in 0..5 {
            let drawn = scene.draw(&cost, &anim);
            prop_assert_eq!(drawn.visibility != Visibility::None, drawn.top != Drawn::default().top, "C47, C48: {:?}", drawn);
            let _ = cost.hit(&anim, &scene.look(), 100, 100);
            for limb in 0..LIMBS {
                cost.step(&mut anim, limb, &mut heard);
            }
        }
        for picture in cost.pictures() {
            let _ = cost.cel(picture);
        }
    }
}
