//! A mutable handle to one actor of a stage, whose methods are the script operations on actors.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use scumm_costume::Costume;

use super::Actor;
use crate::Stage;

/// A mutable handle to one actor of a stage.
///
/// Its methods are the script operations on actors; nearly all of them also read the room. The
/// fields of the [`Actor`] can be read and stored through the handle. A store has no other effect
/// and requests no redraw (T26).
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
/// immediately and lets a turn or walk in progress continue.
///
/// # The operations of all versions
///
/// `.field` is a plain store (X1–X9).
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
    /// Returns whether the actor is in the current room. A frame does not check the visibility of
    /// an actor otherwise (T23).
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
