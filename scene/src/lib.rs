//! Scene files: a stage, its actors and their actions, written as JSON or TOML and played line by
//! line.
//!
//! [`Scene::parse`] reads the text of a scene. [`Runner::new`] opens its files through [`Inputs`]
//! and sets up the stage. Each [`Runner::advance`] plays one engine frame or one operation and
//! reports the state as a [`Line`]. A [`Comparison`] compares a run with [`StoredLines`]. Only
//! [`SceneFolder`] opens files. The module `harness` needs the feature of that name.
#![forbid(unsafe_code)]
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod claim;
mod compare;
mod derived;
mod error;
#[cfg(feature = "harness")]
mod explain;
mod fields;
mod forms;
#[cfg(feature = "harness")]
pub mod harness;
mod inputs;
mod layers;
mod line;
mod play;
mod runner;
mod schema;
mod setup;
mod source;
mod stage;
mod step;
#[cfg(test)]
mod tests;

pub use compare::{Comparison, Difference, LinePair, StoredLine, StoredLines};
pub(crate) use error::Result;
pub use error::{Refusal, SceneError, SourceLine};
#[cfg(feature = "harness")]
pub use explain::{
    Cause, ColourDifference, DifferingArea, DrawnPart, describe_actors, display_palette,
    visible_picture,
};
pub use fields::Variable;
pub use forms::{FileOr, Numbered, Text};
pub use inputs::{Inputs, SceneFolder};
pub use layers::{ActorLayer, CelLayer, PictureLayers};
pub use line::{
    ActorLine, AkosLine, BenchLine, BenchTickLine, CelLine, HumongousLimb, HumongousLine, LimbLine,
    Line, QueueLine, SoundLine,
};
pub use play::{PlayedStage, SceneEnvironment};
pub use runner::{ReportedFaults, RunProgress, Runner};
pub use setup::{ActorSetup, Scene, StoredField};
pub use step::{SceneStep, Step, StepAction};

use std::path::Path;

use source::{SceneText, TextFormat};

/// The name of the demo game in scenes.
pub const DEMO: &str = "DEMO";

impl Scene {
    /// Reads a scene. `file` is the name for messages, and its extension selects the format:
    /// `.toml`, otherwise JSON.
    ///
    /// # Errors
    /// Returns [`SceneError::Text`] with the line of the first fault if the text is not JSON or
    /// TOML, or has an unknown key or an invalid value.
    pub fn parse(file: &str, text: &str) -> Result<Self> {
        let path = Path::new(file);
        let is_toml = path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let spelling = if is_toml {
            TextFormat::Toml
        } else {
            TextFormat::Json
        };
        Self::read(SceneText::new(file, text, spelling), &stem)
    }

    /// Returns the maximum number of lines that a run prints.
    #[must_use]
    pub fn line_count(&self) -> u64 {
        let lines = |step: &Step| {
            if self.trace_ticks {
                u64::from(step.action.repeats())
            } else {
                1
            }
        };
        self.steps.iter().map(lines).fold(1, u64::saturating_add)
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Pages;
