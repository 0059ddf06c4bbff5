//! SCUMM costumes for engines and tools: reads costume files, plays their animations and draws them
//! pixel for pixel as the original engines do.
//!
//! A costume holds the pictures and animations of an actor. COST is the format of SCUMM versions 1
//! to 6, AKOS the format of versions 7 and 8 and of Humongous games. A [`Costume`] is parsed once
//! and is immutable, so many actors may share it. Each actor has its own [`LimbStates`]. The crate
//! opens no files and keeps no global state.
//!
//! # A first example
//!
//! This program draws eight steps of the walk animation of a costume of version 5:
//!
//! ```no_run
//! use scumm_costume::{ALL_LIMBS, Costume, Dialect, Facing, LimbStates};
//! use scumm_costume::{Look, Renderer, SilentHost, Target};
//!
//! let costume = Costume::parse(&std::fs::read("costume.cost")?, &Dialect::new(5))?;
//! let mut limbs = LimbStates::default();
//! limbs.reset();
//! costume.start(&mut limbs, Facing::EAST, 2, ALL_LIMBS)?;
//! let look = Look { x: 160, y: 140, facing: Facing::EAST, ..costume.look() };
//! let mut renderer = Renderer::default();
//! for _ in 0..8 {
//!     let mut pixels = vec![0; 320 * 200];
//!     costume.draw(&limbs, &look, &mut renderer, &mut Target::new(&mut pixels, 320, 200));
//!     costume.advance(&mut limbs, &mut SilentHost);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go next
//!
//! - [`Costume::parse`] reads a block with its header, as a game stores it. [`Dialect`] names the
//!   version of the game. [`Costume::parse_with`] also lists the damaged parts in a [`Damage`].
//! - [`Costume::animations`] and [`Costume::cels`] list the contents: each [`Animation`] and each
//!   [`CostumeCel`]. [`Costume::cel_pixels`] decodes a cel to a [`Surface`].
//! - [`Costume::start`] starts an animation, and [`Costume::advance`] plays one step of it. Sounds
//!   and other effects go to a [`Host`], which also answers the questions of an animation.
//!   [`SilentHost`] ignores the effects.
//! - [`Costume::draw`] draws all limbs. The [`Look`] has the place and the appearance of the actor,
//!   the [`Target`] is the memory that receives the pixels, and the [`Renderer`] keeps the state
//!   that the original carries from one actor to the next. [`Drawn`] is the report, which the rules
//!   of redrawing need.
//! - [`Costume::hit`] tests whether a pixel of the costume is at a position.
//! - [`Cost`], [`Akos`], [`V0`] and [`Nes`] are the four formats, with all their parts.
//! - The crate `scumm-engine` walks, scales, masks and redraws actors in rooms, and calls this
//!   crate.
//!
//! Comments cite rules by number (`C22`, `A31` …); the project's book in `docs/book` defines the
//! rules.
//!
//! # A program without files
//!
//! This example writes the smallest costume of version 5 by hand, starts its only animation and
//! draws it:
//!
//! ```
//! use scumm_costume::{ALL_LIMBS, Costume, Dialect, Facing, LimbStates, Look, Renderer, Target};
//!
//! // Offsets count from the third byte of the block.
//! let offset = |position: u16| (position - 2).to_le_bytes();
//! let mut block = b"COST".to_vec();
//! block.extend(85u32.to_be_bytes()); // the size of the block
//! block.push(1); // the number of the last animation
//! block.push(0x58); // format: 16 colours
//! // The palette: colour 1 is colour 40 of the screen.
//! block.extend([0, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
//! block.extend(offset(69)); // the offset of the commands
//! block.extend(offset(70).repeat(16)); // the offset of each limb's table of pictures
//! block.extend([0, 0]); // animation 0 (frame 0 facing west) does not exist
//! block.extend(offset(64)); // the offset of animation 1 (frame 0 facing east)
//! block.extend([0x00, 0x80]); // 64, animation 1: sets limb 0
//! block.extend([0, 0]); //     to play from command 0
//! block.push(0); //            one command, which loops
//! block.push(0); // 69, the commands: picture 0
//! block.extend(offset(72)); // 70, the table: the offset of picture 0
//! block.extend([2, 0, 2, 0]); // 72, picture 0: two pixels wide, two high
//! block.extend([0, 0, 0xff, 0xff]); // no column to the right, one line up
//! block.extend([0, 0, 0, 0]); // later limbs do not move
//! block.push(0x14); // the pixels: colour 1, four times
//!
//! let costume = Costume::parse(&block, &Dialect::new(5))?;
//! let mut limbs = LimbStates::default();
//! limbs.reset();
//! costume.start(&mut limbs, Facing::EAST, 0, ALL_LIMBS)?;
//!
//! let (mut pixels, mut renderer) = (vec![0; 16 * 9], Renderer::default());
//! let look = Look { x: 4, y: 3, facing: Facing::EAST, ..costume.look() };
//! costume.draw(&limbs, &look, &mut renderer, &mut Target::new(&mut pixels, 16, 8));
//! assert_eq!(pixels[2 * 16..][..8], [0, 0, 0, 0, 40, 40, 0, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Types of other crates
//!
//! Offsets of cels and the movement of limbs are `glam::I16Vec2`, and types such as [`Surface`],
//! [`Rect`] and [`Dialect`] come from `scumm-room`, which this crate re-exports. The crate follows
//! one release series of glam at a time (0.34 now); a newer series is a breaking change of this
//! crate.
//!
//! # Features
//!
//! - `edit`: the module `edit` has functions for tools. They write costumes, take them apart,
//!   describe each byte, and find faults.
//! - `serde`: [`LimbStates`] and [`Facing`] implement `Serialize` and `Deserialize`.
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
pub use costume::{Costume, PlacedCel};
pub use damage::Damage;

// Playing of animations.
pub use anim::{
    ALL_LIMBS, Effect, Fault, Host, LIMBS, Limb, LimbStates, NONE, QueueCommand, SilentHost, VARS,
};
pub use facing::Facing;

// Drawing.
pub use draw::{
    BIG_SCALE_TABLE, Cache, DEFAULT_LIMIT, Drawn, HitTest, Look, PictureHook, PicturePlace,
    PlaneRows, Renderer, ShadowKind, StripLines, StripSet, Target, Visibility,
};
pub use trace::{AUX_FRAME, Trace, TracedCel, Write};

// Contents of a costume of either kind.
pub use contents::{Animation, AnimationLimb, CostumeCel, ShownCel, frame_and_facing};

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

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
