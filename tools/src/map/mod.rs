//! What each byte of a costume is for, as text and as a page, and figures over a whole game.

pub mod html;
mod stats;
mod text;

pub use stats::{FormatStats, Stats};
pub use text::dump;
