//! Script operations that are more than a plain store and belong to no other file (X1–X9).

use scumm_room::{Error, Result};

use super::{ActorMut, moving};

/// Converts an operation number of v3 and v4 to the number of v5 (X1). Returns `None` if v4 has no
/// operation of that number. Only the lower five bits are used.
#[must_use]
pub fn v5_operation(v4: u8) -> Option<u8> {
    const V5: [u8; 20] = [
        1, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20,
    ];
    usize::from(v4 & 31)
        .checked_sub(1)
        .and_then(|n| V5.get(n))
        .copied()
}

impl ActorMut<'_> {
    /// Sets the init, walk, stand, talk start and talk stop frames to 1, 2, 3, 4 and 5 (X2).
    pub fn set_default_frames(&mut self) {
        self.init_frame = 1;
        self.walk_frame = 2;
        self.stand_frame = 3;
        self.talk_start_frame = 4;
        self.talk_stop_frame = 5;
    }

    /// Sets the scale as scripts do, including the scale word (X2). 255 is full size.
    pub fn set_script_scale(&mut self, x: u8, y: u8) {
        self.boxscale = u16::from(x);
        self.set_scale(Some(x), Some(y));
    }

    /// Forces the z-plane that hides the actor (M5, M6). In v8 the value 255 selects the plane of
    /// the walk box (M8).
    pub fn set_force_clip(&mut self, plane: u8) {
        let dialect = &self.stage.dialect;
        let by_box = dialect.has_upper_actors() && plane == 255;
        self.force_clip = if by_box {
            dialect.unforced_clip()
        } else {
            plane
        };
    }

    /// Sets the facing to `angle` immediately and ends a turn that is in progress (X5, X7). `angle`
    /// is in degrees clockwise from north.
    pub fn face(&mut self, angle: i32) {
        self.walk.moving &= !moving::TURN;
        self.set_direction(angle);
    }

    /// Sets the layer and requests a redraw of the actor, as Humongous scripts do (X8).
    pub fn set_layer(&mut self, layer: i32) {
        self.layer = layer;
        self.need_redraw = true;
    }

    /// Sets whether the background behind a Humongous actor is kept instead of restored, so that
    /// its pictures stay on the stage (X8, D4).
    pub fn set_keep_background(&mut self, keep: bool) {
        let flags = &mut self.he.flags;
        *flags = if keep { *flags | 1 } else { *flags & !1 };
    }

    /// Sets one of the sound numbers that the animations of the actor refer to (X2).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `slot` is outside 0 to 31.
    pub fn set_sound(&mut self, slot: usize, sound: u16) -> Result<()> {
        let Some(place) = self.sounds.get_mut(slot) else {
            return Err(Error::Misuse(format!("an actor has no sound {slot}")));
        };
        *place = sound;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::stage;
    use scumm_room::Dialect;

    #[test]
    fn v4_numbers_its_operations_in_another_order_x1() {
        let numbers = [0, 1, 2, 4, 19, 20, 21, 0xe1].map(v5_operation);
        assert_eq!(
            numbers,
            [
                None,
                Some(1),
                Some(0),
                Some(2),
                Some(17),
                Some(20),
                None,
                Some(1)
            ]
        );
    }

    #[test]
    fn v8_says_255_for_the_walk_box_m8_x7() {
        for (version, stored) in [(7, 255), (8, 100)] {
            let mut stage = stage(Dialect::new(version));
            stage.actor_mut(1).unwrap().set_force_clip(255);
            assert_eq!(stage.actor(1).unwrap().force_clip, stored);
        }
    }

    #[test]
    fn facing_at_once_drops_the_turn_x5_x7() {
        let mut stage = stage(Dialect::new(6));
        stage.actor_mut(1).unwrap().turn(90);
        stage.actor_mut(1).unwrap().face(270);
        let actor = stage.actor(1).unwrap();
        assert_eq!((actor.facing, actor.walk.moving), (270, 0));
    }

    #[test]
    fn scripts_set_the_frames_and_the_scale_word_x2() {
        let mut stage = stage(Dialect::new(5));
        let mut actor = stage.actor_mut(1).unwrap();
        actor.init_frame = 9;
        actor.talk_stop_frame = 9;
        actor.set_default_frames();
        actor.set_script_scale(80, 90);
        let frames = (actor.init_frame, actor.walk_frame, actor.stand_frame);
        assert_eq!(
            (frames, actor.talk_start_frame, actor.talk_stop_frame),
            ((1, 2, 3), 4, 5)
        );
        assert_eq!((actor.scale_x, actor.scale_y, actor.boxscale), (80, 90, 80));
    }

    #[test]
    fn a_sound_has_one_of_32_slots_x2() {
        let mut stage = stage(Dialect::new(5));
        let mut actor = stage.actor_mut(1).unwrap();
        actor.set_sound(31, 7).unwrap();
        assert_eq!(actor.sounds[31], 7);
        assert!(actor.set_sound(32, 7).is_err());
    }

    #[test]
    fn a_layer_asks_for_a_redraw_and_flag_1_keeps_the_background_x8() {
        let mut stage = stage(Dialect::humongous(72));
        let mut actor = stage.actor_mut(1).unwrap();
        actor.need_redraw = false;
        actor.he.flags = 4;
        actor.set_keep_background(true);
        assert_eq!((actor.he.flags, actor.need_redraw), (5, false));
        actor.set_keep_background(false);
        actor.set_layer(-3);
        assert_eq!(
            (actor.he.flags, actor.layer, actor.need_redraw),
            (4, -3, true)
        );
    }
}
