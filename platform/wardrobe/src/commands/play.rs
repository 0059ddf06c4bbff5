//! `wardrobe play`: plays in a room of a game with an actor to walk around with.

use std::time::Instant;

use anyhow::Result;
use wardrobe_play::{PlayArgs, Scope, controls_help};

use crate::game_args::EditionArgs;
use crate::output::{self, ForceArgs, OutArgs};

/// Plays costumes in a room of a game: walk them about with mouse or keys
///
/// The command opens the room with its background, palette and z-planes, and puts an actor into it
/// that wears the costume, or the actors of a cast. In a window the controlled actor walks where
/// you click, and the others follow their routines. Without a window (--headless) all actors act by
/// themselves, in the same way in every run: a cast by its timetables, a single actor on a tour of
/// the room's walk boxes.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = controls_help(Scope::Play), after_long_help = format!("{EXAMPLES}\n\n{}", controls_help(Scope::Play)))]
pub struct Args {
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
pub fn run(args: &Args, start: Instant) -> Result<()> {
    let played = wardrobe_play::play(
        &args.play,
        &args.edition.given(),
        args.force.overwrite(),
        start,
    )?;
    if let Some(figures) = &played.figures {
        OutArgs::default().report(args.play.show.json, figures, ToString::to_string)?;
    }
    if let Some(digest) = played.digest {
        output::print(&format!("{digest:08x}\n"))?;
    }
    Ok(())
}
