//! `wardrobe disassemble`: converts a costume or a room to a source that `build` reads. `wardrobe
//! build`: builds costumes, rooms and games from sources. `wardrobe import`: imports costumes or
//! rooms into a game, as a new set of data files or in place.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use scumm_engine::Game;
use scumm_media::text::{error_chain, plural};
use scumm_room::resource::Given;
use scumm_tools::build::companions::RoomPalette;
use scumm_tools::build::{BuildOptions, Built, build};
use scumm_tools::colours::{ColouredCostume, RoomColours};
use scumm_tools::costume_input::{self, dialect_of};
use scumm_tools::disassemble::{self, CostumeDisassembly, RoomDisassembly};
use scumm_tools::import::{ImportKind, import_in_place, import_into, in_folder, undo_imports};
use scumm_tools::load;
use scumm_tools::run_files::RunFiles;

use crate::game_args::{ColourArgs, CostumeArgs, GameArgs};
use crate::output::{self, ForceArgs};

/// Converts costumes or rooms to sources that `build` reads: a TOML file and PNGs
///
/// You may change the number and size of cels, animations and commands. `build` reproduces
/// unchanged parts exactly: the order of the parts, unused bytes and unknown chunks. Comments name
/// the source of the pictures' colours and the actors that wear the costume. The command rebuilds
/// the costume at once and compares it with the original. If bytes differ, it lists them with the
/// reason, and the exit code is 1. With --rooms the command converts rooms instead: the background,
/// z-planes, palettes, boxes, objects and their pictures. Rooms of v5 to v8 can be built again;
/// rooms of other versions can only be read.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe disassemble ~/games/monkey2 --costume 5 -o guybrush
  wardrobe disassemble ~/games/monkey2 --rooms 12 -o rooms
  wardrobe disassemble ~/games/monkey2 --all -o everyone
  wardrobe disassemble guybrush.cost --scumm 5 -o guybrush
  wardrobe build guybrush/costume.toml -o guybrush.cost
  wardrobe disassemble ~/games/monkey2 --costume 5 --aseprite -o guybrush
  wardrobe build guybrush/costume.aseprite -o guybrush.cost

Files: DIR/costume.toml, DIR/cels/00-000.png (limb and number; for an AKOS the cel's number), a .bin
beside a PNG if `build` would encode the pixels differently, DIR/gaps.bin for unused bytes, and
unknown chunks. docs/sources.md explains the source.")]
pub struct DisassembleArgs {
    #[command(flatten)]
    costume: CostumeArgs,

    #[command(flatten)]
    colours: ColourArgs,

    /// Disassemble all costumes of the game, each into a folder such as DIR/costume-005
    #[arg(long, conflicts_with = "costume")]
    all: bool,

    /// Disassemble these rooms of the game instead, or all, each into a folder such as DIR/room-012
    #[arg(
        long,
        value_name = "N,N|all",
        value_parser = chosen_rooms,
        conflicts_with_all = ["costume", "all"]
    )]
    rooms: Option<ChosenRooms>,

    /// Write a PNG for each picture, even if several have the same pixels
    #[arg(long)]
    separate: bool,

    /// Write a file of Aseprite: for a costume instead of the other files, with a layer for each
    /// limb, a tag for each animation and the block of the costume beside it; for a room instead of
    /// the PNGs of the background and the planes, with a layer for each
    #[arg(long, conflicts_with = "separate")]
    aseprite: bool,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    force: ForceArgs,
}

impl DisassembleArgs {
    /// Writes the source of a costume into a folder.
    fn write(
        &self,
        files: &RunFiles,
        coloured: &ColouredCostume,
        folder: &Path,
    ) -> Result<CostumeDisassembly> {
        let overwrite = self.force.overwrite();
        if self.aseprite {
            return disassemble::write_layers(files, coloured, folder, overwrite);
        }
        disassemble::write(files, coloured, folder, self.separate, overwrite)
    }

    /// Writes the source of a room into a folder.
    fn write_room(
        &self,
        files: &RunFiles,
        game: &Game,
        room: u16,
        folder: &Path,
    ) -> Result<RoomDisassembly> {
        let overwrite = self.force.overwrite();
        disassemble::write_room(files, game, room, folder, self.aseprite, overwrite)
    }
}

/// Writes the source, and reports the result of building it again.
pub fn disassemble_sources(args: &DisassembleArgs, files: &RunFiles) -> Result<bool> {
    if args.all {
        return all(args, files);
    }
    if let Some(chosen) = &args.rooms {
        return rooms(args, chosen, files);
    }
    let coloured = args.costume.load(files, &args.colours)?;
    tell(args.write(files, &coloured, &args.out)?)
}

/// Disassembles all costumes of a game. A costume that cannot be disassembled is logged and
/// skipped.
fn all(args: &DisassembleArgs, files: &RunFiles) -> Result<bool> {
    let rooms = RoomColours::new(&args.costume.input().game(files)?);
    let mut are_same = true;
    let _lock = files.lock(&args.out)?;
    for id in rooms.game().costumes() {
        let written = costume_input::load_costume(rooms.game(), id).and_then(|loaded| {
            let choice = args.colours.choice();
            let coloured = ColouredCostume::from_game_with(files, &rooms, loaded, id, &choice)?;
            let folder = args.out.join(format!("costume-{id:03}"));
            args.write(files, &coloured, &folder)
        });
        are_same &= written.and_then(tell).unwrap_or_else(|error| {
            log::warn!("costume {id} is skipped: {}", error_chain(&error));
            false
        });
    }
    Ok(are_same)
}

/// The rooms that a user chose.
#[derive(Clone, Debug)]
enum ChosenRooms {
    All,
    Numbers(Vec<u16>),
}

/// Parses numbers of rooms with commas, or `all`.
fn chosen_rooms(text: &str) -> Result<ChosenRooms, String> {
    if text == "all" {
        return Ok(ChosenRooms::All);
    }
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let number = part.trim().parse();
        numbers.push(number.map_err(|error| format!("{part:?}: {error}"))?);
    }
    Ok(ChosenRooms::Numbers(numbers))
}

/// Disassembles rooms of a game. A room that cannot be disassembled is logged and skipped.
fn rooms(args: &DisassembleArgs, chosen: &ChosenRooms, files: &RunFiles) -> Result<bool> {
    let game = args.costume.input().game(files)?;
    let numbers = match chosen {
        ChosenRooms::All => game.rooms().collect(),
        ChosenRooms::Numbers(numbers) => numbers.clone(),
    };
    let mut are_whole = true;
    let _lock = files.lock(&args.out)?;
    for id in numbers {
        let folder = args.out.join(format!("room-{id:03}"));
        match args.write_room(files, &game, id, &folder) {
            Ok(room) => print_room(room)?,
            Err(error) => {
                log::warn!("room {id} is skipped: {}", error_chain(&error));
                are_whole = false;
            }
        }
    }
    Ok(are_whole)
}

/// Reports the source of a room.
fn print_room(room: RoomDisassembly) -> Result<()> {
    let rebuilt = match room.rebuilt {
        Some(bytes) => format!("the rebuilt room is identical ({})", plural(bytes, "byte")),
        None => "rooms of this version can only be read".to_owned(),
    };
    output::print(&format!(
        "{}: {}; {rebuilt}\n",
        room.path.display(),
        plural(room.files, "file")
    ))
}

/// Reports whether the built source equals the original costume.
fn tell(
    CostumeDisassembly {
        path,
        files,
        bytes,
        differences,
    }: CostumeDisassembly,
) -> Result<bool> {
    let place = format!(
        "{}: {}; the rebuilt costume",
        path.display(),
        plural(files, "file")
    );
    if differences.is_empty() {
        output::print(&format!(
            "{place} is identical ({})\n",
            plural(bytes, "byte")
        ))?;
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
/// `sheet.png`, as `export` writes them, and an Aseprite file with tags of the same names become a
/// costume of whole pictures. Pictures may be indexed or not, but must use the colours of the
/// source. The same source always gives the same bytes.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe build data/demo/game.toml -o mygame
  wardrobe build data/demo/mara.toml -o mara.cost --version 6
  wardrobe build data/demo/mara.toml -o mara.akos --version 7
  wardrobe build guybrush/costume.toml -o guybrush.cost
  wardrobe build rooms/room-012 -o bridge.room
  wardrobe build sheet/sheet.json --version 6 -o mara.cost")]
pub struct BuildArgs {
    /// The source: a TOML file, a folder with a costume.toml or room.toml, the JSON of a sheet, or
    /// an Aseprite file
    #[arg(value_name = "SOURCE")]
    source: PathBuf,

    /// The file to write, or the folder for a game
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,

    /// The SCUMM version to build for: 2 to 8 for costumes, which are AKOS from 7 on, and 5 to 7
    /// for new rooms and games; by default the version in the source, else 5
    #[arg(long, value_name = "2-8", value_parser = clap::value_parser!(u8).range(2..=8))]
    version: Option<u8>,

    /// The Humongous sub-version to build a costume for
    #[arg(long, value_name = "60-100", value_parser = clap::value_parser!(u8).range(60..=100), conflicts_with = "version")]
    he: Option<u8>,

    /// With --version 3: build for a game of 256 colours
    #[arg(long, requires = "version")]
    old256: bool,

    /// Let sources name files anywhere; by default only below their folder
    #[arg(long)]
    allow_outside: bool,

    /// Replace colours that the source lacks, and half transparent colours, by the nearest colour
    /// of the source, and report the number of pixels
    #[arg(long)]
    nearest: bool,

    /// A room of a game whose colours are used for pictures without a palette, and named for
    /// colours that the source lacks
    #[arg(long, value_name = "GAME:ROOM", value_parser = game_and_room)]
    colours_of: Option<(PathBuf, u16)>,

    #[command(flatten)]
    force: ForceArgs,
}

/// Parses the path of a game and the number of a room.
fn game_and_room(text: &str) -> Result<(PathBuf, u16), String> {
    let parts = text.rsplit_once(':');
    let parsed = parts.and_then(|(game, room)| Some((PathBuf::from(game), room.parse().ok()?)));
    parsed.ok_or_else(|| format!("expected GAME:ROOM, such as ~/games/monkey2:12, found `{text}`"))
}

/// Returns the colours of a room.
fn colours_of(files: &RunFiles, (path, room): &(PathBuf, u16)) -> Result<RoomPalette> {
    let game = load::game(files, path, &Given::default())?;
    let palette = load::palette(&game.room(*room)?, &game.dialect());
    Ok(RoomPalette {
        name: format!("room {room}"),
        palette,
    })
}

/// Builds the source and writes the result.
pub fn build_sources(args: &BuildArgs, files: &RunFiles) -> Result<()> {
    let dialect = dialect_of(args.version, args.he, args.old256);
    let room = args.colours_of.as_ref();
    let options = BuildOptions {
        dialect,
        allow_outside: args.allow_outside,
        nearest: args.nearest,
        room_colours: room.map(|room| colours_of(files, room)).transpose()?,
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

/// Imports costumes or rooms into a game: writes a new set of data files, with updated offsets and
/// directories
///
/// The costume or room may have any size. Everything else stays the same byte for byte, including
/// the encryption. The game itself is changed only with --in-place, which keeps the originals
/// beside the new files as .bak; --undo restores them. The number may be one that the game does not
/// use, if its index has an entry for it.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe import ~/games/monkey2 --costume 5 guybrush.cost -o newgame
  wardrobe import ~/games/monkey2 --costume 5 guybrush.cost --in-place
  wardrobe import ~/games/monkey2 --costume 5=guybrush.cost --costume 6=lechuck.cost -o newgame
  wardrobe import ~/games/monkey2 costumes -o newgame
  wardrobe import ~/games/monkey2 --room 12 bridge.room --in-place
  wardrobe import ~/games/monkey2 --undo

If several costumes or rooms are given, the command imports all of them or none. The files in a
folder are named costume-005.cost or room-012.room and so on, as `extract` names them. From a folder
with costumes and rooms only the costumes are imported.

The command imports into games of versions 0 to 8 and Humongous games. On a disk image of version 0
a costume must keep its size. With -o the command copies the files of the game: index and data,
speech, music and films, but no other files. A game in an archive, a container or a cartridge needs
-o and becomes a loose game.

With --in-place either all files are changed or none, even if the program is killed. The next import
into the game finishes an interrupted import; until then other commands refuse the game. A second
import waits at most ten seconds for the first.",
    group = clap::ArgGroup::new("where").required(true)
)]
pub struct ImportArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The number of the costume that FILE replaces, or a number with a file; may be given several
    /// times
    #[arg(long, value_name = "N|N=FILE", value_parser = replaced)]
    costume: Vec<(u16, Option<PathBuf>)>,

    /// The number of the room that FILE replaces, or a number with a file; may be given several
    /// times
    #[arg(long, value_name = "N|N=FILE", value_parser = replaced, conflicts_with = "costume")]
    room: Vec<(u16, Option<PathBuf>)>,

    /// The new costume or room: a raw block with its header, as `build` and `extract` write it; or
    /// a folder of such files
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// The folder to write the new set of files into
    #[arg(short, long, value_name = "DIR", group = "where")]
    out: Option<PathBuf>,

    /// Change the game's own files, and keep the originals beside them
    #[arg(long, group = "where")]
    in_place: bool,

    /// Restore the originals of all files that imports with --in-place have changed
    #[arg(long, group = "where", conflicts_with_all = ["costume", "room", "file"])]
    undo: bool,
}

/// Writes the changed files.
pub fn import_blocks(args: &ImportArgs, files: &RunFiles) -> Result<bool> {
    if args.undo {
        let restored = undo_imports(files, args.game.path(), &args.game.given())?;
        for name in restored {
            output::print(&format!("{name} is restored\n"))?;
        }
        return Ok(true);
    }
    let (kind, new) = args.given()?;
    let bad = match &args.out {
        Some(out) => {
            let game = args.game.open(files)?;
            let _lock = files.lock(out)?;
            import_into(files, &game, kind, &new, out)?
        }
        None => import_in_place(files, args.game.path(), &args.game.given(), kind, &new)?,
    };
    for what in &bad {
        log::warn!("{what}");
    }
    Ok(bad.is_empty())
}

impl ImportArgs {
    /// Returns the files with the numbers that they replace.
    fn given(&self) -> Result<(ImportKind, Vec<(u16, PathBuf)>)> {
        let (kind, named) = if self.room.is_empty() {
            (ImportKind::Costume, &self.costume)
        } else {
            (ImportKind::Room, &self.room)
        };
        let option = format!("--{}", kind.name());
        match (named.as_slice(), &self.file) {
            ([(number, None)], Some(file)) => Ok((kind, vec![(*number, file.clone())])),
            ([], Some(folder)) if folder.is_dir() => in_folder(folder),
            (named @ [_, ..], None) => {
                let with_file =
                    |(number, file): &(u16, Option<PathBuf>)| Some((*number, file.clone()?));
                match named.iter().map(with_file).collect() {
                    Some(files) => Ok((kind, files)),
                    None => bail!(
                        "{option} N needs one FILE; for several {}s use {option} N=FILE for each",
                        kind.name()
                    ),
                }
            }
            ([], Some(file)) => bail!(
                "{}: expected --costume N or --room N, the number of the costume or room to \
                 replace",
                file.display()
            ),
            _ => bail!(
                "expected {option} N FILE, {option} N=FILE once or more, or a folder of costumes \
                 or rooms"
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
