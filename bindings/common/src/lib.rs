//! What the borders to other languages share: why a call fails, names and numbers of values, checks of what callers pass. It holds
//! no knowledge of formats and knows no language.

#![forbid(unsafe_code)]

mod apply;
mod dialect;
mod draw;
mod failure;
mod fields;
mod frame;
mod furnish;
mod held;
pub mod limbs;
mod look;
mod number;
mod rows;
mod told;
mod words;
mod world;

pub use apply::{
    Operand, capitalised, field_of_name, field_of_number, operation_name, plain_operands,
    read_named_operation,
};
pub use dialect::{DialectSetup, shadow_len};
pub use draw::{Area, Mask, PlaneMemory, Tables};
pub use failure::{Code, Failure, Reason, Result, restore, save};
pub use fields::{
    ACTOR_FIELDS, STAGE_FIELDS, actor_attribute, field_name, is_actor_flag, is_stage_flag,
    stage_attribute,
};
pub use frame::Frame;
pub use furnish::{
    Boxes, PaletteKind, StageEntry, StageTable, WalkBoxSetup, buffers, palette, picture,
    print_pixels,
};
pub use held::{Held, ParsedCostume, RoomSetup, SharedActor, SharedStage};
pub use look::{Drawing, DrawnValues, LookValues, TargetValues};
pub use number::{facing, steps};
pub use told::{Playing, Told};
pub use words::Words;
pub use world::{Method, Outside, World};
