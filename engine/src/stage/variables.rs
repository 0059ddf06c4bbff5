//! Script variables that the stage reads.

use scumm_room::Dialect;

use crate::actor::DEFAULT_CLIP;

/// Script variables that the stage reads. A store has no other effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Variables {
    /// The actor that the player controls. The stage reads it in Maniac Mansion v1 only (T7Cf).
    pub ego: u16,
    /// The numbers of the player's first and last actor: the variables 42 and 43 of Zak v1 and of
    /// v2 (T7Cf). Other games do not use them.
    pub players: (u16, u16),
    /// v8: with a value of 2 no talk animation starts (T81).
    pub have_msg: i32,
    /// Whether the game's own scale table is used, if the game has one (A63).
    pub own_scale_table: bool,
    /// HE98+: whether the talking actor goes on talking when it gets another costume (T22).
    #[cfg_attr(feature = "serde", serde(default))]
    pub keeps_talking_actor: bool,
    /// The clip rectangle that an init gives to actors of a Humongous game: left, top, right,
    /// bottom in pixels, the last two exclusive (H8).
    pub default_clip: [i32; 4],
    /// v0, Nintendo: the width and height of the flashlight's beam in units of 8 pixels; 0 switches
    /// the light off (Q52, V61).
    pub flashlight: (u8, u8),
    /// v0, Nintendo: the position of the pointer in pixels of the view. In v0 its row counts from
    /// the top of the screen.
    pub pointer: (i32, i32),
}

impl Variables {
    /// Returns the values at the start of a game.
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
