//! SCUMM actors on a stage: a [`Stage`] owns a room's buffers, its boxes and the [`Actor`]s in it, and plays one
//! engine frame a [`Stage::tick`]. What it wants done elsewhere — sounds, scripts — comes out as [`Event`]s.
//!
//! Rules are cited by number (`T21`, `D4`, `A33` …); they are those of the project's behaviour documents.
#![forbid(unsafe_code)]

mod actor;
mod clock;
mod environment;
mod event;
mod game;
mod random;
#[cfg(feature = "scene")]
pub mod scene;
mod stage;
mod table;
mod talk;
mod walk;

#[cfg(test)]
mod fixture;

pub use actor::{Actor, ActorMut, HumongousState, InitMode, Walk, class, moving, v5_operation};
pub use clock::{Clock, FrameTime};
pub use environment::Environment;
pub use event::{Event, FaultsTold, SoundQueue};
pub use game::{CostumeEntry, Game, OpenError};
pub use random::SplitMix64;
pub use stage::{Backdrop, Band, Buffers, Camera, CameraMode, Picture, Snapshot, Stage, View};
pub use table::Table;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../docs/embedding.md")]
struct Embedding;
