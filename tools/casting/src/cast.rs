//! The cast of a game: the actors, the costumes that they wear and the rooms in which they appear,
//! with descriptions in words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use crate::look::{ActorLook, ActorName};

/// The evidence that a costume is shown in a room (J25), the surest level first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "u8")]
pub enum CastingEvidence {
    /// 1: a script puts the actor into the room and the costume on the actor.
    Put = 1,
    /// 2: a script puts the costume on, or makes the actor act, while the room is shown.
    Present,
    /// 3, inferred: a script that is started in the room puts the costume on.
    Called,
    /// 4, inferred: a script without a room puts the costume on, and a script puts the actor into
    /// the room.
    Outside,
    /// 5, a guess: the room whose file contains the costume. If that room has no colours for the
    /// costume, the room with the most different colours for the costume.
    Home,
}

impl CastingEvidence {
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

impl From<CastingEvidence> for u8 {
    fn from(level: CastingEvidence) -> Self {
        level as Self
    }
}

/// How reliable the reading of a game's scripts is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScriptReliability {
    /// The table of this version is confirmed with games: v5 to v7.
    Proven,
    /// The table of this version is not confirmed with a game: v1 to v4, v8, Humongous.
    Unproven,
    /// The scripts of this version are not read: v0.
    Left,
}

/// Which actor wears which costume in which room of a game.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Cast {
    /// How reliable the results are.
    pub standing: ScriptReliability,
    /// Statistics of the scripts that were read.
    pub scripts: ScriptStatistics,
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
pub struct ScriptStatistics {
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
    /// How reliable the results are.
    pub standing: ScriptReliability,
    /// The rooms in which the costume is shown, by number; empty if no script names one.
    pub rooms: Vec<ShownIn>,
    /// The room in whose colours the costume is shown.
    pub colours_of: u16,
    /// The evidence for this room.
    pub colours_level: CastingEvidence,
    /// The numbers of the actors that wear the costume, ascending, including actors without a known
    /// room.
    pub actors: Vec<u16>,
    /// The names of the actors, without duplicates.
    pub names: Vec<ActorName>,
    /// The talk colours of the actors, ascending.
    pub talk_colours: Vec<u8>,
    /// The different looks of the actors.
    pub looks: Vec<ActorLook>,
}

/// A room in which a costume is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ShownIn {
    /// The room's number.
    pub room: u16,
    /// The evidence for the room.
    pub level: CastingEvidence,
}

/// A room and the actors in it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RoomCast {
    /// The room's number.
    pub room: u16,
    /// The members by actor and costume. An actor may wear several costumes in turn.
    pub cast: Vec<CastMember>,
}

/// An actor in a costume in a room.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CastMember {
    /// The actor's number.
    pub actor: u16,
    /// The costume's number.
    pub costume: u16,
    /// The actor's position; `None` if no script gives it in constants.
    #[serde(flatten)]
    pub place: Option<CastPosition>,
    /// The direction that the actor faces at its position, in degrees: 0 is north, 90 is east;
    /// `None` if no script gives it in constants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<u16>,
    /// The evidence for this member.
    pub level: CastingEvidence,
    /// The other settings of the actor.
    #[serde(flatten)]
    pub look: ActorLook,
}

/// A position in a room, in the unit of actors' positions: pixels, and in v0 to v2 units of 8 by 2
/// pixels (G4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CastPosition {
    /// The distance from the left edge; negative outside the room.
    pub x: i32,
    /// The distance from the upper edge.
    pub y: i32,
}

impl Cast {
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
    pub fn opening(&self, room: u16) -> Vec<&CastMember> {
        let mut actors: BTreeMap<u16, &CastMember> = BTreeMap::new();
        let rank = |member: &CastMember| (member.level, member.place.is_none(), member.costume);
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
    pub fn room(&self, number: u16) -> &[CastMember] {
        self.rooms
            .iter()
            .find(|room| room.room == number)
            .map_or(&[], |room| &room.cast)
    }
}

impl CastingEvidence {
    /// Returns a description of the level.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Put => "a script puts the actor into the room",
            Self::Present => "a script works with the actor in the room",
            Self::Called => {
                "inferred: a script that is started in the room gives the actor the \
                             costume"
            }
            Self::Outside => "inferred: some script puts the actor into the room",
            Self::Home => "a guess, because no script names the room",
        }
    }
}

impl ScriptReliability {
    /// Returns a sentence that warns the user of unreliable results; `None` if the scripts are read
    /// with confirmed tables.
    #[must_use]
    pub fn note(self) -> Option<&'static str> {
        match self {
            Self::Proven => None,
            Self::Unproven => Some(
                "The scripts are read by an unproven table: no game has confirmed the table of \
                 this version.",
            ),
            Self::Left => Some(
                "The scripts of version 0 are not read. Each actor wears the costume of its own \
                 number; its rooms are unknown.",
            ),
        }
    }
}

impl ScriptReliability {
    /// Returns a clause for a result of scripts that were read by an unproven table; `None` for
    /// others.
    #[must_use]
    pub fn clause(self) -> Option<&'static str> {
        (self == Self::Unproven).then_some("read by an unproven table")
    }
}

impl CostumeCast {
    /// Returns a sentence about the wearers of the costume and its rooms, which states whether it
    /// was read by an unproven table; empty if nothing is known.
    #[must_use]
    pub fn sentence(&self) -> String {
        let said = [
            (self.actors.len(), "worn by actor", listed(&self.actors)),
            (
                self.names.len().min(1),
                "named",
                listed(self.names.iter().map(quoted)),
            ),
            (
                self.talk_colours.len(),
                "talks in colour",
                listed(&self.talk_colours),
            ),
            (self.rooms.len(), "shown in room", listed(&self.rooms)),
        ];
        let parts = said.into_iter().filter(|(count, ..)| *count > 0);
        let phrases: Vec<String> = parts
            .map(|(count, what, of)| format!("{what}{} {of}", if count == 1 { "" } else { "s" }))
            .collect();
        let mut sentence = phrases.join("; ");
        if let Some(clause) = self.standing.clause().filter(|_| !sentence.is_empty()) {
            sentence.push_str("; ");
            sentence.push_str(clause);
        }
        sentence
    }
}

/// Formats a list as `1, 2 and 3`.
#[must_use]
pub fn listed<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    let mut things: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    let last = things.pop().unwrap_or_default();
    if things.is_empty() {
        last
    } else {
        format!("{} and {last}", things.join(", "))
    }
}

/// Formats a name between quotation marks.
#[must_use]
pub fn quoted(name: &ActorName) -> String {
    format!("\"{name}\"")
}

impl fmt::Display for ShownIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (level {})", self.room, u8::from(self.level))
    }
}

impl fmt::Display for CastMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "actor {}", self.actor)?;
        if let Some(name) = &self.look.name {
            write!(f, " {}", quoted(name))?;
        }
        write!(f, " in costume {}", self.costume)?;
        match self.place {
            Some(place) => write!(f, " at {},{}", place.x, place.y)?,
            None => f.write_str(" at an unknown position")?,
        }
        if let Some(facing) = self.facing {
            write!(f, " facing {facing}")?;
        }
        write!(f, " (level {})", u8::from(self.level))
    }
}
