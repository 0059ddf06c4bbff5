//! Who is at a place (D11).

use std::cmp::Reverse;

use scumm_room::{Error, Result};

use super::Stage;
use crate::actor::class;
use crate::{Actor, ActorMut};

/// The lines that an actor of Maniac Mansion counts as high (W6).
const HIGH: i32 = 80;

impl Stage {
    /// The actor at room column `x`, line `y` (D11): one that has claimed the strip and was drawn on that line. The lowest
    /// number wins, in HE70+ the one standing lowest.
    #[must_use]
    pub fn actor_from_pos(&self, x: i32, y: i32) -> Option<u16> {
        let strip = usize::try_from(x.div_euclid(8)).ok()?;
        if self.dialect.is_v0() || self.dialect.is_nes() {
            return self.maniac_from_pos(strip, y);
        }
        let touchable = |a: &&Actor| {
            a.strips.contains(strip)
                && !a.is_in_class(&self.dialect, class::UNTOUCHABLE)
                && (a.top..=a.bottom).contains(&y)
        };
        let mut found = self.state.actors.iter().filter(touchable);
        let lowest = self.dialect.finds_the_lowest_actor();
        let actor = if lowest { found.min_by_key(|a| Reverse(a.pos.y)) } else { found.next() };
        actor.map(|a| a.id)
    }

    /// Maniac Mansion of v0 and v1: who stands so high above that line, whatever is drawn of them; never the player's own actor
    /// (W6, V49a, Q50b).
    fn maniac_from_pos(&self, strip: usize, y: i32) -> Option<u16> {
        let found = self.state.actors.iter().find(|a| {
            let foot = i32::from(a.pos.y).wrapping_mul(2).wrapping_sub(a.elevation);
            let lines = foot.wrapping_sub(HIGH) & 0xff..=foot & 0xff;
            let touchable = a.strips.contains(strip) && !a.is_in_class(&self.dialect, class::UNTOUCHABLE);
            touchable && a.id != self.state.variables.ego && lines.contains(&y)
        });
        found.map(|a| a.id)
    }
}

impl ActorMut<'_> {
    /// Whether an opaque pixel of the actor's costume lands on view column `x`, line `y`, whatever hides it (D11).
    ///
    /// # Errors
    /// A codec that the reference can't test.
    pub fn hit(&mut self, x: i32, y: i32) -> Result<bool> {
        if self.worn_costume().is_none() {
            return Ok(false);
        }
        let id = self.id;
        let placement = self.stage.place_for_drawing(id);
        let hit = self
            .stage
            .with_look(id, &placement, |costume, anim, look, renderer, _| costume.hit(anim, look, renderer, x, y));
        hit.unwrap_or(Ok(false)).map_err(|fault| Error::Misuse(format!("actor {id}: {fault}")))
    }
}

#[cfg(test)]
mod tests {
    use scumm_costume::StripSet;
    use scumm_room::Dialect;

    use super::*;
    use crate::fixture::{dressed, stage};

    /// Actors 1 to 3 have been drawn on lines 50..90 of strips 3..6, standing on lines 60, 80, 70.
    fn crowd(dialect: Dialect) -> Stage {
        let mut stage = stage(dialect);
        for (id, y) in [(1, 60), (2, 80), (3, 70)] {
            let mut actor = stage.actor_mut(id).unwrap();
            (actor.strips, actor.top, actor.bottom, actor.pos.y) = (StripSet::from_range(3..6), 50, 90, y);
        }
        stage
    }

    #[test]
    fn the_lowest_number_at_a_place_is_found_d11() {
        let stage = crowd(Dialect::new(5));
        assert_eq!([(24, 50), (47, 90), (30, 70)].map(|(x, y)| stage.actor_from_pos(x, y)), [Some(1); 3]);
        assert_eq!(
            [(23, 70), (48, 70), (30, 49), (30, 91), (-1, 70)].map(|(x, y)| stage.actor_from_pos(x, y)),
            [None; 5]
        );
    }

    #[test]
    fn he70_finds_who_stands_lowest_d11() {
        assert_eq!(crowd(Dialect::humongous(61)).actor_from_pos(30, 70), Some(1));
        assert_eq!(crowd(Dialect::humongous(70)).actor_from_pos(30, 70), Some(2));
    }

    #[test]
    fn untouchable_actors_are_not_found_d11() {
        for version in [4, 5] {
            let mut stage = crowd(Dialect::new(version));
            stage.actor_mut(1).unwrap().set_class(class::UNTOUCHABLE, true).unwrap();
            assert_eq!(stage.actor_from_pos(30, 70), Some(2), "v{version}");
        }
    }

    #[test]
    fn a_hit_asks_the_pixels_and_leaves_the_actor_as_it_is_d11() {
        let mut stage = dressed(Dialect::new(6));
        let before = stage.actor(1).unwrap().clone();
        let corners = [(100, 91), (107, 100), (99, 95), (108, 95), (103, 90), (103, 101)];
        assert_eq!(
            corners.map(|(x, y)| stage.actor_mut(1).unwrap().hit(x, y).unwrap()),
            [true, true, false, false, false, false]
        );
        assert_eq!(*stage.actor(1).unwrap(), before);
        assert!(!stage.actor_mut(2).unwrap().hit(100, 95).unwrap(), "it has no costume");
        assert!(stage.actor_mut(0).is_err());
    }
}
