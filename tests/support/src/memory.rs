//! An allocator that counts, for tests that measure memory.
//!
//! A test program or fuzz target that measures memory makes it its global allocator:
//!
//! ```
//! use scumm_test_support::memory::{CountingAllocator, peak};
//!
//! #[global_allocator]
//! static ALLOCATOR: CountingAllocator = CountingAllocator;
//!
//! let (bytes, most) = peak(|| drop(vec![0_u8; 1000]));
//! assert_eq!((bytes, most), ((), 1000));
//! ```
// A global allocator cannot be written without `unsafe`. This one passes every call unchanged to
// the system's allocator and otherwise touches only cells of its own thread.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// The bytes that this thread has allocated and not freed. Negative if it frees blocks of
    /// another thread.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// The largest value of [`HELD`] since [`peak`] began.
    static MOST: Cell<isize> = const { Cell::new(0) };
    /// The number of allocations of this thread.
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, with a count of the held bytes for each thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingAllocator;

/// Runs `work`. Returns its result and the most bytes that this thread held meanwhile, beyond those
/// that it held before. The number is 0 if [`CountingAllocator`] is not the program's allocator.
pub fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    MOST.set(before);
    let value = work();
    (
        value,
        usize::try_from(MOST.get().saturating_sub(before)).unwrap_or(0),
    )
}

/// Runs `work`. Returns its result and the number of allocations of this thread meanwhile. The
/// number is 0 if [`CountingAllocator`] is not the program's allocator.
pub fn allocations<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = CALLS.get();
    let value = work();
    (value, CALLS.get().wrapping_sub(before))
}

fn count() {
    let _ = CALLS.try_with(|calls| calls.set(calls.get().wrapping_add(1)));
}

fn note(change: isize) {
    // An ending thread still allocates and frees after its cells are gone. These calls are not
    // counted.
    let _ = HELD.try_with(|held| {
        let now = held.get().saturating_add(change);
        held.set(now);
        let _ = MOST.try_with(|most| most.set(most.get().max(now)));
    });
}

fn signed(size: usize) -> isize {
    isize::try_from(size).unwrap_or(isize::MAX)
}

// SAFETY: every call is passed to the system's allocator with unchanged arguments.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        note(signed(layout.size()));
        // SAFETY: the caller meets the requirements of `GlobalAlloc::alloc`.
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
        // Both blocks exist while the contents are copied.
        note(signed(size));
        note(-signed(layout.size()));
        // SAFETY: as in `dealloc`; the caller guarantees the size.
        unsafe { System.realloc(place, layout, size) }
    }
}
