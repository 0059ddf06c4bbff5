//! The methods and attributes from the lists that all bindings share.

use wasm_bindgen::prelude::*;

use crate::costume::{Costume, Limbs, Renderer};
use crate::failure::Result;
use crate::game::{Dialect, Game, Room};
use crate::stage::{Actor, Frame, Stage};
use crate::world::{JsHost, JsWorld, Object, Random};

/// Bytes that a caller passes.
type Bytes = Vec<u8>;
/// An argument that may be left out.
type Optional<T> = Option<T>;
/// Objects whose methods a call uses, for example to get random numbers.
type WorldArgument = Option<JsWorld>;
type HostArgument = Option<JsHost>;

fn or_default<T>(value: Option<T>, default: T) -> T {
    value.unwrap_or(default)
}

/// Declares the methods of a class. Only a macro can declare functions from a shared list, and
/// wasm-bindgen reads functions only.
macro_rules! methods {
    ($class:ident; $($(#[$doc:meta])* $name:ident $js:ident($($arg:ident: $type:ty),*)
     [$($sig:tt)*] -> $ret:ty, |$it:ident| $body:expr;)*) => {
        #[wasm_bindgen]
        impl $class {
            $(
                $(#[$doc])*
                #[wasm_bindgen(js_name = $js)]
                pub fn $name(&self, $($arg: $type),*) -> Result<$ret> {
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
        #[wasm_bindgen]
        impl $class {
            $(
                $(#[$doc])*
                #[wasm_bindgen(getter, js_name = $js)]
                pub fn $name(&self) -> Result<$ret> {
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
scumm_bindings::frame_values! { values Frame }
