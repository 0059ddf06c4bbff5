//! `wardrobe play`: a room of a game with an actor in it, to walk around with.

mod camera;
mod controls;
mod overlay;
mod player;
mod screen;
mod set;
mod tour;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;

use crate::load;
use crate::outcome::Outcome;
use crate::show::{self, ShowArgs};
use player::Player;
use set::Set;

/// Plays a costume in a room of a game: walk it about with mouse or keys
///
/// Opens the room with its background, palette and z-planes and puts an actor into it that wears the costume. In a window the actor
/// walks where you click; without one (--headless) it goes on a tour of the room's walk boxes, the same in every run.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = controls::help(), after_long_help = format!("{EXAMPLES}\n\n{}", controls::help()))]
pub struct Args {
    /// A game's folder, or the index file of one
    #[arg(value_name = "GAME")]
    game: Option<PathBuf>,

    /// The room; without it that of the costume, or the first one with walk boxes
    #[arg(long, value_name = "N")]
    room: Option<u16>,

    /// The costume; without it the first one that belongs to the room
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    /// Let the actor go around by itself, as it does with --headless
    #[arg(long)]
    tour: bool,

    /// Show walk boxes, bounds and limb states (F1)
    #[arg(long)]
    overlay: bool,

    /// At the end print a CRC-32 of all frames of the stage: the same for the same tour, in a window or without
    #[arg(long)]
    digest: bool,

    #[command(flatten)]
    show: ShowArgs,
}

const EXAMPLES: &str = "Examples:
  wardrobe play ~/games/monkey2
  wardrobe play ~/games/monkey2 --room 12 --costume 5 --scale 4:3
  wardrobe play tentacle.000 --headless --frames 100 -o frames";

/// Plays until the window is closed or the frames are through.
pub fn run(args: &Args) -> Result<Outcome> {
    let game = load::game(args.game.as_deref())?;
    log::info!("{}", game.describe());
    let set = Set::choose(&game, args.room, args.costume)?;
    let mut player = Player::new(game, set, args.tour || args.show.headless).with_overlay(args.overlay);
    let done = show::show(&mut player, &args.show)?;
    log::info!("{} ticks, {} presents", done.ticks, done.presents);
    if args.digest {
        writeln!(io::stdout(), "{:08x}", player.digest())?;
    }
    Ok(Outcome::Good)
}
