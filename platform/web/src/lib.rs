//! Wardrobe in a browser: what the page's script calls.
//!
//! Files come in as bytes, pictures and JSON go out; nothing is read from anywhere and nothing is sent. Everything that can
//! fail throws a JavaScript error whose message is a sentence for the user.

mod opened;
#[cfg(feature = "scene")]
mod scenes;
mod walk;

pub use opened::{OpenedGame, PlayedFrames};
#[cfg(feature = "scene")]
pub use scenes::scene_lines;
pub use walk::RoomWalk;

use wasm_bindgen::JsError;

/// An error as the script sees it: one sentence, with its causes.
fn thrown(error: impl Into<Box<dyn std::error::Error>>) -> JsError {
    let error = error.into();
    let (mut text, mut cause) = (error.to_string(), error.source());
    while let Some(next) = cause {
        text = format!("{text}: {next}");
        cause = next.source();
    }
    JsError::new(&text)
}
