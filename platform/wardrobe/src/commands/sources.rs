//! `wardrobe disassemble`: converts a costume to a source that `build` reads. `wardrobe build`:
//! builds costumes, rooms and games from sources. `wardrobe import`: imports costumes into a game,
//! as a new set of data files or in place.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use scumm_media::text::{line, plural};
use scumm_tools::build::{BuildOptions, Built, build};
use scumm_tools::colours::{ColouredCostume, RoomColours};
use scumm_tools::costume_input::{self, dialect_of};
use scumm_tools::disassemble::{self, Disassembly};
use scumm_tools::import::{import_in_place, import_into, in_folder};
use scumm_tools::run_files::RunFiles;

use crate::game_args::{ColourArgs, CostumeArgs, GameArgs};
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
pub struct DisassembleArgs {
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
pub fn disassemble_costumes(args: &DisassembleArgs, files: &RunFiles) -> Result<bool> {
    if args.all {
        return all(args, files);
    }
    tell(disassemble::write(
        files,
        &args.costume.load(files, &args.colours)?,
        &args.out,
        args.separate,
        args.force.overwrite(),
    )?)
}

/// Disassembles all costumes of a game. A costume that cannot be disassembled is logged and
/// skipped.
fn all(args: &DisassembleArgs, files: &RunFiles) -> Result<bool> {
    let rooms = RoomColours::of(&args.costume.input().game(files)?);
    let mut are_same = true;
    let _lock = files.lock(&args.out)?;
    for id in rooms.game().costumes() {
        let written = costume_input::of_game(rooms.game(), id).and_then(|loaded| {
            let choice = args.colours.choice();
            let coloured = ColouredCostume::of_game_with(files, &rooms, loaded, id, &choice)?;
            let folder = args.out.join(format!("costume-{id:03}"));
            let overwrite = args.force.overwrite();
            disassemble::write(files, &coloured, &folder, args.separate, overwrite)
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

/// Builds a costume, a room or a game from its source
///
/// A source is a TOML text beside pictures, as in data/demo. The source of a costume has limbs,
/// that of a room has a picture, and that of a game has rooms and costumes. `sheet.json` with its
/// `sheet.png`, as `export` writes them, and a file of Aseprite with tags of the same names become
/// a costume of whole pictures. Pictures may have a palette or none: their colours have to be those
/// of the source. The same source always gives the same bytes.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe build data/demo/game.toml -o mygame
  wardrobe build data/demo/mara.toml -o mara.cost --version 6
  wardrobe build data/demo/mara.toml -o mara.akos --version 7
  wardrobe build guybrush/costume.toml -o guybrush.cost
  wardrobe build sheet/sheet.json --version 6 -o mara.cost")]
pub struct BuildArgs {
    /// The source: a TOML file, a folder with a costume.toml, the JSON of a sheet, or a file of
    /// Aseprite
    #[arg(value_name = "SOURCE")]
    source: PathBuf,

    /// The file to write; for a game the folder
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,

    /// The SCUMM version to build for; from 7 on costumes are AKOS. Rooms and games: 5 to 7. The
    /// default is the version in a costume's source, else 5
    #[arg(long, value_name = "2-8", value_parser = clap::value_parser!(u8).range(2..=8))]
    version: Option<u8>,

    /// Costumes: the Humongous sub-version to build for
    #[arg(long, value_name = "60-100", value_parser = clap::value_parser!(u8).range(60..=100), conflicts_with = "version")]
    he: Option<u8>,

    /// With --version 3: for a game of 256 colours
    #[arg(long, requires = "version")]
    old256: bool,

    /// Let sources name files anywhere, not only below their folder
    #[arg(long)]
    allow_outside: bool,

    /// Replace colours that the source does not have, and half transparent ones, by the nearest
    /// colour of the source; report the number of pixels
    #[arg(long)]
    nearest: bool,

    #[command(flatten)]
    force: ForceArgs,
}

/// Builds the source and writes the result.
pub fn build_sources(args: &BuildArgs, files: &RunFiles) -> Result<()> {
    let dialect = dialect_of(args.version, args.he, args.old256);
    let options = BuildOptions {
        dialect,
        allow_outside: args.allow_outside,
        nearest: args.nearest,
    };
    match build(files, &args.source, &options)? {
        Built::Block(bytes) => args.force.write_one(files, &args.out, &bytes)?,
        Built::Game(new) => {
            let new = new
                .into_iter()
                .map(|file| (file.name, file.bytes))
                .collect();
            args.force.overwrite().write_game(files, &args.out, &new)?;
        }
    }
    Ok(())
}

/// Puts costumes into a game: a new set of data files, with updated offsets and directories
///
/// The costume may have any size. Everything else stays the same byte for byte, including the
/// encryption. The game itself is not changed unless --in-place is given; the changed files are
/// then kept beside it as .bak, .bak2 and so on.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe import ~/games/monkey2 --costume 5 guybrush.cost -o newgame
  wardrobe import ~/games/monkey2 --costume 5 guybrush.cost --in-place
  wardrobe import ~/games/monkey2 --costume 5=guybrush.cost --costume 6=lechuck.cost -o newgame
  wardrobe import ~/games/monkey2 costumes -o newgame

Of several costumes all are put in, or none. A folder has them by their numbers: costume-005.cost and so on, as `extract` names them.

Games of versions 0 to 8 and Humongous can be changed; on the image of a disk of version 0 a costume keeps its size. With -o all that belongs to the game is copied: index and data, speech, music
and films, but nothing that only lies beside them. A game in an archive, a container or a cartridge is never changed there: with -o
it becomes a loose game.

With --in-place the game is the old one or the new one, whenever the program is killed. An import that was interrupted is finished by
the next one into the game; until then no other command reads it. Two imports at once wait for each other, ten seconds at most.",
    group = clap::ArgGroup::new("where").required(true)
)]
pub struct ImportArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The number of the costume that FILE replaces, or a number with a file; may be given several
    /// times
    #[arg(long, value_name = "N|N=FILE", value_parser = replaced)]
    costume: Vec<(u16, Option<PathBuf>)>,

    /// The new costume: a raw block with its header, as `build` and `extract` write it; or a folder
    /// of such costumes
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// The folder to write the new set of files into
    #[arg(short, long, value_name = "DIR", group = "where")]
    out: Option<PathBuf>,

    /// Change the game's own files, and keep the old ones beside them
    #[arg(long, group = "where")]
    in_place: bool,
}

/// Writes the changed files.
pub fn import_costumes(args: &ImportArgs, files: &RunFiles) -> Result<bool> {
    let costumes = args.costumes()?;
    let bad = match &args.out {
        Some(out) => {
            let game = args.game.open(files)?;
            let _lock = files.lock(out)?;
            import_into(files, &game, &costumes, out)?
        }
        None => import_in_place(files, args.game.path(), &args.game.given(), &costumes)?,
    };
    for what in &bad {
        log::warn!("{what}");
    }
    Ok(bad.is_empty())
}

impl ImportArgs {
    /// Returns the costumes with the numbers that they replace.
    fn costumes(&self) -> Result<Vec<(u16, PathBuf)>> {
        match (self.costume.as_slice(), &self.file) {
            ([(number, None)], Some(file)) => Ok(vec![(*number, file.clone())]),
            ([], Some(folder)) if folder.is_dir() => in_folder(folder),
            (named @ [_, ..], None) => {
                let with_file =
                    |(number, file): &(u16, Option<PathBuf>)| Some((*number, file.clone()?));
                match named.iter().map(with_file).collect() {
                    Some(costumes) => Ok(costumes),
                    None => bail!(
                        "--costume N stands before one FILE; several costumes are --costume N=FILE each"
                    ),
                }
            }
            ([], Some(file)) => bail!(
                "{}: which costume it replaces is said by --costume N",
                file.display()
            ),
            _ => bail!(
                "expected --costume N FILE, --costume N=FILE once or more, or a folder of costumes"
            ),
        }
    }
}

/// Parses a number, or a number and a file.
fn replaced(text: &str) -> Result<(u16, Option<PathBuf>), String> {
    let (number, file) = match text.split_once('=') {
        Some((number, file)) => (number, Some(Path::new(file).to_owned())),
        None => (text, None),
    };
    Ok((
        number
            .parse()
            .map_err(|error| format!("{number:?}: {error}"))?,
        file,
    ))
}
