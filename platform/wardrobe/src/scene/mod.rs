//! `wardrobe scene`: plays scene files, holds them against stored lines, stores new ones.

mod against;
mod bless;
mod check;
mod features;
mod find;
mod judge;
mod junit;
mod kit;
mod matrix;
mod pictures;
mod play;
mod report;
mod run;
mod screenshots;
mod shrink;
mod sources;
mod strict;
mod tally;
mod tell;
pub mod text;

use anyhow::Result;

use crate::outcome::Outcome;
pub use find::stored_lines;
pub use sources::{DEMO, GamePlaces, SourceArgs};

/// Plays scene files and checks them against stored lines
///
/// A scene is a text file (JSON or TOML) that sets up a stage, actors and costumes and lists steps. Playing it prints a line of JSON
/// for each engine frame and operation.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    sources: SourceArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Run(run::Args),
    Play(play::Args),
    Check(check::Args),
    Bless(bless::Args),
    Report(report::Args),
    Matrix(matrix::Args),
    Kit(kit::Args),
    Shrink(shrink::Args),
}

/// Plays, checks or stores.
///
/// # Errors
/// What is named can't be read, or is no scene.
pub fn run(args: &Args) -> Result<Outcome> {
    let outcome = match &args.command {
        Command::Run(command) => run::run(command, &args.sources),
        Command::Play(command) => play::run(command, &args.sources),
        Command::Check(command) => check::run(command, &args.sources),
        Command::Bless(command) => bless::run(command, &args.sources),
        Command::Report(command) => report::run(command, &args.sources),
        Command::Matrix(command) => return matrix::run(command, &args.sources),
        Command::Kit(command) => kit::run(command),
        Command::Shrink(command) => shrink::run(command, &args.sources),
    }?;
    args.sources.refuse_unused()?;
    Ok(outcome)
}
