//! Questions about actors: their initial state, talking, order and redrawing; boxes, turning and
//! walking.

use super::{Dialect, GameId};

impl Dialect {
    /// Returns the forced z-plane that means "by the walk box": 100 in v7+, else 0 (T20, M5, M6).
    #[must_use]
    pub fn unforced_clip(&self) -> u8 {
        if self.is_v7_plus() { 100 } else { 0 }
    }

    /// v8 and Humongous: returns whether the number of the talking actor becomes 0 after an actor
    /// has talked; otherwise it becomes 255 (T82).
    #[must_use]
    pub fn nobody_talks_is_zero(&self) -> bool {
        self.version == 8 || self.is_humongous()
    }

    /// Returns the number of jiffies for which each character of a text is shown, at a text speed
    /// of 0 to 9, or before a speed is set (T86). A greater speed is slower in v1 and v2, and
    /// faster in later versions.
    #[must_use]
    pub fn jiffies_per_character(&self, speed: Option<u8>) -> u32 {
        match (self.version, speed) {
            (..=2, speed) => speed.unwrap_or(6).min(9).into(),
            (_, Some(speed)) => 9_u32.saturating_sub(speed.into()),
            (_, None) => 4,
        }
    }

    /// HE80+: returns whether talk conditions follow the talking actor (T84).
    #[must_use]
    pub fn moves_mouths(&self) -> bool {
        self.he_at_least(80)
    }

    /// v8: returns whether actors of negative layers are in front of everything (D7).
    #[must_use]
    pub fn has_upper_actors(&self) -> bool {
        self.version == 8
    }

    /// HE71+: returns whether strips are restored on the lines that were drawn in each of them
    /// (D4a).
    #[must_use]
    pub fn restores_lines_of_strips(&self) -> bool {
        self.he_at_least(71)
    }

    /// HE62+: returns whether a request for a redraw also restores the background (D2).
    #[must_use]
    pub fn redraws_reset_backgrounds(&self) -> bool {
        self.he_at_least(62)
    }

    /// Returns the number of the box that means "none" (B4): 255 in small-header games, else 0.
    #[must_use]
    pub fn invalid_box(&self) -> u8 {
        if self.is_small_header() { 255 } else { 0 }
    }

    /// Returns the unit of actors' positions and of boxes in pixels: 8x2 in v1 and v2, else 1x1
    /// (G4, B1).
    #[must_use]
    pub fn position_unit(&self) -> (u8, u8) {
        if self.version <= 2 { (8, 2) } else { (1, 1) }
    }

    /// Maniac Mansion v1: returns whether the actor in the ego variable is the player's actor, for
    /// boxes that treat it differently (B2, T7Cf).
    #[must_use]
    pub fn player_is_ego(&self) -> bool {
        self.version == 1 && self.game == Some(GameId::Maniac)
    }

    /// v4+: returns whether boxes scale actors (T62, C6B).
    #[must_use]
    pub fn scales_actors(&self) -> bool {
        self.version >= 4
    }
}
