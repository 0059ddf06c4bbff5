//! AKFO: the jump table of command C088 (A32).

use scumm_room::Dialect;

use crate::anim::Limb;
use crate::host::Fault;

/// The target of entry `index` of a limb's jump table (A32).
///
/// Below HE80 all limbs share one table of LE16. From HE80 on each limb has its own part of `jump_count` entries; its
/// offset counts words, and so does the index - twice -, because the reference multiplies both by the word size.
///
/// # Errors
/// [`Fault::BadJump`] where there is no such entry.
pub(super) fn jump_target(data: &[u8], dialect: &Dialect, limb: &Limb, index: i32) -> Result<u16, Fault> {
    let entry = usize::try_from(index).map_err(|_| Fault::BadJump(index))?;
    let byte = if dialect.has_limb_jump_tables() {
        if entry >= usize::from(limb.jump_count) {
            return Err(Fault::BadJump(index));
        }
        entry.saturating_mul(2).saturating_add(limb.jump_offset.into()).saturating_mul(2)
    } else {
        entry.saturating_mul(2)
    };
    let word = data.get(byte..).and_then(|rest| rest.first_chunk());
    word.copied().map(u16::from_le_bytes).ok_or(Fault::BadJump(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_limbs_share_one_table_below_he80_a32() {
        let data = [10, 0, 20, 0, 30];
        let at = |index| jump_target(&data, &Dialect::new(7), &Limb::RESET, index);
        assert_eq!([at(0), at(1)], [Ok(10), Ok(20)]);
        assert_eq!([at(-1), at(2), at(99)], [Err(Fault::BadJump(-1)), Err(Fault::BadJump(2)), Err(Fault::BadJump(99))]);
        assert_eq!(jump_target(&[], &Dialect::humongous(72), &Limb::RESET, 0), Err(Fault::BadJump(0)));
    }

    #[test]
    fn offsets_of_limb_tables_count_double_from_he80_on_a32() {
        let data: Vec<u8> = (0..48).collect();
        let limb = Limb { jump_offset: 3, jump_count: 2, ..Limb::RESET };
        let at = |index| jump_target(&data, &Dialect::humongous(80), &limb, index);
        assert_eq!([at(0), at(1)], [Ok(0x0706), Ok(0x0b0a)]);
        assert_eq!(at(2), Err(Fault::BadJump(2)));
        assert_eq!(jump_target(&data, &Dialect::humongous(80), &Limb::RESET, 0), Err(Fault::BadJump(0)));
    }
}
