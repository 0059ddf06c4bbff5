//! Temporary graphics over the picture of the stage: transitions, texts, blast objects (Y50–Y56).

#[cfg(test)]
mod tests;

use scumm_room::{Error, Misuse, Result};

use super::{Stage, to_i32, to_index};

/// The buffers that [`Overlay::print_pixels`] writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub enum PrintTarget {
    /// The front buffer, which is shown.
    Front,
    /// The back buffer, which holds the background without actors.
    Back,
    /// Both buffers.
    Both,
}

/// The operations for temporary graphics over the picture: transitions, texts, blast objects.
/// Returned by [`Stage::overlay`].
#[derive(Debug)]
pub struct Overlay<'s> {
    pub(super) stage: &'s mut Stage,
}

impl Overlay<'_> {
    /// Clears z-plane 0, which hides actors that are never clipped (X6, M2).
    pub fn clear_plane_0(&mut self) {
        self.stage.buffers.planes.clear(0);
    }

    /// Applies the exit transition to the buffers (Y50): the front buffer becomes dark unless
    /// `effect` is 0 or the screen is dark already. A scroll of v1..v6 that was not drawn yet is
    /// lost.
    pub fn fade_out(&mut self, effect: u16) {
        let v7 = self.stage.dialect.is_v7_plus();
        if !v7 {
            self.stage.state.camera.last.x = self.stage.state.camera.cur.x;
        }
        if effect != 0 && (v7 || self.stage.state.redraw.shown) {
            let front = self.stage.buffers.front.pixels_mut();
            front.fill(0);
            if let Some(trace) = &mut self.stage.state.renderer.trace {
                trace.clear(0..front.len());
            }
        }
        self.stage.state.redraw.shown = false;
    }

    /// Applies the entry transition, which shows a room (Y51). No buffer changes.
    pub fn fade_in(&mut self) {
        self.stage.state.redraw.shown = true;
    }

    /// Marks the strips at the view columns `left..=right` as restored, as if a text had been
    /// removed there (Y53). The next frame redraws the actors on these strips.
    pub fn mark_restored(&mut self, left: i32, right: i32) {
        let start = to_i32(self.stage.state.camera.view_start());
        let first = to_index(left / 8 + start / 8);
        let last = usize::try_from(right.saturating_add(start) / 8)
            .map(|last| last.min(self.stage.dialect.last_strip()));
        if let Ok(last) = last {
            self.stage
                .state
                .redraw
                .restored
                .insert_range(first..last.saturating_add(1));
        }
    }

    /// Restores strips of the view from the back buffer after a blast object (Y54). `rect` is left,
    /// top, right, bottom in view pixels, the last two exclusive.
    pub fn restore_strips(&mut self, rect: [i32; 4]) {
        let [left, top, right, bottom] = self.stage.clip_to_stage(rect);
        if left >= right || top >= bottom {
            return;
        }
        let start = self.stage.state.camera.view_start();
        // v7+ scrolls by pixels and has an additional strip, part of which is visible at the right
        // edge (G3).
        let strips = self.stage.view_width() / 8 + usize::from(self.stage.dialect.is_v7_plus());
        let last = ((to_index(right) + start % 8) / 8).min(strips.saturating_sub(1));
        let columns = start / 8 * 8 + to_index(left) / 8 * 8..start / 8 * 8 + (last + 1) * 8;
        self.stage
            .show_back(columns, to_index(top)..to_index(bottom), None);
        self.mark_restored(left, right);
    }

    /// Removes a text from the stage (Y55): marks a rectangle as [`Self::mark_restored`] does and
    /// restores it from the back buffer. `rect` is left, top, right, bottom in screen pixels, the
    /// last two exclusive.
    pub fn erase(&mut self, rect: [i32; 4]) {
        let [left, top, right, bottom] = rect;
        let band = i32::from(self.stage.buffers.band_top);
        let shown = [
            left,
            top.saturating_sub(band),
            right,
            bottom.saturating_sub(band),
        ];
        let [left, top, right, bottom] = self.stage.clip_to_stage(shown);
        if left >= right || top > bottom {
            return;
        }
        self.mark_restored(left, right);
        let start = self.stage.state.camera.view_start();
        let black = self.stage.black_if_dark();
        let [left, top, right, bottom] = [left, top, right, bottom].map(to_index);
        self.stage
            .show_back(start + left..start + right, top..bottom, black);
    }

    /// Writes pixels into the stage permanently (Y56), like a text that is printed into the
    /// background. `pixels` holds rows of `width` palette indices; the first index is written at
    /// view column `x`, row `y`. Pixels outside the stage are dropped. The pixels stay until their
    /// strips are drawn again.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `pixels` does not consist of whole rows.
    pub fn print_pixels(
        &mut self,
        into: PrintTarget,
        x: i32,
        y: i32,
        width: usize,
        pixels: &[u8],
    ) -> Result<()> {
        if width == 0 || pixels.len() % width != 0 {
            return Err(Error::misuse(
                Misuse::WrongSize,
                format!(
                    "expected a multiple of {width} pixels, found {}",
                    pixels.len()
                ),
            ));
        }
        let [right, bottom] = [width, pixels.len() / width].map(to_i32);
        let shown =
            self.stage
                .clip_to_stage([x, y, x.saturating_add(right), y.saturating_add(bottom)]);
        let [left, top, right, bottom] = shown;
        if left >= right || top >= bottom {
            return Ok(());
        }
        let columns = to_index(left.saturating_sub(x))..to_index(right.saturating_sub(x));
        let start = self.stage.state.camera.view_start();
        let lines = pixels
            .chunks_exact(width)
            .skip(to_index(top.saturating_sub(y)));
        for (line, y) in lines.zip(to_index(top)..to_index(bottom)) {
            let Some(line) = line.get(columns.clone()) else {
                continue;
            };
            let first = self.stage.buffers.front.index(start + to_index(left), y);
            let place = first..first + line.len();
            for (canvas, written) in [
                (&mut self.stage.buffers.front, into != PrintTarget::Back),
                (&mut self.stage.buffers.back, into != PrintTarget::Front),
            ] {
                if let Some(row) = canvas
                    .pixels_mut()
                    .get_mut(place.clone())
                    .filter(|_| written)
                {
                    row.copy_from_slice(line);
                }
            }
            if let Some(trace) = &mut self.stage.state.renderer.trace {
                trace.clear(place);
            }
        }
        Ok(())
    }
}

impl Stage {
    /// Returns the operations for temporary graphics over the picture.
    pub fn overlay(&mut self) -> Overlay<'_> {
        Overlay { stage: self }
    }

    /// Returns the part of a rectangle that lies on the stage, in view columns and rows: left, top,
    /// right, bottom, the last two exclusive.
    fn clip_to_stage(&self, [left, top, right, bottom]: [i32; 4]) -> [i32; 4] {
        let width = to_i32(self.view_width());
        let height = to_i32(self.buffers.front.height());
        [
            left.clamp(0, width),
            top.clamp(0, height),
            right.clamp(0, width),
            bottom.clamp(0, height),
        ]
    }
}
