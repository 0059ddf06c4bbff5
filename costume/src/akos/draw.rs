//! Drawing an actor's cels, and the hit test (A40..A92, D11).

use std::borrow::Cow;

use scumm_room::Quirks;

use super::akhd::Codec;
use super::bitmap::{Bitmap, Hidden};
use super::brush::Brush;
use super::codec::{bomp, majmin, trle};
use super::limbs::Shown;
use super::palette::{bomp_map, slot_map};
use super::shadow::Shading;
use super::{Akos, COLOURS};
use crate::anim::Animation;
use crate::draw::cache::{BitmapKey, Cache};
use crate::draw::cached::CelData;
use crate::draw::column::{ColumnPainter, ColumnRules};
use crate::draw::place::Stand;
use crate::draw::rle::{Packing, Runs};
use crate::draw::scale::{ScaleTable, Scaling};
use crate::draw::shade::Shadow;
use crate::draw::{Drawn, Look, Rect, Renderer, Target};
use crate::facing::old_direction;
use crate::host::Fault;

/// The old direction that is mirrored (A45).
const WEST: u8 = 0;
/// The palette slot that codec 32 is mapped through (A92).
const TRLE_SLOT: u8 = 1;
/// The order of decoded pixels whose rows are mirrored.
const MIRRORED: u8 = 1;

impl Akos {
    /// Draws all limbs, 0 first (A40). What is fatal in the reference draws nothing and is reported, shadow modes apart,
    /// which draw as mode 0.
    pub fn draw(&self, anim: &Animation, look: &Look<'_>, renderer: &mut Renderer, target: &mut Target<'_>) -> Drawn {
        self.set_palette(look, renderer);
        let mut drawn = Drawn::default();
        let mut artist = Artist { akos: self, look, stand: self.stand(anim, look), renderer, target };
        drawn.fault = self.show(look.dialect, anim, |shown| artist.draw(shown, &mut drawn));
        drawn
    }

    /// Whether an opaque pixel lands on view column `x`, line `y` (D11).
    ///
    /// # Errors
    /// [`Fault::Undrawable`] where a limb shows a cel of a codec that the reference can't test, and what drawing meets.
    pub fn hit(
        &self,
        anim: &Animation,
        look: &Look<'_>,
        renderer: &mut Renderer,
        x: i32,
        y: i32,
    ) -> Result<bool, Fault> {
        self.set_palette(look, renderer);
        let stand = self.stand(anim, look);
        let mut hit = false;
        let fault = self.show(look.dialect, anim, |shown| {
            if self.header.codec != Codec::Rle {
                return Err(Fault::Undrawable("the hit test knows codec 1 only"));
            }
            let painter = self.column_painter(look, stand, Shading::PLAIN, &[]);
            hit |= painter.hit(shown.extent(), Runs::new(self.cel_data(shown.cel), self.packing()), x, y);
            Ok(())
        });
        fault.map_or(Ok(hit), Err)
    }

    /// How the actor stands: which way round (A45) and how large (A62..A64).
    fn stand<'a>(&self, anim: &Animation, look: &Look<'a>) -> Stand<'a> {
        let mirrored = old_direction(look.facing) == WEST && self.header.mirrors_west();
        let table = match look.scale_table {
            _ if look.dialect.is_humongous() => ScaleTable::Small,
            Some(table) => ScaleTable::Custom(table),
            None => ScaleTable::Big,
        };
        let scaling = Scaling { table, x: look.scale_x, y: look.scale_y };
        Stand { x: look.x, y: look.y, flip: mirrored != anim.flip, scaling }
    }

    fn column_painter<'a>(
        &self,
        look: &Look<'a>,
        stand: Stand<'a>,
        shading: Shading<'a>,
        palette: &'a [u16],
    ) -> ColumnPainter<'a> {
        ColumnPainter {
            dialect: look.dialect,
            rules: ColumnRules::akos(),
            stand,
            clip: clip_override(look),
            palette,
            shadow: shading.shadow,
        }
    }

    /// How the pixels of codec 1 are packed: the number of colours says it (A3).
    #[must_use]
    pub fn packing(&self) -> Packing {
        Packing::of_palette(self.palette.len())
    }

    fn key(&self, shown: &Shown<'_>, order: u8) -> BitmapKey {
        BitmapKey { costume: self.digest, cel: shown.number, order }
    }
}

/// The actor's clip override, where codecs 1 and 16 look at it (A62, A84).
fn clip_override(look: &Look<'_>) -> Option<Rect> {
    look.clip.filter(|_| look.dialect.has_clip_override()).and_then(Rect::from_edges)
}

/// One actor being drawn.
struct Artist<'a, 'r, 't> {
    akos: &'a Akos,
    look: &'a Look<'a>,
    stand: Stand<'a>,
    renderer: &'r mut Renderer,
    target: &'r mut Target<'t>,
}

impl Artist<'_, '_, '_> {
    fn draw(&mut self, shown: &Shown<'_>, drawn: &mut Drawn) -> Result<(), Fault> {
        let shading = Shading::new(self.look, self.akos.header.codec, shown.blend);
        if let Some(trace) = self.renderer.trace.get_mut() {
            trace.begin_cel(shown.limb, shown.number);
        }
        match self.akos.header.codec {
            Codec::Rle => self.draw_rle(shown, shading, drawn),
            Codec::Bomp => self.draw_bomp(shown, shading, drawn),
            Codec::Majmin => self.draw_majmin(shown, shading, drawn),
            Codec::Trle => {
                self.draw_trle(shown, shading, drawn);
                Ok(())
            }
            Codec::Unknown(_) => Err(Fault::Undrawable("an unknown codec")),
        }
    }

    /// Codec 1 (A60).
    fn draw_rle(&mut self, shown: &Shown<'_>, shading: Shading<'_>, drawn: &mut Drawn) -> Result<(), Fault> {
        let Renderer { palette, sprites, trace, .. } = &mut *self.renderer;
        let painter = self.akos.column_painter(self.look, self.stand, shading, palette);
        let cel = CelData {
            costume: self.akos.digest,
            offset: shown.cel.offset,
            bytes: self.akos.cel_data(shown.cel),
            packing: self.akos.packing(),
        };
        match trace.get_mut() {
            Some(trace) => painter.draw_traced(shown.extent(), cel.runs(), self.target, drawn, trace),
            None => painter.draw_cached(cel, shown.extent(), sprites, self.target, drawn),
        }
        let opaque = cel.runs().take(area(shown)).filter(|&colour| colour != 0);
        shading.check(opaque.map(|colour| palette.get(usize::from(colour)).copied().unwrap_or(0) as u8))
    }

    /// The rectangle of a row-major cel's pixels: no scale, mirrored about the anchor (A71, A74).
    fn rect(&self, shown: &Shown<'_>) -> Rect {
        let scaling = Scaling { x: 255, y: 255, ..self.stand.scaling };
        Stand { scaling, ..self.stand }.place(shown.extent()).pixels()
    }

    /// Reports a cel: strips before clipping (D3), lines after it. False if nothing of it can be seen.
    fn report(&self, rect: Rect, clip: &Rect, drawn: &mut Drawn) -> bool {
        drawn.claim(rect, 0, self.look.dialect, self.target);
        let seen = rect.intersection(clip);
        if !seen.is_empty() {
            drawn.reach(seen.top, seen.bottom);
        }
        !seen.is_empty()
    }

    /// Codec 5 (A70..A76).
    fn draw_bomp(&mut self, shown: &Shown<'_>, shading: Shading<'_>, drawn: &mut Drawn) -> Result<(), Fault> {
        let dialect = self.look.dialect;
        let rect = self.rect(shown);
        // A72: an unflipped cel is reported, and tested, one pixel too far left.
        let shift = i32::from(!self.stand.flip && dialect.has_quirk(Quirks::BOMP_RECT_SHIFT));
        let reported = Rect { left: rect.left.saturating_sub(shift), right: rect.right.saturating_sub(shift), ..rect };
        let screen = self.target.rect();
        if !self.report(reported, &screen, drawn) {
            return Ok(());
        }
        let map = self.renderer.bomp_palette.then(|| bomp_map(self.renderer));
        // A52, A53: the flag lasts for one cel.
        self.renderer.bomp_palette &= !dialect.has_quirk(Quirks::BOMP_PALETTE_LEAK);
        let order = match self.stand.flip {
            false => bomp::Order::Stored,
            true if dialect.has_quirk(Quirks::BOMP_LITERAL_ORDER) => bomp::Order::MirroredRuns,
            true => bomp::Order::Mirrored,
        };
        let (width, area) = (usize::from(shown.cel.width), area(shown));
        let data = self.akos.cel_data(shown.cel);
        let pixels = decoded(&mut self.renderer.bitmaps, self.akos.key(shown, order as u8), area, |pixels| {
            bomp::decode(data, width, order, pixels);
        });
        let bitmap = Bitmap { rect, pixels: &pixels, hidden: Hidden::Plane(0) };
        let mapped = |pixel: u8| map.as_ref().map_or(pixel, |map| map[usize::from(pixel)]);
        let opaque = |pixel: u8| Some(mapped(pixel)).filter(|&colour| colour != bomp::TRANSPARENT);
        let brush = Brush {
            bitmap,
            clip: screen,
            mirrored: self.stand.flip,
            target: &mut *self.target,
            trace: self.renderer.trace.get_mut(),
        };
        match (map.is_some(), shading.is_plain()) {
            (false, true) => {
                brush.paint(|p, s| if p == bomp::TRANSPARENT { s } else { p }, opaque, &Shadow::None);
            }
            _ => brush.paint(|p, s| opaque(p).map_or(s, |colour| shading.shade(colour, s)), opaque, &shading.shadow),
        }
        shading.check(pixels.iter().map(|&pixel| mapped(pixel)).filter(|&colour| colour != bomp::TRANSPARENT))
    }

    /// Codec 16 (A80..A84).
    fn draw_majmin(&mut self, shown: &Shown<'_>, shading: Shading<'_>, drawn: &mut Drawn) -> Result<(), Fault> {
        let rect = self.rect(shown);
        let clip = self.majmin_clip(rect);
        if !self.report(rect, &clip, drawn) {
            return Ok(());
        }
        let transparent = if self.look.dialect.is_humongous() {
            self.renderer.palette.first().map_or(majmin::TRANSPARENT, |&entry| entry as u8)
        } else {
            majmin::TRANSPARENT
        };
        let remp = self.look.remp.filter(|_| self.look.dialect.has_room_remap() && self.look.shadow_mode == 0);
        let (width, area, flip) = (usize::from(shown.cel.width), area(shown), self.stand.flip);
        let data = self.akos.cel_data(shown.cel);
        let order = if flip { MIRRORED } else { 0 };
        let pixels = decoded(&mut self.renderer.bitmaps, self.akos.key(shown, order), area, |pixels| {
            majmin::decode(data, pixels);
            if flip && width > 0 {
                pixels.chunks_exact_mut(width).for_each(<[u8]>::reverse);
            }
        });
        let hidden = Hidden::Plane(mask_shift(self.look, self.target, rect.left.max(clip.left)));
        let bitmap = Bitmap { rect, pixels: &pixels, hidden };
        let opaque = |p: u8| Some(p).filter(|&p| p != transparent);
        let trace = self.renderer.trace.get_mut();
        let brush = Brush { bitmap, clip, mirrored: flip, target: &mut *self.target, trace };
        match remp.and_then(<[u8]>::first_chunk::<COLOURS>) {
            Some(remp) => {
                let map = |p: u8| opaque(p).map(|p| remp[usize::from(p)]);
                brush.paint(|p, s| map(p).unwrap_or(s), map, &Shadow::None);
            }
            None if shading.is_plain() => {
                brush.paint(|p, s| if p == transparent { s } else { p }, opaque, &Shadow::None);
            }
            None => {
                let ink = |p, s| if p == transparent { s } else { shading.shade(p, s) };
                brush.paint(ink, opaque, &shading.shadow);
            }
        }
        shading.check(pixels.iter().copied().filter(|&pixel| pixel != transparent))
    }

    /// Where codec 16 may draw: the stage, or the clip override (A84).
    fn majmin_clip(&self, rect: Rect) -> Rect {
        let Some(mut clip) = clip_override(self.look) else {
            return self.target.rect();
        };
        if self.look.dialect.has_quirk(Quirks::MAJMIN_CLIP_ORIGIN) {
            // The columns and rows that are passed over are counted from 0, not from the override.
            if rect.left <= 0 {
                clip.left = 0;
            }
            if rect.top <= 0 {
                clip.top = 0;
            }
        }
        clip
    }

    /// Codec 32 (A90..A92): no mask, no mirroring, no scale.
    fn draw_trle(&mut self, shown: &Shown<'_>, shading: Shading<'_>, drawn: &mut Drawn) {
        let rect = self.rect(shown);
        let clip = self.look.clip.and_then(Rect::from_edges).unwrap_or_else(|| self.target.rect());
        let seen = rect.intersection(&clip);
        // A91: the clipped rectangle is reported, an empty one too, unless its edges have changed places.
        if seen.left > seen.right || seen.top > seen.bottom {
            return;
        }
        drawn.claim(seen, 0, self.look.dialect, self.target);
        drawn.reach(seen.top, seen.bottom);
        let (width, area) = (usize::from(shown.cel.width), area(shown));
        let data = self.akos.cel_data(shown.cel);
        let both = decoded(&mut self.renderer.bitmaps, self.akos.key(shown, 0), area.saturating_mul(2), |both| {
            let (pixels, gaps) = both.split_at_mut(area.min(both.len()));
            trle::decode(data, width, pixels, gaps);
        });
        let (pixels, gaps) = both.split_at(area.min(both.len()));
        let bitmap = Bitmap { rect, pixels, hidden: Hidden::Gaps(gaps) };
        let map = self.look.dialect.has_palette_slots().then(|| slot_map(self.look, TRLE_SLOT));
        let trace = self.renderer.trace.get_mut();
        let brush = Brush { bitmap, clip, mirrored: false, target: &mut *self.target, trace };
        match map {
            _ if shading.blends() => brush.paint(|p, s| shading.shade(p, s), Some, &shading.shadow),
            Some(map) => brush.paint(|p, _| map[usize::from(p)], |p| Some(map[usize::from(p)]), &Shadow::None),
            None => brush.paint(|p, _| p, Some, &Shadow::None),
        }
    }
}

/// The `len` bytes that `decode` makes, kept for the next time where there is room for them.
fn decoded(
    bitmaps: &mut Cache<BitmapKey, Box<[u8]>>,
    key: BitmapKey,
    len: usize,
    decode: impl FnOnce(&mut [u8]),
) -> Cow<'_, [u8]> {
    let make = || {
        let mut pixels = vec![0; len].into_boxed_slice();
        decode(&mut pixels);
        pixels
    };
    if bitmaps.fits(len) {
        Cow::Borrowed(bitmaps.get(&key, make).map_or(&[], |pixels| pixels))
    } else {
        Cow::Owned(make().into_vec())
    }
}

fn area(shown: &Shown<'_>) -> usize {
    usize::from(shown.cel.width) * usize::from(shown.cel.height)
}

/// How many pixels too far right codec 16 reads its mask: the strip is found from the first drawn column as if it were
/// counted from the view's left edge, which may lie up to 7 pixels inside a strip (M1).
fn mask_shift(look: &Look<'_>, target: &Target<'_>, first_column: i32) -> usize {
    let inside = target.x_start % 8;
    let column = usize::try_from(first_column).unwrap_or(0);
    if look.dialect.has_quirk(Quirks::MAJMIN_MASK_SHIFT) && column % 8 + inside > 7 { 8 } else { 0 }
}

#[cfg(test)]
mod tests;
