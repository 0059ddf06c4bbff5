//! Script variables that the stage asks for.

use scumm_room::Dialect;

use crate::actor::DEFAULT_CLIP;

/// Script variables that the stage asks for; a store has no other effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Variables {
    /// The actor that the player controls. The stage asks it in Maniac Mansion v1 only (T7Cf).
    pub ego: u16,
    /// The numbers of the player's first and last actor: the variables 42 and 43 of Zak v1 and of v2 (T7Cf); other games do
    /// without.
    pub players: (u16, u16),
    /// v8: a value of 2 keeps talk animations from starting (T81).
    pub have_msg: i32,
    /// The game's own scale table is used, if it has one (A63).
    pub own_scale_table: bool,
    /// HE98+: an actor that gets another costume goes on as the talking actor (T22).
    #[cfg_attr(feature = "serde", serde(default))]
    pub keeps_talking_actor: bool,
    /// The clip that actors of a Humongous game get when they are initialised from now on: left, top, right, bottom, the last
    /// two exclusive (H8).
    pub default_clip: [i32; 4],
    /// v0, the Nintendo: width and height of the flashlight's beam in eights of pixels; 0 is no light (Q52, V61).
    pub flashlight: (u8, u8),
    /// v0, the Nintendo: where the pointer is, in pixels of the view; in v0 its line counts from the screen's top.
    pub pointer: (i32, i32),
}

impl Variables {
    /// As a game starts with them.
    pub(super) fn new(dialect: &Dialect) -> Self {
        Self {
            ego: 1,
            players: (0, 0),
            have_msg: 0,
            own_scale_table: false,
            keeps_talking_actor: false,
            default_clip: DEFAULT_CLIP,
            flashlight: (6, 4),
            pointer: (104, if dialect.is_v0() { 56 } else { 40 }),
        }
    }
}
