//! The plain values of actors and of stages: each has a number and a name, is read and is stored.

use scumm_engine::{Actor, CameraMode, Stage};

use crate::words::{word_of, words};
use crate::{Failure, Result};

/// A value of the engine as a plain one: a number, or a flag as 0 and 1.
trait Plain: Sized {
    const IS_FLAG: bool = false;

    fn get(&self) -> i64;
    fn of(value: i64) -> Option<Self>;
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Plain for $type {
            fn get(&self) -> i64 {
                (*self).into()
            }

            fn of(value: i64) -> Option<Self> {
                Self::try_from(value).ok()
            }
        }
    )*};
}

numbers! { u8 i8 u16 i16 u32 i32 }

impl Plain for bool {
    const IS_FLAG: bool = true;

    fn get(&self) -> i64 {
        (*self).into()
    }

    fn of(value: i64) -> Option<Self> {
        [false, true]
            .into_iter()
            .find(|known| i64::from(*known) == value)
    }
}

impl Plain for CameraMode {
    fn get(&self) -> i64 {
        MODES
            .iter()
            .zip(0..)
            .find(|(mode, _)| *mode == self)
            .map_or(0, |(_, number)| number)
    }

    fn of(value: i64) -> Option<Self> {
        MODES.get(usize::try_from(value).ok()?).copied()
    }
}

const MODES: [CameraMode; 4] = [
    CameraMode::None,
    CameraMode::Normal,
    CameraMode::Follow,
    CameraMode::Pan,
];

/// A kind of values, and how they are read and stored: a row has the field, its word, and where it lies.
macro_rules! fields {
    (; $(#[$about:meta])* $kind:ident $what:literal $of:ident, $it:ident;
     $($(#[$doc:meta])* $field:ident $word:ident $get:expr => $set:expr;)*) => {
        $(#[$about])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "they are named as the fields of the engine's structures")]
        pub enum $kind {
            $($(#[$doc])* $field,)*
        }

        words! { $kind, $what; $($field)* }

        impl $kind {
            /// Whether the value says yes or no, as 1 and 0.
            #[must_use]
            pub fn is_flag(self) -> bool {
                fn says<A, T: Plain>(_: impl Fn(&A) -> Option<T>) -> bool {
                    T::IS_FLAG
                }
                match self {
                    $(Self::$field => says(|$it: &$of| Some($get)),)*
                }
            }

            /// Reads the value.
            ///
            /// # Errors
            /// There is none here.
            pub fn read(self, $it: &$of) -> Result<i64> {
                let found = || match self {
                    $(Self::$field => Some($get.get()),)*
                };
                found().ok_or_else(|| Failure::misuse(format!("there is no {} here", word_of(&format!("{self:?}")))))
            }

            /// Reads all values in the order of their numbers; none where there is none.
            pub fn read_all($it: &$of, mut each: impl FnMut(Option<i64>)) {
                $(
                    let found = || Some($get.get());
                    each(found());
                )*
            }

            /// Stores a value; it has no other effect and asks for no redraw.
            ///
            /// # Errors
            /// There is none here, or it does not take the value.
            pub fn store(self, $it: &mut $of, value: i64) -> Result<()> {
                self.read($it)?;
                let mut put = || {
                    match self {
                        $(Self::$field => $set = Plain::of(value)?,)*
                    }
                    Some(())
                };
                put().ok_or_else(|| Failure::misuse(format!("{} does not take {value}", word_of(&format!("{self:?}")))))
            }
        }
    };
}

/// Hands the plain values of an actor to a macro.
#[macro_export]
macro_rules! actor_fields {
    ($use:ident $($with:tt)*) => {
        $use! { $($with)*;
            /// A plain value of an actor, for `wardrobe_actor_get` and `wardrobe_actor_set`. A store has no other effect and asks for no
            /// redraw.
            ActorField "field of an actor" Actor, actor;
            /// Column of the anchor in the room.
            X x actor.pos.x => actor.pos.x;
            /// Line of the anchor in the room.
            Y y actor.pos.y => actor.pos.y;
            /// The room it is in, 0 none.
            Room room actor.room => actor.room;
            /// Its costume, 0 none; `wardrobe_actor_set_costume` changes it.
            Costume costume actor.costume => actor.costume;
            /// Degrees clockwise from north.
            Facing facing actor.facing => actor.facing;
            TargetFacing target_facing actor.target_facing => actor.target_facing;
            Visible visible actor.visible => actor.visible;
            NeedRedraw need_redraw actor.need_redraw => actor.need_redraw;
            NeedBgReset need_bg_reset actor.need_bg_reset => actor.need_bg_reset;
            CostumeNeedsInit costume_needs_init actor.costume_needs_init => actor.costume_needs_init;
            Elevation elevation actor.elevation => actor.elevation;
            Width width actor.width => actor.width;
            TalkColour talk_colour actor.talk_colour => actor.talk_colour;
            TalkX talk_x actor.talk_pos.0 => actor.talk_pos.0;
            TalkY talk_y actor.talk_pos.1 => actor.talk_pos.1;
            Layer layer actor.layer => actor.layer;
            ScaleX scale_x actor.scale_x => actor.scale_x;
            ScaleY scale_y actor.scale_y => actor.scale_y;
            Boxscale boxscale actor.boxscale => actor.boxscale;
            ShadowMode shadow_mode actor.shadow_mode => actor.shadow_mode;
            ForceClip force_clip actor.force_clip => actor.force_clip;
            IgnoreBoxes ignore_boxes actor.ignore_boxes => actor.ignore_boxes;
            IgnoreTurns ignore_turns actor.ignore_turns => actor.ignore_turns;
            InitFrame init_frame actor.init_frame => actor.init_frame;
            WalkFrame walk_frame actor.walk_frame => actor.walk_frame;
            StandFrame stand_frame actor.stand_frame => actor.stand_frame;
            TalkStartFrame talk_start_frame actor.talk_start_frame => actor.talk_start_frame;
            TalkStopFrame talk_stop_frame actor.talk_stop_frame => actor.talk_stop_frame;
            /// The frame started last.
            Frame frame actor.frame => actor.frame;
            AnimSpeed anim_speed actor.anim_speed => actor.anim_speed;
            AnimProgress anim_progress actor.anim_progress => actor.anim_progress;
            SoundPos sound_pos actor.sound_pos => actor.sound_pos;
            SpeedX speed_x actor.speed.0 => actor.speed.0;
            SpeedY speed_y actor.speed.1 => actor.speed.1;
            Walkbox walkbox actor.walkbox => actor.walkbox;
            /// Bits: 1 a leg has to be planned, 2 in a leg, 4 turning, 8 the last leg, 0x80 frozen.
            Moving moving actor.walk.moving => actor.walk.moving;
            WalkDestX walk_dest_x actor.walk.dest.x => actor.walk.dest.x;
            WalkDestY walk_dest_y actor.walk.dest.y => actor.walk.dest.y;
            WalkDestBox walk_dest_box actor.walk.dest_box => actor.walk.dest_box;
            WalkCurBox walk_cur_box actor.walk.cur_box => actor.walk.cur_box;
            WalkScript walk_script actor.walk_script => actor.walk_script;
            TalkScript talk_script actor.talk_script => actor.talk_script;
            /// First line of its last drawing; 0x7FFFFFFF if nothing was drawn.
            Top top actor.top => actor.top;
            /// The line behind its last drawing.
            Bottom bottom actor.bottom => actor.bottom;
            /// Bit n-1: it is in class n.
            Classes classes actor.classes => actor.classes;
            /// Drawn the other way round.
            Flip flip actor.anim.flip => actor.anim.flip;
            ConditionMask condition_mask actor.anim.condition_mask => actor.anim.condition_mask;
            OffsetX offset_x actor.he.offset.0 => actor.he.offset.0;
            OffsetY offset_y actor.he.offset.1 => actor.he.offset.1;
            Talking talking actor.he.talking => actor.he.talking;
            SkipLimbs skip_limbs actor.he.skip_limbs => actor.he.skip_limbs;
            PaletteSlot palette_slot actor.he.palette_slot => actor.he.palette_slot;
            Xmap xmap actor.he.xmap => actor.he.xmap;
            ClipLeft clip_left actor.he.clip[0] => actor.he.clip[0];
            ClipTop clip_top actor.he.clip[1] => actor.he.clip[1];
            /// The last column, included.
            ClipRight clip_right actor.he.clip[2] => actor.he.clip[2];
            /// The last line, included.
            ClipBottom clip_bottom actor.he.clip[3] => actor.he.clip[3];
            HumongousFlags humongous_flags actor.he.flags => actor.he.flags;
            V0MiscFlags v0_misc_flags actor.v0.as_ref()?.misc_flags => actor.v0.as_mut()?.misc_flags;
            V0Speaking v0_speaking actor.v0.as_ref()?.speaking => actor.v0.as_mut()?.speaking;
            V0WalkToX v0_walk_to_x actor.v0.as_ref()?.walk_to.x => actor.v0.as_mut()?.walk_to.x;
            V0WalkToY v0_walk_to_y actor.v0.as_ref()?.walk_to.y => actor.v0.as_mut()?.walk_to.y;
        }
    };
}
actor_fields! { fields }

/// Hands the plain values of a stage to a macro.
#[macro_export]
macro_rules! stage_fields {
    ($use:ident $($with:tt)*) => {
        $use! { $($with)*;
            /// A plain value of a stage, for `wardrobe_stage_get` and `wardrobe_stage_set`.
            StageField "field of a stage" Stage, stage;
            CameraX camera_x stage.camera().cur.x => stage.camera_mut().cur.x;
            CameraY camera_y stage.camera().cur.y => stage.camera_mut().cur.y;
            CameraDestX camera_dest_x stage.camera().dest.x => stage.camera_mut().dest.x;
            CameraDestY camera_dest_y stage.camera().dest.y => stage.camera_mut().dest.y;
            CameraLastX camera_last_x stage.camera().last.x => stage.camera_mut().last.x;
            CameraLastY camera_last_y stage.camera().last.y => stage.camera_mut().last.y;
            /// 0 none, 1 stands, 2 follows, 3 pans.
            CameraMode camera_mode stage.camera().mode => stage.camera_mut().mode;
            CameraFollows camera_follows stage.camera().follows => stage.camera_mut().follows;
            CameraMovingToActor camera_moving_to_actor stage.camera().moving_to_actor => stage.camera_mut().moving_to_actor;
            CameraLeftTrigger camera_left_trigger stage.camera().left_trigger => stage.camera_mut().left_trigger;
            CameraRightTrigger camera_right_trigger stage.camera().right_trigger => stage.camera_mut().right_trigger;
            CameraMinX camera_min_x stage.camera().min.x => stage.camera_mut().min.x;
            CameraMinY camera_min_y stage.camera().min.y => stage.camera_mut().min.y;
            CameraMaxX camera_max_x stage.camera().max.x => stage.camera_mut().max.x;
            CameraMaxY camera_max_y stage.camera().max.y => stage.camera_mut().max.y;
            CameraFast camera_fast stage.camera().fast => stage.camera_mut().fast;
            CameraThresholdX camera_threshold_x stage.camera().threshold.x => stage.camera_mut().threshold.x;
            CameraThresholdY camera_threshold_y stage.camera().threshold.y => stage.camera_mut().threshold.y;
            CameraSpeedX camera_speed_x stage.camera().speed.x => stage.camera_mut().speed.x;
            CameraSpeedY camera_speed_y stage.camera().speed.y => stage.camera_mut().speed.y;
            CameraAccelerationX camera_acceleration_x stage.camera().acceleration.x => stage.camera_mut().acceleration.x;
            CameraAccelerationY camera_acceleration_y stage.camera().acceleration.y => stage.camera_mut().acceleration.y;
            /// The actor that the player controls.
            Ego ego stage.variables().ego => stage.variables_mut().ego;
            PlayersFirst players_first stage.variables().players.0 => stage.variables_mut().players.0;
            PlayersLast players_last stage.variables().players.1 => stage.variables_mut().players.1;
            HaveMsg have_msg stage.variables().have_msg => stage.variables_mut().have_msg;
            OwnScaleTable own_scale_table stage.variables().own_scale_table => stage.variables_mut().own_scale_table;
            DefaultClipLeft default_clip_left stage.variables().default_clip[0] => stage.variables_mut().default_clip[0];
            DefaultClipTop default_clip_top stage.variables().default_clip[1] => stage.variables_mut().default_clip[1];
            /// The last column, included.
            DefaultClipRight default_clip_right stage.variables().default_clip[2] => stage.variables_mut().default_clip[2];
            /// The last line, included.
            DefaultClipBottom default_clip_bottom stage.variables().default_clip[3] => stage.variables_mut().default_clip[3];
            /// The next frame is a full one.
            RedrawFull redraw_full stage.redraw().full => stage.redraw_mut().full;
            RedrawBackground redraw_background stage.redraw().background => stage.redraw_mut().background;
            RedrawShown redraw_shown stage.redraw().shown => stage.redraw_mut().shown;
            RedrawAlways redraw_always stage.redraw().always => stage.redraw_mut().always;
        }
    };
}
stage_fields! { fields }
