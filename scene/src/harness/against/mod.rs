//! Plays scenes with another program. The lines that the program prints are compared with the
//! stored lines in the same way as the lines of our own engine.

mod examine;
mod process;
mod protocol;

pub use examine::ProgramUnderTest;
pub use process::RunningPrograms;
pub use protocol::{ConformanceLevel, SceneEnd, SceneRequest};
