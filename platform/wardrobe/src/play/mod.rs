//! `wardrobe play`: a room of a game with an actor in it, to walk around with.

mod act;
mod camera;
mod cast;
mod controls;
mod overlay;
mod part;
mod player;
mod record;
mod screen;
mod set;
mod speech;
mod timetable;
mod tour;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;

use crate::outcome::Outcome;
use crate::show::{self, ShowArgs};
use crate::{demo, load};
use cast::Cast;
use player::Player;
use set::Set;

/// Plays costumes in a room of a game: walk them about with mouse or keys
///
/// Opens the room with its background, palette and z-planes and puts an actor into it that wears the costume; or the actors of a cast.
/// In a window the actor walks where you click, the others go about their business; without one (--headless) all of them act by
/// themselves, the same in every run: a cast by its timetables, a single actor on a tour of the room's walk boxes.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = controls::help(), after_long_help = format!("{EXAMPLES}\n\n{}", controls::help()))]
pub struct Args {
    /// A game's folder, or the index file of one; without it the demo
    #[arg(value_name = "GAME")]
    game: Option<PathBuf>,

    /// The room; without it that of the costume, or the first one with walk boxes
    #[arg(long, value_name = "N")]
    room: Option<u16>,

    /// The costume; without it the first one that belongs to the room
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    /// A file with the actors and what they do, as `wardrobe demo` writes one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["room", "costume"])]
    cast: Option<PathBuf>,

    /// Show the room's object N in this state, 1 unless said, 0 hides it; may be given several times
    #[arg(long, value_name = "N[=STATE]", value_parser = object)]
    object: Vec<(u16, u8)>,

    /// Let the actor go around by itself, as it does with --headless
    #[arg(long)]
    tour: bool,

    /// Show walk boxes, bounds and limb states (F1)
    #[arg(long)]
    overlay: bool,

    /// At the end print a CRC-32 of all frames of the stage: the same for the same tour, in a window or without
    #[arg(long)]
    digest: bool,

    /// Write what is done as a scene that plays it again, and its lines beside it (FILE.toml, FILE.expected.jsonl)
    #[arg(long, value_name = "FILE.toml", value_parser = record::target)]
    record: Option<PathBuf>,

    #[command(flatten)]
    show: ShowArgs,
}

const EXAMPLES: &str = "Examples:
  wardrobe play
  wardrobe play ~/games/monkey2
  wardrobe play ~/games/monkey2 --room 12 --costume 5 --scale 4:3
  wardrobe play tentacle.000 --headless --frames 100 -o frames";

impl Args {
    /// The cast that was asked for; that of the demo where nothing is.
    fn cast(&self) -> Result<Option<Cast>> {
        match (&self.cast, &self.game, self.room, self.costume) {
            (Some(path), ..) => Cast::read(path).map(Some),
            (None, None, None, None) => Cast::parse(demo::CAST).map(Some),
            _ => Ok(None),
        }
    }
}

/// Reads an object's number and state.
fn object(text: &str) -> Result<(u16, u8), String> {
    let (id, state) = text.split_once('=').unwrap_or((text, "1"));
    let wrong = || format!("expected an object's number, or number=state, found `{text}`");
    id.parse().ok().zip(state.parse().ok()).ok_or_else(wrong)
}

/// Plays until the window is closed or the frames are through.
pub fn run(args: &Args) -> Result<Outcome> {
    let game = args.game.as_deref().map_or_else(|| Ok(demo::game()?), load::game)?;
    log::info!("{}", game.describe());
    let mut set = match args.cast()? {
        Some(cast) => Set::of_cast(&game, &cast)?,
        None => Set::choose(&game, args.room, args.costume)?,
    };
    for &(id, state) in &args.object {
        set.stage.set_object_state(id, state)?;
    }
    if !args.object.is_empty() {
        set.stage.draw_background();
    }
    let room = set.room;
    if args.record.is_none() {
        set.stage.end_record();
    }
    let mut player = Player::new(game, set, args.tour || args.show.headless).with_overlay(args.overlay);
    let done = show::show(&mut player, &args.show)?;
    log::info!("{} ticks, {} presents", done.ticks, done.presents);
    if let (Some(path), Some(record)) = (&args.record, player.end_record()) {
        record::write(&record, &player.game, args.game.as_deref(), room, path)?;
    }
    if args.digest {
        writeln!(io::stdout(), "{:08x}", player.digest())?;
    }
    Ok(Outcome::Good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_a_number_with_or_without_a_state() {
        assert_eq!(object("12"), Ok((12, 1)));
        assert_eq!(object("12=0"), Ok((12, 0)));
        assert!(["", "a", "1=", "1=256", "=2"].iter().all(|text| object(text).is_err()));
    }
}
