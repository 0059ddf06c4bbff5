//! Plays scenes with another program: it prints their lines, which are compared with the stored
//! lines like our own.

mod examine;
mod process;
mod protocol;

pub use examine::Examiner;
pub use process::RunningPrograms;
pub use protocol::{End, Level, Request};
