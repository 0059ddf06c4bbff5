//! The actors of a stage.

use std::ops::{Index, IndexMut};

use scumm_room::Dialect;

use super::MAX_ACTOR;
use crate::Actor;

/// The actors, by number. Actor 0 exists as in the original: it is in no room and takes the writes
/// to numbers that do not exist.
#[derive(Clone, Debug, PartialEq)]
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

/// Saving and loading. Most actors of a game are never used and differ in their number only, so a
/// run of equal actors is stored once with its length.
#[cfg(feature = "serde")]
mod saved {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Actors;
    use crate::Actor;
    use crate::stage::MAX_ACTOR;

    /// Consecutive actors that differ in their number only.
    #[derive(Serialize, Deserialize)]
    struct Run {
        length: u16,
        /// The first actor of the run.
        actor: Actor,
    }

    impl Run {
        /// Returns whether `actor` continues the run.
        fn is_continued_by(&self, actor: &Actor) -> bool {
            let expected = Actor {
                id: actor.id,
                ..self.actor.clone()
            };
            expected == *actor
        }
    }

    impl Serialize for Actors {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut runs: Vec<Run> = Vec::new();
            for actor in &self.0 {
                match runs.last_mut() {
                    Some(run) if run.is_continued_by(actor) => run.length += 1,
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
                    let id = actors.len() as u16;
                    if id > MAX_ACTOR {
                        return Err(D::Error::custom("there are too many actors"));
                    }
                    actors.push(Actor {
                        id,
                        ..run.actor.clone()
                    });
                }
            }
            if actors.len() != usize::from(MAX_ACTOR) + 1 {
                return Err(D::Error::custom("there are too few actors"));
            }
            Ok(Self(actors))
        }
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use scumm_room::Dialect;

    use super::*;

    #[test]
    fn equal_actors_are_stored_once() -> Result<(), serde_json::Error> {
        let mut actors = Actors::new(&Dialect::new(5));
        actors[7].costume = 3;
        let text = serde_json::to_string(&actors)?;
        assert_eq!(text.matches("\"length\"").count(), 3, "0 to 6, 7, the rest");
        assert_eq!(serde_json::from_str::<Actors>(&text)?, actors);
        Ok(())
    }

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
}
