//! Walks among random boxes: no walk panics, every frame ends, and an actor with valid routes
//! arrives.

use proptest::prelude::*;

use super::*;

/// An action of a script or a frame.
#[derive(Clone, Debug)]
enum WalkDeed {
    Walk(i16, i16, i16),
    Put(i16, i16),
    Turn(i16),
    Speed(u16, u16),
    Flags(u8, u16),
    Scale(u8, u16),
    Class(u8, bool),
    IgnoreBoxes(bool),
    Freeze(bool),
    ComputeMatrix,
    Frames(u8),
}

/// Returns a coordinate: in most cases inside a room, sometimes any number.
fn coordinate() -> impl Strategy<Value = i16> {
    prop_oneof![8 => -20_i16..340, 1 => any::<i16>(), 1 => prop::sample::select(vec![i16::MIN, -1, 0, 1, i16::MAX])]
}

fn point() -> impl Strategy<Value = I16Vec2> {
    (coordinate(), coordinate()).prop_map(|(x, y)| I16Vec2::new(x, y))
}

/// Returns rectangles on a coarse grid, which often share sides, and boxes with any four corners.
fn walk_box() -> impl Strategy<Value = WalkBox> {
    let grid = (0_i16..6, 0_i16..4, 1_i16..4, 1_i16..4)
        .prop_map(|(x, y, w, h)| WalkBox::rect(x * 50, y * 50, (x + w) * 50, (y + h) * 50));
    let any_corners = (point(), point(), point(), point()).prop_map(|(ul, ur, lr, ll)| WalkBox {
        ul,
        ur,
        lr,
        ll,
        ..WalkBox::default()
    });
    let flags = prop_oneof![4 => Just(0_u8), 1 => any::<u8>()];
    let scale = prop_oneof![2 => Just(255_u16), 1 => any::<u16>(), 1 => 0x8000_u16..0x8004];
    (
        prop_oneof![3 => grid, 1 => any_corners],
        flags,
        scale,
        0_u8..4,
    )
        .prop_map(|(b, flags, scale, slot)| WalkBox {
            flags,
            scale,
            slot,
            ..b
        })
}

fn deed() -> impl Strategy<Value = WalkDeed> {
    let angle = || prop_oneof![2 => Just(-1_i16), 2 => 0_i16..360, 1 => any::<i16>()];
    let speed = || prop_oneof![4 => 0_u16..20, 1 => any::<u16>()];
    prop_oneof![
        4 => (coordinate(), coordinate(), angle()).prop_map(|(x, y, angle)| WalkDeed::Walk(x, y, angle)),
        1 => (coordinate(), coordinate()).prop_map(|(x, y)| WalkDeed::Put(x, y)),
        1 => angle().prop_map(WalkDeed::Turn),
        1 => (speed(), speed()).prop_map(|(x, y)| WalkDeed::Speed(x, y)),
        1 => (any::<u8>(), any::<u16>()).prop_map(|(number, value)| WalkDeed::Flags(number % 8, value)),
        1 => (any::<u8>(), any::<u16>()).prop_map(|(number, value)| WalkDeed::Scale(number % 8, value)),
        1 => (20_u8..33, any::<bool>()).prop_map(|(class, on)| WalkDeed::Class(class, on)),
        1 => any::<bool>().prop_map(WalkDeed::IgnoreBoxes),
        1 => any::<bool>().prop_map(WalkDeed::Freeze),
        1 => Just(WalkDeed::ComputeMatrix),
        6 => (1_u8..40).prop_map(WalkDeed::Frames),
    ]
}

fn act(stage: &mut Stage, deed: &WalkDeed) {
    // Boxes that do not exist are errors; all other actions succeed.
    match *deed {
        WalkDeed::Walk(x, y, angle) => {
            stage
                .actor_mut(1)
                .unwrap()
                .walk_to(x.into(), y.into(), Some(angle.into()))
        }
        WalkDeed::Put(x, y) => stage.actor_mut(1).unwrap().put(x.into(), y.into(), None),
        WalkDeed::Turn(angle) => stage.actor_mut(1).unwrap().turn_to(angle.into()),
        WalkDeed::Speed(x, y) => stage.actor_mut(1).unwrap().set_walk_speed(x, y),
        WalkDeed::Flags(number, value) => drop(stage.boxes_mut().set_flags(number, value)),
        WalkDeed::Scale(number, value) => drop(stage.boxes_mut().set_scale(number, value)),
        WalkDeed::Class(class, on) => stage.actor_mut(1).unwrap().set_class(class, on).unwrap(),
        WalkDeed::IgnoreBoxes(on) => stage.actor_mut(1).unwrap().set_ignore_boxes(on),
        WalkDeed::Freeze(on) => stage.actor_mut(1).unwrap().set_frozen(on),
        WalkDeed::ComputeMatrix => stage.boxes_mut().compute_matrix(),
        WalkDeed::Frames(n) => {
            for _ in 0..n {
                frame(stage);
            }
        }
    }
}

/// Returns rectangles in a row, each with an upright side in common with the next, and with random
/// heights that overlap.
fn chain() -> impl Strategy<Value = Vec<WalkBox>> {
    prop::collection::vec((20_i16..80, 20_i16..90, 110_i16..190), 1..6).prop_map(|parts| {
        let mut left = 0;
        let mut boxes = Vec::new();
        for (width, top, bottom) in parts {
            boxes.push(WalkBox::rect(left, top, left + width, bottom));
            left += width;
        }
        boxes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics_or_hangs_among_random_boxes(
        version in 1_u8..=8,
        boxes in prop::collection::vec(walk_box(), 0..8),
        matrix in prop::option::of(prop::collection::vec(prop_oneof![3 => 0_u8..8, 1 => Just(0xff), 1 => any::<u8>()], 0..60)),
        deeds in prop::collection::vec(deed(), 1..25),
    ) {
        let mut stage = stage(version, &[]);
        set_stored(&mut stage, boxes, &matrix.unwrap_or_default());
        stage.boxes_mut().set_scale_slot(1, depth(60, 100, 190, 255)).unwrap();
        put(&mut stage, 100, 100, 180);
        for deed in &deeds {
            act(&mut stage, deed);
        }
    }

    #[test]
    fn walks_along_a_chain_of_boxes_arrive(
        version in 3_u8..=8,
        boxes in chain(),
        from in (0_i32..100, 0_i32..200),
        to in (0_i32..100, 0_i32..200),
    ) {
        // Before v7, points farther than 255 pixels from every box have no box.
        let percent = |x: i32| boxes.last().map_or(0, |b| i32::from(b.ur.x) * x / 100);
        let mut stage = stage(version, &boxes);
        put(&mut stage, percent(from.0), from.1, 180);
        stage.actor_mut(1).unwrap().walk(percent(to.0), to.1, None);
        let dest = stage.actor(1).unwrap().walk.dest;
        let starts = stage.actor(1).unwrap().walk.moving != 0;
        // 400 columns at 4 per frame and 200 rows at 1 per frame, and a few frames for each box.
        for _ in 0..400 {
            frame(&mut stage);
        }
        let a = stage.actor(1).unwrap();
        prop_assert_eq!(a.walk.moving, 0);
        if starts {
            prop_assert_eq!(a.pos, dest);
            prop_assert_eq!(a.frame, a.stand_frame);
        }
    }

    #[test]
    fn a_saved_walk_goes_on_alike(version in 3_u8..=8, boxes in chain(), before in 0_u8..30, to in (0_i16..400, 0_i16..200)) {
        let mut stage = stage(version, &boxes);
        put(&mut stage, 0, 100, 180);
        stage.actor_mut(1).unwrap().walk(to.0.into(), to.1.into(), Some(Facing::EAST));
        for _ in 0..before {
            frame(&mut stage);
        }
        let saved = stage.save();
        let first: Vec<_> = (0..60).map(|_| frame(&mut stage)).collect();
        stage.restore(&saved).unwrap();
        let second: Vec<_> = (0..60).map(|_| frame(&mut stage)).collect();
        prop_assert_eq!(first, second);
    }
}
