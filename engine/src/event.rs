//! The requests and reports of a stage, and the questions that it asks its caller.

use crate::SplitMix64;
use scumm_costume::QueueCommand;

/// A request that the caller has to carry out, or a report that it may use.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Event {
    /// A costume requests a sound (C26, A33).
    Sound {
        /// The queue of the reference that takes the sound.
        via: SoundQueue,
        /// The number of the sound.
        id: i32,
        /// The channel; 0 unless the command names a channel.
        channel: i32,
        /// The flags, as the reference passes them.
        flags: i32,
    },
    /// A command of the AKOS queue was processed (A33). The stage has already performed its own
    /// part of the command.
    AkosCommand {
        /// The command.
        command: QueueCommand,
        /// The number of the actor.
        actor: u16,
        /// The first operand.
        p1: i32,
        /// The second operand.
        p2: i32,
    },
    /// A walk script has to run (T74).
    WalkScript {
        /// The number of the script.
        script: u16,
        /// The number of the actor.
        actor: u16,
        /// The phase of the walk: 1 for start, 2 for turn, 3 for stop.
        command: u8,
        /// The angle in degrees clockwise from north.
        angle: u16,
    },
    /// A talk script has to run (T81).
    TalkScript {
        /// The number of the script.
        script: u16,
        /// The number of the actor.
        actor: u16,
        /// The animation frame that the script replaces.
        frame: u16,
    },
    /// A condition that is fatal in the reference, or that the stage does not support.
    Fault {
        /// The number of the actor.
        actor: u16,
        /// The condition.
        fault: ActorFault,
    },
}

/// The two sound queues of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum SoundQueue {
    /// Takes the actor sounds of v1..v5 and, from HE95 on, the sounds of AKOS. The caller sets the
    /// game's variable of the last sound.
    Queue,
    /// Takes the sounds of COST in v6, and the sounds of AKOS before HE95.
    Queue2,
}

/// A condition that would have stopped the original, or that a stage does not support. The stage
/// continues: depending on the condition, the limb stands still, the walk ends, or the actor is not
/// drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ActorFault {
    /// A fault in the animation or drawing of a costume.
    #[error(transparent)]
    Costume(#[from] scumm_costume::Fault),
    /// T21b: the costume of a visible actor does not exist.
    #[error("there is no costume {0}")]
    NoCostume(u16),
    /// T76: the stored matrix of the walk boxes never leads to the destination. The walk ends.
    #[error("the matrix of the walk boxes never leads to the destination")]
    CircularMatrix,
    /// T78: the walking speed is 0 in v1..v3. The walk ends.
    #[error("the walking speed is 0")]
    NoSpeed,
}

/// The caller's side of a stage: random numbers and the state of sounds. The caller passes an
/// environment to every frame. [`SplitMix64`] implements this trait for programs without sounds.
pub trait Environment {
    /// Returns a random number in `min..=max` (A25, T84).
    fn random(&mut self, min: i32, max: i32) -> i32;
    /// Returns whether a sound is playing (A29).
    fn sound_running(&self, sound: u16) -> bool;
}

/// The ready-made environment: random numbers come from the generator, and no sound is ever
/// playing.
///
/// ```
/// use scumm_engine::{Environment, SplitMix64};
///
/// let mut world = SplitMix64::new(1);
/// assert!((1..=6).contains(&world.random(1, 6)));
/// assert!(!world.sound_running(7));
/// ```
impl Environment for SplitMix64 {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.in_range(min, max)
    }

    fn sound_running(&self, _sound: u16) -> bool {
        false
    }
}
