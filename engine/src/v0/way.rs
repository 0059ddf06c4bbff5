//! The route from box to box in v0 (V55, V56, V70..V72).

use scumm_costume::Facing;
use scumm_room::{NO_BOX, Point};

use crate::ActorMut;

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

    /// Finds a route from box to box; the first one is used (V71).
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
    pub(super) fn next_target(&mut self) {
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
