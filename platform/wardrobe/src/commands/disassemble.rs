//! `wardrobe disassemble`: converts a costume to a source that `build` reads.

use std::path::PathBuf;

use anyhow::Result;
use scumm_media::file::FolderLock;
use scumm_media::text::{line, plural};
use scumm_tools::colours::{ColouredCostume, RoomColours};
use scumm_tools::costume_input;
use scumm_tools::disassemble::{self, Disassembly};

use crate::game_args::{ColourArgs, CostumeArgs};
use crate::output::{self, ForceArgs};

/// Converts a costume, or all costumes of a game, to a source that `build` reads: a TOML text and a
/// PNG for each cel
///
/// The number and size of cels may then be changed, and so may animations and commands. Unchanged
/// parts are built as they were: the order of the parts, unused bytes and unknown chunks are kept.
/// Comments name the source of the pictures' colours and the wearers of the costume. The source is
/// built again at once and compared with the original. If bytes differ, they are listed with the
/// reason, and the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe disassemble ~/games/monkey2 --costume 5 -o guybrush
  wardrobe disassemble ~/games/monkey2 --all -o everyone
  wardrobe disassemble guybrush.cost --scumm 5 -o guybrush
  wardrobe build guybrush/costume.toml -o guybrush.cost

What is written: DIR/costume.toml, DIR/cels/00-000.png (limb and number; of an AKOS the cel's number), .bin beside it where the pixels
were coded in another way than `build` does, DIR/gaps.bin and chunks where there are such bytes. docs/sources.md explains the text.")]
pub struct Args {
    #[command(flatten)]
    costume: CostumeArgs,

    #[command(flatten)]
    colours: ColourArgs,

    /// All costumes of the game, each into a folder such as DIR/costume-005
    #[arg(long, conflicts_with = "costume")]
    all: bool,

    /// Write a PNG for each picture, even if several have the same pixels
    #[arg(long)]
    separate: bool,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    force: ForceArgs,
}

/// Writes the source, and reports the result of building it again.
pub fn run(args: &Args) -> Result<bool> {
    if args.all {
        return all(args);
    }
    tell(disassemble::write(
        &args.costume.load(&args.colours)?,
        &args.out,
        args.separate,
        args.force.overwrite(),
    )?)
}

/// Disassembles all costumes of a game. A costume that cannot be disassembled is logged and
/// skipped.
fn all(args: &Args) -> Result<bool> {
    let rooms = RoomColours::of(&args.costume.input().game()?);
    let mut are_same = true;
    let _lock = FolderLock::acquire(&args.out)?;
    for id in rooms.game().costumes() {
        let written = costume_input::of_game(rooms.game(), id).and_then(|loaded| {
            let coloured = ColouredCostume::of_game(&rooms, loaded, id, &args.colours.choice())?;
            let folder = args.out.join(format!("costume-{id:03}"));
            disassemble::write(&coloured, &folder, args.separate, args.force.overwrite())
        });
        are_same &= written.and_then(tell).unwrap_or_else(|error| {
            log::warn!("costume {id} is left out: {}", line(&error));
            false
        });
    }
    Ok(are_same)
}

/// Reports the result of building a source again.
fn tell(
    Disassembly {
        path,
        files,
        bytes,
        differences,
    }: Disassembly,
) -> Result<bool> {
    let place = format!(
        "{}: {}; built again it",
        path.display(),
        plural(files, "file")
    );
    if differences.is_empty() {
        output::print(&format!("{place} is the same {}\n", plural(bytes, "byte")))?;
        return Ok(true);
    }
    let lines: String = differences
        .iter()
        .map(|line| format!("  {line}\n"))
        .collect();
    output::print(&format!(
        "{place} differs in {}:\n{lines}",
        plural(differences.len(), "place")
    ))?;
    Ok(false)
}
