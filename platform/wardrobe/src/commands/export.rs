//! `wardrobe export`: writes the pictures of costumes one by one, as animations and as sprite
//! sheets.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use scumm_platform::file::FolderLock;
use scumm_tools::chores::EIGHT_DIRECTIONS;
use scumm_tools::export::{Export, ExportOptions, ExportPart};

use crate::game_args::{ColourArgs, InputsArgs};
use crate::progress::Work;
use wardrobe_play::explained;
use wardrobe_play::frames::zoom;

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

What is written, of several costumes in DIR/costume-005 and so on:
  cel-007.png, cels.json                one picture; where it lies, how far it moves others
  chore-002-west.png, .gif, chores.json an animation; where it lies, where it begins anew, its sounds
  sheet.png, sheet.json                 all pictures of all animations, as Aseprite exports them
  manifest.json                         check sums: what is there whole is not made again")]
pub struct Args {
    #[command(flatten)]
    inputs: InputsArgs,

    /// The number of a costume of the game; may be given several times
    #[arg(long, value_name = "N")]
    costume: Vec<u16>,

    /// All costumes of the game
    #[arg(long, conflicts_with = "costume")]
    all: bool,

    /// The folder to write into; with --all or several costumes it gets a folder for each costume,
    /// with several games a folder for each game
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    colours: ColourArgs,

    /// Write only these; without it all
    #[arg(long, value_name = "PART", value_delimiter = ',', value_parser = explained(PARTS))]
    only: Vec<ExportPart>,

    /// Only this chore; may be given several times
    #[arg(long = "chore", value_name = "N")]
    chores: Vec<u16>,

    /// Only this direction; may be given several times
    #[arg(long = "facing", value_name = "DIRECTION", value_parser = PossibleValuesParser::new(EIGHT_DIRECTIONS))]
    facings: Vec<String>,

    /// Draw actors in this shadow mode, with shadow tables that show dusk (SCUMM v5 and later);
    /// shadows fall on black, with --z-clip on the room
    #[arg(long, value_name = "MODE", help_heading = "How it is shown")]
    shadow: Option<u16>,

    /// Draw actors smaller: 1 to 255, where 255 is full size; X,Y for two different scales
    #[arg(long, value_name = "N|X,Y", value_parser = scale, help_heading = "How it is shown")]
    scale: Option<(u8, u8)>,

    /// Leave out the pixels that the room's z-planes hide of an actor at this position; without
    /// --scale the actor has the scale of the position
    #[arg(long, value_name = "X,Y", value_parser = pair::<i32>, allow_hyphen_values = true, help_heading = "How it is shown")]
    z_clip: Option<(i32, i32)>,

    /// Engine frames for each animation step
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        help_heading = "How it is shown"
    )]
    anim_speed: u8,

    /// Jiffies (sixtieths of a second) for each engine frame; scripts set 6 in nearly every room
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=255),
          help_heading = "How it is shown")]
    jiffies: u16,

    /// The most engine frames of an animation that does not end
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..),
          help_heading = "How it is shown")]
    frames: u16,

    /// Enlarge each pixel to a square of N pixels, 2 to 8, in all files
    #[arg(long, value_name = "N", value_parser = zoom(), help_heading = "How it is shown")]
    zoom: Option<u8>,
}

/// The parts that can be exported.
const PARTS: [(&str, &str, ExportPart); 4] = [
    ("cels", "Each cel as a PNG", ExportPart::Cels),
    (
        "apng",
        "Each animation as an animated PNG",
        ExportPart::Apng,
    ),
    ("gif", "Each animation as a GIF", ExportPart::Gif),
    (
        "sheet",
        "A sprite sheet with JSON as Aseprite exports it",
        ExportPart::Sheet,
    ),
];

/// Writes the requested parts. A costume that cannot be read is logged, and the others are written.
pub fn run(args: Args) -> Result<bool> {
    let Args {
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
    let _lock = FolderLock::acquire(&args.out)?;
    let exported = args.inputs.each(|name, input| {
        let export = Export {
            input,
            costumes: args.costume.clone(),
            all: args.all,
            out: name.map_or_else(|| args.out.clone(), |name| args.out.join(name)),
            colours: args.colours.choice(),
            options: options.clone(),
        };
        export.write(&Work::new())
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
        .ok_or_else(|| format!("expected two numbers with a comma between, found {text:?}"))?;
    Ok((number(x)?, number(y)?))
}

fn number<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.trim()
        .parse()
        .map_err(|error: T::Err| format!("{text:?}: {error}"))
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
