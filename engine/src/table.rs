//! Tables of 256 entries that can be saved: serde knows arrays of up to 32 elements only.

use std::ops::{Deref, DerefMut};

/// A table with an entry for each of 256 colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColourTable<T>(pub [T; 256]);

impl ColourTable<u8> {
    /// The table that maps every colour to itself.
    #[must_use]
    pub fn identity() -> Self {
        Self(std::array::from_fn(|i| i as u8))
    }
}

impl<T: Copy + Default> Default for ColourTable<T> {
    fn default() -> Self {
        Self([T::default(); 256])
    }
}

impl<T> Deref for ColourTable<T> {
    type Target = [T; 256];

    fn deref(&self) -> &[T; 256] {
        &self.0
    }
}

impl<T> DerefMut for ColourTable<T> {
    fn deref_mut(&mut self) -> &mut [T; 256] {
        &mut self.0
    }
}

#[cfg(feature = "serde")]
mod saved {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::ColourTable;

    impl<T: Serialize> Serialize for ColourTable<T> {
        fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            self.0.as_slice().serialize(s)
        }
    }

    impl<'de, T: Deserialize<'de>> Deserialize<'de> for ColourTable<T> {
        fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            let entries = Vec::<T>::deserialize(d)?.try_into();
            entries
                .map(Self)
                .map_err(|_| D::Error::custom("a colour table has 256 entries"))
        }
    }
}

#[cfg(test)]
#[cfg(feature = "serde")]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_saved_and_restored_only_whole() {
        let text = serde_json::to_string(&ColourTable::identity()).unwrap();
        assert_eq!(
            serde_json::from_str::<ColourTable<u8>>(&text).unwrap(),
            ColourTable::identity()
        );
        assert!(serde_json::from_str::<ColourTable<u8>>("[1,2,3]").is_err());
    }
}
