//! The common code of the bindings to other languages: errors, names and numbers of values, checks
//! of arguments, and lists of methods. It contains no knowledge of formats and no code for a
//! particular language.

#![forbid(unsafe_code)]

mod classes;
mod draw;
mod failure;
mod furnish;
mod held;
pub mod limbs;
mod number;
mod operation;
mod resources;
mod stage;
mod world;

pub use draw::{Area, Drawing, DrawnValues, LookValues, Mask, PlaneMemory, Tables, TargetValues};
pub use failure::{Code, Failure, Reason, Result, Words, restore, save};
pub use furnish::{
    Boxes, PaletteKind, StageEntry, StageTable, WalkBoxSetup, buffers, palette, picture,
    print_pixels,
};
pub use held::Held;
pub use number::{facing, steps};
pub use operation::{
    ACTOR_FIELDS, Operand, STAGE_FIELDS, actor_attribute, capitalised, field_name, field_of_name,
    field_of_number, is_actor_flag, is_stage_flag, operation_name, plain_operands,
    read_named_operation, stage_attribute,
};
pub use resources::{DialectSetup, ParsedCostume, RoomSetup, shadow_len};
pub use stage::{Frame, Playing, SharedActor, SharedStage, Told};
pub use world::{Method, Outside, World};
