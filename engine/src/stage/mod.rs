//! The stage: a room's buffers and planes, its boxes, the actors in it, and one engine frame at a time.
//!
//! What never changes while a room is played (the room, costumes, colour tables) stands apart from what moves
//! (its state); a [`Snapshot`] holds the latter and nothing else.

mod actors;
mod aux_frame;
mod backdrop;
mod background;
mod blast;
mod boxes;
mod buffers;
mod camera;
mod colours;
mod draw;
mod frame;
mod hit;
mod host;
mod objects;
mod order;
mod overlay;
mod placement;
mod queue;
mod redraw;
mod rooms;
mod setup;
mod snapshot;
mod state;
#[cfg(test)]
mod tests;
mod variables;
mod view;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::Arc;

use scumm_costume::{Cache, Costume};
use scumm_room::{Dialect, Error, Result, Room};

pub(crate) use actors::Actors;
pub use backdrop::{Backdrop, Picture};
pub(crate) use blast::Blast;
pub use boxes::BoxesMut;
pub(crate) use buffers::Buffers;
pub use camera::{Camera, CameraMode};
pub use colours::Colours;
pub(crate) use colours::tint;
pub(crate) use host::AnimationHost;
pub use objects::Objects;
pub use overlay::{Overlay, PrintTarget};
pub(crate) use queue::QueueEntry;
pub use redraw::Redraw;
pub use snapshot::Snapshot;
pub(crate) use state::State;
pub use variables::Variables;
pub use view::View;

use crate::{Actor, ActorMut, Event, Resources};

/// The highest number of an actor: that of v8, which has the most.
pub const MAX_ACTOR: u16 = 80;

/// A room being played.
///
/// Made by [`Stage::new`], furnished with costumes, boxes and tables, then driven by [`Stage::tick`]; operations
/// of the original's scripts on the room are methods, those on an actor methods of [`Stage::actor_mut`]'s handle. Every
/// operation that names an actor or a box fails where there is none.
#[derive(Clone, Debug)]
pub struct Stage {
    pub(crate) dialect: Dialect,
    pub(crate) backdrop: Backdrop,
    /// Rooms that can be entered.
    pub(crate) rooms: BTreeMap<u16, Arc<Room>>,
    pub(crate) costumes: BTreeMap<u16, Arc<Costume>>,
    /// Where rooms and costumes come from that are not here yet.
    resources: Option<Arc<dyn Resources>>,
    /// The Nintendo: blocks that stand among costumes and are none (Q6).
    pub(crate) blocks: BTreeMap<u16, Arc<[u8]>>,
    pub(crate) tables: Tables,
    pub(crate) state: State,
    pub(crate) buffers: Buffers,
}

/// Colour tables that a game brings and that no script changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    /// HE90+: blend tables by their image's number (A61).
    pub xmaps: BTreeMap<u16, Arc<[u8]>>,
    /// The 768 bytes that replace the big scale table (A63).
    pub scale: Option<Arc<[u8]>>,
}

impl Stage {
    /// The version and its quirks.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// What stands behind the actors.
    #[must_use]
    pub fn backdrop(&self) -> &Backdrop {
        &self.backdrop
    }

    /// An actor.
    ///
    /// # Errors
    /// No actor has this number: they are numbered 1..=80.
    pub fn actor(&self, id: u16) -> Result<&Actor> {
        self.check_actor(id)?;
        Ok(&self.state.actors[id])
    }

    /// An actor, to change it: what scripts do to actors are methods of the handle.
    ///
    /// # Errors
    /// No actor has this number: they are numbered 1..=80.
    pub fn actor_mut(&mut self, id: u16) -> Result<ActorMut<'_>> {
        self.check_actor(id)?;
        Ok(self.handle(id))
    }

    /// A handle on an actor that is known to exist; other numbers lead to actor 0.
    pub(crate) fn handle(&mut self, id: u16) -> ActorMut<'_> {
        ActorMut { stage: self, id }
    }

    /// All actors in number order, those that were never used too.
    pub fn actors(&self) -> impl Iterator<Item = &Actor> {
        self.state.actors.iter()
    }

    /// The costume of this number.
    #[must_use]
    pub fn costume(&self, id: u16) -> Option<&Arc<Costume>> {
        self.costumes.get(&id)
    }

    /// What happened since the last call, in order; the caller carries it out.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.state.events)
    }

    /// The store of finished cels; [`Cache::with_limit`] makes one with another limit, with 0 every cel is drawn straight from its
    /// data.
    pub fn cels_mut(&mut self) -> &mut Cache {
        &mut self.state.renderer.sprites
    }

    /// The number of the room that is played; 1 unless [`Stage::with_room_number`] said otherwise.
    #[must_use]
    pub fn room_number(&self) -> u16 {
        self.state.room
    }

    /// # Errors
    /// No actor has this number.
    pub(crate) fn check_actor(&self, id: u16) -> Result<()> {
        check_number("actor", id, 1..=MAX_ACTOR)
    }

    /// Whether an actor is in the room that is played; nothing else in the frame asks whether it is visible (T23).
    pub(crate) fn in_room(&self, id: u16) -> bool {
        self.state.actors[id].room == self.state.room
    }

    /// Hands every actor of the room to `act`, in number order.
    pub(crate) fn for_actors_of_room(&mut self, act: impl Fn(ActorMut<'_>)) {
        for id in Actors::ids() {
            if self.in_room(id) {
                act(self.handle(id));
            }
        }
    }

    /// Hands an event to the caller.
    pub(crate) fn emit(&mut self, event: Event) {
        self.state.events.push(event);
    }
}

/// A size, cut to what 32 bits hold.
fn to_i32(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// A column or line in the buffers, 0 for what lies before them.
fn to_index(n: i32) -> usize {
    usize::try_from(n).unwrap_or(0)
}

/// Refuses a number outside of `range`; `what` is what it counts.
pub(crate) fn check_number<N: Display + PartialOrd>(
    what: &str,
    n: N,
    range: RangeInclusive<N>,
) -> Result<()> {
    if range.contains(&n) {
        return Ok(());
    }
    Err(Error::Misuse(format!(
        "there is no {what} {n}: they are {} to {}",
        range.start(),
        range.end()
    )))
}

/// Refuses a table of another size than is wanted.
fn expect_size(what: &str, found: usize, wanted: usize) -> Result<()> {
    if found == wanted {
        return Ok(());
    }
    Err(Error::Misuse(format!(
        "{what} of {found} bytes; {wanted} are needed"
    )))
}
