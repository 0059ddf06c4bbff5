//! The windows of Wardrobe: a room of a game to walk around in, a viewer for scenes, and a test
//! card.
//!
//! [`play`] plays a game with [`PlayArgs`], with or without a window. [`scene`] shows a scene or
//! writes its frames. No function prints: results are returned or logged.
#![forbid(unsafe_code)]

mod bench;
mod cast;
mod character;
mod choice;
mod chooser;
mod clock;
mod controls;
mod folders;
pub mod frames;
mod help;
mod history;
mod kept;
mod list;
mod menu;
mod named;
mod objects;
mod origin;
mod overlay;
mod people;
mod play;
mod player;
mod record;
pub mod scene;
mod screen;
mod screens;
mod session;
mod settings;
mod show;
mod speech;
mod testcard;
mod timetable;
mod tour;
mod view;
mod world;

pub use bench::Figures;
pub use controls::{Scope, help as controls_help};
pub use kept::{begin, resume};
pub use named::{explained, named};
pub use overlay::Layers;
pub use play::PlayArgs;
pub use screens::{Played, play};
pub use settings::Settings;
pub use show::{ShowArgs, WindowArgs, seconds, show};
pub use testcard::Card;
