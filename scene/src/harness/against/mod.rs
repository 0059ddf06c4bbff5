//! Plays scenes with another program: it prints their lines, which are compared with the stored
//! lines like our own.

mod examine;
mod process;
mod protocol;

pub use examine::ProgramUnderTest;
pub use process::RunningPrograms;
pub use protocol::{ConformanceLevel, SceneEnd, SceneRequest};
