//! Turning, positions in boxes, walking.
//!
//! A walk is a row of legs, each straight, from gate to gate between neighbouring boxes. [`ActorMut::walk`] only notes
//! where to go (T75); every frame takes one step and plans the next leg where one ends.
//!
//! | module | rules |
//! |---|---|
//! | `turn` | turning step by step, facings that boxes force (T41–T44) |
//! | `place` | the box and the scale of a position (T60–T63) |
//! | `start` | beginning a walk, changing its speed (T75, T26) |
//! | `route` | from leg to leg to the end, in v3 and later (T73, T76, T77) |
//! | `leg` | what all legs share: the walk animation, walk scripts, the box ahead (T71, T74) |
//! | `slope` | legs of v4 and later (T70, T71, B12) |
//! | `v3` | legs of v3 (T78, T79, B13) |
//! | `cells` | walking of v1 and v2 (T7C) |

mod cells;
mod leg;
mod place;
mod route;
mod slope;
mod start;
mod turn;
mod v3;

#[cfg(test)]
mod tests;

use scumm_room::{Error, Result, WalkRules};

use crate::{ActorMut, Stage};

impl ActorMut<'_> {
    /// One engine frame of the actor's walk or turn.
    fn walk_frame(&mut self) {
        match self.stage.dialect.walk_rules() {
            WalkRules::Cells => self.walk_frame_cells(),
            WalkRules::TwoGates | WalkRules::Slopes => self.walk_frame_legs(),
        }
    }

    fn is_moving(&self, bits: u8) -> bool {
        self.walk.moving & bits != 0
    }
}

impl Stage {
    /// Sets a box's flags, or with bit 14 or 15 its extra flag word (T44.1).
    ///
    /// # Errors
    /// No such box.
    pub fn set_box_flags(&mut self, number: u8, value: u16) -> Result<()> {
        self.state.boxes.set_flags(number, value)
    }

    /// Sets a box's scale word: 1..=255, or bit 15 and a scale slot less 1 (T62).
    ///
    /// # Errors
    /// No such box.
    pub fn set_box_scale(&mut self, number: u8, value: u16) -> Result<()> {
        let found = self.state.boxes.get_mut(number);
        found.ok_or_else(|| Error::not_found("box", number, format!("there is no box {number}")))?.scale = value;
        Ok(())
    }

    /// Works the ways between boxes out anew, as scripts do after they changed flags (B10, Y35). The Dig and v8 put the
    /// actors of the room again afterwards.
    pub fn compute_box_matrix(&mut self) {
        self.state.boxes.compute_matrix();
        if self.dialect.puts_actors_after_box_changes() {
            self.for_actors_of_room(|mut actor| actor.put_again());
        }
    }

    /// Takes another of the sets of boxes that the room stores, 0 the first (Y35; v6 and later). Extra flag words stay. In v7
    /// the actors of the room are put again.
    ///
    /// # Errors
    /// The room has no such set.
    pub fn use_box_set(&mut self, number: usize) -> Result<()> {
        let missing = || Error::Misuse(format!("the room has no set {number} of boxes"));
        let room = self.backdrop.room().ok_or_else(missing)?;
        let (boxes, matrix) = match number.checked_sub(1) {
            None => (room.boxes.clone(), room.matrix.clone()),
            Some(further) => room.further_boxes.get(further).cloned().ok_or_else(missing)?,
        };
        self.state.boxes.change(boxes, matrix);
        if self.dialect.version() == 7 {
            self.for_actors_of_room(|mut actor| actor.put_again());
        }
        Ok(())
    }

    /// Sets a box's extra flag word and nothing else (T44.1).
    ///
    /// # Errors
    /// No such box.
    pub fn set_extra_box_flags(&mut self, number: u8, value: u16) -> Result<()> {
        self.state.boxes.set_extra_flags(number, value)
    }

    /// Walks all actors of the room in number order, the first thing of a frame (D1).
    pub(crate) fn walk_actors(&mut self) {
        self.for_actors_of_room(|mut actor| actor.walk_frame());
    }
}
