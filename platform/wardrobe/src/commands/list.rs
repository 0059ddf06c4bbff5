//! `wardrobe list`: lists the contents of a game.

use anyhow::Result;
use scumm_platform::text::{joined, plural};
use scumm_tools::casting::{Level, quoted};
use scumm_tools::list::{CostumeLine, Damaged, Listing, RoomFacts, RoomLine};

use crate::game_args::GamesArgs;
use crate::output::OutArgs;
use crate::table::{Table, below};

/// Lists the rooms and costumes of a game, or of several
///
/// The list shows for each room the costumes of the actors in it when it opens, and for each
/// costume the rooms in which it is shown and its names, with the level of evidence in brackets
/// (wardrobe cast --help). Every room and costume is loaded and parsed. An unusable room or costume
/// has no figures, is explained at the end and makes the exit code 1. A partly damaged one that can
/// still be played is explained, too, but does not change the exit code.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe list ~/games/monkey2
  wardrobe list ~/games
  wardrobe list tentacle.000 --json | jq '.costumes[] | select(.cels > 100).id'")]
pub struct Args {
    #[command(flatten)]
    games: GamesArgs,

    /// Print JSON, for several games an array:
    /// {"game","identity","version","he","casting","rooms","costumes","errors","warnings"}
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Lists games.
pub fn run(args: &Args) -> Result<bool> {
    let listed = args.games.each(|_, game| Ok(Listing::of(&game)))?;
    args.out.report_each(args.json, &listed, text)?;
    Ok(listed.are_all && listed.each.iter().all(|listing| listing.errors.is_empty()))
}

/// Formats numbers with the level of evidence in brackets: `1 (1), 7 (3)`.
pub fn with_levels(numbers: impl Iterator<Item = (u16, Level)>) -> String {
    joined(
        numbers.map(|(number, level)| format!("{number} ({})", u8::from(level))),
        ", ",
    )
}

fn text(listing: &Listing) -> String {
    let mut rooms = Table::new(&[
        "room", "name", "width", "height", "planes", "boxes", "objects", "cycles", "cast",
    ]);
    for RoomLine {
        id,
        name,
        facts,
        cast,
        ..
    } in &listing.rooms
    {
        let figures = |f: &RoomFacts| [f.width, f.height, f.planes, f.boxes, f.objects, f.cycles];
        let figures = facts
            .as_ref()
            .map_or([const { String::new() }; 6], |facts| {
                figures(facts).map(|n| n.to_string())
            });
        let front = [id.to_string(), name.clone().unwrap_or_default()];
        let cast = with_levels(cast.iter().map(|member| (member.costume, member.level)));
        rooms.row(front.into_iter().chain(figures).chain([cast]).collect());
    }
    let headings = [
        "costume", "room", "bytes", "kind", "format", "limbs", "anims", "cels", "shown in", "names",
    ];
    let mut costumes = Table::new(&headings);
    for CostumeLine {
        id,
        room,
        size,
        facts,
        names,
        shown_in,
        ..
    } in &listing.costumes
    {
        let front = [
            id.to_string(),
            room.to_string(),
            size.map_or_else(String::new, |size| size.to_string()),
        ];
        let figures = facts.as_ref().map_or([const { String::new() }; 5], |f| {
            [
                f.kind.to_owned(),
                f.format.clone(),
                f.limbs.to_string(),
                f.anims.to_string(),
                f.cels.to_string(),
            ]
        });
        let shown_in = with_levels(shown_in.iter().map(|shown| (shown.room, shown.level)));
        let of_cast = [shown_in, joined(names.iter().map(quoted), ", ")];
        costumes.row(front.into_iter().chain(figures).chain(of_cast).collect());
    }
    let note = listing
        .casting
        .note()
        .map_or_else(String::new, |note| format!("{note}\n"));
    let mut text = format!(
        "{}: {}\n{}\n{note}",
        listing.game, listing.description, listing.identity.text
    );
    text.push_str(&below(&[rooms.lines(), costumes.lines()]));
    for (heading, list) in [
        ("Damaged", &listing.errors),
        ("Damaged in part", &listing.warnings),
    ] {
        if !list.is_empty() {
            text.push_str(&format!("\n{heading}:\n"));
        }
        // Errors with the same cause, such as a missing file, are printed once.
        let mut causes: Vec<(&Damaged, usize)> = Vec::new();
        for damaged in list {
            match causes
                .iter_mut()
                .find(|(first, _)| first.error == damaged.error)
            {
                Some((_, others)) => *others += 1,
                None => causes.push((damaged, 0)),
            }
        }
        for (Damaged { kind, id, error }, others) in causes {
            let others = if others == 0 {
                String::new()
            } else {
                format!(" and {}", plural(others, "other"))
            };
            text.push_str(&format!("  {kind} {id}{others}: {error}\n"));
        }
    }
    text
}
