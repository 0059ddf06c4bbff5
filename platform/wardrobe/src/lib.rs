//! `wardrobe`: plays, lists, checks and takes apart SCUMM costumes.
//!
//! The program is [`main`]. A page in a browser shows what [`pages`] makes of a game, without the program around it.
#![forbid(unsafe_code)]
// Most of what pages do not need is left out as whole modules.
#![cfg_attr(not(feature = "program"), allow(dead_code, unused_imports))]

#[cfg(feature = "program")]
mod bench;
#[doc(hidden)]
pub mod bodies;
mod boxes;
mod build;
mod chores;
#[cfg(feature = "program")]
mod cli;
mod compare;
mod costume_input;
mod demo;
mod directions;
mod disassemble;
mod environment;
mod export;
mod extract;
mod facts;
#[cfg(feature = "program")]
mod folders;
mod gallery;
mod game_args;
mod identity_line;
mod import;
mod info;
mod inputs;
mod lint;
#[cfg(feature = "program")]
mod list;
mod load;
#[cfg(feature = "program")]
mod manual;
mod map;
mod outcome;
mod output;
pub mod pages;
#[cfg(feature = "program")]
mod play;
mod progress;
mod room;
#[cfg(feature = "program")]
mod scene;
#[cfg(feature = "program")]
mod settings;
mod shade;
#[cfg(feature = "program")]
mod show;
mod table;
#[cfg(feature = "program")]
mod testcard;

#[cfg(feature = "program")]
pub use cli::main;
