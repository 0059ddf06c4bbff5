//! Costumes of the Nintendo as plain values, and their encoder (Q40). The sprites are stored
//! elsewhere (Q41).

use scumm_room::{Error, Result};

use crate::nes::{BASE, NES_ANIMATIONS, Nes};

/// A costume as plain values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NesDraft {
    /// For each animation, the start of its list, counted from the table's first byte, and the
    /// number of its pictures.
    pub animations: Vec<(u8, u8)>,
    /// The bytes after the table: the picture numbers of the lists.
    pub pictures: Vec<u8>,
}

impl NesDraft {
    /// Converts a costume to plain values.
    #[must_use]
    pub fn of(costume: &Nes) -> Self {
        let animations: Vec<_> = (0..NES_ANIMATIONS)
            .filter_map(|number| costume.entry(number))
            .collect();
        let pictures = costume
            .data
            .get(2 * animations.len()..)
            .unwrap_or_default()
            .to_vec();
        Self {
            animations,
            pictures,
        }
    }

    /// Returns the block of a costume.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the number of animations is not 24, or if the costume does not
    /// fit into a block.
    pub fn encode(&self) -> Result<Vec<u8>> {
        if self.animations.len() != usize::from(NES_ANIMATIONS) {
            let found = self.animations.len();
            let what =
                format!("a costume of the Nintendo has {NES_ANIMATIONS} animations, not {found}");
            return Err(Error::Misuse(what));
        }
        let size = BASE + 2 * self.animations.len() + self.pictures.len();
        let size = u16::try_from(size)
            .map_err(|_| Error::Misuse("the costume is larger than 64 KiB".into()))?;
        let table = self
            .animations
            .iter()
            .flat_map(|&(from, count)| [from, count]);
        Ok(size
            .to_le_bytes()
            .into_iter()
            .chain(table)
            .chain(self.pictures.iter().copied())
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scumm_room::{Dialect, Platform};

    use super::*;

    proptest! {
        #[test]
        fn a_costume_is_taken_apart_and_made_again_byte_for_byte_q40(
            animations in proptest::collection::vec(any::<(u8, u8)>(), 24),
            pictures in proptest::collection::vec(any::<u8>(), 0..200),
        ) {
            let draft = NesDraft { animations, pictures };
            let block = draft.encode().unwrap();
            let dialect = Dialect::new(1).with_platform(Platform::Nes);
            let mut damage = crate::damage::Damage::default();
            prop_assert_eq!(NesDraft::of(&Nes::parse_with(&block, &dialect, &mut damage).unwrap()), draft);
        }
    }

    #[test]
    fn there_are_24_animations_q40() {
        let error = NesDraft::default().encode().unwrap_err().to_string();
        assert_eq!(error, "a costume of the Nintendo has 24 animations, not 0");
    }
}
