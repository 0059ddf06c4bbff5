//! The fields of an actor, which scripts and callers store and read.

use scumm_room::{Error, Misuse, Result};

use super::value::{FieldValue, Place};
use crate::Actor;
use crate::actor::SOUNDS;

/// A plain value of an actor. A store requests no redraw. A new walk speed during a walk plans the
/// leg again (T26); no other store has a further effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum ActorField {
    /// Column of the anchor in the room.
    X = 0,
    /// Row of the anchor in the room.
    Y = 1,
    /// Number of the actor's room, 0 for none.
    Room = 2,
    /// Number of the costume, 0 for none. `set_costume` changes it.
    Costume = 3,
    /// Facing of the actor, in degrees clockwise from north.
    Facing = 4,
    /// Facing at the end of the current turn (T41).
    TargetFacing = 5,
    /// Whether the actor is visible (T23, T24).
    Visible = 6,
    /// Whether the next frame draws the actor (D10).
    NeedRedraw = 7,
    /// Whether the next frame restores the background behind the actor (D10).
    NeedBgReset = 8,
    /// Whether the next show starts the init frame (T21, T24).
    CostumeNeedsInit = 9,
    /// Height of the actor above the ground, in rows.
    Elevation = 10,
    /// Distance in pixels that the actor's speech keeps from the borders (T45).
    Width = 11,
    /// Colour of the actor's speech.
    #[cfg_attr(feature = "serde", serde(rename = "talk_color", alias = "talk_colour"))]
    TalkColour = 12,
    /// Column of the actor's speech, relative to the anchor.
    TalkX = 13,
    /// Row of the actor's speech, relative to the anchor.
    TalkY = 14,
    /// Layer, which decides the drawing order together with the row (D6). A larger layer is further
    /// back, in HE90 and later further in front.
    Layer = 15,
    /// Horizontal and vertical scale, 255 for full size; boxes overwrite it at the next draw (T62).
    Scale = 16,
    /// Horizontal scale, 255 for full size.
    ScaleX = 17,
    /// Vertical scale, 255 for full size.
    ScaleY = 18,
    /// Raw scale word (T62, T63).
    Boxscale = 19,
    /// Mode in which pixels are mapped through shadow tables (C55).
    ShadowMode = 20,
    /// Plane that hides the actor, instead of the plane of its box (M5, M6). 0, from version 7 on
    /// 100, selects the plane of the box.
    ForceClip = 21,
    /// Whether the actor ignores walk boxes.
    IgnoreBoxes = 22,
    /// Whether the actor never turns.
    IgnoreTurns = 23,
    /// Number of the init frame, which a new costume starts.
    InitFrame = 24,
    /// Number of the walk frame.
    WalkFrame = 25,
    /// Number of the stand frame.
    StandFrame = 26,
    /// Number of the frame that starts talking.
    TalkStartFrame = 27,
    /// Number of the frame that stops talking.
    TalkStopFrame = 28,
    /// Last frame that was started (T30).
    Frame = 29,
    /// Number of engine frames for each animation step (T50).
    AnimSpeed = 30,
    /// Number of engine frames since the last animation step (T50).
    AnimProgress = 31,
    /// Sound numbers, as a list that begins with the first number. A store of a short list keeps
    /// the remaining numbers.
    Sounds = 32,
    /// Position in a sound.
    SoundPos = 33,
    /// Horizontal and vertical walking speed in pixels per frame (T26).
    WalkSpeed = 34,
    /// Horizontal walking speed in pixels per frame at full scale.
    SpeedX = 35,
    /// Vertical walking speed in pixels per frame at full scale.
    SpeedY = 36,
    /// Number of the box in which the actor stands.
    Walkbox = 37,
    /// Bits of the walk: 1 a leg has to be planned, 2 on a leg, 4 turning, 8 the last leg, 0x80
    /// frozen (T70).
    Moving = 38,
    /// Column of the walk's destination.
    WalkDestX = 39,
    /// Row of the walk's destination.
    WalkDestY = 40,
    /// Number of the box of the walk's destination.
    WalkDestBox = 41,
    /// Number of the box that the current leg leads to.
    WalkCurBox = 42,
    /// Script that runs instead of the walk animation, 0 for none (T74).
    WalkScript = 43,
    /// Script that runs instead of the talk animation, 0 for none (T81).
    TalkScript = 44,
    /// First row of the last drawing; 0x7FFFFFFF if nothing was drawn (C48).
    Top = 45,
    /// Row after the last row of the last drawing (C46).
    Bottom = 46,
    /// Classes of the actor, bit n-1 for class n (T26).
    Classes = 47,
    /// Whether the actor is drawn mirrored (A26).
    Flip = 48,
    /// Humongous games: conditions, one bit each (T85).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "he_cond_mask", alias = "condition_mask")
    )]
    ConditionMask = 49,
    /// Humongous games: horizontal and vertical draw offset (queue command 6).
    DrawOffset = 50,
    /// Humongous games: horizontal draw offset.
    OffsetX = 51,
    /// Humongous games: vertical draw offset.
    OffsetY = 52,
    /// Humongous games: whether the actor is talking, which animations can test (A29).
    Talking = 53,
    /// Humongous games: whether the limbs are not drawn (X9).
    SkipLimbs = 54,
    /// HE99 and later: palette slot of the actor, 0 for none (A50, H7).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "he_palette", alias = "palette_slot")
    )]
    PaletteSlot = 55,
    /// HE90 and later: number of the image with the blend table, 0 for none (A61, H6).
    #[cfg_attr(feature = "serde", serde(rename = "he_xmap", alias = "xmap"))]
    Xmap = 56,
    /// Humongous games: left, top, right, bottom of the clip rectangle; right and bottom are
    /// exclusive (A62).
    Clip = 57,
    /// Humongous games: first column of the clip rectangle (A62).
    ClipLeft = 58,
    /// Humongous games: first row of the clip rectangle (A62).
    ClipTop = 59,
    /// Humongous games: last column of the clip rectangle, included (A62).
    ClipRight = 60,
    /// Humongous games: last row of the clip rectangle, included (A62).
    ClipBottom = 61,
    /// Humongous games: flags; bit 0 keeps the background (X8).
    HumongousFlags = 62,
    /// Version 0: flags that scripts set (V47).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "misc_flags", alias = "v0_misc_flags")
    )]
    V0MiscFlags = 63,
    /// Version 0: whether the actor speaks, and whether its mouth is open (V42a).
    #[cfg_attr(feature = "serde", serde(rename = "speaking", alias = "v0_speaking"))]
    V0Speaking = 64,
    /// Version 0: column of the current point of the walk.
    #[cfg_attr(feature = "serde", serde(rename = "v0_walk_to_x"))]
    V0WalkToX = 65,
    /// Version 0: row of the current point of the walk.
    #[cfg_attr(feature = "serde", serde(rename = "v0_walk_to_y"))]
    V0WalkToY = 66,
}

impl ActorField {
    /// Returns the number in a field, or `None` if the actor does not have the field or the field
    /// is a list.
    #[must_use]
    pub fn number(self, actor: &Actor) -> Option<i64> {
        let number = match self {
            Self::X => actor.pos.x.into(),
            Self::Y => actor.pos.y.into(),
            Self::Room => actor.room.into(),
            Self::Costume => actor.costume.into(),
            Self::Facing => actor.facing.into(),
            Self::TargetFacing => actor.target_facing.into(),
            Self::Visible => actor.visible.into(),
            Self::NeedRedraw => actor.need_redraw.into(),
            Self::NeedBgReset => actor.need_bg_reset.into(),
            Self::CostumeNeedsInit => actor.costume_needs_init.into(),
            Self::Elevation => actor.elevation.into(),
            Self::Width => actor.width.into(),
            Self::TalkColour => actor.talk_colour.into(),
            Self::TalkX => actor.talk_pos.0.into(),
            Self::TalkY => actor.talk_pos.1.into(),
            Self::Layer => actor.layer.into(),
            Self::ScaleX => actor.scale_x.into(),
            Self::ScaleY => actor.scale_y.into(),
            Self::Boxscale => actor.boxscale.into(),
            Self::ShadowMode => actor.shadow_mode.into(),
            Self::ForceClip => actor.force_clip.into(),
            Self::IgnoreBoxes => actor.ignore_boxes.into(),
            Self::IgnoreTurns => actor.ignore_turns.into(),
            Self::InitFrame => actor.init_frame.into(),
            Self::WalkFrame => actor.walk_frame.into(),
            Self::StandFrame => actor.stand_frame.into(),
            Self::TalkStartFrame => actor.talk_start_frame.into(),
            Self::TalkStopFrame => actor.talk_stop_frame.into(),
            Self::Frame => actor.frame.into(),
            Self::AnimSpeed => actor.anim_speed.into(),
            Self::AnimProgress => actor.anim_progress.into(),
            Self::SoundPos => actor.sound_pos.into(),
            Self::SpeedX => actor.speed.0.into(),
            Self::SpeedY => actor.speed.1.into(),
            Self::Walkbox => actor.walkbox.into(),
            Self::Moving => actor.walk.moving.into(),
            Self::WalkDestX => actor.walk.dest.x.into(),
            Self::WalkDestY => actor.walk.dest.y.into(),
            Self::WalkDestBox => actor.walk.dest_box.into(),
            Self::WalkCurBox => actor.walk.cur_box.into(),
            Self::WalkScript => actor.walk_script.into(),
            Self::TalkScript => actor.talk_script.into(),
            Self::Top => actor.top.into(),
            Self::Bottom => actor.bottom.into(),
            Self::Classes => actor.classes.into(),
            Self::Flip => actor.anim.flip.into(),
            Self::ConditionMask => actor.anim.condition_mask.into(),
            Self::OffsetX => actor.he.offset.0.into(),
            Self::OffsetY => actor.he.offset.1.into(),
            Self::Talking => actor.he.talking.into(),
            Self::SkipLimbs => actor.he.skip_limbs.into(),
            Self::PaletteSlot => actor.he.palette_slot.into(),
            Self::Xmap => actor.he.xmap.into(),
            Self::ClipLeft => actor.he.clip[0].into(),
            Self::ClipTop => actor.he.clip[1].into(),
            Self::ClipRight => actor.he.clip[2].into(),
            Self::ClipBottom => actor.he.clip[3].into(),
            Self::HumongousFlags => actor.he.flags.into(),
            Self::V0MiscFlags => actor.v0.as_ref()?.misc_flags.into(),
            Self::V0Speaking => actor.v0.as_ref()?.speaking.into(),
            Self::V0WalkToX => actor.v0.as_ref()?.walk_to.x.into(),
            Self::V0WalkToY => actor.v0.as_ref()?.walk_to.y.into(),
            Self::Scale | Self::WalkSpeed | Self::DrawOffset | Self::Clip | Self::Sounds => {
                return None;
            }
        };
        Some(number)
    }

    /// Returns a reference to a field that is a number.
    fn place(self, actor: &mut Actor) -> Option<Place<'_>> {
        let place = match self {
            Self::X => Place::I16(&mut actor.pos.x),
            Self::Y => Place::I16(&mut actor.pos.y),
            Self::Room => Place::U16(&mut actor.room),
            Self::Costume => Place::U16(&mut actor.costume),
            Self::Facing => Place::U16(&mut actor.facing),
            Self::TargetFacing => Place::U16(&mut actor.target_facing),
            Self::Visible => Place::Flag(&mut actor.visible),
            Self::NeedRedraw => Place::Flag(&mut actor.need_redraw),
            Self::NeedBgReset => Place::Flag(&mut actor.need_bg_reset),
            Self::CostumeNeedsInit => Place::Flag(&mut actor.costume_needs_init),
            Self::Elevation => Place::I32(&mut actor.elevation),
            Self::Width => Place::U16(&mut actor.width),
            Self::TalkColour => Place::U8(&mut actor.talk_colour),
            Self::TalkX => Place::I32(&mut actor.talk_pos.0),
            Self::TalkY => Place::I32(&mut actor.talk_pos.1),
            Self::Layer => Place::I32(&mut actor.layer),
            Self::ScaleX => Place::U8(&mut actor.scale_x),
            Self::ScaleY => Place::U8(&mut actor.scale_y),
            Self::Boxscale => Place::U16(&mut actor.boxscale),
            Self::ShadowMode => Place::U16(&mut actor.shadow_mode),
            Self::ForceClip => Place::U8(&mut actor.force_clip),
            Self::IgnoreBoxes => Place::Flag(&mut actor.ignore_boxes),
            Self::IgnoreTurns => Place::Flag(&mut actor.ignore_turns),
            Self::InitFrame => Place::U8(&mut actor.init_frame),
            Self::WalkFrame => Place::U8(&mut actor.walk_frame),
            Self::StandFrame => Place::U8(&mut actor.stand_frame),
            Self::TalkStartFrame => Place::U8(&mut actor.talk_start_frame),
            Self::TalkStopFrame => Place::U8(&mut actor.talk_stop_frame),
            Self::Frame => Place::U8(&mut actor.frame),
            Self::AnimSpeed => Place::U8(&mut actor.anim_speed),
            Self::AnimProgress => Place::U8(&mut actor.anim_progress),
            Self::SoundPos => Place::U8(&mut actor.sound_pos),
            Self::SpeedX => Place::U16(&mut actor.speed.0),
            Self::SpeedY => Place::U16(&mut actor.speed.1),
            Self::Walkbox => Place::U8(&mut actor.walkbox),
            Self::Moving => Place::U8(&mut actor.walk.moving),
            Self::WalkDestX => Place::I16(&mut actor.walk.dest.x),
            Self::WalkDestY => Place::I16(&mut actor.walk.dest.y),
            Self::WalkDestBox => Place::U8(&mut actor.walk.dest_box),
            Self::WalkCurBox => Place::U8(&mut actor.walk.cur_box),
            Self::WalkScript => Place::U16(&mut actor.walk_script),
            Self::TalkScript => Place::U16(&mut actor.talk_script),
            Self::Top => Place::I32(&mut actor.top),
            Self::Bottom => Place::I32(&mut actor.bottom),
            Self::Classes => Place::U32(&mut actor.classes),
            Self::Flip => Place::Flag(&mut actor.anim.flip),
            Self::ConditionMask => Place::U32(&mut actor.anim.condition_mask),
            Self::OffsetX => Place::I32(&mut actor.he.offset.0),
            Self::OffsetY => Place::I32(&mut actor.he.offset.1),
            Self::Talking => Place::Flag(&mut actor.he.talking),
            Self::SkipLimbs => Place::Flag(&mut actor.he.skip_limbs),
            Self::PaletteSlot => Place::U8(&mut actor.he.palette_slot),
            Self::Xmap => Place::U16(&mut actor.he.xmap),
            Self::ClipLeft => Place::I32(&mut actor.he.clip[0]),
            Self::ClipTop => Place::I32(&mut actor.he.clip[1]),
            Self::ClipRight => Place::I32(&mut actor.he.clip[2]),
            Self::ClipBottom => Place::I32(&mut actor.he.clip[3]),
            Self::HumongousFlags => Place::U32(&mut actor.he.flags),
            Self::V0MiscFlags => Place::U8(&mut actor.v0.as_mut()?.misc_flags),
            Self::V0Speaking => Place::U8(&mut actor.v0.as_mut()?.speaking),
            Self::V0WalkToX => Place::I16(&mut actor.v0.as_mut()?.walk_to.x),
            Self::V0WalkToY => Place::I16(&mut actor.v0.as_mut()?.walk_to.y),
            Self::Scale | Self::WalkSpeed | Self::DrawOffset | Self::Clip | Self::Sounds => {
                return None;
            }
        };
        Some(place)
    }

    /// Returns the fields of a list. Fields that are numbers, and `sounds`, have no parts.
    fn parts(self) -> &'static [Self] {
        match self {
            Self::Scale => &[Self::ScaleX, Self::ScaleY],
            Self::WalkSpeed => &[Self::SpeedX, Self::SpeedY],
            Self::DrawOffset => &[Self::OffsetX, Self::OffsetY],
            Self::Clip => &[
                Self::ClipLeft,
                Self::ClipTop,
                Self::ClipRight,
                Self::ClipBottom,
            ],
            _ => &[],
        }
    }

    /// Returns whether the value of the field is a list.
    #[must_use]
    pub fn is_list(self) -> bool {
        self == Self::Sounds || !self.parts().is_empty()
    }

    /// Returns the value of a field, or `None` if the actor does not have the field.
    #[must_use]
    pub fn value(self, actor: &Actor) -> Option<FieldValue> {
        if self == Self::Sounds {
            let sounds = actor.sounds.iter().map(|sound| i64::from(*sound));
            return Some(FieldValue::List(sounds.collect()));
        }
        if self.parts().is_empty() {
            return self.number(actor).map(FieldValue::Number);
        }
        let mut list = Vec::new();
        for part in self.parts() {
            list.push(part.number(actor)? + part.excluded());
        }
        Some(FieldValue::List(list))
    }

    /// Returns the difference between the number in a list and the field. In a list the right and
    /// the bottom of a clip rectangle are exclusive; the fields themselves hold the last column and
    /// row.
    fn excluded(self) -> i64 {
        match self {
            Self::ClipRight | Self::ClipBottom => 1,
            _ => 0,
        }
    }

    /// Stores a value.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the actor does not have the field, or if the field does not
    /// take the value.
    pub fn store(self, actor: &mut Actor, value: &FieldValue) -> Result<()> {
        if self == Self::Sounds {
            return store_sounds(actor, value.list()?);
        }
        let parts = self.parts();
        if parts.is_empty() {
            let n = value.number()?;
            return match self.place(actor) {
                Some(place) => place.store(n),
                None => Err(Error::misuse(
                    Misuse::WrongVersion,
                    "only actors of version 0 have this field",
                )),
            };
        }
        let list = value.list()?;
        if list.len() != parts.len() {
            return Err(Error::misuse(
                Misuse::WrongSize,
                format!("expected {} numbers, found {}", parts.len(), list.len()),
            ));
        }
        for (part, n) in parts.iter().zip(list) {
            let n = FieldValue::Number(n.saturating_sub(part.excluded()));
            part.store(actor, &n)?;
        }
        Ok(())
    }

    /// Checks whether the field takes a value, for any actor.
    ///
    /// # Errors
    /// Returns the errors of [`Self::store`].
    pub fn check(self, value: &FieldValue) -> Result<()> {
        self.store(&mut Self::sample(), value)
    }

    /// Returns an actor that has all fields.
    fn sample() -> Actor {
        Actor {
            v0: Some(Box::default()),
            ..Actor::default()
        }
    }
}

/// Stores sounds, beginning with the first one.
fn store_sounds(actor: &mut Actor, sounds: &[i64]) -> Result<()> {
    if sounds.len() > SOUNDS {
        return Err(Error::misuse(
            Misuse::OutOfRange,
            format!("expected at most {SOUNDS} sounds, found {}", sounds.len()),
        ));
    }
    for (place, sound) in actor.sounds.iter_mut().zip(sounds) {
        Place::U16(place).store(*sound)?;
    }
    Ok(())
}

/// Reads the value of the field.
#[cfg(feature = "serde")]
impl<'de> serde::de::DeserializeSeed<'de> for ActorField {
    type Value = FieldValue;

    fn deserialize<D: serde::Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<FieldValue, D::Error> {
        let value = serde::Deserialize::deserialize(deserializer)?;
        self.check(&value).map_err(serde::de::Error::custom)?;
        Ok(value)
    }
}

#[cfg(feature = "schema")]
impl ActorField {
    /// Returns the JSON Schema of the values that the field takes.
    #[must_use]
    pub fn value_schema(self) -> schemars::Schema {
        if self == Self::Sounds {
            let sound = super::forms::number_schema(0, u16::MAX.into());
            return schemars::json_schema!({"type": "array", "items": sound, "maxItems": SOUNDS});
        }
        let Some(first) = self.parts().first() else {
            return self.number_schema();
        };
        let count = self.parts().len();
        let part = first.number_schema();
        schemars::json_schema!({"type": "array", "items": part, "minItems": count, "maxItems": count})
    }

    fn number_schema(self) -> schemars::Schema {
        let mut actor = Self::sample();
        match self.place(&mut actor) {
            Some(Place::Flag(_)) => schemars::json_schema!({"enum": [0, 1, false, true]}),
            Some(place) => {
                let (min, max) = place.limits();
                super::forms::number_schema(min, max)
            }
            None => schemars::Schema::default(),
        }
    }
}

#[cfg(test)]
#[cfg(feature = "serde")]
mod tests {
    use super::super::names;
    use super::*;

    fn fields() -> Vec<ActorField> {
        let mut fields = Vec::new();
        for name in names::<ActorField>() {
            fields.push(serde_json::from_value((*name).into()).unwrap());
        }
        fields
    }

    #[test]
    fn what_is_stored_in_a_field_is_found_in_it() {
        for field in fields() {
            let mut actor = ActorField::sample();
            let value = match field.value(&actor).unwrap() {
                FieldValue::Number(_) => FieldValue::Number(1),
                FieldValue::List(list) => FieldValue::List((2..).take(list.len()).collect()),
            };
            field.store(&mut actor, &value).unwrap();
            assert_eq!(field.value(&actor), Some(value), "{field:?}");
        }
    }

    #[test]
    fn a_field_refuses_what_it_cannot_hold() {
        for (field, value, message) in [
            (
                ActorField::Walkbox,
                FieldValue::Number(999),
                "expected 0 to 255, found 999",
            ),
            (
                ActorField::Flip,
                FieldValue::Number(2),
                "expected 0 to 1, found 2",
            ),
            (
                ActorField::Scale,
                FieldValue::Number(2),
                "expected a list, found 2",
            ),
            (
                ActorField::Scale,
                FieldValue::List(vec![2]),
                "expected 2 numbers, found 1",
            ),
            (
                ActorField::Layer,
                FieldValue::List(vec![2]),
                "expected a number, found a list",
            ),
            (
                ActorField::Sounds,
                FieldValue::List(vec![1; 33]),
                "expected at most 32 sounds, found 33",
            ),
        ] {
            assert_eq!(field.check(&value).unwrap_err().to_string(), message);
        }
        let mut later = Actor::default();
        assert!(ActorField::V0Speaking.store(&mut later, &1.into()).is_err());
        assert_eq!(ActorField::V0Speaking.value(&later), None);
    }

    #[test]
    fn a_clip_in_a_list_does_not_include_its_right_and_bottom_a62() {
        let mut actor = Actor::default();
        let clip = FieldValue::List(vec![1, 2, 30, 40]);
        ActorField::Clip.store(&mut actor, &clip).unwrap();
        assert_eq!(actor.he.clip, [1, 2, 29, 39]);
        assert_eq!(ActorField::Clip.value(&actor), Some(clip));
    }
}
