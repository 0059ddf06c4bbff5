//! `wardrobe play`: shows a room of a game, in which the user controls an actor. `wardrobe
//! testcard`: shows a picture that needs no game, to test a machine's screen, input and timing. The
//! other subcommands of this module write parts of the program: `demo` writes the built-in game,
//! `completions` and `man` write files that packages install beside the program.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use clap::Command;
use clap_complete::Shell;
use scumm_media::text::error_chain;
use scumm_platform::PadMode;
use scumm_room::resource::Given;
use scumm_tools::gallery::live::LivePage;
use scumm_tools::run_files::RunFiles;
use scumm_tools::watch::WatchedSource;
use scumm_tools::{demo, load, shelf, watch};
use wardrobe_play::{Card, PlayArgs, Scope, Settings, ShowArgs, controls_help, demo_in, show};

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

    /// Show an error in a box, too: for entries in the menu of a desktop, which have no terminal
    #[arg(long, conflicts_with = "headless")]
    pub error_box: bool,
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

/// Shows a costume in a room while you edit its source
///
/// The command plays a room of the game with an actor in the costume, as `play` does. Whenever a
/// file of the source changes, the costume is built again and put on under the walking actor. If
/// the source has a fault, the fault stands on the screen, and the last good costume is used until
/// the source is repaired. The costume is built for the version of the game.
#[derive(Debug, clap::Args)]
#[command(after_long_help = format!("{WATCH_EXAMPLES}\n\n{}", controls_help(Scope::Play)))]
pub struct WatchArgs {
    /// The source: a TOML file, a folder with a costume.toml, the JSON of a sheet, or an Aseprite
    /// file; or the block of a costume
    #[arg(value_name = "SOURCE")]
    source: PathBuf,

    /// The game: its folder, its index file, or an archive or container that holds it; by default
    /// the demo
    #[arg(long, value_name = "GAME")]
    game: Option<PathBuf>,

    /// The number of the costume; by default the number in the name of the source, such as
    /// costume-305
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    /// The room; by default the room in which the game's scripts show the costume
    #[arg(long, value_name = "N")]
    room: Option<u16>,

    /// Write a page for a browser into this folder instead of opening a window. The page shows each
    /// change by itself
    #[arg(long, value_name = "DIR", conflicts_with = "room")]
    page: Option<PathBuf>,

    /// The SCUMM version of the demo, if no game is named
    #[arg(long, value_name = "5|6|7", value_parser = clap::value_parser!(u8).range(5..=7), conflicts_with = "game")]
    version: Option<u8>,

    /// The display options.
    #[command(flatten)]
    pub show: ShowArgs,

    #[command(flatten)]
    force: ForceArgs,
}

impl WatchArgs {
    /// Returns whether the command opens a window, which handles signals itself.
    pub fn has_window(&self) -> bool {
        self.page.is_none() && !self.show.headless
    }
}

const WATCH_EXAMPLES: &str = "Examples:
  wardrobe disassemble ~/games/tentacle --costume 305 -o bernard
  wardrobe watch bernard --game ~/games/tentacle --costume 305
  wardrobe watch bernard --game ~/games/tentacle --costume 305 --page page
  wardrobe watch robot.toml --version 6";

/// The number of a costume in the demo, if the user names no number.
const NUMBER_IN_DEMO: u16 = 1;

/// Plays a room with the watched costume until the window is closed.
pub fn watch_source(args: WatchArgs, files: &RunFiles, start: Instant) -> Result<()> {
    let named = args.costume.or_else(|| watch::number_of(&args.source));
    let in_demo = args.game.is_none().then_some(NUMBER_IN_DEMO);
    let number = named
        .or(in_demo)
        .context("expected --costume N, the number of the costume in the game")?;
    if let Some(page) = &args.page {
        return write_page(&args, number, page, files);
    }
    let command = PlayCommandArgs {
        play: PlayArgs::for_source((number, args.source), args.game, args.room, args.show),
        edition: EditionArgs::of_version(args.version),
        force: args.force,
        error_box: false,
    };
    play_game(&command, files, start)
}

/// Writes the page of a costume, and writes it again whenever the source changes, until the program
/// is ended.
fn write_page(args: &WatchArgs, number: u16, page: &Path, files: &RunFiles) -> Result<()> {
    let (mut game, name) = match &args.game {
        Some(path) => (
            load::game(files, path, &Given::default())?,
            shelf::name_of(path),
        ),
        None => (demo_in(args.version)?, "demo".to_owned()),
    };
    let _lock = files.lock(page)?;
    let mut source = WatchedSource::new(args.source.clone(), game.dialect());
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let mut page = LivePage::new(page, number, now.map_or(0, |now| now.as_secs()));
    if game.costume(number).is_ok() {
        page.show(files, &game, &name)?;
    }
    let mut built = Some(source.build());
    output::print(&format!("{}\n", page.path().display()))?;
    loop {
        if let Some(built) = built.take() {
            let inserted = built.and_then(|built| {
                game.insert_costume(number, built.block)?;
                Ok(built.warnings)
            });
            match inserted {
                Ok(warnings) => {
                    page.show(files, &game, &name)?;
                    output::print(&format!("costume {number} is built\n"))?;
                    if !warnings.is_empty() {
                        let warnings = warnings.join("\n");
                        page.tell(files, &warnings)?;
                        output::print(&format!("{warnings}\n"))?;
                    }
                }
                Err(error) => {
                    let fault = error_chain(&error);
                    page.tell(files, &fault)?;
                    output::print(&format!("{fault}\n"))?;
                }
            }
        }
        thread::sleep(watch::PAUSE);
        built = source.poll();
    }
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
