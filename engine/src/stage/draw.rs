//! Draws actors. A frame first computes the placement of an actor: the anchor of its costume, its
//! scale, and the plane that hides it (C40, G4, M5, M6). Then it draws the costume there and
//! records the result for the redraw rules (D8).
//!
//! The test whether an actor is at a position (D11) uses the same placement. The aux frames of
//! Humongous games (A98) are drawn after all actors.

use std::cmp::Reverse;

use scumm_costume::{
    Akax, AuxPicture, AuxPlace, Costume, Drawn, Facing, Fault, HitTest, LimbStates, Look, Renderer,
    StripLines, Target,
};
use scumm_room::{Dialect, Enhancements, Error, GameId, Misuse, Quirks, Rect, Result};

use super::{Buffers, Stage, State, Tables, to_i32, to_index};
use crate::{Actor, ActorMut, Environment, class};

/// The position and scale of an actor's drawing, and the plane that hides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placement {
    /// The view column of the costume's anchor (C40, G3).
    pub x: i32,
    /// The stage row of the costume's anchor, with the elevation subtracted.
    pub y: i32,
    /// The horizontal and vertical scale; 255 is full size (T63).
    pub scale: (u8, u8),
    /// The plane that hides the actor (M5, M6).
    pub plane: u8,
}

impl Stage {
    /// Updates the actor's scale from its box, as every draw does first (T62), and returns the
    /// placement of the actor.
    fn place_for_drawing(&mut self, id: u16) -> Placement {
        // The warning about a box without a scale was logged when the actor entered the box.
        let _ = self.handle(id).take_scale();
        let actor = &self.state.actors[id];
        let (x, y) = anchor(actor, &self.dialect);
        let view = to_i32(self.state.camera.view_start() & !7);
        Placement {
            x: x.wrapping_sub(view),
            y,
            scale: self.drawn_scale(actor),
            plane: self.z_plane(id),
        }
    }

    /// Returns the plane that hides an actor (M5, M6).
    pub(super) fn z_plane(&self, id: u16) -> u8 {
        let actor = &self.state.actors[id];
        if actor.force_clip != self.dialect.unforced_clip() {
            return actor.force_clip;
        }
        if !self.dialect.is_v7_plus() && actor.is_in_class(&self.dialect, class::NEVER_CLIP) {
            return 0;
        }
        if self.dialect.is_v0() {
            return self.box_plane_v0(actor.walkbox);
        }
        let is_abode = self.has_enhancement(Enhancements::INDY4_ABODE_MASK, GameId::Indy4)
            && (self.state.room, self.room_resource(), actor.walkbox) == (225, 94, 8);
        if is_abode {
            return 0;
        }
        let last = self.buffers.planes.count().saturating_sub(1);
        self.state
            .boxes
            .mask(actor.walkbox)
            .min(u8::try_from(last).unwrap_or(u8::MAX))
    }
}

/// Returns the anchor of an actor's costume in room columns and stage rows (C40, G4). Up to v2 the
/// elevation has the unit of positions. Humongous games add the draw offset.
fn anchor(actor: &Actor, dialect: &Dialect) -> (i32, i32) {
    let x = i32::from(actor.pos.x);
    let y = i32::from(actor.pos.y);
    if dialect.version() <= 2 {
        let (columns, lines) = dialect.position_unit();
        let aside = old_costume_shift(dialect, actor.facing);
        return (
            x * i32::from(columns) + aside,
            y.wrapping_sub(actor.elevation).wrapping_mul(lines.into()),
        );
    }
    let (dx, dy) = if dialect.is_humongous() {
        actor.he.offset
    } else {
        (0, 0)
    };
    (
        x.wrapping_add(dx),
        y.wrapping_add(dy).wrapping_sub(actor.elevation),
    )
}

/// Returns the number of pixels by which v0..v2 move costumes to the right, for a facing in
/// degrees. Only 270 (west) and 90 (east) have values of their own (G4, V37, Q44).
fn old_costume_shift(dialect: &Dialect, facing: u16) -> i32 {
    match (dialect.version(), facing) {
        (0, _) => 12,
        (_, 90) if dialect.is_nes() => -8,
        _ if dialect.is_nes() => 0,
        (_, 270) => 16,
        (2, _) => 8,
        _ => 0,
    }
}

// The drawing at the placement, and its result for the redraw rules (D8).

/// The bit of `lights` that lights the actors (C54). Without it all actors are dark.
const ACTOR_LIGHT: u16 = 8;
/// The bit of `lights` that lights the actors on the Nintendo (Q48).
const NES_ACTOR_LIGHT: u16 = 1;

impl Stage {
    /// Draws an actor and records the results of the drawing for the redraw rules (D8).
    pub(crate) fn draw_actor(&mut self, id: u16) {
        let placement = self.place_for_drawing(id);
        self.state.actors[id].need_redraw = false;
        self.trace_actor(id, placement.plane);
        let skips = self.state.actors[id].he.skip_limbs;
        let mut lines = self
            .dialect
            .restores_lines_of_strips()
            .then_some(StripLines::NONE);
        let drawn = self.with_look(id, &placement, |costume, anim, look, renderer, target| {
            if skips {
                Drawn::default()
            } else {
                costume.draw(anim, look, renderer, &mut target.noting(lines.as_mut()))
            }
        });
        let Some(drawn) = drawn else { return };
        if drawn.visibility.is_cut() {
            self.note_cut(id);
        }
        let actor = &mut self.state.actors[id];
        actor.top = drawn.top;
        actor.bottom = drawn.bottom;
        if let Some(lines) = lines {
            actor.he.lines = lines;
        }
        actor.strips.union(&drawn.strips);
        if let Some(fault) = drawn.fault {
            self.state.emit_fault(id, fault);
        }
    }

    /// Performs the hit test on an actor whose costume is not AKOS: draws the actor at its
    /// position. Of the results of the drawing only the top and the bottom are kept (D11).
    fn draw_for_hit(&mut self, id: u16, placement: &Placement) {
        self.trace_actor(id, placement.plane);
        let drawn = self.with_look(id, placement, Costume::draw);
        let Some(drawn) = drawn else { return };
        if drawn.visibility.is_cut() {
            self.note_cut(id);
        }
        self.state.actors[id].strips.union(&drawn.strips);
    }

    /// Records that a picture of the actor is cut. In v1..v6 the actor is drawn again in the next
    /// frame; in v7 and v8 it is not (C47).
    fn note_cut(&mut self, id: u16) {
        if self.dialect.is_v7_plus() {
            let actor = &mut self.state.actors[id];
            actor.need_redraw = false;
        } else if self.dialect.has_quirk(Quirks::CUT_REDRAWS) {
            self.handle(id).ask_redraw();
        }
    }

    /// Draws an actor into the back buffer, then into the front buffer (H9).
    pub(crate) fn draw_to_back(&mut self, id: u16) {
        let top = self.state.actors[id].top;
        let bottom = self.state.actors[id].bottom;
        let mut lines = self.state.actors[id].he.lines;
        for _ in 0..2 {
            // The drawing code writes to the front buffer only, so the buffers are swapped for the
            // first pass.
            let Buffers { front, back, .. } = &mut self.buffers;
            std::mem::swap(front, back);
            self.close_mouth(id);
            self.draw_actor(id);
            lines.union(&self.state.actors[id].he.lines);
        }
        let actor = &mut self.state.actors[id];
        actor.top = actor.top.min(top);
        actor.bottom = actor.bottom.max(bottom);
        actor.need_redraw = false;
        actor.he.lines = lines;
    }

    /// Moves the mouth of the talking actor at random (HE80+), unless a script has just set a talk
    /// condition (T84).
    pub(super) fn choose_mouth(&mut self, id: u16, env: &mut dyn Environment) {
        if !self.mouth_is_due(id) {
            return;
        }
        let talks = self.state.talking.actor() == Some(id);
        let condition = if talks {
            u32::try_from(env.random(1, 10)).unwrap_or(1).clamp(1, 10)
        } else {
            1
        };
        self.state.actors[id]
            .anim
            .set_talk_condition(&self.dialect, condition);
    }

    /// Closes the mouth outside of frames, unless the actor is talking (T84). No random number is
    /// used, so the mouth of the talking actor does not change.
    fn close_mouth(&mut self, id: u16) {
        if self.mouth_is_due(id) && self.state.talking.actor() != Some(id) {
            self.state.actors[id]
                .anim
                .set_talk_condition(&self.dialect, 1);
        }
    }

    /// Returns whether the next draw chooses a talk condition (T84). Clears the flag of a condition
    /// that a script has set.
    fn mouth_is_due(&mut self, id: u16) -> bool {
        let actor = &mut self.state.actors[id];
        self.dialect.moves_mouths()
            && !std::mem::take(&mut actor.he.condition_asked)
            && actor.anim_progress == 0
    }

    /// Calls `f` with an actor's costume and look, the renderer and the buffers. Returns `None` if
    /// the stage does not have the costume.
    fn with_look<T>(
        &mut self,
        id: u16,
        placement: &Placement,
        f: impl FnOnce(&Costume, &LimbStates, &Look<'_>, &mut Renderer, &mut Target<'_>) -> T,
    ) -> Option<T> {
        let &Placement {
            x,
            y,
            scale: (scale_x, scale_y),
            plane,
        } = placement;
        let lights = self.state.lights;
        let dark = if self.dialect.is_nes() {
            lights & NES_ACTOR_LIGHT == 0
        } else {
            self.dialect.has_lights() && lights & ACTOR_LIGHT == 0
        };
        let flashlight = self.has_flashlight();
        let State {
            actors,
            variables,
            camera,
            colours,
            renderer,
            nes,
            room,
            ..
        } = &mut self.state;
        let Buffers { front, planes, .. } = &mut self.buffers;
        let actor = &actors[id];
        let costume = self.costumes.get(&actor.costume)?;
        let Tables { xmaps, scale, .. } = &self.tables;
        let look = Look {
            actor: id,
            x,
            y,
            facing: Facing::from_degrees(actor.facing),
            scale_x,
            scale_y,
            palette: &actor.palette,
            shadow_mode: actor.shadow_mode,
            shadow: if self.dialect.has_shadow_table() {
                colours.shadow_table()
            } else {
                &[]
            },
            dark,
            flashlight,
            sprites: nes.as_ref().map(|nes| &nes.sprites),
            costume: actor.costume,
            room: *room,
            room_palette: &colours.room,
            clip: Some(Rect::from(actor.he.clip))
                .filter(|clip| self.dialect.is_humongous() && !clip.is_empty()),
            remp: colours.remap().map(<[u8; 256]>::as_slice),
            reach: (actor.top, actor.bottom),
            palette_slots: &colours.slots.0,
            palette_slot: actor.he.palette_slot,
            xmap: xmaps.get(&actor.he.xmap).map(|x| &**x),
            scale_table: scale.as_deref().filter(|_| variables.own_scale_table),
            hook: None,
        };
        let pitch = front.pitch();
        let height = front.height();
        let target = Target::new(front.pixels_mut(), pitch, height);
        let mut target = target
            .starting_at(camera.view_start())
            .hidden_by(planes.plane(plane));
        Some(f(costume, &actor.anim, &look, renderer, &mut target))
    }
}

impl ActorMut<'_> {
    /// Draws the actor without restoring the background and without the redraw rules, for
    /// measurements of drawing.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the actor has no costume.
    pub fn draw_alone(&mut self) -> Result<()> {
        let id = self.id;
        let placement = self.stage.place_for_drawing(id);
        self.stage.trace_actor(id, placement.plane);
        let drawn = self.stage.with_look(id, &placement, Costume::draw);
        drawn
            .map(drop)
            .ok_or_else(|| Error::misuse(Misuse::Missing, format!("actor {id} has no costume")))
    }
}

// Finds the actor at a position (D11).

/// The height of every actor up to v2, in rows (D11a).
const HIGH: i32 = 80;
/// The largest first row of an actor; an actor whose first row is greater begins at row 1 (D11a).
const LAST_HEAD: i32 = 128;

impl Stage {
    /// Returns the actor at room column `x`, row `y` (D11): an actor that has claimed the strip and
    /// was drawn on that row, or up to v2 an actor that stands there (D11a). If several actors are
    /// there, the result is the actor with the lowest number, in HE70+ the actor that stands lowest
    /// on the screen.
    #[must_use]
    pub fn actor_from_pos(&self, x: i32, y: i32) -> Option<u16> {
        // Columns -7 to -1 belong to strip 0.
        let strip = usize::try_from(x / 8).ok()?;
        let touched = |(id, a): &(u16, &Actor)| {
            a.strips.contains(strip)
                && !a.is_in_class(&self.dialect, class::UNTOUCHABLE)
                && self.is_on_line(*id, a, y)
        };
        let mut found = self.state.actors.numbered().filter(touched);
        // HE70+: of several actors, the test finds the actor that stands lowest on the screen.
        // Before HE70 it finds the first actor (D11).
        let lowest = self.dialect.he_at_least(70);
        let actor = if lowest {
            found.min_by_key(|(_, a)| Reverse(a.pos.y))
        } else {
            found.next()
        };
        actor.map(|(id, _)| id)
    }

    /// Returns whether an actor can be touched on a row. Up to v2 all actors have the same height,
    /// whatever their pictures are, and the actor of the player is never found (D11a).
    fn is_on_line(&self, id: u16, actor: &Actor, y: i32) -> bool {
        if self.dialect.version() > 2 {
            // The first row has 16 bits: after a drawing without pictures it is -1.
            return (i32::from(actor.top as i16)..=actor.bottom).contains(&y);
        }
        let (_, foot) = actor.place(&self.dialect);
        let head = foot.wrapping_sub(HIGH);
        // Maniac Mansion of v0 and v1: the rows on which an actor is touched are bytes, and the
        // elevation moves them (D11a).
        let lines = if self.dialect.version() == 0 || self.dialect.player_is_ego() {
            head.wrapping_sub(actor.elevation) & 0xff..=foot.wrapping_sub(actor.elevation) & 0xff
        } else {
            let seen = (0..=LAST_HEAD).contains(&head);
            (if seen { head } else { 1 })..=foot
        };
        id != self.state.variables.ego && lines.contains(&y)
    }
}

impl ActorMut<'_> {
    /// Returns whether an opaque pixel of the actor's costume lies on view column `x`, row `y`,
    /// even if the pixel is hidden (D11). The test starts like a drawing: from HE80 on the mouth of
    /// an actor that is not talking closes (T84), and the rows of the last drawing are cleared
    /// (D4a).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the codec of the picture cannot be tested in the reference.
    pub fn hit(&mut self, x: i32, y: i32) -> Result<bool> {
        if self.worn_costume().is_none() {
            return Ok(false);
        }
        let id = self.id;
        self.stage.close_mouth(id);
        if self.stage.dialect.is_humongous() {
            self.he.lines = StripLines::NONE;
        }
        let placement = self.stage.place_for_drawing(id);
        if !self.stage.dialect.has_akos() {
            self.stage.draw_for_hit(id, &placement);
            return Ok(false);
        }
        let hit = self
            .stage
            .with_look(id, &placement, |costume, anim, look, renderer, target| {
                let mut test = HitTest::new(x, y, target.rect());
                costume.hit_test(anim, look, renderer, &mut test)?;
                Ok(test)
            });
        let Some(test) = hit else {
            return Ok(false);
        };
        let test: HitTest = test.map_err(|fault: Fault| {
            Error::misuse(Misuse::Invalid, format!("actor {id}: {fault}"))
        })?;
        if test.cut {
            self.stage.note_cut(id);
        }
        Ok(test.is_hit)
    }
}

// Aux frames of Humongous games: pictures that an animation requests besides its limbs. Aux frames
// are drawn after all actors and stay on the stage until their actor leaves (A98).

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

#[cfg(test)]
mod tests {
    use glam::I16Vec2;
    use scumm_costume::StripSet;
    use scumm_room::{Boxes, Planes, WalkBox};

    use super::*;
    use crate::fixture::{Loud, dressed, stage};

    /// Returns the plane that hides an actor in a box of mask 2. There are four planes, plane 0
    /// included.
    fn plane(version: u8, force_clip: u8, never_clipped: bool) -> u8 {
        let dialect = Dialect::new(version);
        let mut stage = stage(dialect);
        stage.buffers.planes = Planes::new(320, 200, 320, 4);
        let boxes = vec![
            WalkBox::default(),
            WalkBox {
                mask: 2,
                ..WalkBox::default()
            },
        ];
        stage.state.boxes = Boxes::new(&dialect, boxes);
        let mut actor = stage.actor_mut(1).unwrap();
        actor.set_class(class::NEVER_CLIP, never_clipped).unwrap();
        actor.walkbox = 1;
        actor.force_clip = force_clip;
        stage.z_plane(1)
    }

    #[test]
    fn a_forced_plane_wins_before_v7_m5() {
        assert_eq!(
            [plane(5, 0, false), plane(5, 1, false), plane(5, 9, false)],
            [2, 1, 9]
        );
        assert_eq!(
            [plane(5, 0, true), plane(5, 3, true)],
            [0, 3],
            "class 20 has an effect only if no plane is set"
        );
    }

    #[test]
    fn a_hundred_means_the_walk_box_from_v7_on_m6() {
        assert_eq!(
            [plane(7, 100, false), plane(7, 0, false), plane(8, 9, false)],
            [2, 0, 9]
        );
        assert_eq!(plane(7, 100, true), 2, "class 20 has no effect from v7 on");
    }

    #[test]
    fn the_box_is_limited_to_the_planes_m5() {
        let dialect = Dialect::new(5);
        let mut stage = stage(dialect);
        stage.state.boxes = Boxes::new(
            &dialect,
            vec![WalkBox {
                mask: 7,
                ..WalkBox::default()
            }],
        );
        stage.actor_mut(1).unwrap().walkbox = 0;
        assert_eq!(stage.z_plane(1), 0, "the room has no plane but 0");
    }

    #[test]
    fn old_positions_count_eight_by_two_pixels_g4() {
        let at = |version, facing| {
            let mut actor = Actor::new(&Dialect::new(version));
            actor.pos = I16Vec2::new(10, 60);
            actor.facing = facing;
            actor.elevation = 5;
            anchor(&actor, &Dialect::new(version))
        };
        assert_eq!(
            [at(1, 90), at(2, 90), at(1, 270), at(2, 270)],
            [(80, 110), (88, 110), (96, 110), (96, 110)]
        );
        assert_eq!(at(2, 269), (88, 110), "only exactly 270 counts as west");
        assert_eq!(at(3, 270), (10, 55));
    }

    #[test]
    fn elevation_counts_two_lines_up_to_v2_g4() {
        for version in [1, 2] {
            let mut actor = Actor::new(&Dialect::new(version));
            actor.pos = I16Vec2::new(10, 60);
            actor.elevation = -7;
            assert_eq!(anchor(&actor, &Dialect::new(version)).1, 134, "v{version}");
        }
    }

    #[test]
    fn only_humongous_actors_have_a_draw_offset() {
        for (dialect, place) in [
            (Dialect::new(7), (10, 60)),
            (Dialect::humongous(72), (13, 56)),
        ] {
            let mut actor = Actor::new(&dialect);
            actor.pos = I16Vec2::new(10, 60);
            actor.he.offset = (3, -4);
            assert_eq!(anchor(&actor, &dialect), place);
        }
    }

    #[test]
    fn plane_0_hides_like_any_other_until_it_is_cleared_m2_x6() {
        let mut stage = dressed(Dialect::new(5));
        stage
            .actor_mut(1)
            .unwrap()
            .set_class(class::NEVER_CLIP, true)
            .unwrap();
        stage.buffers.planes.get_mut(0).unwrap().fill(0xff);
        let mut shown = || {
            stage.actor_mut(1).unwrap().need_redraw = true;
            stage.tick(&mut Loud);
            let pixel = stage.front().row(95)[103];
            stage.overlay().clear_plane_0();
            pixel
        };
        assert_eq!([shown(), shown()], [7, 40]);
    }

    #[test]
    fn who_talks_moves_the_mouth_at_random_from_he80_on_t84() {
        let mask = |he, talks, asked| {
            let mut stage = stage(Dialect::humongous(he));
            stage.set_talking_actor(if talks { 1 } else { 2 });
            if asked {
                stage.actor_mut(1).unwrap().ask_talk_condition(3).unwrap();
            }
            stage.choose_mouth(1, &mut Loud);
            stage.actor(1).unwrap().anim.condition_mask
        };
        // The random number is 10: bit 9.
        assert_eq!(
            [
                mask(80, true, false),
                mask(80, false, false),
                mask(80, true, true)
            ],
            [0x200, 1, 4]
        );
        assert_eq!(mask(74, true, false), 1);
    }

    #[test]
    fn a_request_lasts_for_one_draw_and_chance_waits_for_the_animation_t84() {
        let mut stage = stage(Dialect::humongous(80));
        stage.actor_mut(1).unwrap().ask_talk_condition(3).unwrap();
        stage.actor_mut(1).unwrap().anim_progress = 1;
        stage.choose_mouth(1, &mut Loud);
        stage.choose_mouth(1, &mut Loud);
        assert_eq!(stage.actor(1).unwrap().anim.condition_mask, 4);
        stage.actor_mut(1).unwrap().anim_progress = 0;
        stage.choose_mouth(1, &mut Loud);
        assert_eq!(stage.actor(1).unwrap().anim.condition_mask, 1);
    }

    #[test]
    fn actors_are_dark_without_their_light_before_v6_c54() {
        for (version, colour) in [(5, 8), (6, 40)] {
            let mut stage = dressed(Dialect::new(version));
            stage.set_lights(3);
            stage.tick(&mut Loud);
            assert_eq!(stage.front().row(95)[103], colour, "v{version}");
        }
    }

    #[test]
    fn a_drawn_actor_knows_where_it_was_drawn_d8_d3() {
        let mut stage = dressed(Dialect::new(5));
        stage.tick(&mut Loud);
        let actor = stage.actor(1).unwrap();
        assert_eq!(
            (actor.need_redraw, actor.top, actor.bottom),
            (false, 91, 101)
        );
        // Columns 100..108, and one more column to the right in COST.
        assert_eq!(actor.strips.iter().collect::<Vec<_>>(), [12, 13]);
    }

    #[test]
    fn skipped_limbs_leave_no_trace_x9() {
        let mut stage = dressed(Dialect::humongous(61));
        stage.actor_mut(1).unwrap().set_skip_limbs(true).unwrap();
        stage.tick(&mut Loud);
        let actor = stage.actor(1).unwrap();
        assert_eq!(
            (
                stage.front().row(95)[103],
                actor.top,
                actor.strips.is_empty()
            ),
            (7, 0x7fff_ffff, true)
        );
    }

    #[test]
    fn drawing_alone_changes_no_redraw_state() {
        let mut stage = dressed(Dialect::new(5));
        let before = stage.actor(1).unwrap().clone();
        stage.actor_mut(1).unwrap().draw_alone().unwrap();
        assert_eq!(
            (stage.front().row(95)[103], stage.actor(1).unwrap()),
            (40, &before)
        );
        assert!(stage.actor_mut(2).unwrap().draw_alone().is_err() && stage.actor_mut(0).is_err());
    }

    #[test]
    fn each_actor_has_its_own_shadow_mode_c55() {
        for (mode, colour) in [(0, 40), (0x21, 77)] {
            let mut stage = dressed(Dialect::new(5));
            stage.colours_mut().set_shadow_entry(7, 77).unwrap();
            stage.actor_mut(1).unwrap().shadow_mode = mode;
            stage.actor_mut(2).unwrap().shadow_mode = 0x21;
            stage.tick(&mut Loud);
            assert_eq!(stage.front().row(95)[103], colour, "mode {mode:#x}");
        }
    }

    /// Creates a stage whose actors 1 to 3 were drawn on rows 50..90 of strips 3..6 and stand on
    /// rows 60, 80, 70.
    fn crowd(dialect: Dialect) -> Stage {
        let mut stage = stage(dialect);
        for (id, y) in [(1, 60), (2, 80), (3, 70)] {
            let mut actor = stage.actor_mut(id).unwrap();
            actor.strips = StripSet::from_range(3..6);
            actor.top = 50;
            actor.bottom = 90;
            actor.pos.y = y;
        }
        stage
    }

    #[test]
    fn the_lowest_number_at_a_place_is_found_d11() {
        let stage = crowd(Dialect::new(5));
        assert_eq!(
            [(24, 50), (47, 90), (30, 70)].map(|(x, y)| stage.actor_from_pos(x, y)),
            [Some(1); 3]
        );
        assert_eq!(
            [(23, 70), (48, 70), (30, 49), (30, 91), (-1, 70)]
                .map(|(x, y)| stage.actor_from_pos(x, y)),
            [None; 5]
        );
    }

    #[test]
    fn an_actor_of_which_nothing_was_drawn_is_found_on_line_0_d11() {
        let mut stage = crowd(Dialect::new(6));
        let mut actor = stage.actor_mut(1).unwrap();
        actor.top = crate::actor::NO_TOP;
        actor.bottom = 0;
        assert_eq!([0, 1].map(|y| stage.actor_from_pos(30, y)), [Some(1), None]);
    }

    #[test]
    fn columns_left_of_the_room_count_to_strip_0_d11() {
        let mut stage = crowd(Dialect::new(5));
        stage.actor_mut(3).unwrap().strips = StripSet::from_range(0..1);
        assert_eq!(
            [-8, -7, -1, 0].map(|x| stage.actor_from_pos(x, 70)),
            [None, Some(3), Some(3), Some(3)]
        );
    }

    /// Returns the first and the last row on which an actor is found that stands on row `y`,
    /// counted in units.
    fn lines(dialect: Dialect, y: i16, elevation: i32) -> Option<(i32, i32)> {
        let mut stage = stage(dialect);
        let mut actor = stage.actor_mut(2).unwrap();
        actor.strips = StripSet::from_range(3..6);
        actor.pos.y = y;
        actor.elevation = elevation;
        let found: Vec<_> = (-300..300)
            .filter(|line| stage.actor_from_pos(30, *line) == Some(2))
            .collect();
        Some((*found.first()?, *found.last()?))
    }

    #[test]
    fn old_actors_are_found_up_to_80_lines_above_their_feet_d11a() {
        let zak = Dialect::new(1).with_game(Some(GameId::Zak));
        for dialect in [zak, Dialect::new(2)] {
            assert_eq!(
                lines(dialect, 50, 7),
                Some((20, 100)),
                "the elevation has no effect"
            );
            assert_eq!(
                [lines(dialect, 104, 0), lines(dialect, 105, 0)],
                [Some((128, 208)), Some((1, 210))]
            );
            assert_eq!(
                [lines(dialect, 20, 0), lines(dialect, 0, 0)],
                [Some((1, 40)), None]
            );
        }
    }

    #[test]
    fn maniac_mansion_counts_the_lines_in_bytes_d11a_v49_q50() {
        let nes = Dialect::new(1).with_platform(scumm_room::Platform::Nes);
        for dialect in [Dialect::new(1), Dialect::new(0), nes] {
            assert_eq!(lines(dialect, 50, 7), Some((13, 93)));
            assert_eq!(
                lines(dialect, 20, 0),
                None,
                "the first line, 216 in a byte, is below the last line, 40"
            );
            assert_eq!(lines(dialect, 20, -100), Some((60, 140)));
        }
    }

    #[test]
    fn old_games_never_find_the_ego_d11a() {
        for (version, found) in [(1, Some(2)), (2, Some(2)), (3, Some(1))] {
            let mut stage = crowd(Dialect::new(version));
            assert_eq!(stage.state.variables.ego, 1);
            (1..=2).for_each(|id| stage.actor_mut(id).unwrap().pos.y = 40);
            assert_eq!(stage.actor_from_pos(30, 60), found, "v{version}");
        }
    }

    #[test]
    fn he70_finds_who_stands_lowest_d11() {
        assert_eq!(
            crowd(Dialect::humongous(61)).actor_from_pos(30, 70),
            Some(1)
        );
        assert_eq!(
            crowd(Dialect::humongous(70)).actor_from_pos(30, 70),
            Some(2)
        );
    }

    #[test]
    fn untouchable_actors_are_not_found_d11() {
        for version in [4, 5] {
            let mut stage = crowd(Dialect::new(version));
            stage
                .actor_mut(1)
                .unwrap()
                .set_class(class::UNTOUCHABLE, true)
                .unwrap();
            assert_eq!(stage.actor_from_pos(30, 70), Some(2), "v{version}");
        }
    }

    #[test]
    fn a_hit_asks_the_pixels_and_leaves_the_actor_as_it_is_d11() {
        let mut stage = dressed(Dialect::new(7));
        let before = stage.actor(1).unwrap().clone();
        let corners = [
            (100, 91),
            (107, 100),
            (99, 95),
            (108, 95),
            (103, 90),
            (103, 101),
        ];
        assert_eq!(
            corners.map(|(x, y)| stage.actor_mut(1).unwrap().hit(x, y).unwrap()),
            [true, true, false, false, false, false]
        );
        assert_eq!(*stage.actor(1).unwrap(), before);
        assert!(
            !stage.actor_mut(2).unwrap().hit(100, 95).unwrap(),
            "an actor without a costume is not hit"
        );
        assert!(stage.actor_mut(0).is_err());
    }

    #[test]
    fn a_hit_of_an_actor_in_a_cost_draws_it_and_answers_no_d11() {
        let mut stage = dressed(Dialect::new(6));
        let before = stage.actor(1).unwrap().clone();
        assert!(!stage.actor_mut(1).unwrap().hit(103, 95).unwrap());
        assert_eq!(stage.front().row(95)[103], 40);
        let actor = stage.actor(1).unwrap();
        assert_eq!(actor.strips.iter().collect::<Vec<_>>(), [12, 13]);
        assert_eq!(
            (actor.top, actor.bottom, actor.need_redraw),
            (before.top, before.bottom, before.need_redraw)
        );
    }

    #[test]
    fn a_cut_picture_counts_in_a_hit_as_in_a_drawing_c47_d11() {
        let asked = |dialect: Dialect, x, asks| {
            let mut stage = dressed(dialect);
            let mut actor = stage.actor_mut(1).unwrap();
            actor.pos.x = -4;
            actor.need_redraw = asks;
            actor.need_bg_reset = false;
            let _ = actor.hit(x, 95).unwrap();
            let actor = stage.actor(1).unwrap();
            (actor.need_redraw, actor.need_bg_reset)
        };
        assert_eq!(asked(Dialect::new(5), 1, false), (true, false));
        assert_eq!(asked(Dialect::new(7), 1, true), (false, false));
        assert_eq!(asked(Dialect::new(7), 90, true), (true, false), "outside");
        assert_eq!(asked(Dialect::humongous(72), 1, false), (true, true));
    }

    #[test]
    fn a_hit_begins_like_a_drawing_d4a_t84() {
        for (he, mask) in [(74, 0x20), (80, 1)] {
            let mut stage = dressed(Dialect::humongous(he));
            stage.tick(&mut Loud);
            let mut actor = stage.actor_mut(1).unwrap();
            actor.anim.condition_mask = 0x20;
            let lines = actor.he.lines;
            assert!(actor.hit(103, 95).unwrap());
            let actor = stage.actor(1).unwrap();
            assert_ne!(lines, StripLines::NONE);
            assert_eq!(
                (actor.anim.condition_mask, actor.he.lines),
                (mask, StripLines::NONE),
                "HE{he}"
            );
        }
    }
}
