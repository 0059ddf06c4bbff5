//! Palettes: 256 colours of 8 bits a component, as stored (R3).

use serde::{Deserialize, Serialize};

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
