//! Rooms of Maniac Mansion for the Nintendo: tiles, the tables of their positions, and the tiles of
//! sprites (Q10..Q31).
//!
//! The pictures depend on the machine's memory: rooms write to tables that keep values of earlier
//! rooms. [`TileTables`] is this memory, which a stage owns; a [`crate::Room`] keeps the values
//! that it writes there.

mod palette;
mod room;
mod tables;
mod tiles;

pub use tables::TileTables;
pub use tiles::{TILE, TILES, TileBlock, value as tile_value};

pub(crate) use palette::colours;
pub(crate) use room::TileRoom;

/// The colour of black, which other games write as 0 (Q20).
pub const BLACK: u8 = 0x1d;

/// The highest number of a costume; blocks of other kinds have higher numbers (Q6).
pub const LAST_COSTUME: u16 = 24;

/// The number of the base tiles among costumes; the tiles of rooms follow (Q6, Q11).
pub const BASE_TILES: u16 = 37;

/// The height of every room in tiles (Q21).
pub(crate) const ROWS: usize = 16;

/// The smallest width of a room in tiles: a narrower room counts as wide as the screen (Q21).
pub(crate) const NARROWEST: u32 = 32;
