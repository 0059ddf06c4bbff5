//! Facings: angles in degrees clockwise from north, the four "old" directions, the eight of v7 (T10..T12).
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "places in tables made here; windows have two entries"
)]

/// An old direction as costumes number them (C9): 0 west, 1 east, 2 south, 3 north.
#[must_use]
pub fn old_direction(angle: u16) -> u8 {
    match angle {
        71..=109 => 1,
        110..=251 => 2,
        252..=289 => 0,
        _ => 3,
    }
}

/// The angle of an old direction (T10); only the lowest two bits count.
#[must_use]
pub fn angle_of_old(direction: u8) -> u16 {
    [270, 90, 180, 0][usize::from(direction & 3)]
}

/// 0 north, 1 north-east … 7 north-west (T11).
#[must_use]
pub fn eighth(angle: u16) -> u8 {
    first_between(angle, &[22, 72, 107, 157, 202, 252, 287, 337])
}

/// 0 north, 1 east, 2 south, 3 west (T11).
#[must_use]
pub fn quarter(angle: u16) -> u8 {
    first_between(angle, &[71, 109, 251, 289])
}

fn first_between(angle: u16, limits: &[u16]) -> u8 {
    let hit = limits.windows(2).position(|w| w[0] <= angle && angle <= w[1]);
    hit.map_or(0, |i| u8::try_from(i + 1).unwrap_or(0))
}

/// The multiple of 45 that `setDirection` makes of an angle (T12); `rem` keeps the sign of the dividend (T44.4).
#[must_use]
pub fn normalize(angle: i32) -> u16 {
    let turned = angle.wrapping_add(360) % 360;
    u16::try_from(turned).map_or(0, |a| u16::from(eighth(a)) * 45)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_matching_range_wins_t10() {
        let at = [70, 71, 109, 110, 250, 251, 252, 289, 290, 0, 359].map(old_direction);
        assert_eq!(at, [3, 1, 1, 2, 2, 2, 0, 0, 3, 3, 3]);
        assert_eq!([0, 1, 2, 3].map(angle_of_old), [270, 90, 180, 0]);
    }

    #[test]
    fn eighths_and_quarters_t11() {
        assert_eq!([21, 22, 72, 107, 157, 202, 252, 287, 337, 338].map(eighth), [0, 1, 1, 2, 3, 4, 5, 6, 7, 0]);
        assert_eq!([70, 71, 109, 251, 289, 290].map(quarter), [0, 1, 1, 2, 3, 0]);
    }

    #[test]
    fn a_facing_that_is_set_becomes_a_multiple_of_45_t12() {
        assert_eq!([-400, -90, 0, 50, 360, 405].map(normalize), [0, 270, 0, 45, 0, 45]);
    }
}
