//! Blocks of tiles (Q11), which have 8 by 8 pixels of two bits, for rooms and sprites.

use crate::image::bomp::Run;
use crate::{Reader, Result};

/// Length of a tile in bytes: eight lines in each of two planes.
pub const TILE: usize = 16;
/// Number of tiles in a table.
pub const TILES: usize = 256;

/// Unpacked tiles of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileBlock {
    /// The stored number of tiles: a room's own tiles begin after this number of base tiles. 0 is
    /// stored as 0.
    pub count: u8,
    /// The unpacked bytes, regardless of the count.
    pub bytes: Vec<u8>,
}

impl TileBlock {
    /// Reads a block that begins with the word of its length.
    ///
    /// # Errors
    /// Returns [`crate::Error::Malformed`] if the block is too short for a count.
    pub fn parse(block: &[u8]) -> Result<Self> {
        let mut data = Reader::new(block);
        let length = usize::from(data.u16_le("the length of tiles")?);
        let count = data.u8("the number of tiles")?;
        // Codes are read up to two bytes after the end of the block. These bytes count as 0, which
        // encodes nothing.
        let rest = data.rest();
        let mut codes = Reader::new(rest.get(..length.saturating_sub(3)).unwrap_or(rest));
        let mut bytes = Vec::new();
        while let Some(run) = next_run(&mut codes) {
            // Tiles beyond the size of a table are dropped (Q54).
            let room = (TILE * TILES).saturating_sub(bytes.len());
            bytes.extend(run.colours().take(room));
        }
        Ok(Self { count, bytes })
    }
}

/// Returns the two bits of a pixel of a tile; 0 outside the table.
#[must_use]
pub fn value(tiles: &[u8], tile: u8, x: usize, y: usize) -> u8 {
    let line = usize::from(tile).saturating_mul(TILE).saturating_add(y & 7);
    let bit = |at: usize| {
        tiles
            .get(at)
            .copied()
            .unwrap_or(0)
            .wrapping_shr(7_u32.saturating_sub((x & 7) as u32))
            & 1
    };
    bit(line) | bit(line.saturating_add(8)) << 1
}

/// Reads a code of tiles and tables (Q10): literal bytes, or one byte that is repeated. If the data
/// ends inside a code, the existing bytes count; `None` at the end.
pub(super) fn next_run<'a>(data: &mut Reader<'a>) -> Option<Run<'a>> {
    let control = data.u8("a run").ok()?;
    let count = usize::from(control & 0x7f);
    Some(if control & 0x80 == 0 {
        Run::Fill(count, data.u8("a repeated byte").unwrap_or(0))
    } else {
        let bytes = data
            .bytes(count.min(data.remaining()), "literal bytes")
            .unwrap_or_default();
        Run::Literal(bytes.len(), bytes)
    })
}

/// Reads codes until they have given `wanted` bytes, and passes each byte with its index to `sink`.
/// The last code is not cut. Returns whether the data contained all bytes.
pub(super) fn unpack(
    data: &mut Reader<'_>,
    wanted: usize,
    mut sink: impl FnMut(usize, u8),
) -> bool {
    let mut place = 0_usize;
    while place < wanted {
        let Some(run) = next_run(data) else {
            return false;
        };
        for byte in run.colours() {
            sink(place, byte);
            place = place.saturating_add(1);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_has_two_planes_q11() {
        let block = TileBlock::parse(&[
            23, 0, 1, 0x90, 0x80, 0, 0, 0, 0, 0, 0, 1, 0xc0, 0, 0, 0, 0, 0, 0, 1, 9, 9, 9,
        ])
        .unwrap();
        assert_eq!((block.count, block.bytes.len()), (1, 16 + 9 + 9));
        let at = |x, y| value(&block.bytes, 0, x, y);
        assert_eq!([at(0, 0), at(1, 0), at(2, 0), at(7, 7)], [3, 2, 0, 3]);
        assert_eq!(value(&block.bytes, 200, 0, 0), 0);
    }

    #[test]
    fn every_prefix_is_read_or_an_error() {
        let whole = [9, 0, 1, 0x82, 1, 2, 3, 4, 0x81];
        for len in 0..whole.len() {
            assert_eq!(TileBlock::parse(&whole[..len]).is_ok(), len >= 3);
        }
        assert_eq!(
            TileBlock::parse(&[0xff; 600]).unwrap().bytes.len(),
            600 - 3 - 5
        );
    }

    fn unpacked(bytes: &[u8], wanted: usize) -> (Vec<u8>, usize, bool) {
        let mut out = Vec::new();
        let mut data = Reader::new(bytes);
        let whole = unpack(&mut data, wanted, |place, byte| {
            assert_eq!(place, out.len());
            out.push(byte);
        });
        (out, data.position(), whole)
    }

    #[test]
    fn runs_repeat_or_stand_as_they_are_q10() {
        assert_eq!(
            unpacked(&[0x83, 1, 2, 3, 2, 9], 4),
            (vec![1, 2, 3, 9, 9], 6, true),
            "the last one is not cut"
        );
        assert_eq!(
            unpacked(&[0, 7, 0x80, 1, 5], 1),
            (vec![5], 5, true),
            "no times: the byte is taken all the same"
        );
    }

    #[test]
    fn data_that_end_give_what_is_there() {
        assert_eq!(unpacked(&[0x83, 1], 3), (vec![1], 2, false));
        assert_eq!(unpacked(&[3], 3), (vec![0; 3], 1, true));
        assert_eq!(unpacked(&[], 1), (vec![], 0, false));
    }
}
