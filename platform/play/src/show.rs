//! Runs an app in a window or headless, as the command line requests, and measures for `--bench`
//! how fast it runs and how much memory it takes.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{fmt, fs};

use anyhow::{Context, Result, bail};
use glam::UVec2;
use scumm_media::film::{Film, FilmFormat, FilmPlan};
use scumm_platform::{
    App, FrontEnd, Headless, IndexedFrame, Input, PadLayout, PlatformError, ScaleMode,
    WindowOverlay, WindowSettings, Zoom, run,
};
use scumm_tools::run_files::RunFiles;
use serde::Serialize;

use crate::frames::{self, FrameArgs};
use crate::settings::{Settings, colour, named};

/// The display of an app, and its limits.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Display")]
pub struct ShowArgs {
    /// Run without a window, as fast as possible
    #[arg(long, requires = "end")]
    pub headless: bool,

    /// End after this number of engine frames
    #[arg(long, value_name = "N", group = "end")]
    pub frames: Option<u64>,

    /// The output of frames without a window.
    #[command(flatten)]
    pub written: FrameArgs,

    /// The window's appearance.
    #[command(flatten)]
    pub window: WindowArgs,

    /// Do not wait between frames
    #[arg(long)]
    pub unpaced: bool,

    /// Run for this number of seconds as fast as possible, then print speed and memory use
    #[arg(long, value_name = "SECONDS", group = "end", value_parser = seconds)]
    pub bench: Option<Duration>,

    /// With --bench: print JSON
    #[arg(long, requires = "bench")]
    pub json: bool,
}

/// The window's appearance.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Display")]
pub struct WindowArgs {
    /// The scale mode: whole multiples if at least two fit (auto), whole multiples, the largest
    /// size that fits, 4:3 as on old monitors, or the whole window
    #[arg(long, value_name = "MODE", value_parser = named(ScaleMode::ALL))]
    pub scale: Option<ScaleMode>,

    /// Fill the whole screen (F11 switches)
    #[arg(long)]
    pub fullscreen: bool,

    /// The colour around the picture
    #[arg(long, value_name = "#RRGGBB", value_parser = colour)]
    pub border: Option<[u8; 3]>,

    /// The letters of a game controller's buttons: A at the bottom (xbox) or on the right
    /// (nintendo)
    #[arg(long, value_name = "LAYOUT", value_parser = named(PadLayout::ALL))]
    pub buttons: Option<PadLayout>,

    /// Draw with the processor instead of the graphics driver
    #[arg(long)]
    pub software: bool,
}

/// Parses a number of seconds: more than 0, and at most a day.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected more than 0 and at most 86400 seconds, found `{text}`"))
}

impl WindowArgs {
    /// Returns the settings of this run. Settings on the command line replace those of the user.
    pub fn over(&self, settings: &Settings) -> Settings {
        Settings {
            scale: self.scale.unwrap_or(settings.scale),
            fullscreen: self.fullscreen || settings.fullscreen,
            window: settings.window,
            border: self.border.unwrap_or(settings.border),
            buttons: self.buttons.unwrap_or(settings.buttons),
        }
    }
}

/// Runs `app` as `args` request, until the app, the user or a limit ends the run. Returns the
/// figures of `--bench`. `start` is the time when the program started.
///
/// # Errors
/// Returns an error if a frame cannot be written, if the window cannot be opened, or if this build
/// has no window.
pub fn show(
    app: &mut dyn App,
    args: &ShowArgs,
    files: &RunFiles,
    start: Instant,
) -> Result<Option<Figures>> {
    match args.written.film() {
        _ if !args.headless => in_window(app, args, start),
        Some(film) => as_film(app, film, args, files, start),
        None => {
            let folder = args.written.out.clone();
            let _lock = folder
                .as_deref()
                .map(|folder| files.lock(folder))
                .transpose()?;
            let zoom = Zoom::new(args.written.factor());
            let mut host = Headless::new(files.outputs().clone(), folder, zoom);
            on(app, &mut host, args, start)
        }
    }
}

/// Runs `app` without a window and writes its frames as a film.
fn as_film(
    app: &mut dyn App,
    film: (&Path, FilmFormat),
    args: &ShowArgs,
    files: &RunFiles,
    start: Instant,
) -> Result<Option<Figures>> {
    let (path, format) = film;
    let Some(ticks) = args.frames else {
        bail!(
            "{}: expected --frames N, the number of frames of the film",
            path.display()
        )
    };
    // A run without ticks has one frame, too.
    let pictures =
        u32::try_from(ticks.max(1)).with_context(|| format!("a film of {ticks} frames"))?;
    let tick = app.tick_interval();
    frames::write_film(files, path, |out| {
        let first = app.frame()?;
        let size = (first.width(), first.height());
        // The colours of later frames are not known yet.
        let plan = FilmPlan {
            zoom: args.written.factor(),
            ..FilmPlan::new(size, first.palette(), pictures, tick)
        };
        let mut film = Film::begin(format, &plan, out)?;
        let figures = on(
            app,
            &mut Headless::with(|frame, _| Ok(film.add(frame, 1)?)),
            args,
            start,
        )?;
        film.finish()?;
        Ok(figures)
    })
}

fn on(
    app: &mut dyn App,
    host: &mut dyn FrontEnd,
    args: &ShowArgs,
    start: Instant,
) -> Result<Option<Figures>> {
    if let Some(time) = args.bench {
        return Figures::measure(app, host, time, start).map(Some);
    }
    let ticks = args.frames;
    let done = if args.unpaced {
        run(app, &mut Unpaced::new(host, None), ticks)
    } else {
        run(app, host, ticks)
    }?;
    log::info!("{} ticks, {} presents", done.ticks, done.presents);
    Ok(None)
}

#[cfg_attr(
    not(feature = "window"),
    allow(unused_variables, reason = "this build has no window")
)]
fn in_window(app: &mut dyn App, args: &ShowArgs, start: Instant) -> Result<Option<Figures>> {
    #[cfg(feature = "window")]
    {
        use scumm_platform::sdl::{self, WindowOptions};
        let frame = app.frame()?;
        let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let options = WindowOptions {
            frame: (side(frame.width()), side(frame.height())).into(),
            wishes: app.wishes(),
            software: args.window.software,
            // During a measurement, presents do not wait for the display.
            unpaced: args.unpaced || args.bench.is_some(),
            ..WindowOptions::default()
        };
        let shown = sdl::with_window(&options, |window| Ok(on(app, window, args, start)));
        shown.context("cannot open a window; use --headless to run without one")?
    }
    #[cfg(not(feature = "window"))]
    anyhow::bail!(
        "this build has no window: build it with `--features window` (it needs SDL2), or use \
         --headless --frames N -o DIR"
    )
}

/// A host that does not wait. Instead, its clock advances by the requested time, so that each tick
/// immediately follows the previous tick.
pub struct Unpaced<'h> {
    host: &'h mut dyn FrontEnd,
    clock: Duration,
    /// The real time at which the run ends. If it is set, every frame is presented, even if it has
    /// not changed, and the time of each present is recorded.
    end: Option<Instant>,
    presents: Vec<Instant>,
}

impl<'h> Unpaced<'h> {
    /// Creates a host that runs on `host` for a time. Without a time, the host does not end the
    /// run.
    pub fn new(host: &'h mut dyn FrontEnd, time: Option<Duration>) -> Self {
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

impl FrontEnd for Unpaced<'_> {
    fn now(&mut self) -> Duration {
        self.clock
    }

    fn poll(&mut self, inputs: &mut Vec<Input>) -> Result<(), PlatformError> {
        self.host.poll(inputs)?;
        if self.end.is_some_and(|end| Instant::now() >= end) {
            inputs.push(Input::Quit);
        }
        Ok(())
    }

    fn wants_present(&self) -> bool {
        self.end.is_some() || self.host.wants_present()
    }

    fn present(&mut self, frame: &IndexedFrame<'_>, changed: bool) -> Result<(), PlatformError> {
        self.host.present(frame, changed)?;
        if self.end.is_some() {
            self.presents.push(Instant::now());
        }
        Ok(())
    }

    fn overlay_size(&self) -> Option<UVec2> {
        self.host.overlay_size()
    }

    fn set_overlay(&mut self, overlay: Option<&WindowOverlay<'_>>) -> Result<(), PlatformError> {
        self.host.set_overlay(overlay)
    }

    fn wait(&mut self, limit: Duration) {
        self.clock = self.clock.saturating_add(limit);
    }

    fn grant(&mut self, wishes: &WindowSettings) {
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
        host: &mut dyn FrontEnd,
        time: Duration,
        start: Instant,
    ) -> Result<Self> {
        let mut unpaced = Unpaced::new(host, Some(time));
        let done = run(app, &mut unpaced, None)?;
        let memory_kib = memory_kib();
        let (Some(&first), Some(&last)) = (unpaced.presents.first(), unpaced.presents.last())
        else {
            bail!("no frame was presented");
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
    use scumm_media::file::AtomicFiles;

    use super::*;

    struct Blink([u8; 1]);

    impl App for Blink {
        fn input(&mut self, _: Input) {}

        fn tick(&mut self) {
            self.0[0] ^= 1;
        }

        fn frame(&mut self) -> Result<IndexedFrame<'_>, PlatformError> {
            Ok(IndexedFrame::new(1, 1, &self.0, &[[0; 3]; 256])?)
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
            &mut Headless::new(AtomicFiles::default(), None, Zoom::new(1)),
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
