//! A bar on stderr for work that takes a while.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use scumm_platform::progress::PART;
pub use scumm_platform::progress::Progress;

/// How long work may take before a bar shows how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far some work is: shown only on a terminal, and only once it has taken a second.
pub struct Work {
    bar: ProgressBar,
    start: Instant,
}

impl Work {
    /// Work of so many parts.
    pub fn new(parts: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(length(parts)), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent}% {eta}") {
            bar.set_style(style);
        }
        Self { bar, start: Instant::now() }
    }
}

impl Progress for Work {
    fn begin(&self, parts: usize) {
        self.bar.set_length(length(parts));
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

/// What a bar of so many parts counts to.
fn length(parts: usize) -> u64 {
    u64::try_from(parts).unwrap_or(u64::MAX).saturating_mul(PART.into())
}
