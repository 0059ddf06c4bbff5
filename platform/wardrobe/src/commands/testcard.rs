//! `wardrobe testcard`: shows a picture that needs no game, to test a machine's screen, input and
//! timing.

use std::time::Instant;

use anyhow::Result;
use scumm_platform::PadMode;
use wardrobe_play::{Card, Settings, ShowArgs, show};

use crate::output::OutArgs;

/// Shows a test card: tests screen, input and timing without any game
///
/// The white line must be complete along all four edges, the colours must be those of a rainbow,
/// and the bar at the bottom must cross the screen in one second. The cross follows the pointer and
/// the arrow keys. F10 cycles through the ways to fill the window: the circle is round in `integer`
/// and `fit`, and slightly too high in `4:3`. Escape ends.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    show: ShowArgs,
}

/// Shows the card until it is closed. `start` is the time when the program started.
pub fn run(args: &Args, start: Instant) -> Result<()> {
    let settings = args.show.window.over(&Settings::default());
    if let Some(figures) = show(
        &mut Card::new(settings, PadMode::Pointer),
        &args.show,
        start,
    )? {
        OutArgs::default().report(args.show.json, &figures, ToString::to_string)?;
    }
    Ok(())
}
