use scumm_room::{Dialect, GameId, Platform, Quirks};

use super::*;
use crate::cost::Cost;
use crate::cost::fixture::{Fixture, Parts, picture, plain, standing};
use crate::{Facing, Visibility};

const WEST: Facing = Facing::WEST;

fn v5() -> Dialect {
    Dialect::new(5)
}

fn without(quirk: Quirks) -> Dialect {
    v5().with_quirks(Quirks::all() - quirk)
}

/// Creates a costume with one picture, which limb 0 shows.
fn one(dialect: Dialect, picture: Vec<u8>) -> Cost {
    Parts::new(dialect, &[0], true, vec![picture]).cost()
}

/// Creates a line of pixels with the colours 1, 2, 3 … at the anchor.
fn ramp(count: u16) -> Vec<u8> {
    let data: Vec<u8> = (1..=count)
        .map(|c| u8::try_from(c << 4 | 1).unwrap())
        .collect();
    picture((count, 1), (0, 0), (0, 0), &data)
}

fn first() -> LimbStates {
    standing(&[(0, 0)])
}

#[test]
fn east_and_west_turn_about_the_anchor_w3_c41() {
    let data = [0x1f, 0x10, 0xf0, 0x10, 0xf0, 0x10, 0xf0, 0x10, 0xf0];
    let cost = one(v5(), picture((24, 40), (-12, -40), (0, 0), &data));
    let mut scene = Fixture {
        x: 120,
        y: 120,
        ..Fixture::new()
    };
    let drawn = scene.draw(&cost, &first());
    assert_eq!(scene.box_of_pixels(), Some((108, 80, 132 - 1, 119)));
    assert_eq!(
        (drawn.visibility, drawn.top, drawn.bottom),
        (Visibility::Whole, 80, 120)
    );
    assert_eq!(drawn.strips.iter().collect::<Vec<_>>(), [13, 14, 15, 16]);
    let mut scene = Fixture {
        x: 120,
        y: 120,
        facing: WEST,
        ..Fixture::new()
    };
    let drawn = scene.draw(&cost, &first());
    assert_eq!(scene.box_of_pixels(), Some((109, 80, 132, 119)));
    assert_eq!(
        (drawn.visibility, drawn.top, drawn.bottom),
        (Visibility::Whole, 80, 120)
    );
}

#[test]
fn columns_go_down_and_then_right_c36() {
    // Columns of three: 1 1 2 | 2 2 3.
    let cost = one(v5(), picture((2, 3), (0, 0), (0, 0), &[0x12, 0x23, 0x31]));
    let mut scene = Fixture::new();
    scene.draw(&cost, &first());
    assert_eq!(
        [100, 101, 102].map(|y| scene.line(100, y, 2).to_vec()),
        [[101, 102], [101, 102], [102, 103]]
    );
    let mut west = Fixture {
        facing: WEST,
        ..Fixture::new()
    };
    west.draw(&cost, &first());
    assert_eq!(west.line(99, 100, 3), [102, 101, 0]);
}

#[test]
fn only_west_is_mirrored_and_bit_7_of_the_format_keeps_it_c4_c41() {
    let at = |facing, format| {
        let cost = Parts {
            format,
            ..Parts::new(v5(), &[0], true, vec![ramp(3)])
        }
        .cost();
        let mut scene = Fixture {
            facing,
            ..Fixture::new()
        };
        scene.draw(&cost, &first());
        scene.line(98, 100, 5).to_vec()
    };
    for facing in [Facing::NORTH, Facing::EAST, Facing::SOUTH] {
        assert_eq!(at(facing, 0x58), [0, 0, 101, 102, 103]);
    }
    assert_eq!(at(WEST, 0x58), [103, 102, 101, 0, 0]);
    assert_eq!(at(WEST, 0xd8), [0, 0, 101, 102, 103]);
}

#[test]
fn moves_add_up_and_a_positive_one_goes_up_w4_c32() {
    let pictures = vec![
        picture((1, 1), (0, 0), (2, 1), &[0x11]),
        picture((1, 1), (5, 3), (0, 0), &[0x21]),
    ];
    let mut parts = Parts::new(v5(), &[0, 1], true, pictures.clone());
    parts.limbs.push((3, pictures));
    parts.records[0] = vec![0, 0x90, 0, 0, 1, 0, 0, 1];
    let cost = parts.cost();
    let mut scene = Fixture::new();
    scene.draw(&cost, &standing(&[(0, 0), (3, 1)]));
    assert_eq!((scene.pixel(100, 100), scene.pixel(107, 102)), (101, 102));
    // West: the sum is mirrored, not its parts (C35).
    let mut west = Fixture {
        facing: WEST,
        ..Fixture::new()
    };
    west.draw(&cost, &standing(&[(0, 0), (3, 1)]));
    assert_eq!((west.pixel(100, 100), west.pixel(93, 102)), (101, 102));
}

#[test]
fn later_limbs_lie_on_top_c32() {
    let mut parts = Parts::new(v5(), &[0, 1], true, vec![plain(1, 1, 1), plain(1, 1, 2)]);
    parts.limbs.push((15, vec![plain(1, 1, 3), plain(1, 1, 4)]));
    parts.records[0] = vec![1, 0x80, 0, 0, 1, 0, 0, 1];
    let cost = parts.cost();
    let mut scene = Fixture::new();
    scene.draw(&cost, &standing(&[(0, 1), (15, 0)]));
    assert_eq!(scene.pixel(100, 100), 103);
    let mut stopped = standing(&[(0, 1), (15, 0x8000)]);
    stopped.stopped = 0x8000;
    scene.draw(&cost, &stopped);
    assert_eq!(scene.pixel(100, 100), 102);
}

#[test]
fn command_7b_shows_nothing_and_moves_nothing_c30() {
    let mut pictures = vec![plain(1, 1, 1); 128];
    pictures[0x7b] = picture((1, 1), (0, 0), (9, 0), &[0x21]);
    let mut parts = Parts::new(v5(), &[0x7b, 0xfb, 0x7a, 0], true, pictures.clone());
    parts.limbs.push((1, pictures));
    parts.records[0] = vec![0, 0xc0, 0, 0, 3, 0, 0, 3];
    let cost = parts.cost();
    for nothing in [0, 1] {
        let mut scene = Fixture::new();
        scene.draw(&cost, &standing(&[(0, nothing), (1, 3)]));
        assert_eq!(scene.box_of_pixels(), Some((100, 100, 100, 100)));
    }
}

#[test]
fn numbers_from_79_on_show_nothing_in_v3_with_256_colours_c30() {
    let v3 = Dialect::new(3).with_old256(true);
    for (dialect, expected) in [(v3, 0), (v5(), 101)] {
        let cost = Parts::new(dialect, &[0, 0x79, 0x78], true, vec![plain(1, 1, 1); 128]).cost();
        let mut scene = Fixture::new();
        scene.draw(&cost, &standing(&[(0, 1)]));
        assert_eq!(scene.pixel(100, 100), expected);
    }
}

#[test]
fn v2_and_v3_ega_are_made_for_an_origin_of_72_100_c32_g5() {
    for (dialect, at) in [
        (Dialect::new(2), (28, 0)),
        (Dialect::new(3), (28, 0)),
        (Dialect::new(4), (100, 100)),
    ] {
        let cost = one(dialect, plain(1, 1, 1));
        let mut scene = Fixture {
            colours: std::array::from_fn(|i| i as u16),
            ..Fixture::new()
        };
        scene.draw(&cost, &first());
        assert_eq!(scene.box_of_pixels(), Some((at.0, at.1, at.0, at.1)));
    }
}

#[test]
fn scale_is_ignored_up_to_v3_c6b() {
    for (dialect, wide) in [(Dialect::new(3).with_old256(true), 8), (v5(), 4)] {
        let cost = one(dialect, plain(8, 8, 1));
        let mut scene = Fixture {
            scale: (128, 128),
            ..Fixture::new()
        };
        let drawn = scene.draw(&cost, &first());
        // Entries from the anchor on: 0, 128, 64, 192, 32, 160, 96, 224; four of them are below
        // 128.
        assert_eq!((drawn.top, drawn.bottom), (100, 100 + wide));
    }
}

#[test]
fn flipped_beyond_the_right_edge_is_one_column_off_c45() {
    // The first column is at 322: columns 0, 1 and 2 are outside, column 3 is at 319.
    for (dialect, at_edge) in [(v5(), 103), (without(Quirks::WEST_RIGHT_CLIP), 104)] {
        let cost = one(dialect, ramp(8));
        let mut scene = Fixture {
            x: 322,
            facing: WEST,
            ..Fixture::new()
        };
        let drawn = scene.draw(&cost, &first());
        assert_eq!(
            (scene.pixel(319, 100), drawn.visibility),
            (at_edge, Visibility::Cut)
        );
        // At 320, the fault changes nothing: the column that should be skipped is outside the
        // screen anyway.
        let mut scene = Fixture {
            x: 320,
            facing: WEST,
            ..Fixture::new()
        };
        scene.draw(&cost, &first());
        assert_eq!(scene.pixel(319, 100), 102);
    }
}

#[test]
fn tall_pictures_vanish_c46() {
    for (dialect, drawn_top) in [(v5(), 0), (without(Quirks::TALL_CEL_VANISHES), 101)] {
        let data: Vec<u8> = [0x10, 200].repeat(2);
        let cost = one(dialect, picture((1, 200), (0, 0), (0, 0), &data));
        // 55 + 200 fits, 56 + 200 does not; the extent is the same.
        let mut fits = Fixture {
            y: 55,
            ..Fixture::new()
        };
        fits.draw(&cost, &first());
        assert_eq!(fits.pixel(100, 55), 101);
        let mut tall = Fixture {
            y: 56,
            ..Fixture::new()
        };
        let drawn = tall.draw(&cost, &first());
        assert_eq!(
            (tall.pixel(100, 56), drawn.top, drawn.bottom),
            (drawn_top, 56, 200)
        );
        assert_eq!(drawn.visibility, Visibility::Whole);
    }
}

#[test]
fn pictures_are_cut_or_whole_c47() {
    use Visibility::{Cut, None as NotPlaced, Whole};
    let cost = one(v5(), plain(8, 1, 1));
    let result = |x, y, facing| {
        Fixture {
            x,
            y,
            facing,
            ..Fixture::new()
        }
        .draw(&cost, &first())
        .visibility
    };
    assert_eq!(
        [-1, 0, 312, 313].map(|x| result(x, 0, Facing::EAST)),
        [Cut, Whole, Whole, Cut]
    );
    assert_eq!(
        [(-8, 0), (320, 0), (0, -1), (0, 200)].map(|(x, y)| result(x, y, Facing::EAST)),
        [NotPlaced; 4]
    );
    // Flipped, X = 0 is refused although its column is on the screen (C43).
    assert_eq!(
        [0, 6, 7].map(|x| result(x, 0, WEST)),
        [NotPlaced, Cut, Whole]
    );
    assert_eq!(
        [320, 321, 328].map(|x| result(x, 0, WEST)),
        [Whole, Cut, NotPlaced]
    );
}

#[test]
fn nothing_placed_reports_nothing_but_its_strips_c48_d3() {
    let cost = one(v5(), plain(8, 4, 1));
    let mut scene = Fixture {
        x: 400,
        ..Fixture::new()
    };
    let drawn = scene.draw(&cost, &first());
    assert_eq!(
        (drawn.visibility, drawn.top, drawn.bottom),
        (Visibility::None, 0x7fff_ffff, 0)
    );
    assert_eq!(drawn.strips.iter().collect::<Vec<_>>(), [50, 51]);
    // Division rounds towards zero: -7..1 is strip 0.
    let mut scene = Fixture {
        x: -7,
        ..Fixture::new()
    };
    assert_eq!(
        scene
            .draw(&cost, &first())
            .strips
            .iter()
            .collect::<Vec<_>>(),
        [0]
    );
    let mut above = Fixture {
        y: -5,
        ..Fixture::new()
    };
    assert!(above.draw(&cost, &first()).strips.is_empty());
}

#[test]
fn a_dropped_column_shows_through_the_next_one_c69() {
    // Entries from the anchor: 0, 128, 64, 192. At 128, columns 0 and 2 are kept: column 1 is
    // drawn at the position of column 2, column 3 after it.
    let cost = one(
        v5(),
        picture((4, 1), (0, 0), (0, 0), &[0x11, 0x21, 0x01, 0x41]),
    );
    let mut scene = Fixture {
        scale: (128, 255),
        ..Fixture::new()
    };
    let drawn = scene.draw(&cost, &first());
    assert_eq!(scene.line(100, 100, 4), [101, 102, 104, 0]);
    assert_eq!((drawn.top, drawn.bottom), (100, 101));
}

#[test]
fn a_dropped_row_is_not_drawn_c69() {
    let cost = one(
        v5(),
        picture((1, 4), (0, 0), (0, 0), &[0x11, 0x21, 0x31, 0x41]),
    );
    let mut scene = Fixture {
        scale: (255, 128),
        ..Fixture::new()
    };
    scene.draw(&cost, &first());
    assert_eq!([100, 101, 102].map(|y| scene.pixel(100, y)), [101, 103, 0]);
}

#[test]
fn colour_13_takes_the_shadow_table_in_v5_and_v6_but_not_in_he60_c50_c51() {
    let dialects = [
        Dialect::new(4),
        Dialect::new(5),
        Dialect::new(6),
        Dialect::humongous(60),
    ];
    for (dialect, expected) in dialects.into_iter().zip([13, 77, 77, 13]) {
        let cost = one(dialect, ramp(2));
        let mut scene = Fixture::new();
        scene.colours[2] = 13;
        scene.pixels.fill(7);
        scene.shadow[7] = 77;
        scene.draw(&cost, &first());
        assert_eq!(scene.line(100, 100, 2), [101, expected], "{dialect:?}");
    }
}

#[test]
fn shadow_mode_20_takes_the_table_for_every_opaque_pixel_c50() {
    let cost = one(v5(), picture((3, 1), (0, 0), (0, 0), &[0x11, 0x01, 0x31]));
    let mut scene = Fixture {
        shadow_mode: 0x21,
        ..Fixture::new()
    };
    scene.pixels.fill(7);
    scene.shadow[7] = 77;
    scene.draw(&cost, &first());
    assert_eq!(scene.line(100, 100, 3), [77, 7, 77]);
    let mut other = Fixture {
        shadow_mode: 0x1f,
        ..Fixture::new()
    };
    other.draw(&cost, &first());
    assert_eq!(other.line(100, 100, 3), [101, 0, 103]);
}

#[test]
fn colour_0_is_transparent_whatever_its_screen_colour_c38() {
    for (dialect, data) in [
        (v5(), [0x11, 0x01, 0x31]),
        (Dialect::new(6), [0x11, 0x01, 0x31]),
    ] {
        let mut scene = Fixture::new();
        scene.colours[0] = 99;
        scene.pixels.fill(7);
        scene.draw(
            &one(dialect, picture((3, 1), (0, 0), (0, 0), &data)),
            &first(),
        );
        assert_eq!(scene.line(100, 100, 3), [101, 7, 103]);
    }
}

#[test]
fn dropped_columns_are_shadowed_twice_c6a() {
    for (dialect, expected) in [(v5(), 20), (without(Quirks::DOUBLE_SHADOW), 10)] {
        // Columns 1 (dropped) and 2 are drawn at 101.
        let cost = one(dialect, ramp(3));
        let mut scene = Fixture {
            shadow_mode: 0x20,
            scale: (128, 255),
            ..Fixture::new()
        };
        scene.shadow[0] = 10;
        scene.shadow[10] = 20;
        scene.draw(&cost, &first());
        assert_eq!(scene.line(100, 100, 3), [10, expected, 0]);
    }
}

#[test]
fn the_mask_hides_c50() {
    let cost = one(v5(), plain(4, 2, 1));
    let mut scene = Fixture::new();
    let mut mask = vec![0; 320 * 200];
    mask[100 * 320 + 101] = 0xff;
    scene.mask = Some(mask);
    scene.draw(&cost, &first());
    assert_eq!(
        (scene.line(100, 100, 4), scene.line(100, 101, 4)),
        (&[101, 0, 101, 101][..], &[101; 4][..])
    );
}

#[test]
fn the_view_begins_anywhere_in_the_room_g2_g3() {
    let cost = one(v5(), plain(9, 1, 1));
    let scene = Fixture::new();
    let mut pixels = vec![0; 320 * 200 + 640];
    let mut target = Target::new(&mut pixels, 320, 200).starting_at(64);
    let drawn = cost.draw(
        &first(),
        &scene.look(),
        &mut Renderer::default(),
        &mut target,
    );
    assert_eq!(pixels.iter().position(|&p| p != 0), Some(100 * 320 + 164));
    assert_eq!(drawn.strips.iter().collect::<Vec<_>>(), [20, 21]);
}

#[test]
fn data_that_ends_early_and_empty_pictures_draw_what_there_is() {
    let mut scene = Fixture::new();
    scene.draw(
        &one(v5(), picture((3, 1), (0, 0), (0, 0), &[0x11, 0x20])),
        &first(),
    );
    assert_eq!(scene.box_of_pixels(), Some((100, 100, 100, 100)));
    for (width, height) in [(0, 5), (0, 0)] {
        let mut scene = Fixture {
            scale: (100, 100),
            ..Fixture::new()
        };
        scene.draw(
            &one(v5(), picture((width, height), (0, 0), (0, 0), &[0x1f; 9])),
            &first(),
        );
        assert_eq!(scene.box_of_pixels(), None);
    }
}

#[test]
fn a_picture_of_height_0_has_65_536_rows_in_each_column_c36() {
    let cost = one(v5(), picture((5, 0), (0, 0), (0, 0), &[0x1f; 9]));
    let mut scene = Fixture::new();
    let drawn = scene.draw(&cost, &first());
    assert_eq!(scene.box_of_pixels(), Some((100, 100, 100, 199)));
    assert_eq!((drawn.top, drawn.bottom), (100, 100));
}

#[test]
fn formats_60_and_61_borrow_data_but_nothing_else_c5_c33() {
    for (format, byte) in [(0x60, 0x52), (0x61, 5 << 3 | 2)] {
        let own = |size, pair: [u8; 2], data: &[u8]| {
            picture(size, (0, 0), (0, 0), &[&pair[..], data].concat())
        };
        let mut parts = Parts::new(
            v5(),
            &[0, 1],
            true,
            vec![
                own((2, 1), [3, 1], &[0x77]),
                own((1, 2), [255, 255], &[byte]),
            ],
        );
        let redirects = own((2, 1), [3, 1], &[]);
        assert!(scumm_book::says("C33", &redirects).unwrap());
        // The data belongs to picture 1 of limb 3; its own size does not matter.
        parts
            .limbs
            .push((3, vec![plain(1, 1, 1), own((1, 2), [255, 255], &[byte])]));
        parts.format = format;
        parts.palette = (0..if format == 0x60 { 16 } else { 32 }).collect();
        let cost = parts.cost();
        let mut scene = Fixture::new();
        scene.draw(&cost, &standing(&[(0, 0)]));
        assert_eq!(
            (scene.line(100, 100, 3), scene.pixel(100, 101)),
            (&[5, 5, 0][..], 0)
        );
        let mut scene = Fixture::new();
        scene.draw(&cost, &standing(&[(0, 1)]));
        assert_eq!((scene.pixel(100, 100), scene.pixel(100, 101)), (5, 5));
    }
}

#[test]
fn a_hit_is_an_opaque_pixel_under_the_point_d11() {
    let cost = one(
        v5(),
        picture((4, 1), (0, 0), (0, 0), &[0x11, 0x01, 0x31, 0x41]),
    );
    let scene = Fixture::new();
    let hits = |scene: &Fixture, x: [i32; 6], y| x.map(|x| cost.hit(&first(), &scene.look(), x, y));
    assert_eq!(
        hits(&scene, [99, 100, 101, 102, 103, 104], 100),
        [false, true, false, true, true, false]
    );
    assert_eq!(hits(&scene, [100; 6], 101), [false; 6]);
    // Screen edges and masks are ignored.
    let outside = Fixture {
        x: -2,
        mask: Some(vec![0xff; 320 * 200]),
        ..Fixture::new()
    };
    assert_eq!(
        hits(&outside, [-3, -2, -1, 0, 1, 2], 100),
        [false, true, false, true, true, false]
    );
    // Flipped, the rectangle that is tested first lies one column left of the pixels (C42): the
    // first column is outside it.
    let west = Fixture {
        facing: WEST,
        ..Fixture::new()
    };
    assert_eq!(
        hits(&west, [96, 97, 98, 99, 100, 101], 100),
        [false, true, true, false, false, false]
    );
}

fn amiga() -> Dialect {
    Dialect::new(5).with_platform(Platform::Amiga)
}

fn drawn(dialect: Dialect, picture: Vec<u8>, scene: Fixture) -> Fixture {
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
    let east = drawn(amiga(), six(), Fixture::new());
    assert_eq!(
        [100, 101].map(|y| east.line(100, y, 3).to_vec()),
        [[101, 102, 103], [104, 105, 106]]
    );
    let west = drawn(
        amiga(),
        six(),
        Fixture {
            facing: Facing::WEST,
            ..Fixture::new()
        },
    );
    assert_eq!(west.line(98, 100, 3), [103, 102, 101]);
    // v4 stores columns on the Amiga, too.
    let v4 = Dialect::new(4).with_platform(Platform::Amiga);
    assert_eq!(
        drawn(v4, six(), Fixture::new()).line(100, 100, 3),
        [101, 103, 105]
    );
}

#[test]
fn nothing_is_skipped_at_the_edges_c70() {
    let cut = drawn(
        amiga(),
        six(),
        Fixture {
            x: -1,
            ..Fixture::new()
        },
    );
    assert_eq!(cut.line(0, 100, 3), [102, 103, 0]);
    // Flipped at 321: the fault of C45 does not occur here.
    let west = drawn(
        amiga(),
        six(),
        Fixture {
            x: 321,
            facing: Facing::WEST,
            ..Fixture::new()
        },
    );
    assert_eq!(west.line(318, 100, 2), [0, 103]);
}

#[test]
fn shadows_do_not_exist_c70() {
    let mut scene = Fixture {
        shadow_mode: 0x20,
        ..Fixture::new()
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
        Fixture {
            scale: (128, 128),
            ..Fixture::new()
        },
    );
    assert_eq!(
        [100, 101].map(|y| scaled.line(100, y, 3).to_vec()),
        [[101, 103, 0], [0, 0, 0]]
    );
}

#[test]
fn a_scaled_picture_cut_where_it_begins_has_the_entries_of_its_visible_columns_c70() {
    // Entries from the anchor: 0, 128, 64, 192, 32, 160. At 128, columns 0, 2 and 4 are kept. The
    // picture begins at -2, so columns 0 to 2 count as outside. The entries are shifted by two
    // columns: column 0 uses the entry of column 2, 64.
    let data = [0x11, 0x21, 0x31, 0x41, 0x51, 0x61];
    let cut = drawn(
        amiga(),
        picture((6, 1), (0, 0), (0, 0), &data),
        Fixture {
            x: -2,
            scale: (128, 255),
            ..Fixture::new()
        },
    );
    assert_eq!(cut.line(0, 100, 3), [105, 106, 0]);
}

#[test]
fn a_row_of_dropped_columns_is_overdrawn_by_the_next_c70() {
    // The column is left of the anchor and has entry 127, so a scale of 127 drops it. After a
    // dropped column the position does not advance. All rows are drawn at the same line, where the
    // last row remains.
    let column = picture((1, 3), (-1, 0), (0, 0), &[0x11, 0x21, 0x31]);
    let scene = Fixture {
        scale: (127, 255),
        ..Fixture::new()
    };
    // The rectangle is empty, because no column counts. It still touches the screen.
    let piled = drawn(amiga(), column, scene);
    assert_eq!([100, 101, 102].map(|y| piled.pixel(100, y)), [103, 0, 0]);
}

#[test]
fn indy_4_maps_by_the_rooms_palette_c70() {
    let indy = amiga().with_game(Some(GameId::Indy4));
    for (dialect, expected) in [(amiga(), 101), (indy, 55)] {
        let mut scene = Fixture::new();
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
        Fixture {
            x: 10,
            ..Fixture::new()
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
            Fixture {
                x: 10,
                ..Fixture::new()
            }
        )
        .line(265, 100, 2),
        [101, 0]
    );
}

fn cost(dialect: Dialect, format: u8, palette: Vec<u8>) -> Cost {
    Parts {
        format,
        palette,
        ..Parts::new(dialect, &[0], true, vec![plain(1, 1, 1)])
    }
    .cost()
}

fn table(cost: &Cost, scene: &Fixture, before: u16) -> Vec<u16> {
    let mut renderer = Renderer {
        palette: vec![before; 256],
        ..Renderer::default()
    };
    cost.set_palette(&scene.look(), &mut renderer);
    renderer.palette
}

#[test]
fn the_actors_colour_wins_unless_it_is_255_c52() {
    let v5 = Dialect::new(5);
    let mut scene = Fixture::new();
    scene.colours[2] = 200;
    let palette = table(&cost(v5, 0x59, (50..82).collect()), &scene, 9);
    assert_eq!(
        (&palette[..4], palette[31], palette[32]),
        (&[50, 51, 200, 53][..], 81, 9)
    );
}

#[test]
fn v2_and_v3_ega_take_the_actors_colours_c53() {
    for (version, twelve) in [(2, 12), (3, 112)] {
        let dialect = Dialect::new(version);
        let scene = Fixture {
            colours: std::array::from_fn(|i| 100 + i as u16),
            ..Fixture::new()
        };
        let palette = table(&cost(dialect, 0x58, vec![9]), &scene, 0);
        assert_eq!(
            [0, 1, 9, 12, 15, 16].map(|i| palette[i]),
            [100, 101, 100, twelve, 115, 0]
        );
    }
}

#[test]
fn the_costumes_own_colour_is_stored_last_c53a() {
    use scumm_room::Render;
    let twelve = |dialect: Dialect, own, dark| {
        let scene = Fixture {
            dark,
            colours: std::array::from_fn(|i| 100 + i as u16),
            ..Fixture::new()
        };
        table(&cost(dialect, 0x58, vec![own]), &scene, 0)[12]
    };
    let v2 = Dialect::new(2);
    let on = |render| v2.with_render(Some(render));
    assert_eq!(
        [
            twelve(v2, 9, false),
            twelve(v2, 12, false),
            twelve(v2, 12, true)
        ],
        [12, 100, 8]
    );
    let bright = [Render::Cga, Render::HerculesGreen, Render::HerculesAmber];
    assert_eq!(bright.map(|render| twelve(on(render), 9, false)), [15; 3]);
    assert_eq!(
        [Render::Ega, Render::Amiga].map(|render| twelve(on(render), 9, false)),
        [12; 2]
    );
    assert_eq!(
        twelve(Dialect::new(3).with_render(Some(Render::Cga)), 9, false),
        112
    );
}

#[test]
fn half_the_palette_goes_dark_c54() {
    let fixed = Dialect::new(5).with_quirks(Quirks::all() - Quirks::DARK_HALF_PALETTE);
    for (dialect, expected) in [
        (Dialect::new(5), [0x0808, 0x0808, 7, 0, 7, 7]),
        (fixed, [8, 8, 8, 0, 8, 7]),
    ] {
        let scene = Fixture {
            dark: true,
            ..Fixture::new()
        };
        let palette = table(&cost(dialect, 0x58, vec![1; 16]), &scene, 7);
        assert_eq!([0, 7, 8, 12, 15, 16].map(|i| palette[i]), expected);
    }
    let scene = Fixture {
        dark: true,
        ..Fixture::new()
    };
    let palette = table(&cost(Dialect::new(4), 0x59, vec![1; 32]), &scene, 7);
    assert_eq!(
        [11, 12, 13, 15, 16].map(|i| palette[i]),
        [0x0808, 0, 0x0808, 0x0808, 7]
    );
}

#[test]
fn the_dark_is_plain_in_v2_and_v3_ega_c54() {
    for version in [2, 3] {
        let dialect = Dialect::new(version);
        let scene = Fixture {
            dark: true,
            ..Fixture::new()
        };
        let palette = table(&cost(dialect, 0x58, vec![12]), &scene, 7);
        assert_eq!(
            [0, 11, 12, 15, 16].map(|i| palette[i]),
            [8, 8, 8, 8, 7],
            "12 is the costume's own colour (C53a)"
        );
        let palette = table(&cost(dialect, 0x58, vec![3]), &scene, 7);
        assert_eq!([0, 3, 12, 15, 16].map(|i| palette[i]), [8, 8, 0, 8, 7]);
    }
}

#[test]
fn v1_has_skin_suit_and_outline_c71() {
    let zak = Dialect::new(1).with_game(Some(GameId::Zak));
    let four = |dialect: Dialect, dark| {
        let mut scene = Fixture {
            actor: 3,
            dark,
            ..Fixture::new()
        };
        scene.colours[3] = 5;
        table(&cost(dialect, 0x57, vec![]), &scene, 7)[..5].to_vec()
    };
    // Colours 8, 5 and 0 of the C64 on the EGA screen; 0 and 11 in the dark (S12).
    assert_eq!(four(zak, false), [0, 12, 2, 0, 7]);
    assert_eq!(four(zak, true), [0, 0, 8, 8, 7]);
    assert_eq!(
        four(zak.with_platform(Platform::C64), false),
        [0, 10, 5, 0, 7]
    );
    assert_eq!(
        four(zak.with_platform(Platform::C64), true),
        [0, 0, 11, 11, 7]
    );
    // Maniac Mansion: the colours depend on the actor's number, not on its palette.
    assert_eq!(four(Dialect::new(1), false), [0, 12, 1, 0, 7]);
}

#[test]
fn maniac_has_a_suit_for_every_actor_and_one_other_skin_c71a() {
    let colours = |actor| {
        let scene = Fixture {
            actor,
            ..Fixture::new()
        };
        let palette = table(&cost(Dialect::new(1), 0x57, vec![]), &scene, 7);
        (palette[1], palette[2])
    };
    assert_eq!([1, 4, 24].map(colours), [(12, 14), (5, 6), (12, 14)]);
    assert_eq!(colours(99), (12, 0), "there are no more actors");
}
