//! The order in which actors are drawn (D5, D6).

use super::{MAX_ACTOR, Stage};
use crate::Actor;

/// What decides who is drawn first: the smaller one is, and stands behind.
type Key = (i32, i32);

impl Stage {
    /// The actors of the room from back to front, v8's upper ones left out. The reference's exchange sort over all
    /// pairs is kept, because actors with equal keys change places in it.
    pub(super) fn drawing_order<'a>(&self, order: &'a mut [u16; MAX_ACTOR as usize]) -> &'a [u16] {
        let upper = self.dialect.has_upper_actors();
        let present = self.state.actors.iter().filter(|a| a.room == self.state.room && !(upper && a.layer < 0));
        let mut count = 0;
        for (slot, actor) in order.iter_mut().zip(present) {
            *slot = actor.id;
            count += 1;
        }
        let order = &mut order[..count];
        for j in 0..count {
            for i in 0..count {
                if self.order_key(order[j]) < self.order_key(order[i]) {
                    order.swap(i, j);
                }
            }
        }
        order
    }

    fn order_key(&self, id: u16) -> Key {
        let actor: &Actor = &self.state.actors[id];
        let y = i32::from(actor.pos.y);
        if self.dialect.orders_by_layer() {
            return (actor.layer, y);
        }
        let key = y.wrapping_sub(actor.layer.wrapping_mul(2000));
        let tie = if self.dialect.orders_ties_by_number() { y + i32::from(id) } else { 0 };
        (key, tie)
    }
}
