//! The row-major pictures of v5 on the Amiga (C39, C70).

use crate::draw::{Placed, Runs, Scaling};

/// Calls `sink` for the opaque pixels in drawing order, with their position, their colour, and
/// their column and row in the picture. No column is skipped at the edges, but the first column has
/// the entry of the scale table that belongs to the first column that is not `outside` (C70).
pub(super) fn walk(
    scaling: &Scaling<'_>,
    (placed, outside): (&Placed, i32),
    mut pixels: Runs<'_>,
    mut sink: impl FnMut((i32, i32), u8, (i32, i32)),
) {
    let mut y = placed.y;
    for row in 0..counter(placed.height) {
        let mut x = placed.x;
        let row_kept = scaling.keeps_row(placed.row_index(row));
        for column in 0..counter(placed.width) {
            let Some(colour) = pixels.next() else { return };
            if row_kept {
                if colour != 0 {
                    sink((x, y), colour, (column, row));
                }
                if scaling.keeps_column(placed.column_index(column.saturating_add(outside))) {
                    x = x.saturating_add(placed.step);
                }
            }
        }
        if x != placed.x {
            y = y.saturating_add(1);
        }
    }
}

/// Returns a size as the original's byte counter sees it. The counter is decremented before it is
/// tested, so 256 counts as 256, and 257 as 1.
fn counter(size: i32) -> i32 {
    match size & 0xff {
        0 if size > 0 => 256,
        low => low,
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::{Dialect, GameId, Platform};

    use crate::Facing;
    use crate::cost::Cost;
    use crate::cost::fixture::{Parts, Scene, picture, standing};

    fn amiga() -> Dialect {
        Dialect::new(5).with_platform(Platform::Amiga)
    }

    fn drawn(dialect: Dialect, picture: Vec<u8>, scene: Scene) -> Scene {
        let mut scene = scene;
        let cost: Cost = Parts::new(dialect, &[0], true, vec![picture]).cost();
        scene.draw(&cost, &standing(&[(0, 0)]));
        scene
    }

    /// Returns the rows 1 2 3 / 4 5 6, encoded run by run.
    fn six() -> Vec<u8> {
        picture(
            (3, 2),
            (0, 0),
            (0, 0),
            &[0x11, 0x21, 0x31, 0x41, 0x51, 0x61],
        )
    }

    #[test]
    fn amiga_pictures_go_row_by_row_c39_c70() {
        let east = drawn(amiga(), six(), Scene::new());
        assert_eq!(
            [100, 101].map(|y| east.line(100, y, 3).to_vec()),
            [[101, 102, 103], [104, 105, 106]]
        );
        let west = drawn(
            amiga(),
            six(),
            Scene {
                facing: Facing::WEST,
                ..Scene::new()
            },
        );
        assert_eq!(west.line(98, 100, 3), [103, 102, 101]);
        // v4 stores columns on the Amiga, too.
        let v4 = Dialect::new(4).with_platform(Platform::Amiga);
        assert_eq!(
            drawn(v4, six(), Scene::new()).line(100, 100, 3),
            [101, 103, 105]
        );
    }

    #[test]
    fn nothing_is_skipped_at_the_edges_c70() {
        let cut = drawn(
            amiga(),
            six(),
            Scene {
                x: -1,
                ..Scene::new()
            },
        );
        assert_eq!(cut.line(0, 100, 3), [102, 103, 0]);
        // Flipped at 321: the fault of C45 does not occur here.
        let west = drawn(
            amiga(),
            six(),
            Scene {
                x: 321,
                facing: Facing::WEST,
                ..Scene::new()
            },
        );
        assert_eq!(west.line(318, 100, 2), [0, 103]);
    }

    #[test]
    fn shadows_do_not_exist_c70() {
        let mut scene = Scene {
            shadow_mode: 0x20,
            ..Scene::new()
        };
        scene.colours[2] = 13;
        scene.shadow.fill(99);
        assert_eq!(
            drawn(amiga(), six(), scene).line(100, 100, 3),
            [101, 13, 103]
        );
    }

    #[test]
    fn dropped_columns_and_rows_c70() {
        // Entries from the anchor: 0, 128, 64. At 128, column 1 is dropped, so 3 is drawn on it;
        // row 1 is dropped.
        let scaled = drawn(
            amiga(),
            six(),
            Scene {
                scale: (128, 128),
                ..Scene::new()
            },
        );
        assert_eq!(
            [100, 101].map(|y| scaled.line(100, y, 3).to_vec()),
            [[101, 103, 0], [0, 0, 0]]
        );
    }

    #[test]
    fn a_scaled_picture_cut_where_it_begins_has_the_entries_of_its_visible_columns_c70() {
        // Entries from the anchor: 0, 128, 64, 192, 32, 160. At 128, columns 0, 2 and 4 are kept.
        // The picture begins at -2: columns 0 to 2 count as outside, and the entry of the last of
        // them, 64, belongs to column 0.
        let data = [0x11, 0x21, 0x31, 0x41, 0x51, 0x61];
        let cut = drawn(
            amiga(),
            picture((6, 1), (0, 0), (0, 0), &data),
            Scene {
                x: -2,
                scale: (128, 255),
                ..Scene::new()
            },
        );
        assert_eq!(cut.line(0, 100, 3), [105, 106, 0]);
    }

    #[test]
    fn a_row_of_dropped_columns_is_overdrawn_by_the_next_c70() {
        // One column left of the anchor, with entry 127: it is dropped at 127. X never moves, so
        // the rows are drawn on each other; of the rows from 128 on, at 255, the last one is
        // visible.
        let column = picture((1, 3), (-1, 0), (0, 0), &[0x11, 0x21, 0x31]);
        let scene = Scene {
            scale: (127, 255),
            ..Scene::new()
        };
        // The rectangle is empty (no column counts), but still meets the screen.
        let piled = drawn(amiga(), column, scene);
        assert_eq!([100, 101, 102].map(|y| piled.pixel(100, y)), [103, 0, 0]);
    }

    #[test]
    fn indy_4_maps_by_the_rooms_palette_c70() {
        let indy = amiga().with_game(Some(GameId::Indy4));
        for (dialect, expected) in [(amiga(), 101), (indy, 55)] {
            let mut scene = Scene::new();
            scene.room_palette[101] = 55;
            assert_eq!(drawn(dialect, six(), scene).pixel(100, 100), expected);
        }
    }

    #[test]
    fn sizes_are_bytes_c70() {
        // 258 columns count as 2: the rows of the data have two pixels.
        let wide = picture((258, 2), (0, 0), (0, 0), &[0x11, 0x21, 0x31, 0x41, 0x5f]);
        let seen = drawn(
            amiga(),
            wide,
            Scene {
                x: 10,
                ..Scene::new()
            },
        );
        assert_eq!(
            [100, 101].map(|y| seen.line(10, y, 3).to_vec()),
            [[101, 102, 0], [103, 104, 0]]
        );
        let all = picture((256, 1), (0, 0), (0, 0), &[0x10, 0]);
        assert_eq!(
            drawn(
                amiga(),
                all,
                Scene {
                    x: 10,
                    ..Scene::new()
                }
            )
            .line(265, 100, 2),
            [101, 0]
        );
    }
}
