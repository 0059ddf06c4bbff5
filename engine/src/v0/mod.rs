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

/// The bits of [`V0Actor::misc_flags`] that have an effect (V47).
pub mod misc {
    /// The actor is not animated and not drawn.
    pub const HIDDEN: u8 = 0x80;
    /// The actor stops whenever its flags are changed.
    pub const FROZEN: u8 = 0x40;
}

/// The state that only actors of v0 have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct V0Actor {
    /// The flags that scripts set (V47).
    pub misc_flags: u8,
    /// Whether the actor speaks, and whether its mouth is open (V42a).
    pub speaking: u8,
    /// The current point of the walk.
    pub walk_to: Point,
    /// The next point of the walk.
    pub(crate) new_to: Point,
    /// Whether the actor has entered a box, so that the next point has to be found.
    pub(crate) entered: bool,
    /// The boxes on the route.
    pub(crate) queue: Vec<u8>,
    pub(crate) steps: Steps,
}

/// The axes of a point.
pub(crate) const ACROSS: usize = 0;
pub(crate) const DOWN: usize = 1;

/// The position of an actor between its point and the next one (V73).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Steps {
    /// The directions of the walk: to the right, downwards.
    pub right: bool,
    pub down: bool,
    /// Whether the vertical distance is the larger one.
    pub steep: bool,
    /// The larger distance.
    pub most: u8,
    /// The distances, which every frame adds to `count`.
    pub add: [u8; 2],
    /// The sums of the distances so far.
    pub count: [u8; 2],
    /// The position of the next step.
    pub next: Point,
}

impl Steps {
    /// Returns the direction along an axis: 1 or -1.
    fn sign(&self, axis: usize) -> i16 {
        if [self.right, self.down][axis] { 1 } else { -1 }
    }
}
