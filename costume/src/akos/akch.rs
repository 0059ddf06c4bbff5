//! AKCH: chores, which start limbs (A5..A7, A9).

use scumm_room::{Dialect, Reader, Result};
#[cfg(feature = "edit")]
use scumm_room::{Error, Misuse};

use super::tables::{condition_offset, jump_table};
use super::{Akhd, Akos};
use crate::{Damage, Facing, Fault, LIMBS, LimbStates};

/// Length in bytes of an offset in the table at the start of the chunk. The table has an offset for
/// each chore.
#[cfg(feature = "edit")]
pub const OFFSET_LEN: usize = 2;
/// The bit of limb 0 in a limb mask; the bit of limb 15 is bit 0.
const FIRST_LIMB: u16 = 0x8000;

/// The modes of a limb that have a name (A8). A limb may also have mode 0, which means that the
/// limb is off, or a mode above 8, which has the effect of mode 7.
pub mod mode {
    /// Switches the limb off (A7).
    pub const KILL: u8 = 1;
    /// Plays the codes from start to end again and again (A13).
    pub const LOOP: u8 = 2;
    /// Plays the codes from start to end once and stays on the last code (A13).
    pub const RUN: u8 = 3;
    /// Hides the limb, which continues to play (A7).
    pub const HIDE: u8 = 4;
    /// Shows a hidden limb again (A7).
    pub const SHOW: u8 = 5;
    /// Runs the codes as a program, instruction by instruction (A14).
    pub const PROGRAM: u8 = 6;
    /// Stays at the start (A13).
    #[cfg(feature = "edit")]
    pub const CONSTANT: u8 = 7;
    /// Humongous: runs a program, but the limb is not drawn from HE70 on (A40).
    pub const DELTA: u8 = 8;

    /// Returns whether a limb's entry in a chore has neither start nor length in this mode (A5).
    #[must_use]
    pub const fn is_bare(mode: u8) -> bool {
        matches!(mode, KILL | HIDE | SHOW)
    }
}

/// The entry of one limb in a chore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoreLimb {
    /// The limb, 0..=15.
    pub limb: u8,
    /// The new mode of the limb.
    pub mode: u8,
    /// The first position in AKSQ; 0 if the mode is bare.
    pub start: u16,
    /// The distance from the first position to the last position; 0 if the mode is bare.
    pub length: u16,
}

/// A chore: an animation of an AKOS in one direction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chore {
    /// The entries of the limbs that the chore names, in ascending order of the limbs.
    pub limbs: Vec<ChoreLimb>,
}

#[cfg(feature = "edit")]
impl Chore {
    /// Returns the record of the chore as it is stored in the chunk (A5).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the limbs are not 0..=15 in ascending order, or if a bare mode
    /// has a start or a length.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut mask = 0u16;
        let mut entries = Vec::new();
        let mut next = 0;
        for limb in &self.limbs {
            let bit = FIRST_LIMB
                .checked_shr(limb.limb.into())
                .filter(|_| limb.limb >= next);
            let bit = bit.ok_or_else(|| {
                Error::misuse(Misuse::Invalid, "expected limbs 0..=15 in ascending order")
            })?;
            next = limb.limb.saturating_add(1);
            mask |= bit;
            entries.push(limb.mode);
            if !mode::is_bare(limb.mode) {
                entries.extend([limb.start, limb.length].map(u16::to_le_bytes).concat());
            } else if (limb.start, limb.length) != (0, 0) {
                return Err(Error::misuse(
                    Misuse::Invalid,
                    format!(
                        "limb {}: mode {} takes no sequence: expected start 0 and length 0",
                        limb.limb, limb.mode
                    ),
                ));
            }
        }
        Ok([&mask.to_le_bytes()[..], &entries].concat())
    }
}

/// Returns the offset of a chore's record in the data of the chunk; 0 if the number has no chore,
/// `None` if the table is cut short.
#[must_use]
#[cfg(feature = "edit")]
pub fn offset(data: Reader<'_>, number: u16) -> Option<u16> {
    data.peek(usize::from(number).saturating_mul(OFFSET_LEN))
        .map(u16::from_le_bytes)
}

/// Parses the data of the chunk: `count` chores. A chore is `None` if its offset is 0 or its record
/// is damaged.
///
/// Several offsets may point to the same record, and each of them becomes a `Chore` of its own,
/// with up to sixteen limbs. Therefore each offset, which takes two bytes of the file, takes at
/// most 128 bytes of memory.
pub(super) fn parse(
    data: Reader<'_>,
    count: u16,
    damage: &mut Damage,
) -> Result<Vec<Option<Chore>>> {
    let mut table = data;
    let mut chores = Vec::new();
    for number in 0..count {
        let offset = table.u16_le(format_args!("the offset of chore {number}"));
        let Some(offset) = damage.accept(offset)? else {
            break;
        };
        chores.push(match offset {
            0 => None,
            _ => damage.accept(
                data.at(offset.into(), format_args!("chore {number}"))
                    .and_then(parse_chore),
            )?,
        });
    }
    chores.resize(usize::from(count), None);
    Ok(chores)
}

fn parse_chore(mut record: Reader<'_>) -> Result<Chore> {
    let mask = record.u16_le("a limb mask")?;
    let mut chore = Chore::default();
    for limb in (0..LIMBS as u8).filter(|&limb| mask & (FIRST_LIMB >> limb) != 0) {
        let mode = record.u8(format_args!("the mode of limb {limb}"))?;
        let mut word = |what| {
            if mode::is_bare(mode) {
                Ok(0)
            } else {
                record.u16_le(format_args!("the {what} of limb {limb}"))
            }
        };
        chore.limbs.push(ChoreLimb {
            limb,
            mode,
            start: word("start")?,
            length: word("length")?,
        });
    }
    Ok(chore)
}

impl Akos {
    /// Starts chore `frame` in the direction of `facing` on the limbs in `use_mask` (bit 15 = limb
    /// 0). A chore that does not exist changes nothing (T32).
    ///
    /// # Errors
    /// Returns the first [`Fault::NoSequenceEntry`] (A9). A limb with this fault keeps its state;
    /// the other limbs are started.
    pub fn start(
        &self,
        anim: &mut LimbStates,
        facing: Facing,
        frame: u16,
        use_mask: u16,
    ) -> Result<(), Fault> {
        let number = chore_number(&self.header, &self.dialect, facing, frame);
        let chore = usize::try_from(number)
            .ok()
            .and_then(|number| self.chores.get(number)?.as_ref());
        let mut result = Ok(());
        for limb in chore.into_iter().flat_map(|chore| &chore.limbs) {
            if use_mask & (0x8000u16 >> (limb.limb & 15)) != 0 {
                result = result.and(self.start_limb(anim, frame, limb));
            }
        }
        result
    }

    fn start_limb(
        &self,
        anim: &mut LimbStates,
        frame: u16,
        chore: &ChoreLimb,
    ) -> Result<(), Fault> {
        let bit = 1u16 << (chore.limb & 15);
        let Some(limb) = anim.limbs.get_mut(usize::from(chore.limb)) else {
            return Ok(());
        };
        match chore.mode {
            mode::HIDE => anim.stopped |= bit,
            mode::SHOW => anim.stopped &= !bit,
            mode::KILL => {
                limb.condition_offset = condition_offset(&self.condition_parts, 0)?;
                limb.mode = 0;
                limb.frame = frame;
                limb.start = 0;
                limb.end = 0;
                limb.curpos = 0;
            }
            kind => {
                let conditions = condition_offset(&self.condition_parts, chore.start)?;
                let jumps = jump_table(&self.jump_parts, chore.start)?;
                limb.condition_offset = conditions;
                limb.jump_offset = jumps.offset;
                limb.jump_count = jumps.count;
                limb.mode = kind;
                limb.frame = frame;
                limb.start = chore.start;
                limb.curpos = chore.start;
                limb.end = chore.start.wrapping_add(chore.length);
            }
        }
        Ok(())
    }
}

/// Returns the number of the chore for a frame in a direction (A6).
fn chore_number(header: &Akhd, dialect: &Dialect, facing: Facing, frame: u16) -> u32 {
    let (direction, directions) = if header.has_eight_directions() && dialect.has_eight_directions()
    {
        (facing.eighth(), 8)
    } else {
        (facing.old(), 4)
    };
    u32::from(frame)
        .saturating_mul(directions)
        .saturating_add(direction.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::akos::tables::Codec;

    #[test]
    fn a_record_names_its_limbs_from_bit_15_down_a5() {
        let data = [
            4, 0, // offset of chore 0
            0, 0, // no chore 1
            0x01, 0xa0, // limbs 0, 2, 15
            6, 0x34, 0x12, 5, 0, // limb 0: mode 6, start, length
            4, // limb 2: mode 4
            2, 7, 0, 1, 0, // limb 15: mode 2, start, length
        ];
        let chores = parse(Reader::new(&data), 2, &mut Damage::strict()).unwrap();
        let limb = |limb, mode, start, length| ChoreLimb {
            limb,
            mode,
            start,
            length,
        };
        let expected = Chore {
            limbs: vec![limb(0, 6, 0x1234, 5), limb(2, 4, 0, 0), limb(15, 2, 7, 1)],
        };
        assert_eq!(expected.write().unwrap(), data[4..]);
        assert_eq!(chores, [Some(expected), None]);
    }

    #[test]
    fn every_mode_but_1_4_and_5_has_operands_a5() {
        for mode in 0..=255u8 {
            let data = [
                2, 0, // offset of chore 0
                0x00, 0x80, // limb 0
                mode, 9, 0, 3, 0, // mode, start, length
            ];
            let chore = parse(Reader::new(&data), 1, &mut Damage::strict())
                .unwrap()
                .remove(0)
                .unwrap();
            let bare = [1, 4, 5].contains(&mode);
            assert_eq!(
                chore.limbs[0].start,
                if bare { 0 } else { 9 },
                "mode {mode}"
            );
        }
    }

    #[test]
    fn a_damaged_chore_is_an_explicit_nothing() {
        let data = [
            4, 0, 200, 0, // offsets of chores 0 and 1
            0x00, 0x80, 6, 1, // limb 0, mode 6, a cut start
        ];
        let mut damage = Damage::lenient();
        assert_eq!(
            parse(Reader::new(&data), 4, &mut damage).unwrap(),
            [None, None, None, None]
        );
        assert_eq!(damage.findings().len(), 4);
        let error = parse(Reader::new(&data), 4, &mut Damage::strict()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "at byte 7 (0x7): expected the start of limb 0 (2 bytes), found only 1 before the end of the data"
        );
    }

    #[test]
    fn chores_are_numbered_by_direction_and_frame_a6() {
        let header = |flags| Akhd {
            version: 1,
            flags,
            chores: 0,
            cels: 0,
            codec: Codec::Rle,
            layers: 0,
        };
        let v7 = Dialect::new(7);
        let he = Dialect::humongous(72);
        let numbers =
            [0, 1, 2, 3].map(|old| chore_number(&header(0), &v7, Facing::from_old(old), 3));
        assert_eq!(numbers, [12, 13, 14, 15]);
        let numbers = [0, 45, 90, 135, 180, 225, 270, 315]
            .map(|angle| chore_number(&header(2), &v7, Facing::from_degrees(angle), 1));
        assert_eq!(numbers, [8, 9, 10, 11, 12, 13, 14, 15]);
        assert_eq!(chore_number(&header(2), &he, Facing::EAST, 1), 5);
    }
}
