//! Drawing and ticking ask for no memory once everything has been seen: an allocator counts.

use scumm_tests::cases;
use scumm_tests::memory::allocations;
use scumm_tests::sample::{Quiet, stage};

/// Frames after which the animations have come round.
const WARM: usize = 40;

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1_u8; 9]))).1, 1);
}

#[test]
fn drawing_asks_for_no_memory() {
    for case in cases::all().unwrap() {
        for limit in [1 << 20, 0] {
            let mut stage = case.stage.clone();
            stage.limit_cels(limit);
            stage.actor_mut(case.actor).unwrap().draw_alone().unwrap();
            let draws = || (0..20).for_each(|_| stage.actor_mut(case.actor).unwrap().draw_alone().unwrap());
            assert_eq!(allocations(draws).1, 0, "{}, {limit} bytes for finished cels", case.name);
        }
    }
}

#[test]
fn ticking_asks_for_no_memory() {
    let cases = cases::all().unwrap().into_iter().map(|case| (case.name, case.stage));
    for (name, mut stage) in cases.chain([("64 actors".to_owned(), stage(64, 2, (24, 40)).unwrap())]) {
        let mut frames = |count| {
            for _ in 0..count {
                stage.redraw_all_actors();
                stage.tick(&mut Quiet);
            }
        };
        frames(WARM);
        assert_eq!(allocations(|| frames(WARM)).1, 0, "{name}");
    }
}

/// A cel that is drawn straight from its data needs one row, whatever its height.
#[test]
fn without_finished_cels_memory_does_not_grow_with_the_cel() {
    for case in cases::all().unwrap() {
        let mut stage = case.stage.clone();
        stage.limit_cels(0);
        let ((), most) = scumm_tests::memory::peak(|| stage.actor_mut(case.actor).unwrap().draw_alone().unwrap());
        assert!(most <= 2 * 64, "{}: {most} bytes", case.name);
    }
}
