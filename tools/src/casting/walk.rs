//! Along one script: which room is shown, where its actors are, and what they put on there (J22, J23, J25, J26).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::deeds::{Deed, Setting, Spot, ToActor, Where};
use super::values::Value;
use super::{Level, Look, Place};

/// Actors that the game's ego may be: a game has a handful at most.
const EGOS: usize = 8;

/// What a game has, as far as its scripts name it.
#[derive(Debug, Default)]
pub(super) struct World {
    pub rooms: BTreeSet<u16>,
    pub costumes: BTreeSet<u16>,
    /// The room of each object (J5).
    pub objects: HashMap<u16, u16>,
    /// Who the ego may be (J22).
    pub egos: Vec<u16>,
}

impl World {
    /// Takes these constants for the ego.
    pub fn set_egos(&mut self, constants: &BTreeSet<i32>) {
        self.egos = constants.iter().filter_map(|&constant| actor(constant)).take(EGOS).collect();
    }

    /// The actors that a value stands for.
    fn actors(&self, value: Value) -> Vec<u16> {
        match value {
            Value::Number(number) => actor(number).into_iter().collect(),
            Value::Ego => self.egos.clone(),
            Value::Unknown => Vec::new(),
        }
    }

    fn stand(&self, to: Where) -> Stand {
        let room = match to {
            Where::Room(0) => return Stand::Hidden,
            Where::Room(room) => u16::try_from(room).ok().filter(|room| self.rooms.contains(room)),
            Where::OfObject(object) => u16::try_from(object).ok().and_then(|object| self.objects.get(&object)).copied(),
            Where::Unknown => None,
        };
        room.map_or(Stand::Unknown, Stand::In)
    }
}

/// A number that an actor may have.
fn actor(number: i32) -> Option<u16> {
    u16::try_from(number).ok().filter(|actor| (1..=255).contains(actor))
}

/// Where an actor is, or which room is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stand {
    /// The script says nothing of it.
    #[default]
    Unsaid,
    Unknown,
    /// In room 0, which is none.
    Hidden,
    In(u16),
}

/// A costume that an actor puts on.
#[derive(Debug)]
pub(super) struct Wear {
    pub actor: u16,
    pub costume: u16,
    /// Where it is shown by the script's own words (levels 1 and 2), and the place there.
    pub rooms: BTreeMap<u16, (Level, Option<Place>)>,
    /// The room that is shown when it is put on.
    pub current: Stand,
    pub look: Look,
}

/// An actor that is put into a room.
#[derive(Debug)]
pub(super) struct Put {
    pub actor: u16,
    pub room: u16,
    pub place: Option<Place>,
    /// Whether the script says "the ego" instead of the actor's number.
    pub as_ego: bool,
}

/// What was found along a script.
#[derive(Debug, Default)]
pub(super) struct Walked {
    pub wears: Vec<Wear>,
    /// Actors that are put into rooms.
    pub puts: Vec<Put>,
    /// Global scripts that are started, and the room that is shown then.
    pub starts: BTreeSet<(u16, Stand)>,
    /// What actors are told while no room is known (J26).
    pub told: Vec<(u16, Setting)>,
}

/// An actor along a script.
#[derive(Debug, Default)]
struct Along {
    stand: Stand,
    place: Option<Place>,
    /// Whether the place was said without a room, for the one that comes.
    is_loose: bool,
    /// The costume that is worn: its number in [`Walked::wears`].
    wear: Option<usize>,
    look: Look,
}

/// Goes along a script, which belongs to a room or is a global one.
pub(super) fn walk(world: &World, room: Option<u16>, deeds: &[Deed]) -> Walked {
    let current = room.map_or(Stand::Unsaid, Stand::In);
    let mut walk =
        Walk { world, current, before: Vec::new(), actors: BTreeMap::new(), walked: Walked::default() };
    for deed in deeds {
        walk.before.push(walk.current);
        walk.deed(deed);
    }
    let actors = std::mem::take(&mut walk.actors);
    for mut along in actors.into_values() {
        walk.take_off(&mut along);
    }
    walk.walked
}

struct Walk<'w> {
    world: &'w World,
    /// The room that is shown.
    current: Stand,
    /// The same before each deed so far.
    before: Vec<Stand>,
    actors: BTreeMap<u16, Along>,
    walked: Walked,
}

impl Walk<'_> {
    fn deed(&mut self, deed: &Deed) {
        match deed {
            Deed::Load(room) => self.current = self.world.stand(*room),
            Deed::LoadWithEgo(room) => {
                self.current = self.world.stand(*room);
                // At the object that the command names, or on the way from it.
                let put = ToActor::Put { room: Some(*room), spot: Some(Spot::Unknown) };
                self.deed(&Deed::To(Value::Ego, put));
            }
            Deed::Follow(actor) => {
                for actor in self.world.actors(*actor) {
                    let stand = self.actors.get(&actor).map(|along| along.stand);
                    self.current = stand.filter(|stand| matches!(stand, Stand::In(_))).unwrap_or(self.current);
                }
            }
            Deed::Back(deeds) => self.current = self.before.get(*deeds).copied().unwrap_or(self.current),
            Deed::Start(script) => drop(self.walked.starts.insert((*script, self.current))),
            Deed::To(actor, what) => {
                let as_ego = *actor == Value::Ego;
                for actor in self.world.actors(*actor) {
                    let mut along = self.actors.remove(&actor).unwrap_or_default();
                    self.happen(actor, as_ego, &mut along, what);
                    self.actors.insert(actor, along);
                }
            }
        }
    }

    fn happen(&mut self, actor: u16, as_ego: bool, along: &mut Along, what: &ToActor) {
        match what {
            ToActor::Put { room, spot } => {
                along.put(room.map(|room| self.world.stand(room)), *spot);
                if let Stand::In(room) = along.stand {
                    self.walked.puts.push(Put { actor, room, place: along.place, as_ego });
                }
                self.show(along, along.stand, Level::Put);
            }
            ToActor::Work => self.show(along, self.current, Level::Present),
            ToActor::Wear(costume) => self.put_on(actor, along, *costume),
            ToActor::Reset => along.look = Look { is_whole: true, ..Look::default() },
            ToActor::Set(setting) => {
                along.look.set(setting);
                if self.current == Stand::Unsaid {
                    self.walked.told.push((actor, setting.clone()));
                }
            }
        }
    }

    fn put_on(&mut self, actor: u16, along: &mut Along, costume: Option<i32>) {
        self.take_off(along);
        // Putting one on clears them (J26).
        along.look.palette.clear();
        let costume = costume.and_then(|costume| u16::try_from(costume).ok());
        let Some(costume) = costume.filter(|costume| self.world.costumes.contains(costume)) else { return };
        along.wear = Some(self.walked.wears.len());
        let (current, look) = (self.current, Look::default());
        self.walked.wears.push(Wear { actor, costume, rooms: BTreeMap::new(), current, look });
        self.show(along, along.stand, Level::Put);
        self.show(along, current, Level::Present);
    }

    /// Ends a costume's time: what the actor was told up to here belongs to it (J26).
    fn take_off(&mut self, along: &mut Along) {
        if let Some(wear) = along.wear.take().and_then(|wear| self.walked.wears.get_mut(wear)) {
            wear.look = along.look.clone();
        }
    }

    /// The costume that the actor wears is shown in a room (J25).
    fn show(&mut self, along: &Along, stand: Stand, level: Level) {
        let wear = along.wear.and_then(|wear| self.walked.wears.get_mut(wear));
        let (Some(wear), Stand::In(room)) = (wear, stand) else { return };
        let place = along.place.filter(|_| level == Level::Put);
        let known = wear.rooms.entry(room).or_insert((level, place));
        if level < known.0 || known.1.is_none() && level == known.0 {
            *known = (level, place);
        }
    }
}

impl Along {
    /// In v5 one command says the room and another, in front or behind, the place.
    fn put(&mut self, stand: Option<Stand>, spot: Option<Spot>) {
        let is_bound = matches!(self.stand, Stand::In(_)) && self.place.is_none();
        self.place = match (stand, spot) {
            (_, Some(Spot::At(place))) => Some(place),
            (_, Some(Spot::Unknown)) => None,
            (Some(_), None) => self.place.filter(|_| self.is_loose),
            (None, None) => self.place,
        };
        self.is_loose = stand.is_none() && spot.is_some() && !is_bound;
        self.stand = stand.unwrap_or(self.stand);
    }
}
