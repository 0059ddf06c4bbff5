//! The direction in which an actor faces: degrees, the four "old" directions and the eight
//! directions of v7 (T10..T12).
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "`windows(2)` returns slices of two entries; the numbers are degrees of a circle"
)]

use std::fmt;

/// The direction in which an actor faces: an angle in degrees clockwise from north.
///
/// ```
/// use scumm_costume::Facing;
/// assert_eq!(Facing::WEST.degrees(), 270);
/// assert_eq!(Facing::snapped(-80), Facing::WEST);
/// ```
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(transparent)
)]
pub struct Facing(u16);

impl Facing {
    /// Away from the viewer.
    pub const NORTH: Self = Self(0);
    /// To the right and away.
    pub const NORTH_EAST: Self = Self(45);
    /// To the right.
    pub const EAST: Self = Self(90);
    /// To the right and towards the viewer.
    pub const SOUTH_EAST: Self = Self(135);
    /// Towards the viewer.
    pub const SOUTH: Self = Self(180);
    /// To the left and towards the viewer.
    pub const SOUTH_WEST: Self = Self(225);
    /// To the left.
    pub const WEST: Self = Self(270);
    /// To the left and away.
    pub const NORTH_WEST: Self = Self(315);

    /// Creates the direction of an angle. The angle is stored unchanged, since scripts can store
    /// any angle.
    pub const fn from_degrees(degrees: u16) -> Self {
        Self(degrees)
    }

    /// Returns the angle in degrees.
    #[must_use]
    pub const fn degrees(self) -> u16 {
        self.0
    }

    /// Wraps an angle of -360 or more to the range 0..360. An angle below -360 stays negative,
    /// because the remainder of the reference has the sign of the dividend (T40, T44.4).
    #[must_use]
    pub fn turned(angle: i32) -> i32 {
        angle.wrapping_add(360) % 360
    }

    /// Rounds an angle to a multiple of 45 (T12). An angle below -360 gives 0.
    pub fn snapped(angle: i32) -> Self {
        Self(
            u16::try_from(Self::turned(angle))
                .map_or(0, |angle| u16::from(Self(angle).eighth()) * 45),
        )
    }

    /// Converts an old direction (T10). Only the lowest two bits count.
    pub fn from_old(direction: u8) -> Self {
        [Self::WEST, Self::EAST, Self::SOUTH, Self::NORTH][usize::from(direction & 3)]
    }

    /// Returns the old direction, which costumes use (C9): 0 west, 1 east, 2 south, 3 north.
    #[must_use]
    pub fn old(self) -> u8 {
        match self.0 {
            71..=109 => 1,
            110..=251 => 2,
            252..=289 => 0,
            _ => 3,
        }
    }

    /// Returns whether the old direction is west, which most costumes mirror (C40, A45).
    #[must_use]
    pub fn is_west(self) -> bool {
        self.old() == Self::WEST.old()
    }

    /// Returns the direction as one of eight: 0 north, 1 north-east … 7 north-west (T11).
    #[must_use]
    pub fn eighth(self) -> u8 {
        self.first_between(&[22, 72, 107, 157, 202, 252, 287, 337])
    }

    /// Returns the direction as one of four: 0 north, 1 east, 2 south, 3 west (T11).
    #[must_use]
    pub fn quarter(self) -> u8 {
        self.first_between(&[71, 109, 251, 289])
    }

    fn first_between(self, limits: &[u16]) -> u8 {
        let hit = limits
            .windows(2)
            .position(|w| w[0] <= self.0 && self.0 <= w[1]);
        hit.map_or(0, |i| u8::try_from(i + 1).unwrap_or(0))
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}°", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_matching_range_wins_t10() {
        let at =
            [70, 71, 109, 110, 250, 251, 252, 289, 290, 0, 359].map(|angle| Facing(angle).old());
        assert_eq!(at, [3, 1, 1, 2, 2, 2, 0, 0, 3, 3, 3]);
        assert_eq!(
            [0, 1, 2, 3].map(|old| Facing::from_old(old).degrees()),
            [270, 90, 180, 0]
        );
    }

    #[test]
    fn eighths_and_quarters_t11() {
        let eighths =
            [21, 22, 72, 107, 157, 202, 252, 287, 337, 338].map(|angle| Facing(angle).eighth());
        assert_eq!(eighths, [0, 1, 1, 2, 3, 4, 5, 6, 7, 0]);
        assert_eq!(
            [70, 71, 109, 251, 289, 290].map(|angle| Facing(angle).quarter()),
            [0, 1, 1, 2, 3, 0]
        );
    }

    #[test]
    fn a_facing_that_is_set_becomes_a_multiple_of_45_t12() {
        let set = [-400, -90, 0, 50, 360, 405].map(|angle| Facing::snapped(angle).degrees());
        assert_eq!(set, [0, 270, 0, 45, 0, 45]);
    }
}
