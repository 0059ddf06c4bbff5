//! Processes many items in parallel.

use anyhow::{Result, bail};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use scumm_media::progress::{Cancelled, Progress, ProgressPart};

/// Calls `act` for each item, several at a time. The results keep the order of the items.
///
/// # Errors
/// Passes on the errors of `act`. Returns [`Cancelled`] if the work is cancelled.
pub fn each<T: Sync, R: Send>(
    things: &[T],
    progress: &dyn Progress,
    act: impl Fn(&T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let one = |thing: &T| {
        if progress.is_cancelled() {
            bail!(Cancelled);
        }
        let _part = ProgressPart::new(progress);
        act(thing)
    };
    things.par_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Progress that is cancelled as soon as a part is complete.
    #[derive(Default)]
    struct Impatient(AtomicUsize);

    impl Progress for Impatient {
        fn begin(&self, _: usize) {}

        fn add(&self, _: u16) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }

        fn is_cancelled(&self) -> bool {
            self.0.load(Ordering::Relaxed) > 0
        }
    }

    #[test]
    fn cancelled_work_ends_before_its_next_part() {
        let things: Vec<usize> = (0..1000).collect();
        let progress = Impatient::default();
        let done = AtomicUsize::new(0);
        let result = each(&things, &progress, |_| {
            done.fetch_add(1, Ordering::Relaxed);
            Ok(())
        });
        assert!(result.unwrap_err().is::<Cancelled>());
        assert!(done.into_inner() < things.len());
        assert_eq!(each(&things, &(), |thing| Ok(*thing)).unwrap(), things);
    }
}
