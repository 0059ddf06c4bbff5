//! The state of an actor's animation: sixteen limbs, counters and variables.

use crate::v0::V0Limbs;

/// The number of limbs of every costume, except in v0, which has eight limbs of its own.
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

/// The state of an actor's animation, which is saved with the actor. It is small and can be copied.
/// When the engine starts, all values are 0, including those of the limbs (T20, mode -1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LimbStates {
    /// The limbs; limb 0 is drawn first (0.g).
    pub limbs: [Limb; LIMBS],
    /// Bit i: limb i is not drawn, though it advances (0.d).
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
