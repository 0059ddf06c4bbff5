//! A line that an actor says, over its head.

use glam::IVec2;
use serde::{Deserialize, Serialize};

use scumm_platform::paint::{Paint, wrap};

/// Letters of a row, at most.
const ROW: usize = 22;
/// Frames that any line stays, and those for each letter of it.
const FRAMES: (u32, u32) = (14, 1);

/// A line while it is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speech {
    rows: Vec<String>,
    left: u32,
}

impl Speech {
    /// Begins to say a line.
    pub fn new(line: &str) -> Self {
        let rows = wrap(line, ROW);
        let letters = u32::try_from(line.chars().count()).unwrap_or(u32::MAX);
        Self {
            rows,
            left: FRAMES.0.saturating_add(letters.saturating_mul(FRAMES.1)),
        }
    }

    /// A frame passes; false once the line has been said.
    pub fn tick(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    /// Writes it above `foot`, in the middle, inside the screen.
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

    /// Pixels of the letters.
    fn ink(text: &str) -> usize {
        let mut pixels = vec![0; 320 * 8];
        Paint::new(&mut pixels, 320).text(IVec2::ZERO, text, 1, 0);
        pixels.iter().filter(|&&p| p == 1).count()
    }
}
