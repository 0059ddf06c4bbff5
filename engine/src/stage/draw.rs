//! Draws an actor at the place that the frame has computed, and records the result for the redraw
//! rules (D8).

use scumm_costume::{Costume, Drawn, Facing, LimbStates, Look, Renderer, StripLines, Target};
use scumm_room::{Quirks, Rect};

use super::placement::Placement;
use super::{Buffers, Stage, State, Tables};
use crate::{ActorMut, Environment};

/// The bit of `lights` in which actors have their colours (C54).
const ACTOR_LIGHT: u16 = 8;
/// The bit of `lights` in which actors have their colours on the Nintendo (Q48).
const NES_ACTOR_LIGHT: u16 = 1;

impl Stage {
    /// Draws an actor and records what the redraw rules need (D8).
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
        // v1..v6: an actor with a cut column is drawn again in the next frame (C47).
        let redraws = drawn.cut && !self.dialect.is_v7_plus();
        if redraws && self.dialect.has_quirk(Quirks::CUT_REDRAWS) {
            self.handle(id).ask_redraw();
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
    pub(super) fn close_mouth(&mut self, id: u16) {
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
    pub(super) fn with_look<T>(
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
            room_palette: &colours.room,
            clip: Some(Rect::from(actor.he.clip))
                .filter(|clip| self.dialect.is_humongous() && !clip.is_empty()),
            remp: colours.remap().map(<[u8; 256]>::as_slice),
            reach: (actor.top, actor.bottom),
            palette_slots: &colours.slots.0,
            palette_slot: actor.he.palette_slot,
            xmap: xmaps.get(&actor.he.xmap).map(|x| &**x),
            scale_table: scale.as_deref().filter(|_| variables.own_scale_table),
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
    /// Returns [`Error::Misuse`](scumm_room::Error::Misuse) if the actor has no costume.
    pub fn draw_alone(&mut self) -> scumm_room::Result<()> {
        let id = self.id;
        let placement = self.stage.place_for_drawing(id);
        self.stage.trace_actor(id, placement.plane);
        let drawn = self.stage.with_look(id, &placement, Costume::draw);
        drawn
            .map(drop)
            .ok_or_else(|| scumm_room::Error::Misuse(format!("actor {id} has no costume")))
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use crate::fixture::{Loud, dressed, stage};

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
}
