//! The SDL2 window. No type of SDL leaves this module. The module uses only functions of SDL
//! 2.0.18, the oldest version on supported handhelds.

mod cursor;
mod events;
mod pads;
mod picture;
mod renderer;
mod touch;
mod window;

pub use window::{Window, WindowOptions, with_window};
