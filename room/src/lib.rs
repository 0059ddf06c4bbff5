//! Reader of SCUMM rooms and resource files.
//!
//! This is the lowest crate of Wardrobe. Code that differs between versions calls methods of a
//! [`Dialect`]. Code that reads bytes uses a [`Reader`], whose errors name file, block path, byte
//! offset, the expected value and the found value.
//!
//! Rules are cited by number (`R1`, `S4`, `B7` …); the project's book defines them (`docs/book`).
//!
//! # A first example
//!
//! This program builds a room of version 5 with one strip byte by byte, and parses it:
//!
//! ```
//! use scumm_room::{Dialect, Room, RoomParts, Tag, block};
//!
//! let block = |tag: &[u8; 4], parts: &[&[u8]]| block::write(Tag(*tag), &parts.concat());
//! let header = block(b"RMHD", &[&[8, 0], &[2, 0], &[0, 0]])?; // 8 pixels wide, 2 high, no objects
//! let pixels = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4];
//! let strip = [&[1][..], &pixels].concat(); // code 1: pixels row by row
//! // The strip begins 12 bytes after the start of its block.
//! let strips = block(b"SMAP", &[&12_u32.to_le_bytes(), &strip])?;
//! let picture = block(b"RMIM", &[&block(b"RMIH", &[&[0, 0]])?, &block(b"IM00", &[&strips])?])?;
//! let bytes = block(b"ROOM", &[&header, &picture])?;
//!
//! let room = Room::parse(&RoomParts::new(&bytes), &Dialect::new(5))?;
//! assert!(room.problems().is_empty());
//! assert_eq!(room.picture().pixels(), pixels);
//! # Ok::<(), scumm_room::Error>(())
//! ```
//!
//! # Types of glam
//!
//! Positions are [`glam::I16Vec2`] ([`Point`]) and, in sums, [`glam::IVec2`]. The crate follows one
//! release series of glam at a time (0.34 now), which `Cargo.toml` names. A newer series is a
//! breaking change: it requires a new minor version of this crate before 1.0, and a new major
//! version from 1.0 on.
//!
//! # Features
//!
//! - `archives`: a game in a zip archive can be opened like a game in a folder (I38).
//! - `detection`: recognises known games by the checksums of their index files, too (I23).
//! - `edit`: adds the module `edit`, which writes rooms and games and replaces single resources of
//!   a game.
//! - `serde`: palettes, boxes, canvases and the dialect can be serialized.
#![forbid(unsafe_code)]
// Numbers from files are handled with checked or saturating sums and with slices by `get`. Modules
// whose numbers are bounded by construction allow plain arithmetic and give the reason.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

pub mod block;
#[doc(hidden)]
pub mod codec;
#[cfg(feature = "edit")]
pub mod edit;
#[doc(hidden)]
pub mod nes;
pub mod resource;

mod boxes;
mod canvas;
mod cycle;
mod dialect;
mod error;
mod image;
mod palette;
mod place;
mod reader;
mod rect;
mod room;
mod surface;
mod walkbox;
mod zplane;

// The version of SCUMM.
pub use dialect::{Dialect, Enhancements, GameId, Platform, Quirks, REFERENCE, Render};

// Rooms and their pictures.
pub use crate::image::strip::RoomTarget;
pub use cycle::Cycle;
pub use palette::{Palette, StoredPalette};
pub use room::{ObjectNow, Room, RoomObject, RoomParts};
pub use surface::Surface;

// The stage's memory.
pub use canvas::{Canvas, Planes};
pub use rect::Rect;

// Walk boxes and scale slots.
pub use boxes::{BoxMatrix, Boxes, Gate, MAX_BOXES, NO_BOX, SCALE_SLOT, slot_of_word};
pub use walkbox::{SCALE_SLOTS, ScaleSlot, WalkBox};

// Reading of bytes, and errors.
pub use error::{Error, Misuse, Result};
pub use place::{DataPlace, Tag};
pub use reader::Reader;

/// A position in pixels as the original stores it: 16 bits, signed. Sums are computed in 32 bits
/// (`as_ivec2`) and truncated to 16 bits when they are stored.
pub type Point = glam::I16Vec2;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
