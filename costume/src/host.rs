//! What an animation asks of the engine, and what it tells the engine.

/// Something that an animation does outside the costume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Effect {
    /// COST v6: queue the actor's sound number `slot` at once (C22, C26).
    Sound {
        /// Index into the actor's sound list.
        slot: u8,
    },
    /// AKOS: an entry of the command queue (A33).
    Queue {
        /// The actor it is for: usually the one that is animated; another one with C084 (A28).
        actor: u16,
        /// The command's number 1..=9.
        command: u8,
        /// First operand.
        p1: i32,
        /// Second operand.
        p2: i32,
    },
    /// Something that is fatal in the reference; the limb stands still.
    Fault {
        /// The limb.
        limb: u8,
        /// What happened.
        fault: Fault,
    },
}

/// What is fatal, endless or undefined in the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Fault {
    /// C24, A15: the sequence never reaches anything to show.
    #[error("the sequence never reaches a picture")]
    EndlessSequence,
    /// A17, A29: no such command, or one that may not end a step.
    #[error("undefined command {0:#06x}")]
    UndefinedCommand(u16),
    /// A27: an operand that the command does not know.
    #[error("command {command:#06x} does not know {value}")]
    BadOperand {
        /// The command.
        command: u16,
        /// The operand.
        value: i32,
    },
    /// A25: an animation variable beyond 26.
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
    /// A41: no such cel.
    #[error("no cel {0}")]
    NoCel(u16),
    /// A46, A61, A75: a codec or shadow mode that can't draw this.
    #[error("{0}")]
    Undrawable(#[cfg_attr(feature = "serde", serde(skip))] &'static str),
    /// A98: no such aux frame, or a version without them.
    #[error("no aux frame {0}")]
    NoAuxFrame(i32),
    /// A33: more entries in the command queue than its 31.
    #[error("the command queue is full")]
    QueueFull,
    /// T76: the stored ways between walk boxes never arrive; the walk ends.
    #[error("the ways between the walk boxes run in circles")]
    CircularWays,
    /// T78: a walking speed of 0 in v1..v3; the walk ends.
    #[error("a walking speed of 0")]
    NoSpeed,
    /// The command stream ended inside a command.
    #[error("the command stream ends at {0:#x}")]
    StreamEnd(u32),
}

/// The actor that is animated and the engine around it.
///
/// COST costumes only tell it their effects. The questions are those of AKOS; an answer that is not
/// given is that of an engine with one actor, where nothing sounds and nobody talks.
pub trait Host {
    /// Receives an effect. Effects come in the order in which they happen.
    fn emit(&mut self, effect: Effect);

    /// The number of the actor that is animated.
    fn actor(&self) -> u16 {
        1
    }

    /// Entry `slot` of the actor's sound list; 0 beyond its end.
    fn sound(&self, _slot: usize) -> u16 {
        0
    }

    /// A random number in `min..=max` (C082).
    fn random(&mut self, min: i32, _max: i32) -> i32 {
        min
    }

    /// Whether a sound is playing (C016..C019).
    fn sound_running(&self, _sound: u16) -> bool {
        false
    }

    /// Sets a variable of *another* actor at once (C085); false if there is no such actor.
    fn set_actor_var(&mut self, _actor: u16, _var: u8, _value: i16) -> bool {
        false
    }

    /// Whether the variable of the talking actor is anything but 0 (C0A4, C0A5).
    fn any_actor_talks(&self) -> bool {
        false
    }

    /// Humongous: whether this actor's talkie is playing (C0A1, C0A2).
    fn talkie_running(&self) -> bool {
        false
    }
}
