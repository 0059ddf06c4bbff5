//! The box of an actor's position, and the scale that the box defines (T60–T63).

use glam::I16Vec2;
use scumm_room::{GameId, WalkBox, slot_of_word};

use crate::stage::State;
use crate::{Actor, ActorMut, Stage, class};

/// The scale of full size.
const FULL: u8 = 255;

impl ActorMut<'_> {
    /// Moves an actor into a box after it was placed (T60), and ends its walk. A box with a forced
    /// facing starts a turn.
    pub(crate) fn adjust_pos(&mut self) {
        let (pos, number) = self.adjust_to_box(self.pos);
        self.pos = pos;
        self.walk.dest_box = number;
        self.set_box(number);
        self.walk.dest.x = -1;
        self.walk.moving = 0;
        self.anim.sound_counter = 0;
        self.sound_pos = 0;
        let is_box = self.walkbox != self.stage.dialect.invalid_box();
        if is_box && self.stage.state.boxes.flags(self.walkbox) & WalkBox::DIRECTION != 0 {
            self.turn(i32::from(self.facing));
        }
    }

    /// Returns the point inside a box that is used for `p`, and the number of that box (T61).
    pub(super) fn adjust_to_box(&mut self, p: I16Vec2) -> (I16Vec2, u8) {
        // v3+: an actor that ignores boxes is in no box. Before v3 it is moved into a box like
        // every actor (T7C).
        if self.ignore_boxes && !self.stage.dialect.is_v1_or_v2() {
            return (p, self.stage.dialect.invalid_box());
        }
        let barred = self.is_player();
        let State { actors, boxes, .. } = &mut self.stage.state;
        boxes.adjust(p, barred, &mut actors[self.id].last_point)
    }

    /// Returns whether this is one of the player's actors, which some boxes treat differently (B2,
    /// T61, T7Cf).
    pub(super) fn is_player(&self) -> bool {
        let Stage { dialect, state, .. } = &*self.stage;
        if dialect.player_is_ego() {
            self.id == state.variables.ego
        // Zak v1, v2: the player's actors have numbers between two variables (T7Cf). In v3 and
        // later they are in class 31 (T61).
        } else if dialect.is_v1_or_v2() && !dialect.player_is_ego() {
            (state.variables.players.0..=state.variables.players.1).contains(&self.id)
        } else {
            self.is_in_class(dialect, class::PLAYER)
        }
    }

    /// Stores the box in which an actor stands, and updates the scale (T62).
    pub(super) fn set_box(&mut self, number: u8) {
        self.walkbox = number;
        if self.take_scale().is_none() {
            log::warn!(
                "box {number} names a scale slot that is not set; actors have full size there"
            );
        }
    }

    /// Updates the scale from the actor's box, unless the actor ignores boxes (T62). Every draw
    /// begins with this update. Returns `None` if the box refers to a scale slot without a scale
    /// (T64); the actor has full size then.
    pub(crate) fn take_scale(&mut self) -> Option<()> {
        let Stage {
            dialect,
            state:
                State {
                    actors,
                    boxes,
                    scale_slots,
                    ..
                },
            ..
        } = &mut *self.stage;
        let actor = &mut actors[self.id];
        if !dialect.scales_actors() {
            actor.scale_x = FULL;
            actor.scale_y = FULL;
            return Some(());
        }
        // Sam & Max: a box for the player only does not change the scale (B2, T62).
        let keeps = dialect.game() == Some(GameId::SamNMax)
            && boxes.flags(actor.walkbox) & WalkBox::PLAYER_ONLY != 0;
        if actor.ignore_boxes || keeps {
            return Some(());
        }
        actor.boxscale = boxes.scale_word(actor.walkbox);
        let scale = boxes.scale(actor.walkbox, |slot| scale_slots.at(slot, actor.pos));
        let found = scale.unwrap_or(FULL);
        actor.scale_x = found;
        actor.scale_y = found;
        scale.map(drop)
    }
}

impl Stage {
    /// Returns the scale with which an actor is drawn. In v4 the slot in its scale word has
    /// priority over its own scale (T63).
    pub(crate) fn drawn_scale(&self, actor: &Actor) -> (u8, u8) {
        let slot = slot_of_word(actor.boxscale);
        // v4: the scale slot in an actor's scale word is evaluated when the actor is drawn (T63).
        if slot == 0 || self.dialect.version() != 4 {
            return (actor.scale_x, actor.scale_y);
        }
        let scale = self.state.scale_slots.at(slot, actor.pos).unwrap_or(FULL);
        (scale, scale)
    }
}
