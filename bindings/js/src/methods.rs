//! Methods made of the tables of operations that all borders share.

use wasm_bindgen::prelude::*;

use crate::costume::{Costume, Limbs, Renderer};
use crate::failure::Result;
use crate::game::{Dialect, Game, Room};
use crate::stage::{Actor, Frame, Stage};
use crate::world::{JsHost, JsWorld, Object, Random};

/// Bytes that are passed.
type Bytes = Vec<u8>;
/// What may be left out.
type Or<T> = Option<T>;
/// What is asked.
type AskedWorld = Option<JsWorld>;
type AskedHost = Option<JsHost>;

fn or<T>(value: Option<T>, default: T) -> T {
    value.unwrap_or(default)
}

/// Writes the methods of a class. Only a macro can write functions out of a shared list, and wasm-bindgen reads functions only.
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

/// Writes the attributes of a class, for the same reason as `methods`.
macro_rules! values {
    ($class:ident |$of:ident| $at:expr; $($(#[$doc:meta])* $name:ident $js:ident -> $ret:ty, |$it:ident| $body:expr;)*) => {
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
