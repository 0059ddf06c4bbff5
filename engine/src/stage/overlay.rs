//! What comes over the stage's picture and goes away again: transitions, texts, blast objects (Y50–Y56).

use scumm_room::{Error, Result};

use super::Stage;
use super::background::restore_row;
use super::view::to_i32;

/// The buffers that [`Stage::print_pixels`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffers {
    /// What is seen.
    Front,
    /// What stands behind the actors.
    Back,
    /// Both.
    Both,
}

/// A rectangle in columns and lines: left, top, right, bottom, the last two exclusive.
type Bounds = [i32; 4];

impl Stage {
    /// What the effect that leaves a room does to the buffers (Y50): the screen is dark unless `effect` is 0 or it has been
    /// already. A scroll of v1..v6 that was not drawn yet is lost.
    pub fn fade_out(&mut self, effect: u16) {
        let v7 = self.dialect.is_v7_plus();
        if !v7 {
            self.state.camera.last.x = self.state.camera.cur.x;
        }
        if effect != 0 && (v7 || self.state.shown) {
            self.state.front.pixels_mut().fill(0);
            self.clear_trace();
        }
        self.state.shown = false;
    }

    /// The effect that shows a room (Y51). It changes no buffer.
    pub fn fade_in(&mut self) {
        self.state.shown = true;
    }

    /// Counts the strips below view columns `left..=right` as restored, as after a text went away (Y53): actors there are drawn
    /// again in the next frame.
    pub fn mark_restored(&mut self, left: i32, right: i32) {
        let start = to_i32(self.x_start());
        let first = usize::try_from(left / 8 + start / 8).unwrap_or(0);
        let last = usize::try_from(right.saturating_add(start) / 8).map(|last| last.min(self.dialect.last_strip()));
        if let Ok(last) = last {
            self.state.restored.insert_range(first..last.saturating_add(1));
        }
    }

    /// Restores strips of the view from the back buffer where a blast object was (Y54); the rectangle's last column and line
    /// are exclusive.
    pub fn restore_strips(&mut self, rect: [i32; 4]) {
        let [left, top, right, bottom] = self.clip_to_stage(rect);
        if left > right || top > bottom {
            return;
        }
        let start = self.x_start();
        let last = ((to_index(right) + start % 8) / 8).min((self.view_width() / 8).saturating_sub(1));
        let columns = start / 8 * 8 + to_index(left) / 8 * 8..start / 8 * 8 + (last + 1) * 8;
        self.show_back(columns, to_index(top)..to_index(bottom), false);
        self.mark_restored(left, right);
    }

    /// Takes a text off the stage (Y55): a rectangle of the screen, its last column and line exclusive, is marked as in
    /// [`Self::mark_restored`] and shows the back buffer again.
    pub fn erase(&mut self, rect: [i32; 4]) {
        let [left, top, right, bottom] = rect;
        let band = i32::from(self.state.band_top);
        let shown = [left, top.saturating_sub(band), right, bottom.saturating_sub(band)];
        let [left, top, right, bottom] = self.clip_to_stage(shown);
        if left >= right || top > bottom {
            return;
        }
        self.mark_restored(left, right);
        let start = self.x_start();
        let dark = self.is_dark();
        self.show_back(start + to_index(left)..start + to_index(right), to_index(top)..to_index(bottom), dark);
    }

    /// Writes pixels into the stage for good (Y56), as a text that is printed into the background: `width` pixels a line from
    /// view column `x`, line `y` on. What lies outside the stage is left out. They stay until their strips are drawn again.
    ///
    /// # Errors
    /// Pixels that do not make whole lines.
    pub fn print_pixels(&mut self, buffers: Buffers, x: i32, y: i32, width: usize, pixels: &[u8]) -> Result<()> {
        if width == 0 || pixels.len() % width != 0 {
            return Err(Error::Misuse(format!("{} pixels do not make lines of {width}", pixels.len())));
        }
        let [right, bottom] = [width, pixels.len() / width].map(to_i32);
        let shown = self.clip_to_stage([x, y, x.saturating_add(right), y.saturating_add(bottom)]);
        let [left, top, right, bottom] = shown;
        if left >= right || top >= bottom {
            return Ok(());
        }
        let columns = to_index(left.saturating_sub(x))..to_index(right.saturating_sub(x));
        let start = self.x_start();
        let lines = pixels.chunks_exact(width).skip(to_index(top.saturating_sub(y)));
        for (line, y) in lines.zip(to_index(top)..to_index(bottom)) {
            let Some(line) = line.get(columns.clone()) else { continue };
            let first = self.state.front.index(start + to_index(left), y);
            let place = first..first + line.len();
            for (canvas, written) in
                [(&mut self.state.front, buffers != Buffers::Back), (&mut self.state.back, buffers != Buffers::Front)]
            {
                if let Some(row) = canvas.pixels_mut().get_mut(place.clone()).filter(|_| written) {
                    row.copy_from_slice(line);
                }
            }
            if let Some(trace) = self.state.renderer.trace.get_mut() {
                trace.clear(place);
            }
        }
        Ok(())
    }

    /// What of a rectangle lies on the stage, in view columns and lines; left, top, right, bottom.
    fn clip_to_stage(&self, [left, top, right, bottom]: Bounds) -> Bounds {
        let (width, height) = (to_i32(self.view_width()), to_i32(self.state.front.height()));
        [left.clamp(0, width), top.clamp(0, height), right.clamp(0, width), bottom.clamp(0, height)]
    }

    /// Shows the back buffer again in a rectangle of room columns and lines.
    fn show_back(&mut self, columns: std::ops::Range<usize>, lines: std::ops::Range<usize>, dark: bool) {
        let state = &mut self.state;
        for y in lines {
            restore_row(&mut state.front, &state.back, &mut state.renderer.trace, dark, columns.clone(), y);
        }
    }

    fn clear_trace(&mut self) {
        let all = 0..self.state.front.pixels().len();
        if let Some(trace) = self.state.renderer.trace.get_mut() {
            trace.clear(all);
        }
    }
}

fn to_index(n: i32) -> usize {
    usize::try_from(n).unwrap_or(0)
}
