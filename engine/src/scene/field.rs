//! The fields of an actor that a scene may store plainly.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use scumm_room::{Error, Result as RoomResult};

use super::error::{Result, SceneError};
use super::node::Node;
use super::table::{any, flag, list, number, numbers};
use crate::actor::SOUNDS;
use crate::{Actor, Stage};

/// One field with its new value. Storing it has no other effect: for the scripts' operations there are steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// `scale`: horizontal and vertical. Boxes overwrite it at the next draw (T62).
    Scale([u8; 2]),
    /// `boxscale`: the raw scale word (T62, T63).
    Boxscale(u16),
    /// `shadow_mode` (C55).
    ShadowMode(u16),
    /// `force_clip` (M5, M6).
    ForceClip(u8),
    /// `ignore_boxes`.
    IgnoreBoxes(bool),
    /// `ignore_turns`.
    IgnoreTurns(bool),
    /// `elevation`.
    Elevation(i32),
    /// `layer` (D6).
    Layer(i32),
    /// `flip` (A26).
    Flip(bool),
    /// `width`.
    Width(u16),
    /// `walkbox`: the number of the box it stands in.
    Walkbox(u8),
    /// `anim_speed` (T50).
    AnimSpeed(u8),
    /// `init_frame`.
    InitFrame(u8),
    /// `walk_frame`.
    WalkFrame(u8),
    /// `stand_frame`.
    StandFrame(u8),
    /// `talk_start_frame`.
    TalkStartFrame(u8),
    /// `talk_stop_frame`.
    TalkStopFrame(u8),
    /// `sounds`, from the first on; the others stay.
    Sounds(Vec<u16>),
    /// `walk_speed`: horizontal and vertical.
    WalkSpeed([u16; 2]),
    /// `talk_color`.
    TalkColor(u8),
    /// `draw_offset` (queue command 6).
    DrawOffset([i32; 2]),
    /// `he_cond_mask` (T85).
    ConditionMask(u32),
    /// `he_palette`: palette slot (A50).
    PaletteSlot(u8),
    /// `he_xmap`: the number of the image with the blend table (A61).
    Xmap(u16),
    /// `clip`: left, top, right, bottom (A62).
    Clip([i32; 4]),
    /// `need_redraw`: only in the step `set`.
    NeedRedraw(bool),
}

/// The most palette slots (A50).
const LAST_PALETTE_SLOT: u8 = 16;

impl Field {
    /// The field of this name with this value; `None` gives the value back where no field has the name.
    pub(super) fn read(name: &str, node: Node) -> Result<Result<Self, Node>> {
        Ok(Ok(match name {
            "scale" => Self::Scale(numbers(any::<u8>)(name, node)?),
            "boxscale" => Self::Boxscale(any(name, node)?),
            "shadow_mode" => Self::ShadowMode(any(name, node)?),
            "force_clip" => Self::ForceClip(any(name, node)?),
            "ignore_boxes" => Self::IgnoreBoxes(flag(name, node)?),
            "ignore_turns" => Self::IgnoreTurns(flag(name, node)?),
            "elevation" => Self::Elevation(any(name, node)?),
            "layer" => Self::Layer(any(name, node)?),
            "flip" => Self::Flip(flag(name, node)?),
            "width" => Self::Width(any(name, node)?),
            "walkbox" => Self::Walkbox(any(name, node)?),
            "anim_speed" => Self::AnimSpeed(any(name, node)?),
            "init_frame" => Self::InitFrame(any(name, node)?),
            "walk_frame" => Self::WalkFrame(any(name, node)?),
            "stand_frame" => Self::StandFrame(any(name, node)?),
            "talk_start_frame" => Self::TalkStartFrame(any(name, node)?),
            "talk_stop_frame" => Self::TalkStopFrame(any(name, node)?),
            "sounds" => Self::Sounds(sounds(name, node)?),
            "walk_speed" => Self::WalkSpeed(numbers(any::<u16>)(name, node)?),
            "talk_color" => Self::TalkColor(any(name, node)?),
            "draw_offset" => Self::DrawOffset(numbers(any::<i32>)(name, node)?),
            "he_cond_mask" => Self::ConditionMask(any(name, node)?),
            "he_palette" => Self::PaletteSlot(number(0..=LAST_PALETTE_SLOT)(name, node)?),
            "he_xmap" => Self::Xmap(any(name, node)?),
            "clip" => Self::Clip(numbers(any::<i32>)(name, node)?),
            "need_redraw" => Self::NeedRedraw(flag(name, node)?),
            _ => return Ok(Err(node)),
        }))
    }

    /// Stores the value.
    ///
    /// # Errors
    /// No such actor, or a box that the room does not have.
    pub(super) fn store(&self, id: u16, stage: &mut Stage) -> RoomResult<()> {
        if let Self::Walkbox(number) = *self {
            check_box(number, stage)?;
        }
        self.store_in(&mut *stage.actor_mut(id)?);
        Ok(())
    }

    fn store_in(&self, actor: &mut Actor) {
        match *self {
            Self::Scale([x, y]) => (actor.scale_x, actor.scale_y) = (x, y),
            Self::Boxscale(word) => actor.boxscale = word,
            Self::ShadowMode(mode) => actor.shadow_mode = mode,
            Self::ForceClip(plane) => actor.force_clip = plane,
            Self::IgnoreBoxes(on) => actor.ignore_boxes = on,
            Self::IgnoreTurns(on) => actor.ignore_turns = on,
            Self::Elevation(lines) => actor.elevation = lines,
            Self::Layer(layer) => actor.layer = layer,
            Self::Flip(on) => actor.anim.flip = on,
            Self::Width(width) => actor.width = width,
            Self::Walkbox(number) => actor.walkbox = number,
            Self::AnimSpeed(frames) => actor.anim_speed = frames,
            Self::InitFrame(frame) => actor.init_frame = frame,
            Self::WalkFrame(frame) => actor.walk_frame = frame,
            Self::StandFrame(frame) => actor.stand_frame = frame,
            Self::TalkStartFrame(frame) => actor.talk_start_frame = frame,
            Self::TalkStopFrame(frame) => actor.talk_stop_frame = frame,
            Self::Sounds(ref sounds) => {
                for (stored, sound) in actor.sounds.iter_mut().zip(sounds) {
                    *stored = *sound;
                }
            }
            Self::WalkSpeed([x, y]) => actor.speed = (x, y),
            Self::TalkColor(colour) => actor.talk_colour = colour,
            Self::DrawOffset([x, y]) => actor.he.offset = (x, y),
            Self::ConditionMask(mask) => actor.anim.condition_mask = mask,
            Self::PaletteSlot(slot) => actor.he.palette_slot = slot,
            Self::Xmap(image) => actor.he.xmap = image,
            Self::Clip(rect) => actor.he.clip = rect,
            Self::NeedRedraw(on) => actor.need_redraw = on,
        }
    }
}

/// Refuses a box that the room does not have. A number one beyond the last box is the last one in small-header games
/// (B1); 255 is none everywhere, and without boxes so is 0.
fn check_box(number: u8, stage: &Stage) -> RoomResult<()> {
    let boxes = stage.boxes().len();
    let known = boxes.saturating_add(usize::from(stage.dialect().is_small_header()));
    if usize::from(number) < known || number == 0 || number == u8::MAX {
        return Ok(());
    }
    Err(Error::Misuse(format!("there is no box {number}: the room has {boxes}")))
}

fn sounds(name: &str, node: Node) -> Result<Vec<u16>> {
    let line = node.line;
    let sounds = list(name, node)?.into_iter().map(|item| any(name, item)).collect::<Result<Vec<_>>>()?;
    if sounds.len() > SOUNDS {
        return Err(SceneError::text(line, format!("{name}: expected at most {SOUNDS}, found {}", sounds.len())));
    }
    Ok(sounds)
}
