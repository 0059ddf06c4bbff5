//! The interface between an animation and the engine: effects and questions.

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
        /// The actor that receives the command: usually the animated one; another one with C084
        /// (A28).
        actor: u16,
        /// The number of the command, 1..=9.
        command: u8,
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
    /// A27: the command does not know the operand.
    #[error("command {command:#06x} does not know {value}")]
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
/// COST costumes only call [`Host::emit`]. AKOS costumes also ask questions. The default answers
/// are those of an engine with one actor, in which no sound plays and no actor talks.
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

    /// Sets a variable of *another* actor at once (C085). Returns false if there is no such actor.
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
