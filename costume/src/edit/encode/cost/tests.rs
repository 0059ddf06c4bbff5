//! Tests that encoded costumes are parsed to the same values.

use std::sync::Arc;

use glam::I16Vec2;
use proptest::prelude::*;
use scumm_room::{Dialect, Platform, Surface};

use super::*;
use crate::cost::{Cost, CostEntry, CostRecord, CostSequence};
use crate::{Damage, LIMBS};

fn dialects() -> Vec<Dialect> {
    let v = Dialect::new;
    let amiga = v(5).with_platform(Platform::Amiga);
    vec![
        v(3).with_old256(true),
        v(4),
        v(5),
        v(6),
        Dialect::humongous(60),
        amiga,
    ]
}

fn surface(width: usize, height: usize, colours: u8) -> impl Strategy<Value = Surface> {
    // Runs of all lengths, with an occasional long one.
    let runs = proptest::collection::vec((0..colours, 1usize..9), 1..20);
    (runs, 0..colours, any::<bool>()).prop_map(move |(runs, rest, plain)| {
        let mut pixels: Vec<u8> = runs
            .iter()
            .flat_map(|&(c, n)| std::iter::repeat_n(c, n))
            .collect();
        if plain {
            pixels.clear();
        }
        pixels.resize(width * height, rest);
        Surface::new(width, height, pixels).unwrap()
    })
}

fn picture(colours: u8) -> impl Strategy<Value = DraftPicture> {
    let size = prop_oneof![4 => (1usize..12, 1usize..12), 1 => (0usize..3, 0usize..3), 1 => (30usize..40, 20usize..50)];
    let place = || (any::<i8>(), any::<i16>()).prop_map(|(x, y)| I16Vec2::new(x.into(), y));
    (
        size.prop_flat_map(move |(w, h)| surface(w, h, colours)),
        place(),
        place(),
    )
        .prop_map(|(cel, rel, step)| DraftPicture {
            rel,
            step,
            cel: Arc::new(cel),
        })
}

/// Creates a costume whose pictures are all played: every used limb plays all its numbers in one
/// sequence.
fn draft() -> impl Strategy<Value = CostDraft> {
    (any::<bool>(), any::<bool>()).prop_flat_map(|(wide, redirects)| {
        let colours = if wide { 32 } else { 16 };
        let pictures = proptest::collection::vec(picture(colours), 1..8);
        let limbs = proptest::collection::btree_map(
            0u8..16,
            (pictures, any::<bool>(), any::<bool>()),
            1..5,
        );
        let palette = proptest::collection::vec(any::<u8>(), usize::from(colours));
        let kinds = proptest::collection::vec(0u8..4, 1..9);
        (limbs, palette, kinds, any::<bool>()).prop_map(
            move |(limbs, palette, kinds, keeps_west)| {
                let mut draft = CostDraft {
                    keeps_west,
                    palette,
                    redirects,
                    ..CostDraft::default()
                };
                let mut entries = Vec::new();
                for (limb, (mut pictures, loops, doubled)) in limbs {
                    if doubled {
                        // Equal pixels under another number, and an equal picture.
                        let first = pictures[0].clone();
                        pictures.push(first.clone());
                        pictures.push(DraftPicture {
                            rel: I16Vec2::new(9, 9),
                            ..first
                        });
                    }
                    let start = u16::try_from(draft.commands.len()).unwrap();
                    let codes = u8::try_from(pictures.len()).unwrap();
                    draft.commands.extend(0..codes);
                    entries.push(CostEntry {
                        limb,
                        sequence: Some(CostSequence {
                            start,
                            extra: codes - 1,
                            loops,
                        }),
                    });
                    draft.limbs[usize::from(limb)] = pictures.into_iter().map(Some).collect();
                }
                let off = entries
                    .iter()
                    .map(|e| CostEntry {
                        sequence: None,
                        ..*e
                    })
                    .collect();
                let all = CostRecord { entries };
                let off = CostRecord { entries: off };
                draft.records = kinds
                    .iter()
                    .map(|k| [None, Some(&off), Some(&all)][usize::from(*k % 3)].cloned())
                    .collect();
                draft.records.push(Some(all));
                draft
            },
        )
    })
}

fn round_trip(draft: &CostDraft, dialect: &Dialect) -> Result<(), TestCaseError> {
    let block = encode(draft, dialect).unwrap();
    let cost = Cost::parse_with(&block, dialect, &mut Damage::strict()).unwrap();
    prop_assert_eq!(&CostDraft::from_cost(&cost).unwrap(), draft);
    prop_assert_eq!(
        encode(&CostDraft::from_cost(&cost).unwrap(), dialect).unwrap(),
        block
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_costume_survives_writing_and_reading(draft in draft(), which in 0usize..6) {
        round_trip(&draft, &dialects()[which])?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    #[ignore = "has fifty times as many cases as the quick test"]
    fn ten_thousand_costumes_survive_writing_and_reading(draft in draft(), which in 0usize..6) {
        round_trip(&draft, &dialects()[which])?;
    }
}

fn dot(colour: u8, rel: i16) -> Option<DraftPicture> {
    let cel = Arc::new(Surface::new(2, 1, vec![colour; 2]).unwrap());
    Some(DraftPicture {
        rel: I16Vec2::new(rel, 0),
        step: I16Vec2::ZERO,
        cel,
    })
}

/// Creates a costume with one animation, which plays the first `count` numbers on limb 0.
fn playing(count: u8, pictures: Vec<Option<DraftPicture>>) -> CostDraft {
    let sequence = Some(CostSequence {
        start: 0,
        extra: count - 1,
        loops: true,
    });
    let mut limbs: [Vec<_>; LIMBS] = Default::default();
    limbs[0] = pictures;
    CostDraft {
        palette: (0..16).collect(),
        records: vec![Some(CostRecord {
            entries: vec![CostEntry { limb: 0, sequence }],
        })],
        commands: (0..count).collect(),
        limbs,
        ..CostDraft::default()
    }
}

#[test]
fn the_bytes_are_those_of_the_rules_c1_to_c31() {
    let v5 = Dialect::new(5);
    let block = encode(&playing(1, vec![dot(3, -1)]), &v5).unwrap();
    // Offsets count from byte 2.
    let mut expected = b"COST\0\0\0\x53".to_vec(); // tag and size
    expected.push(0); // the number of the last animation
    expected.push(0x58); // format: 16 colours
    expected.extend(0..16); // palette
    expected.extend([65, 0]); // 26: offset of the commands
    expected.extend([66, 0]); // 28: offset of limb 0's table
    expected.extend([68, 0].repeat(15)); // offsets of fifteen empty tables
    expected.extend([60, 0]); // 60: offset of the animation
    expected.extend([0, 0x80]); // 62, the animation: it sets limb 0
    expected.extend([0, 0]); // from command 0
    expected.push(0); // one command, in a loop
    expected.push(0); // 67, the commands: picture 0
    expected.extend([68, 0]); // 68, limb 0's table: offset of picture 0
    expected.extend([2, 0, 1, 0]); // 70, the picture: width, height
    expected.extend([0xff, 0xff, 0, 0]); // one column to the left, no line down
    expected.extend([0, 0, 0, 0]); // no moves
    expected.push(0x32); // the pixels: colour 3, twice
    assert_eq!(block, expected);
    // v6 has its size and its tag at the start; the rest is the same.
    let v6 = encode(&playing(1, vec![dot(3, -1)]), &Dialect::new(6)).unwrap();
    assert_eq!(v6[8..14], [0x53 - 8 + 6, 0, 0, 0, b'C', b'O']);
    assert_eq!(v6[14..], expected[8..]);
}

#[test]
fn equal_pictures_are_stored_once_and_equal_pixels_borrowed_c33() {
    let v6 = Dialect::new(6);
    let pictures = vec![dot(3, 0), dot(3, 0), dot(3, 7), dot(4, 0)];
    let plain = playing(4, pictures);
    let redirecting = CostDraft {
        redirects: true,
        ..plain.clone()
    };
    for (draft, redirects) in [
        (plain, [None; 4]),
        (redirecting, [None, None, Some((0, 0)), None]),
    ] {
        let block = encode(&draft, &v6).unwrap();
        let cost = Cost::parse_with(&block, &v6, &mut Damage::strict()).unwrap();
        assert_eq!(cost.pictures().len(), 3);
        assert_eq!(
            [0, 1, 2, 3].map(|code| cost.picture(0, code).unwrap().redirect),
            redirects
        );
        assert_eq!(CostDraft::from_cost(&cost).unwrap(), draft);
    }
}

#[test]
fn a_number_without_a_picture_shows_nothing() {
    let draft = playing(2, vec![None, dot(1, 0)]);
    let v5 = Dialect::new(5);
    let block = encode(&draft, &v5).unwrap();
    let cost = Cost::parse_with(&block, &v5, &mut Damage::strict()).unwrap();
    let empty = cost.picture(0, 0).unwrap();
    assert_eq!(
        (empty.width, empty.height, empty.step),
        (0, 0, I16Vec2::ZERO)
    );
}

#[test]
fn what_has_no_room_is_refused_by_name() {
    let v5 = Dialect::new(5);
    let told =
        |draft: &CostDraft, dialect: &Dialect| encode(draft, dialect).unwrap_err().to_string();
    let good = || playing(1, vec![dot(1, 0)]);
    assert!(encode(&good(), &v5).is_ok());
    for dialect in [Dialect::new(1), Dialect::new(7), Dialect::humongous(61)] {
        assert!(told(&good(), &dialect).starts_with("expected version 2 to 6 or HE60 for a COST"));
    }
    assert!(told(&good(), &Dialect::new(2)).contains("with 16 colours, found 16"));
    assert_eq!(
        told(
            &CostDraft {
                palette: vec![0; 17],
                ..good()
            },
            &v5
        ),
        "expected 16 or 32 colours, found 17"
    );
    assert_eq!(
        told(
            &CostDraft {
                records: vec![],
                ..good()
            },
            &v5
        ),
        "expected 1 to 256 animations, found 0"
    );
    assert_eq!(
        told(&playing(1, vec![dot(16, 0)]), &v5),
        "picture 0 of limb 0: colour 16 of 16"
    );
    assert!(
        told(
            &CostDraft {
                commands: vec![],
                ..good()
            },
            &v5
        )
        .contains("is outside the first 32768 commands of the stream")
    );
    let wide = |side| {
        let cel = Arc::new(Surface::filled(side, 1, 0));
        playing(
            1,
            vec![Some(DraftPicture {
                cel,
                ..dot(1, 0).unwrap()
            })],
        )
    };
    assert!(encode(&wide(65535), &v5).is_ok());
    assert_eq!(
        told(&wide(65536), &v5),
        "picture 0 of limb 0: 65536x1 pixels exceed the limit of 65535 on a side"
    );
    let noise = (0..300 * 300)
        .map(|i| u8::try_from(i % 7 + 1).unwrap())
        .collect();
    let noise = DraftPicture {
        cel: Arc::new(Surface::new(300, 300, noise).unwrap()),
        ..dot(1, 0).unwrap()
    };
    let huge = playing(2, vec![Some(noise), dot(1, 0)]);
    assert_eq!(
        told(&huge, &v5),
        "the costume is larger than the 64 KiB that offsets reach"
    );
    let crowded = playing(1, vec![dot(1, 0); 129]);
    assert_eq!(
        told(&crowded, &v5),
        "limb 0 has 129 pictures; the limit is 128"
    );
    let taken = take_apart(&Cost::parse(&encode(&good(), &v5).unwrap(), &v5).unwrap())
        .unwrap()
        .1;
    assert!(!taken.order.is_empty());
    assert_eq!(
        encode_as(&crowded, &taken, &v5).unwrap_err().to_string(),
        told(&crowded, &v5)
    );
    let mut late = playing(128, vec![dot(1, 0); 128]);
    late.commands = vec![0; 400];
    late.records[0].as_mut().unwrap().entries[0].sequence = Some(CostSequence {
        start: 255,
        extra: 0,
        loops: true,
    });
    assert!(encode(&late, &v5).is_ok());
    assert!(
        told(&late, &Dialect::new(3).with_old256(true)).contains("a start of a sequence up to 254")
    );
    let entries = vec![
        CostEntry {
            limb: 2,
            sequence: None,
        },
        CostEntry {
            limb: 1,
            sequence: None,
        },
    ];
    let unsorted = CostDraft {
        records: vec![Some(CostRecord { entries })],
        ..good()
    };
    assert!(told(&unsorted, &v5).contains(
        "animation 0, limb 1: expected limbs 0..=15 in ascending \
        order"
    ));
}
