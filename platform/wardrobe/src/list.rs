//! `wardrobe list`: what is in a game.

use anyhow::Result;
use scumm_engine::{CostumeEntry, Game};
use scumm_room::Room;
use serde::Serialize;

use crate::costume_input::{self, Loaded};
use crate::facts::Facts;
use crate::game_args::GameArgs;
use crate::identity_line::IdentityLine;
use crate::load;
use crate::outcome::{Outcome, line};
use crate::output::OutArgs;
use crate::table::Table;
use scumm_platform::text::plural;

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

/// What is in a game.
#[derive(Debug, Serialize)]
struct Listing {
    /// The name of its index file without ending; that of its folder where the file is just `00` or `000`.
    game: String,
    /// What was recognised, in words.
    description: String,
    /// Which edition of which game it is.
    identity: IdentityLine,
    version: u8,
    /// The Humongous sub-version, 0 for other games.
    he: u8,
    rooms: Vec<RoomLine>,
    costumes: Vec<CostumeLine>,
    /// What can't be used.
    errors: Vec<Damaged>,
    /// What is damaged in part.
    warnings: Vec<Damaged>,
}

#[derive(Debug, Serialize)]
struct RoomLine {
    id: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(flatten)]
    facts: Option<RoomFacts>,
    /// Why it can't be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Debug, Serialize)]
struct RoomFacts {
    width: usize,
    height: usize,
    /// Without plane 0.
    planes: usize,
    boxes: usize,
    objects: usize,
    cycles: usize,
}

#[derive(Debug, Serialize)]
struct CostumeLine {
    id: u16,
    room: u8,
    /// Bytes, header included.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u32>,
    #[serde(flatten)]
    facts: Option<Facts>,
    /// Why it can't be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Something that is not as it should be, and what.
#[derive(Debug, Serialize)]
struct Damaged {
    kind: &'static str,
    id: u16,
    error: String,
}

/// Lists a game.
pub fn run(args: &Args) -> Result<Outcome> {
    let listing = Listing::of(&args.game.open()?);
    args.out.report(args.json, &listing, Listing::text)?;
    Ok(if listing.errors.is_empty() { Outcome::Good } else { Outcome::Findings })
}

impl RoomFacts {
    fn of(room: &Room) -> Self {
        let &Room { width, height, plane_count: planes, .. } = room;
        let [boxes, objects, cycles] = [room.boxes.len(), room.objects.len(), room.cycles.len()];
        Self { width, height, planes, boxes, objects, cycles }
    }
}

impl Listing {
    fn of(game: &Game) -> Self {
        let mut listing = Self {
            game: load::title(game),
            description: game.describe(),
            identity: game.files().identity().into(),
            version: game.dialect().version(),
            he: game.dialect().he(),
            rooms: Vec::new(),
            costumes: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
        };
        for id in game.rooms() {
            let name = game.room_name(id).map(str::to_owned);
            let (facts, error, damage) = match game.room(id) {
                Ok(room) => {
                    (Some(RoomFacts::of(&room)), None, room.problems().iter().map(ToString::to_string).collect())
                }
                Err(error) => (None, Some(error.to_string()), Vec::new()),
            };
            listing.note("room", id, error.as_ref(), damage);
            listing.rooms.push(RoomLine { id, name, facts, error });
        }
        for CostumeEntry { id, room } in game.costumes() {
            let (facts, error, damage) = match costume_input::of_game(game, id) {
                Ok(Loaded { costume, findings, .. }) => (Some(Facts::of(&costume)), None, findings),
                Err(error) => (None, Some(line(&error)), Vec::new()),
            };
            listing.note("costume", id, error.as_ref(), damage);
            let size = game.locate_costume(id).ok().map(|place| place.size);
            listing.costumes.push(CostumeLine { id, room, size, facts, error });
        }
        listing
    }

    /// Lists why something can't be used, and what is damaged in part of it.
    fn note(&mut self, kind: &'static str, id: u16, error: Option<&String>, damage: Vec<String>) {
        let damaged = |error| Damaged { kind, id, error };
        self.errors.extend(error.cloned().map(damaged));
        self.warnings.extend(damage.into_iter().map(damaged));
    }

    fn text(&self) -> String {
        let mut rooms = Table::new(&["room", "name", "width", "height", "planes", "boxes", "objects", "cycles"]);
        for RoomLine { id, name, facts, .. } in &self.rooms {
            let figures = |f: &RoomFacts| [f.width, f.height, f.planes, f.boxes, f.objects, f.cycles];
            let figures = facts.iter().flat_map(figures).map(|n| n.to_string());
            rooms.row([id.to_string(), name.clone().unwrap_or_default()].into_iter().chain(figures).collect());
        }
        let mut costumes = Table::new(&["costume", "room", "bytes", "kind", "format", "limbs", "anims", "cels"]);
        for CostumeLine { id, room, size, facts, .. } in &self.costumes {
            let front = [id.to_string(), room.to_string(), size.map_or_else(String::new, |size| size.to_string())];
            let figures = facts.iter().flat_map(|f| {
                [f.kind.to_owned(), f.format.clone(), f.limbs.to_string(), f.anims.to_string(), f.cels.to_string()]
            });
            costumes.row(front.into_iter().chain(figures).collect());
        }
        let mut text = format!("{}: {}\n{}\n", self.game, self.description, self.identity.text);
        for table in [rooms.lines(), costumes.lines()].iter().filter(|lines| !lines.is_empty()) {
            text.push('\n');
            text.push_str(table);
        }
        for (heading, list) in [("Damaged", &self.errors), ("Damaged in part", &self.warnings)] {
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
}
