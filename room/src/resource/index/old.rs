//! The index of v1, v2 and v3 with 16 colours: columns without tags (N1a, N1b, N1c).

use crate::{Dialect, GameId, Platform, Reader, Result};

use super::super::directory::{Directory, Entry};
use super::super::kind::Kind;
use super::Index;
use super::objects::GlobalObject;

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

/// The v1 games. For the Nintendo, the counts are those of the files that are made from a ROM (Q6).
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
const ORDER: [Kind; 4] = [Kind::Room, Kind::Costume, Kind::Script, Kind::Sound];

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
            let missing = |entry: &&mut Entry| entry.room == 0 && entry.offset == Some(0);
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

/// Returns whether the index of this version would end exactly at the end of the file, which
/// distinguishes v2 and v3 (I4).
pub fn fits(mut index: Reader<'_>, dialect: Dialect) -> bool {
    read(&mut index, dialect).is_ok() && index.remaining() == 0
}

/// Reads a v2 or v3 EGA index.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the index is too short.
pub fn read(index: &mut Reader<'_>, dialect: Dialect) -> Result<Index> {
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
pub(super) fn object(bytes: &[u8]) -> GlobalObject {
    match *bytes {
        [a, b, c, owner_state] => {
            GlobalObject::packed(owner_state, u32::from_le_bytes([a, b, c, 0]))
        }
        [owner_state, ..] => GlobalObject::packed(owner_state, 0),
        [] => GlobalObject::default(),
    }
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
        let index = read(&mut Reader::new(V3), v3).unwrap();
        assert_eq!(index.objects[0], GlobalObject::packed(0x02, 0));
        assert_eq!(
            (
                index.objects[1].owner,
                index.objects[1].state,
                index.objects[1].class
            ),
            (Some(15), 1, 0x01_0203)
        );
        assert_eq!(index.ids(Kind::Room).collect::<Vec<_>>(), [1, 2, 3]);
        let costume = index.entry(Kind::Costume, 1).unwrap();
        assert_eq!((costume.room, costume.offset), (1, Some(0x108f)));
        assert_eq!(index.entry(Kind::Costume, 4), None);
    }

    #[test]
    fn a_cut_index_is_an_error_not_a_panic() {
        for len in 0..V3.len() {
            assert!(
                read(&mut Reader::new(&V3[..len]), Dialect::new(3)).is_err(),
                "{len}"
            );
        }
    }
}
