//! The common code of the bindings to other languages: errors, names and numbers of values, checks
//! of arguments, and lists of methods. It contains no knowledge of formats and no code for a
//! particular language.

#![forbid(unsafe_code)]

mod classes;
mod clip;
mod contents;
mod draw;
mod failure;
mod furnish;
mod held;
pub mod limbs;
mod number;
mod operation;
mod resources;
mod saves;
mod stage;
mod trace;
mod world;

pub use clip::{
    ChoreName, ClipCue, ClipFormat, ClipFrameValues, ClipSetup, ClipValues, SharedClip,
};
pub use contents::{
    BoxValues, FindingValues, ObjectValues, OpenGame, actor_cels, lint_block, room_boxes,
    room_objects, room_palette, room_pixels, room_plane,
};
pub use draw::{
    DrawPlane, DrawnValues, KeptPlane, LookTables, LookValues, MaskFormat, PlaneMemory,
    RendererAndPlanes, TargetArea, TargetValues,
};
pub(crate) use failure::Result;
pub use failure::{Failure, FailureReason, NamedValues, ResultCode};
pub use furnish::{
    PaletteKind, StageEntry, StageTable, WalkBoxSetup, WalkBoxesSetup, backdrop_from_picture,
    paint_rgba, palette_bytes, print_pixels, print_target,
};
pub use held::Closable;
pub use number::{facing, steps};
pub use operation::{
    ACTOR_FIELDS, OperandValue, STAGE_FIELDS, actor_attribute, capitalised, field_name,
    field_of_name, field_of_number, is_actor_flag, is_stage_flag, operation_name, plain_operands,
    read_named_operation, stage_attribute,
};
pub use resources::{
    DialectSetup, ParsedCostume, RoomBlocks, dialect_quirks, enhancement_names, quirk_names,
    shadow_len, without_quirks,
};
pub use saves::{restore, save};
pub use stage::{EventValues, SharedActor, SharedPicture, SharedStage, StageWithEvents};
pub use trace::{NO_LIMB, RendererTrace, TRACED_PIXEL, WriteValues, stage_trace, stage_writes};
pub use world::{CallbackObject, CallerEnvironment, MethodNames};
