//! Counts the ticks and presents in an hour, on displays with several refresh rates. The test
//! advances the clock.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic, like tests")]

use std::time::Duration;

use scumm_platform::{
    App, FrontEnd, IndexedFrame, Input, PlatformError, RgbPalette, RunStatistics, run,
};

const HOUR: Duration = Duration::from_secs(3600);
/// A frame of six jiffies in version 5: 24 quarter ticks of 239.992 Hz (E1).
const TICK: f64 = 24.0 / 239.992;

/// An app whose picture changes with each tick.
struct Counter {
    ticks: u64,
    pixel: [u8; 1],
    palette: RgbPalette,
}

impl App for Counter {
    fn input(&mut self, _: Input) {}

    fn tick(&mut self) {
        self.ticks += 1;
    }

    fn frame(&mut self) -> Result<IndexedFrame<'_>, PlatformError> {
        self.pixel = [self.ticks as u8];
        Ok(IndexedFrame::new(1, 1, &self.pixel, &self.palette)?)
    }

    fn tick_interval(&self) -> Duration {
        Duration::from_secs_f64(TICK)
    }
}

/// A display with a clock that advances only by drawing, by waiting for the display and by
/// sleeping.
struct Display {
    clock: Duration,
    /// The time of the last request for input. The ticks of a pass of the loop follow this request.
    polled: Duration,
    refresh: Duration,
    /// Whether presents wait for the next refresh.
    vsync: bool,
    /// Whether the pointer moves all the time, so that every frame has to be presented.
    busy: bool,
    /// The number of sleeps so far, from which the delay of the next sleep is computed.
    sleeps: u32,
    waited: bool,
    /// The number of presents after which the loop slept although the present had already waited
    /// for the display.
    both: u64,
}

impl Display {
    fn new(rate: f64, vsync: bool, busy: bool) -> Self {
        let refresh = Duration::from_secs_f64(1.0 / rate);
        Self {
            clock: Duration::ZERO,
            polled: Duration::ZERO,
            refresh,
            vsync,
            busy,
            sleeps: 0,
            waited: false,
            both: 0,
        }
    }
}

impl FrontEnd for Display {
    fn now(&mut self) -> Duration {
        self.clock
    }

    fn poll(&mut self, inputs: &mut Vec<Input>) -> Result<(), PlatformError> {
        self.polled = self.clock;
        if self.clock >= HOUR {
            inputs.push(Input::Quit);
        }
        Ok(())
    }

    fn wants_present(&self) -> bool {
        self.busy
    }

    fn present(&mut self, _: &IndexedFrame<'_>, _: bool) -> Result<(), PlatformError> {
        // Drawing takes a millisecond.
        self.clock += Duration::from_millis(1);
        self.waited = self.vsync;
        if self.vsync {
            let refreshes = self.clock.as_nanos() / self.refresh.as_nanos() + 1;
            self.clock = Duration::from_nanos((refreshes * self.refresh.as_nanos()) as u64);
        }
        Ok(())
    }

    fn refresh(&self) -> Option<Duration> {
        Some(self.refresh)
    }

    fn wait(&mut self, limit: Duration) {
        if !limit.is_zero() {
            self.both += u64::from(self.waited && self.busy);
            // A sleep ends up to two milliseconds late, but not after the end of the hour.
            self.sleeps += 1;
            let late = Duration::from_micros(u64::from(self.sleeps % 21) * 100);
            self.clock = (self.clock + limit + late).min(self.clock.max(HOUR));
        }
        self.waited = false;
    }
}

fn hour(display: &mut Display) -> RunStatistics {
    let mut app = Counter {
        ticks: 0,
        pixel: [0],
        palette: [[0; 3]; 256],
    };
    let done = run(&mut app, display, None).unwrap();
    assert_eq!(done.ticks, app.ticks);
    done
}

/// Returns the number of ticks that were due at the last request for input: the first tick
/// immediately, then one tick in each interval.
fn due(display: &Display) -> u64 {
    let tick = Duration::from_secs_f64(TICK);
    u64::try_from(display.polled.as_nanos() / tick.as_nanos()).unwrap() + 1
}

#[test]
fn every_tick_of_an_hour_comes_on_any_display_e1() {
    for rate in [50.0, 59.94, 60.0, 75.0] {
        for (vsync, busy) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut display = Display::new(rate, vsync, busy);
            let ticks = hour(&mut display).ticks;
            assert_eq!(
                ticks,
                due(&display),
                "{rate} Hz, vsync {vsync}, busy {busy}"
            );
            // An hour has 35,998.8 ticks after the first tick, which is immediate. The last present
            // may end one refresh after the hour.
            assert!(
                (35_999..=36_000).contains(&ticks),
                "{rate} Hz, vsync {vsync}, busy {busy}: {ticks}"
            );
        }
    }
}

#[test]
fn a_display_that_waits_is_presented_to_at_every_refresh() {
    for rate in [50.0, 59.94, 60.0, 75.0] {
        let mut display = Display::new(rate, true, true);
        let presents = hour(&mut display).presents;
        let refreshes = (HOUR.as_secs_f64() * rate) as u64;
        // Two further presents are possible: the present that ends the hour, and the last present
        // of the run.
        assert!(
            (refreshes..=refreshes + 2).contains(&presents),
            "{rate} Hz: {presents} of {refreshes}"
        );
        assert_eq!(display.both, 0, "no sleep on top of the display's wait");
    }
}

#[test]
fn a_display_that_does_not_wait_is_kept_at_its_rate_by_the_clock() {
    for rate in [50.0, 59.94, 60.0, 75.0] {
        let presents = hour(&mut Display::new(rate, false, true)).presents;
        let refreshes = (HOUR.as_secs_f64() * rate) as u64;
        // Each sleep ends a millisecond late on average.
        let slowest = (HOUR.as_secs_f64() / (1.0 / rate + 0.0015)) as u64;
        assert!(
            (slowest..=refreshes + 10).contains(&presents),
            "{rate} Hz: {presents} of {refreshes}"
        );
    }
}

#[test]
fn nothing_new_is_not_presented() {
    for vsync in [true, false] {
        let done = hour(&mut Display::new(60.0, vsync, false));
        assert_eq!(done.presents, done.ticks);
    }
}
