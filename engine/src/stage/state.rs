//! The state of a stage, and the snapshots that hold it. This module defines the actors and the
//! variables. Other parts of the state are defined in the modules that implement their rules.

use std::ops::{Index, IndexMut};

use scumm_costume::Renderer;
use scumm_room::{Boxes, Dialect, Error, Misuse, Result};

use super::boxes::ScaleSlots;
use super::{Buffers, Camera, Colours, MAX_ACTOR, Objects, QueueEntry, Redraw, Stage};
use crate::actor::DEFAULT_CLIP;
use crate::flashlight::Flashlight;
use crate::nes::NesState;
use crate::talk::Talking;
use crate::{Actor, ActorFault, Event};

/// The initial lights: all lights are on.
const ALL_LIGHTS: u16 = 11;

/// The state of a stage, except its buffers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct State {
    pub actors: Actors,
    pub variables: Variables,
    /// The number of the current room.
    pub room: u16,
    /// The walk boxes, the matrix of routes between them, and their extra flags.
    pub boxes: Boxes,
    pub scale_slots: ScaleSlots,
    pub objects: Objects,
    pub camera: Camera,
    pub redraw: Redraw,
    pub colours: Colours,
    pub talking: Talking,
    /// v1..v5: the lights variable (C54, R13).
    pub lights: u16,
    /// v0, Nintendo: the flashlight.
    pub flashlight: Flashlight,
    /// Nintendo: the memory of the machine.
    pub nes: Option<Box<NesState>>,
    pub renderer: Renderer,
    /// The AKOS command queue (A33).
    pub queue: Vec<QueueEntry>,
    pub events: Vec<Event>,
}

impl State {
    /// Creates the state before a room, with a view of `view_width` columns.
    pub fn new(dialect: &Dialect, view_width: usize) -> Self {
        Self {
            actors: Actors::new(dialect),
            variables: Variables::new(dialect),
            room: 1,
            boxes: Boxes::none(dialect),
            scale_slots: ScaleSlots::default(),
            objects: Objects::default(),
            camera: Camera::new(dialect, view_width),
            redraw: Redraw::default(),
            colours: Colours::new(dialect),
            talking: Talking::default(),
            lights: ALL_LIGHTS,
            flashlight: Flashlight::default(),
            nes: None,
            renderer: Renderer::default(),
            queue: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Reports a condition that is fatal in the reference.
    pub fn emit_fault(&mut self, actor: u16, fault: impl Into<ActorFault>) {
        let fault = fault.into();
        log::debug!("actor {actor}: {fault}");
        self.events.push(Event::Fault { actor, fault });
    }

    /// Returns whether another state belongs to a stage of the same game: the same dialect and
    /// number of objects.
    pub fn is_of_same_game(&self, other: &Self) -> bool {
        self.colours.dialect == other.colours.dialect
            && self.objects.of_game == other.objects.of_game
    }

    /// Returns whether another state can replace this state in a room of `room_width` columns.
    pub fn can_become(&self, other: &Self, room_width: usize) -> bool {
        self.camera.can_become(&other.camera, room_width)
            && self.colours.shadow.len() == other.colours.shadow.len()
            && self.renderer.palette.len() == other.renderer.palette.len()
            && other.objects.is_possible()
    }

    /// Copies another state into this value. The renderer copies its state only and keeps its other
    /// data. Allocates no memory unless a table has grown, because states are saved often.
    pub fn copy_from(&mut self, source: &Self) {
        // All fields are listed, so that a new field is not forgotten.
        let Self {
            actors,
            variables,
            room,
            boxes,
            scale_slots,
            objects,
            camera,
            redraw,
            colours,
            talking,
            lights,
            flashlight,
            nes,
            renderer,
            queue,
            events,
        } = source;
        self.actors.copy_from(actors);
        self.objects.copy_from(objects);
        self.colours.copy_from(colours);
        self.queue.clone_from(queue);
        self.events.clone_from(events);
        self.renderer.copy_state(renderer);
        renew(&mut self.boxes, boxes);
        renew(&mut self.scale_slots, scale_slots);
        renew(&mut self.redraw, redraw);
        renew(&mut self.nes, nes);
        self.room = *room;
        self.lights = *lights;
        self.variables = *variables;
        self.camera = *camera;
        self.talking = *talking;
        self.flashlight = *flashlight;
    }
}

/// Clones a value only if it has changed, because most values rarely change.
fn renew<T: Clone + PartialEq>(kept: &mut T, source: &T) {
    if kept != source {
        kept.clone_from(source);
    }
}

// The actors of a stage.

/// The actors, by number. Actor 0 exists as in the original: it is in no room and takes the writes
/// to numbers that do not exist.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Actors(Vec<Actor>);

impl Actors {
    /// Creates the actors at engine start. In the first versions some actors wear the costume of
    /// their own number.
    pub fn new(dialect: &Dialect) -> Self {
        let mut actors = Self((0..=MAX_ACTOR).map(|_| Actor::new(dialect)).collect());
        for id in 1..=dialect.actors_with_own_costumes() {
            actors[id].costume = id;
            actors[id].anim.reset();
        }
        actors
    }

    /// Copies other actors into this value without allocating memory.
    pub fn copy_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }

    /// Returns the actors from 1 on, in number order.
    pub fn iter(&self) -> impl Iterator<Item = &Actor> {
        self.0.iter().skip(1)
    }

    /// Returns the actors from 1 on, in number order, each with its number.
    pub fn numbered(&self) -> impl Iterator<Item = (u16, &Actor)> {
        Self::ids().zip(self.iter())
    }

    /// Returns the actors from 1 on, in number order, as mutable references.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Actor> {
        self.0.iter_mut().skip(1)
    }

    /// Returns the range of actor numbers.
    pub fn ids() -> std::ops::RangeInclusive<u16> {
        1..=MAX_ACTOR
    }
}

impl Index<u16> for Actors {
    type Output = Actor;

    fn index(&self, id: u16) -> &Actor {
        self.0.get(usize::from(id)).unwrap_or(&self.0[0])
    }
}

impl IndexMut<u16> for Actors {
    fn index_mut(&mut self, id: u16) -> &mut Actor {
        let slot = if id <= MAX_ACTOR { usize::from(id) } else { 0 };
        &mut self.0[slot]
    }
}

/// Saving and loading. Most actors of a game are never used and all equal, so a run of equal actors
/// is stored once with its length.
#[cfg(feature = "serde")]
mod saved {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Actors;
    use crate::Actor;
    use crate::stage::MAX_ACTOR;

    /// Consecutive equal actors.
    #[derive(Serialize, Deserialize)]
    struct Run {
        length: u16,
        /// Each actor of the run.
        actor: Actor,
    }

    impl Serialize for Actors {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut runs: Vec<Run> = Vec::new();
            for actor in &self.0 {
                match runs.last_mut() {
                    Some(run) if run.actor == *actor => run.length += 1,
                    _ => runs.push(Run {
                        length: 1,
                        actor: actor.clone(),
                    }),
                }
            }
            runs.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Actors {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let runs = Vec::<Run>::deserialize(deserializer)?;
            let mut actors = Vec::new();
            for run in runs {
                for _ in 0..run.length {
                    if actors.len() > usize::from(MAX_ACTOR) {
                        return Err(D::Error::custom("there are too many actors"));
                    }
                    actors.push(run.actor.clone());
                }
            }
            if actors.len() != usize::from(MAX_ACTOR) + 1 {
                return Err(D::Error::custom("there are too few actors"));
            }
            Ok(Self(actors))
        }
    }
}

/// Script variables that the stage reads. Storing a value has no other effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Variables {
    /// The actor that the player controls. The stage reads it in Maniac Mansion v1 only (T7Cf).
    pub ego: u16,
    /// The numbers of the player's first and last actor: the variables 42 and 43 of Zak v1 and of
    /// v2 (T7Cf). Other games do not use them.
    pub players: (u16, u16),
    /// v8: with a value of 2 no talk animation starts (T81).
    pub have_msg: i32,
    /// Whether the game's own scale table is used, if the game has one (A63).
    pub own_scale_table: bool,
    /// HE98+: whether the talking actor continues to talk when it gets another costume (T22).
    #[cfg_attr(feature = "serde", serde(default))]
    pub keeps_talking_actor: bool,
    /// The clip rectangle that an init gives to actors of a Humongous game: left, top, right,
    /// bottom in pixels, the last two included (H8, A62).
    pub default_clip: [i32; 4],
    /// v0, Nintendo: the width and height of the flashlight's beam in units of 8 pixels; 0 switches
    /// the light off (Q52, V61).
    pub flashlight: (u8, u8),
    /// v0, Nintendo: the position of the pointer in pixels of the view. In v0 its row counts from
    /// the top of the screen.
    pub pointer: (i32, i32),
}

impl Variables {
    /// Returns the values at the start of a game.
    pub(super) fn new(dialect: &Dialect) -> Self {
        Self {
            ego: 1,
            players: (0, 0),
            have_msg: 0,
            own_scale_table: false,
            keeps_talking_actor: false,
            default_clip: DEFAULT_CLIP,
            flashlight: (6, 4),
            pointer: (104, if dialect.is_v0() { 56 } else { 40 }),
        }
    }
}

// Saves and restores the state of a stage.

/// The layout of a [`Snapshot`]. The number increases whenever a stage that was saved by an older
/// program would no longer continue bit for bit.
pub const SNAPSHOT_VERSION: u32 = 8;

/// The state of a stage at one moment, which any serde format can store. A snapshot contains the
/// number of the room. It does not contain the rooms, costumes and colour tables, because the
/// caller can load them again.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    version: u32,
    state: State,
    buffers: Buffers,
    /// The numbers of the loaded costumes that actors wear.
    costumes: Vec<u16>,
}

impl Snapshot {
    /// Returns the number of the current room; [0 for no room](Actor#values-of-the-original).
    #[must_use]
    pub fn room(&self) -> u16 {
        self.state.room
    }

    /// Saves the stage into this snapshot as [`Stage::save`] does, but reuses the snapshot's
    /// memory.
    pub fn update(&mut self, stage: &Stage) {
        self.version = SNAPSHOT_VERSION;
        self.state.copy_from(&stage.state);
        self.buffers.copy_from(&stage.buffers);
        self.costumes.clear();
        self.costumes.extend(stage.worn());
    }
}

impl Stage {
    /// Returns a snapshot of the state. After [`Self::restore`] the stage continues bit for bit
    /// from this moment.
    #[must_use]
    pub fn save(&self) -> Snapshot {
        Snapshot {
            version: SNAPSHOT_VERSION,
            state: self.state.clone(),
            buffers: self.buffers.clone(),
            costumes: self.worn().collect(),
        }
    }

    /// Returns the numbers of the loaded costumes that an actor wears.
    fn worn(&self) -> impl Iterator<Item = u16> {
        let is_worn = |costume: &u16| {
            self.state
                .actors
                .iter()
                .any(|actor| actor.costume == *costume)
        };
        self.costumes.keys().copied().filter(is_worn)
    }

    /// Restores the state of a snapshot, which must come from a stage of the same game. If the
    /// snapshot was taken in another room, the stage enters that room. The room and the costumes
    /// have to be inserted ([`Self::insert_room`], [`Self::insert_costume`]) or available from the
    /// stage's resources.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the snapshot has another layout or belongs to another game or a
    /// stage of another size, and [`Error::NotFound`] if the stage lacks a room or costume of the
    /// snapshot. After an error the stage is unchanged.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<()> {
        if snapshot.version != SNAPSHOT_VERSION {
            let found = snapshot.version;
            return Err(Error::misuse(
                Misuse::WrongVersion,
                format!("expected a snapshot of layout {SNAPSHOT_VERSION}, found {found}"),
            ));
        }
        if !self.state.is_of_same_game(&snapshot.state) {
            return Err(Error::misuse(
                Misuse::WrongGame,
                "the snapshot belongs to another game",
            ));
        }
        for &number in &snapshot.costumes {
            self.load_costume(number)?;
            if !self.costumes.contains_key(&number) {
                let message = format!("the snapshot needs costume {number}, which is missing");
                return Err(Error::not_found("costume", number, message));
            }
        }
        let moved = snapshot.state.room != self.state.room;
        let backdrop = if moved {
            self.find_room(snapshot.state.room)?
        } else {
            self.backdrop.clone()
        };
        let lines = usize::from(self.dialect.screen_size().1);
        if !self.state.can_become(&snapshot.state, backdrop.width())
            || !self.buffers.can_become(&snapshot.buffers, &backdrop, lines)
        {
            return Err(Error::misuse(
                Misuse::WrongSize,
                "the snapshot belongs to a stage of another size",
            ));
        }
        self.backdrop = backdrop;
        self.state.copy_from(&snapshot.state);
        self.buffers.copy_from(&snapshot.buffers);
        if moved && self.state.renderer.trace.is_some() {
            self.start_trace();
        } else if let Some(trace) = &mut self.state.renderer.trace {
            trace.keep_where(self.buffers.front.pixels());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scumm_room::Planes;

    use super::*;
    use crate::fixture::{Loud, dressed, in_room, stage, touring, wide_stage};

    #[cfg(feature = "serde")]
    #[test]
    fn equal_actors_are_stored_once() -> Result<(), serde_json::Error> {
        let mut actors = Actors::new(&Dialect::new(5));
        actors[7].costume = 3;
        let text = serde_json::to_string(&actors)?;
        assert_eq!(
            text.matches("\"length\"").count(),
            3,
            "the runs are the actors 0 to 6, actor 7, and all further actors"
        );
        assert_eq!(serde_json::from_str::<Actors>(&text)?, actors);
        Ok(())
    }

    #[cfg(feature = "serde")]
    #[test]
    fn stored_actors_have_to_be_all_actors_of_a_stage() -> Result<(), serde_json::Error> {
        let text = serde_json::to_string(&Actors::new(&Dialect::new(5)))?;
        for (length, message) in [(80, "too few"), (82, "too many")] {
            let damaged = text.replace("\"length\":81", &format!("\"length\":{length}"));
            let error = serde_json::from_str::<Actors>(&damaged).map_err(|error| error.to_string());
            assert!(
                error.is_err_and(|error| error.contains(message)),
                "{length}"
            );
        }
        Ok(())
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_stage_comes_back_from_text() {
        let mut one = dressed(Dialect::new(5));
        one.actor_mut(1).unwrap().walk(200, 120, None);
        one.tick(&mut Loud);
        let text = serde_json::to_string(&one.save()).unwrap();
        let mut other = dressed(Dialect::new(5));
        other
            .restore(&serde_json::from_str(&text).unwrap())
            .unwrap();
        for _ in 0..20 {
            one.tick(&mut Loud);
            other.tick(&mut Loud);
            assert_eq!(one.save(), other.save());
        }
    }

    #[test]
    fn a_snapshot_is_used_again() {
        let mut stage = dressed(Dialect::new(6));
        stage.buffers.planes = Planes::new(320, 200, 320, 2);
        stage.buffers.planes.put(1, 0, 0, 0xff, false);
        let mut snapshot = stage.save();
        let places = |snapshot: &Snapshot| -> Vec<*const u8> {
            let buffers = &snapshot.buffers;
            vec![
                buffers.front.pixels().as_ptr(),
                buffers.back.pixels().as_ptr(),
                buffers
                    .planes
                    .get(1)
                    .expect("plane 1 hides something")
                    .as_ptr(),
            ]
        };
        let before = places(&snapshot);
        stage.actor_mut(1).unwrap().walk(200, 120, None);
        (0..5).for_each(|_| stage.tick(&mut Loud));
        snapshot.update(&stage);
        assert_eq!(snapshot, stage.save());
        assert_eq!(
            places(&snapshot),
            before,
            "`update` reuses the snapshot's memory"
        );
    }

    #[test]
    fn a_snapshot_of_another_stage_or_program_is_refused() {
        let saved = stage(Dialect::new(5)).save();
        assert!(
            wide_stage(Dialect::new(5), 640, 200)
                .restore(&saved)
                .is_err()
        );
        assert!(stage(Dialect::new(7)).restore(&saved).is_err());
        let newer = Snapshot {
            version: SNAPSHOT_VERSION + 1,
            ..saved.clone()
        };
        let mut target = stage(Dialect::new(5));
        assert!(target.restore(&newer).is_err() && target.restore(&saved).is_ok());
    }

    #[test]
    fn a_stage_that_is_in_another_room_goes_back_to_that_of_the_snapshot() {
        for version in [5, 6, 7] {
            let dialect = Dialect::new(version);
            let mut one = in_room(dialect, 3);
            one.actor_mut(1).unwrap().walk(300, 150, None);
            one.camera_mut().pan_to(240, 100);
            one.tick(&mut Loud);
            let saved = one.save();
            assert_eq!(saved.room(), 3);
            for mut other in [in_room(dialect, 2), in_room(dialect, 4), touring(dialect)] {
                other.restore(&saved).unwrap();
                let mut one = one.clone();
                for room in [3, 2, 0, 4] {
                    for _ in 0..10 {
                        one.tick(&mut Loud);
                        other.tick(&mut Loud);
                        assert_eq!(one.save(), other.save(), "v{version}, room {room}");
                    }
                    one.enter_room(room).unwrap();
                    other.enter_room(room).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_snapshot_says_which_costume_is_missing_or_that_it_is_of_another_game() {
        let saved = dressed(Dialect::new(5)).save();
        let mut bare = stage(Dialect::new(5));
        let error = bare.restore(&saved).unwrap_err();
        assert!(
            matches!(
                error,
                Error::NotFound {
                    what: "costume",
                    number: 1,
                    ..
                }
            ),
            "{error}"
        );
        let error = stage(Dialect::new(6))
            .restore(&saved)
            .unwrap_err()
            .to_string();
        assert!(error.contains("another game"), "{error}");
    }

    #[test]
    fn a_snapshot_between_two_rooms_is_one_too() {
        let mut one = in_room(Dialect::new(6), 3);
        one.enter_room(0).unwrap();
        let saved = one.save();
        let mut other = in_room(Dialect::new(6), 2);
        other.restore(&saved).unwrap();
        assert_eq!((other.save(), other.room_number()), (saved, 0));
    }

    #[test]
    fn a_snapshot_of_a_room_that_the_stage_does_not_have_is_refused() {
        let saved = in_room(Dialect::new(6), 3).save();
        let mut bare = Stage::empty(Dialect::new(6));
        let before = bare.save();
        assert!(bare.restore(&saved).is_err());
        assert_eq!(bare.save(), before);
    }

    proptest! {
        /// A snapshot may come from a stage with other costumes, or may be hand-made.
        #[test]
        fn limbs_beyond_their_costume_do_no_harm(
            places in prop::collection::vec((any::<u16>(), any::<u16>(), any::<u16>(), any::<u16>()), 16),
            stopped: u16,
            frames in 1..4,
        ) {
            let mut stage = dressed(Dialect::new(5));
            let anim = &mut stage.actor_mut(1).unwrap().anim;
            for (limb, (curpos, start, end, frame)) in anim.limbs.iter_mut().zip(places) {
                limb.curpos = curpos;
                limb.start = start;
                limb.end = end;
                limb.frame = frame;
            }
            anim.stopped = stopped;
            for _ in 0..frames {
                stage.tick(&mut Loud);
                stage.actor_mut(1).unwrap().set_angle(90);
            }
        }
    }

    #[test]
    fn stages_and_snapshots_go_between_threads() {
        fn sendable<T: Send + Sync>() {}
        sendable::<Stage>();
        sendable::<Snapshot>();
    }
}
