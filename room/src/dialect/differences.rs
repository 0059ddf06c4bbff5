//! Questions about game files and rooms (screen, planes, colours), about costumes (COST, then
//! AKOS), about actors (initial state, talking, order, redrawing, boxes, turning, walking), and
//! about the duration of an engine frame (E1, E2).

use std::time::Duration;

use super::{Dialect, GameId, Platform};
use crate::block::Header;

// Game files and rooms.
impl Dialect {
    /// Returns the kind of header of this version's resources (C1, F4).
    #[must_use]
    pub fn header(&self) -> Header {
        match self.version {
            5.. => Header::Large,
            _ if self.is_old_bundle() => Header::Old,
            _ => Header::Small,
        }
    }

    /// HE70+: returns whether directories store sizes, and the index has the positions of rooms
    /// (N6, F3e).
    #[must_use]
    pub fn has_directory_sizes(&self) -> bool {
        self.he_at_least(70)
    }

    /// Returns the size of the screen in pixels (G1, I8): 320x200; 640x480 in v8 and from HE71 on;
    /// 320x240 in v3 on FM-Towns (P14); 256x240 on the Nintendo (Q20).
    #[must_use]
    pub fn screen_size(&self) -> (u16, u16) {
        match self.platform {
            _ if self.version == 8 || self.he_at_least(71) => (640, 480),
            Platform::FmTowns if self.is_v3_256() => (320, 240),
            Platform::Nes => (256, 240),
            _ => (320, 200),
        }
    }

    /// Indiana Jones 4 on the Amiga: returns whether the display has its own colour registers
    /// (P10).
    #[must_use]
    pub fn has_colour_registers(&self) -> bool {
        self.version == 5 && self.platform == Platform::Amiga && self.game == Some(GameId::Indy4)
    }

    /// v7+: returns whether the view scrolls by single pixels and one strip more than the width is
    /// drawn (G3, S17).
    #[must_use]
    pub fn scrolls_by_pixels(&self) -> bool {
        self.is_v7_plus()
    }

    /// v7+ and Humongous games on 640x480: returns whether the stage is as high as the room;
    /// otherwise it is a band of the screen (G1).
    #[must_use]
    pub fn has_room_high_stage(&self) -> bool {
        self.is_v7_plus() || self.he_at_least(71)
    }

    /// HE71+: returns whether backgrounds of rooms are BMAPs, which are drawn as a whole (S15).
    #[must_use]
    pub fn has_bmap_backgrounds(&self) -> bool {
        self.he_at_least(71)
    }

    /// v1..v3: returns the number of planes of every room, including plane 0 (M3).
    #[must_use]
    pub fn fixed_plane_count(&self) -> Option<usize> {
        (self.version <= 3).then_some(2)
    }

    /// v1..v5: returns whether the lights variable darkens rooms and actors (R13, C54).
    #[must_use]
    pub fn has_lights(&self) -> bool {
        self.version <= 5
    }

    /// v5, v6: returns whether there is one shadow table of 256 bytes, which is the identity at
    /// room start (C51).
    pub(crate) fn has_engine_shadow_table(&self) -> bool {
        matches!(self.version, 5 | 6)
    }

    /// v7, v8: returns whether there are eight shadow tables, which are zero at room start (A61).
    #[must_use]
    pub fn has_eight_shadow_tables(&self) -> bool {
        self.is_v7_plus()
    }

    /// v5+: returns whether there is a shadow table with which costumes are drawn (C51, A61).
    #[must_use]
    pub fn has_shadow_table(&self) -> bool {
        self.has_engine_shadow_table() || self.has_eight_shadow_tables()
    }

    /// HE70: returns whether the room's REMP table maps colours and serves as shadow table (A50,
    /// A61, A83).
    #[must_use]
    pub fn has_room_remap(&self) -> bool {
        self.he_at_least(70) && !self.he_at_least(71)
    }

    /// Returns the last strip that an actor can claim (D3).
    #[must_use]
    pub fn last_strip(&self) -> usize {
        if self.is_v7_plus() { 409 } else { 200 }
    }
}

// Costumes.
impl Dialect {
    /// Returns the position from which the offsets of a COST count, in the block with its header
    /// (C2).
    #[must_use]
    pub fn costume_base(&self) -> usize {
        match self.version {
            6.. => 8,
            5 => 2,
            1 => 4,
            _ => 0,
        }
    }

    /// Returns the position of a COST's number of animations in the block with its header (C2, C3).
    #[must_use]
    pub fn costume_fields(&self) -> usize {
        match self.version {
            6.. => 14,
            5 => 8,
            _ if self.is_old_bundle() => 4,
            _ => 6,
        }
    }

    /// v6: returns whether a COST begins with its size. If this size is 0, the stored number is the
    /// number of animations and not the number of the last animation (C3).
    #[must_use]
    pub fn costume_has_size_field(&self) -> bool {
        self.version >= 6
    }

    /// v1: returns whether the limb mask of a COST animation is one byte, the upper one (C11).
    #[must_use]
    pub fn costume_mask_is_byte(&self) -> bool {
        self.version == 1
    }

    /// v1..v3: returns whether the starts in a COST animation are single bytes (C11).
    #[must_use]
    pub fn costume_starts_are_bytes(&self) -> bool {
        self.version <= 3
    }

    /// v5, v6 but not HE60: returns whether COST pictures are drawn with the engine's shadow table
    /// (C50, C51).
    #[must_use]
    pub fn shades_costumes(&self) -> bool {
        self.has_engine_shadow_table() && !self.is_humongous()
    }

    /// v5 on the Amiga: returns whether COST pictures are stored row by row (C39, C70).
    #[must_use]
    pub fn has_row_costumes(&self) -> bool {
        self.version == 5 && self.platform == Platform::Amiga
    }

    /// v0, v1: returns the number of actors that have the costume with their own number from the
    /// start (24 in Maniac Mansion, 12 in Zak McKracken); 0 in other versions.
    #[must_use]
    pub fn actors_with_own_costumes(&self) -> u16 {
        match (self.version, self.game) {
            (0 | 1, Some(GameId::Maniac)) => 24,
            (1, _) => 12,
            _ => 0,
        }
    }

    /// Returns whether animations of AKOS costumes may have eight directions (A6).
    #[must_use]
    pub fn has_eight_directions(&self) -> bool {
        self.is_v7_plus()
    }

    /// HE80+: returns whether each limb has its own part of the jump table (A32).
    #[must_use]
    pub fn has_limb_jump_tables(&self) -> bool {
        self.he_at_least(80)
    }

    /// HE90+: returns whether conditions enable blending, so that the actor's shadow mode is
    /// ignored (A44, A61).
    #[must_use]
    pub fn blends_by_condition(&self) -> bool {
        self.he_at_least(90)
    }

    /// HE99+: returns whether there are palette slots (A50, A92).
    #[must_use]
    pub fn has_palette_slots(&self) -> bool {
        self.he_at_least(99)
    }

    /// HE71+: returns whether animations may ask for aux frames (A98).
    #[must_use]
    pub fn has_aux_frames(&self) -> bool {
        self.he_at_least(71)
    }
}

// Actors.
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

    /// Maniac Mansion v1: returns whether the player's actor is the actor in the ego variable. Some
    /// boxes treat the player's actor differently (B2, T7Cf).
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

// The duration of a frame.

/// Number of quarter ticks in a jiffy (E1).
const QUARTERS: u64 = 4;

impl Dialect {
    /// Returns the number of thousandths of quarter ticks in a second (E2).
    fn quarter_rate(&self) -> u64 {
        let own_clock = matches!(self.platform(), Platform::Dos | Platform::Windows);
        match (self.version(), self.game()) {
            _ if !own_clock => 240_000,
            (1, Some(GameId::Maniac)) => 218_478,
            (1..=4, _) => 236_695,
            (6, Some(GameId::Tentacle)) => 236_027,
            (5 | 6, _) => 239_992,
            (7, _) => 240_029,
            _ => 240_000,
        }
    }

    /// Returns the duration of a frame of `jiffies` jiffies (VAR_TIMER_NEXT; E1, E2): six jiffies
    /// are a tenth of a second.
    ///
    /// ```
    /// # use scumm_room::Dialect;
    /// assert_eq!(Dialect::new(8).frame_duration(6).as_millis(), 100);
    /// ```
    #[must_use]
    pub fn frame_duration(&self, jiffies: u16) -> Duration {
        let jiffies = match (self.version(), self.game()) {
            (1, Some(GameId::Maniac)) => u64::from(jiffies).next_multiple_of(3),
            _ => u64::from(jiffies),
        };
        #[allow(
            clippy::arithmetic_side_effects,
            reason = "65535 jiffies times 4e12 fit easily; no rate is 0"
        )]
        Duration::from_nanos(jiffies.max(1) * QUARTERS * 1_000_000_000_000 / self.quarter_rate())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_follow_the_version_c1() {
        assert_eq!(Dialect::new(2).header(), Header::Old);
        assert_eq!(Dialect::new(3).header(), Header::Old);
        assert_eq!(Dialect::new(3).with_old256(true).header(), Header::Small);
        assert_eq!(Dialect::new(4).header(), Header::Small);
        assert_eq!(Dialect::new(5).header(), Header::Large);
    }

    #[test]
    fn rooms_up_to_v3_have_two_planes_m3() {
        assert_eq!(
            [1, 2, 3, 4, 8].map(|version| Dialect::new(version).fixed_plane_count()),
            [Some(2), Some(2), Some(2), None, None]
        );
    }

    fn micros(dialect: Dialect, jiffies: u16) -> u128 {
        dialect.frame_duration(jiffies).as_micros()
    }

    #[test]
    fn rates_follow_version_game_and_platform_e2() {
        assert_eq!(micros(Dialect::new(5), 6), 100_003);
        assert_eq!(micros(Dialect::new(3), 6), 101_396);
        assert_eq!(micros(Dialect::new(6), 6), 101_683);
        assert_eq!(
            micros(Dialect::new(6).with_game(Some(GameId::SamNMax)), 6),
            100_003
        );
        assert_eq!(micros(Dialect::humongous(72), 6), 100_003);
        assert_eq!(micros(Dialect::new(7), 6), 99_987);
        assert_eq!(micros(Dialect::new(8), 6), 100_000);
        assert_eq!(
            micros(Dialect::new(3).with_platform(Platform::FmTowns), 6),
            100_000
        );
    }

    #[test]
    fn v1_maniac_counts_in_threes_and_nothing_takes_no_time_e1() {
        let maniac = Dialect::new(1);
        assert_eq!(maniac.frame_duration(4), maniac.frame_duration(6));
        assert_eq!(micros(Dialect::new(8), 0), 16_666);
    }
}
