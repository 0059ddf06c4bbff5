//! Drawing an actor's cels, and the hit test (A40..A92, D11).
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "bytes are indices of tables with 256 entries; a cel has at most 2^20 pixels"
)]

use scumm_room::{Dialect, Enhancements, Quirks};

use super::codecs::{BOMP_TRANSPARENT, Bitmap, Ink, Lines, MAJMIN_TRANSPARENT, Order, Rows};
use super::colours::{Shading, bomp_map};
use super::limbs::Shown;
use super::{Akos, Codec};
use crate::contents::ShownCel;
use crate::draw::{
    CacheKey, CelData, Drawn, HitTest, Look, Packing, PaintRules, Painter, Rect, Renderer, Runs,
    ScaleTable, Scaling, Shadow, SpriteColours, Stand, Target,
};
use crate::{Fault, LimbStates};

impl Akos {
    /// Draws all limbs, limb 0 first (A40). Errors that are fatal in the reference are reported,
    /// and the cel is not drawn. A cel with a fatal shadow mode is the exception: the mode is
    /// reported, and the cel is drawn as in mode 0.
    pub fn draw(
        &self,
        anim: &LimbStates,
        look: &Look<'_>,
        renderer: &mut Renderer,
        target: &mut Target<'_>,
    ) -> Drawn {
        self.set_palette(look, renderer);
        let mut drawn = Drawn::default();
        let stand = self.stand(anim, look);
        let colours = if self.header.codec == Codec::Rle {
            let Renderer {
                palette, sprites, ..
            } = &mut *renderer;
            let shading = Shading::new(&self.dialect, look, Codec::Rle, false);
            let painter = self.painter(look, stand, shading.shadow, palette);
            painter.sprite_colours(self.digest, self.packing(), sprites)
        } else {
            None
        };
        let mut artist = Artist {
            akos: self,
            look: *look,
            stand,
            colours,
            reach: look.reach,
            renderer,
            target,
        };
        drawn.fault = self.show(anim, |shown| artist.draw(shown, &mut drawn));
        drawn
    }

    /// Returns whether an opaque pixel is drawn at column `x`, line `y` of the view (D11).
    ///
    /// # Errors
    /// Returns [`Fault::Undrawable`] if a limb shows a cel of a codec that the reference can't
    /// test, or a fault of drawing.
    pub fn hit(
        &self,
        anim: &LimbStates,
        look: &Look<'_>,
        renderer: &mut Renderer,
        x: i32,
        y: i32,
    ) -> Result<bool, Fault> {
        let mut test = HitTest::new(x, y, Rect::default());
        self.hit_test(anim, look, renderer, &mut test)?;
        Ok(test.is_hit)
    }

    /// Performs a hit test with the cels of all limbs (D11).
    ///
    /// # Errors
    /// Returns [`Fault::Undrawable`] if a limb shows a cel of a codec that the reference can't
    /// test, or a fault of drawing.
    pub fn hit_test(
        &self,
        anim: &LimbStates,
        look: &Look<'_>,
        renderer: &mut Renderer,
        test: &mut HitTest,
    ) -> Result<(), Fault> {
        self.set_palette(look, renderer);
        let stand = self.stand(anim, look);
        let fault = self.show(anim, |shown| {
            if self.header.codec != Codec::Rle {
                return Err(Fault::Undrawable("the hit test knows codec 1 only"));
            }
            let stand = stand.of_picture(look, shown.limb, shown.number);
            let painter = self.painter(look, stand, Shadow::None, &[]);
            let runs = Runs::new(self.cel_data(shown.cel), self.packing());
            painter.hit_columns(shown.extent, runs, test);
            Ok(())
        });
        fault.map_or(Ok(()), Err)
    }

    /// Returns the actor's mirroring (A45) and scale (A62..A64).
    fn stand<'a>(&self, anim: &LimbStates, look: &Look<'a>) -> Stand<'a> {
        let mirrored = look.facing.is_west() && self.header.mirrors_west();
        let table = match look.scale_table {
            _ if self.dialect.is_humongous() => ScaleTable::Small,
            Some(table) => ScaleTable::Custom(table),
            None => ScaleTable::Big,
        };
        let scaling = Scaling {
            table,
            x: look.scale_x,
            y: look.scale_y,
        };
        Stand {
            x: look.x,
            y: look.y,
            flip: mirrored != anim.flip,
            scaling,
        }
    }

    fn painter<'a>(
        &'a self,
        look: &Look<'a>,
        stand: Stand<'a>,
        shadow: Shadow<'a>,
        palette: &'a [u16],
    ) -> Painter<'a> {
        Painter {
            dialect: &self.dialect,
            rules: PaintRules::akos(),
            stand,
            clip: self.clip_override(look, 1),
            palette,
            shadow,
        }
    }

    /// Returns the actor's clip override for codecs 1 and 16, which use it from HE71 on. Its right
    /// and bottom edges are moved by `more` pixels (A62, A84).
    fn clip_override(&self, look: &Look<'_>, more: i32) -> Option<Rect> {
        let clip = look.clip.filter(|_| self.dialect.he_at_least(71))?;
        grown(clip, more).non_empty()
    }

    /// Returns how the pixels of codec 1 are packed, which depends on the number of colours (A3).
    #[must_use]
    pub fn packing(&self) -> Packing {
        Packing::from_palette_len(self.palette.len())
    }
}

/// The state of drawing one actor.
struct Artist<'a, 'r, 't> {
    akos: &'a Akos,
    look: Look<'a>,
    stand: Stand<'a>,
    /// The colours of codec 1 cels in the cache, except those of blended cels.
    colours: Option<SpriteColours>,
    /// The first and last line of the actor's drawings up to now, as codec 32 counts them.
    reach: (i32, i32),
    renderer: &'r mut Renderer,
    target: &'r mut Target<'t>,
}

impl Artist<'_, '_, '_> {
    /// Draws one cel at its place after the caller's changes.
    fn draw(&mut self, shown: &Shown<'_>, drawn: &mut Drawn) -> Result<(), Fault> {
        let stand = self.stand;
        self.stand = stand.of_picture(&self.look, shown.limb, shown.number);
        let result = self.draw_placed(shown, drawn);
        self.stand = stand;
        result
    }

    fn draw_placed(&mut self, shown: &Shown<'_>, drawn: &mut Drawn) -> Result<(), Fault> {
        self.close_eye(shown);
        let shading = Shading::new(
            &self.akos.dialect,
            &self.look,
            self.akos.header.codec,
            shown.blend,
        );
        if self.renderer.trace.is_some() {
            // Computing the rectangle of a scaled picture takes longer than drawing it.
            let rect = match self.akos.header.codec {
                Codec::Rle => self.stand.place(shown.extent).rect,
                _ => self.rect_facing(shown, self.stand.flip),
            };
            let place = Some(((shown.extent.x, shown.extent.y), rect));
            if let Some(trace) = &mut self.renderer.trace {
                trace.begin_cel(ShownCel::new(shown.limb, shown.number), place);
            }
        }
        match self.akos.header.codec {
            Codec::Rle => self.draw_rle(shown, shading, drawn),
            Codec::Bomp => self.draw_bomp(shown, shading, drawn),
            Codec::Majmin => self.draw_majmin(shown, shading, drawn),
            Codec::Trle => self.draw_trle(shown, shading, drawn),
            Codec::Unknown(_) => Err(Fault::Undrawable("an unknown codec")),
        }
    }

    /// Raises the bottom of the clip override by two lines if the cel is a certain one of Freddi
    /// Fish ([`Enhancements::FREDDI_EYE`]). The change also applies to the cels after it.
    fn close_eye(&mut self, shown: &Shown<'_>) {
        let dialect = &self.akos.dialect;
        let is_eye = dialect.has_enhancement(Enhancements::FREDDI_EYE)
            && dialect.is_humongous()
            && (self.look.costume, shown.number) == (258, 35);
        if let Some(clip) = self.look.clip.as_mut().filter(|_| is_eye) {
            clip.bottom = clip.bottom.saturating_sub(2);
        }
    }

    /// Draws a cel of codec 1 (A60).
    fn draw_rle(
        &mut self,
        shown: &Shown<'_>,
        shading: Shading<'_>,
        drawn: &mut Drawn,
    ) -> Result<(), Fault> {
        let Renderer {
            palette,
            sprites,
            trace,
            ..
        } = &mut *self.renderer;
        let painter = self
            .akos
            .painter(&self.look, self.stand, shading.shadow, palette);
        let cel = CelData {
            offset: shown.cel.offset,
            bytes: self.akos.cel_data(shown.cel),
            packing: self.akos.packing(),
            extent: shown.extent,
        };
        let colours = if shading.blends() {
            painter.sprite_colours(self.akos.digest, cel.packing, sprites)
        } else {
            self.colours
        };
        painter.draw_cached(cel, colours, sprites, self.target, drawn, trace.as_mut());
        let target = &mut *self.target;
        shading.check(|colours| {
            painter.draws_colour(cel.extent, cel.runs(), target, |colour| {
                colours.contains(&colour.into())
            })
        })
    }

    /// Returns the rectangle of the pixels of a row-major cel. Such cels are never scaled. With
    /// `flip`, the rectangle is mirrored about the anchor (A71, A74).
    fn rect_facing(&self, shown: &Shown<'_>, flip: bool) -> Rect {
        let scaling = Scaling {
            x: 255,
            y: 255,
            ..self.stand.scaling
        };
        Stand {
            flip,
            scaling,
            ..self.stand
        }
        .place(shown.extent)
        .pixels()
    }

    /// Reports a cel: its strips before clipping (D3) and its lines after clipping. Returns whether
    /// any part of the cel is visible.
    fn report(&self, rect: Rect, clip: &Rect, drawn: &mut Drawn) -> bool {
        drawn.claim(rect, 0, &self.akos.dialect, self.target);
        let seen = rect.intersection(clip);
        if !seen.is_empty() {
            drawn.reach(seen.top, seen.bottom);
        }
        !seen.is_empty()
    }

    /// Draws a cel of codec 5 (A70..A76). A cut cel of this codec never causes a redraw (A76).
    fn draw_bomp(
        &mut self,
        shown: &Shown<'_>,
        shading: Shading<'_>,
        drawn: &mut Drawn,
    ) -> Result<(), Fault> {
        let dialect = &self.akos.dialect;
        let rect = self.rect_facing(shown, self.stand.flip);
        // The reported and tested rectangle of an unflipped cel is one pixel too far left (A72).
        let shift = i32::from(!self.stand.flip && dialect.has_quirk(Quirks::BOMP_RECT_SHIFT));
        let reported = Rect {
            left: rect.left.saturating_sub(shift),
            right: rect.right.saturating_sub(shift),
            ..rect
        };
        let screen = self.target.rect();
        if !self.report(reported, &screen, drawn) {
            return Ok(());
        }
        let map = self.renderer.bomp_palette.then(|| bomp_map(self.renderer));
        // The flag applies to one cel (A52, A53).
        self.renderer.bomp_palette &= !dialect.has_quirk(Quirks::BOMP_PALETTE_LEAK);
        let order = if !self.stand.flip {
            Order::Stored
        } else if dialect.has_quirk(Quirks::BOMP_LITERAL_ORDER) {
            Order::MirroredRuns
        } else {
            Order::Mirrored
        };
        let lines = Lines::Bomp(Rows::new(self.akos.cel_data(shown.cel)), order);
        let bitmap = self.bitmap(shown, rect, lines, order as u8, BOMP_TRANSPARENT);
        let ink = Ink {
            map: map.as_ref(),
            never: map.is_some().then_some(BOMP_TRANSPARENT),
            shadow: shading.shadow,
        };
        bitmap.draw(&screen, &ink, self.renderer, self.target);
        let row = &mut self.renderer.row;
        shading.check(|colours| {
            bitmap.draws_colour(&screen, row, self.target, |pixel| {
                ink.colour(pixel)
                    .is_some_and(|c| colours.contains(&c.into()))
            })
        })
    }

    /// Draws a cel of codec 16 (A80..A84). A cut cel of this codec never causes a redraw (A76).
    fn draw_majmin(
        &mut self,
        shown: &Shown<'_>,
        shading: Shading<'_>,
        drawn: &mut Drawn,
    ) -> Result<(), Fault> {
        let rect = self.rect_facing(shown, self.stand.flip);
        let clip = self.majmin_clip(rect);
        self.target.note_lines(rect);
        if !self.report(rect, &clip, drawn) {
            return Ok(());
        }
        let own = self.akos.dialect.is_humongous();
        let first = self.renderer.palette.first().filter(|_| own);
        let transparent = first.map_or(MAJMIN_TRANSPARENT, |&entry| entry as u8);
        let remp = self
            .look
            .remp
            .filter(|_| self.akos.dialect.has_room_remap() && self.look.shadow_mode == 0);
        let flip = self.stand.flip;
        let lines = Lines::majmin(self.akos.cel_data(shown.cel), transparent, flip);
        let bitmap = self.bitmap(shown, rect, lines, flip.into(), transparent);
        let map = remp.and_then(<[u8]>::first_chunk);
        let shadow = if map.is_some() {
            Shadow::None
        } else {
            shading.shadow
        };
        let ink = Ink {
            map,
            never: None,
            shadow,
        };
        let shift = mask_shift(&self.akos.dialect, self.target, rect.left.max(clip.left));
        let mut target = self.target.with_plane_shift(shift);
        bitmap.draw(&clip, &ink, self.renderer, &mut target);
        let row = &mut self.renderer.row;
        shading.check(|colours| {
            bitmap.draws_colour(&clip, row, &mut target, |pixel| {
                colours.contains(&pixel.into())
            })
        })
    }

    /// Returns the clip rectangle of codec 16: the stage, or the clip override (A84).
    fn majmin_clip(&self, rect: Rect) -> Rect {
        let more = i32::from(!self.akos.dialect.has_quirk(Quirks::MAJMIN_CLIP_SHORT));
        let Some(mut clip) = self.akos.clip_override(&self.look, more) else {
            return self.target.rect();
        };
        if self.akos.dialect.has_quirk(Quirks::MAJMIN_CLIP_ORIGIN) {
            // The reference counts clipped columns and rows from 0 and not from the edges of the
            // override.
            if rect.left <= 0 {
                clip.left = 0;
            }
            if rect.top <= 0 {
                clip.top = 0;
            }
        }
        clip
    }

    /// Draws a cel of codec 32 (A90..A92): without mask, scale or mirroring. HE70 mirrors the
    /// position (A91).
    fn draw_trle(
        &mut self,
        shown: &Shown<'_>,
        shading: Shading<'_>,
        drawn: &mut Drawn,
    ) -> Result<(), Fault> {
        let stays = self.akos.dialect.he_at_least(71);
        let rect = self.rect_facing(shown, self.stand.flip && !stays);
        let clip = self.trle_clip();
        let Some(included) = clipped_included(rect, clip) else {
            return Ok(());
        };
        let seen = grown(included, 1);
        drawn.claim(included, 0, &self.akos.dialect, self.target);
        self.target.note_lines(included);
        self.reach_further(seen, drawn);
        let lines = Lines::Trle(Rows::new(self.akos.pixels.from(shown.cel, true)));
        let mut clip = clip;
        let mut rect = rect;
        if self.akos.dialect.he_at_least(100) && !shown.blend {
            (rect, clip) = reversed_line(rect, clip, included);
        }
        let bitmap = self.bitmap(shown, rect, lines, 0, 0);
        let ink = Ink {
            map: None,
            never: None,
            shadow: shading.shadow,
        };
        let mut target = self.target.without_plane();
        bitmap.draw(&clip, &ink, self.renderer, &mut target);
        let width = target.rect().right;
        // HE61 to HE99: pixels in the column behind the screen's last one appear in the first
        // column of the next line. HE100 claims the column but does not draw the pixels (A91).
        if seen.right > width && !self.akos.dialect.he_at_least(100) {
            let at = Rect {
                left: rect.left - width,
                top: rect.top + 1,
                right: rect.right - width,
                bottom: rect.bottom + 1,
            };
            let column = Rect {
                left: 0,
                top: clip.top + 1,
                right: 1,
                bottom: clip.bottom,
            };
            Bitmap { rect: at, ..bitmap }.draw(&column, &ink, self.renderer, &mut target);
        }
        Ok(())
    }

    /// Returns the clip rectangle of codec 32: the clip override, or the screen if the override
    /// extends below the screen (A91).
    fn trle_clip(&self) -> Rect {
        let screen = self.target.rect();
        let clip = self.look.clip.filter(|clip| clip.bottom <= screen.bottom);
        clip.and_then(|clip| grown(clip, 1).non_empty())
            .unwrap_or(screen)
    }

    /// Reports the lines of a cel of codec 32, which include the lines of the actor's earlier
    /// drawings (A91).
    fn reach_further(&mut self, seen: Rect, drawn: &mut Drawn) {
        let (top, bottom) = &mut self.reach;
        *top = seen.top.min(*top);
        if seen.bottom.saturating_sub(1) > *bottom {
            *bottom = seen.bottom;
        }
        let (top, bottom) = self.reach;
        drawn.top = top;
        drawn.bottom = bottom;
    }

    /// Creates the bitmap of a cel from the rectangle and rows of its pixels.
    fn bitmap<'l>(
        &self,
        shown: &Shown<'_>,
        rect: Rect,
        lines: Lines<'l>,
        order: u8,
        transparent: u8,
    ) -> Bitmap<'l> {
        let size = (
            rect.right.saturating_sub(rect.left),
            rect.bottom.saturating_sub(rect.top),
        );
        let key = CacheKey::row(self.akos.digest, shown.number, size, order, transparent);
        Bitmap {
            key,
            rect,
            mirrored: order != 0,
            lines,
        }
    }
}

/// Returns the part of a rectangle inside another one, with inclusive right and bottom edges, as
/// codec 32 computes it. The distances between edges are 16-bit numbers (A91), so a cel that lies
/// about 32,768 pixels before the end of the clip counts as visible.
fn clipped_included(rect: Rect, clip: Rect) -> Option<Rect> {
    let rect = grown(rect, -1);
    let clip = grown(clip, -1);
    let beyond = |edge: i32, limit: i32| edge.wrapping_sub(limit) as i16;
    let first = |edge, limit| if beyond(edge, limit) < 0 { limit } else { edge };
    let last = |edge, limit| if beyond(edge, limit) > 0 { limit } else { edge };
    let left = first(rect.left, clip.left);
    let top = first(rect.top, clip.top);
    let right = last(rect.right, clip.right);
    let bottom = last(rect.bottom, clip.bottom);
    (left <= right && top <= bottom).then_some(Rect {
        left,
        top,
        right,
        bottom,
    })
}

/// HE100, codec 32: returns the rectangle and the clip for drawing a cel with only one visible
/// column or row. If the visible column is column n from the left, the cel is moved so that column
/// n from the right is drawn there instead. Rows are replaced in the same way (A91).
fn reversed_line(mut rect: Rect, mut clip: Rect, included: Rect) -> (Rect, Rect) {
    if included.left == included.right {
        let column = included.left;
        clip.left = column;
        clip.right = column.saturating_add(1);
        let width = rect.right.saturating_sub(rect.left);
        let shown = width.saturating_sub(1).saturating_sub(column - rect.left);
        rect.left = column.saturating_sub(shown);
        rect.right = rect.left.saturating_add(width);
    }
    if included.top == included.bottom {
        let row = included.top;
        clip.top = row;
        clip.bottom = row.saturating_add(1);
        let height = rect.bottom.saturating_sub(rect.top);
        let shown = height.saturating_sub(1).saturating_sub(row - rect.top);
        rect.top = row.saturating_sub(shown);
        rect.bottom = rect.top.saturating_add(height);
    }
    (rect, clip)
}

/// Returns a rectangle with its right and bottom edges moved by `more` pixels.
fn grown(rect: Rect, more: i32) -> Rect {
    Rect {
        right: rect.right.saturating_add(more),
        bottom: rect.bottom.saturating_add(more),
        ..rect
    }
}

/// Returns the number of pixels by which codec 16 reads its mask too far to the right. The
/// reference finds the strip as if the view began at the start of a strip, but the left edge of the
/// view may lie up to 7 pixels inside a strip (M1).
fn mask_shift(dialect: &Dialect, target: &Target<'_>, first_column: i32) -> usize {
    let inside = target.x_start() % 8;
    let column = usize::try_from(first_column).unwrap_or(0);
    if dialect.has_quirk(Quirks::MAJMIN_MASK_SHIFT) && column % 8 + inside > 7 {
        8
    } else {
        0
    }
}

#[cfg(test)]
mod tests;
