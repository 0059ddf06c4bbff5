//! Methods made of the tables of operations that all borders share.

use pyo3::prelude::*;

use crate::costume::{Costume, Limbs, Renderer};
use crate::failure::Result;
use crate::game::{Dialect, Game, Room};
use crate::memory::{Frame, Lent, Memory};
use crate::stage::{Actor, Stage};
use crate::world::{Object, Random};

/// Bytes that are passed.
type Bytes<'py> = Memory<'py>;
/// What may be left out: Python puts the default of the signature.
type Or<T> = T;
/// What is asked.
type AskedWorld<'a> = Option<&'a Bound<'a, PyAny>>;
type AskedHost<'a> = AskedWorld<'a>;

fn or<T>(value: T, _default: T) -> T {
    value
}

/// Writes the methods of a class. Only a macro can write functions out of a shared list, and PyO3 reads functions only.
macro_rules! methods {
    ($class:ident; $($(#[$doc:meta])* $name:ident $js:ident($($arg:ident: $type:ty),*)
     [$($sig:tt)*] -> $ret:ty, |$it:ident| $body:expr;)*) => {
        #[pymethods]
        impl $class {
            $(
                $(#[$doc])*
                #[pyo3(signature = ($($sig)*))]
                pub fn $name(&self, $($arg: $type),*) -> Result<$ret> {
                    let $it = &self.0;
                    Ok($body?)
                }
            )*
        }
    };
}

/// Writes the attributes of a class, for the same reason as `methods`.
macro_rules! values {
    ($class:ident |$of:ident| $at:expr; $($(#[$doc:meta])* $name:ident $js:ident -> $ret:ty, |$it:ident| $body:expr;)*) => {
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
scumm_bindings::frame_values! { values Lent }
