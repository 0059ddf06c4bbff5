//! Shows a progress bar on stderr for long work.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use scumm_media::progress::{PART, Progress};

/// The time after which a progress bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// A progress bar that is shown only on a terminal, and only after a second.
pub struct Work(ProgressBar);

impl Work {
    /// Creates a progress bar for work that begins.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent}% {eta}") {
            bar.set_style(style);
        }
        Self(bar)
    }
}

impl Progress for Work {
    fn begin(&self, parts: usize) {
        self.0.set_length(
            u64::try_from(parts)
                .unwrap_or(u64::MAX)
                .saturating_mul(PART.into()),
        );
    }

    fn add(&self, thousandths: u16) {
        self.0.inc(thousandths.into());
        if self.0.is_hidden() && io::stderr().is_terminal() && self.0.elapsed() > PATIENCE {
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
