//! The rooms and resources that are on the images of Maniac Mansion's disks (V9): the index of the
//! demo still names those of the whole game.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::files::GameFiles;
use super::kind::{ResourceKind, le_number};
use super::source::Source;

/// Length in bytes of the fixed part of a room (V10).
const ROOM_HEAD: usize = 0x1c;
/// The position of a room's height in its head, and the height of every room in characters (V10).
const HEIGHT: (usize, u8) = (5, 17);
/// The positions in the head of a room of the offsets of its five parts (V10).
const PARTS: [usize; 5] = [0x0a, 0x0c, 0x0e, 0x10, 0x12];

impl GameFiles {
    /// Removes the entries of the index that lead to nothing on the images of the disks (V9): the
    /// rooms whose sector has no room or the room of a lower number, and the resources that do not
    /// lie between their room and the next one. The demo's index still names the rooms of the whole
    /// game. If the image of a disk is missing, its entries stay, so that the missing file is
    /// reported.
    pub(super) fn drop_absent(&mut self) {
        let mut rooms: BTreeMap<(u8, u32), usize> = BTreeMap::new();
        let mut sources: BTreeMap<u8, Source> = BTreeMap::new();
        for room in 0..self.index.room_disks.len() {
            let disk = self.index.room_disks.get(room).copied().unwrap_or(0);
            let position = self.index.room_positions.get(room).copied();
            let (1.., Some(position)) = (disk, position) else {
                continue;
            };
            let name = self.naming.data_file(disk);
            let source = match sources.entry(disk) {
                Entry::Occupied(source) => source.into_mut(),
                Entry::Vacant(place) => {
                    let file = self.folder.find(&name, self.path());
                    let Some(source) = file.and_then(|file| Source::open_plain(file).ok()) else {
                        continue;
                    };
                    place.insert(source)
                }
            };
            let is_first = !rooms.contains_key(&(disk, position));
            if is_first && is_room(source, position) {
                rooms.insert((disk, position), room);
            } else {
                self.drop_room(room);
            }
        }
        let images = Images { rooms, sources };
        self.drop_resources(images);
    }

    fn drop_room(&mut self, room: usize) {
        if let Some(disk) = self.index.room_disks.get_mut(room) {
            *disk = 0;
        }
        if let Some(position) = self.index.room_positions.get_mut(room) {
            *position = u32::MAX;
        }
    }

    /// Removes the resources that are not in the file of their room.
    fn drop_resources(&mut self, mut images: Images) {
        let disks = &self.index.room_disks;
        let positions = &self.index.room_positions;
        for (kind, directory) in &mut self.index.directories {
            if *kind == ResourceKind::Room {
                continue;
            }
            for entry in &mut directory.entries {
                let room = usize::from(entry.room);
                let disk = disks.get(room).copied().unwrap_or(0);
                let position = positions.get(room).copied().unwrap_or(u32::MAX);
                let Some(offset) = entry.offset else {
                    continue;
                };
                if disk == 0 || !images.has_resource(disk, position, offset) {
                    entry.offset = None;
                }
            }
        }
    }
}

/// The open images of the disks and the rooms on them.
struct Images {
    /// The rooms by disk and position.
    rooms: BTreeMap<(u8, u32), usize>,
    sources: BTreeMap<u8, Source>,
}

impl Images {
    /// Returns whether a resource lies between the room at a position and the next room. If the
    /// image is missing, the answer is yes.
    fn has_resource(&mut self, disk: u8, position: u32, offset: u32) -> bool {
        let Some(source) = self.sources.get_mut(&disk) else {
            return true;
        };
        let behind = position.saturating_add(1);
        let next = self.rooms.range((disk, behind)..=(disk, u32::MAX)).next();
        let end = next.map_or(source.len(), |((_, next), _)| u64::from(*next));
        let at = u64::from(position).saturating_add(offset.into());
        let Ok(size) = source.read(at, 2, "a size") else {
            return false;
        };
        let size = le_number(&size);
        size > 2 && at.saturating_add(size.into()) <= end
    }
}

/// Returns whether a position of an image has a room: its size, its height and the offsets of its
/// parts are possible (V10).
fn is_room(source: &mut Source, position: u32) -> bool {
    let Ok(head) = source.read(position.into(), ROOM_HEAD, "a room") else {
        return false;
    };
    let word = |at: usize| {
        let bytes = head.get(at..at.saturating_add(2)).unwrap_or_default();
        usize::try_from(le_number(bytes)).unwrap_or(usize::MAX)
    };
    let size = word(0);
    let end = u64::from(position).saturating_add(size as u64);
    let parts_fit = PARTS
        .iter()
        .all(|&part| (ROOM_HEAD..size).contains(&word(part)));
    let (height_at, height) = HEIGHT;
    let is_high = head.get(height_at) == Some(&height);
    let is_wide = head.get(4).is_some_and(|&width| width > 0);
    is_high && is_wide && parts_fit && end <= source.len()
}
