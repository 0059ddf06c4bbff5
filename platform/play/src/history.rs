//! The recent past, so that time can go back: a whole state every few frames, and what the user did
//! between them.

use std::collections::VecDeque;

use scumm_engine::Stage;

use super::controls::WorldCommand;
use super::world::WorldState;

/// Frames that one can go back at least.
const REACH: u64 = 64;
/// Bytes that states may take. Large stages have fewer of them, with more frames between.
const BUDGET: usize = 4 << 20;
/// The fewest and the most states.
const STATES: (usize, usize) = (2, 8);

/// The recent past. A frame is reached by playing on from the last state before it, which gives the
/// same frame again.
#[derive(Debug)]
pub struct History {
    /// Frames since the beginning, the present one not counted.
    frame: u64,
    /// The latest frame that was reached.
    newest: u64,
    /// Frames from one state to the next.
    interval: u64,
    most: usize,
    marks: VecDeque<KeptState>,
    /// What the user did since the first of these states: before which frame, and what.
    log: Vec<(u64, WorldCommand)>,
    /// The log's entry that is done next.
    next: usize,
}

/// A state that is kept.
#[derive(Debug)]
struct KeptState {
    frame: u64,
    /// The log's entry that comes next.
    next: usize,
    /// The state before that frame.
    state: WorldState,
}

impl History {
    /// The beginning of a history on a stage.
    pub fn new(stage: &Stage) -> Self {
        let view = stage.front();
        let buffers = 2 + stage.front().plane_count();
        let bytes = view
            .width
            .saturating_mul(view.height)
            .saturating_mul(buffers)
            .max(1);
        let most = (BUDGET / bytes).clamp(STATES.0, STATES.1);
        let interval = REACH.div_ceil(most as u64 - 1);
        Self {
            frame: 0,
            newest: 0,
            interval,
            most,
            marks: VecDeque::new(),
            log: Vec::new(),
            next: 0,
        }
    }

    /// Frames since the beginning.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Whether the next frame was never seen before.
    pub fn is_new(&self) -> bool {
        self.frame == self.newest
    }

    /// Notes what the user does now. The frames that lay ahead after going back are forgotten.
    pub fn note(&mut self, command: WorldCommand) {
        self.log.truncate(self.next);
        self.marks
            .retain(|mark| mark.frame <= self.frame && mark.next <= self.next);
        self.newest = self.frame;
        self.log.push((self.frame, command));
        self.next += 1;
    }

    /// The next thing that the user did before the present frame and that is not done again yet.
    pub fn redo(&mut self) -> Option<WorldCommand> {
        let (_, command) = self
            .log
            .get(self.next)
            .copied()
            .filter(|(frame, _)| *frame == self.frame)?;
        self.next += 1;
        Some(command)
    }

    /// Keeps the state before this frame where it is one of those that are kept. `save` gives it,
    /// and may use one again that is not needed any more.
    pub fn mark(&mut self, save: impl FnOnce(Option<WorldState>) -> WorldState) {
        if self.frame % self.interval != 0
            || self
                .marks
                .back()
                .is_some_and(|mark| mark.frame >= self.frame)
        {
            return;
        }
        let spare = if self.marks.len() >= self.most {
            self.marks.pop_front()
        } else {
            None
        };
        let state = save(spare.map(|mark| mark.state));
        self.marks.push_back(KeptState {
            frame: self.frame,
            next: self.next,
            state,
        });
        // Entries before the first state are never needed again.
        let first = self.marks.front().map_or(0, |mark| mark.next);
        self.log.drain(..first);
        self.next -= first;
        self.marks.iter_mut().for_each(|mark| mark.next -= first);
    }

    /// A frame has been played.
    pub fn advance(&mut self) {
        self.frame += 1;
        self.newest = self.newest.max(self.frame);
    }

    /// Goes back to the state from which the frame before the present one is reached: that frame's
    /// number, and the state.
    pub fn back(&mut self) -> Option<(u64, &WorldState)> {
        let target = self.frame.checked_sub(1)?;
        let mark = self.marks.iter().rfind(|mark| mark.frame <= target)?;
        (self.frame, self.next) = (mark.frame, mark.next);
        Some((target, &mark.state))
    }
}
