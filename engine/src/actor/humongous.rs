//! Operations on the actors of Humongous games: conditions (T85) and aux rectangles (A98).

use glam::I16Vec2;
use scumm_room::Result;

use super::ActorMut;
use crate::stage::check_number;

impl ActorMut<'_> {
    /// Sets or clears condition `n` of the actor, 1..=32 (T85).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`](scumm_room::Error::Misuse) if `n` is outside 1..=32.
    pub fn set_condition(&mut self, n: u32, on: bool) -> Result<()> {
        check_number("condition", n, 1..=32)?;
        let dialect = self.stage.dialect;
        self.anim.set_condition(&dialect, n, on);
        Ok(())
    }

    /// Sets or clears user condition `n` of the actor, 1..=16 (T85).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`](scumm_room::Error::Misuse) if `n` is outside 1..=16.
    pub fn set_user_condition(&mut self, n: u32, on: bool) -> Result<()> {
        check_number("user condition", n, 1..=16)?;
        self.set_condition(n + 16, on)
    }

    /// Sets talk condition `n` of the actor, 1..=32, and clears the other talk conditions (T85).
    /// From HE80 on the next draw chooses another one (T84).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`](scumm_room::Error::Misuse) if `n` is outside 1..=32.
    pub fn set_talk_condition(&mut self, n: u32) -> Result<()> {
        check_number("talk condition", n, 1..=32)?;
        let dialect = self.stage.dialect;
        self.anim.set_talk_condition(&dialect, n);
        Ok(())
    }

    /// Sets talk condition `n` of the actor, 1..=32, as scripts do: the next draw does not change
    /// it (X8).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`](scumm_room::Error::Misuse) if `n` is outside 1..=32.
    pub fn ask_talk_condition(&mut self, n: u32) -> Result<()> {
        self.set_talk_condition(n)?;
        self.he.condition_asked = true;
        Ok(())
    }

    /// Moves the actor and draws it immediately, first into the back buffer and then into the front
    /// buffer (H9). The drawing becomes part of the background, and nothing is restored before it.
    /// From HE80 on the operation closes the mouth of an actor that is not talking (T84).
    pub fn draw_to_back(&mut self, x: i32, y: i32) {
        self.pos = I16Vec2::new(x as i16, y as i16);
        self.stage.draw_to_back(self.id);
    }

    /// Passes the aux rectangle of an actor that leaves to the stage, which restores the area
    /// (A98).
    pub(crate) fn hand_over_aux_rect(&mut self) {
        let rect = self.he.aux_rect.take();
        self.stage.state.redraw.aux_rects.extend(rect);
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::{Dialect, Quirks};

    use crate::InitMode;
    use crate::fixture::stage;

    #[test]
    fn a_default_clip_is_for_those_who_are_initialised_later_h8() {
        let mut stage = stage(Dialect::humongous(72));
        stage.variables_mut().default_clip = [10, 20, 30, 40];
        stage.actor_mut(1).unwrap().init(InitMode::Settings);
        assert_eq!(
            [1, 2].map(|id| stage.actor(id).unwrap().he.clip),
            [[10, 20, 30, 40], [0, 0, 640, 480]]
        );
    }

    #[test]
    fn what_is_drawn_to_the_back_stays_h9() {
        let mut stage = crate::fixture::dressed(Dialect::new(6));
        stage.actor_mut(1).unwrap().draw_to_back(100, 100);
        let actor = stage.actor(1).unwrap();
        assert_eq!(
            (actor.need_redraw, actor.pos.to_array()),
            (false, [100, 100])
        );
        let at = stage.buffers.back.index(103, 95);
        assert_eq!(
            (
                stage.buffers.back.pixels()[at],
                stage.buffers.front.pixels()[at]
            ),
            (40, 40)
        );
    }

    #[test]
    fn what_is_drawn_to_the_back_closes_the_mouth_from_he80_on_h9_t84() {
        for (he, mask) in [(74, 0x20), (80, 1)] {
            let mut stage = crate::fixture::dressed(Dialect::humongous(he));
            stage.actor_mut(1).unwrap().anim.condition_mask = 0x20;
            stage.actor_mut(1).unwrap().draw_to_back(100, 100);
            assert_eq!(stage.actor(1).unwrap().anim.condition_mask, mask, "HE{he}");
        }
    }

    #[test]
    fn what_is_drawn_to_the_back_adds_to_the_lines_of_the_drawing_before_h9_d4a() {
        let mut stage = crate::fixture::dressed(Dialect::humongous(72));
        stage.tick(&mut crate::fixture::Loud);
        stage.actor_mut(1).unwrap().draw_to_back(100, 300);
        // The picture has ten rows, and its last row is the row of the anchor.
        assert_eq!(stage.actor(1).unwrap().he.lines.of(12), (91, 302));
    }

    #[test]
    fn bit_0_toggles_with_every_user_condition_t85() {
        let mut stage = stage(Dialect::humongous(72));
        let mut masks = Vec::new();
        for n in [1, 2, 1] {
            stage
                .actor_mut(1)
                .unwrap()
                .set_user_condition(n, n != 1 || masks.is_empty())
                .unwrap();
            masks.push(stage.actor(1).unwrap().anim.condition_mask);
        }
        assert_eq!(masks, [0x1_0000, 0x3_0001, 0x2_0000]);
    }

    #[test]
    fn a_quiet_mask_is_the_right_one_without_the_quirk_t85() {
        let dialect = Dialect::humongous(72).with_quirks(Quirks::all() - Quirks::CONDITION_TOGGLE);
        let mut stage = stage(dialect);
        for n in [1, 2] {
            stage
                .actor_mut(1)
                .unwrap()
                .set_user_condition(n, true)
                .unwrap();
            assert_eq!(stage.actor(1).unwrap().anim.condition_mask & 1, 1);
        }
    }

    #[test]
    fn a_talk_condition_replaces_the_others_t85_x8() {
        let mut stage = stage(Dialect::humongous(72));
        stage.actor_mut(1).unwrap().set_condition(20, true).unwrap();
        stage.actor_mut(1).unwrap().set_talk_condition(8).unwrap();
        assert_eq!(stage.actor(1).unwrap().anim.condition_mask, 0x8_0080);
        stage.actor_mut(1).unwrap().set_talk_condition(1).unwrap();
        assert_eq!(stage.actor(1).unwrap().anim.condition_mask, 0x8_0001);
    }

    #[test]
    fn there_are_thirteen_talk_conditions_from_he85_on_t85() {
        for (he, mask) in [(80, 0x1001), (85, 0x1)] {
            let mut stage = stage(Dialect::humongous(he));
            stage.actor_mut(1).unwrap().anim.condition_mask = 0x1000;
            stage.actor_mut(1).unwrap().set_talk_condition(1).unwrap();
            assert_eq!(stage.actor(1).unwrap().anim.condition_mask, mask, "HE{he}");
        }
    }

    #[test]
    fn conditions_that_do_not_exist_are_errors() {
        let mut stage = stage(Dialect::humongous(72));
        assert!(
            stage.actor_mut(1).unwrap().set_condition(0, true).is_err()
                && stage.actor_mut(1).unwrap().set_condition(33, true).is_err()
        );
        assert!(
            stage
                .actor_mut(1)
                .unwrap()
                .set_user_condition(17, true)
                .is_err()
                && stage
                    .actor_mut(1)
                    .unwrap()
                    .set_user_condition(u32::MAX, true)
                    .is_err()
        );
        assert!(stage.actor_mut(1).unwrap().set_talk_condition(0).is_err());
    }
}
