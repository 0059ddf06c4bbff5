//! AKHD: the header of a costume (A2).

use scumm_room::{Reader, Result};

/// How the pictures of a costume are stored (A46).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Codec {
    /// 1: column RLE, as in COST (A60).
    Rle,
    /// 5: lines of runs and literals (A70).
    Bomp,
    /// 16: a bit stream of colour differences (A80).
    Majmin,
    /// 32: lines with skips, Humongous only (A90).
    Trle,
    /// A number that no game draws.
    Unknown(u16),
}

impl Codec {
    /// The codec of a number.
    #[must_use]
    pub fn from_number(number: u16) -> Self {
        match number {
            1 => Self::Rle,
            5 => Self::Bomp,
            16 => Self::Majmin,
            32 => Self::Trle,
            other => Self::Unknown(other),
        }
    }

    /// The number of a codec.
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

/// The header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Akhd {
    /// A version that nothing looks at.
    pub version: u16,
    /// Bits [`Akhd::NO_MIRROR`] and [`Akhd::EIGHT_DIRECTIONS`].
    pub flags: u16,
    /// Number of chores.
    pub chores: u16,
    /// Number of cels; not checked against AKOF (A99).
    pub cels: u16,
    /// How pictures are stored.
    pub codec: Codec,
    /// A number of layers that nothing looks at.
    pub layers: u16,
}

impl Akhd {
    /// Flag: facing west is not drawn mirrored (A45).
    pub const NO_MIRROR: u16 = 1;
    /// Flag: there are eight directions (A6).
    pub const EIGHT_DIRECTIONS: u16 = 2;

    /// Parses the data of the chunk.
    ///
    /// # Errors
    /// [`scumm_room::Error::Malformed`] where it is too short.
    pub(super) fn parse(mut data: Reader<'_>) -> Result<Self> {
        Ok(Self {
            version: data.u16_le("the version")?,
            flags: data.u16_le("the flags")?,
            chores: data.u16_le("the number of chores")?,
            cels: data.u16_le("the number of cels")?,
            codec: Codec::from_number(data.u16_le("the codec")?),
            layers: data.u16_le("the number of layers")?,
        })
    }

    /// Whether facing west is drawn mirrored (A45).
    #[must_use]
    pub fn mirrors_west(&self) -> bool {
        self.flags & Self::NO_MIRROR == 0
    }

    /// Whether chores come in eight directions (A6).
    #[must_use]
    pub fn has_eight_directions(&self) -> bool {
        self.flags & Self::EIGHT_DIRECTIONS != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_six_words_a2() {
        let header = Akhd::parse(Reader::new(&[1, 0, 3, 0, 12, 0, 8, 1, 16, 0, 2, 0])).unwrap();
        assert_eq!((header.chores, header.cels, header.codec), (12, 264, Codec::Majmin));
        assert!(header.has_eight_directions() && !header.mirrors_west());
        assert!(Akhd::parse(Reader::new(&[0; 11])).is_err());
    }

    #[test]
    fn codecs_keep_their_numbers() {
        assert!([1, 5, 16, 32, 7].iter().all(|&n| Codec::from_number(n).number() == n));
    }
}
