//! Casting determines which actor wears which costume in which room. It reads a game's scripts
//! without running them (J1 to J27).
//!
//! A costume's own file contains neither its colours nor its wearer. The scripts do: they put
//! costumes on actors, put actors into rooms, and set names and talk colours, mostly with
//! constants. [`Cast::of`] reads all scripts of a game from their first byte to their last, and
//! states with each answer how sure it is ([`Level`], J32). Recordings of played games confirm the
//! answers (J28 to J31).
//!
//! Versions 5 to 8 are read (J35). The tables for version 8 have not been confirmed with a game.
//! Versions 1 to 4 and Humongous games are not read, and [`Cast::standing`] tells so. Time and
//! memory grow linearly with the scripts (J34): each byte is read four times, and stored data grows
//! no faster than the scripts, apart from fixed bounds.

mod colours;
mod evidence;
mod look;
mod scripts;
mod sweep;
mod table;
mod values;
mod walk;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use scumm_engine::Game;
use scumm_room::resource::Kind;
use serde::Serialize;

pub use look::{Look, Name};

use evidence::Evidence;
use table::Table;
use walk::{World, walk};

/// The most actors that can be the game's ego: a game has a handful.
const EGOS: usize = 8;

/// The evidence that a costume is shown in a room (J25), the surest level first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "u8")]
pub enum Level {
    /// 1: a script puts the actor into the room and the costume on the actor.
    Put = 1,
    /// 2: a script puts the costume on, or makes the actor act, while the room is shown.
    Present,
    /// 3, inferred: a script that is started in the room puts the costume on.
    Called,
    /// 4, inferred: a script without a room puts the costume on, and a script puts the actor into
    /// the room.
    Outside,
    /// 5, a guess: the room whose file holds the costume. If that room has no colours for the
    /// costume, the room with the most colours for it.
    Home,
}

impl Level {
    /// All levels, the surest first.
    pub const ALL: [Self; 5] = [
        Self::Put,
        Self::Present,
        Self::Called,
        Self::Outside,
        Self::Home,
    ];

    /// Returns whether a script states this directly, so that it is not inferred.
    #[must_use]
    pub fn is_said(self) -> bool {
        self <= Self::Present
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level as Self
    }
}

/// How reliable the reading of a game's scripts is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// The tables of this version are confirmed with games.
    Proven,
    /// The tables of this version are not confirmed with a game: v8.
    Unproven,
    /// Scripts of this version are not read: v1 to v4, Humongous.
    Left,
}

/// Which actor wears which costume in which room of a game.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Cast {
    /// How reliable the results are.
    pub standing: Standing,
    /// Statistics of the scripts that were read.
    pub scripts: Scripts,
    /// The actors that the player may control (J22).
    pub egos: BTreeSet<u16>,
    /// All costumes of the index, by number.
    pub costumes: Vec<CostumeCast>,
    /// The rooms with at least one known actor, by number.
    pub rooms: Vec<RoomCast>,
}

/// Statistics of the scripts that were read.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Scripts {
    /// The number of scripts found.
    pub found: usize,
    /// The number of scripts that could not be read to their end, because they are damaged or
    /// contain an unknown instruction (J20).
    pub cut: usize,
    /// The number of instructions and parts of instructions that were read.
    pub steps: usize,
}

/// A costume and its wearers.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CostumeCast {
    /// The costume's number.
    pub costume: u16,
    /// The rooms in which the costume is shown, by number; empty if no script names one.
    pub rooms: Vec<ShownIn>,
    /// The room in whose colours the costume is shown.
    pub colours_of: u16,
    /// The evidence for this room.
    pub colours_level: Level,
    /// The numbers of the actors that wear the costume, ascending, including actors without a known
    /// room.
    pub actors: Vec<u16>,
    /// The names of the actors, without duplicates.
    pub names: Vec<Name>,
    /// The talk colours of the actors, ascending.
    pub talk_colours: Vec<u8>,
    /// The different looks of the actors.
    pub looks: Vec<Look>,
}

/// A room in which a costume is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ShownIn {
    /// The room's number.
    pub room: u16,
    /// The evidence for the room.
    pub level: Level,
}

/// A room and the actors in it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RoomCast {
    /// The room's number.
    pub room: u16,
    /// The members by actor and costume. An actor may wear several costumes in turn.
    pub cast: Vec<Member>,
}

/// An actor in a costume in a room.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Member {
    /// The actor's number.
    pub actor: u16,
    /// The costume's number.
    pub costume: u16,
    /// The actor's position in room pixels; `None` if no script gives it in constants.
    #[serde(flatten)]
    pub place: Option<Place>,
    /// The evidence for this member.
    pub level: Level,
    /// The other settings of the actor.
    #[serde(flatten)]
    pub look: Look,
}

/// A position in a room, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The distance from the left edge; negative outside the room.
    pub x: i32,
    /// The distance from the upper edge.
    pub y: i32,
}

impl Cast {
    /// Reads a game's scripts. Damaged scripts are skipped.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let dialect = game.dialect();
        let table = Table::of(dialect.version()).filter(|_| !dialect.is_humongous());
        let standing = match (table, dialect.version()) {
            (None, _) => Standing::Left,
            (_, 8) => Standing::Unproven,
            _ => Standing::Proven,
        };
        let mut scripts = Scripts::default();
        let (egos, evidence) = table
            .map(|table| read(game, table, &mut scripts))
            .unwrap_or_default();
        Self {
            standing,
            scripts,
            egos,
            costumes: costumes(game, &evidence),
            rooms: rooms(&evidence),
        }
    }

    /// Returns the entry of a costume.
    #[must_use]
    pub fn costume(&self, number: u16) -> Option<&CostumeCast> {
        self.costumes
            .iter()
            .find(|costume| costume.costume == number)
    }

    /// Returns the actors in a room when it opens, each in one costume. The function prefers the
    /// costume with the surest level, then a costume with a known position, then the costume with
    /// the lowest number.
    #[must_use]
    pub fn opening(&self, room: u16) -> Vec<&Member> {
        let mut actors: BTreeMap<u16, &Member> = BTreeMap::new();
        let rank = |member: &Member| (member.level, member.place.is_none(), member.costume);
        for member in self.room(room) {
            let best = actors.entry(member.actor).or_insert(member);
            if rank(member) < rank(best) {
                *best = member;
            }
        }
        actors.into_values().collect()
    }

    /// Returns the members of a room; empty if none is known.
    #[must_use]
    pub fn room(&self, number: u16) -> &[Member] {
        self.rooms
            .iter()
            .find(|room| room.room == number)
            .map_or(&[], |room| &room.cast)
    }
}

/// Returns whether a script's code can be read to its end; `None` for versions whose scripts are
/// not read.
#[must_use]
pub fn is_read(version: u8, code: &[u8]) -> Option<bool> {
    Some(sweep::read(Table::of(version)?, code, &[], |_| ()))
}

/// Reads all scripts of a game.
fn read(game: &Game, table: &'static Table, counts: &mut Scripts) -> (BTreeSet<u16>, Evidence) {
    let rooms = scripts::apart(game, Kind::Room)
        .into_iter()
        .filter(|&room| room != 0)
        .collect();
    let costumes = game.costumes().filter(|&costume| costume != 0).collect();
    let mut world = World {
        table,
        rooms,
        costumes,
        objects: HashMap::new(),
        egos: BTreeSet::new(),
    };
    scripts::each(game, |script| {
        world.objects.extend(script.object.zip(script.room));
        counts.found = counts
            .found
            .saturating_add(usize::from(!script.code.is_empty()));
        let is_whole = sweep::read(table, script.code, &script.entries, |step| {
            counts.steps = counts.steps.saturating_add(1);
            let ego = step
                .values
                .to_ego
                .and_then(|actor| u8::try_from(actor).ok());
            world
                .egos
                .extend(ego.filter(|_| world.egos.len() < EGOS).map(u16::from));
        });
        counts.cut = counts.cut.saturating_add(usize::from(!is_whole));
    });
    let mut evidence = Evidence::default();
    scripts::each(game, |script| walk(&world, script, &mut evidence));
    evidence.conclude();
    (world.egos, evidence)
}

/// Returns all costumes of the index with the evidence for each.
fn costumes(game: &Game, evidence: &Evidence) -> Vec<CostumeCast> {
    let mut palettes = colours::Palettes::of(game);
    let costume = |number: u16| {
        let worn = || evidence.worn.range((number, 0)..=(number, u16::MAX));
        let mut rooms: BTreeMap<u16, Level> = BTreeMap::new();
        for (&room, shown) in worn().flat_map(|(_, worn)| &worn.rooms) {
            let level = rooms.entry(room).or_insert(shown.level);
            *level = shown.level.min(*level);
        }
        let rooms: Vec<ShownIn> = rooms
            .into_iter()
            .map(|(room, level)| ShownIn { room, level })
            .collect();
        let (colours_of, colours_level) = palettes
            .room_for(number, &rooms)
            .unwrap_or((game.room_of_costume(number).unwrap_or(0), Level::Home));
        let looks = || worn().flat_map(|(_, worn)| &worn.looks);
        let names: BTreeSet<&Name> = looks().filter_map(|look| look.name.as_ref()).collect();
        let talk_colours: BTreeSet<u8> = looks().filter_map(|look| look.talk_colour).collect();
        CostumeCast {
            costume: number,
            rooms,
            colours_of,
            colours_level,
            actors: worn().map(|(&(_, actor), _)| actor).collect(),
            names: names.into_iter().cloned().collect(),
            talk_colours: talk_colours.into_iter().collect(),
            looks: looks().cloned().collect(),
        }
    };
    game.costumes().map(costume).collect()
}

/// Returns the rooms with at least one known actor (J27).
fn rooms(evidence: &Evidence) -> Vec<RoomCast> {
    let mut rooms: BTreeMap<u16, Vec<Member>> = BTreeMap::new();
    for (&(costume, actor), worn) in &evidence.worn {
        for (&room, shown) in &worn.rooms {
            let look = worn.looks.get(shown.look).cloned().unwrap_or_default();
            let place = shown.place;
            let level = shown.level;
            rooms.entry(room).or_default().push(Member {
                actor,
                costume,
                place,
                level,
                look,
            });
        }
    }
    let sorted = |(room, mut cast): (u16, Vec<Member>)| {
        cast.sort_by_key(|member| (member.actor, member.costume));
        RoomCast { room, cast }
    };
    rooms.into_iter().map(sorted).collect()
}
