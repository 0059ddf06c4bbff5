//! The state of an actor's animation (sixteen limbs, counters and variables), and the interface
//! between an animation and the engine: effects and questions.

use crate::v0::V0Limbs;

/// The number of limbs of every costume. Costumes of v0 have eight limbs, whose state is separate.
pub const LIMBS: usize = 16;
/// A mask of all limbs, for [`Costume::start`](crate::Costume::start).
pub const ALL_LIMBS: u16 = 0xffff;
/// The number of animation variables of an actor (A25).
pub const VARS: usize = 27;
/// The value of `curpos`, `start`, `end` and `frame` if there is no position or animation (C16).
pub const NONE: u16 = 0xffff;

/// The state of one limb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limb {
    /// Position in the command stream. COST: bit 15 = does not loop, 0xFFFF = off. AKOS: byte
    /// offset in AKSQ.
    pub curpos: u16,
    /// First position of the sequence.
    pub start: u16,
    /// Last position of the sequence.
    pub end: u16,
    /// The animation that started the limb, or 0xFFFF. COST: the number of the animation, direction
    /// included; AKOS: the frame (C14).
    pub frame: u16,
    /// AKOS: the mode (A8), 0 = off. COST: 0.
    pub mode: u8,
    /// Humongous: offset of the limb's conditions in AKCT (A9).
    pub condition_offset: u32,
    /// Humongous: offset of the limb's jump table in AKFO (A9, A32).
    pub jump_offset: u16,
    /// Humongous: number of entries of the limb's jump table.
    pub jump_count: u16,
}

impl Limb {
    /// The state of a limb after a reset (C16).
    pub const RESET: Self = Self {
        curpos: NONE,
        start: NONE,
        end: NONE,
        frame: NONE,
        mode: 0,
        condition_offset: 0,
        jump_offset: 0,
        jump_count: 0,
    };
}

/// The state of an actor's animation, which is saved with the actor. The state is small, so copying
/// it takes little time. When the engine starts, all values are 0, including those of the limbs
/// (T20, mode -1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LimbStates {
    /// The limbs; limb 0 is drawn first (0.g).
    pub limbs: [Limb; LIMBS],
    /// The stopped limbs, bit i for limb i. A stopped limb advances but is not drawn (0.d).
    pub stopped: u16,
    /// A counter that command 0x7C increments (C22). Starting an animation resets it in v1..v6
    /// (T30).
    pub anim_counter: u16,
    /// A counter that the sound commands of v1..v5 increment (C22, C26). It wraps around.
    pub sound_counter: u8,
    /// AKOS animation variables (A25).
    pub vars: [i16; VARS],
    /// AKOS: draws the actor mirrored (C08A, A45).
    pub flip: bool,
    /// Humongous: the condition mask (T85).
    pub condition_mask: u32,
    /// v0: the state of its eight limbs (V25); `None` until an animation of v0 uses it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub v0: Option<Box<V0Limbs>>,
}

impl LimbStates {
    /// Resets the limbs: no limb plays or is stopped. The counters keep their values (C16).
    pub fn reset(&mut self) {
        self.limbs = [Limb::RESET; LIMBS];
        self.stopped = 0;
    }

    /// Returns the state of the limbs of v0.
    #[must_use]
    pub fn v0(&self) -> V0Limbs {
        self.v0.as_deref().copied().unwrap_or_default()
    }

    /// Returns a mutable reference to the state of the limbs of v0.
    pub fn v0_mut(&mut self) -> &mut V0Limbs {
        self.v0.get_or_insert_default()
    }

    /// Returns whether limb `limb` is stopped.
    #[must_use]
    pub fn is_stopped(&self, limb: usize) -> bool {
        limb < LIMBS && self.stopped & (1 << limb) != 0
    }
}

/// An effect of an animation outside the costume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Effect {
    /// COST v6: queues the actor's sound number `slot` at once (C22, C26).
    Sound {
        /// Index into the actor's sound list.
        slot: u8,
    },
    /// AKOS: an entry of the command queue (A33).
    Queue {
        /// The actor that receives the command: the animated actor, or with C084 another actor
        /// (A28).
        actor: u16,
        /// The command.
        command: QueueCommand,
        /// First operand.
        p1: i32,
        /// Second operand.
        p2: i32,
    },
    /// A fault that is fatal in the reference. The limb keeps its position.
    Fault {
        /// The limb.
        limb: u8,
        /// The fault.
        fault: Fault,
    },
}

/// A command of the queue that collects the effects of AKOS animations outside the limb (A33).
///
/// The engine executes the queue after all actors were drawn. The numbers 7, 8 and 9 have one
/// meaning in v7 and v8 and another meaning in Humongous games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "u8", try_from = "u8")
)]
#[non_exhaustive]
pub enum QueueCommand {
    /// 1: puts the actor to (0, 0) in room 0.
    LeaveRoom = 1,
    /// 3: starts sound `p1`.
    StartSound = 3,
    /// 4: starts animation `p1`.
    StartAnimation = 4,
    /// 5: sets the plane that hides the actor to `p1`.
    SetClip = 5,
    /// 6: Humongous: draws the actor (`p1`, `p2`) away from its position. Other games ignore it.
    SetOffset = 6,
    /// 7: v7 and v8: sets the volume of sound `p1` to `p2`. Humongous: draws aux frame `p1`.
    VolumeOrAuxFrame = 7,
    /// 8: v7 and v8: sets the pan of sound `p1` to `p2`. Humongous: the actor says talkie `p1`.
    PanOrTalkie = 8,
    /// 9: v7 and v8: sets the priority of sound `p1` to `p2`. Humongous: starts sound `p1` with
    /// flag 4.
    PriorityOrSoftSound = 9,
}

impl QueueCommand {
    /// Returns the number by which the original and the book call the command.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the command with this number, if there is one.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::LeaveRoom),
            3 => Some(Self::StartSound),
            4 => Some(Self::StartAnimation),
            5 => Some(Self::SetClip),
            6 => Some(Self::SetOffset),
            7 => Some(Self::VolumeOrAuxFrame),
            8 => Some(Self::PanOrTalkie),
            9 => Some(Self::PriorityOrSoftSound),
            _ => None,
        }
    }
}

impl From<QueueCommand> for u8 {
    fn from(command: QueueCommand) -> Self {
        command.number()
    }
}

impl TryFrom<u8> for QueueCommand {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::from_number(number).ok_or_else(|| format!("there is no queue command {number}"))
    }
}

/// A fault: an animation or walk that is fatal, endless or undefined in the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Fault {
    /// C24, A15: the sequence never reaches a picture.
    #[error("the sequence never reaches a picture")]
    EndlessSequence,
    /// A17, A29: the command does not exist, or a step may not end on it.
    #[error("undefined command {0:#06x}")]
    UndefinedCommand(u16),
    /// A27: the operand has no meaning for the command.
    #[error("command {command:#06x} does not support the value {value}")]
    BadOperand {
        /// The command.
        command: u16,
        /// The operand.
        value: i32,
    },
    /// A25: an animation variable above 26.
    #[error("animation variable {0} (there are 27)")]
    BadVariable(u8),
    /// A28: an actor that does not exist.
    #[error("no actor {0}")]
    NoActor(u16),
    /// A32: no jump table, or an entry outside it.
    #[error("jump table entry {0} does not exist")]
    BadJump(i32),
    /// A9: AKST or AKSF has no entry for the sequence.
    #[error("no entry for the sequence at {0:#x}")]
    NoSequenceEntry(u16),
    /// A41: the cel does not exist.
    #[error("no cel {0}")]
    NoCel(u16),
    /// A46, A61, A75: a codec or shadow mode that can't draw the cel.
    #[error("{0}")]
    Undrawable(#[cfg_attr(feature = "serde", serde(skip))] &'static str),
    /// A98: the aux frame does not exist, or the version has no aux frames.
    #[error("no aux frame {0}")]
    NoAuxFrame(i32),
    /// A33: more than 31 entries for the command queue.
    #[error("the command queue is full")]
    QueueFull,
    /// The command stream ended inside a command.
    #[error("the command stream ends at {0:#x}")]
    StreamEnd(u32),
}

/// The interface to the animated actor and the engine around it.
///
/// COST costumes only call [`Host::emit`]. AKOS costumes also ask questions. The default methods
/// give the answers of an engine with one actor, in which no sound plays and no actor talks.
pub trait Host {
    /// Receives an effect. Effects come in the order in which they happen.
    fn emit(&mut self, effect: Effect);

    /// Returns the number of the animated actor.
    fn actor(&self) -> u16 {
        1
    }

    /// Returns entry `slot` of the actor's sound list; 0 beyond its end.
    fn sound(&self, _slot: usize) -> u16 {
        0
    }

    /// Returns a random number in `min..=max` (C082).
    fn random(&mut self, min: i32, _max: i32) -> i32 {
        min
    }

    /// Returns whether a sound is playing (C016..C019).
    fn sound_running(&self, _sound: u16) -> bool {
        false
    }

    /// Sets a variable of *another* actor immediately (C085). Returns `false` if the actor does not
    /// exist.
    fn set_actor_var(&mut self, _actor: u16, _var: u8, _value: i16) -> bool {
        false
    }

    /// Returns whether the variable of the talking actor is not 0 (C0A4, C0A5).
    fn any_actor_talks(&self) -> bool {
        false
    }

    /// Humongous: returns whether this actor's talkie is playing (C0A1, C0A2).
    fn talkie_running(&self) -> bool {
        false
    }
}

/// A [`Host`] that ignores all effects and gives the default answers: no sound plays, no actor
/// talks, and every random number is the smallest number of its range. Programs that only show
/// pictures need no other host.
///
/// ```
/// use scumm_costume::{Effect, Host, SilentHost};
///
/// SilentHost.emit(Effect::Sound { slot: 3 });
/// assert_eq!(SilentHost.random(5, 9), 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SilentHost;

impl Host for SilentHost {
    fn emit(&mut self, _effect: Effect) {}
}

#[cfg(test)]
mod tests {
    use super::QueueCommand;

    #[test]
    fn queue_commands_have_the_numbers_of_a33() {
        let commands: Vec<_> = (0..=u8::MAX)
            .filter_map(QueueCommand::from_number)
            .collect();
        let numbers: Vec<_> = commands.iter().map(|command| command.number()).collect();
        assert_eq!(numbers, [1, 3, 4, 5, 6, 7, 8, 9]);
    }
}
