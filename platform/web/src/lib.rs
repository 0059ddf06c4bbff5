//! Wardrobe in a browser: the functions that the page's script calls.
//!
//! The functions receive files as bytes, and return pictures and JSON. No function reads or sends
//! anything else. A function that fails throws a JavaScript error whose message is a sentence for
//! the user.

mod archive;
mod film;
mod opened;
mod pixel;
#[cfg(feature = "scene")]
mod scenes;
mod walk;
mod work;

pub use opened::{ChosenFiles, OpenedGame};
#[cfg(feature = "scene")]
pub use scenes::scene_lines;
pub use walk::RoomWalk;
pub use work::{PlayedFrames, Work};

use wasm_bindgen::{JsError, JsValue};

/// An error for the script: one sentence, with its causes.
pub struct Thrown(JsError);

impl<E: Into<anyhow::Error>> From<E> for Thrown {
    fn from(error: E) -> Self {
        Self(JsError::new(&format!("{:#}", error.into())))
    }
}

impl From<Thrown> for JsValue {
    fn from(Thrown(error): Thrown) -> Self {
        error.into()
    }
}

type Result<T> = std::result::Result<T, Thrown>;
