//! Writers of rooms, whole games and single resources of a game (feature `edit`).
//!
//! v5, v6 and v7 can be written from plain values; rooms of v5 to v8 can be rebuilt with changes;
//! [`GameFiles::replace`](crate::resource::GameFiles::replace) works with every version.

mod game;
mod packing;
mod room;

pub use game::{Limits, NewFile, NewGame, NewResource, NewRoom};
pub use packing::{BitWriter, encode_complex, encode_plane_strip, encode_strip};
pub use room::{
    ObjectPicture, ObjectPlan, RoomPlan, can_rebuild_rooms, encode_room, invalid_box, rebuild_room,
};
