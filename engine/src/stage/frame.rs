//! One engine frame, in the reference's order (D1, D5, D7, C26).

use scumm_costume::Environment;

use super::{Actors, MAX_ACTOR, Stage};
use crate::{Event, SoundQueue};

impl Stage {
    /// Runs one engine frame (D1): walks all actors of the room, follows the camera, restores what moved, draws and
    /// then animates every actor in its order, works off the AKOS queue. What else has to be done comes out as
    /// [`Stage::take_events`].
    pub fn tick(&mut self, env: &mut dyn Environment) {
        self.walk_actors();
        self.redraw_background();
        self.set_redraw_flags();
        self.reset_backgrounds();
        self.restore_aux_rects();
        self.process_actors(env);
        self.work_off_queue();
        self.process_upper_actors(env);
        self.state.full_redraw = false;
        if self.dialect.has_sound_counters() {
            self.queue_actor_sound();
        }
    }

    /// Makes the next frame a full one (D2).
    pub fn request_full_redraw(&mut self) {
        self.state.full_redraw = true;
    }

    /// Asks for a redraw and a restored background of every actor (D10).
    pub fn redraw_all_actors(&mut self) {
        for actor in self.state.actors.iter_mut() {
            actor.need_redraw = true;
            actor.need_bg_reset = true;
        }
    }

    /// D5: each actor in the room is drawn, if it needs to be, and only then animated.
    fn process_actors(&mut self, env: &mut dyn Environment) {
        let mut order = [0; MAX_ACTOR as usize];
        for &id in self.drawing_order(&mut order) {
            self.process_actor(id, env);
        }
    }

    /// D7: v8's actors of negative layers come last, in number order.
    fn process_upper_actors(&mut self, env: &mut dyn Environment) {
        if !self.dialect.has_upper_actors() {
            return;
        }
        for id in Actors::ids() {
            if self.in_room(id) && self.state.actors[id].layer < 0 {
                self.process_actor(id, env);
            }
        }
    }

    fn process_actor(&mut self, id: u16, env: &mut dyn Environment) {
        if self.state.actors[id].costume == 0 {
            return;
        }
        if self.state.actors[id].need_redraw {
            self.draw_actor(id, env);
        }
        self.animate_costume(id, env);
    }

    /// C26: one actor's sound a frame, whoever else has counted.
    fn queue_actor_sound(&mut self) {
        let room = self.state.room;
        let sounding = self.state.actors.iter().find(|a| a.room == room && a.anim.sound_counter != 0);
        let Some(id) = sounding.map(|a| i32::from(a.sounds[0])) else { return };
        self.emit(Event::Sound { via: SoundQueue::Queue, id, channel: 0, flags: 0 });
        for actor in self.state.actors.iter_mut() {
            actor.anim.sound_counter = 0;
        }
    }
}
