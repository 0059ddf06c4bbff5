//! What is played from the beginning: by whom, in which room, with which objects.

use anyhow::Result;
use scumm_engine::game::Game;
use serde::{Deserialize, Serialize};

use super::cast::Cast;
use super::set::Set;

/// What a set is made of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// A cast; without one there is one actor.
    pub cast: Option<Cast>,
    /// The room; without it that of the costume, or the first one with walk boxes.
    pub room: Option<u16>,
    /// The costume; without it the first one that belongs to the room.
    pub costume: Option<u16>,
    /// Objects and their states.
    pub objects: Vec<(u16, u8)>,
}

impl Origin {
    /// The set at its beginning.
    ///
    /// # Errors
    /// The game lacks something, or it is damaged.
    pub fn build(&self, game: &Game) -> Result<Set> {
        let mut set = match &self.cast {
            Some(cast) => Set::of_cast(game, cast)?,
            None => Set::choose(game, self.room, self.costume)?,
        };
        for &(id, state) in &self.objects {
            set.stage.set_object_state(id, state)?;
        }
        if !self.objects.is_empty() {
            set.stage.draw_background();
        }
        Ok(set)
    }
}
