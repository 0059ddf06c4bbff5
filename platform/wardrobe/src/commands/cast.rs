//! `wardrobe cast`: lists which actor wears which costume in which room.

use anyhow::Result;
use scumm_platform::text::{joined, plural};
use scumm_tools::casting::{Cast, CostumeCast, Level, Member, Standing, quoted};
use scumm_tools::colours::RoomColours;

use super::list::with_levels;
use crate::game_args::GameArgs;
use crate::output::OutArgs;
use crate::table::{Table, below};

/// Shows which actor wears which costume in which room, as the game's scripts say
///
/// Scripts of versions 5 to 8 are read, never run. The number in brackets beside each room is the
/// level of evidence, the surest first: 1, a script puts the actor there; 2, a script makes the
/// actor act there; 3, inferred: a script that is started there puts the costume on; 4, inferred:
/// some script puts the actor there; 5, a guess without a script: the room whose file holds the
/// costume or, if that room has no colours for it, the room with the most colours. Names are the
/// game's own text: characters that are not ASCII are shown as \x81.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe cast ~/games/monkey2
  wardrobe cast ~/games/monkey2 --json | jq '.costumes[] | select(.names != []) | {costume, names}'
  wardrobe cast ~/games/monkey2 --json | jq '.rooms[] | select(.room == 12).cast'")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Print JSON: {"standing","scripts","egos","costumes","rooms"}; unknown x and y are left out
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Prints the casting of a game.
pub fn run(args: &Args) -> Result<()> {
    let cast = RoomColours::of(&args.game.open()?).settled_cast();
    args.out.report(args.json, &cast, text)
}

fn text(cast: &Cast) -> String {
    let mut text = cast
        .standing
        .note()
        .map_or_else(String::new, |note| format!("{note}\n"));
    if cast.standing != Standing::Left {
        text.push_str(&plural(cast.scripts.found, "script"));
        if cast.scripts.cut > 0 {
            text.push_str(&format!(
                ", {} of them not read to the end",
                cast.scripts.cut
            ));
        }
        let egos = joined(cast.egos.iter().map(|actor| format!("actor {actor}")), ", ");
        let led = if egos.is_empty() {
            egos
        } else {
            format!("; the player leads {egos}")
        };
        text.push_str(&format!("{led}\n"));
    }
    let mut costumes = Table::new(&[
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
    let mut rooms = Table::new(&[
        "room",
        "actor",
        "costume",
        "x",
        "y",
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
    let levels = Level::ALL.map(|level| format!("  {} {}\n", u8::from(level), level.meaning()));
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

fn member_row(room: u16, member: &Member) -> Vec<String> {
    let known = |number: Option<i32>| number.map(|number| number.to_string()).unwrap_or_default();
    let (place, look) = (member.place, &member.look);
    vec![
        room.to_string(),
        member.actor.to_string(),
        member.costume.to_string(),
        known(place.map(|place| place.x)),
        known(place.map(|place| place.y)),
        u8::from(member.level).to_string(),
        known(look.talk_colour.map(i32::from)),
        known(look.scale.map(i32::from)),
        look.name.as_ref().map(quoted).unwrap_or_default(),
    ]
}
