//! The stage: the buffers and planes of a room, its boxes, its actors, and the engine frame.
//!
//! The data that never change while a room is played (the room, costumes, colour tables) are
//! separate from the state. A [`Snapshot`] holds the state and nothing else.

mod boxes;
mod buffers;
mod camera;
mod colours;
mod draw;
mod frame;
mod host;
mod objects;
mod overlay;
mod redraw;
mod rooms;
mod state;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::Arc;

use scumm_costume::{Cache, Costume};
use scumm_room::{Dialect, Enhancements, Error, GameId, Misuse, Result, Room};

pub use boxes::BoxesMut;
pub(crate) use buffers::Buffers;
pub use buffers::{Backdrop, Picture, StageView};
pub use camera::{Camera, CameraMode};
pub use colours::Colours;
pub(crate) use colours::tint;
pub(crate) use host::{AnimationHost, QueueEntry};
pub use objects::Objects;
pub use overlay::{Overlay, PrintTarget};
pub use redraw::Redraw;
pub(crate) use state::{Actors, State};
pub use state::{Snapshot, Variables};

use crate::{Actor, ActorMut, Event, Resources};

/// The highest number of an actor. No version has more actors than v8, which has 80.
pub const MAX_ACTOR: u16 = 80;

/// A room with its actors, played frame by frame.
///
/// [`Stage::new`], [`Stage::for_room`] and [`Stage::for_game`] create a stage. The caller adds
/// costumes, boxes and tables, and then calls [`Stage::tick`] for each frame. Script operations on
/// the room are methods of the stage; script operations on an actor are methods of [`ActorMut`],
/// the handle that [`Stage::actor_mut`] returns. Every operation on an actor or a box returns an
/// error if its number does not exist.
#[derive(Clone, Debug)]
pub struct Stage {
    pub(crate) dialect: Dialect,
    pub(crate) backdrop: Backdrop,
    /// The loaded rooms, by room number.
    pub(crate) rooms: BTreeMap<u16, Arc<Room>>,
    pub(crate) costumes: BTreeMap<u16, Arc<Costume>>,
    /// The source of rooms and costumes that are not loaded yet.
    resources: Option<Arc<dyn Resources>>,
    /// Nintendo: blocks that are stored among the costumes but are not costumes (Q6).
    pub(crate) blocks: BTreeMap<u16, Arc<[u8]>>,
    pub(crate) tables: Tables,
    /// The resource numbers of the rooms whose resource has another number than the room, by room
    /// number.
    room_resources: BTreeMap<u16, u16>,
    pub(crate) state: State,
    pub(crate) buffers: Buffers,
}

/// Tables of the game that no script changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    /// HE90+: blend tables by the number of their image (A61).
    pub xmaps: BTreeMap<u16, Arc<[u8]>>,
    /// The 768 bytes that replace the big scale table (A63).
    pub scale: Option<Arc<[u8]>>,
}

impl Stage {
    /// Returns the dialect of the stage: the SCUMM version with its quirks.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Returns the backdrop: the picture or room behind the actors.
    #[must_use]
    pub fn backdrop(&self) -> &Backdrop {
        &self.backdrop
    }

    /// Returns an actor.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `id` is outside 1..=80.
    pub fn actor(&self, id: u16) -> Result<&Actor> {
        self.check_actor(id)?;
        Ok(&self.state.actors[id])
    }

    /// Returns a mutable handle to an actor. Script operations are methods of the handle.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `id` is outside 1..=80.
    pub fn actor_mut(&mut self, id: u16) -> Result<ActorMut<'_>> {
        self.check_actor(id)?;
        Ok(self.handle(id))
    }

    /// Returns a handle to an actor that is known to exist. A number that does not exist refers to
    /// actor 0.
    pub(crate) fn handle(&mut self, id: u16) -> ActorMut<'_> {
        ActorMut { stage: self, id }
    }

    /// Returns all actors with their numbers, in number order, including those that were never
    /// used.
    pub fn actors(&self) -> impl Iterator<Item = (u16, &Actor)> {
        self.state.actors.numbered()
    }

    /// Returns the costume of this number, if the stage has loaded it.
    #[must_use]
    pub fn costume(&self, id: u16) -> Option<&Arc<Costume>> {
        self.costumes.get(&id)
    }

    /// Returns the events since the last call, in order, and removes them from the stage. The
    /// caller carries out the requests among them.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.state.events)
    }

    /// Returns the cache of decoded cels. To change its limit, replace it by the result of
    /// [`Cache::with_limit`]; with a limit of 0 every cel is drawn directly from its data.
    pub fn cels_mut(&mut self) -> &mut Cache {
        &mut self.state.renderer.sprites
    }

    /// Returns the number of the current room; [0 for no room](Actor#values-of-the-original). A
    /// stage that has entered no room has number 1, unless [`Stage::with_room_number`] has set
    /// another number.
    #[must_use]
    pub fn room_number(&self) -> u16 {
        self.state.room
    }

    /// Returns the number of the current room's resource. It equals the number of the room unless
    /// [`Stage::set_room_resource`] has set another number.
    #[must_use]
    pub fn room_resource(&self) -> u16 {
        let room = self.state.room;
        self.room_resources.get(&room).copied().unwrap_or(room)
    }

    /// Sets the resource number of a room that a script defines under another number. Some
    /// [`Enhancements`](scumm_room::Enhancements) identify a room by its resource number.
    pub fn set_room_resource(&mut self, room: u16, resource: u16) {
        self.room_resources.insert(room, resource);
    }

    /// Returns whether an enhancement is enabled and this is its game.
    pub(crate) fn has_enhancement(&self, enhancement: Enhancements, game: GameId) -> bool {
        self.dialect.has_enhancement(enhancement) && self.dialect.game() == Some(game)
    }

    /// Checks the number of an actor.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `id` is outside 1..=80.
    pub(crate) fn check_actor(&self, id: u16) -> Result<()> {
        check_number("actor", id, 1..=MAX_ACTOR)
    }

    /// Returns whether an actor is in the current room. A frame tests only the room of an actor,
    /// not whether the actor is visible (T23).
    pub(crate) fn in_room(&self, id: u16) -> bool {
        self.state.actors[id].room == self.state.room
    }

    /// Calls `act` with every actor of the room, in number order.
    pub(crate) fn for_actors_of_room(&mut self, act: impl Fn(ActorMut<'_>)) {
        for id in Actors::ids() {
            if self.in_room(id) {
                act(self.handle(id));
            }
        }
    }

    /// Adds an event for the caller.
    pub(crate) fn emit(&mut self, event: Event) {
        self.state.events.push(event);
    }
}

/// Converts a size to 32 bits and limits it to their range.
fn to_i32(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// Converts a column or row to an index; a negative value becomes 0.
fn to_index(n: i32) -> usize {
    usize::try_from(n).unwrap_or(0)
}

/// Returns [`Error::Misuse`] if `n` is outside `range`. `what` names the counted thing in the
/// message.
pub(crate) fn check_number<N: Display + PartialOrd>(
    what: &str,
    n: N,
    range: RangeInclusive<N>,
) -> Result<()> {
    if range.contains(&n) {
        return Ok(());
    }
    Err(Error::misuse(
        Misuse::OutOfRange,
        format!(
            "there is no {what} {n}: they are {} to {}",
            range.start(),
            range.end()
        ),
    ))
}

/// Returns [`Error::Misuse`] if the size of a table is not `wanted`.
fn expect_size(what: &str, found: usize, wanted: usize) -> Result<()> {
    if found == wanted {
        return Ok(());
    }
    Err(Error::misuse(
        Misuse::WrongSize,
        format!("{what} of {found} bytes; {wanted} are needed"),
    ))
}
