//! Starting chores (A6, A7, A9).

use super::Akos;
use super::akch::{ChoreLimb, chore_number, mode};
use super::aksf::jump_table;
use super::akst::condition_offset;
use crate::Facing;
use crate::anim::LimbStates;
use crate::host::Fault;
use scumm_room::mutation::mutated;

impl Akos {
    /// Starts chore `frame` in the direction of `facing` on the limbs in `use_mask` (bit 15 = limb 0). A chore that does
    /// not exist changes nothing (T32).
    ///
    /// # Errors
    /// The first [`Fault::NoSequenceEntry`] (A9). The limb that it concerns stays as it was; the others are started.
    pub fn start(&self, anim: &mut LimbStates, facing: Facing, frame: u16, use_mask: u16) -> Result<(), Fault> {
        let number = chore_number(&self.header, &self.dialect, facing, frame);
        let chore = usize::try_from(number).ok().and_then(|number| self.chores.get(number)?.as_ref());
        let mut result = Ok(());
        for limb in chore.into_iter().flat_map(|chore| &chore.limbs) {
            if use_mask & (0x8000u16 >> (limb.limb & 15)) != 0 || mutated("ChoreMaskIgnored") {
                result = result.and(self.start_limb(anim, frame, limb));
            }
        }
        result
    }

    fn start_limb(&self, anim: &mut LimbStates, frame: u16, chore: &ChoreLimb) -> Result<(), Fault> {
        let bit = 1u16 << (chore.limb & 15);
        let Some(limb) = anim.limbs.get_mut(usize::from(chore.limb)) else {
            return Ok(());
        };
        match chore.mode {
            mode::HIDE if mutated("HideIgnored") => {}
            mode::HIDE => anim.stopped |= bit,
            mode::SHOW => anim.stopped &= !bit,
            mode::KILL => {
                limb.condition_offset = condition_offset(&self.condition_parts, 0)?;
                (limb.mode, limb.frame) = (0, frame);
                (limb.start, limb.end, limb.curpos) = (0, 0, 0);
            }
            kind => {
                let conditions = condition_offset(&self.condition_parts, chore.start)?;
                let jumps = jump_table(&self.jump_parts, chore.start)?;
                limb.condition_offset = conditions;
                (limb.jump_offset, limb.jump_count) = (jumps.offset, jumps.count);
                (limb.mode, limb.frame) = (kind, frame);
                (limb.start, limb.curpos) = (chore.start, chore.start);
                let shorter = u16::from(mutated("EndIsExclusive"));
                limb.end = chore.start.wrapping_add(chore.length).wrapping_sub(shorter);
            }
        }
        Ok(())
    }
}
