//! SCUMM costumes: COST of v1..v6 and AKOS of v7, v8 and Humongous.
//!
//! A [`Costume`] is parsed once and never changes; what moves is an actor's [`LimbStates`]. Drawing needs a
//! [`Look`] (how the actor stands), a [`Target`] (the stage's memory) and the [`Renderer`], which keeps what the
//! original carries over from one actor to the next.
#![forbid(unsafe_code)]
// Numbers out of files: checked or saturating sums, slices by `get`. What is bounded by construction says so where it stands.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

pub mod akos;
pub mod anim;
pub mod cost;
pub mod damage;
pub mod draw;
#[cfg(feature = "edit")]
pub mod edit;
pub mod facing;
pub mod host;
pub mod trace;

mod contents;
mod costume;

pub use anim::{Limb, LimbStates};
pub use contents::{Animation, AnimationLimb, CostumeCel, frame_and_facing};
pub use costume::Costume;
pub use damage::Damage;
pub use draw::{Drawn, Look, Renderer, StripSet, Target};
pub use host::{Effect, Fault, Host};
