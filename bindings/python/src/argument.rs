//! Numbers that callers pass. Python's numbers have no limits, so each number is checked against
//! the range of its argument, and an error names the argument.

use std::fmt::Display;

use pyo3::prelude::*;
use scumm_bindings::Failure;

use crate::costume::{Costume, Limbs, Renderer};
use crate::failure::Result;
use crate::game::{Dialect, Room};
use crate::memory::Memory;
use crate::stage::Stage;

/// A type of an argument, and the type that is read from Python first.
pub trait Argument: Sized {
    /// The type that is read from Python.
    type Passed;

    /// Checks and converts the value. `name` is the name of the argument.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if a number is out of range.
    fn read(passed: Self::Passed, name: &str) -> Result<Self>;
}

/// Returns the failure of a number that is out of range.
fn out_of_range(name: &str, number: i64, least: impl Display, most: impl Display) -> Failure {
    Failure::misuse(format!(
        "{name} is {number}, but it has to be {least} to {most}"
    ))
}

/// Implements arguments of whole numbers. This is a macro because the types have no common trait
/// for their limits.
macro_rules! numbers {
    ($($type:ty)*) => {
        $(
            impl Argument for $type {
                type Passed = i64;

                fn read(passed: i64, name: &str) -> Result<Self> {
                    let number = Self::try_from(passed);
                    Ok(number.map_err(|_| out_of_range(name, passed, Self::MIN, Self::MAX))?)
                }
            }
        )*
    };
}

/// Implements arguments that need no check.
macro_rules! unchecked {
    ($($type:ty)*) => {
        $(
            impl Argument for $type {
                type Passed = Self;

                fn read(passed: Self, _name: &str) -> Result<Self> {
                    Ok(passed)
                }
            }
        )*
    };
}

numbers! { u8 u16 u32 usize i16 i32 }
unchecked! {
    bool &str &Costume &Dialect &Limbs &Renderer &Room &Stage Memory<'_> &Bound<'_, PyAny>
}

impl<T: Argument> Argument for Option<T> {
    type Passed = Option<T::Passed>;

    fn read(passed: Self::Passed, name: &str) -> Result<Self> {
        passed.map(|passed| T::read(passed, name)).transpose()
    }
}

/// Checks and converts an argument.
///
/// # Errors
/// Returns `ResultCode::Misuse` if a number is out of range.
pub fn read<T: Argument>(passed: T::Passed, name: &str) -> Result<T> {
    T::read(passed, name)
}
