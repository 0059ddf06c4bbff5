#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// Numbers out of files: checked or saturating sums, slices by `get`. What is bounded by
// construction says so where it stands.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod akos;
mod anim;
mod contents;
mod cost;
mod costume;
mod damage;
mod draw;
#[cfg(feature = "edit")]
pub mod edit;
mod facing;
mod host;
mod nes;
mod trace;
mod v0;

// Reading a costume.
pub use costume::Costume;
pub use damage::Damage;

// Playing its animations.
pub use anim::{ALL_LIMBS, LIMBS, Limb, LimbStates, NONE, VARS};
pub use facing::Facing;
pub use host::{Effect, Fault, Host};

// Drawing it.
pub use draw::{
    BIG_SCALE_TABLE, Cache, DEFAULT_LIMIT, Drawn, Look, Renderer, StripLines, StripSet, Target,
};
pub use trace::{AUX_FRAME, Trace, TracedCel, Write};

// What a costume of either kind holds.
pub use contents::{Animation, AnimationLimb, CostumeCel, frame_and_facing};

// What the names above are made of, and which SCUMM it is: whoever needs costumes alone needs no
// other crate.
pub use scumm_room::{Dialect, Error, GameId, Platform, Quirks, Rect, Result, Surface};
// The kinds of version 0 and of the Nintendo.
pub use nes::{Nes, SpriteSet};
pub use v0::{V0, V0_LIMBS, V0Limb, V0Limbs};

// The two kinds.
pub use akos::{Akax, Akhd, Akos, AuxPicture, AuxPlace, Cel, CelImage, Codec};
pub use cost::{Cost, Format};

// What the two kinds are made of, for tools.
#[cfg(feature = "edit")]
pub use {
    akos::{Chore, ChoreLimb},
    cost::{Command, Entry, Record, Sequence},
    nes::NES_ANIMATIONS,
    v0::V0Command,
};
