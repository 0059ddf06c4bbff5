//! The methods and attributes from the lists that all bindings share.

use pyo3::prelude::*;

use crate::argument::Argument;
use crate::costume::{Costume, Limbs, Renderer};
use crate::failure::Result;
use crate::game::{Dialect, Game, Room};
use crate::memory::{Frame, FrameBase, Memory};
use crate::stage::{Actor, Stage};
use crate::world::{Object, Random};

/// Bytes that a caller passes.
type Bytes<'py> = Memory<'py>;
/// An argument that may be left out: the signature contains its default.
type Optional<T> = T;
/// Objects whose methods a call uses, for example to get random numbers.
type WorldArgument<'a> = Option<&'a Bound<'a, PyAny>>;
type HostArgument<'a> = WorldArgument<'a>;

fn or_default<T>(value: T, _default: T) -> T {
    value
}

/// Declares the methods of a class. Only a macro can declare functions from a shared list, and PyO3
/// reads functions only.
macro_rules! methods {
    // Other Python threads can run while a game loads a resource.
    (Game; $($(#[$doc:meta])* $name:ident $js:ident($($arg:ident: $type:ty),*)
     [$($sig:tt)*] -> $ret:ty, |$it:ident| $body:expr;)*) => {
        #[pymethods]
        impl Game {
            $(
                $(#[$doc])*
                #[pyo3(signature = ($($sig)*))]
                pub fn $name(&self, py: Python<'_>, $($arg: <$type as Argument>::Passed),*) -> Result<$ret> {
                    $(let $arg = <$type as Argument>::read($arg, stringify!($arg))?;)*
                    let $it = &self.0;
                    Ok(py.detach(|| $body)?)
                }
            )*
        }
    };
    ($class:ident; $($(#[$doc:meta])* $name:ident $js:ident($($arg:ident: $type:ty),*)
     [$($sig:tt)*] -> $ret:ty, |$it:ident| $body:expr;)*) => {
        #[pymethods]
        impl $class {
            $(
                $(#[$doc])*
                #[pyo3(signature = ($($sig)*))]
                pub fn $name(&self, $($arg: <$type as Argument>::Passed),*) -> Result<$ret> {
                    $(let $arg = <$type as Argument>::read($arg, stringify!($arg))?;)*
                    let $it = &self.0;
                    Ok($body?)
                }
            )*
        }
    };
}

/// Declares the attributes of a class, for the same reason as `methods`.
macro_rules! values {
    ($class:ident |$of:ident| $at:expr; $($(#[$doc:meta])* $name:ident $js:ident -> $ret:ty,
     |$it:ident| $body:expr;)*) => {
        #[pymethods]
        impl $class {
            $(
                $(#[$doc])*
                #[getter]
                fn $name(&self) -> Result<$ret> {
                    let $of = &self.0;
                    match &$at {
                        $it => Ok($body),
                    }
                }
            )*
        }
    };
}

scumm_bindings::class_methods! { methods }
scumm_bindings::class_values! { values }
scumm_bindings::frame_values! { values FrameBase }
