//! AKHD: the header of a costume (A2).

use scumm_room::{Reader, Tag};

/// The coding of the pictures of a costume (A46).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Codec {
    /// Codec 1: columns of runs, as in COST (A60).
    Rle,
    /// Codec 5: rows of runs and literals (A70).
    Bomp,
    /// Codec 16: one bit stream for all rows, which stores how each colour differs from the one
    /// before it (A80).
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
    /// A version number, which nothing reads.
    pub version: u16,
    /// The flags [`Akhd::NO_MIRROR`] and [`Akhd::EIGHT_DIRECTIONS`].
    pub flags: u16,
    /// Number of chores.
    pub chores: u16,
    /// Number of cels. Nothing compares it with AKOF (A99).
    pub cels: u16,
    /// The codec of the pictures.
    pub codec: Codec,
    /// A number of layers, which nothing reads.
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
    /// compilers leave out the last word, which nothing reads (A2).
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
}
