//! Init, costume, hide, show and put: operations that make an actor appear and disappear (T20–T26).

use glam::I16Vec2;
use scumm_costume::StripLines;
use scumm_room::{Dialect, Enhancements, Error, GameId, Misuse, Quirks, Render, Result};

use super::{Actor, ActorMut, DEFAULT_CLIP, HumongousState, SOUNDS, class, class_bit, moving};
use crate::ColourTable;
use crate::stage::check_number;

/// The extent of an [`ActorMut::init`], with the numbers that scripts use (T20).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "i32", into = "i32")
)]
pub enum InitMode {
    /// Resets everything, including the limbs, as at engine start.
    Engine = -1,
    /// Resets the settings only.
    Settings = 0,
    /// Resets the settings, removes the actor from its room and takes off its costume.
    Removed = 1,
    /// Resets the settings and sets the facing to south without a turn.
    FacingSouth = 2,
}

impl TryFrom<i32> for InitMode {
    type Error = Error;

    fn try_from(mode: i32) -> Result<Self> {
        let all = [
            Self::Engine,
            Self::Settings,
            Self::Removed,
            Self::FacingSouth,
        ];
        let none = || {
            Error::misuse(
                Misuse::OutOfRange,
                format!("expected init mode -1, 0, 1 or 2, found {mode}"),
            )
        };
        all.into_iter()
            .find(|known| *known as i32 == mode)
            .ok_or_else(none)
    }
}

impl From<InitMode> for i32 {
    fn from(mode: InitMode) -> Self {
        mode as Self
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for InitMode {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "InitMode".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "integer", "minimum": -1, "maximum": 2})
    }
}

impl Actor {
    /// Resets the settings that every mode of an init resets, except the classes (T20).
    pub(super) fn reset_settings(&mut self, dialect: &Dialect) {
        self.elevation = 0;
        self.width = 24;
        self.talk_colour = 15;
        self.talk_pos = (0, -80);
        self.boxscale = 255;
        self.scale_x = 255;
        self.scale_y = 255;
        self.sounds = [0; SOUNDS];
        self.target_facing = self.facing;
        self.shadow_mode = 0;
        self.layer = 0;
        self.walk.moving = if dialect.is_v0() {
            moving::AT_REST_V0
        } else {
            0
        };
        self.last_point = I16Vec2::ZERO;
        self.speed = if dialect.is_v1_or_v2() {
            (1, 1)
        } else {
            (8, 2)
        };
        self.anim_speed = 0;
        // v6+: an init resets the animation clock (T20).
        if dialect.version() >= 6 {
            self.anim_progress = 0;
        }
        self.ignore_boxes = false;
        self.force_clip = dialect.unforced_clip();
        self.ignore_turns = false;
        let frames = if dialect.is_v1_or_v2() {
            [2, 0, 1, 5, 4]
        } else {
            [1, 2, 3, 4, 5]
        };
        [
            self.init_frame,
            self.walk_frame,
            self.stand_frame,
            self.talk_start_frame,
            self.talk_stop_frame,
        ] = frames;
        self.walk_script = 0;
        self.talk_script = 0;
        if dialect.has_akos() && dialect.is_humongous() {
            self.anim.flip = false;
        }
        self.he.clip = DEFAULT_CLIP;
    }

    /// Resets the state of a Humongous actor (T20). Only engine start clears the draw offset, and
    /// mode 0 keeps the condition mask.
    pub(super) fn reset_humongous(&mut self) {
        self.anim.condition_mask = 1;
        let HumongousState { offset, lines, .. } = self.he;
        self.he = HumongousState {
            clip: DEFAULT_CLIP,
            offset,
            lines,
            ..HumongousState::default()
        };
    }
}

impl ActorMut<'_> {
    /// Resets the actor (T20). Requests no redraw.
    pub fn init(&mut self, mode: InitMode) {
        let dialect = self.stage.dialect;
        // v7+: an init copies the classes of actor 0; before v7 it clears the classes (T20).
        let classes = if dialect.is_v7_plus() {
            self.stage.state.actors[0].classes
        } else {
            0
        };
        let clip = self.stage.state.variables.default_clip;
        let actor = &mut **self;
        match mode {
            // The strips record what the stage has drawn (D3), so they are kept.
            InitMode::Engine => {
                *actor = Actor {
                    strips: actor.strips,
                    ..Actor::new(&dialect)
                }
            }
            InitMode::Removed => {
                actor.costume = 0;
                actor.room = 0;
                actor.pos = I16Vec2::ZERO;
                actor.facing = 180;
                actor.he.lines = StripLines::NONE;
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
            let condition_mask = actor.anim.condition_mask;
            let skip_limbs = actor.he.skip_limbs;
            actor.reset_humongous();
            if mode == InitMode::Settings {
                actor.anim.condition_mask = condition_mask;
                actor.he.skip_limbs = skip_limbs;
            }
            actor.he.clip = clip;
        }
    }

    /// Sets the costume of the actor (T21, T22); 0 takes the costume off. HE61 and HE62 use the
    /// lower byte of the number only (X9). A number without a costume is kept: the actor is not
    /// drawn or animated, and the stage reports [`crate::ActorFault::NoCostume`] when the actor is
    /// shown (T21b).
    ///
    /// # Errors
    /// Returns an error if the costume cannot be loaded.
    pub fn set_costume(&mut self, costume: u16) -> Result<()> {
        // HE61, HE62: costume numbers are bytes (X9).
        let number = if matches!(self.stage.dialect.he(), 61 | 62) {
            costume & 0xff
        } else {
            costume
        };
        self.stage.load_costume(number)?;
        self.told_missing = false;
        if self.stage.dialect.has_akos() {
            self.change_akos(number);
        } else {
            self.change_cost(number);
        }
        Ok(())
    }

    /// Sets whether the drawing of the actor's limbs is skipped, as the costumes -1 and -2 do in
    /// scripts of HE61 and later (X9).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] before HE61, which has no such switch.
    pub fn set_skip_limbs(&mut self, skip: bool) -> Result<()> {
        let dialect = &self.stage.dialect;
        if !dialect.is_humongous() || !dialect.has_akos() {
            return Err(Error::misuse(
                Misuse::WrongVersion,
                "only games of HE61 and later can switch off the drawing of limbs",
            ));
        }
        self.he.skip_limbs = skip;
        self.ask_redraw();
        Ok(())
    }

    /// Changes a COST costume (T21): a visible actor is hidden with its old costume and shown with
    /// its new costume.
    fn change_cost(&mut self, costume: u16) {
        self.costume_needs_init = true;
        let visible = self.visible;
        if visible {
            self.hide();
            self.reset_limbs();
        }
        self.costume = costume;
        if visible {
            self.show();
        } else {
            self.reset_limbs();
        }
        self.reset_palette();
    }

    /// Changes an AKOS costume (T22): the rest of the actor's state is kept, and a walk continues.
    fn change_akos(&mut self, costume: u16) {
        self.hand_over_aux_rect();
        self.costume_needs_init = true;
        self.anim.vars = Default::default();
        self.costume = costume;
        self.reset_limbs();
        self.reset_palette();
        if self.visible {
            self.begin_anim(u16::from(self.init_frame));
            self.need_redraw |= self.stage.dialect.is_humongous();
        }
        // An actor that gets another costume stops being the talking actor (T22).
        let silences = match self.stage.dialect.he() {
            71..=95 => true,
            98.. => !self.stage.state.variables.keeps_talking_actor,
            _ => false,
        };
        if silences && self.stage.state.talking.actor() == Some(self.id) {
            self.stage.set_talking_actor(0);
        }
    }

    /// Sets the colour overrides for a new costume (T21, T21a, T22).
    fn reset_palette(&mut self) {
        let dialect = self.stage.dialect;
        if dialect.has_akos() {
            self.palette = ColourTable([255; 256]);
        } else if !dialect.is_old_bundle() {
            self.palette[..32].fill(255);
        // v2 and v3 EGA, not v1: a new costume sets the 16 colours in order (T21).
        } else if dialect.is_old_bundle() && dialect.version() >= 2 {
            for (colour, i) in self.palette.iter_mut().zip(0..16) {
                *colour = i;
            }
        }
        // v3, v4 on CGA: every new costume sets two of the colours (T21a).
        if dialect.render() == Some(Render::Cga) && matches!(dialect.version(), 3 | 4) {
            self.palette[6] = 5;
            self.palette[7] = 15;
        }
    }

    /// Hides the actor (T23). The actor keeps its position, its walk, its place in the drawing
    /// order and its animations, and is drawn again as soon as a redraw is requested. Only
    /// [`Self::put`] to another room removes it.
    pub fn hide(&mut self) {
        if !self.visible {
            return;
        }
        // In v0 a walking actor is not stopped, because 0 means walking there (V46).
        match self.walk.moving {
            0 => {}
            _ if self.stage.dialect.is_v0() => self.stop_v0(),
            _ => self.stand_and_stop(),
        }
        self.visible = false;
        self.anim.sound_counter = 0;
        self.sound_pos = 0;
        self.need_redraw = false;
        self.need_bg_reset = true;
    }

    /// Shows the actor (T24): moves it into a box and starts the init frame if the costume is new.
    pub fn show(&mut self) {
        if self.stage.state.room == 0 || self.visible {
            return;
        }
        if self.stage.dialect.is_v0() {
            return self.show_v0();
        }
        self.adjust_pos();
        if self.stage.dialect.is_v1_or_v2() {
            self.reset_limbs();
            for frame in [self.stand_frame, self.init_frame, self.talk_stop_frame] {
                self.begin_anim(u16::from(frame));
            }
        } else if self.costume_needs_init {
            self.begin_anim(u16::from(self.init_frame));
            self.costume_needs_init = false;
        }
        self.walk.moving = 0;
        self.visible = true;
        self.need_redraw = true;
    }

    /// Starts the stand animation.
    pub(crate) fn start_stand_frame(&mut self) {
        self.begin_anim(u16::from(self.stand_frame));
    }

    /// Puts the actor at `x`, `y` of a room (T25, T25a, V45), in the units of [`Actor::pos`].
    /// `None` keeps the actor's room. In the current room the actor is shown.
    ///
    /// Scripts compute positions in 32 bits, and the original stores the lower 16 bits, as this
    /// method does: 65,536 is 0, and 40,000 is -25,536.
    pub fn put(&mut self, x: i32, y: i32, room: Option<u16>) {
        let leaves = self.visible && room.unwrap_or(self.room) != self.stage.state.room;
        if leaves && self.stage.state.talking.actor() == Some(self.id) {
            self.stage.end_talk();
        }
        if leaves {
            self.hand_over_aux_rect();
        }
        self.pos = I16Vec2::new(x as i16, y as i16);
        self.room = room.unwrap_or(self.room);
        let is_at_tank = self
            .stage
            .has_enhancement(Enhancements::SAM_TANK_X, GameId::SamNMax)
            && (self.id, self.room, self.pos) == (5, 16, I16Vec2::new(235, 236));
        if is_at_tank {
            self.pos.x = 236;
        }
        self.ask_redraw();
        match (self.visible, self.in_room()) {
            (true, true) if self.stage.dialect.is_v0() => {
                self.stop_v0();
                self.take_place_v0();
            }
            (true, true) => {
                if self.walk.moving != 0 {
                    self.stand_and_stop();
                }
                self.adjust_pos();
            }
            (true, false) => self.hide(),
            (false, true) => self.show(),
            (false, false) => {}
        }
        // Maniac Mansion v1, except on the Nintendo (Q50): an actor that is put anywhere faces
        // south afterwards (T25a).
        let dialect = &self.stage.dialect;
        if dialect.is_v0() {
            self.face_south_v0();
        } else if dialect.version() == 1
            && dialect.game() == Some(GameId::Maniac)
            && !dialect.is_nes()
        {
            self.set_angle(180);
        }
    }

    /// Removes the actor from its room: puts it at 0, 0 of room 0 (T25).
    pub fn kill(&mut self) {
        self.put(0, 0, Some(0));
    }

    /// Puts the actor at its own position (T25 without coordinates).
    pub(crate) fn put_again(&mut self) {
        let pos = self.pos;
        self.put(pos.x.into(), pos.y.into(), None);
    }

    /// Sets whether the actor ignores the walk boxes (T26). An actor in the current room is then
    /// put at its own position again.
    pub fn set_ignore_boxes(&mut self, ignore: bool) {
        self.ignore_boxes = ignore;
        self.force_clip = self.stage.dialect.unforced_clip();
        if self.in_room() {
            self.put_again();
        }
    }

    /// Adds the actor to class `n`, 1..=32, or removes it (T26). Classes 21 and 22 take effect
    /// immediately.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `n` is outside 1..=32.
    pub fn set_class(&mut self, n: u8, on: bool) -> Result<()> {
        check_number("class", n, 1..=32)?;
        let bit = class_bit(&self.stage.dialect, n);
        self.classes = if on {
            self.classes | bit
        } else {
            self.classes & !bit
        };
        match n {
            class::ALWAYS_CLIP => self.force_clip = u8::from(on),
            class::IGNORE_BOXES => self.ignore_boxes = on,
            _ => {}
        }
        Ok(())
    }

    /// Ends a walk or turn and has no other effect. Scripts that stop an actor also start its stand
    /// frame: [`Self::animate`] with the matching operand (T33, T34) does both.
    pub fn stop(&mut self) {
        if self.stage.dialect.is_v0() {
            return self.stop_v0();
        }
        self.walk.moving = 0;
    }

    /// Resets the limbs and the counters of animations and sounds (C16).
    pub(super) fn reset_limbs(&mut self) {
        let clears = self.stage.dialect.has_quirk(Quirks::RESET_CLEARS_COUNTERS);
        self.anim.reset();
        if clears {
            (
                self.anim.anim_counter,
                self.anim.sound_counter,
                self.sound_pos,
            ) = (0, 0, 0);
        }
    }

    /// Sets the elevation in pixels (X2). Requests a redraw if the elevation changes.
    pub fn set_elevation(&mut self, elevation: i32) {
        if self.elevation != elevation || settings_reset_backgrounds(&self.stage.dialect) {
            self.elevation = elevation;
            self.ask_redraw_he70();
        }
    }

    /// Requests a redraw of the actor and, from HE70 on, of its background (D2).
    fn ask_redraw_he70(&mut self) {
        self.need_redraw = true;
        self.need_bg_reset |= settings_reset_backgrounds(&self.stage.dialect);
    }

    /// Sets the scale; 255 is full size, and `None` keeps the value of an axis (X3). Walk boxes
    /// overwrite the scale at the next draw (T62).
    pub fn set_scale(&mut self, x: Option<u8>, y: Option<u8>) {
        self.scale_x = x.unwrap_or(self.scale_x);
        self.scale_y = y.unwrap_or(self.scale_y);
        self.ask_redraw_he70();
    }

    /// Freezes or releases the actor (X5). v7+ only: a frozen actor turns but does not walk.
    pub fn set_frozen(&mut self, frozen: bool) {
        let moving = &mut self.walk.moving;
        *moving = if frozen {
            *moving | moving::FROZEN
        } else {
            *moving & !moving::FROZEN
        };
    }
}

/// Returns whether two operations request a background reset (HE70+, D2): a change of the scale,
/// and a store of the elevation, even if the value is the same.
fn settings_reset_backgrounds(dialect: &Dialect) -> bool {
    dialect.he_at_least(70)
}

#[cfg(test)]
mod tests {
    use scumm_room::{GameId, Rect, Render};

    use super::*;
    use crate::Stage;
    use crate::fixture::{costume, dressed, stage};

    #[test]
    fn v1_and_v2_start_with_other_settings_t20() {
        let settings = |version| {
            let a = Actor::new(&Dialect::new(version));
            let frames = [
                a.init_frame,
                a.walk_frame,
                a.stand_frame,
                a.talk_start_frame,
                a.talk_stop_frame,
            ];
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
        stage.actor_mut(1).unwrap().init(InitMode::Removed);
        let a = stage.actor(1).unwrap();
        assert_eq!(
            (a.room, a.costume, a.pos, a.facing),
            (0, 0, I16Vec2::ZERO, 180)
        );
        assert_eq!(
            (a.walkbox, a.visible, a.anim.limbs[0].frame),
            (3, true, 6),
            "before v7, `init` does not change these values"
        );
        stage.actor_mut(1).unwrap().strips.insert(7);
        stage.actor_mut(1).unwrap().init(InitMode::Engine);
        let strips = stage.actor(1).unwrap().strips;
        assert!(
            strips.contains(7),
            "the strips of the last drawing are not forgotten"
        );
        assert_eq!(
            *stage.actor(1).unwrap(),
            Actor {
                strips,
                ..Actor::new(&Dialect::new(5))
            }
        );
        assert_eq!(
            stage.actor(1).unwrap().anim.limbs[0].frame,
            0,
            "the frame is 0, not 0xffff"
        );
    }

    #[test]
    fn v7_hides_removed_actors_and_hands_classes_down_t20() {
        let mut stage = stage(Dialect::new(7));
        stage.state.actors[0].classes = 0x55;
        stage.actor_mut(1).unwrap().visible = true;
        stage.actor_mut(1).unwrap().init(InitMode::Removed);
        let a = stage.actor(1).unwrap();
        assert_eq!((a.visible, a.classes), (false, 0x55));
    }

    #[test]
    fn an_init_keeps_the_animation_clock_before_v6_t20() {
        for (version, kept) in [(5, 3), (6, 0)] {
            let mut stage = stage(Dialect::new(version));
            stage.actor_mut(1).unwrap().anim_progress = 3;
            stage.actor_mut(1).unwrap().init(InitMode::Settings);
            assert_eq!(stage.actor(1).unwrap().anim_progress, kept, "v{version}");
        }
    }

    #[test]
    fn only_mode_0_keeps_the_condition_mask_t20() {
        for (mode, mask) in [(0, 0x4000), (2, 1), (1, 1), (-1, 1)] {
            let mut stage = stage(Dialect::humongous(72));
            let mut actor = stage.actor_mut(1).unwrap();
            (
                actor.anim.condition_mask,
                actor.he.xmap,
                actor.he.clip,
                actor.anim.flip,
            ) = (0x4000, 5, [1, 2, 3, 4], true);
            stage.actor_mut(1).unwrap().init(mode.try_into().unwrap());
            let a = stage.actor(1).unwrap();
            assert_eq!(
                (a.anim.condition_mask, a.he.xmap, a.he.clip, a.anim.flip),
                (mask, 0, DEFAULT_CLIP, false)
            );
        }
        assert!(InitMode::try_from(3).is_err());
    }

    #[test]
    fn only_engine_start_clears_the_draw_offset_t20() {
        for (mode, offset) in [(0, (3, 4)), (2, (3, 4)), (1, (3, 4)), (-1, (0, 0))] {
            let mut stage = stage(Dialect::humongous(72));
            stage.actor_mut(1).unwrap().he.offset = (3, 4);
            stage.actor_mut(1).unwrap().init(mode.try_into().unwrap());
            assert_eq!(stage.actor(1).unwrap().he.offset, offset, "mode {mode}");
        }
    }

    #[test]
    fn a_removed_actor_forgets_the_lines_of_its_drawing_t20_d4a() {
        let mut drawn = StripLines::NONE;
        drawn.note(Rect::new(0, 5, 7, 9), 480);
        for (mode, lines) in [
            (0, drawn),
            (2, drawn),
            (1, StripLines::NONE),
            (-1, StripLines::default()),
        ] {
            let mut stage = stage(Dialect::humongous(72));
            stage.actor_mut(1).unwrap().he.lines = drawn;
            stage.actor_mut(1).unwrap().init(mode.try_into().unwrap());
            assert_eq!(stage.actor(1).unwrap().he.lines, lines, "mode {mode}");
        }
    }

    #[test]
    fn a_new_costume_asks_for_a_redraw_if_the_actor_is_visible_t22() {
        for (dialect, visible, redraw) in [
            (Dialect::humongous(61), true, true),
            (Dialect::humongous(61), false, false),
            (Dialect::new(7), true, false),
        ] {
            let mut stage = stage(dialect);
            let mut actor = stage.actor_mut(1).unwrap();
            actor.visible = visible;
            actor.need_redraw = false;
            actor.set_costume(0).unwrap();
            assert_eq!(stage.actor(1).unwrap().need_redraw, redraw, "{dialect:?}");
        }
    }

    #[test]
    fn a_new_costume_ends_the_talk_of_humongous_actors_t22() {
        let talks = |he, keeps| {
            let mut stage = stage(Dialect::humongous(he));
            stage.variables_mut().keeps_talking_actor = keeps;
            stage.actor_mut(1).unwrap().talk_start();
            stage.actor_mut(2).unwrap().set_costume(0).unwrap();
            assert_eq!(
                stage.state.talking.actor(),
                Some(1),
                "another actor's costume does not end the talk"
            );
            stage.actor_mut(1).unwrap().set_costume(0).unwrap();
            assert!(stage.actor(1).unwrap().he.talking, "the animation goes on");
            stage.state.talking.actor().is_some()
        };
        assert_eq!(
            [70, 71, 95, 96, 97, 98].map(|he| talks(he, false)),
            [true, false, false, true, true, false]
        );
        assert_eq!([95, 98].map(|he| talks(he, true)), [false, true]);
    }

    #[test]
    fn old_costumes_bring_sixteen_colours_in_order_t21() {
        let brought = |version| {
            let dialect = Dialect::new(version);
            let mut stage = stage(dialect);
            stage.actor_mut(1).unwrap().palette = ColourTable([9; 256]);
            stage.handle(1).change_cost(0);
            let palette = &stage.actor(1).unwrap().palette;
            [
                palette[0],
                palette[15],
                palette[16],
                palette[31],
                palette[32],
            ]
        };
        assert_eq!(brought(1), [9; 5], "in v1 the overrides do not change");
        assert_eq!(brought(2), [0, 15, 9, 9, 9]);
        assert_eq!(brought(3), [0, 15, 9, 9, 9]);
        assert_eq!(brought(5), [255, 255, 255, 255, 9]);
    }

    #[test]
    fn new_costumes_bring_two_colours_on_cga_t21a() {
        let brought = |version, render| {
            let dialect = Dialect::new(version)
                .with_ega(version == 4)
                .with_render(Some(render));
            let mut stage = stage(dialect);
            stage.handle(1).change_cost(0);
            (
                stage.actor(1).unwrap().palette[6],
                stage.actor(1).unwrap().palette[7],
            )
        };
        assert_eq!(
            [2, 3, 4].map(|version| brought(version, Render::Cga)),
            [(6, 7), (5, 15), (5, 15)]
        );
        assert_eq!(brought(4, Render::HerculesGreen), (255, 255));
    }

    #[test]
    fn v1_and_v2_show_actors_through_three_frames_t24() {
        let dialect = Dialect::new(2);
        let mut stage = stage(dialect);
        stage.insert_costume(1, costume(&dialect, 8, &[0])).unwrap();
        stage.actor_mut(1).unwrap().room = 0;
        stage.actor_mut(1).unwrap().set_costume(1).unwrap();
        stage.actor_mut(1).unwrap().put(10, 50, Some(1));
        let a = stage.actor(1).unwrap();
        // The talk stop frame was started last, so the costume still needs its init frame.
        assert_eq!(
            (
                a.frame,
                a.anim.limbs[0].frame >> 2,
                a.visible,
                a.costume_needs_init
            ),
            (4, 4, true, true)
        );
    }

    #[test]
    fn maniac_v1_puts_actors_facing_south_t25a() {
        for (dialect, facing) in [
            (Dialect::new(1), 180),
            (Dialect::new(1).with_game(Some(GameId::Zak)), 90),
            (Dialect::new(2), 90),
        ] {
            let mut stage = stage(dialect);
            for room in [1, 9] {
                let mut actor = stage.actor_mut(1).unwrap();
                actor.facing = 90;
                actor.put(10, 50, Some(room));
                assert_eq!(
                    stage.actor(1).unwrap().facing,
                    facing,
                    "{dialect:?} room {room}"
                );
            }
            let mut actor = stage.actor_mut(1).unwrap();
            actor.facing = 90;
            actor.room = 1;
            actor.show();
            assert_eq!(
                stage.actor(1).unwrap().facing,
                90,
                "`show` does not turn the actor as `put` does"
            );
        }
    }

    #[test]
    fn nobody_is_shown_while_there_is_no_room_t24() {
        let mut stage = stage(Dialect::new(5));
        stage.state.room = 0;
        stage.actor_mut(1).unwrap().show();
        assert!(!stage.actor(1).unwrap().visible);
    }

    #[test]
    fn small_headers_keep_four_classes_elsewhere_x4() {
        for (version, places) in [(4, [24, 23, 19, 18]), (5, [32, 31, 30, 29])] {
            for (class, place) in [32, 31, 30, 29].into_iter().zip(places) {
                let mut stage = stage(Dialect::new(version));
                stage.actor_mut(1).unwrap().set_class(class, true).unwrap();
                let a = stage.actor(1).unwrap();
                assert_eq!(a.classes, 1 << (place - 1), "v{version} class {class}");
                assert!(a.is_in_class(&Dialect::new(version), class));
                stage.actor_mut(1).unwrap().set_class(class, false).unwrap();
                assert_eq!(stage.actor(1).unwrap().classes, 0);
            }
        }
        assert!(
            stage(Dialect::new(5))
                .actor_mut(1)
                .unwrap()
                .set_class(33, true)
                .is_err()
        );
        assert!(
            stage(Dialect::new(5))
                .actor_mut(1)
                .unwrap()
                .set_class(0, true)
                .is_err()
        );
    }

    #[test]
    fn classes_21_and_22_act_when_they_change_t26() {
        let mut stage = stage(Dialect::new(5));
        let settings = |stage: &Stage| {
            (
                stage.actor(1).unwrap().force_clip,
                stage.actor(1).unwrap().ignore_boxes,
            )
        };
        stage.actor_mut(1).unwrap().set_class(21, true).unwrap();
        stage.actor_mut(1).unwrap().set_class(22, false).unwrap();
        assert_eq!(settings(&stage), (1, false));
        stage.actor_mut(1).unwrap().set_class(21, false).unwrap();
        stage.actor_mut(1).unwrap().set_class(22, true).unwrap();
        assert_eq!(settings(&stage), (0, true));
    }

    #[test]
    fn humongous_scripts_switch_the_drawing_of_limbs_off_and_on_x9() {
        let mut stage = stage(Dialect::humongous(72));
        stage.actor_mut(1).unwrap().set_skip_limbs(true).unwrap();
        assert!(stage.actor(1).unwrap().he.skip_limbs);
        stage.actor_mut(1).unwrap().set_skip_limbs(false).unwrap();
        assert!(!stage.actor(1).unwrap().he.skip_limbs);
        for dialect in [Dialect::new(7), Dialect::humongous(60)] {
            assert!(
                crate::fixture::stage(dialect)
                    .actor_mut(1)
                    .unwrap()
                    .set_skip_limbs(true)
                    .is_err()
            );
        }
    }

    #[test]
    fn costume_numbers_are_bytes_in_he61_and_he62_x9() {
        for (he, kept) in [(61, 0), (62, 0), (70, 0x100)] {
            let mut stage = stage(Dialect::humongous(he));
            stage.actor_mut(1).unwrap().set_costume(0x100).unwrap();
            assert_eq!(stage.actor(1).unwrap().costume, kept, "HE{he}");
        }
    }

    #[test]
    fn what_does_not_exist_is_an_error_and_no_panic() {
        let mut stage = dressed(Dialect::new(5));
        for id in [0, 81, u16::MAX] {
            assert!(stage.actor(id).is_err() && stage.actor_mut(id).is_err());
        }
        assert_eq!(stage.actor(1).unwrap().costume, 1, "nothing has changed");
    }

    #[test]
    fn positions_are_cut_to_sixteen_bits() {
        let mut stage = dressed(Dialect::new(5));
        stage.actor_mut(1).unwrap().put(0x1_0005, -0x8001, None);
        assert_eq!(stage.actor(1).unwrap().pos, I16Vec2::new(5, 0x7fff));
    }
}
