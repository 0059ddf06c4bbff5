//! `wardrobe scene`: plays scene files, compares them with stored lines, and stores new ones.

mod against;
mod bless;
mod check;
mod kit;
mod matrix;
mod play;
mod report;
mod run;
mod shrink;
mod sources;
mod which;

use anyhow::Result;
use scumm_media::text::plural;
use scumm_scene::harness::tally::Tally;

use self::against::AgainstArgs;
use self::sources::SourceArgs;
use self::which::WhichArgs;
use crate::outcome::Outcome;

/// Plays scene files and checks them against stored lines
///
/// A scene is a text file (JSON or TOML) that sets up a stage, actors and costumes and lists steps.
/// Playing it prints a line of JSON for each engine frame and operation.
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

/// Performs a subcommand of `scene`.
///
/// # Errors
/// Returns an error if a named file cannot be read or is not a scene.
pub fn run(args: &Args) -> Result<Outcome> {
    let outcome = match &args.command {
        Command::Run(command) => run::run(command, &args.sources)?.into(),
        Command::Play(command) => play::run(command, &args.sources)?.into(),
        Command::Check(command) => check::run(command, &args.sources)?,
        Command::Bless(command) => bless::run(command, &args.sources)?,
        Command::Report(command) => report::run(command, &args.sources)?,
        Command::Matrix(command) => return matrix::run(command, &args.sources),
        Command::Kit(command) => kit::run(command)?.into(),
        Command::Shrink(command) => shrink::run(command, &args.sources)?.into(),
    };
    args.sources.refuse_unused()?;
    Ok(outcome)
}

/// Returns the outcome for the number of failed and unplayable scenes.
fn outcome(tally: &Tally) -> Outcome {
    match (tally.differing, tally.bad) {
        (0, 0) => Outcome::Good,
        (_, 0) => Outcome::Findings,
        (_, bad) => Outcome::Failed(format!("{} can't be played", plural(bad, "scene"))),
    }
}
