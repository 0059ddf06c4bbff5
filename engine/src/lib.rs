//! SCUMM actors on a stage: a [`Stage`] owns a room's buffers, its boxes and the [`Actor`]s in it, and plays one
//! engine frame a [`Stage::tick`]. What it wants done elsewhere — sounds, scripts — comes out as [`Event`]s.
//!
//! Rules are cited by number (`T21`, `D4`, `A33` …); they are those of the project's behaviour documents.
#![forbid(unsafe_code)]

pub mod actor;
pub mod clock;
pub mod event;
pub mod game;
pub mod random;
#[cfg(feature = "scene")]
pub mod scene;
pub mod stage;
pub mod table;

#[cfg(test)]
mod fixture;
mod talk;
mod walk;

pub use actor::{Actor, InitMode};
pub use clock::Clock;
pub use event::{Event, FaultsTold, SoundQueue};
pub use scumm_costume::Environment;
pub use stage::{Backdrop, Camera, Picture, Snapshot, Stage, View};
pub use table::Table;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../docs/embedding.md")]
struct Embedding;
