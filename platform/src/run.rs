//! The main loop, and the host without a window. The loop handles the input, performs the due
//! ticks, presents the frame if it has changed, and waits.

use std::path::PathBuf;
use std::time::Duration;

use glam::UVec2;
use scumm_media::file::AtomicFiles;
use scumm_media::indexed_png;

use crate::pacing::{Pacer, Vsync};
use crate::{IndexedFrame, Input, PadLayout, PadMode, Result, ScaleMode, WindowOverlay, Zoom};

/// An app in the main loop. The app receives input, ticks at its own rate, and can provide its
/// present frame at any time.
pub trait App {
    /// Handles an action of the user.
    fn input(&mut self, input: Input);

    /// Advances by one tick.
    fn tick(&mut self);

    /// Returns the present frame.
    ///
    /// # Errors
    /// Returns an error if the frame cannot be drawn, which ends the run.
    fn frame(&mut self) -> Result<IndexedFrame<'_>>;

    /// Returns the picture over the frame, such as a menu, if there is one at the moment. The
    /// picture covers the whole window and should have `size`. Hosts without overlays never call
    /// this function.
    ///
    /// # Errors
    /// Returns an error if the picture cannot be drawn, which ends the run.
    fn overlay(&mut self, _size: UVec2) -> Result<Option<WindowOverlay<'_>>> {
        Ok(None)
    }

    /// Returns the time between two ticks. The loop calls this function in each pass, so the time
    /// may change.
    fn tick_interval(&self) -> Duration;

    /// Returns whether the app wants to end.
    fn finished(&self) -> bool {
        false
    }

    /// Ends the run. The loop calls this function after the last frame, before the host closes its
    /// window. State should be stored here, because a windowing system may end the program while
    /// the window closes.
    fn end(&mut self) {}

    /// Returns the wanted settings of the host. The loop passes changes on to the host.
    fn wishes(&self) -> WindowSettings {
        WindowSettings::default()
    }
}

/// The settings that an app wants from its host. A host ignores settings that it does not support.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowSettings {
    /// The window's title.
    pub title: String,
    /// The size of the window while it does not fill the screen, in the units of the windowing
    /// system. By default the size is derived from the size of the frame. The size is used when the
    /// window opens.
    pub size: Option<UVec2>,
    /// The way in which frames fill the window.
    pub scale: ScaleMode,
    /// Whether the window fills the whole screen.
    pub fullscreen: bool,
    /// The colour around the frame: red, green, blue.
    pub border: [u8; 3],
    /// The function of game controllers.
    pub pad_mode: PadMode,
    /// The positions of the lettered buttons on game controllers.
    pub pad_layout: PadLayout,
}

/// The environment of an app: a clock, a source of input, and a display of frames.
pub trait FrontEnd {
    /// Returns the time since a fixed moment. It never decreases.
    fn now(&mut self) -> Duration;

    /// Adds the input since the last call to `inputs`.
    ///
    /// # Errors
    /// Returns an error if the host fails.
    fn poll(&mut self, inputs: &mut Vec<Input>) -> Result<()>;

    /// Returns whether the next frame has to be presented even if it equals the last frame, because
    /// the window was covered or the host counts frames.
    fn wants_present(&self) -> bool;

    /// Shows a frame. If a call takes longer than a tick, the loop makes up for the missed ticks.
    /// If `changed` is false, the frame equals the last frame, and only the host's own additions
    /// around or over the frame may have changed.
    ///
    /// # Errors
    /// Returns an error if the host fails.
    fn present(&mut self, frame: &IndexedFrame<'_>, changed: bool) -> Result<()>;

    /// Returns the size that the overlay should have at the moment; `None` if the host shows no
    /// overlays, which is the default.
    fn overlay_size(&self) -> Option<UVec2> {
        None
    }

    /// Sets the overlay for the next presents. The loop calls this function only if the overlay has
    /// changed, and the host then wants a present. By default it does nothing.
    ///
    /// # Errors
    /// Returns an error if the host fails.
    fn set_overlay(&mut self, _: Option<&WindowOverlay<'_>>) -> Result<()> {
        Ok(())
    }

    /// Returns the time between two refreshes of the display; `None` if presents need no pacing.
    /// The loop calls this function before each present.
    fn refresh(&self) -> Option<Duration> {
        None
    }

    /// Waits for `limit` at most; returns early if there is input.
    fn wait(&mut self, limit: Duration);

    /// Applies the settings that the app wants. By default it does nothing.
    fn grant(&mut self, _: &WindowSettings) {}
}

/// The statistics of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunStatistics {
    /// The number of ticks.
    pub ticks: u64,
    /// The number of presented frames.
    pub presents: u64,
}

/// Runs `app` on `host` until one of them ends the run, or until this number of ticks is reached.
///
/// A frame is presented when it differs from the previous frame, at most once for each refresh of
/// the display. The last frame is always presented.
///
/// # Errors
/// Returns an error if the host fails or the app cannot provide a frame.
pub fn run(
    app: &mut dyn App,
    host: &mut dyn FrontEnd,
    ticks: Option<u64>,
) -> Result<RunStatistics> {
    let mut pacer = Pacer::new(host.now());
    let (mut refresh, mut vsync) = (None, None::<Vsync>);
    let (mut shown, mut granted) = (Shown::default(), WindowSettings::default());
    let mut shown_overlay = ShownOverlay::default();
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
        if let Some(size) = host.overlay_size() {
            let overlay = app.overlay(size)?;
            if shown_overlay.differs(overlay.as_ref()) {
                host.set_overlay(overlay.as_ref())?;
                shown_overlay.remember(overlay.as_ref());
            }
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
            app.end();
            return Ok(done);
        }
        let now = host.now();
        host.wait(pacer.wait(now).min(pause));
    }
}

/// The frame that was shown last, for comparison with the next frame.
#[derive(Debug, Default)]
struct Shown {
    size: (usize, usize),
    pixels: Vec<u8>,
    palette: Vec<[u8; 3]>,
}

impl Shown {
    /// Returns whether `frame` differs from the remembered frame.
    fn differs(&self, frame: &IndexedFrame<'_>) -> bool {
        self.size != (frame.width(), frame.height())
            || self.pixels != frame.pixels()
            || self.palette.as_slice() != frame.palette().as_slice()
    }

    /// Remembers `frame`. Allocates memory only if it is larger than all frames before.
    fn remember(&mut self, frame: &IndexedFrame<'_>) {
        self.size = (frame.width(), frame.height());
        frame.pixels().clone_into(&mut self.pixels);
        frame.palette().as_slice().clone_into(&mut self.palette);
    }
}

/// The overlay that was shown last, for comparison with the next overlay.
#[derive(Debug, Default)]
struct ShownOverlay {
    is_shown: bool,
    size: UVec2,
    pixels: Vec<u32>,
}

impl ShownOverlay {
    /// Returns whether `overlay` differs from the remembered overlay.
    fn differs(&self, overlay: Option<&WindowOverlay<'_>>) -> bool {
        match overlay {
            Some(overlay) => {
                !self.is_shown || self.size != overlay.size() || self.pixels != overlay.pixels()
            }
            None => self.is_shown,
        }
    }

    /// Remembers `overlay`.
    fn remember(&mut self, overlay: Option<&WindowOverlay<'_>>) {
        self.is_shown = overlay.is_some();
        if let Some(overlay) = overlay {
            self.size = overlay.size();
            overlay.pixels().clone_into(&mut self.pixels);
        }
    }
}

/// A host that does not wait and shows every frame, even a frame that has not changed, so that
/// there is a frame for each tick.
pub struct Headless<'a> {
    show: Box<Show<'a>>,
    clock: Duration,
    frames: u64,
}

/// The callback for a frame, with the frame's number from 0.
type Show<'a> = dyn FnMut(&IndexedFrame<'_>, u64) -> Result<()> + 'a;

impl<'a> Headless<'a> {
    /// Creates a host that writes `frame-00000.png` and so on into `folder`, enlarged by `zoom`.
    /// Without a folder it writes nothing.
    #[must_use]
    pub fn new(files: AtomicFiles, folder: Option<PathBuf>, mut zoom: Zoom) -> Self {
        Self::with(move |frame, number| {
            let Some(folder) = &folder else { return Ok(()) };
            let path = folder.join(format!("frame-{number:05}.png"));
            indexed_png::write(&files, &path, &zoom.apply(frame)?)?;
            Ok(())
        })
    }

    /// Creates a host that passes each frame, with its number from 0, to `show`.
    #[must_use]
    pub fn with(show: impl FnMut(&IndexedFrame<'_>, u64) -> Result<()> + 'a) -> Self {
        Self {
            show: Box::new(show),
            clock: Duration::ZERO,
            frames: 0,
        }
    }
}

impl FrontEnd for Headless<'_> {
    fn now(&mut self) -> Duration {
        self.clock
    }

    fn poll(&mut self, _: &mut Vec<Input>) -> Result<()> {
        Ok(())
    }

    fn wants_present(&self) -> bool {
        true
    }

    fn present(&mut self, frame: &IndexedFrame<'_>, _: bool) -> Result<()> {
        (self.show)(frame, self.frames)?;
        self.frames += 1;
        Ok(())
    }

    fn wait(&mut self, limit: Duration) {
        self.clock = self.clock.saturating_add(limit);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::input::Key;

    const TICK: Duration = Duration::from_millis(100);

    /// An app that counts its ticks. Its picture is the count divided by `every`.
    struct Counter {
        ticks: u8,
        every: u8,
        heard: Vec<Input>,
        wishes: WindowSettings,
        pixel: [u8; 1],
        palette: [[u8; 3]; 256],
        /// The pixel of the overlay, if there is one.
        word: Option<[u32; 1]>,
        /// The ticks at which the run ended.
        ends: Vec<u8>,
    }

    impl Counter {
        fn new(every: u8) -> Self {
            let (heard, wishes) = (Vec::new(), WindowSettings::default());
            Self {
                ticks: 0,
                every,
                heard,
                wishes,
                pixel: [0],
                ends: Vec::new(),
                palette: [[0; 3]; 256],
                word: None,
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

        fn frame(&mut self) -> Result<IndexedFrame<'_>> {
            self.pixel = [self.ticks / self.every];
            Ok(IndexedFrame::new(1, 1, &self.pixel, &self.palette)?)
        }

        fn overlay(&mut self, _: UVec2) -> Result<Option<WindowOverlay<'_>>> {
            let word = self.word.as_ref();
            Ok(word.and_then(|word| WindowOverlay::new(UVec2::ONE, word)))
        }

        fn tick_interval(&self) -> Duration {
            TICK
        }

        fn finished(&self) -> bool {
            self.heard.contains(&Input::press(Key::Escape))
        }

        fn end(&mut self) {
            self.ends.push(self.ticks);
        }

        fn wishes(&self) -> WindowSettings {
            self.wishes.clone()
        }
    }

    /// A host whose clock advances only by its waits and by the duration of presents.
    #[derive(Default)]
    struct Scripted {
        clock: Duration,
        present_takes: Duration,
        script: VecDeque<(Duration, Input)>,
        shown: Vec<(u128, u8)>,
        granted: Vec<WindowSettings>,
        covered: bool,
        has_overlays: bool,
        overlays: Vec<Option<u32>>,
    }

    impl FrontEnd for Scripted {
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

        fn present(&mut self, frame: &IndexedFrame<'_>, _: bool) -> Result<()> {
            self.covered = false;
            self.shown.push((self.clock.as_millis(), frame.pixels()[0]));
            self.clock += self.present_takes;
            Ok(())
        }

        fn overlay_size(&self) -> Option<UVec2> {
            self.has_overlays.then_some(UVec2::ONE)
        }

        fn set_overlay(&mut self, overlay: Option<&WindowOverlay<'_>>) -> Result<()> {
            self.overlays
                .push(overlay.map(|overlay| overlay.pixels()[0]));
            self.covered = true;
            Ok(())
        }

        fn wait(&mut self, limit: Duration) {
            let input = self
                .script
                .front()
                .map_or(limit, |(at, _)| at.saturating_sub(self.clock));
            self.clock += limit.min(input);
        }

        fn grant(&mut self, wishes: &WindowSettings) {
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
    fn the_app_ends_once_after_its_last_tick() {
        let (mut app, mut host) = (Counter::new(1), Scripted::default());
        run(&mut app, &mut host, Some(12)).unwrap();
        assert_eq!(app.ends, [12]);
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
        // Each present shows the frame after all ticks that were due at its start, although a
        // present takes as long as two and a half ticks.
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
        let moved = Input::PointerMoved {
            at: None,
            overlay: None,
        };
        let script = [(Duration::from_millis(150), moved)].into();
        let mut host = Scripted {
            script,
            ..Scripted::default()
        };
        assert_eq!(run(&mut app, &mut host, Some(3)).unwrap().presents, 1);
    }

    #[test]
    fn wishes_reach_the_host_once() {
        let (mut app, mut host) = (Counter::new(1), Scripted::default());
        app.wishes = WindowSettings {
            title: "x".to_owned(),
            scale: ScaleMode::Fit,
            ..WindowSettings::default()
        };
        run(&mut app, &mut host, Some(3)).unwrap();
        assert_eq!(host.granted, [app.wishes]);
    }

    #[test]
    fn a_new_overlay_is_presented_over_the_same_frame() {
        let (mut app, mut host) = (Counter::new(100), Scripted::default());
        host.has_overlays = true;
        assert_eq!(run(&mut app, &mut host, Some(3)).unwrap().presents, 1);
        assert_eq!(host.overlays, [], "an app without an overlay");
        app.word = Some([7]);
        assert_eq!(run(&mut app, &mut host, Some(3)).unwrap().presents, 1);
        app.word = None;
        run(&mut app, &mut host, Some(3)).unwrap();
        assert_eq!(host.overlays, [Some(7)], "each run begins without overlay");
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

    #[test]
    fn size_pixels_and_palette_each_make_a_difference() {
        let (grey, mut other) = ([[1; 3]; 256], [[1; 3]; 256]);
        other[255] = [2; 3];
        let mut shown = Shown::default();
        let frame = IndexedFrame::new(2, 1, &[5, 6], &grey).unwrap();
        assert!(shown.differs(&frame));
        shown.remember(&frame);
        assert!(!shown.differs(&frame));
        assert!(shown.differs(&IndexedFrame::new(1, 2, &[5, 6], &grey).unwrap()));
        assert!(shown.differs(&IndexedFrame::new(2, 1, &[5, 7], &grey).unwrap()));
        assert!(shown.differs(&IndexedFrame::new(2, 1, &[5, 6], &other).unwrap()));
    }
}
