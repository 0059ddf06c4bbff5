//! Converts palette indices to the words of a texture with a table.

use crate::{Frame, Palette};

/// The format of a texture's pixels, in the machine's byte order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PixelFormat {
    /// 32 bits, `0xAARRGGBB`.
    #[default]
    Argb8888,
    /// 16 bits: five of red, six of green, five of blue. A texture takes half the memory.
    Rgb565,
}

/// A palette as the words of a texture.
#[derive(Clone, Debug)]
pub struct Lookup {
    format: PixelFormat,
    palette: Palette,
    wide: [u32; 256],
    narrow: [u16; 256],
}

impl Lookup {
    /// Creates a black table for a format.
    #[must_use]
    pub fn new(format: PixelFormat) -> Self {
        let palette = [[0; 3]; 256];
        Self {
            format,
            palette,
            wide: Self::argb(&palette),
            narrow: [0; 256],
        }
    }

    /// Returns the format of the words.
    #[must_use]
    pub fn format(&self) -> PixelFormat {
        self.format
    }

    /// Returns a palette as opaque 32-bit words `0xAARRGGBB`.
    #[must_use]
    pub fn argb(palette: &Palette) -> [u32; 256] {
        palette.map(|[r, g, b]| u32::from_be_bytes([0xff, r, g, b]))
    }

    /// Sets the palette. If it is the same as before, the call only costs a comparison.
    pub fn set_palette(&mut self, palette: &Palette) {
        if self.palette != *palette {
            self.palette = *palette;
            self.wide = Self::argb(palette);
            self.narrow = palette.map(rgb565);
        }
    }

    /// Writes a frame's pixels into a texture's memory, whose rows are `pitch` bytes apart. Stops
    /// at the end of the shorter of the two.
    pub fn fill(&self, frame: &Frame<'_>, out: &mut [u8], pitch: usize) {
        for (line, row) in out
            .chunks_mut(pitch.max(1))
            .zip(frame.pixels().chunks_exact(frame.width()))
        {
            match self.format {
                PixelFormat::Argb8888 => {
                    fill_row(row, line, |index| self.wide[index].to_ne_bytes())
                }
                PixelFormat::Rgb565 => {
                    fill_row(row, line, |index| self.narrow[index].to_ne_bytes())
                }
            }
        }
    }
}

fn fill_row<const N: usize>(row: &[u8], line: &mut [u8], word: impl Fn(usize) -> [u8; N]) {
    for (out, &index) in line.chunks_exact_mut(N).zip(row) {
        out.copy_from_slice(&word(usize::from(index)));
    }
}

/// Packs the upper bits of each component.
fn rgb565([r, g, b]: [u8; 3]) -> u16 {
    u16::from(r >> 3) << 11 | u16::from(g >> 2) << 5 | u16::from(b >> 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(format: PixelFormat, pitch: usize) -> Vec<u8> {
        let mut palette = [[0; 3]; 256];
        palette[7] = [0x12, 0x34, 0x56];
        palette[255] = [255; 3];
        let mut lookup = Lookup::new(format);
        lookup.set_palette(&palette);
        let mut out = vec![0xee; pitch * 2];
        lookup.fill(
            &Frame::new(2, 2, &[7, 0, 255, 7], &palette).unwrap(),
            &mut out,
            pitch,
        );
        out
    }

    #[test]
    fn indices_become_words_of_their_colour() {
        let words: Vec<u32> = filled(PixelFormat::Argb8888, 8)
            .chunks_exact(4)
            .map(|c| u32::from_ne_bytes(c.try_into().unwrap()))
            .collect();
        assert_eq!(words, [0xff12_3456, 0xff00_0000, 0xffff_ffff, 0xff12_3456]);
        let words: Vec<u16> = filled(PixelFormat::Rgb565, 4)
            .chunks_exact(2)
            .map(|c| u16::from_ne_bytes(c.try_into().unwrap()))
            .collect();
        let word = 0x12 >> 3 << 11 | 0x34 >> 2 << 5 | 0x56 >> 3;
        assert_eq!(words, [word, 0, 0xffff, word]);
    }

    #[test]
    fn what_lies_between_rows_is_left_alone() {
        let out = filled(PixelFormat::Argb8888, 12);
        assert_eq!(
            (&out[8..12], &out[20..24]),
            (&[0xee; 4][..], &[0xee; 4][..])
        );
        assert_eq!(out[12..16], 0xffff_ffff_u32.to_ne_bytes());
    }
}
