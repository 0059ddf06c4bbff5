//! `wardrobe info`: describes a costume.

use anyhow::Result;
use scumm_media::text::{joined, plural};
use scumm_tools::casting::CostumeCast;
use scumm_tools::colours::ColouredCostume;
use scumm_tools::info::{Info, LimbInfo};

use crate::game_args::{ColourArgs, InputsArgs};
use crate::output::OutArgs;
use crate::table::Table;

/// Describes a costume: header, palette, animations with their limbs, cels
///
/// For a costume of a game it also shows the wearers and rooms with the level of evidence (wardrobe
/// cast --help), and the palette in the colours of the room in which the costume is shown. Damage
/// is listed at the end and makes the exit code 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe info ~/games/monkey2 --costume 5
  wardrobe info ~/games/monkey2 --costume 5 --room 12
  wardrobe info guybrush.cost --scumm 5 --code
  wardrobe info dig.la0 --costume 12 --json | jq '.cels[] | select(.width > 100)'")]
pub struct Args {
    #[command(flatten)]
    inputs: InputsArgs,

    /// The number of a costume of the game
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    #[command(flatten)]
    colours: ColourArgs,

    /// Print JSON; for several files or games an array
    #[arg(long)]
    json: bool,

    /// Also show the commands
    #[arg(long)]
    code: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Prints the description of costumes.
pub fn run(args: &Args) -> Result<bool> {
    let choice = args.colours.choice();
    let infos = args.inputs.each(|_, input| {
        Ok(Info::of(
            &ColouredCostume::load(&input, args.costume, &choice)?,
            args.code,
        ))
    })?;
    args.out.report_each(args.json, &infos, text)?;
    Ok(infos.are_all && infos.each.iter().all(|info| info.findings.is_empty()))
}

/// Formats the description as text.
fn text(info: &Info) -> String {
    let he = if info.he == 0 {
        String::new()
    } else {
        format!(" Humongous {}", info.he)
    };
    let west = if info.mirrors_west {
        "the mirrored east"
    } else {
        "drawn as stored"
    };
    let colour = |(entry, colour): (&u8, &String)| format!("{entry} {colour}");
    let palette = joined(info.palette.iter().zip(&info.colours).map(colour), ", ");
    let palette = if palette.is_empty() { "none" } else { &palette };
    let cast = info
        .cast
        .as_ref()
        .map(CostumeCast::sentence)
        .unwrap_or_default();
    let cast = if cast.is_empty() {
        cast
    } else {
        format!("{cast}\n")
    };
    let game = info
        .identity
        .as_ref()
        .map_or_else(String::new, |game| format!("{}\n", game.text));
    let counts = [
        (info.animation_count, "animation"),
        (info.limb_count, "limb"),
        (info.cel_count, "cel"),
    ];
    let counts = counts.map(|(count, word)| plural(count, word)).join(", ");
    let Info {
        name,
        kind,
        format,
        version,
        source,
        ..
    } = info;
    let mut text = format!(
        "{name}: {kind} {format}, SCUMM v{version}{he}\n{game}{counts}; west is {west}\n{cast}colours of {source}\npalette: {palette}\n"
    );
    for table in [animation_table(info), cel_table(info)] {
        text.push_str(&format!("\n{}", table.lines()));
    }
    for (heading, lines) in [
        ("Commands", info.code.as_deref()),
        ("Damaged", Some(info.findings.as_slice())),
    ] {
        let Some(lines) = lines.filter(|lines| !lines.is_empty()) else {
            continue;
        };
        text.push_str(&format!("\n{heading}:\n  {}\n", lines.join("\n  ")));
    }
    text
}

fn animation_table(info: &Info) -> Table {
    let mut table = Table::new(&["animation", "frame", "facing", "limbs"]);
    for a in &info.animations {
        let limbs = joined(
            a.limbs
                .iter()
                .map(|limb| limb_text(limb, info.kind == "AKOS")),
            "  ",
        );
        table.row(vec![
            a.number.to_string(),
            a.frame.to_string(),
            a.facing.to_owned(),
            limbs,
        ]);
    }
    table
}

fn cel_table(info: &Info) -> Table {
    let mut table = Table::new(&[
        "cel",
        "width",
        "height",
        "x",
        "y",
        "move x",
        "move y",
        "limb:number",
    ]);
    for c in &info.cels {
        let places = joined(
            c.shown_as
                .iter()
                .map(|(limb, code)| format!("{limb}:{code}")),
            " ",
        );
        let place = [c.x, c.y, c.move_x, c.move_y].map(|n| n.to_string());
        let front = [c.number, c.width, c.height].map(|n| n.to_string());
        table.row(front.into_iter().chain(place).chain([places]).collect());
    }
    table
}

/// Formats a limb such as `3 loop 12-15`. Positions in an AKOS have the form of its listing.
fn limb_text(limb: &LimbInfo, akos: bool) -> String {
    let at = |position: u16| {
        if akos {
            format!("L{position:04x}")
        } else {
            position.to_string()
        }
    };
    let range = match limb.range {
        None => String::new(),
        Some((first, last)) if first == last => format!(" {}", at(first)),
        Some((first, last)) => format!(" {}-{}", at(first), at(last)),
    };
    format!("{} {}{range}", limb.limb, limb.mode)
}
