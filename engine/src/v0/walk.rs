//! Steps, turns, and the borders of boxes in v0 (V73..V79).

use scumm_costume::Facing;
use scumm_room::{NO_BOX, Point};

use super::{ACROSS, DOWN};
use crate::walk::{facing_of_way, old_turn};
use crate::{ActorMut, moving};

/// The values of the lower half of `moving`.
const ON_THE_WAY: u8 = 0;
const ARRIVED: u8 = 1;
const X_BLOCKED: u8 = 3;
const Y_BLOCKED: u8 = 4;
/// The bit of `moving` that is set while the actor turns.
const TURNS: u8 = 0x80;
const LOW: u8 = 0x0f;

/// The actor that follows borders at once in the demo (V77).
const AT_ONCE: u16 = 13;
/// The mask bits and their values that make a box a ladder (V50).
const LADDER: (u8, u8) = (0x8c, 0x84);

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    GoesOn,
    Done,
    Blocked,
}

/// The state of an actor before a step that may fail.
struct Kept {
    pos: Point,
    walkbox: u8,
    entered: bool,
}

impl ActorMut<'_> {
    /// Plays one frame of an actor in the room (V76).
    pub(crate) fn walk_frame_v0(&mut self) {
        self.next_target();
        self.need_redraw = true;
        let pos = self.pos;
        let moving = self.walk.moving;
        let own = self.v0();
        if own.new_to != own.walk_to {
            own.walk_to = own.new_to;
            if !self.begin_v0() {
                return;
            }
        } else if moving & !TURNS != ARRIVED && own.new_to == pos {
            return;
        }
        self.walk_on_v0();
    }

    /// Continues the walk (V77).
    fn walk_on_v0(&mut self) {
        if self.walk.moving == moving::AT_REST_V0 {
            return;
        }
        if self.walk.moving & LOW == ARRIVED {
            return self.stop_v0();
        }
        if self.walk.moving & TURNS != 0 {
            self.turn_step_v0();
            if self.walk.moving & TURNS != 0 {
                return;
            }
            self.start_walking();
        }
        match self.walk.moving & LOW {
            X_BLOCKED => self.follow(DOWN),
            Y_BLOCKED => self.follow(ACROSS),
            ON_THE_WAY => self.step_v0(),
            _ => {}
        }
    }

    /// Starts the command of walking in the current direction.
    fn start_walking(&mut self) {
        self.command(self.old_facing());
    }

    /// Takes a horizontal step, then a vertical one (V77).
    fn step_v0(&mut self) {
        let across = self.step_along(ACROSS);
        if across == Step::Blocked {
            let down = self.v0().steps.down;
            self.block(X_BLOCKED, if down { 180 } else { 0 });
            if self.stage.dialect.is_demo() && self.id == AT_ONCE {
                self.follow(DOWN);
            }
            return;
        }
        match (across, self.step_along(DOWN)) {
            (Step::Done, Step::Done) => self.set_low(ARRIVED),
            (Step::Done, Step::Blocked) => self.stop_v0(),
            (_, Step::Blocked) => {
                let right = self.v0().steps.right;
                self.block(Y_BLOCKED, if right { 90 } else { 270 });
            }
            _ => {}
        }
    }

    /// Starts to follow the border from the next frame on.
    fn block(&mut self, how: u8, facing: u16) {
        self.set_low(how);
        self.target_facing = facing;
        self.turn_step_v0();
        self.start_walking();
    }

    fn set_low(&mut self, value: u8) {
        self.walk.moving = self.walk.moving & !LOW | value;
    }

    /// Takes a step along an axis.
    fn step_along(&mut self, axis: usize) -> Step {
        let steps = &mut self.v0().steps;
        let count = steps.count[axis].wrapping_add(steps.add[axis]);
        steps.count[axis] = count;
        if count >= steps.most {
            steps.next[axis] = steps.next[axis].wrapping_add(steps.sign(axis));
            steps.count[axis] = count.wrapping_sub(steps.most);
        }
        // The number of rows is so large that the count overflows.
        let overflows = axis == DOWN && steps.add[DOWN] == u8::MAX;
        if !self.try_next(overflows) {
            return Step::Blocked;
        }
        let own = self.v0();
        if own.steps.next[axis] == own.walk_to[axis] {
            Step::Done
        } else {
            Step::GoesOn
        }
    }

    /// Moves to the next point. Moves back if the point is in no box (V75), or if the step is
    /// `refused`.
    fn try_next(&mut self, refused: bool) -> bool {
        let kept = self.keep();
        self.pos = self.v0().steps.next;
        let found = self.find_box() && !refused;
        if !found {
            self.undo(kept);
        }
        found
    }

    fn keep(&mut self) -> Kept {
        Kept {
            pos: self.pos,
            walkbox: self.walkbox,
            entered: self.v0().entered,
        }
    }

    fn undo(&mut self, kept: Kept) {
        self.pos = kept.pos;
        self.walkbox = kept.walkbox;
        let own = self.v0();
        own.steps.next = kept.pos;
        own.entered = kept.entered;
    }

    /// Returns whether the actor stands in its box or in the box it walks to. Enters the latter
    /// (V75).
    fn find_box(&mut self) -> bool {
        let boxes = &self.stage.state.boxes;
        if boxes.contains(self.walkbox, self.pos) {
            return true;
        }
        if !boxes.contains(self.walk.cur_box, self.pos) {
            return false;
        }
        self.walkbox = self.walk.cur_box;
        self.turn_step_v0();
        self.v0().entered = true;
        true
    }

    /// Begins to walk to the next point (V73). Returns `false` if the actor has to turn first,
    /// which ends the frame.
    fn begin_v0(&mut self) -> bool {
        let pos = self.pos;
        let own = self.v0();
        let to = own.walk_to;
        let steps = &mut own.steps;
        let distance = |from: i16, to: i16| from.abs_diff(to) as u8;
        steps.next = pos;
        steps.right = to.x >= pos.x;
        steps.down = to.y >= pos.y;
        steps.add = [distance(pos.x, to.x), distance(pos.y, to.y)];
        let arrived = steps.add == [0, 0];
        if arrived {
            steps.steep = false;
        } else {
            let [across, down] = steps.add;
            steps.steep = across <= down;
            steps.most = across.max(down);
            steps.count = steps.add;
        }
        let facing = facing_of_way(steps.steep, steps.right, steps.down);
        self.set_low(if arrived { ARRIVED } else { ON_THE_WAY });
        self.target_facing = facing;
        self.turn_step_v0();
        let walks = self.walk.moving & TURNS == 0;
        if walks {
            self.start_walking();
        }
        walks
    }

    /// Takes a step of a turn. Half turns lead through a side, and on a ladder every actor faces
    /// the ladder (V74).
    fn turn_step_v0(&mut self) {
        let on_ladder = self.walkbox != NO_BOX
            && self
                .stage
                .state
                .boxes
                .get(self.walkbox)
                .is_some_and(|at| at.mask & LADDER.0 == LADDER.1);
        let wanted = Facing::from_degrees(self.target_facing).old();
        let next = if on_ladder {
            0
        } else {
            Facing::from_old(old_turn(self.old_facing(), wanted)).degrees()
        };
        if next != self.facing {
            self.stand_v0(next);
            if self.facing != self.target_facing {
                self.walk.moving |= TURNS;
                return;
            }
        }
        self.walk.moving &= !TURNS;
    }

    /// Follows the border of a box along the other axis: down (V78) or across (V79).
    fn follow(&mut self, axis: usize) {
        let kept = self.keep();
        let steps = self.v0().steps;
        let blocked = 1 - axis;
        self.pos[blocked] = self.pos[blocked].wrapping_add(steps.sign(blocked));
        if self.goes_around(kept) {
            return;
        }
        let own = self.v0();
        if own.walk_to[axis] == own.steps.next[axis] {
            return self.stop_v0();
        }
        own.steps.next[axis] = own.steps.next[axis].wrapping_add(steps.sign(axis));
        if !self.try_next(false) {
            self.stop_v0();
        }
    }

    /// Returns whether the border has ended at the tried position. The actor then walks on from its
    /// previous position.
    fn goes_around(&mut self, kept: Kept) -> bool {
        // The position is tested separately, not as the next step.
        let found = self.find_box();
        self.undo(kept);
        if found && self.begin_v0() {
            self.walk_on_v0();
        }
        found
    }
}
