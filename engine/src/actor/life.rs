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
            InitMode::Engine => *actor = Actor::new(id, &dialect),
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
