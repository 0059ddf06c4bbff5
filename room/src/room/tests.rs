//! Tests with rooms made byte by byte: the drawn pixels, the unchanged pixels, and the reported
//! damage.

use std::ops::Range;

use super::*;
use crate::image::strip::RoomTarget;
use crate::place::Tag;
use crate::{Canvas, GameId, Planes, Rect, block};

fn chunk(tag: &[u8; 4], data: &[u8]) -> Vec<u8> {
    block::write(Tag(*tag), data).unwrap()
}

/// Creates a chunk of strips with their table; a strip without bytes is empty.
fn strips(tag: &[u8; 4], entry: usize, strips: &[&[u8]]) -> Vec<u8> {
    let mut table = Vec::new();
    let mut data = Vec::new();
    for strip in strips {
        let offset = 8 + strips.len() * entry + data.len();
        let offset = if strip.is_empty() {
            0
        } else {
            u32::try_from(offset).unwrap()
        };
        table.extend(&offset.to_le_bytes()[..entry]);
        data.extend(*strip);
    }
    chunk(tag, &[table, data].concat())
}

/// Creates a strip of eight lines of one colour: basic, rows, eight bits, all pixels equal.
fn plain(code: u8, colour: u8) -> Vec<u8> {
    [&[code, colour][..], &[0; 8]].concat()
}

/// Creates a ROOM of v5 or v6, eight lines high and as wide as its strips.
fn room_block(chunks: &[Vec<u8>], width: u16) -> Vec<u8> {
    let header = [width, 8, 0].map(u16::to_le_bytes).concat();
    chunk(
        b"ROOM",
        &[chunk(b"RMHD", &header), chunks.concat()].concat(),
    )
}

fn image(planes: u16, chunks: &[Vec<u8>]) -> Vec<u8> {
    let im00 = chunk(b"IM00", &chunks.concat());
    chunk(
        b"RMIM",
        &[chunk(b"RMIH", &planes.to_le_bytes()), im00].concat(),
    )
}

fn parse(bytes: &[u8], dialect: &Dialect) -> Room {
    Room::parse(&RoomParts::new(bytes), dialect).unwrap()
}

/// A stage of 32x8 pixels, which is filled so that undrawn pixels have a known value.
struct Stage {
    canvas: Canvas,
    planes: Planes,
}

impl Stage {
    fn new() -> Self {
        let mut stage = Self {
            canvas: Canvas::new(32, 8, 32),
            planes: Planes::new(32, 8, 32, 3),
        };
        stage.canvas.pixels_mut().fill(99);
        (0..3).for_each(|plane| stage.planes.get_mut(plane).unwrap().fill(0x11));
        stage
    }

    fn target<'a>(&'a mut self, room_palette: &'a [u8; 256]) -> RoomTarget<'a> {
        RoomTarget {
            canvas: &mut self.canvas,
            planes: &mut self.planes,
            room_palette,
            tiles: None,
        }
    }

    /// Returns the first pixel of each strip of line 0, in the picture and in a plane.
    fn line(&self) -> [u8; 4] {
        [0, 8, 16, 24].map(|x| self.canvas.pixels()[x])
    }

    fn plane(&self, plane: usize) -> [u8; 4] {
        let plane = self.planes.picture(plane).unwrap();
        [0, 8, 16, 24].map(|x| plane.pixels()[x])
    }
}

fn identity() -> [u8; 256] {
    std::array::from_fn(|i| u8::try_from(i).unwrap())
}

fn draw(room: &Room) -> Stage {
    let mut stage = Stage::new();
    room.draw_background(0..4, &mut stage.target(&identity()));
    stage
}

#[test]
fn transparent_pixels_keep_the_buffer_s13() {
    let smap = strips(b"SMAP", 4, &[&plain(28, 7), &plain(48, 7), &plain(48, 8)]);
    let trns = chunk(b"TRNS", &[7, 0]);
    let room = parse(
        &room_block(&[trns, image(0, &[smap])], 24),
        &Dialect::new(5),
    );
    assert_eq!(
        draw(&room).line(),
        [7, 99, 8, 99],
        "the fourth strip is not drawn"
    );
}

#[test]
fn the_room_palette_comes_last_s9() {
    let smap = strips(b"SMAP", 4, &[&plain(28, 7)]);
    let room = parse(&room_block(&[image(0, &[smap])], 8), &Dialect::new(5));
    let mut palette = identity();
    palette[7] = 70;
    let mut stage = Stage::new();
    room.draw_background(0..1, &mut stage.target(&palette));
    assert_eq!(stage.line()[0], 70);
}

#[test]
fn a_missing_plane_is_left_alone_and_an_empty_strip_cleared_m3_r5_z1() {
    let smap = strips(b"SMAP", 4, &[&plain(28, 7), &plain(28, 7)]);
    let zp01 = strips(b"ZP01", 2, &[&[0x88, 0xff], &[]]);
    let room = parse(
        &room_block(&[image(2, &[smap, zp01])], 16),
        &Dialect::new(5),
    );
    let stage = draw(&room);
    assert_eq!(room.plane_count, 2);
    assert_eq!(
        [stage.plane(0), stage.plane(1), stage.plane(2)],
        [[0x11; 4], [0xff, 0, 0x11, 0x11], [0x11; 4]]
    );
    assert_eq!(
        [
            room.stores_plane(0),
            room.stores_plane(1),
            room.stores_plane(2)
        ],
        [false, true, false]
    );
}

#[test]
fn damage_is_named_with_its_place_and_the_rest_is_drawn() {
    let smap = strips(
        b"SMAP",
        4,
        &[&plain(28, 7), &[77, 1], &plain(28, 9), &[1, 5, 5, 5]],
    );
    let bytes = room_block(&[image(0, &[smap])], 32);
    let room = parse(&bytes, &Dialect::new(5));
    let problems: Vec<_> = room.problems().iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "ROOM/RMIM/IM00/SMAP at byte 82 (0x52): expected 8 lines of packed colours, found strip 1 of code 77",
            "ROOM/RMIM/IM00/SMAP at byte 94 (0x5e): expected 8 lines of packed colours, found strip 3 ended too early"
        ]
    );
    let stage = draw(&room);
    let room = room.in_file("monkey2.001");
    assert!(
        room.problems()[0]
            .to_string()
            .starts_with("monkey2.001: ROOM/RMIM")
    );
    assert_eq!(stage.line(), [7, 99, 9, 5]);
    assert_eq!(
        stage.canvas.pixels()[24..28],
        [5, 5, 5, 99],
        "the existing part of the last strip is drawn"
    );
    assert!(Room::parse_strict(&RoomParts::new(&bytes), &Dialect::new(5)).is_err());
}

#[test]
fn a_room_without_header_is_an_error_and_one_without_picture_is_not() {
    let error = Room::parse(&RoomParts::new(&chunk(b"ROOM", &[])), &Dialect::new(5)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "ROOM at byte 8 (0x8): expected a room header RMHD, found none"
    );
    let room = parse(&room_block(&[], 8), &Dialect::new(5));
    assert_eq!((room.problems().len(), draw(&room).line()), (1, [99; 4]));
}

#[test]
fn a_picture_beyond_the_limit_is_refused() {
    let header = [0xfff8_u16, 0xffff, 0].map(u16::to_le_bytes).concat();
    let bytes = chunk(b"ROOM", &chunk(b"RMHD", &header));
    assert!(matches!(
        Room::parse(&RoomParts::new(&bytes), &Dialect::new(5)),
        Err(Error::Limit { .. })
    ));
}

/// An object of v6: by default 16x8 pixels at (8, 0).
#[derive(Clone, Copy)]
struct Thing<'a> {
    id: u16,
    x: i16,
    height: u16,
    flags: u8,
    parent: u8,
    picture_flags: u8,
    chunks: &'a [Vec<u8>],
}

impl Default for Thing<'_> {
    fn default() -> Self {
        Self {
            id: 12,
            x: 8,
            height: 8,
            flags: 0,
            parent: 0,
            picture_flags: 0,
            chunks: &[],
        }
    }
}

impl Thing<'_> {
    fn blocks(&self) -> Vec<u8> {
        let mut header = self.id.to_le_bytes().to_vec();
        header.extend([1, 0, 0, 0, self.picture_flags, 0]);
        let obim = chunk(
            b"OBIM",
            &[
                chunk(b"IMHD", &header),
                chunk(b"IM01", &self.chunks.concat()),
            ]
            .concat(),
        );
        let mut header = self.id.to_le_bytes().to_vec();
        header.extend(
            [
                self.x.to_le_bytes(),
                0_i16.to_le_bytes(),
                16_u16.to_le_bytes(),
                self.height.to_le_bytes(),
            ]
            .concat(),
        );
        header.extend([self.flags, self.parent, 0, 0, 0, 0, 0]);
        [obim, chunk(b"OBCD", &chunk(b"CDHD", &header))].concat()
    }
}

/// Creates a room of 32x8 pixels with one plane and these objects.
fn room_of(things: &[Thing<'_>], dialect: &Dialect) -> Room {
    let smap = strips(
        b"SMAP",
        4,
        &[&plain(28, 1), &plain(28, 2), &plain(28, 3), &plain(28, 4)],
    );
    let zp01 = strips(b"ZP01", 2, &[&[0x88_u8, 0xf0][..]; 4]);
    let things = things
        .iter()
        .map(Thing::blocks)
        .collect::<Vec<_>>()
        .concat();
    parse(&room_block(&[image(1, &[smap, zp01]), things], 32), dialect)
}

/// Returns the stage after drawing the background and the first object in state 1.
fn with_object(room: &Room, visible: Range<usize>) -> (Stage, Option<Rect>) {
    let mut stage = draw(room);
    let touched = room.draw_object(0, 1, visible, &mut stage.target(&identity()));
    (stage, touched)
}

/// Creates two strips of an object: an opaque one, and one of a transparent kind without
/// transparent pixels.
fn two_strips() -> Vec<u8> {
    strips(b"SMAP", 4, &[&plain(28, 50), &plain(48, 60)])
}

#[test]
fn an_object_is_drawn_where_it_stands_and_only_in_what_is_seen_o5() {
    let chunks = [two_strips()];
    let room = room_of(
        &[Thing {
            chunks: &chunks,
            ..Thing::default()
        }],
        &Dialect::new(6),
    );
    let (stage, touched) = with_object(&room, 0..4);
    assert_eq!(stage.line(), [1, 50, 60, 4]);
    assert_eq!(touched, Some(Rect::new(8, 0, 24, 8)));
    let (stage, touched) = with_object(&room, 2..4);
    assert_eq!(
        (stage.line(), touched),
        ([1, 2, 60, 4], Some(Rect::new(16, 0, 24, 8)))
    );
    assert_eq!(with_object(&room, 3..4).1, None);
}

#[test]
fn a_state_without_picture_draws_nothing_o3() {
    let chunks = [two_strips()];
    let room = room_of(
        &[Thing {
            chunks: &chunks,
            ..Thing::default()
        }],
        &Dialect::new(6),
    );
    let mut stage = draw(&room);
    assert_eq!(
        room.draw_object(0, 2, 0..4, &mut stage.target(&identity())),
        None
    );
    assert_eq!(stage.line(), [1, 2, 3, 4]);
}

/// Adds `more` to the size of the first block with this tag after `from`.
fn resize(bytes: &mut [u8], tag: &[u8; 4], more: i32) {
    let at = bytes.windows(4).position(|four| four == tag).unwrap() + 4;
    let size = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    let size = size.checked_add_signed(more).unwrap();
    bytes[at..at + 4].copy_from_slice(&size.to_be_bytes());
}

#[test]
fn a_wrong_size_inside_an_objects_image_hides_nothing_that_is_reached_o3() {
    let chunks = [two_strips()];
    let thing = Thing {
        chunks: &chunks,
        ..Thing::default()
    };
    let room = |tag: &[u8; 4], more| {
        let mut object = thing.blocks();
        resize(&mut object, tag, more);
        let smap = strips(b"SMAP", 4, &[&plain(28, 1)[..]; 4]);
        parse(
            &room_block(&[image(0, &[smap]), object], 32),
            &Dialect::new(6),
        )
    };
    for (tag, more) in [
        (b"IM01", -2),
        (b"IM01", 2),
        (b"IM01", 70_000),
        (b"SMAP", 2),
        (b"SMAP", 256),
    ] {
        let room = room(tag, more);
        assert_eq!(with_object(&room, 0..4).0.line(), [1, 50, 60, 1], "{more}");
        assert!(!room.problems().is_empty(), "{more}: it is told");
    }
    // The walk does not reach a block that follows a block with a wrong size.
    assert_eq!(with_object(&room(b"IMHD", 2), 0..4).0.line(), [1, 1, 1, 1]);
}

#[test]
fn an_object_left_of_the_room_is_cut_towards_its_edge_o5() {
    let chunks = [two_strips()];
    for (x, expected) in [
        (-8, [60, 2, 3, 4]),
        (-7, [50, 60, 3, 4]),
        (-16, [1, 2, 3, 4]),
    ] {
        let room = room_of(
            &[Thing {
                x,
                chunks: &chunks,
                ..Thing::default()
            }],
            &Dialect::new(6),
        );
        assert_eq!(
            with_object(&room, 0..4).0.line(),
            expected,
            "at {x}: x/8 is cut towards 0"
        );
    }
}

#[test]
fn lines_beyond_a_multiple_of_eight_are_left_out_before_v7_o5() {
    let chunks = [two_strips()];
    let room = room_of(
        &[Thing {
            height: 15,
            chunks: &chunks,
            ..Thing::default()
        }],
        &Dialect::new(6),
    );
    assert_eq!(with_object(&room, 0..4).1.map(|t| t.bottom), Some(8));
}

#[test]
fn transparent_strips_add_to_planes_and_opaque_ones_replace_o6() {
    let chunks = [
        two_strips(),
        strips(b"ZP01", 2, &[&[0x88, 0x01], &[0x88, 0x01]]),
    ];
    let room = room_of(
        &[Thing {
            chunks: &chunks,
            ..Thing::default()
        }],
        &Dialect::new(6),
    );
    let (stage, _) = with_object(&room, 0..4);
    assert_eq!(stage.plane(1), [0xff, 0, 0xff, 0xff]);
    let plane = stage.planes.get(1).unwrap();
    assert_eq!((plane[15], plane[23]), (0xff, 0xff));
}

#[test]
fn an_empty_strip_clears_a_plane_unless_it_would_add_o6() {
    let chunks = [two_strips(), strips(b"ZP01", 2, &[&[], &[]])];
    let room = room_of(
        &[Thing {
            chunks: &chunks,
            ..Thing::default()
        }],
        &Dialect::new(6),
    );
    assert_eq!(with_object(&room, 0..4).0.plane(1), [0xff, 0, 0xff, 0xff]);
}

#[test]
fn a_missing_chunk_leaves_the_plane_of_an_object_alone_o6() {
    let chunks = [two_strips()];
    let room = room_of(
        &[Thing {
            chunks: &chunks,
            ..Thing::default()
        }],
        &Dialect::new(6),
    );
    assert_eq!(with_object(&room, 0..4).0.plane(1), [0xff; 4]);
}

#[test]
fn humongous_objects_add_by_their_flag_alone_o6() {
    let chunks = [two_strips(), strips(b"ZP01", 2, &[&[0x88, 0x01], &[]])];
    for (picture_flags, expected) in [(0, [0xff, 0, 0, 0xff]), (1, [0xff; 4])] {
        let thing = Thing {
            picture_flags,
            chunks: &chunks,
            ..Thing::default()
        };
        let room = room_of(&[thing], &Dialect::humongous(60));
        assert_eq!(with_object(&room, 0..4).0.plane(1), expected);
    }
}

#[test]
fn tmsk_says_where_a_plane_counts_whatever_the_flag_from_he72_on_o6() {
    let chunks = [
        two_strips(),
        strips(b"ZP01", 2, &[&[0x88, 0x01], &[]]),
        strips(b"TMSK", 2, &[&[0x88, 0x80], &[0x88, 0x80]]),
    ];
    let room_of = |he| {
        room_of(
            &[Thing {
                chunks: &chunks,
                ..Thing::default()
            }],
            &Dialect::humongous(he),
        )
    };
    let plane = |he| {
        with_object(&room_of(he), 0..4)
            .0
            .planes
            .get(1)
            .unwrap()
            .to_vec()
    };
    assert_eq!(
        plane(72)[8..16],
        [0, 0xff, 0xff, 0xff, 0, 0, 0, 0],
        "bit 80 is that of the new plane 01, all other bits are those of the old plane f0"
    );
    assert_eq!(
        plane(72)[16],
        0,
        "an empty strip is cleared as without TMSK"
    );
    assert_eq!(
        plane(71)[8..16],
        [0, 0, 0, 0, 0, 0, 0, 0xff],
        "before HE72 the mask is replaced, because TMSK does not exist"
    );
}

#[test]
fn objects_are_drawn_from_the_last_slot_to_the_first_but_in_sam_and_max_o4() {
    let things = [1, 2, 3].map(|id| Thing {
        id,
        ..Thing::default()
    });
    let order = |game| {
        let room = room_of(&things, &Dialect::new(6).with_game(Some(game)));
        room.objects_to_draw(|i| [1, 0, 0x12][i])
    };
    assert_eq!(order(GameId::Tentacle), [2, 0]);
    assert_eq!(order(GameId::SamNMax), [0, 2]);
}

#[test]
fn an_object_needs_the_right_state_of_every_parent_o4() {
    // Object 1 belongs to 2 in state 3, object 2 to 3 in state 1.
    let things = [
        Thing {
            id: 1,
            flags: 3,
            parent: 2,
            ..Thing::default()
        },
        Thing {
            id: 2,
            flags: 0x80,
            parent: 3,
            ..Thing::default()
        },
        Thing {
            id: 3,
            ..Thing::default()
        },
    ];
    let room = room_of(&things, &Dialect::new(6));
    let drawn = |states: [u8; 3]| room.objects_to_draw(|i| states[i]);
    assert_eq!(drawn([1, 3, 1]), [2, 1, 0]);
    assert_eq!(
        drawn([1, 0x13, 1]),
        [2, 1, 0],
        "only the lower four bits count"
    );
    assert_eq!(drawn([1, 2, 1]), [2, 1]);
    assert_eq!(drawn([1, 3, 2]), [2]);
}

#[test]
fn parents_in_a_circle_come_to_an_end() {
    let things = [1, 2].map(|id| Thing {
        id,
        flags: 1,
        parent: (3 - id) as u8,
        ..Thing::default()
    });
    let room = room_of(&things, &Dialect::new(6));
    assert_eq!(room.objects_to_draw(|_| 1), [1, 0]);
}

#[test]
fn objects_have_the_names_that_the_game_displays_o2() {
    let header = [12, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0];
    let object = |name: &[u8]| {
        let chunks = [chunk(b"CDHD", &header), chunk(b"OBNA", name)].concat();
        chunk(b"OBCD", &chunks)
    };
    let nameless = chunk(b"OBCD", &chunk(b"CDHD", &header));
    let objects = [
        object(b"door\0rest"),
        object(b"lamp@@@@\0"),
        object(b"\0"),
        nameless,
        object(b"no end"),
    ];
    let room = parse(&room_block(&objects, 8), &Dialect::new(5));
    let titles: Vec<_> = (0..6).map(|index| room.object_title(index)).collect();
    let named = |name: &'static str| Some(name.as_bytes());
    let expected = [
        named("door"),
        named("lamp"),
        None,
        None,
        named("no end"),
        None,
    ];
    assert_eq!(titles, expected);
}

#[test]
fn an_object_that_cannot_be_read_keeps_its_slot() {
    let broken = chunk(b"OBCD", &chunk(b"CDHD", &[1]));
    let bytes = room_block(&[broken, Thing::default().blocks()], 8);
    let ids: Vec<_> = parse(&bytes, &Dialect::new(6))
        .objects
        .iter()
        .map(|o| o.id)
        .collect();
    assert_eq!(ids, [0, 12]);
}

#[test]
fn ega_colours_are_kept_r12() {
    let epal: Vec<u8> = (0..=255).collect();
    let room = parse(&room_block(&[chunk(b"EPAL", &epal)], 8), &Dialect::new(5));
    assert_eq!(room.ega_colours, epal);
}

#[test]
fn one_strip_more_is_drawn_from_v7_on_s17() {
    assert_eq!(Dialect::new(5).visible_strips(24), 3..43);
    assert_eq!(Dialect::new(7).visible_strips(29), 3..44);
    assert_eq!(Dialect::new(8).visible_strips(0), 0..81);
    assert_eq!(Dialect::humongous(72).visible_strips(0), 0..80);
}

#[test]
fn every_prefix_of_a_room_is_read_without_panic() {
    let chunks = [two_strips(), strips(b"ZP01", 2, &[&[0x88, 0x01], &[]])];
    let smap = strips(b"SMAP", 4, &[&plain(28, 1), &plain(68, 2)]);
    let thing = Thing {
        chunks: &chunks,
        ..Thing::default()
    }
    .blocks();
    let whole = room_block(&[image(1, &[smap]), thing], 16);
    for len in 0..whole.len() {
        assert!(
            Room::parse(&RoomParts::new(&whole[..len]), &Dialect::new(6)).is_err(),
            "the block ends too early"
        );
        // The same room with a size that fits, so that the contents are read.
        let mut cut = whole[..len].to_vec();
        if let Some(size) = cut.get_mut(4..8) {
            size.copy_from_slice(&u32::try_from(len).unwrap().to_be_bytes());
        }
        if let Ok(room) = Room::parse(&RoomParts::new(&cut), &Dialect::new(6)) {
            with_object(&room, 0..4);
        }
    }
}
