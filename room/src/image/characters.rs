//! The v1 picture (S12): characters of 8x8 pixels, a map of characters and a map of colours. Masks
//! have the same form.

use std::sync::Arc;

use super::pen::{Brush, Ink, Pen};
use super::target::{Spot, Target};
use crate::{Dialect, Reader, Result};

/// Number of bytes of a room's 256 characters.
const CHARACTERS: usize = 2048;

/// Unpacks `size` bytes (S12): four common bytes, then runs of common bytes, runs of other bytes,
/// and literals.
pub(crate) fn unpack(mut data: Reader<'_>, size: usize) -> Result<Vec<u8>> {
    let common: [u8; 4] = data.array("the common bytes")?;
    let mut out = Vec::new();
    while out.len() < size {
        let code = data.u8("a run of packed bytes")?;
        let (value, count) = if code & 0x80 != 0 {
            (common.get(usize::from(code >> 5 & 3)).copied(), code & 31)
        } else if code & 0x40 != 0 {
            (Some(data.u8("a repeated byte")?), code & 63)
        } else {
            (None, code)
        };
        let count = usize::from(count).saturating_add(1);
        match value {
            Some(value) => out.extend(std::iter::repeat_n(value, count)),
            None => {
                let wanted = count.min(size.saturating_sub(out.len()));
                out.extend_from_slice(data.bytes(wanted, "literal bytes")?);
            }
        }
        out.truncate(size);
    }
    Ok(out)
}

/// The data that all pictures of a v1 room share.
#[derive(Debug)]
pub(crate) struct CharacterSet {
    /// 256 characters of eight lines, two bits for two pixels.
    characters: Vec<u8>,
    /// The characters of masks: eight lines each, one bit per pixel, which is set if the actor is
    /// visible.
    masks: Vec<u8>,
    /// The colours of the values 0, 1 and 2.
    common: [u8; 3],
    /// The screen colour of each room colour.
    screen: [u8; 16],
}

impl CharacterSet {
    /// Unpacks both sets. `masks` begins with a word that is the number of its unpacked bytes plus
    /// eight.
    pub(crate) fn read(
        characters: Reader<'_>,
        mut masks: Reader<'_>,
        common: [u8; 3],
        dialect: &Dialect,
    ) -> Result<Self> {
        let size = usize::from(masks.u16_le("the size of the mask characters")?).saturating_sub(8);
        let characters = unpack(characters, CHARACTERS)?;
        let masks = unpack(masks, size)?;
        Ok(Self {
            characters,
            masks,
            common,
            screen: dialect.v1_screen_colours(),
        })
    }

    /// Returns a line of eight pixels in screen colours.
    fn line(&self, character: u8, y: usize, colour: u8) -> [u8; 8] {
        let bits = self
            .characters
            .get(usize::from(character).saturating_mul(8).saturating_add(y))
            .copied()
            .unwrap_or(0);
        let mut line = [0; 8];
        for (pair, shift) in line.chunks_exact_mut(2).zip([6, 4, 2, 0]) {
            let value = usize::from(bits.wrapping_shr(shift) & 3);
            let colour = self.common.get(value).copied().unwrap_or(colour & 7);
            pair.fill(
                self.screen
                    .get(usize::from(colour & 15))
                    .copied()
                    .unwrap_or(0),
            );
        }
        line
    }

    /// Returns the lines of a mask, strip after strip. `characters` are its characters, column
    /// after column.
    pub(crate) fn plane(&self, characters: &[u8]) -> Vec<u8> {
        let starts = characters
            .iter()
            .map(|&character| usize::from(character).saturating_mul(8));
        let lines = starts.flat_map(|start| start..start.saturating_add(8));
        lines
            .map(|line| !self.masks.get(line).copied().unwrap_or(0))
            .collect()
    }
}

/// A picture of characters.
#[derive(Clone, Debug)]
pub(crate) struct Characters {
    pub(crate) set: Arc<CharacterSet>,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// The character and colour of each cell, column after column.
    pub(crate) cells: Vec<(u8, u8)>,
}

impl Characters {
    pub(crate) fn draw(&self, spot: &Spot, target: &mut Target<'_>) {
        let ink = Ink {
            palette: target.room_palette,
            offset: 0,
            transparent: None,
        };
        for (own, strip) in spot.strips(self.columns) {
            let mut brush = Brush::new(target.canvas, strip, spot.lines.top, ink);
            let column = self
                .cells
                .iter()
                .skip(own.saturating_mul(self.rows))
                .take(self.rows);
            for (row, &(character, colour)) in column.enumerate() {
                for line in 0..8 {
                    let y = row.saturating_mul(8).saturating_add(line);
                    if y >= spot.lines.height {
                        break;
                    }
                    let pixels = self.set.line(character, line, colour);
                    pixels
                        .iter()
                        .enumerate()
                        .for_each(|(x, &pixel)| brush.put(x, y, pixel));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_s12_unpacks() {
        let bytes = [0, 7, 1, 2, 0x9f, 0x87, 0xa4, 0xc0, 0xe0, 0, 3];
        assert!(scumm_book::says("S12", &bytes).unwrap());
        let mut expected = vec![0; 40];
        expected.extend([7; 5]);
        expected.extend([1, 2, 3]);
        assert_eq!(unpack(Reader::new(&bytes), 48).unwrap(), expected);
    }

    #[test]
    fn a_run_of_another_byte_and_the_cut_at_the_size_s12() {
        assert_eq!(
            unpack(Reader::new(&[0, 0, 0, 0, 0x7f, 9]), 5).unwrap(),
            [9; 5]
        );
        assert_eq!(
            unpack(Reader::new(&[0, 0, 0, 0, 2, 1, 2]), 2).unwrap(),
            [1, 2]
        );
    }

    #[test]
    fn every_prefix_of_packed_bytes_is_an_error() {
        let bytes = [0, 7, 1, 2, 0x9f, 0x87, 0xa4, 0xc0, 0xe0, 0, 3];
        for len in 0..bytes.len() {
            assert!(unpack(Reader::new(&bytes[..len]), 48).is_err());
        }
    }

    #[test]
    fn pixel_pairs_take_three_room_colours_or_the_cells_own_s12() {
        let set = CharacterSet {
            characters: vec![0b00_01_10_11],
            masks: vec![0x0f],
            common: [0, 1, 2],
            screen: Dialect::new(1).v1_screen_colours(),
        };
        assert_eq!(
            set.line(0, 0, 0x0f),
            [0, 0, 15, 15, 4, 4, 14, 14],
            "the cell's colour is cut to three bits"
        );
        assert_eq!(set.plane(&[0])[0], 0xf0, "a stored bit shows the actor");
    }
}
