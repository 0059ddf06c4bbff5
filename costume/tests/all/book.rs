//! Tests that the encoders write the bytes of the costumes that the book shows byte by byte, and
//! that the costumes have no faults.

use std::fmt::Write as _;
use std::sync::Arc;

use glam::I16Vec2;
use scumm_costume::edit::akos::mode;
use scumm_costume::edit::akos::{self, AkosDraft, DraftCel};
use scumm_costume::edit::cost::{self, CostDraft, DraftPicture};
use scumm_costume::{Akos, Cost, CostEntry, CostRecord, CostSequence, Damage};
use scumm_costume::{Chore, ChoreLimb};
use scumm_room::{Dialect, Surface};

const AKOS: &str = include_str!("../../../docs/book/src/costumes-akos.md");
const COST: &str = include_str!("../../../docs/book/src/costumes-cost.md");

/// Returns the text between two markers of a chapter.
fn part(chapter: &'static str, name: &str) -> &'static str {
    let (_, rest) = chapter
        .split_once(&format!("<!-- {name} -->\n"))
        .expect("the part begins");
    rest.split_once(&format!("<!-- end of {name} -->"))
        .expect("the part ends")
        .0
}

/// Creates the costume of the example in the AKOS chapter: an arrow that blinks and points east or
/// west.
fn akos() -> AkosDraft {
    let cel = |pixels: [u8; 6]| DraftCel {
        rel: I16Vec2::new(0, -2),
        step: I16Vec2::ZERO,
        cel: Arc::new(Surface::new(3, 2, pixels.to_vec()).unwrap()),
        gaps: Vec::new(),
    };
    let chore = |start| {
        Some(Chore {
            limbs: vec![ChoreLimb {
                limb: 0,
                mode: mode::PROGRAM,
                start,
                length: 0,
            }],
        })
    };
    AkosDraft {
        palette: vec![0, 15, 12, 7],
        sequence: vec![
            0x00, 0xc0, 0x10, 2, 0, 1, 0x01, 0xc0, 0x40, 0xff, 0xff, 1, 0xc0, 0x74, 6, 0, 1, 0, 0,
            0xc0, 0x30, 0, 0,
        ],
        chores: vec![chore(0), chore(0), None, None],
        cels: vec![cel([1, 1, 0, 1, 1, 1]), cel([2, 2, 0, 2, 2, 2])],
        ..AkosDraft::default()
    }
}

/// Returns the bytes of an annotated dump. In each line the bytes follow the offset and end at the
/// next double space.
fn dump(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.starts_with("```") && !line.trim().is_empty())
    {
        let (offset, rest) = line.split_once("  ").expect("an offset");
        assert_eq!(usize::from_str_radix(offset, 16), Ok(bytes.len()), "{line}");
        let (hex, _) = rest.split_once("  ").unwrap_or((rest, ""));
        bytes.extend(
            hex.split_whitespace()
                .map(|byte| u8::from_str_radix(byte, 16).expect("a byte")),
        );
    }
    bytes
}

/// Creates the costume of the example in the COST chapter: two arrows in turn, with a sound between
/// them.
fn cost() -> CostDraft {
    let picture = |pixels: [u8; 6]| {
        Some(DraftPicture {
            rel: I16Vec2::new(0, -2),
            step: I16Vec2::ZERO,
            cel: Arc::new(Surface::new(3, 2, pixels.to_vec()).unwrap()),
        })
    };
    let sequence = Some(CostSequence {
        start: 0,
        extra: 2,
        loops: true,
    });
    let record = Some(CostRecord {
        entries: vec![CostEntry { limb: 0, sequence }],
    });
    let mut draft = CostDraft {
        palette: [vec![0, 15, 12, 7], vec![0; 12]].concat(),
        records: vec![record.clone(), record],
        commands: vec![0, 0x78, 1],
        ..CostDraft::default()
    };
    draft.limbs[0] = vec![picture([1, 1, 0, 1, 1, 1]), picture([2, 2, 0, 2, 2, 2])];
    draft
}

/// Compares the bytes of a dump with the bytes that the encoder writes.
fn check(dumped: &[u8], written: &[u8]) {
    let mut lines = String::new();
    for (number, row) in written.chunks(8).enumerate() {
        let hex: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(lines, "{:03x}  {}", number * 8, hex.join(" "));
    }
    assert_eq!(dumped, written, "the costume is\n{lines}");
}

#[test]
fn the_example_of_akos_is_what_the_encoder_writes() {
    check(
        &dump(part(AKOS, "example")),
        &akos::encode(&akos()).unwrap(),
    );
}

#[test]
fn the_example_of_cost_is_what_the_encoder_writes() {
    let dialect = Dialect::new(5);
    let bytes = dump(part(COST, "example cost"));
    check(&bytes, &cost::encode(&cost(), &dialect).unwrap());
    Cost::parse_with(&bytes, &dialect, &mut Damage::strict()).unwrap();
}

#[test]
fn the_example_of_akos_is_sound_and_its_listing_is_right() {
    let dialect = Dialect::new(7);
    let akos = Akos::parse_with(
        &dump(part(AKOS, "example")),
        &dialect,
        &mut Damage::strict(),
    )
    .unwrap();
    let listing = part(AKOS, "listing")
        .trim()
        .trim_start_matches("```")
        .trim_end_matches("```")
        .trim_matches('\n');
    assert_eq!(akos.disassemble().to_string().trim_end(), listing);
}
