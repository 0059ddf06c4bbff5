//! The index before v5. v1, v2 and v3 with 16 colours: columns without tags (N1a, N1b, N1c). v3
//! with 256 colours and v4: blocks with two letters, directories as pairs (N2). v0: objects, the
//! positions of the rooms on the disks, then directories with fixed counts (V6).

use log::warn;

use super::super::disk::DiskImage;
use super::super::kind::{Directory, DirectoryEntry, ResourceKind};
use super::{GlobalObject, Index, read_packed_names};
use crate::block::{self, Header};
use crate::{Dialect, GameId, Platform, Reader, Result};

/// The fixed counts of a v1 game, whose index stores no counts (N1a).
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// The game.
    pub game: GameId,
    /// The platform.
    pub platform: Platform,
    objects: usize,
    /// The entries of each directory, in the order of [`ORDER`].
    directories: [usize; 4],
}

/// The v1 games. The counts of the Nintendo are the counts of the files that are made from a ROM
/// (Q6).
pub static V1: [Counts; 4] = [
    Counts {
        game: GameId::Maniac,
        platform: Platform::Dos,
        objects: 800,
        directories: [55, 35, 200, 100],
    },
    Counts {
        game: GameId::Maniac,
        platform: Platform::Nes,
        objects: 775,
        directories: [55, 80, 200, 100],
    },
    Counts {
        game: GameId::Zak,
        platform: Platform::Dos,
        objects: 775,
        directories: [61, 37, 155, 120],
    },
    Counts {
        game: GameId::Zak,
        platform: Platform::C64,
        objects: 775,
        directories: [59, 38, 155, 127],
    },
];

/// The order of the directories.
const ORDER: [ResourceKind; 4] = [
    ResourceKind::Room,
    ResourceKind::Costume,
    ResourceKind::Script,
    ResourceKind::Sound,
];

impl Counts {
    /// Returns the length of the index file.
    pub fn file_len(&self) -> usize {
        let resources: usize = self.directories.iter().sum();
        self.objects
            .saturating_add(resources.saturating_mul(3))
            .saturating_add(2)
    }
}

/// Reads a v1 index.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the index is too short.
pub fn read_v1(mut index: Reader<'_>, counts: &Counts) -> Result<Index> {
    index.skip(2, "the magic number")?;
    let objects = index.bytes(counts.objects, format_args!("{} objects", counts.objects))?;
    let mut result = Index {
        objects: objects
            .iter()
            .map(|&b| GlobalObject::packed(b, 0))
            .collect(),
        ..Index::default()
    };
    for (kind, count) in ORDER.into_iter().zip(counts.directories) {
        let mut directory = Directory::read_columns(&mut index, count, 2, false)?;
        if counts.platform == Platform::Nes {
            // Resources that no file contains have file 0 and offset 0 (Q6).
            let missing = |entry: &&mut DirectoryEntry| entry.room == 0 && entry.offset == Some(0);
            directory
                .entries
                .iter_mut()
                .filter(missing)
                .for_each(|entry| entry.offset = None);
        }
        result.directories.insert(kind, directory);
    }
    Ok(result)
}

/// Returns whether an index that is read as this version ends exactly at the end of the file. This
/// test distinguishes v2 and v3 (I4).
pub fn fits(mut index: Reader<'_>, dialect: Dialect) -> bool {
    read_old(&mut index, dialect).is_ok() && index.remaining() == 0
}

/// Reads a v2 or v3 EGA index.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the index is too short.
pub fn read_old(index: &mut Reader<'_>, dialect: Dialect) -> Result<Index> {
    index.skip(2, "the magic number")?;
    let count = usize::from(index.u16_le("the number of objects")?);
    // Owner and state, in v3 preceded by three bytes of classes.
    let len = if dialect.version() == 3 { 4 } else { 1 };
    let objects = index.bytes(
        count.saturating_mul(len),
        format_args!("{count} objects of {len} bytes"),
    )?;
    let mut result = Index {
        objects: objects.chunks_exact(len).map(object).collect(),
        ..Index::default()
    };
    for kind in ORDER {
        let count = usize::from(index.u8(format_args!("the number of {kind}s"))?);
        result
            .directories
            .insert(kind, Directory::read_columns(index, count, 2, false)?);
    }
    Ok(result)
}

/// Reads an object of one byte, or of LE24 classes and one byte.
fn object(bytes: &[u8]) -> GlobalObject {
    match *bytes {
        [a, b, c, owner_state] => {
            GlobalObject::packed(owner_state, u32::from_le_bytes([a, b, c, 0]))
        }
        [owner_state, ..] => GlobalObject::packed(owner_state, 0),
        [] => GlobalObject::default(),
    }
}

// v3 with 256 colours and v4.

/// Number of bytes after the objects in the index of Indiana Jones 3 for FM-Towns. The size of no
/// block includes these bytes (N2).
pub const TOWNS_TAIL: usize = 32;

/// Reads an index of v3 with 256 colours or v4, except an uncounted tail. `has_disks` is true for
/// v4, in which the entries of rooms name disks, counted from 1.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if a block is cut off or of an unknown kind.
pub fn read_small(index: &mut Reader<'_>, has_disks: bool) -> Result<Index> {
    let mut result = Index::default();
    while index.remaining() > 0 {
        if !result.objects.is_empty() && index.remaining() == TOWNS_TAIL {
            break;
        }
        let block = block::read(index, Header::Small)?;
        let mut data = block.data;
        let kind = match &block.tag.0 {
            b"RN\0\0" => {
                result.room_names = read_packed_names(data)?;
                continue;
            }
            b"0O\0\0" => {
                let count = usize::from(data.u16_le("the number of objects")?);
                let objects = data.bytes(
                    count.saturating_mul(4),
                    format_args!("{count} objects of 4 bytes"),
                )?;
                result.objects = objects.chunks_exact(4).map(object).collect();
                continue;
            }
            b"0R\0\0" => ResourceKind::Room,
            b"0S\0\0" => ResourceKind::Script,
            b"0N\0\0" => ResourceKind::Sound,
            b"0C\0\0" => ResourceKind::Costume,
            _ => {
                return Err(data.malformed(
                    "block RN, 0R, 0S, 0N, 0C or 0O",
                    format_args!("block {}", block.tag),
                ));
            }
        };
        let count = usize::from(data.u16_le(format_args!("the number of {kind}s"))?);
        let mut directory = Directory::read_pairs(&mut data, count)?;
        if has_disks && kind == ResourceKind::Room {
            directory
                .entries
                .iter_mut()
                .filter(|entry| entry.room == 0)
                .for_each(|entry| entry.offset = None);
        }
        if result.directories.insert(kind, directory).is_some() {
            warn!("the index has two directories of {kind}s; the second directory is used");
        }
    }
    Ok(result)
}

// v0.

/// v0: number of objects.
const V0_OBJECTS: usize = 256;
/// v0: number of rooms, including the unused room 0.
const V0_ROOMS: usize = 55;
/// v0: number of costumes.
const V0_COSTUMES: usize = 25;
/// v0: numbers of scripts and sounds of the game and of its demo.
const V0_COUNTS: [(usize, usize); 2] = [(160, 70), (55, 40)];

/// v0: returns the length in bytes of an index with these numbers of scripts and sounds.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "only constants are computed"
)]
const fn v0_length((scripts, sounds): (usize, usize)) -> usize {
    2 + V0_OBJECTS + 3 * (V0_ROOMS + V0_COSTUMES + scripts + sounds)
}

/// v0: length in bytes of the game's index.
pub const V0_LENGTH: usize = v0_length(V0_COUNTS[0]);
/// v0: length in bytes of the demo's index.
pub const V0_DEMO_LENGTH: usize = v0_length(V0_COUNTS[1]);

/// v0: returns whether an index on a disk is the index of the demo, which has no second disk.
pub fn is_demo_disk(index: &[u8]) -> bool {
    index
        .iter()
        .skip(2 + V0_OBJECTS)
        .take(V0_ROOMS)
        .all(|&disk| disk_number(disk) < 2)
}

/// v0: returns the disk that a byte names: a digit, or the number itself.
fn disk_number(stored: u8) -> u8 {
    if stored.is_ascii_digit() {
        stored & 0x0f
    } else {
        stored
    }
}

/// Reads a decrypted v0 index. With `disk`, rooms begin at sectors of the disk.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the index is too short.
pub fn read_v0(mut index: Reader<'_>, demo: bool, disk: Option<DiskImage>) -> Result<Index> {
    index.skip(2, "the magic number")?;
    let objects = index.bytes(V0_OBJECTS, "the objects")?;
    let mut made = Index {
        objects: objects
            .iter()
            .map(|&b| GlobalObject::packed(b, 0))
            .collect(),
        ..Index::default()
    };
    let first = index.offset();
    let disks = index.bytes(V0_ROOMS, "the rooms' disks")?;
    let sectors = index.bytes(V0_ROOMS * 2, "the rooms' sectors")?;
    let rooms = (first..).zip(0..).take(V0_ROOMS).map(|(at, room)| {
        // A room's own data is at the start of its file, regardless of the value here.
        DirectoryEntry {
            room,
            offset: (room != 0).then_some(0),
            at,
        }
    });
    made.directories
        .insert(ResourceKind::Room, Directory::from_entries(rooms.collect()));
    let [whole, of_demo] = V0_COUNTS;
    let (scripts, sounds) = if demo { of_demo } else { whole };
    for (kind, count) in [
        (ResourceKind::Costume, V0_COSTUMES),
        (ResourceKind::Script, scripts),
        (ResourceKind::Sound, sounds),
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

    #[test]
    fn the_length_of_a_v1_index_tells_the_game_n1a() {
        assert_eq!(V1.map(|c| c.file_len()), [1972, 2082, 1896, 1914]);
    }

    /// The example of N1c, with empty directories of scripts and sounds.
    #[rustfmt::skip]
    const V3: &[u8] = &[
        0x00, 0x01, // magic number
        2, 0, // two objects: classes, then owner and state
        0, 0, 0, 0x02,
        0x03, 0x02, 0x01, 0x1f,
        5, // rooms: numbers, then offsets
        0, 1, 1, 1, 0,
        0xff, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff,
        6, // costumes
        0, 1, 2, 3, 0, 0,
        0xff, 0xff, 0x8f, 0x10, 0xef, 0x0c, 0x4c, 0x10, 0xff, 0xff, 0xff, 0xff,
        0, // scripts
        0, // sounds
    ];

    #[test]
    fn v3_objects_have_classes_n1c() {
        for part in [4..12, 13..18, 18..28, 29..35, 35..47] {
            assert!(scumm_book::says("N1c", &V3[part]).unwrap());
        }
        let v3 = Dialect::new(3);
        assert!(fits(Reader::new(V3), v3) && !fits(Reader::new(V3), Dialect::new(2)));
        let index = read_old(&mut Reader::new(V3), v3).unwrap();
        assert_eq!(index.objects[0], GlobalObject::packed(0x02, 0));
        assert_eq!(
            (
                index.objects[1].owner,
                index.objects[1].state,
                index.objects[1].class
            ),
            (Some(15), 1, 0x01_0203)
        );
        assert_eq!(index.ids(ResourceKind::Room).collect::<Vec<_>>(), [1, 2, 3]);
        let costume = index.entry(ResourceKind::Costume, 1).unwrap();
        assert_eq!((costume.room, costume.offset), (1, Some(0x108f)));
        assert_eq!(index.entry(ResourceKind::Costume, 4), None);
    }

    #[test]
    fn a_cut_index_of_v3_is_an_error_not_a_panic() {
        for len in 0..V3.len() {
            assert!(
                read_old(&mut Reader::new(&V3[..len]), Dialect::new(3)).is_err(),
                "{len}"
            );
        }
    }

    /// The start of the example of N2.
    #[rustfmt::skip]
    const COSTUME_BLOCK: &[u8] = &[
        23, 0, 0, 0, b'0', b'C', // header: size and tag
        3, 0, // three entries: room and offset
        0, 0xff, 0xff, 0xff, 0xff, // no resource has the number 0
        1, 0x9f, 0x45, 0, 0,
        2, 0x76, 0x42, 0, 0,
    ];

    #[test]
    fn room_and_offset_stand_side_by_side_n2() {
        assert!(scumm_book::says("N2", &COSTUME_BLOCK[8..]).unwrap());
        let index = read_small(&mut Reader::new(COSTUME_BLOCK), true).unwrap();
        let costume = index.entry(ResourceKind::Costume, 1).unwrap();
        assert_eq!(
            (costume.room, costume.offset, costume.at),
            (1, Some(0x459f), 13)
        );
        assert_eq!(index.ids(ResourceKind::Costume).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn a_room_on_no_disk_does_not_exist_in_v4_n2() {
        let rooms = b"\x12\0\0\x000R\x02\0\x00\0\0\0\0\x01\0\0\0\0";
        let ids = |has_disks| {
            read_small(&mut Reader::new(rooms), has_disks)
                .unwrap()
                .ids(ResourceKind::Room)
                .collect::<Vec<_>>()
        };
        assert_eq!((ids(true), ids(false)), (vec![1], vec![0, 1]));
    }

    #[test]
    fn the_uncounted_tail_of_fm_towns_is_left_alone_n2() {
        let mut data = b"\x0c\0\0\x000O\x01\0\x01\x00\x00\x2f".to_vec();
        data.extend([0xee; TOWNS_TAIL]);
        let mut index = Reader::new(&data);
        assert_eq!(read_small(&mut index, false).unwrap().objects.len(), 1);
        assert_eq!(index.remaining(), TOWNS_TAIL);
        data.push(0);
        assert!(read_small(&mut Reader::new(&data), false).is_err());
    }

    #[test]
    fn an_unknown_block_is_named() {
        let error = read_small(&mut Reader::new(b"\x06\0\0\x000X"), true).unwrap_err();
        assert_eq!(
            error.to_string(),
            "0X at byte 6 (0x6): expected block RN, 0R, 0S, 0N, 0C or 0O, found block 0X"
        );
    }

    /// Creates an index of the demo: room 1 on disk 1, track 2, sector 3; costume 2 in room 1 at
    /// 0x0102.
    fn demo() -> Vec<u8> {
        let mut bytes = vec![0x32, 0x01];
        bytes.extend([0x1f; V0_OBJECTS]);
        let mut disks = vec![0; V0_ROOMS];
        disks[1] = b'1';
        bytes.extend(disks);
        let mut sectors = vec![0; V0_ROOMS * 2];
        sectors[2..4].copy_from_slice(&[3, 2]);
        bytes.extend(sectors);
        let mut costumes = vec![0; V0_COSTUMES];
        costumes[2] = 1;
        bytes.extend(costumes);
        let mut offsets = vec![0xff; V0_COSTUMES * 2];
        offsets[4..6].copy_from_slice(&[2, 1]);
        bytes.extend(offsets);
        bytes.resize(V0_DEMO_LENGTH, 0xff);
        bytes
    }

    // V6.
    #[test]
    fn the_index_names_sectors_and_rooms_v6() {
        assert_eq!((V0_LENGTH, V0_DEMO_LENGTH, demo().len()), (1188, 783, 783));
        let index = read_v0(Reader::new(&demo()), true, Some(DiskImage::Commodore)).unwrap();
        assert_eq!(
            (index.room_disks[1], index.room_positions[1]),
            (1, (21 + 3) * 256)
        );
        let costume = index.entry(ResourceKind::Costume, 2).unwrap();
        assert_eq!((costume.room, costume.offset), (1, Some(0x0102)));
        assert_eq!(index.ids(ResourceKind::Costume).collect::<Vec<_>>(), [2]);
        assert_eq!(
            (index.objects[0].owner, index.objects[0].state),
            (Some(15), 1)
        );
        assert_eq!(
            (
                index.entry(ResourceKind::Room, 0),
                index.entry(ResourceKind::Room, 1).unwrap().offset
            ),
            (None, Some(0))
        );
        assert!(is_demo_disk(&demo()));
        let mut full = demo();
        full[2 + V0_OBJECTS + 3] = b'2';
        assert!(!is_demo_disk(&full));
    }

    #[test]
    fn a_cut_index_of_v0_is_an_error_not_a_panic() {
        let whole = demo();
        for len in 0..whole.len() {
            assert!(
                read_v0(Reader::new(&whole[..len]), true, None).is_err(),
                "{len}"
            );
        }
    }
}
