//! Tests that written rooms are parsed to the values from which they were written.

use proptest::prelude::*;

use super::*;
use crate::image::strip::StripCode;
use crate::room::{Room, RoomObject, RoomParts};

/// Creates a picture of regions and noise from a few numbers, which is fast.
fn surface(width: usize, height: usize, colours: Vec<u8>) -> Surface {
    let colour = |x: usize, y: usize| {
        let n = colours.len();
        match (x / 16 + y / 24) % 4 {
            0 => colours[0],
            1 => colours[(y / 3) % n],
            2 => colours[x % n].wrapping_add(y as u8),
            _ => colours[(x * 7 + y * 13) % n],
        }
    };
    Surface::from_pixels(
        width,
        height,
        (0..width * height).map(|i| colour(i % width, i / width)),
    )
}

fn surfaces() -> impl Strategy<Value = (Surface, Vec<Surface>)> {
    (1..12_usize, 1..60_usize, 0..5_usize).prop_flat_map(|(strips, height, planes)| {
        let colours = prop::collection::vec(prop_oneof![0..16_u8, any::<u8>()], 1..20);
        let bits = prop::collection::vec(prop_oneof![3 => Just(0_u8), 1 => Just(0xff)], 1..40);
        let picture = colours.prop_map(move |c| surface(strips * 8, height, c));
        let plane = bits.prop_map(move |pattern| {
            Surface::from_pixels(strips * 8, height, pattern.into_iter().cycle())
        });
        (picture, prop::collection::vec(plane, planes))
    })
}

fn walk_box() -> impl Strategy<Value = WalkBox> {
    let point = || any::<[i16; 2]>().prop_map(Point::from);
    (point(), point(), point(), point(), any::<(u8, u8, u16)>()).prop_map(
        |(ul, ur, lr, ll, (mask, flags, scale))| WalkBox {
            ul,
            ur,
            lr,
            ll,
            mask,
            flags,
            scale,
            slot: 0,
        },
    )
}

fn slot() -> impl Strategy<Value = Option<ScaleSlot>> {
    prop::option::of(
        any::<[u16; 4]>()
            .prop_filter("a slot of zeros counts as not set", |v| *v != [0; 4])
            .prop_map(|v| {
                let [s1, y1, s2, y2] = v.map(i32::from);
                ScaleSlot {
                    s1,
                    y1,
                    s2,
                    y2,
                    ..ScaleSlot::default()
                }
            }),
    )
}

fn cycles() -> impl Strategy<Value = Vec<Cycle>> {
    prop::collection::btree_map(1..=16_u8, (1..=u16::MAX, any::<(u16, u8, u8)>()), 0..5).prop_map(
        |cycles| {
            let cycle = |(index, (speed, (flags, first, last)))| Cycle {
                index,
                delay: 16384 / speed,
                flags,
                first,
                last,
            };
            cycles.into_iter().map(cycle).collect()
        },
    )
}

fn palette() -> impl Strategy<Value = StoredPalette> {
    prop::collection::vec(any::<[u8; 3]>(), 256..=256)
}

/// A picture of an object, with or without transparent pixels, and with or without planes.
fn image(
    width: u16,
    height: u16,
    planes: usize,
) -> impl Strategy<Value = (Surface, Vec<Option<Surface>>)> {
    let size = (usize::from(width), usize::from(height));
    let bits = |plane: Surface| {
        plane
            .pixels()
            .iter()
            .map(|&pixel| 0xff * (pixel & 1))
            .collect::<Vec<u8>>()
    };
    let plane = any::<bool>().prop_map(move |there| {
        there.then(|| {
            Surface::from_pixels(size.0, size.1, bits(surface(size.0, size.1, vec![0, 1, 0])))
        })
    });
    let pixels = prop_oneof![Just(vec![7]), Just(vec![7, 255, 3]), Just(vec![255])];
    (
        pixels.prop_map(move |colours| surface(size.0, size.1, colours)),
        prop::collection::vec(plane, planes),
    )
}

/// An object of whole strips, as v5 stores them.
fn object(planes: usize) -> impl Strategy<Value = ObjectPlan> {
    let place = (
        any::<[u8; 2]>(),
        any::<[i16; 2]>(),
        any::<u8>(),
        0..16_u8,
        any::<u8>(),
        any::<bool>(),
    );
    (1..5_u16, 1..4_u16, place).prop_flat_map(
        move |(strips, rows, (at, walk, parent, parent_state, direction, ors))| {
            let width = strips * 8;
            let height = rows * 8;
            prop::collection::vec(image(width, height, planes), 0..3).prop_map(move |images| {
                let picture = |(number, (pixels, planes)): (u8, _)| ObjectPicture {
                    state: number * 9,
                    pixels,
                    planes,
                };
                let object = RoomObject {
                    position: Point::from(at.map(|n| i16::from(n) * 8)),
                    width,
                    height,
                    parent,
                    parent_state,
                    walk: walk.into(),
                    direction: direction.into(),
                    ors_planes: ors || !images.is_empty(),
                    ..RoomObject::default()
                };
                ObjectPlan {
                    object,
                    pictures: (1..).zip(images).map(picture).collect(),
                }
            })
        },
    )
}

/// Objects with different numbers.
fn objects(planes: usize) -> impl Strategy<Value = Vec<ObjectPlan>> {
    prop::collection::vec(object(planes), 0..3).prop_map(|mut objects| {
        (1..)
            .zip(&mut objects)
            .for_each(|(number, plan)| plan.object.id = number);
        objects
    })
}

fn plans() -> impl Strategy<Value = RoomPlan> {
    rooms().prop_flat_map(|plan| {
        objects(plan.planes.len()).prop_map(move |objects| RoomPlan {
            objects,
            transparent: 255,
            ..plan.clone()
        })
    })
}

/// Rooms without objects.
fn rooms() -> impl Strategy<Value = RoomPlan> {
    let boxes = prop::collection::vec(walk_box(), 0..6);
    let slots = prop_oneof![Just(Vec::new()), prop::collection::vec(slot(), 4..=4)];
    let matrix = prop::option::of(prop::collection::vec(any::<u8>(), 0..40))
        .prop_map(|bytes| bytes.and_then(|bytes| BoxMatrix::stored(&Dialect::new(5), 0, &bytes)));
    (
        surfaces(),
        any::<u8>(),
        palette(),
        boxes,
        matrix,
        slots,
        cycles(),
    )
        .prop_map(
            |((picture, planes), transparent, palette, boxes, matrix, scale_slots, cycles)| {
                RoomPlan {
                    picture,
                    planes,
                    transparent,
                    palettes: vec![palette],
                    boxes,
                    matrix,
                    scale_slots,
                    cycles,
                    ..RoomPlan::default()
                }
            },
        )
}

fn dialects() -> impl Strategy<Value = Dialect> {
    (5..8_u8).prop_map(Dialect::new)
}

/// Asserts that a plan is read back. Planes are read back as 0 and 0xFF, whatever the values in the
/// plan.
fn assert_reads_back(plan: &RoomPlan, dialect: &Dialect) -> Result<(), TestCaseError> {
    let bytes = encode_room(plan, dialect).unwrap();
    let read = Room::parse_strict(&RoomParts::new(&bytes), dialect).unwrap();
    let mut again = read.plan();
    if plan.matrix.is_none() {
        let mut boxes = Boxes::new(dialect, plan.boxes.clone());
        boxes.compute_matrix();
        prop_assert_eq!(again.matrix.take(), Some(boxes.matrix().clone()));
    }
    let mut plan = plan.clone();
    for object in plan.objects.iter_mut().map(|plan| &mut plan.object) {
        let size = (dialect.version(), object.ors_planes);
        // The point at which actors stand is stored in v5 only; v7 stores position and size with
        // the pictures.
        if size.0 > 5 {
            object.walk = Point::ZERO;
        }
        if size == (7, false) {
            (
                object.position,
                object.width,
                object.height,
                object.direction,
            ) = (Point::ZERO, 0, 0, 0);
        }
    }
    prop_assert_eq!(&again, &plan);
    Ok(())
}

/// A few hundred cases by default; `PROPTEST_CASES` overrides the number.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_some() {
        default
    } else {
        ProptestConfig::with_cases(200)
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_room_reads_back_to_its_plan(plan in plans(), dialect in dialects()) {
        assert_reads_back(&plan, &dialect)?;
    }
}

#[test]
fn several_palettes_are_kept_but_in_v5_r3() {
    let plan = RoomPlan {
        palettes: vec![
            vec![[1, 2, 3]; 256],
            vec![[4, 5, 6]; 256],
            vec![[7, 8, 9]; 256],
        ],
        ..RoomPlan::default()
    };
    for version in [6, 7] {
        assert_reads_back(&plan, &Dialect::new(version)).unwrap();
    }
    assert!(encode_room(&plan, &Dialect::new(5)).is_err());
}

#[test]
fn colours_that_a_palette_lacks_are_left_alone_or_black_r3() {
    let plan = RoomPlan {
        palettes: vec![vec![[9; 3]; 16]],
        ..RoomPlan::default()
    };
    for (version, expected) in [(5, [50; 3]), (6, [50; 3]), (7, [0; 3])] {
        let dialect = Dialect::new(version);
        let bytes = encode_room(&plan, &dialect).unwrap();
        let mut palette = crate::Palette::new([[50; 3]; 256]);
        Room::parse_strict(&RoomParts::new(&bytes), &dialect)
            .unwrap()
            .apply_palette(&mut palette);
        assert_eq!((palette[15], palette[200]), ([9; 3], expected));
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let good = RoomPlan::default();
    let refuse = |plan: RoomPlan, dialect: Dialect| {
        let error = encode_room(&plan, &dialect).unwrap_err();
        assert!(matches!(error, Error::Misuse { .. }), "{error}");
    };
    let v5 = Dialect::new(5);
    let wide = RoomPlan {
        picture: Surface::filled(65536, 1, 0),
        ..good.clone()
    };
    assert!(matches!(
        encode_room(&wide, &v5).unwrap_err(),
        Error::Limit { .. }
    ));
    refuse(good.clone(), Dialect::new(4));
    refuse(good.clone(), Dialect::new(8));
    refuse(good.clone(), Dialect::humongous(60));
    refuse(
        RoomPlan {
            picture: Surface::filled(12, 8, 0),
            ..good.clone()
        },
        v5,
    );
    refuse(
        RoomPlan {
            picture: Surface::filled(0, 0, 0),
            ..good.clone()
        },
        v5,
    );
    refuse(
        RoomPlan {
            planes: vec![Surface::filled(8, 8, 0)],
            ..good.clone()
        },
        v5,
    );
    refuse(
        RoomPlan {
            planes: vec![Surface::filled(320, 200, 0); 5],
            ..good.clone()
        },
        v5,
    );
    refuse(
        RoomPlan {
            boxes: vec![WalkBox::default(); 256],
            ..good.clone()
        },
        v5,
    );
    refuse(
        RoomPlan {
            palettes: vec![vec![[0; 3]; 257]],
            ..good.clone()
        },
        v5,
    );
    refuse(
        RoomPlan {
            scale_slots: vec![Some(ScaleSlot {
                x1: 1,
                ..ScaleSlot::default()
            })],
            ..good.clone()
        },
        v5,
    );
    refuse(
        RoomPlan {
            scale_slots: vec![Some(ScaleSlot {
                y1: -1,
                ..ScaleSlot::default()
            })],
            ..good.clone()
        },
        v5,
    );
    let cycle = Cycle {
        index: 17,
        delay: 5,
        flags: 0,
        first: 0,
        last: 1,
    };
    refuse(
        RoomPlan {
            cycles: vec![cycle],
            ..good.clone()
        },
        v5,
    );
    refuse(
        RoomPlan {
            cycles: vec![Cycle {
                index: 1,
                delay: 8191,
                ..cycle
            }],
            ..good
        },
        v5,
    );
}

#[test]
fn objects_that_do_not_fit_are_refused_o2() {
    let image = ObjectPicture {
        state: 1,
        pixels: Surface::filled(16, 8, 3),
        planes: vec![None],
    };
    let object = RoomObject {
        id: 7,
        width: 16,
        height: 8,
        ..RoomObject::default()
    };
    let good = ObjectPlan {
        object,
        pictures: vec![image.clone()],
    };
    let room = |plan: ObjectPlan| RoomPlan {
        planes: vec![Surface::filled(320, 200, 0)],
        objects: vec![plan],
        ..RoomPlan::default()
    };
    assert!(
        (5..=7).all(|version| encode_room(&room(good.clone()), &Dialect::new(version)).is_ok())
    );
    let placed = |x, y| ObjectPlan {
        object: RoomObject {
            position: Point::new(x, y),
            ..good.object.clone()
        },
        ..good.clone()
    };
    let pictured = |pictures| ObjectPlan {
        pictures,
        ..good.clone()
    };
    for wrong in [placed(4, 0), placed(0, -8), placed(2048, 0)] {
        assert!(encode_room(&room(wrong.clone()), &Dialect::new(5)).is_err());
        assert!(encode_room(&room(wrong), &Dialect::new(6)).is_ok());
    }
    for wrong in [
        vec![ObjectPicture {
            state: 0,
            ..image.clone()
        }],
        vec![image.clone(), image.clone()],
        vec![ObjectPicture {
            pixels: Surface::filled(8, 8, 3),
            ..image.clone()
        }],
        vec![ObjectPicture {
            planes: vec![Some(Surface::filled(16, 16, 0))],
            ..image.clone()
        }],
        vec![ObjectPicture {
            planes: vec![None, None],
            ..image.clone()
        }],
    ] {
        let error = encode_room(&room(pictured(wrong)), &Dialect::new(6)).unwrap_err();
        assert!(matches!(error, Error::Misuse { .. }), "{error}");
    }
}

#[test]
fn further_sets_of_boxes_are_read_from_v6_on_y35() {
    let walk = WalkBox {
        lr: Point::new(50, 60),
        ..invalid_box()
    };
    for (version, sets) in [(5, 0), (6, 1), (7, 1)] {
        let dialect = Dialect::new(version);
        let bytes = encode_room(
            &RoomPlan {
                boxes: vec![invalid_box()],
                ..RoomPlan::default()
            },
            &dialect,
        )
        .unwrap();
        let boxd = block::write(Tag(*b"BOXD"), &tables::boxd(&[invalid_box(), walk])).unwrap();
        let boxm = block::write(Tag(*b"BOXM"), &[0xff, 0xff, 1, 1, 1, 0xff]).unwrap();
        let bytes = block::write(Tag(*b"ROOM"), &[&bytes[8..], &boxd, &boxm].concat()).unwrap();
        let room = Room::parse_strict(&RoomParts::new(&bytes), &dialect).unwrap();
        assert_eq!(
            (room.boxes.len(), room.further_boxes.len()),
            (1, sets),
            "v{version}"
        );
        for (boxes, matrix) in &room.further_boxes {
            assert_eq!((boxes[1].lr, matrix.is_some()), (walk.lr, true));
        }
    }
}

#[test]
fn equal_strips_are_stored_once() {
    let one = encode_room(
        &RoomPlan {
            picture: Surface::filled(8, 100, 3),
            ..RoomPlan::default()
        },
        &Dialect::new(5),
    )
    .unwrap();
    let many = encode_room(
        &RoomPlan {
            picture: Surface::filled(800, 100, 3),
            ..RoomPlan::default()
        },
        &Dialect::new(5),
    )
    .unwrap();
    assert_eq!(
        many.len(),
        one.len() + 99 * 4,
        "99 more entries of the table"
    );
}

#[test]
fn the_invalid_box_is_that_of_real_rooms_b4() {
    let boxes = tables::boxd(&[invalid_box()]);
    assert_eq!(
        boxes[2..],
        [[0x00, 0x83].repeat(8), vec![0, 0, 0xff, 0]].concat()
    );
}

// Rebuilt rooms.

/// Returns the values of a stored room.
fn plan_of(bytes: &[u8], dialect: &Dialect) -> RoomPlan {
    Room::parse_strict(&RoomParts::new(bytes), dialect)
        .unwrap()
        .plan()
}

/// Returns the values of `old` with those of `new` that a stored room can take.
fn changed_plan(old: &RoomPlan, new: RoomPlan) -> RoomPlan {
    let mut changed = old.clone();
    let size = (new.picture.width(), new.picture.height());
    changed.picture = new.picture;
    changed.planes = new.planes;
    while changed.planes.len() < old.planes.len() {
        changed.planes.push(Surface::filled(size.0, size.1, 0));
    }
    changed.palettes = new.palettes;
    changed.boxes = new.boxes;
    changed.matrix = None;
    changed.cycles = new.cycles;
    if !old.scale_slots.is_empty() && !new.scale_slots.is_empty() {
        changed.scale_slots = new.scale_slots;
    }
    for object in &mut changed.objects {
        for picture in &mut object.pictures {
            picture.pixels.pixels_mut()[0] ^= 1;
            for plane in picture.planes.iter_mut().flatten() {
                plane.pixels_mut()[0] ^= 0xff;
            }
        }
    }
    changed
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_room_is_rebuilt_with_other_values_and_back(
        first in plans(), second in plans(), dialect in dialects()
    ) {
        let stored = encode_room(&first, &dialect).unwrap();
        let old = plan_of(&stored, &dialect);
        let parts = RoomParts::new(&stored);
        prop_assert_eq!(&rebuild_room(&parts, &old, &dialect).unwrap(), &stored);

        let changed = changed_plan(&old, second);
        let rebuilt = rebuild_room(&parts, &changed, &dialect).unwrap();
        let read = plan_of(&rebuilt, &dialect);
        prop_assert_eq!(&read.picture, &changed.picture);
        prop_assert_eq!(&read.boxes, &changed.boxes);
        if old.planes.len() == changed.planes.len() {
            let back = rebuild_room(&RoomParts::new(&rebuilt), &old, &dialect).unwrap();
            prop_assert_eq!(plan_of(&back, &dialect), old);
        }
    }

    #[test]
    fn an_unchanged_strip_keeps_its_bytes_in_every_packing_s2(
        code in prop::sample::select(strip_codes()),
        noise in prop::collection::vec(any::<u8>(), 600),
        version in 5..8_u8,
    ) {
        let dialect = Dialect::new(version);
        let plan = RoomPlan {
            picture: Surface::filled(16, 8, 3),
            ..RoomPlan::default()
        };
        // Replaces SMAP by a table of two strips: one of the packing, and a raw one.
        let kept = [&[code], noise.as_slice()].concat();
        let mut strips = vec![1];
        strips.extend([3; 64]);
        let end = 16 + strips.len();
        let offsets = [16, end].map(|n| u32::try_from(n).unwrap().to_le_bytes());
        let table = [&offsets.concat(), strips.as_slice(), &kept].concat();
        let smap = block::write(Tag(*b"SMAP"), &table).unwrap();
        let stored = with_smap(&encode_room(&plan, &dialect).unwrap(), &smap);
        let parts = RoomParts::new(&stored);
        let Ok(room) = Room::parse_strict(&parts, &dialect) else {
            // The noise does not fill the strip.
            return Ok(());
        };
        let mut changed = room.plan();
        changed.picture.pixels_mut()[0] = 9;
        // Runs of 16 colours may extend into the next strip, so that the last strip is the noise.
        let rebuilt = rebuild_room(&parts, &changed, &dialect).unwrap();
        prop_assert_eq!(plan_of(&rebuilt, &dialect).picture, changed.picture);
        prop_assert!(rebuilt.windows(kept.len()).any(|bytes| bytes == kept));
    }
}

/// Returns all codes of strips.
fn strip_codes() -> Vec<u8> {
    let is_code = |code: &u8| StripCode::from_code(*code, &Dialect::new(5)).is_some();
    (0..=u8::MAX).filter(is_code).collect()
}

/// Returns a ROOM block with another SMAP.
fn with_smap(room: &[u8], smap: &[u8]) -> Vec<u8> {
    let room = block::read(&mut Reader::new(room), block::Header::Large).unwrap();
    let mut chunks = Vec::new();
    for child in block::children(room.data, block::Header::Large) {
        let child = child.unwrap();
        if child.tag != Tag(*b"RMIM") {
            chunks.extend(child.whole);
            continue;
        }
        let rmih = block::need(child.data, block::Header::Large, Tag(*b"RMIH")).unwrap();
        let image = block::write(Tag(*b"IM00"), smap).unwrap();
        let images = [rmih.whole, &image].concat();
        chunks.extend(block::write(child.tag, &images).unwrap());
    }
    block::write(room.tag, &chunks).unwrap()
}

#[test]
fn unknown_blocks_scripts_and_bytes_after_the_blocks_stay() {
    let dialect = Dialect::new(6);
    let stored = encode_room(&RoomPlan::default(), &dialect).unwrap();
    let mut payload = stored[8..].to_vec();
    payload.extend(b"XYZW\0\0\0\x0a\x01\x02LSCR\0\0\0\x09\x65\x01\x02\x03");
    let stored = block::write(Tag(*b"ROOM"), &payload).unwrap();
    let parts = RoomParts::new(&stored);
    let mut plan = Room::parse(&parts, &dialect).unwrap().plan();
    plan.picture.pixels_mut()[700] = 12;
    let rebuilt = rebuild_room(&parts, &plan, &dialect).unwrap();
    assert!(rebuilt.ends_with(&stored[stored.len() - 22..]));
}

#[test]
fn strips_of_the_amiga_are_stored_16_lower_s9() {
    let dialect = Dialect::new(5).with_platform(crate::Platform::Amiga);
    let picture = surface(32, 16, vec![0, 3, 250]);
    let object = ObjectPlan {
        object: RoomObject {
            id: 1,
            width: 16,
            height: 8,
            ors_planes: true,
            ..RoomObject::default()
        },
        pictures: vec![ObjectPicture {
            state: 1,
            pixels: surface(16, 8, vec![7, 255, 3]),
            planes: Vec::new(),
        }],
    };
    let plan = RoomPlan {
        picture,
        objects: vec![object],
        ..RoomPlan::default()
    };
    let stored = encode_room(&plan, &dialect).unwrap();
    let mut read = plan_of(&stored, &dialect);
    assert_eq!(read.picture, plan.picture);
    assert_eq!(read.objects[0].pictures, plan.objects[0].pictures);
    read.picture.pixels_mut()[0] ^= 1;
    let rebuilt = rebuild_room(&RoomParts::new(&stored), &read, &dialect).unwrap();
    assert_eq!(plan_of(&rebuilt, &dialect).picture, read.picture);
}

#[test]
fn a_room_with_boxes_and_no_matrix_stays_as_it_is() {
    let dialect = Dialect::new(6);
    let plan = RoomPlan {
        boxes: vec![invalid_box(), WalkBox::default()],
        ..RoomPlan::default()
    };
    let stored = encode_room(&plan, &dialect).unwrap();
    let room = block::read(&mut Reader::new(&stored), block::Header::Large).unwrap();
    let mut chunks = Vec::new();
    for child in block::children(room.data, block::Header::Large) {
        let child = child.unwrap();
        if child.tag != Tag(*b"BOXM") {
            chunks.extend(child.whole);
        }
    }
    let stored = block::write(room.tag, &chunks).unwrap();
    let parts = RoomParts::new(&stored);
    let mut plan = plan_of(&stored, &dialect);
    assert_eq!(plan.matrix, None);
    assert_eq!(rebuild_room(&parts, &plan, &dialect).unwrap(), stored);
    plan.picture.pixels_mut()[0] = 3;
    let rebuilt = rebuild_room(&parts, &plan, &dialect).unwrap();
    assert_eq!(plan_of(&rebuilt, &dialect), plan);
}

#[test]
fn values_without_a_place_are_refused() {
    let dialect = Dialect::new(6);
    let object = ObjectPlan {
        object: RoomObject {
            id: 7,
            ..RoomObject::default()
        },
        pictures: Vec::new(),
    };
    let plan = RoomPlan {
        objects: vec![object],
        ..RoomPlan::default()
    };
    let stored = encode_room(&plan, &dialect).unwrap();
    let parts = RoomParts::new(&stored);
    let plan = plan_of(&stored, &dialect);
    let refused = |change: fn(&mut RoomPlan)| {
        let mut plan = plan.clone();
        change(&mut plan);
        rebuild_room(&parts, &plan, &dialect)
            .unwrap_err()
            .to_string()
    };
    // The room has no SCAL, and v6 does not store where actors stand.
    let slots = refused(|plan| plan.scale_slots = vec![None; 4]);
    assert!(
        slots.ends_with("has no place for the changed scale slots"),
        "{slots}"
    );
    let walk = refused(|plan| plan.objects[0].object.walk = Point::new(1, 2));
    assert!(
        walk.ends_with("has no place for the changed object 7"),
        "{walk}"
    );
    let removed = refused(|plan| plan.objects.clear());
    assert!(removed.contains("objects cannot be added"), "{removed}");
    let planes = refused(|plan| plan.planes = vec![Surface::filled(320, 200, 0); 5]);
    assert!(planes.contains("at most 4 z-planes, found 5"), "{planes}");
    let other = rebuild_room(&parts, &plan, &Dialect::new(4)).unwrap_err();
    assert!(
        other.to_string().contains("versions 5, 6, 7 and 8"),
        "{other}"
    );
}

// Rebuilt rooms of v8, which have another layout (R6) and cannot be written from a plan.

/// Returns numbers as little-endian words of 32 bits.
fn words(numbers: &[u32]) -> Vec<u8> {
    let words = numbers.iter().map(|number| number.to_le_bytes());
    words.collect::<Vec<_>>().concat()
}

/// Returns a block IMAG of v8 with a picture and its planes.
fn imag(picture: &Surface, planes: &[Surface], see_through: Option<u8>) -> Vec<u8> {
    let mut pairs = Vec::new();
    for plane in planes {
        pairs.push(picture_change::PlanePair {
            old: None,
            new: Some(plane),
        });
    }
    let change = picture_change::PictureChange {
        old: None,
        new: picture,
        planes: pairs,
        see_through,
        dialect: &Dialect::new(8),
    };
    let empty = block::write(Tag(*b"OFFS"), &[]).unwrap();
    let wrap = block::write(Tag(*b"WRAP"), &empty).unwrap();
    let payload = change.imag(Reader::new(&wrap), 0).unwrap();
    block::write(Tag(*b"IMAG"), &payload).unwrap()
}

/// Returns ROOM and RMSC of a room of v8 with two planes, a box and an object.
fn room_v8() -> (Vec<u8>, Vec<u8>) {
    let plane = |width, height| {
        let bits = [0xff, 0, 0, 0xff, 0].into_iter().cycle();
        Surface::from_pixels(width, height, bits)
    };
    let picture = surface(64, 40, vec![3, 9, 40, 41]);
    let background = imag(&picture, &[plane(64, 40), plane(64, 40)], None);
    let object = surface(16, 12, vec![7, 255, 3]);
    let mut header = b"door".to_vec();
    header.resize(40, 0);
    header.extend(words(&[801, 1, 8, 16, 16, 12, 90, 0]));
    let obim = [
        block::write(Tag(*b"IMHD"), &header).unwrap(),
        imag(&object, &[plane(16, 12), plane(16, 12)], Some(255)),
    ];
    let mut walk_box = words(&[1, 0, 30, 60, 30, 60, 39, 0, 39, 1, 0, 0, 255]);
    walk_box.extend(words(&[77]));
    let payload = [
        block::write(Tag(*b"RMHD"), &words(&[801, 64, 40, 1, 2, 255])).unwrap(),
        tables::palettes(&[vec![[1, 2, 3]; 256]], &Dialect::new(8)).unwrap(),
        background,
        block::write(Tag(*b"OBIM"), &obim.concat()).unwrap(),
        block::write(Tag(*b"BOXD"), &walk_box).unwrap(),
        block::write(Tag(*b"BOXM"), &[0xff, 0xff]).unwrap(),
        block::write(Tag(*b"SCAL"), &words(&[0; 16])).unwrap(),
    ];
    let mut code = words(&[801]);
    code.extend([5, 0, 0, 0]);
    let cdhd = block::write(Tag(*b"CDHD"), &code).unwrap();
    let obcd = block::write(Tag(*b"OBCD"), &cdhd).unwrap();
    (
        block::write(Tag(*b"ROOM"), &payload.concat()).unwrap(),
        block::write(Tag(*b"RMSC"), &obcd).unwrap(),
    )
}

#[test]
fn a_room_of_v8_is_rebuilt_with_every_kind_of_change_r6() {
    let dialect = Dialect::new(8);
    let (stored, scripts) = room_v8();
    let parts = RoomParts {
        scripts: Some(&scripts),
        ..RoomParts::new(&stored)
    };
    let old = Room::parse_strict(&parts, &dialect).unwrap().plan();
    assert_eq!((old.planes.len(), old.objects.len()), (2, 1));
    assert_eq!(old.objects[0].pictures[0].planes.len(), 2);
    assert_eq!(rebuild_room(&parts, &old, &dialect).unwrap(), stored);

    type Change = fn(&mut RoomPlan);
    let changes: [Change; 11] = [
        |plan| plan.picture.pixels_mut()[100] = 12,
        |plan| plan.planes[1].pixels_mut()[100] ^= 0xff,
        |plan| plan.transparent = 254,
        |plan| plan.palettes[0][9] = [9, 9, 9],
        |plan| plan.boxes[0].lr.x = 50,
        |plan| plan.boxes.push(invalid_box()),
        |plan| {
            plan.scale_slots[1] = Some(ScaleSlot {
                y1: 3,
                s1: 4,
                y2: 70_000,
                s2: -6,
                ..ScaleSlot::default()
            })
        },
        |plan| plan.objects[0].object.position = Point::new(-8, 24),
        |plan| plan.objects[0].object.direction = 180,
        |plan| plan.objects[0].pictures[0].pixels.pixels_mut()[3] ^= 1,
        |plan| {
            let plane = plan.objects[0].pictures[0].planes[1].as_mut();
            plane.unwrap().pixels_mut()[3] ^= 0xff;
        },
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut plan = old.clone();
        change(&mut plan);
        assert_ne!(plan, old);
        // The new room is read again and compared with the plan.
        let rebuilt = rebuild_room(&parts, &plan, &dialect);
        assert_ne!(
            rebuilt.unwrap_or_else(|error| panic!("{number}: {error}")),
            stored
        );
    }
}

#[test]
fn an_object_of_v8_gets_another_size_and_another_state() {
    let dialect = Dialect::new(8);
    let (stored, scripts) = room_v8();
    let parts = RoomParts {
        scripts: Some(&scripts),
        ..RoomParts::new(&stored)
    };
    let mut plan = Room::parse_strict(&parts, &dialect).unwrap().plan();
    plan.objects[0].object.width = 24;
    plan.objects[0].object.height = 9;
    plan.objects[0].pictures[0].pixels = Surface::filled(24, 9, 4);
    plan.objects[0].pictures[0].planes = vec![None; 2];
    plan.objects[0].pictures.push(ObjectPicture {
        state: 2,
        pixels: Surface::filled(24, 9, 5),
        planes: Vec::new(),
    });
    let error = rebuild_room(&parts, &plan, &dialect)
        .unwrap_err()
        .to_string();
    // v8 lists the planes of a picture by number, so that a plane cannot be left out.
    assert!(error.contains("object 5"), "{error}");
    let blank = Some(Surface::filled(24, 9, 0));
    for picture in &mut plan.objects[0].pictures {
        picture.planes = vec![blank.clone(); 2];
    }
    let rebuilt = rebuild_room(&parts, &plan, &dialect).unwrap();
    // The number of pictures in the header.
    let header = rebuilt
        .windows(4)
        .position(|bytes| bytes == b"IMHD")
        .unwrap();
    let count = header + 8 + 44;
    assert_eq!(rebuilt[count..count + 4], [2, 0, 0, 0]);
}
