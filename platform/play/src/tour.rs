//! A tour of a room, from walk box to walk box, for a character without the user's control.

use std::sync::Arc;

use glam::IVec2;
use scumm_engine::Stage;
use scumm_room::{Dialect, WalkBox};
use serde::{Deserialize, Serialize};

use scumm_tools::boxes;
use scumm_tools::standing::room_size;

/// The number of frames of rest at each position.
const REST: u32 = 6;
/// The number of frames after which an unreachable position is given up.
const PATIENCE: u32 = 300;

/// The positions of a tour in actors' units, with its progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tour {
    places: Arc<[IVec2]>,
    next: usize,
    resting: u32,
    under_way: u32,
}

impl Tour {
    /// Creates a tour through the middles of all walkable boxes. Without such boxes the tour goes
    /// around a room of `size`. All values are in actors' units.
    fn new(boxes: &[WalkBox], size: IVec2, dialect: &Dialect, at: IVec2) -> Self {
        let skip = usize::from(dialect.invalid_box() == 0);
        let walkable = boxes.iter().skip(skip).filter(|b| !b.is_invisible());
        let middle = |walkbox: &WalkBox| {
            walkbox
                .corners()
                .iter()
                .map(|p| p.as_ivec2())
                .sum::<IVec2>()
                / 4
        };
        let mut places: Vec<IVec2> = walkable.map(middle).collect();
        if places.is_empty() {
            places = [(1, 3), (3, 3), (3, 2), (1, 2)]
                .map(|(x, y)| size * IVec2::new(x, y) / 4)
                .to_vec();
        }
        let away = |place: &IVec2| (place.as_vec2() - at.as_vec2()).length_squared();
        let nearest = (0..)
            .zip(&places)
            .min_by(|(_, a), (_, b)| away(a).total_cmp(&away(b)));
        let next = nearest.map_or(0, |(number, _)| number);
        Self {
            places: places.into(),
            next,
            resting: 0,
            under_way: 0,
        }
    }

    /// Creates the tour of a stage for an actor at a position. The tour starts from the position
    /// nearest to the actor.
    pub fn of(stage: &Stage, at: IVec2) -> Self {
        let size = room_size(stage) / boxes::unit(stage.dialect());
        Self::new(stage.boxes().as_slice(), size, stage.dialect(), at)
    }

    /// Returns the next position to walk to, if the actor has to start walking in this frame.
    /// `moving` tells whether the actor is moving.
    pub fn step(&mut self, moving: bool) -> Option<IVec2> {
        self.under_way = if moving {
            self.under_way.saturating_add(1)
        } else {
            0
        };
        if moving && self.under_way < PATIENCE {
            return None;
        }
        self.resting = self.resting.saturating_add(1);
        if self.resting < REST {
            return None;
        }
        self.resting = 0;
        self.under_way = 0;
        self.next = self.next.saturating_add(1) % self.places.len().max(1);
        self.places.get(self.next).copied()
    }
}

#[cfg(test)]
mod tests {
    use glam::I16Vec2;

    use super::*;

    fn square(x: i16, y: i16, flags: u8) -> WalkBox {
        let at = |dx, dy| I16Vec2::new(x + dx, y + dy);
        WalkBox {
            ul: at(0, 0),
            ur: at(20, 0),
            lr: at(20, 10),
            ll: at(0, 10),
            flags,
            ..WalkBox::default()
        }
    }

    #[test]
    fn it_goes_through_the_boxes_in_turn_without_the_invalid_one_b4() {
        let boxes = [
            square(0, 0, 0),
            square(100, 50, 0),
            square(0, 0, WalkBox::INVISIBLE),
            square(200, 50, 0),
        ];
        let mut tour = Tour::new(&boxes, IVec2::new(320, 200), &Dialect::new(5), IVec2::ZERO);
        let walks: Vec<IVec2> = (0..3 * REST).filter_map(|_| tour.step(false)).collect();
        assert_eq!(
            walks,
            [
                IVec2::new(210, 55),
                IVec2::new(110, 55),
                IVec2::new(210, 55)
            ]
        );
    }

    #[test]
    fn box_0_is_a_place_where_it_is_valid_b4() {
        let mut tour = Tour::new(
            &[square(0, 0, 0)],
            IVec2::new(320, 200),
            &Dialect::new(4),
            IVec2::ZERO,
        );
        assert_eq!(
            (0..REST).find_map(|_| tour.step(false)),
            Some(IVec2::new(10, 5))
        );
    }

    #[test]
    fn it_goes_on_from_the_place_that_the_actor_stands_nearest_to() {
        let boxes = [square(0, 0, 0), square(100, 50, 0), square(200, 50, 0)];
        let mut tour = Tour::new(
            &boxes,
            IVec2::new(320, 200),
            &Dialect::new(6),
            IVec2::new(205, 60),
        );
        assert_eq!(
            (0..REST).find_map(|_| tour.step(false)),
            Some(IVec2::new(110, 55))
        );
    }

    #[test]
    fn a_place_out_of_reach_is_given_up() {
        let boxes = [square(0, 0, 0), square(100, 50, 0), square(200, 50, 0)];
        let mut tour = Tour::new(&boxes, IVec2::new(320, 200), &Dialect::new(6), IVec2::ZERO);
        assert!(
            (0..PATIENCE)
                .filter_map(|_| tour.step(true))
                .next()
                .is_none()
        );
        assert!((0..REST).filter_map(|_| tour.step(true)).next().is_some());
    }

    #[test]
    fn without_boxes_it_goes_around_the_picture() {
        let mut tour = Tour::new(
            &[],
            IVec2::new(320, 200),
            &Dialect::new(8),
            IVec2::new(80, 150),
        );
        assert_eq!(
            (0..REST).find_map(|_| tour.step(false)),
            Some(IVec2::new(240, 150))
        );
    }
}
