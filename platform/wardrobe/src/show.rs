//! Runs an app in a window or headless, as the command line says.

use std::path::PathBuf;

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use scumm_platform::{App, Headless, RunLimits, RunStatistics, ScaleMode, run};

/// Where to show something, and for how long.
#[derive(Debug, Default, clap::Args)]
pub struct ShowArgs {
    /// Run without a window, as fast as it goes
    #[arg(long, requires = "frames", help_heading = "Display")]
    pub headless: bool,

    /// End after so many engine frames
    #[arg(long, value_name = "N", help_heading = "Display")]
    pub frames: Option<u64>,

    /// With --headless: write each frame as an indexed PNG into this folder (frame-00000.png ...)
    #[arg(short, long, value_name = "DIR", requires = "headless", help_heading = "Display")]
    pub out: Option<PathBuf>,

    /// How the picture fills the window: whole multiples, as large as it fits, 4:3 as on old monitors, or all of it
    #[arg(
        long,
        value_name = "MODE",
        default_value_t,
        value_parser = PossibleValuesParser::new(ScaleMode::ALL.map(ScaleMode::name)).try_map(|name| name.parse::<ScaleMode>()),
        help_heading = "Display"
    )]
    pub scale: ScaleMode,

    /// Take the whole screen (F11 goes back and forth)
    #[arg(long, help_heading = "Display")]
    pub fullscreen: bool,
}

/// Runs `app` as `args` say, and tells what a headless run did.
///
/// # Errors
/// Where a frame can't be written, the window can't be opened, or this build has none.
pub fn show(app: &mut dyn App, args: &ShowArgs) -> Result<RunStatistics> {
    let limits = RunLimits { ticks: args.frames };
    if args.headless {
        return Ok(run(app, &mut Headless::new(args.out.clone()), limits)?);
    }
    in_window(app, args, limits)
}

#[cfg(feature = "window")]
fn in_window(app: &mut dyn App, args: &ShowArgs, limits: RunLimits) -> Result<RunStatistics> {
    use scumm_platform::sdl::{self, WindowOptions};
    let options = WindowOptions { scale: args.scale, fullscreen: args.fullscreen, ..WindowOptions::default() };
    Ok(sdl::with_window(&options, |window| run(app, window, limits))?)
}

#[cfg(not(feature = "window"))]
fn in_window(_: &mut dyn App, _: &ShowArgs, _: RunLimits) -> Result<RunStatistics> {
    anyhow::bail!(
        "this build has no window: build it with `--features window` (it needs SDL2), or use --headless --frames N -o DIR"
    )
}
