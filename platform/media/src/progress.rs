//! Reports the progress of work, and cancels it.

/// The number of units in a part of the work. Long parts report their progress in these units,
/// which are thousandths of a part.
pub const PART: u16 = 1000;

/// A receiver of progress reports. All threads that do the work send reports to it.
pub trait Progress: Sync {
    /// Starts work of this number of parts.
    fn begin(&self, parts: usize);

    /// Adds thousandths of a part to the completed work.
    fn add(&self, thousandths: u16);

    /// Returns whether the work shall end early. Work checks this before each part.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// The error of work that ended early because it was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the work was cancelled")]
pub struct Cancelled;

/// Ignores all reports.
impl Progress for () {
    fn begin(&self, _: usize) {}

    fn add(&self, _: u16) {}
}

/// A part of the work that reports its progress. It is complete when it is dropped.
pub struct ProgressPart<'p> {
    progress: &'p dyn Progress,
    reached: u16,
}

impl<'p> ProgressPart<'p> {
    /// Creates a part that has just begun.
    pub fn new(progress: &'p dyn Progress) -> Self {
        Self {
            progress,
            reached: 0,
        }
    }

    /// Reports that a share of the part is complete, from 0 to 1.
    pub fn reach(&mut self, share: f32) {
        // The conversion from a float saturates.
        let reached = (share * f32::from(PART)) as u16;
        let reached = reached.clamp(self.reached, PART);
        if reached > self.reached {
            self.progress.add(reached - self.reached);
            self.reached = reached;
        }
    }
}

impl Drop for ProgressPart<'_> {
    fn drop(&mut self) {
        self.reach(1.0);
    }
}
