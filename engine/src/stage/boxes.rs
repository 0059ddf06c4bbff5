//! What scripts do to the boxes of the room, and the scale slots in force (B6, B10, Y35, T44, T62, T64).

use scumm_room::{Boxes, Error, GameId, Matrix, Point, Result, SCALE_SLOTS, ScaleSlot, WalkBox};

use super::{Stage, check_number};

/// The boxes of the room and its scale slots, to change them. Made by [`Stage::boxes_mut`].
#[derive(Debug)]
pub struct BoxesMut<'s> {
    stage: &'s mut Stage,
}

impl Stage {
    /// The walk boxes in force.
    pub fn boxes(&self) -> &Boxes {
        &self.state.boxes
    }

    /// The walk boxes in force and the scale slots, to change them.
    pub fn boxes_mut(&mut self) -> BoxesMut<'_> {
        BoxesMut { stage: self }
    }
}

impl BoxesMut<'_> {
    /// Replaces the boxes; without a stored matrix it is computed from where they touch (B3, B10).
    pub fn replace(&mut self, boxes: Vec<WalkBox>, matrix: Option<Matrix>) {
        self.stage.state.boxes = Boxes::with_matrix(&self.stage.dialect, boxes, matrix);
    }

    /// Sets scale slot `slot`, 1..=20 (T64).
    ///
    /// # Errors
    /// No such slot, or a slot whose two points are the same.
    pub fn set_scale_slot(&mut self, slot: u16, value: ScaleSlot) -> Result<()> {
        if value.x1 == value.x2 && value.y1 == value.y2 {
            return Err(Error::Misuse(format!(
                "scale slot {slot} has the same point twice"
            )));
        }
        self.stage.state.scale_slots.set(slot, value)
    }

    /// Sets a box's flags, or with bit 14 or 15 its extra flag word (T44.1).
    ///
    /// # Errors
    /// No such box.
    pub fn set_flags(&mut self, number: u8, value: u16) -> Result<()> {
        self.stage.state.boxes.set_flags(number, value)
    }

    /// Sets a box's scale word: 1..=255, or bit 15 and a scale slot less 1 (T62).
    ///
    /// # Errors
    /// No such box.
    pub fn set_scale(&mut self, number: u8, value: u16) -> Result<()> {
        let found = self.stage.state.boxes.get_mut(number);
        found
            .ok_or_else(|| Error::not_found("box", number, format!("there is no box {number}")))?
            .scale = value;
        Ok(())
    }

    /// Works the ways between boxes out anew, as scripts do after they changed flags (B10, Y35). The Dig and v8 put the
    /// actors of the room again afterwards.
    pub fn compute_matrix(&mut self) {
        self.stage.state.boxes.compute_matrix();
        // The Dig, v8: after the ways between boxes were computed anew, the actors of the room are put again (Y35).
        if self.stage.dialect.version() == 8 || self.stage.dialect.game() == Some(GameId::Dig) {
            self.stage.for_actors_of_room(|mut actor| actor.put_again());
        }
    }

    /// Takes another of the sets of boxes that the room stores, 0 the first (Y35; v6 and later). Extra flag words stay. In v7
    /// the actors of the room are put again.
    ///
    /// # Errors
    /// The room has no such set.
    pub fn use_set(&mut self, number: usize) -> Result<()> {
        let missing = || Error::Misuse(format!("the room has no set {number} of boxes"));
        let room = self.stage.backdrop.room().ok_or_else(missing)?;
        let (boxes, matrix) = match number.checked_sub(1) {
            None => (room.boxes.clone(), room.matrix.clone()),
            Some(further) => room
                .further_boxes
                .get(further)
                .cloned()
                .ok_or_else(missing)?,
        };
        self.stage.state.boxes.change(boxes, matrix);
        if self.stage.dialect.version() == 7 {
            self.stage.for_actors_of_room(|mut actor| actor.put_again());
        }
        Ok(())
    }

    /// Sets a box's extra flag word and nothing else (T44.1).
    ///
    /// # Errors
    /// No such box.
    pub fn set_extra_flags(&mut self, number: u8, value: u16) -> Result<()> {
        self.stage.state.boxes.set_extra_flags(number, value)
    }
}

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
        let slot = ScaleSlot {
            x1: 0,
            y1: 60,
            s1: 100,
            x2: 0,
            y2: 190,
            s2: 255,
        };
        slots.set(2, slot).unwrap();
        slots.set(20, slot).unwrap();
        assert!(slots.set(0, slot).is_err() && slots.set(21, slot).is_err());
        assert_eq!(
            [0, 1, 2, 3, 20, 21].map(|n| slots.at(n, Point::new(0, 100)).is_some()),
            [false, false, true, false, true, false]
        );
    }
}
