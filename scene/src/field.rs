//! The fields of an actor that a scene may store plainly.

use scumm_engine::{Actor, Stage};
use scumm_room::{Error, Result as RoomResult};
use serde_json::{Value as Json, json};

use super::error::{Result, SceneError};
use super::node::{At, Node};
use super::operand::{Kind, Operand, Operands, PaletteSlot, Sounds, kind};
use super::table::Key;

/// The table of fields. A row has the name, the variant with its value, and what storing the value does.
macro_rules! fields {
    ($(
        $(#[doc = $doc:literal])*
        $name:literal $variant:ident($type:ty $(as $kind:ty)?) |$actor:ident, $value:pat_param| $store:expr;
    )*) => {
        /// One field with its new value. Storing it has no other effect: for the scripts' operations there are steps.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Field {
            $(
                #[doc = concat!("`", $name, "`:")]
                $(#[doc = $doc])*
                $variant($type),
            )*
        }

        impl Field {
            /// The field of this name with this value; `None` where no field has the name.
            pub(super) fn read(name: &str, node: Node) -> Result<Option<Self>> {
                Ok(Some(match name {
                    $($name => Self::$variant(<kind!($type $(as $kind)?)>::read(name, node)?),)*
                    _ => return Ok(None),
                }))
            }

            /// The names of all fields with their meanings and the JSON Schemas of their values.
            pub(super) fn keys() -> Vec<Key> {
                vec![$(($name, concat!($($doc),*), <kind!($type $(as $kind)?)>::schema(), false)),*]
            }

            /// Its name and its value, as they stand in a scene.
            fn write(&self) -> (&'static str, Json) {
                match self {
                    $(Self::$variant(value) => ($name, <kind!($type $(as $kind)?)>::write(value)),)*
                }
            }

            fn store_in(&self, actor: &mut Actor) {
                match self.clone() {
                    $(Self::$variant($value) => {
                        let $actor = actor;
                        $store;
                    })*
                }
            }
        }
    };
}

fields! {
    /// horizontal and vertical; boxes overwrite it at the next draw (T62).
    "scale" Scale([u8; 2]) |actor, [x, y]| (actor.scale_x, actor.scale_y) = (x, y);
    /// the raw scale word (T62, T63).
    "boxscale" Boxscale(u16) |actor, word| actor.boxscale = word;
    /// how its pixels are mapped through shadow tables (C55).
    "shadow_mode" ShadowMode(u16) |actor, mode| actor.shadow_mode = mode;
    /// the plane that hides it, in place of its box's (M5, M6).
    "force_clip" ForceClip(u8) |actor, plane| actor.force_clip = plane;
    /// whether it walks anywhere.
    "ignore_boxes" IgnoreBoxes(bool) |actor, on| actor.ignore_boxes = on;
    /// whether it faces another way at once.
    "ignore_turns" IgnoreTurns(bool) |actor, on| actor.ignore_turns = on;
    /// lines above where it stands.
    "elevation" Elevation(i32) |actor, lines| actor.elevation = lines;
    /// its place in the order of drawing, besides its line (D6).
    "layer" Layer(i32) |actor, layer| actor.layer = layer;
    /// drawn the other way round (A26).
    "flip" Flip(bool) |actor, on| actor.anim.flip = on;
    /// pixels that its words keep away from the borders.
    "width" Width(u16) |actor, width| actor.width = width;
    /// the number of the box it stands in.
    "walkbox" Walkbox(u8) |actor, number| actor.walkbox = number;
    /// frames that each step of its limbs takes (T50).
    "anim_speed" AnimSpeed(u8) |actor, frames| actor.anim_speed = frames;
    /// the frame of a costume that is put on.
    "init_frame" InitFrame(u8) |actor, frame| actor.init_frame = frame;
    /// the frame of walking.
    "walk_frame" WalkFrame(u8) |actor, frame| actor.walk_frame = frame;
    /// the frame of standing.
    "stand_frame" StandFrame(u8) |actor, frame| actor.stand_frame = frame;
    /// the frame of talking.
    "talk_start_frame" TalkStartFrame(u8) |actor, frame| actor.talk_start_frame = frame;
    /// the frame after talking.
    "talk_stop_frame" TalkStopFrame(u8) |actor, frame| actor.talk_stop_frame = frame;
    /// from the first on; the others stay.
    "sounds" Sounds(Vec<u16> as Sounds) |actor, sounds| {
        actor.sounds.iter_mut().zip(sounds).for_each(|(stored, sound)| *stored = sound);
    };
    /// horizontal and vertical.
    "walk_speed" WalkSpeed([u16; 2]) |actor, [x, y]| actor.speed = (x, y);
    /// the colour of its words.
    "talk_color" TalkColour(u8) |actor, colour| actor.talk_colour = colour;
    /// queue command 6.
    "draw_offset" DrawOffset([i32; 2]) |actor, [x, y]| actor.he.offset = (x, y);
    /// its conditions, a bit each (T85).
    "he_cond_mask" ConditionMask(u32) |actor, mask| actor.anim.condition_mask = mask;
    /// the palette slot that colours it, 0 for none (A50).
    "he_palette" PaletteSlot(u8 as PaletteSlot) |actor, slot| actor.he.palette_slot = slot;
    /// the number of the image with the blend table (A61).
    "he_xmap" Xmap(u16) |actor, image| actor.he.xmap = image;
    /// left, top, right, bottom (A62).
    "clip" Clip([i32; 4]) |actor, rect| actor.he.clip = included(rect);
    /// v0: its flags (V47).
    "misc_flags" MiscFlags(u8) |actor, flags| actor.v0.get_or_insert_default().misc_flags = flags;
    /// v0: whether it speaks (V42a).
    "speaking" Speaking(u8) |actor, speaking| actor.v0.get_or_insert_default().speaking = speaking;
    /// the number of its room, nothing more; only in the step `set`.
    "room" Room(u16) |actor, room| actor.room = room;
    /// only in the step `set`.
    "need_redraw" NeedRedraw(bool) |actor, on| actor.need_redraw = on;
}

impl Field {
    /// Stores the value.
    ///
    /// # Errors
    /// No such actor, or a box that the room does not have.
    pub fn store(&self, id: u16, stage: &mut Stage) -> RoomResult<()> {
        if let Self::Walkbox(number) = *self {
            check_box(number, stage)?;
        }
        match *self {
            // In the middle of a walk another speed is more than a store (T26).
            Self::WalkSpeed([x, y]) => stage.actor_mut(id)?.set_walk_speed(x, y),
            _ => self.store_in(&mut *stage.actor_mut(id)?),
        }
        Ok(())
    }
}

/// The name and the value of a field are two operands of a step.
impl Operand for Field {
    type Value = Self;

    fn take(operands: &mut Operands) -> Result<Self> {
        let name = operands.next(At::<String>::read)?;
        operands.next(|_, node| {
            Self::read(&name.value, node)?.ok_or_else(|| {
                SceneError::text(name.line, format!("an actor has no field {:?}", name.value))
            })
        })
    }

    fn add(value: &Self, step: &mut Vec<Json>) {
        let (name, value) = value.write();
        step.extend([name.into(), value]);
    }

    fn schemas() -> Vec<Vec<Json>> {
        Self::keys()
            .into_iter()
            .map(|(name, _, value, _)| vec![json!({"const": name}), value])
            .collect()
    }
}

/// A scene's clip, of which right and bottom are exclusive, as actors keep it (A62).
pub(super) fn included([left, top, right, bottom]: [i32; 4]) -> [i32; 4] {
    [left, top, right.saturating_sub(1), bottom.saturating_sub(1)]
}

/// Refuses a box that the room does not have. A number one beyond the last box is the last one in small-header games
/// (B1); 255 is none everywhere, and without boxes so is 0.
fn check_box(number: u8, stage: &Stage) -> RoomResult<()> {
    let boxes = stage.boxes().len();
    let known = boxes.saturating_add(usize::from(stage.dialect().is_small_header()));
    if usize::from(number) < known || number == 0 || number == u8::MAX {
        return Ok(());
    }
    Err(Error::Misuse(format!(
        "there is no box {number}: the room has {boxes}"
    )))
}
