//! A line that an actor says, shown over its head.

use glam::IVec2;
use serde::{Deserialize, Serialize};

use scumm_media::paint::{Paint, wrap};

/// The most letters on a row.
const ROW: usize = 22;
/// The number of frames for which any line stays, and the additional frames for each letter.
const FRAMES: (u32, u32) = (14, 1);

/// A line that is being said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speech {
    rows: Vec<String>,
    left: u32,
}

impl Speech {
    /// Starts to say a line.
    pub fn new(line: &str) -> Self {
        let rows = wrap(line, ROW);
        let letters = u32::try_from(line.chars().count()).unwrap_or(u32::MAX);
        Self {
            rows,
            left: FRAMES.0.saturating_add(letters.saturating_mul(FRAMES.1)),
        }
    }

    /// Advances by a frame. Returns `false` when the time of the line is over.
    pub fn tick(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    /// Draws the line centred above `foot`, inside the screen.
    pub fn draw(&self, paint: &mut Paint<'_>, foot: IVec2, ink: u8, edge: u8) {
        let letter = paint.letter();
        let height = self.rows.len() as i32 * letter;
        let size = paint.size();
        let top = (foot.y - height).clamp(1, (size.y - height).max(1));
        for (i, row) in self.rows.iter().enumerate() {
            let width = row.chars().count() as i32 * letter;
            let left = (foot.x - width / 2).clamp(1, (size.x - width - 1).max(1));
            paint.outlined(IVec2::new(left, top + i as i32 * letter), row, ink, edge);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_breaks_between_words() {
        let speech = Speech::new("Ahoy there, how much for the small red coat?");
        assert_eq!(
            speech.rows,
            ["Ahoy there, how much", "for the small red", "coat?"]
        );
    }

    #[test]
    fn the_longer_the_line_the_longer_it_stays() {
        let frames = |line| {
            let mut speech = Speech::new(line);
            std::iter::repeat_with(|| speech.tick())
                .take_while(|&goes_on| goes_on)
                .count()
        };
        assert_eq!(frames("Ahoy!"), 18);
        assert_eq!(frames("Ahoy there!"), 24);
    }

    #[test]
    fn it_stays_on_the_screen() {
        for head in [IVec2::new(-50, -9), IVec2::new(500, 999)] {
            let mut pixels = vec![0; 64 * 32];
            Speech::new("Hi").draw(&mut Paint::new(&mut pixels, 64), head, 1, 2);
            assert_eq!(pixels.iter().filter(|&&p| p == 1).count(), ink("Hi"));
        }
    }

    /// Returns the number of pixels of a text's letters.
    fn ink(text: &str) -> usize {
        let mut pixels = vec![0; 320 * 8];
        Paint::new(&mut pixels, 320).text(IVec2::ZERO, text, 1, 0);
        pixels.iter().filter(|&&p| p == 1).count()
    }
}
