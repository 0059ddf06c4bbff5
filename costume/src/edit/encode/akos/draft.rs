//! An AKOS as plain values, and how it was laid out: what the plain values do not say.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::I16Vec2;
use scumm_room::{Error, Result, Surface, Tag};

use crate::akos::image::decode;
use crate::akos::{Akos, Chore, Codec, JumpTable, akct};
use crate::edit::encode::arrange::PlacedPart;

/// An AKOS as plain values: what the encoder takes, and what a parsed costume can be turned back
/// into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AkosDraft {
    /// A version, which nothing reads; games have 1.
    pub version: u16,
    /// Bits of [`crate::akos::akhd::Akhd`].
    pub flags: u16,
    /// A number of layers, which nothing reads; games have 16.
    pub layers: u16,
    /// How pictures are stored.
    pub codec: Codec,
    /// A screen colour for each of the costume's colours, at most 256; 32 or 64 of them let codec 1
    /// have as many (A3).
    pub palette: Vec<u8>,
    /// The costume's own colours in red, green and blue (A95). If there are none, the chunk is left
    /// out.
    pub colours: Vec<[u8; 3]>,
    /// The stream of codes and commands.
    pub sequence: Vec<u8>,
    /// The chores by number.
    pub chores: Vec<Option<Chore>>,
    /// The cels by number.
    pub cels: Vec<DraftCel>,
    /// The words of the jump table (A32).
    pub jump_table: Vec<u16>,
    /// The parts of the jump table (A9).
    pub jump_parts: Vec<JumpTable>,
    /// The condition words (A44).
    pub condition_words: Vec<u32>,
    /// Sequences and the offsets of their condition words (A9).
    pub condition_parts: Vec<(u32, u32)>,
    /// The data of AKAX (A98).
    pub aux: Vec<u8>,
}

impl Default for AkosDraft {
    /// A costume of codec 1 with 16 black colours, that does nothing.
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
    /// Left edge and top relative to the limb's place, facing east.
    pub rel: I16Vec2,
    /// How far later limbs move: to the right and up (A41).
    pub step: I16Vec2,
    /// The pixels. Codec 1: numbers of the costume's colours, 0 transparent; codecs 5 and 16:
    /// screen colours, 255 transparent (A82 for codec 16 in Humongous games); codec 32: screen
    /// colours.
    pub cel: Arc<Surface>,
    /// Codec 32: for each pixel, 0xFF if it is a gap, else 0. Empty in other codecs.
    pub gaps: Vec<u8>,
}

/// Pixels of all cels together beyond which a costume is not taken apart: twice the decoded cels of
/// the largest costumes known.
const MOST_PIXELS: usize = 1 << 25;

impl AkosDraft {
    /// The plain values of a parsed costume. Cels that are damaged become empty ones.
    ///
    /// # Errors
    /// [`Error::Misuse`] for a codec that can't be read, or cels of a senseless size.
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
            condition_words: akct::words(akos.condition_words()).collect(),
            condition_parts: akos.condition_parts.to_vec(),
            aux: akos.aux().data().to_vec(),
        })
    }
}

/// A chunk in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkPlan {
    /// One that the plain values make.
    Known(Tag),
    /// One that nothing reads: its data.
    Raw(Tag, Vec<u8>),
}

/// How a block is laid out, where it is not as the encoder would do it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AkosArrangement {
    /// The chunks in their order; empty for the encoder's own.
    pub chunks: Vec<ChunkPlan>,
    /// Bytes behind the last chunk.
    pub tail: Vec<u8>,
    /// The chores' records in AKCH.
    pub chores: Vec<PlacedPart<u16>>,
    /// Sizes and places of cels in AKCI.
    pub sizes: Vec<PlacedPart<u16>>,
    /// Pixels of cels in AKCD.
    pub pixels: Vec<PlacedPart<u16>>,
    /// Coded pixels that the encoder would code otherwise: used as long as they give the cel's
    /// pixels.
    pub coded: BTreeMap<u16, Vec<u8>>,
    /// Bytes of a chunk behind those that the plain values make.
    pub behind: BTreeMap<Tag, Vec<u8>>,
    /// The number of cels that AKHD says, where it is not that of AKOF (A99).
    pub cels_said: Option<u16>,
    /// The bytes of AKHD's whole words, where it has fewer than six (A2).
    pub header_len: Option<u16>,
}
