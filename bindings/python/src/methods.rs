//! Methods made of the tables of operations that all borders share.

use pyo3::prelude::*;
use scumm_bindings::{ActorField, StageField, operations};

use crate::actor::Actor;
use crate::costume::Costume;
use crate::failure::{Fail, Result};
use crate::frame::Frame;
use crate::game::{Dialect, Game, Room};
use crate::stage::{Stage, number};

macro_rules! methods {
    ($class:ident $how:ident $module:ident; $($(#[$doc:meta])* $name:ident $js:ident($($arg:ident: $type:ty),*)
     [$($sig:tt)*] -> $ret:ty, |$it:ident| $body:expr;)*) => {
        #[pymethods]
        impl $class {
            $(
                $(#[$doc])*
                #[pyo3(signature = ($($sig)*))]
                #[allow(clippy::too_many_arguments, reason = "Python names them")]
                fn $name(&self, $($arg: $type),*) -> Result<$ret> {
                    self.$how(|it| Ok::<_, Fail>(operations::$module::$name(it, $($arg),*)?))
                }
            )*
        }
    };
}

macro_rules! values {
    ($class:ident $module:ident |$of:ident| $at:expr; $($(#[$doc:meta])* $name:ident $js:ident -> $ret:ty, |$it:ident| $body:expr;)*) => {
        #[pymethods]
        impl $class {
            $(
                $(#[$doc])*
                #[getter]
                fn $name(&self) -> Result<$ret> {
                    let $of = self;
                    Ok(operations::$module::$name(&$at))
                }
            )*
        }
    };
}

macro_rules! attributes {
    ($class:ident; $kind:ident $what:literal $of:ident, $it:ident; $($field:ident $word:ident $get:expr => $set:expr;)*) => {
        #[pymethods]
        impl $class {
            $(
                #[doc = concat!("The plain value `", stringify!($word), "`.")]
                #[getter]
                fn $word<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
                    number(py, self.see(|it| Ok($kind::$field.read(it)))?)
                }
            )*
        }
    };
}

scumm_bindings::actor_fields! { attributes Actor }
scumm_bindings::stage_fields! { attributes Stage }
scumm_bindings::actor_operations! { methods Actor on actor }
scumm_bindings::actor_queries! { methods Actor on actor }
scumm_bindings::stage_operations! { methods Stage on stage }
scumm_bindings::stage_word_operations! { methods Stage on stage }
scumm_bindings::stage_queries! { methods Stage see stage }
scumm_bindings::stage_values! { values Stage stage |of| of.kept()?.stage }
scumm_bindings::dialect_values! { values Dialect dialect |of| of.0 }
scumm_bindings::room_values! { values Room room |of| of.0 }
scumm_bindings::game_values! { values Game game |of| of.get()? }
scumm_bindings::costume_values! { values Costume costume |of| of.costume }
scumm_bindings::frame_values! { values Frame frame |of| of.frame }
scumm_bindings::game_bytes! { methods Game see game }
