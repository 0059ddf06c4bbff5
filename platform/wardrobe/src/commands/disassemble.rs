//! `wardrobe disassemble`: a costume as a source that `build` reads.

use std::path::PathBuf;

use anyhow::Result;
use scumm_platform::text::plural;
use scumm_tools::disassemble::{self, Disassembly};

use crate::game_args::{ColourArgs, CostumeArgs};
use crate::outcome::Outcome;
use crate::output::{self, ForceArgs};

/// Takes a costume apart into a source that `build` reads: a text in TOML, a PNG a cel
///
/// Cels may then change in size and number, animations and commands as well. What was not changed is built as it was: the order of
/// the parts, bytes that belong to nothing and chunks that nothing reads are kept. Comments say whose colours the pictures have and who
/// wears the costume. At once the source is built again and compared with
/// the original; where bytes differ, they are listed with the reason, and the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe disassemble ~/games/monkey2 --costume 5 -o guybrush
  wardrobe disassemble guybrush.cost --scumm 5 -o guybrush
  wardrobe build guybrush/costume.toml -o guybrush.cost

What is written: DIR/costume.toml, DIR/cels/00-000.png (limb and number; of an AKOS the cel's number), .bin beside it where the pixels
were coded in another way than `build` does, DIR/gaps.bin and chunks where there are such bytes. docs/sources.md explains the text.")]
pub struct Args {
    #[command(flatten)]
    costume: CostumeArgs,

    #[command(flatten)]
    colours: ColourArgs,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    force: ForceArgs,
}

/// Writes the source, and tells how building it again went.
pub fn run(args: &Args) -> Result<Outcome> {
    let coloured = args.costume.load(&args.colours)?;
    let written = disassemble::write(&coloured, &args.out, args.force.overwrite())?;
    let Disassembly { path, files, bytes, differences } = written;
    let place = format!("{}: {}; built again it", path.display(), plural(files, "file"));
    if differences.is_empty() {
        output::print(&format!("{place} is the same {}\n", plural(bytes, "byte")))?;
        return Ok(Outcome::Good);
    }
    let lines: String = differences.iter().map(|line| format!("  {line}\n")).collect();
    output::print(&format!("{place} differs in {}:\n{lines}", plural(differences.len(), "place")))?;
    Ok(Outcome::Findings)
}
