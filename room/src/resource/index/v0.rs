//! The index of v0: objects, the positions of the rooms on the disks, then directories with fixed
//! counts (V6).

use crate::{Reader, Result};

use super::super::directory::{Directory, Entry};
use super::super::disk_image::DiskImage;
use super::super::kind::Kind;
use super::Index;
use super::objects::GlobalObject;

/// Number of objects of the game.
const OBJECTS: usize = 256;
/// Number of rooms of the game, including the unused room 0.
const ROOMS: usize = 55;
/// Number of costumes of the game.
const COSTUMES: usize = 25;
/// Numbers of scripts and sounds of the game and of its demo.
const COUNTS: [(usize, usize); 2] = [(160, 70), (55, 40)];

/// Returns the length in bytes of an index with these numbers of scripts and sounds.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "only constants are computed"
)]
const fn length((scripts, sounds): (usize, usize)) -> usize {
    2 + OBJECTS + 3 * (ROOMS + COSTUMES + scripts + sounds)
}

/// Length in bytes of the game's index.
pub const LENGTH: usize = length(COUNTS[0]);
/// Length in bytes of the demo's index.
pub const DEMO_LENGTH: usize = length(COUNTS[1]);

/// Returns whether an index on a disk is that of the demo, which has no second disk.
pub fn is_demo_disk(index: &[u8]) -> bool {
    index
        .iter()
        .skip(2 + OBJECTS)
        .take(ROOMS)
        .all(|&disk| disk_number(disk) < 2)
}

/// Returns the disk that a byte names: a digit, or the number itself.
fn disk_number(stored: u8) -> u8 {
    if stored.is_ascii_digit() {
        stored & 0x0f
    } else {
        stored
    }
}

/// Reads a decrypted index. With `disk`, rooms begin at sectors of the disk.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the index is too short.
pub fn read(mut index: Reader<'_>, demo: bool, disk: Option<DiskImage>) -> Result<Index> {
    index.skip(2, "the magic number")?;
    let objects = index.bytes(OBJECTS, "the objects")?;
    let mut made = Index {
        objects: objects
            .iter()
            .map(|&b| GlobalObject::packed(b, 0))
            .collect(),
        ..Index::default()
    };
    let first = index.offset();
    let disks = index.bytes(ROOMS, "the rooms' disks")?;
    let sectors = index.bytes(ROOMS * 2, "the rooms' sectors")?;
    let rooms = (first..).zip(0..).take(ROOMS).map(|(at, room)| {
        // A room's own data is at the start of its file, regardless of the value here.
        Entry {
            room,
            offset: (room != 0).then_some(0),
            at,
        }
    });
    made.directories
        .insert(Kind::Room, Directory::of(rooms.collect()));
    let [whole, of_demo] = COUNTS;
    let (scripts, sounds) = if demo { of_demo } else { whole };
    for (kind, count) in [
        (Kind::Costume, COSTUMES),
        (Kind::Script, scripts),
        (Kind::Sound, sounds),
    ] {
        made.directories
            .insert(kind, Directory::read_columns(&mut index, count, 2, false)?);
    }
    made.room_disks = disks.iter().copied().map(disk_number).collect();
    if let Some(disk) = disk {
        let position = |place: &[u8]| match *place {
            [sector, track] => disk
                .position(track, sector)
                .and_then(|at| u32::try_from(at).ok()),
            _ => None,
        };
        made.room_positions = sectors
            .chunks_exact(2)
            .map(|place| position(place).unwrap_or(u32::MAX))
            .collect();
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates an index of the demo: room 1 on disk 1, track 2, sector 3; costume 2 in room 1 at
    /// 0x0102.
    fn demo() -> Vec<u8> {
        let mut bytes = vec![0x32, 0x01];
        bytes.extend([0x1f; OBJECTS]);
        let mut disks = vec![0; ROOMS];
        disks[1] = b'1';
        bytes.extend(disks);
        let mut sectors = vec![0; ROOMS * 2];
        sectors[2..4].copy_from_slice(&[3, 2]);
        bytes.extend(sectors);
        let mut costumes = vec![0; COSTUMES];
        costumes[2] = 1;
        bytes.extend(costumes);
        let mut offsets = vec![0xff; COSTUMES * 2];
        offsets[4..6].copy_from_slice(&[2, 1]);
        bytes.extend(offsets);
        bytes.resize(DEMO_LENGTH, 0xff);
        bytes
    }

    // V6.
    #[test]
    fn the_index_names_sectors_and_rooms_v6() {
        assert_eq!((LENGTH, DEMO_LENGTH, demo().len()), (1188, 783, 783));
        let index = read(Reader::new(&demo()), true, Some(DiskImage::Commodore)).unwrap();
        assert_eq!(
            (index.room_disks[1], index.room_positions[1]),
            (1, (21 + 3) * 256)
        );
        let costume = index.entry(Kind::Costume, 2).unwrap();
        assert_eq!((costume.room, costume.offset), (1, Some(0x0102)));
        assert_eq!(index.ids(Kind::Costume).collect::<Vec<_>>(), [2]);
        assert_eq!(
            (index.objects[0].owner, index.objects[0].state),
            (Some(15), 1)
        );
        assert_eq!(
            (
                index.entry(Kind::Room, 0),
                index.entry(Kind::Room, 1).unwrap().offset
            ),
            (None, Some(0))
        );
        assert!(is_demo_disk(&demo()));
        let mut full = demo();
        full[2 + OBJECTS + 3] = b'2';
        assert!(!is_demo_disk(&full));
    }

    #[test]
    fn a_cut_index_is_an_error_not_a_panic() {
        let whole = demo();
        for len in 0..whole.len() {
            assert!(
                read(Reader::new(&whole[..len]), true, None).is_err(),
                "{len}"
            );
        }
    }
}
