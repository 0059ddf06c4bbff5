//! The engine frame, in the order of the reference (D1, D5, D7, C26), and the drawing order of
//! actors (D5, D6).

#[cfg(test)]
mod tests;

use scumm_room::GameId;

use super::{Actors, MAX_ACTOR, Stage};
use crate::{Actor, ActorFault, Environment, Event, SoundQueue};

impl Stage {
    /// Plays one engine frame (D1): walks all actors of the room, moves the camera, restores the
    /// changed background, draws and then animates every actor in drawing order, and processes the
    /// AKOS queue. [`Stage::take_events`] returns the requests to the caller.
    ///
    /// An engine that starts or ends speech in a frame does so between the two halves,
    /// [`Self::tick_walk`] and [`Self::tick_draw`] (Y20).
    pub fn tick(&mut self, env: &mut dyn Environment) {
        self.tick_walk();
        self.tick_draw(env);
    }

    /// Plays the first half of a frame (Y20): actors walk, the camera takes its step, and objects
    /// copy their states.
    pub fn tick_walk(&mut self) {
        if self.state.room == 0 {
            return;
        }
        // Walking comes first in a frame (D1).
        self.for_actors_of_room(|mut actor| actor.walk_frame());
        self.step_camera();
        self.state.objects.take_states();
    }

    /// Plays the second half of a frame (Y20): draws background, objects and actors, animates
    /// actors and processes the queues. Without a room nothing is drawn (Y1).
    pub fn tick_draw(&mut self, env: &mut dyn Environment) {
        if self.state.room != 0 {
            self.draw_frame(env);
        }
        self.state.camera.last = self.state.camera.cur;
    }

    fn draw_frame(&mut self, env: &mut dyn Environment) {
        self.redraw_background();
        self.draw_queued_objects();
        self.set_redraw_flags();
        self.reset_backgrounds();
        self.draw_flashlight();
        self.restore_aux_rects();
        self.process_actors(env);
        self.work_off_queue();
        self.process_upper_actors(env);
        self.state.redraw.full = false;
        // v1..v5: actors count the sounds of their animations, and one sound is requested per frame
        // (C26).
        if self.dialect.version() <= 5 {
            self.queue_actor_sound();
        }
    }

    /// Draws a frame in the middle of a script (Y21): a full redraw, with actors drawn and
    /// animated. Actors do not walk, and their backgrounds are not restored.
    pub fn draw_now(&mut self, env: &mut dyn Environment) {
        if self.state.room == 0 {
            return;
        }
        self.state.redraw.full = true;
        self.redraw_background();
        self.set_redraw_flags();
        self.process_actors(env);
        // A draw in a script does not clear the request for a full redraw; only a frame does.
        self.state.redraw.full = true;
    }

    /// Requests a redraw and a background reset of every actor (D10).
    pub fn redraw_all_actors(&mut self) {
        self.mark_actors(|_| true);
    }

    /// Draws each actor of the room that needs it, and then animates the actor (D5).
    fn process_actors(&mut self, env: &mut dyn Environment) {
        let mut order = [0; MAX_ACTOR as usize];
        let order = self.drawing_order(&mut order);
        // HE62+: actors that share a strip are marked again after each drawing of an actor (D2a).
        if !self.dialect.he_at_least(62) || self.state.redraw.always {
            order.iter().for_each(|&id| self.process_actor(id, env));
            return;
        }
        let mut shared = self.shared_strips();
        let mut is_first = true;
        for &id in order {
            if self.state.actors[id].costume == 0 {
                continue;
            }
            let before = self.state.actors[id].strips;
            self.process_actor(id, env);
            self.mark_after_drawing(id, &before, &mut shared);
            if std::mem::take(&mut is_first) {
                self.mark_sharers(&shared);
            }
        }
    }

    /// Processes v8's actors of negative layers, which come last, in number order (D7).
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
        if self.dialect.is_v0() {
            return self.process_actor_v0(id, env);
        }
        let actor = &self.state.actors[id];
        if actor.costume == 0 {
            return;
        }
        if actor.visible && !actor.told_missing && !self.costumes.contains_key(&actor.costume) {
            self.look_for_costume(id);
        }
        if self.state.actors[id].need_redraw {
            self.choose_mouth(id, env);
            self.draw_actor(id);
        }
        self.handle(id).animate_costume(env);
    }

    /// Loads the missing costume of a visible actor, or reports once that the costume does not
    /// exist (T21b).
    fn look_for_costume(&mut self, id: u16) {
        let number = self.state.actors[id].costume;
        if let Err(error) = self.load_costume(number) {
            log::warn!("actor {id}: {error}");
        }
        if !self.costumes.contains_key(&number) {
            self.state.actors[id].told_missing = true;
            self.state.emit_fault(id, ActorFault::NoCostume(number));
        }
    }

    /// Requests one actor's sound per frame and clears the sound counters of all actors (C26).
    fn queue_actor_sound(&mut self) {
        let room = self.state.room;
        let sounding = self
            .state
            .actors
            .numbered()
            .find(|(_, a)| a.room == room && a.anim.sound_counter != 0);
        let Some((actor, id)) = sounding.map(|(number, a)| (number, i32::from(a.sounds[0]))) else {
            return;
        };
        let id = if self.dialect.is_v0() {
            self.step_sound_v0(actor)
        } else {
            id
        };
        self.emit(Event::Sound {
            via: SoundQueue::Queue,
            id,
            channel: 0,
            flags: 0,
        });
        self.state
            .actors
            .iter_mut()
            .for_each(|actor| actor.anim.sound_counter = 0);
    }
}

// The drawing order of actors (D5, D6).

impl Stage {
    /// Returns the actors of the room from back to front, without v8's upper actors. The exchange
    /// sort of the reference is kept, because it changes the order of actors with equal keys.
    fn drawing_order<'a>(&self, order: &'a mut [u16; MAX_ACTOR as usize]) -> &'a [u16] {
        let upper = self.dialect.has_upper_actors();
        let present = self
            .state
            .actors
            .numbered()
            .filter(|(_, a)| a.room == self.state.room && !(upper && a.layer < 0));
        let mut count = 0;
        for (slot, (id, _)) in order.iter_mut().zip(present) {
            *slot = id;
            count += 1;
        }
        let order = &mut order[..count];
        for j in 0..count {
            for i in 0..count {
                if self.order_key(order[j]) < self.order_key(order[i]) {
                    order.swap(i, j);
                }
            }
        }
        order
    }

    /// Returns the sort key of an actor. Of two actors, the actor with the smaller key is drawn
    /// first and appears behind the other.
    fn order_key(&self, id: u16) -> (i32, i32) {
        let actor: &Actor = &self.state.actors[id];
        let y = if self.dialect.is_v0() {
            self.order_line_v0(id)
        } else {
            actor.place(&self.dialect).1
        };
        // HE90+: actors are ordered by layer, then by row (D6).
        if self.dialect.he_at_least(90) {
            return (actor.layer, y);
        }
        // Sam & Max: actors are ordered by row and number, without regard to layers (D6).
        if self.dialect.game() == Some(GameId::SamNMax) {
            return (y, i32::from(id));
        }
        (y.wrapping_sub(actor.layer.wrapping_mul(2000)), 0)
    }
}
