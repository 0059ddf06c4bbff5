//! The actors of a stage.

use std::ops::{Index, IndexMut};

use scumm_room::Dialect;

use super::MAX_ACTOR;
use crate::Actor;

/// The actors, by number. Actor 0 exists as in the original: it is in no room and takes the writes
/// to numbers that do not exist.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Actors(Vec<Actor>);

impl Actors {
    /// Creates the actors at engine start. In the first versions some actors wear the costume of
    /// their own number.
    pub fn new(dialect: &Dialect) -> Self {
        let mut actors = Self((0..=MAX_ACTOR).map(|id| Actor::new(id, dialect)).collect());
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

    /// Returns whether `other` can replace these actors.
    pub fn can_become(&self, other: &Self) -> bool {
        self.0.len() == other.0.len()
    }

    /// Returns the actors from 1 on, in number order.
    pub fn iter(&self) -> impl Iterator<Item = &Actor> {
        self.0.iter().skip(1)
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
