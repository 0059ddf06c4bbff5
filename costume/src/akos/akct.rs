//! AKCT: condition words, which decide which items of a conditional draw-many are shown (A44).

use scumm_room::{Dialect, Reader, Tag};

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"AKCT");
/// The most conditions of one command (A44).
pub const MOST_CONDITIONS: usize = 32;
/// Length of a condition word in bytes.
const WORD_LEN: usize = 4;

/// The bits of a word that select how its other bits are compared with the mask.
const KIND: u32 = 0xc000_0000;
/// A value of [`KIND`]: all bits must be set in the mask.
const ALL: u32 = 0x4000_0000;
/// A value of [`KIND`]: no bit may be set in the mask.
const NONE: u32 = 0x8000_0000;
/// From HE90 on: the bits that select how to draw.
const DRAWING: u32 = 0xe000;
/// From HE90 on: draw through the actor's blend table.
const BLEND: u32 = 0x8000;

/// A condition word as the game's version interprets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    word: u32,
    /// From HE90 on: the item is drawn through the actor's blend table.
    pub blend: bool,
}

impl Condition {
    /// Creates the condition of a word.
    #[must_use]
    pub fn new(word: u32, dialect: &Dialect) -> Self {
        if dialect.blends_by_condition() {
            // From HE90 on, a word that has only bits of [`KIND`] is an empty condition.
            let empty = word & !DRAWING & !KIND == 0;
            Self {
                word: if empty { 0 } else { word & !DRAWING },
                blend: word & BLEND != 0,
            }
        } else {
            Self { word, blend: false }
        }
    }

    /// Returns whether the condition neither compares bits nor blends.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.word == 0 && !self.blend
    }

    /// Returns whether the condition holds for an actor with this condition mask.
    #[must_use]
    pub fn holds(self, mask: u32) -> bool {
        let bits = self.word & !KIND;
        match self.word & KIND {
            _ if self.word == 0 => true,
            ALL => mask & bits == bits,
            NONE => mask & bits == 0,
            _ => mask & bits != 0,
        }
    }
}

/// Returns the condition words in the data of the chunk, from its start. Bytes after the last whole
/// word are ignored.
#[cfg(feature = "edit")]
pub fn words(data: &[u8]) -> impl Iterator<Item = u32> {
    let mut data = Reader::new(data);
    std::iter::from_fn(move || data.u32_le("a condition").ok())
}

/// Returns the condition at `index` of the part that begins at byte `offset` of the data, which may
/// be any byte. The condition always holds if there is no AKCT (A44). `None` outside the data.
pub(super) fn condition(
    data: &[u8],
    dialect: &Dialect,
    offset: u32,
    index: u8,
) -> Option<Condition> {
    if data.is_empty() {
        return Some(Condition {
            word: 0,
            blend: false,
        });
    }
    let byte = usize::try_from(offset)
        .ok()?
        .checked_add(usize::from(index).saturating_mul(WORD_LEN))?;
    Some(Condition::new(
        u32::from_le_bytes(Reader::new(data).peek(byte)?),
        dialect,
    ))
}

/// Returns the data of a chunk with these condition words.
#[must_use]
#[cfg(feature = "edit")]
pub fn write(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(word: u32, mask: u32) -> bool {
        Condition::new(word, &Dialect::humongous(72)).holds(mask)
    }

    #[test]
    fn condition_words_w12() {
        let words = [0, 0x0000_0002, 0x4000_0002, 0x8000_0002];
        assert_eq!(words.map(|word| holds(word, 1)), [true, false, false, true]);
        assert_eq!(words.map(|word| holds(word, 3)), [true, true, true, false]);
    }

    #[test]
    fn several_bits_a44() {
        assert_eq!(
            [0, 2, 4, 6].map(|mask| holds(0x4000_0006, mask)),
            [false, false, false, true]
        );
        assert_eq!(
            [0, 2, 4, 6].map(|mask| holds(0x8000_0006, mask)),
            [true, false, false, false]
        );
        assert_eq!(
            [0, 2, 4, 6].map(|mask| holds(0xc000_0006, mask)),
            [false, true, true, true]
        );
    }

    #[test]
    fn words_with_top_bits_only_a44() {
        let kinds = [0x4000_0000, 0x8000_0000, 0xc000_0000];
        assert_eq!(kinds.map(|word| holds(word, 1)), [true, true, false]);
        assert_eq!(
            kinds.map(|word| Condition::new(word, &Dialect::humongous(90)).holds(1)),
            [true; 3]
        );
    }

    #[test]
    fn drawing_bits_are_taken_out_from_he90_on_a44() {
        let he90 = |word| Condition::new(word, &Dialect::humongous(90));
        assert!(he90(0x8000).blend && he90(0x8000).holds(0) && he90(0xe000).holds(0));
        assert!(!he90(0x4000).blend && he90(0x2000).holds(0));
        assert!(he90(0x0008_8000).blend && !he90(0x0008_8000).holds(1));
        assert!(!Condition::new(0x8000, &Dialect::humongous(80)).blend && !holds(0x8000, 1));
    }

    #[test]
    fn words_are_found_by_offset_and_index_a44() {
        let words = [0, 2, 0x4000_0003];
        let akct = write(&words);
        assert_eq!(super::words(&akct).collect::<Vec<_>>(), words);
        let at = |offset, index| {
            condition(&akct, &Dialect::humongous(72), offset, index).map(|c| c.word)
        };
        assert_eq!(
            [at(0, 1), at(4, 1), at(4, 2), at(u32::MAX, 0)],
            [Some(2), Some(0x4000_0003), None, None]
        );
        // A part may begin at any byte.
        assert_eq!(at(3, 0), Some(0x200));
        assert_eq!(
            condition(&[], &Dialect::humongous(72), 99, 9).map(|c| c.word),
            Some(0)
        );
    }
}
