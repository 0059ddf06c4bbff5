//! Data for the tests of the painters: a small stage, and bytes that are generated from a seed. A
//! seed takes far less time than a strategy for each byte.

use std::sync::LazyLock;

use super::target::Target;

const PITCH: usize = 64;
const HEIGHT: usize = 48;

/// A stage of 64x48 pixels with many colours. Its view begins at column 16.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    pixels: Vec<u8>,
    mask: Option<Vec<u8>>,
}

impl Screen {
    /// Creates a stage. If `mask` is a seed, the stage has a plane that is generated from the seed.
    /// A fifth of the planes are too short.
    pub(crate) fn new(mask: Option<u64>) -> Self {
        let size = PITCH * (HEIGHT + 1);
        let pixels = (0..size).map(|i| i as u8 ^ 0x5a).collect();
        let mask = mask.map(|seed| {
            let size = if seed % 5 == 0 { size / 2 } else { size };
            let strips = bytes(seed, size.div_ceil(8));
            let bits = strips
                .iter()
                .flat_map(|strip| (0..8).map(move |bit| strip >> bit & 1));
            bits.map(|bit| if bit == 0 { 0 } else { 0xff })
                .take(size)
                .collect()
        });
        Self { pixels, mask }
    }

    /// Returns the size of the memory in bytes.
    pub(crate) fn size(&self) -> usize {
        self.pixels.len()
    }

    pub(crate) fn target(&mut self) -> Target<'_> {
        Target::new(&mut self.pixels, PITCH, HEIGHT)
            .hidden_by(self.mask.as_deref())
            .starting_at(16)
    }
}

/// Returns pseudo-random bytes.
pub(crate) fn bytes(mut seed: u64, length: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        // SplitMix64.
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bytes.extend((z ^ z >> 31).to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}

/// Returns a table for all shadow modes, which maps pairs of colours to different colours.
pub(crate) fn shadow_table() -> &'static [u8; 65_536] {
    static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        (0..=65535u32)
            .map(|i| i.wrapping_mul(167).wrapping_add(41 + i / 256) as u8)
            .collect()
    });
    TABLE.first_chunk().unwrap()
}
