//! Aux frames of Humongous games: pictures that an animation asks for beside its limbs, drawn after all actors and
//! left on the stage until an actor leaves (A98).

use std::ops::Range;

use scumm_costume::akos::codec::trle::Code;
use scumm_costume::{Costume, Fault};

use super::Stage;
use super::camera::to_i32;
use super::state::{State, restore_row};

/// Left, top, right, bottom, the last two exclusive.
type Rect = [i32; 4];

impl Stage {
    /// Draws aux frame `number` of an actor's costume, and remembers with the actor what it has to take off the stage
    /// when it leaves.
    pub(super) fn draw_aux_frame(&mut self, id: u16, number: i32) {
        let costume = self.costumes.get(&self.state.actors[id].costume).cloned();
        let aux = match costume.as_deref() {
            Some(Costume::Akos(akos)) if self.dialect.has_aux_frames() => Some(akos.aux()),
            _ => None,
        };
        let found = aux.and_then(|aux| Some((aux, aux.frame(u16::try_from(number).ok()?)?)));
        let Some((aux, frame)) = found else { return self.emit_fault(id, Fault::NoAuxFrame(number)) };
        let origin = self.aux_origin(id);
        if let Some(picture) = &frame.picture {
            let (left, top) = (origin.0 + i32::from(picture.x), origin.1 + i32::from(picture.y));
            let rect = [left, top, left + i32::from(picture.width), top + i32::from(picture.height)];
            self.draw_aux_rows(id, number, rect, picture.width, aux.rows(picture));
        }
        if let Some([left, top, right, bottom]) = frame.restore.map(|rect| rect.map(i32::from)) {
            let rect = [left + origin.0, top + origin.1, right + origin.0, bottom + origin.1];
            self.state.actors[id].he.aux_rect = Some(rect);
        }
    }

    fn aux_origin(&self, id: u16) -> (i32, i32) {
        let actor = &self.state.actors[id];
        let cut = |n: i32| n.clamp(i32::from(i16::MIN), i32::from(i16::MAX));
        let (dx, dy) = actor.he.offset;
        let up = if self.dialect.elevates_aux_frames() { cut(actor.elevation) } else { 0 };
        (i32::from(actor.pos.x) + cut(dx), i32::from(actor.pos.y) + cut(dy) - up)
    }

    /// What of a rectangle in room columns lies in the view.
    fn clip_to_view(&self, [left, top, right, bottom]: Rect) -> Option<[usize; 4]> {
        let start = to_i32(self.x_start());
        let end = start.saturating_add(to_i32(self.view_width()));
        let height = to_i32(self.state.front.height);
        let [left, right] = [left, right].map(|x| usize::try_from(x.clamp(start, end)).unwrap_or(0));
        let [top, bottom] = [top, bottom].map(|y| usize::try_from(y.clamp(0, height)).unwrap_or(0));
        (left < right && top < bottom).then_some([left, top, right, bottom])
    }

    /// Draws coded rows. Clipping takes rows and columns away at the end of the data, whatever side is cut: the first
    /// column is always drawn at the clipped rectangle's left edge.
    fn draw_aux_rows(&mut self, id: u16, number: i32, rect: Rect, width: u16, rows: &[u8]) {
        let Some([left, top, right, bottom]) = self.clip_to_view(rect) else { return };
        let State { front, back, renderer, .. } = &mut self.state;
        let frame = u16::try_from(number).unwrap_or(0);
        let mut rest = rows;
        for y in top..bottom {
            let Some((length, after)) = rest.split_first_chunk::<2>() else { return };
            let length = usize::from(u16::from_le_bytes(*length));
            let row = front.index(left, y)..front.index(right, y);
            if let (Some(to), Some(from)) = (front.pixels.get_mut(row.clone()), back.pixels.get(row.clone())) {
                let codes = if length == 0 { &[] } else { after };
                draw_aux_row(to, from, usize::from(width), codes, |columns, colour| {
                    let Some(trace) = renderer.trace.get_mut() else { return };
                    let pixels = row.start + columns.start..row.start + columns.end;
                    match colour {
                        Some(colour) => trace.aux_frame(id, frame, pixels, colour),
                        None => trace.clear(pixels),
                    }
                });
            }
            rest = after.get(length..).unwrap_or(&[]);
        }
    }

    /// Takes off what actors that have left since the last frame left on the stage: their rectangles come back from
    /// the back buffer, right and bottom included.
    pub(super) fn restore_aux_rects(&mut self) {
        for [left, top, right, bottom] in std::mem::take(&mut self.state.aux_restores) {
            let clipped = self.clip_to_view([left, top, right.saturating_add(1), bottom.saturating_add(1)]);
            let Some([left, top, right, bottom]) = clipped else { continue };
            for y in top..bottom {
                let State { front, back, renderer, .. } = &mut self.state;
                restore_row(front, back, &mut renderer.trace, false, left..right, y);
            }
        }
    }
}

/// Draws one row of `width` pixels as far as it fits into `to`; runs without data of their own show the background. `seen` is
/// told what was drawn: columns and colour, or no colour for the background.
fn draw_aux_row(
    to: &mut [u8],
    from: &[u8],
    width: usize,
    codes: &[u8],
    mut seen: impl FnMut(Range<usize>, Option<u8>),
) {
    let mut codes = codes.iter();
    let mut x = 0;
    while x < width.min(to.len()) {
        let Some(&code) = codes.next() else { return };
        let code = Code::from(code);
        let (Code::Skip(count) | Code::Run(count) | Code::Copy(count)) = code;
        let end = (x + count).min(width).min(to.len());
        match code {
            Code::Skip(_) => {}
            Code::Run(_) => {
                let Some(&colour) = codes.next() else { return };
                to[x..end].fill(colour);
                seen(x..end, Some(colour));
            }
            Code::Copy(_) => {
                to[x..end].copy_from_slice(&from[x..end]);
                seen(x..end, None);
            }
        }
        x += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_skip_repeat_and_show_the_background_a98() {
        let (mut to, from) = ([1; 10], [7; 10]);
        // Skip 2, three times colour 9, two background pixels, four times 5 of which three fit.
        draw_aux_row(&mut to, &from, 10, &[5, 0b1010, 9, 0b100, 0b1110, 5], |_, _| {});
        assert_eq!(to, [1, 1, 9, 9, 9, 7, 7, 5, 5, 5]);
    }

    #[test]
    fn a_row_that_ends_early_stops() {
        let mut to = [1; 4];
        draw_aux_row(&mut to, &[7; 4], 4, &[0b10], |_, _| {});
        draw_aux_row(&mut to, &[7; 4], 4, &[], |_, _| {});
        assert_eq!(to, [1; 4]);
        // A skip of nothing does not loop.
        draw_aux_row(&mut to, &[7; 4], 4, &[1, 1, 1], |_, _| {});
        assert_eq!(to, [1; 4]);
    }
}
