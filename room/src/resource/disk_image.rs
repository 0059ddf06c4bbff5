//! Maniac Mansion on the disks of the Commodore 64 and the Apple II (V1..V5): images of whole
//! disks, which are read in place.
//!
//! The game uses no file system. Its index is at a fixed position of the first disk and names a
//! sector for each room; the data continues from there without gaps through the image.

use super::index::{V0_DEMO_LENGTH, V0_LENGTH, is_demo_disk};
use super::source::{Source, show_bytes};
use super::xor::Xor;
use crate::error::Result;

/// Length of a sector in bytes.
const SECTOR: u64 = 256;

/// The first word of an index on a disk (V5).
const ON_DISK: [u8; 2] = 0x0a31_u16.to_le_bytes();

/// A kind of disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiskImage {
    /// `.d64`: a disk of the Commodore 64, whose outer tracks have more sectors (V2).
    Commodore,
    /// `.dsk`: a disk of the Apple II (V3).
    Apple,
}

impl DiskImage {
    /// Returns the kind of an image with this name, in lower case.
    pub fn of_name(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1 {
            "d64" => Some(Self::Commodore),
            "dsk" => Some(Self::Apple),
            _ => None,
        }
    }

    /// Returns the position of the index on the first disk (V5).
    fn index_at(self) -> u64 {
        match self {
            Self::Commodore => 0,
            Self::Apple => 142_080,
        }
    }

    /// Returns the first word of the index in extracted files (V9).
    fn extracted(self) -> [u8; 2] {
        match self {
            Self::Commodore => 0x0132_u16.to_le_bytes(),
            Self::Apple => 0x0032_u16.to_le_bytes(),
        }
    }

    /// Returns the number of sectors of a track (V2, V3). On the Commodore's disks, tracks count
    /// from 1, and each zone of tracks has fewer sectors than the one outside it. `None` if the
    /// disk has no such track.
    fn sectors(self, track: u8) -> Option<u64> {
        match (self, track) {
            (Self::Commodore, 1..=17) => Some(21),
            (Self::Commodore, 18..=24) => Some(19),
            (Self::Commodore, 25..=30) => Some(18),
            (Self::Commodore, 31..=35) => Some(17),
            (Self::Apple, 0..=34) => Some(16),
            _ => None,
        }
    }

    /// Returns the position in the image of a sector of a track (V2, V3); `None` if the disk has no
    /// such sector.
    pub fn position(self, track: u8, sector: u8) -> Option<u64> {
        let sector = u64::from(sector);
        let here = self.sectors(track)?;
        let before: u64 = (0..track).filter_map(|track| self.sectors(track)).sum();
        (sector < here).then(|| before.saturating_add(sector).saturating_mul(SECTOR))
    }

    /// Returns whether an image begins like the first disk of the game.
    pub fn has_index(self, source: &mut Source) -> bool {
        source
            .read(self.index_at(), 2, "the index")
            .is_ok_and(|word| word == ON_DISK)
    }

    /// Returns the index in the form of extracted files (V9).
    ///
    /// # Errors
    /// Returns [`crate::Error::Io`] if the image cannot be read, or [`crate::Error::Malformed`] if
    /// it is the disk of another game.
    pub fn index(self, source: &mut Source) -> Result<Vec<u8>> {
        let at = self.index_at();
        if !self.has_index(source) {
            let found = source.read(at, 2, "the index")?;
            let expected = "the index of Maniac Mansion's first disk (bytes 31 0a)";
            return Err(source.malformed(at, expected, show_bytes(&found)));
        }
        let mut bytes = source.read(at, V0_DEMO_LENGTH, "the index")?;
        if !is_demo_disk(&bytes) {
            bytes = source.read(at, V0_LENGTH, "the index")?;
        }
        if let Some(word) = bytes.first_chunk_mut() {
            *word = self.extracted();
        }
        Xor::OLD.apply(&mut bytes);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // V2, V4.
    #[test]
    fn sectors_of_a_commodore_disk_run_through_the_image_v2_v4() {
        let disk = DiskImage::Commodore;
        let sectors = |track: u8| {
            (0..=255)
                .take_while(|&sector| disk.position(track, sector).is_some())
                .count()
        };
        assert_eq!(
            [1, 17, 18, 24, 25, 30, 31, 35].map(sectors),
            [21, 21, 19, 19, 18, 18, 17, 17]
        );
        let all: Vec<u64> = (1..=35)
            .flat_map(|track| (0..21).filter_map(move |sector| disk.position(track, sector)))
            .collect();
        assert!(all.iter().copied().eq((0..683).map(|n| n * 256)));
        assert_eq!(
            [
                disk.position(0, 0),
                disk.position(36, 0),
                disk.position(18, 19)
            ],
            [None; 3]
        );
    }

    // V3, V5.
    #[test]
    fn an_apple_disk_has_sixteen_sectors_a_track_v3_v5() {
        let disk = DiskImage::Apple;
        assert_eq!(
            [
                disk.position(0, 0),
                disk.position(34, 11),
                disk.position(34, 15)
            ],
            [Some(0), Some(142_080), Some(143_104)]
        );
        assert_eq!([disk.position(35, 0), disk.position(0, 16)], [None; 2]);
    }

    // V1.
    #[test]
    fn an_image_is_known_by_its_ending_v1() {
        let kinds = ["maniac1.d64", "maniac1.dsk", "d64", "maniac.d64.zip"].map(DiskImage::of_name);
        assert_eq!(
            kinds,
            [
                Some(DiskImage::Commodore),
                Some(DiskImage::Apple),
                None,
                None
            ]
        );
    }
}
