//! Walking in v0: the route from box to box (V55, V56, V70..V72), and steps, turns and borders of
//! boxes (V73..V79).

use scumm_costume::Facing;
use scumm_room::{NO_BOX, Point};

use super::{ACROSS, DOWN};
use crate::walk::{facing_of_way, old_turn};
use crate::{ActorMut, moving};

/// The most boxes on a route.
const QUEUE: usize = 16;

impl ActorMut<'_> {
    /// Stores a walk and finds the route (V70). The actor does not turn at the end of the walk.
    pub(crate) fn start_walk_v0(&mut self, pos: Point, angle: Option<i32>) {
        let (dest, number) = self.stage.state.boxes.adjust_v0(pos);
        let turned = angle.is_none_or(|angle| angle == i32::from(self.facing));
        if (self.pos == dest && turned) || (number == NO_BOX && self.walkbox != NO_BOX) {
            return;
        }
        self.walk.dest = dest;
        self.walk.dest_box = number;
        self.walk.cur_box = self.walkbox;
        self.find_way_v0();
    }

    /// Finds a route from box to box. The search uses the first route that it finds (V71).
    fn find_way_v0(&mut self) {
        let first = self.walkbox;
        let dest = self.walk.dest_box;
        self.v0().queue.clear();
        if first == dest {
            self.v0().entered = true;
            return;
        }
        let mut queue = Vec::with_capacity(QUEUE);
        let mut history = Vec::new();
        let mut here = first;
        while queue.len() < QUEUE {
            queue.push(here);
            history.push(here);
            let mut next = None;
            while let Some(&last) = queue.last() {
                // The search treats the bytes before the lists as the start of the list of box 0
                // (V52).
                let boxes = &self.stage.state.boxes;
                let mut around = boxes.matrix().neighbours(last, true);
                next = if here == NO_BOX
                    || boxes
                        .matrix()
                        .neighbours(here, true)
                        .any(|number| number == dest)
                {
                    Some(dest)
                } else {
                    around.find(|number| {
                        usize::from(*number) < boxes.len() && !history.contains(number)
                    })
                };
                if next.is_some() {
                    break;
                }
                queue.pop();
                here = queue.last().copied().unwrap_or(here);
            }
            match next {
                Some(next) if next == dest => {
                    if queue.len() < QUEUE {
                        queue.push(dest);
                    }
                    if let Some(behind_first) = queue.get_mut(1..) {
                        behind_first.reverse();
                    }
                    self.v0().entered = true;
                    break;
                }
                Some(next) => here = next,
                None => break,
            }
        }
        self.v0().queue = queue;
    }

    /// Finds the next point of the walk after a box was entered (V72).
    fn next_target(&mut self) {
        if !std::mem::take(&mut self.v0().entered) {
            return;
        }
        let queue = &mut self.v0().queue;
        let next = if queue.len() > 1 { queue.pop() } else { None };
        if queue.len() == 1 && next.is_some() {
            queue.clear();
        }
        let here = self.walkbox;
        let dest_box = self.walk.dest_box;
        let dest = self.walk.dest;
        let boxes = &self.stage.state.boxes;
        let is_beside = |number| {
            here != NO_BOX
                && boxes
                    .matrix()
                    .neighbours(here, false)
                    .any(|other| other == number)
        };
        let to_end = if dest.x == -1 {
            self.v0.as_ref().map_or(dest, |own| own.walk_to)
        } else {
            dest
        };
        let target = match next {
            Some(next) if next == dest_box && is_beside(next) => dest,
            Some(next) if next != here => boxes.nearest_point(next, self.pos).unwrap_or(to_end),
            _ => to_end,
        };
        self.v0().new_to = target;
        if let Some(next) = next {
            self.walk.cur_box = next;
        }
    }

    /// Returns the actor's facing as an old direction, which costumes use.
    pub(super) fn old_facing(&self) -> u8 {
        Facing::from_degrees(self.facing).old()
    }
}

// Steps, turns, and the borders of boxes in v0 (V73..V79).

/// The values of the lower half of `moving`.
const ON_THE_WAY: u8 = 0;
const ARRIVED: u8 = 1;
const X_BLOCKED: u8 = 3;
const Y_BLOCKED: u8 = 4;
/// The bit of `moving` that is set while the actor turns.
const TURNS: u8 = 0x80;
const LOW: u8 = 0x0f;

/// The actor of the demo that follows the border of a box in the same step in which the border
/// blocks it (V77).
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

    /// Moves the actor to the next point. Moves the actor back if the point is in no box (V75) or
    /// the step is `refused`.
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

    /// Returns whether the actor stands in its box or in the next box of its route. In the second
    /// case the actor enters the next box (V75).
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
