//! How far some work is, for whoever shows it.

/// What a part of the work counts: long parts tell how far they are in thousandths.
pub const PART: u16 = 1000;

/// Who is told how far some work is, from all threads that do it.
pub trait Progress: Sync {
    /// Work of so many parts begins.
    fn begin(&self, parts: usize);

    /// So many thousandths of a part are done besides.
    fn add(&self, thousandths: u16);
}

/// Nobody is told.
impl Progress for () {
    fn begin(&self, _: usize) {}

    fn add(&self, _: u16) {}
}

/// A part of the work that tells how far it is; it is done when it is dropped.
pub struct Part<'p> {
    progress: &'p dyn Progress,
    reached: u16,
}

impl<'p> Part<'p> {
    /// A part that has just begun.
    pub fn new(progress: &'p dyn Progress) -> Self {
        Self {
            progress,
            reached: 0,
        }
    }

    /// This share of the part is done, from 0 to 1.
    pub fn reach(&mut self, share: f32) {
        // A float becomes the nearest number that there is.
        let reached = (share * f32::from(PART)) as u16;
        let reached = reached.clamp(self.reached, PART);
        if reached > self.reached {
            self.progress.add(reached - self.reached);
            self.reached = reached;
        }
    }
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        self.reach(1.0);
    }
}
