//! Starts animations and counts the animation clock (T30–T34, T50, T51), and sets the facing, which
//! restarts the limbs (T40, T45). The steps of a turn belong to walking.

use scumm_costume::{ALL_LIMBS, Facing, LIMBS, NONE, VARS};
use scumm_room::{Dialect, Error, Misuse, Quirks, Result};

use super::{Actor, ActorMut, signed_angle};
use crate::Environment;
use crate::stage::{AnimationHost, check_number};

/// An operand that fails an assertion of the reference (T30).
const NO_FRAME: u16 = 0x3e;

impl Actor {
    /// Returns the frame that an operand refers to: one of the actor's own frames (T30, T31), or
    /// the operand itself.
    fn own_frame(&self, first_name: u16, frame: u16) -> u16 {
        let own = match frame.wrapping_sub(first_name) {
            0 => self.init_frame,
            1 => self.walk_frame,
            2 => self.stand_frame,
            3 => self.talk_start_frame,
            4 => self.talk_stop_frame,
            _ => return frame,
        };
        u16::from(own)
    }

    /// Counts an engine frame. Returns whether the animation is due (T50).
    fn animation_is_due(&mut self) -> bool {
        self.anim_progress = self.anim_progress.wrapping_add(1);
        let due = self.anim_progress >= self.anim_speed;
        if due {
            self.anim_progress = 0;
        }
        due
    }
}

impl ActorMut<'_> {
    /// Starts an animation (T30, T31). The frames 0x38..=0x3C (v7+: 1001..=1005) stand for the
    /// actor's own init, walk, stand, talk start and talk stop frame.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] for frame 0x3E before v7, which does not exist.
    pub fn start_anim(&mut self, frame: u16) -> Result<()> {
        if frame == NO_FRAME && !self.stage.dialect.is_v7_plus() {
            return Err(Error::misuse(
                Misuse::OutOfRange,
                "animation 0x3e does not exist before version 7",
            ));
        }
        self.begin_anim(frame);
        Ok(())
    }

    /// Starts an animation as [`Self::start_anim`] does, for calls inside the engine: 0x3E does
    /// nothing.
    pub(crate) fn begin_anim(&mut self, frame: u16) {
        if self.stage.dialect.is_v0() {
            return self.begin_anim_v0(frame);
        }
        let v7 = self.stage.dialect.is_v7_plus();
        self.need_bg_reset |= self.stage.dialect.redraws_reset_backgrounds();
        if self.costume == 0 || (!v7 && (frame == NO_FRAME || !self.in_room())) {
            return;
        }
        let first_name = first_frame_name(&self.stage.dialect);
        let actor = &mut **self;
        let frame = actor.own_frame(first_name, frame);
        actor.anim_progress = 0;
        actor.need_redraw = true;
        if !v7 {
            actor.anim.anim_counter = 0;
        }
        if frame == u16::from(self.init_frame) && !self.stage.dialect.is_v1_or_v2() {
            self.reset_limbs();
            self.he.aux_rect = None;
        }
        self.start_frame(frame, ALL_LIMBS);
        self.frame = frame as u8;
    }

    /// Starts an animation on some limbs in the actor's direction (T32). Does nothing if the stage
    /// does not have the costume.
    fn start_frame(&mut self, frame: u16, limbs: u16) {
        let actor = &mut self.stage.state.actors[self.id];
        let Some(costume) = self.stage.costumes.get(&actor.costume) else {
            return;
        };
        let started = costume.start(
            &mut actor.anim,
            Facing::from_degrees(actor.facing),
            frame,
            limbs,
        );
        if let Err(fault) = started {
            self.stage.state.emit_fault(self.id, fault);
        }
    }

    /// Performs the animation operand of a script: stops the actor, sets its direction, turns it,
    /// or starts a frame (T33, T34). Up to v6 the upper bits of `operand` select the action and the
    /// lower two bits the direction; in v7 and later the action is `operand / 1000` and the angle
    /// in degrees `operand % 1000`.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `operand` starts a frame that does not exist.
    pub fn animate(&mut self, operand: u16) -> Result<()> {
        if self.stage.dialect.is_v0() {
            self.animate_rounds(operand as u8, 0);
        } else if self.stage.dialect.is_v7_plus() {
            self.animate_v7(operand);
        } else {
            self.animate_v6(operand)?;
        }
        Ok(())
    }

    /// Performs an operand of v1 to v6 (T33). In v1 and v2 the actor may be in another room, and
    /// the frame number is in the upper six bits of the operand.
    fn animate_v6(&mut self, operand: u16) -> Result<()> {
        let n = operand >> 2;
        let angle = Facing::from_old((operand & 3) as u8).degrees();
        let old = self.stage.dialect.is_v1_or_v2();
        let present = old || self.in_room();
        match n {
            0x3f if present => self.stand_and_stop(),
            0x3f => {}
            0x3e if present => self.face_angle(i32::from(angle)),
            0x3e => self.set_angle(i32::from(angle)),
            0x3d if present => self.turn_to(i32::from(angle)),
            0x3d => {}
            _ => return self.start_anim(if old { n } else { operand }),
        }
        Ok(())
    }

    /// Performs an operand of v7 and later (T34). The actor may be in another room.
    fn animate_v7(&mut self, operand: u16) {
        let operand = if operand == 255 { 2000 } else { operand };
        let angle = i32::from(operand % 1000);
        match operand / 1000 {
            2 => self.stand_and_stop(),
            3 => self.face_angle(angle),
            4 => self.turn_to(angle),
            _ => self.begin_anim(operand),
        }
    }

    /// Starts the stand frame and then sets `moving` to 0, as an operand that stops an actor does
    /// (T33, T34).
    pub(crate) fn stand_and_stop(&mut self) {
        self.start_stand_frame();
        self.stop();
    }

    /// Sets the number of engine frames for each animation step; 0 counts as 1 (T26, T50).
    pub fn set_anim_speed(&mut self, frames: u8) {
        self.anim_speed = frames;
        self.anim_progress = 0;
    }

    /// Sets an animation variable (A25).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the variable does not exist.
    pub fn set_anim_var(&mut self, var: usize, value: i16) -> Result<()> {
        check_number("animation variable", var, 0..=VARS - 1)?;
        self.anim.vars[var] = value;
        Ok(())
    }

    /// Counts an engine frame for the actor and advances all limbs if the animation is due (T50).
    pub(crate) fn animate_costume(&mut self, env: &mut dyn Environment) {
        if self.animation_is_due() {
            self.advance_costume(env);
        }
    }

    /// Advances all limbs.
    pub(crate) fn advance_costume(&mut self, env: &mut dyn Environment) {
        let Some(costume) = self.worn_costume().cloned() else {
            return;
        };
        let mut anim = std::mem::take(&mut self.anim);
        let mut host = AnimationHost {
            actor: self.id,
            state: &mut self.stage.state,
            env,
        };
        let changed = costume.advance(&mut anim, &mut host);
        self.anim = anim;
        if changed {
            self.ask_redraw();
        }
    }

    /// Advances one limb by `times` steps, at most 65,535, if the animation is due (T51). With 0
    /// steps nothing happens. Requests no redraw.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the limb does not exist or `times` is above 65,535.
    pub fn limb_anim(&mut self, limb: usize, times: u32, env: &mut dyn Environment) -> Result<()> {
        check_number("limb", limb, 0..=LIMBS - 1)?;
        let Ok(times) = u16::try_from(times) else {
            let most = u16::MAX;
            return Err(Error::misuse(
                Misuse::OutOfRange,
                format!("expected at most {most} steps of a limb, found {times}"),
            ));
        };
        // The clock also advances without a costume.
        if times == 0 || !self.animation_is_due() {
            return Ok(());
        }
        let Some(costume) = self.worn_costume().cloned() else {
            return Ok(());
        };
        let mut anim = std::mem::take(&mut self.anim);
        let mut host = AnimationHost {
            actor: self.id,
            state: &mut self.stage.state,
            env,
        };
        costume.advance_limb(&mut anim, limb, times, &mut host);
        self.anim = anim;
        Ok(())
    }
}

/// Returns the number that scripts use for an actor's init frame. The numbers of the other frames
/// follow it (T30, T31).
fn first_frame_name(dialect: &Dialect) -> u16 {
    match dialect.version() {
        ..=6 if dialect.he_at_least(100) => 1024,
        ..=6 => 0x38,
        _ => 1001,
    }
}

// Sets the facing immediately (T40) or turns the actor towards a point (T45).

impl ActorMut<'_> {
    /// Sets the facing immediately (T40). The limbs restart in the new direction. A turn or walk in
    /// progress continues.
    pub fn set_direction(&mut self, facing: Facing) {
        self.set_angle(signed_angle(facing));
    }

    /// Sets the facing to the angle of a script operand, as [`Self::set_direction`] does.
    pub(crate) fn set_angle(&mut self, angle: i32) {
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
    /// has this direction continues. In v1 and v2, if the limb plays another frame than the actor,
    /// all limbs restart (T40a).
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
        let angle = if dx.unsigned_abs() >= near || dialect.version() >= 5 {
            sideways
        } else if dy < 0 {
            0
        } else {
            180
        };
        self.turn_to(angle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{costume, dressed, stage};
    use crate::{Stage, moving};

    #[test]
    fn named_frames_are_the_actors_own_t30_t31() {
        let actor = Actor::new(&Dialect::new(5));
        assert_eq!(
            [0x37, 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d].map(|f| actor.own_frame(0x38, f)),
            [0x37, 1, 2, 3, 4, 5, 0x3d]
        );
        assert_eq!(
            [1000, 1001, 1005, 1006, 0].map(|f| actor.own_frame(1001, f)),
            [1000, 1, 5, 1006, 0]
        );
    }

    #[test]
    fn frame_3e_is_none_before_v7_t30() {
        let mut stage = dressed(Dialect::new(5));
        assert!(stage.actor_mut(1).unwrap().start_anim(0x3e).is_err());
        let before = stage.actor(1).unwrap().clone();
        stage.handle(1).begin_anim(0x3e);
        assert_eq!(*stage.actor(1).unwrap(), before);
    }

    #[test]
    fn an_animation_that_does_not_exist_still_counts_as_started_t32() {
        let mut stage = dressed(Dialect::new(5));
        let limbs = stage.actor(1).unwrap().anim.limbs;
        stage.actor_mut(1).unwrap().need_redraw = false;
        stage.actor_mut(1).unwrap().start_anim(0x1fe).unwrap();
        let a = stage.actor(1).unwrap();
        assert_eq!(
            (a.frame, a.need_redraw, a.anim.limbs),
            (0xfe, true, limbs),
            "the frame is a byte"
        );
    }

    #[test]
    fn from_he62_on_a_start_that_does_nothing_asks_for_the_background_only_t30() {
        for (he, reset) in [(61, false), (62, true)] {
            for (room, starts) in [(1, true), (9, false)] {
                let mut stage = dressed(Dialect::humongous(he));
                let mut actor = stage.actor_mut(1).unwrap();
                actor.room = room;
                actor.need_redraw = false;
                actor.need_bg_reset = false;
                actor.start_anim(3).unwrap();
                let actor = stage.actor(1).unwrap();
                assert_eq!(
                    (actor.need_redraw, actor.need_bg_reset),
                    (starts, reset),
                    "HE{he}, room {room}"
                );
            }
        }
    }

    #[test]
    fn the_animation_counter_lives_on_from_v7_t31() {
        for (dialect, counter) in [(Dialect::new(6), 0), (Dialect::new(7), 5)] {
            let mut stage = stage(dialect);
            let mut actor = stage.actor_mut(1).unwrap();
            actor.costume = 9;
            actor.anim.anim_counter = 5;
            stage.actor_mut(1).unwrap().start_anim(4).unwrap();
            assert_eq!(stage.actor(1).unwrap().anim.anim_counter, counter);
        }
    }

    /// Creates a stage of v2 whose actor 1 wears a costume and is in another room.
    fn away(version: u8) -> Stage {
        let dialect = Dialect::new(version);
        let mut stage = stage(dialect);
        stage.insert_costume(1, costume(&dialect, 8, &[0])).unwrap();
        stage.actor_mut(1).unwrap().costume = 1;
        stage.actor_mut(1).unwrap().room = 9;
        stage
    }

    #[test]
    fn v1_and_v2_do_not_ask_for_the_room_t33() {
        for (version, moving) in [(2, 0), (3, moving::LEG)] {
            let mut stage = away(version);
            stage.actor_mut(1).unwrap().walk.moving = moving::LEG;
            stage.actor_mut(1).unwrap().animate(0xff).unwrap();
            assert_eq!(stage.actor(1).unwrap().walk.moving, moving, "v{version}");
        }
    }

    #[test]
    fn v1_and_v2_start_the_operands_upper_bits_t33() {
        for (version, frame) in [(2, 5), (3, 20)] {
            let mut stage = away(version);
            stage.actor_mut(1).unwrap().room = 1;
            stage.actor_mut(1).unwrap().animate(20).unwrap();
            assert_eq!(stage.actor(1).unwrap().frame, frame, "v{version}");
        }
    }

    #[test]
    fn operands_of_v6_set_turn_and_stop_w9() {
        let after = |operand| {
            let mut stage = dressed(Dialect::new(6));
            stage.actor_mut(1).unwrap().walk.moving = moving::LEG;
            stage.actor_mut(1).unwrap().animate(operand).unwrap();
            let a = stage.actor(1).unwrap();
            (a.facing, a.target_facing, a.walk.moving, a.frame)
        };
        assert_eq!(after(244), (180, 270, moving::TURN, 1));
        assert_eq!(after(247), (180, 0, moving::TURN, 1));
        assert_eq!(after(248), (270, 180, moving::LEG, 1));
        assert_eq!(after(252), (180, 180, 0, 3));
        assert_eq!(after(58), (180, 180, moving::LEG, 3));
    }

    #[test]
    fn operands_of_v7_are_thousands_and_an_angle_t34() {
        let after = |operand| {
            let mut stage = stage(Dialect::new(7));
            stage.actor_mut(1).unwrap().walk.moving = moving::FROZEN | moving::TURN;
            stage.actor_mut(1).unwrap().animate(operand).unwrap();
            let a = stage.actor(1).unwrap();
            (a.facing, a.target_facing, a.walk.moving)
        };
        assert_eq!(
            after(255),
            (180, 180, 0),
            "the bit for a frozen actor is cleared, too"
        );
        assert_eq!(after(2000), (180, 180, 0));
        assert_eq!(after(3090), (90, 180, moving::FROZEN));
        assert_eq!(after(4090), (180, 90, moving::FROZEN | moving::TURN));
    }

    #[test]
    fn animations_advance_every_nth_frame_t50() {
        let due = |speed| {
            let mut actor = Actor::new(&Dialect::new(5));
            actor.anim_speed = speed;
            (0..7).map(|_| actor.animation_is_due()).collect::<Vec<_>>()
        };
        assert_eq!(due(0), [true; 7]);
        assert_eq!(due(1), [true; 7]);
        assert_eq!(due(3), [false, false, true, false, false, true, false]);
    }

    #[test]
    fn bad_limbs_and_variables_are_errors() {
        let mut stage = stage(Dialect::new(7));
        assert!(
            stage.actor_mut(1).unwrap().set_anim_var(26, 1).is_ok()
                && stage.actor_mut(1).unwrap().set_anim_var(27, 1).is_err()
        );
        assert!(
            stage
                .actor_mut(1)
                .unwrap()
                .limb_anim(16, 1, &mut crate::fixture::Loud)
                .is_err()
        );
    }

    #[test]
    fn a_limb_takes_at_most_65535_steps_at_once_t51() {
        let mut stage = dressed(Dialect::new(7));
        let mut actor = stage.actor_mut(1).unwrap();
        assert!(
            actor
                .limb_anim(0, 65_535, &mut crate::fixture::Loud)
                .is_ok()
        );
        let error = actor
            .limb_anim(0, 65_536, &mut crate::fixture::Loud)
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected at most 65535 steps of a limb, found 65536"
        );
    }

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
        stage.actor_mut(1).unwrap().set_angle(180);
        assert_eq!(stage.actor(1).unwrap().anim.limbs[0].curpos, 2);
        stage.actor_mut(1).unwrap().set_angle(90);
        let limb = stage.actor(1).unwrap().anim.limbs[0];
        assert_eq!(
            (limb.curpos, limb.frame),
            (0, 1 + 4),
            "the limb was restarted with the animation for the east"
        );
    }

    #[test]
    fn v1_and_v2_restart_limbs_of_another_frame_t40() {
        for (version, frame, curpos) in [(2, 1, 0), (3, 2, 2)] {
            let mut stage = confused(version);
            let mut actor = stage.actor_mut(1).unwrap();
            actor.facing = 0;
            actor.anim.limbs[0].curpos = 2;
            stage.actor_mut(1).unwrap().set_angle(180);
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
            actor.set_angle(90);
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
            stage.actor_mut(1).unwrap().set_angle(same);
            assert!(!stage.actor(1).unwrap().need_redraw, "{same}");
        }
        stage.actor_mut(1).unwrap().set_angle(190);
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
