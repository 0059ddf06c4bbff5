//! What scripts do to actors: the operations of all versions and the methods that carry them out (X1–X9).
//!
//! An operation that only stores a value is a plain store into [`Stage::actor_mut`]'s field, named `.field` here; it
//! asks for no redraw (T26).
//!
//! | operation | v5 | v6, v7 | v8 | HE | method |
//! |---|---|---|---|---|---|
//! | costume | 1 | 76 | 64h | 76 | [`Stage::set_costume`] |
//! | step distance | 2 | 77 | 65h | 77 | [`Stage::set_walk_speed`] |
//! | sounds | 3 | 78 | – | 78 | `.sounds` |
//! | walk, stand, init frame | 4, 6, 14 | 79, 81, 89 | 6Ah, 6Bh, 68h | as v6 | `.walk_frame`, `.stand_frame`, `.init_frame` |
//! | talk start and stop frame | 5 | 80 | 69h | 80 | `.talk_start_frame`, `.talk_stop_frame` |
//! | frames 1 to 5 | 10 | 85 | 67h | 85 | [`Stage::set_default_frames`] |
//! | init | 8 | 83, 217 | 6Dh, 7Eh | 83, 217 | [`Stage::init_actor`], modes 0 and 2 |
//! | elevation | 9 | 84 | 6Eh | 84 | [`Stage::set_elevation`] |
//! | palette | 11 | 86 | 6Fh | 86 | [`Stage::set_actor_colour`]; HE: [`Stage::remap_actor_colour`] |
//! | talk colour, text offset, width | 12, –, 16 | 87, 99, 91 | 70h, 79h, 72h | as v6 | `.talk_color`, `.talk_pos`, `.width` |
//! | scale | 17 | 92 | 73h | 92 | [`Stage::set_script_scale`] |
//! | never clip, always clip | 18, 19 | 93, 94, 225 | 74h, 75h | 93, 94 | [`Stage::force_clip`] |
//! | ignore, follow boxes | 20, 21 | 95, 96 | 76h, 77h | 95, 96 | [`Stage::set_ignore_boxes`] |
//! | animation speed | 22 | 97 | 6Ch | 97 | [`Stage::set_anim_speed`] |
//! | shadow mode | 23 | 98 | 78h | – | `.shadow_mode` |
//! | animation variable | – | 198 | 7Bh | 198 | [`Stage::set_anim_var`] |
//! | ignore turns | – | 215, 216 | 7Ch, 7Dh | 215, 216 | `.ignore_turns` |
//! | layer | – | 227 | 7Fh | 43 | `.layer`; HE: [`Stage::set_layer`] |
//! | walk script, talk script | – | 228, 235 | 83h, 84h | – | `.walk_script`, `.talk_script` |
//! | stop and stand | – | 229 | 80h | – | [`Stage::stop`] |
//! | face at once | – | 230 | 81h | – | [`Stage::face`] |
//! | turn | – | 231 | 82h | – | [`Stage::turn`] |
//! | freeze, let go | – | 233, 234 | 85h, 86h | – | [`Stage::set_frozen`] |
//! | put, class, animate, walk | opcodes of their own | | | 65 | [`Stage::put`], [`Stage::set_class`], [`Stage::animate`], [`Stage::walk`] |
//! | user condition, talk condition | – | – | – | 21, 24 | [`Stage::set_user_condition`], [`Stage::ask_talk_condition`] |
//! | clip override, background kept | – | – | – | 67, 68 | `.he.clip`, [`Stage::keep_background`] |
//! | blend table, palette slot | – | – | – | 98, 175 | `.he.xmap`, `.he.palette_slot` |
//! | tint | – | kernel 13, 14 | kernel 13, 14 | – | [`Stage::remap_palette`] |
//! | horizontal scale | – | kernel 107 | – | – | [`Stage::set_scale`] |
//! | shadow palette | – | kernel 108, 109, 112 | kernel 108, 109 | – | [`Stage::make_shadow_table`] |
//! | plane 0 cleared | – | kernel 110 | – | – | [`Stage::clear_plane_0`] |
//!
//! v3 and v4 number v5's operations from 1 on with another order (X1): [`v5_operation`]. HE72's drawing into the back
//! buffer (218) and default clip (64) are not there.

use scumm_room::Result;
use scumm_room::canvas::Plane;

use super::moving;
use crate::Stage;

/// What an operation number of v3 and v4 is in v5 (X1), `None` where there is no such operation. Only the lower five
/// bits count.
#[must_use]
pub fn v5_operation(v4: u8) -> Option<u8> {
    const V5: [u8; 20] = [1, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20];
    usize::from(v4 & 31).checked_sub(1).and_then(|n| V5.get(n)).copied()
}

impl Stage {
    /// Sets the frames of an actor to 1, 2, 3, 4, 5 for init, walk, stand, talk start, talk stop (X2).
    ///
    /// # Errors
    /// No such actor.
    pub fn set_default_frames(&mut self, id: u16) -> Result<()> {
        let actor = self.actor_mut(id)?;
        (actor.init_frame, actor.walk_frame, actor.stand_frame) = (1, 2, 3);
        (actor.talk_start_frame, actor.talk_stop_frame) = (4, 5);
        Ok(())
    }

    /// Sets the scale as scripts do: the scale word as well (X2).
    ///
    /// # Errors
    /// No such actor.
    pub fn set_script_scale(&mut self, id: u16, x: u8, y: u8) -> Result<()> {
        self.actor_mut(id)?.boxscale = u16::from(x);
        self.set_scale(id, Some(x), Some(y))
    }

    /// Forces the z-plane that hides an actor (M5, M6); v8's scripts say 255 for "by the walk box" (M8).
    ///
    /// # Errors
    /// No such actor.
    pub fn force_clip(&mut self, id: u16, plane: u8) -> Result<()> {
        let by_box = self.dialect.has_upper_actors() && plane == 255;
        let plane = if by_box { self.dialect.unforced_clip() } else { plane };
        self.actor_mut(id)?.force_clip = plane;
        Ok(())
    }

    /// Lets an actor face `angle` at once and drops a turn under way (X5).
    ///
    /// # Errors
    /// No such actor.
    pub fn face(&mut self, id: u16, angle: i32) -> Result<()> {
        self.actor_mut(id)?.walk.moving &= !moving::TURN;
        self.set_direction(id, angle)
    }

    /// Sets the layer and asks for a redraw, as Humongous scripts do (X8).
    ///
    /// # Errors
    /// No such actor.
    pub fn set_layer(&mut self, id: u16, layer: i32) -> Result<()> {
        let actor = self.actor_mut(id)?;
        (actor.layer, actor.need_redraw) = (layer, true);
        Ok(())
    }

    /// Keeps the background behind a Humongous actor from being restored: it leaves its pictures on the stage (X8, D4).
    ///
    /// # Errors
    /// No such actor.
    pub fn keep_background(&mut self, id: u16, keep: bool) -> Result<()> {
        let flags = &mut self.actor_mut(id)?.he.flags;
        *flags = if keep { *flags | 1 } else { *flags & !1 };
        Ok(())
    }

    /// Clears z-plane 0, which actors that are never clipped are tested against (X6, M2).
    pub fn clear_plane_0(&mut self) {
        self.state.planes.planes.iter_mut().take(1).for_each(Plane::clear);
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
        assert_eq!(numbers, [None, Some(1), Some(0), Some(2), Some(17), Some(20), None, Some(1)]);
    }

    #[test]
    fn v8_says_255_for_the_walk_box_m8() {
        for (version, stored) in [(7, 255), (8, 100)] {
            let mut stage = stage(Dialect::new(version));
            stage.force_clip(1, 255).unwrap();
            assert_eq!(stage.actor(1).unwrap().force_clip, stored);
        }
    }

    #[test]
    fn facing_at_once_drops_the_turn_x5() {
        let mut stage = stage(Dialect::new(6));
        stage.turn(1, 90).unwrap();
        stage.face(1, 270).unwrap();
        let actor = stage.actor(1).unwrap();
        assert_eq!((actor.facing, actor.walk.moving), (270, 0));
    }
}
