//! The frame of v0 (V42a, V43, V60), and the drawing order.

use scumm_room::NO_BOX;

use super::misc;
use crate::{Environment, Stage, moving};

/// The rooms in which no steps are heard.
const SILENT: [u16; 2] = [1, 44];
/// The actor that stands behind all other actors.
const BACKMOST: u16 = 19;
/// The bits of a sound byte that hold the number of a sound.
const STEPS: u8 = 0x3f;
/// The number of frames that a sound of steps takes.
const STEP_FRAMES: u8 = 3;

impl Stage {
    /// Plays the frame of an actor. The limbs advance before the actor is drawn (V60).
    pub(crate) fn process_actor_v0(&mut self, id: u16, env: &mut dyn Environment) {
        let mut actor = self.handle(id);
        actor.flap_mouth();
        if actor.v0().misc_flags & misc::HIDDEN != 0 {
            return;
        }
        let sound = actor.sound_byte() & STEPS;
        if actor.walk.moving != moving::AT_REST_V0 && !SILENT.contains(&actor.stage.state.room) {
            if actor.sound_pos == 0 {
                actor.anim.sound_counter = actor.anim.sound_counter.wrapping_add(1);
            }
            if sound != 0 {
                actor.sound_pos = (actor.sound_pos + 1) % STEP_FRAMES;
            }
        }
        if actor.costume == 0 {
            return;
        }
        actor.move_head();
        actor.advance_costume(env);
        if self.state.actors[id].need_redraw {
            self.draw_actor(id);
        }
    }

    /// Returns the row by which an actor is sorted.
    pub(crate) fn order_line_v0(&self, id: u16) -> i32 {
        if id == BACKMOST {
            0
        } else {
            i32::from(self.state.actors[id].pos.y)
        }
    }

    /// Returns the sound of an actor's steps (V43).
    pub(crate) fn step_sound_v0(&mut self, id: u16) -> i32 {
        i32::from(self.handle(id).sound_byte() & STEPS)
    }

    /// Returns the plane that hides an actor in a box: plane 1 for all masks except 0 (V38).
    pub(crate) fn box_plane_v0(&self, number: u8) -> u8 {
        if number == NO_BOX {
            1
        } else {
            u8::from(self.state.boxes.mask(number) & 3 != 0)
        }
    }
}
