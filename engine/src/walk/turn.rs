//! Turning: towards a direction step by step, and what boxes and classes make of a direction (T41–T44).

use scumm_costume::Facing;
use scumm_room::{NO_BOX, Turning, WalkBox};

use crate::ActorMut;
use crate::actor::{class, moving};

/// The old direction to face next, by the wanted one and four times the present one (T43, v3).
const OLD_TURNS: [u8; 16] = [0, 2, 2, 3, 2, 1, 2, 3, 0, 1, 2, 1, 0, 1, 0, 3];

/// Bit of an extra flag word: the direction is set, not chosen out of two (T44.1).
const EXTRA_FIXED: u16 = 0x8000;
/// The angle in an extra flag word.
const EXTRA_ANGLE: u16 = 0x3fff;

/// What T44 makes of a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remapped {
    pub angle: u16,
    /// The box leaves no choice: the actor faces there without steps between.
    pub is_final: bool,
}

impl ActorMut<'_> {
    /// Begins a turn to `angle`, step by step from the next frame on (T41); -1 is no direction and does nothing. v1..v6 note it
    /// even if the actor faces there already, and v3..v6 drop every walk for it.
    pub fn turn(&mut self, angle: i32) {
        if self.stage.dialect.is_v0() {
            return self.turn_v0(angle);
        }
        let (v7, old_games) = (self.stage.dialect.is_v7_plus(), self.stage.dialect.is_v1_or_v2());
        let actor = &mut **self;
        if angle == -1 || actor.ignore_turns {
            return;
        }
        if v7 {
            actor.walk.moving &= !moving::TURN;
            if angle == i32::from(actor.facing) {
                return;
            }
        }
        let others = if v7 || old_games { actor.walk.moving } else { 0 };
        actor.walk.moving = others | moving::TURN;
        actor.target_facing = angle as u16;
    }

    /// One frame of a turn (T42). It ends in the frame after the one that reaches the direction.
    pub(super) fn turn_step(&mut self) {
        let next = self.dir_step(false);
        if next != self.facing {
            self.set_direction(i32::from(next));
            return;
        }
        if self.stage.dialect.is_v7_plus() || self.stage.dialect.is_v1_or_v2() {
            self.walk.moving &= !moving::TURN;
            return;
        }
        if self.stage.dialect.has_zak_walks() && self.walk.moving == moving::TURN {
            self.start_stand_frame();
        }
        self.walk.moving = 0;
    }

    /// Returns the facing one step nearer to the target (T43).
    pub(super) fn dir_step(&self, walking: bool) -> u16 {
        let actor = &**self;
        if self.stage.dialect.ignoring_turns_keeps_facing() && actor.ignore_turns {
            return actor.facing;
        }
        let Remapped { angle, is_final } = self.remap_direction(i32::from(actor.target_facing), walking);
        let [from, to] = [actor.facing, angle].map(Facing::from_degrees);
        match self.stage.dialect.turning() {
            _ if is_final => angle,
            Turning::AtOnce => angle,
            Turning::OldDirections => Facing::from_old(old_turn(from.old(), to.old())).degrees(),
            Turning::Quarters => quarter_turn(from.quarter(), to.quarter()) * 90,
        }
    }

    /// Returns what the box that an actor stands in, and its classes, make of a direction (T44, T44a).
    pub(super) fn remap_direction(&self, direction: i32, walking: bool) -> Remapped {
        let actor = &**self;
        let mut angle = direction;
        if !actor.ignore_boxes || self.stage.dialect.flips_outside_boxes() {
            if actor.walkbox != NO_BOX {
                angle = extra_direction(self.stage.state.boxes.extra_flags(actor.walkbox), angle);
            }
            let flags = self.stage.state.boxes.flags(actor.walkbox);
            let mut right = actor.walk.dx16 > 0;
            let mut down = actor.walk.dy16 > 0;
            if flags & WalkBox::FLIP_X != 0 || actor.is_in_class(&self.stage.dialect, class::X_FLIP) {
                angle = 360 - angle;
                right = !right;
            }
            if flags & WalkBox::FLIP_Y != 0 || actor.is_in_class(&self.stage.dialect, class::Y_FLIP) {
                angle = 180 - angle;
                down = !down;
            }
            let v7 = self.stage.dialect.is_v7_plus();
            let east_or_west = |east| if east { 90 } else { 270 };
            let south_or_north = |south| if south { 180 } else { 0 };
            let forced = match flags & WalkBox::DIRECTION {
                1 if v7 => Some(east_or_west(angle < 180)),
                1 if walking => Some(east_or_west(right)),
                1 => Some(east_or_west(angle == 90)),
                2 if v7 => Some(south_or_north(90 < angle && angle < 270)),
                2 if walking => Some(south_or_north(down)),
                2 => Some(south_or_north(angle != 0)),
                3 => Some(270),
                4 => Some(90),
                5 => Some(0),
                6 => Some(180),
                _ => None,
            };
            if let Some(angle) = forced {
                return Remapped { angle, is_final: true };
            }
        }
        Remapped { angle: Facing::snapped(angle).degrees(), is_final: false }
    }
}

/// The direction that a box's extra flag word makes of another; 0 is no word (T44.1). There is no wrap-around at 360.
fn extra_direction(word: u16, direction: i32) -> i32 {
    let angle = i32::from(word & EXTRA_ANGLE);
    if word == 0 {
        direction
    } else if word & EXTRA_FIXED != 0 || (angle - 90 < direction && direction < angle + 90) {
        angle
    } else {
        angle + 180
    }
}

/// The old direction after `from` on the way to `to` (T43).
pub(crate) fn old_turn(from: u8, to: u8) -> u8 {
    OLD_TURNS.get(usize::from(from << 2 | to)).copied().unwrap_or(to)
}

/// The quarter after `from` on the way to `to` (T43): half turns go up where `to` is larger, else down.
fn quarter_turn(from: u8, to: u8) -> u16 {
    match (from, to) {
        (0, 3) => 3,
        (3, 0) => 0,
        _ if to > from => u16::from(from) + 1,
        _ if to < from => u16::from(from) - 1,
        _ => u16::from(to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_turns_go_through_east_or_south_t43() {
        let all: Vec<_> = (0..4).map(|from| [0, 1, 2, 3].map(|to| quarter_turn(from, to))).collect();
        // From north, east, south, west; columns: to north, east, south, west.
        assert_eq!(all, [[0, 1, 1, 3], [0, 1, 2, 2], [1, 1, 2, 3], [0, 2, 2, 3]]);
    }

    #[test]
    fn old_turns_t43() {
        let all: Vec<_> = (0..4).map(|from| [0, 1, 2, 3].map(|to| old_turn(from, to))).collect();
        // From west, east, south, north; columns: to west, east, south, north.
        assert_eq!(all, [[0, 2, 2, 3], [2, 1, 2, 3], [0, 1, 2, 1], [0, 1, 0, 3]]);
    }

    #[test]
    fn extra_words_set_or_choose_a_direction_t44() {
        assert_eq!(extra_direction(0, 33), 33, "no word");
        assert_eq!(extra_direction(0x8000 | 45, 300), 45, "set");
        assert_eq!(
            [181, 269, 91, 180, 270, 90, 0].map(|d| extra_direction(0x4000 | 180, d)),
            [180, 180, 180, 180, 360, 360, 360]
        );
        assert_eq!(extra_direction(0x4000 | 10, 350), 190, "350 is 20 away, but nothing wraps around");
        assert_eq!(extra_direction(0x4000 | 350, 10), 530);
    }
}
