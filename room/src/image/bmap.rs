//! BMAP (S15): a background of HE71+, stored as one stream for the whole screen.

use super::bomp::Rows;
use super::packings::{humongous, stream};
use super::strip::{Ink, RoomTarget, Spot, Style};
use super::trle;
use crate::{Canvas, Dialect, Error, Point, Quirks, Reader, Result};

/// The position of a stream in its resource, and its packing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bmap {
    start: usize,
    end: usize,
    /// The number of bits of a literal colour (S6); `None` if one colour fills the screen.
    shift: Option<u8>,
    /// True if the room's transparent colour is not drawn.
    transparent: bool,
}

impl Bmap {
    /// Reads the code. `data` is the chunk's payload, which begins at byte `position` of the
    /// resource.
    pub(crate) fn read(mut data: Reader<'_>, position: usize, dialect: &Dialect) -> Result<Self> {
        let place = data;
        let code = data.u8("a BMAP's code")?;
        let (shift, transparent) = match code {
            134..=138 => (Some(code.saturating_sub(130)), false),
            144..=148 => (
                Some(code.saturating_sub(140)),
                !dialect.has_quirk(Quirks::OPAQUE_BMAP),
            ),
            150 => (None, false),
            8 | 9 => return Err(place.unsupported("a BMAP of TRLE lines")),
            _ => return Err(place.malformed("a BMAP code of 134..=138, 144..=148 or 150", code)),
        };
        let start = position.saturating_add(1);
        Ok(Self {
            start,
            end: position.saturating_add(data.len()),
            shift,
            transparent,
        })
    }

    fn colours<'a>(&self, bytes: &'a [u8]) -> Box<dyn Iterator<Item = u8> + 'a> {
        match (self.shift, bytes.first()) {
            (Some(shift), _) => Box::new(stream(bytes, humongous(shift))),
            (None, Some(&colour)) => Box::new(std::iter::repeat(colour)),
            (None, None) => Box::new(std::iter::empty()),
        }
    }

    pub(crate) fn draw(
        &self,
        resource: &[u8],
        spot: &Spot,
        style: Style<'_>,
        target: &mut RoomTarget<'_>,
    ) {
        let Some(bytes) = resource.get(self.start..) else {
            return;
        };
        let (width, height) = style.dialect.screen_size();
        let transparent = self.transparent.then_some(style.transparent);
        let ink = Ink {
            palette: target.room_palette,
            offset: 0,
            transparent,
        };
        let visible = spot.visible.start.saturating_mul(8)..spot.visible.end.saturating_mul(8);
        let mut colours = self.colours(bytes);
        for y in 0..usize::from(height).min(spot.lines.height) {
            for (x, colour) in (0..usize::from(width)).zip(&mut colours) {
                let index = target.canvas.index(x, y);
                let pixel = target
                    .canvas
                    .pixels_mut()
                    .get_mut(index)
                    .filter(|_| visible.contains(&x));
                if let (Some(pixel), Some(colour)) = (pixel, ink.colour(colour)) {
                    *pixel = colour;
                }
            }
        }
    }

    /// Returns the number of pixels of every BMAP: the number of pixels of the screen.
    pub(crate) fn pixels(dialect: &Dialect) -> usize {
        let (width, height) = dialect.screen_size();
        usize::from(width).saturating_mul(usize::from(height))
    }

    /// Returns an error if the chunk ends before the screen is full.
    pub(crate) fn check(&self, resource: Reader<'_>, dialect: &Dialect) -> Option<Error> {
        let pixels = Self::pixels(dialect);
        let bytes = resource.all().get(self.start..self.end).unwrap_or_default();
        let count = self.colours(bytes).take(pixels).count();
        let place = resource.at(self.start, "a BMAP").ok()?;
        (count < pixels).then(|| place.malformed(format_args!("{pixels} pixels of a BMAP"), count))
    }
}

/// Draws an object's picture from pixel `at` on, clipped to the screen (O7, O7a). The bytes are a
/// code and lines of TRLE.
pub(crate) fn draw_object(
    bytes: &[u8],
    at: Point,
    (width, height): (u16, u16),
    screen: (u16, u16),
    canvas: &mut Canvas,
) {
    let mut rows = Rows::new(bytes.get(1..).unwrap_or_default());
    let mut pixels = vec![0; width.into()];
    let mut gaps = vec![0; width.into()];
    let lines = usize::from(screen.1).min(canvas.height());
    for y in (i64::from(at.y)..).take(height.into()) {
        trle::decode_row(rows.next(), &mut pixels, &mut gaps);
        let Some(y) = usize::try_from(y).ok().filter(|y| *y < lines) else {
            continue;
        };
        let shown = (i64::from(at.x)..)
            .zip(pixels.iter().zip(&gaps))
            .filter(|(_, (_, gap))| **gap == 0);
        for (x, (&colour, _)) in shown {
            let Some(x) = usize::try_from(x)
                .ok()
                .filter(|x| *x < usize::from(screen.0))
            else {
                continue;
            };
            let index = canvas.index(x, y);
            if let Some(pixel) = canvas.pixels_mut().get_mut(index) {
                *pixel = colour;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transparent_codes_are_opaque_unless_the_quirk_is_off_s15() {
        let leaves_out = |code, quirks| {
            let dialect = Dialect::humongous(72).with_quirks(quirks);
            Bmap::read(Reader::new(&[code]), 0, &dialect)
                .unwrap()
                .transparent
        };
        for (code, transparent) in [
            (134, false),
            (138, false),
            (144, true),
            (148, true),
            (150, false),
        ] {
            assert!(!leaves_out(code, Quirks::all()));
            assert_eq!(
                leaves_out(code, Quirks::all() - Quirks::OPAQUE_BMAP),
                transparent,
                "code {code}"
            );
        }
    }
}
