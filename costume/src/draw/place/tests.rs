use super::*;

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
        placed.begin(&scaling, &SCREEN, &SCREEN, short, 1)
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
        placed.begin(&s.scaling, &SCREEN, &SCREEN, true, 1),
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
        placed.begin(&s.scaling, &SCREEN, &SCREEN, true, 1),
        Begin {
            skip: 0,
            x: -1,
            end: 8
        }
    );
}

#[test]
fn the_small_table_is_that_of_w1() {
    assert_eq!(
        SMALL_SCALE_TABLE[..10],
        [255, 253, 125, 189, 61, 221, 93, 157, 29, 237]
    );
    assert_eq!(
        SMALL_SCALE_TABLE[120..136],
        [
            15, 223, 95, 159, 31, 191, 63, 127, 0, 128, 64, 192, 32, 160, 96, 224
        ]
    );
}

#[test]
fn the_big_table_is_that_of_w2_and_has_two_patched_entries_c62() {
    assert_eq!(
        BIG_SCALE_TABLE[..10],
        [0, 128, 64, 192, 32, 160, 96, 224, 16, 144]
    );
    assert_eq!(
        [
            BIG_SCALE_TABLE[255],
            BIG_SCALE_TABLE[511],
            BIG_SCALE_TABLE[767]
        ],
        [0xfe, 0xfe, 0xff]
    );
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
