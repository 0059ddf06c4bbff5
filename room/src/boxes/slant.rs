//! v0: boxes with a slanted side, at the corners of a room (V55, V56).

use super::Boxes;
use crate::{NO_BOX, Point, WalkBox};

/// The distance of a corner's slanted side from the side of its box, line by line (V56).
const SLANT: [u8; 22] = [
    0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12, 12, 13, 14, 15, 16, 16,
];
/// Columns up to this one become the room's left edge, because the original uses a byte.
const WRAPPED: i16 = 160;

impl Boxes {
    /// v0: returns the point nearest to `pos` that lies in a box, and the number of the box; `pos`
    /// itself if there are no boxes (V55).
    #[must_use]
    pub fn adjust_v0(&self, pos: Point) -> (Point, u8) {
        let (found, number) = self.adjust(pos, false, &mut Point::default());
        match self.get(number) {
            Some(entered) if number != NO_BOX => (beside_slant(found, entered), number),
            _ => (found, number),
        }
    }
}

/// Moves a point of a corner box to the box's slanted side if it lies beyond that side (V56).
fn beside_slant(found: Point, entered: &WalkBox) -> Point {
    if entered.mask & 0x80 == 0 {
        return found;
    }
    let line = usize::try_from(found.y.saturating_sub(entered.ul.y)).unwrap_or(0);
    let slant = SLANT.get(line).or(SLANT.last()).copied().unwrap_or(0);
    match entered.mask & 0x7c {
        8 => {
            let side = entered.ur.x.saturating_sub(slant.into());
            match side {
                side if side < found.x => found,
                ..=WRAPPED => Point::new(0, found.y),
                _ => Point::new(side, found.y),
            }
        }
        0x0c => {
            let side = entered.ul.x.saturating_add(slant.into());
            Point::new(found.x.min(side), found.y)
        }
        _ => found,
    }
}
