//! Rooms of Maniac Mansion for the Nintendo: tiles, tables that say where they stand, sprites'
//! tiles (Q10..Q31).
//!
//! The machine's own memory shows through: rooms write into tables that keep what earlier rooms
//! left in them. [`TileTables`] is that memory, which a stage owns; a [`crate::Room`] keeps what it
//! writes there.

mod palette;
mod room;
mod tables;
mod tiles;

pub use tables::TileTables;
pub use tiles::{TILE, TILES, TileBlock, value as tile_value};

pub(crate) use palette::colours;
pub(crate) use room::TileRoom;

/// The colour that stands for black: where other games write 0 (Q20).
pub const BLACK: u8 = 0x1d;

/// The highest number of a costume; blocks of other kinds follow (Q6).
pub const LAST_COSTUME: u16 = 24;

/// The number of the base tiles among costumes, from which on those of rooms follow (Q6, Q11).
pub const BASE_TILES: u16 = 37;

/// The height of every room in tiles (Q21).
pub(crate) const ROWS: usize = 16;

/// The smallest width of a room in tiles: a narrower one counts as wide as the screen (Q21).
pub(crate) const NARROWEST: u32 = 32;
