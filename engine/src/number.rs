//! Numbers by which callers name things.

use std::fmt::Display;
use std::ops::RangeInclusive;

use scumm_room::{Error, Result};

/// Refuses a number outside of `range`; `what` is what it counts.
pub(crate) fn check_number<N: Display + PartialOrd>(what: &str, n: N, range: RangeInclusive<N>) -> Result<()> {
    if range.contains(&n) {
        return Ok(());
    }
    Err(Error::Misuse(format!("there is no {what} {n}: they are {} to {}", range.start(), range.end())))
}
