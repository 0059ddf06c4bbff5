//! The subcommands that write a game's contents to files: `export` (the pictures of costumes one by
//! one, as animations and as sprite sheets), `sheet` (all costumes in one picture), `gallery` (a
//! page for a browser), `room` (a room's background, planes and boxes as PNG) and `extract` (rooms
//! and costumes as they are stored).

use std::ffi::OsString;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use scumm_room::resource::folder_of;
use scumm_tools::casting::Cast;
use scumm_tools::chores::EIGHT_DIRECTIONS;
use scumm_tools::export::{Export, ExportOptions, ExportPart};
use scumm_tools::room::{self, RoomOpening};
use scumm_tools::run_files::RunFiles;
use scumm_tools::shelf::SHELF_PAGE;
use scumm_tools::{contact, extract, gallery, load, palette_file};
use wardrobe_play::explained;
use wardrobe_play::frames::zoom;

use crate::game_args::{ColourArgs, GameArgs, GamesArgs, InputsArgs};
use crate::output::{self, ReportedWork};

/// Writes the cels of costumes as PNG, their animations as APNG and GIF, and sprite sheets with
/// JSON
///
/// The engine plays the animations over the picture of the init frame, and they end where they
/// repeat. Cels keep their own colour indices. Files of an earlier export that are still complete
/// are not made again, so that an interrupted export can be continued. Two exports of the same game
/// are the same, byte for byte.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe export ~/games/monkey2 --costume 5 -o guybrush
  wardrobe export ~/games/monkey2 --costume 5 --chore 2 --facing west --only gif -o walk
  wardrobe export ~/games/monkey2 --costume 5 --costume 6 -o two
  wardrobe export ~/games/monkey2 --all -o everyone
  wardrobe export ~/games --all -o everyone
  wardrobe export ~/games/monkey2 --costume 5 --zoom 4 -o large
  wardrobe export ~/games/monkey2 --costume 5 --room 12 --z-clip 160,120 -o behind
  wardrobe export costume-005.cost --scumm 5 --palette room12.pal -o guybrush

Files (for several costumes in DIR/costume-005 and so on):
  cel-01-007.png, cels.json             picture 7 of limb 1 (AKOS: cel-007.png); its place, and how
                                        far it moves later pictures
  chore-002-west.png, .gif, chores.json an animation; its place, its loop start, its sounds
  sheet.png, sheet.json                 all pictures of all animations, in the format of Aseprite
  costume.aseprite, costume.cost        with --only aseprite: a layer for each limb
  manifest.json                         checksums; complete files are not written again")]
pub struct ExportArgs {
    #[command(flatten)]
    inputs: InputsArgs,

    /// The number of a costume of the game; may be given several times
    #[arg(long, value_name = "N")]
    costume: Vec<u16>,

    /// Export all costumes of the game
    #[arg(long, conflicts_with = "costume")]
    all: bool,

    /// The folder to write into; with --all or several costumes it gets a folder for each costume,
    /// with several games a folder for each game
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    colours: ColourArgs,

    /// Write only these parts; by default all
    #[arg(long, value_name = "PART", value_delimiter = ',', value_parser = part())]
    only: Vec<ExportPart>,

    /// Write only this chore; may be given several times; by default all
    #[arg(long = "chore", value_name = "N")]
    chores: Vec<u16>,

    /// Write only this direction; may be given several times; by default all
    #[arg(long = "facing", value_name = "DIRECTION", value_parser = PossibleValuesParser::new(EIGHT_DIRECTIONS))]
    facings: Vec<String>,

    /// Draw actors in this shadow mode, with shadow tables that darken (SCUMM v5 and later); the
    /// background is black, or the room with --z-clip
    #[arg(long, value_name = "MODE", help_heading = "Drawing")]
    shadow: Option<u16>,

    /// Draw actors smaller: 1 to 255, where 255 is full size; X,Y for two different scales
    #[arg(long, value_name = "N|X,Y", value_parser = scale, help_heading = "Drawing")]
    scale: Option<(u8, u8)>,

    /// Leave out the pixels that the room's z-planes hide if the actor is at this position; without
    /// --scale the actor has the scale of this position
    #[arg(long, value_name = "X,Y", value_parser = pair::<i32>, allow_hyphen_values = true, help_heading = "Drawing")]
    z_clip: Option<(i32, i32)>,

    /// The number of engine frames for each animation step
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Drawing")]
    anim_speed: u8,

    /// The number of jiffies (1/60 s) for each engine frame; scripts set 6 in nearly every room
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=255),
          help_heading = "Drawing")]
    jiffies: u16,

    /// The maximum number of engine frames of an animation that does not end
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..),
          help_heading = "Drawing")]
    frames: u16,

    /// Enlarge each pixel to a square of N pixels, 2 to 8, in all files
    #[arg(long, value_name = "N", value_parser = zoom(), help_heading = "Drawing")]
    zoom: Option<u8>,
}

/// Returns a parser for the name of a part, with an explanation of each name in the help.
fn part() -> impl TypedValueParser<Value = ExportPart> {
    explained(ExportPart::ALL.map(|part| {
        let what = match part {
            ExportPart::Cels => "Each cel as a PNG",
            ExportPart::Apng => "Each animation as an animated PNG",
            ExportPart::Gif => "Each animation as a GIF",
            ExportPart::Sheet => "A sprite sheet with JSON as Aseprite exports it",
            ExportPart::Aseprite => {
                "A file of Aseprite with a layer for each limb, from which `build` makes the \
                 costume again"
            }
        };
        (part.name(), what, part)
    }))
}

/// Writes the requested parts. A costume that cannot be read is logged, and the others are written.
pub fn export_costumes(args: ExportArgs, files: &RunFiles) -> Result<bool> {
    let ExportArgs {
        only,
        chores,
        facings,
        shadow,
        scale,
        z_clip,
        anim_speed,
        jiffies,
        frames,
        zoom,
        ..
    } = args;
    let options = ExportOptions {
        only,
        chores,
        facings,
        shadow,
        scale,
        z_clip,
        anim_speed,
        jiffies,
        frames,
        zoom,
    };
    let _lock = files.lock(&args.out)?;
    let exported = args.inputs.each(|named, input| {
        let export = Export {
            files: files.clone(),
            input,
            costumes: args.costume.clone(),
            all: args.all,
            name: named.name.clone(),
            out: named.folder(&args.out),
            colours: args.colours.choice(),
            options: options.clone(),
        };
        export.write(&ReportedWork::new())
    })?;
    Ok(exported.are_all && exported.each.into_iter().all(|is_sound| is_sound))
}

fn scale(text: &str) -> Result<(u8, u8), String> {
    let (x, y) = match text.split_once(',') {
        None => number(text).map(|n| (n, n))?,
        Some(_) => pair(text)?,
    };
    if x == 0 || y == 0 {
        Err("expected 1 to 255, found 0".to_owned())
    } else {
        Ok((x, y))
    }
}

fn pair<T: FromStr<Err: Display>>(text: &str) -> Result<(T, T), String> {
    let (x, y) = text
        .split_once(',')
        .ok_or_else(|| format!("expected two numbers separated by a comma, found {text:?}"))?;
    Ok((number(x)?, number(y)?))
}

fn number<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.trim()
        .parse()
        .map_err(|error: T::Err| format!("{text:?}: {error}"))
}

/// Draws a contact sheet: all costumes of a game with their numbers, in one picture
///
/// Each costume is drawn walking south, or in its first visible animation if it cannot walk, in the
/// colours that the game gives it. For a costume that cannot be read only the number is drawn, and
/// the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe sheet ~/games/monkey2 -o contact.png")]
pub struct SheetArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The PNG to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

/// Draws and writes the sheet.
pub fn draw_sheet(args: &SheetArgs, files: &RunFiles) -> Result<bool> {
    let sheet = contact::sheet(&args.game.open(files)?, &ReportedWork::new())?;
    output::write(files, &args.out, |out| out.write_all(&sheet.png))?;
    Ok(sheet.is_sound)
}

/// Writes a web page of a game, or of several games: rooms and costumes with playing animations
///
/// Open DIR/index.html in a browser; no server and no network are needed. The page searches
/// costumes and rooms by words, plays every chore in every direction in the colours of any room,
/// and shows each cel, the walk boxes, the z-planes, and the output of `wardrobe info`. Each of
/// several games gets a folder, and a start page links to them.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe gallery ~/games/monkey2 -o monkey2-gallery
  wardrobe gallery ~/games -o shelf
  xdg-open monkey2-gallery/index.html")]
pub struct GalleryArgs {
    #[command(flatten)]
    games: GamesArgs,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Makes the page. A room or costume that cannot be read is listed with the reason, and makes the
/// exit code 1.
pub fn write_gallery(args: &GalleryArgs, files: &RunFiles) -> Result<bool> {
    // The page of a single game has this name, too.
    files.check_output(&args.out.join(SHELF_PAGE))?;
    let _lock = files.lock(&args.out)?;
    let written = args.games.each(files, |named, game| {
        let folder = named.folder(&args.out);
        let data = gallery::write(files, &game, &named.name, &folder, &ReportedWork::new())?;
        Ok((named.name.clone(), data))
    })?;
    if written.are_several {
        gallery::write_shelf(files, &written.each, &args.out)?;
    }
    Ok(written.are_all && written.each.iter().all(|(_, written)| written.is_sound()))
}

/// Writes a room's background as an indexed PNG
///
/// The PNG has the room's palette, entry by entry. Objects are not drawn. With --cast each actor is
/// drawn at the position that scripts set, in the costume with the best evidence. The output names
/// the level of evidence (wardrobe cast --help), and the actors that are left out because no script
/// sets a position.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe room ~/games/monkey2 12 -o room12.png
  wardrobe room ~/games/monkey2 12 -o room12.png --cast
  wardrobe room ~/games/monkey2 12 -o room12.png --palette room12.gpl
  wardrobe room dig.la0 30 -o room30.png --planes --boxes")]
pub struct RoomArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The room's number
    #[arg(value_name = "ROOM")]
    room: u16,

    /// The PNG to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Also write the z-planes, FILE-plane1.png and so on: white hides actors
    #[arg(long)]
    planes: bool,

    /// Draw the actors that the game's scripts put into the room, and list them
    #[arg(long)]
    cast: bool,

    /// Draw the walk boxes with their numbers into the picture
    #[arg(long)]
    boxes: bool,

    /// Also write the room's palette, for GIMP (.gpl), Aseprite and Paint Shop Pro (.pal) or
    /// Photoshop (.act)
    #[arg(long, value_name = "FILE")]
    palette: Option<PathBuf>,
}

/// Writes the pictures.
pub fn draw_room(args: &RoomArgs, files: &RunFiles) -> Result<()> {
    let game = args.game.open(files)?;
    let (mut background, planes) = room::pngs(&game.room(args.room)?, &game.dialect(), args.boxes)?;
    if let Some(path) = &args.palette {
        let palette = load::palette(&game.room(args.room)?, &game.dialect());
        let bytes = palette_file::write(path, &format!("room {}", args.room), &palette)?;
        output::write(files, path, |out| out.write_all(&bytes))?;
    }
    let mut told = String::new();
    if args.cast {
        let cast = Cast::from_game(&game);
        let (picture, opening) = room::with_cast(&game, args.room, &cast, args.boxes)?;
        background = picture;
        told = tell(args.room, &cast, &opening);
    }
    let _lock = if args.planes && !output::is_stdout(&args.out) {
        Some(files.lock(folder_of(&args.out))?)
    } else {
        None
    };
    output::write(files, &args.out, |out| out.write_all(&background))?;
    for (number, png) in planes.into_iter().filter(|_| args.planes) {
        output::write(files, &beside(&args.out, number), |out| out.write_all(&png))?;
    }
    // If the picture is written to stdout, nothing else is printed there.
    if !output::is_stdout(&args.out) {
        output::print(&told)?;
    }
    Ok(())
}

/// Describes the actors in the room.
fn tell(room: u16, cast: &Cast, RoomOpening { people, left_out }: &RoomOpening<'_>) -> String {
    let mut told = cast
        .standing
        .note()
        .map_or_else(String::new, |note| format!("{note}\n"));
    if people.is_empty() {
        told.push_str(&format!("room {room}: no actor is known\n"));
    }
    for member in people {
        let why = left_out
            .iter()
            .find(|(left, _)| std::ptr::eq(*left, *member));
        let why = why.map_or_else(String::new, |(_, why)| format!("; left out: {why}"));
        told.push_str(&format!("{member}{why}\n"));
    }
    told
}

/// Returns the name of a plane's file: `room.png` becomes `room-plane1.png`.
fn beside(out: &Path, number: usize) -> PathBuf {
    let mut name = OsString::from(out.file_stem().unwrap_or_default());
    name.push(format!("-plane{number}.png"));
    out.with_file_name(name)
}

/// Writes rooms and costumes as raw blocks, with their headers and without encryption
///
/// The files have the bytes that the game stores. `info` and `export` read the file of a costume.
#[derive(Debug, clap::Args)]
#[command(
    after_long_help = "Examples:
  wardrobe extract ~/games/monkey2 --costume 5 -o raw
  wardrobe extract ~/games/monkey2 --room 12 --costume 5 -o raw
  wardrobe extract ~/games/monkey2 --all -o raw

Files: DIR/costume-005.cost, DIR/room-012.room. The extension is the block's tag: cost, akos or co;
room, rmda or ro, with rmim (Humongous) and rmsc (version 8) in separate files. Blocks of versions
1 to 3 without a tag have the extensions cost and room.",
    group = clap::ArgGroup::new("what").required(true).multiple(true)
)]
pub struct ExtractArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The number of a costume; may be given several times
    #[arg(long, value_name = "N", group = "what")]
    costume: Vec<u16>,

    /// The number of a room, which is written with its pictures and scripts if they are stored
    /// separately; may be given several times
    #[arg(long, value_name = "N", group = "what")]
    room: Vec<u16>,

    /// Extract all rooms and costumes of the game; for a game in a container also its files, which
    /// can be opened as a loose game
    #[arg(long, group = "what", conflicts_with_all = ["costume", "room"])]
    all: bool,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Writes the requested blocks.
pub fn extract_resources(args: &ExtractArgs, files: &RunFiles) -> Result<bool> {
    let numbers = (!args.all).then_some((args.room.as_slice(), args.costume.as_slice()));
    let game = args.game.open(files)?;
    let _lock = files.lock(&args.out)?;
    extract::write(files, &game, numbers, &args.out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_one_number_or_two() {
        assert_eq!(
            (scale("128"), scale("255,64")),
            (Ok((128, 128)), Ok((255, 64)))
        );
        for bad in ["0", "1,0", "256", "x", "1,2,3", ""] {
            assert!(scale(bad).is_err(), "{bad}");
        }
    }
}
