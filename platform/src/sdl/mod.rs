//! The SDL2 window. No type of SDL leaves this module. The module uses only functions of SDL
//! 2.0.18, the oldest version on supported handhelds.

mod input;
mod picture;
mod window;

pub use window::{Window, WindowOptions, with_window};
