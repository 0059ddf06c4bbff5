//! Aux frames of Humongous games: pictures that an animation requests besides its limbs. They are
//! drawn after all actors and stay on the stage until an actor leaves (A98).

use scumm_costume::{Akax, AuxPicture, AuxPlace, Costume, Fault};
use scumm_room::Rect;

use super::{Buffers, Stage, State, to_i32, to_index};

impl Stage {
    /// Draws aux frame `number` of an actor's costume, and records the rectangle that has to be
    /// restored when the actor leaves.
    pub(super) fn draw_aux_frame(&mut self, id: u16, number: i32) {
        let costume = self.costumes.get(&self.state.actors[id].costume).cloned();
        let aux = match costume.as_deref() {
            Some(Costume::Akos(akos)) if self.dialect.has_aux_frames() => Some(akos.aux()),
            _ => None,
        };
        let found = aux.and_then(|aux| Some((aux, aux.frame(u16::try_from(number).ok()?)?)));
        let Some((aux, frame)) = found else {
            return self.state.emit_fault(id, Fault::NoAuxFrame(number));
        };
        let origin = self.aux_origin(id);
        if let Some(picture) = &frame.picture {
            self.draw_aux_picture(id, number, origin, aux, picture);
        }
        // HE95+: the refresh areas of aux frames count as drawn by their actor (A98, D4a).
        if self.dialect.he_at_least(95) {
            let start = to_i32(self.state.camera.view_start());
            let height = to_i32(self.buffers.front.height());
            for area in aux.refresh(frame) {
                let area = placed(area, (origin.0 - start, origin.1));
                self.state.actors[id].he.lines.note(area.into(), height);
            }
        }
        if let Some(rect) = frame.restore {
            self.state.actors[id].he.aux_rect = Some(placed(rect, origin));
        }
    }

    fn aux_origin(&self, id: u16) -> (i32, i32) {
        let actor = &self.state.actors[id];
        let cut = |n: i32| n.clamp(i32::from(i16::MIN), i32::from(i16::MAX));
        let (dx, dy) = actor.he.offset;
        // HE72+: the elevation of the actor also applies to its aux frames (A98).
        let up = if self.dialect.he_at_least(72) {
            cut(actor.elevation)
        } else {
            0
        };
        (
            i32::from(actor.pos.x) + cut(dx),
            i32::from(actor.pos.y) + cut(dy) - up,
        )
    }

    /// Returns the part of a rectangle in room pixels that lies in the view.
    fn clip_to_view(&self, rect: [i32; 4]) -> Option<[usize; 4]> {
        let start = to_i32(self.state.camera.view_start());
        let height = to_i32(self.buffers.front.height());
        let view = Rect::new(
            start,
            0,
            start.saturating_add(to_i32(self.view_width())),
            height,
        );
        let Rect {
            left,
            top,
            right,
            bottom,
        } = view.intersection(&rect.into()).non_empty()?;
        Some([left, top, right, bottom].map(to_index))
    }

    /// Draws the part of an aux frame's picture that lies in the view.
    fn draw_aux_picture(
        &mut self,
        id: u16,
        number: i32,
        origin: (i32, i32),
        aux: &Akax,
        picture: &AuxPicture,
    ) {
        let left = origin.0 + i32::from(picture.x);
        let top = origin.1 + i32::from(picture.y);
        let rect = [
            left,
            top,
            left + i32::from(picture.width),
            top + i32::from(picture.height),
        ];
        let Some([left, top, right, bottom]) = self.clip_to_view(rect) else {
            return;
        };
        let [cut_left, cut_top] = [to_i32(left) - rect[0], to_i32(top) - rect[1]].map(to_index);
        let Self {
            buffers: Buffers { front, back, .. },
            state: State { renderer, .. },
            ..
        } = self;
        let frame = u16::try_from(number).unwrap_or(0);
        let start = front.index(left, top);
        let width = right - left;
        let height = bottom - top;
        let place = AuxPlace {
            start,
            pitch: front.pitch(),
            left: cut_left,
            top: cut_top,
            width,
            height,
        };
        aux.draw(
            picture,
            place,
            (front.pixels_mut(), back.pixels()),
            |pixels, colour| {
                let Some(trace) = &mut renderer.trace else {
                    return;
                };
                match colour {
                    Some(colour) => trace.aux_frame(id, frame, pixels, colour),
                    None => trace.clear(pixels),
                }
            },
        );
    }

    /// Restores the rectangles of actors that have left since the last frame from the back buffer,
    /// right and bottom included.
    pub(super) fn restore_aux_rects(&mut self) {
        for [left, top, right, bottom] in std::mem::take(&mut self.state.redraw.aux_rects) {
            let clipped =
                self.clip_to_view([left, top, right.saturating_add(1), bottom.saturating_add(1)]);
            let Some([left, top, right, bottom]) = clipped else {
                continue;
            };
            self.show_back(left..right, top..bottom, None);
        }
    }
}

/// Moves a rectangle of an aux frame to its origin.
fn placed(rect: [i16; 4], (x, y): (i32, i32)) -> [i32; 4] {
    let [left, top, right, bottom] = rect.map(i32::from);
    [left + x, top + y, right + x, bottom + y]
}
