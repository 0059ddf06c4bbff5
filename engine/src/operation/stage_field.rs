//! The fields of a stage: its camera, the script variables that it reads, and its redraw requests.

use scumm_room::{Error, Misuse, Result};

use super::value::Place;
use crate::{CameraMode, Stage};

/// A plain value of a stage. Storing a value has no other effect. `talk_actor` is read back as 0 if
/// the stored number is not 1 to 127.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum StageField {
    /// Column of the camera position (Y30).
    #[cfg_attr(feature = "serde", serde(rename = "cur_x", alias = "camera_x"))]
    CameraX = 0,
    /// Row of the camera position (Y30).
    #[cfg_attr(feature = "serde", serde(rename = "cur_y", alias = "camera_y"))]
    CameraY = 1,
    /// Column of the camera's destination (Y30).
    #[cfg_attr(feature = "serde", serde(rename = "dest_x", alias = "camera_dest_x"))]
    CameraDestX = 2,
    /// Row of the camera's destination (Y30).
    #[cfg_attr(feature = "serde", serde(rename = "dest_y", alias = "camera_dest_y"))]
    CameraDestY = 3,
    /// Column of the camera position in the last frame (Y30).
    #[cfg_attr(feature = "serde", serde(rename = "last_x", alias = "camera_last_x"))]
    CameraLastX = 4,
    /// Row of the camera position in the last frame (Y30).
    #[cfg_attr(feature = "serde", serde(rename = "last_y", alias = "camera_last_y"))]
    CameraLastY = 5,
    /// Movement of the camera: 0 no room was entered, 1 stands still, 2 follows an actor, 3 moves
    /// to its destination (Y30).
    #[cfg_attr(feature = "serde", serde(rename = "mode", alias = "camera_mode"))]
    CameraMode = 6,
    /// Number of the actor that the camera follows, 0 for none (Y30).
    #[cfg_attr(feature = "serde", serde(rename = "follows", alias = "camera_follows"))]
    CameraFollows = 7,
    /// Whether the camera is moving to the followed actor (Y30).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "moving_to_actor", alias = "camera_moving_to_actor")
    )]
    CameraMovingToActor = 8,
    /// First strip of the view in which the followed actor does not move the camera (Y30).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "left_trigger", alias = "camera_left_trigger")
    )]
    CameraLeftTrigger = 9,
    /// Last strip of the view in which the followed actor does not move the camera (Y30).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "right_trigger", alias = "camera_right_trigger")
    )]
    CameraRightTrigger = 10,
    /// Smallest column of the camera position (Y30).
    CameraMinX = 11,
    /// Smallest row of the camera position (Y33).
    CameraMinY = 12,
    /// Largest column of the camera position (Y30).
    CameraMaxX = 13,
    /// Largest row of the camera position (Y33).
    CameraMaxY = 14,
    /// Whether the camera jumps to its destination (Y31).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "camera_fast_x", alias = "camera_fast")
    )]
    CameraFast = 15,
    /// Number of columns that the followed actor may be away from the centre of the view (Y33).
    CameraThresholdX = 16,
    /// Number of rows that the followed actor may be away from the centre of the view (Y33).
    CameraThresholdY = 17,
    /// Number of columns that the camera moves in a frame (Y33).
    CameraSpeedX = 18,
    /// Number of rows that the camera moves in a frame (Y33).
    CameraSpeedY = 19,
    /// Horizontal acceleration: each frame of a movement adds this value to the camera's `growth`,
    /// and adds a hundredth of `growth` to the horizontal speed (Y33).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "camera_accel_x", alias = "camera_acceleration_x")
    )]
    CameraAccelerationX = 20,
    /// Vertical acceleration: works like the horizontal acceleration, on the vertical growth and
    /// speed (Y33).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "camera_accel_y", alias = "camera_acceleration_y")
    )]
    CameraAccelerationY = 21,
    /// Number of the actor that the player controls (T61).
    Ego = 22,
    /// v2, and Zak in v1: number of the first actor that belongs to the player (T7Cf).
    PlayersFirst = 23,
    /// v2, and Zak in v1: number of the last actor that belongs to the player (T7Cf).
    PlayersLast = 24,
    /// Version 8: with a value of 2 no talk animation starts (T81).
    HaveMsg = 25,
    /// v7, v8: whether the game's own scale table replaces the built-in one (A63).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "custom_scale_table", alias = "own_scale_table")
    )]
    OwnScaleTable = 26,
    /// Humongous games: first column of the clip rectangle for actors that are initialised later
    /// (H8).
    DefaultClipLeft = 27,
    /// Humongous games: first row of the clip rectangle for actors that are initialised later (H8).
    DefaultClipTop = 28,
    /// Humongous games: last column, included, of the clip rectangle for actors that are
    /// initialised later (H8).
    DefaultClipRight = 29,
    /// Humongous games: last row, included, of the clip rectangle for actors that are initialised
    /// later (H8).
    DefaultClipBottom = 30,
    /// Whether the next frame is a full redraw (D2).
    RedrawFull = 31,
    /// Whether the next frame draws the dirty strips of the background (Y41).
    RedrawBackground = 32,
    /// Whether a transition has shown the room (Y50).
    RedrawShown = 33,
    /// HE80 and later: whether every frame draws all actors (D2b).
    RedrawAlways = 34,
    /// Number of the talking actor (T81).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "talk_actor", alias = "talking_actor")
    )]
    TalkingActor = 35,
    /// Macintosh: whether the display has a gamma table (P12).
    Gamma = 36,
    /// Sam & Max: whether the film noir mode is on.
    Noir = 37,
}

/// The camera modes by their numbers.
const MODES: [CameraMode; 4] = [
    CameraMode::None,
    CameraMode::Normal,
    CameraMode::Follow,
    CameraMode::Pan,
];

impl StageField {
    /// Returns the number in a field.
    #[must_use]
    pub fn number(self, stage: &Stage) -> i64 {
        match self {
            Self::CameraX => stage.camera().cur.x.into(),
            Self::CameraY => stage.camera().cur.y.into(),
            Self::CameraDestX => stage.camera().dest.x.into(),
            Self::CameraDestY => stage.camera().dest.y.into(),
            Self::CameraLastX => stage.camera().last.x.into(),
            Self::CameraLastY => stage.camera().last.y.into(),
            Self::CameraFollows => stage.camera().follows.into(),
            Self::CameraMovingToActor => stage.camera().moving_to_actor.into(),
            Self::CameraLeftTrigger => stage.camera().left_trigger.into(),
            Self::CameraRightTrigger => stage.camera().right_trigger.into(),
            Self::CameraMinX => stage.camera().min.x.into(),
            Self::CameraMinY => stage.camera().min.y.into(),
            Self::CameraMaxX => stage.camera().max.x.into(),
            Self::CameraMaxY => stage.camera().max.y.into(),
            Self::CameraFast => stage.camera().fast.into(),
            Self::CameraThresholdX => stage.camera().threshold.x.into(),
            Self::CameraThresholdY => stage.camera().threshold.y.into(),
            Self::CameraSpeedX => stage.camera().speed.x.into(),
            Self::CameraSpeedY => stage.camera().speed.y.into(),
            Self::CameraAccelerationX => stage.camera().acceleration.x.into(),
            Self::CameraAccelerationY => stage.camera().acceleration.y.into(),
            Self::Ego => stage.variables().ego.into(),
            Self::PlayersFirst => stage.variables().players.0.into(),
            Self::PlayersLast => stage.variables().players.1.into(),
            Self::HaveMsg => stage.variables().have_msg.into(),
            Self::OwnScaleTable => stage.variables().own_scale_table.into(),
            Self::DefaultClipLeft => stage.variables().default_clip[0].into(),
            Self::DefaultClipTop => stage.variables().default_clip[1].into(),
            Self::DefaultClipRight => stage.variables().default_clip[2].into(),
            Self::DefaultClipBottom => stage.variables().default_clip[3].into(),
            Self::RedrawFull => stage.redraw().full.into(),
            Self::RedrawBackground => stage.redraw().background.into(),
            Self::RedrawShown => stage.redraw().shown.into(),
            Self::RedrawAlways => stage.redraw().always.into(),
            Self::CameraMode => match stage.camera().mode {
                CameraMode::None => 0,
                CameraMode::Normal => 1,
                CameraMode::Follow => 2,
                CameraMode::Pan => 3,
            },
            Self::TalkingActor => stage.talking_actor().unwrap_or(0).into(),
            Self::Gamma => stage.colours().gamma.into(),
            Self::Noir => stage.colours().noir.into(),
        }
    }

    /// Returns a reference to a field that is stored unchanged.
    fn place(self, stage: &mut Stage) -> Option<Place<'_>> {
        let place = match self {
            Self::CameraX => Place::I16(&mut stage.camera_mut().cur.x),
            Self::CameraY => Place::I16(&mut stage.camera_mut().cur.y),
            Self::CameraDestX => Place::I16(&mut stage.camera_mut().dest.x),
            Self::CameraDestY => Place::I16(&mut stage.camera_mut().dest.y),
            Self::CameraLastX => Place::I16(&mut stage.camera_mut().last.x),
            Self::CameraLastY => Place::I16(&mut stage.camera_mut().last.y),
            Self::CameraFollows => Place::U16(&mut stage.camera_mut().follows),
            Self::CameraMovingToActor => Place::Flag(&mut stage.camera_mut().moving_to_actor),
            Self::CameraLeftTrigger => Place::I32(&mut stage.camera_mut().left_trigger),
            Self::CameraRightTrigger => Place::I32(&mut stage.camera_mut().right_trigger),
            Self::CameraMinX => Place::I32(&mut stage.camera_mut().min.x),
            Self::CameraMinY => Place::I32(&mut stage.camera_mut().min.y),
            Self::CameraMaxX => Place::I32(&mut stage.camera_mut().max.x),
            Self::CameraMaxY => Place::I32(&mut stage.camera_mut().max.y),
            Self::CameraFast => Place::Flag(&mut stage.camera_mut().fast),
            Self::CameraThresholdX => Place::I32(&mut stage.camera_mut().threshold.x),
            Self::CameraThresholdY => Place::I32(&mut stage.camera_mut().threshold.y),
            Self::CameraSpeedX => Place::I32(&mut stage.camera_mut().speed.x),
            Self::CameraSpeedY => Place::I32(&mut stage.camera_mut().speed.y),
            Self::CameraAccelerationX => Place::I32(&mut stage.camera_mut().acceleration.x),
            Self::CameraAccelerationY => Place::I32(&mut stage.camera_mut().acceleration.y),
            Self::Ego => Place::U16(&mut stage.variables_mut().ego),
            Self::PlayersFirst => Place::U16(&mut stage.variables_mut().players.0),
            Self::PlayersLast => Place::U16(&mut stage.variables_mut().players.1),
            Self::HaveMsg => Place::I32(&mut stage.variables_mut().have_msg),
            Self::OwnScaleTable => Place::Flag(&mut stage.variables_mut().own_scale_table),
            Self::DefaultClipLeft => Place::I32(&mut stage.variables_mut().default_clip[0]),
            Self::DefaultClipTop => Place::I32(&mut stage.variables_mut().default_clip[1]),
            Self::DefaultClipRight => Place::I32(&mut stage.variables_mut().default_clip[2]),
            Self::DefaultClipBottom => Place::I32(&mut stage.variables_mut().default_clip[3]),
            Self::RedrawFull => Place::Flag(&mut stage.redraw_mut().full),
            Self::RedrawBackground => Place::Flag(&mut stage.redraw_mut().background),
            Self::RedrawShown => Place::Flag(&mut stage.redraw_mut().shown),
            Self::RedrawAlways => Place::Flag(&mut stage.redraw_mut().always),
            Self::Gamma => Place::Flag(&mut stage.colours_mut().gamma),
            Self::Noir => Place::Flag(&mut stage.colours_mut().noir),
            Self::CameraMode | Self::TalkingActor => return None,
        };
        Some(place)
    }

    /// Stores a number.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the field does not take the number.
    pub fn store(self, stage: &mut Stage, n: i64) -> Result<()> {
        match self {
            Self::CameraMode => {
                let mode = usize::try_from(n).ok().and_then(|n| MODES.get(n));
                let Some(mode) = mode else {
                    return Err(Error::misuse(
                        Misuse::OutOfRange,
                        format!("expected 0 to 3, found {n}"),
                    ));
                };
                stage.camera_mut().mode = *mode;
                Ok(())
            }
            Self::TalkingActor => {
                let mut number = 0;
                Place::U16(&mut number).store(n)?;
                stage.set_talking_actor(number);
                Ok(())
            }
            _ => match self.place(stage) {
                Some(place) => place.store(n),
                None => Ok(()),
            },
        }
    }
}

#[cfg(test)]
#[cfg(feature = "serde")]
mod tests {
    use scumm_room::Dialect;

    use crate::{Operation, SplitMix64};

    use super::super::names;
    use super::*;

    #[test]
    fn what_is_stored_in_a_field_is_found_in_it() {
        for name in names::<StageField>() {
            let field: StageField = serde_json::from_value((*name).into()).unwrap();
            let mut stage = Stage::empty(Dialect::new(6));
            field.store(&mut stage, 1).unwrap();
            assert_eq!(field.number(&stage), 1, "{name}");
        }
    }

    #[test]
    fn the_default_clip_is_exclusive_as_operands_and_inclusive_in_fields_h8() {
        let mut stage = Stage::empty(Dialect::humongous(72));
        let clip = Operation::SetDefaultClip {
            left: 1,
            top: 2,
            right: 30,
            bottom: 40,
        };
        stage.apply(&clip, &mut SplitMix64::new(1)).unwrap();
        let right = StageField::DefaultClipRight.number(&stage);
        let bottom = StageField::DefaultClipBottom.number(&stage);
        assert_eq!((right, bottom), (29, 39));
        assert_eq!(stage.variables().default_clip, [1, 2, 29, 39]);
    }

    #[test]
    fn a_field_refuses_what_it_cannot_hold() {
        let mut stage = Stage::empty(Dialect::new(6));
        for (field, n, message) in [
            (
                StageField::CameraX,
                40_000,
                "expected -32768 to 32767, found 40000",
            ),
            (StageField::CameraMode, 4, "expected 0 to 3, found 4"),
            (
                StageField::TalkingActor,
                -1,
                "expected 0 to 65535, found -1",
            ),
        ] {
            assert_eq!(field.store(&mut stage, n).unwrap_err().to_string(), message);
        }
    }
}
