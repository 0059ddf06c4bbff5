//! `wardrobe extract`: rooms and costumes as they are stored, each a file of its own.

use std::iter;
use std::path::PathBuf;

use anyhow::Result;
use scumm_engine::Game;
use scumm_room::resource::{Kind, RawResource};

use crate::game_args::GameArgs;
use crate::outcome::Outcome;
use crate::output;

/// Writes rooms and costumes as raw blocks, with their headers and without encryption
///
/// What is written is byte for byte what the game stores; `info` and `export` read a costume's file.
#[derive(Debug, clap::Args)]
#[command(
    after_long_help = "Examples:
  wardrobe extract ~/games/monkey2 --costume 5 -o raw
  wardrobe extract ~/games/monkey2 --room 12 --costume 5 -o raw
  wardrobe extract ~/games/monkey2 --all -o raw

What is written: DIR/costume-005.cost, DIR/room-012.room, the ending being the block's tag: cost, akos or co; room, rmda or ro, with
rmim (Humongous) and rmsc (version 8) beside it. Blocks of versions 1 to 3 that have no tag end in cost and room.",
    group = clap::ArgGroup::new("what").required(true).multiple(true)
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The costume of this number; may be given several times
    #[arg(long, value_name = "N", group = "what")]
    costume: Vec<u16>,

    /// The room of this number, with its pictures and scripts where they are stored apart; may be given several times
    #[arg(long, value_name = "N", group = "what")]
    room: Vec<u16>,

    /// All rooms and costumes of the game
    #[arg(long, group = "what", conflicts_with_all = ["costume", "room"])]
    all: bool,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Writes what is asked for. With `--all`, a block that can't be read is logged and the others are written.
pub fn run(args: &Args) -> Result<Outcome> {
    let game = args.game.open()?;
    let (rooms, costumes): (Vec<u16>, Vec<u16>) = match args.all {
        true => (game.rooms().collect(), game.costumes().map(|costume| costume.id).collect()),
        false => (args.room.clone(), args.costume.clone()),
    };
    let rooms = rooms.iter().flat_map(|&id| parts_of_room(&game, id).map(move |kind| (kind, id)));
    let costumes = costumes.iter().map(|&id| (Kind::Costume, id));
    let mut outcome = Outcome::Good;
    for (kind, id) in rooms.chain(costumes) {
        match read(&game, kind, id) {
            Ok((name, raw)) => {
                output::write(&args.out.join(&name), |file| file.write_all(&raw.data))?;
                log::info!("{name}: {} bytes, at byte {} of {}", raw.data.len(), raw.offset, raw.file.display());
            }
            Err(error) if args.all => {
                log::warn!("{kind} {id} is left out: {error}");
                outcome = Outcome::Findings;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(outcome)
}

/// The kinds of blocks that make a room: its pictures (HE70+) and scripts (v8) have directories of their own.
fn parts_of_room(game: &Game, id: u16) -> impl Iterator<Item = Kind> {
    let index = game.files().index();
    let apart = [Kind::RoomImage, Kind::RoomScripts].into_iter().filter(move |&kind| index.entry(kind, id).is_some());
    iter::once(Kind::Room).chain(apart)
}

/// The name of a block's file, and the block.
fn read(game: &Game, kind: Kind, id: u16) -> scumm_room::Result<(String, RawResource)> {
    let tag = game.files().locate(kind, id)?.tag;
    let (stem, untagged) = if kind == Kind::Costume { ("costume", "cost") } else { ("room", "room") };
    // A tag may hold any bytes; a file's ending has letters and digits only.
    let plain = tag.0.iter().filter(|byte| byte.is_ascii_alphanumeric());
    let ending: String = plain.map(|&byte| char::from(byte.to_ascii_lowercase())).collect();
    let ending = if ending.is_empty() { untagged.to_owned() } else { ending };
    Ok((format!("{stem}-{id:03}.{ending}"), game.files().load(kind, id)?))
}
