//! Who is at a place (D11).

use scumm_room::{Error, Result};

use super::Stage;
use crate::Actor;
use crate::actor::class;

impl Stage {
    /// The actor at room column `x`, line `y` (D11): one that has claimed the strip and was drawn on that line; 0 if there
    /// is none. The lowest number wins, in HE70+ the one standing lowest.
    #[must_use]
    pub fn actor_from_pos(&self, x: i32, y: i32) -> u16 {
        let Ok(strip) = usize::try_from(x.div_euclid(8)) else { return 0 };
        let touchable = |a: &&Actor| {
            a.strips.contains(strip)
                && !a.is_in_class(&self.dialect, class::UNTOUCHABLE)
                && (a.top..=a.bottom).contains(&y)
        };
        let mut found = self.state.actors.iter().filter(touchable);
        let Some(first) = found.next() else { return 0 };
        if !self.dialect.finds_the_lowest_actor() {
            return first.id;
        }
        found.fold(first, |best, a| if a.pos.y > best.pos.y { a } else { best }).id
    }

    /// Whether an opaque pixel of an actor's costume lands on view column `x`, line `y`, whatever hides it (D11).
    ///
    /// # Errors
    /// No such actor, or a codec that the reference can't test.
    pub fn hit(&mut self, id: u16, x: i32, y: i32) -> Result<bool> {
        let costume = self.actor(id)?.costume;
        let Some(costume) = self.costumes.get(&costume).cloned() else { return Ok(false) };
        self.setup_actor_scale(id);
        let found = self.with_look(id, |anim, look, renderer, _| costume.hit(anim, look, renderer, x, y));
        found.map_err(|fault| Error::Misuse(format!("actor {id}: {fault}")))
    }
}
