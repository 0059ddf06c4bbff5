//! The scale slots in force (B6, T64).

use scumm_room::{Point, Result, SCALE_SLOTS, ScaleSlot};

use crate::number::check_number;

/// The scale slots of an engine, numbered from 1. A change of room leaves those that the room does not set (B6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ScaleSlots(Vec<ScaleSlot>);

impl ScaleSlots {
    /// Sets slot `number`, 1..=[`SCALE_SLOTS`].
    ///
    /// # Errors
    /// No such slot.
    pub fn set(&mut self, number: u16, slot: ScaleSlot) -> Result<()> {
        check_number("scale slot", number, 1..=SCALE_SLOTS)?;
        let count = usize::from(number);
        self.0.resize(self.0.len().max(count), ScaleSlot::default());
        self.0[count - 1] = slot;
        Ok(())
    }

    /// Returns the scale of slot `number` at `p`; `None` where it is not set, or says nothing.
    pub fn at(&self, number: u16, p: Point) -> Option<u8> {
        self.0.get(usize::from(number.checked_sub(1)?))?.at(p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_numbered_from_one_b6() {
        let mut slots = ScaleSlots::default();
        let slot = ScaleSlot { x1: 0, y1: 60, s1: 100, x2: 0, y2: 190, s2: 255 };
        slots.set(2, slot).unwrap();
        slots.set(20, slot).unwrap();
        assert!(slots.set(0, slot).is_err() && slots.set(21, slot).is_err());
        assert_eq!(
            [0, 1, 2, 3, 20, 21].map(|n| slots.at(n, Point::new(0, 100)).is_some()),
            [false, false, true, false, true, false]
        );
    }
}
