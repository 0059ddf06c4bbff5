//! The one loop: input, due ticks, a present where something changed, a wait.

use std::time::Duration;

use crate::frame::Shown;
use crate::pacing::Pacer;
use crate::vsync::Vsync;
use crate::{Frame, Input, PadLayout, PadMode, Result, ScaleMode};

/// What runs: it takes input, ticks at its own rate and has a frame to show at any time.
pub trait App {
    /// Takes one thing that the user did.
    fn input(&mut self, input: Input);

    /// Moves on by one tick.
    fn tick(&mut self);

    /// What is to be seen now.
    ///
    /// # Errors
    /// Where there is no such picture; ends the run.
    fn frame(&mut self) -> Result<Frame<'_>>;

    /// Time from one tick to the next; asked before each pass, so that it may change.
    fn tick_interval(&self) -> Duration;

    /// Whether it wants to end.
    fn finished(&self) -> bool {
        false
    }

    /// What it wants of its host now; its host is told where that changes.
    fn wishes(&self) -> Wishes {
        Wishes::default()
    }
}

/// What an app wants of its host. A host that can't do something passes it over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The window's title.
    pub title: String,
    /// How frames fill the window.
    pub scale: ScaleMode,
    /// The whole screen.
    pub fullscreen: bool,
    /// The colour around the frame: red, green, blue.
    pub border: [u8; 3],
    /// What game controllers do.
    pub pad_mode: PadMode,
    /// Where the letters of game controllers are.
    pub pad_layout: PadLayout,
}

/// Where an app runs: a clock, a source of input and something that shows frames.
pub trait Host {
    /// Time since some fixed moment; never goes back.
    fn now(&mut self) -> Duration;

    /// Adds what the user did since the last call.
    ///
    /// # Errors
    /// Where the host has broken down.
    fn poll(&mut self, inputs: &mut Vec<Input>) -> Result<()>;

    /// Whether the next frame is to be presented even if it equals the last: it was covered, or the
    /// host counts frames.
    fn wants_present(&self) -> bool;

    /// Shows a frame. May take its time; ticks are made up for. Where it has not `changed`, it
    /// equals the frame that was shown last, and only what the host has put around or over it may
    /// have.
    ///
    /// # Errors
    /// Where the host has broken down.
    fn present(&mut self, frame: &Frame<'_>, changed: bool) -> Result<()>;

    /// Time from one refresh of the display to the next; `None` where presents need no pace. Asked
    /// before each present.
    fn refresh(&self) -> Option<Duration> {
        None
    }

    /// Waits, at most for `limit`; returns early where there is input.
    fn wait(&mut self, limit: Duration);

    /// Does what the app wants from now on, or nothing.
    fn grant(&mut self, _: &Wishes) {}
}

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunStatistics {
    /// Ticks.
    pub ticks: u64,
    /// Frames presented.
    pub presents: u64,
}

/// Runs `app` on `host` until one of them ends it, or so many ticks are over.
///
/// A frame is presented when it differs from the one before, and at most once a refresh of the
/// display. The last one is presented too.
///
/// # Errors
/// Where the host has broken down.
pub fn run(app: &mut dyn App, host: &mut dyn Host, ticks: Option<u64>) -> Result<RunStatistics> {
    let mut pacer = Pacer::new(host.now());
    let (mut refresh, mut vsync) = (None, None::<Vsync>);
    let (mut shown, mut granted) = (Shown::default(), Wishes::default());
    let mut inputs = Vec::new();
    let mut done = RunStatistics::default();
    loop {
        host.poll(&mut inputs)?;
        let quit = inputs.contains(&Input::Quit);
        inputs.drain(..).for_each(|input| app.input(input));

        let left = ticks.map_or(u64::MAX, |most| most.saturating_sub(done.ticks));
        let due = u64::from(pacer.due(host.now(), app.tick_interval())).min(left);
        for _ in 0..due {
            app.tick();
        }
        done.ticks += due;
        let wishes = app.wishes();
        if wishes != granted {
            host.grant(&wishes);
            granted = wishes;
        }

        let ends = quit || app.finished() || left == due;
        if refresh != host.refresh() {
            refresh = host.refresh();
            vsync = refresh.map(Vsync::new);
        }
        let frame = app.frame()?;
        let changed = shown.differs(&frame);
        let begin = host.now();
        let mut pause = vsync.map_or(Duration::ZERO, |v| v.wait(begin));
        if !changed && !host.wants_present() {
            pause = Duration::MAX;
        } else if pause.is_zero() || ends {
            host.present(&frame, changed)?;
            if let Some(vsync) = &mut vsync {
                vsync.presented(begin, host.now());
            }
            if changed {
                shown.remember(&frame);
            }
            done.presents += 1;
            pause = match vsync {
                Some(vsync) if host.wants_present() => vsync.wait(host.now()),
                _ => Duration::MAX,
            };
        }
        if ends {
            return Ok(done);
        }
        let now = host.now();
        host.wait(pacer.wait(now).min(pause));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::input::Key;

    const TICK: Duration = Duration::from_millis(100);

    /// Counts its ticks; its picture is the count divided by `every`.
    struct Counter {
        ticks: u8,
        every: u8,
        heard: Vec<Input>,
        wishes: Wishes,
        pixel: [u8; 1],
        palette: [[u8; 3]; 256],
    }

    impl Counter {
        fn new(every: u8) -> Self {
            let (heard, wishes) = (Vec::new(), Wishes::default());
            Self {
                ticks: 0,
                every,
                heard,
                wishes,
                pixel: [0],
                palette: [[0; 3]; 256],
            }
        }
    }

    impl App for Counter {
        fn input(&mut self, input: Input) {
            self.heard.push(input);
        }

        fn tick(&mut self) {
            self.ticks += 1;
        }

        fn frame(&mut self) -> Result<Frame<'_>> {
            self.pixel = [self.ticks / self.every];
            Frame::new(1, 1, &self.pixel, &self.palette)
        }

        fn tick_interval(&self) -> Duration {
            TICK
        }

        fn finished(&self) -> bool {
            self.heard.contains(&Input::press(Key::Escape))
        }

        fn wishes(&self) -> Wishes {
            self.wishes.clone()
        }
    }

    /// A host whose clock is moved by its waits and by the time that a present takes.
    #[derive(Default)]
    struct Scripted {
        clock: Duration,
        present_takes: Duration,
        script: VecDeque<(Duration, Input)>,
        shown: Vec<(u128, u8)>,
        granted: Vec<Wishes>,
        covered: bool,
    }

    impl Host for Scripted {
        fn now(&mut self) -> Duration {
            self.clock
        }

        fn poll(&mut self, inputs: &mut Vec<Input>) -> Result<()> {
            while self.script.front().is_some_and(|(at, _)| *at <= self.clock) {
                inputs.extend(self.script.pop_front().map(|(_, input)| input));
            }
            Ok(())
        }

        fn wants_present(&self) -> bool {
            self.covered
        }

        fn present(&mut self, frame: &Frame<'_>, _: bool) -> Result<()> {
            self.covered = false;
            self.shown.push((self.clock.as_millis(), frame.pixels()[0]));
            self.clock += self.present_takes;
            Ok(())
        }

        fn wait(&mut self, limit: Duration) {
            let input = self
                .script
                .front()
                .map_or(limit, |(at, _)| at.saturating_sub(self.clock));
            self.clock += limit.min(input);
        }

        fn grant(&mut self, wishes: &Wishes) {
            self.granted.push(wishes.clone());
        }
    }

    #[test]
    fn what_did_not_change_is_not_presented() {
        let (mut app, mut host) = (Counter::new(4), Scripted::default());
        let done = run(&mut app, &mut host, Some(12)).unwrap();
        assert_eq!(
            done,
            RunStatistics {
                ticks: 12,
                presents: 4
            }
        );
        assert_eq!(host.shown, [(0, 0), (300, 1), (700, 2), (1100, 3)]);
    }

    #[test]
    fn a_slow_display_loses_presents_and_no_ticks() {
        let (mut app, mut host) = (
            Counter::new(1),
            Scripted {
                present_takes: TICK * 5 / 2,
                ..Scripted::default()
            },
        );
        let done = run(&mut app, &mut host, Some(20)).unwrap();
        assert_eq!((done.ticks, app.ticks), (20, 20));
        assert!(done.presents < 10, "{} presents", done.presents);
        assert_eq!(host.shown.last().map(|s| s.1), Some(20));
        // Each present shows as many ticks as the time asks for, though one present takes two and a
        // half of them.
        assert!(
            host.shown
                .iter()
                .all(|&(at, ticks)| u128::from(ticks) == (at / 100 + 1).min(20)),
            "{:?}",
            host.shown
        );
    }

    #[test]
    fn input_is_taken_between_ticks_and_escape_ends_the_run() {
        let script = [(250, Input::click(3, 4)), (330, Input::press(Key::Escape))];
        let script = script
            .map(|(ms, input)| (Duration::from_millis(ms), input))
            .into();
        let (mut app, mut host) = (
            Counter::new(1),
            Scripted {
                script,
                ..Scripted::default()
            },
        );
        let done = run(&mut app, &mut host, None).unwrap();
        assert_eq!(app.heard, [Input::click(3, 4), Input::press(Key::Escape)]);
        assert_eq!((done.ticks, host.clock.as_millis()), (4, 330));
    }

    #[test]
    fn closing_the_window_ends_the_run_after_a_last_word() {
        let script = [(Duration::ZERO, Input::Quit)].into();
        let (mut app, mut host) = (
            Counter::new(1),
            Scripted {
                script,
                ..Scripted::default()
            },
        );
        let done = run(&mut app, &mut host, None).unwrap();
        assert_eq!((app.heard.as_slice(), done.ticks), (&[Input::Quit][..], 1));
    }

    #[test]
    fn a_covered_window_is_presented_again() {
        let (mut app, mut host) = (
            Counter::new(100),
            Scripted {
                covered: true,
                ..Scripted::default()
            },
        );
        assert_eq!(run(&mut app, &mut host, Some(3)).unwrap().presents, 1);
        let script = [(Duration::from_millis(150), Input::PointerMoved { at: None })].into();
        let mut host = Scripted {
            script,
            ..Scripted::default()
        };
        assert_eq!(run(&mut app, &mut host, Some(3)).unwrap().presents, 1);
    }

    #[test]
    fn wishes_reach_the_host_once() {
        let (mut app, mut host) = (Counter::new(1), Scripted::default());
        app.wishes = Wishes {
            title: "x".to_owned(),
            scale: ScaleMode::Fit,
            ..Wishes::default()
        };
        run(&mut app, &mut host, Some(3)).unwrap();
        assert_eq!(host.granted, [app.wishes]);
    }

    #[test]
    fn no_frames_are_no_ticks_but_one_picture() {
        let (mut app, mut host) = (Counter::new(1), Scripted::default());
        let done = run(&mut app, &mut host, Some(0)).unwrap();
        assert_eq!(
            done,
            RunStatistics {
                ticks: 0,
                presents: 1
            }
        );
    }
}
