//! The fast way to draw a column-major picture: as a finished [`Sprite`] out of the [`Cache`].
//!
//! The plain painter decides where a picture lands and makes the sprite; only copying it is done here. Where a copy can't
//! be exact – a shadow mode that looks at every pixel, a scaled picture that
//! begins outside or is scaled by a table of the game's own – the plain painter draws.

use super::cache::{Cache, Key};
use super::column::ColumnPainter;
use super::place::{Extent, Placed};
use super::rle::{Packing, Runs};
use super::scale::ScaleTable;
use super::shade::Shadow;
use super::sprite::{Builder, Sprite};
use super::{Drawn, Target};

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

impl ColumnPainter<'_> {
    /// Draws one picture like [`ColumnPainter::draw`], out of the cache where that gives the same pixels.
    pub fn draw_cached(
        &self,
        cel: CelData<'_>,
        picture: Extent,
        cache: &mut Cache<Key, Option<Sprite>>,
        target: &mut Target<'_>,
        drawn: &mut Drawn,
    ) {
        let placed = self.stand.place(picture);
        let scaled = !self.stand.scaling.is_full();
        let Some((skip, x)) = self.report(&placed, target, drawn) else { return };
        let exact = cache.is_on()
            && !(scaled && (skip > 0 || matches!(self.stand.scaling.table, ScaleTable::Custom(_))))
            && matches!(self.shadow, Shadow::None | Shadow::Colour13(_) | Shadow::Below8(_));
        if exact {
            let key = self.key(&cel, picture, &placed);
            if let Some(Some(sprite)) = cache.get(&key, || self.sprite(&placed, &cel)) {
                let columns = sprite.width();
                let left = if placed.step < 0 {
                    x.saturating_add(skip).saturating_sub(columns.saturating_sub(1))
                } else {
                    x.saturating_sub(skip)
                };
                return sprite.draw((left, placed.y), self.paint_rect(&placed, skip, target), &self.shadow, target);
            }
        }
        self.paint(&placed, cel.runs(), skip, x, target);
    }

    fn key(&self, cel: &CelData<'_>, picture: Extent, placed: &Placed) -> Key {
        let scaling = &self.stand.scaling;
        let (scale, start) = if scaling.is_full() {
            ((255, 255), (0, 0))
        } else {
            ((scaling.x, scaling.y), (placed.column_index(0), placed.row_index(0)))
        };
        let mut palette = [0; 64];
        for (byte, entry) in palette.iter_mut().zip(self.palette).take(cel.packing.colours()) {
            [*byte, _] = entry.to_le_bytes();
        }
        let shaded = match self.shadow {
            Shadow::Colour13(_) if self.rules.double_shadow => 3,
            Shadow::Colour13(_) => 1,
            Shadow::Below8(_) => 2,
            _ => 0,
        };
        Key {
            costume: cel.costume,
            cel: cel.offset,
            size: (picture.width, picture.height),
            flip: placed.step < 0,
            scale,
            start,
            shaded,
            palette,
        }
    }

    /// The picture as it lands on an endless screen.
    fn sprite(&self, placed: &Placed, cel: &CelData<'_>) -> Option<Sprite> {
        let scaling = &self.stand.scaling;
        let columns = if scaling.is_full() {
            placed.width
        } else {
            // A dropped column behind the last kept one still draws (C69).
            let kept = (0..placed.width).filter(|&c| scaling.keeps_column(placed.column_index(c))).count();
            i32::try_from(kept).ok()?.checked_add(1)?
        };
        let rows = (0..placed.height).filter(|&r| scaling.keeps_row(placed.row_index(r))).count();
        let mut colours = [0; 64];
        for (byte, entry) in colours.iter_mut().zip(self.palette) {
            [*byte, _] = entry.to_le_bytes();
        }
        let mut sprite = Builder::new(usize::try_from(columns).ok()?, rows, colours.get(..cel.packing.colours())?)?;
        let left = if placed.step < 0 { placed.x.saturating_sub(columns - 1) } else { placed.x };
        self.walk(placed, cel.runs(), 0, placed.x, i32::MIN..i32::MAX, |dot| {
            let (x, y) = (dot.x.saturating_sub(left), dot.y.saturating_sub(placed.y));
            let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
            let [colour, _] = self.palette.get(usize::from(dot.colour)).copied().unwrap_or(0).to_le_bytes();
            match self.shadow.through(colour, 0) {
                None => sprite.put(x, y, colour),
                Some(_) if dot.again && !self.rules.double_shadow => {}
                Some(_) => sprite.put_shaded(x, y, colour),
            }
        });
        Some(sprite.finish())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scumm_room::Dialect;

    use super::*;
    use crate::draw::Rect;
    use crate::draw::column::ColumnRules;
    use crate::draw::place::Stand;
    use crate::draw::scale::Scaling;

    const PITCH: usize = 64;
    const HEIGHT: usize = 48;

    #[derive(Clone, Debug)]
    struct Case {
        picture: Extent,
        data: Vec<u8>,
        packing: Packing,
        at: (i32, i32),
        flip: bool,
        scale: (u8, u8),
        table: ScaleTable<'static>,
        akos: bool,
        clip: Option<Rect>,
        shadow: u8,
        palette: Vec<u16>,
        mask: Option<Vec<u8>>,
    }

    prop_compose! {
        fn cases()(
            x in -40i32..40, y in -60i32..20, width in 0i32..40, height in 0i32..50,
            data in prop::collection::vec(any::<u8>(), 0..600),
            packing in prop::sample::select(vec![Packing::Colours16, Packing::Colours32, Packing::Colours64]),
            at in (-40i32..110, -30i32..90), flip: bool,
            scale in prop_oneof![Just((255, 255)), (1u8..=255, 1u8..=255), Just((255, 100))],
            table in prop::sample::select(vec![ScaleTable::SmallWrapping, ScaleTable::Small, ScaleTable::Big]),
            akos: bool,
            clip in prop::option::of((0i32..64, 0i32..48, 0i32..64, 0i32..48)),
            shadow in 0u8..5,
            palette in prop::collection::vec(prop_oneof![4 => 0u16..256, 1 => Just(13), 1 => 0u16..8], 64),
            mask in prop::option::of(prop::collection::vec(prop::sample::select(vec![0u8, 255]), PITCH * (HEIGHT + 1))),
        ) -> Case {
            let clip = clip.map(|(left, top, right, bottom)| Rect { left, top, right, bottom });
            Case { picture: Extent { x, y, width, height }, data, packing, at, flip, scale, table, akos, clip, shadow, palette, mask }
        }
    }

    fn draw(case: &Case, cache: Option<&mut Cache<Key, Option<Sprite>>>) -> (Vec<u8>, Drawn) {
        let dialect = Dialect::new(6);
        let table: Vec<u8> = (0..=65535u32).map(|i| i.wrapping_mul(167).wrapping_add(41).to_le_bytes()[0]).collect();
        let painter = ColumnPainter {
            dialect: &dialect,
            rules: if case.akos { ColumnRules::akos() } else { ColumnRules::cost(&dialect) },
            stand: Stand {
                x: case.at.0,
                y: case.at.1,
                flip: case.flip,
                scaling: Scaling { table: case.table, x: case.scale.0, y: case.scale.1 },
            },
            clip: case.clip,
            palette: &case.palette,
            shadow: match case.shadow {
                0 => Shadow::None,
                1 => Shadow::All(&table),
                2 => Shadow::Colour13(&table),
                3 => Shadow::Below8(&table),
                _ => Shadow::Blend(&table),
            },
        };
        let mut pixels: Vec<u8> = (0..PITCH * (HEIGHT + 1)).map(|i| i.to_le_bytes()[0] ^ 0x5a).collect();
        let mut target =
            Target { pixels: &mut pixels, mask: case.mask.as_deref(), pitch: PITCH, height: HEIGHT, x_start: 16 };
        let mut drawn = Drawn::default();
        match cache {
            None => painter.draw(case.picture, Runs::new(&case.data, case.packing), &mut target, &mut drawn),
            Some(cache) => {
                let cel = CelData { costume: 1, offset: 0, bytes: &case.data, packing: case.packing };
                painter.draw_cached(cel, case.picture, cache, &mut target, &mut drawn);
            }
        }
        (pixels, drawn)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn the_cache_draws_what_the_plain_painter_draws(case in cases()) {
            let plain = draw(&case, None);
            let mut cache = Cache::default();
            prop_assert!(draw(&case, Some(&mut cache)) == plain, "a miss");
            prop_assert!(draw(&case, Some(&mut cache)) == plain, "a hit");
        }
    }
}
