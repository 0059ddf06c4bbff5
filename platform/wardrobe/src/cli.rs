//! The command line and its subcommands.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use clap::error::{ContextKind, ContextValue};
use clap::{ArgAction, CommandFactory, Parser, Subcommand};
use scumm_media::text::escape;
use scumm_tools::inputs;

use crate::commands::{
    build, cast, compare, demo, disassemble, export, extract, gallery, import, info, lint, list,
    manual, map, play, room, sheet, testcard,
};
use crate::outcome::Outcome;
use crate::{output, scene};

/// Runs the program: parses the command line, performs the subcommand, and returns the exit code.
pub fn main() -> ExitCode {
    let start = Instant::now();
    let outcome = match Cli::try_parse() {
        Ok(cli) => {
            log_by(cli.verbose);
            cli.run(start).unwrap_or_else(Outcome::of_error)
        }
        Err(error) => Outcome::Failed(no_subcommand(&error).unwrap_or_else(|| error.exit())),
    };
    if let Outcome::Failed(message) = &outcome {
        eprintln!("wardrobe: {}", escape(message));
    }
    outcome.into()
}

/// Returns the message for a path in place of a subcommand.
fn no_subcommand(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let message = format!("{name} is no subcommand; to play a game: wardrobe play {name}");
    Path::new(name).exists().then_some(message)
}

/// Starts logging to stderr: warnings, and one more level for each `-v`. RUST_LOG overrides this.
fn log_by(verbose: u8) {
    let level = ["warn", "info", "debug", "trace"][usize::from(verbose.min(3))];
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level))
        .format(|out, record| {
            let message = record.args().to_string();
            writeln!(
                out,
                "wardrobe: {}: {}",
                record.level().as_str().to_lowercase(),
                escape(&message)
            )
        })
        .init();
}

/// Plays, lists, checks and takes apart SCUMM costumes.
#[derive(Debug, Parser)]
#[command(
    name = "wardrobe",
    version,
    long_about = "Plays SCUMM costumes - COST of versions 1 to 6, AKOS of 7, 8 and Humongous - pixel for pixel as the original engines \
                  do, and lists, checks and takes apart what is in a game.",
    after_help = "Exit codes: 0 good, 1 differences or findings, 2 bad usage or input.",
    max_term_width = 100
)]
pub struct Cli {
    /// Report more on stderr: -v actions, -vv details, -vvv everything (RUST_LOG overrides it)
    #[arg(short, long, action = ArgAction::Count, global = true, display_order = 100)]
    pub verbose: u8,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Args),
    List(list::Args),
    Info(info::Args),
    Cast(cast::Args),
    Lint(lint::Args),
    Map(map::Args),
    Room(room::Args),
    Export(export::Args),
    Gallery(gallery::Args),
    Sheet(sheet::Args),
    Extract(extract::Args),
    Compare(compare::Args),
    Disassemble(disassemble::Args),
    Build(build::Args),
    Import(import::Args),
    Demo(demo::Args),
    Scene(scene::Args),
    Testcard(testcard::Args),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

impl Cli {
    /// Performs the subcommand. `start` is the time when the program started.
    ///
    /// # Errors
    /// Returns every error that ends the program with exit code 2.
    pub fn run(self, start: Instant) -> Result<Outcome> {
        // Without a subcommand the program plays.
        let command = self
            .command
            .unwrap_or_else(|| Command::Play(play::Args::default()));
        match &command {
            // A window receives signals as input and closes.
            Command::Testcard(_) => {}
            Command::Play(args) if !args.play.show.headless => {}
            _ => output::clean_up_on_signals()?,
        }
        // A player has already reported which rooms could not be entered.
        let is_played = matches!(command, Command::Play(_));
        let outcome = command.run(start)?;
        if !is_played {
            inputs::check_games()?;
        }
        Ok(outcome)
    }
}

impl Command {
    fn run(self, start: Instant) -> Result<Outcome> {
        Ok(match self {
            Self::Play(args) => play::run(&args, start)?.into(),
            Self::List(args) => list::run(&args)?.into(),
            Self::Info(args) => info::run(&args)?.into(),
            Self::Cast(args) => cast::run(&args)?.into(),
            Self::Lint(args) => lint::run(&args)?.into(),
            Self::Map(args) => map::run(&args)?.into(),
            Self::Room(args) => room::run(&args)?.into(),
            Self::Export(args) => export::run(args)?.into(),
            Self::Gallery(args) => gallery::run(&args)?.into(),
            Self::Sheet(args) => sheet::run(&args)?.into(),
            Self::Extract(args) => extract::run(&args)?.into(),
            Self::Compare(args) => compare::run(&args)?.into(),
            Self::Disassemble(args) => disassemble::run(&args)?.into(),
            Self::Build(args) => build::run(&args)?.into(),
            Self::Import(args) => import::run(&args)?.into(),
            Self::Demo(args) => demo::run(&args)?.into(),
            Self::Scene(args) => scene::run(&args)?,
            Self::Testcard(args) => testcard::run(&args, start)?.into(),
            Self::Completions(args) => manual::completions(&args, Cli::command())?.into(),
            Self::Man(args) => manual::man(&args, Cli::command())?.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
