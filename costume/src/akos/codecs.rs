//! Codecs 5, 16 and 32, which store pictures row by row: decoding, and drawing as a finished sprite
//! from the cache or row by row from the coded data.
//!
//! Codec 5 has rows of runs and literals (A70, A73). Room pictures use the same codes ([`Run`]).
//! Codec 32 and the coded rows are in [`scumm_room::codec`]. Codec 1 stores pictures column by
//! column. The module [`crate::draw::rle`] decodes codec 1 and the pictures of COST.
//!
//! Codec 16 is one bit stream of colour changes for the whole picture, which does not mark the ends
//! of rows (A80, A81). The first byte is the number of bits of a new colour, the second byte is the
//! first colour. Bits follow, the lowest of each byte first:
//!
//! | bits | meaning |
//! |---|---|
//! | `0` | the next pixel has the same colour |
//! | `1 0` n bits | a new colour |
//! | `1 1` d (3 bits), d != 4 | the colour changes by d - 4 |
//! | `1 1` 4 (3 bits) n (8 bits) | the next n pixels have the same colour; with n = 0 or 1, all that are left |

use scumm_room::codec::{Complex, Run, bomp_runs};
use trle::TrleCode;

use super::tables::COLOURS;
use crate::draw::sprite::{Builder, Sprite};
use crate::draw::{Cache, CacheKey, Rect, Renderer, RowBuffer, Shadow, Target};
use crate::trace::{Mark, Trace};

pub use scumm_room::codec::{Row, Rows, trle};
#[cfg(feature = "edit")]
use scumm_room::edit::{BitWriter, encode_complex};

/// The transparent colour (A71).
pub const BOMP_TRANSPARENT: u8 = 255;

/// The order in which the pixels of a row are decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The stored order.
    Stored,
    /// From right to left.
    Mirrored,
    /// Codes from right to left, but the bytes of a literal in the stored order (A73).
    MirroredRuns,
}

/// Decodes a picture that is `width` pixels wide. Pixels for which there is no data are
/// transparent.
pub fn decode_bomp(data: &[u8], width: usize, order: Order, pixels: &mut [u8]) {
    let mut rows = Rows::new(data);
    pixels
        .chunks_mut(width.max(1))
        .for_each(|pixels| decode_bomp_row(rows.next(), order, pixels));
}

/// Decodes a row. Pixels for which there is no data are transparent.
fn decode_bomp_row(row: Option<Row<'_>>, order: Order, mut pixels: &mut [u8]) {
    pixels.fill(BOMP_TRANSPARENT);
    let Some(row) = row else { return };
    for run in bomp_runs(row.codes) {
        let count = run.count().min(pixels.len());
        let (part, rest) = if order == Order::Stored {
            pixels.split_at_mut(count)
        } else {
            let (rest, part) = pixels.split_at_mut(pixels.len().saturating_sub(count));
            (part, rest)
        };
        match run {
            Run::Fill(_, colour) => part.fill(colour),
            Run::Literal(_, colours) => {
                part.iter_mut()
                    .zip(colours)
                    .for_each(|(pixel, &colour)| *pixel = colour);
                if order == Order::Mirrored {
                    part.reverse();
                }
            }
        }
        if rest.is_empty() {
            return;
        }
        pixels = rest;
    }
}

/// Converts a code byte to a code of codec 32. Codec 5 has the same runs and literals, but no code
/// that skips pixels.
pub(super) fn bomp_code(byte: u8) -> TrleCode {
    let count = usize::from(byte >> 1).saturating_add(1);
    if byte & 1 != 0 {
        TrleCode::Run(count)
    } else {
        TrleCode::Copy(count)
    }
}

/// The transparent colour of v7 and v8. Humongous games have another transparent colour (A82).
pub const MAJMIN_TRANSPARENT: u8 = 255;

/// Decodes a picture. Bits after the end of the data are 0. If there is no data, all pixels are
/// transparent.
pub fn decode_majmin(data: &[u8], pixels: &mut [u8]) {
    decode_majmin_row(&mut majmin_stream(data), pixels);
}

/// Returns the colour stream of a picture; `None` if there is no data.
fn majmin_stream(data: &[u8]) -> Option<Complex<'_>> {
    let (&[shift, first], stream) = data.split_first_chunk()?;
    Some(Complex::padded(stream, shift, first))
}

/// Decodes the next `pixels.len()` pixels.
fn decode_majmin_row(stream: &mut Option<Complex<'_>>, pixels: &mut [u8]) {
    match stream {
        None => pixels.fill(MAJMIN_TRANSPARENT),
        Some(stream) => drop(stream.fill(pixels)),
    }
}

/// Encodes a picture.
#[cfg(feature = "edit")]
#[must_use]
pub fn encode_majmin(pixels: &[u8]) -> Vec<u8> {
    let highest = pixels.iter().max().copied().unwrap_or(0);
    let shift = u8::try_from(u8::BITS.saturating_sub(highest.leading_zeros()).max(1)).unwrap_or(8);
    let mut bits = BitWriter::new(vec![shift, pixels.first().copied().unwrap_or(0)]);
    let all = encode_complex(pixels, shift, &mut bits);
    debug_assert!(all.is_some(), "every colour fits the bits of the highest");
    bits.finish()
}

/// The rows of a picture, from top to bottom.
#[derive(Clone, Debug)]
pub enum Lines<'a> {
    /// Codec 5, with the order of the pixels in a row (A70, A73).
    Bomp(Rows<'a>, Order),
    /// Codec 16.
    Majmin {
        /// The colour stream; `None` if there is no data.
        stream: Option<Complex<'a>>,
        /// The transparent colour (A82).
        transparent: u8,
        /// True if rows are decoded from right to left.
        mirrored: bool,
    },
    /// Codec 32 (A90).
    Trle(Rows<'a>),
}

impl<'a> Lines<'a> {
    /// Creates the rows of a picture of codec 16 (A80..A82).
    #[must_use]
    pub fn majmin(data: &'a [u8], transparent: u8, mirrored: bool) -> Self {
        Self::Majmin {
            stream: majmin_stream(data),
            transparent,
            mirrored,
        }
    }

    /// Decodes the next row: writes colours to `pixels`, and 0xFF for a gap or 0 for a pixel to
    /// `gaps`. Both slices have the width of the picture.
    pub fn next_row(&mut self, pixels: &mut [u8], gaps: &mut [u8]) {
        let transparent = match self {
            Self::Bomp(rows, order) => {
                decode_bomp_row(rows.next(), *order, pixels);
                BOMP_TRANSPARENT
            }
            Self::Majmin {
                stream,
                transparent,
                mirrored,
            } => {
                decode_majmin_row(stream, pixels);
                if *mirrored {
                    pixels.reverse();
                }
                *transparent
            }
            Self::Trle(rows) => return trle::decode_row(rows.next(), pixels, gaps),
        };
        for (gap, pixel) in gaps.iter_mut().zip(pixels) {
            *gap = if *pixel == transparent { 0xff } else { 0 };
        }
    }
}

/// The colour changes between a picture and the stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink<'a> {
    /// The map that is applied to colours first.
    pub map: Option<&'a [u8; COLOURS]>,
    /// A mapped colour that is never drawn.
    pub never: Option<u8>,
    /// The shadow table that is applied to mapped colours.
    pub shadow: Shadow<'a>,
}

impl Ink<'_> {
    /// Returns whether no colour is changed.
    fn is_plain(&self) -> bool {
        self.map.is_none() && self.never.is_none() && self.shadow == Shadow::None
    }

    /// Returns the mapped colour before the shadow; `None` if it is not drawn.
    pub(super) fn colour(&self, pixel: u8) -> Option<u8> {
        let colour = self
            .map
            .and_then(|map| map.get(usize::from(pixel)).copied())
            .unwrap_or(pixel);
        (self.never != Some(colour)).then_some(colour)
    }

    /// Draws a finished picture in these colours. `at` and `clip` are those of [`Sprite::draw`].
    fn draw(&self, sprite: &Sprite, at: (i32, i32), clip: Rect, target: &mut Target<'_>) {
        if self.map.is_none() && self.never.is_none() {
            return sprite.draw_shadowed(at, clip, &self.shadow, target, Some);
        }
        sprite.draw_shadowed(at, clip, &self.shadow, target, |pixel| self.colour(pixel));
    }
}

/// A row-major picture and its position.
#[derive(Clone, Debug)]
pub(super) struct Bitmap<'a> {
    /// The key of the finished sprite in the cache.
    pub key: CacheKey,
    /// The rectangle of the picture in the view.
    pub rect: Rect,
    /// True if the rows are mirrored.
    pub mirrored: bool,
    /// The rows, with pixels in the order of the stage.
    pub lines: Lines<'a>,
}

impl Bitmap<'_> {
    /// Draws the part of the picture inside `clip` and the stage. The picture is drawn as a
    /// finished sprite if the sprite fits into the cache and no trace is recorded.
    pub(super) fn draw(
        &self,
        clip: &Rect,
        ink: &Ink<'_>,
        renderer: &mut Renderer,
        target: &mut Target<'_>,
    ) {
        let Renderer {
            sprites,
            row,
            trace,
            ..
        } = renderer;
        let visible = self.rect.intersection(clip).intersection(&target.rect());
        let sprite = if trace.is_none() {
            self.sprite(sprites)
        } else {
            None
        };
        let at = (self.rect.left, self.rect.top);
        match sprite {
            Some(sprite) if ink.is_plain() => sprite.draw(at, visible, None, target),
            Some(sprite) => ink.draw(sprite, at, visible, target),
            None => self.paint(visible, ink, row, target, trace),
        }
    }

    /// Returns whether a pixel is drawn for whose colour `wanted` is true. Pixels outside `clip`
    /// and pixels behind the plane are not drawn.
    pub(super) fn draws_colour(
        &self,
        clip: &Rect,
        row: &mut RowBuffer,
        target: &mut Target<'_>,
        wanted: impl Fn(u8) -> bool,
    ) -> bool {
        let visible = self.rect.intersection(clip).intersection(&target.rect());
        let (width, _) = self.rect.size();
        let (pixels, gaps) = row.row_and_gaps(width);
        let mut lines = self.lines.clone();
        for y in self.rect.top..visible.bottom {
            lines.next_row(pixels, gaps);
            if y < visible.top {
                continue;
            }
            for (x, (&pixel, &gap)) in
                (self.rect.left..visible.right).zip(pixels.iter().zip(&*gaps))
            {
                let is_drawn = gap == 0 && x >= visible.left && target.shows(x, y);
                if is_drawn && wanted(pixel) {
                    return true;
                }
            }
        }
        false
    }

    fn sprite<'c>(&self, cache: &'c mut Cache) -> Option<&'c Sprite> {
        let (width, height) = self.rect.size();
        if !cache.fits(width, height) {
            return None;
        }
        cache.get(&self.key, || {
            let mut sprite = Builder::new(width, height)?;
            let mut lines = self.lines.clone();
            let mut pixels = vec![0; width];
            let mut gaps = vec![0; width];
            for y in 0..height {
                lines.next_row(&mut pixels, &mut gaps);
                sprite.put_row(y, &pixels, &gaps);
            }
            sprite.finish()
        })
    }

    /// Draws every pixel of every visible row. This painter needs no memory except `row`.
    fn paint(
        &self,
        visible: Rect,
        ink: &Ink<'_>,
        row: &mut RowBuffer,
        target: &mut Target<'_>,
        trace: &mut Option<Trace>,
    ) {
        let (width, _) = self.rect.size();
        let (pixels, gaps) = row.row_and_gaps(width);
        let mut lines = self.lines.clone();
        for y in self.rect.top..visible.bottom {
            lines.next_row(pixels, gaps);
            if y < visible.top {
                continue;
            }
            for (x, (&pixel, &gap)) in
                (self.rect.left..visible.right).zip(pixels.iter().zip(&*gaps))
            {
                let colour = ink.colour(pixel).filter(|_| gap == 0 && x >= visible.left);
                if let Some(colour) = colour {
                    let mark = Mark {
                        source: self.source(x, y),
                        entry: pixel,
                        colour,
                    };
                    target.put((x, y), mark, &ink.shadow, trace.as_mut());
                }
            }
        }
    }

    /// Returns the column and row of the cel that are drawn at a position.
    fn source(&self, x: i32, y: i32) -> (i32, i32) {
        let column = if self.mirrored {
            self.rect.right.saturating_sub(1).saturating_sub(x)
        } else {
            x.saturating_sub(self.rect.left)
        };
        (column, y.saturating_sub(self.rect.top))
    }
}

#[cfg(test)]
mod tests;
