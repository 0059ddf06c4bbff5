//! Drawing an actor: where it stands on the stage, which plane hides it, what it reports back (D8, C40, M5, M6).

use scumm_costume::{Environment, Look, Renderer, Target};
use scumm_room::Quirks;

use super::camera::to_i32;
use super::{Stage, State, Tables};
use crate::Actor;
use crate::actor::class;

/// Light in which actors have their colours (C54).
const ACTOR_LIGHT: u16 = 8;

impl Stage {
    /// D8: draws an actor and notes what the redraw rules want to know of it.
    pub(super) fn draw_actor(&mut self, id: u16, env: &mut dyn Environment) {
        self.state.actors[id].need_redraw = false;
        self.choose_mouth(id, env);
        self.setup_actor_scale(id);
        let Some(costume) = self.costumes.get(&self.state.actors[id].costume).cloned() else { return };
        let drawn = self.with_look(id, |anim, look, renderer, target| costume.draw(anim, look, renderer, target));
        let redraws = drawn.result & 1 != 0 && self.dialect.redraws_cut_actors();
        let actor = &mut self.state.actors[id];
        actor.need_redraw = redraws && self.dialect.has_quirk(Quirks::CUT_REDRAWS);
        (actor.top, actor.bottom) = (drawn.top, drawn.bottom);
        actor.strips.union(&drawn.strips);
        if let Some(fault) = drawn.fault {
            self.emit_fault(id, fault);
        }
    }

    /// Draws an actor's picture without the background being restored and without any of the redraw rules: what a
    /// measurement of drawing needs.
    ///
    /// # Errors
    /// No such actor, or it has no costume.
    pub fn draw_alone(&mut self, id: u16) -> scumm_room::Result<()> {
        let costume = self.actor(id)?.costume;
        let missing = || scumm_room::Error::Misuse(format!("actor {id} has no costume"));
        let costume = self.costumes.get(&costume).cloned().ok_or_else(missing)?;
        self.setup_actor_scale(id);
        self.with_look(id, |anim, look, renderer, target| costume.draw(anim, look, renderer, target));
        Ok(())
    }

    /// T84: HE80+ moves the mouth of who talks at random, unless a script has just asked for a talk condition.
    fn choose_mouth(&mut self, id: u16, env: &mut dyn Environment) {
        if !self.dialect.moves_mouths() {
            return;
        }
        let asked = std::mem::take(&mut self.state.actors[id].he.condition_asked);
        if asked || self.state.actors[id].anim_progress != 0 {
            return;
        }
        let talks = self.state.talking == id;
        let condition = if talks { u32::try_from(env.random(1, 10)).unwrap_or(1).clamp(1, 10) } else { 1 };
        self.choose_talk_condition(id, condition);
    }

    /// Hands an actor's look, the renderer and the stage's memory to `f`.
    pub(super) fn with_look<T>(
        &mut self,
        id: u16,
        f: impl FnOnce(&scumm_costume::Animation, &Look<'_>, &mut Renderer, &mut Target<'_>) -> T,
    ) -> T {
        let x_start = self.x_start();
        let (scale_x, scale_y) = self.drawn_scale(id);
        let plane = self.z_plane(id);
        let dark = self.dialect.has_lights() && self.state.lights & ACTOR_LIGHT == 0;
        let State { actors, front, planes, shadow, room_palette, renderer, .. } = &mut self.state;
        let actor = &actors[id];
        let Tables { remp, slots, xmaps, scale } = &self.tables;
        let (x, y) = anchor(actor, &self.dialect);
        let look = Look {
            dialect: &self.dialect,
            actor: id,
            x: x.wrapping_sub(to_i32(x_start & !7)),
            y,
            facing: actor.facing,
            scale_x,
            scale_y,
            palette: &actor.palette,
            shadow_mode: actor.shadow_mode,
            shadow: if self.dialect.draws_with_shadow_table() { shadow } else { &[] },
            dark,
            room_palette,
            clip: Some(actor.he.clip).filter(|[l, t, r, b]| self.dialect.is_humongous() && r > l && b > t),
            remp: remp.as_deref(),
            palette_slots: slots.as_deref().unwrap_or(&[]),
            palette_slot: actor.he.palette_slot,
            xmap: xmaps.get(&actor.he.xmap).map(|x| &**x),
            scale_table: scale.as_deref(),
        };
        let mut target = Target {
            pitch: front.pitch,
            height: front.height,
            x_start,
            mask: planes.plane(plane),
            pixels: &mut front.pixels,
        };
        f(&actor.anim, &look, renderer, &mut target)
    }

    /// The plane that hides an actor (M5, M6).
    pub(crate) fn z_plane(&self, id: u16) -> u8 {
        let actor = &self.state.actors[id];
        if actor.force_clip != self.dialect.unforced_clip() {
            return actor.force_clip;
        }
        if !self.dialect.is_v7_plus() && actor.is_in_class(&self.dialect, class::NEVER_CLIP) {
            return 0;
        }
        let last = self.state.planes.planes.len().saturating_sub(1);
        self.box_mask(id).min(u8::try_from(last).unwrap_or(u8::MAX))
    }
}

/// The pixel that an actor's costume hangs on, in room columns and stage lines (C40, G4); Humongous games move it by
/// the draw offset.
fn anchor(actor: &Actor, dialect: &scumm_room::Dialect) -> (i32, i32) {
    let (x, y) = (i32::from(actor.pos.x), i32::from(actor.pos.y));
    if dialect.is_v1_or_v2() {
        let aside = if actor.facing == 270 { 16 } else { dialect.old_costume_shift() };
        return (x * 8 + aside, (y * 2).wrapping_sub(actor.elevation));
    }
    let (dx, dy) = if dialect.is_humongous() { actor.he.offset } else { (0, 0) };
    (x.wrapping_add(dx), y.wrapping_add(dy).wrapping_sub(actor.elevation))
}
