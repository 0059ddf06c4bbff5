//! Blocks of tiles for rooms and sprites (Q11), and the tables of the machine: the tile and the
//! colours of each cell, and the masks that hide actors (Q22..Q25, Q27, Q30). A tile has 8 by 8
//! pixels of two bits.

use std::ops::Range;

use super::{BLACK, ROWS};
use crate::image::bomp::Run;
use crate::image::strip::RoomTarget;
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
        // Codes are read up to two bytes after the end of the block. These two bytes count as 0,
        // and a code of 0 encodes no bytes.
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
/// The bytes of the last code may exceed `wanted`. Returns whether the data contained all bytes.
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

// The tables.

/// Number of columns of the table of tiles; the room begins in the third.
const COLUMNS: usize = 64;
/// Number of columns before the room.
const LEFT: usize = 2;
/// Number of bytes of a row of masks.
const MASKS: usize = 8;

/// The colours of every palette in the dark (Q25).
const DARK: [u8; 4] = [0x2d, BLACK, 0x3d, 0x20];

/// One set of the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Layer {
    tiles: Vec<u8>,
    attributes: Vec<u8>,
    masks: Vec<u8>,
}

/// Values that do not fit are dropped when they are written (Q54).
impl Layer {
    fn is_masked(&self, row: usize, strip: usize) -> bool {
        let byte = mask(row, strip >> 3)
            .and_then(|at| self.masks.get(at))
            .copied()
            .unwrap_or(0);
        byte >> (strip & 7) & 1 != 0
    }

    /// Sets the tile at a row and a column of the room; columns -2.. are before the room.
    pub(super) fn put_tile(&mut self, row: usize, column: i32, tile: u8) {
        let column = usize::try_from(column.saturating_add(LEFT as i32)).ok();
        if let Some(place) = column.and_then(|column| self.tiles.get_mut(cell(row, column)?)) {
            *place = tile;
        }
    }

    /// Sets a byte of the table of palettes.
    pub(super) fn put_attributes(&mut self, place: usize, byte: u8) {
        if let Some(stored) = self.attributes.get_mut(place) {
            *stored = byte;
        }
    }

    /// Sets the palette of the four tiles from a row and a column of the room on.
    pub(super) fn put_palette(&mut self, row: usize, column: usize, palette: u8) {
        let Some((at, shift)) = attribute(row, column.saturating_add(LEFT)) else {
            return;
        };
        if let Some(stored) = self.attributes.get_mut(at) {
            *stored = *stored & !(3_u8.wrapping_shl(shift)) | (palette & 3).wrapping_shl(shift);
        }
    }

    /// Changes a byte of a row of masks.
    pub(super) fn put_mask(&mut self, row: usize, byte: usize, change: impl FnOnce(u8) -> u8) {
        if let Some(stored) = mask(row, byte).and_then(|at| self.masks.get_mut(at)) {
            *stored = change(*stored);
        }
    }
}

impl Default for Layer {
    fn default() -> Self {
        Self {
            tiles: vec![0; ROWS * COLUMNS],
            attributes: vec![0; 64],
            masks: vec![0; ROWS * MASKS],
        }
    }
}

/// The machine's memory of rooms. In a new machine, all values are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TileTables {
    /// The tiles of rooms, 16 bytes each.
    patterns: Vec<u8>,
    /// The number of the first tile that a room's own tiles replace.
    base: u8,
    /// The tables as rooms wrote them.
    pub(super) stored: Layer,
    /// The tables as objects have changed them.
    pub(super) shown: Layer,
    /// True if the room that was entered last has masks (Q24).
    pub(super) has_masks: bool,
    colours: [u8; 16],
    /// True if the room is dark.
    dark: bool,
}

impl TileTables {
    /// Creates the tables at the start of the game, with the base tiles if they are given (Q11).
    #[must_use]
    pub fn new(base: Option<&TileBlock>) -> Self {
        let mut made = Self {
            patterns: vec![0; TILE * TILES],
            ..Self::default()
        };
        if let Some(block) = base {
            made.put_tiles(block, 0);
            made.base = block.count;
        }
        made
    }

    /// Takes a room's colours and tiles, and shows the room's stored tables (Q11, Q27).
    pub(super) fn take(&mut self, colours: [u8; 16], has_masks: bool, tiles: Option<&TileBlock>) {
        if let Some(block) = tiles {
            self.put_tiles(block, self.base);
        }
        self.colours = colours;
        self.has_masks = has_masks;
        self.shown.tiles.clone_from(&self.stored.tiles);
        self.shown.attributes.clone_from(&self.stored.attributes);
        if self.has_masks {
            self.shown.masks.clone_from(&self.stored.masks);
        }
    }

    /// Sets whether the tables are drawn in the colours of the room or in the colours of darkness
    /// (Q25).
    pub fn in_light(&mut self, light: bool) -> &mut Self {
        self.dark = !light;
        self
    }

    fn put_tiles(&mut self, block: &TileBlock, first: u8) {
        let start = usize::from(first).saturating_mul(TILE);
        let place = self.patterns.get_mut(start..).unwrap_or_default();
        place
            .iter_mut()
            .zip(&block.bytes)
            .for_each(|(tile, &byte)| *tile = byte);
    }

    /// Draws these strips and rows of the tables `stored` or `shown`, and their plane 1 (Q24, Q25).
    pub(super) fn draw(
        &self,
        layer: &Layer,
        strips: Range<usize>,
        rows: Range<usize>,
        target: &mut RoomTarget<'_>,
    ) {
        for strip in strips {
            for row in rows.start..rows.end.min(ROWS).min(target.canvas.height() >> 3) {
                self.draw_tile(layer, strip, row, target);
            }
        }
    }

    fn draw_tile(&self, layer: &Layer, strip: usize, row: usize, target: &mut RoomTarget<'_>) {
        let column = strip.saturating_add(LEFT);
        let tile = cell(row, column)
            .and_then(|at| layer.tiles.get(at))
            .copied()
            .unwrap_or(0);
        let colours = self.colours_at(layer, row, column);
        let masked = self.has_masks && layer.is_masked(row, strip);
        for line in 0..8 {
            let y = row.saturating_mul(8).saturating_add(line);
            let values: [u8; 8] = std::array::from_fn(|x| value(&self.patterns, tile, x, line));
            let start = target.canvas.index(strip.saturating_mul(8), y);
            let pixels = target
                .canvas
                .pixels_mut()
                .get_mut(start..)
                .unwrap_or_default();
            for (pixel, value) in pixels.iter_mut().zip(values) {
                *pixel = colours.get(usize::from(value)).copied().unwrap_or(0);
            }
            let bits = values
                .iter()
                .fold(0_u8, |bits, &value| bits << 1 | u8::from(value != 0));
            target
                .planes
                .put(1, strip, y, if masked { bits } else { 0 }, false);
        }
    }

    /// Returns the four colours of a cell of the table (Q23, Q25).
    fn colours_at(&self, layer: &Layer, row: usize, column: usize) -> [u8; 4] {
        if self.dark {
            return DARK;
        }
        let palette = attribute(row, column)
            .and_then(|(at, shift)| Some(layer.attributes.get(at)? >> shift & 3));
        let first = usize::from(palette.unwrap_or(0)).saturating_mul(4);
        std::array::from_fn(|value| {
            self.colours
                .get(first.saturating_add(value))
                .copied()
                .unwrap_or(0)
        })
    }
}

/// Returns the index of the tile at a row and column; `None` outside the table (Q54).
fn cell(row: usize, column: usize) -> Option<usize> {
    (row < ROWS && column < COLUMNS).then(|| row.saturating_mul(COLUMNS).saturating_add(column))
}

/// Returns the position of the palette at a row and column: the byte, and the lower of its two bits
/// (Q23).
fn attribute(row: usize, column: usize) -> Option<(usize, u32)> {
    let shift = ((row & 2) << 1 | column & 2) as u32;
    (row < ROWS && column < COLUMNS).then(|| {
        (
            (row >> 2).saturating_mul(16).saturating_add(column >> 2),
            shift,
        )
    })
}

/// Returns the index of a byte of masks; `None` outside the table.
fn mask(row: usize, byte: usize) -> Option<usize> {
    (row < ROWS && byte < MASKS).then(|| row.saturating_mul(MASKS).saturating_add(byte))
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
            "the last run is not cut at the limit"
        );
        assert_eq!(
            unpacked(&[0, 7, 0x80, 1, 5], 1),
            (vec![5], 5, true),
            "a run of length 0 also reads its byte"
        );
    }

    #[test]
    fn data_that_end_give_what_is_there() {
        assert_eq!(unpacked(&[0x83, 1], 3), (vec![1], 2, false));
        assert_eq!(unpacked(&[3], 3), (vec![0; 3], 1, true));
        assert_eq!(unpacked(&[], 1), (vec![], 0, false));
    }
}
