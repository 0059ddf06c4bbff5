//! Collects the evidence from all scripts of a game: which actors wear which costumes, and in which
//! rooms they are shown (J24 to J27).

use std::collections::{BTreeMap, BTreeSet};

use crate::cast::{CastPosition, CastingEvidence};
use crate::look::ActorLook;
use crate::scripts::Script;

/// The number of passes over all scripts. Each pass adds the rooms of a script to the scripts that
/// it starts (J24).
const CALLS: usize = 6;

/// The most inferred pairs of a costume and a room. Real games have some thousands.
const INFERRED: usize = 1 << 16;

/// The most pairs of a costume and an actor that are kept. Real games have some hundreds.
const WORN: usize = 1 << 14;

/// The most looks of an actor in a costume that are kept. Real games have a few.
const LOOKS: usize = 16;

/// The number of a room; 0 means no room or an unknown one.
pub(crate) type Room = u16;

/// A costume that an actor wears during a part of a script.
#[derive(Debug)]
pub(crate) struct Wear {
    pub costume: u16,
    /// The rooms where the script itself shows the costume (levels 1 and 2), with the position
    /// there.
    pub rooms: BTreeMap<u16, Shown>,
    /// The current room when the actor puts the costume on; `None` if the script does not name one.
    pub current: Option<Room>,
}

/// A position of an actor and the direction that it faces there, in degrees (J36).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stance {
    pub place: Option<CastPosition>,
    pub facing: Option<u16>,
}

/// A costume on an actor in a room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    pub level: CastingEvidence,
    pub stance: Stance,
    /// The index in [`Worn::looks`].
    pub look: usize,
}

impl Stance {
    /// Fills a missing position, and the direction that the actor faces at this position.
    fn fill(&mut self, other: &Self) {
        if self.place.is_none() {
            *self = *other;
        } else if self.place == other.place {
            self.facing = self.facing.or(other.facing);
        }
    }
}

impl Shown {
    /// Enters this evidence for a room if no better evidence is known.
    pub fn note(self, room: u16, rooms: &mut BTreeMap<u16, Self>) {
        let known = rooms.entry(room).or_insert(self);
        if self.level < known.level || self.level == known.level && known.stance.place.is_none() {
            *known = self;
        }
    }
}

/// The evidence for a costume on an actor.
#[derive(Debug, Default)]
pub(crate) struct Worn {
    pub rooms: BTreeMap<u16, Shown>,
    pub looks: Vec<ActorLook>,
    /// The global scripts that put the costume on without naming a room.
    called: BTreeSet<u16>,
    /// Whether a script that names no room puts the costume on the actor.
    is_outside: bool,
}

impl Worn {
    /// Stores a look and returns its index.
    fn keep(&mut self, look: ActorLook) -> usize {
        let known = self.looks.iter().position(|known| *known == look);
        let number = known
            .unwrap_or(self.looks.len())
            .min(LOOKS.saturating_sub(1));
        if number == self.looks.len() {
            self.looks.push(look);
        }
        number
    }

    /// Enters an inferred room with the first look, unless the budget `left` is used up.
    fn infer(&mut self, room: u16, level: CastingEvidence, left: &mut usize) {
        if let Some(less) = left.checked_sub(1) {
            *left = less;
            Shown {
                level,
                stance: Stance::default(),
                look: 0,
            }
            .note(room, &mut self.rooms);
        }
    }
}

/// The evidence from all scripts.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    /// The worn costumes, by costume and actor.
    pub worn: BTreeMap<(u16, u16), Worn>,
    /// The best evidence of a position, by actor and room.
    puts: BTreeMap<(u16, u16), (Rank, Stance)>,
    /// The settings that scripts give to actors without naming a room, one setting in each look.
    told: BTreeMap<u16, Vec<ActorLook>>,
    /// The rooms in which global scripts are started, by script.
    started_in: BTreeMap<u16, Rooms>,
    /// Pairs of a started global script and the global script that starts it without naming a room.
    started_by: BTreeSet<(u16, u16)>,
}

/// The rank of a `put` command as evidence for a position in a room; a lower rank is better. The
/// flags mean, in this order: the position is unknown, the script does not belong to the room, the
/// script is not the room's entry script, the command names only the ego. If two commands have
/// equal ranks, the first command counts (J33).
type Rank = [bool; 4];

/// A set of rooms, with a flag for each number of a room. The highest number in an index is 255.
type Rooms = [bool; 256];
const NO_ROOMS: Rooms = [false; 256];

impl Evidence {
    /// Enters a costume that an actor has worn in a script.
    pub fn wear(&mut self, actor: u16, wear: Wear, look: ActorLook, script: &Script<'_>) {
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

    /// Enters that a script puts an actor into a room.
    pub fn put(
        &mut self,
        actor: u16,
        room: u16,
        stance: Stance,
        script: &Script<'_>,
        as_ego: bool,
    ) {
        let rank = [
            stance.place.is_none(),
            script.room != Some(room),
            !script.is_entry,
            as_ego,
        ];
        let best = self.puts.entry((actor, room)).or_insert((rank, stance));
        if rank < best.0 {
            *best = (rank, stance);
        }
    }

    /// Enters that a script starts a global script in the room `current`.
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

    /// Enters a setting that a script gives to an actor without naming a room.
    pub fn tell(&mut self, actor: u16, said: ActorLook) {
        let told = self.told.entry(actor).or_default();
        let before = ActorLook::always(told);
        told.push(said);
        // The setting is dropped if it does not change the common values: it repeats the known
        // value, or the looks already have different values.
        if ActorLook::always(told) == before {
            told.pop();
        }
    }

    /// Infers rooms, settings and positions after all scripts were read.
    pub fn conclude(&mut self) {
        self.hand_on_rooms();
        let mut left = INFERRED;
        self.infer_called(&mut left);
        self.infer_outside(&mut left);
        self.settle();
    }

    /// Adds the rooms of a script to the scripts that it starts without naming a room: they run in
    /// the rooms of their caller (J24).
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

    /// Infers level 3: a global script that is started in a room puts the costume on (J25).
    fn infer_called(&mut self, left: &mut usize) {
        for worn in self.worn.values_mut() {
            for script in std::mem::take(&mut worn.called) {
                let rooms = self.started_in.get(&script).into_iter().flatten();
                for room in (0..)
                    .zip(rooms)
                    .filter_map(|(room, is_in)| is_in.then_some(room))
                {
                    worn.infer(room, CastingEvidence::Called, left);
                }
            }
        }
    }

    /// Infers level 4: if a script without a room puts the costume on, the costume is shown in
    /// every room into which scripts put the actor, except rooms where the actor puts on another
    /// costume (J25).
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
                    worn.infer(room, CastingEvidence::Outside, left);
                }
            }
        }
    }

    /// Removes inferred rooms of costumes for which scripts name rooms (J25). Adds the settings and
    /// the positions that other scripts give to the actors (J26, J27).
    fn settle(&mut self) {
        let is_said = |worn: &Worn| worn.rooms.values().any(|shown| shown.level.is_said());
        let said: BTreeSet<u16> = self
            .worn
            .iter()
            .filter(|(_, worn)| is_said(worn))
            .map(|(&(costume, _), _)| costume)
            .collect();
        let told: BTreeMap<u16, ActorLook> = self
            .told
            .iter()
            .map(|(&actor, told)| (actor, ActorLook::always(told)))
            .collect();
        for (&(costume, actor), worn) in &mut self.worn {
            worn.rooms
                .retain(|_, shown| shown.level.is_said() || !said.contains(&costume));
            for (room, shown) in &mut worn.rooms {
                if let Some((_, put)) = self.puts.get(&(actor, *room)) {
                    shown.stance.fill(put);
                }
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
