//! `wardrobe testcard`: a picture that needs no game, to try a machine's screen, input and timing.

use std::time::Instant;

use anyhow::Result;
use scumm_platform::PadMode;
use wardrobe_play::{Card, Settings, ShowArgs, show};

use crate::output::OutArgs;

/// Shows a test card: tries screen, input and timing without any game
///
/// The white line must be whole along all four edges, the colours those of a rainbow, and the bar
/// at the bottom must run through in one second. The cross follows the pointer and the arrow keys.
/// F10 steps through the ways to fill the window: the circle is round in `integer` and `fit`, and a
/// little high in `4:3`. Escape ends.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    show: ShowArgs,
}

/// Shows the card until it is closed; `start` is when the program started.
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
