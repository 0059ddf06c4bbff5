//! `wardrobe`: plays, lists, checks and takes apart SCUMM costumes. The program is [`main`].
#![forbid(unsafe_code)]

mod bench;
mod cli;
mod commands;
mod folders;
mod game_args;
mod outcome;
mod output;
mod play;
mod progress;
mod scene;
mod settings;
mod show;
mod table;
mod testcard;

pub use cli::main;
#[cfg(test)]
use scumm_tools::build;
use scumm_tools::{boxes, chores, demo, inputs, load, shade};
