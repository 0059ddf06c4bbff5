//! Questions about actors: their first state, talking, order and redrawing.

use super::{Dialect, GameId};

/// How the frame finds out which actors are drawn again and which strips restored (D2, D4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redrawing {
    /// Who shares a strip with somebody is drawn again; who is drawn again is restored.
    Strips,
    /// HE70+: who overlaps somebody that changed; who is marked for it is restored.
    Overlaps,
}

impl Dialect {
    /// The forced z-plane that means "by the walk box": 100 in v7+, else 0 (T20, M5, M6).
    #[must_use]
    pub fn unforced_clip(&self) -> u8 {
        if self.is_v7_plus() { 100 } else { 0 }
    }

    /// v6+: an init sets the animation clock back (T20).
    #[must_use]
    pub fn init_resets_animation_clock(&self) -> bool {
        self.version >= 6
    }

    /// v7+: an init gives an actor the classes of actor 0, else none (T20).
    #[must_use]
    pub fn init_copies_classes(&self) -> bool {
        self.is_v7_plus()
    }

    /// Maniac Mansion v1: an actor that is put anywhere faces south then (T25a); not so on the Nintendo (Q50).
    #[must_use]
    pub fn puts_actors_facing_south(&self) -> bool {
        self.version == 1 && self.game == Some(GameId::Maniac) && !self.is_nes()
    }

    /// The bits of talk conditions in a condition mask, bit 0 included (T85).
    #[must_use]
    pub fn talk_condition_bits(&self) -> u32 {
        if self.he_at_least(85) { 0x1fff } else { 0x3ff }
    }

    /// v8 and Humongous: an actor that has talked leaves 0 as the talking actor, else 255 (T82).
    #[must_use]
    pub fn nobody_talks_is_zero(&self) -> bool {
        self.version == 8 || self.is_humongous()
    }

    /// The Dig, v8 and Humongous: when all talk is stopped, the talking actor becomes 0 (T82).
    #[must_use]
    pub fn stopped_talk_is_zero(&self) -> bool {
        self.nobody_talks_is_zero() || self.game == Some(GameId::Dig)
    }

    /// How many jiffies each character of a text is shown for at a text speed of 0 to 9, or before one is set (T86). A greater
    /// speed is a slower one in v1 and v2, a faster one later.
    #[must_use]
    pub fn jiffies_per_character(&self, speed: Option<u8>) -> u32 {
        match (self.version, speed) {
            (..=2, speed) => speed.unwrap_or(6).min(9).into(),
            (_, Some(speed)) => 9_u32.saturating_sub(speed.into()),
            (_, None) => 4,
        }
    }

    /// v1, v2: characters that stay from the text before lengthen the next one's time (T86).
    #[must_use]
    pub fn counts_kept_characters(&self) -> bool {
        self.version <= 2
    }

    /// v4 to v6: a view that scrolls takes the text away and ends the talk, and talk waits while the camera is on its way (Y62).
    #[must_use]
    pub fn scrolls_text_away(&self) -> bool {
        (4..=6).contains(&self.version) && !self.is_humongous()
    }

    /// The Dig: the times at which a mouth moves are thousandths of a second, and it is closed at the even ones (T83a).
    #[must_use]
    pub fn has_sync_milliseconds(&self) -> bool {
        self.game == Some(GameId::Dig)
    }

    /// How many jiffies before its time a mouth moves: v6 draws it ahead of the voice (T83a).
    #[must_use]
    pub fn sync_lead(&self) -> u32 {
        if self.version == 6 { 10 } else { 0 }
    }

    /// v8: while a message waits, no talk animation starts (T81).
    #[must_use]
    pub fn keeps_talk_animation(&self) -> bool {
        self.version == 8
    }

    /// HE71 to HE95, and HE98+ unless a variable of the game `keeps` it: an actor that gets another costume is no longer the
    /// talking one (T22).
    #[must_use]
    pub fn costumes_end_talk(&self, keeps: bool) -> bool {
        match self.he {
            71..=95 => true,
            98.. => !keeps,
            _ => false,
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

    /// HE90+: actors are ordered by layer, then by line (D6).
    #[must_use]
    pub fn orders_by_layer(&self) -> bool {
        self.he_at_least(90)
    }

    /// Sam & Max: actors are ordered by line and number, whatever their layers (D6).
    #[must_use]
    pub fn orders_by_number(&self) -> bool {
        self.game == Some(GameId::SamNMax)
    }

    /// v8: every actor is drawn in every frame (D2).
    #[must_use]
    pub fn redraws_every_frame(&self) -> bool {
        self.version == 8
    }

    /// How the frame finds out what is drawn again (D2, D4).
    #[must_use]
    pub fn redrawing(&self) -> Redrawing {
        if self.he_at_least(70) { Redrawing::Overlaps } else { Redrawing::Strips }
    }

    /// HE62+: who shares a strip is marked again after each actor was drawn (D2a).
    #[must_use]
    pub fn marks_sharers_while_drawing(&self) -> bool {
        self.he_at_least(62)
    }

    /// HE71+: strips are restored on the lines that were drawn in each (D4a).
    #[must_use]
    pub fn restores_lines_of_strips(&self) -> bool {
        self.he_at_least(71)
    }

    /// HE99+: a strip that was drawn on a single line is restored, too (D4a).
    #[must_use]
    pub fn restores_single_lines(&self) -> bool {
        self.he_at_least(99)
    }

    /// HE95+: as long as no actor asks for a restored background nothing is restored, and strips stay dirty (D4a).
    #[must_use]
    pub fn waits_for_background_resets(&self) -> bool {
        self.he_at_least(95)
    }

    /// HE90+: an actor with a blend table is drawn in every frame (D2b).
    #[must_use]
    pub fn redraws_blended_actors(&self) -> bool {
        self.he_at_least(90)
    }

    /// HE62+: who asks for a redraw asks for a restored background, too (D2).
    #[must_use]
    pub fn redraws_reset_backgrounds(&self) -> bool {
        self.he_at_least(62)
    }

    /// HE70+: another scale and any elevation, an equal one too, ask for a restored background (D2).
    #[must_use]
    pub fn settings_reset_backgrounds(&self) -> bool {
        self.he_at_least(70)
    }

    /// The number by which scripts call an actor's init frame; its other frames follow (T30, T31).
    #[must_use]
    pub fn first_frame_name(&self) -> u16 {
        match self.version {
            ..=6 if self.he_at_least(100) => 1024,
            ..=6 => 0x38,
            _ => 1001,
        }
    }

    /// v1..v6: an actor of which a column was cut is drawn again in the next frame (C47).
    #[must_use]
    pub fn redraws_cut_actors(&self) -> bool {
        !self.is_v7_plus()
    }

    /// Maniac Mansion of v0 and v1: the lines on which an actor is touched are bytes, and elevation moves them (D11a).
    #[must_use]
    pub fn touches_actors_by_bytes(&self) -> bool {
        self.version == 0 || self.player_is_ego()
    }

    /// HE70+: of several actors at a place the one standing lowest is found, else the first (D11).
    #[must_use]
    pub fn finds_the_lowest_actor(&self) -> bool {
        self.he_at_least(70)
    }
}
