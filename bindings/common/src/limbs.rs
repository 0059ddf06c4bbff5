//! What callers do to the limbs of an actor that is none of a stage.

use scumm_costume::LimbStates;
use scumm_room::Dialect;

use crate::{Failure, Result};

/// Limbs of which nothing plays.
#[must_use]
pub fn new() -> LimbStates {
    let mut states = LimbStates::default();
    states.reset();
    states
}

/// Resets limbs, those of version 0 where they are some: nothing plays, nothing is stopped; the counters stay.
pub fn reset(states: &mut LimbStates) {
    states.reset();
    if let Some(own) = &mut states.v0 {
        own.reset();
    }
}

/// Humongous: sets a condition 1 to 32, or a user condition 1 to 16.
///
/// # Errors
/// There is none of this number.
pub fn set_condition(states: &mut LimbStates, dialect: &Dialect, number: u32, on: bool, user: bool) -> Result<()> {
    match (number, user) {
        (1..=16, true) => states.set_user_condition(dialect, number, on),
        (1..=32, false) => states.set_condition(dialect, number, on),
        _ => return Err(Failure::misuse(format!("there is no condition {number}"))),
    }
    Ok(())
}

/// Humongous: sets the talk condition 1 to 32, which ends any other.
///
/// # Errors
/// There is none of this number.
pub fn set_talk_condition(states: &mut LimbStates, dialect: &Dialect, number: u32) -> Result<()> {
    if !(1..=32).contains(&number) {
        return Err(Failure::misuse(format!("there is no condition {number}")));
    }
    states.set_talk_condition(dialect, number);
    Ok(())
}
