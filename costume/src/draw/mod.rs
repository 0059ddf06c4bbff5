//! Drawing limbs into the stage's memory.
//!
//! COST and AKOS share these modules. [`place`] computes the columns and rows of a picture on the
//! stage. [`painter`] reports a picture, holds the values that an actor's pictures share, and draws
//! the column-major pictures of COST and of AKOS codec 1. [`look`] defines the actor's properties
//! and converts colours to screen pixels. Bounds, drawing and the hit test use the same positions.
// Numbers are checked before they reach these modules: sizes, positions and clips come from `place`
// and from the limits of sprites, and the inner loops are performance-critical. Fuzzing runs them
// with overflow checks. The module that reads coded pixels (`rle`) keeps the lints.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

pub mod look;
pub mod painter;
pub mod place;
pub mod renderer;
pub mod rle;
pub mod sprite;
pub mod target;
#[cfg(test)]
pub(crate) mod tests;

pub use look::{Look, PictureHook, PicturePlace, Shadow, ShadowKind};
pub use painter::{CelData, HitTest, PaintRules, Painter, SpriteColours};
pub use place::{BIG_SCALE_TABLE, Begin, Extent, Placed, ScaleTable, Scaling, Stand};
pub(crate) use renderer::RowBuffer;
pub use renderer::{Cache, CacheKey, DEFAULT_LIMIT, Renderer};
pub use rle::{Packing, Runs};
pub use scumm_room::Rect;
pub use target::{Drawn, PlaneRows, StripLines, StripSet, Target, Visibility};
