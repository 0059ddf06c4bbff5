//! Drawing and ticking allocate no memory after the animations have been shown once. An allocator
//! counts the allocations.

use std::sync::Arc;

use scumm_costume::Cache;
use scumm_engine::Stage;
use scumm_room::edit::{RoomPlan, encode_room, invalid_box};
use scumm_room::{Dialect, Point, Room, RoomParts, Surface, WalkBox};
use scumm_test_support::cases;
use scumm_test_support::memory::{allocations, peak};
use scumm_test_support::sample::{SilentEnvironment, stage};

/// The number of frames after which all animations have been shown once.
const WARM: usize = 40;

#[test]
fn the_allocator_counts() {
    assert_eq!(
        allocations(|| drop(std::hint::black_box(vec![1_u8; 9]))).1,
        1
    );
}

#[test]
fn drawing_asks_for_no_memory() {
    for case in cases::all().unwrap() {
        for limit in [1 << 20, 0] {
            let mut stage = case.stage.clone();
            *stage.cels_mut() = Cache::with_limit(limit);
            stage.actor_mut(case.actor).unwrap().draw_alone().unwrap();
            let draws =
                || (0..20).for_each(|_| stage.actor_mut(case.actor).unwrap().draw_alone().unwrap());
            assert_eq!(
                allocations(draws).1,
                0,
                "{}, {limit} bytes for finished cels",
                case.name
            );
        }
    }
}

#[test]
fn ticking_asks_for_no_memory() {
    let cases = cases::all()
        .unwrap()
        .into_iter()
        .map(|case| (case.name, case.stage));
    for (name, mut stage) in
        cases.chain([("64 actors".to_owned(), stage(64, 2, (24, 40)).unwrap())])
    {
        let mut frames = |count| {
            for _ in 0..count {
                stage.redraw_all_actors();
                stage.tick(&mut SilentEnvironment);
            }
        };
        frames(WARM);
        assert_eq!(allocations(|| frames(WARM)).1, 0, "{name}");
    }
}

/// Drawing a cel without the cache needs memory for one row, whatever the cel's height.
#[test]
fn without_finished_cels_memory_does_not_grow_with_the_cel() {
    for case in cases::all().unwrap() {
        let mut stage = case.stage.clone();
        *stage.cels_mut() = Cache::with_limit(0);
        let ((), most) = peak(|| stage.actor_mut(case.actor).unwrap().draw_alone().unwrap());
        assert!(most <= 2 * 64, "{}: {most} bytes", case.name);
    }
}

/// The number of lines of the test rooms and of the band in which they are shown.
const LINES: usize = 144;
/// The most bytes that a room's boxes, objects and colours may take.
const SMALL: usize = 4096;

/// Returns a room of one colour with the given width and one walk box.
fn room(dialect: &Dialect, width: usize) -> Arc<Room> {
    let right = i16::try_from(width).unwrap() - 1;
    let [ul, ur, lr, ll] =
        [(0, 100), (right, 100), (right, 140), (0, 140)].map(|(x, y)| Point::new(x, y));
    let boxes = vec![
        invalid_box(),
        WalkBox {
            ul,
            ur,
            lr,
            ll,
            ..WalkBox::default()
        },
    ];
    let plan = RoomPlan {
        picture: Surface::filled(width, LINES, 7),
        boxes,
        ..RoomPlan::default()
    };
    Arc::new(
        Room::parse(
            &RoomParts::new(&encode_room(&plan, dialect).unwrap()),
            dialect,
        )
        .unwrap(),
    )
}

/// Returns the bytes that a room needs: two buffers as high as the stage, and the planes, which are
/// a few lines higher. Each has a tail as long as the room's width (G2, Y15).
fn demanded(stage: &Stage, room: &Room) -> usize {
    let (screen, _) = stage.dialect().screen_size();
    // v7 has one more strip.
    let pitch = usize::from(screen) + 8;
    let buffer = |lines: usize| lines * pitch + room.width;
    2 * buffer(stage.front().height) + (room.plane_count + 1) * buffer(LINES + 10)
}

#[test]
fn entering_a_room_asks_for_what_its_size_demands_and_nothing_else_y15_y16() {
    for dialect in [5, 6, 7].map(Dialect::new) {
        let mut empty = Stage::empty(dialect);
        if !dialect.has_room_high_stage() {
            empty.set_band(0..LINES as u16);
        }
        for (number, width) in (1..).zip([8, 320, 640, 2560]) {
            empty.insert_room(number, room(&dialect, width));
        }
        for number in 1..=4 {
            let mut stage = empty.clone();
            let (_, most) = peak(|| stage.enter_room(number).unwrap());
            let most_allowed = demanded(&stage, stage.room(number).unwrap()) + SMALL;
            assert!(
                most <= most_allowed,
                "v{}, room {number}: {most} of {most_allowed}",
                dialect.version()
            );
            // After a room of this size, entering a room allocates memory only for the room's own
            // data.
            for next in (0..=number).rev().chain([number]) {
                let (_, most) = peak(|| stage.enter_room(next).unwrap());
                assert!(
                    most <= SMALL,
                    "v{}, room {next} after {number}: {most}",
                    dialect.version()
                );
                let frame = || (0..3).for_each(|_| stage.tick(&mut SilentEnvironment));
                assert!(
                    peak(frame).1 <= SMALL,
                    "v{}, a frame in room {next}",
                    dialect.version()
                );
            }
        }
        // When the rooms grow wider one after the other, no buffer grows beyond the size for the
        // widest room. While a buffer grows, the old and the new buffer exist.
        let mut stage = empty.clone();
        let ((), most) = peak(|| (1..=4).for_each(|number| _ = stage.enter_room(number).unwrap()));
        let widest = demanded(&stage, stage.room(4).unwrap());
        let twice = (stage.front().height + 10) * usize::from(dialect.screen_size().0 + 8) + 2560;
        assert!(
            most <= widest + twice + SMALL,
            "v{}: {most} of {widest} and {twice}",
            dialect.version()
        );
    }
}
