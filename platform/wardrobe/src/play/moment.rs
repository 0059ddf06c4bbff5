//! All that moves while something is played, at one moment.

use anyhow::{Result, bail};
use glam::IVec2;
use scumm_engine::Snapshot;
use serde::{Deserialize, Serialize};

use super::camera::Follower;
use super::part::Part;
use super::player::Player;
use super::set::Set;
use crate::chance::Chance;
use crate::shade::Shade;

/// A state of the play; what can't move is not in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    stage: Snapshot,
    /// The actors.
    pub parts: Vec<Part>,
    led: usize,
    shade: Option<Shade>,
    /// Keys that are held; nobody holds any when a file is read.
    #[serde(skip)]
    steer: IVec2,
    camera: Follower,
    chance: Chance,
}

impl Player {
    /// The present state, in the memory of one that is not needed any more.
    pub(super) fn moment(&self, spare: Option<Moment>) -> Moment {
        let Set { stage, parts, .. } = &self.set;
        let Some(mut moment) = spare else {
            return Moment {
                stage: stage.save(),
                parts: parts.clone(),
                led: self.led,
                shade: self.set.shade,
                steer: self.steer,
                camera: self.camera,
                chance: self.chance.clone(),
            };
        };
        stage.save_into(&mut moment.stage);
        moment.parts.clone_from(parts);
        (moment.led, moment.steer, moment.camera) = (self.led, self.steer, self.camera);
        (moment.shade, moment.chance) = (self.set.shade, self.chance.clone());
        moment
    }

    /// Goes back to a state of the same set.
    ///
    /// # Errors
    /// It is of another stage, or lacks actors.
    pub(super) fn put_back(&mut self, moment: &Moment) -> Result<()> {
        if moment.led >= moment.parts.len() {
            bail!("expected an actor to lead among {}, found number {}", moment.parts.len(), moment.led);
        }
        self.set.stage.restore(&moment.stage)?;
        for part in &moment.parts {
            self.set.stage.actor(part.number)?;
        }
        self.set.parts.clone_from(&moment.parts);
        (self.led, self.steer, self.camera) = (moment.led, moment.steer, moment.camera);
        (self.set.shade, self.chance) = (moment.shade, moment.chance.clone());
        Ok(())
    }
}
