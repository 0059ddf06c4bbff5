//! `wardrobe`: plays, lists, checks and takes apart SCUMM costumes.
#![forbid(unsafe_code)]

mod bench;
mod boxes;
mod build;
mod chores;
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
mod folders;
mod gallery;
mod import;
mod info;
mod inputs;
mod lint;
mod list;
mod load;
mod manual;
mod map;
mod outcome;
mod output;
mod paint;
mod play;
mod progress;
mod room;
mod scene;
mod settings;
mod shade;
mod show;
mod table;
mod testcard;

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use crate::cli::Cli;
use crate::outcome::Outcome;

fn main() -> ExitCode {
    let start = Instant::now();
    let cli = Cli::parse();
    log_by(cli.verbose);
    let outcome = cli.run(start).unwrap_or_else(Outcome::of_error);
    if let Outcome::Failed(message) = &outcome {
        eprintln!("wardrobe: {message}");
    }
    outcome.into()
}

/// Starts logging to stderr: warnings, and one level more a `-v`. RUST_LOG has the last word.
fn log_by(verbose: u8) {
    let level = ["warn", "info", "debug", "trace"][usize::from(verbose.min(3))];
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level))
        .format(|out, record| writeln!(out, "wardrobe: {}: {}", record.level().as_str().to_lowercase(), record.args()))
        .init();
}
