//! Casting: who wears which costume where, read from a game's scripts without running them (J1 to
//! J27).
//!
//! A costume's own file says neither its colours nor who wears it. The scripts do: they put
//! costumes on actors, actors into rooms, and say names and talk colours, mostly in constants.
//! [`Cast::of`] goes over all scripts of a game, from their first byte to their last, and says
//! beside each answer how sure it is ([`Level`], J32). Plays of games prove it (J28 to J31).
//!
//! Versions 5 to 8 are read (J35); 8 by tables that no game has proven. Versions 1 to 4 and
//! Humongous are left out, and [`Cast::standing`] says so. Time and memory grow with the scripts
//! (J34): each byte is gone over four times, and what is kept grows no faster than they do, beside
//! fixed bounds.

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

/// Actors that the game's ego may be: a game has a handful at most.
const EGOS: usize = 8;

/// How it is known where a costume is shown (J25), the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "u8")]
pub enum Level {
    /// 1: a script puts the actor there, and the costume on it.
    Put = 1,
    /// 2: a script puts it on, or lets the actor work, while that room is shown.
    Present,
    /// 3, inferred: it is put on by a script that is started from there.
    Called,
    /// 4, inferred: it is put on outside rooms, and some script puts the actor there.
    Outside,
    /// 5, a guess: the room whose file holds it; where that has no colours for it, the one that has
    /// the most.
    Home,
}

impl Level {
    /// All of them, the surest first.
    pub const ALL: [Self; 5] = [
        Self::Put,
        Self::Present,
        Self::Called,
        Self::Outside,
        Self::Home,
    ];

    /// Whether a script says it, rather than that it follows.
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

/// What reading a game's scripts is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Games of this version prove the tables.
    Proven,
    /// Tables that were written down and that no game has proven: v8.
    Unproven,
    /// Scripts of this version are not read: v1 to v4, Humongous.
    Left,
}

/// Who wears what where in a game.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Cast {
    /// What all this is worth.
    pub standing: Standing,
    /// What was read.
    pub scripts: Scripts,
    /// The actors that the player may lead (J22).
    pub egos: BTreeSet<u16>,
    /// All costumes of the index, by number.
    pub costumes: Vec<CostumeCast>,
    /// The rooms where anybody is known, by number.
    pub rooms: Vec<RoomCast>,
}

/// How much was read.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Scripts {
    /// Scripts that were found.
    pub found: usize,
    /// Those of them that could not be read to their end: they are damaged, or hold what no table
    /// knows (J20).
    pub cut: usize,
    /// Instructions that were read, and parts of instructions.
    pub steps: usize,
}

/// A costume and its wearers.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CostumeCast {
    /// Its number.
    pub costume: u16,
    /// The rooms that it is shown in, by number; none where no script tells.
    pub rooms: Vec<ShownIn>,
    /// The room in whose colours it is shown.
    pub colours_of: u16,
    /// How that is known.
    pub colours_level: Level,
    /// The numbers of the actors that wear it, ascending, whether or not a room is known.
    pub actors: Vec<u16>,
    /// Their names, without doubles.
    pub names: Vec<Name>,
    /// Their talk colours, ascending.
    pub talk_colours: Vec<u8>,
    /// What they are told beside, a look for each that differs.
    pub looks: Vec<Look>,
}

/// A room that a costume is shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ShownIn {
    /// Its number.
    pub room: u16,
    /// How that is known.
    pub level: Level,
}

/// A room and who is in it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RoomCast {
    /// Its number.
    pub room: u16,
    /// By actor and costume; an actor may wear one after the other.
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
    /// Where it stands, in room pixels; left out where no script says it in constants.
    #[serde(flatten)]
    pub place: Option<Place>,
    /// How it is known.
    pub level: Level,
    /// What the actor is told beside.
    #[serde(flatten)]
    pub look: Look,
}

/// A place in a room, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// From the left edge; negative outside.
    pub x: i32,
    /// From the upper edge.
    pub y: i32,
}

impl Cast {
    /// Reads a game's scripts. What is damaged is left out.
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

    /// The wearers of a costume.
    #[must_use]
    pub fn costume(&self, number: u16) -> Option<&CostumeCast> {
        self.costumes
            .iter()
            .find(|costume| costume.costume == number)
    }

    /// Who is in a room as it opens: each actor once, in the costume that is known best for it
    /// there, and of those in the one whose place is known; of equal ones in that of the lowest
    /// number.
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

    /// Who is in a room; empty where nobody is known.
    #[must_use]
    pub fn room(&self, number: u16) -> &[Member] {
        self.rooms
            .iter()
            .find(|room| room.room == number)
            .map_or(&[], |room| &room.cast)
    }
}

/// Whether a script's code is read to its end; `None` for versions whose scripts are left out.
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

/// The costumes of the index with what is known of them.
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

/// The rooms where anybody is known (J27).
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
