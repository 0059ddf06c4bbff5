//! What a script does to actors, in the order of its text: read, never run (J20 to J23).

use std::collections::{BTreeSet, HashMap};

use super::Place;
use super::look::Name;
use super::sweep::{End, Step, sweep};
use super::table::{Act, Flow, Table};
use super::values::{Value, Values};

/// What a script does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deed {
    /// Another room is loaded (J23).
    Load(Where),
    /// The same, and the ego is put into it.
    LoadWithEgo(Where),
    /// The camera follows an actor, into the room where that one is (J23).
    Follow(Value),
    /// The room holds again that held behind this many deeds (J23).
    Back(usize),
    /// A global script is started (J24).
    Start(u16),
    /// Something is done to an actor.
    To(Value, ToActor),
}

/// What is done to an actor.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ToActor {
    /// The actor is put into a room, to a spot there, or both; `None` stays as it is.
    Put { room: Option<Where>, spot: Option<Spot> },
    /// The actor moves, turns or talks.
    Work,
    /// The actor puts on a costume; `None`: an unknown one.
    Wear(Option<i32>),
    /// The actor becomes as new.
    Reset,
    /// The actor is told something that stays.
    Set(Setting),
}

/// What a command says about a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
    Room(i32),
    /// That of an object (J5).
    OfObject(i32),
    Unknown,
}

/// What a command says about a place in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    At(Place),
    Unknown,
}

/// What an actor is told that stays (J26).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Name(Name),
    TalkColour(i32),
    Scale(i32),
    Width(i32),
    IgnoresBoxes(bool),
    Palette(i32, i32),
}

/// A script that was read.
#[derive(Debug)]
pub(super) struct Reading {
    pub deeds: Vec<Deed>,
    /// Every constant that was written to the variable of the game's ego (J22).
    pub egos: BTreeSet<i32>,
    pub end: End,
    pub instructions: usize,
    pub jumps: usize,
}

/// Reads a script. Verbs begin at its `entries`.
pub(super) fn read(table: &'static Table, code: &[u8], entries: &[usize]) -> Reading {
    let mut targets: BTreeSet<usize> = entries.iter().copied().collect();
    sweep(table, code, |step| targets.extend(step.target));
    let read = Reading { deeds: Vec::new(), egos: BTreeSet::new(), end: End::Exact, instructions: 0, jumps: 0 };
    let mut reader = Reader {
        table,
        targets,
        values: Values::new(table),
        actor: Value::Unknown,
        at: None,
        ended: None,
        overrides: false,
        held: 0,
        held_at: entries.iter().map(|&entry| (entry, 0)).collect(),
        read,
    };
    reader.read.end = sweep(table, code, |step| reader.step(step));
    reader.read
}

/// How the instruction before ended the flow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Stopped,
    Jumped,
}

struct Reader {
    table: &'static Table,
    /// Where jumps lead, in the whole script.
    targets: BTreeSet<usize>,
    values: Values,
    /// The actor whom commands without one are for (J22).
    actor: Value,
    /// Where the last instruction begins.
    at: Option<usize>,
    ended: Option<Ended>,
    /// Whether the last instruction was the one that says what skipping a scene jumps to: the jump behind it is passed over.
    overrides: bool,
    /// How many deeds there were when the room was set that holds now; 0: none was.
    held: usize,
    /// The same at the first jump to a place.
    held_at: HashMap<usize, usize>,
    read: Reading,
}

impl Reader {
    fn step(&mut self, step: &Step<'_>) {
        if self.at != Some(step.at) {
            self.begin(step.at);
        }
        self.values.take(step);
        if let Some(target) = step.target {
            self.held_at.entry(target).or_insert(self.held);
            self.read.jumps = self.read.jumps.saturating_add(1);
        }
        self.act(step);
        if let Some(actor) = self.values.written(step) {
            self.read.egos.insert(actor);
        }
        if step.row.flow == Flow::Ends && !self.overrides {
            self.ended = Some(if step.target.is_some() { Ended::Jumped } else { Ended::Stopped });
        }
        self.overrides = step.row.act == Act::Override && !self.table.is_direct;
    }

    /// Begins an instruction: where another way leads here, what was known is forgotten (J21), and behind an end the room
    /// holds that held at the jump that leads here (J23).
    fn begin(&mut self, at: usize) {
        self.at = Some(at);
        self.read.instructions = self.read.instructions.saturating_add(1);
        let ended = self.ended.take();
        if ended.is_some() || self.targets.contains(&at) {
            self.values.forget();
        }
        let Some(ended) = ended else { return };
        // Only a jump back may lead here. Behind a jump this is a loop's body, which its condition stands behind.
        let otherwise = if ended == Ended::Jumped { self.held } else { 0 };
        let held = self.held_at.get(&at).copied().unwrap_or(otherwise);
        if held != self.held {
            self.read.deeds.push(Deed::Back(held));
            self.held = held;
        }
    }

    fn act(&mut self, step: &Step<'_>) {
        let get = |name| self.values.get(name);
        let number = |name| get(name).and_then(Value::number);
        let current = self.actor;
        let to = |deed| Some(Deed::To(current, deed));
        let set = |setting: Option<Setting>| to(ToActor::Set(setting?));
        let deed = match step.row.act {
            Act::Actor => {
                self.actor = get("actor").unwrap_or(current);
                None
            }
            Act::LoadRoom => Some(Deed::Load(self.room().unwrap_or(Where::Unknown))),
            Act::LoadRoomWithEgo => Some(Deed::LoadWithEgo(self.room().unwrap_or(Where::Unknown))),
            Act::Follow => get("actor").map(Deed::Follow),
            Act::Start => number("script").and_then(|script| script.try_into().ok()).map(Deed::Start),
            Act::Put => get("actor").map(|actor| Deed::To(actor, self.put())),
            Act::Work => get("actor").map(|actor| Deed::To(actor, ToActor::Work)),
            Act::EgoWork => Some(Deed::To(Value::Ego, ToActor::Work)),
            Act::Wear => to(ToActor::Wear(number("costume"))),
            Act::Reset => to(ToActor::Reset),
            Act::Name => set(Some(Setting::Name(Name::new(step.text)))),
            Act::TalkColour => set(number("color").map(Setting::TalkColour)),
            Act::Scale => set(number("scale").map(Setting::Scale)),
            Act::Width => set(number("width").map(Setting::Width)),
            Act::IgnoreBoxes => set(Some(Setting::IgnoresBoxes(true))),
            Act::FollowBoxes => set(Some(Setting::IgnoresBoxes(false))),
            Act::Palette => set(number("slot").zip(number("color")).map(|(slot, colour)| Setting::Palette(slot, colour))),
            Act::Push | Act::Duplicate | Act::Write | Act::Override | Act::Other => None,
        };
        let Some(deed) = deed.filter(|deed| !matches!(deed, Deed::To(Value::Unknown, _))) else { return };
        // A line of speech has many parts.
        if self.read.deeds.last() != Some(&deed) {
            self.read.deeds.push(deed);
        }
        if matches!(self.read.deeds.last(), Some(Deed::Load(_) | Deed::LoadWithEgo(_) | Deed::Follow(_))) {
            self.held = self.read.deeds.len();
        }
    }

    /// What a command says of a room; `None`: nothing, or that it stays (J25).
    fn room(&self) -> Option<Where> {
        let stays = |room| !self.table.is_direct && matches!(room, 255 | i32::MAX);
        match (self.values.get("room"), self.values.get("object")) {
            (Some(Value::Number(room)), _) if stays(room) => None,
            (Some(Value::Number(room)), _) => Some(Where::Room(room)),
            (Some(_), _) => Some(Where::Unknown),
            // In v5 such an actor stays in the room.
            (None, Some(_)) if self.table.is_direct => None,
            (None, Some(object)) => Some(object.number().map_or(Where::Unknown, Where::OfObject)),
            (None, None) => None,
        }
    }

    fn put(&self) -> ToActor {
        let coordinate = |name| self.values.get(name).and_then(Value::number);
        let place = coordinate("x").zip(coordinate("y")).map(|(x, y)| Spot::At(Place { x, y }));
        let says_spot = self.values.get("x").or(self.values.get("object")).is_some();
        ToActor::Put { room: self.room(), spot: says_spot.then(|| place.unwrap_or(Spot::Unknown)) }
    }
}
