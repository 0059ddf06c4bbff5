//! The position of a picture on the stage, for drawing, reported bounds and the hit test (C40..C46,
//! C60..C68), and the scale tables (C60..C63, A63, A64): a column or row is kept if its entry is
//! below the scale.

use std::ops::Range;

use scumm_room::Rect;

use super::look::{Look, PicturePlace};

/// The position and size of a picture in a costume that faces east: its first column and row
/// relative to the anchor (`xm`, `ym` of C32) and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Column 0 relative to the anchor.
    pub x: i32,
    /// Row 0 relative to the anchor.
    pub y: i32,
    /// Width in pixels.
    pub width: i32,
    /// Height in rows.
    pub height: i32,
}

/// The values that decide the positions of an actor's pictures.
#[derive(Clone, Copy, Debug)]
pub struct Stand<'a> {
    /// Column of the anchor in the view (C40).
    pub x: i32,
    /// Line of the anchor on the stage.
    pub y: i32,
    /// True if columns go from right to left (C41).
    pub flip: bool,
    /// The scale and the scale table.
    pub scaling: Scaling<'a>,
}

/// The size of a picture after scaling, relative to its anchor: distances and numbers of kept
/// columns and rows (C64..C66).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Distance from the anchor to the first column, to the right.
    across: i32,
    /// Distance from the anchor to the first row, downwards.
    down: i32,
    /// Number of counted columns.
    columns: i32,
    /// Number of counted rows.
    rows: i32,
    /// Scale table index of the first column; meaningless at full size.
    first_column: i32,
    /// Scale table index of the first row; meaningless at full size.
    first_row: i32,
}

impl Stand<'_> {
    /// Returns the anchor and the flip of one picture after the caller's changes.
    pub(crate) fn of_picture(mut self, look: &Look<'_>, limb: usize, number: u16) -> Self {
        let place = look.place_picture(PicturePlace {
            limb,
            number,
            x: self.x,
            y: self.y,
            flip: self.flip,
        });
        self.x = place.x;
        self.y = place.y;
        self.flip = place.flip;
        self
    }

    /// Returns 1 if columns go to the right, -1 if they go to the left.
    pub(crate) fn step(&self) -> i32 {
        if self.flip { -1 } else { 1 }
    }

    /// Places a picture without clipping it.
    pub fn place(&self, picture: Extent) -> Placed {
        self.place_measured(picture, &self.measure(picture))
    }

    /// Measures a picture. The result does not depend on the anchor.
    #[must_use]
    #[inline]
    pub fn measure(&self, picture: Extent) -> Measure {
        if !self.scaling.is_full() {
            return self.measure_scaled(picture);
        }
        let across = picture.x.saturating_mul(self.step());
        let down = picture.y;
        let columns = picture.width;
        let rows = picture.height;
        Measure {
            across,
            down,
            columns,
            rows,
            first_column: 0,
            first_row: 0,
        }
    }

    fn measure_scaled(&self, picture: Extent) -> Measure {
        let step = self.step();
        // The scaled distance from the anchor is the number of entries below the scale (C64..C66).
        // The entries are the same for both signs of the distance. The entries of the picture begin
        // at the first of them.
        let Scaling { table, x, y } = self.scaling;
        let across = picture.x.saturating_abs();
        let down = picture.y.saturating_abs();
        let first_column = table.centre().saturating_sub(across.saturating_mul(step));
        let first_row = table.centre().saturating_sub(down);
        let columns = |count| table.count_below(indices(first_column, count, step), x);
        let rows = |count| table.count_below(indices(first_row, count, 1), y);
        Measure {
            across: columns(across).saturating_mul(picture.x.signum() * step),
            down: rows(down).saturating_mul(picture.y.signum()),
            columns: columns(picture.width),
            rows: rows(picture.height),
            first_column,
            first_row,
        }
    }

    /// Places a picture that was measured with the same flip and scale.
    pub fn place_measured(&self, picture: Extent, measure: &Measure) -> Placed {
        let &Measure {
            across,
            down,
            columns,
            rows,
            first_column,
            first_row,
        } = measure;
        let x = self.x.saturating_add(across);
        let y = self.y.saturating_add(down);
        let (left, right) = if self.flip {
            (x.saturating_sub(columns), x)
        } else {
            (x, x.saturating_add(columns))
        };
        // Rectangles have 16 bits; the positions of pixels do not wrap.
        let [left, top, right, bottom] =
            [left, y, right, y.saturating_add(rows)].map(|side| i32::from(side as i16));
        let rect = Rect {
            left,
            top,
            right,
            bottom,
        };
        let Extent { width, height, .. } = picture;
        Placed {
            x,
            y,
            step: self.step(),
            width,
            height,
            rect,
            first_column,
            first_row,
        }
    }
}

/// Returns the range of scale table indices of `count` columns or rows from the first one on, in
/// ascending order.
fn indices(first: i32, count: i32, step: i32) -> Range<i32> {
    if step < 0 {
        // The indices fall from the first index on.
        let end = first.saturating_add(1);
        end.saturating_sub(count.max(0))..end
    } else {
        first..first.saturating_add(count)
    }
}

/// A placed picture.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// View column of the first column.
    pub x: i32,
    /// Stage line of the first row.
    pub y: i32,
    /// 1 if columns go to the right, -1 if they go to the left.
    pub step: i32,
    /// Number of columns of data.
    pub width: i32,
    /// Number of rows of data.
    pub height: i32,
    /// The reported rectangle. The rectangle of a flipped picture lies one column to the left of
    /// its pixels (C42, C67).
    pub rect: Rect,
    first_column: i32,
    first_row: i32,
}

/// The start of drawing after clipping at the side where the columns begin (C44, C45, C68).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begin {
    /// Number of columns of data that are skipped.
    pub skip: i32,
    /// View column of the first drawn column.
    pub x: i32,
    /// Index of the first column of data after the drawn columns. The number of columns that are
    /// skipped at the end is the number of pixels beyond the other side (C44), even if the picture
    /// is scaled.
    pub end: i32,
}

impl Begin {
    /// Returns whether the picture loses columns at its left or right side (C47).
    #[must_use]
    pub fn cuts(&self, placed: &Placed) -> bool {
        self.skip > 0 || self.end < placed.width
    }
}

impl Placed {
    /// Returns the scale table index of a column; meaningless at full size.
    #[must_use]
    pub fn column_index(&self, column: i32) -> i32 {
        self.first_column
            .saturating_add(column.saturating_mul(self.step))
    }

    /// Returns the scale table index of a row; meaningless at full size.
    #[must_use]
    pub fn row_index(&self, row: i32) -> i32 {
        self.first_row.saturating_add(row)
    }

    /// Returns the rectangle of the pixels themselves, for pictures at full size (A71).
    pub fn pixels(&self) -> Rect {
        let shift = i32::from(self.step < 0);
        let Rect {
            left,
            top,
            right,
            bottom,
        } = self.rect;
        Rect {
            left: left.saturating_add(shift),
            top,
            right: right.saturating_add(shift),
            bottom,
        }
    }

    /// Clips at the side where the columns begin. A scaled picture skips columns beyond the screen,
    /// even if the clip is different (A62). `short_west` enables the fault of C45: a flipped
    /// picture at full size skips one column too few. `west_margin` is the number of columns before
    /// the clip in which the left edge of a flipped picture counts as inside (C44, C47).
    #[must_use]
    #[inline]
    pub fn begin(
        &self,
        scaling: &Scaling<'_>,
        clip: &Rect,
        screen: &Rect,
        short_west: bool,
        west_margin: i32,
    ) -> Begin {
        let flip = self.step < 0;
        let skip = if !scaling.is_full() {
            self.columns_outside(scaling, screen)
        } else if flip {
            self.x
                .saturating_sub(clip.right)
                .saturating_add(i32::from(!short_west))
        } else {
            clip.left.saturating_sub(self.x)
        };
        if skip > 0 {
            let edge = if flip {
                clip.right.saturating_sub(1)
            } else {
                clip.left
            };
            return Begin {
                skip,
                x: edge,
                end: self.width,
            };
        }
        let beyond = if flip {
            clip.left
                .saturating_sub(west_margin)
                .saturating_sub(self.rect.left)
        } else {
            self.rect.right.saturating_sub(clip.right)
        };
        Begin {
            skip: 0,
            x: self.x,
            end: self.width.saturating_sub(beyond.max(0)),
        }
    }

    /// Returns the number of columns at the start of a scaled picture that lie outside the clip,
    /// minus one (C68).
    fn columns_outside(&self, scaling: &Scaling<'_>, clip: &Rect) -> i32 {
        let mut edge = self.x;
        let mut outside = 0;
        for column in 0..self.width {
            let out = if self.step < 0 {
                edge >= clip.right
            } else {
                edge < clip.left
            };
            if !out {
                break;
            }
            outside += 1;
            if scaling.counts_column(self.column_index(column)) {
                edge = edge.saturating_add(self.step);
            }
        }
        outside - 1
    }
}

/// The small table, for COST, and for AKOS from HE61 on (C61).
pub const SMALL_SCALE_TABLE: [u8; 256] = small_scale_table();
/// The big table, for AKOS of v7 and v8 (C62).
pub const BIG_SCALE_TABLE: [u8; 768] = big_scale_table();

const fn small_scale_table() -> [u8; 256] {
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

const fn big_scale_table() -> [u8; 768] {
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
    /// The game's own table, which replaces the big table (A63).
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

    /// Returns the entry at `index`. The reference reads the memory around its tables; this
    /// function returns 0 there, which keeps all columns and rows.
    #[must_use]
    pub fn entry(self, index: i32) -> u8 {
        let at = |table: &[u8]| {
            usize::try_from(index)
                .ok()
                .and_then(|i| table.get(i).copied())
                .unwrap_or(0)
        };
        match self {
            Self::Small => SMALL_SCALE_TABLE[usize::from(index as u8)],
            Self::Big => at(&BIG_SCALE_TABLE),
            Self::Custom(table) => at(table),
        }
    }

    /// Returns how many of the entries at these indices are below `scale`.
    #[must_use]
    pub fn count_below(self, indices: Range<i32>, scale: u8) -> i32 {
        let table: &[u8] = match self {
            Self::Small => return wrapping_below(indices, scale),
            Self::Big => &BIG_SCALE_TABLE,
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
    // Counts with bytes, so that the processor can count sixteen entries at once. The parts are so
    // short that no count overflows.
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
    let tables = length / SMALL_SCALE_TABLE.len();
    let end = first + length % SMALL_SCALE_TABLE.len();
    let whole = if tables > 0 {
        tables as i32 * below(&SMALL_SCALE_TABLE, scale)
    } else {
        0
    };
    let from_first = first..end.min(SMALL_SCALE_TABLE.len());
    let from_start = ..end.saturating_sub(SMALL_SCALE_TABLE.len());
    whole
        + below(&SMALL_SCALE_TABLE[from_first], scale)
        + below(&SMALL_SCALE_TABLE[from_start], scale)
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

    /// Returns whether sizes and distances count a column. Unlike drawing, they do not treat a
    /// scale of 255 as full size (C60).
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
mod tests;
