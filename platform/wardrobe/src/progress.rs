//! A bar on stderr for work that takes a while.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

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
        let bar = ProgressBar::with_draw_target(u64::try_from(parts).ok(), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}") {
            bar.set_style(style);
        }
        Self { bar, start: Instant::now() }
    }

    /// Another part is done.
    pub fn advance(&self) {
        self.bar.inc(1);
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
