//! The encryption of game files: every byte is XORed with one key (F1).

use std::fmt;

/// The key that every byte of a file is XORed with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Xor(pub(crate) u8);

impl Xor {
    /// No encryption.
    pub const NONE: Self = Self(0);
    /// The key of v4 data files, v5, v6 and most Humongous games.
    pub const LARGE: Self = Self(0x69);
    /// The key of v1, v2 and v3 with 16 colours.
    pub const OLD: Self = Self(0xff);

    /// The keys that occur, in the order in which they are tried.
    pub const KNOWN: [Self; 3] = [Self::NONE, Self::LARGE, Self::OLD];

    /// Encrypts or decrypts in place.
    pub fn apply(self, bytes: &mut [u8]) {
        if self.0 != 0 {
            bytes.iter_mut().for_each(|b| *b ^= self.0);
        }
    }

    /// Returns the bytes encrypted or decrypted.
    #[must_use]
    pub fn applied<const N: usize>(self, bytes: [u8; N]) -> [u8; N] {
        bytes.map(|b| b ^ self.0)
    }
}

impl fmt::Display for Xor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("no XOR"),
            key => write!(f, "XOR {key:#04x}"),
        }
    }
}
