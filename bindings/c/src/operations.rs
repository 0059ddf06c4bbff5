//! What is done to actors and stages, out of the table that all borders share: a function a row, which has the row's name behind
//! `wardrobe_actor_` or `wardrobe_stage_`. cbindgen looks into no macro: `tests/all/header.rs` writes the header's lines for them
//! out of the same table.

use scumm_bindings::operations;

use crate::*;

/// A value that C passes.
pub trait Passed: Sized {
    /// As C has it.
    type C;
    /// The value of C's.
    ///
    /// # Errors
    /// It is none.
    fn of(value: Self::C) -> Result<Self>;
}

macro_rules! plain {
    ($($type:ty)*) => {$(
        impl Passed for $type {
            type C = Self;
            fn of(value: Self) -> Result<Self> {
                Ok(value)
            }
        }
    )*};
}

plain! { i8 u8 i16 u16 i32 u32 usize }

impl Passed for bool {
    type C = u8;
    fn of(value: u8) -> Result<Self> {
        Ok(value != 0)
    }
}

/// -1 is none.
impl<T: TryFrom<i32>> Passed for Option<T> {
    type C = i32;
    fn of(value: i32) -> Result<Self> {
        let wrong = |_| Failure::misuse(format!("{value} is no such number, and not -1"));
        if value == -1 {
            Ok(None)
        } else {
            T::try_from(value).map(Some).map_err(wrong)
        }
    }
}

/// A function of C for a row.
macro_rules! function {
    ($prefix:literal $module:ident ($($of:ident: $number:ty),*) $reach:expr; $(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*)) => {
        $(#[$doc])*
        #[unsafe(export_name = concat!($prefix, stringify!($name)))]
        #[allow(clippy::too_many_arguments, reason = "the header names them")]
        pub extern "C" fn $name($($of: $number,)* $($arg: <$type as Passed>::C,)* error: Err<'_>) -> Code {
            call(error, || operations::$module::$name(&mut $reach, $(<$type as Passed>::of($arg)?),*))
        }
    };
}

macro_rules! functions {
    ($prefix:literal $module:ident $of:tt $reach:expr; $($(#[$doc:meta])* $name:ident $js:ident($($arg:ident: $type:ty),*)
     [$($sig:tt)*] -> (), |$it:ident| $body:expr;)*) => {
        $(function! { $prefix $module $of $reach; $(#[$doc])* $name($($arg: $type),*) })*
    };
}

/// What scripts do to an actor.
pub mod actor {
    use super::*;

    scumm_bindings::actor_operations! {
        functions "wardrobe_actor_" actor (stage: Option<&CStage>, actor: u16) lock_stage(stage)?.stage.actor_mut(actor)?
    }
}

/// What is done to a stage.
pub mod stage {
    use super::*;

    scumm_bindings::stage_operations! { functions "wardrobe_stage_" stage (stage: Option<&CStage>) lock_stage(stage)?.stage }
}
