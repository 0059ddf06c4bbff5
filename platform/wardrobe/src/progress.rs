//! A bar on stderr for work that takes a while.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// How long work may take before a bar shows how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a part of the work counts: long parts tell how far they are in thousandths.
const PART: u16 = 1000;

/// How far some work is: shown only on a terminal, and only once it has taken a second.
pub struct Work {
    bar: ProgressBar,
    start: Instant,
}

impl Work {
    /// Work of so many parts.
    pub fn new(parts: usize) -> Self {
        let bar = ProgressBar::with_draw_target(
            u64::try_from(parts).ok().map(|parts| parts.saturating_mul(PART.into())),
            ProgressDrawTarget::hidden(),
        );
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent}% {eta}") {
            bar.set_style(style);
        }
        Self { bar, start: Instant::now() }
    }

    /// Does something for each of some parts, several at a time; the results are in the parts' order.
    ///
    /// # Errors
    /// Those of `act`.
    pub fn each<T: Sync, R: Send>(&self, parts: &[T], act: impl Fn(&T) -> Result<R> + Sync) -> Result<Vec<R>> {
        let one = |part: &T| {
            let result = act(part);
            self.add(PART);
            result
        };
        parts.par_iter().map(one).collect()
    }

    /// A part that tells how far it is; it is done when it is dropped.
    pub fn part(&self) -> Part<'_> {
        Part { work: self, reached: 0 }
    }

    fn add(&self, thousandths: u16) {
        self.bar.inc(thousandths.into());
        if self.bar.is_hidden() && io::stderr().is_terminal() && self.start.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A part of the work.
pub struct Part<'w> {
    work: &'w Work,
    reached: u16,
}

impl Part<'_> {
    /// This share of the part is done, from 0 to 1.
    pub fn reach(&mut self, share: f32) {
        // A float becomes the nearest number that there is.
        let reached = (share * f32::from(PART)) as u16;
        let reached = reached.clamp(self.reached, PART);
        if reached > self.reached {
            self.work.add(reached - self.reached);
            self.reached = reached;
        }
    }
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        self.reach(1.0);
    }
}
