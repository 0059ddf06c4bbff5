//! The scale tables (C60..C63, A63, A64): a column or row is kept if its entry is below the scale.

use std::ops::Range;

/// The small table, for COST, and for AKOS from HE61 on (C61).
pub const SMALL: [u8; 256] = small();
/// The big table, for AKOS of v7 and v8 (C62).
pub const BIG: [u8; 768] = big();

const fn small() -> [u8; 256] {
    let mut table = [0; 256];
    table[0] = 255;
    let mut d = 1usize;
    while d < 128 {
        let power = 1 << d.ilog2();
        table[128 + d] = (d as u8).reverse_bits();
        table[128 - d] = ((256 - 3 * power + d) as u8).reverse_bits();
        d += 1;
    }
    table
}

const fn big() -> [u8; 768] {
    let mut table = [0; 768];
    let mut i = 0usize;
    while i < 768 {
        table[i] = ((i % 256) as u8).reverse_bits();
        i += 1;
    }
    table[255] = 0xfe;
    table[511] = 0xfe;
    table
}

/// The scale table of a kind of costume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleTable<'a> {
    /// COST, and AKOS from HE61 on: the small table. Its index is a byte that wraps around (C61,
    /// A64).
    Small,
    /// AKOS of v7 and v8 (C62).
    Big,
    /// The game's own table, which replaces the big one (A63).
    Custom(&'a [u8]),
}

impl ScaleTable<'_> {
    /// Returns the index of the anchor (C63).
    #[must_use]
    pub fn centre(self) -> i32 {
        match self {
            Self::Small => 128,
            Self::Big | Self::Custom(_) => 384,
        }
    }

    /// Returns the entry at `index`. The reference reads the memory around its tables; here, such
    /// entries are 0, which keeps all columns and rows.
    #[must_use]
    pub fn entry(self, index: i32) -> u8 {
        let at = |table: &[u8]| {
            usize::try_from(index)
                .ok()
                .and_then(|i| table.get(i).copied())
                .unwrap_or(0)
        };
        match self {
            Self::Small => SMALL[usize::from(index as u8)],
            Self::Big => at(&BIG),
            Self::Custom(table) => at(table),
        }
    }

    /// Returns how many of the entries at these indices are below `scale`.
    #[must_use]
    pub fn count_below(self, indices: Range<i32>, scale: u8) -> i32 {
        let table: &[u8] = match self {
            Self::Small => return wrapping_below(indices, scale),
            Self::Big => &BIG,
            Self::Custom(table) => table,
        };
        let inside = |index: i32| usize::try_from(index).unwrap_or(0).min(table.len());
        let part = table
            .get(inside(indices.start)..inside(indices.end))
            .unwrap_or_default();
        // Entries outside the table count as 0.
        let around = indices
            .end
            .saturating_sub(indices.start)
            .saturating_sub(part.len() as i32);
        below(part, scale) + if scale > 0 { around.max(0) } else { 0 }
    }
}

fn below(part: &[u8], scale: u8) -> i32 {
    // Counted in bytes as long as they can't overflow, which allows sixteen at once.
    let counted = |part: &[u8]| {
        part.iter()
            .map(|&entry| u8::from(entry < scale))
            .sum::<u8>()
    };
    part.chunks(255).map(|part| i32::from(counted(part))).sum()
}

/// Counts entries of the small table, which repeats endlessly.
fn wrapping_below(indices: Range<i32>, scale: u8) -> i32 {
    let length = usize::try_from(indices.end.saturating_sub(indices.start)).unwrap_or(0);
    let [first, ..] = indices.start.to_le_bytes().map(usize::from);
    let tables = length / SMALL.len();
    let end = first + length % SMALL.len();
    let whole = if tables > 0 {
        tables as i32 * below(&SMALL, scale)
    } else {
        0
    };
    let from_first = first..end.min(SMALL.len());
    let from_start = ..end.saturating_sub(SMALL.len());
    whole + below(&SMALL[from_first], scale) + below(&SMALL[from_start], scale)
}

/// A scale table with the scale of both axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scaling<'a> {
    /// The table of the kind of costume.
    pub table: ScaleTable<'a>,
    /// Horizontal scale, 255 = full size.
    pub x: u8,
    /// Vertical scale, 255 = full size.
    pub y: u8,
}

impl Scaling<'_> {
    /// Returns whether neither axis is scaled (C60).
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.x == 255 && self.y == 255
    }

    /// Returns whether a column counts in sizes and distances, where a scale of 255 has no special
    /// meaning (C60).
    #[must_use]
    pub fn counts_column(&self, index: i32) -> bool {
        self.table.entry(index) < self.x
    }

    /// Returns whether drawing keeps a column (C60).
    #[must_use]
    pub fn keeps_column(&self, index: i32) -> bool {
        self.x == 255 || self.counts_column(index)
    }

    /// Returns whether drawing keeps a row (C60).
    #[must_use]
    pub fn keeps_row(&self, index: i32) -> bool {
        self.y == 255 || self.table.entry(index) < self.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_small_table_is_that_of_w1() {
        assert_eq!(SMALL[..10], [255, 253, 125, 189, 61, 221, 93, 157, 29, 237]);
        assert_eq!(
            SMALL[120..136],
            [
                15, 223, 95, 159, 31, 191, 63, 127, 0, 128, 64, 192, 32, 160, 96, 224
            ]
        );
    }

    #[test]
    fn the_big_table_is_that_of_w2_and_has_two_patched_entries_c62() {
        assert_eq!(BIG[..10], [0, 128, 64, 192, 32, 160, 96, 224, 16, 144]);
        assert_eq!([BIG[255], BIG[511], BIG[767]], [0xfe, 0xfe, 0xff]);
    }

    #[test]
    fn the_index_into_the_small_table_wraps_c61_a64() {
        assert_eq!(ScaleTable::Small.entry(-256), 255);
        assert_eq!(ScaleTable::Small.entry(256 + 127), 127);
        assert_eq!(
            [ScaleTable::Big.entry(-1), ScaleTable::Big.entry(768)],
            [0, 0]
        );
        assert_eq!(ScaleTable::Custom(&[9, 8]).entry(1), 8);
    }

    #[test]
    fn counting_a_range_asks_every_entry() {
        let own = [5, 200, 7];
        for table in [ScaleTable::Small, ScaleTable::Big, ScaleTable::Custom(&own)] {
            for (start, end) in [
                (0, 0),
                (-3, 5),
                (100, 300),
                (-700, 700),
                (250, 1030),
                (800, 900),
                (-9, -2),
                (5, 2),
            ] {
                for scale in [0, 1, 128, 200, 255] {
                    let each = (start..end).filter(|&i| table.entry(i) < scale).count();
                    assert_eq!(
                        table.count_below(start..end, scale),
                        each as i32,
                        "{table:?} {start}..{end} {scale}"
                    );
                }
            }
        }
    }

    #[test]
    fn only_drawing_exempts_scale_255_c60() {
        let s = Scaling {
            table: ScaleTable::Small,
            x: 255,
            y: 200,
        };
        assert!(s.keeps_column(0) && !s.counts_column(0));
        assert!(!s.is_full());
    }
}
