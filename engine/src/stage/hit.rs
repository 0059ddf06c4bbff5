//! Finds the actor at a position (D11).

use std::cmp::Reverse;

use scumm_costume::StripLines;
use scumm_room::{Error, Result};

use super::Stage;
use crate::{Actor, ActorMut, class};

/// The height of every actor up to v2, in rows (D11a).
const HIGH: i32 = 80;
/// The largest first row of an actor; an actor whose first row is greater begins at row 1 (D11a).
const LAST_HEAD: i32 = 128;

impl Stage {
    /// Returns the actor at room column `x`, row `y` (D11): an actor that has claimed the strip and
    /// was drawn on that row, or up to v2 an actor that stands there (D11a). Of several actors the
    /// one with the lowest number wins, in HE70+ the one that stands lowest.
    #[must_use]
    pub fn actor_from_pos(&self, x: i32, y: i32) -> Option<u16> {
        // Columns -7 to -1 belong to strip 0.
        let strip = usize::try_from(x / 8).ok()?;
        let touched = |a: &&Actor| {
            a.strips.contains(strip)
                && !a.is_in_class(&self.dialect, class::UNTOUCHABLE)
                && self.is_on_line(a, y)
        };
        let mut found = self.state.actors.iter().filter(touched);
        // HE70+: of several actors the one that stands lowest is found, otherwise the first one
        // (D11).
        let lowest = self.dialect.he_at_least(70);
        let actor = if lowest {
            found.min_by_key(|a| Reverse(a.pos.y))
        } else {
            found.next()
        };
        actor.map(|a| a.id)
    }

    /// Returns whether an actor can be touched on a row. Up to v2 all actors have the same height,
    /// whatever is drawn of them, and the player's own actor is never found (D11a).
    fn is_on_line(&self, actor: &Actor, y: i32) -> bool {
        if self.dialect.version() > 2 {
            // The first row has 16 bits: after a drawing without pictures it is -1.
            return (i32::from(actor.top as i16)..=actor.bottom).contains(&y);
        }
        let (_, foot) = actor.place(&self.dialect);
        let head = foot.wrapping_sub(HIGH);
        // Maniac Mansion of v0 and v1: the rows on which an actor is touched are bytes, and the
        // elevation moves them (D11a).
        let lines = if self.dialect.version() == 0 || self.dialect.player_is_ego() {
            head.wrapping_sub(actor.elevation) & 0xff..=foot.wrapping_sub(actor.elevation) & 0xff
        } else {
            let seen = (0..=LAST_HEAD).contains(&head);
            (if seen { head } else { 1 })..=foot
        };
        actor.id != self.state.variables.ego && lines.contains(&y)
    }
}

impl ActorMut<'_> {
    /// Returns whether an opaque pixel of the actor's costume lies on view column `x`, row `y`,
    /// even if the pixel is hidden (D11). The test starts like a drawing: from HE80 on the mouth of
    /// an actor that is not talking closes (T84), and the rows of the last drawing are cleared
    /// (D4a).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the codec of the picture cannot be tested in the reference.
    pub fn hit(&mut self, x: i32, y: i32) -> Result<bool> {
        if self.worn_costume().is_none() {
            return Ok(false);
        }
        let id = self.id;
        self.stage.close_mouth(id);
        if self.stage.dialect.is_humongous() {
            self.he.lines = StripLines::NONE;
        }
        let placement = self.stage.place_for_drawing(id);
        let hit = self
            .stage
            .with_look(id, &placement, |costume, anim, look, renderer, _| {
                costume.hit(anim, look, renderer, x, y)
            });
        hit.unwrap_or(Ok(false))
            .map_err(|fault| Error::Misuse(format!("actor {id}: {fault}")))
    }
}

#[cfg(test)]
mod tests {
    use scumm_costume::StripSet;
    use scumm_room::Dialect;

    use super::*;
    use crate::fixture::{Loud, dressed, stage};

    /// Creates a stage whose actors 1 to 3 were drawn on rows 50..90 of strips 3..6 and stand on
    /// rows 60, 80, 70.
    fn crowd(dialect: Dialect) -> Stage {
        let mut stage = stage(dialect);
        for (id, y) in [(1, 60), (2, 80), (3, 70)] {
            let mut actor = stage.actor_mut(id).unwrap();
            actor.strips = StripSet::from_range(3..6);
            actor.top = 50;
            actor.bottom = 90;
            actor.pos.y = y;
        }
        stage
    }

    #[test]
    fn the_lowest_number_at_a_place_is_found_d11() {
        let stage = crowd(Dialect::new(5));
        assert_eq!(
            [(24, 50), (47, 90), (30, 70)].map(|(x, y)| stage.actor_from_pos(x, y)),
            [Some(1); 3]
        );
        assert_eq!(
            [(23, 70), (48, 70), (30, 49), (30, 91), (-1, 70)]
                .map(|(x, y)| stage.actor_from_pos(x, y)),
            [None; 5]
        );
    }

    #[test]
    fn an_actor_of_which_nothing_was_drawn_is_found_on_line_0_d11() {
        let mut stage = crowd(Dialect::new(6));
        let mut actor = stage.actor_mut(1).unwrap();
        actor.top = crate::actor::NO_TOP;
        actor.bottom = 0;
        assert_eq!([0, 1].map(|y| stage.actor_from_pos(30, y)), [Some(1), None]);
    }

    #[test]
    fn columns_left_of_the_room_count_to_strip_0_d11() {
        let mut stage = crowd(Dialect::new(5));
        stage.actor_mut(3).unwrap().strips = StripSet::from_range(0..1);
        assert_eq!(
            [-8, -7, -1, 0].map(|x| stage.actor_from_pos(x, 70)),
            [None, Some(3), Some(3), Some(3)]
        );
    }

    /// Returns the first and the last row on which an actor is found that stands on row `y`,
    /// counted in units.
    fn lines(dialect: Dialect, y: i16, elevation: i32) -> Option<(i32, i32)> {
        let mut stage = stage(dialect);
        let mut actor = stage.actor_mut(2).unwrap();
        actor.strips = StripSet::from_range(3..6);
        actor.pos.y = y;
        actor.elevation = elevation;
        let found: Vec<_> = (-300..300)
            .filter(|line| stage.actor_from_pos(30, *line) == Some(2))
            .collect();
        Some((*found.first()?, *found.last()?))
    }

    #[test]
    fn old_actors_are_found_up_to_80_lines_above_their_feet_d11a() {
        let zak = Dialect::new(1).with_game(Some(scumm_room::GameId::Zak));
        for dialect in [zak, Dialect::new(2)] {
            assert_eq!(
                lines(dialect, 50, 7),
                Some((20, 100)),
                "elevation is not asked"
            );
            assert_eq!(
                [lines(dialect, 104, 0), lines(dialect, 105, 0)],
                [Some((128, 208)), Some((1, 210))]
            );
            assert_eq!(
                [lines(dialect, 20, 0), lines(dialect, 0, 0)],
                [Some((1, 40)), None]
            );
        }
    }

    #[test]
    fn maniac_mansion_counts_the_lines_in_bytes_d11a_v49_q50() {
        let nes = Dialect::new(1).with_platform(scumm_room::Platform::Nes);
        for dialect in [Dialect::new(1), Dialect::new(0), nes] {
            assert_eq!(lines(dialect, 50, 7), Some((13, 93)));
            assert_eq!(lines(dialect, 20, 0), None, "from 216 to 40");
            assert_eq!(lines(dialect, 20, -100), Some((60, 140)));
        }
    }

    #[test]
    fn old_games_never_find_the_ego_d11a() {
        for (version, found) in [(1, Some(2)), (2, Some(2)), (3, Some(1))] {
            let mut stage = crowd(Dialect::new(version));
            assert_eq!(stage.state.variables.ego, 1);
            (1..=2).for_each(|id| stage.actor_mut(id).unwrap().pos.y = 40);
            assert_eq!(stage.actor_from_pos(30, 60), found, "v{version}");
        }
    }

    #[test]
    fn he70_finds_who_stands_lowest_d11() {
        assert_eq!(
            crowd(Dialect::humongous(61)).actor_from_pos(30, 70),
            Some(1)
        );
        assert_eq!(
            crowd(Dialect::humongous(70)).actor_from_pos(30, 70),
            Some(2)
        );
    }

    #[test]
    fn untouchable_actors_are_not_found_d11() {
        for version in [4, 5] {
            let mut stage = crowd(Dialect::new(version));
            stage
                .actor_mut(1)
                .unwrap()
                .set_class(class::UNTOUCHABLE, true)
                .unwrap();
            assert_eq!(stage.actor_from_pos(30, 70), Some(2), "v{version}");
        }
    }

    #[test]
    fn a_hit_asks_the_pixels_and_leaves_the_actor_as_it_is_d11() {
        let mut stage = dressed(Dialect::new(6));
        let before = stage.actor(1).unwrap().clone();
        let corners = [
            (100, 91),
            (107, 100),
            (99, 95),
            (108, 95),
            (103, 90),
            (103, 101),
        ];
        assert_eq!(
            corners.map(|(x, y)| stage.actor_mut(1).unwrap().hit(x, y).unwrap()),
            [true, true, false, false, false, false]
        );
        assert_eq!(*stage.actor(1).unwrap(), before);
        assert!(
            !stage.actor_mut(2).unwrap().hit(100, 95).unwrap(),
            "it has no costume"
        );
        assert!(stage.actor_mut(0).is_err());
    }

    #[test]
    fn a_hit_begins_like_a_drawing_d4a_t84() {
        for (he, mask) in [(74, 0x20), (80, 1)] {
            let mut stage = dressed(Dialect::humongous(he));
            stage.tick(&mut Loud);
            let mut actor = stage.actor_mut(1).unwrap();
            actor.anim.condition_mask = 0x20;
            let lines = actor.he.lines;
            assert!(actor.hit(103, 95).unwrap());
            let actor = stage.actor(1).unwrap();
            assert_ne!(lines, StripLines::NONE);
            assert_eq!(
                (actor.anim.condition_mask, actor.he.lines),
                (mask, StripLines::NONE),
                "HE{he}"
            );
        }
    }
}
