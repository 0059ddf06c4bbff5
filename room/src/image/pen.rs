//! Destinations of decoded pixels: the linear memory of a canvas, or nothing if a strip is only
//! checked.

use crate::Canvas;

/// The destination of a strip's pixels. Columns may exceed 7, since 16-colour runs do (S7).
pub(crate) trait Pen {
    /// Draws a colour as stored.
    fn put(&mut self, x: usize, y: usize, colour: u8);

    /// Draws the colour of the pixel to the left.
    fn repeat_left(&mut self, x: usize, y: usize);
}

/// A pen for checks, which discards all pixels.
pub(crate) struct Nowhere;

impl Pen for Nowhere {
    fn put(&mut self, _: usize, _: usize, _: u8) {}

    fn repeat_left(&mut self, _: usize, _: usize) {}
}

/// The conversion of stored colours to those of the buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink<'a> {
    /// The room palette (S9).
    pub(crate) palette: &'a [u8; 256],
    /// The number that is added before the room palette is applied: 16 on the Amiga from v4 on.
    pub(crate) offset: u8,
    /// The stored colour that is not drawn, if the strip is of a transparent kind (S13).
    pub(crate) transparent: Option<u8>,
}

impl Ink<'_> {
    /// Returns the buffer's colour, or `None` for a transparent pixel.
    pub(crate) fn colour(&self, stored: u8) -> Option<u8> {
        if self.transparent == Some(stored) {
            return None;
        }
        self.palette
            .get(usize::from(stored.wrapping_add(self.offset)))
            .copied()
    }
}

/// A pen on a canvas. The linear index of pixel (0, 0) may be negative.
pub(crate) struct Brush<'a> {
    pub(crate) canvas: &'a mut Canvas,
    pub(crate) origin: i64,
    pub(crate) ink: Ink<'a>,
}

impl<'a> Brush<'a> {
    /// Creates a pen whose pixel (0, 0) is this strip (in room columns) in line `top`.
    pub(crate) fn new(canvas: &'a mut Canvas, strip: usize, top: i32, ink: Ink<'a>) -> Self {
        let pitch = i64::try_from(canvas.pitch()).unwrap_or(0);
        let column = i64::try_from(strip.saturating_mul(8)).unwrap_or(0);
        Self {
            origin: i64::from(top).saturating_mul(pitch).saturating_add(column),
            canvas,
            ink,
        }
    }

    fn index(&self, x: usize, y: usize) -> i64 {
        i64::try_from(self.canvas.index(x, y))
            .unwrap_or(i64::MAX)
            .saturating_add(self.origin)
    }

    fn set(&mut self, index: i64, colour: u8) {
        if let Some(pixel) = usize::try_from(index)
            .ok()
            .and_then(|i| self.canvas.pixels_mut().get_mut(i))
        {
            *pixel = colour;
        }
    }
}

impl Pen for Brush<'_> {
    fn put(&mut self, x: usize, y: usize, colour: u8) {
        if let Some(colour) = self.ink.colour(colour) {
            self.set(self.index(x, y), colour);
        }
    }

    fn repeat_left(&mut self, x: usize, y: usize) {
        let index = self.index(x, y);
        // Pixels before the buffer count as 0.
        let left = usize::try_from(index.saturating_sub(1))
            .ok()
            .and_then(|i| self.canvas.pixels().get(i))
            .copied();
        self.set(index, left.unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDENTITY: [u8; 256] = {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 256 {
            table[i] = i as u8;
            i += 1;
        }
        table
    };

    #[test]
    fn columns_beyond_the_pitch_are_the_next_lines_left_part_g2() {
        let mut canvas = Canvas::new(16, 3, 32);
        let ink = Ink {
            palette: &IDENTITY,
            offset: 0,
            transparent: None,
        };
        Brush::new(&mut canvas, 3, 0, ink).put(0, 0, 7);
        assert_eq!(canvas.pixels()[16 + 8], 7);
    }

    #[test]
    fn lines_above_the_buffer_are_left_out() {
        let mut canvas = Canvas::new(16, 3, 16);
        let ink = Ink {
            palette: &IDENTITY,
            offset: 0,
            transparent: None,
        };
        let mut brush = Brush::new(&mut canvas, 0, -2, ink);
        (0..4).for_each(|y| brush.put(1, y, 5));
        assert_eq!(
            [canvas.pixels()[1], canvas.pixels()[17], canvas.pixels()[33]],
            [5, 5, 0]
        );
    }

    #[test]
    fn the_left_neighbour_is_read_from_the_buffer_s7() {
        let mut canvas = Canvas::new(16, 2, 16);
        canvas.pixels_mut()[7] = 9;
        canvas.pixels_mut()[15] = 4;
        let ink = Ink {
            palette: &IDENTITY,
            offset: 0,
            transparent: None,
        };
        Brush::new(&mut canvas, 1, 0, ink).repeat_left(0, 0);
        let mut first = Brush::new(&mut canvas, 0, 0, ink);
        first.repeat_left(0, 0);
        first.repeat_left(0, 1);
        assert_eq!(
            (canvas.pixels()[8], canvas.pixels()[0], canvas.pixels()[16]),
            (9, 0, 4),
            "address less one"
        );
    }

    #[test]
    fn the_transparent_colour_is_tested_as_stored_and_the_rest_goes_through_the_room_palette_s9_s13()
     {
        let mut palette = IDENTITY;
        palette[21] = 99;
        let ink = Ink {
            palette: &palette,
            offset: 16,
            transparent: Some(6),
        };
        assert_eq!(
            (ink.colour(5), ink.colour(6), ink.colour(250)),
            (Some(99), None, Some(10))
        );
    }
}
