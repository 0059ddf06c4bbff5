//! Casting determines which actor wears which costume in which room. It reads a game's scripts
//! without running them (J1 to J27).
//!
//! A costume's own file contains neither its colours nor the actor that wears it. The scripts
//! contain both: they give costumes to actors, put actors into rooms, and set names and talk
//! colours, mostly with constants. [`Cast::from_game`] reads all scripts of a game from their first
//! byte to their last, and states with each answer how sure it is ([`CastingEvidence`], J32).
//! Recordings of played games confirm the answers (J28 to J31). [`Cast::furnish`] puts the actors
//! of a room onto a stage.
//!
//! Versions 1 to 8 and Humongous games are read (J35). Games have confirmed the tables of versions
//! 5 to 7; for the other tables [`Cast::standing`] is [`ScriptReliability::Unproven`]. The scripts
//! of version 0 are not read: each actor wears the costume of its own number (J38). Time and memory
//! grow linearly with the scripts (J34): each byte is read four times, and the stored data are at
//! most proportional to the scripts, plus a fixed amount.
#![forbid(unsafe_code)]

mod cast;
mod code_page;
mod evidence;
mod furnish;
mod look;
mod scripts;
pub mod standing;
mod sweep;
mod table;
mod walk;

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use scumm_costume::Costume;
use scumm_engine::Game;
use scumm_room::resource::ResourceKind;
use scumm_room::{Dialect, Palette};

pub use cast::{
    Cast, CastMember, CastPosition, CastingEvidence, CostumeCast, RoomCast, ScriptReliability,
    ScriptStatistics, ShownIn, listed, quoted,
};
pub use furnish::{OmittedMember, pose, turn};
pub use look::{ActorLook, ActorName};

use code_page::CodePage;
use evidence::Evidence;
use sweep::Code;
use table::OpcodeTable;
use walk::{ScriptState, walk};

/// The most actors that can be the game's ego. Real games have a few.
const EGOS: usize = 8;

impl Cast {
    /// Reads a game's scripts. Damaged scripts are skipped.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let dialect = game.dialect();
        let table = OpcodeTable::for_dialect(&dialect);
        let standing = match (table, dialect.version()) {
            (None, _) => ScriptReliability::Left,
            (_, 5..=7) if !dialect.is_humongous() => ScriptReliability::Proven,
            _ => ScriptReliability::Unproven,
        };
        let mut scripts = ScriptStatistics::default();
        let (egos, evidence) = table
            .map(|table| read(game, table, &mut scripts))
            .unwrap_or_default();
        Self {
            standing,
            scripts,
            egos,
            costumes: costumes(game, standing, &evidence),
            rooms: rooms(&evidence),
        }
    }
}

/// Returns whether a script's code can be read to its end; `None` for v0, whose scripts are not
/// read.
#[must_use]
pub fn is_read(dialect: &Dialect, code: &[u8]) -> Option<bool> {
    let table = OpcodeTable::for_dialect(dialect)?;
    let code = Code {
        bytes: code,
        ..Code::default()
    };
    Some(sweep::read(table, code, |_| ()))
}

/// Reads all scripts of a game.
fn read(
    game: &Game,
    table: &'static OpcodeTable,
    counts: &mut ScriptStatistics,
) -> (BTreeSet<u16>, Evidence) {
    let rooms = scripts::apart(game, ResourceKind::Room)
        .into_iter()
        .filter(|&room| room != 0)
        .collect();
    let costumes = game.costumes().filter(|&costume| costume != 0).collect();
    let mut world = ScriptState {
        table,
        faces_by_angles: game.dialect().is_v7_plus(),
        code_page: CodePage::of_game(game),
        rooms,
        costumes,
        objects: HashMap::new(),
        egos: BTreeSet::new(),
    };
    scripts::each(game, |script| {
        world.objects.extend(script.object.zip(script.room));
        counts.found = counts
            .found
            .saturating_add(usize::from(!script.bytes.is_empty()));
        let is_whole = sweep::read(table, script.code(), |step| {
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
fn costumes(game: &Game, standing: ScriptReliability, evidence: &Evidence) -> Vec<CostumeCast> {
    let mut palettes = Palettes::new(game);
    let costume = |number: u16| {
        let worn = || evidence.worn.range((number, 0)..=(number, u16::MAX));
        let mut rooms: BTreeMap<u16, CastingEvidence> = BTreeMap::new();
        for (&room, shown) in worn().flat_map(|(_, worn)| &worn.rooms) {
            let level = rooms.entry(room).or_insert(shown.level);
            *level = shown.level.min(*level);
        }
        let rooms: Vec<ShownIn> = rooms
            .into_iter()
            .map(|(room, level)| ShownIn { room, level })
            .collect();
        let (colours_of, colours_level) = palettes.room_for(number, &rooms).unwrap_or((
            game.room_of_costume(number).unwrap_or(0),
            CastingEvidence::Home,
        ));
        let looks = || worn().flat_map(|(_, worn)| &worn.looks);
        let names: BTreeSet<&ActorName> = looks().filter_map(|look| look.name.as_ref()).collect();
        let talk_colours: BTreeSet<u8> = looks().filter_map(|look| look.talk_colour).collect();
        // In v0 each actor wears the costume of its own number (J38).
        let actors = if game.dialect().is_v0() {
            vec![number]
        } else {
            worn().map(|(&(_, actor), _)| actor).collect()
        };
        CostumeCast {
            costume: number,
            standing,
            rooms,
            colours_of,
            colours_level,
            actors,
            names: names.into_iter().cloned().collect(),
            talk_colours: talk_colours.into_iter().collect(),
            looks: looks().cloned().collect(),
        }
    };
    game.costumes().map(costume).collect()
}

/// The palettes of a game's rooms, loaded when they are first needed.
struct Palettes<'g> {
    game: &'g Game,
    of_rooms: BTreeMap<u16, Palette>,
}

impl<'g> Palettes<'g> {
    fn new(game: &'g Game) -> Self {
        Self {
            game,
            of_rooms: BTreeMap::new(),
        }
    }

    /// Returns the room in whose colours a costume is shown, and how well the room is known; `None`
    /// without rooms. Only the rooms with the surest level count. Of these, the function chooses
    /// the room whose colours for the costume are the most frequent, then the room with the lowest
    /// number.
    fn room_for(&mut self, costume: u16, rooms: &[ShownIn]) -> Option<(u16, CastingEvidence)> {
        let level = rooms.iter().map(|shown| shown.level).min()?;
        let best: Vec<u16> = rooms
            .iter()
            .filter(|shown| shown.level == level)
            .map(|shown| shown.room)
            .collect();
        if let [only] = best[..] {
            return Some((only, level));
        }
        // If the costume cannot be read, all palette entries count.
        let costume = self.game.costume(costume).ok();
        let entries = costume.map_or_else(
            || (0..=u8::MAX).collect(),
            |costume| stored_palette(&costume).to_vec(),
        );
        let mut by_colours: BTreeMap<Vec<[u8; 3]>, (usize, Reverse<u16>)> = BTreeMap::new();
        for room in best.into_iter().rev() {
            let (count, lowest) = by_colours
                .entry(self.colours(room, &entries))
                .or_insert((0, Reverse(room)));
            *count = count.saturating_add(1);
            *lowest = Reverse(room);
        }
        by_colours
            .into_values()
            .max()
            .map(|(_, Reverse(room))| (room, level))
    }

    /// Returns the colours of a room at these palette entries.
    fn colours(&mut self, room: u16, entries: &[u8]) -> Vec<[u8; 3]> {
        let palette = self.of_rooms.entry(room).or_insert_with(|| {
            let mut palette = Palette::initial(&self.game.dialect());
            if let Ok(room) = self.game.room(room) {
                room.apply_palette(&mut palette);
            }
            palette
        });
        entries.iter().map(|&entry| palette[entry]).collect()
    }
}

/// Returns the palette that a costume stores, which contains screen colours.
fn stored_palette(costume: &Costume) -> &[u8] {
    match costume {
        Costume::V0(_) | Costume::Nes(_) => &[],
        Costume::Cost(cost) => cost.palette(),
        Costume::Akos(akos) => akos.palette(),
    }
}

/// Returns the rooms with at least one known actor (J27).
fn rooms(evidence: &Evidence) -> Vec<RoomCast> {
    let mut rooms: BTreeMap<u16, Vec<CastMember>> = BTreeMap::new();
    for (&(costume, actor), worn) in &evidence.worn {
        for (&room, shown) in &worn.rooms {
            let look = worn.looks.get(shown.look).cloned().unwrap_or_default();
            let place = shown.stance.place;
            let facing = shown.stance.facing;
            let level = shown.level;
            rooms.entry(room).or_default().push(CastMember {
                actor,
                costume,
                place,
                facing,
                level,
                look,
            });
        }
    }
    let sorted = |(room, mut cast): (u16, Vec<CastMember>)| {
        cast.sort_by_key(|member| (member.actor, member.costume));
        RoomCast { room, cast }
    };
    rooms.into_iter().map(sorted).collect()
}
