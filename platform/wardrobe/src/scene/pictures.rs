//! Pictures of a difference.

use std::path::Path;

use crate::output;
use anyhow::Result;
use scumm_platform::Frame;
use scumm_room::{Palette, Surface};

/// The colour of pixels that differ: none of the greys.
const DIFFERS: u8 = 255;
/// The colour of the frame around them.
const BOUNDS: u8 = 254;

/// Writes a picture as an indexed PNG.
///
/// # Errors
/// The file can't be written.
pub fn save(path: &Path, picture: &Surface, palette: &Palette) -> Result<()> {
    let frame = Frame::new(picture.width(), picture.height(), picture.pixels(), &palette.0)?;
    output::png(path, &frame)
}

/// First column, first line, last column, last line of what differs; `None` where nothing does.
pub fn bounds(expected: &Surface, found: &Surface) -> Option<[usize; 4]> {
    let width = found.width().max(1);
    let differs = |i: &usize| !is_same(expected, found, *i);
    let places = (0..found.pixels().len()).filter(differs).map(|i| (i % width, i / width));
    places
        .map(|(x, y)| [x, y, x, y])
        .reduce(|[left, top, right, bottom], [x, y, ..]| [left.min(x), top.min(y), right.max(x), bottom.max(y)])
}

fn is_same(expected: &Surface, found: &Surface, i: usize) -> bool {
    (expected.width(), expected.height()) == (found.width(), found.height())
        && expected.pixels().get(i) == found.pixels().get(i)
}

/// The found picture in dark greys, with the pixels that differ from the expected one in red and a yellow frame around
/// `bounds` (first column, first line, last column, last line).
pub fn marked(
    expected: &Surface,
    found: &Surface,
    colours: &Palette,
    bounds: Option<[usize; 4]>,
) -> (Surface, Palette) {
    let mut palette = Palette([[0; 3]; 256]);
    for (grey, colour) in (0..=u8::MAX).zip(&mut palette.0) {
        *colour = [grey / 2; 3];
    }
    palette.0[usize::from(DIFFERS)] = [255, 0, 64];
    palette.0[usize::from(BOUNDS)] = [255, 220, 0];
    let mut picture = found.clone();
    for (i, pixel) in picture.pixels_mut().iter_mut().enumerate() {
        let shown = luma(colours.0[usize::from(*pixel)]).min(BOUNDS - 1);
        *pixel = if is_same(expected, found, i) { shown } else { DIFFERS };
    }
    let Some([left, top, right, bottom]) = bounds else { return (picture, palette) };
    let mut dot = |x: Option<usize>, y: Option<usize>| {
        let inside = x.filter(|x| *x < found.width()).zip(y.filter(|y| *y < found.height()));
        if let Some(pixel) = inside.and_then(|(x, y)| picture.pixels_mut().get_mut(y * found.width() + x)) {
            *pixel = BOUNDS;
        }
    };
    for x in left.saturating_sub(1)..=right + 1 {
        dot(Some(x), top.checked_sub(1));
        dot(Some(x), Some(bottom + 1));
    }
    for y in top.saturating_sub(1)..=bottom + 1 {
        dot(left.checked_sub(1), Some(y));
        dot(Some(right + 1), Some(y));
    }
    (picture, palette)
}

/// How bright a colour is.
fn luma([r, g, b]: [u8; 3]) -> u8 {
    let [r, g, b] = [r, g, b].map(u32::from);
    u8::try_from((r * 54 + g * 183 + b * 19) / 256).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_red_in_a_yellow_frame() {
        let (mut found, expected) = (Surface::filled(6, 5, 9), Surface::filled(6, 5, 9));
        found.pixels_mut()[2 * 6 + 2] = 10;
        let (picture, palette) = marked(&expected, &found, &Palette([[100; 3]; 256]), bounds(&expected, &found));
        let (grey, box_, red) = (100, BOUNDS, DIFFERS);
        assert_eq!(picture.pixels()[6..12], [grey, box_, box_, box_, grey, grey]);
        assert_eq!(picture.pixels()[12..18], [grey, box_, red, box_, grey, grey]);
        assert_eq!(palette.0[usize::from(grey)], [50; 3]);
    }

    #[test]
    fn a_frame_outside_the_picture_is_left_out() {
        let (found, expected) = (Surface::filled(2, 2, 0), Surface::filled(2, 2, 1));
        let (picture, _) = marked(&expected, &found, &Palette::default(), bounds(&expected, &found));
        assert_eq!(picture.pixels(), [DIFFERS; 4]);
    }
}
