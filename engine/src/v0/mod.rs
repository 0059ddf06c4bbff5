//! Actors of v0: Maniac Mansion for the Commodore 64 and the Apple II (V33..V79).
//!
//! These actors have little in common with those of later versions: an actor wears the costume of
//! its own number, stands by a command, turns at once, walks by its own rules, and is animated
//! before it is drawn.
//!
//! | module | rules |
//! |---|---|
//! | `life` | commands, talking, showing, putting, standing (V33, V40..V48) |
//! | `way` | the route from box to box (V55, V56, V70..V72) |
//! | `walk` | steps, turns, borders of boxes (V73..V79) |
//! | `frame` | the frame, step sounds (V42a, V43, V60) |
//!
//! The actor at a position is found as in v1 (V49, D11a).

mod frame;
mod life;
#[cfg(test)]
mod tests;
mod walk;
mod way;

use scumm_room::Point;

/// Bits of [`V0Actor::misc_flags`] that change anything (V47).
pub mod misc {
    /// It is not animated and not drawn.
    pub const HIDDEN: u8 = 0x80;
    /// It stops whenever its flags are changed.
    pub const FROZEN: u8 = 0x40;
}

/// What only actors of v0 have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct V0Actor {
    /// Flags that scripts set (V47).
    pub misc_flags: u8,
    /// Whether it speaks, and how wide its mouth is open (V42a).
    pub speaking: u8,
    /// The point that it walks to now.
    pub walk_to: Point,
    /// The point that it walks to next.
    pub(crate) new_to: Point,
    /// It has entered a box: the next point is looked for.
    pub(crate) entered: bool,
    /// The boxes on its way.
    pub(crate) queue: Vec<u8>,
    pub(crate) steps: Steps,
}

/// The axes of a point.
pub(crate) const ACROSS: usize = 0;
pub(crate) const DOWN: usize = 1;

/// Where an actor is between its point and the next one (V73).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Steps {
    /// It goes right; it goes down.
    pub right: bool,
    pub down: bool,
    /// It has further to go down than across.
    pub steep: bool,
    /// The longer distance.
    pub most: u8,
    /// Added in every frame: the distances.
    pub add: [u8; 2],
    /// What has been added.
    pub count: [u8; 2],
    /// Where the next step leads.
    pub next: Point,
}

impl Steps {
    /// Which way it goes along an axis.
    fn sign(&self, axis: usize) -> i16 {
        if [self.right, self.down][axis] { 1 } else { -1 }
    }
}
