//! SCUMM rooms and resource files.
//!
//! The lowest crate of Wardrobe: everything that reads bytes from a game stands on [`reader`],
//! everything that differs between versions asks a [`Dialect`].
//!
//! Rules are cited by number (`R1`, `S4`, `B7` …); they are those of the project's behaviour documents.
#![forbid(unsafe_code)]
// Numbers out of files: checked or saturating sums, slices by `get`. What is bounded by construction says so where it stands.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

pub mod block;
pub mod boxes;
pub mod canvas;
pub mod cycle;
pub mod dialect;
pub mod error;
pub mod image;
pub mod palette;
pub mod reader;
pub mod resource;
pub mod room;
pub mod surface;
pub mod walkbox;
pub mod zplane;

mod timing;

pub use block::Tag;
pub use boxes::{Boxes, Matrix, ScaleSlots};
pub use canvas::{Canvas, Planes};
pub use dialect::{Dialect, Game, Platform, Quirks, SoundCommands, Turning, WalkRules};
pub use error::{Error, Place, Result};
pub use palette::Palette;
pub use reader::Reader;
pub use room::{Room, RoomParts};
pub use surface::Surface;
pub use walkbox::{ScaleSlot, WalkBox};

/// A position in pixels as the original stores it: 16 bits signed. Sums are done in 32 bits
/// (`as_ivec2`) and cut when they are stored.
pub type Point = glam::I16Vec2;
