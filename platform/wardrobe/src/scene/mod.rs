//! `wardrobe scene`: plays scene files, compares the lines that they print with stored lines, and
//! stores new lines.

mod args;
mod check;
mod kit;
mod play;

use anyhow::Result;
use scumm_scene::harness::against::RunningPrograms;
use scumm_tools::run_files::RunFiles;

use self::args::SourceArgs;
use crate::output::Outcome;

/// Plays scene files and checks them against stored lines
///
/// A scene is a text file (JSON or TOML) that sets up a stage, actors and costumes and lists steps.
/// Playing it prints a line of JSON for each engine frame and operation.
#[derive(Debug, clap::Args)]
pub struct SceneArgs {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    sources: SourceArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Run(play::RunArgs),
    Play(play::ScenePlayArgs),
    Check(check::CheckArgs),
    Bless(check::BlessArgs),
    Report(check::ReportArgs),
    Matrix(check::MatrixArgs),
    Kit(kit::KitArgs),
    Shrink(kit::ShrinkArgs),
}

/// Performs a subcommand of `scene`.
///
/// # Errors
/// Returns an error if a named file cannot be read or is not a scene.
pub fn run(args: &SceneArgs, files: &RunFiles, programs: RunningPrograms) -> Result<Outcome> {
    let sources = args.sources.sources(files, programs);
    let outcome = match &args.command {
        Command::Run(command) => play::run_scene(command, &sources)?.into(),
        Command::Play(command) => play::play_scene(command, &sources)?.into(),
        Command::Check(command) => check::check_scenes(command, &sources)?,
        Command::Bless(command) => check::bless_scenes(command, &sources)?,
        Command::Report(command) => check::report_scenes(command, &sources)?,
        Command::Matrix(command) => return check::show_matrix(command, &sources),
        Command::Kit(command) => kit::write_kit(command, files)?.into(),
        Command::Shrink(command) => kit::shrink_scene(command, &sources)?.into(),
    };
    sources.refuse_unused()?;
    Ok(outcome)
}
