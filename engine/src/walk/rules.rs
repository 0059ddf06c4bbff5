//! How the versions walk.

use scumm_room::{Dialect, GameId};

/// How actors find their way from box to box and take their steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkRules {
    /// v1, v2: cell by cell, to the nearest point of the next box (T7C).
    Cells,
    /// v3: in whole steps, through two points between boxes (T77–T79, B13).
    TwoGates,
    /// v4+: in fractions of a pixel, through common sides (T70–T76, B12).
    Slopes,
}

impl WalkRules {
    /// Those of a version.
    pub fn of(dialect: &Dialect) -> Self {
        match dialect.version() {
            ..=2 => Self::Cells,
            3 => Self::TwoGates,
            _ => Self::Slopes,
        }
    }
}

/// Zak of v3: an actor that has turned stands (T42), and locked boxes stop it (T77).
pub fn has_zak_walks(dialect: &Dialect) -> bool {
    dialect.version() == 3 && dialect.game() == Some(GameId::Zak)
}
