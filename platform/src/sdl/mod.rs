//! The SDL2 window. The public items of this module contain no types of SDL. The module uses only
//! functions that SDL 2.0.18 has, the oldest version on supported handhelds.

mod input;
mod picture;
mod window;

pub use window::{Window, WindowOptions, with_window};
