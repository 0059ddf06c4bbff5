//! All actors of a stage.

use std::ops::{Index, IndexMut};

use scumm_room::Dialect;

use super::MAX_ACTOR;
use crate::Actor;

/// The actors, by number. Actor 0 exists as in the original, is in no room and takes what is meant for numbers
/// that do not exist.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Actors(Vec<Actor>);

impl Actors {
    /// The actors at engine start; in the first versions some wear the costumes of their numbers.
    pub fn new(dialect: &Dialect) -> Self {
        let mut actors = Self((0..=MAX_ACTOR).map(|id| Actor::new(id, dialect)).collect());
        for id in 1..=dialect.actors_with_own_costumes() {
            actors[id].costume = id;
            actors[id].anim.reset();
        }
        actors
    }

    /// Takes over others without new memory.
    pub fn copy_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }

    /// Whether others can take their place.
    pub fn can_become(&self, other: &Self) -> bool {
        self.0.len() == other.0.len()
    }

    /// Actors 1.. in number order.
    pub fn iter(&self) -> impl Iterator<Item = &Actor> {
        self.0.iter().skip(1)
    }

    /// Actors 1.. in number order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Actor> {
        self.0.iter_mut().skip(1)
    }

    /// The numbers of the actors.
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
