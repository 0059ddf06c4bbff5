//! Sets the facing immediately (T40) or turns the actor towards a point (T45). The steps of a turn
//! belong to walking.

use super::ActorMut;
use scumm_costume::{ALL_LIMBS, Facing, LIMBS, NONE};
use scumm_room::Quirks;

impl ActorMut<'_> {
    /// Sets the facing to `angle` immediately (T40), in degrees clockwise from north. The limbs
    /// restart in the new direction. A turn or walk in progress continues.
    pub fn set_direction(&mut self, angle: i32) {
        if self.stage.dialect.is_v0() {
            return self.stand_v0(angle as u16);
        }
        let anywhere = self.stage.dialect.is_v7_plus() || self.stage.dialect.is_v1_or_v2();
        let rounds = !self.stage.dialect.has_quirk(Quirks::FACINGS_NOT_ROUNDED);
        let facing = if rounds {
            Facing::snapped(angle).degrees()
        } else {
            Facing::turned(angle) as u16
        };
        if self.facing == facing {
            return;
        }
        self.facing = facing;
        if self.costume == 0 || (!anywhere && !self.in_room()) {
            return;
        }
        for limb in 0..LIMBS {
            self.redirect_limb(limb);
        }
        self.need_redraw = true;
    }

    /// Restarts the animation of one limb in the actor's new direction. A COST limb that already
    /// has this direction continues. In v1 and v2 a limb that plays another frame than the actor's
    /// also restarts, together with all limbs (T40a).
    fn redirect_limb(&mut self, limb: usize) {
        let old_games = self.stage.dialect.is_v1_or_v2();
        let akos = self.stage.dialect.has_akos();
        let Some(frame) = self
            .anim
            .limbs
            .get(limb)
            .map(|l| l.frame)
            .filter(|f| *f != NONE)
        else {
            return;
        };
        if akos {
            self.start_frame(frame, 0x8000 >> limb);
            return;
        }
        let same_way = frame & 3 == u16::from(Facing::from_degrees(self.facing).old());
        if same_way && !(old_games && frame >> 2 != u16::from(self.frame)) {
            return;
        }
        let mask = if old_games { ALL_LIMBS } else { 0x8000 >> limb };
        if old_games {
            self.frame = (frame >> 2) as u8;
        }
        self.start_frame(frame >> 2, mask);
    }

    /// Turns the actor towards a point of the room (T45), step by step. Coordinates have the units
    /// of [`Actor::pos`](crate::Actor::pos).
    pub fn turn_towards(&mut self, x: i32, y: i32) {
        let dx = x.saturating_sub(i32::from(self.pos.x));
        let dy = y.saturating_sub(i32::from(self.pos.y));
        let sideways = if dx > 0 { 90 } else { 270 };
        let dialect = &self.stage.dialect;
        // Up to v2 columns are 8 pixels wide, while widths are in pixels.
        let near = if dialect.is_v1_or_v2() {
            2
        } else {
            u32::from(self.width) / 2
        };
        // v5+: an actor turns towards an object by the object's column alone (T45).
        let angle = match dx.unsigned_abs() < near && dialect.version() < 5 {
            true if dy < 0 => 0,
            true => 180,
            false => sideways,
        };
        self.turn(angle);
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use crate::Stage;
    use crate::fixture::{costume, stage};

    /// Creates an actor of this version that faces south and plays frame 1, while its field `frame`
    /// is 2.
    fn confused(version: u8) -> Stage {
        let dialect = Dialect::new(version);
        let mut stage = stage(dialect);
        stage
            .insert_costume(1, costume(&dialect, 8, &[0, 0, 0]))
            .unwrap();
        let mut actor = stage.actor_mut(1).unwrap();
        actor.costume = 1;
        actor.anim.reset();
        stage.actor_mut(1).unwrap().start_anim(1).unwrap();
        stage.actor_mut(1).unwrap().frame = 2;
        stage
    }

    #[test]
    fn a_limb_that_stands_that_way_already_plays_on_t40() {
        let mut stage = confused(5);
        let mut actor = stage.actor_mut(1).unwrap();
        // The limb still shows south, because the actor was turned by a plain store.
        actor.facing = 0;
        actor.anim.limbs[0].curpos = 2;
        stage.actor_mut(1).unwrap().set_direction(180);
        assert_eq!(stage.actor(1).unwrap().anim.limbs[0].curpos, 2);
        stage.actor_mut(1).unwrap().set_direction(90);
        let limb = stage.actor(1).unwrap().anim.limbs[0];
        assert_eq!(
            (limb.curpos, limb.frame),
            (0, 1 + 4),
            "restarted facing east"
        );
    }

    #[test]
    fn v1_and_v2_restart_limbs_of_another_frame_t40() {
        for (version, frame, curpos) in [(2, 1, 0), (3, 2, 2)] {
            let mut stage = confused(version);
            let mut actor = stage.actor_mut(1).unwrap();
            actor.facing = 0;
            actor.anim.limbs[0].curpos = 2;
            stage.actor_mut(1).unwrap().set_direction(180);
            let a = stage.actor(1).unwrap();
            assert_eq!(
                (a.frame, a.anim.limbs[0].curpos),
                (frame, curpos),
                "v{version}"
            );
        }
    }

    #[test]
    fn only_v3_to_v6_ask_for_the_room_t40() {
        for (version, frame) in [(1, 1 + 4), (2, 1 + 4), (3, 2 + 4), (6, 2 + 4)] {
            let mut stage = confused(version);
            let mut actor = stage.actor_mut(1).unwrap();
            actor.room = 9;
            actor.set_direction(90);
            assert_eq!(
                stage.actor(1).unwrap().anim.limbs[0].frame,
                frame,
                "v{version}"
            );
        }
    }

    #[test]
    fn the_angle_is_taken_modulo_a_full_turn_and_not_rounded_t40() {
        let mut stage = confused(5);
        stage.actor_mut(1).unwrap().need_redraw = false;
        for same in [180, 540] {
            stage.actor_mut(1).unwrap().set_direction(same);
            assert!(!stage.actor(1).unwrap().need_redraw, "{same}");
        }
        stage.actor_mut(1).unwrap().set_direction(190);
        assert_eq!(
            (
                stage.actor(1).unwrap().facing,
                stage.actor(1).unwrap().need_redraw
            ),
            (190, true)
        );
    }

    #[test]
    fn actors_face_things_by_their_column_t45() {
        let target = |version, x, y| {
            let mut stage = confused(version);
            let mut actor = stage.actor_mut(1).unwrap();
            actor.pos.x = 100;
            actor.pos.y = 100;
            actor.width = 24;
            stage.actor_mut(1).unwrap().turn_towards(x, y);
            stage.actor(1).unwrap().target_facing
        };
        assert_eq!(
            [target(5, 101, 0), target(5, 100, 0), target(5, 99, 200)],
            [90, 270, 270]
        );
        assert_eq!(
            [
                target(4, 111, 0),
                target(4, 89, 200),
                target(4, 112, 0),
                target(4, 88, 0)
            ],
            [0, 180, 90, 270]
        );
        assert_eq!(target(4, i32::MAX, i32::MIN), 90);
        assert_eq!(
            [
                target(2, 101, 0),
                target(1, 99, 200),
                target(2, 102, 0),
                target(1, 98, 0)
            ],
            [0, 180, 90, 270]
        );
    }
}
