//! Renders all chores of a costume and computes the duration of each picture.

use std::collections::HashSet;
use std::time::Duration;

use anyhow::Result;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use scumm_platform::film::time_shown;
use scumm_room::Rect;

use super::rendered::{RenderedChore, TimedPicture};
use super::renderer::ChoreRenderer;
use crate::chores::Chore;
use crate::colours::ColouredCostume;

/// A costume in the colours of a screen, with its playing speed.
#[derive(Debug)]
pub struct PlayedCostume {
    /// The costume.
    pub coloured: ColouredCostume,
    /// The duration of an engine frame.
    pub frame: Duration,
}

impl PlayedCostume {
    /// Renders chores, several at a time. Calls `each` for each visible animation with the box
    /// around its pictures. Returns the results in the order of the chores.
    ///
    /// # Errors
    /// Passes on the errors of `each`. A costume cannot cause errors.
    pub fn render<R: Send>(
        &self,
        renderer: &ChoreRenderer,
        chores: &[Chore],
        each: impl Fn(RenderedChore, Rect) -> Result<R> + Sync,
    ) -> Result<Vec<R>> {
        let rendered = |chore: &Chore| -> Result<_> {
            let (animation, faults) = renderer.render(chore)?;
            let made = animation
                .bounds()
                .map(|bounds| each(animation, bounds))
                .transpose()?;
            Ok((made, faults))
        };
        let results: Result<Vec<_>> = chores.par_iter().map(rendered).collect();
        let mut told = HashSet::new();
        let mut all = Vec::new();
        for ((made, faults), chore) in results?.into_iter().zip(chores) {
            for fault in faults.into_iter().filter(|fault| told.insert(*fault)) {
                log::warn!(
                    "{}, chore {} {}: {fault}",
                    self.coloured.loaded.name,
                    chore.number,
                    chore.direction
                );
            }
            all.extend(made);
        }
        Ok(all)
    }

    /// Returns the duration of a picture in whole milliseconds. The remainder is added to later
    /// pictures, so that animations take as long as in the game.
    pub fn time(&self, picture: &TimedPicture) -> Duration {
        let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        time_shown(self.frame, count(picture.first), count(picture.ticks), 1)
    }
}
