//! Questions about costumes: COST, then AKOS.

use super::{Dialect, GameId, Platform};

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

    /// v6: returns whether a COST begins with its size, where 0 means that the number of animations
    /// is a count (C3).
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

    /// Returns whether chores of AKOS costumes may have eight directions (A6).
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
