//! Renders all chores of a costume, and says how long each picture is seen.

use std::collections::HashSet;
use std::time::Duration;

use anyhow::Result;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use scumm_platform::film::time_shown;
use scumm_room::{Dialect, Palette};

use super::drawing::Bounds;
use super::rendered::{RenderedChore, TimedPicture};
use super::renderer::ChoreRenderer;
use crate::chores::Chore;
use crate::colours::{Caption, ColouredCostume};

/// What all animations of a costume have in common.
#[derive(Debug)]
pub struct RenderJob {
    /// What the costume is called.
    pub title: String,
    /// The screen's colours.
    pub screen: Palette,
    /// Whose colours they are, and who the costume is.
    pub caption: Caption,
    /// How long an engine frame takes.
    pub frame: Duration,
    /// The game's dialect.
    pub dialect: Dialect,
}

impl RenderJob {
    /// For a costume on a screen whose engine frames take so long.
    pub fn of(coloured: &ColouredCostume, frame: Duration) -> Self {
        let ColouredCostume { loaded, colours, .. } = coloured;
        let (title, screen) = (loaded.name.clone(), colours.palette.clone());
        Self { title, screen, caption: coloured.caption(), frame, dialect: loaded.dialect }
    }

    /// Renders chores, several at a time. Hands each that shows anything to `each`, with the box around its pictures; returns the
    /// results in the order of the chores.
    ///
    /// # Errors
    /// Those of `each`; none that a costume can cause.
    pub fn render<R: Send>(
        &self,
        renderer: &ChoreRenderer,
        chores: &[Chore],
        each: impl Fn(RenderedChore, Bounds) -> Result<R> + Sync,
    ) -> Result<Vec<R>> {
        let rendered = |chore: &Chore| -> Result<_> {
            let (animation, faults) = renderer.render(chore)?;
            let made = animation.bounds().map(|bounds| each(animation, bounds)).transpose()?;
            Ok((made, faults))
        };
        let results: Result<Vec<_>> = chores.par_iter().map(rendered).collect();
        let (mut told, mut all) = (HashSet::new(), Vec::new());
        for ((made, faults), chore) in results?.into_iter().zip(chores) {
            for fault in faults.into_iter().filter(|fault| told.insert(*fault)) {
                log::warn!("{}, chore {} {}: {fault}", self.title, chore.number, chore.direction);
            }
            all.extend(made);
        }
        Ok(all)
    }

    /// How long a picture is seen, in whole milliseconds. What is left over is added to later pictures, so that animations take as long
    /// as in the game.
    pub fn time(&self, picture: &TimedPicture) -> Duration {
        let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        time_shown(self.frame, count(picture.first), count(picture.ticks), 1)
    }
}
