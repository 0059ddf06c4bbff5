//! Plays the rooms and actors of SCUMM games, one engine frame at a time.
//!
//! A [`Stage`] owns a room's buffers, its boxes and the [`Actor`]s in it. [`Stage::tick`] plays an engine frame: actors walk,
//! the camera follows, the background comes back where somebody was, actors are drawn and then animated. What the stage
//! wants done elsewhere (sounds, scripts) comes out as [`Event`]s; what it asks (chance, sounds that play) comes in through
//! [`Environment`]. Nothing is read, shown or kept outside of it.
//!
//! Rules are cited by number (`T21`, `D4`, `Y36` …); the project's book defines them (`docs/book`).
//!
//! # A first example
//!
//! An actor walks through a room that is one plain picture. No game is needed:
//!
//! ```
//! use scumm_engine::{Backdrop, Dialect, Environment, Picture, SplitMix64, Stage, Surface};
//!
//! /// Nothing sounds, and chance is the project's own generator.
//! struct World(SplitMix64);
//!
//! impl Environment for World {
//!     fn random(&mut self, min: i32, max: i32) -> i32 {
//!         self.0.in_range(min, max)
//!     }
//!     fn sound_running(&self, _sound: u16) -> bool {
//!         false
//!     }
//! }
//!
//! # fn main() -> scumm_engine::Result<()> {
//! let mut world = World(SplitMix64::new(1));
//! let wall = Picture::new(Surface::filled(320, 144, 7), Vec::new(), 1)?;
//! let mut stage = Stage::new(Dialect::new(5), Backdrop::Picture(wall.into()), 0..144);
//! let room = stage.room_number();
//!
//! let mut actor = stage.actor_mut(1)?;
//! actor.ignore_boxes = true; // this room has none
//! actor.put(100, 120, Some(room));
//! actor.walk(130, 120, None);
//! for _ in 0..5 {
//!     stage.tick(&mut world);
//! }
//! assert_eq!(stage.actor(1)?.pos.to_array(), [130, 120]);
//! assert!(stage.front().rows().flatten().all(|&colour| colour == 7)); // palette indices, row by row
//! # Ok(())
//! # }
//! ```
//!
//! The crates of rooms and costumes are [`room`] and [`costume`] here; no other dependency is needed.
//!
//! # Features
//!
//! - `serde`: a [`Snapshot`], a [`Talk`], a [`Clock`] and an [`Operation`] can be written in any format that serde has.
//! - `schema`: [`Operation`], [`ActorField`] and [`StageField`] have JSON Schemas.
#![forbid(unsafe_code)]

mod actor;
mod clock;
mod event;
mod flashlight;
mod game;
mod nes;
mod operation;
mod random;
mod speech;
mod stage;
mod table;
mod talk;
mod v0;
mod walk;

#[cfg(test)]
mod fixture;

use table::Table;

// What the names below show of the other crates: whoever embeds needs this crate alone.
pub use glam::{I16Vec2, IVec2};
pub use scumm_costume::{self as costume, Cache, Costume, Facing};
pub use scumm_room::{self as room, Dialect, Error, Palette, Point, Rect, Result, Room, Surface};

// The stage and what stands on it.
pub use stage::{
    Backdrop, BoxesMut, Colours, MAX_ACTOR, Objects, Overlay, Picture, PrintTarget, Redraw,
    Snapshot, Stage, Variables, View,
};

// The camera.
pub use stage::{Camera, CameraMode};

// Actors, and what scripts do to them.
pub use actor::{
    Actor, ActorMut, HumongousState, InitMode, SOUNDS, Walk, class, moving, v5_operation,
};

// Operations of scripts as data.
pub use operation::{
    ActorField, ActorId, Bounded, ClassId, ConditionId, FieldValue, FrameCount, Operation, Reply,
    SlotId, StageField, UserConditionId,
};
#[cfg(feature = "serde")]
pub use operation::{
    Sequence, flag, is_same_variant, names, operands, read_operation, read_variant,
};

// Version 0.
pub use v0::{V0Actor, misc};

// What the stage asks for and tells.
pub use event::{Environment, Event, Fault, SoundQueue};
pub use random::SplitMix64;

// What is said.
pub use speech::{Talk, mouth_closed};

// When frames begin.
pub use clock::Clock;

// Opening a game.
pub use game::{Game, OpenError, Resources, blend_table};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../docs/embedding.md")]
struct Pages;
