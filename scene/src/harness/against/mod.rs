//! Scenes that another program plays: it prints their lines, and they are compared with the stored ones as ours are.

mod examine;
mod group;
mod level;
mod process;
mod protocol;

pub use examine::Examiner;
pub use group::end_all;
pub use level::Level;
pub use protocol::{End, Request};
