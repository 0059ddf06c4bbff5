//! AKFO: the jump table of command C088 (A32).

use scumm_room::{Dialect, Reader, Tag};

use crate::{Fault, Limb};

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"AKFO");

/// Parses the data of the chunk: words, each of which is a position in AKSQ. A byte after the last
/// whole word is ignored.
#[must_use]
pub fn parse(mut data: Reader<'_>) -> Vec<u16> {
    std::iter::from_fn(|| data.u16_le("an entry of the jump table").ok()).collect()
}

/// Returns the data of a chunk with these words.
#[must_use]
#[cfg(feature = "edit")]
pub fn write(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Returns the target of entry `index` of a limb's jump table (A32).
///
/// Before HE80, all limbs share one table. From HE80 on, each limb has its own part with
/// `jump_count` entries. An entry then takes two words, of which only the first is used: the
/// reference multiplies both the offset of the part and the index by the size of a word, and takes
/// the result as a number of words.
///
/// # Errors
/// Returns [`Fault::BadJump`] if there is no such entry.
pub(super) fn jump_target(
    words: &[u16],
    dialect: &Dialect,
    limb: &Limb,
    index: i32,
) -> Result<u16, Fault> {
    let entry = usize::try_from(index).map_err(|_| Fault::BadJump(index))?;
    let place = if !dialect.has_limb_jump_tables() {
        entry
    } else if entry < limb.jump_count.into() {
        entry
            .saturating_mul(2)
            .saturating_add(limb.jump_offset.into())
    } else {
        return Err(Fault::BadJump(index));
    };
    words.get(place).copied().ok_or(Fault::BadJump(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_behind_which_a_byte_is_left_a32() {
        let words = parse(Reader::new(&[10, 0, 20, 1, 30]));
        assert_eq!(words, [10, 0x114]);
        assert_eq!(write(&words), [10, 0, 20, 1]);
    }

    #[test]
    fn all_limbs_share_one_table_below_he80_a32() {
        let at = |index| jump_target(&[10, 20], &Dialect::new(7), &Limb::RESET, index);
        assert_eq!([at(0), at(1)], [Ok(10), Ok(20)]);
        assert_eq!(
            [at(-1), at(2), at(99)],
            [
                Err(Fault::BadJump(-1)),
                Err(Fault::BadJump(2)),
                Err(Fault::BadJump(99))
            ]
        );
        assert_eq!(
            jump_target(&[], &Dialect::humongous(72), &Limb::RESET, 0),
            Err(Fault::BadJump(0))
        );
    }

    #[test]
    fn entries_take_two_words_from_he80_on_a32() {
        let data: Vec<u8> = (0..48).collect();
        let words = parse(Reader::new(&data));
        let limb = Limb {
            jump_offset: 3,
            jump_count: 2,
            ..Limb::RESET
        };
        let at = |index| jump_target(&words, &Dialect::humongous(80), &limb, index);
        assert_eq!([at(0), at(1)], [Ok(0x0706), Ok(0x0b0a)]);
        assert_eq!(at(2), Err(Fault::BadJump(2)));
        assert_eq!(
            jump_target(&words, &Dialect::humongous(80), &Limb::RESET, 0),
            Err(Fault::BadJump(0))
        );
    }
}
