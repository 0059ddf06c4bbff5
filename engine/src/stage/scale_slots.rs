//! The scale slots in force (B6, T64).

use scumm_room::{Error, Point, Result, SCALE_SLOTS, ScaleSlot};

/// The scale slots of an engine, numbered from 1. A change of room leaves those that the room does not set (B6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ScaleSlots(Vec<ScaleSlot>);

impl ScaleSlots {
    /// Sets slot `number`, 1..=[`SCALE_SLOTS`].
    ///
    /// # Errors
    /// [`Error::Misuse`] for another number.
    pub fn set(&mut self, number: u16, slot: ScaleSlot) -> Result<()> {
        if !(1..=SCALE_SLOTS).contains(&number) {
            return Err(Error::Misuse(format!("there is no scale slot {number}: they are 1 to {SCALE_SLOTS}")));
        }
        let index = usize::from(number - 1);
        if self.0.len() <= index {
            self.0.resize(index + 1, ScaleSlot::default());
        }
        if let Some(place) = self.0.get_mut(index) {
            *place = slot;
        }
        Ok(())
    }

    /// Returns slot `number`, if it was ever set or lies below one that was.
    pub fn get(&self, number: u16) -> Option<&ScaleSlot> {
        self.0.get(usize::from(number.checked_sub(1)?))
    }

    /// Returns the scale of slot `number` at `p`; `None` where it is not set, or says nothing.
    pub fn at(&self, number: u16, p: Point) -> Option<u8> {
        self.get(number)?.at(p)
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
