//! The condition mask of Humongous actors (T85, A44).
//!
//! The low bits are talk conditions. Bit 0 is set if no other talk condition is set. Bits 16 and up
//! are user conditions.

use scumm_room::{Dialect, Quirks};

use crate::anim::LimbStates;

/// The number of the first user condition minus 1 (T85).
const USER: u32 = 16;

/// Returns the bit of condition `number` (1..=32); 0 for other numbers.
fn bit(number: u32) -> u32 {
    number
        .checked_sub(1)
        .and_then(|shift| 1u32.checked_shl(shift))
        .unwrap_or(0)
}

impl LimbStates {
    /// Sets or clears condition `number` (1..=32), then sets or clears bit 0 (T85).
    pub fn set_condition(&mut self, dialect: &Dialect, number: u32, on: bool) {
        let mut mask = self.condition_mask;
        mask = if on {
            mask | bit(number)
        } else {
            mask & !bit(number)
        };
        let mut talk = talk_condition_bits(dialect);
        if !dialect.has_quirk(Quirks::CONDITION_TOGGLE) {
            talk &= !1;
        }
        self.condition_mask = if mask & talk != 0 {
            mask & !1
        } else {
            mask | 1
        };
    }

    /// Returns whether condition `number` (1..=32) is set.
    #[must_use]
    pub fn condition(&self, number: u32) -> bool {
        self.condition_mask & bit(number) != 0
    }

    /// Sets or clears user condition `number` (1..=16), which is condition `number` + 16 (T85).
    pub fn set_user_condition(&mut self, dialect: &Dialect, number: u32, on: bool) {
        self.set_condition(dialect, number.saturating_add(USER), on);
    }

    /// Returns whether user condition `number` (1..=16) is set.
    #[must_use]
    pub fn user_condition(&self, number: u32) -> bool {
        self.condition(number.saturating_add(USER))
    }

    /// Sets talk condition `number` and clears all others; 1 means no condition (T85).
    pub fn set_talk_condition(&mut self, dialect: &Dialect, number: u32) {
        self.condition_mask = (self.condition_mask & !talk_condition_bits(dialect)) | 1;
        if number != 1 {
            self.set_condition(dialect, number, true);
        }
    }
}

/// Returns the bits of talk conditions in a condition mask, including bit 0 (T85).
fn talk_condition_bits(dialect: &Dialect) -> u32 {
    if dialect.he_at_least(85) {
        0x1fff
    } else {
        0x3ff
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_0_toggles_while_no_talk_condition_is_set_t85() {
        let he = Dialect::humongous(72);
        let mut anim = LimbStates {
            condition_mask: 1,
            ..LimbStates::default()
        };
        let masks = [(1, true), (2, true), (2, false)].map(|(number, on)| {
            anim.set_user_condition(&he, number, on);
            anim.condition_mask
        });
        assert_eq!(masks, [0x10000, 0x30001, 0x10000]);
    }

    #[test]
    fn bit_0_holds_still_without_the_quirk() {
        let he = Dialect::humongous(72).with_quirks(Quirks::all() - Quirks::CONDITION_TOGGLE);
        let mut anim = LimbStates {
            condition_mask: 1,
            ..LimbStates::default()
        };
        anim.set_user_condition(&he, 1, true);
        assert_eq!(anim.condition_mask, 0x10001);
    }

    #[test]
    fn one_talk_condition_at_a_time_t85() {
        let he = Dialect::humongous(80);
        let mut anim = LimbStates {
            condition_mask: 0x40001,
            ..LimbStates::default()
        };
        anim.set_talk_condition(&he, 5);
        assert_eq!(anim.condition_mask, 0x40010);
        assert!(anim.condition(5) && !anim.condition(1) && anim.user_condition(3));
        anim.set_talk_condition(&he, 10);
        assert_eq!(anim.condition_mask, 0x40200);
        anim.set_talk_condition(&he, 1);
        assert_eq!(anim.condition_mask, 0x40001);
    }

    #[test]
    fn talk_conditions_are_10_bits_and_13_from_he85_on_t85() {
        let mut anim = LimbStates::default();
        anim.set_talk_condition(&Dialect::humongous(80), 13);
        anim.set_talk_condition(&Dialect::humongous(80), 2);
        assert_eq!(anim.condition_mask, 0x1002);
        anim.set_talk_condition(&Dialect::humongous(85), 2);
        assert_eq!(anim.condition_mask, 0x0002);
    }

    #[test]
    fn numbers_outside_1_to_32_have_no_bit() {
        let mut anim = LimbStates::default();
        anim.set_condition(&Dialect::humongous(80), 0, true);
        anim.set_condition(&Dialect::humongous(80), 33, true);
        assert_eq!(anim.condition_mask & !1, 0);
        assert!(!anim.condition(0) && !anim.condition(u32::MAX));
    }
}
