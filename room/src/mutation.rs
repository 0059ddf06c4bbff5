//! Rules that a test breaks on purpose, one at a time, to see whether the scenes notice. Each mutation has a name; which rule it breaks
//! and what holds instead stands in the test's table (`scene/src/harness/kit/mutations.tsv`). Nothing can be broken without the feature
//! `mutations`, which only tests have: then [`mutated`] is a constant, and its branch is not compiled into anything.

thread_local! {
    /// The mutation in force in this thread; empty for none.
    static IN_FORCE: std::cell::Cell<&'static str> = const { std::cell::Cell::new("") };
}

/// Whether the mutation of this name is in force in this thread: never without the feature.
#[must_use]
#[inline(always)]
pub fn mutated(name: &str) -> bool {
    cfg!(feature = "mutations") && IN_FORCE.get() == name
}

/// Does something with a mutation in force in this thread, and takes it back.
#[cfg(feature = "mutations")]
pub fn during<T>(name: &'static str, act: impl FnOnce() -> T) -> T {
    IN_FORCE.set(name);
    let result = act();
    IN_FORCE.set("");
    result
}
