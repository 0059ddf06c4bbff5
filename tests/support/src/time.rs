//! Processor time, for tests that limit how long something takes. Elapsed time would include the
//! work of other programs.

use std::fs;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A stopwatch that measures the processor time of the current thread. On systems other than Linux
/// it measures elapsed time.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    begin: Duration,
}

impl Stopwatch {
    /// Starts the stopwatch.
    #[must_use]
    pub fn start() -> Self {
        Self { begin: now() }
    }

    /// Returns the time since the start. The thread must be the one that called
    /// [`Stopwatch::start`].
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        now().saturating_sub(self.begin)
    }
}

fn now() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    of_thread().unwrap_or_else(|| BEGIN.elapsed())
}

/// Returns the processor time that the current thread has used, or `None` if the system does not
/// count it.
fn of_thread() -> Option<Duration> {
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = statistics.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
