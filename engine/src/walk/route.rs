//! The route of a walk: how a walk begins (T75, T26), how its legs follow each other to the end
//! (T73, T76, T77), the common part of all legs (T71, T74, T79), and the box and the scale of a
//! position (T60–T63).

use glam::I16Vec2;
use scumm_costume::Facing;
use scumm_room::{Enhancements, GameId, WalkBox, slot_of_word};

use super::WalkRules;
use crate::actor::signed_angle;
use crate::stage::State;
use crate::{Actor, ActorFault, ActorMut, Event, Stage, class, moving};

impl Actor {
    /// Stores the destination of a new walk. Keeps only the moving bits of the old walk that are
    /// set in `kept` (T75.6).
    pub(super) fn note_walk(&mut self, dest: I16Vec2, dest_box: u8, angle: Option<i32>, kept: u8) {
        let walk = &mut self.walk;
        walk.dest = dest;
        walk.dest_box = dest_box;
        // The original stores 16 bits, of which -1 stands for no angle.
        walk.dest_dir = angle.map(|angle| angle as i16).filter(|angle| *angle != -1);
        walk.gate3 = None;
        walk.cur_box = self.walkbox;
        walk.moving = (walk.moving & kept) | moving::NEW;
    }
}

impl ActorMut<'_> {
    /// Starts a walk to `x`, `y` (T75), in the units of [`Actor::pos`]. The actor moves from the
    /// next frame on. At the end it faces `facing`, or with `None` the direction in which it
    /// arrives.
    ///
    /// Scripts compute positions in 32 bits, and the original stores the lower 16 bits, as this
    /// method does: 65,536 is 0, and 40,000 is -25,536.
    pub fn walk(&mut self, x: i32, y: i32, facing: Option<Facing>) {
        self.walk_to(x, y, facing.map(signed_angle));
    }

    /// Starts a walk with the operands of a script, as [`Self::walk`] does.
    pub(crate) fn walk_to(&mut self, x: i32, y: i32, angle: Option<i32>) {
        let dest = I16Vec2::new(x as i16, y as i16);
        let none = self.stage.dialect.invalid_box();
        let in_room = self.in_room();
        if self.stage.dialect.is_v7_plus() && !in_room {
            return;
        }
        // v5+: the destination of a walk is moved into a box before any other test (T75).
        let (mut dest, mut dest_box) = if self.stage.dialect.version() >= 5 {
            self.adjust_to_box(dest)
        } else {
            (dest, none)
        };
        if !in_room {
            self.pos = dest;
            if let Some(angle) = angle.filter(|_| !self.ignore_turns) {
                self.facing = angle as u16;
            }
            return;
        }
        if self.stage.dialect.is_v0() {
            return self.start_walk_v0(dest, angle);
        }
        if WalkRules::of(&self.stage.dialect) == WalkRules::Cells {
            return self.start_walk_cells(dest, angle);
        }
        if self.ignore_boxes {
            dest_box = none;
            self.walkbox = none;
        } else {
            if !self.stage.dialect.is_v7_plus() {
                (dest, dest_box) = self.destination_box(dest);
            }
            let walk = &self.walk;
            if walk.moving != 0 && walk.dest_dir.map(i32::from) == angle && walk.dest == dest {
                return;
            }
        }
        if self.pos == dest {
            if let Some(angle) = angle.filter(|angle| *angle != i32::from(self.facing)) {
                self.turn_to(angle);
            }
            return;
        }
        self.note_walk(dest, dest_box, angle, moving::LEG);
    }

    /// Returns the destination and its box before v7: the box of the last walk or put if the point
    /// is in it. Otherwise the point is moved into a box, in v5 and v6 for the second time.
    fn destination_box(&mut self, dest: I16Vec2) -> (I16Vec2, u8) {
        let last = self.walk.dest_box;
        if self.stage.state.boxes.contains(last, dest) {
            return (dest, last);
        }
        self.adjust_to_box(dest)
    }

    /// Sets the walking speed in pixels per frame (T26). During a walk a new speed plans the leg
    /// again from the current position, and takes one step at once.
    pub fn set_walk_speed(&mut self, x: u16, y: u16) {
        if self.speed == (x, y) {
            return;
        }
        self.speed = (x, y);
        let walk = self.walk;
        let dialect = &self.stage.dialect;
        // The Dig, v8: a new speed plans a leg again only while the actor is on a leg (T26).
        let in_legs_only = dialect.version() == 8 || dialect.game() == Some(GameId::Dig);
        let in_leg = walk.moving & moving::LEG != 0;
        if walk.moving != 0 && (in_leg || !in_legs_only) {
            self.begin_leg(walk.next);
        }
    }
}

// The route of a walk in v3 and later, from leg to leg to its end (T73, T76, T77).

/// The gate to the next box on the route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    /// The actor is in the box of the destination, or ignores boxes: the next leg leads to the
    /// destination.
    Destination,
    /// The next leg leads to another box.
    Box(u8),
    /// There is no route to the destination.
    NoWay,
}

impl ActorMut<'_> {
    /// Plays one frame of a walk or turn (T76, T77). In v7 and later an actor turns while it walks,
    /// and a frozen actor turns, too.
    pub(super) fn walk_frame_legs(&mut self) {
        if !self.stage.dialect.is_v7_plus() {
            return self.walk_on();
        }
        if !self.is_moving(moving::FROZEN) {
            self.walk_on();
        }
        if self.is_moving(moving::TURN) {
            self.turn_step_v7();
        }
    }

    /// Plays the frame's part of a walk, before v7 also of a turn.
    fn walk_on(&mut self) {
        if self.walk.moving == 0 {
            return;
        }
        if !self.is_moving(moving::NEW) {
            if self.is_moving(moving::LEG) && self.leg_step() == Leg::GoesOn {
                return;
            }
            if self.is_moving(moving::LAST) {
                return self.finish_walk();
            }
            if self.is_moving(moving::TURN) {
                // In v7 and later the turn itself comes after the walk, and the next leg waits for
                // its end.
                if !self.stage.dialect.is_v7_plus() {
                    self.turn_step();
                }
                return;
            }
            // Only walks of v3 have a second gate.
            if let Some(gate) = self.walk.gate3.take() {
                if self.begin_leg(gate) == Leg::GoesOn {
                    return;
                }
            }
            // The actor enters the box even if its position is not inside.
            self.set_box(self.walk.cur_box);
            self.walk.moving &= moving::LEG;
        }
        self.plan_walk();
    }

    /// Plans the rest of the walk, box by box, until a leg has begun (T76.3, T77). If the stored
    /// routes run in circles the reference never returns; here the walk ends.
    fn plan_walk(&mut self) {
        self.walk.moving &= !moving::NEW;
        // Boxes without a common side use the gate of the previous round, in the first round the
        // corner of the room (B12).
        let mut aim = I16Vec2::ZERO;
        // Every round enters another box; the last round finds no further box.
        let rounds = self.stage.state.boxes.len() + 1;
        for _ in 0..rounds {
            let next = match self.look_ahead() {
                Ahead::Destination => return self.begin_last_leg(),
                Ahead::NoWay => return self.give_up(),
                Ahead::Box(next) => next,
            };
            let crossing = match WalkRules::of(&self.stage.dialect) {
                WalkRules::TwoGates => self.cross_v3(next),
                WalkRules::Slopes | WalkRules::Cells => self.cross(next, &mut aim),
            };
            match crossing {
                Some(Leg::GoesOn) => return,
                // The gate is at the actor's position, so the next box is entered at once.
                Some(Leg::Over) => self.set_box(self.walk.cur_box),
                None => return self.begin_last_leg(),
            }
        }
        log::warn!(
            "actor {}: the matrix of the walk boxes never leads to the destination; the walk ends",
            self.id
        );
        self.end_walk_for(ActorFault::CircularMatrix);
    }

    /// Returns the next box on the route. An actor outside all boxes is moved into the box of its
    /// destination.
    pub(super) fn look_ahead(&mut self) -> Ahead {
        let destination = self.walk.dest_box;
        if self.walkbox == self.stage.dialect.invalid_box() {
            self.walk.cur_box = destination;
            self.set_box(destination);
            return Ahead::Destination;
        }
        if self.walkbox == destination {
            return Ahead::Destination;
        }
        let is_direct = self
            .stage
            .has_enhancement(Enhancements::INDY3_HITLER_PATH, GameId::Indy3)
            && self.stage.room_resource() == 46
            && (self.walkbox, destination) == (1, 0);
        if is_direct {
            return Ahead::Box(0);
        }
        self.stage
            .state
            .boxes
            .next(self.walkbox, destination)
            .map_or(Ahead::NoWay, Ahead::Box)
    }

    /// Begins the last leg of the walk.
    pub(super) fn begin_last_leg(&mut self) {
        self.walk.moving |= moving::LAST;
        self.begin_leg(self.walk.dest);
    }

    /// Ends a walk without a route: the actor stands from the next frame on. From v4 on its box
    /// becomes the box of the destination.
    fn give_up(&mut self) {
        self.walk.moving |= moving::LAST;
        if WalkRules::of(&self.stage.dialect) == WalkRules::Slopes {
            self.walk.dest_box = self.walkbox;
        }
    }

    /// Ends a walk (T73, T77b): the actor stands and turns to the requested facing.
    fn finish_walk(&mut self) {
        self.walk.moving = 0;
        if WalkRules::of(&self.stage.dialect) == WalkRules::Slopes {
            self.set_box(self.walk.dest_box);
        }
        if self.stage.dialect.is_v7_plus() {
            return self.walk_animation_v7(WalkCommand::Stop, self.walk.dest_dir);
        }
        self.start_stand_frame();
        let elsewhere = |angle: &i32| i32::from(self.target_facing) != *angle;
        if let Some(angle) = self.walk.dest_dir.map(i32::from).filter(elsewhere) {
            self.turn_to(angle);
        }
    }

    /// Ends a walk that the reference would never end.
    pub(super) fn end_walk_for(&mut self, fault: ActorFault) {
        self.stage.state.emit_fault(self.id, fault);
        self.stand_and_stop();
    }
}

// The common part of the legs of all versions: the walk animation, walk scripts, the next box
// (T71, T74, T79).

/// The state of a leg after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leg {
    /// The leg continues in the next frame.
    GoesOn,
    /// The actor has reached the end of the leg, or the leg was empty.
    Over,
}

/// The phase of a walk that is passed to a walk script (T74).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WalkCommand {
    /// The actor walks and faces the angle.
    Start = 1,
    /// The actor walks on in another direction.
    Turn = 2,
    /// The actor stands and faces the angle.
    Stop = 3,
}

impl ActorMut<'_> {
    /// Plans a leg to `next` and takes its first step (T70, T78). Does nothing if the actor is
    /// already there.
    pub(super) fn begin_leg(&mut self, next: I16Vec2) -> Leg {
        match WalkRules::of(&self.stage.dialect) {
            WalkRules::Cells => self.begin_leg_cells(next),
            _ if self.pos == next => Leg::Over,
            WalkRules::TwoGates => self.begin_leg_v3(next),
            WalkRules::Slopes => self.begin_slope(next),
        }
    }

    /// Takes one step of a leg (T71, T79).
    pub(super) fn leg_step(&mut self) -> Leg {
        self.ask_redraw();
        match WalkRules::of(&self.stage.dialect) {
            WalkRules::Cells => self.cell_step(),
            // A frame that turns the actor or starts the walk animation does not move it.
            WalkRules::TwoGates if self.animate_leg() => Leg::GoesOn,
            WalkRules::TwoGates => self.whole_step(),
            WalkRules::Slopes => {
                if !self.stage.dialect.is_v7_plus() {
                    self.animate_leg();
                }
                self.slope_step()
            }
        }
    }

    /// Starts the walk animation if a leg begins or the facing has to change (T71b). Returns
    /// whether it was started.
    fn animate_leg(&mut self) -> bool {
        let facing = self.dir_step(true);
        let actor = &**self;
        let turns = actor.facing != facing;
        if actor.walk.moving & moving::LEG != 0 && !turns {
            return false;
        }
        if turns || actor.walk_frame != actor.frame {
            self.run_walk_animation(WalkCommand::Start, facing, |actor| {
                actor.set_angle(i32::from(facing));
                actor.begin_anim(u16::from(actor.walk_frame));
            });
        }
        self.walk.moving |= moving::LEG;
        true
    }

    /// Starts the animation for the beginning of a leg or the end of a walk in v7 and later (T74):
    /// the actor turns step by step to `angle`, or with `None` to the direction of its last leg,
    /// and walks or stands.
    pub(super) fn walk_animation_v7(&mut self, command: WalkCommand, angle: Option<i16>) {
        let angle = i32::from(angle.unwrap_or(self.walk.way));
        let angle = self
            .remap_direction(self.steps().nearest(Facing::turned(angle)), false)
            .angle;
        self.run_walk_animation(command, angle as u16, |actor| {
            actor.turn_to(angle);
            match command {
                WalkCommand::Start => actor.begin_anim(u16::from(actor.walk_frame)),
                WalkCommand::Turn => {}
                WalkCommand::Stop => actor.start_stand_frame(),
            }
        });
    }

    /// Requests the walk script of the actor, or calls `otherwise` if the actor has no walk script
    /// (T74).
    fn run_walk_animation(
        &mut self,
        command: WalkCommand,
        angle: u16,
        otherwise: impl FnOnce(&mut Self),
    ) {
        match self.walk_script {
            // v6+: a script may replace the walk animation (T74).
            script if script != 0 && self.stage.dialect.version() >= 6 => {
                self.stage.emit(Event::WalkScript {
                    script,
                    actor: self.id,
                    command: command as u8,
                    angle,
                });
            }
            _ => otherwise(self),
        }
    }

    /// Stores the box that the leg leads to once the actor is in it (T71c).
    pub(super) fn enter_next_box(&mut self) {
        let next = self.walk.cur_box;
        if self.walkbox != next && self.stage.state.boxes.contains(next, self.pos) {
            self.set_box(next);
        }
    }
}

// The box of an actor's position, and the scale that the box defines (T60–T63).

/// The scale of full size.
const FULL: u8 = 255;
/// The scale of an actor of v3 with [`Enhancements::INDY3_HENRY_SCALE`].
const HENRY: u8 = 80;

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
            self.turn_to(i32::from(self.facing));
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
            log::warn!("box {number} uses an unset scale slot; actors in this box have full size");
        }
    }

    /// Updates the scale from the actor's box, unless the actor ignores boxes (T62). Every draw
    /// begins with this update. Returns `None` if the box refers to a scale slot without a scale
    /// (T64); the actor has full size then.
    pub(crate) fn take_scale(&mut self) -> Option<()> {
        let is_henry = self
            .stage
            .has_enhancement(Enhancements::INDY3_HENRY_SCALE, GameId::Indy3)
            && (self.stage.room_number(), self.id, self.costume) == (12, 2, 7);
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
            let scale = if is_henry { HENRY } else { FULL };
            actor.scale_x = scale;
            actor.scale_y = scale;
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
