//! The switch of mutations: `cargo xtask mutants` adds this module to its copy of the crate `room`.

#![allow(missing_docs, reason = "only the copy has this module")]

use std::cell::Cell;

thread_local! {
    /// The name of the mutation that is in force in this thread; empty for none.
    static IN_FORCE: Cell<&'static str> = const { Cell::new("") };
}

/// Returns whether a mutation is in force in this thread.
#[inline]
pub fn is_on(name: &str) -> bool {
    IN_FORCE.get() == name
}

/// Calls a function while a mutation is in force in this thread.
pub fn during<T>(name: &'static str, act: impl FnOnce() -> T) -> T {
    IN_FORCE.set(name);
    let result = act();
    IN_FORCE.set("");
    result
}
