//! `wardrobe list`: lists the contents of a game. `wardrobe cast`: lists which actor wears which
//! costume in which room.

use anyhow::Result;
use scumm_media::text::{joined, plural};
use scumm_tools::casting::{
    Cast, CastMember, CastingEvidence, CostumeCast, ScriptReliability, quoted,
};
use scumm_tools::colours::RoomColours;
use scumm_tools::list::{CostumeLine, Damaged, Listing, RoomFacts, RoomLine};
use scumm_tools::provenance::{Document, DocumentHead};
use scumm_tools::run_files::RunFiles;

use crate::game_args::{GameArgs, GamesArgs};
use crate::output::{OutArgs, OutputTable, below};

/// Lists the rooms and costumes of a game, or of several
///
/// The list shows for each room the costumes of the actors in it when it opens, and for each
/// costume the rooms in which it is shown and its names, with the level of evidence in brackets
/// (wardrobe cast --help). Every room and costume is loaded and parsed. An unusable room or costume
/// has no figures. The reason follows at the end. A partly damaged room or costume that can still
/// be played is explained, too. In both cases the exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe list ~/games/monkey2
  wardrobe list ~/games
  wardrobe list tentacle.000 --json | jq '.costumes[] | select(.cels > 100).id'")]
pub struct ListArgs {
    #[command(flatten)]
    games: GamesArgs,

    /// Print JSON, for a folder or several games an array: {"format","wardrobe","game","path",
    /// "sha256","identity","version","he","casting","rooms","costumes","errors","warnings"}
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Lists games.
pub fn list_game(args: &ListArgs, files: &RunFiles) -> Result<bool> {
    let listed = args.games.each(files, |named, game| {
        let mut listing = Listing::new(&game);
        listing.game.clone_from(&named.name);
        Ok(Document {
            head: DocumentHead::of_game(&game, &named.name)?,
            value: listing,
        })
    })?;
    let text = |listed: &Document<Listing>| list_text(&listed.value);
    args.out.report_each(files, args.json, &listed, text)?;
    let is_sound = |listed: &Document<Listing>| {
        listed.value.errors.is_empty() && listed.value.warnings.is_empty()
    };
    Ok(listed.are_all && listed.each.iter().all(is_sound))
}

/// Formats numbers with the level of evidence in brackets: `1 (1), 7 (3)`.
pub fn with_levels(numbers: impl Iterator<Item = (u16, CastingEvidence)>) -> String {
    joined(
        numbers.map(|(number, level)| format!("{number} ({})", u8::from(level))),
        ", ",
    )
}

fn list_text(listing: &Listing) -> String {
    let mut rooms = OutputTable::new(&[
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
    let mut costumes = OutputTable::new(&headings);
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
        let from_cast_member = [shown_in, joined(names.iter().map(quoted), ", ")];
        costumes.row(
            front
                .into_iter()
                .chain(figures)
                .chain(from_cast_member)
                .collect(),
        );
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
        ("Partly damaged", &listing.warnings),
    ] {
        if !list.is_empty() {
            text.push_str(&format!("\n{heading}:\n"));
        }
        // If several errors have the same cause, such as a missing file, the cause is printed once.
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
        for (
            Damaged {
                kind, id, error, ..
            },
            others,
        ) in causes
        {
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

/// Lists which actor wears which costume in which room, according to the game's scripts
///
/// The command reads scripts of versions 5 to 8, but never runs them. The number in brackets beside
/// each room is the level of evidence, the best first: 1, a script puts the actor into the room; 2,
/// a script works with the actor in the room; 3, inferred: a script that is started in the room
/// gives the actor the costume; 4, inferred: some script puts the actor into the room; 5, a guess
/// without a script: the room whose file contains the costume or, if that room lacks colours for
/// the costume, the room that has most of them. Names are the game's own text: characters that are
/// not ASCII are printed as \x81.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe cast ~/games/monkey2
  wardrobe cast ~/games/monkey2 --json | jq '.costumes[] | select(.names != []) | {costume, names}'
  wardrobe cast ~/games/monkey2 --json | jq '.rooms[] | select(.room == 12).cast'")]
pub struct CastArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Print JSON: {"format","wardrobe","game","path","sha256","standing","scripts","egos",
    /// "costumes","rooms"}; unknown x and y are left out
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Prints the casting of a game.
pub fn list_cast(args: &CastArgs, files: &RunFiles) -> Result<()> {
    let game = args.game.open(files)?;
    let document = Document {
        head: DocumentHead::of_game(&game, &args.game.name())?,
        value: RoomColours::new(&game).settled_cast(),
    };
    let text = |document: &Document<Cast>| cast_text(&document.value);
    args.out.report(files, args.json, &document, text)
}

fn cast_text(cast: &Cast) -> String {
    let mut text = cast
        .standing
        .note()
        .map_or_else(String::new, |note| format!("{note}\n"));
    if cast.standing != ScriptReliability::Left {
        text.push_str(&plural(cast.scripts.found, "script"));
        if cast.scripts.cut > 0 {
            text.push_str(&format!(", {} of them only partly read", cast.scripts.cut));
        }
        let egos = joined(cast.egos.iter().map(|actor| format!("actor {actor}")), ", ");
        let led = if egos.is_empty() {
            egos
        } else {
            format!("; the player controls {egos}")
        };
        text.push_str(&format!("{led}\n"));
    }
    let mut costumes = OutputTable::new(&[
        "costume",
        "shown in",
        "colours of",
        "actors",
        "talk colours",
        "names",
    ]);
    cast.costumes
        .iter()
        .for_each(|costume| costumes.row(costume_row(costume)));
    let mut rooms = OutputTable::new(&[
        "room",
        "actor",
        "costume",
        "x",
        "y",
        "facing",
        "level",
        "talk colour",
        "scale",
        "name",
    ]);
    for room in &cast.rooms {
        room.cast
            .iter()
            .for_each(|member| rooms.row(member_row(room.room, member)));
    }
    text.push_str(&below(&[costumes.lines(), rooms.lines()]));
    let levels =
        CastingEvidence::ALL.map(|level| format!("  {} {}\n", u8::from(level), level.meaning()));
    if cast.costumes.is_empty() {
        text
    } else {
        format!("{text}\nLevels:\n{}", levels.concat())
    }
}

fn costume_row(costume: &CostumeCast) -> Vec<String> {
    vec![
        costume.costume.to_string(),
        with_levels(costume.rooms.iter().map(|shown| (shown.room, shown.level))),
        with_levels([(costume.colours_of, costume.colours_level)].into_iter()),
        joined(&costume.actors, ", "),
        joined(&costume.talk_colours, ", "),
        joined(costume.names.iter().map(quoted), ", "),
    ]
}

fn member_row(room: u16, member: &CastMember) -> Vec<String> {
    let known = |number: Option<i32>| number.map(|number| number.to_string()).unwrap_or_default();
    let (place, look) = (member.place, &member.look);
    vec![
        room.to_string(),
        member.actor.to_string(),
        member.costume.to_string(),
        known(place.map(|place| place.x)),
        known(place.map(|place| place.y)),
        known(member.facing.map(i32::from)),
        u8::from(member.level).to_string(),
        known(look.talk_colour.map(i32::from)),
        known(look.scale.map(i32::from)),
        look.name.as_ref().map(quoted).unwrap_or_default(),
    ]
}
