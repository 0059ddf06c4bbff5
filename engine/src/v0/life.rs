//! Commands, talking, and how an actor appears and stands in v0 (V33, V40..V48).

use scumm_costume::{Costume, Facing};

use super::{V0Actor, misc};
use crate::{ActorMut, moving};

/// The number that stands for no command.
const NO_COMMAND: u8 = 255;
/// The first of four commands, one for each direction, that stand, open the mouth, and rest the
/// head (V23).
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
    pub(super) fn command(&mut self, command: u8) {
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

    /// Stands in a direction, because turns are completed at once (V46).
    pub(crate) fn stand_v0(&mut self, angle: u16) {
        self.anim.v0_mut().rounds = -1;
        self.command(STAND + Facing::from_degrees(angle).old());
    }

    /// Stops the actor and stands (V46).
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
    pub(super) fn move_head(&mut self) {
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
    pub(super) fn flap_mouth(&mut self) {
        let speaking = &mut self.v0().speaking;
        if *speaking & SPEAKS != 0 {
            *speaking ^= 0xfe;
        }
    }

    /// Returns the actor's sound byte: bits 0 to 5 hold the sound of its steps (V41).
    pub(super) fn sound_byte(&self) -> u8 {
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
