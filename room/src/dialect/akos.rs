//! Questions about AKOS costumes.

use super::Dialect;

impl Dialect {
    /// Whether chores of AKOS costumes may have eight directions (A6).
    #[must_use]
    pub fn has_eight_directions(&self) -> bool {
        self.is_v7_plus()
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

    /// HE99+: palette slots (A50, A92).
    #[must_use]
    pub fn has_palette_slots(&self) -> bool {
        self.he_at_least(99)
    }

    /// HE71+: animations may ask for aux frames (A98).
    #[must_use]
    pub fn has_aux_frames(&self) -> bool {
        self.he_at_least(71)
    }
}
