//! How an AKOS was laid out: what the plain values do not say.

use std::collections::BTreeMap;

use scumm_room::Tag;

use crate::edit::encode::arrange::PlacedPart;

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
    /// Coded pixels that the encoder would code otherwise: used as long as they give the cel's pixels.
    pub coded: BTreeMap<u16, Vec<u8>>,
    /// Bytes of a chunk behind those that the plain values make.
    pub behind: BTreeMap<Tag, Vec<u8>>,
    /// The number of cels that AKHD says, where it is not that of AKOF (A99).
    pub cels_said: Option<u16>,
    /// The bytes of AKHD's whole words, where it has fewer than six (A2).
    pub header_len: Option<u16>,
}
