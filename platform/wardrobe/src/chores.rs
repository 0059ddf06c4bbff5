//! Chores in their directions: what a costume can be told to do.

use scumm_costume::Costume;
use scumm_costume::facing::angle_of_old;
use scumm_engine::Actor;
use scumm_room::Dialect;

/// The names of the old directions (C9).
const FOUR: [&str; 4] = ["west", "east", "south", "north"];
/// The names of the eight directions (T11).
pub const EIGHT: [&str; 8] = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// A chore in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chore {
    /// The number that scripts start.
    pub number: u16,
    /// Degrees clockwise from north.
    pub facing: u16,
    /// The direction's name.
    pub direction: &'static str,
}

/// The chores that a costume has, in the order of its file (C9, A6).
pub fn of(costume: &Costume, dialect: &Dialect) -> Vec<Chore> {
    let (numbers, eight): (Vec<u16>, bool) = match costume {
        Costume::Cost(cost) => (cost.records().map(|(number, _)| number).collect(), false),
        Costume::Akos(akos) => {
            let present = (0..=u16::MAX).zip(akos.chores()).filter(|(_, chore)| chore.is_some());
            let eight = dialect.has_eight_directions() && akos.header().has_eight_directions();
            (present.map(|(number, _)| number).collect(), eight)
        }
    };
    numbers.into_iter().map(|number| Chore::of_number(number, eight)).collect()
}

impl Chore {
    /// The chore and direction of an animation's number, of four or of eight directions.
    pub fn of_number(number: u16, eight: bool) -> Self {
        let place = |count: u16| (number / count, usize::from(number % count));
        let (chore, facing, direction) = if eight {
            let (chore, i) = place(8);
            (chore, (number % 8) * 45, EIGHT[i])
        } else {
            let (chore, i) = place(4);
            (chore, angle_of_old((number % 4) as u8), FOUR[i])
        };
        Self { number: chore, facing, direction }
    }

    /// What engines use the chore for, if scripts do not say otherwise (T20): `walk`, `stand`; else `chore-6`.
    pub fn name(&self, dialect: &Dialect) -> String {
        let actor = Actor::new(1, dialect);
        let own = [
            (actor.init_frame, "init"),
            (actor.walk_frame, "walk"),
            (actor.stand_frame, "stand"),
            (actor.talk_start_frame, "talk"),
            (actor.talk_stop_frame, "hush"),
        ];
        let named = own.iter().find(|(number, _)| u16::from(*number) == self.number);
        named.map_or_else(|| format!("chore-{}", self.number), |(_, name)| (*name).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_chores_in_directions_c9_a6() {
        let chore = |number, eight| Chore::of_number(number, eight);
        assert_eq!(chore(14, false), Chore { number: 3, facing: 180, direction: "south" });
        assert_eq!(chore(14, true), Chore { number: 1, facing: 270, direction: "west" });
        assert_eq!(chore(9, true), Chore { number: 1, facing: 45, direction: "north-east" });
    }

    #[test]
    fn chores_are_named_as_the_version_uses_them_t20() {
        let name = |version, number| Chore { number, facing: 0, direction: "north" }.name(&Dialect::new(version));
        assert_eq!([name(5, 2), name(5, 3), name(7, 4), name(5, 6)], ["walk", "stand", "talk", "chore-6"]);
        assert_eq!([name(2, 0), name(2, 2), name(2, 3)], ["walk", "init", "chore-3"]);
    }
}
