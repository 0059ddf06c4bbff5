//! The pictures of v1 and v2, which are not stored as strips. The v1 picture (S12) consists of
//! characters of 8x8 pixels, a map of characters and a map of colours; masks have the same form.
//! The v2 picture (S11) is one stream of columns for all strips, directly followed by the bytes of
//! the plane.

use std::sync::Arc;

use super::bomp::take_byte;
use super::strip::{Brush, Ink, Pen, RoomTarget, Spot};
use crate::zplane::mask_bytes;
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
    pub(crate) fn draw(&self, spot: &Spot, target: &mut RoomTarget<'_>) {
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

// The picture of v2.

/// The position of a stream and its size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StreamPicture {
    /// Position of the first byte in the resource.
    pub(crate) start: usize,
    pub(crate) strips: usize,
    pub(crate) height: usize,
}

/// The runs of a stream, pixel by pixel down the columns.
#[derive(Clone, Debug)]
struct ColumnRuns<'a> {
    bytes: &'a [u8],
    code: u8,
    left: u8,
    /// True for a run that was entered in the middle: its kind is ignored, and its low nibble
    /// counts as a colour.
    entered: bool,
}

impl<'a> ColumnRuns<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            code: 0,
            left: 0,
            entered: false,
        }
    }

    /// Reads control bytes until one has pixels; `None` at the end of the data.
    fn fill(&mut self) -> Option<()> {
        while self.left == 0 {
            self.code = take_byte(&mut self.bytes)?;
            self.entered = false;
            self.left = if self.code & 0x80 != 0 {
                self.code & 0x7f
            } else {
                self.code >> 4
            };
            if self.left == 0 {
                self.left = take_byte(&mut self.bytes)?;
            }
        }
        Some(())
    }

    /// Reads a pixel. A pixel either repeats the last colour of its line, or replaces the last
    /// colour by a new colour. Returns `None` at the end of the data.
    fn next(&mut self, last: &mut u8) -> Option<()> {
        self.fill()?;
        self.left = self.left.saturating_sub(1);
        let keep = self.code & 0x80 != 0 && !self.entered;
        *last = if keep { *last } else { self.code & 15 };
        Some(())
    }

    /// Skips pixels. A run that extends beyond the skipped pixels continues as a plain run.
    fn skip(&mut self, mut pixels: usize) -> Option<()> {
        while pixels > 0 {
            self.fill()?;
            let step = pixels.min(usize::from(self.left));
            self.left = self
                .left
                .saturating_sub(u8::try_from(step).unwrap_or(u8::MAX));
            pixels = pixels.saturating_sub(step);
        }
        self.entered = self.left > 0;
        Some(())
    }
}

impl StreamPicture {
    /// Returns the plane after the stream, strip after strip, and whether stream and plane are
    /// complete. Missing bytes are 0.
    pub(crate) fn plane(&self, resource: &[u8]) -> (Vec<u8>, bool) {
        let lines = self.strips.saturating_mul(self.height);
        let mut runs = ColumnRuns::new(resource.get(self.start..).unwrap_or_default());
        let whole = runs.skip(lines.saturating_mul(8)).is_some();
        let mut plane: Vec<u8> = mask_bytes(runs.bytes).take(lines).collect();
        let whole = whole && plane.len() == lines;
        plane.resize(lines, 0);
        (plane, whole)
    }

    /// Draws the visible strips. A background starts in the middle of the stream; an object is
    /// decoded from its first column.
    pub(crate) fn draw(
        &self,
        resource: &[u8],
        spot: &Spot,
        object: bool,
        target: &mut RoomTarget<'_>,
    ) {
        let mut visible = spot.strips(self.strips).peekable();
        let Some(&(first, _)) = visible.peek() else {
            return;
        };
        let height = spot.lines.height;
        let mut runs = ColumnRuns::new(resource.get(self.start..).unwrap_or_default());
        let mut last = vec![0; height];
        if object {
            // Left of the stage, the index in the table of last colours does not advance, so all
            // lines share the first entry.
            let Some(entry) = last.first_mut() else {
                return;
            };
            for _ in 0..first.saturating_mul(8).saturating_mul(height) {
                if runs.next(entry).is_none() {
                    return;
                }
            }
        } else if runs
            .skip(first.saturating_mul(8).saturating_mul(height))
            .is_none()
        {
            return;
        }
        let ink = Ink {
            palette: target.room_palette,
            offset: 0,
            transparent: None,
        };
        for (_, strip) in visible {
            let mut brush = Brush::new(target.canvas, strip, spot.lines.top, ink);
            for x in 0..8 {
                for (y, entry) in last.iter_mut().enumerate() {
                    if runs.next(entry).is_none() {
                        return;
                    }
                    brush.put(x, y, *entry);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zplane::Lines;
    use crate::{Canvas, Planes};

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

    const EXAMPLE: [u8; 7] = [0x11, 0x15, 0x11, 0x16, 0x12, 0x8a, 0x19];

    fn draw(bytes: &[u8], strips: usize, spot: &Spot, object: bool) -> Canvas {
        let mut canvas = Canvas::new(32, spot.lines.height, 32);
        let mut planes = Planes::default();
        let palette = std::array::from_fn(|i| u8::try_from(i).unwrap());
        let mut target = RoomTarget {
            canvas: &mut canvas,
            planes: &mut planes,
            room_palette: &palette,
            tiles: None,
        };
        StreamPicture {
            start: 0,
            strips,
            height: spot.lines.height,
        }
        .draw(bytes, spot, object, &mut target);
        canvas
    }

    fn spot(strip: i64, height: usize, visible: std::ops::Range<usize>) -> Spot {
        Spot {
            strip,
            lines: Lines { top: 0, height },
            visible,
        }
    }

    #[test]
    fn the_example_of_s11_decodes() {
        assert!(scumm_book::says("S11", &EXAMPLE).unwrap());
        let canvas = draw(&EXAMPLE, 1, &spot(0, 2, 0..4), false);
        assert_eq!(canvas.pixels()[..8], [1, 1, 2, 2, 2, 2, 2, 2]);
        assert_eq!(canvas.pixels()[32..40], [5, 6, 6, 6, 6, 6, 6, 9]);
    }

    #[test]
    fn the_plane_follows_at_once_s11() {
        let bytes = [&EXAMPLE[..], &[0x82, 0xf0]].concat();
        assert_eq!(
            StreamPicture {
                start: 0,
                strips: 1,
                height: 2
            }
            .plane(&bytes),
            (vec![0xf0, 0xf0], true)
        );
        assert_eq!(
            StreamPicture {
                start: 0,
                strips: 1,
                height: 2
            }
            .plane(&bytes[..7]),
            (vec![0, 0], false)
        );
    }

    #[test]
    fn a_background_entered_inside_a_run_goes_on_with_its_low_nibble_s11() {
        // One line: 4 of colour 1, 3 of colour 2, then "keep" for 9 whose low nibble is 9, then 16
        // of colour 5.
        let bytes = [0x41, 0x32, 0x89, 0x05, 16];
        let whole = draw(&bytes, 4, &spot(0, 1, 0..4), false);
        assert_eq!(
            whole.pixels()[..17],
            [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 5]
        );
        let cut = draw(&bytes, 4, &spot(0, 1, 1..4), false);
        assert_eq!(cut.pixels()[8..17], [9, 9, 9, 9, 9, 9, 9, 9, 5]);
    }

    #[test]
    fn the_table_of_last_colours_starts_with_zeros_when_entered_s11() {
        // One line: 8 of colour 3, then "keep" for 8.
        let cut = draw(&[0x03, 8, 0x88], 2, &spot(0, 1, 1..2), false);
        assert_eq!(cut.pixels()[8..16], [0; 8]);
    }

    #[test]
    fn an_object_cut_at_the_left_shares_one_entry_there_s11() {
        // Two lines. Hidden strip: 15 of colour 4, 1 of colour 7; then "keep" for 16.
        let canvas = draw(&[0x04, 15, 0x17, 0x90], 2, &spot(-1, 2, 0..4), true);
        assert_eq!(
            canvas.pixels()[..8],
            [7; 8],
            "entry 0 has the colour that was written last"
        );
        assert_eq!(
            canvas.pixels()[32..40],
            [0; 8],
            "the entry of the second line was not written"
        );
    }
}
