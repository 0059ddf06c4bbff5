//! The command line and its subcommands.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use clap::error::{ContextKind, ContextValue};
use clap::{ArgAction, CommandFactory, Parser, Subcommand};
use scumm_media::text::escape;
use scumm_scene::harness::against::RunningPrograms;
use scumm_tools::run_files::RunFiles;

use crate::commands::{compare, inspect, list, pictures, program, sources, verify};
use crate::messages::{self, CollectedMessages, Verbosity};
use crate::output::{self, Outcome};
use crate::scene;

/// Runs the program: parses the command line, performs the subcommand, and returns the exit code.
pub fn main() -> ExitCode {
    let start = Instant::now();
    let mut has_error_box = false;
    let outcome = match Cli::try_parse() {
        Ok(cli) => {
            messages::start(cli.verbosity());
            has_error_box = cli.has_error_box();
            cli.run(start).unwrap_or_else(Outcome::from_error)
        }
        Err(error) => Outcome::Failed(no_subcommand(&error).unwrap_or_else(|| error.exit())),
    };
    if let Outcome::Failed(message) = &outcome {
        eprintln!("wardrobe: {}", escape(message));
        if has_error_box {
            wardrobe_play::show_error_box(message);
        }
    }
    outcome.into()
}

/// Returns the message for a command line that has a path in the place of a subcommand; `None` for
/// other errors.
fn no_subcommand(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let message = format!("{name} is not a subcommand; to play a game: wardrobe play {name}");
    Path::new(name).exists().then_some(message)
}

/// Plays, lists, checks, exports and rebuilds SCUMM costumes.
#[derive(Debug, Parser)]
#[command(
    name = "wardrobe",
    version,
    long_about = "Plays SCUMM costumes - COST of versions 1 to 6, AKOS of 7, 8 and Humongous - \
                  pixel for pixel as the original engines do, and lists, checks, exports and \
                  rebuilds the contents of a game.",
    after_help = "Exit codes: 0 success, 1 differences or findings, 2 wrong usage or unusable \
                  input.",
    max_term_width = 100
)]
pub struct Cli {
    /// Report more on stderr: -v actions, -vv details, -vvv everything (RUST_LOG overrides -v)
    #[arg(short, long, action = ArgAction::Count, global = true, display_order = 100)]
    pub verbose: u8,

    /// Report only errors on stderr; `lint` also leaves out notes
    #[arg(
        short,
        long,
        global = true,
        conflicts_with = "verbose",
        display_order = 101
    )]
    pub quiet: bool,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(program::PlayCommandArgs),
    Watch(program::WatchArgs),
    List(list::ListArgs),
    Info(inspect::InfoArgs),
    Cast(list::CastArgs),
    Lint(inspect::LintArgs),
    Map(inspect::MapArgs),
    Room(pictures::RoomArgs),
    Export(pictures::ExportArgs),
    Gallery(pictures::GalleryArgs),
    Sheet(pictures::SheetArgs),
    Extract(pictures::ExtractArgs),
    Compare(compare::CompareArgs),
    Disassemble(sources::DisassembleArgs),
    Build(sources::BuildArgs),
    Import(sources::ImportArgs),
    Verify(verify::VerifyArgs),
    Demo(program::DemoArgs),
    Scene(scene::SceneArgs),
    Testcard(program::TestcardArgs),
    Completions(program::CompletionsArgs),
    Man(program::ManArgs),
}

impl Cli {
    fn verbosity(&self) -> Verbosity {
        Verbosity {
            quiet: self.quiet,
            verbose: self.verbose,
        }
    }

    /// Returns whether an error is also shown in a box: if the user has asked for it, and on
    /// Windows if the program has no subcommand. A double click on the program starts it in a
    /// console, which closes when the program ends.
    fn has_error_box(&self) -> bool {
        match &self.command {
            Some(Command::Play(args)) => args.error_box,
            Some(_) => false,
            None => cfg!(windows),
        }
    }

    /// Performs the subcommand. `start` is the time when the program started.
    ///
    /// # Errors
    /// Returns every error that ends the program with exit code 2.
    pub fn run(self, start: Instant) -> Result<Outcome> {
        let verbosity = self.verbosity();
        // Without a subcommand the program plays.
        let command = self
            .command
            .unwrap_or_else(|| Command::Play(program::PlayCommandArgs::default()));
        let files = RunFiles::default();
        let programs = RunningPrograms::default();
        match &command {
            // A command with a window does not handle signals here, because the window receives a
            // signal as input and closes.
            Command::Testcard(_) => {}
            Command::Play(args) if !args.play.show.headless => {}
            Command::Watch(args) if args.has_window() => {}
            _ => output::clean_up_on_signals(files.outputs().clone(), programs.clone())?,
        }
        // `wardrobe play` has already reported the rooms that could not be entered.
        let is_played = matches!(command, Command::Play(_) | Command::Watch(_));
        // A program that plays or runs scenes reports at once.
        let _collected = match &command {
            Command::Play(_) | Command::Watch(_) | Command::Scene(_) | Command::Testcard(_) => None,
            _ => Some(CollectedMessages::begin(verbosity)),
        };
        let outcome = command.run(&files, programs, verbosity, start)?;
        if !is_played {
            files.check_games()?;
        }
        Ok(outcome)
    }
}

impl Command {
    fn run(
        self,
        files: &RunFiles,
        programs: RunningPrograms,
        verbosity: Verbosity,
        start: Instant,
    ) -> Result<Outcome> {
        Ok(match self {
            Self::Play(args) => program::play_game(&args, files, start)?.into(),
            Self::Watch(args) => program::watch_source(args, files, start)?.into(),
            Self::List(args) => list::list_game(&args, files)?.into(),
            Self::Info(args) => inspect::show_info(&args, files)?.into(),
            Self::Cast(args) => list::list_cast(&args, files)?.into(),
            Self::Lint(args) => inspect::lint_data(&args, verbosity, files)?.into(),
            Self::Map(args) => inspect::show_map(&args, files)?.into(),
            Self::Room(args) => pictures::draw_room(&args, files)?.into(),
            Self::Export(args) => pictures::export_costumes(args, files)?.into(),
            Self::Gallery(args) => pictures::write_gallery(&args, files)?.into(),
            Self::Sheet(args) => pictures::draw_sheet(&args, files)?.into(),
            Self::Extract(args) => pictures::extract_resources(&args, files)?.into(),
            Self::Compare(args) => compare::run(&args, files)?.into(),
            Self::Disassemble(args) => sources::disassemble_sources(&args, files)?.into(),
            Self::Build(args) => sources::build_sources(&args, files)?.into(),
            Self::Import(args) => sources::import_blocks(&args, files)?.into(),
            Self::Verify(args) => verify::verify_games(&args, files)?.into(),
            Self::Demo(args) => program::write_demo(&args, files)?.into(),
            Self::Scene(args) => scene::run(&args, files, programs)?,
            Self::Testcard(args) => program::show_testcard(&args, files, start)?.into(),
            Self::Completions(args) => program::completions(&args, files, Cli::command())?.into(),
            Self::Man(args) => program::man(&args, files, Cli::command())?.into(),
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

    #[test]
    fn errors_are_shown_in_a_box_where_there_is_no_terminal() {
        let has_box = |args: &[&str]| Cli::try_parse_from(args).unwrap().has_error_box();
        assert!(has_box(&["wardrobe", "play", "--error-box"]));
        assert!(!has_box(&["wardrobe", "play"]));
        assert!(!has_box(&["wardrobe", "testcard"]));
        assert_eq!(
            has_box(&["wardrobe"]),
            cfg!(windows),
            "after a double click on Windows the console closes"
        );
    }
}
