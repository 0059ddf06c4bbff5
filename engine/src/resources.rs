//! Where a stage gets costumes and rooms from.

use std::fmt::Debug;
use std::sync::Arc;

use scumm_costume::Costume;
use scumm_room::{Result, Room};

use crate::Game;

/// Costumes and rooms by their numbers. A stage asks for each as it is needed, and keeps it. [`Game`] is one; an engine with
/// files of its own brings another ([`crate::Stage::set_resources`]).
pub trait Resources: Debug + Send + Sync {
    /// The costume of this number.
    ///
    /// # Errors
    /// [`scumm_room::Error::NotFound`] where there is none, another error where it cannot be loaded.
    fn costume(&self, id: u16) -> Result<Arc<Costume>>;

    /// The room of this number.
    ///
    /// # Errors
    /// [`scumm_room::Error::NotFound`] where there is none, another error where it cannot be loaded.
    fn room(&self, id: u16) -> Result<Arc<Room>>;
}

impl Resources for Game {
    fn costume(&self, id: u16) -> Result<Arc<Costume>> {
        self.costume(id).map(Arc::new)
    }

    fn room(&self, id: u16) -> Result<Arc<Room>> {
        self.room(id).map(Arc::new)
    }
}
