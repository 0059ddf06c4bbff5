//! Drawing limbs into the stage's memory.
//!
//! COST and AKOS share these modules. [`place`] computes the columns and rows of a picture on the
//! stage. [`painter`] reports a picture, holds the values that an actor's pictures share, and draws
//! the column-major pictures of COST and of AKOS codec 1. [`shade`] converts colours to screen
//! pixels. Bounds, drawing and the hit test use the same positions.
// Numbers are checked before they reach these modules: sizes, positions and clips come from `place`
// and from the limits of sprites, and the inner loops are performance-critical. Fuzzing runs them
// with overflow checks. The module that reads coded pixels (`rle`) keeps the lints.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

pub mod cache;
pub mod cached;
mod drawn;
mod lane;
pub mod look;
pub mod painter;
pub mod place;
mod renderer;
pub mod rle;
#[cfg(test)]
pub(crate) mod sample;
pub mod scale;
pub mod shade;
pub mod sprite;
pub mod strips;
pub mod target;

pub use cache::{Cache, DEFAULT_LIMIT, Key};
pub use cached::{CelData, SpriteColours};
pub use drawn::Drawn;
pub use look::Look;
pub use painter::{PaintRules, Painter};
pub use place::{Begin, Extent, Placed, Stand};
pub use renderer::Renderer;
pub(crate) use renderer::RowBuffer;
pub use rle::{Packing, Runs};
pub use scale::{BIG as BIG_SCALE_TABLE, ScaleTable, Scaling};
pub use scumm_room::Rect;
pub use shade::Shadow;
pub use strips::{StripLines, StripSet};
pub use target::Target;
