#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// Numbers from files are handled with checked or saturating sums and with slices by `get`. Modules
// whose numbers are bounded by construction allow plain arithmetic and give the reason.
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
mod nes;
mod trace;
mod v0;

// Reading of a costume.
pub use costume::Costume;
pub use damage::Damage;

// Playing of animations.
pub use anim::{
    ALL_LIMBS, Effect, Fault, Host, LIMBS, Limb, LimbStates, NONE, QueueCommand, SilentHost, VARS,
};
pub use facing::Facing;

// Drawing.
pub use draw::{
    BIG_SCALE_TABLE, Cache, DEFAULT_LIMIT, Drawn, HitTest, Look, Renderer, ShadowKind, StripLines,
    StripSet, Target, Visibility,
};
pub use trace::{AUX_FRAME, Trace, TracedCel, Write};

// Contents of a costume of either kind.
pub use contents::{Animation, AnimationLimb, CostumeCel, frame_and_facing};

// Types of `scumm_room` in the interface above, so that users of costumes need no other crate.
pub use scumm_room::{Dialect, Error, GameId, Misuse, Platform, Quirks, Rect, Result, Surface};
// Costumes of v0 and of the Nintendo.
pub use nes::{Nes, SpriteSet};
pub use v0::{V0, V0_LIMBS, V0Limb, V0Limbs};

// COST and AKOS.
pub use akos::{Akax, Akhd, Akos, AuxPicture, AuxPlace, Cel, CelImage, Codec};
pub use cost::{Cost, CostPicture, Format};

// Parts of COST and AKOS, for tools.
#[cfg(feature = "edit")]
pub use {
    akos::{Chore, ChoreLimb},
    cost::{CostCommand, CostEntry, CostRecord, CostSequence},
    nes::NES_ANIMATIONS,
    v0::V0Command,
};
