//! Methods made of the tables of operations that all borders share.

use pyo3::prelude::*;
use scumm_bindings::{ActorField, StageField, operations};

use crate::actor::Actor;
use crate::costume::Costume;
use crate::failure::{Fail, Result};
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
    ($class:ident $module:ident; $($(#[$doc:meta])* $name:ident $js:ident -> $ret:ty, |$it:ident| $body:expr;)*) => {
        #[pymethods]
        impl $class {
            $(
                $(#[$doc])*
                #[getter]
                fn $name(&self) -> Result<$ret> {
                    self.see(|it| Ok(operations::$module::$name(it)))
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

macro_rules! fields_of_actors {
    ($($row:tt)*) => { attributes! { Actor; $($row)* } };
}
macro_rules! fields_of_stages {
    ($($row:tt)*) => { attributes! { Stage; $($row)* } };
}
macro_rules! of_actors {
    ($($row:tt)*) => { methods! { Actor on actor; $($row)* } };
}
macro_rules! of_stages {
    ($($row:tt)*) => { methods! { Stage on stage; $($row)* } };
}
macro_rules! asks_stages {
    ($($row:tt)*) => { methods! { Stage see stage; $($row)* } };
}
macro_rules! sees_stages {
    ($($row:tt)*) => { values! { Stage stage; $($row)* } };
}
macro_rules! sees_dialects {
    ($($row:tt)*) => { values! { Dialect dialect; $($row)* } };
}
macro_rules! sees_rooms {
    ($($row:tt)*) => { values! { Room room; $($row)* } };
}
macro_rules! sees_games {
    ($($row:tt)*) => { values! { Game game; $($row)* } };
}
macro_rules! sees_costumes {
    ($($row:tt)*) => { values! { Costume costume; $($row)* } };
}

scumm_bindings::actor_fields! { fields_of_actors }
scumm_bindings::stage_fields! { fields_of_stages }
scumm_bindings::actor_operations! { of_actors }
scumm_bindings::actor_queries! { of_actors }
scumm_bindings::stage_operations! { of_stages }
scumm_bindings::stage_word_operations! { of_stages }
scumm_bindings::stage_queries! { asks_stages }
scumm_bindings::stage_values! { sees_stages }
scumm_bindings::dialect_values! { sees_dialects }
scumm_bindings::room_values! { sees_rooms }
scumm_bindings::game_values! { sees_games }
scumm_bindings::costume_values! { sees_costumes }
