//! Row-major pictures put onto the stage, pixel by pixel where somebody asks who wrote what.

use super::bitmap::{Bitmap, Hidden};
use crate::draw::shade::Shadow;
use crate::draw::{Rect, Target};
use crate::trace::{Mark, Trace};

/// A decoded picture, where it may land, and who is told.
pub(super) struct Brush<'a, 't, 'm> {
    pub bitmap: Bitmap<'a>,
    pub clip: Rect,
    /// Its rows are mirrored.
    pub mirrored: bool,
    pub target: &'t mut Target<'m>,
    pub trace: Option<&'t mut Trace>,
}

impl Brush<'_, '_, '_> {
    /// Draws it: `ink` makes a picture's pixel and a screen pixel the new one. `colour` says the same for the trace: the
    /// screen colour of an opaque pixel, before `shadow`.
    pub(super) fn paint(self, ink: impl Fn(u8, u8) -> u8, colour: impl Fn(u8) -> Option<u8>, shadow: &Shadow<'_>) {
        let Self { bitmap, clip, mirrored, target, trace } = self;
        let Some(trace) = trace else { return bitmap.paint(&clip, target, ink) };
        bitmap.each(&clip, target, |(column, row), pixel, index, hidden, target| {
            let Some(colour) = colour(pixel) else { return };
            if let Some(screen) = target.pixels.get_mut(index).filter(|_| !hidden) {
                *screen = ink(pixel, *screen);
            }
            let width = bitmap.rect.right.saturating_sub(bitmap.rect.left);
            let column = if mirrored { width.saturating_sub(1).saturating_sub(column) } else { column };
            let mark = Mark { source: (column, row), entry: pixel, colour, shade: shadow.shade_of(colour) };
            trace.note(index, hidden, mark, target);
        });
    }
}

impl Bitmap<'_> {
    /// Goes through the pixels inside `clip` and the stage: column and row, the pixel, its index on the stage, and whether
    /// the plane hides it. Gaps are left out.
    fn each<'m>(
        &self,
        clip: &Rect,
        target: &mut Target<'m>,
        mut seen: impl FnMut((i32, i32), u8, usize, bool, &mut Target<'m>),
    ) {
        let Rect { left, top, right, bottom } = self.rect.intersection(clip).intersection(&target.rect());
        let width = usize::try_from(self.rect.right.saturating_sub(self.rect.left)).unwrap_or(0);
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            let (column, row) = (x.saturating_sub(self.rect.left), y.saturating_sub(self.rect.top));
            let (Ok(across), Ok(down)) = (usize::try_from(column), usize::try_from(row)) else { continue };
            let source = down.saturating_mul(width).saturating_add(across);
            let (Some(&pixel), Some(index)) = (self.pixels.get(source), target.index(x, y)) else { continue };
            let set = |mask: &[u8], at: usize| mask.get(at).is_some_and(|&byte| byte != 0);
            let hidden = match self.hidden {
                Hidden::Gaps(gaps) if set(gaps, source) => continue,
                Hidden::Gaps(_) => false,
                Hidden::Plane(shift) => target.mask.is_some_and(|mask| set(mask, index.saturating_add(shift))),
            };
            seen((column, row), pixel, index, hidden, target);
        }
    }
}
