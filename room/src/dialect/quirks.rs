//! Faults of the reference.

use bitflags::bitflags;

bitflags! {
    /// Faults of the reference that are reproduced by default and can be switched off individually.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct Quirks: u32 {
        /// C45: COST, flipped, unscaled, beyond the right edge: one column too few is skipped.
        const WEST_RIGHT_CLIP = 1 << 0;
        /// C46: COST whose clipped top plus full height reaches 256 is not drawn.
        const TALL_CEL_VANISHES = 1 << 1;
        /// C47: an actor of v1..v6 with a cut picture is redrawn every frame.
        const CUT_REDRAWS = 1 << 2;
        /// C54: a dark actor's palette is only half set; the rest is the previous actor's.
        const DARK_HALF_PALETTE = 1 << 3;
        /// C6A: COST applies the shadow table twice if a kept column is drawn over a dropped one.
        const DOUBLE_SHADOW = 1 << 4;
        /// A52, A53: the palette flag of codec 5 lasts for one cel and leaks to the next actor.
        const BOMP_PALETTE_LEAK = 1 << 5;
        /// A72: codec 5 reports its unflipped rectangle one pixel too far left.
        const BOMP_RECT_SHIFT = 1 << 6;
        /// A73: codec 5, flipped: literal runs keep their order.
        const BOMP_LITERAL_ORDER = 1 << 7;
        /// A3, A50: the renderer's colour table keeps the colours of earlier actors.
        const STALE_PALETTE = 1 << 8;
        /// M1 (AKOS part): codec 16 reads its mask one strip too far right when the view is not on
        /// a multiple of 8.
        const MAJMIN_MASK_SHIFT = 1 << 9;
        /// A84: codec 16's clip override assumes that its left and top are 0.
        const MAJMIN_CLIP_ORIGIN = 1 << 10;
        /// T85: bit 0 of the condition mask toggles while no talk condition is set.
        const CONDITION_TOGGLE = 1 << 11;
        /// A84: codec 16: a clip override ends a column and a line early.
        const MAJMIN_CLIP_SHORT = 1 << 13;
        /// D2, S15: a full frame draws a BMAP background over the actors and draws only those again
        /// that changed.
        const BMAP_HIDES_ACTORS = 1 << 12;
        /// T43, v4..v6: an actor that turns from north to south passes west; without it, east.
        const NORTH_TO_SOUTH_BY_WEST = 1 << 14;
        /// T44, v3 and v4: boxes and classes change the facing of actors that ignore boxes, too;
        /// without it, in Loom only.
        const FLIPS_OUTSIDE_BOXES = 1 << 15;
        /// B5, v7: boxes hold points whichever way round their corners go; without it, one way
        /// only.
        const EITHER_WINDING = 1 << 16;
        /// T40: a facing that is set stays as it is; without it, it becomes a multiple of 45.
        const FACINGS_NOT_ROUNDED = 1 << 17;
        /// C16: resetting the limbs resets the counters of the animation and of sounds, too.
        const RESET_CLEARS_COUNTERS = 1 << 18;
        /// S15: the BMAP codes 144 to 148 are opaque; without it, they leave the transparent colour
        /// out.
        const OPAQUE_BMAP = 1 << 19;
        /// O6: TMSK says which bits of a plane become the object's; without it, which bits are
        /// taken away from both.
        const MASK_SELECTS = 1 << 20;
    }
}

impl Default for Quirks {
    fn default() -> Self {
        Self::all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;

    #[test]
    fn every_quirk_is_on_by_default() {
        assert!(Dialect::new(5).has_quirk(Quirks::WEST_RIGHT_CLIP | Quirks::CUT_REDRAWS));
        let fixed = Dialect::new(5).with_quirks(Quirks::all() - Quirks::WEST_RIGHT_CLIP);
        assert!(!fixed.has_quirk(Quirks::WEST_RIGHT_CLIP) && fixed.has_quirk(Quirks::CUT_REDRAWS));
    }
}
