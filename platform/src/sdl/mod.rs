//! The SDL2 window. The public items of this module contain no types of SDL. The module uses only
//! functions that SDL 2.0.18 has, the oldest version on supported handhelds.

mod error_box;
mod input;
mod picture;
mod window;

pub use error_box::show_error;
pub use window::{Window, WindowOptions, with_window};
