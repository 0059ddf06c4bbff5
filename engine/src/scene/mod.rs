//! Scene files: a stage, its actors and what they do, written as JSON or TOML, played line by line.
//!
//! [`Scene::parse`] reads a scene's text, [`Runner::new`] opens what it names through [`Inputs`] and sets the stage up,
//! and each [`Runner::advance`] plays one engine frame or one operation and tells the state as a [`Line`].
//! [`StoredLines`] are held against a run. Nothing here opens a file but [`Folder`].

mod compare;
mod error;
mod expect;
mod explain;
mod field;
mod inputs;
mod line;
mod node;
mod runner;
mod setup;
mod stage;
mod stages;
mod step;
mod table;
#[cfg(test)]
mod tests;

pub use compare::{Difference, StoredLines};
pub use error::{Line as SourceLine, Result, SceneError};
pub use expect::Key as ExpectedKey;
pub use explain::{Area, Cause, Explanation, Origin, Part, Recoloured, seen};
pub use field::Field;
pub use inputs::{Folder, Inputs};
pub use line::{
    ActorLine, AkosLine, BenchLine, BenchTickLine, HumongousLimb, HumongousLine, LimbLine, Line, QueueLine, SoundLine,
};
pub use runner::{Progress, Runner};
pub use setup::{
    ActorSetup, Background, CostumeSource, Files, GameSource, Matrix, Print, ResourceSetup, RoomSetup, Scene,
};
pub use stages::{ActorStage, CelStage, StagesLine};
pub use step::{Op, Step, Var};
pub use table::At;

use std::path::Path;

impl Scene {
    /// Reads a scene. `file` names it in messages; its ending says the spelling: `.toml`, else JSON.
    ///
    /// # Errors
    /// [`SceneError::Text`] with the line of what is not JSON or TOML, not known, or impossible.
    pub fn parse(file: &str, text: &str) -> Result<Self> {
        let path = Path::new(file);
        let is_toml = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let node = if is_toml { node::from_toml(text) } else { node::from_json(text) };
        node.and_then(|node| Self::read(file, &stem, node)).map_err(|error| error.in_file(file))
    }
}
