//! Maniac Mansion on media without a file system.
//!
//! The images of the disks of the Commodore 64 and the Apple II (V1..V5) are read in place. The
//! index is at a fixed position of the first disk and names a sector for each room. The data of the
//! room begins at this sector and continues without gaps through the image.
//!
//! The ROM of a cartridge for the Nintendo is converted to the files that the game has on other
//! machines (Q1..Q6). The ROM has no directory. Two tables describe its contents: `rom/blocks.tsv`
//! has the offset and length of each block in each of the seven ROMs that were sold,
//! `rom/files.tsv` the blocks of each file. The files are built in memory, 250 KiB in total, with
//! the encryption that the files have on disks, so that the same code reads files of both origins.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::index::{V0_DEMO_LENGTH, V0_LENGTH, is_demo_disk};
use super::source::{Source, Xor, show_bytes};
use super::stored::StoredFile;
use crate::{Reader, Result};

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
    pub fn from_name(name: &str) -> Option<Self> {
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
    /// from 1, and each zone of tracks has fewer sectors than the zone outside of it. Returns
    /// `None` if the disk has no such track.
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
    /// the image is the disk of another game.
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

// The ROM of a cartridge.

/// The position of each block in each ROM (Q2).
const BLOCKS: &str = include_str!("rom/blocks.tsv");
/// The blocks of each file, in order (Q4).
const FILES: &str = include_str!("rom/files.tsv");

/// The seven ROMs in the order of the table's columns.
const EDITIONS: [&str; 7] = [
    "USA", "Europe", "Sweden", "France", "Germany", "Spain", "Italy",
];

/// Length of a ROM in bytes.
const ROM: u64 = 0x4_0000;
/// Length in bytes of the header of a `.nes` file, and its first bytes.
const CARTRIDGE: (u64, &[u8; 4]) = (16, b"NES\x1a");

/// The bytes after the last block of every file.
const FILE_END: [u8; 2] = [0xd1, 0xf5];
/// The first bytes of the index.
const INDEX_MAGIC: [u8; 2] = [0x43, 0x46];
/// The numbers of rooms, costumes, scripts and sounds in the index, in its order (Q2, Q6).
const DIRECTORIES: [(&str, u16); 4] = [
    ("rooms", 55),
    ("costumes", 80),
    ("scripts", 200),
    ("sounds", 100),
];
/// The kinds of blocks that are stored as costumes, with the number of each kind's first block
/// (Q6). The numbers from 37 on are the tiles of rooms; 37 is the block of base tiles.
const AS_COSTUMES: [(&str, u16); 10] = [
    ("costumes", 0),
    ("sprdesc", 25),
    ("sprlens", 27),
    ("sproffs", 29),
    ("sprdata", 31),
    ("costumegfx", 33),
    ("sprpals", 35),
    ("roomgfx", 37),
    ("charset", 77),
    ("preplist", 78),
];

/// Length in bytes of an entry of the prepositions: 0x20, the word, and zeros (Q5).
const PREPOSITION: usize = 8;

/// Returns whether a file may be a ROM by its name.
pub(super) fn has_rom_name(name: &str) -> bool {
    name.ends_with(".prg") || name.ends_with(".nes")
}

/// Returns the files that a ROM contains, in a folder with the name of the ROM. The list is empty
/// if the file does not have the size of a ROM.
///
/// # Errors
/// Returns [`crate::Error::Io`] if the file cannot be read, or [`crate::Error::Malformed`] if the
/// ROM belongs to another game or an unknown edition.
pub(super) fn rom_parts(file: &StoredFile) -> Result<Vec<StoredFile>> {
    let mut source = Source::open_plain(file)?;
    let start = if source.head()?.starts_with(CARTRIDGE.1) {
        CARTRIDGE.0
    } else {
        0
    };
    if source.len() != start.saturating_add(ROM) {
        return Ok(Vec::new());
    }
    let whole = source.whole("the ROM")?;
    let rom = Reader::new(&whole).at(usize::try_from(start).unwrap_or(0), "the ROM")?;
    let files = files(rom).map_err(|error| error.in_file(file.path.display()))?;
    Ok(files
        .into_iter()
        .map(|(name, bytes)| StoredFile::in_memory(file.path.join(name), bytes))
        .collect())
}

/// Returns all files of a ROM with their names, in the form that they have on disks.
fn files(rom: Reader<'_>) -> Result<Vec<(String, Cow<'static, [u8]>)>> {
    let Some(blocks) = (0..EDITIONS.len())
        .map(|edition| Blocks::read(rom, edition))
        .find(Blocks::agree)
    else {
        let known = EDITIONS.join(", ");
        let expected = format!("one of the seven known ROMs of Maniac Mansion ({known})");
        return Err(rom.malformed(expected, "a ROM with another layout"));
    };
    let mut places = Places::new();
    let mut files = Vec::new();
    for line in FILES.lines().filter(|line| !line.starts_with('#')) {
        let Some((number, names)) = line.split_once('\t') else {
            continue;
        };
        let mut file = Vec::new();
        for (kind, index) in names.split(' ').filter_map(|name| name.split_once(':')) {
            let Ok(index) = index.parse() else { continue };
            let stored = blocks.stored(kind, index);
            if let (Ok(file_number), Ok(offset)) = (number.parse(), u16::try_from(file.len())) {
                places.insert(place_of(kind, index), (file_number, offset));
            }
            file.extend(stored);
        }
        file.extend(FILE_END);
        Xor::OLD.apply(&mut file);
        files.push((format!("{number}.LFL"), file.into()));
    }
    let mut index = blocks.index(&places);
    Xor::OLD.apply(&mut index);
    files.push(("00.LFL".to_owned(), index.into()));
    Ok(files)
}

/// Returns the directory that lists a block, and the block's number there (Q6).
fn place_of(kind: &'static str, index: u16) -> (&'static str, u16) {
    let stored = AS_COSTUMES.iter().find(|(name, _)| *name == kind);
    stored.map_or((kind, index), |(_, first)| {
        ("costumes", first.saturating_add(index))
    })
}

/// File and offset of the listed blocks, by directory and number.
type Places = BTreeMap<(&'static str, u16), (u8, u16)>;

/// The blocks of a ROM as stored, by kind and number.
struct Blocks<'a>(BTreeMap<(&'static str, u16), &'a [u8]>);

impl<'a> Blocks<'a> {
    /// Reads the blocks at their positions in one edition. A block outside the ROM is skipped.
    fn read(rom: Reader<'a>, edition: usize) -> Self {
        let hex = |text: &str| usize::from_str_radix(text, 16).ok();
        let rows = BLOCKS
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| {
                let mut columns = line.split('\t');
                let kind = columns.next()?;
                let index = columns.next()?.parse().ok()?;
                let (offset, length) = columns.nth(edition)?.split_once(':')?;
                Some(((kind, index), rom.peek_bytes(hex(offset)?, hex(length)?)?))
            });
        Self(rows.collect())
    }

    fn get(&self, kind: &'static str, index: u16) -> &'a [u8] {
        self.0.get(&(kind, index)).copied().unwrap_or_default()
    }

    /// Returns whether the blocks that contain their own length (rooms and scripts) have the
    /// lengths of the edition.
    fn agree(&self) -> bool {
        let mut sized = self
            .0
            .iter()
            .filter(|((kind, _), bytes)| is_sized(kind) && !bytes.is_empty());
        sized.all(|(_, bytes)| {
            Reader::new(bytes)
                .peek(0)
                .map(u16::from_le_bytes)
                .map(usize::from)
                == Some(bytes.len())
        })
    }

    /// Returns a block in the form of the files: preceded by its length, unless the block itself
    /// begins with its length (Q3).
    fn stored(&self, kind: &'static str, index: u16) -> Vec<u8> {
        let bytes = self.get(kind, index);
        match kind {
            _ if is_sized(kind) => bytes.to_vec(),
            "preplist" => prepositions(bytes),
            _ => {
                let length = u16::try_from(bytes.len().saturating_add(2)).unwrap_or(u16::MAX);
                [&length.to_le_bytes()[..], bytes].concat()
            }
        }
    }

    /// Returns the index (Q6).
    fn index(&self, places: &Places) -> Vec<u8> {
        let mut index = INDEX_MAGIC.to_vec();
        index.extend(self.get("globdata", 0));
        for (directory, count) in DIRECTORIES {
            let listed = (0..count).map(|number| {
                places
                    .get(&(directory, number))
                    .copied()
                    .unwrap_or_default()
            });
            index.extend(listed.clone().map(|(file, _)| file));
            index.extend(listed.flat_map(|(_, offset)| offset.to_le_bytes()));
        }
        index
    }
}

/// Returns whether blocks of a kind begin with their own length.
fn is_sized(kind: &str) -> bool {
    matches!(kind, "rooms" | "scripts")
}

/// Returns the prepositions in the form of the files (Q5). In the ROM, they are four strings that
/// end with a zero.
fn prepositions(rom: &[u8]) -> Vec<u8> {
    let mut block = vec![0x2a, 0, 0x20, 0, 0, 0, 0, 0, 0, 0];
    for word in rom.split(|&byte| byte == 0).take(4) {
        let mut entry = vec![0x20];
        entry.extend(word);
        entry.resize(PREPOSITION, 0);
        block.extend(entry);
    }
    block
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
        let kinds =
            ["maniac1.d64", "maniac1.dsk", "d64", "maniac.d64.zip"].map(DiskImage::from_name);
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

    /// Creates a ROM in which the rooms and scripts of an edition begin with their lengths.
    fn rom(edition: usize) -> Vec<u8> {
        let mut rom = vec![0; ROM as usize];
        for line in BLOCKS
            .lines()
            .filter(|line| line.starts_with("rooms") || line.starts_with("scripts"))
        {
            let (offset, length) = line
                .split('\t')
                .nth(edition + 2)
                .unwrap()
                .split_once(':')
                .unwrap();
            let [offset, length] =
                [offset, length].map(|text| usize::from_str_radix(text, 16).unwrap());
            if length != 0 {
                rom[offset..offset + 2].copy_from_slice(&(length as u16).to_le_bytes());
            }
        }
        rom
    }

    #[test]
    fn the_tables_name_what_there_is_q2_q4() {
        assert_eq!(
            BLOCKS.lines().filter(|line| !line.starts_with('#')).count(),
            396
        );
        let names: Vec<_> = FILES
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        assert_eq!(names.len(), 54);
        let whole = vec![0; ROM as usize];
        for edition in 0..EDITIONS.len() {
            let blocks = Blocks::read(Reader::new(&whole), edition);
            assert_eq!(blocks.0.len(), 396, "every block lies inside the ROM");
            for name in names
                .iter()
                .flat_map(|line| line.split_once('\t').unwrap().1.split(' '))
            {
                let (kind, index) = name.split_once(':').unwrap();
                assert!(
                    blocks.0.contains_key(&(kind, index.parse().unwrap())),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn each_edition_is_told_by_where_its_rooms_lie_q1() {
        for edition in 0..EDITIONS.len() {
            let rom = rom(edition);
            let agrees: Vec<_> = (0..7)
                .filter(|&other| Blocks::read(Reader::new(&rom), other).agree())
                .collect();
            assert_eq!(agrees, [edition]);
            let files = files(Reader::new(&rom)).unwrap();
            assert_eq!(files.len(), 55);
            let (name, index) = files.last().unwrap();
            assert_eq!(
                (name.as_str(), index.len(), &index[..2]),
                ("00.LFL", 2082, &[0xbc, 0xb9][..])
            );
        }
    }

    #[test]
    fn a_rom_of_another_game_is_named_with_the_seven_that_are_known_q1() {
        let error = files(Reader::new(&vec![0; ROM as usize]))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("USA, Europe, Sweden, France, Germany, Spain, Italy"),
            "{error}"
        );
    }

    #[test]
    fn a_cartridge_file_is_the_rom_behind_sixteen_bytes_q1() {
        let stored = |name: &str, bytes: Vec<u8>| StoredFile::in_memory(name.into(), bytes.into());
        let header = [&CARTRIDGE.1[..], &[0; 12]].concat();
        let count = |file: &StoredFile| rom_parts(file).unwrap().len();
        assert_eq!(count(&stored("a.prg", rom(0))), 55);
        assert_eq!(
            count(&stored("a.nes", [header.clone(), rom(0)].concat())),
            55
        );
        assert_eq!(
            count(&stored("a.nes", header)),
            0,
            "too short for a cartridge"
        );
        assert!(rom_parts(&stored("a.nes", vec![0; ROM as usize])).is_err());
    }

    #[test]
    fn blocks_begin_with_their_length_q3() {
        let rom = rom(0);
        let blocks = Blocks::read(Reader::new(&rom), 0);
        for (kind, more) in [("rooms", 0), ("costumes", 2), ("globdata", 2)] {
            let index = u16::from(kind != "globdata");
            let stored = blocks.stored(kind, index);
            assert_eq!(stored.len(), blocks.get(kind, index).len() + more, "{kind}");
            assert_eq!(
                usize::from(u16::from_le_bytes([stored[0], stored[1]])),
                stored.len(),
                "{kind}"
            );
        }
    }

    #[test]
    fn prepositions_fill_eight_bytes_each_q5() {
        let block = prepositions(b"in\0with\0on\0to\0rest");
        assert_eq!((block.len(), block[0]), (0x2a, 0x2a));
        assert_eq!(&block[10..26], b" in\0\0\0\0\0 with\0\0\0");
    }
}
