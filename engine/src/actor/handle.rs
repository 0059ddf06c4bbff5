//! A mutable handle to one actor of a stage, and the script operations on actors that are more
//! than a plain store and belong to no other module (X1–X9).

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use glam::I16Vec2;
use scumm_costume::{Costume, Facing};
use scumm_room::{Error, Misuse, Result};

use super::{Actor, moving};
use crate::Stage;
use crate::stage::{check_number, tint};

/// A mutable handle to one actor of a stage.
///
/// Its methods are the script operations on actors; nearly all of them also read the room. The
/// fields of the [`Actor`] can be read and stored through the handle. A store has no other effect
/// and requests no redraw (T26). The number of the actor, [`Self::id`], cannot be changed.
///
/// ```
/// use scumm_engine::{Backdrop, Picture, Stage};
/// use scumm_room::{Dialect, Surface};
///
/// # fn main() -> scumm_room::Result<()> {
/// let picture = Picture::new(Surface::filled(320, 200, 7), Vec::new(), 1)?;
/// let mut stage = Stage::new(Dialect::new(5), Backdrop::Picture(picture.into()), 0..200);
/// let mut actor = stage.actor_mut(3)?;
/// actor.talk_colour = 12; // a plain store
/// actor.put(100, 120, Some(1)); // an operation: the actor is shown in room 1
/// actor.walk(200, 130, None);
/// assert!(stage.actor(3)?.visible);
/// # Ok(())
/// # }
/// ```
///
/// # Facings
///
/// [`Self::turn`] turns the actor step by step from the next frame on. [`Self::face`] sets the
/// facing immediately and ends a turn in progress. [`Self::set_direction`] sets the facing
/// immediately and lets a turn or walk in progress continue. All take a [`Facing`];
/// [`Facing::from_degrees`] converts an angle in degrees clockwise from north. The fields
/// [`Actor::facing`] and [`Actor::target_facing`], the operands of [`Operation`](crate::Operation)
/// and the angle of [`Event::WalkScript`](crate::Event::WalkScript) are plain degrees, because
/// scripts compute with them.
///
/// # The operations of all versions
///
/// In the column of methods, `.field` stands for a plain store to the field (X1–X9).
///
/// | operation | v5 | v6, v7 | v8 | HE | method |
/// |---|---|---|---|---|---|
/// | costume | 1 | 76 | 64h | 76 | [`Self::set_costume`] |
/// | step distance | 2 | 77 | 65h | 77 | [`Self::set_walk_speed`] |
/// | sounds | 3 | 78 | – | 78 | `.sounds` |
/// | walk, stand, init frame | 4, 6, 14 | 79, 81, 89 | 6Ah, 6Bh, 68h | as v6 | `.walk_frame`, `.stand_frame`, `.init_frame` |
/// | talk start and stop frame | 5 | 80 | 69h | 80 | `.talk_start_frame`, `.talk_stop_frame` |
/// | frames 1 to 5 | 10 | 85 | 67h | 85 | [`Self::set_default_frames`] |
/// | init | 8 | 83, 217 | 6Dh, 7Eh | 83, 217 | [`Self::init`], modes 0 and 2 |
/// | elevation | 9 | 84 | 6Eh | 84 | [`Self::set_elevation`] |
/// | palette | 11 | 86 | 6Fh | 86 | [`Self::set_colour`]; HE: [`Self::remap_colour`] |
/// | talk colour, text offset, width | 12, –, 16 | 87, 99, 91 | 70h, 79h, 72h | as v6 | `.talk_colour`, `.talk_pos`, `.width` |
/// | scale | 17 | 92 | 73h | 92 | [`Self::set_script_scale`] |
/// | never clip, always clip | 18, 19 | 93, 94, 225 | 74h, 75h | 93, 94 | [`Self::set_force_clip`] |
/// | ignore, follow boxes | 20, 21 | 95, 96 | 76h, 77h | 95, 96 | [`Self::set_ignore_boxes`] |
/// | animation speed | 22 | 97 | 6Ch | 97 | [`Self::set_anim_speed`] |
/// | shadow mode | 23 | 98 | 78h | – | `.shadow_mode` |
/// | animation variable | – | 198 | 7Bh | 198 | [`Self::set_anim_var`] |
/// | ignore turns | – | 215, 216 | 7Ch, 7Dh | 215, 216 | `.ignore_turns` |
/// | layer | – | 227 | 7Fh | 43 | `.layer`; HE: [`Self::set_layer`] |
/// | walk script, talk script | – | 228, 235 | 83h, 84h | – | `.walk_script`, `.talk_script` |
/// | stop and stand | – | 229 | 80h | – | [`Self::stop`], then [`Self::start_anim`] of the stand frame |
/// | face at once | – | 230 | 81h | – | [`Self::face`] |
/// | turn | – | 231 | 82h | – | [`Self::turn`] |
/// | freeze, let go | – | 233, 234 | 85h, 86h | – | [`Self::set_frozen`] |
/// | put, class, animate, walk | opcodes of their own | | | 65 | [`Self::put`], [`Self::set_class`], [`Self::animate`], [`Self::walk`] |
/// | user condition, talk condition | – | – | – | 21, 24 | [`Self::set_user_condition`], [`Self::ask_talk_condition`] |
/// | clip override, background kept | – | – | – | 67, 68 | `.he.clip`, [`Self::set_keep_background`] |
/// | default clip | – | – | – | 64 | [`default_clip`](crate::Variables::default_clip) |
/// | drawn into the back buffer | – | – | – | 218 | [`Self::draw_to_back`] |
/// | blend table, palette slot | – | – | – | 98, 175 | `.he.xmap`, `.he.palette_slot` |
/// | tint | – | kernel 13, 14 | kernel 13, 14 | – | [`Self::remap_palette`] |
/// | horizontal scale | – | kernel 107 | – | – | [`Self::set_scale`] |
/// | shadow palette | – | kernel 108, 109, 112 | kernel 108, 109 | – | [`make_shadow_table`](crate::Colours::make_shadow_table) |
/// | plane 0 cleared | – | kernel 110 | – | – | [`Overlay::clear_plane_0`](crate::Overlay::clear_plane_0) |
///
/// v3 and v4 use the operation numbers of v5 in another order from 1 on (X1): see
/// [`crate::v5_operation`].
#[derive(Debug)]
pub struct ActorMut<'s> {
    pub(crate) stage: &'s mut Stage,
    pub(crate) id: u16,
}

/// Returns the angle of a facing as the number with a sign that the original stores in 16 bits.
pub(crate) fn signed_angle(facing: Facing) -> i32 {
    i32::from(facing.degrees() as i16)
}

impl Deref for ActorMut<'_> {
    type Target = Actor;

    fn deref(&self) -> &Actor {
        &self.stage.state.actors[self.id]
    }
}

impl DerefMut for ActorMut<'_> {
    fn deref_mut(&mut self) -> &mut Actor {
        &mut self.stage.state.actors[self.id]
    }
}

impl ActorMut<'_> {
    /// Returns the number of the actor, from 1. A store through the handle never changes the
    /// number.
    #[must_use]
    pub fn id(&self) -> u16 {
        self.id
    }

    /// Returns whether the actor is in the current room. A frame tests only the room of an actor,
    /// not whether the actor is visible (T23).
    #[must_use]
    pub fn in_room(&self) -> bool {
        self.room == self.stage.state.room
    }

    /// Requests a redraw of the actor and, from HE62 on, of its background (D2).
    pub(crate) fn ask_redraw(&mut self) {
        self.need_redraw = true;
        self.need_bg_reset |= self.stage.dialect.redraws_reset_backgrounds();
    }

    /// Returns the actor's costume, if the stage has a costume of that number.
    pub(crate) fn worn_costume(&self) -> Option<&Arc<Costume>> {
        self.stage.costumes.get(&self.costume)
    }
}

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

    /// Sets the z-plane that hides the actor, as scripts do (M5, M6). `plane` is the number of a
    /// plane, or the value for the plane of the walk box: 0 before v7, 100 in v7 and later. In v7
    /// and later 0 stands for plane 0. In v8 scripts write 255 for the plane of the walk box, and
    /// this method stores 100 for it (M8); a store to the field [`force_clip`](Actor::force_clip)
    /// stores 255.
    pub fn set_force_clip(&mut self, plane: u8) {
        let dialect = &self.stage.dialect;
        let by_box = dialect.has_upper_actors() && plane == 255;
        self.force_clip = if by_box {
            dialect.unforced_clip()
        } else {
            plane
        };
    }

    /// Sets the facing immediately and ends a turn that is in progress (X5, X7).
    pub fn face(&mut self, facing: Facing) {
        self.face_angle(signed_angle(facing));
    }

    /// Sets the facing to the angle of a script operand, as [`Self::face`] does.
    pub(crate) fn face_angle(&mut self, angle: i32) {
        self.walk.moving &= !moving::TURN;
        self.set_angle(angle);
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
            return Err(Error::misuse(
                Misuse::OutOfRange,
                format!("an actor has no sound {slot}"),
            ));
        };
        *place = sound;
        Ok(())
    }
}

// The colours of an actor: overrides (A97), replacement by stored value (A96), tints (A95, P5).

impl ActorMut<'_> {
    /// Overrides colour `slot` of the actor. The value 255 restores the colour of the costume
    /// (A97). Scripts of v5 and v8 reach slots 0..=31 only.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `slot` is outside 0..=255.
    pub fn set_colour(&mut self, slot: usize, value: u8) -> Result<()> {
        check_number("colour slot", slot, 0..=self.palette.len() - 1)?;
        self.palette[slot] = u16::from(value);
        self.need_redraw = true;
        Ok(())
    }

    /// Overrides the first colour whose stored value is `colour` (A96). If the costume has no such
    /// value, nothing changes.
    pub fn remap_colour(&mut self, colour: u8, value: u8) {
        let Some((stored, _)) = self.worn_costume().and_then(|costume| costume.colours()) else {
            return;
        };
        let slot = stored.iter().position(|c| *c == colour);
        if let Some(stored) = slot.and_then(|slot| self.palette.get_mut(slot)) {
            *stored = u16::from(value);
        }
    }

    /// Tints the actor: multiplies each component of the costume's own RGB colours by a factor in
    /// 256ths and replaces each colour by the nearest colour of the screen (A95, P5). Does nothing
    /// if the actor is outside the current room or the costume has no RGB colours.
    pub fn remap_palette(&mut self, factors: [i32; 3], threshold: i32) {
        if !self.in_room() {
            return;
        }
        let Some(costume) = self.worn_costume().cloned() else {
            return;
        };
        let Some((stored, colours)) = costume.colours() else {
            return;
        };
        for (i, (&index, rgb)) in stored.iter().zip(colours).enumerate().take(256) {
            if self.shadow_mode == 0 || index >= 16 {
                let found = self
                    .stage
                    .state
                    .colours
                    .screen_colour(tint(*rgb, factors), threshold);
                self.palette[i] = u16::from(found);
            }
        }
    }
}

// Operations on the actors of Humongous games: conditions (T85) and aux rectangles (A98).

impl ActorMut<'_> {
    /// Sets or clears condition `n` of the actor, 1..=32 (T85).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `n` is outside 1..=32.
    pub fn set_condition(&mut self, n: u32, on: bool) -> Result<()> {
        check_number("condition", n, 1..=32)?;
        let dialect = self.stage.dialect;
        self.anim.set_condition(&dialect, n, on);
        Ok(())
    }

    /// Sets or clears user condition `n` of the actor, 1..=16 (T85).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `n` is outside 1..=16.
    pub fn set_user_condition(&mut self, n: u32, on: bool) -> Result<()> {
        check_number("user condition", n, 1..=16)?;
        self.set_condition(n + 16, on)
    }

    /// Sets talk condition `n` of the actor, 1..=32, and clears the other talk conditions (T85).
    /// From HE80 on the next draw chooses another talk condition (T84).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `n` is outside 1..=32.
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
    /// Returns [`Error::Misuse`] if `n` is outside 1..=32.
    pub fn ask_talk_condition(&mut self, n: u32) -> Result<()> {
        self.set_talk_condition(n)?;
        self.he.condition_asked = true;
        Ok(())
    }

    /// Moves the actor and draws it immediately, first into the back buffer and then into the front
    /// buffer (H9). The drawing becomes part of the background. No strip is restored before the
    /// drawing. From HE80 on the operation closes the mouth of an actor that is not talking (T84).
    pub fn draw_to_back(&mut self, x: i32, y: i32) {
        self.pos = I16Vec2::new(x as i16, y as i16);
        // HE71+: an actor without a costume is not drawn, and nothing else changes (H9).
        if self.costume == 0 && self.stage.dialect.he_at_least(71) {
            self.need_redraw = false;
            return;
        }
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
    use scumm_costume::edit::akos::{AkosDraft, encode};
    use scumm_room::{Dialect, Quirks};

    use super::*;
    use crate::InitMode;
    use crate::fixture::{palette, stage};

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
        stage.actor_mut(1).unwrap().turn_to(90);
        stage.actor_mut(1).unwrap().face(Facing::WEST);
        let actor = stage.actor(1).unwrap();
        assert_eq!((actor.facing, actor.walk.moving), (270, 0));
    }

    #[test]
    fn a_store_of_a_whole_actor_keeps_its_number() {
        let mut stage = stage(Dialect::new(5));
        let third = stage.actor(3).unwrap().clone();
        let mut actor = stage.actor_mut(2).unwrap();
        *actor = Actor::default();
        assert_eq!(actor.id(), 2);
        *actor = third;
        actor.talk_colour = 9;
        assert_eq!(actor.id(), 2);
        let found = stage.actors().find(|(_, actor)| actor.talk_colour == 9);
        assert_eq!(found.map(|(id, _)| id), Some(2));
    }

    #[test]
    fn a_facing_is_the_angle_of_an_operand() {
        let mut by_facing = stage(Dialect::new(6));
        let mut by_angle = by_facing.clone();
        for angle in [90, 270, 100, -90, -1] {
            let facing = Facing::from_degrees(angle as u16);
            let mut actor = by_facing.actor_mut(1).unwrap();
            actor.turn(facing);
            actor.set_direction(facing);
            actor.walk(120, 100, Some(facing));
            actor.face(facing);
            let mut actor = by_angle.actor_mut(1).unwrap();
            actor.turn_to(angle);
            actor.set_angle(angle);
            actor.walk_to(120, 100, Some(angle));
            actor.face_angle(angle);
            assert_eq!(by_facing.actor(1).unwrap(), by_angle.actor(1).unwrap());
        }
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

    #[test]
    fn overrides_ask_for_a_redraw_a97() {
        let mut stage = stage(Dialect::new(5));
        stage.actor_mut(1).unwrap().need_redraw = false;
        stage.actor_mut(1).unwrap().set_colour(3, 77).unwrap();
        let actor = stage.actor(1).unwrap();
        assert_eq!((actor.palette[3], actor.need_redraw), (77, true));
        assert!(
            stage.actor_mut(1).unwrap().set_colour(256, 0).is_err() && stage.actor_mut(81).is_err()
        );
    }

    #[test]
    fn remapping_lights_the_costumes_colours_a95_a96() {
        let draft = AkosDraft {
            palette: vec![3, 20, 16],
            colours: vec![[10, 20, 30], [100, 200, 250], [4, 4, 4]],
            ..AkosDraft::default()
        };
        let dialect = Dialect::humongous(72);
        let costume = Arc::new(Costume::parse(&encode(&draft).unwrap(), &dialect).unwrap());
        let remapped = |shadow_mode, remap: fn(&mut ActorMut<'_>)| {
            let mut stage = crate::fixture::dressed(dialect);
            stage.insert_costume(1, costume.clone()).unwrap();
            stage.colours_mut().palette =
                palette(&[(40, [8, 40, 12]), (41, [100, 252, 124]), (42, [4, 8, 0])]);
            let mut actor = stage.actor_mut(1).unwrap();
            actor.shadow_mode = shadow_mode;
            actor.palette.fill(255);
            remap(&mut actor);
            [0, 1, 2].map(|slot| actor.palette[slot])
        };
        let tint = |actor: &mut ActorMut<'_>| actor.remap_palette([256, 512, 128], -1);
        assert_eq!(remapped(0, tint), [40, 41, 42]);
        // With a shadow, the screen colours below 16 stay.
        assert_eq!(remapped(1, tint), [255, 41, 42]);
        assert_eq!(
            remapped(0, |actor| actor.remap_colour(20, 77)),
            [255, 77, 255]
        );
        assert_eq!(
            remapped(0, |actor| actor.remap_colour(4, 77)),
            [255; 3],
            "no such colour"
        );
    }

    #[test]
    fn tinting_needs_an_akos_in_the_room_a95() {
        let mut stage = crate::fixture::dressed(Dialect::new(6));
        let before = stage.actor(1).unwrap().clone();
        stage.actor_mut(1).unwrap().remap_palette([0; 3], -1);
        assert_eq!(*stage.actor(1).unwrap(), before);
    }

    #[test]
    fn an_actor_without_a_costume_is_only_moved_when_it_is_drawn_to_the_back_h9() {
        let mut stage = crate::fixture::dressed(Dialect::humongous(80));
        let mut actor = stage.actor_mut(1).unwrap();
        actor.costume = 0;
        actor.need_redraw = true;
        actor.anim.condition_mask = 0x20;
        actor.scale_x = 9;
        actor.draw_to_back(50, 60);
        let actor = stage.actor(1).unwrap();
        assert_eq!(
            (actor.pos, actor.need_redraw),
            (I16Vec2::new(50, 60), false)
        );
        assert_eq!((actor.anim.condition_mask, actor.scale_x), (0x20, 9));
    }

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
        assert_eq!(stage.actor(1).unwrap().he.lines.get(12), (91, 302));
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
