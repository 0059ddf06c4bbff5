//! The layers: what can be shown over the picture.

use serde::{Deserialize, Serialize};

bitflags::bitflags! {
    /// What is shown over the picture.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Layers: u8 {
        /// The walk boxes with their numbers.
        const BOXES = 1;
        /// Where z-planes hide actors.
        const PLANES = 1 << 1;
        /// Where the actor is and what its limbs do, in words.
        const LIMBS = 1 << 2;
        /// What the actor claims of the screen, and its anchor.
        const BOUNDS = 1 << 3;
        /// All colours.
        const PALETTE = 1 << 4;
        /// Boxes, limbs and bounds: what belongs to the actor.
        const OF_ACTOR = Self::BOXES.bits() | Self::LIMBS.bits() | Self::BOUNDS.bits();
    }
}
