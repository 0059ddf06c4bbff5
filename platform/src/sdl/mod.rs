//! The SDL2 window. Nothing of SDL leaves this module; it keeps to what SDL 2.0.18 has, the oldest
//! that handhelds ship.

mod cursor;
mod events;
mod pads;
mod picture;
mod renderer;
mod touch;
mod window;

pub use window::{Window, WindowOptions, with_window};
