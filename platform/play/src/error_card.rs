//! A window with an error, for a program that was started from a desktop and has no terminal.

use std::time::{Duration, Instant};

use anyhow::Result;
use glam::{IVec2, UVec2};
use scumm_platform::{
    App, IndexedFrame, Input, PadMode, PlatformError, WindowOverlay, WindowSettings,
};
use scumm_tools::run_files::RunFiles;

use crate::overlay::{BLACK, GREEN, LINE, TextOverlay, WHITE, wrap};
use crate::time::STILL;
use crate::{Settings, ShowArgs, show};

/// The width and height of the black picture behind the text.
const SIZE: (usize, usize) = (320, 200);

/// Shows an error in a box of the system, or else in a window of the program, until the user closes
/// it. The system has no box, for example, on Linux without the fonts and programs that SDL needs
/// for it. If there is no window either, only the log says so.
pub fn show_error_box(message: &str) {
    #[cfg(feature = "window")]
    match scumm_platform::sdl::show_error("Wardrobe", message) {
        Ok(()) => return,
        Err(reason) => log::info!("the system shows no box: {reason}"),
    }
    if let Err(reason) = show_card(message) {
        log::info!("the error is not shown in a window: {reason}");
    }
}

/// Shows an error in a window of the program.
fn show_card(message: &str) -> Result<()> {
    let mut card = ErrorCard::new(message.to_owned());
    let args = ShowArgs::default();
    show(&mut card, &args, &RunFiles::default(), Instant::now())?;
    Ok(())
}

/// An error until a key or a button is pressed.
struct ErrorCard {
    message: String,
    pixels: Vec<u8>,
    overlay: TextOverlay,
    done: bool,
}

impl ErrorCard {
    fn new(message: String) -> Self {
        Self {
            message,
            pixels: vec![0; SIZE.0 * SIZE.1],
            overlay: TextOverlay::default(),
            done: false,
        }
    }
}

impl App for ErrorCard {
    fn input(&mut self, input: Input) {
        self.done |= matches!(
            input,
            Input::Key { pressed: true, .. }
                | Input::Pad { pressed: true, .. }
                | Input::PointerButton { pressed: true, .. }
        );
    }

    fn tick(&mut self) {}

    fn frame(&mut self) -> Result<IndexedFrame<'_>, PlatformError> {
        Ok(IndexedFrame::new(
            SIZE.0,
            SIZE.1,
            &self.pixels,
            &[[0; 3]; 256],
        )?)
    }

    fn overlay(&mut self, size: UVec2) -> Result<Option<WindowOverlay<'_>>, PlatformError> {
        self.overlay.begin(size);
        let last_line = self.overlay.lines().saturating_sub(1);
        let rows = wrap(&self.message, self.overlay.columns());
        let line_at = |line: usize| IVec2::new(0, line as i32 * LINE);
        for (line, row) in rows.iter().take(last_line).enumerate() {
            self.overlay.write(line_at(line), row, WHITE, BLACK);
        }
        let foot = "Any key closes.";
        self.overlay.write(line_at(last_line), foot, GREEN, BLACK);
        Ok(self.overlay.finish())
    }

    fn tick_interval(&self) -> Duration {
        STILL
    }

    fn finished(&self) -> bool {
        self.done
    }

    fn wishes(&self) -> WindowSettings {
        Settings::default().wishes("wardrobe: error".to_owned(), PadMode::Menu)
    }
}

#[cfg(test)]
mod tests {
    use scumm_platform::Key;

    use super::*;

    #[test]
    fn an_error_stays_until_a_key_is_pressed() {
        let mut card = ErrorCard::new("no such game".to_owned());
        let overlay = card.overlay(UVec2::new(320, 240)).unwrap().unwrap();
        assert!(overlay.pixels()[..320 * 18].contains(&WHITE));
        card.tick();
        let moved = Input::PointerMoved {
            at: None,
            overlay: None,
        };
        card.input(moved);
        assert!(!card.finished());
        card.input(Input::press(Key::Enter));
        assert!(card.finished());
    }
}
