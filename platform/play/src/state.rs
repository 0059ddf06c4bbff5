//! All that changes while something is played, at one moment.

use glam::IVec2;
use scumm_engine::{Snapshot, SplitMix64};
use serde::{Deserialize, Serialize};

use super::character::Character;
use super::objects::OpenDoor;
use scumm_tools::shade::Shade;

/// The state of a world. What never changes is not in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldState {
    /// The stage.
    pub stage: Snapshot,
    /// What else changes.
    #[serde(flatten)]
    pub now: Moment,
    /// Where random numbers come from.
    pub chance: SplitMix64,
}

/// What changes in a world but for the stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The characters, one at least.
    #[serde(rename = "parts")]
    pub characters: Vec<Character>,
    /// The index of the character that the user leads.
    pub led: usize,
    /// What the shadow table is made of, where there is one.
    pub shade: Option<Shade>,
    /// The sum of the arrows that are held. None is held when a file is read.
    #[serde(skip)]
    pub steer: IVec2,
    /// Doors that will shut.
    pub doors: Vec<OpenDoor>,
    /// The number of the door on whose step the led character stands.
    pub on_step: Option<u16>,
    /// The room was entered, and no frame has run in it yet.
    pub entered: bool,
}

impl Moment {
    /// The character that the user leads, to change it.
    pub fn leader(&mut self) -> &mut Character {
        &mut self.characters[self.led]
    }
}
