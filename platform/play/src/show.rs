//! Runs an app in a window or headless, as the command line requests.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use scumm_media::file::FolderLock;
use scumm_media::film::{Film, FilmFormat, FilmPlan};
use scumm_platform::{App, Headless, Host, PadLayout, ScaleMode, Zoom, run};

use crate::bench::{Figures, Unpaced};
use crate::frames::{self, FrameArgs};
use crate::named::named;
use crate::settings::{Settings, colour};

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

    /// Run for this number of seconds as fast as possible, then print the speed and the memory use
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
    /// How the picture fills the window: whole multiples, the largest size that fits, 4:3 as on old
    /// monitors, or the whole window
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
        .ok_or_else(|| format!("expected seconds, at most 86400, found `{text}`"))
}

impl WindowArgs {
    /// Returns the settings of this run: those of the command line, else those of the user.
    pub fn over(&self, settings: &Settings) -> Settings {
        Settings {
            scale: self.scale.unwrap_or(settings.scale),
            fullscreen: self.fullscreen || settings.fullscreen,
            border: self.border.unwrap_or(settings.border),
            buttons: self.buttons.unwrap_or(settings.buttons),
        }
    }
}

/// Runs `app` as `args` request, until the app, the user or a limit ends it. Returns the figures of
/// `--bench`. `start` is the time when the program started.
///
/// # Errors
/// Returns an error if a frame cannot be written, if the window cannot be opened, or if this build
/// has no window.
pub fn show(app: &mut dyn App, args: &ShowArgs, start: Instant) -> Result<Option<Figures>> {
    match args.written.film() {
        _ if !args.headless => in_window(app, args, start),
        Some(film) => as_film(app, film, args, start),
        None => {
            let folder = args.written.out.clone();
            let _lock = folder.as_deref().map(FolderLock::acquire).transpose()?;
            on(
                app,
                &mut Headless::new(folder, Zoom::new(args.written.factor())),
                args,
                start,
            )
        }
    }
}

/// Runs `app` without a window and writes its frames as a film.
fn as_film(
    app: &mut dyn App,
    film: (&Path, FilmFormat),
    args: &ShowArgs,
    start: Instant,
) -> Result<Option<Figures>> {
    let (path, format) = film;
    let Some(ticks) = args.frames else {
        bail!(
            "{}: a film has so many frames: give --frames N",
            path.display()
        )
    };
    // A run without ticks has one frame, too.
    let pictures =
        u32::try_from(ticks.max(1)).with_context(|| format!("a film of {ticks} frames"))?;
    let tick = app.tick_interval();
    frames::write_film(path, |out| {
        let first = app.frame()?;
        let size = (first.width(), first.height());
        // The colours of later frames are not known yet.
        let plan = FilmPlan {
            zoom: args.written.factor(),
            ..FilmPlan::of(size, first.palette(), pictures, tick)
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
    host: &mut dyn Host,
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
    allow(unused_variables, reason = "there is no window to show it in")
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
            // A measurement does not wait for the display.
            unpaced: args.unpaced || args.bench.is_some(),
            ..WindowOptions::default()
        };
        let shown = sdl::with_window(&options, |window| Ok(on(app, window, args, start)));
        shown.context("there is no window; --headless needs none")?
    }
    #[cfg(not(feature = "window"))]
    anyhow::bail!(
        "this build has no window: build it with `--features window` (it needs SDL2), or use --headless --frames N -o DIR"
    )
}
