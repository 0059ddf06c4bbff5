//! Plays the rooms and actors of SCUMM games, one engine frame at a time, without running scripts
//! or playing sounds.
//!
//! A [`Stage`] owns the buffers of a room, its walk boxes and its [`Actor`]s. [`Stage::tick`] plays
//! one engine frame: the actors walk, the camera follows, the background is restored where an actor
//! was, the actors are drawn, and their animations advance. The stage returns its requests to the
//! caller, such as sounds and scripts, as [`Event`]s. It asks the caller for random numbers and for
//! the state of sounds through [`Environment`]. The crate keeps no state outside the stage, and
//! only [`Game`] reads files.
//!
//! # A first example
//!
//! An actor walks through a room that consists of one plain picture. The example needs no game:
//!
//! ```
//! use scumm_engine::{Backdrop, Dialect, Picture, SplitMix64, Stage, Surface};
//!
//! # fn main() -> scumm_engine::Result<()> {
//! let mut world = SplitMix64::new(1); // random numbers, and no sounds
//! let wall = Picture::new(Surface::filled(320, 144, 7), Vec::new(), 1)?;
//! let mut stage = Stage::new(Dialect::new(5), Backdrop::Picture(wall.into()), 0..144);
//! let room = stage.room_number();
//!
//! let mut actor = stage.actor_mut(1)?;
//! actor.ignore_boxes = true; // the picture has no walk boxes
//! actor.put(100, 120, Some(room));
//! actor.walk(130, 120, None);
//! for _ in 0..5 {
//!     stage.tick(&mut world);
//! }
//! assert_eq!(stage.actor(1)?.pos.to_array(), [130, 120]);
//! let mut pixels = stage.front().rows().flatten(); // palette indices, row by row
//! assert!(pixels.all(|&colour| colour == 7)); // the actor wears no costume yet
//! # Ok(())
//! # }
//! ```
//!
//! The `world` of the example is the caller's [`Environment`], which answers the stage's questions.
//! [`SplitMix64`] implements the trait for programs without sounds. An engine with sounds
//! implements the trait itself.
//!
//! # Where to go next
//!
//! - [`Game::open`] opens the files of a game. [`Stage::for_room`] and [`Stage::for_game`] create a
//!   stage from them, and [`Stage::enter_room`] changes the room.
//! - [`Stage::actor_mut`] returns an [`ActorMut`]. The script operations on actors are its methods,
//!   and its page has a table of the operations of all SCUMM versions.
//! - [`Stage::apply`] performs an [`Operation`]: a script operation as data, for recordings and for
//!   other languages.
//! - [`Stage::take_events`] returns what the caller has to carry out after a frame: an [`Event`]
//!   for each sound, script and fault.
//! - [`Stage::tick_walk`] and [`Stage::tick_draw`] are the two halves of a frame. [`Talk`] drives a
//!   line of speech between the two halves.
//! - [`Stage::insert_room`] and [`Stage::insert_costume`] add resources of your own, and
//!   [`Stage::set_resources`] sets a source from which the stage loads missing rooms and costumes.
//!   [`Stage::forget_room`] and [`Stage::forget_costume`] free the memory of loaded resources.
//! - [`Clock`] says when the next frame begins.
//! - [`Stage::front`] is the picture of a frame: palette indices in rows. [`Stage::colours`] has
//!   the palette.
//! - [`Stage::save`] takes a [`Snapshot`] of the stage, which can be restored later.
//!
//! The crates `scumm-room` and `scumm-costume` are re-exported here as `room` and `costume`, so an
//! embedding program needs no other dependency. Comments cite rules by number (`T21`, `D4`, `Y36`
//! …); the project's book in `docs/book` defines the rules.
//!
//! # Units
//!
//! Positions of actors are in room pixels, counted from the upper left corner of the room; SCUMM v0
//! to v2 count in units of 8x2 pixels. Angles are in degrees clockwise from north: 0 faces away
//! from the viewer, 90 right, 180 towards the viewer, 270 left. A scale of 255 is full size. A
//! jiffy is about 1/60 s ([`Dialect::frame_duration`] has the exact length), and a frame lasts six
//! jiffies unless a game sets another length. The type [`Facing`] holds an angle. Fields of actors
//! and operands of scripts hold degrees as integers. Numbers that stand for "none" are listed under
//! [values of the original](Actor#values-of-the-original).
//!
//! # Types of glam
//!
//! Positions of actors are [`I16Vec2`], of which [`Point`] is an alias, and limits and speeds of
//! the camera are [`IVec2`]. Both are types of the crate glam 0.34, re-exported here. A program
//! that uses the re-exported names always has the same version of glam as this crate. An update to
//! an incompatible version of glam is a breaking change of this crate and raises its version number
//! accordingly.
//!
//! # Features
//!
//! - `archives`: [`Game::open`] reads games in zip archives.
//! - `serde`: [`Snapshot`], [`Talk`], [`Clock`] and [`Operation`] implement `Serialize` and
//!   `Deserialize`.
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
mod stage;
mod table;
mod talk;
mod v0;
mod walk;

#[cfg(test)]
mod fixture;

// Names of the other crates that the public signatures below use.
pub use glam::{I16Vec2, IVec2};
pub use scumm_costume::{self as costume, Cache, Costume, Facing};
pub use scumm_room::{
    self as room, Dialect, Error, Misuse, Palette, Point, Rect, Result, Room, Surface,
};

// The stage and its parts.
pub use stage::{
    Backdrop, BoxesMut, Colours, MAX_ACTOR, Objects, Overlay, Picture, PrintTarget, Redraw,
    Snapshot, Stage, StageView, Variables,
};

// The camera.
pub use stage::{Camera, CameraMode};

// Actors and the script operations on them.
pub use actor::{
    Actor, ActorMut, HumongousState, InitMode, SOUNDS, Walk, class, moving, v5_operation,
};

// Script operations as data.
pub use operation::{
    ActorField, ActorId, Bounded, ClassId, ConditionId, FieldValue, FrameCount, Operation, Reply,
    SlotId, StageField, UserConditionId,
};
#[cfg(feature = "serde")]
pub use operation::{AsList, flag, is_same_variant, names, operands, read_operation, read_variant};

// Tables of 256 entries, such as the colour overrides of an actor.
pub use table::ColourTable;

// Version 0.
pub use v0::{V0Actor, misc};

// Requests and answers between the stage and its caller.
pub use event::{ActorFault, Environment, Event, SoundQueue};
pub use random::SplitMix64;

// Lines of speech.
pub use talk::{Talk, mouth_closed};

// The timing of frames.
pub use clock::Clock;

// Opening a game.
pub use game::{Game, OpenError, Resources, blend_table};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../docs/embedding.md")]
struct Pages;
