//! Blocks of tiles (Q11): 8 by 8 pixels of two bits, for rooms and for sprites.

use super::runs;
use crate::{Reader, Result};

/// Bytes of a tile: eight lines of each of two planes.
pub const TILE: usize = 16;
/// Tiles of a table of them.
pub const TILES: usize = 256;

/// Tiles as a block packs them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileBlock {
    /// How many the block says that it has: where the tiles of a room begin behind the base tiles. 0 is as stored.
    pub count: u8,
    /// What it unpacks to, whatever the count.
    pub bytes: Vec<u8>,
}

impl TileBlock {
    /// Reads a block with the word of its length.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`] where it is too short to have a count.
    pub fn parse(block: &[u8]) -> Result<Self> {
        let mut data = Reader::new(block);
        let length = usize::from(data.u16_le("the length of tiles")?);
        let count = data.u8("the number of tiles")?;
        // Codes are read up to two bytes behind the block, which count as 0 and so stand for nothing.
        let rest = data.rest();
        let mut codes = Reader::new(rest.get(..length.saturating_sub(3)).unwrap_or(rest));
        let mut bytes = Vec::new();
        while let Some(run) = runs::read(&mut codes) {
            // More than a table of tiles is dropped (Q54).
            let room = (TILE * TILES).saturating_sub(bytes.len());
            bytes.extend(run.bytes().take(room));
        }
        Ok(Self { count, bytes })
    }
}

/// The two bits of a pixel of a tile in a table of tiles; 0 outside it.
#[must_use]
pub fn value(tiles: &[u8], tile: u8, x: usize, y: usize) -> u8 {
    let line = usize::from(tile).saturating_mul(TILE).saturating_add(y & 7);
    let bit = |at: usize| tiles.get(at).copied().unwrap_or(0).wrapping_shr(7_u32.saturating_sub((x & 7) as u32)) & 1;
    bit(line) | bit(line.saturating_add(8)) << 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_has_two_planes_q11() {
        let block =
            TileBlock::parse(&[23, 0, 1, 0x90, 0x80, 0, 0, 0, 0, 0, 0, 1, 0xc0, 0, 0, 0, 0, 0, 0, 1, 9, 9, 9]).unwrap();
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
        assert_eq!(TileBlock::parse(&[0xff; 600]).unwrap().bytes.len(), 600 - 3 - 5);
    }
}
