//! The fast way to draw a column-major picture: as a finished [`Sprite`] out of the [`Cache`].
//!
//! The plain painter decides where a picture lands and makes the sprite; only copying it is done here. Where a copy can't
//! be exact – a shadow mode that looks at every pixel, a scaled picture that
//! begins outside or is scaled by a table of the game's own – the plain painter draws.

use super::builder::Builder;
use super::cache::{Cache, Key, Translucent};
use super::drawn::Drawn;
use super::painter::Painter;
use super::place::{Extent, Placed};
use super::rle::{Packing, Runs};
use super::scale::ScaleTable;
use super::shade::Shadow;
use super::sprite::Sprite;
use super::target::Target;

/// Colours of the richest packing.
const MOST_COLOURS: usize = 64;

/// The data of a cel, and which one it is across all costumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CelData<'a> {
    /// The costume's digest.
    pub costume: u64,
    /// Where in the costume the data lies.
    pub offset: u32,
    /// The runs; what lies behind them is not looked at.
    pub bytes: &'a [u8],
    /// How they are packed.
    pub packing: Packing,
}

impl<'a> CelData<'a> {
    /// The pixels.
    #[must_use]
    pub fn runs(&self) -> Runs<'a> {
        Runs::new(self.bytes, self.packing)
    }
}

impl Painter<'_> {
    /// Draws one picture like [`Painter::draw_columns`], out of the cache where that gives the same pixels.
    pub fn draw_cached(
        &self,
        cel: CelData<'_>,
        picture: Extent,
        cache: &mut Cache,
        target: &mut Target<'_>,
        drawn: &mut Drawn,
    ) {
        let placed = self.stand.place(picture);
        let Some((skip, x)) = self.report(&placed, target, drawn) else { return };
        let side = |n: i32| usize::try_from(n).unwrap_or(0);
        if self.is_exact(skip) && cache.fits(side(placed.width), side(placed.height)) {
            let key = self.key(&cel, picture, &placed);
            if let Some(sprite) = cache.get(&key, || self.sprite(&placed, &cel)) {
                let columns = sprite.width();
                let left = if placed.step < 0 {
                    x.saturating_add(skip).saturating_sub(columns.saturating_sub(1))
                } else {
                    x.saturating_sub(skip)
                };
                return sprite.draw((left, placed.y), self.paint_rect(&placed, skip, target), &self.shadow, target);
            }
        }
        self.paint_columns(&placed, cel.runs(), (skip, x), target, None);
    }

    /// Whether copying a finished picture that begins with column `skip` gives the same pixels as painting it.
    fn is_exact(&self, skip: i32) -> bool {
        let scaling = &self.stand.scaling;
        let begins = scaling.is_full() || (skip <= 0 && !matches!(scaling.table, ScaleTable::Custom(_)));
        begins && matches!(self.shadow, Shadow::None | Shadow::Colour13(_) | Shadow::Below8(_))
    }

    fn key(&self, cel: &CelData<'_>, picture: Extent, placed: &Placed) -> Key {
        let scaling = &self.stand.scaling;
        let (scale, start) = if scaling.is_full() {
            ((255, 255), (0, 0))
        } else {
            ((scaling.x, scaling.y), (placed.column_index(0), placed.row_index(0)))
        };
        let translucent = match self.shadow {
            Shadow::Colour13(_) if self.rules.double_shadow => Translucent::Colour13Twice,
            Shadow::Colour13(_) => Translucent::Colour13,
            Shadow::Below8(_) => Translucent::Below8,
            _ => Translucent::None,
        };
        Key::Column {
            costume: cel.costume,
            data: cel.offset,
            size: (picture.width, picture.height),
            flipped: placed.step < 0,
            scale,
            start,
            translucent,
            palette: self.colours(cel.packing),
        }
    }

    /// The screen colours of a cel's colours.
    fn colours(&self, packing: Packing) -> [u8; MOST_COLOURS] {
        let mut colours = [0; MOST_COLOURS];
        let narrow = |(byte, entry): (&mut u8, &u16)| [*byte, _] = entry.to_le_bytes();
        // Lengths that are known let the compiler use vectors.
        match (packing, self.palette.first_chunk::<16>(), self.palette.first_chunk::<MOST_COLOURS>()) {
            (Packing::Colours16, Some(palette), _) => colours.iter_mut().zip(palette).for_each(narrow),
            (Packing::Colours64, _, Some(palette)) => colours.iter_mut().zip(palette).for_each(narrow),
            _ => colours.iter_mut().zip(self.palette).take(packing.colours()).for_each(narrow),
        }
        colours
    }

    /// The picture as it lands on an endless screen, run by run.
    fn sprite(&self, placed: &Placed, cel: &CelData<'_>) -> Option<Sprite> {
        let scaling = &self.stand.scaling;
        let (width, height) = (usize::try_from(placed.width).ok()?, u16::try_from(placed.height).ok()?);
        let columns = if scaling.is_full() {
            width
        } else {
            // A dropped column behind the last kept one still draws (C69).
            (0..placed.width).filter(|&c| scaling.keeps_column(placed.column_index(c))).count() + 1
        };
        // Where each row lands: dropped rows take no room.
        let mut rows = 0;
        let mut lines: Vec<usize> = Vec::with_capacity(usize::from(height) + 1);
        for row in 0..placed.height {
            lines.push(rows);
            rows += usize::from(scaling.keeps_row(placed.row_index(row)));
        }
        lines.push(rows);
        let mut sprite = Builder::new(columns, rows)?;
        let colours = self.colours(cel.packing);
        let mut runs = cel.runs();
        let (mut column, mut again) = (0, false);
        for number in 0..placed.width {
            let x = if placed.step < 0 { columns.wrapping_sub(column + 1) } else { column };
            let mut row = 0;
            while row < height {
                let Some((picture_colour, count)) = runs.run(height - row) else { return Some(sprite.finish()) };
                let (first, end) = (lines[usize::from(row)], lines[usize::from(row + count)]);
                row += count;
                if picture_colour == 0 {
                    continue;
                }
                let colour = colours.get(usize::from(picture_colour)).copied().unwrap_or(0);
                match self.shadow.through(colour, 0) {
                    None => sprite.put_column(x, first, end - first, colour),
                    Some(_) if again && !self.rules.double_shadow => {}
                    Some(_) => sprite.put_column_shaded(x, first, end - first, colour),
                }
            }
            again = !scaling.keeps_column(placed.column_index(number));
            column += usize::from(!again);
        }
        Some(sprite.finish())
    }
}

#[cfg(test)]
mod tests;
