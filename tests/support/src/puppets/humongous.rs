//! The test character as AKOS of Humongous games, with conditions, aux frames, and a ball in codec
//! 32.

use std::sync::Arc;

use scumm_costume::Codec;
use scumm_costume::edit::akos::{AkosDraft, DraftCel};
use scumm_costume::{Chore, ChoreLimb};
use scumm_room::{Dialect, Result, Surface};

use super::akos::{CHORES, ChorePart, CommandStream, PIECES, PROGRAM, add_chores};
use super::cels::{ALL, palette};

/// The mode of programs that are not drawn in HE70 and later (A8).
const UNDRAWN: u8 = 8;

/// The frame whose limb 4 requests aux frame 0 (A31, A98).
const WITH_AUX: &[(u8, &[ChorePart])] = &[(24, &[(4, UNDRAWN, "aux")])];

/// Returns the test character. Its conditional commands draw the first ball if condition 2 is set,
/// and the second ball otherwise (A44, W12).
///
/// # Errors
/// Returns an error if a piece cannot be assembled, which does not happen with these pieces.
pub fn puppet(dialect: &Dialect) -> Result<AkosDraft> {
    let pieces: Vec<(&'static str, &str)> = PIECES
        .iter()
        .copied()
        .chain([("aux", "cel 16\naux 0\nwaiting:\ncel 16\njump waiting")])
        .collect();
    let stream = CommandStream::new(&pieces, dialect)?;
    let mut draft = AkosDraft {
        palette: palette(),
        sequence: stream.bytes.clone(),
        aux: aux(),
        ..AkosDraft::default()
    };
    draft.cels = ALL
        .iter()
        .map(|p| DraftCel {
            rel: p.rel(),
            step: p.step(),
            cel: p.shared(),
            gaps: Vec::new(),
        })
        .collect();
    let chores: Vec<(u8, &[ChorePart])> = CHORES.iter().chain(WITH_AUX).copied().collect();
    add_chores(&mut draft, &stream, &chores)?;
    // In a costume with conditions, every sequence needs an entry. This includes the sequence of
    // limbs that are off (start 0) (A9).
    let words = [0, 0, 0x0000_0002_u32, 0x8000_0002];
    draft.condition_words = words.to_vec();
    let part = |(name, start): (&str, u16)| {
        (
            u32::from(start),
            if name.starts_with("draw-if") { 8 } else { 0 },
        )
    };
    draft.condition_parts = stream.starts().map(part).collect();
    if !draft.condition_parts.iter().any(|(start, _)| *start == 0) {
        draft.condition_parts.push((0, 0));
    }
    Ok(draft)
}

/// Returns one aux frame of 6x4 pixels, 20 pixels left of the actor and 10 above. The middle two
/// columns are copied from the background.
fn aux() -> Vec<u8> {
    let chunk = |tag: &[u8; 4], data: &[u8]| {
        let size = u32::try_from(data.len() + 8)
            .unwrap_or(u32::MAX)
            .to_be_bytes();
        [tag, &size[..], data].concat()
    };
    // Two pixels of colour 70, two copied pixels, two pixels of colour 71 (A98).
    let codes = [0b0000_0110_u8, 70, 0b0000_0100, 0b0000_0110, 71];
    let row = [&5_u16.to_le_bytes()[..], &codes].concat();
    let words = |words: &[i16]| {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<_>>()
    };
    let picture = [words(&[1, -20, -10, 6, 4]), row.repeat(4)].concat();
    let frame = chunk(b"AUXD", &chunk(b"AXFD", &picture));
    // The distance from the data of this chunk to the data of the next: the four bytes of the
    // offset, and the header of the next chunk.
    let offsets = chunk(b"OFFS", &12_u32.to_le_bytes());
    chunk(b"WRAP", &[offsets, frame].concat())
}

/// Returns a costume that draws a ball in codec 32 beside the actor. The ball has a gap in its
/// middle (A90).
///
/// # Errors
/// Returns an error if the stream cannot be assembled, which does not happen.
pub fn trle(dialect: &Dialect) -> Result<AkosDraft> {
    let stream = CommandStream::new(&[("ball", "draw [(4,-12: cel 0)]\njump ball")], dialect)?;
    let side = 8;
    let gap = |i: usize| (2..6).contains(&(i % side)) && (3..5).contains(&(i / side));
    let pixels = (0..side * side).map(|i| if i % side < 4 { 80 } else { 81 });
    let stand = Chore {
        limbs: vec![ChoreLimb {
            limb: 0,
            mode: PROGRAM,
            start: 0,
            length: 0,
        }],
    };

    Ok(AkosDraft {
        codec: Codec::Trle,
        palette: palette(),
        sequence: stream.bytes,
        chores: (0..24)
            .map(|number| (number >= 4).then(|| stand.clone()))
            .collect(),
        cels: vec![DraftCel {
            rel: (0, 0).into(),
            step: (0, 0).into(),
            cel: Arc::new(Surface::from_pixels(side, side, pixels)),
            gaps: (0..side * side)
                .map(|i| if gap(i) { 0xff } else { 0 })
                .collect(),
        }],
        ..AkosDraft::default()
    })
}
