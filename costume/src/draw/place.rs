//! The position of a picture on the stage, for drawing, reported bounds and the hit test (C40..C46,
//! C60..C68).

use std::ops::Range;

use scumm_room::Rect;

use super::scale::Scaling;

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
    /// Returns 1 if columns go to the right, -1 if they go to the left.
    fn step(&self) -> i32 {
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
        // Scaled distances from the anchor are one pixel for each counted entry (C64..C66). Both
        // signs count the same entries, and the entries of the picture begin where the counting
        // began.
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
        // From the first one down.
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
    /// The reported rectangle. Flipped, it lies one column left of the pixels (C42, C67).
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
    /// even if the clip is different (A62). `short_west` enables the fault of C45: one column too
    /// few is skipped in flipped pictures at full size.
    #[must_use]
    #[inline]
    pub fn begin(
        &self,
        scaling: &Scaling<'_>,
        clip: &Rect,
        screen: &Rect,
        short_west: bool,
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
            clip.left.saturating_sub(1).saturating_sub(self.rect.left)
        } else {
            self.rect.right.saturating_sub(clip.right)
        };
        Begin {
            skip: 0,
            x: self.x,
            end: self.width.saturating_sub(beyond.max(0)),
        }
    }

    /// Returns the number of columns that a scaled picture has outside before its growing edge
    /// enters the screen, minus one (C68).
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::scale::ScaleTable;

    const SCREEN: Rect = Rect {
        left: 0,
        top: 0,
        right: 320,
        bottom: 200,
    };

    fn stand(x: i32, y: i32, flip: bool, scale: (u8, u8)) -> Stand<'static> {
        Stand {
            x,
            y,
            flip,
            scaling: Scaling {
                table: ScaleTable::Small,
                x: scale.0,
                y: scale.1,
            },
        }
    }

    const MAN: Extent = Extent {
        x: -12,
        y: -40,
        width: 24,
        height: 40,
    };

    #[test]
    fn east_and_west_of_w3() {
        let east = stand(120, 120, false, (255, 255)).place(MAN);
        assert_eq!(
            (east.x, east.step, east.rect),
            (
                108,
                1,
                Rect {
                    left: 108,
                    top: 80,
                    right: 132,
                    bottom: 120
                }
            )
        );
        let west = stand(120, 120, true, (255, 255)).place(MAN);
        assert_eq!(
            (west.x, west.step, west.rect),
            (
                132,
                -1,
                Rect {
                    left: 108,
                    top: 80,
                    right: 132,
                    bottom: 120
                }
            )
        );
    }

    #[test]
    fn rectangles_have_16_bits_and_places_more_c42() {
        let far = stand(131_072 + 120, -65_536 + 120, false, (255, 255)).place(MAN);
        assert_eq!((far.x, far.y), (131_072 + 108, -65_536 + 80));
        assert_eq!(
            far.rect,
            Rect {
                left: 108,
                top: 80,
                right: 132,
                bottom: 120
            }
        );
    }

    #[test]
    fn scaled_walk_and_columns_use_the_same_entries_c64_c65() {
        // small[124..128] = 31, 191, 63, 127; small[128..133] = 0, 128, 64, 192, 32.
        let picture = Extent {
            x: -4,
            y: -4,
            width: 8,
            height: 4,
        };
        let half = stand(100, 100, false, (128, 64)).place(picture);
        // 31, 63 and 127 are below 128: three columns. 31 and 63 are below 64: two rows.
        assert_eq!((half.x, half.y), (97, 98));
        // Columns 124..=131: 31, 63, 127, 0, 64 are kept.
        assert_eq!(
            half.rect,
            Rect {
                left: 97,
                top: 98,
                right: 102,
                bottom: 100
            }
        );
        // Flipped: the indices 132, 131, 130, 129 have the entries 32, 192, 64, 128. At 128, two of
        // them count, to the right; the columns continue downwards.
        let west = stand(100, 100, true, (128, 255)).place(picture);
        assert_eq!(west.x, 102);
        // 132..=125: 32, 192, 64, 128, 0, 127, 63, 191: five are kept.
        assert_eq!((west.rect.left, west.rect.right), (97, 102));
        // A positive offset starts at the same entries and goes in the other direction.
        let right = stand(100, 100, false, (128, 255)).place(Extent { x: 4, ..picture });
        assert_eq!((right.x, right.column_index(0)), (103, 124));
    }

    #[test]
    fn the_first_side_skips_columns_c44_c45() {
        let at = |x, flip| {
            let s = stand(x, 100, flip, (255, 255));
            (
                s.scaling,
                s.place(Extent {
                    x: 0,
                    y: 0,
                    width: 10,
                    height: 1,
                }),
            )
        };
        let begin = |x, flip, short| {
            let (scaling, placed) = at(x, flip);
            placed.begin(&scaling, &SCREEN, &SCREEN, short)
        };
        assert_eq!(
            begin(-3, false, true),
            Begin {
                skip: 3,
                x: 0,
                end: 10
            }
        );
        assert_eq!(
            begin(0, false, true),
            Begin {
                skip: 0,
                x: 0,
                end: 10
            }
        );
        assert_eq!(
            begin(311, false, true),
            Begin {
                skip: 0,
                x: 311,
                end: 9
            }
        );
        assert_eq!(
            begin(310, false, true),
            Begin {
                skip: 0,
                x: 310,
                end: 10
            }
        );
        // Flipped, from the right edge: COST skips one column too few, AKOS does not.
        assert_eq!(
            begin(322, true, true),
            Begin {
                skip: 2,
                x: 319,
                end: 10
            }
        );
        assert_eq!(
            begin(322, true, false),
            Begin {
                skip: 3,
                x: 319,
                end: 10
            }
        );
        assert_eq!(
            begin(320, true, true),
            Begin {
                skip: 0,
                x: 320,
                end: 10
            }
        );
        assert_eq!(
            begin(320, true, false),
            Begin {
                skip: 1,
                x: 319,
                end: 10
            }
        );
        // The rectangle is one column left of the pixels: with the first column at 9, it begins at
        // -1, and nothing is cut.
        assert_eq!(
            begin(9, true, true),
            Begin {
                skip: 0,
                x: 9,
                end: 10
            }
        );
        assert_eq!(
            begin(8, true, true),
            Begin {
                skip: 0,
                x: 8,
                end: 9
            }
        );
    }

    #[test]
    fn a_scaled_picture_keeps_the_last_column_that_was_outside_c68() {
        let s = stand(-2, 0, false, (128, 255));
        // Entries from 128: 0, 128, 64, 192, 32 …: column 0 is kept (edge -1), 1 is dropped (-1), 2
        // is kept (edge 0).
        let placed = s.place(Extent {
            x: 0,
            y: 0,
            width: 8,
            height: 1,
        });
        assert_eq!(
            placed.begin(&s.scaling, &SCREEN, &SCREEN, true),
            Begin {
                skip: 2,
                x: 0,
                end: 8
            }
        );
        // A single column outside: nothing is skipped, and X does not change.
        let s = stand(-1, 0, false, (128, 255));
        let placed = s.place(Extent {
            x: 0,
            y: 0,
            width: 8,
            height: 1,
        });
        assert_eq!(
            placed.begin(&s.scaling, &SCREEN, &SCREEN, true),
            Begin {
                skip: 0,
                x: -1,
                end: 8
            }
        );
    }
}
