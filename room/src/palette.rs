//! Palettes: 256 colours of 8 bits a component, as stored (R3).

use serde::{Deserialize, Serialize};

use crate::Dialect;
use crate::dialect::Platform;

/// From this component on a colour of v5 and v6 may mean "leave it as it is".
const KEEP: u8 = 252;

impl Dialect {
    /// Whether entry `i` of a room's palette is taken when it has this value (R3).
    #[must_use]
    pub fn takes_colour(&self, i: usize, colour: [u8; 3]) -> bool {
        match self.version() {
            5 | 6 => colour.iter().any(|&c| c < KEEP) || i == 15 || (i < 15 && !self.he_at_least(75)),
            4 => i >= 16 || self.platform() != Platform::Amiga,
            _ => true,
        }
    }
}

/// 256 colours, red, green, blue.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Palette(#[serde(with = "colours")] pub [[u8; 3]; 256]);

impl std::fmt::Debug for Palette {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Palette").field(&self.0.len()).finish()
    }
}

impl Default for Palette {
    /// All black, as 256-colour games start (P8).
    fn default() -> Self {
        Self([[0; 3]; 256])
    }
}

impl Palette {
    /// A ramp of greys, for scenes that name no palette.
    #[must_use]
    pub fn greys() -> Self {
        let mut grey = Self::default();
        for (colour, level) in grey.0.iter_mut().zip(0..=255) {
            *colour = [level; 3];
        }
        grey
    }

    /// The palette of 768 bytes, or `None` where there are fewer or more.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut palette = Self::default();
        if bytes.len() != 768 {
            return None;
        }
        for (colour, rgb) in palette.0.iter_mut().zip(bytes.chunks_exact(3)) {
            colour.copy_from_slice(rgb);
        }
        Some(palette)
    }

    /// Takes a room's stored colours as a room change does (R3).
    ///
    /// v5, v6 and Humongous rooms mark entries that they leave alone by three components of at least 252; of the
    /// entries 0..=15 the last is always taken, the others too but for Humongous games after HE74.
    pub fn take(&mut self, stored: &[[u8; 3]], dialect: &Dialect) {
        for (i, (colour, &new)) in self.0.iter_mut().zip(stored).enumerate() {
            if dialect.takes_colour(i, new) {
                *colour = new;
            }
        }
    }

    /// 768 bytes, RGB.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.concat()
    }
}

mod colours {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(colours: &[[u8; 3]; 256], s: S) -> Result<S::Ok, S::Error> {
        colours.as_slice().serialize(s)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<[[u8; 3]; 256], D::Error> {
        Vec::<[u8; 3]>::deserialize(d)?.try_into().map_err(|_| D::Error::custom("a palette has 256 colours"))
    }
}
