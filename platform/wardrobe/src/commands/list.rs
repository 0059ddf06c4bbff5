//! `wardrobe list`: what is in a game.

use anyhow::Result;
use scumm_platform::text::plural;
use scumm_tools::list::{CostumeLine, Damaged, Listing, RoomFacts, RoomLine};

use crate::game_args::GameArgs;
use crate::outcome::Outcome;
use crate::output::OutArgs;
use crate::table::Table;

/// Lists the rooms and costumes of a game
///
/// Every room and costume is loaded and parsed. What can't be used has no figures, is explained at the end and makes the exit code 1;
/// what is damaged in part but still plays is explained too, and does not.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe list ~/games/monkey2
  wardrobe list tentacle.000 --json | jq '.costumes[] | select(.cels > 100).id'")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Print JSON: {"game","identity","version","he","rooms","costumes","errors","warnings"}
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Lists a game.
pub fn run(args: &Args) -> Result<Outcome> {
    let listing = Listing::of(&args.game.open()?);
    args.out.report(args.json, &listing, text)?;
    Ok(Outcome::of(listing.errors.is_empty()))
}

fn text(listing: &Listing) -> String {
    let mut rooms = Table::new(&["room", "name", "width", "height", "planes", "boxes", "objects", "cycles"]);
    for RoomLine { id, name, facts, .. } in &listing.rooms {
        let figures = |f: &RoomFacts| [f.width, f.height, f.planes, f.boxes, f.objects, f.cycles];
        let figures = facts.iter().flat_map(figures).map(|n| n.to_string());
        rooms.row([id.to_string(), name.clone().unwrap_or_default()].into_iter().chain(figures).collect());
    }
    let mut costumes = Table::new(&["costume", "room", "bytes", "kind", "format", "limbs", "anims", "cels"]);
    for CostumeLine { id, room, size, facts, .. } in &listing.costumes {
        let front = [id.to_string(), room.to_string(), size.map_or_else(String::new, |size| size.to_string())];
        let figures = facts.iter().flat_map(|f| {
            [f.kind.to_owned(), f.format.clone(), f.limbs.to_string(), f.anims.to_string(), f.cels.to_string()]
        });
        costumes.row(front.into_iter().chain(figures).collect());
    }
    let mut text = format!("{}: {}\n{}\n", listing.game, listing.description, listing.identity.text);
    for table in [rooms.lines(), costumes.lines()].iter().filter(|lines| !lines.is_empty()) {
        text.push('\n');
        text.push_str(table);
    }
    for (heading, list) in [("Damaged", &listing.errors), ("Damaged in part", &listing.warnings)] {
        if !list.is_empty() {
            text.push_str(&format!("\n{heading}:\n"));
        }
        // What has one cause, such as a missing file, is named once.
        let mut causes: Vec<(&Damaged, usize)> = Vec::new();
        for damaged in list {
            match causes.iter_mut().find(|(first, _)| first.error == damaged.error) {
                Some((_, others)) => *others += 1,
                None => causes.push((damaged, 0)),
            }
        }
        for (Damaged { kind, id, error }, others) in causes {
            let others = if others == 0 { String::new() } else { format!(" and {}", plural(others, "other")) };
            text.push_str(&format!("  {kind} {id}{others}: {error}\n"));
        }
    }
    text
}
