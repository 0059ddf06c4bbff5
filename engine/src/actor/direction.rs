//! Facing another way at once (T40) and towards something (T45). Turning step by step belongs to walking.

use scumm_costume::anim::{LIMBS, NONE};
use scumm_costume::facing::{normalize, old_direction};
use scumm_room::Result;

use super::anim::ALL_LIMBS;
use crate::Stage;

impl Stage {
    /// Lets an actor face `angle` at once, made a multiple of 45 (T40, T12); its limbs restart in the new direction.
    /// A turn or walk under way is not touched.
    ///
    /// # Errors
    /// No such actor.
    pub fn set_direction(&mut self, id: u16, angle: i32) -> Result<()> {
        self.check_actor(id)?;
        self.set_direction_of(id, angle);
        Ok(())
    }

    pub(crate) fn set_direction_of(&mut self, id: u16, angle: i32) {
        let v7 = self.dialect.is_v7_plus();
        let actor = &mut self.state.actors[id];
        if i32::from(actor.facing) == angle {
            return;
        }
        actor.facing = normalize(angle);
        if actor.costume == 0 || (!v7 && !self.in_room(id)) {
            return;
        }
        for limb in 0..LIMBS {
            self.redirect_limb(id, limb);
        }
        self.state.actors[id].need_redraw = true;
    }

    /// Restarts one limb's animation in the actor's new direction; in COST one that stands that way already goes on.
    fn redirect_limb(&mut self, id: u16, limb: usize) {
        let (old_games, akos) = (self.dialect.is_v1_or_v2(), self.dialect.has_akos());
        let actor = &mut self.state.actors[id];
        let Some(frame) = actor.anim.limbs.get(limb).map(|l| l.frame).filter(|f| *f != NONE) else { return };
        if akos {
            self.decode(id, frame, 0x8000 >> limb);
            return;
        }
        let same_way = frame & 3 == u16::from(old_direction(actor.facing));
        if same_way && !(old_games && frame >> 2 != u16::from(actor.frame)) {
            return;
        }
        let mask = if old_games { ALL_LIMBS } else { 0x8000 >> limb };
        if old_games {
            actor.frame = (frame >> 2) as u8;
        }
        self.decode(id, frame >> 2, mask);
    }

    /// Turns an actor towards the column and line of something (T45).
    ///
    /// # Errors
    /// No such actor.
    pub fn face_towards(&mut self, id: u16, x: i32, y: i32) -> Result<()> {
        let actor = self.actor(id)?;
        let (dx, dy) = (x.saturating_sub(i32::from(actor.pos.x)), y.saturating_sub(i32::from(actor.pos.y)));
        let sideways = if dx > 0 { 90 } else { 270 };
        let angle = match dx.unsigned_abs() < u32::from(actor.width) / 2 && !self.dialect.faces_sideways_only() {
            true if dy < 0 => 0,
            true => 180,
            false => sideways,
        };
        self.turn_to_direction(id, angle);
        Ok(())
    }
}
