//! The time of the processor, for tests that limit how long something takes. The time of the clock
//! would count what else the machine does.

use std::fs;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A stopwatch that counts the time during which the processor works for the present thread. On
/// systems other than Linux it counts the time of the clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    begin: Duration,
}

impl Stopwatch {
    /// Starts to count.
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

/// Returns the time that the present thread has had of the processor, or `None` if the system does
/// not count it.
fn of_thread() -> Option<Duration> {
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = statistics.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
