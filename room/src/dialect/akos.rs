//! Questions about AKOS costumes.

use super::Dialect;

impl Dialect {
    /// Whether chores of AKOS costumes may have eight directions (A6).
    #[must_use]
    pub fn has_eight_directions(&self) -> bool {
        self.is_v7_plus()
    }

    /// Whether limbs of mode 8 are drawn (A40).
    #[must_use]
    pub fn draws_delta_limbs(&self) -> bool {
        !self.he_at_least(70)
    }

    /// HE80+: each limb has its own part of the jump table (A32).
    #[must_use]
    pub fn has_limb_jump_tables(&self) -> bool {
        self.he_at_least(80)
    }

    /// HE90+: conditions switch blending on, and the actor's shadow mode counts no more (A44, A61).
    #[must_use]
    pub fn blends_by_condition(&self) -> bool {
        self.he_at_least(90)
    }

    /// HE90..98: once an item has switched blending on, it stays on for the rest of the draw-many (A44).
    #[must_use]
    pub fn blending_stays(&self) -> bool {
        self.he_at_least(90) && !self.has_palette_slots()
    }

    /// HE99+: palette slots (A50, A92).
    #[must_use]
    pub fn has_palette_slots(&self) -> bool {
        self.he_at_least(99)
    }

    /// HE72+: codec 32 blends all pictures of an actor with a blend table; from HE99 on those that conditions name (A92).
    #[must_use]
    pub fn blends_whole_actors(&self) -> bool {
        self.he_at_least(72)
    }

    /// HE71+: the place of a picture of codec 32 is never mirrored (A91).
    #[must_use]
    pub fn keeps_trle_place(&self) -> bool {
        self.he_at_least(71)
    }

    /// HE61 to HE99: what codec 32 shows in the column behind the screen's last one lands in the next line; HE100 claims the
    /// column and leaves it out (A91).
    #[must_use]
    pub fn draws_behind_last_column(&self) -> bool {
        !self.he_at_least(100)
    }

    /// HE71+: an actor's clip override cuts codecs 1 and 16 too (A62, A84).
    #[must_use]
    pub fn has_clip_override(&self) -> bool {
        self.he_at_least(71)
    }

    /// HE95+: a sound that an AKOS asks for becomes the game's last sound (A33).
    #[must_use]
    pub fn notes_last_sound(&self) -> bool {
        self.he_at_least(95)
    }

    /// HE71+: animations may ask for aux frames (A98).
    #[must_use]
    pub fn has_aux_frames(&self) -> bool {
        self.he_at_least(71)
    }

    /// HE95+: what aux frames ask to refresh counts as drawn by their actor (A98, D4a).
    #[must_use]
    pub fn notes_aux_areas(&self) -> bool {
        self.he_at_least(95)
    }

    /// HE72+: aux frames stand as high above the ground as their actor (A98).
    #[must_use]
    pub fn elevates_aux_frames(&self) -> bool {
        self.he_at_least(72)
    }
}
