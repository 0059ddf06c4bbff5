//! The games on which rules depend.

use std::ops::RangeInclusive;

/// A game on which a rule depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum GameId {
    /// Maniac Mansion.
    Maniac,
    /// Zak McKracken.
    Zak,
    /// Indiana Jones and the Last Crusade.
    Indy3,
    /// Loom.
    Loom,
    /// The Secret of Monkey Island (any edition).
    Monkey,
    /// Monkey Island 2.
    Monkey2,
    /// Indiana Jones and the Fate of Atlantis.
    Indy4,
    /// Day of the Tentacle.
    Tentacle,
    /// Sam & Max Hit the Road.
    SamNMax,
    /// Full Throttle.
    FullThrottle,
    /// The Dig.
    Dig,
    /// The Curse of Monkey Island.
    Comi,
    /// A Humongous game.
    Humongous,
}

/// Each game with the SCUMM versions in which it exists, and its ids.
const GAMES: [(GameId, RangeInclusive<u8>, &[&str]); 13] = [
    (GameId::Maniac, 0..=2, &["maniac"]),
    (
        GameId::Zak,
        1..=3,
        &["zak", "zaktowns", "indyloom", "indyzak", "zakloom"],
    ),
    (GameId::Indy3, 3..=3, &["indy3"]),
    (GameId::Loom, 3..=4, &["loom"]),
    (
        GameId::Monkey,
        4..=5,
        &["monkey", "monkey_vga", "monkey_ega", "pass"],
    ),
    (GameId::Monkey2, 5..=5, &["monkey2"]),
    (GameId::Indy4, 5..=5, &["atlantis", "indy4"]),
    (GameId::Tentacle, 6..=6, &["tentacle"]),
    (GameId::SamNMax, 6..=6, &["samnmax"]),
    (GameId::FullThrottle, 7..=7, &["ft"]),
    (GameId::Dig, 7..=7, &["dig"]),
    (GameId::Comi, 8..=8, &["comi"]),
    (GameId::Humongous, 6..=6, &["he"]),
];

impl GameId {
    /// Returns the game with an id of ScummVM (`monkey2`, `samnmax`, `ft` …).
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        GAMES
            .into_iter()
            .find(|(.., ids)| ids.contains(&id))
            .map(|(game, ..)| game)
    }

    /// Returns the SCUMM versions in which the game exists.
    #[must_use]
    pub fn versions(self) -> RangeInclusive<u8> {
        GAMES
            .into_iter()
            .find(|(game, ..)| *game == self)
            .map_or(0..=8, |(_, versions, _)| versions)
    }
}
