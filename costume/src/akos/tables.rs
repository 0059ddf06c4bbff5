//! The chunks of a costume (A1) and its small tables: the header (AKHD, A2), the colours (AKPL and
//! RGBS, A3, A95), the conditions (AKCT and AKST, A9, A44) and the jump table (AKFO and AKSF, A9,
//! A32).

use scumm_room::block::{self, Block, Header};
use scumm_room::{Dialect, Error, Reader, Result, Tag};

use crate::damage::Damage;
use crate::{Fault, Limb};

/// The tag of the screen colours.
pub const AKPL: Tag = Tag(*b"AKPL");
/// The tag of the colours with three bytes (red, green, blue) each.
pub const RGBS: Tag = Tag(*b"RGBS");
/// The tag of the stream of codes and commands.
pub const AKSQ: Tag = Tag(*b"AKSQ");
/// The tag of the chores.
pub const AKCH: Tag = Tag(*b"AKCH");
/// The tag of the offsets of cels.
pub const AKOF: Tag = Tag(*b"AKOF");
/// The tag of the sizes and places of cels.
pub const AKCI: Tag = Tag(*b"AKCI");
/// The tag of the pixels of cels.
pub const AKCD: Tag = Tag(*b"AKCD");
/// The tag of the jump table.
pub const AKFO: Tag = Tag(*b"AKFO");
/// The tag of each sequence's part of the jump table.
pub const AKSF: Tag = Tag(*b"AKSF");
/// The tag of each sequence's conditions.
pub const AKST: Tag = Tag(*b"AKST");
/// The tag of the condition words.
pub const AKCT: Tag = Tag(*b"AKCT");
/// The tag of the aux frames.
pub const AKAX: Tag = Tag(*b"AKAX");

/// All chunks that the engine reads, in the order in which the encoder writes them. The flag is
/// true for chunks that every costume needs.
pub const CHUNKS: [(Tag, bool); 13] = [
    (Akhd::TAG, true), // AKHD: header
    (AKPL, false),     // AKPL: colours
    (RGBS, false),     // RGBS: colours in red, green and blue
    (AKSQ, true),      // AKSQ: stream of codes and commands
    (AKCH, true),      // AKCH: chores
    (AKOF, true),      // AKOF: offsets of cels
    (AKCI, true),      // AKCI: sizes and places of cels
    (AKCD, true),      // AKCD: pixels of cels
    (AKFO, false),     // AKFO: jump table
    (AKSF, false),     // AKSF: each sequence's part of the jump table
    (AKST, false),     // AKST: each sequence's conditions
    (AKCT, false),     // AKCT: condition words
    (AKAX, false),     // AKAX: aux frames
];

/// A chunk of a costume.
pub(crate) struct Chunk<'a> {
    /// The chunk.
    pub block: Block<'a>,
    /// True if the engine reads the chunk: its tag is in [`CHUNKS`], and it is the first chunk with
    /// that tag (A1).
    pub is_read: bool,
    /// The error of a chunk that is longer than the costume. Such a chunk ends with the costume.
    pub cut: Option<Error>,
}

/// Returns the chunks of a costume in file order. A damaged header is an error, which ends the
/// iterator.
pub(crate) fn walk_chunks(costume: Reader<'_>) -> impl Iterator<Item = Result<Chunk<'_>>> {
    let mut seen = [false; CHUNKS.len()];
    let mut rest = costume;
    std::iter::from_fn(move || {
        if rest.remaining() == 0 {
            return None;
        }
        let (block, cut) = match block::read_cut(&mut rest, Header::Large) {
            Ok(found) => found,
            Err(error) => {
                rest = Reader::new(&[]);
                return Some(Err(error));
            }
        };
        let mut is_read = false;
        for ((tag, _), is_seen) in CHUNKS.iter().zip(&mut seen) {
            if *tag == block.tag {
                is_read = !*is_seen;
                *is_seen = true;
            }
        }
        Some(Ok(Chunk {
            block,
            is_read,
            cut,
        }))
    })
}

/// The chunks that the engine reads.
pub(super) struct Chunks<'a> {
    costume: Reader<'a>,
    chunks: Vec<Block<'a>>,
}

impl<'a> Chunks<'a> {
    /// Reads the chunks up to the end of the data or the first damaged header.
    pub(super) fn read(costume: Reader<'a>, damage: &mut Damage) -> Result<Self> {
        let mut chunks = Vec::new();
        for chunk in walk_chunks(costume) {
            let Some(chunk) = damage.accept(chunk)? else {
                break;
            };
            if let Some(error) = chunk.cut {
                damage.report(error)?;
            }
            if chunk.is_read {
                chunks.push(chunk.block);
            }
        }
        Ok(Self { costume, chunks })
    }

    /// Returns the data of a chunk, or `None` if no chunk has this tag.
    pub(super) fn find(&self, tag: Tag) -> Option<Reader<'a>> {
        self.chunks
            .iter()
            .find(|chunk| chunk.tag == tag)
            .map(|chunk| chunk.data)
    }

    /// Returns the data of a chunk that every costume needs.
    pub(super) fn need(&self, tag: Tag) -> Result<Reader<'a>> {
        self.find(tag).ok_or_else(|| {
            self.costume
                .malformed(format_args!("chunk {tag}"), "no such chunk")
        })
    }

    /// Returns the data of a chunk, or empty data if no chunk has this tag.
    pub(super) fn data(&self, tag: Tag) -> Reader<'a> {
        self.find(tag).unwrap_or_else(|| Reader::new(&[]))
    }
}

/// The coding of the pictures of a costume (A46).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Codec {
    /// Codec 1: columns of runs, as in COST (A60).
    Rle,
    /// Codec 5: rows of runs and literals (A70).
    Bomp,
    /// Codec 16: one bit stream for all rows, which stores the difference of each colour from the
    /// previous colour (A80).
    Majmin,
    /// Codec 32: rows with gaps, runs and literals; Humongous games only (A90).
    Trle,
    /// A codec number that no game can draw.
    Unknown(u16),
}

impl Codec {
    /// Returns the codec with this number.
    #[must_use]
    pub fn from_number(number: u16) -> Self {
        let known = [Self::Rle, Self::Bomp, Self::Majmin, Self::Trle];
        known
            .into_iter()
            .find(|codec| codec.number() == number)
            .unwrap_or(Self::Unknown(number))
    }

    /// Returns the number of the codec.
    #[must_use]
    pub fn number(self) -> u16 {
        match self {
            Self::Rle => 1,
            Self::Bomp => 5,
            Self::Majmin => 16,
            Self::Trle => 32,
            Self::Unknown(other) => other,
        }
    }
}

/// AKHD, the header of an AKOS: six words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Akhd {
    /// A version number, which no engine reads.
    pub version: u16,
    /// The flags [`Akhd::NO_MIRROR`] and [`Akhd::EIGHT_DIRECTIONS`].
    pub flags: u16,
    /// Number of chores.
    pub chores: u16,
    /// Number of cels. No engine compares this number with AKOF (A99).
    pub cels: u16,
    /// The codec of the pictures.
    pub codec: Codec,
    /// A number of layers, which no engine reads.
    pub layers: u16,
}

impl Akhd {
    /// The chunk's tag.
    pub const TAG: Tag = Tag(*b"AKHD");
    /// The names of the header's words, in file order.
    pub const FIELDS: [&'static str; 6] = [
        "version",
        "flags",
        "number of chores",
        "number of cels",
        "codec",
        "number of layers",
    ];
    /// Length of a word in bytes.
    pub const FIELD_LEN: usize = 2;
    /// Length of a whole header in bytes.
    pub const LEN: usize = Self::FIELD_LEN * Self::FIELDS.len();
    /// Flag: facing west is not drawn mirrored (A45).
    pub const NO_MIRROR: u16 = 1;
    /// Flag: there are eight directions (A6).
    pub const EIGHT_DIRECTIONS: u16 = 2;

    /// Parses the data of the chunk. Words that are missing from a short header are 0: some
    /// compilers omit the last word, which no engine reads (A2).
    pub(super) fn parse(mut data: Reader<'_>) -> Self {
        let [version, flags, chores, cels, codec, layers] =
            Self::FIELDS.map(|name| data.u16_le(name).unwrap_or(0));
        Self {
            version,
            flags,
            chores,
            cels,
            codec: Codec::from_number(codec),
            layers,
        }
    }

    /// Returns the data of the chunk.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let words = [
            self.version,
            self.flags,
            self.chores,
            self.cels,
            self.codec.number(),
            self.layers,
        ];
        words.map(u16::to_le_bytes).concat()
    }

    /// Returns whether facing west is drawn mirrored (A45).
    #[must_use]
    pub fn mirrors_west(&self) -> bool {
        self.flags & Self::NO_MIRROR == 0
    }

    /// Returns whether there are chores for eight directions (A6).
    #[must_use]
    pub fn has_eight_directions(&self) -> bool {
        self.flags & Self::EIGHT_DIRECTIONS != 0
    }
}

/// The most colours of a costume. A larger number is fatal in the reference (A3).
pub const COLOURS: usize = 256;

/// Parses the data of the chunk: a byte for each colour.
///
/// # Errors
/// Returns [`scumm_room::Error::Limit`] if there are more colours than [`COLOURS`].
pub(super) fn parse_palette(data: Reader<'_>) -> Result<Vec<u8>> {
    if data.len() > COLOURS {
        return Err(data.over_limit(
            "the number of colours in AKPL",
            data.len() as u64,
            COLOURS as u64,
        ));
    }
    Ok(data.all().to_vec())
}

/// Parses the data of RGBS. Bytes after the last whole colour are ignored.
pub(super) fn parse_rgb(mut data: Reader<'_>) -> Vec<[u8; 3]> {
    std::iter::from_fn(|| data.array("a colour").ok()).collect()
}

/// The most conditions of one command (A44).
pub const MOST_CONDITIONS: usize = 32;
/// Length of a condition word in bytes.
const WORD_LEN: usize = 4;

/// The bits of a word that select how its other bits are compared with the mask.
const KIND: u32 = 0xc000_0000;
/// A value of [`KIND`]: all bits must be set in the mask.
const ALL: u32 = 0x4000_0000;
/// A value of [`KIND`]: no bit may be set in the mask.
const NONE: u32 = 0x8000_0000;
/// From HE90 on: the bits that select how to draw.
const DRAWING: u32 = 0xe000;
/// From HE90 on: draw through the actor's blend table.
const BLEND: u32 = 0x8000;

/// A condition word as the game's version interprets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    word: u32,
    /// From HE90 on: the item is drawn through the actor's blend table.
    pub blend: bool,
}

impl Condition {
    /// Creates the condition of a word.
    #[must_use]
    pub fn new(word: u32, dialect: &Dialect) -> Self {
        if dialect.blends_by_condition() {
            // From HE90 on, a word that has only bits of [`KIND`] is an empty condition.
            let empty = word & !DRAWING & !KIND == 0;
            Self {
                word: if empty { 0 } else { word & !DRAWING },
                blend: word & BLEND != 0,
            }
        } else {
            Self { word, blend: false }
        }
    }

    /// Returns whether the condition neither compares bits nor blends.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.word == 0 && !self.blend
    }

    /// Returns whether the condition holds for an actor with this condition mask.
    #[must_use]
    pub fn holds(self, mask: u32) -> bool {
        let bits = self.word & !KIND;
        match self.word & KIND {
            _ if self.word == 0 => true,
            ALL => mask & bits == bits,
            NONE => mask & bits == 0,
            _ => mask & bits != 0,
        }
    }
}

/// Returns the condition words in the data of the chunk, from its start. Bytes after the last whole
/// word are ignored.
#[cfg(feature = "edit")]
pub fn condition_words(data: &[u8]) -> impl Iterator<Item = u32> {
    let mut data = Reader::new(data);
    std::iter::from_fn(move || data.u32_le("a condition").ok())
}

/// Returns the condition at `index` of the part that begins at byte `offset` of the data. A part
/// may begin at any byte. Without AKCT every condition holds (A44). Returns `None` outside the
/// data.
pub(super) fn condition(
    data: &[u8],
    dialect: &Dialect,
    offset: u32,
    index: u8,
) -> Option<Condition> {
    if data.is_empty() {
        return Some(Condition {
            word: 0,
            blend: false,
        });
    }
    let byte = usize::try_from(offset)
        .ok()?
        .checked_add(usize::from(index).saturating_mul(WORD_LEN))?;
    Some(Condition::new(
        u32::from_le_bytes(Reader::new(data).peek(byte)?),
        dialect,
    ))
}

/// Returns the data of a chunk with these condition words.
#[must_use]
#[cfg(feature = "edit")]
pub fn write_condition_words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Returns the data of a chunk with these entries: pairs of a sequence's start and the offset of
/// its conditions in the data of AKCT.
#[must_use]
#[cfg(feature = "edit")]
pub fn write_conditions(entries: &[(u32, u32)]) -> Vec<u8> {
    entries
        .iter()
        .flat_map(|&(start, offset)| [start, offset])
        .flat_map(u32::to_le_bytes)
        .collect()
}

/// Parses the data of the chunk. Bytes after the last whole entry are ignored.
pub(super) fn parse_conditions(mut data: Reader<'_>) -> Vec<(u32, u32)> {
    let entry = || {
        Some((
            data.u32_le("a sequence's start").ok()?,
            data.u32_le("its conditions").ok()?,
        ))
    };
    std::iter::from_fn(entry).collect()
}

/// Returns the offset of the conditions of the sequence at `start`; 0 if AKST has no entries (A9).
///
/// # Errors
/// Returns [`Fault::NoSequenceEntry`] if there are entries, but none for this sequence.
pub fn condition_offset(entries: &[(u32, u32)], start: u16) -> Result<u32, Fault> {
    if entries.is_empty() {
        return Ok(0);
    }
    let entry = entries.iter().find(|entry| entry.0 == u32::from(start));
    entry
        .map(|entry| entry.1)
        .ok_or(Fault::NoSequenceEntry(start))
}

/// The part of the jump table that belongs to one sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JumpTable {
    /// The first position of the sequence in AKSQ.
    pub start: u16,
    /// Index of the part's first word in AKFO. Each entry takes two words (A32).
    pub offset: u16,
    /// Number of entries.
    pub count: u16,
}

#[cfg(feature = "edit")]
impl JumpTable {
    /// Returns the range of the part's words in AKFO. Only the first word of each entry is used
    /// (A32).
    #[must_use]
    pub fn words(&self) -> Option<std::ops::Range<usize>> {
        let last = usize::from(self.count)
            .checked_sub(1)?
            .saturating_mul(2)
            .saturating_add(self.offset.into());
        Some(self.offset.into()..last.saturating_add(1))
    }

    /// Returns the bytes of the entry.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        [self.start, self.offset, self.count]
            .map(u16::to_le_bytes)
            .concat()
    }
}

/// Parses the data of the chunk. Bytes after the last whole entry are ignored.
pub(super) fn parse_jump_tables(mut data: Reader<'_>) -> Vec<JumpTable> {
    let entry = || {
        Some(JumpTable {
            start: data.u16_le("a sequence's start").ok()?,
            offset: data.u16_le("its jump table").ok()?,
            count: data.u16_le("the length of its jump table").ok()?,
        })
    };
    std::iter::from_fn(entry).collect()
}

/// Returns the jump table of the sequence at `start`; an empty table if AKSF has no entries (A9).
///
/// # Errors
/// Returns [`Fault::NoSequenceEntry`] if there are entries, but none for this sequence.
pub fn jump_table(entries: &[JumpTable], start: u16) -> Result<JumpTable, Fault> {
    if entries.is_empty() {
        return Ok(JumpTable::default());
    }
    entries
        .iter()
        .find(|entry| entry.start == start)
        .copied()
        .ok_or(Fault::NoSequenceEntry(start))
}

/// Parses the data of the chunk: words, each of which is a position in AKSQ. A byte after the last
/// whole word is ignored.
#[must_use]
pub fn jump_words(mut data: Reader<'_>) -> Vec<u16> {
    std::iter::from_fn(|| data.u16_le("an entry of the jump table").ok()).collect()
}

/// Returns the data of a chunk with these words.
#[must_use]
#[cfg(feature = "edit")]
pub fn write_jump_words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Returns the target of entry `index` of a limb's jump table (A32).
///
/// Before HE80, all limbs share one table. From HE80 on, each limb has its own part with
/// `jump_count` entries. An entry then takes two words, of which only the first is used: the
/// reference multiplies both the offset of the part and the index by the size of a word, and treats
/// the result as a number of words.
///
/// # Errors
/// Returns [`Fault::BadJump`] if there is no such entry.
pub(super) fn jump_target(
    words: &[u16],
    dialect: &Dialect,
    limb: &Limb,
    index: i32,
) -> Result<u16, Fault> {
    let entry = usize::try_from(index).map_err(|_| Fault::BadJump(index))?;
    let place = if !dialect.has_limb_jump_tables() {
        entry
    } else if entry < limb.jump_count.into() {
        entry
            .saturating_mul(2)
            .saturating_add(limb.jump_offset.into())
    } else {
        return Err(Fault::BadJump(index));
    };
    words.get(place).copied().ok_or(Fault::BadJump(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: [u8; Akhd::LEN] = [
        1, 0, // version
        3, 0, // flags: not mirrored, eight directions
        12, 0, // chores
        8, 1, // cels
        16, 0, // codec
        2, 0, // layers
    ];

    #[test]
    fn the_header_is_six_words_a2() {
        let header = Akhd::parse(Reader::new(&BYTES));
        assert_eq!((header.version, header.chores, header.cels), (1, 12, 264));
        assert_eq!((header.codec, header.layers), (Codec::Majmin, 2));
        assert!(header.has_eight_directions() && !header.mirrors_west());
        assert_eq!(header.write(), BYTES);
    }

    #[test]
    fn words_that_a_short_header_lacks_are_0_a2() {
        let whole = Akhd::parse(Reader::new(&BYTES));
        let cut = |len: usize| Akhd::parse(Reader::new(&BYTES[..len]));
        assert_eq!(cut(10), Akhd { layers: 0, ..whole });
        assert_eq!(cut(11), Akhd { layers: 0, ..whole });
        assert_eq!(
            cut(8),
            Akhd {
                layers: 0,
                codec: Codec::Unknown(0),
                ..whole
            }
        );
        assert_eq!(
            cut(0),
            Akhd {
                version: 0,
                flags: 0,
                chores: 0,
                cels: 0,
                codec: Codec::Unknown(0),
                layers: 0
            }
        );
    }

    #[test]
    fn codecs_keep_their_numbers() {
        assert!(
            [1, 5, 16, 32, 7]
                .iter()
                .all(|&n| Codec::from_number(n).number() == n)
        );
    }

    fn holds(word: u32, mask: u32) -> bool {
        Condition::new(word, &Dialect::humongous(72)).holds(mask)
    }

    #[test]
    fn condition_words_w12() {
        let words = [0, 0x0000_0002, 0x4000_0002, 0x8000_0002];
        assert_eq!(words.map(|word| holds(word, 1)), [true, false, false, true]);
        assert_eq!(words.map(|word| holds(word, 3)), [true, true, true, false]);
    }

    #[test]
    fn several_bits_a44() {
        assert_eq!(
            [0, 2, 4, 6].map(|mask| holds(0x4000_0006, mask)),
            [false, false, false, true]
        );
        assert_eq!(
            [0, 2, 4, 6].map(|mask| holds(0x8000_0006, mask)),
            [true, false, false, false]
        );
        assert_eq!(
            [0, 2, 4, 6].map(|mask| holds(0xc000_0006, mask)),
            [false, true, true, true]
        );
    }

    #[test]
    fn words_with_top_bits_only_a44() {
        let kinds = [0x4000_0000, 0x8000_0000, 0xc000_0000];
        assert_eq!(kinds.map(|word| holds(word, 1)), [true, true, false]);
        assert_eq!(
            kinds.map(|word| Condition::new(word, &Dialect::humongous(90)).holds(1)),
            [true; 3]
        );
    }

    #[test]
    fn drawing_bits_are_taken_out_from_he90_on_a44() {
        let he90 = |word| Condition::new(word, &Dialect::humongous(90));
        assert!(he90(0x8000).blend && he90(0x8000).holds(0) && he90(0xe000).holds(0));
        assert!(!he90(0x4000).blend && he90(0x2000).holds(0));
        assert!(he90(0x0008_8000).blend && !he90(0x0008_8000).holds(1));
        assert!(!Condition::new(0x8000, &Dialect::humongous(80)).blend && !holds(0x8000, 1));
    }

    #[test]
    fn words_are_found_by_offset_and_index_a44() {
        let words = [0, 2, 0x4000_0003];
        let akct = write_condition_words(&words);
        assert_eq!(condition_words(&akct).collect::<Vec<_>>(), words);
        let at = |offset, index| {
            condition(&akct, &Dialect::humongous(72), offset, index).map(|c| c.word)
        };
        assert_eq!(
            [at(0, 1), at(4, 1), at(4, 2), at(u32::MAX, 0)],
            [Some(2), Some(0x4000_0003), None, None]
        );
        // A part may begin at any byte.
        assert_eq!(at(3, 0), Some(0x200));
        assert_eq!(
            condition(&[], &Dialect::humongous(72), 99, 9).map(|c| c.word),
            Some(0)
        );
    }

    #[test]
    fn the_first_entry_of_the_start_counts_a9() {
        let data = [
            7, 0, 0, 0, 12, 0, 0, 0, // the sequence at 7: conditions at 12
            7, 0, 0, 0, 16, 0, 0, 0, // again: conditions at 16
            1, 2, 3, // no whole entry
        ];
        let akst = parse_conditions(Reader::new(&data));
        assert_eq!(condition_offset(&akst, 7), Ok(12));
        assert_eq!(write_conditions(&akst), data[..16]);
        assert_eq!(condition_offset(&akst, 0), Err(Fault::NoSequenceEntry(0)));
    }

    #[test]
    fn less_than_an_entry_is_no_table_a9() {
        assert_eq!(
            condition_offset(&parse_conditions(Reader::new(&[1; 7])), 99),
            Ok(0)
        );
    }

    #[test]
    fn an_entry_is_start_offset_count_a9() {
        let data = [
            51, 0, 12, 0, 2, 0, // start, offset, count
            9, // no whole entry
        ];
        let aksf = parse_jump_tables(Reader::new(&data));
        let table = JumpTable {
            start: 51,
            offset: 12,
            count: 2,
        };
        assert_eq!(jump_table(&aksf, 51), Ok(table));
        assert_eq!(table.write(), data[..6]);
        // Words 12 and 14 (A32).
        assert_eq!(
            (table.words(), JumpTable::default().words()),
            (Some(12..15), None)
        );
        assert_eq!(jump_table(&aksf, 50), Err(Fault::NoSequenceEntry(50)));
        assert_eq!(
            jump_table(&parse_jump_tables(Reader::new(&[0; 5])), 50),
            Ok(JumpTable::default())
        );
    }

    #[test]
    fn words_behind_which_a_byte_is_left_a32() {
        let words = jump_words(Reader::new(&[10, 0, 20, 1, 30]));
        assert_eq!(words, [10, 0x114]);
        assert_eq!(write_jump_words(&words), [10, 0, 20, 1]);
    }

    #[test]
    fn all_limbs_share_one_table_below_he80_a32() {
        let at = |index| jump_target(&[10, 20], &Dialect::new(7), &Limb::RESET, index);
        assert_eq!([at(0), at(1)], [Ok(10), Ok(20)]);
        assert_eq!(
            [at(-1), at(2), at(99)],
            [
                Err(Fault::BadJump(-1)),
                Err(Fault::BadJump(2)),
                Err(Fault::BadJump(99))
            ]
        );
        assert_eq!(
            jump_target(&[], &Dialect::humongous(72), &Limb::RESET, 0),
            Err(Fault::BadJump(0))
        );
    }

    #[test]
    fn entries_take_two_words_from_he80_on_a32() {
        let data: Vec<u8> = (0..48).collect();
        let words = jump_words(Reader::new(&data));
        let limb = Limb {
            jump_offset: 3,
            jump_count: 2,
            ..Limb::RESET
        };
        let at = |index| jump_target(&words, &Dialect::humongous(80), &limb, index);
        assert_eq!([at(0), at(1)], [Ok(0x0706), Ok(0x0b0a)]);
        assert_eq!(at(2), Err(Fault::BadJump(2)));
        assert_eq!(
            jump_target(&words, &Dialect::humongous(80), &Limb::RESET, 0),
            Err(Fault::BadJump(0))
        );
    }
}
