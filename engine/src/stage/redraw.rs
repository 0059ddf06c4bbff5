//! Which actors are drawn again and which strips are restored first (D2–D4).

use std::ops::Range;

use scumm_costume::StripSet;
use scumm_room::Point;

use super::view::{to_i32, to_index};
use super::{Actors, Stage};
use crate::Actor;
use crate::actor::NO_TOP;

/// What has to be drawn again.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Redraw {
    /// The next frame is a full one (D2).
    pub full: bool,
    /// The next frame looks for strips of the background that have changed, and draws all objects (Y36, Y41).
    pub background: bool,
    /// A transition has shown the room (Y50).
    pub shown: bool,
    /// Strips of the room that were drawn since the last frame (D2).
    pub(crate) dirty: StripSet,
    /// Strips that count as restored (Y53).
    pub(super) restored: StripSet,
    /// Where the camera looked when the whole background was drawn last, `None` before the first time.
    pub(super) drawn_camera: Option<Point>,
    /// What actors that left have of aux frames on the stage, which the next frame takes off (A98).
    pub(crate) aux_rects: Vec<[i32; 4]>,
}

impl Redraw {
    /// Notes that the background of the whole view was drawn with the camera at a place.
    pub(super) fn note_whole_view(&mut self, camera: Point) {
        (self.full, self.background, self.drawn_camera) = (false, false, Some(camera));
    }

    /// Forgets what has changed where, as a room is entered (Y16).
    pub(super) fn forget_strips(&mut self) {
        (self.dirty, self.restored) = (StripSet::default(), StripSet::default());
    }
}

impl Stage {
    /// What has to be drawn again.
    #[must_use]
    pub fn redraw(&self) -> &Redraw {
        &self.state.redraw
    }

    /// What has to be drawn again, for stores: the next frame sees them.
    pub fn redraw_mut(&mut self) -> &mut Redraw {
        &mut self.state.redraw
    }

    /// D2: who shares a visible strip with somebody else is drawn again, and who stands where something was drawn or restored.
    pub(crate) fn set_redraw_flags(&mut self) {
        let all = self.dialect.redraws_every_frame();
        let blends = self.dialect.redraws_blended_actors();
        let (mut used, mut shared) = (StripSet::default(), StripSet::default());
        for actor in self.state.actors.iter() {
            shared.union(&used.intersection(&actor.strips));
            used.union(&actor.strips);
        }
        shared.union(&self.state.redraw.dirty);
        shared.union(&self.state.redraw.restored);
        let shared = shared.intersection(&StripSet::from_range(self.visible_strips()));
        for actor in self.state.actors.iter_mut() {
            let blended = blends && actor.costume != 0 && actor.he.xmap != 0;
            actor.need_redraw |= all || blended || !actor.strips.intersection(&shared).is_empty();
        }
    }

    /// D4: visible strips of actors that will be drawn again, or that left, get their background back.
    ///
    /// An actor whose last draw placed nothing keeps its strips, until it needs a reset.
    pub(super) fn reset_backgrounds(&mut self) {
        let visible = StripSet::from_range(self.visible_strips());
        let height = to_i32(self.buffers.front.height());
        let keeps_background = self.dialect.is_humongous();
        let black = self.black_if_dark();
        self.state.redraw.dirty.remove_all(&visible);
        self.state.redraw.restored.remove_all(&visible);
        for id in Actors::ids() {
            let actor = &mut self.state.actors[id];
            let resets = (actor.top != NO_TOP && actor.need_redraw) || actor.need_bg_reset;
            actor.need_bg_reset = false;
            if !resets || (keeps_background && actor.he.flags & 1 != 0) {
                continue;
            }
            let strips = actor.strips.intersection(&visible);
            actor.strips.remove_all(&visible);
            let lines = lines_to_restore(actor, height);
            for strip in strips.iter() {
                self.show_back(strip * 8..strip * 8 + 8, lines.clone(), black);
            }
        }
    }
}

/// The lines of an actor's last drawing that lie on the stage.
fn lines_to_restore(actor: &Actor, height: i32) -> Range<usize> {
    to_index(actor.top.clamp(0, height))..to_index(actor.bottom.clamp(0, height))
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use super::*;
    use crate::fixture::{dressed, stage};

    /// Actors 1.. with these strips; who is drawn again?
    fn redrawn(dialect: Dialect, strips: &[Range<usize>]) -> Vec<u16> {
        let mut stage = stage(dialect);
        for (id, strips) in (1..).zip(strips) {
            let mut actor = stage.actor_mut(id).unwrap();
            (actor.strips, actor.need_redraw) = (StripSet::from_range(strips.clone()), false);
        }
        stage.set_redraw_flags();
        stage.actors().filter(|a| a.need_redraw).map(|a| a.id).collect()
    }

    #[test]
    fn who_shares_a_visible_strip_is_drawn_again_d2() {
        assert_eq!(redrawn(Dialect::new(5), &[3..6, 5..9, 9..12]), [1, 2]);
        assert_eq!(redrawn(Dialect::new(5), &[38..43, 41..44, 5..6]), [] as [u16; 0], "40 strips are seen");
        assert_eq!(redrawn(Dialect::new(7), &[38..43, 40..44, 5..6]), [1, 2], "41 in v7");
    }

    #[test]
    fn blended_actors_are_drawn_in_every_frame_from_he72_on_d2() {
        for (he, redraw) in [(71, false), (72, true)] {
            let mut stage = stage(Dialect::humongous(he));
            let mut actor = stage.actor_mut(1).unwrap();
            (actor.costume, actor.he.xmap) = (1, 4);
            stage.actor_mut(2).unwrap().he.xmap = 4;
            stage.set_redraw_flags();
            assert_eq!(stage.actor(1).unwrap().need_redraw, redraw);
            assert!(!stage.actor(2).unwrap().need_redraw, "it has no costume");
        }
    }

    /// A stage whose front is dirty all over, with an actor that claims strip 2 on lines 10..12.
    fn smeared(dialect: Dialect) -> Stage {
        let mut stage = dressed(dialect);
        stage.buffers.front.pixels_mut().fill(99);
        let mut actor = stage.actor_mut(1).unwrap();
        (actor.strips, actor.top, actor.bottom) = (StripSet::from_range(2..3), 10, 12);
        (actor.need_redraw, actor.need_bg_reset) = (false, false);
        stage
    }

    fn restored(stage: &mut Stage) -> (Vec<(usize, usize)>, bool) {
        stage.reset_backgrounds();
        let rows = stage.front().rows().enumerate();
        let clean =
            rows.flat_map(|(y, row)| row.iter().enumerate().filter(|(_, p)| **p == 7).map(move |(x, _)| (x, y)));
        (clean.collect(), stage.actor(1).unwrap().strips.is_empty())
    }

    #[test]
    fn strips_come_back_on_the_lines_that_were_drawn_d4() {
        let all = [10, 11].map(|y| (16..24).map(move |x| (x, y)).collect::<Vec<_>>()).concat();
        for reset in [true, false] {
            let mut stage = smeared(Dialect::new(5));
            let mut actor = stage.actor_mut(1).unwrap();
            (actor.need_bg_reset, actor.need_redraw) = (reset, !reset);
            assert_eq!(restored(&mut stage), (all.clone(), true));
            assert!(!stage.actor(1).unwrap().need_bg_reset);
        }
        assert_eq!(restored(&mut smeared(Dialect::new(5))), (vec![], false), "nobody asks");
    }

    #[test]
    fn an_actor_that_drew_nothing_keeps_its_strips_d4() {
        let mut stage = smeared(Dialect::new(5));
        let mut actor = stage.actor_mut(1).unwrap();
        (actor.top, actor.bottom, actor.need_redraw) = (NO_TOP, 0, true);
        assert_eq!(restored(&mut stage), (vec![], false));
        stage.actor_mut(1).unwrap().need_bg_reset = true;
        assert_eq!(restored(&mut stage), (vec![], true), "forgotten, but no lines to restore");
    }

    #[test]
    fn humongous_actors_may_keep_their_background_d4() {
        let mut stage = stage(Dialect::humongous(72));
        let mut actor = stage.actor_mut(1).unwrap();
        (actor.strips, actor.need_bg_reset) = (StripSet::from_range(2..3), true);
        stage.actor_mut(1).unwrap().keep_background(true);
        stage.reset_backgrounds();
        let actor = stage.actor(1).unwrap();
        assert!(!actor.strips.is_empty() && !actor.need_bg_reset);
    }

    #[test]
    fn lines_off_the_stage_are_left_out() {
        let lines = |top, bottom| {
            let mut actor = Actor::new(1, &Dialect::new(5));
            (actor.top, actor.bottom) = (top, bottom);
            lines_to_restore(&actor, 200)
        };
        assert_eq!(lines(-5, 300), 0..200);
        assert!(lines(20, 20).is_empty() && lines(NO_TOP, 0).is_empty());
        assert_eq!(lines(i32::MIN, i32::MAX), 0..200);
    }
}
