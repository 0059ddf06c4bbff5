//! The fast path for column-major pictures: drawing a finished [`Sprite`] from the [`Cache`].
//!
//! The plain painter computes the position of a picture and makes the sprite; this module only
//! copies it. The plain painter draws the picture if a copy cannot be exact: with a shadow mode
//! that reads every pixel, or if a scaled picture begins outside the screen or uses the game's own
//! scale table.

use super::cache::{Colours, ColoursId, MOST_COLOURS};
use super::shade::Shade;
use super::sprite::{Builder, Sprite};
use super::{Cache, Drawn, Extent, Key, Packing, Painter, Placed, Runs, ScaleTable, Stand, Target};
use crate::trace::Trace;

/// The data of a cel and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CelData<'a> {
    /// Offset of the data in the costume.
    pub offset: u32,
    /// The runs. Bytes after the end of the picture are not read.
    pub bytes: &'a [u8],
    /// The packing of the runs.
    pub packing: Packing,
    /// The position and size.
    pub extent: Extent,
}

impl<'a> CelData<'a> {
    /// Returns the pixels.
    pub fn runs(&self) -> Runs<'a> {
        Runs::new(self.bytes, self.packing)
    }
}

/// The properties that the finished pictures of one draw share. They are computed once for all
/// limbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpriteColours {
    id: ColoursId,
    /// True if some pixels depend on the screen.
    shades: bool,
}

impl Painter<'_> {
    /// Returns the colours of a costume's finished pictures as this painter draws them. `None` if
    /// pictures can't be cached: a shadow reads every pixel, or the game's own scale table is used.
    pub fn sprite_colours(
        &self,
        costume: u64,
        packing: Packing,
        cache: &mut Cache,
    ) -> Option<SpriteColours> {
        let scaling = &self.stand.scaling;
        if matches!(scaling.table, ScaleTable::Custom(_)) && !scaling.is_full() {
            return None;
        }
        let shade = self.shadow.kind();
        if matches!(shade, Some(Shade::All | Shade::Blend)) {
            return None;
        }
        let double_shadow = self.rules.double_shadow;
        let screen = self.screen_colours(packing);
        let id = cache.colours(&Colours {
            costume,
            shade,
            double_shadow,
            screen,
        });
        Some(SpriteColours {
            id,
            shades: !self.shadow.is_identity(),
        })
    }

    /// Draws one picture like [`Painter::draw_columns`], from the cache if the pixels are the same.
    /// `colours` are the colours of the picture's costume. While a trace is recorded, the plain
    /// painter draws.
    pub fn draw_cached(
        &self,
        cel: CelData<'_>,
        colours: Option<SpriteColours>,
        cache: &mut Cache,
        target: &mut Target<'_>,
        drawn: &mut Drawn,
        trace: Option<&mut Trace>,
    ) {
        let picture = cel.extent;
        let Some(SpriteColours { id, shades }) = colours.filter(|_| trace.is_none()) else {
            return self.draw_columns(picture, cel.runs(), target, drawn, trace);
        };
        let Stand { flip, scaling, .. } = self.stand;
        let scaled = !scaling.is_full();
        let extent = if scaled {
            picture
        } else {
            Extent {
                x: 0,
                y: 0,
                ..picture
            }
        };
        let scale = (scaling.x, scaling.y);
        let key = Key::column(id, cel.offset, extent, scale, flip);
        let found = cache.find(&key);
        // Measuring a scaled picture takes longer than drawing it.
        let measure = match found {
            Some(sprite) if scaled => sprite.measure,
            _ => self.stand.measure(picture),
        };
        let placed = self.stand.place_measured(picture, &measure);
        let Some(begin) = self.report(&placed, target, drawn) else {
            return;
        };
        let skip = begin.skip;
        let x = begin.x;
        let clip = self.clip_rect(target);
        // If columns are drawn with other entries of the scale table than they were counted with,
        // the picture may end before the edge.
        let ends_early = begin.end < placed.width && self.rules.rising_index;
        let sprite = match found {
            // A scaled picture that begins outside the screen has different pixels.
            _ if scaled && (skip > 0 || ends_early || clip != target.rect()) => None,
            Some(sprite) => Some(sprite),
            None => {
                let side = |n: i32| usize::try_from(n).unwrap_or(0);
                let room = cache.fits(side(placed.width), side(placed.height));
                let make = || {
                    Some(Sprite {
                        measure,
                        ..self.sprite(&placed, &cel)?
                    })
                };
                if room { cache.get(&key, make) } else { None }
            }
        };
        let Some(sprite) = sprite else {
            return self.paint_columns(&placed, cel.runs(), begin, target, None);
        };
        let left = if flip {
            x + skip - (sprite.width() - 1)
        } else {
            x - skip
        };
        sprite.draw(
            (left, placed.y),
            clip,
            shades.then_some(&self.shadow),
            target,
        );
    }

    /// Returns the screen colours of a cel's colours.
    fn screen_colours(&self, packing: Packing) -> [u8; MOST_COLOURS] {
        let mut colours = [0; MOST_COLOURS];
        let narrow = |(byte, entry): (&mut u8, &u16)| [*byte, _] = entry.to_le_bytes();
        colours
            .iter_mut()
            .zip(self.palette)
            .take(packing.colours())
            .for_each(narrow);
        colours
    }

    /// Builds the sprite of the picture, run by run, as it would be drawn on an unlimited screen.
    fn sprite(&self, placed: &Placed, cel: &CelData<'_>) -> Option<Sprite> {
        let scaling = &self.stand.scaling;
        let width = usize::try_from(placed.width).ok()?;
        let height = u16::try_from(placed.height).ok()?;
        let columns = if scaling.is_full() {
            width
        } else {
            // A dropped column after the last kept one is still drawn (C69).
            (0..placed.width)
                .filter(|&c| scaling.keeps_column(self.drawn_index(placed, 0, c)))
                .count()
                + 1
        };
        // The line of each row in the sprite; dropped rows take no line.
        let mut rows = 0;
        let mut lines: Vec<usize> = Vec::with_capacity(usize::from(height) + 1);
        for row in 0..placed.height {
            lines.push(rows);
            rows += usize::from(scaling.keeps_row(placed.row_index(row)));
        }
        lines.push(rows);
        let mut sprite = Builder::new(columns, rows)?;
        let colours = self.screen_colours(cel.packing);
        let mut runs = cel.runs();
        let mut column = 0;
        let mut again = false;
        for number in 0..placed.width {
            let x = if placed.step < 0 {
                columns.wrapping_sub(column + 1)
            } else {
                column
            };
            let mut row = 0;
            while row < height {
                let Some((picture_colour, count)) = runs.run(height - row) else {
                    return sprite.finish();
                };
                let first = lines[usize::from(row)];
                let end = lines[usize::from(row + count)];
                row += count;
                if picture_colour == 0 {
                    continue;
                }
                let colour = colours
                    .get(usize::from(picture_colour))
                    .copied()
                    .unwrap_or(0);
                match self.shadow.through(colour, 0) {
                    None => sprite.put_column(x, first, end - first, colour),
                    Some(_) if again && !self.rules.double_shadow => {}
                    Some(_) => sprite.put_column_shaded(x, first, end - first, colour),
                }
            }
            again = !scaling.keeps_column(self.drawn_index(placed, 0, number));
            column += usize::from(!again);
        }
        sprite.finish()
    }
}

#[cfg(test)]
mod tests;
