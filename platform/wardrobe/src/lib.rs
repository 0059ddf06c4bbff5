//! `wardrobe`: plays, lists, checks and takes apart SCUMM costumes. [`main`] runs the program.
#![forbid(unsafe_code)]

mod cli;
mod commands;
mod game_args;
mod messages;
mod output;
mod scene;

pub use cli::main;
