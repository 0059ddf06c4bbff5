//! `wardrobe`: plays, lists, checks and takes apart SCUMM costumes. The program is [`main`].
#![forbid(unsafe_code)]

mod cli;
mod commands;
mod game_args;
mod outcome;
mod output;
mod progress;
mod scene;
mod table;

pub use cli::main;
