//! Rooms of Maniac Mansion for the Nintendo: tiles, the tables of their positions, the tiles of
//! sprites, and the colours of the screen (Q10..Q31).
//!
//! The pictures depend on the machine's memory: rooms write to tables that keep values of earlier
//! rooms. [`TileTables`] is this memory, which a stage owns; a [`crate::Room`] keeps the values
//! that it writes to this memory.

mod room;
mod tables;

pub(crate) use room::TileRoom;
pub use tables::{TILE, TILES, TileBlock, TileTables, value as tile_value};

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

/// A row for each colour: number, default colour, classic colour.
const TABLE: &str = include_str!("palette.tsv");

/// Returns the 64 colours: the default colours, or with `classic` the colours of earlier versions
/// of the reference.
pub(crate) fn colours(classic: bool) -> impl Iterator<Item = u32> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(move |row| {
        let colour = row.split('\t').nth(if classic { 2 } else { 1 })?;
        u32::from_str_radix(colour, 16).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_64_colours_of_each_kind_q28() {
        assert_eq!(
            [false, true].map(|classic| colours(classic).count()),
            [64; 2]
        );
        assert_eq!(colours(false).nth(1), Some(0x00_2a88));
        assert_eq!(colours(true).nth(0x20), Some(0xfb_fbfb));
    }
}
