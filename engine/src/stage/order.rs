//! The drawing order of actors (D5, D6).

use scumm_room::GameId;

use super::{MAX_ACTOR, Stage};
use crate::Actor;

impl Stage {
    /// Returns the actors of the room from back to front, without v8's upper actors. The exchange
    /// sort of the reference is kept, because it changes the order of actors with equal keys.
    pub(super) fn drawing_order<'a>(&self, order: &'a mut [u16; MAX_ACTOR as usize]) -> &'a [u16] {
        let upper = self.dialect.has_upper_actors();
        let present = self
            .state
            .actors
            .iter()
            .filter(|a| a.room == self.state.room && !(upper && a.layer < 0));
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

    /// Returns the sort key of an actor. The actor with the smaller key is drawn first and stands
    /// behind.
    fn order_key(&self, id: u16) -> (i32, i32) {
        let actor: &Actor = &self.state.actors[id];
        let y = if self.dialect.is_v0() {
            self.order_line_v0(id)
        } else {
            actor.place(&self.dialect).1
        };
        // HE90+: actors are ordered by layer, then by row (D6).
        if self.dialect.he_at_least(90) {
            return (actor.layer, y);
        }
        // Sam & Max: actors are ordered by row and number, without regard to layers (D6).
        if self.dialect.game() == Some(GameId::SamNMax) {
            return (y, i32::from(id));
        }
        (y.wrapping_sub(actor.layer.wrapping_mul(2000)), 0)
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::{Dialect, GameId};

    use super::*;
    use crate::fixture::stage;

    /// Returns the drawing order of actors 1.. that stand on these rows in these layers.
    fn order(dialect: Dialect, actors: &[(i16, i32)]) -> Vec<u16> {
        let mut stage = stage(dialect);
        for id in 1..=4 {
            stage.actor_mut(id).unwrap().room = 0;
        }
        for (id, &(y, layer)) in (1..).zip(actors) {
            let mut actor = stage.actor_mut(id).unwrap();
            actor.room = 1;
            actor.pos.y = y;
            actor.layer = layer;
        }
        stage.drawing_order(&mut [0; MAX_ACTOR as usize]).to_vec()
    }

    #[test]
    fn higher_lines_and_larger_layers_are_behind_d6() {
        assert_eq!(
            order(Dialect::new(5), &[(90, 0), (50, 0), (70, 0)]),
            [2, 3, 1]
        );
        assert_eq!(
            order(Dialect::new(6), &[(10, 0), (190, 1), (100, -1)]),
            [2, 1, 3]
        );
    }

    #[test]
    fn the_exchange_sort_is_not_stable_d6() {
        // j = 1 moves 2 to the front; 3 and 1 stand on the same row and end in reverse order.
        assert_eq!(
            order(Dialect::new(5), &[(50, 0), (40, 0), (50, 0)]),
            [2, 1, 3]
        );
        assert_eq!(
            order(Dialect::new(5), &[(50, 0), (50, 0), (40, 0)]),
            [3, 2, 1]
        );
    }

    #[test]
    fn sam_and_max_orders_by_line_and_number_alone_d6() {
        let sam = Dialect::new(6).with_game(Some(GameId::SamNMax));
        assert_eq!(order(sam, &[(50, 0), (50, 0), (40, 0)]), [3, 1, 2]);
        assert_eq!(
            order(sam, &[(13, 0), (33, 2), (20, -1)]),
            [1, 3, 2],
            "no layer is asked"
        );
    }

    #[test]
    fn he90_orders_by_layer_and_larger_ones_are_in_front_d6() {
        let actors = [(100, 1), (50, 2), (190, 0), (80, 1)];
        assert_eq!(order(Dialect::humongous(90), &actors), [3, 4, 1, 2]);
        assert_eq!(order(Dialect::humongous(80), &actors), [2, 4, 1, 3]);
    }

    #[test]
    fn v8_leaves_its_upper_actors_for_later_d7() {
        assert_eq!(
            order(Dialect::new(8), &[(50, 0), (60, -1), (40, 3)]),
            [3, 1]
        );
        assert_eq!(
            order(Dialect::new(7), &[(50, 0), (60, -1), (40, 3)]),
            [3, 1, 2]
        );
    }
}
