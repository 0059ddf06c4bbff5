//! Filming the chores of a costume, and what each frame's time is.

use std::time::Duration;

use anyhow::Result;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use scumm_engine::FaultsTold;
use scumm_platform::Frame;
use scumm_room::Palette;

use super::drawing::{Bounds, place};
use super::studio::Studio;
use super::take::{Shot, Take};
use crate::chores::Chore;

/// What all filmed animations of a costume have in common.
#[derive(Debug)]
pub struct Film {
    /// What the costume is called.
    pub title: String,
    /// The screen's colours.
    pub screen: Palette,
    /// How long an engine frame takes.
    pub frame: Duration,
}

impl Film {
    /// Films chores, several at a time, and hands each of which anything is to be seen to `each`, with the box around its
    /// pictures; returns what it made of them, in the order of the chores.
    ///
    /// # Errors
    /// Those of `each`; none that a costume can cause.
    pub fn shoot<R: Send>(
        &self,
        studio: &Studio,
        chores: &[Chore],
        each: impl Fn(Take, Bounds) -> Result<R> + Sync,
    ) -> Result<Vec<R>> {
        let filmed = |chore: &Chore| -> Result<_> {
            let (take, faults) = studio.film(chore)?;
            let made = take.bounds().map(|bounds| each(take, bounds)).transpose()?;
            Ok((made, faults))
        };
        let results: Result<Vec<_>> = chores.par_iter().map(filmed).collect();
        let (mut told, mut all) = (FaultsTold::default(), Vec::new());
        for ((made, faults), chore) in results?.into_iter().zip(chores) {
            for fault in faults.into_iter().filter(|fault| told.is_new(0, *fault)) {
                log::warn!("{}, chore {} {}: {fault}", self.title, chore.number, chore.direction);
            }
            all.extend(made);
        }
        Ok(all)
    }

    /// How long a shot is seen, in whole units of so many milliseconds. What is left over is added to later shots, so that
    /// animations take as long as in the game.
    pub fn time(&self, shot: &Shot, unit: u32) -> Duration {
        let unit_ns = u128::from(unit) * 1_000_000;
        let at = |tick: usize| (self.frame.as_nanos() * tick as u128 + unit_ns / 2) / unit_ns;
        let units = at(shot.first + shot.ticks).saturating_sub(at(shot.first));
        Duration::from_millis(u64::try_from(units).unwrap_or(u64::MAX).saturating_mul(unit.into()))
    }
}

/// The shots of a take as pixels, in one box.
pub fn pixels(take: &Take, bounds: Bounds, transparent: u8) -> Vec<(Shot, Vec<u8>)> {
    take.shots().into_iter().map(|shot| (shot.clone(), place(shot.drawing.as_deref(), bounds, transparent))).collect()
}

/// Pixels as frames.
///
/// # Errors
/// They are not as many as the box has.
pub fn frames<'p>(
    film: &'p Film,
    shots: &'p [(Shot, Vec<u8>)],
    bounds: Bounds,
    unit: u32,
) -> Result<Vec<(Frame<'p>, Duration)>> {
    let (width, height) = bounds.size();
    let frame = |(shot, pixels): &'p (Shot, Vec<u8>)| {
        Ok((Frame::new(width, height, pixels, &film.screen.0)?, film.time(shot, unit)))
    };
    shots.iter().map(frame).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_made_up_for() {
        let frame = Duration::from_micros(101_683);
        let film = Film { title: String::new(), screen: Palette::default(), frame };
        let times = |unit| -> Vec<u128> {
            (0..100).map(|first| film.time(&Shot { drawing: None, first, ticks: 1 }, unit).as_millis()).collect()
        };
        assert_eq!((times(1).iter().sum::<u128>(), times(10).iter().sum::<u128>()), (10_168, 10_170));
        assert!(times(10).iter().all(|t| [100, 110].contains(t)));
    }
}
