//! The v2 picture (S11): one stream of columns for all strips, directly followed by the bytes of
//! the plane.

use super::pen::{Brush, Ink, Pen};
use super::rows::take_byte;
use super::target::{Spot, Target};
use crate::zplane::mask_bytes;

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

    /// Reads a pixel. It either has the last colour of its line, or replaces this colour by its
    /// own. `None` at the end of the data.
    fn next(&mut self, last: &mut u8) -> Option<()> {
        self.fill()?;
        self.left = self.left.saturating_sub(1);
        let keep = self.code & 0x80 != 0 && !self.entered;
        *last = if keep { *last } else { self.code & 15 };
        Some(())
    }

    /// Skips pixels. A run that extends beyond them continues as a plain run.
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
    pub(crate) fn draw(&self, resource: &[u8], spot: &Spot, object: bool, target: &mut Target<'_>) {
        let mut visible = spot.strips(self.strips).peekable();
        let Some(&(first, _)) = visible.peek() else {
            return;
        };
        let height = spot.lines.height;
        let mut runs = ColumnRuns::new(resource.get(self.start..).unwrap_or_default());
        let mut last = vec![0; height];
        if object {
            // Left of the stage, the index in the table does not advance: all lines share its first
            // entry.
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

    const EXAMPLE: [u8; 7] = [0x11, 0x15, 0x11, 0x16, 0x12, 0x8a, 0x19];

    fn draw(bytes: &[u8], strips: usize, spot: &Spot, object: bool) -> Canvas {
        let mut canvas = Canvas::new(32, spot.lines.height, 32);
        let mut planes = Planes::default();
        let palette = std::array::from_fn(|i| u8::try_from(i).unwrap());
        let mut target = Target {
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
            "entry 0 holds what was written last"
        );
        assert_eq!(
            canvas.pixels()[32..40],
            [0; 8],
            "the second line's entry was never written"
        );
    }
}
