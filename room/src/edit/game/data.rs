//! The data file of a disk: `LECF`{ `LOFF`, `LFLF`{ `ROOM`, resources } … } (F3c).
#![allow(
    clippy::arithmetic_side_effects,
    reason = "lengths of blocks in memory, in 64 bits"
)]

use std::collections::BTreeMap;

use super::{NewGame, NewResource};
use crate::block::{self, fit32};
use crate::resource::Kind;
use crate::{Result, Tag};

/// The position of each resource, counted from its room's `ROOM` block.
pub(super) type Offsets = BTreeMap<(Kind, u16), u32>;

/// Length of a block's header in bytes.
const HEADER: u64 = 8;

/// Returns the file with all rooms of a disk, and records the positions of their resources.
pub(super) fn file(game: &NewGame, disk: u8, offsets: &mut Offsets) -> Result<Vec<u8>> {
    let rooms = || game.rooms.iter().filter(|(_, room)| room.disk == disk);
    let table_size = HEADER + 1 + 5 * rooms().count() as u64;
    let mut blocks = Vec::new();
    let mut table = vec![u8::try_from(rooms().count()).unwrap_or(u8::MAX)];
    for (&id, room) in rooms() {
        // Positions are those of the ROOM block, after the headers of LECF and of its LFLF.
        let position = 2 * HEADER + table_size + blocks.len() as u64;
        table.push(id);
        table.extend(fit32(position)?.to_le_bytes());
        let mut content = room.data.clone();
        let behind = |(_, resource): &(&(Kind, u16), &NewResource)| resource.room == id;
        for (&key, resource) in game.resources.iter().filter(behind) {
            offsets.insert(key, fit32(content.len() as u64)?);
            content.extend(&resource.data);
        }
        blocks.extend(block::write(Tag(*b"LFLF"), &content)?);
    }
    let mut content = block::write(Tag(*b"LOFF"), &table)?;
    content.extend(blocks);
    block::write(Tag(*b"LECF"), &content)
}
