//! An allocator that counts, for tests of how much memory something takes.
//!
//! A test or fuzz target that wants figures makes it its own:
//!
//! ```
//! use scumm_test_support::memory::{Counting, peak};
//!
//! #[global_allocator]
//! static ALLOCATOR: Counting = Counting;
//!
//! let (bytes, most) = peak(|| drop(vec![0_u8; 1000]));
//! assert_eq!((bytes, most), ((), 1000));
//! ```
// A global allocator can't be written without `unsafe`. This one hands every call on to the system's as it came, and
// beyond that only touches two cells of its own thread.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes that this thread has allocated and not freed; below 0 where it frees what another allocated.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// The most that [`HELD`] was since [`peak`] began.
    static MOST: Cell<isize> = const { Cell::new(0) };
    /// How often this thread has asked for memory.
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, which notes for each thread how much it holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

/// Runs `work`, and tells how many bytes it held at most beyond what was held before it, on this thread. 0 where
/// [`Counting`] is not the program's allocator.
pub fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    MOST.set(before);
    let value = work();
    (
        value,
        usize::try_from(MOST.get().saturating_sub(before)).unwrap_or(0),
    )
}

/// Runs `work`, and tells how often it asked for memory on this thread. 0 where [`Counting`] is not the program's
/// allocator.
pub fn allocations<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = CALLS.get();
    let value = work();
    (value, CALLS.get().wrapping_sub(before))
}

fn count() {
    let _ = CALLS.try_with(|calls| calls.set(calls.get().wrapping_add(1)));
}

fn note(change: isize) {
    // A thread that ends allocates and frees after its cells have gone: that is not counted.
    let _ = HELD.try_with(|held| {
        let now = held.get().saturating_add(change);
        held.set(now);
        let _ = MOST.try_with(|most| most.set(most.get().max(now)));
    });
}

fn signed(size: usize) -> isize {
    isize::try_from(size).unwrap_or(isize::MAX)
}

// SAFETY: every call goes to the system's allocator with the arguments that it came with.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        note(signed(layout.size()));
        // SAFETY: the caller keeps what `GlobalAlloc::alloc` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        note(signed(layout.size()));
        // SAFETY: as in `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        note(-signed(layout.size()));
        // SAFETY: `place` came from `System` with this layout, because all allocations do.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // Both blocks exist while it is copied.
        note(signed(size));
        note(-signed(layout.size()));
        // SAFETY: as in `dealloc`; the size is the caller's.
        unsafe { System.realloc(place, layout, size) }
    }
}
