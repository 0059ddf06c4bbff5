//! The painter of row-major pictures, codecs 5, 16 and 32: rows of decoded pixels put onto the stage.

use crate::draw::{Rect, Target};

/// A decoded picture and where it lands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bitmap<'a> {
    /// The rectangle of its pixels.
    pub rect: Rect,
    /// The pixels, row by row, as many as the rectangle has.
    pub pixels: &'a [u8],
    /// What keeps pixels from being drawn.
    pub hidden: Hidden<'a>,
}

/// What keeps pixels from being drawn.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hidden<'a> {
    /// The target's plane, read so many pixels too far right (M1).
    Plane(usize),
    /// Gaps of the picture itself: a byte for each of its pixels, 0 where there is one.
    Gaps(&'a [u8]),
}

impl Bitmap<'_> {
    /// Draws what lies inside `clip` and the stage; `shade` makes a picture's pixel and a screen pixel the new one.
    pub(super) fn paint(&self, clip: &Rect, target: &mut Target<'_>, shade: impl Fn(u8, u8) -> u8) {
        let visible = self.rect.intersection(clip).intersection(&target.rect());
        if visible.is_empty() {
            return;
        }
        let length = |from: i32, to: i32| usize::try_from(to.saturating_sub(from)).unwrap_or(0);
        let (width, count) = (length(self.rect.left, self.rect.right), length(visible.left, visible.right));
        let skipped = length(self.rect.left, visible.left);
        for y in visible.top..visible.bottom {
            let source = length(self.rect.top, y) * width + skipped;
            let pixels = self.pixels.get(source..source + count).unwrap_or_default();
            let Some(place) = target.index(visible.left, y) else { continue };
            let hidden = match self.hidden {
                Hidden::Plane(shift) => target.mask.and_then(|mask| mask.get(place + shift..)),
                Hidden::Gaps(gaps) => gaps.get(source..),
            };
            let Some(screen) = target.pixels.get_mut(place..place + count) else { continue };
            let hidden = hidden.unwrap_or_default();
            let covered = hidden.len().min(count);
            for ((screen, &pixel), &hidden) in screen.iter_mut().zip(pixels).zip(hidden) {
                *screen = if hidden == 0 { shade(pixel, *screen) } else { *screen };
            }
            // Behind the end of a plane nothing hides.
            for (screen, &pixel) in screen.iter_mut().zip(pixels).skip(covered) {
                *screen = shade(pixel, *screen);
            }
        }
    }
}
