//! The index of v3 with 256 colours and v4: blocks with two letters, directories as pairs (N2).

use log::warn;

use crate::block::{self, Header};
use crate::{Reader, Result};

use super::super::directory::Directory;
use super::super::kind::Kind;
use super::{Index, names, old};

/// Number of bytes after the objects of Indiana Jones 3 for FM-Towns that no block's size includes
/// (N2).
pub const TOWNS_TAIL: usize = 32;

/// Reads the index, except an uncounted tail. `has_disks` is true for v4, in which the entries of
/// rooms name disks, counted from 1.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if a block is cut off or of an unknown kind.
pub fn read(index: &mut Reader<'_>, has_disks: bool) -> Result<Index> {
    let mut result = Index::default();
    while index.remaining() > 0 {
        if !result.objects.is_empty() && index.remaining() == TOWNS_TAIL {
            break;
        }
        let block = block::read(index, Header::Small)?;
        let mut data = block.data;
        let kind = match &block.tag.0 {
            b"RN\0\0" => {
                result.room_names = names::read_packed(data)?;
                continue;
            }
            b"0O\0\0" => {
                let count = usize::from(data.u16_le("the number of objects")?);
                let objects = data.bytes(
                    count.saturating_mul(4),
                    format_args!("{count} objects of 4 bytes"),
                )?;
                result.objects = objects.chunks_exact(4).map(old::object).collect();
                continue;
            }
            b"0R\0\0" => Kind::Room,
            b"0S\0\0" => Kind::Script,
            b"0N\0\0" => Kind::Sound,
            b"0C\0\0" => Kind::Costume,
            _ => {
                return Err(data.malformed(
                    "block RN, 0R, 0S, 0N, 0C or 0O",
                    format_args!("block {}", block.tag),
                ));
            }
        };
        let count = usize::from(data.u16_le(format_args!("the number of {kind}s"))?);
        let mut directory = Directory::read_pairs(&mut data, count)?;
        if has_disks && kind == Kind::Room {
            directory
                .entries
                .iter_mut()
                .filter(|entry| entry.room == 0)
                .for_each(|entry| entry.offset = None);
        }
        if result.directories.insert(kind, directory).is_some() {
            warn!("the index has two directories of {kind}s; the later one counts");
        }
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The start of the example of N2.
    #[rustfmt::skip]
    const COSTUMES: &[u8] = &[
        23, 0, 0, 0, b'0', b'C', // header: size and tag
        3, 0, // three entries: room and offset
        0, 0xff, 0xff, 0xff, 0xff, // number 0 is none
        1, 0x9f, 0x45, 0, 0,
        2, 0x76, 0x42, 0, 0,
    ];

    #[test]
    fn room_and_offset_stand_side_by_side_n2() {
        assert!(scumm_book::says("N2", &COSTUMES[8..]).unwrap());
        let index = read(&mut Reader::new(COSTUMES), true).unwrap();
        let costume = index.entry(Kind::Costume, 1).unwrap();
        assert_eq!(
            (costume.room, costume.offset, costume.at),
            (1, Some(0x459f), 13)
        );
        assert_eq!(index.ids(Kind::Costume).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn a_room_on_no_disk_does_not_exist_in_v4_n2() {
        let rooms = b"\x12\0\0\x000R\x02\0\x00\0\0\0\0\x01\0\0\0\0";
        let ids = |has_disks| {
            read(&mut Reader::new(rooms), has_disks)
                .unwrap()
                .ids(Kind::Room)
                .collect::<Vec<_>>()
        };
        assert_eq!((ids(true), ids(false)), (vec![1], vec![0, 1]));
    }

    #[test]
    fn the_uncounted_tail_of_fm_towns_is_left_alone_n2() {
        let mut data = b"\x0c\0\0\x000O\x01\0\x01\x00\x00\x2f".to_vec();
        data.extend([0xee; TOWNS_TAIL]);
        let mut index = Reader::new(&data);
        assert_eq!(read(&mut index, false).unwrap().objects.len(), 1);
        assert_eq!(index.remaining(), TOWNS_TAIL);
        data.push(0);
        assert!(read(&mut Reader::new(&data), false).is_err());
    }

    #[test]
    fn an_unknown_block_is_named() {
        let error = read(&mut Reader::new(b"\x06\0\0\x000X"), true).unwrap_err();
        assert_eq!(
            error.to_string(),
            "0X at byte 6 (0x6): expected block RN, 0R, 0S, 0N, 0C or 0O, found block 0X"
        );
    }
}
