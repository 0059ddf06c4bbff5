//! Pictures that show a difference.

use glam::IVec2;
use scumm_media::paint::Paint;
use scumm_room::{Palette, Surface};

use super::screenshots::Screenshot;
use crate::DifferingArea;

/// The colour index of pixels that differ. The lower indices are greys.
const DIFFERS: u8 = 255;
/// The colour index of the frame around the differing pixels.
const BOUNDS: u8 = 254;

/// Returns the area in which a picture differs, without the writers of its pixels. Returns `None`
/// for equal pictures.
pub fn difference(expected: &Surface, found: &Surface) -> Option<DifferingArea> {
    let width = found.width().max(1);
    let differs = |i: &usize| !is_same(expected, found, *i);
    let places = (0..found.pixels().len())
        .filter(differs)
        .map(|i| [i % width, i / width, i % width, i / width]);
    let bounds = places.reduce(|[left, top, right, bottom], [x, y, ..]| {
        [left.min(x), top.min(y), right.max(x), bottom.max(y)]
    })?;
    let pairs = expected.pixels().iter().zip(found.pixels());
    Some(DifferingArea {
        count: pairs.filter(|(expected, found)| expected != found).count(),
        bounds,
        origins: Vec::new(),
    })
}

fn is_same(expected: &Surface, found: &Surface, i: usize) -> bool {
    (expected.width(), expected.height()) == (found.width(), found.height())
        && expected.pixels().get(i) == found.pixels().get(i)
}

/// Returns the found picture in dark greys. The differing pixels are red, and a yellow frame
/// surrounds them.
pub fn marked(expected: &Screenshot, found: &Screenshot) -> Screenshot {
    let Screenshot {
        picture: found,
        palette: colours,
    } = found;
    let expected = &expected.picture;
    let mut palette = Palette::new([[0; 3]; 256]);
    for (grey, colour) in (0..=u8::MAX).zip(palette.colours_mut()) {
        *colour = [grey / 2; 3];
    }
    palette[DIFFERS] = [255, 0, 64];
    palette[BOUNDS] = [255, 220, 0];
    let mut picture = found.clone();
    for (i, pixel) in picture.pixels_mut().iter_mut().enumerate() {
        let shown = luma(colours[*pixel]).min(BOUNDS - 1);
        *pixel = if is_same(expected, found, i) {
            shown
        } else {
            DIFFERS
        };
    }
    if let Some(DifferingArea { bounds, .. }) = difference(expected, found) {
        let [left, top, right, bottom] =
            bounds.map(|place| i32::try_from(place).unwrap_or_default());
        let mut paint = Paint::new(picture.pixels_mut(), found.width());
        paint.frame(
            IVec2::new(left - 1, top - 1),
            IVec2::new(right + 1, bottom + 1),
            BOUNDS,
        );
    }
    Screenshot { picture, palette }
}

/// Returns the brightness of a colour.
fn luma([r, g, b]: [u8; 3]) -> u8 {
    let [r, g, b] = [r, g, b].map(u32::from);
    u8::try_from((r * 54 + g * 183 + b * 19) / 256).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_red_in_a_yellow_frame() {
        let mut found = Surface::filled(6, 5, 9);
        let expected = Surface::filled(6, 5, 9);
        found.pixels_mut()[2 * 6 + 2] = 10;
        let of = |picture| Screenshot {
            picture,
            palette: Palette::new([[100; 3]; 256]),
        };
        let Screenshot { picture, palette } = marked(&of(expected), &of(found));
        let grey = 100;
        let box_ = BOUNDS;
        let red = DIFFERS;
        assert_eq!(
            picture.pixels()[6..12],
            [grey, box_, box_, box_, grey, grey]
        );
        assert_eq!(
            picture.pixels()[12..18],
            [grey, box_, red, box_, grey, grey]
        );
        assert_eq!(palette[grey], [50; 3]);
    }

    #[test]
    fn a_frame_outside_the_picture_is_left_out() {
        let found = Surface::filled(2, 2, 0);
        let expected = Surface::filled(2, 2, 1);
        let of = |picture| Screenshot {
            picture,
            palette: Palette::default(),
        };
        assert_eq!(
            marked(&of(expected), &of(found)).picture.pixels(),
            [DIFFERS; 4]
        );
    }
}
