//! Script operations on a stage as data: one table of operations, for scenes, recordings and other
//! languages.
//!
//! Rust code normally calls the typed methods of [`Stage`](crate::Stage) and
//! [`ActorMut`](crate::ActorMut) directly. [`Stage::apply`](crate::Stage::apply) calls the same
//! methods for an [`Operation`] that was read from a file or received from another language.
//!
//! A scene writes an operation as a list: its name, then its operands in the order of this table.
//! With the feature `serde`, [`read_operation`] and [`AsList`] read and write this form. The
//! names in scenes are older than the names of the methods: a scene may write `costume` or, like
//! the method, `set_costume`.

mod actor_field;
mod apply;
#[cfg(feature = "serde")]
mod forms;
#[cfg(feature = "serde")]
mod read;
mod stage_field;
mod value;
#[cfg(feature = "serde")]
mod write;

pub use actor_field::ActorField;
pub use apply::Reply;
#[cfg(feature = "serde")]
pub use forms::flag;
#[cfg(feature = "serde")]
pub use read::{is_same_variant, names, operands, read_operation, read_variant};
pub use stage_field::StageField;
pub use value::{
    ActorId, Bounded, ClassId, ConditionId, FieldValue, FrameCount, SlotId, UserConditionId,
};
#[cfg(feature = "serde")]
pub use write::AsList;

use crate::{InitMode, PrintTarget};

/// A script operation with its operands.
///
/// Every variant has named operands; a variant without operands is written `Operation::ShowActors
/// {}`. Rectangles of `left`, `top`, `right` and `bottom` do not include their right column and
/// bottom row; [`Self::MarkRestored`] has no rectangle, and its column `right` is included.
/// Positions are in room pixels unless the variant says otherwise, angles are in degrees clockwise
/// from north, and a scale of 255 is full size. Positions of actors and angles are cut to 16 bits
/// with a sign, as in the original.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "the names of the operands describe them")]
#[non_exhaustive]
pub enum Operation {
    // The life of an actor.
    /// Resets an actor (T20). Modes: -1 resets everything, 0 the settings, 1 also removes the actor
    /// from its room, 2 also makes it face south.
    Init { actor: ActorId, mode: InitMode },
    /// Sets the costume of an actor (T21, T22); 0 takes the costume off. -1 stops drawing the
    /// limbs, -2 draws them again (X9).
    #[cfg_attr(feature = "serde", serde(rename = "costume", alias = "set_costume"))]
    SetCostume { actor: ActorId, costume: i32 },
    /// Humongous games: sets whether the limbs of an actor are not drawn (X9).
    SetSkipLimbs {
        actor: ActorId,
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        skip: bool,
    },
    /// Puts an actor at a position of a room (T25). Without `room` the actor stays in its current
    /// room.
    Put {
        actor: ActorId,
        x: i32,
        y: i32,
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        room: Option<u16>,
    },
    /// Hides an actor and ends its walk (T23).
    Hide { actor: ActorId },
    /// Shows an actor if the stage has a room (T24).
    Show { actor: ActorId },
    /// Removes an actor from its room: puts it into room 0 (T25).
    Kill { actor: ActorId },
    /// Adds an actor to a class or removes it (T26).
    #[cfg_attr(feature = "serde", serde(rename = "class", alias = "set_class"))]
    SetClass {
        actor: ActorId,
        class: ClassId,
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        on: bool,
    },
    /// Stores a field of an actor. A new walk speed during a walk also plans the leg again; no
    /// other field has a further effect (T26).
    Set {
        actor: ActorId,
        field: ActorField,
        value: FieldValue,
    },

    // Walking and turning.
    /// Starts a walk to a position (T75). `angle` is the facing at the end; -1 keeps the facing in
    /// which the actor arrives.
    Walk {
        actor: ActorId,
        x: i32,
        y: i32,
        #[cfg_attr(feature = "serde", serde(default, with = "forms::minus_one"))]
        #[cfg_attr(
            feature = "schema",
            schemars(schema_with = "forms::minus_one::angle_schema")
        )]
        angle: Option<i32>,
    },
    /// Ends a walk or a turn at the current position.
    Stop { actor: ActorId },
    /// Freezes or releases an actor (X5).
    SetFrozen {
        actor: ActorId,
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        frozen: bool,
    },
    /// Sets whether an actor ignores the walk boxes. An actor in the current room is then put at
    /// its own position again (T26).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "ignore_boxes", alias = "set_ignore_boxes")
    )]
    SetIgnoreBoxes {
        actor: ActorId,
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        ignore: bool,
    },
    /// Sets the walking speed in pixels per frame. During a walk the leg is planned again (T26).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "walk_speed", alias = "set_walk_speed")
    )]
    SetWalkSpeed { actor: ActorId, x: u16, y: u16 },
    /// Sets the facing immediately; a turn or walk in progress continues (T40).
    SetDirection { actor: ActorId, angle: i32 },
    /// Sets the facing immediately and ends a turn in progress (X5, X7).
    Face { actor: ActorId, angle: i32 },
    /// Turns an actor step by step to an angle (T41).
    Turn { actor: ActorId, angle: i32 },
    /// Turns an actor step by step towards a position (T41).
    TurnTowards { actor: ActorId, x: i32, y: i32 },

    // Animation.
    /// Starts the animation of a frame in the actor's direction (T30, T31).
    StartAnim { actor: ActorId, frame: u16 },
    /// Performs the animation operand of a script: starts an animation, turns or stops the actor
    /// (T33, T34). Version 0: starts a command and repeats it `rounds` times (V48); 255 repeats it
    /// without end.
    Animate {
        actor: ActorId,
        operand: u16,
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        rounds: Option<u8>,
    },
    /// Sets the number of engine frames for each animation step, and restarts the count (T26).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "anim_speed", alias = "set_anim_speed")
    )]
    SetAnimSpeed { actor: ActorId, frames: u8 },
    /// Sets an animation variable, which AKSQ programs read (A25).
    #[cfg_attr(feature = "serde", serde(rename = "anim_var", alias = "set_anim_var"))]
    SetAnimVar {
        actor: ActorId,
        variable: u16,
        value: i16,
    },
    /// Advances one limb by several steps (T51), at most 65,535.
    LimbAnim {
        actor: ActorId,
        limb: u16,
        times: u16,
    },
    /// Sets the init, walk, stand, talk start and talk stop frames to 1, 2, 3, 4 and 5 (X2).
    SetDefaultFrames { actor: ActorId },
    /// Humongous games: sets or clears a condition (T85).
    #[cfg_attr(feature = "serde", serde(rename = "cond", alias = "set_condition"))]
    SetCondition {
        actor: ActorId,
        number: ConditionId,
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        on: bool,
    },
    /// Humongous games: sets or clears a user condition (T85).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "user_cond", alias = "set_user_condition")
    )]
    SetUserCondition {
        actor: ActorId,
        number: UserConditionId,
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        on: bool,
    },
    /// Humongous games: sets the talk condition and clears the others (T85). With `asked` the next
    /// draw does not choose another talk condition (X8).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "talk_cond", alias = "set_talk_condition")
    )]
    SetTalkCondition {
        actor: ActorId,
        number: ConditionId,
        #[cfg_attr(
            feature = "serde",
            serde(default, with = "forms::flag", skip_serializing_if = "is_off")
        )]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        asked: bool,
    },
    /// Version 0: sets or clears bits of the flags of an actor (V47).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "misc_flags", alias = "set_misc_flags")
    )]
    SetMiscFlags {
        actor: ActorId,
        mask: u8,
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        on: bool,
    },
    /// Sets one of the 32 sound numbers of an actor.
    SetSound {
        actor: ActorId,
        slot: u16,
        sound: u16,
    },

    // Talking.
    /// Starts a line of speech without a time limit: ends the previous talk and opens the mouth of
    /// the actor (T80).
    Talk { actor: ActorId },
    /// Makes an actor the talking actor and opens its mouth (T80, T81).
    TalkStart { actor: ActorId },
    /// Closes the mouth of an actor. Afterwards no actor talks (T81, T82).
    TalkStop { actor: ActorId },
    /// Stores the variable of the talking actor and has no other effect (T81).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "talking_actor", alias = "set_talking_actor")
    )]
    SetTalkingActor { number: u16 },
    /// Ends the talk (T82).
    EndTalk {},

    // How an actor is drawn.
    /// Overrides a colour of the costume; 255 removes the override (A97).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "palette", alias = "set_actor_colour")
    )]
    SetActorColour {
        actor: ActorId,
        slot: u16,
        value: u8,
    },
    /// Humongous games: overrides the first colour of the costume whose stored value is `colour`
    /// (A96).
    RemapColour {
        actor: ActorId,
        colour: u8,
        value: u8,
    },
    /// Tints the colours of an AKOS costume by factors in 256ths (A95).
    RemapPalette {
        actor: ActorId,
        red: i32,
        green: i32,
        blue: i32,
        threshold: i32,
    },
    /// Sets the scale; -1 keeps the scale of an axis (X3).
    #[cfg_attr(feature = "serde", serde(rename = "scale", alias = "set_scale"))]
    SetScale {
        actor: ActorId,
        #[cfg_attr(feature = "serde", serde(with = "forms::minus_one"))]
        #[cfg_attr(
            feature = "schema",
            schemars(schema_with = "forms::minus_one::axis_schema")
        )]
        x: Option<u8>,
        #[cfg_attr(feature = "serde", serde(with = "forms::minus_one"))]
        #[cfg_attr(
            feature = "schema",
            schemars(schema_with = "forms::minus_one::axis_schema")
        )]
        y: Option<u8>,
    },
    /// Sets the scale and the scale word, as scripts do (X2).
    SetScriptScale { actor: ActorId, x: u8, y: u8 },
    /// Sets the height of an actor above the ground, in rows (X2).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "elevation", alias = "set_elevation")
    )]
    SetElevation { actor: ActorId, lines: i32 },
    /// Sets the plane that hides an actor, as scripts do (M5, M6, M8). In version 8 the operand 255
    /// is stored as 100, the plane of the box; [`ActorField::ForceClip`] stores a number unchanged.
    SetForceClip { actor: ActorId, plane: u8 },
    /// Humongous games: sets the layer and requests a redraw (X8).
    SetLayer { actor: ActorId, layer: i32 },
    /// Humongous games: sets whether the background behind an actor is kept instead of restored
    /// (X8, D4).
    SetKeepBackground {
        actor: ActorId,
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        keep: bool,
    },
    /// Humongous games: moves an actor and draws it into the back buffer and the front buffer (H9).
    DrawToBack { actor: ActorId, x: i32, y: i32 },
    /// Draws an actor immediately. The redraw rules do not apply.
    DrawAlone { actor: ActorId },

    // Rooms and frames.
    /// Leaves the room and enters another room of the game (Y10–Y16); 0 is no room.
    #[cfg_attr(feature = "serde", serde(rename = "room", alias = "enter_room"))]
    EnterRoom { room: u16 },
    /// Shows every actor of the room (Y17).
    ShowActors {},
    /// Sets the rows of the screen that show the stage; `bottom` is exclusive (Y18).
    #[cfg_attr(feature = "serde", serde(rename = "screens", alias = "set_band"))]
    SetBand { top: u16, bottom: u16 },
    /// Sets the lights variable, which darkens actors and rooms (C54, R13).
    #[cfg_attr(feature = "serde", serde(rename = "lights", alias = "set_lights"))]
    SetLights { lights: u16 },
    /// Plays the first half of a frame: walking, camera, objects (Y20).
    TickWalk {},
    /// Draws a frame in the middle of a script (Y21).
    DrawNow {},
    /// Makes the next frame a full redraw (D2).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "full_redraw", alias = "redraw_full")
    )]
    RedrawFull {},
    /// Restores and draws every actor again in the next frame (D10).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "redraw", alias = "redraw_all_actors")
    )]
    RedrawAllActors {},
    /// Draws the background into the buffers.
    DrawBackground {},
    /// Sets whether the next frame draws the dirty strips of the background (Y41).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "bg_redraw", alias = "set_background_dirty")
    )]
    SetBackgroundDirty {
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        dirty: bool,
    },
    /// Sets whether a transition has shown the room (Y50).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "screen_shown", alias = "set_screen_shown")
    )]
    SetScreenShown {
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        shown: bool,
    },
    /// Nintendo: switches to another costume set (Q12).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "costume_set", alias = "use_costume_set")
    )]
    UseCostumeSet { set: u8 },
    /// Stores a field of the stage and has no other effect (Y30). Scenes call the operation
    /// `set_camera`, because at first it stored only fields of the camera.
    #[cfg_attr(feature = "serde", serde(rename = "set_camera", alias = "set_stage"))]
    SetStage { field: StageField, value: i64 },
    /// Sets the position of the pointer: on the screen in version 0 (V61), in the view on the
    /// Nintendo (Q52).
    #[cfg_attr(feature = "serde", serde(rename = "mouse", alias = "set_pointer"))]
    SetPointer { x: i32, y: i32 },
    /// Version 0 and Nintendo: sets the size of the flashlight's beam in strips, and the position
    /// of the pointer (Q52).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "flashlight", alias = "set_flashlight")
    )]
    SetFlashlight {
        width: u8,
        height: u8,
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        x: Option<i32>,
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        y: Option<i32>,
    },

    // The camera.
    /// Sets the centre of the view directly and redraws everything, for callers that move the
    /// camera themselves. Without `y` the camera keeps its row.
    #[cfg_attr(feature = "serde", serde(rename = "camera", alias = "place_camera"))]
    PlaceCamera {
        x: i32,
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        y: Option<i32>,
    },
    /// Moves the camera to a column immediately and stops following an actor, in versions 1 to 6
    /// (Y32).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "camera_set", alias = "stand_camera")
    )]
    StandCamera { x: i16 },
    /// Sets the camera position as scripts do (Y32, Y33): in versions 1 to 6 the camera keeps its
    /// place if the actor that it follows is near. Without `y` the camera keeps its row.
    #[cfg_attr(feature = "serde", serde(rename = "camera_to", alias = "send_camera"))]
    SendCamera {
        x: i16,
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        y: Option<i16>,
    },
    /// Moves the camera to a position step by step (Y32, Y33). Without `y` the camera keeps its
    /// row.
    #[cfg_attr(feature = "serde", serde(rename = "camera_pan", alias = "pan_camera"))]
    PanCamera {
        x: i16,
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        y: Option<i16>,
    },
    /// Makes the camera follow an actor; with `jump` the camera moves to the actor immediately
    /// (Y32, Y33).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "camera_follow", alias = "follow_with_camera")
    )]
    FollowWithCamera {
        actor: ActorId,
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        jump: bool,
    },

    // Boxes and scale slots.
    /// Sets the two points of a scale slot: column, row and scale of each (T64).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "scale_slot", alias = "set_scale_slot")
    )]
    SetScaleSlot {
        slot: SlotId,
        x1: i32,
        y1: i32,
        s1: i32,
        x2: i32,
        y2: i32,
        s2: i32,
    },
    /// Sets the flags of a box (B2). A value with bit 14 or 15 is stored as the extra flag word of
    /// the box instead (T44).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "box_flags", alias = "set_box_flags")
    )]
    SetBoxFlags { number: u8, value: u16 },
    /// Stores the extra flag word of a box and has no other effect (T44).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "extra_flags", alias = "set_extra_flags")
    )]
    SetExtraFlags { number: u8, value: u16 },
    /// Sets the scale of a box (T62). A value with bit 15 selects a scale slot instead of a fixed
    /// scale.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "box_scale", alias = "set_box_scale")
    )]
    SetBoxScale { number: u8, value: u16 },
    /// Computes the routes between the boxes again (Y35).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "box_matrix", alias = "compute_box_matrix")
    )]
    ComputeBoxMatrix {},

    // Objects.
    /// Stores the state of an object without drawing it (Y40).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "object_state", alias = "set_object_state")
    )]
    SetObjectState { object: u16, state: u8 },
    /// Stores the state of an object and makes the next frame a full redraw (Y40, D2).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "obj_state", alias = "switch_object")
    )]
    SwitchObject { object: u16, state: u8 },
    /// Adds an object to a class or removes it (O6).
    SetObjectClass {
        object: u16,
        class: u8,
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        on: bool,
    },
    /// Marks the strips of an object as dirty (Y41).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "object_dirty", alias = "redraw_object")
    )]
    RedrawObject { object: u16 },
    /// Queues an object, which the next frame draws over the existing pixels (Y43).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "object_draw", alias = "draw_object")
    )]
    DrawObject { object: u16 },
    /// Removes an object from the draw queue (Y43).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "object_undraw", alias = "undraw_object")
    )]
    UndrawObject { object: u16 },
    /// Clears the draw queue of objects (Y43).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "draw_queue_clear", alias = "clear_object_queue")
    )]
    ClearObjectQueue {},
    /// Moves an object (Y44).
    #[cfg_attr(feature = "serde", serde(rename = "object_at", alias = "move_object"))]
    MoveObject { object: u16, x: i16, y: i16 },
    /// Sets whether the objects of the room are not drawn (O4).
    SkipObjects {
        #[cfg_attr(feature = "serde", serde(with = "forms::flag"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::flag::schema"))]
        skip: bool,
    },
    /// Queues the picture of an object to be drawn over everything (X10), with its rectangle,
    /// scale, image and mode.
    #[cfg_attr(feature = "serde", serde(rename = "blast", alias = "blast_object"))]
    BlastObject {
        object: u16,
        x: i32,
        y: i32,
        w: i32,
        h: i32,
        scale_x: u8,
        scale_y: u8,
        image: u8,
        mode: u8,
    },
    /// Draws the queued blast objects (X10, X11).
    #[cfg_attr(feature = "serde", serde(rename = "blast_draw", alias = "draw_blasts"))]
    DrawBlasts {},
    /// Removes the blast objects from the picture (X12).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "blast_remove", alias = "remove_blasts")
    )]
    RemoveBlasts {},

    // Colours.
    /// Sets a colour of the palette, as scripts do (H3, P10).
    #[cfg_attr(feature = "serde", serde(rename = "pal_color", alias = "set_colour"))]
    SetColour {
        index: u8,
        red: u8,
        green: u8,
        blue: u8,
    },
    /// Applies a palette of the room, counted from 0 (H3).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "room_palette_index", alias = "use_room_palette")
    )]
    UseRoomPalette { number: u16 },
    /// Sets entries of the shadow table (C51, A61): the entry `index`, or with a list of values the
    /// entries from `index` on.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "shadow_set", alias = "set_shadow_entries")
    )]
    SetShadowEntries {
        index: u16,
        #[cfg_attr(feature = "serde", serde(with = "forms::bytes"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::bytes::schema"))]
        values: Vec<u8>,
    },
    /// Replaces the whole shadow table (Y57).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "shadow_table", alias = "set_shadow_table")
    )]
    SetShadowTable {
        #[cfg_attr(feature = "serde", serde(with = "forms::hex"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::hex::schema"))]
        table: Vec<u8>,
    },
    /// Sets an entry of the room's colour remap (S9).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "room_palette", alias = "set_room_palette_entry")
    )]
    SetRoomPaletteEntry { index: u8, value: u8 },
    /// Replaces the whole colour remap of the room (Y57).
    #[cfg_attr(
        feature = "serde",
        serde(rename = "room_table", alias = "set_room_palette")
    )]
    SetRoomPalette {
        #[cfg_attr(feature = "serde", serde(with = "forms::hex"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::hex::schema"))]
        table: Vec<u8>,
    },
    /// Humongous games: sets the clip rectangle for actors that are initialised later (H8). As in
    /// all rectangles of this table, `right` and `bottom` are exclusive. The fields
    /// [`StageField::DefaultClipRight`] and [`StageField::DefaultClipBottom`] hold the last column
    /// and row inside the rectangle, so their values are smaller by 1.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "default_clip", alias = "set_default_clip")
    )]
    SetDefaultClip {
        left: i32,
        top: i32,
        right: i32,
        bottom: i32,
    },

    // Graphics over the picture.
    /// Applies the exit transition to the buffers (Y50).
    FadeOut { effect: u16 },
    /// Applies the entry transition, which shows the room (Y51).
    FadeIn {
        #[cfg_attr(
            feature = "serde",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        effect: Option<u16>,
    },
    /// Clears plane 0.
    #[cfg_attr(feature = "serde", serde(rename = "clear_plane_0"))]
    ClearPlane0 {},
    /// Marks the strips of the view columns `left` to `right` as restored, as the removal of a text
    /// does (Y53). The column `right` is included.
    #[cfg_attr(feature = "serde", serde(rename = "mark", alias = "mark_restored"))]
    MarkRestored { left: i32, right: i32 },
    /// Restores strips after a blast object (Y54).
    RestoreStrips {
        left: i32,
        top: i32,
        right: i32,
        bottom: i32,
    },
    /// Removes a printed text from a rectangle of the screen (Y55).
    Erase {
        left: i32,
        top: i32,
        right: i32,
        bottom: i32,
    },
    /// Writes pixels permanently (Y56) into the buffer `front` or `back`, or into `both`.
    #[cfg_attr(feature = "serde", serde(rename = "pixels", alias = "print_pixels"))]
    PrintPixels {
        buffers: PrintTarget,
        x: i32,
        y: i32,
        w: u16,
        h: u16,
        #[cfg_attr(feature = "serde", serde(with = "forms::hex"))]
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::hex::schema"))]
        hex: Vec<u8>,
    },

    // Queries.
    /// Returns the actor at a position (D11).
    ActorFromPos { x: i32, y: i32 },
    /// Returns whether an actor has an opaque pixel at a position (D11).
    Hit { actor: ActorId, x: i32, y: i32 },
    /// Version 0: returns the point at which a walk to a position ends: the nearest point in a box,
    /// with the number of the box (V55). The result does not depend on the actor.
    Adjust { actor: ActorId, x: i16, y: i16 },
    /// Returns the state of an object (Y40).
    GetObjectState { object: u16 },
}

/// Returns whether an optional flag is off.
#[cfg(feature = "serde")]
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_off(flag: &bool) -> bool {
    !flag
}
