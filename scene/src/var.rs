//! What scenes store by its name: script variables that rules mention, fields of the camera.

use scumm_engine::{CameraMode, Stage};
use serde_json::{Map, Value as Json, json};

use super::error::Result;
use super::node::{At, Entry, Node, entries, in_a_row, one_of};
use super::operand::{Kind, described, named};

/// A table of names with what storing a value under each does. A row has the name in scenes, the variant, the storing.
macro_rules! stored_by_name {
    (
        $(#[$about:meta])*
        $type:ident
        $($(#[doc = $doc:literal])* $name:literal $variant:ident |$stage:pat_param, $value:pat_param| $store:expr;)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $type {
            $(
                #[doc = concat!("`", $name, "`:")]
                $(#[doc = $doc])*
                $variant,
            )*
        }

        impl $type {
            /// All of them with their names.
            const ALL: &[(&str, Self)] = &[$(($name, Self::$variant)),*];

            /// What each of them means: in front of it a space, the name, a colon.
            const MEANINGS: &[[&str; 4]] = &[$([" ", $name, ":", concat!($($doc),*)]),*];

            /// Stores a value.
            pub(super) fn store(self, value: i32, stage: &mut Stage) {
                match self {
                    $(Self::$variant => {
                        let ($stage, $value) = (stage, value);
                        $store;
                    })*
                }
            }

            /// What messages say of the names.
            fn expected() -> String {
                format!("one of {}", in_a_row(Self::ALL))
            }
        }

        named! { $type: Self = Self::ALL, &Self::expected(), &Self::MEANINGS.concat().concat(); }
    };
}

stored_by_name! {
    /// A script variable that rules mention.
    Var
    /// the actor that the player controls (T61).
    "ego" Ego |stage, value| stage.variables_mut().ego = number(value);
    /// the talking actor (T81).
    "talk_actor" TalkActor |stage, value| stage.set_talking_actor(number(value));
    /// ticks that a character of speech takes (T83). A scene counts frames: it has no effect.
    "charinc" CharInc |_, _| {};
    /// 2 keeps talk animations from starting in version 8 (T81).
    "have_msg" HaveMsg |stage, value| stage.variables_mut().have_msg = value;
    /// other than 0: the scene's table replaces the big one (A63).
    "custom_scale_table" CustomScaleTable |stage, value| stage.variables_mut().own_scale_table = value != 0;
    /// jiffies that a frame takes (E1). A scene counts frames: it has no effect.
    "timer_next" TimerNext |_, _| {};
    /// Y30: the camera looks no further left.
    "camera_min_x" CameraMinX |stage, value| stage.camera_mut().min.x = value;
    /// Y30: the camera looks no further right.
    "camera_max_x" CameraMaxX |stage, value| stage.camera_mut().max.x = value;
    /// Y31: other than 0: the camera is at its destination at once.
    "camera_fast_x" CameraFastX |stage, value| stage.camera_mut().fast = value != 0;
    /// Y33: the camera looks no further up.
    "camera_min_y" CameraMinY |stage, value| stage.camera_mut().min.y = value;
    /// Y33: the camera looks no further down.
    "camera_max_y" CameraMaxY |stage, value| stage.camera_mut().max.y = value;
    /// Y33: how far the followed actor may be from the view's centre.
    "camera_threshold_x" CameraThresholdX |stage, value| stage.camera_mut().threshold.x = value;
    /// Y33: the same up and down.
    "camera_threshold_y" CameraThresholdY |stage, value| stage.camera_mut().threshold.y = value;
    /// Y33: pixels a frame.
    "camera_speed_x" CameraSpeedX |stage, value| stage.camera_mut().speed.x = value;
    /// Y33: lines a frame.
    "camera_speed_y" CameraSpeedY |stage, value| stage.camera_mut().speed.y = value;
    /// Y33: what the speed grows by.
    "camera_accel_x" CameraAccelX |stage, value| stage.camera_mut().acceleration.x = value;
    /// Y33: the same up and down.
    "camera_accel_y" CameraAccelY |stage, value| stage.camera_mut().acceleration.y = value;
}

stored_by_name! {
    /// A field of the camera (Y30).
    CameraField
    /// where it looks.
    "cur_x" CurX |stage, value| stage.camera_mut().cur.x = value as i16;
    /// where it looks.
    "cur_y" CurY |stage, value| stage.camera_mut().cur.y = value as i16;
    /// where it goes.
    "dest_x" DestX |stage, value| stage.camera_mut().dest.x = value as i16;
    /// where it goes.
    "dest_y" DestY |stage, value| stage.camera_mut().dest.y = value as i16;
    /// 1 normal, 2 follow, 3 pan.
    "mode" Mode |stage, value| stage.camera_mut().mode = mode(value);
    /// the number of an actor.
    "follows" Follows |stage, value| stage.camera_mut().follows = number(value);
    /// whether it is on its way to that actor.
    "moving_to_actor" MovingToActor |stage, value| stage.camera_mut().moving_to_actor = value != 0;
    /// a strip of the view.
    "left_trigger" LeftTrigger |stage, value| stage.camera_mut().left_trigger = value;
    /// a strip of the view.
    "right_trigger" RightTrigger |stage, value| stage.camera_mut().right_trigger = value;
    /// where it looked in the last frame.
    "last_x" LastX |stage, value| stage.camera_mut().last.x = value as i16;
    /// where it looked in the last frame.
    "last_y" LastY |stage, value| stage.camera_mut().last.y = value as i16;
}

fn mode(value: i32) -> CameraMode {
    match value {
        1 => CameraMode::Normal,
        2 => CameraMode::Follow,
        3 => CameraMode::Pan,
        _ => CameraMode::None,
    }
}

/// The number of an actor in a variable; 0, nobody, for what is none.
fn number(value: i32) -> u16 {
    u16::try_from(value).unwrap_or(0)
}

/// Variables with their values.
pub struct Vars;

impl Kind for Vars {
    type Value = Vec<(Var, i32)>;

    fn read(key: &str, node: Node) -> Result<Self::Value> {
        let var = |entry: Entry| {
            let name = At::new(entry.line, entry.key);
            Ok((
                one_of(Var::ALL, &Var::expected(), key, &name)?,
                i32::read(&name.value, entry.value)?,
            ))
        };
        entries(key, node)?.into_iter().map(var).collect()
    }

    fn schema() -> Json {
        let names = Var::MEANINGS.iter();
        let names = names
            .map(|[_, name, _, meaning]| ((*name).to_owned(), described(meaning, i32::schema())));
        json!({"type": "object", "properties": names.collect::<Map<_, _>>(), "additionalProperties": false})
    }
}
