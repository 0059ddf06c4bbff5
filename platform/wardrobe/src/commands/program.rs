//! `wardrobe play`: shows a room of a game, in which the user controls an actor. `wardrobe
//! testcard`: shows a picture that needs no game, to test a machine's screen, input and timing. The
//! other subcommands of this module write parts of the program: `demo` writes the built-in game,
//! `completions` and `man` write files that packages install beside the program.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Command;
use clap_complete::Shell;
use scumm_platform::PadMode;
use scumm_tools::demo;
use scumm_tools::run_files::RunFiles;
use wardrobe_play::{Card, PlayArgs, Scope, Settings, ShowArgs, controls_help, show};

use crate::game_args::EditionArgs;
use crate::output::{self, ForceArgs, OutArgs};

/// Plays a room of a game: you control an actor with the mouse or the keys
///
/// The command opens the room with its background, palette and z-planes, and puts an actor in the
/// costume, or the actors of a cast, into it. In a window the controlled actor walks to the place
/// that you click, and the other actors follow their timetables. Without a window (--headless) all
/// actors act by themselves, in the same way in every run: the actors of a cast follow their
/// timetables, a single actor goes on a tour of the room's walk boxes.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = controls_help(Scope::Play), after_long_help = format!("{EXAMPLES}\n\n{}", controls_help(Scope::Play)))]
pub struct PlayCommandArgs {
    #[command(flatten)]
    pub play: PlayArgs,

    #[command(flatten)]
    edition: EditionArgs,

    #[command(flatten)]
    force: ForceArgs,
}

const EXAMPLES: &str = "Examples:
  wardrobe play
  wardrobe play ~/games/monkey2
  wardrobe play ~/games/monkey2 --room 12 --costume 5 --scale 4:3
  wardrobe play tentacle.000 --headless --frames 100 -o frames
  wardrobe play tentacle.000 --headless --frames 100 --zoom 3 -o tour.gif
  wardrobe play tentacle.000 --headless --frames 100 --zoom 3 -o - | ffmpeg -i - tour.mp4";

/// Plays until the window is closed or all frames are played. `start` is the time when the program
/// started.
pub fn play_game(args: &PlayCommandArgs, files: &RunFiles, start: Instant) -> Result<()> {
    let played = wardrobe_play::play(
        &args.play,
        &args.edition.given(),
        args.force.overwrite(),
        files,
        start,
    )?;
    if let Some(figures) = &played.figures {
        OutArgs::default().report(files, args.play.show.json, figures, ToString::to_string)?;
    }
    if let Some(digest) = played.digest {
        output::print(&format!("{digest:08x}\n"))?;
    }
    Ok(())
}

/// Shows a test card, which tests screen, input and timing without a game
///
/// The white line must be complete along all four edges, the colours must be those of a rainbow,
/// and the bar at the bottom must cross the screen in one second. The cross follows the pointer and
/// the arrow keys. F10 selects the next scale mode: the circle is round in `integer` and `fit`, and
/// slightly too high in `4:3`. Escape quits.
#[derive(Debug, clap::Args)]
pub struct TestcardArgs {
    #[command(flatten)]
    show: ShowArgs,
}

/// Shows the card until it is closed. `start` is the time when the program started.
pub fn show_testcard(args: &TestcardArgs, files: &RunFiles, start: Instant) -> Result<()> {
    let settings = args.show.window.over(&Settings::default());
    if let Some(figures) = show(
        &mut Card::new(settings, PadMode::Pointer),
        &args.show,
        files,
        start,
    )? {
        OutArgs::default().report(files, args.show.json, &figures, ToString::to_string)?;
    }
    Ok(())
}

/// Writes the files of the demo game, which `wardrobe play` plays if no game is named
///
/// The demo is a small game with two rooms and three costumes, original art in the public domain
/// (CC0). cast.toml lists the actors and their actions: wardrobe play DIR --cast DIR/cast.toml
#[derive(Debug, clap::Args)]
pub struct DemoArgs {
    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    /// The SCUMM version of the files; in version 7 the costumes are AKOS
    #[arg(long, value_name = "5|6|7", default_value_t = 5, value_parser = clap::value_parser!(u8).range(5..=7))]
    version: u8,

    /// Write the sources of the demo instead, from which `wardrobe build DIR/game.toml` builds it
    #[arg(long, conflicts_with = "version")]
    sources: bool,
}

/// Writes the files.
pub fn write_demo(args: &DemoArgs, files: &RunFiles) -> Result<()> {
    let demo_files = if args.sources {
        let source = |(name, bytes): (&str, &'static [u8])| (name.to_owned(), bytes.into());
        demo::SOURCES.map(source).to_vec()
    } else {
        demo::files(args.version)?
    };
    let _lock = files.lock(&args.out)?;
    for (name, bytes) in demo_files {
        output::write(files, &args.out.join(name), |out| out.write_all(&bytes))?;
    }
    Ok(())
}

/// Prints the completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Example:
  wardrobe completions bash -o /usr/share/bash-completion/completions/wardrobe")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,

    #[command(flatten)]
    out: OutArgs,
}

/// Writes the manual pages
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The folder to write wardrobe.1, wardrobe-play.1 and so on into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Prints the completions of the program's `command` line.
pub fn completions(args: &CompletionsArgs, files: &RunFiles, mut command: Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "wardrobe", &mut script);
    args.out.text(files, &String::from_utf8(script)?)
}

/// Writes a page for the program, whose command line is `command`, and one for each subcommand.
pub fn man(args: &ManArgs, files: &RunFiles, command: Command) -> Result<()> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let _lock = files.lock(&args.out)?;
    write_pages(&command, "wardrobe", args, files)
}

fn write_pages(command: &Command, name: &str, args: &ManArgs, files: &RunFiles) -> Result<()> {
    // The name of a page contains all words of its command.
    let page = clap_mangen::Man::new(command.clone()).title(name.to_uppercase());
    output::write(files, &args.out.join(format!("{name}.1")), |out| {
        page.render(&mut &mut *out)
    })?;
    for sub in command.get_subcommands() {
        write_pages(sub, &format!("{name}-{}", sub.get_name()), args, files)?;
    }
    Ok(())
}
