//! Who is at a place (D11).

use scumm_room::{Error, Result};

use super::Stage;
use crate::Actor;
use crate::actor::class;

impl Stage {
    /// The actor at room column `x`, line `y` (D11): one that has claimed the strip and was drawn on that line; 0 if there
    /// is none. The lowest number wins, in HE70+ the one standing lowest.
    #[must_use]
    pub fn actor_from_pos(&self, x: i32, y: i32) -> u16 {
        let Ok(strip) = usize::try_from(x.div_euclid(8)) else { return 0 };
        let touchable = |a: &&Actor| {
            a.strips.contains(strip)
                && !a.is_in_class(&self.dialect, class::UNTOUCHABLE)
                && (a.top..=a.bottom).contains(&y)
        };
        let mut found = self.state.actors.iter().filter(touchable);
        let Some(first) = found.next() else { return 0 };
        if !self.dialect.finds_the_lowest_actor() {
            return first.id;
        }
        found.fold(first, |best, a| if a.pos.y > best.pos.y { a } else { best }).id
    }

    /// Whether an opaque pixel of an actor's costume lands on view column `x`, line `y`, whatever hides it (D11).
    ///
    /// # Errors
    /// No such actor, or a codec that the reference can't test.
    pub fn hit(&mut self, id: u16, x: i32, y: i32) -> Result<bool> {
        let costume = self.actor(id)?.costume;
        if !self.costumes.contains_key(&costume) {
            return Ok(false);
        }
        let placement = self.place_for_drawing(id);
        let hit =
            self.with_look(id, &placement, |costume, anim, look, renderer, _| costume.hit(anim, look, renderer, x, y));
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
            let actor = stage.actor_mut(id).unwrap();
            (actor.strips, actor.top, actor.bottom, actor.pos.y) = (StripSet::from_range(3..6), 50, 90, y);
        }
        stage
    }

    #[test]
    fn the_lowest_number_at_a_place_is_found_d11() {
        let stage = crowd(Dialect::new(5));
        assert_eq!([(24, 50), (47, 90), (30, 70)].map(|(x, y)| stage.actor_from_pos(x, y)), [1; 3]);
        assert_eq!([(23, 70), (48, 70), (30, 49), (30, 91), (-1, 70)].map(|(x, y)| stage.actor_from_pos(x, y)), [0; 5]);
    }

    #[test]
    fn he70_finds_who_stands_lowest_d11() {
        assert_eq!(crowd(Dialect::humongous(61)).actor_from_pos(30, 70), 1);
        assert_eq!(crowd(Dialect::humongous(70)).actor_from_pos(30, 70), 2);
    }

    #[test]
    fn untouchable_actors_are_not_found_d11() {
        for version in [4, 5] {
            let mut stage = crowd(Dialect::new(version));
            stage.set_class(1, class::UNTOUCHABLE, true).unwrap();
            assert_eq!(stage.actor_from_pos(30, 70), 2, "v{version}");
        }
    }

    #[test]
    fn a_hit_asks_the_pixels_and_leaves_the_actor_as_it_is_d11() {
        let mut stage = dressed(Dialect::new(6));
        let before = stage.actor(1).unwrap().clone();
        let corners = [(100, 91), (107, 100), (99, 95), (108, 95), (103, 90), (103, 101)];
        assert_eq!(corners.map(|(x, y)| stage.hit(1, x, y).unwrap()), [true, true, false, false, false, false]);
        assert_eq!(*stage.actor(1).unwrap(), before);
        assert!(!stage.hit(2, 100, 95).unwrap(), "it has no costume");
        assert!(stage.hit(0, 1, 1).is_err());
    }
}
