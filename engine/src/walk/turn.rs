//! Turns actors towards a direction step by step, and applies the directions that boxes and classes
//! force (T41–T44).

use scumm_costume::Facing;
use scumm_room::{GameId, NO_BOX, Quirks, WalkBox};

use super::has_zak_walks;
use crate::actor::signed_angle;
use crate::{ActorMut, class, moving};

/// The next old direction. The index is the wanted direction plus four times the current direction
/// (T43).
const OLD_TURNS: [u8; 16] = [0, 2, 2, 3, 2, 1, 2, 3, 0, 1, 2, 1, 0, 1, 0, 3];
/// The old directions south and north.
const SOUTH: u8 = 2;
const NORTH: u8 = 3;

/// The bit of an extra flag word that sets the direction instead of choosing one of two (T44.1).
const EXTRA_FIXED: u16 = 0x8000;
/// The bits of the angle in an extra flag word.
const EXTRA_ANGLE: u16 = 0x3fff;

/// A direction after the rules of T44.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remapped {
    /// The angle in degrees. A final angle may be outside 0..360.
    pub angle: i32,
    /// Whether the box forces the direction: the actor faces it without steps in between.
    pub is_final: bool,
}

/// The number of directions in which an actor of v7 or v8 turns: eight or four (T42).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Steps {
    /// The number of steps in a full turn: 4 or 8.
    count: i32,
}

impl Steps {
    /// Converts an angle to steps. Invalid angles are north.
    fn of(self, angle: i32) -> i32 {
        let facing = Facing::from_degrees(u16::try_from(angle).unwrap_or(0));
        i32::from(if self.count == 8 {
            facing.eighth()
        } else {
            facing.quarter()
        })
    }

    /// Returns the nearest angle that an actor can face.
    pub(super) fn nearest(self, angle: i32) -> i32 {
        self.of(angle) * (360 / self.count)
    }

    /// Returns the angle one step nearer to `to`. In a half turn the angle increases if `to` is the
    /// larger angle, otherwise it decreases.
    fn step(self, from: i32, to: i32) -> i32 {
        let from = self.of(from);
        let way = self.of(to) - from;
        let way = if way.abs() > self.count / 2 {
            -way
        } else {
            way
        };
        (from + way.signum() + self.count) % self.count * (360 / self.count)
    }
}

impl ActorMut<'_> {
    /// Starts a turn to `facing`, step by step from the next frame on (T41). v1..v6 store the turn
    /// even if the actor already faces the direction, and v3..v6 end any walk for it.
    pub fn turn(&mut self, facing: Facing) {
        self.turn_to(signed_angle(facing));
    }

    /// Starts a turn to the angle of a script operand, as [`Self::turn`] does. The angle -1 does
    /// nothing.
    pub(crate) fn turn_to(&mut self, angle: i32) {
        if angle == -1 || self.ignore_turns {
            return;
        }
        if self.stage.dialect.is_v7_plus() {
            return self.turn_v7(angle);
        }
        self.target_facing = angle as u16;
        if self.stage.dialect.is_v0() {
            // The turn is completed at once, and a walk continues (V46).
            return self.stand_v0(angle as u16);
        }
        let others = if self.stage.dialect.is_v1_or_v2() {
            self.walk.moving
        } else {
            0
        };
        self.walk.moving = others | moving::TURN;
    }

    /// Starts a turn in v7 and later (T41): boxes and classes change the angle first. In v8 a
    /// mirrored angle is mirrored twice.
    fn turn_v7(&mut self, angle: i32) {
        let mut angle = self.remap_direction(Facing::turned(angle), false).angle;
        self.walk.moving &= !moving::TURN;
        // v8: the angle of a turn is mirrored twice (T41).
        if self.stage.dialect.version() == 8 && self.in_room() && !self.ignore_boxes {
            angle = self.mirrored(angle);
        }
        if angle != i32::from(self.facing) {
            self.walk.moving |= moving::TURN;
            self.target_facing = angle as u16;
        }
    }

    /// Takes a step of a turn in v3..v6 (T42). The turn ends in the frame after the actor has
    /// reached the direction.
    pub(super) fn turn_step(&mut self) {
        let next = self.dir_step(false);
        if next != self.facing {
            self.set_angle(i32::from(next));
            return;
        }
        if has_zak_walks(&self.stage.dialect) && self.walk.moving == moving::TURN {
            self.start_stand_frame();
        }
        self.walk.moving = 0;
    }

    /// Takes a step of a turn in v7 and later (T42). An actor without a costume does not change;
    /// the reference fails in this case.
    pub(super) fn turn_step_v7(&mut self) {
        if self.costume == 0 {
            return;
        }
        let facing = i32::from(self.facing);
        let target = i32::from(self.target_facing);
        let next = self.steps().step(facing, target);
        if next == facing {
            self.walk.moving &= !moving::TURN;
        } else {
            self.set_angle(next);
        }
    }

    /// Returns the number of directions in which the actor turns in v7 and later: the number of
    /// directions of its costume.
    pub(super) fn steps(&self) -> Steps {
        let many = self
            .worn_costume()
            .is_some_and(|costume| costume.has_eight_directions());
        Steps {
            count: if many { 8 } else { 4 },
        }
    }

    /// Returns the facing one step nearer to the target in v3..v6 (T43).
    pub(super) fn dir_step(&self, walking: bool) -> u16 {
        let actor = &**self;
        // v6: an actor that ignores turns also keeps its facing while it walks (T43).
        if self.stage.dialect.version() == 6 && actor.ignore_turns {
            return actor.facing;
        }
        match self.remap_direction(i32::from(actor.target_facing), walking) {
            Remapped {
                angle,
                is_final: true,
            } => angle as u16,
            Remapped {
                angle,
                is_final: false,
            } => self.step_to_old(Facing::from_degrees(angle as u16).old()),
        }
    }

    /// Returns the facing one step nearer to an old direction (T43).
    pub(super) fn step_to_old(&self, to: u8) -> u16 {
        // v4..v6 without the quirk: actors turn from north to south through east (T43).
        let by_east = self.stage.dialect.version() >= 4
            && !self.stage.dialect.has_quirk(Quirks::NORTH_TO_SOUTH_BY_WEST);
        match Facing::from_degrees(self.facing).old() {
            NORTH if to == SOUTH && by_east => Facing::EAST.degrees(),
            from => Facing::from_old(old_turn(from, to)).degrees(),
        }
    }

    /// Returns whether the box in which an actor stands, or one of its classes, mirrors facings:
    /// horizontally and vertically (T44.2).
    fn mirrors(&self) -> (bool, bool) {
        let flags = self.stage.state.boxes.flags(self.walkbox);
        let is_in_class = |class| self.is_in_class(&self.stage.dialect, class);
        (
            flags & WalkBox::FLIP_X != 0 || is_in_class(class::X_FLIP),
            flags & WalkBox::FLIP_Y != 0 || is_in_class(class::Y_FLIP),
        )
    }

    /// Returns a mirrored angle (T44.2).
    fn mirrored(&self, angle: i32) -> i32 {
        let (across, down) = self.mirrors();
        let angle = if across { 360 - angle } else { angle };
        if down { 180 - angle } else { angle }
    }

    /// Returns whether boxes and classes change the facing of the actor (T44).
    fn is_guided(&self) -> bool {
        let dialect = &self.stage.dialect;
        // v3, v4: boxes and classes also change the facing of actors that ignore boxes (T44).
        let flips =
            dialect.has_quirk(Quirks::FLIPS_OUTSIDE_BOXES) || dialect.game() == Some(GameId::Loom);
        let is_asked = !self.ignore_boxes || dialect.version() <= 4 && flips;
        is_asked && (!dialect.is_v7_plus() || self.in_room())
    }

    /// Applies the rules of the actor's box and classes to a direction (T44).
    pub(super) fn remap_direction(&self, direction: i32, walking: bool) -> Remapped {
        if !self.is_guided() {
            return Remapped {
                angle: Facing::turned(direction),
                is_final: false,
            };
        }
        let boxes = &self.stage.state.boxes;
        let extra = if self.walkbox == NO_BOX {
            0
        } else {
            boxes.extra_flags(self.walkbox)
        };
        let angle = self.mirrored(extra_direction(extra, direction));
        let forced = self.forced_direction(
            angle,
            boxes.flags(self.walkbox) & WalkBox::DIRECTION,
            walking,
        );
        Remapped {
            angle: forced.unwrap_or_else(|| Facing::turned(angle)),
            is_final: forced.is_some(),
        }
    }

    /// Returns the direction that a box forces instead of a mirrored direction (T44.3).
    fn forced_direction(&self, angle: i32, flags: u8, walking: bool) -> Option<i32> {
        let v7 = self.stage.dialect.is_v7_plus();
        let (across, down) = self.mirrors();
        let east_or_west = |east| if east { 90 } else { 270 };
        let south_or_north = |south| if south { 180 } else { 0 };
        match flags {
            1 if v7 => Some(east_or_west(angle < 180)),
            1 if walking => Some(east_or_west((self.walk.dx16 > 0) != across)),
            1 => Some(east_or_west(angle == 90)),
            2 if v7 => Some(south_or_north(90 < angle && angle < 270)),
            2 if walking => Some(south_or_north((self.walk.dy16 > 0) != down)),
            2 => Some(south_or_north(angle != 0)),
            3 => Some(270),
            4 => Some(90),
            5 => Some(0),
            6 => Some(180),
            _ => None,
        }
    }
}

/// Applies a box's extra flag word to a direction; the word 0 has no effect (T44.1). The result is
/// not wrapped at 360.
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

/// Returns the facing for a direction: `steep` if its vertical part decides, `right` and `down` for
/// its signs.
pub(crate) fn facing_of_way(steep: bool, right: bool, down: bool) -> u16 {
    match (steep, down, right) {
        (true, true, _) => 180,
        (true, false, _) => 0,
        (false, _, true) => 90,
        (false, _, false) => 270,
    }
}

/// Returns the next old direction between `from` and `to` (T43).
pub(crate) fn old_turn(from: u8, to: u8) -> u8 {
    OLD_TURNS
        .get(usize::from(from << 2 | to))
        .copied()
        .unwrap_or(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eighths_and_quarters_turn_the_shorter_way_t42() {
        let quarters = Steps { count: 4 };
        let eighths = Steps { count: 8 };
        let all = [0, 90, 180, 270].map(|from| [0, 90, 180, 270].map(|to| quarters.step(from, to)));
        assert_eq!(
            all,
            [
                [0, 90, 90, 270],
                [0, 90, 180, 180],
                [90, 90, 180, 270],
                [0, 180, 180, 270]
            ]
        );
        assert_eq!(
            [45, 135, 180, 225, 315].map(|to| eighths.step(0, to)),
            [45, 45, 45, 315, 315]
        );
        assert_eq!(
            [315, 315, 350].map(|from| eighths.step(from, 0)),
            [0, 0, 0],
            "350 counts as north"
        );
    }

    #[test]
    fn old_turns_t43() {
        let all: Vec<_> = (0..4)
            .map(|from| [0, 1, 2, 3].map(|to| old_turn(from, to)))
            .collect();
        // Rows: from west, east, south, north; columns: to west, east, south, north.
        assert_eq!(
            all,
            [[0, 2, 2, 3], [2, 1, 2, 3], [0, 1, 2, 1], [0, 1, 0, 3]]
        );
    }

    #[test]
    fn extra_words_set_or_choose_a_direction_t44() {
        assert_eq!(
            extra_direction(0, 33),
            33,
            "without an extra word the direction does not change"
        );
        assert_eq!(
            extra_direction(0x8000 | 45, 300),
            45,
            "bit 15 sets the direction"
        );
        assert_eq!(
            [181, 269, 91, 180, 270, 90, 0].map(|d| extra_direction(0x4000 | 180, d)),
            [180, 180, 180, 180, 360, 360, 360]
        );
        assert_eq!(
            extra_direction(0x4000 | 10, 350),
            190,
            "the difference of 350 and 10 is 340: it does not wrap around to 20"
        );
        assert_eq!(extra_direction(0x4000 | 350, 10), 530);
    }
}
