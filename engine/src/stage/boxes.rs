//! Script operations on the walk boxes of the room and on the scale slots (B6, B10, Y35, T44, T62,
//! T64).

use scumm_room::{
    BoxMatrix, Boxes, Error, GameId, Misuse, Point, Result, SCALE_SLOTS, ScaleSlot, WalkBox,
};

use super::{Stage, check_number};

/// The script operations on the walk boxes and scale slots. Returned by [`Stage::boxes_mut`].
#[derive(Debug)]
pub struct BoxesMut<'s> {
    stage: &'s mut Stage,
}

impl Stage {
    /// Returns the current walk boxes.
    pub fn boxes(&self) -> &Boxes {
        &self.state.boxes
    }

    /// Returns the operations on the current walk boxes and scale slots.
    pub fn boxes_mut(&mut self) -> BoxesMut<'_> {
        BoxesMut { stage: self }
    }
}

impl BoxesMut<'_> {
    /// Replaces the walk boxes. Without a stored matrix, the matrix is computed from the edges that
    /// the boxes share (B3, B10).
    pub fn replace(&mut self, boxes: Vec<WalkBox>, matrix: Option<BoxMatrix>) {
        self.stage.state.boxes = Boxes::with_matrix(&self.stage.dialect, boxes, matrix);
    }

    /// Sets scale slot `slot`, 1..=20 (T64).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `slot` is outside 1..=20, or if the two points of `value` are
    /// the same.
    pub fn set_scale_slot(&mut self, slot: u16, value: ScaleSlot) -> Result<()> {
        if value.x1 == value.x2 && value.y1 == value.y2 {
            return Err(Error::misuse(
                Misuse::Contradiction,
                format!("scale slot {slot} has the same point twice"),
            ));
        }
        self.stage.state.scale_slots.set(slot, value)
    }

    /// Sets the flags of a box. If bit 14 or 15 of `value` is set, stores `value` as the extra flag
    /// word of the box instead (T44.1).
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if the box does not exist.
    pub fn set_flags(&mut self, number: u8, value: u16) -> Result<()> {
        self.stage.state.boxes.set_flags(number, value)
    }

    /// Sets the scale word of a box: 1..=255, or bit 15 and the number of a scale slot minus 1
    /// (T62).
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if the box does not exist.
    pub fn set_scale(&mut self, number: u8, value: u16) -> Result<()> {
        let found = self.stage.state.boxes.get_mut(number);
        found
            .ok_or_else(|| Error::not_found("box", number, format!("there is no box {number}")))?
            .scale = value;
        Ok(())
    }

    /// Computes the routes between the boxes again, as scripts do after a change of flags (B10,
    /// Y35). In The Dig and v8 the actors of the room are then put at their own positions again.
    pub fn compute_matrix(&mut self) {
        self.stage.state.boxes.compute_matrix();
        // The Dig, v8: the actors of the room are put again after the matrix was computed (Y35).
        if self.stage.dialect.version() == 8 || self.stage.dialect.game() == Some(GameId::Dig) {
            self.stage.for_actors_of_room(|mut actor| actor.put_again());
        }
    }

    /// Switches to another set of boxes that the room stores (Y35; v6 and later). Set 0 is the
    /// first one. Extra flag words are kept. In v7 the actors of the room are then put at their own
    /// positions again.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the room has no such set.
    pub fn use_set(&mut self, number: usize) -> Result<()> {
        let missing = || {
            Error::misuse(
                Misuse::Missing,
                format!("the room has no set {number} of boxes"),
            )
        };
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

    /// Sets the extra flag word of a box and has no other effect (T44.1).
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if the box does not exist.
    pub fn set_extra_flags(&mut self, number: u8, value: u16) -> Result<()> {
        self.stage.state.boxes.set_extra_flags(number, value)
    }
}

/// The scale slots of the stage, numbered from 1. A change of room keeps the slots that the new
/// room does not set (B6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ScaleSlots(Vec<ScaleSlot>);

impl ScaleSlots {
    /// Sets slot `number`, 1..=[`SCALE_SLOTS`].
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `number` is outside that range.
    pub fn set(&mut self, number: u16, slot: ScaleSlot) -> Result<()> {
        check_number("scale slot", number, 1..=SCALE_SLOTS)?;
        let count = usize::from(number);
        self.0.resize(self.0.len().max(count), ScaleSlot::default());
        self.0[count - 1] = slot;
        Ok(())
    }

    /// Returns the scale of slot `number` at `p`, or `None` if the slot is not set or has no scale
    /// there.
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
