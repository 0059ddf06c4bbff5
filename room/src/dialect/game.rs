//! The games on which rules depend.

use std::ops::RangeInclusive;

/// A game on which a rule depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
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

impl GameId {
    /// The game of an id as ScummVM writes it (`monkey2`, `samnmax`, `ft` …).
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Some(match id {
            "maniac" => Self::Maniac,
            "zak" | "zaktowns" | "indyloom" | "indyzak" | "zakloom" => Self::Zak,
            "indy3" => Self::Indy3,
            "loom" => Self::Loom,
            "monkey" | "monkey_vga" | "monkey_ega" | "pass" => Self::Monkey,
            "monkey2" => Self::Monkey2,
            "atlantis" | "indy4" => Self::Indy4,
            "tentacle" => Self::Tentacle,
            "samnmax" => Self::SamNMax,
            "ft" => Self::FullThrottle,
            "dig" => Self::Dig,
            "comi" => Self::Comi,
            "he" => Self::Humongous,
            _ => return None,
        })
    }

    /// The SCUMM versions in which the game exists.
    #[must_use]
    pub fn versions(self) -> RangeInclusive<u8> {
        match self {
            Self::Maniac => 0..=2,
            Self::Zak => 1..=3,
            Self::Indy3 => 3..=3,
            Self::Loom => 3..=4,
            Self::Monkey => 4..=5,
            Self::Monkey2 | Self::Indy4 => 5..=5,
            Self::Tentacle | Self::SamNMax | Self::Humongous => 6..=6,
            Self::FullThrottle | Self::Dig => 7..=7,
            Self::Comi => 8..=8,
        }
    }
}
