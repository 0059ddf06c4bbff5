//! Questions about game files, and about rooms: screen, planes, colours.

use super::{Dialect, GameId, Platform};
use crate::block::Header;

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
}
