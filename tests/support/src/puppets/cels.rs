//! The pictures of the test character, one letter for each pixel. `.` is transparent; `1` to `9`
//! and `a` to `f` are the costume's colours.

use std::sync::Arc;

use scumm_room::{Point, Surface};

/// A picture and its position.
#[derive(Clone, Copy, Debug)]
pub struct PuppetPicture {
    /// The rows of the picture, separated by white space.
    pub rows: &'static str,
    /// The upper left corner of the picture, relative to the limb's position.
    pub rel: (i16, i16),
    /// The distance to the right and up by which the picture moves all later limbs (C32).
    pub step: (i16, i16),
}

/// Returns the screen colours of the costume's colours. Each is 16 more than the costume's colour,
/// except that colour 14 is the shadow colour 13 (C50, A61).
#[must_use]
pub fn palette() -> Vec<u8> {
    (0..16)
        .map(|colour| if colour == 14 { 13 } else { 16 + colour })
        .collect()
}

impl PuppetPicture {
    /// Returns the pixels in the costume's colours.
    pub fn surface(&self) -> Surface {
        let rows: Vec<&str> = self.rows.split_whitespace().collect();
        let colour = |letter: char| {
            letter
                .to_digit(16)
                .and_then(|digit| u8::try_from(digit).ok())
                .unwrap_or(0)
        };
        Surface::from_pixels(
            rows.first().map_or(0, |row| row.len()),
            rows.len(),
            rows.iter().flat_map(|row| row.chars()).map(colour),
        )
    }

    /// Returns [`Self::surface`] in an `Arc`, to share it.
    #[must_use]
    pub fn shared(&self) -> Arc<Surface> {
        Arc::new(self.surface())
    }

    /// Returns [`Self::rel`] as a point.
    #[must_use]
    pub fn rel(&self) -> Point {
        self.rel.into()
    }

    /// Returns [`Self::step`] as a point.
    #[must_use]
    pub fn step(&self) -> Point {
        self.step.into()
    }
}

/// All pictures. AKOS programs refer to them by their index.
pub const ALL: [PuppetPicture; 17] = [
    // 0, 1: the body from the front, standing and in mid-step.
    PuppetPicture {
        rows: SOUTH,
        rel: (-4, -16),
        step: (0, 0),
    },
    PuppetPicture {
        rows: SOUTH_STEP,
        rel: (-4, -16),
        step: (0, 1),
    },
    // 2, 3: from the side, seen facing east.
    PuppetPicture {
        rows: EAST,
        rel: (-4, -16),
        step: (0, 0),
    },
    PuppetPicture {
        rows: EAST_STEP,
        rel: (-4, -16),
        step: (1, 1),
    },
    // 4, 5: from behind.
    PuppetPicture {
        rows: NORTH,
        rel: (-4, -16),
        step: (0, 0),
    },
    PuppetPicture {
        rows: NORTH_STEP,
        rel: (-4, -16),
        step: (0, 1),
    },
    // 6, 7: the head from the front, mouth closed and open.
    PuppetPicture {
        rows: "111111 111111 121121 111111 112211 .1111.",
        rel: (-3, -22),
        step: (0, 0),
    },
    PuppetPicture {
        rows: "111111 111111 121121 111111 122221 .1221.",
        rel: (-3, -22),
        step: (0, 0),
    },
    // 8, 9: from the side.
    PuppetPicture {
        rows: "111111 111111 111121 111111 111122 .1111.",
        rel: (-3, -22),
        step: (0, 0),
    },
    PuppetPicture {
        rows: "111111 111111 111121 111112 111222 .11112",
        rel: (-3, -22),
        step: (0, 0),
    },
    // 10: from behind.
    PuppetPicture {
        rows: "333333 333333 333333 333333 333333 .3333.",
        rel: (-3, -22),
        step: (0, 0),
    },
    // 11 to 13: a stick in the hand: upright, slanted, level.
    PuppetPicture {
        rows: "9. 9. 9. 9. 9. 9. 99",
        rel: (5, -14),
        step: (0, 0),
    },
    PuppetPicture {
        rows: "....9 ...9. ..9.. .9... 9....",
        rel: (5, -12),
        step: (0, 0),
    },
    PuppetPicture {
        rows: "9999999 8888888",
        rel: (5, -8),
        step: (0, 0),
    },
    // 14: a rectangle of the shadow colour.
    PuppetPicture {
        rows: "eeeeeeee eeeeeeee eeeeeeee eeeeeeee eeeeeeee eeeeeeee",
        rel: (-4, -30),
        step: (0, 0),
    },
    // 15: a ball.
    PuppetPicture {
        rows: ".aa. abba abba .aa.",
        rel: (0, 0),
        step: (0, 0),
    },
    // 16: an empty picture.
    PuppetPicture {
        rows: ".",
        rel: (0, 0),
        step: (0, 0),
    },
];

const SOUTH: &str = "
    .333333. 33333333 33333773 33333773 33333333 4.3333.4 ..3333.. ..5555..
    ..5555.. ..5..5.. ..5..5.. ..5..5.. ..5..5.. ..5..5.. ..5..5.. .66..66.";
const SOUTH_STEP: &str = "
    .333333. 33333333 33333773 33333773 33333333 4.3333.4 ..3333.. ..5555..
    ..5555.. ..5..5.. ..5..5.. .5...5.. .5....5. .5....5. .5....5. 66....66";
const EAST: &str = "
    ..3333.. ..33333. ..33377. ..33377. ..33333. ..34433. ..3333.. ..5555..
    ..5555.. ...55... ...55... ...55... ...55... ...55... ...55... ...666..";
const EAST_STEP: &str = "
    ..3333.. ..33333. ..33377. ..33377. ..33333. ..34433. ..3333.. ..5555..
    ..5555.. ..5..5.. ..5..5.. ..5..5.. .5....5. .5....5. .5....5. .66...66";
const NORTH: &str = "
    .333333. 33333333 33333333 33333333 33333333 4.3333.4 ..3333.. ..5555..
    ..5555.. ..5..5.. ..5..5.. ..5..5.. ..5..5.. ..5..5.. ..5..5.. ..6..6..";
const NORTH_STEP: &str = "
    .333333. 33333333 33333333 33333333 33333333 4.3333.4 ..3333.. ..5555..
    ..5555.. ..5..5.. ..5..5.. ..5...5. .5....5. .5....5. .5....5. .6....6.";
