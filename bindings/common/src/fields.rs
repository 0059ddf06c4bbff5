//! The plain values of actors and of stages, as attributes of other languages.

use std::fmt::Debug;

use scumm_engine::{ActorField, StageField};

use crate::words::word_of;
use crate::{Failure, Result, field_of_name};

/// The fields of an actor that are attributes: those that are one number or flag.
pub const ACTOR_FIELDS: [ActorField; 62] = [
    ActorField::X,
    ActorField::Y,
    ActorField::Room,
    ActorField::Costume,
    ActorField::Facing,
    ActorField::TargetFacing,
    ActorField::Visible,
    ActorField::NeedRedraw,
    ActorField::NeedBgReset,
    ActorField::CostumeNeedsInit,
    ActorField::Elevation,
    ActorField::Width,
    ActorField::TalkColour,
    ActorField::TalkX,
    ActorField::TalkY,
    ActorField::Layer,
    ActorField::ScaleX,
    ActorField::ScaleY,
    ActorField::Boxscale,
    ActorField::ShadowMode,
    ActorField::ForceClip,
    ActorField::IgnoreBoxes,
    ActorField::IgnoreTurns,
    ActorField::InitFrame,
    ActorField::WalkFrame,
    ActorField::StandFrame,
    ActorField::TalkStartFrame,
    ActorField::TalkStopFrame,
    ActorField::Frame,
    ActorField::AnimSpeed,
    ActorField::AnimProgress,
    ActorField::SoundPos,
    ActorField::SpeedX,
    ActorField::SpeedY,
    ActorField::Walkbox,
    ActorField::Moving,
    ActorField::WalkDestX,
    ActorField::WalkDestY,
    ActorField::WalkDestBox,
    ActorField::WalkCurBox,
    ActorField::WalkScript,
    ActorField::TalkScript,
    ActorField::Top,
    ActorField::Bottom,
    ActorField::Classes,
    ActorField::Flip,
    ActorField::ConditionMask,
    ActorField::OffsetX,
    ActorField::OffsetY,
    ActorField::Talking,
    ActorField::SkipLimbs,
    ActorField::PaletteSlot,
    ActorField::Xmap,
    ActorField::ClipLeft,
    ActorField::ClipTop,
    ActorField::ClipRight,
    ActorField::ClipBottom,
    ActorField::HumongousFlags,
    ActorField::V0MiscFlags,
    ActorField::V0Speaking,
    ActorField::V0WalkToX,
    ActorField::V0WalkToY,
];

/// The fields of a stage that are attributes. The talking actor is an attribute of another kind,
/// which may be none.
pub const STAGE_FIELDS: [StageField; 35] = [
    StageField::CameraX,
    StageField::CameraY,
    StageField::CameraDestX,
    StageField::CameraDestY,
    StageField::CameraLastX,
    StageField::CameraLastY,
    StageField::CameraMode,
    StageField::CameraFollows,
    StageField::CameraMovingToActor,
    StageField::CameraLeftTrigger,
    StageField::CameraRightTrigger,
    StageField::CameraMinX,
    StageField::CameraMinY,
    StageField::CameraMaxX,
    StageField::CameraMaxY,
    StageField::CameraFast,
    StageField::CameraThresholdX,
    StageField::CameraThresholdY,
    StageField::CameraSpeedX,
    StageField::CameraSpeedY,
    StageField::CameraAccelerationX,
    StageField::CameraAccelerationY,
    StageField::Ego,
    StageField::PlayersFirst,
    StageField::PlayersLast,
    StageField::HaveMsg,
    StageField::OwnScaleTable,
    StageField::DefaultClipLeft,
    StageField::DefaultClipTop,
    StageField::DefaultClipRight,
    StageField::DefaultClipBottom,
    StageField::RedrawFull,
    StageField::RedrawBackground,
    StageField::RedrawShown,
    StageField::RedrawAlways,
];

/// Returns the name of a field as an attribute: `TalkColour` is `talk_colour`.
pub fn field_name(field: impl Debug) -> String {
    word_of(&format!("{field:?}"))
}

/// Returns the field of an actor that an attribute names.
///
/// # Errors
/// Returns `Code::NotFound` if there is no such attribute.
pub fn actor_attribute(name: &str) -> Result<ActorField> {
    let field: ActorField = field_of_name(name)?;
    // Scenes have other names for some fields.
    if field.is_list() || field_name(field) != name {
        return Err(Failure::not_found(format!("there is no field {name:?}")));
    }
    Ok(field)
}

/// Returns the field of a stage that an attribute names.
///
/// # Errors
/// Returns `Code::NotFound` if there is no such attribute.
pub fn stage_attribute(name: &str) -> Result<StageField> {
    let field: StageField = field_of_name(name)?;
    if field == StageField::TalkingActor || field_name(field) != name {
        return Err(Failure::not_found(format!("there is no field {name:?}")));
    }
    Ok(field)
}

/// Whether a field of an actor is a flag.
#[must_use]
pub fn is_actor_flag(field: ActorField) -> bool {
    use ActorField as F;
    matches!(
        field,
        F::Visible
            | F::NeedRedraw
            | F::NeedBgReset
            | F::CostumeNeedsInit
            | F::IgnoreBoxes
            | F::IgnoreTurns
            | F::Flip
            | F::Talking
            | F::SkipLimbs
    )
}

/// Whether a field of a stage is a flag.
#[must_use]
pub fn is_stage_flag(field: StageField) -> bool {
    use StageField as F;
    matches!(
        field,
        F::CameraMovingToActor
            | F::CameraFast
            | F::OwnScaleTable
            | F::RedrawFull
            | F::RedrawBackground
            | F::RedrawShown
            | F::RedrawAlways
    )
}

#[cfg(test)]
mod tests {
    use scumm_engine::{Backdrop, Stage};
    use scumm_room::Dialect;

    use super::*;
    use crate::{field_of_number, picture};

    fn stage() -> Stage {
        let backdrop: Backdrop = picture(vec![0; 320 * 200], (320, 200), Vec::new(), 0).unwrap();
        Stage::new(Dialect::new(5), backdrop, 0..200)
    }

    #[test]
    fn every_field_that_is_a_number_is_an_attribute() {
        let mut fields = Vec::new();
        for number in 0.. {
            let Ok(field) = field_of_number::<ActorField>(number) else {
                break;
            };
            if !field.is_list() {
                fields.push(field);
            }
        }
        assert_eq!(fields, ACTOR_FIELDS);
        let mut fields = Vec::new();
        for number in 0.. {
            let Ok(field) = field_of_number::<StageField>(number) else {
                break;
            };
            fields.push(field);
        }
        assert_eq!(fields.pop(), Some(StageField::TalkingActor));
        assert_eq!(fields, STAGE_FIELDS);
    }

    #[test]
    fn an_attribute_has_the_name_of_the_field_in_rust() {
        for field in ACTOR_FIELDS {
            assert_eq!(actor_attribute(&field_name(field)).unwrap(), field);
        }
        for field in STAGE_FIELDS {
            assert_eq!(stage_attribute(&field_name(field)).unwrap(), field);
        }
        for name in ["talk_color", "scale", "nonsense"] {
            assert!(actor_attribute(name).is_err(), "{name}");
        }
        for name in ["cur_x", "talking_actor", "nonsense"] {
            assert!(stage_attribute(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_flag_refuses_two() {
        for field in ACTOR_FIELDS {
            assert_eq!(
                field.check(&2.into()).is_err(),
                is_actor_flag(field),
                "{field:?}"
            );
        }
        let mut stage = stage();
        for field in STAGE_FIELDS {
            let refused = field.store(&mut stage, 2).is_err();
            assert_eq!(refused, is_stage_flag(field), "{field:?}");
        }
    }
}
