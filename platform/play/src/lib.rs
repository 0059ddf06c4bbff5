//! The windows of Wardrobe: a room of a game to walk around in, a viewer for scenes, and a test
//! card.
//!
//! [`play`] plays a game with [`PlayArgs`], with or without a window. [`scene`] shows a scene or
//! writes its frames. No function prints: results are returned or logged.
#![forbid(unsafe_code)]

mod cast;
mod character;
mod chooser;
mod controls;
mod error_card;
mod exchange;
pub mod frames;
mod list;
mod live;
mod menu;
mod opening;
mod overlay;
mod play;
mod play_args;
mod player;
mod rebuild;
mod record;
pub mod scene;
mod screen;
mod screens;
mod session;
mod settings;
mod show;
mod testcard;
mod time;
mod view;
mod world;

pub use controls::{Scope, help as controls_help};
pub use error_card::show_error_box;
pub use live::{NumberedSource, demo_in};
pub use play::{Played, begin, play, resume};
pub use play_args::PlayArgs;
pub use screen::Layers;
pub use settings::{Settings, explained, named};
pub use show::{Figures, ShowArgs, WindowArgs, seconds, show};
pub use testcard::Card;
