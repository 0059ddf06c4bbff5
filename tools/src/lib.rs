//! Tools for modders and archivists of SCUMM costumes, rooms and games, as functions that take
//! values and return values or write files.
//!
//! [`load::game`] opens a game, [`shelf::Shelf`] finds several, and a
//! [`costume_input::CostumeInput`] loads a costume. [`list`], [`info`], [`map`], [`lint`] and
//! [`compare`] describe the contents. [`casting`] determines which
//! actor wears which costume in which room, and [`colours`] chooses the colours of a costume.
//! [`export`], [`gallery`], [`extract`] and [`room`] write files. [`disassemble`] and [`build`]
//! convert costumes to sources and back, and [`import`] puts a costume into a game. No function
//! prints or depends on a terminal; long operations report to a
//! [`scumm_media::progress::Progress`]. Functions that read or write files take a
//! [`run_files::RunFiles`], which refuses to write over an input.
#![forbid(unsafe_code)]

pub mod boxes;
pub mod build;
pub mod chores;
pub mod clip;
pub mod colours;
pub mod compare;
pub mod contact;
pub mod costume_input;
pub mod demo;
pub mod disassemble;
mod each;
pub mod export;
pub mod extract;
pub mod facts;
pub mod file_names;
pub mod gallery;
pub mod import;
pub mod info;
pub mod layers;
pub mod lint;
pub mod lint_rooms;
pub mod list;
pub mod load;
pub mod map;
pub mod output;
pub mod palette_file;
pub mod people;
pub mod provenance;
pub mod room;
pub mod run_files;
pub mod shade;
mod sheet_file;
pub mod shelf;
pub mod verify;
pub mod watch;
pub mod written;

pub use scumm_casting as casting;
