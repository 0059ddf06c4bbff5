//! BMAP (S15): a background of HE71+ as one stream over the whole screen.

use super::colours::{Humongous, Stream};
use super::pen::Ink;
use super::target::{Spot, Style, Target};
use crate::Dialect;
use crate::reader::Reader;
use crate::{Error, Result};

/// Where a stream stands in its resource, and how it is packed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bmap {
    start: usize,
    end: usize,
    packing: Filling,
    transparent: bool,
}

#[derive(Clone, Copy, Debug)]
enum Filling {
    /// S6, with the bits of a literal colour.
    Humongous(u8),
    /// One colour.
    Fill,
}

impl Bmap {
    /// Reads the code; `data` is the chunk's payload and stands at byte `position` of the resource.
    pub(crate) fn read(mut data: Reader<'_>, position: usize) -> Result<Self> {
        let place = data;
        let code = data.u8("a BMAP's code")?;
        let (packing, transparent) = match code {
            134..=138 => (Filling::Humongous(code.saturating_sub(130)), false),
            144..=148 => (Filling::Humongous(code.saturating_sub(140)), true),
            150 => (Filling::Fill, false),
            8 | 9 => return Err(place.unsupported("a BMAP of TRLE lines")),
            _ => return Err(place.malformed("a BMAP code of 134..=138, 144..=148 or 150", code)),
        };
        let start = position.saturating_add(1);
        Ok(Self { start, end: position.saturating_add(data.len()), packing, transparent })
    }

    fn colours<'a>(&self, bytes: &'a [u8]) -> Box<dyn Iterator<Item = u8> + 'a> {
        match (self.packing, bytes.first()) {
            (Filling::Humongous(shift), _) => Box::new(Stream::new(bytes, Humongous { shift })),
            (Filling::Fill, Some(&colour)) => Box::new(std::iter::repeat(colour)),
            (Filling::Fill, None) => Box::new(std::iter::empty()),
        }
    }

    pub(crate) fn draw(&self, resource: &[u8], spot: &Spot, style: Style<'_>, target: &mut Target<'_>) {
        let Some(bytes) = resource.get(self.start..) else { return };
        let (width, height) = style.dialect.screen_size();
        let transparent = self.transparent.then_some(style.transparent);
        let ink = Ink { palette: target.room_palette, offset: 0, transparent };
        let visible = spot.visible.start.saturating_mul(8)..spot.visible.end.saturating_mul(8);
        let mut colours = self.colours(bytes);
        for y in 0..usize::from(height).min(spot.lines.height) {
            for (x, colour) in (0..usize::from(width)).zip(&mut colours) {
                let index = target.canvas.index(x, y);
                let pixel = target.canvas.pixels_mut().get_mut(index).filter(|_| visible.contains(&x));
                if let (Some(pixel), Some(colour)) = (pixel, ink.colour(colour)) {
                    *pixel = colour;
                }
            }
        }
    }

    /// The pixels of every BMAP: the screen's.
    pub(crate) fn pixels(dialect: &Dialect) -> usize {
        let (width, height) = dialect.screen_size();
        usize::from(width).saturating_mul(usize::from(height))
    }

    /// An error where the chunk ends before the screen is full.
    pub(crate) fn check(&self, resource: Reader<'_>, dialect: &Dialect) -> Option<Error> {
        let pixels = Self::pixels(dialect);
        let bytes = resource.all().get(self.start..self.end).unwrap_or_default();
        let count = self.colours(bytes).take(pixels).count();
        let place = resource.at(self.start, "a BMAP").ok()?;
        (count < pixels).then(|| place.malformed(format_args!("{pixels} pixels of a BMAP"), count))
    }
}
