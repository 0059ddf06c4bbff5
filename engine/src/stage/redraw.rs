//! Which actors are drawn again and which strips are restored first (D2–D4).

use scumm_costume::StripSet;

use super::Stage;
use super::camera::to_i32;
use super::state::restore_row;
use crate::Actor;
use crate::actor::NO_TOP;

impl Stage {
    /// D2: who shares a visible strip with somebody else is drawn again.
    pub(super) fn set_redraw_flags(&mut self) {
        let all = self.dialect.redraws_every_frame();
        let blends = self.dialect.redraws_blended_actors();
        let (mut used, mut shared) = (StripSet::default(), StripSet::default());
        for actor in self.state.actors.iter() {
            shared.union(&used.intersection(&actor.strips));
            used.union(&actor.strips);
        }
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
        let height = to_i32(self.state.front.height);
        let keeps_background = self.dialect.is_humongous();
        let dark = self.is_dark();
        let state = &mut self.state;
        for actor in state.actors.iter_mut() {
            let resets = (actor.top != NO_TOP && actor.need_redraw) || actor.need_bg_reset;
            actor.need_bg_reset = false;
            if !resets || (keeps_background && actor.he.flags & 1 != 0) {
                continue;
            }
            let strips = actor.strips.intersection(&visible);
            actor.strips.remove_all(&visible);
            let Some((top, bottom)) = lines_to_restore(actor, height) else { continue };
            for strip in strips.iter() {
                for y in top..bottom {
                    restore_row(&mut state.front, &state.back, dark, strip * 8..strip * 8 + 8, y);
                }
            }
        }
    }
}

/// The lines of an actor's last drawing that lie on the stage.
fn lines_to_restore(actor: &Actor, height: i32) -> Option<(usize, usize)> {
    if actor.bottom < actor.top {
        return None;
    }
    let line = |y: i32| usize::try_from(y.clamp(0, height)).unwrap_or(0);
    Some((line(actor.top), line(actor.bottom)))
}
