//! An AKOS as plain values, and its arrangement: the layout of the block, which the plain values do
//! not contain.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::I16Vec2;
use scumm_room::{Error, Result, Surface, Tag};

use crate::akos::cel::decode;
use crate::akos::tables::condition_words;
use crate::akos::{Akos, Chore, Codec, JumpTable};
use crate::edit::encode::arrange::PlacedPart;

/// An AKOS as plain values: the input of the encoder, and the result of taking a parsed costume
/// apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AkosDraft {
    /// A version number, which nothing reads; 1 in the games.
    pub version: u16,
    /// The flags of [`crate::akos::tables::Akhd`].
    pub flags: u16,
    /// A number of layers, which nothing reads; 16 in the games.
    pub layers: u16,
    /// The codec of the pictures.
    pub codec: Codec,
    /// A screen colour for each of the costume's colours, at most 256. Codec 1 has 32 or 64 colours
    /// if this is the length, otherwise 16 (A3).
    pub palette: Vec<u8>,
    /// The costume's own colours in red, green and blue (A95). If the list is empty, the chunk is
    /// omitted.
    pub colours: Vec<[u8; 3]>,
    /// The stream of codes and commands.
    pub sequence: Vec<u8>,
    /// The chores, indexed by number.
    pub chores: Vec<Option<Chore>>,
    /// The cels, indexed by number.
    pub cels: Vec<DraftCel>,
    /// The words of the jump table (A32).
    pub jump_table: Vec<u16>,
    /// The parts of the jump table (A9).
    pub jump_parts: Vec<JumpTable>,
    /// The condition words of AKCT (A44).
    pub condition_words: Vec<u32>,
    /// The starts of sequences and the offsets of their condition words (A9).
    pub condition_parts: Vec<(u32, u32)>,
    /// The data of AKAX (A98).
    pub aux: Vec<u8>,
}

impl Default for AkosDraft {
    /// Returns a costume of codec 1 with 16 black colours and no animations.
    fn default() -> Self {
        Self {
            version: 1,
            flags: 0,
            layers: 16,
            codec: Codec::Rle,
            palette: vec![0; 16],
            colours: Vec::new(),
            sequence: Vec::new(),
            chores: Vec::new(),
            cels: Vec::new(),
            jump_table: Vec::new(),
            jump_parts: Vec::new(),
            condition_words: Vec::new(),
            condition_parts: Vec::new(),
            aux: Vec::new(),
        }
    }
}

/// A cel as plain values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DraftCel {
    /// The left and top edge relative to the limb's position, in a costume that faces east.
    pub rel: I16Vec2,
    /// The distance by which later limbs move: to the right and up (A41).
    pub step: I16Vec2,
    /// The pixels. Codec 1: indices of the costume's colours, 0 is transparent. Codecs 5 and 16:
    /// screen colours, 255 is transparent (A82 for codec 16 in Humongous games). Codec 32: screen
    /// colours.
    pub cel: Arc<Surface>,
    /// Codec 32: a byte for each pixel, 0xFF for a gap, else 0. Empty in other codecs.
    pub gaps: Vec<u8>,
}

/// The most pixels of all cels in a costume that is taken apart: twice the decoded cels of the
/// largest known costumes.
const MOST_PIXELS: usize = 1 << 25;

impl AkosDraft {
    /// Returns the plain values of a parsed costume. Damaged cels become empty.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the codec can't be decoded, or if the cels have too many
    /// pixels.
    pub fn of(akos: &Akos) -> Result<Self> {
        let header = akos.header();
        let mut left = MOST_PIXELS;
        let cels = akos.cels().iter().map(|cel| {
            let Some(cel) = cel else {
                return Ok(DraftCel::default());
            };
            let width = usize::from(cel.width);
            let height = usize::from(cel.height);
            let too_many = || {
                Error::Misuse(format!(
                    "the cels have more than {MOST_PIXELS} pixels together"
                ))
            };
            left = left.checked_sub(width * height).ok_or_else(too_many)?;
            let decoded = decode(
                header.codec,
                akos.packing(),
                akos.cel_data(cel),
                (width, height),
            );
            let unknown =
                || Error::Misuse(format!("codec {} can't be read", header.codec.number()));
            let (surface, gaps) = decoded.ok_or_else(unknown)?;
            Ok(DraftCel {
                rel: cel.rel,
                step: cel.step,
                cel: Arc::new(surface),
                gaps,
            })
        });
        Ok(Self {
            version: header.version,
            flags: header.flags,
            layers: header.layers,
            codec: header.codec,
            palette: akos.palette().to_vec(),
            colours: akos.colours().to_vec(),
            sequence: akos.sequence().as_bytes().to_vec(),
            chores: akos.chores().to_vec(),
            cels: cels.collect::<Result<_>>()?,
            jump_table: akos.jump_table().to_vec(),
            jump_parts: akos.jump_parts.to_vec(),
            condition_words: condition_words(akos.condition_words()).collect(),
            condition_parts: akos.condition_parts.to_vec(),
            aux: akos.aux().data().to_vec(),
        })
    }
}

/// A chunk and its position in the order of chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkPlan {
    /// A chunk that is made from the plain values.
    Known(Tag),
    /// A chunk that nothing reads, with its data.
    Raw(Tag, Vec<u8>),
}

/// The layout of a block, where it differs from the encoder's own layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AkosArrangement {
    /// The chunks in their order; empty for the encoder's own order.
    pub chunks: Vec<ChunkPlan>,
    /// Bytes after the last chunk.
    pub tail: Vec<u8>,
    /// The order of the chores' records in AKCH.
    pub chores: Vec<PlacedPart<u16>>,
    /// The order of the cels' sizes and positions in AKCI.
    pub sizes: Vec<PlacedPart<u16>>,
    /// The order of the cels' pixels in AKCD.
    pub pixels: Vec<PlacedPart<u16>>,
    /// Coded pixels that differ from those of the encoder. They are used as long as they decode to
    /// the cel's pixels.
    pub coded: BTreeMap<u16, Vec<u8>>,
    /// Bytes of a chunk after those that are made from the plain values.
    pub behind: BTreeMap<Tag, Vec<u8>>,
    /// The number of cels in AKHD, if it differs from that of AKOF (A99).
    pub cels_said: Option<u16>,
    /// The length in bytes of AKHD's whole words, if there are fewer than six (A2).
    pub header_len: Option<u16>,
}
