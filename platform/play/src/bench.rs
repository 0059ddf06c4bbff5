//! Measures for `--bench` how fast an app runs and how much memory it takes.

use std::time::{Duration, Instant};
use std::{fmt, fs};

use anyhow::{Result, bail};
use scumm_platform::{App, Frame, Host, Input, Wishes, run};
use serde::Serialize;

/// A host without pauses: its clock advances by the requested waits, so that each tick directly
/// follows the previous one.
pub struct Unpaced<'h> {
    host: &'h mut dyn Host,
    clock: Duration,
    /// The real time at which to end. Until then each frame is presented, changed or not, and its
    /// time is recorded.
    end: Option<Instant>,
    presents: Vec<Instant>,
}

impl<'h> Unpaced<'h> {
    /// Creates a host that runs on `host` for this time, or without an end of its own.
    pub fn new(host: &'h mut dyn Host, time: Option<Duration>) -> Self {
        let end = time.and_then(|time| Instant::now().checked_add(time));
        // Memory is reserved at the start, so that it does not count as memory of the app.
        let presents = Vec::with_capacity(if end.is_some() { 1 << 16 } else { 0 });
        Self {
            host,
            clock: Duration::ZERO,
            end,
            presents,
        }
    }
}

impl Host for Unpaced<'_> {
    fn now(&mut self) -> Duration {
        self.clock
    }

    fn poll(&mut self, inputs: &mut Vec<Input>) -> scumm_platform::Result<()> {
        self.host.poll(inputs)?;
        if self.end.is_some_and(|end| Instant::now() >= end) {
            inputs.push(Input::Quit);
        }
        Ok(())
    }

    fn wants_present(&self) -> bool {
        self.end.is_some() || self.host.wants_present()
    }

    fn present(&mut self, frame: &Frame<'_>, changed: bool) -> scumm_platform::Result<()> {
        self.host.present(frame, changed)?;
        if self.end.is_some() {
            self.presents.push(Instant::now());
        }
        Ok(())
    }

    fn wait(&mut self, limit: Duration) {
        self.clock = self.clock.saturating_add(limit);
    }

    fn grant(&mut self, wishes: &Wishes) {
        self.host.grant(wishes);
    }
}

/// The results of a measurement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The duration of the run.
    pub seconds: f64,
    /// Engine frames per second.
    pub ticks_per_second: f64,
    /// Presents per second.
    pub presents_per_second: f64,
    /// The median of the milliseconds between two presents.
    pub frame_ms_median: f64,
    /// The 99th percentile of the milliseconds between two presents.
    pub frame_ms_p99: f64,
    /// The milliseconds from the program's start to the first present.
    pub first_frame_ms: f64,
    /// The program's own memory with its share of shared memory (PSS), if the system reports it.
    pub memory_kib: Option<u64>,
}

impl Figures {
    /// Runs `app` on `host` for a time, as fast as possible. `start` is the time when the program
    /// started.
    ///
    /// # Errors
    /// Returns an error if the host fails.
    pub fn measure(
        app: &mut dyn App,
        host: &mut dyn Host,
        time: Duration,
        start: Instant,
    ) -> Result<Self> {
        let mut unpaced = Unpaced::new(host, Some(time));
        let done = run(app, &mut unpaced, None)?;
        let memory_kib = memory_kib();
        let (Some(&first), Some(&last)) = (unpaced.presents.first(), unpaced.presents.last())
        else {
            bail!("nothing was presented");
        };
        let ms = |from: Instant, to: Instant| (to - from).as_secs_f64() * 1000.0;
        let seconds = (last - first).as_secs_f64();
        let mut frames: Vec<f64> = unpaced
            .presents
            .windows(2)
            .map(|pair| ms(pair[0], pair[1]))
            .collect();
        frames.sort_by(f64::total_cmp);
        let rate = |count: u64| {
            if seconds > 0.0 {
                count.saturating_sub(1) as f64 / seconds
            } else {
                0.0
            }
        };
        Ok(Self {
            seconds,
            ticks_per_second: rate(done.ticks),
            presents_per_second: rate(done.presents),
            frame_ms_median: quantile(&frames, 50),
            frame_ms_p99: quantile(&frames, 99),
            first_frame_ms: ms(start, first),
            memory_kib,
        })
    }
}

/// Formats a line for each figure.
impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let memory = self.memory_kib.map_or("unknown".to_owned(), |kib| {
            format!("{:.1} MiB", kib as f64 / 1024.0)
        });
        writeln!(
            f,
            "ticks        {:9.1} a second\npresents     {:9.1} a second\n\
             frame        {:9.3} ms (median), {:.3} ms (99th percentile)\n\
             first frame  {:9.1} ms after the start\nmemory       {memory} (PSS)",
            self.ticks_per_second,
            self.presents_per_second,
            self.frame_ms_median,
            self.frame_ms_p99,
            self.first_frame_ms
        )
    }
}

/// Returns the least value that `percent` of the sorted values do not exceed.
fn quantile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or(0.0)
}

/// Reads the line `Pss:` of smaps_rollup.
fn memory_kib() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use scumm_platform::{Headless, Zoom};

    use super::*;

    struct Blink([u8; 1]);

    impl App for Blink {
        fn input(&mut self, _: Input) {}

        fn tick(&mut self) {
            self.0[0] ^= 1;
        }

        fn frame(&mut self) -> scumm_platform::Result<Frame<'_>> {
            Ok(Frame::new(1, 1, &self.0, &[[0; 3]; 256])?)
        }

        fn tick_interval(&self) -> Duration {
            Duration::from_secs(100)
        }
    }

    #[test]
    fn a_run_is_as_long_as_asked_and_waits_for_nothing() {
        let start = Instant::now();
        let time = Duration::from_millis(50);
        let figures = Figures::measure(
            &mut Blink([0]),
            &mut Headless::new(None, Zoom::new(1)),
            time,
            start,
        )
        .unwrap();
        assert!((0.04..1.0).contains(&figures.seconds), "{figures:?}");
        assert!(
            figures.ticks_per_second > 1000.0 && figures.presents_per_second > 1000.0,
            "{figures:?}"
        );
        assert!(figures.frame_ms_median <= figures.frame_ms_p99);
        if cfg!(target_os = "linux") {
            assert!(figures.memory_kib.is_some_and(|kib| kib > 100));
        }
    }

    #[test]
    fn quantiles_are_values_that_occurred() {
        let values: Vec<f64> = (1..=200).map(f64::from).collect();
        assert_eq!(
            (quantile(&values, 50), quantile(&values, 99)),
            (100.0, 198.0)
        );
        assert_eq!((quantile(&[7.0], 99), quantile(&[], 50)), (7.0, 0.0));
    }
}
