//! Init, costume, hide, show, put: what makes an actor appear and disappear (T20–T26).

use glam::I16Vec2;
use scumm_room::{Dialect, Error, Result};

use super::{Actor, DEFAULT_CLIP, HumongousState, SOUNDS, class, moving};
use crate::{Event, Stage, Table};

/// How much of an actor [`Stage::init_actor`] sets back (T20).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitMode {
    /// Everything, the limbs too: engine start (-1).
    Engine,
    /// The settings only (0).
    Settings,
    /// The settings, and the actor leaves its room and loses its costume (1).
    Removed,
    /// The settings, and it faces south without turning (2).
    FacingSouth,
}

impl TryFrom<i32> for InitMode {
    type Error = Error;

    fn try_from(mode: i32) -> Result<Self> {
        match mode {
            -1 => Ok(Self::Engine),
            0 => Ok(Self::Settings),
            1 => Ok(Self::Removed),
            2 => Ok(Self::FacingSouth),
            _ => Err(Error::Misuse(format!("there is no init mode {mode}: they are -1, 0, 1, 2"))),
        }
    }
}

impl Actor {
    /// The part of an init that every mode does, but for the classes (T20).
    pub(super) fn reset_settings(&mut self, dialect: &Dialect) {
        self.elevation = 0;
        self.width = 24;
        self.talk_color = 15;
        self.talk_pos = (0, -80);
        (self.boxscale, self.scale_x, self.scale_y) = (255, 255, 255);
        self.sounds = [0; SOUNDS];
        self.target_facing = self.facing;
        self.shadow_mode = 0;
        self.layer = 0;
        self.walk.moving = 0;
        self.speed = if dialect.is_v1_or_v2() { (1, 1) } else { (8, 2) };
        self.anim_speed = 0;
        if dialect.init_resets_animation_clock() {
            self.anim_progress = 0;
        }
        self.ignore_boxes = false;
        self.force_clip = dialect.unforced_clip();
        self.ignore_turns = false;
        let frames = if dialect.is_v1_or_v2() { [2, 0, 1, 5, 4] } else { [1, 2, 3, 4, 5] };
        [self.init_frame, self.walk_frame, self.stand_frame, self.talk_start_frame, self.talk_stop_frame] = frames;
        (self.walk_script, self.talk_script) = (0, 0);
        if dialect.has_akos() && dialect.is_humongous() {
            self.anim.flip = false;
        }
        self.he.clip = DEFAULT_CLIP;
    }

    /// What an init clears of a Humongous actor, but for mode 0, which leaves the condition mask (T20).
    pub(super) fn reset_humongous(&mut self) {
        self.anim.condition_mask = 1;
        self.he = HumongousState { clip: DEFAULT_CLIP, ..HumongousState::default() };
    }
}

impl Stage {
    /// Sets an actor back (T20). Nothing is redrawn by it.
    ///
    /// # Errors
    /// No such actor.
    pub fn init_actor(&mut self, id: u16, mode: InitMode) -> Result<()> {
        self.check_actor(id)?;
        let classes = if self.dialect.init_copies_classes() { self.state.actors[0].classes } else { 0 };
        let (dialect, actor) = (self.dialect, &mut self.state.actors[id]);
        match mode {
            // The strips are the stage's memory of what it drew there (D3), not the actor's.
            InitMode::Engine => *actor = Actor { strips: actor.strips, ..Actor::new(id, &dialect) },
            InitMode::Removed => {
                (actor.costume, actor.room, actor.pos, actor.facing) = (0, 0, I16Vec2::ZERO, 180);
                if dialect.is_v7_plus() {
                    actor.visible = false;
                }
            }
            InitMode::FacingSouth => actor.facing = 180,
            InitMode::Settings => {}
        }
        actor.reset_settings(&dialect);
        actor.classes = classes;
        if dialect.is_humongous() {
            let mask = actor.anim.condition_mask;
            actor.reset_humongous();
            if mode == InitMode::Settings {
                actor.anim.condition_mask = mask;
            }
        }
        Ok(())
    }

    /// Gives an actor another costume (T21, T22). 0 is none; -1 and -2 of HE61+ switch the drawing of limbs off and on (X9).
    ///
    /// # Errors
    /// No such actor or costume.
    pub fn set_costume(&mut self, id: u16, costume: i32) -> Result<()> {
        self.check_actor(id)?;
        let humongous_akos = self.dialect.is_humongous() && self.dialect.has_akos();
        if humongous_akos && (costume == -1 || costume == -2) {
            self.state.actors[id].he.skip_limbs = costume == -1;
            return Ok(());
        }
        let costume = if self.dialect.has_byte_costume_numbers() { costume & 0xff } else { costume };
        let number = u16::try_from(costume).ok().filter(|c| *c == 0 || self.costumes.contains_key(c));
        let number = number.ok_or_else(|| Error::Misuse(format!("there is no costume {costume} on this stage")))?;
        if self.dialect.has_akos() {
            self.change_akos(id, number)
        } else {
            self.change_cost(id, number)
        }
        Ok(())
    }

    /// T21: a visible actor is hidden with its old costume and shown with the new one.
    fn change_cost(&mut self, id: u16, costume: u16) {
        self.state.actors[id].costume_needs_init = true;
        let visible = self.state.actors[id].visible;
        if visible {
            self.hide_actor(id);
            self.state.actors[id].anim.reset();
        }
        self.state.actors[id].costume = costume;
        if visible {
            self.show_actor(id);
        } else {
            self.state.actors[id].anim.reset();
        }
        self.state.actors[id].reset_palette(&self.dialect);
    }

    /// T22: nothing else happens to the actor; it walks on.
    fn change_akos(&mut self, id: u16, costume: u16) {
        self.hand_over_aux_rect(id);
        let actor = &mut self.state.actors[id];
        actor.costume_needs_init = true;
        actor.anim.vars = Default::default();
        actor.costume = costume;
        actor.anim.reset();
        actor.reset_palette(&self.dialect);
        if actor.visible {
            let init = u16::from(actor.init_frame);
            self.start_frame(id, init);
        }
    }

    /// Hides an actor (T23). It stays where it is, walks, sorts and animates, and is drawn again as soon as anything
    /// asks for a redraw; only [`Stage::put`] elsewhere removes it.
    ///
    /// # Errors
    /// No such actor.
    pub fn hide(&mut self, id: u16) -> Result<()> {
        self.check_actor(id)?;
        self.hide_actor(id);
        Ok(())
    }

    /// Shows an actor (T24): it is put into a box, and the init frame starts if its costume is new.
    ///
    /// # Errors
    /// No such actor.
    pub fn show(&mut self, id: u16) -> Result<()> {
        self.check_actor(id)?;
        self.show_actor(id);
        Ok(())
    }

    fn hide_actor(&mut self, id: u16) {
        if !self.state.actors[id].visible {
            return;
        }
        if self.state.actors[id].walk.moving != 0 {
            self.stop_and_stand(id);
        }
        let actor = &mut self.state.actors[id];
        actor.visible = false;
        (actor.anim.sound_counter, actor.sound_pos) = (0, 0);
        actor.need_redraw = false;
        actor.need_bg_reset = true;
    }

    fn show_actor(&mut self, id: u16) {
        if self.state.room == 0 || self.state.actors[id].visible {
            return;
        }
        self.adjust_actor_pos(id);
        let actor = &mut self.state.actors[id];
        if self.dialect.shows_actors_from_the_front() {
            actor.facing = 180;
        }
        if self.dialect.is_v1_or_v2() {
            actor.anim.reset();
            let frames = [actor.stand_frame, actor.init_frame, actor.talk_stop_frame];
            for frame in frames {
                self.start_frame(id, u16::from(frame));
            }
        } else if actor.costume_needs_init {
            let init = u16::from(actor.init_frame);
            self.start_frame(id, init);
            self.state.actors[id].costume_needs_init = false;
        }
        let actor = &mut self.state.actors[id];
        actor.walk.moving = 0;
        actor.visible = true;
        actor.need_redraw = true;
    }

    /// `moving = 0`, then the stand frame.
    fn stop_and_stand(&mut self, id: u16) {
        self.state.actors[id].walk.moving = 0;
        let stand = u16::from(self.state.actors[id].stand_frame);
        self.start_frame(id, stand);
    }

    /// Puts an actor to `x`, `y` of a room (T25); `None` leaves it in its room. In the current room this shows it.
    /// Positions are cut to 16 bits.
    ///
    /// # Errors
    /// No such actor.
    pub fn put(&mut self, id: u16, x: i32, y: i32, room: Option<u16>) -> Result<()> {
        self.check_actor(id)?;
        let room = room.unwrap_or(self.state.actors[id].room);
        self.put_actor(id, I16Vec2::new(x as i16, y as i16), room);
        Ok(())
    }

    /// Takes an actor out of its room: puts it to 0, 0 of room 0 (T25).
    ///
    /// # Errors
    /// No such actor.
    pub fn kill(&mut self, id: u16) -> Result<()> {
        self.put(id, 0, 0, Some(0))
    }

    pub(crate) fn put_actor(&mut self, id: u16, pos: I16Vec2, room: u16) {
        let visible = self.state.actors[id].visible;
        let leaves = visible && room != self.state.room;
        if leaves && self.state.talking == id {
            self.stop_talk();
        }
        if leaves {
            self.hand_over_aux_rect(id);
        }
        let actor = &mut self.state.actors[id];
        actor.pos = pos;
        actor.room = room;
        actor.need_redraw = true;
        match (visible, self.in_room(id)) {
            (true, true) => {
                if self.state.actors[id].walk.moving != 0 {
                    self.stop_and_stand(id);
                }
                self.adjust_actor_pos(id);
            }
            (true, false) => self.hide_actor(id),
            (false, true) => self.show_actor(id),
            (false, false) => {}
        }
    }

    /// Lets an actor ignore the boxes or follow them again (T26); in the room it is put anew.
    ///
    /// # Errors
    /// No such actor.
    pub fn set_ignore_boxes(&mut self, id: u16, ignore: bool) -> Result<()> {
        self.check_actor(id)?;
        let unforced = self.dialect.unforced_clip();
        let actor = &mut self.state.actors[id];
        actor.ignore_boxes = ignore;
        actor.force_clip = unforced;
        if self.in_room(id) {
            let (pos, room) = (self.state.actors[id].pos, self.state.actors[id].room);
            self.put_actor(id, pos, room);
        }
        Ok(())
    }

    /// Puts an actor into a class, 1..=32, or takes it out (T26); classes 21 and 22 act at the moment of the call.
    ///
    /// # Errors
    /// No such actor or class.
    pub fn set_class(&mut self, id: u16, n: u8, on: bool) -> Result<()> {
        self.check_actor(id)?;
        if !(1..=32).contains(&n) {
            return Err(Error::Misuse(format!("there is no class {n}: they are 1 to 32")));
        }
        let actor = &mut self.state.actors[id];
        actor.store_class(&self.dialect, n, on);
        match n {
            class::ALWAYS_CLIP => actor.force_clip = u8::from(on),
            class::IGNORE_BOXES => actor.ignore_boxes = on,
            _ => {}
        }
        Ok(())
    }

    /// Stops an actor as a script's `stop` does (T33, T34): the stand frame, then it does not move.
    ///
    /// # Errors
    /// No such actor.
    pub fn stop(&mut self, id: u16) -> Result<()> {
        self.check_actor(id)?;
        let stand = u16::from(self.state.actors[id].stand_frame);
        self.start_frame(id, stand);
        self.state.actors[id].walk.moving = 0;
        Ok(())
    }

    /// Sets the elevation in pixels (X2); another one than before asks for a redraw.
    ///
    /// # Errors
    /// No such actor.
    pub fn set_elevation(&mut self, id: u16, elevation: i32) -> Result<()> {
        let actor = self.actor_mut(id)?;
        if actor.elevation != elevation {
            actor.elevation = elevation;
            actor.need_redraw = true;
        }
        Ok(())
    }

    /// Sets the scale, 255 = full size; `None` leaves an axis (X3). Boxes overwrite it at the next draw (T62).
    ///
    /// # Errors
    /// No such actor.
    pub fn set_scale(&mut self, id: u16, x: Option<u8>, y: Option<u8>) -> Result<()> {
        let actor = self.actor_mut(id)?;
        actor.scale_x = x.unwrap_or(actor.scale_x);
        actor.scale_y = y.unwrap_or(actor.scale_y);
        actor.need_redraw = true;
        Ok(())
    }

    /// Freezes an actor or lets it go (X5): v7+ only; a frozen actor turns but does not walk.
    ///
    /// # Errors
    /// No such actor.
    pub fn set_frozen(&mut self, id: u16, frozen: bool) -> Result<()> {
        let walk = &mut self.actor_mut(id)?.walk;
        walk.moving = if frozen { walk.moving | moving::FROZEN } else { walk.moving & !moving::FROZEN };
        Ok(())
    }

    /// Reports something fatal in the reference.
    pub(crate) fn emit_fault(&mut self, actor: u16, fault: scumm_costume::Fault) {
        log::debug!("actor {actor}: {fault}");
        self.emit(Event::Fault { actor, fault });
    }
}

impl Actor {
    /// The colour overrides that a new costume brings (T21, T22).
    fn reset_palette(&mut self, dialect: &Dialect) {
        if dialect.has_akos() {
            self.palette = Table([255; 256]);
        } else if !dialect.is_old_bundle() {
            self.palette[..32].fill(255);
        } else if dialect.resets_palette_of_old_costumes() {
            for (colour, i) in self.palette.iter_mut().zip(0..16) {
                *colour = i;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{costume, dressed, stage};

    #[test]
    fn v1_and_v2_start_with_other_settings_t20() {
        let settings = |version| {
            let a = Actor::new(1, &Dialect::new(version));
            let frames = [a.init_frame, a.walk_frame, a.stand_frame, a.talk_start_frame, a.talk_stop_frame];
            (a.speed, frames, a.force_clip)
        };
        assert_eq!(settings(1), ((1, 1), [2, 0, 1, 5, 4], 0));
        assert_eq!(settings(2), settings(1));
        assert_eq!(settings(3), ((8, 2), [1, 2, 3, 4, 5], 0));
        assert_eq!(settings(7), ((8, 2), [1, 2, 3, 4, 5], 100));
    }

    #[test]
    fn engine_start_clears_everything_and_removal_only_some_t20() {
        let mut stage = dressed(Dialect::new(5));
        stage.actor_mut(1).unwrap().walkbox = 3;
        stage.init_actor(1, InitMode::Removed).unwrap();
        let a = stage.actor(1).unwrap();
        assert_eq!((a.room, a.costume, a.pos, a.facing), (0, 0, I16Vec2::ZERO, 180));
        assert_eq!((a.walkbox, a.visible, a.anim.limbs[0].frame), (3, true, 6), "these are kept before v7");
        stage.actor_mut(1).unwrap().strips.insert(7);
        stage.init_actor(1, InitMode::Engine).unwrap();
        let strips = stage.actor(1).unwrap().strips;
        assert!(strips.contains(7), "the stage remembers where it drew");
        assert_eq!(*stage.actor(1).unwrap(), Actor { strips, ..Actor::new(1, &Dialect::new(5)) });
        assert_eq!(stage.actor(1).unwrap().anim.limbs[0].frame, 0, "zero, not 0xffff");
    }

    #[test]
    fn v7_hides_removed_actors_and_hands_classes_down_t20() {
        let mut stage = stage(Dialect::new(7));
        stage.state.actors[0].classes = 0x55;
        stage.actor_mut(1).unwrap().visible = true;
        stage.init_actor(1, InitMode::Removed).unwrap();
        let a = stage.actor(1).unwrap();
        assert_eq!((a.visible, a.classes), (false, 0x55));
    }

    #[test]
    fn an_init_keeps_the_animation_clock_before_v6_t20() {
        for (version, kept) in [(5, 3), (6, 0)] {
            let mut stage = stage(Dialect::new(version));
            stage.actor_mut(1).unwrap().anim_progress = 3;
            stage.init_actor(1, InitMode::Settings).unwrap();
            assert_eq!(stage.actor(1).unwrap().anim_progress, kept, "v{version}");
        }
    }

    #[test]
    fn only_mode_0_keeps_the_condition_mask_t20() {
        for (mode, mask) in [(0, 0x4000), (2, 1), (1, 1), (-1, 1)] {
            let mut stage = stage(Dialect::humongous(72));
            let actor = stage.actor_mut(1).unwrap();
            (actor.anim.condition_mask, actor.he.xmap, actor.he.clip, actor.anim.flip) =
                (0x4000, 5, [1, 2, 3, 4], true);
            stage.init_actor(1, mode.try_into().unwrap()).unwrap();
            let a = stage.actor(1).unwrap();
            assert_eq!((a.anim.condition_mask, a.he.xmap, a.he.clip, a.anim.flip), (mask, 0, DEFAULT_CLIP, false));
        }
        assert!(InitMode::try_from(3).is_err());
    }

    #[test]
    fn old_costumes_bring_sixteen_colours_in_order_t21() {
        let brought = |version| {
            let dialect = Dialect::new(version);
            let mut stage = stage(dialect);
            stage.actor_mut(1).unwrap().palette = Table([9; 256]);
            stage.change_cost(1, 0);
            let palette = &stage.actor(1).unwrap().palette;
            [palette[0], palette[15], palette[16], palette[31], palette[32]]
        };
        assert_eq!(brought(1), [9; 5], "v1's stay");
        assert_eq!(brought(2), [0, 15, 9, 9, 9]);
        assert_eq!(brought(3), [0, 15, 9, 9, 9]);
        assert_eq!(brought(5), [255, 255, 255, 255, 9]);
    }

    #[test]
    fn v1_and_v2_show_actors_through_three_frames_t24() {
        let dialect = Dialect::new(2);
        let mut stage = stage(dialect);
        stage.insert_costume(1, costume(&dialect, 8, &[0]));
        stage.actor_mut(1).unwrap().room = 0;
        stage.set_costume(1, 1).unwrap();
        stage.put(1, 10, 50, Some(1)).unwrap();
        let a = stage.actor(1).unwrap();
        // The talk stop frame is the last; the init frame does not become one of "needs init".
        assert_eq!((a.frame, a.anim.limbs[0].frame >> 2, a.visible, a.costume_needs_init), (4, 4, true, true));
    }

    #[test]
    fn nobody_is_shown_while_there_is_no_room_t24() {
        let mut stage = stage(Dialect::new(5));
        stage.set_room_number(0);
        stage.show(1).unwrap();
        assert!(!stage.actor(1).unwrap().visible);
    }

    #[test]
    fn small_headers_keep_four_classes_elsewhere_x4() {
        for (version, places) in [(4, [24, 23, 19, 18]), (5, [32, 31, 30, 29])] {
            for (class, place) in [32, 31, 30, 29].into_iter().zip(places) {
                let mut stage = stage(Dialect::new(version));
                stage.set_class(1, class, true).unwrap();
                let a = stage.actor(1).unwrap();
                assert_eq!(a.classes, 1 << (place - 1), "v{version} class {class}");
                assert!(a.is_in_class(&Dialect::new(version), class));
                stage.set_class(1, class, false).unwrap();
                assert_eq!(stage.actor(1).unwrap().classes, 0);
            }
        }
        assert!(stage(Dialect::new(5)).set_class(1, 33, true).is_err());
        assert!(stage(Dialect::new(5)).set_class(1, 0, true).is_err());
    }

    #[test]
    fn classes_21_and_22_act_when_they_change_t26() {
        let mut stage = stage(Dialect::new(5));
        let settings = |stage: &Stage| (stage.actor(1).unwrap().force_clip, stage.actor(1).unwrap().ignore_boxes);
        stage.set_class(1, 21, true).unwrap();
        stage.set_class(1, 22, false).unwrap();
        assert_eq!(settings(&stage), (1, false));
        stage.set_class(1, 21, false).unwrap();
        stage.set_class(1, 22, true).unwrap();
        assert_eq!(settings(&stage), (0, true));
    }

    #[test]
    fn minus_one_and_two_are_no_costumes_in_humongous_games_x9() {
        let mut stage = stage(Dialect::humongous(72));
        stage.set_costume(1, -1).unwrap();
        assert!(stage.actor(1).unwrap().he.skip_limbs);
        stage.set_costume(1, -2).unwrap();
        assert!(!stage.actor(1).unwrap().he.skip_limbs);
        assert!(stage.set_costume(1, -3).is_err());
    }

    #[test]
    fn costume_numbers_are_bytes_in_he61_and_he62_x9() {
        for (he, taken) in [(61, true), (62, true), (70, false)] {
            let mut stage = stage(Dialect::humongous(he));
            assert_eq!(stage.set_costume(1, 0x100).is_ok(), taken, "HE{he}: 0x100 is costume 0");
        }
    }

    #[test]
    fn what_does_not_exist_is_an_error_and_no_panic() {
        let mut stage = dressed(Dialect::new(5));
        for id in [0, 81, u16::MAX] {
            assert!(stage.actor(id).is_err() && stage.put(id, 1, 1, None).is_err() && stage.hide(id).is_err());
        }
        assert!(stage.set_costume(1, 99).is_err());
        assert_eq!(stage.actor(1).unwrap().costume, 1, "nothing has changed");
    }

    #[test]
    fn positions_are_cut_to_sixteen_bits() {
        let mut stage = dressed(Dialect::new(5));
        stage.put(1, 0x1_0005, -0x8001, None).unwrap();
        assert_eq!(stage.actor(1).unwrap().pos, I16Vec2::new(5, 0x7fff));
    }
}
