//! SCUMM actors on a stage.
#![forbid(unsafe_code)]

pub mod actor;
pub mod event;
pub mod stage;

pub use actor::Actor;
pub use event::Event;
pub use stage::Stage;
