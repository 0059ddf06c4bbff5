//! Tables of 256 entries that can be saved: serde knows arrays of up to 32 elements only.

use std::ops::{Deref, DerefMut};

/// A table with an entry for each of 256 colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table<T>(pub [T; 256]);

impl Table<u8> {
    /// The table that maps every colour to itself.
    #[must_use]
    pub fn identity() -> Self {
        Self(std::array::from_fn(|i| i as u8))
    }
}

impl<T: Copy + Default> Default for Table<T> {
    fn default() -> Self {
        Self([T::default(); 256])
    }
}

impl<T> Deref for Table<T> {
    type Target = [T; 256];

    fn deref(&self) -> &[T; 256] {
        &self.0
    }
}

impl<T> DerefMut for Table<T> {
    fn deref_mut(&mut self) -> &mut [T; 256] {
        &mut self.0
    }
}

#[cfg(feature = "serde")]
mod saved {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::Table;

    impl<T: Serialize> Serialize for Table<T> {
        fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            self.0.as_slice().serialize(s)
        }
    }

    impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
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
        let text = serde_json::to_string(&Table::identity()).unwrap();
        assert_eq!(
            serde_json::from_str::<Table<u8>>(&text).unwrap(),
            Table::identity()
        );
        assert!(serde_json::from_str::<Table<u8>>("[1,2,3]").is_err());
    }
}
