//! Actors of v0: Maniac Mansion for the Commodore 64 and the Apple II (V33..V79).
//!
//! Actors of v0 have little in common with the actors of later versions. An actor wears the costume
//! of its own number, is made to stand by a command, completes turns at once, walks by its own
//! rules, and is animated before it is drawn.
//!
//! This module defines commands, talking, showing, putting and standing (V33, V40..V48), and the
//! frame with its step sounds (V42a, V43, V60). The module `walk` defines walking. The actor at a
//! position is found as in v1 (V49, D11a).

#[cfg(test)]
mod tests;
mod walk;

use scumm_costume::{Costume, Facing};
use scumm_room::{NO_BOX, Point};

use crate::{ActorMut, Environment, Stage, moving};

/// The bits of [`V0Actor::misc_flags`] that have an effect (V47).
pub mod misc {
    /// The actor is not animated and not drawn.
    pub const HIDDEN: u8 = 0x80;
    /// The actor stops whenever its flags are changed.
    pub const FROZEN: u8 = 0x40;
}

/// The state that only actors of v0 have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct V0Actor {
    /// The flags that scripts set (V47).
    pub misc_flags: u8,
    /// Whether the actor speaks, and whether its mouth is open (V42a).
    pub speaking: u8,
    /// The current point of the walk.
    pub walk_to: Point,
    /// The next point of the walk.
    pub(crate) new_to: Point,
    /// Whether the actor has entered a box, so that the next point has to be found.
    pub(crate) entered: bool,
    /// The boxes on the route.
    pub(crate) queue: Vec<u8>,
    pub(crate) steps: Steps,
}

/// The axes of a point.
pub(crate) const ACROSS: usize = 0;
pub(crate) const DOWN: usize = 1;

/// The progress of an actor from its current point to the next point (V73).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Steps {
    /// The directions of the walk: to the right, downwards.
    pub right: bool,
    pub down: bool,
    /// Whether the vertical distance is the larger one.
    pub steep: bool,
    /// The larger distance.
    pub most: u8,
    /// The distances, which every frame adds to `count`.
    pub add: [u8; 2],
    /// The sums of the distances so far.
    pub count: [u8; 2],
    /// The position of the next step.
    pub next: Point,
}

impl Steps {
    /// Returns the direction along an axis: 1 or -1.
    fn sign(&self, axis: usize) -> i16 {
        if [self.right, self.down][axis] { 1 } else { -1 }
    }
}

// Commands, talking, and how an actor appears and stands in v0 (V33, V40..V48).

/// The number that stands for no command.
const NO_COMMAND: u8 = 255;
/// The first of four commands, one for each direction. The commands make the actor stand, open its
/// mouth, and rest its head (V23).
const STAND: u8 = 4;
const MOUTH: u8 = 12;
const HEAD: u8 = 16;
/// The last command that sets the facing.
const LAST_FACING: u8 = 7;

/// The bits of an actor's sound byte (V41).
const NO_TALK: u8 = 0x40;
const NO_HEAD: u8 = 0x80;
/// The bits of `speaking`: the mouth stays open, the actor speaks.
const OPEN: u8 = 0x80;
const SPEAKS: u8 = 1;

impl ActorMut<'_> {
    /// Returns the state that only actors of v0 have.
    pub(crate) fn v0(&mut self) -> &mut V0Actor {
        self.v0.get_or_insert_default()
    }

    /// Requests a command. Walking and standing set the facing (V33).
    fn command(&mut self, command: u8) {
        let faces = command <= LAST_FACING;
        if self.in_room() {
            self.anim.v0_mut().next = command;
            if let Some(Costume::V0(costume)) = self.worn_costume().cloned().as_deref() {
                costume.decode(self.anim.v0_mut());
            }
        } else if command < STAND {
            return;
        }
        if faces {
            self.facing = Facing::from_old(command & 3).degrees();
        }
    }

    /// Makes the actor stand in a direction. Turns of v0 are completed at once (V46).
    pub(crate) fn stand_v0(&mut self, angle: u16) {
        self.anim.v0_mut().rounds = -1;
        self.command(STAND + Facing::from_degrees(angle).old());
    }

    /// Stops the actor and makes it stand (V46).
    pub(crate) fn stop_v0(&mut self) {
        self.walk.moving = moving::AT_REST_V0;
        self.stand_v0(self.facing);
    }

    /// Performs the animation of a script and repeats it `rounds` times (V48). Version 0 only.
    pub fn animate_rounds(&mut self, command: u8, rounds: i8) {
        self.anim.v0_mut().rounds = rounds;
        match command {
            254 => self.v0().speaking = OPEN,
            253 => self.v0().speaking = 0,
            NO_COMMAND => self.stop_v0(),
            _ => self.command(command),
        }
    }

    /// Starts one of the three frames that have a meaning: talk start, talk stop, stand (V40).
    pub(crate) fn begin_anim_v0(&mut self, frame: u16) {
        match frame {
            5 if self.sound_byte() & NO_TALK == 0 => {
                self.v0().speaking = SPEAKS;
                self.move_head();
            }
            4 => self.v0().speaking = 0,
            1 => self.stand_v0(self.facing),
            _ => {}
        }
    }

    /// Moves the mouth or the head, before every step of the limbs (V42).
    fn move_head(&mut self) {
        if self.sound_byte() & NO_HEAD != 0 {
            return;
        }
        self.anim.v0_mut().rounds = -1;
        let first = if self.v0().speaking & OPEN != 0 {
            MOUTH
        } else {
            HEAD
        };
        self.command(first + self.old_facing());
    }

    /// Opens or closes the mouth of an actor that speaks, in every frame (V42a).
    fn flap_mouth(&mut self) {
        let speaking = &mut self.v0().speaking;
        if *speaking & SPEAKS != 0 {
            *speaking ^= 0xfe;
        }
    }

    /// Returns the actor's sound byte: bits 0 to 5 hold the sound of its steps (V41).
    fn sound_byte(&self) -> u8 {
        match self.id {
            7 | 19 | 22 => 0x00,
            8 => 0x46,
            13 | 14 if self.stage.dialect.is_demo() => 0xe2,
            13 | 14 => 0xff,
            16 | 20 | 21 => 0xc0,
            _ => 0x06,
        }
    }

    /// Sets or clears bits of the flags (V47).
    pub fn set_misc_flags(&mut self, bits: u8, on: bool) {
        let flags = &mut self.v0().misc_flags;
        *flags = if on { *flags | bits } else { *flags & !bits };
        if *flags & misc::FROZEN != 0 {
            self.stop_v0();
        }
    }

    /// Shows the actor (V44): moves it into a box, resets its animation, and stands.
    pub(crate) fn show_v0(&mut self) {
        self.take_place_v0();
        let walk_to = self.v0().walk_to;
        self.walk.dest = walk_to;
        self.anim.v0_mut().reset();
        self.v0().speaking = 0;
        self.stand_v0(self.facing);
        self.visible = true;
    }

    /// Performs the first half of V44: moves the actor into a box and stops it.
    pub(crate) fn take_place_v0(&mut self) {
        let (pos, walkbox) = self.stage.state.boxes.adjust_v0(self.pos);
        self.pos = pos;
        self.walkbox = walkbox;
        self.walk.dest_box = walkbox;
        self.walk.dest.x = -1;
        self.stop_v0();
        self.anim.sound_counter = 0;
        self.sound_pos = 0;
    }

    /// Ends the walk and turns the actor south, as every put does (V45).
    pub(crate) fn face_south_v0(&mut self) {
        let pos = self.pos;
        let own = self.v0();
        own.entered = false;
        own.walk_to = pos;
        own.new_to = pos;
        self.stand_v0(180);
    }
}

// The frame of v0 (V42a, V43, V60), and the drawing order.

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
