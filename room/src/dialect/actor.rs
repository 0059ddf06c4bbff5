//! Questions about actors: their first state, talking, order and redrawing; boxes, turning and
//! walking.

use super::{Dialect, GameId};

impl Dialect {
    /// The forced z-plane that means "by the walk box": 100 in v7+, else 0 (T20, M5, M6).
    #[must_use]
    pub fn unforced_clip(&self) -> u8 {
        if self.is_v7_plus() { 100 } else { 0 }
    }

    /// v8 and Humongous: an actor that has talked leaves 0 as the talking actor, else 255 (T82).
    #[must_use]
    pub fn nobody_talks_is_zero(&self) -> bool {
        self.version == 8 || self.is_humongous()
    }

    /// How many jiffies each character of a text is shown for at a text speed of 0 to 9, or before
    /// one is set (T86). A greater speed is a slower one in v1 and v2, a faster one later.
    #[must_use]
    pub fn jiffies_per_character(&self, speed: Option<u8>) -> u32 {
        match (self.version, speed) {
            (..=2, speed) => speed.unwrap_or(6).min(9).into(),
            (_, Some(speed)) => 9_u32.saturating_sub(speed.into()),
            (_, None) => 4,
        }
    }

    /// HE80+: talk conditions follow who talks (T84).
    #[must_use]
    pub fn moves_mouths(&self) -> bool {
        self.he_at_least(80)
    }

    /// v8: actors of negative layers stand before everything (D7).
    #[must_use]
    pub fn has_upper_actors(&self) -> bool {
        self.version == 8
    }

    /// HE71+: strips are restored on the lines that were drawn in each (D4a).
    #[must_use]
    pub fn restores_lines_of_strips(&self) -> bool {
        self.he_at_least(71)
    }

    /// HE62+: who asks for a redraw asks for a restored background, too (D2).
    #[must_use]
    pub fn redraws_reset_backgrounds(&self) -> bool {
        self.he_at_least(62)
    }

    /// The number of the box that means "none" (B4): 255 in small-header games, else 0.
    #[must_use]
    pub fn invalid_box(&self) -> u8 {
        if self.is_small_header() { 255 } else { 0 }
    }

    /// The unit of actors' positions and of boxes in pixels: 8x2 in v1 and v2, else single pixels
    /// (G4, B1).
    #[must_use]
    pub fn position_unit(&self) -> (u8, u8) {
        if self.version <= 2 { (8, 2) } else { (1, 1) }
    }

    /// Maniac Mansion v1: the actor that the ego variable names is the player's one, for boxes that
    /// treat it differently (B2, T7Cf).
    #[must_use]
    pub fn player_is_ego(&self) -> bool {
        self.version == 1 && self.game == Some(GameId::Maniac)
    }

    /// v4+: boxes say how large actors are drawn (T62, C6B).
    #[must_use]
    pub fn scales_actors(&self) -> bool {
        self.version >= 4
    }
}
