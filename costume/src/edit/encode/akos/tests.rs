//! Tests that encoded costumes are parsed to the same values, and that invalid values are refused.

use std::sync::Arc;

use glam::I16Vec2;
use proptest::prelude::*;
use scumm_room::{Dialect, Surface};

use super::*;
use crate::Damage;
use crate::akos::akch::mode;
use crate::akos::{Akos, Chore, ChoreLimb, Codec, JumpTable};

fn parsed(bytes: &[u8]) -> Akos {
    Akos::parse_with(bytes, &Dialect::new(7), &mut Damage::strict()).unwrap()
}

fn refused(draft: &AkosDraft) -> String {
    encode(draft).unwrap_err().to_string()
}

fn vector() -> impl Strategy<Value = I16Vec2> {
    any::<(i16, i16)>().prop_map(|(x, y)| I16Vec2::new(x, y))
}

prop_compose! {
    fn cels(codec: Codec, colours: u8)(
        size in (0usize..24, 0usize..24),
        rel in vector(),
        step in vector(),
        runs in prop::collection::vec((0..=colours, 1usize..40, any::<bool>()), 1..80),
    ) -> DraftCel {
        let area = size.0 * size.1;
        let dots = runs.iter().cycle().flat_map(|&(colour, n, gap)| vec![(colour, gap); n]).take(area);
        let (mut pixels, mut gaps): (Vec<u8>, Vec<u8>) = dots.map(|(c, gap)| (c, if gap { 0xff } else { 0 })).unzip();
        if codec == Codec::Trle {
            pixels.iter_mut().zip(&gaps).for_each(|(pixel, &gap)| *pixel &= !gap);
        } else {
            gaps.clear();
        }
        DraftCel { rel, step, cel: Arc::new(Surface::new(size.0, size.1, pixels).unwrap()), gaps }
    }
}

prop_compose! {
    fn chores()(limbs in prop::collection::btree_map(0u8..16, (0u8..10, any::<u16>(), any::<u16>()), 0..16)) -> Chore {
        let limbs = limbs.into_iter().map(|(limb, (kind, start, length))| {
            let (start, length) = if mode::is_bare(kind) { (0, 0) } else { (start, length) };
            ChoreLimb { limb, mode: kind, start, length }
        });
        Chore { limbs: limbs.collect() }
    }
}

fn drafts() -> impl Strategy<Value = AkosDraft> {
    let kinds = [
        (Codec::Rle, 16, 15),
        (Codec::Rle, 20, 15),
        (Codec::Rle, 32, 31),
        (Codec::Rle, 64, 63),
        (Codec::Bomp, 256, 255),
        (Codec::Majmin, 16, 255),
        (Codec::Trle, 0, 255),
    ];
    prop::sample::select(kinds.to_vec()).prop_flat_map(|(codec, colours, highest)| {
        (
            prop::collection::vec(any::<u8>(), colours),
            prop::collection::vec(any::<[u8; 3]>(), 0..9),
            prop::collection::vec(any::<u8>(), 0..99),
            prop::collection::vec(prop::option::of(chores()), 0..12),
            prop::collection::vec(cels(codec, highest), 0..5),
            prop::collection::vec(any::<u16>(), 0..20),
            prop::collection::vec(any::<(u16, u16, u16)>(), 0..4),
            prop::collection::vec(any::<(u32, u32)>(), 0..4),
            any::<u16>(),
        )
            .prop_map(
                move |(
                    palette,
                    colours,
                    sequence,
                    chores,
                    cels,
                    words,
                    jumps,
                    conditions,
                    flags,
                )| {
                    AkosDraft {
                        codec,
                        flags,
                        palette,
                        colours,
                        sequence,
                        chores,
                        cels,
                        jump_table: words.clone(),
                        jump_parts: jumps
                            .into_iter()
                            .map(|(start, offset, count)| JumpTable {
                                start,
                                offset,
                                count,
                            })
                            .collect(),
                        condition_words: words.into_iter().map(u32::from).collect(),
                        condition_parts: conditions,
                        ..AkosDraft::default()
                    }
                },
            )
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(draft in drafts()) {
        let akos = parsed(&encode(&draft).unwrap());
        prop_assert_eq!(AkosDraft::from_akos(&akos).unwrap(), draft);
    }
}

fn square(side: usize, colour: u8) -> DraftCel {
    DraftCel {
        cel: Arc::new(Surface::filled(side, side, colour)),
        ..DraftCel::default()
    }
}

#[test]
fn equal_parts_are_stored_once() {
    let limb = ChoreLimb {
        limb: 3,
        mode: mode::LOOP,
        start: 1,
        length: 2,
    };
    let chore = Some(Chore { limbs: vec![limb] });
    let one = AkosDraft {
        chores: vec![chore.clone()],
        cels: vec![square(20, 5)],
        ..AkosDraft::default()
    };
    let two = AkosDraft {
        chores: vec![chore; 2],
        cels: vec![square(20, 5); 2],
        ..AkosDraft::default()
    };
    // One more offset of a chore, and one more entry of a cel.
    assert_eq!(
        encode(&two).unwrap().len(),
        encode(&one).unwrap().len() + 2 + 6
    );
}

#[test]
fn what_the_format_has_no_room_for_is_named() {
    let too_wide = DraftCel {
        cel: Arc::new(Surface::filled(70_000, 1, 0)),
        ..DraftCel::default()
    };
    let cases = [
        (
            AkosDraft {
                palette: vec![0; 257],
                ..AkosDraft::default()
            },
            "at most 256 colours, found 257",
        ),
        (
            AkosDraft {
                sequence: vec![0; 65_537],
                ..AkosDraft::default()
            },
            "at most 65536 bytes",
        ),
        (
            AkosDraft {
                chores: vec![Some(Chore::default()); 65_536],
                ..AkosDraft::default()
            },
            "expected at most 65535 chores, found 65536",
        ),
        (
            AkosDraft {
                cels: vec![square(2, 16)],
                ..AkosDraft::default()
            },
            "cel 0: colour 16 is outside the palette of 16",
        ),
        (
            AkosDraft {
                cels: vec![too_wide],
                ..AkosDraft::default()
            },
            "cel 0: expected at most 65535 pixels on a side, found 70000",
        ),
        (
            AkosDraft {
                cels: vec![square(3000, 0)],
                ..AkosDraft::default()
            },
            "at most 1048576 pixels",
        ),
        (
            AkosDraft {
                codec: Codec::Trle,
                cels: vec![square(2, 1)],
                ..AkosDraft::default()
            },
            "expected 4 gap marks, found 0",
        ),
        (
            AkosDraft {
                codec: Codec::Unknown(7),
                cels: vec![square(2, 1)],
                ..AkosDraft::default()
            },
            "codec 7 cannot be written",
        ),
    ];
    for (draft, expected) in cases {
        let error = refused(&draft);
        assert!(error.contains(expected), "{error}");
    }
}

/// Encodes a costume whose AKHD has only `len` bytes.
fn with_header(len: usize, draft: &AkosDraft) -> Vec<u8> {
    let mut bytes = encode(draft).unwrap();
    let cut = 12 - len;
    bytes.drain(16 + len..16 + 12);
    // The sizes of AKOS and AKHD, whose headers come first.
    for low in [7, 15] {
        let size = u32::from_be_bytes(bytes[low - 3..=low].try_into().unwrap()) - cut as u32;
        bytes[low - 3..=low].copy_from_slice(&size.to_be_bytes());
    }
    bytes
}

#[test]
fn a_short_header_is_read_and_written_again_a2() {
    let draft = AkosDraft {
        cels: vec![square(2, 1)],
        ..AkosDraft::default()
    };
    for (len, codec, layers) in [(12, 1, 16), (11, 1, 0), (10, 1, 0), (9, 0, 0), (2, 0, 0)] {
        let bytes = with_header(len, &draft);
        let akos = Akos::parse(&bytes, &Dialect::new(7)).unwrap();
        assert_eq!(
            (akos.header().codec.number(), akos.header().layers),
            (codec, layers),
            "{len} bytes"
        );
        if codec != 0 {
            let (draft, mut arrangement) = take_apart(&bytes, &akos).unwrap();
            assert_eq!(
                encode_as(&draft, &arrangement).unwrap(),
                bytes,
                "{len} bytes"
            );
            // A value that the short header has no room for is still written.
            let changed = AkosDraft { layers: 3, ..draft };
            arrangement.behind.clear();
            let written = encode_as(&changed, &arrangement).unwrap();
            assert_eq!(
                Akos::parse(&written, &Dialect::new(7))
                    .unwrap()
                    .header()
                    .layers,
                3
            );
        }
    }
}

#[test]
fn chores_have_their_limbs_in_order() {
    let limb = |limb, mode, start| ChoreLimb {
        limb,
        mode,
        start,
        length: 0,
    };
    let draft = |limbs| AkosDraft {
        chores: vec![Some(Chore { limbs })],
        ..AkosDraft::default()
    };
    assert!(refused(&draft(vec![limb(3, 2, 0), limb(3, 2, 0)])).contains("ascending"));
    assert!(refused(&draft(vec![limb(16, 2, 0)])).contains("ascending"));
    assert!(refused(&draft(vec![limb(1, mode::HIDE, 5)])).contains("mode 4 takes no sequence"));
}

#[test]
fn a_damaged_cel_becomes_an_empty_one() {
    let mut bytes = encode(&AkosDraft {
        cels: vec![square(2, 1), square(3, 2)],
        ..AkosDraft::default()
    })
    .unwrap();
    let table = bytes.windows(4).position(|tag| tag == b"AKOF").unwrap() + 8;
    bytes[table] = 0xff;
    let akos = Akos::parse(&bytes, &Dialect::new(7)).unwrap();
    let draft = AkosDraft::from_akos(&akos).unwrap();
    assert_eq!(draft.cels, [DraftCel::default(), square(3, 2)]);
}
