//! Drawing of the pictures that are not stored by columns: the row-major pictures of v5 on the
//! Amiga (C39, C70), and the pairs of v1 (C71), whose data is read in [`v1`].
//!
//! The plain painter puts each pixel in the order of the data. A finished sprite has the same
//! pixels, because no column is skipped at the edges of the screen. The exception is a scaled
//! picture that begins outside the screen, of which other columns are dropped (C70).

use std::ops::Range;

use super::tables::CostPicture;
use super::{Cost, v1};
use crate::draw::renderer::{CelColours, CelColoursId, MOST_COLOURS};
use crate::draw::sprite::{Builder, Sprite};
use crate::draw::{
    Begin, Cache, CacheKey, Drawn, Extent, Look, Painter, Placed, Rect, Runs, Scaling, Shadow,
    Target,
};
use crate::trace::{Mark, Trace};

/// The colours of all pictures of one draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowColours {
    /// The screen colour of each colour of the pictures.
    screen: [u8; MOST_COLOURS],
    id: CelColoursId,
}

impl RowColours {
    fn screen_colour(&self, entry: u8) -> u8 {
        self.screen.get(usize::from(entry)).copied().unwrap_or(0)
    }
}

impl Cost {
    /// Returns the colours of the pictures. Indiana Jones 4 on the Amiga applies the room's remap
    /// to them (C70).
    pub(super) fn row_colours(
        &self,
        painter: &Painter<'_>,
        look: &Look<'_>,
        cache: &mut Cache,
    ) -> RowColours {
        let remaps = self.dialect.has_colour_registers();
        let mut screen = [0; MOST_COLOURS];
        for (entry, screen) in (0..).zip(&mut screen).take(self.header.format.colours()) {
            let colour = painter.colour(entry);
            *screen = match look.room_palette.get(usize::from(colour)) {
                Some(&mapped) if remaps => mapped,
                _ => colour,
            };
        }
        let id = cache.colours(&CelColours {
            costume: self.digest,
            shade: None,
            double_shadow: false,
            screen,
        });
        RowColours { screen, id }
    }

    /// Draws a picture. Copies a cached sprite if the copy has the same pixels. While a trace is
    /// recorded, the plain painter draws.
    pub(super) fn draw_rows(
        &self,
        (picture, extent): (&CostPicture, Extent),
        (painter, colours): (&Painter<'_>, &RowColours),
        cache: &mut Cache,
        target: &mut Target<'_>,
        drawn: &mut Drawn,
        mut trace: Option<&mut Trace>,
    ) {
        let placed = painter.stand.place(extent);
        let clip = painter.clip_rect(target);
        let Some(Begin { skip, .. }) = painter.report(&placed, &clip, target, drawn) else {
            return;
        };
        let data = self.picture_data(picture);
        let screen = target.rect();
        let is_exact = skip <= 0 || painter.stand.scaling.is_full();
        let sprite = if is_exact && trace.is_none() {
            self.row_sprite((picture, extent), painter, &placed, colours, cache)
        } else {
            None
        };
        if let Some(sprite) = sprite {
            let whole = self.columns(&placed, sprite.width());
            let drawn = match self.header.format.packing() {
                None => self.columns(&placed, v1::drawn_width(&placed, screen.left..screen.right)),
                Some(_) => whole.clone(),
            };
            let clip = Rect {
                left: screen.left.max(drawn.start),
                right: screen.right.min(drawn.end),
                ..screen
            };
            return sprite.draw((whole.start, placed.y), clip, None, target);
        }
        let across = Some(screen.left..screen.right);
        self.walk(
            painter,
            (&placed, skip),
            data,
            across,
            |at, entry, source| {
                let mark = Mark {
                    source,
                    entry,
                    colour: colours.screen_colour(entry),
                };
                // These pictures have no shadow (C70).
                target.put(at, mark, &Shadow::None, trace.as_deref_mut());
            },
        );
    }

    /// Returns the finished sprite of a picture from the cache; `None` if it does not fit there.
    fn row_sprite<'c>(
        &self,
        (picture, extent): (&CostPicture, Extent),
        painter: &Painter<'_>,
        placed: &Placed,
        colours: &RowColours,
        cache: &'c mut Cache,
    ) -> Option<&'c Sprite> {
        let scaling = painter.stand.scaling;
        let extent = if scaling.is_full() {
            Extent {
                x: 0,
                y: 0,
                ..extent
            }
        } else {
            extent
        };
        let offset = u32::try_from(picture.data).unwrap_or(u32::MAX);
        let scale = (scaling.x, scaling.y);
        let key = CacheKey::column(colours.id, offset, extent, scale, painter.stand.flip);
        let side = |n: i32| usize::try_from(n).unwrap_or(0);
        if !cache.fits(side(placed.width), side(placed.height)) {
            return None;
        }
        cache.get(&key, || {
            let (columns, rows) = match self.header.format.packing() {
                None => v1::size(placed),
                Some(_) => size_of_rows(&scaling, placed),
            };
            let left = self.columns(placed, columns).start;
            let mut sprite = Builder::new(side(columns), side(rows))?;
            let data = self.picture_data(picture);
            self.walk(painter, (placed, 0), data, None, |(x, y), entry, _| {
                let column = x.saturating_sub(left);
                let row = y.saturating_sub(placed.y);
                let colour = colours.screen_colour(entry);
                sprite.put_column(side(column), side(row), 1, colour);
            });
            sprite.finish()
        })
    }

    /// Returns the screen columns of the first `width` columns of a picture as it is drawn.
    fn columns(&self, placed: &Placed, width: i32) -> Range<i32> {
        // Facing west, the first column of v1 has its left edge at `x`, as facing east.
        let first = match self.header.format.packing() {
            None => v1::COLUMN,
            Some(_) => 1,
        };
        if placed.step < 0 {
            let end = placed.x.saturating_add(first);
            end.saturating_sub(width)..end
        } else {
            placed.x..placed.x.saturating_add(width)
        }
    }

    /// Calls `sink` for the opaque pixels of a picture, with their position, their colour, and
    /// their column and row in the picture. `outside` is the number of columns beyond the side
    /// where the picture begins (C68). A picture of v1 ends at the first column outside of
    /// `across`, a range of screen columns (C71c).
    pub(super) fn walk(
        &self,
        painter: &Painter<'_>,
        (placed, outside): (&Placed, i32),
        data: &[u8],
        across: Option<Range<i32>>,
        sink: impl FnMut((i32, i32), u8, (i32, i32)),
    ) {
        match self.header.format.packing() {
            None => {
                let width = across.map_or(placed.width, |across| v1::drawn_width(placed, across));
                v1::walk(placed, data, width, sink);
            }
            Some(packing) => walk_rows(
                &painter.stand.scaling,
                (placed, outside),
                Runs::new(data, packing),
                sink,
            ),
        }
    }
}

/// Calls `sink` for the opaque pixels in drawing order, with their position, their colour, and
/// their column and row in the picture. No column is skipped at the edges. The entries of the scale
/// table are shifted by `outside` columns: column 0 uses the entry of column `outside` (C70).
pub(super) fn walk_rows(
    scaling: &Scaling<'_>,
    (placed, outside): (&Placed, i32),
    mut pixels: Runs<'_>,
    mut sink: impl FnMut((i32, i32), u8, (i32, i32)),
) {
    let mut y = placed.y;
    for row in 0..counter(placed.height) {
        let mut x = placed.x;
        let row_kept = scaling.keeps_row(placed.row_index(row));
        for column in 0..counter(placed.width) {
            let Some(colour) = pixels.next() else { return };
            if row_kept {
                if colour != 0 {
                    sink((x, y), colour, (column, row));
                }
                if scaling.keeps_column(placed.column_index(column.saturating_add(outside))) {
                    x = x.saturating_add(placed.step);
                }
            }
        }
        if x != placed.x {
            y = y.saturating_add(1);
        }
    }
}

/// Returns the number of columns and rows that [`walk_rows`] draws of a picture that begins on the
/// screen. The numbers may be too large by one: a dropped column or row after the last kept one is
/// drawn at the place of the next one.
fn size_of_rows(scaling: &Scaling<'_>, placed: &Placed) -> (i32, i32) {
    let width = counter(placed.width);
    let height = counter(placed.height);
    if scaling.is_full() {
        return (width, height);
    }
    let mut columns = 1_i32;
    for column in 0..width {
        let is_kept = scaling.keeps_column(placed.column_index(column));
        columns = columns.saturating_add(is_kept.into());
    }
    let mut rows = 1_i32;
    for row in 0..height {
        let is_kept = scaling.keeps_row(placed.row_index(row));
        rows = rows.saturating_add(is_kept.into());
    }
    (columns, rows)
}

/// Returns the number of rounds that the original's byte counter makes for a size. The counter is
/// decremented before it is tested, so 256 gives 256 rounds, and 257 gives 1.
fn counter(size: i32) -> i32 {
    match size & 0xff {
        0 if size > 0 => 256,
        low => low,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scumm_room::{Dialect, GameId, Platform};

    use super::*;
    use crate::Facing;
    use crate::cost::fixture::{Fixture, Parts, picture, standing};
    use crate::draw::tests::bytes;

    #[derive(Clone, Debug)]
    struct Case {
        /// v1, or v5 on the Amiga.
        is_v1: bool,
        remaps: bool,
        seed: u64,
        length: usize,
        size: (u16, u16),
        rel: (i8, i8),
        at: (i32, i32),
        west: bool,
        scale: (u8, u8),
        masked: bool,
    }

    prop_compose! {
        fn cases()(
            is_v1: bool, remaps: bool,
            (seed, length) in (any::<u64>(), 0usize..400),
            size in prop_oneof![4 => (0u16..60, 0u16..40), 1 => (0u16..300, 250u16..300)],
            rel in (-20i8..20, -20i8..20),
            at in (-60i32..380, -40i32..240), west: bool,
            scale in prop_oneof![Just((255, 255)), (1u8..=255, 1u8..=255)],
            masked: bool,
        ) -> Case {
            Case { is_v1, remaps, seed, length, size, rel, at, west, scale, masked }
        }
    }

    impl Case {
        fn cost(&self) -> Cost {
            let data = bytes(self.seed, self.length);
            let (width, height) = self.size;
            let (x, y) = self.rel;
            if self.is_v1 {
                let [width, ..] = (width / 8).to_le_bytes();
                let [height, ..] = height.to_le_bytes();
                let head = [width, height, x as u8, y as u8, 0, 0];
                let picture = [&head[..], &data].concat();
                return Parts::new(Dialect::new(1), &[0], true, vec![picture]).cost();
            }
            let mut dialect = Dialect::new(5).with_platform(Platform::Amiga);
            if self.remaps {
                dialect = dialect.with_game(Some(GameId::Indy4));
            }
            let picture = picture((width, height), (x.into(), y.into()), (0, 0), &data);
            Parts::new(dialect, &[0], true, vec![picture]).cost()
        }

        fn scene(&self) -> Fixture {
            let mut scene = Fixture {
                x: self.at.0,
                y: self.at.1,
                facing: if self.west {
                    Facing::WEST
                } else {
                    Facing::EAST
                },
                scale: self.scale,
                room_palette: std::array::from_fn(|i| (i as u8).wrapping_mul(3)),
                mask: self.masked.then(|| bytes(self.seed ^ 1, 320 * 200)),
                ..Fixture::new()
            };
            // About half of the plane hides pixels.
            for byte in scene.mask.iter_mut().flatten() {
                *byte &= 1;
            }
            scene
        }
    }

    /// Draws a picture on a clean stage.
    fn draw(cost: &Cost, scene: &mut Fixture) -> (Vec<u8>, Drawn) {
        scene.pixels.fill(99);
        let drawn = scene.draw(cost, &standing(&[(0, 0)]));
        (scene.pixels.clone(), drawn)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn finished_pictures_are_those_of_the_plain_painter(case in cases()) {
            let cost = case.cost();
            let mut plain = case.scene();
            plain.renderer.sprites = Cache::with_limit(0);
            let expected = draw(&cost, &mut plain);
            let mut scene = case.scene();
            prop_assert!(draw(&cost, &mut scene) == expected, "a miss");
            prop_assert!(draw(&cost, &mut scene) == expected, "a hit");
            if case.seed % 16 == 0 {
                scene.renderer.trace = Some(Trace::new(scene.pixels.len()));
                prop_assert!(draw(&cost, &mut scene) == expected, "with a trace");
            }
        }
    }
}
