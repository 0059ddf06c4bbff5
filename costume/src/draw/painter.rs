//! Painting of the pictures of COST and of AKOS codec 1.
//!
//! Pictures that are stored by columns (C36..C69, A60..A64: all of COST except v1 and v5 on the
//! Amiga, and AKOS codec 1) are painted here, pixel by pixel, according to the rules. This plain
//! painter allocates no memory. Pictures that are stored by rows (v5 on the Amiga) or as pairs (v1)
//! are painted in the modules of COST.
//!
//! The fast path copies a finished [`Sprite`] from the [`Cache`]. The plain painter computes the
//! position of a picture and makes the sprite. The plain painter also draws the picture if a copy
//! of a sprite would not be exact: if a scaled picture begins outside the screen or uses the game's
//! own scale table. Tests compare the fast path with the plain painter.

use std::ops::Range;

use scumm_room::{Dialect, Quirks, Rect};

use super::look::ShadowKind;
use super::renderer::{CelColours, CelColoursId, MOST_COLOURS};
use super::sprite::{Builder, Sprite};
use super::{
    Begin, Cache, CacheKey, Drawn, Extent, Packing, Placed, Runs, ScaleTable, Shadow, Stand, Target,
};
use crate::trace::{Mark, Trace};

/// The differences between COST and AKOS codec 1 (A60).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaintRules {
    /// A flipped picture at full size beyond the right edge: one column too few is skipped (C45).
    pub short_west_clip: bool,
    /// A clipped top together with a full height of 256 or more hides the picture (C46).
    pub tall_vanishes: bool,
    /// The shadow table is applied to a screen pixel twice if a kept column is drawn over a dropped
    /// column (C6A).
    pub double_shadow: bool,
    /// The index into the scale table rises from column to column, even in a picture that is drawn
    /// to the left (C69a).
    pub rising_index: bool,
    /// A number of columns that is added to the right edge of the claimed strips (D3).
    pub dirty_right: i32,
    /// A picture that is drawn to the left may extend beyond the left side of the clip by this
    /// number of columns without counting as cut (C47).
    pub west_margin: i32,
}

impl PaintRules {
    /// Returns the rules of COST; three of them are quirks.
    #[must_use]
    pub fn cost(dialect: &Dialect) -> Self {
        Self {
            short_west_clip: dialect.has_quirk(Quirks::WEST_RIGHT_CLIP),
            tall_vanishes: dialect.has_quirk(Quirks::TALL_CEL_VANISHES),
            double_shadow: dialect.has_quirk(Quirks::DOUBLE_SHADOW),
            // v4, for flipped and unflipped pictures (C69a).
            rising_index: dialect.version() == 4,
            dirty_right: 1,
            west_margin: 1,
        }
    }

    /// Returns the rules of AKOS codec 1.
    #[must_use]
    pub fn akos() -> Self {
        Self {
            west_margin: 1,
            ..Self::default()
        }
    }
}

/// The number of rows in each column of a drawn picture of height 0 (C36).
const ROWS_OF_NO_HEIGHT: i32 = 65_536;

/// An opaque pixel of the picture and its position on the screen.
struct Dot {
    x: i32,
    y: i32,
    /// Column and row in the picture.
    source: (i32, i32),
    colour: u8,
    /// True if the previous column was dropped, so that this column has the same `x` as the
    /// previous column (C69).
    again: bool,
}

/// A hit test: places pictures as a drawing does, writes no pixels, and tests the pixel at one
/// position (D11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HitTest {
    /// Column of the position in the view.
    pub x: i32,
    /// Line of the position in the view.
    pub y: i32,
    /// The area of the view that can be drawn into (C43).
    pub screen: Rect,
    /// True if an opaque pixel lies at the position.
    pub is_hit: bool,
    /// True if a picture whose rectangle contains the position is cut at the left or right side
    /// (C47).
    pub cut: bool,
}

impl HitTest {
    /// Creates a test of the position at column `x`, line `y` of a view.
    #[must_use]
    pub fn new(x: i32, y: i32, screen: Rect) -> Self {
        Self {
            x,
            y,
            screen,
            is_hit: false,
            cut: false,
        }
    }
}

/// The values that all pictures of one actor share while they are painted.
#[derive(Clone, Copy, Debug)]
pub struct Painter<'a> {
    /// The dialect, on which the claimed strips depend.
    pub dialect: &'a Dialect,
    /// The rules of COST or AKOS.
    pub rules: PaintRules,
    /// Anchor, flip and scale.
    pub stand: Stand<'a>,
    /// A clip rectangle that replaces the screen's edges (A62).
    pub clip: Option<Rect>,
    /// The screen colour of each picture colour; only the low byte counts (C54).
    pub palette: &'a [u16],
    /// The shadow table.
    pub shadow: Shadow<'a>,
}

impl Painter<'_> {
    /// Reports a picture that is drawn in the rectangle `clip`. Returns the range of columns to
    /// draw, or `None` if nothing is drawn.
    #[inline]
    pub(crate) fn report(
        &self,
        placed: &Placed,
        clip: &Rect,
        target: &mut Target<'_>,
        drawn: &mut Drawn,
    ) -> Option<Begin> {
        drawn.claim(placed.rect, self.rules.dirty_right, self.dialect, target);
        let Rect { bottom, .. } = placed.rect;
        target.note_lines(Rect {
            bottom: bottom.saturating_add(1),
            ..placed.rect
        });
        if !placed.rect.meets(clip) {
            return None;
        }
        let begin = self.begin(placed, clip, &target.rect())?;
        let top = placed.rect.top.max(clip.top);
        drawn.reach(top, placed.rect.bottom.min(clip.bottom));
        if self.is_too_tall(placed, top) {
            drawn.visibility.add_whole();
            return None;
        }
        if begin.cuts(placed) {
            drawn.visibility.add_cut();
        } else {
            drawn.visibility.add_whole();
        }
        Some(begin)
    }

    /// Returns the range of columns that remain after clipping, or `None` if all are skipped (C44,
    /// C45).
    #[inline]
    fn begin(&self, placed: &Placed, clip: &Rect, screen: &Rect) -> Option<Begin> {
        let begin = placed.begin(
            &self.stand.scaling,
            clip,
            screen,
            self.rules.short_west_clip,
            self.rules.west_margin,
        );
        (begin.skip < begin.end).then_some(begin)
    }

    /// Returns whether the height of a picture hides it (C46). `top` is its first line after
    /// clipping.
    fn is_too_tall(&self, placed: &Placed, top: i32) -> bool {
        self.rules.tall_vanishes && top.saturating_add(placed.height) >= 256
    }

    /// Returns whether a drawing in `screen` would cut the picture at its left or right side, as
    /// the hit test does for pictures whose rectangle contains the position (D11).
    pub(crate) fn is_cut(&self, placed: &Placed, screen: &Rect) -> bool {
        let clip = self.clip.map_or(*screen, |clip| clip.intersection(screen));
        let top = clip.top.max(placed.rect.top);
        let begin = self.begin(placed, &clip, screen);
        let is_cut = begin.is_some_and(|begin| begin.cuts(placed));
        is_cut && placed.rect.meets(&clip) && !self.is_too_tall(placed, top)
    }

    /// Returns the rectangle in which pixels are drawn (A62).
    pub(crate) fn clip_rect(&self, target: &Target<'_>) -> Rect {
        self.clip
            .map_or_else(|| target.rect(), |clip| clip.intersection(&target.rect()))
    }

    /// Returns the index into the scale table of a column that is drawn. `skip` is the first drawn
    /// column (C69).
    pub(super) fn drawn_index(&self, placed: &Placed, skip: i32, column: i32) -> i32 {
        if self.rules.rising_index {
            placed
                .column_index(skip)
                .saturating_add(column.saturating_sub(skip))
        } else {
            placed.column_index(column)
        }
    }

    /// Returns the screen colour of a picture's colour; only the low byte counts (C54).
    pub(crate) fn colour(&self, entry: u8) -> u8 {
        let [colour, _] = self
            .palette
            .get(usize::from(entry))
            .copied()
            .unwrap_or(0)
            .to_le_bytes();
        colour
    }

    /// Draws one picture and reports its strips (D3), its top and bottom (C48), and whether it is
    /// cut or whole (C47). If a trace is recorded, it receives every pixel.
    pub fn draw_columns(
        &self,
        picture: Extent,
        pixels: Runs<'_>,
        target: &mut Target<'_>,
        drawn: &mut Drawn,
        trace: Option<&mut Trace>,
    ) {
        let placed = self.stand.place(picture);
        let clip = self.clip_rect(target);
        let Some(begin) = self.report(&placed, &clip, target, drawn) else {
            return;
        };
        self.paint_columns(&placed, pixels, begin, target, trace);
    }

    /// Draws the pixels of the columns that were not clipped.
    pub(super) fn paint_columns(
        &self,
        placed: &Placed,
        pixels: Runs<'_>,
        begin: Begin,
        target: &mut Target<'_>,
        mut trace: Option<&mut Trace>,
    ) {
        let clip = self.clip_rect(target);
        self.walk_columns(placed, pixels, begin, clip.left..clip.right, |dot| {
            let Dot {
                x,
                y,
                source,
                colour: entry,
                again,
            } = dot;
            if !clip.contains(x, y) {
                return;
            }
            let colour = self.colour(entry);
            // C6A: only COST applies the shadow to a pixel twice.
            if again && !self.rules.double_shadow && self.shadow.shade_of(colour).is_some() {
                return;
            }
            target.put(
                (x, y),
                Mark {
                    source,
                    entry,
                    colour,
                },
                &self.shadow,
                trace.as_deref_mut(),
            );
        });
    }

    /// Returns whether a pixel of the picture is drawn whose screen colour is `wanted`. Pixels
    /// outside the clip rectangle and pixels behind the plane are not drawn.
    pub(crate) fn draws_colour(
        &self,
        picture: Extent,
        pixels: Runs<'_>,
        target: &mut Target<'_>,
        wanted: impl Fn(u8) -> bool,
    ) -> bool {
        let placed = self.stand.place(picture);
        let clip = self.clip_rect(target);
        let first_row = clip.top.max(placed.rect.top);
        if !placed.rect.meets(&clip) || self.is_too_tall(&placed, first_row) {
            return false;
        }
        let Some(begin) = self.begin(&placed, &clip, &target.rect()) else {
            return false;
        };
        let mut found = false;
        self.walk_columns(&placed, pixels, begin, clip.left..clip.right, |dot| {
            if clip.contains(dot.x, dot.y) && target.shows(dot.x, dot.y) {
                found |= wanted(self.colour(dot.colour));
            }
        });
        found
    }

    /// Adds a picture to a hit test. The reported rectangle is tested first, then the pixels. Masks
    /// and screen edges are ignored (D11).
    pub(crate) fn hit_columns(&self, picture: Extent, pixels: Runs<'_>, test: &mut HitTest) {
        let placed = self.stand.place(picture);
        let HitTest { x, y, .. } = *test;
        let mut hit = false;
        if placed.rect.contains(x, y) {
            test.cut |= self.is_cut(&placed, &test.screen);
            // The columns before the position are visited, too.
            let column = if placed.step < 0 {
                x..i32::MAX
            } else {
                i32::MIN..x.saturating_add(1)
            };
            let whole = Begin {
                skip: 0,
                x: placed.x,
                end: placed.width,
            };
            self.walk_columns(&placed, pixels, whole, column, |dot| {
                hit |= (dot.x, dot.y) == (x, y)
            });
        }
        test.is_hit |= hit;
    }

    /// Calls `sink` for the opaque pixels in drawing order, until a step leads outside `columns`.
    fn walk_columns(
        &self,
        placed: &Placed,
        mut pixels: Runs<'_>,
        Begin { skip, mut x, end }: Begin,
        columns: Range<i32>,
        mut sink: impl FnMut(Dot),
    ) {
        let scaling = &self.stand.scaling;
        let skipped = u64::try_from(skip).unwrap_or(0);
        pixels.skip_columns(skipped, placed.height.unsigned_abs().into());
        // A counter of 16 bits is decremented before it is tested (C36).
        let rows = if placed.height == 0 {
            ROWS_OF_NO_HEIGHT
        } else {
            placed.height
        };
        let mut again = false;
        for column in skip..end {
            let mut y = placed.y;
            for row in 0..rows {
                let Some(colour) = pixels.next() else { return };
                // A dropped row is not drawn. A dropped column is drawn, and the next column is
                // drawn over it (C69).
                if scaling.keeps_row(placed.row_index(row)) {
                    if colour != 0 {
                        sink(Dot {
                            x,
                            y,
                            source: (column, row),
                            colour,
                            again,
                        });
                    }
                    y = y.saturating_add(1);
                }
            }
            again = !scaling.keeps_column(self.drawn_index(placed, skip, column));
            if !again {
                x = x.saturating_add(placed.step);
            }
            if !again && !columns.contains(&x) {
                return;
            }
        }
    }
}

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

/// The properties that the finished pictures of one draw share. The properties are computed once
/// for all limbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpriteColours {
    id: CelColoursId,
    shading: SpriteShading,
}

/// How the shadow table is applied when a finished picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SpriteShading {
    /// The table changes no pixel.
    None,
    /// The table is applied to the pixels that the sprite lists. A scaled picture may list a pixel
    /// twice, because its columns overlap (C69).
    Listed,
    /// The table is applied to all pixels of a picture at full size. The sprite has the colours
    /// that the picture has without a shadow.
    All,
}

impl Painter<'_> {
    /// Returns the colours of a costume's finished pictures as this painter draws them. Returns
    /// `None` if pictures cannot be cached, because the game's own scale table is used.
    pub fn sprite_colours(
        &self,
        costume: u64,
        packing: Packing,
        cache: &mut Cache,
    ) -> Option<SpriteColours> {
        let scaling = &self.stand.scaling;
        let is_full = scaling.is_full();
        if matches!(scaling.table, ScaleTable::Custom(_)) && !is_full {
            return None;
        }
        let kind = self.shadow.kind();
        let shading = match kind {
            None => SpriteShading::None,
            Some(ShadowKind::All | ShadowKind::Blend) if is_full => SpriteShading::All,
            Some(_) if self.shadow.is_identity() => SpriteShading::None,
            Some(_) => SpriteShading::Listed,
        };
        let shade = if shading == SpriteShading::All {
            None
        } else {
            kind
        };
        let double_shadow = self.rules.double_shadow;
        let screen = self.screen_colours(packing);
        let id = cache.colours(&CelColours {
            costume,
            shade,
            double_shadow,
            screen,
        });
        Some(SpriteColours { id, shading })
    }

    /// Draws one picture like [`Painter::draw_columns`]. Copies a cached sprite if the copy has the
    /// same pixels. `colours` are the colours of the picture's costume. While a trace is recorded,
    /// the plain painter draws.
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
        let Some(SpriteColours { id, shading }) = colours.filter(|_| trace.is_none()) else {
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
        let key = CacheKey::column(id, cel.offset, extent, scale, flip);
        let found = cache.find(&key);
        // The measure of a cached scaled picture is reused, because measuring takes longer than
        // drawing.
        let measure = match found {
            Some(sprite) if scaled => sprite.measure,
            _ => self.stand.measure(picture),
        };
        let placed = self.stand.place_measured(picture, &measure);
        let clip = self.clip_rect(target);
        let Some(begin) = self.report(&placed, &clip, target, drawn) else {
            return;
        };
        let skip = begin.skip;
        let x = begin.x;
        // With rising indices, drawing uses other entries of the scale table than counting, so the
        // picture may end before the edge of the screen.
        let ends_early = begin.end < placed.width && self.rules.rising_index;
        let sprite = match found {
            // A scaled picture that begins outside the screen has different pixels.
            _ if scaled && (skip > 0 || ends_early || clip != target.rect()) => None,
            // Without a height, every column has 65,536 rows (C36).
            _ if placed.height == 0 => None,
            Some(sprite) => Some(sprite),
            None => {
                let side = |n: i32| usize::try_from(n).unwrap_or(0);
                let room = cache.fits(side(placed.width), side(placed.height));
                let make = || {
                    Some(Sprite {
                        measure,
                        ..self.sprite(&placed, &cel, shading)?
                    })
                };
                if room { cache.get(&key, make) } else { None }
            }
        };
        // A run whose length byte and extension byte are 0 has another length in skipped columns
        // (C36).
        let Some(sprite) = sprite.filter(|sprite| skip <= 0 || !sprite.has_zero_run) else {
            return self.paint_columns(&placed, cel.runs(), begin, target, None);
        };
        let left = if flip {
            x + skip - (sprite.width() - 1)
        } else {
            x - skip
        };
        let at = (left, placed.y);
        if shading == SpriteShading::All {
            return sprite.draw_shadowed(at, clip, &self.shadow, target, Some);
        }
        let listed = (shading == SpriteShading::Listed).then_some(&self.shadow);
        sprite.draw(at, clip, listed, target);
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

    /// Builds the sprite of the picture, run by run, as it would be drawn on an unlimited screen. A
    /// sprite is built once and drawn often, so this function is not a part of `draw_cached`.
    #[inline(never)]
    fn sprite(&self, placed: &Placed, cel: &CelData<'_>, shading: SpriteShading) -> Option<Sprite> {
        // A table that changes nothing is listed, too: its pixels are not drawn.
        let shadow = if shading == SpriteShading::All {
            Shadow::None
        } else {
            self.shadow
        };
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
                    return finish(sprite, &runs);
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
                match shadow.through(colour, 0) {
                    None => sprite.put_column(x, first, end - first, colour),
                    Some(_) if again && !self.rules.double_shadow => {}
                    Some(_) => sprite.put_column_shaded(x, first, end - first, colour),
                }
            }
            again = !scaling.keeps_column(self.drawn_index(placed, 0, number));
            column += usize::from(!again);
        }
        finish(sprite, &runs)
    }
}

/// Returns the finished sprite of a picture that was decoded from `runs`.
fn finish(sprite: Builder, runs: &Runs<'_>) -> Option<Sprite> {
    Some(Sprite {
        has_zero_run: runs.has_zero_run(),
        ..sprite.finish()?
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scumm_room::Dialect;

    use super::*;
    use crate::draw::Rect;
    use crate::draw::look::Shadow;
    use crate::draw::place::{SMALL_SCALE_TABLE, Scaling, Stand};
    use crate::draw::tests::{Screen, bytes, shadow_table};

    #[derive(Clone, Debug)]
    struct Case {
        picture: Extent,
        seed: u64,
        length: usize,
        packing: Packing,
        at: (i32, i32),
        flip: bool,
        scale: (u8, u8),
        table: ScaleTable<'static>,
        akos: bool,
        clip: Option<Rect>,
        shadow: u8,
        masked: bool,
    }

    prop_compose! {
        fn cases()(
            (x, y, width, height) in (-40i32..40, -60i32..20, 0i32..40, 0i32..50),
            (seed, length) in (any::<u64>(), 0usize..600),
            packing in prop::sample::select(&[Packing::Colours16, Packing::Colours32, Packing::Colours64]),
            at in (-40i32..110, -30i32..90), flip: bool,
            scale in prop_oneof![Just((255, 255)), (1u8..=255, 1u8..=255), Just((255, 100))],
            table in prop::sample::select(&[
                ScaleTable::Small, ScaleTable::Small, ScaleTable::Big, ScaleTable::Custom(&SMALL_SCALE_TABLE),
            ]),
            akos: bool,
            clip in prop::option::of((0i32..64, 0i32..48, 0i32..64, 0i32..48)),
            (shadow, masked) in (0u8..5, any::<bool>()),
        ) -> Case {
            let clip = clip.map(|(left, top, right, bottom)| Rect { left, top, right, bottom });
            let picture = Extent { x, y, width, height };
            Case { picture, seed, length, packing, at, flip, scale, table, akos, clip, shadow, masked }
        }
    }

    fn draw(
        case: &Case,
        data: &[u8],
        palette: &[u16],
        cache: Option<&mut Cache>,
    ) -> (Screen, Drawn) {
        let dialect = Dialect::new(6);
        let table = shadow_table();
        let painter = Painter {
            dialect: &dialect,
            rules: if case.akos {
                PaintRules::akos()
            } else {
                PaintRules::cost(&dialect)
            },
            stand: Stand {
                x: case.at.0,
                y: case.at.1,
                flip: case.flip,
                scaling: Scaling {
                    table: case.table,
                    x: case.scale.0,
                    y: case.scale.1,
                },
            },
            clip: case.clip,
            palette,
            shadow: match case.shadow {
                0 => Shadow::None,
                1 => Shadow::All(table),
                2 => Shadow::Colour13(table),
                3 => Shadow::Below8(table),
                _ => Shadow::Blend(table),
            },
        };
        let mut screen = Screen::new(case.masked.then_some(case.seed));
        let mut target = screen.target();
        let mut drawn = Drawn::default();
        match cache {
            None => painter.draw_columns(
                case.picture,
                Runs::new(data, case.packing),
                &mut target,
                &mut drawn,
                None,
            ),
            Some(cache) => {
                let cel = CelData {
                    offset: 0,
                    bytes: data,
                    packing: case.packing,
                    extent: case.picture,
                };
                let colours = painter.sprite_colours(1, case.packing, cache);
                painter.draw_cached(cel, colours, cache, &mut target, &mut drawn, None);
            }
        }
        (screen, drawn)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100_000))]
        #[test]
        fn the_cache_draws_what_the_plain_painter_draws(case in cases()) {
            let data = bytes(case.seed, case.length);
            // Colours 0 to 15 and 13 occur more often, since shadows use them.
            let colour = |c: u8| match c % 8 { 0 => 13, 1 => u16::from(c / 8 % 16), _ => u16::from(c) };
            let palette: Vec<u16> = bytes(case.seed ^ 1, 64).into_iter().map(colour).collect();
            let plain = draw(&case, &data, &palette, None);
            let mut cache = Cache::default();
            prop_assert!(draw(&case, &data, &palette, Some(&mut cache)) == plain, "a miss");
            prop_assert!(draw(&case, &data, &palette, Some(&mut cache)) == plain, "a hit");
            prop_assert!(draw(&case, &data, &palette, Some(&mut Cache::with_limit(0))) == plain, "without a cache");
        }
    }
}
