//! The names of directions, for listings, sources, options and files.

/// The four directions in the order of animation numbers (C9).
pub const FOUR: [&str; 4] = ["west", "east", "south", "north"];
/// The eight directions, clockwise from north (T11).
pub const EIGHT: [&str; 8] = [
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
];

/// Returns the name of the direction that is nearest to an angle in degrees clockwise from north.
pub fn name(facing: u16) -> &'static str {
    let eighth = (usize::from(facing) + 22) / 45 % EIGHT.len();
    EIGHT[eighth]
}

#[cfg(test)]
mod tests {
    use scumm_costume::Facing;

    use super::*;

    #[test]
    fn angles_have_names_t11_c9() {
        assert_eq!(
            [0, 45, 90, 315, 359].map(name),
            ["north", "north-east", "east", "north-west", "north"]
        );
        assert_eq!(
            [0, 1, 2, 3].map(|old| name(Facing::from_old(old).degrees())),
            FOUR
        );
    }
}
