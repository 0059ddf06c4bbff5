//! A box with an error, for a program that was started from a desktop and has no terminal.

use sdl2::messagebox::{MessageBoxFlag, show_simple_message_box};

use crate::{PlatformError, Result};

/// The most characters of a message that are shown, so that the box fits on the screen.
const MOST: usize = 1000;

/// Shows an error in a box of the system, and returns when the user has closed the box. No window
/// has to be open.
///
/// # Errors
/// Returns [`PlatformError::Window`] if the system has no such boxes.
pub fn show_error(title: &str, message: &str) -> Result<()> {
    let message = shown(message);
    show_simple_message_box(MessageBoxFlag::ERROR, &shown(title), &message, None)
        .map_err(|reason| PlatformError::Window(reason.to_string()))
}

/// Returns the part of a text that is shown, without zero bytes, which would end it.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| *c != '\0').take(MOST).collect();
    if text.chars().count() > MOST {
        shown.push_str(" ...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_shown_without_zero_bytes_and_not_at_any_length() {
        assert_eq!(shown("a\0b\nc"), "ab\nc");
        let long = shown(&"\u{e4}".repeat(5000));
        assert_eq!(long.chars().count(), MOST + 4);
        assert!(long.ends_with(" ..."));
    }
}
