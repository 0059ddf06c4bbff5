//! What modders and archivists do with costumes, rooms and games of SCUMM, as functions that take
//! values and give values or files.
//!
//! A game is opened by [`load::game`], a costume is loaded through a
//! [`costume_input::CostumeInput`]. [`list`], [`info`], [`map`], [`lint`] and [`compare`] tell what
//! there is, [`casting`] who wears which costume where, [`colours`] in whose colours it is shown;
//! [`export`], [`gallery`], [`extract`] and [`room`] write it down; [`disassemble`] and [`build`]
//! lead to sources and back, [`import`] puts a costume into a game. Nothing here prints or knows a
//! terminal; long work reports to a [`scumm_platform::progress::Progress`].
#![forbid(unsafe_code)]

pub mod boxes;
pub mod build;
pub mod casting;
pub mod casting_words;
pub mod chores;
mod code_lines;
pub mod colours;
pub mod compare;
pub mod contact;
pub mod costume_input;
pub mod demo;
pub mod directions;
pub mod disassemble;
mod each;
pub mod environment;
pub mod export;
pub mod extract;
pub mod facts;
pub mod file_names;
pub mod gallery;
pub mod identity_line;
pub mod import;
pub mod info;
pub mod inputs;
pub mod lint;
pub mod list;
pub mod load;
pub mod map;
pub mod output;
pub mod people;
pub mod room;
pub mod shade;
mod sheet_file;
pub mod shelf;
pub mod standing;
pub mod written;
