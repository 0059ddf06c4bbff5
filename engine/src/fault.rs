//! What would have stopped the original.

/// What would have stopped the original, or what a stage can't do. The stage plays on: a limb stands still, a walk ends, an
/// actor is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Fault {
    /// In a costume's animation or drawing.
    #[error(transparent)]
    Costume(#[from] scumm_costume::Fault),
    /// T21b: the costume of an actor that is shown is not there.
    #[error("there is no costume {0}")]
    NoCostume(u16),
    /// T76: the stored matrix of the walk boxes never leads to the destination; the walk ends.
    #[error("the ways between the walk boxes run in circles")]
    CircularMatrix,
    /// T78: a walking speed of 0 in v1..v3; the walk ends.
    #[error("a walking speed of 0")]
    NoSpeed,
}
