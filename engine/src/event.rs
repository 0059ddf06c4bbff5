//! What the stage tells its caller, in order, and what it asks of it.

/// Something that the caller has to carry out or may want to know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Event {
    /// A sound was asked for (C26, A33).
    Sound {
        /// Through which queue.
        via: SoundQueue,
        /// The sound's number.
        id: i32,
        /// Channel, 0 unless the command names one.
        channel: i32,
        /// Flags as the reference passes them.
        flags: i32,
    },
    /// An entry of the AKOS queue was worked off (A33); the stage has already done what it can do itself.
    AkosCommand {
        /// 1..=9.
        command: u8,
        /// The actor.
        actor: u16,
        /// First operand.
        p1: i32,
        /// Second operand.
        p2: i32,
    },
    /// A walk script is due (T74).
    WalkScript {
        /// The script.
        script: u16,
        /// The actor.
        actor: u16,
        /// 1 start, 2 turn, 3 stop.
        command: u8,
        /// The angle.
        angle: u16,
    },
    /// A talk script is due (T81).
    TalkScript {
        /// The script.
        script: u16,
        /// The actor.
        actor: u16,
        /// The frame that would have been started.
        frame: u16,
    },
    /// Something that is fatal in the reference, or that the stage can't do.
    Fault {
        /// The actor.
        actor: u16,
        /// What happened.
        fault: Fault,
    },
}

/// The reference's two ways to queue a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum SoundQueue {
    /// v1..v5 actor sounds, and from HE95 on the sounds of AKOS: the game's variable of the last sound is set.
    Queue,
    /// v6 COST sounds, and the sounds of AKOS before HE95.
    Queue2,
}

/// What would have stopped the original, or what a stage can't do. The stage plays on: a limb stands still, a walk ends, an
/// actor is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Fault {
    /// In a costume's animation or drawing.
    #[error(transparent)]
    Costume(#[from] scumm_costume::Fault),
    /// T21b: the costume of an actor that is shown is not there.
    #[error("there is no costume {0}")]
    NoCostume(u16),
    /// T76: the stored matrix of the walk boxes never leads to the destination; the walk ends.
    #[error("the ways between the walk boxes run in circles")]
    CircularMatrix,
    /// T78: a walking speed of 0 in v1..v3; the walk ends.
    #[error("a walking speed of 0")]
    NoSpeed,
}

/// What stands outside the engine: chance and the sounds that play. The caller brings it to every tick.
pub trait Environment {
    /// A random number in `min..=max` (A25, T84).
    fn random(&mut self, min: i32, max: i32) -> i32;
    /// Whether a sound is playing (A29).
    fn sound_running(&self, sound: u16) -> bool;
}
