//! Who wears what, and where that is shown: what all scripts of a game say together (J24 to J27).

use std::collections::{BTreeMap, BTreeSet};

use super::look::Look;
use super::scripts::Script;
use super::{Level, Place};

/// Times that rooms are handed on to scripts that are started by others (J24).
const CALLS: usize = 6;

/// How often a room of a costume is inferred: games have some thousands at most.
const INFERRED: usize = 1 << 16;

/// Costumes on actors that are kept: games have some hundreds.
const WORN: usize = 1 << 14;

/// Looks of an actor in a costume that are kept: scripts have a few.
const LOOKS: usize = 16;

/// A room that is said; 0 for none, or one that is not known.
pub(super) type Room = u16;

/// A costume that an actor wears along a script.
#[derive(Debug)]
pub(super) struct Wear {
    pub costume: u16,
    /// Where it is shown by the script's own words (levels 1 and 2), and the place there.
    pub rooms: BTreeMap<u16, Shown>,
    /// The room that is shown when it is put on; `None` where the script says nothing of it.
    pub current: Option<Room>,
}

/// A costume on an actor in a room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub level: Level,
    pub place: Option<Place>,
    /// Its number in [`Worn::looks`].
    pub look: usize,
}

impl Shown {
    /// Notes a room, or a better word for it.
    pub fn note(self, room: u16, rooms: &mut BTreeMap<u16, Self>) {
        let known = rooms.entry(room).or_insert(self);
        if self.level < known.level || self.level == known.level && known.place.is_none() {
            *known = self;
        }
    }
}

/// A costume on an actor.
#[derive(Debug, Default)]
pub(super) struct Worn {
    pub rooms: BTreeMap<u16, Shown>,
    pub looks: Vec<Look>,
    /// The global scripts that put it on where they say no room.
    called: BTreeSet<u16>,
    /// Whether it is put on where the script itself says no room.
    is_outside: bool,
}

impl Worn {
    /// Keeps a look and returns its number.
    fn keep(&mut self, look: Look) -> usize {
        let known = self.looks.iter().position(|known| *known == look);
        let number = known
            .unwrap_or(self.looks.len())
            .min(LOOKS.saturating_sub(1));
        if number == self.looks.len() {
            self.looks.push(look);
        }
        number
    }

    /// Notes a room that is inferred, for the look that came first, while there are some `left`.
    fn infer(&mut self, room: u16, level: Level, left: &mut usize) {
        if let Some(less) = left.checked_sub(1) {
            *left = less;
            Shown {
                level,
                place: None,
                look: 0,
            }
            .note(room, &mut self.rooms);
        }
    }
}

/// What was found out.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    /// By costume and actor.
    pub worn: BTreeMap<(u16, u16), Worn>,
    /// Where scripts put an actor in a room, by actor and room: the best word for it.
    puts: BTreeMap<(u16, u16), (Rank, Option<Place>)>,
    /// What actors are told outside rooms, one thing each.
    told: BTreeMap<u16, Vec<Look>>,
    /// The rooms that global scripts are started in.
    started_in: BTreeMap<u16, Rooms>,
    /// The global scripts that start them where they say no room.
    started_by: BTreeSet<(u16, u16)>,
}

/// How little a put says about where an actor stands in a room: whether the place is unknown, the
/// script is not the room's own, not its entry, and names the ego alone. Among equals the first
/// counts (J33).
type Rank = [bool; 4];

/// A set of rooms: an index has rooms up to 255.
type Rooms = [bool; 256];
const NO_ROOMS: Rooms = [false; 256];

impl Evidence {
    /// An actor has worn a costume along a script.
    pub fn wear(&mut self, actor: u16, wear: Wear, look: Look, script: &Script<'_>) {
        if self.worn.len() >= WORN && !self.worn.contains_key(&(wear.costume, actor)) {
            return;
        }
        let worn = self.worn.entry((wear.costume, actor)).or_default();
        let look = worn.keep(look);
        for (room, shown) in wear.rooms {
            Shown { look, ..shown }.note(room, &mut worn.rooms);
        }
        worn.is_outside |= wear.current.is_none_or(|room| room == 0);
        worn.called
            .extend(script.number.filter(|_| wear.current.is_none()));
    }

    /// A script puts an actor into a room.
    pub fn put(
        &mut self,
        actor: u16,
        room: u16,
        place: Option<Place>,
        script: &Script<'_>,
        as_ego: bool,
    ) {
        let rank = [
            place.is_none(),
            script.room != Some(room),
            !script.is_entry,
            as_ego,
        ];
        let best = self.puts.entry((actor, room)).or_insert((rank, place));
        if rank < best.0 {
            *best = (rank, place);
        }
    }

    /// A script starts a global one while this room is shown.
    pub fn start(&mut self, started: u16, current: Option<Room>, script: &Script<'_>) {
        if let Some(room) = current {
            let rooms = self.started_in.entry(started).or_insert(NO_ROOMS);
            rooms
                .iter_mut()
                .skip(room.into())
                .take(1)
                .for_each(|is_in| *is_in = true);
        } else if let Some(number) = script.number {
            self.started_by.insert((started, number));
        }
    }

    /// A script tells an actor something where it says no room.
    pub fn tell(&mut self, actor: u16, said: Look) {
        let told = self.told.entry(actor).or_default();
        let before = Look::always(told);
        told.push(said);
        // What is the same as before, or was not always the same before, changes nothing.
        if Look::always(told) == before {
            told.pop();
        }
    }

    /// Draws the conclusions from all scripts.
    pub fn conclude(&mut self) {
        self.hand_on_rooms();
        let mut left = INFERRED;
        self.infer_called(&mut left);
        self.infer_outside(&mut left);
        self.settle();
    }

    /// A script that is started by one without a room runs where that one does (J24).
    fn hand_on_rooms(&mut self) {
        for _ in 0..CALLS {
            for (script, by) in &self.started_by {
                let Some(of_caller) = self.started_in.get(by).copied() else {
                    continue;
                };
                let rooms = self.started_in.entry(*script).or_insert(NO_ROOMS);
                rooms
                    .iter_mut()
                    .zip(of_caller)
                    .for_each(|(own, caller)| *own |= caller);
            }
        }
    }

    /// Level 3: put on in a global script that is called from a room (J25).
    fn infer_called(&mut self, left: &mut usize) {
        for worn in self.worn.values_mut() {
            for script in std::mem::take(&mut worn.called) {
                let rooms = self.started_in.get(&script).into_iter().flatten();
                for room in (0..)
                    .zip(rooms)
                    .filter_map(|(room, is_in)| is_in.then_some(room))
                {
                    worn.infer(room, Level::Called, left);
                }
            }
        }
    }

    /// Level 4: put on outside. Then it is shown wherever the actor is put, but for where it puts
    /// on another one (J25).
    fn infer_outside(&mut self, left: &mut usize) {
        let mut said: BTreeMap<(u16, u16), BTreeSet<u16>> = BTreeMap::new();
        for (&(costume, actor), worn) in &self.worn {
            for (&room, _) in worn.rooms.iter().filter(|(_, shown)| shown.level.is_said()) {
                said.entry((actor, room)).or_default().insert(costume);
            }
        }
        for (&(costume, actor), worn) in self.worn.iter_mut().filter(|(_, worn)| worn.is_outside) {
            for &(_, room) in self
                .puts
                .range((actor, 0)..=(actor, u16::MAX))
                .map(|(put, _)| put)
            {
                let others = said
                    .get(&(actor, room))
                    .into_iter()
                    .flatten()
                    .any(|&other| other != costume);
                if *left > 0 && !others {
                    worn.infer(room, Level::Outside, left);
                }
            }
        }
    }

    /// Of a costume whose rooms scripts say, what is inferred goes (J25). What an actor was told
    /// elsewhere and where scripts put it elsewhere is added (J26, J27).
    fn settle(&mut self) {
        let is_said = |worn: &Worn| worn.rooms.values().any(|shown| shown.level.is_said());
        let said: BTreeSet<u16> = self
            .worn
            .iter()
            .filter(|(_, worn)| is_said(worn))
            .map(|(&(costume, _), _)| costume)
            .collect();
        let told: BTreeMap<u16, Look> = self
            .told
            .iter()
            .map(|(&actor, told)| (actor, Look::always(told)))
            .collect();
        for (&(costume, actor), worn) in &mut self.worn {
            worn.rooms
                .retain(|_, shown| shown.level.is_said() || !said.contains(&costume));
            for (room, shown) in &mut worn.rooms {
                shown.place = shown.place.or_else(|| self.puts.get(&(actor, *room))?.1);
            }
            if let Some(told) = told.get(&actor) {
                worn.looks
                    .iter_mut()
                    .filter(|look| !look.is_whole)
                    .for_each(|look| look.fill(told));
            }
        }
    }
}
