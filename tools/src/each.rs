//! Processes many items in parallel.

use anyhow::Result;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use scumm_media::progress::{Progress, ProgressPart};

/// Calls `act` for each item, several at a time. The results keep the order of the items.
///
/// # Errors
/// Passes on the errors of `act`.
pub fn each<T: Sync, R: Send>(
    things: &[T],
    progress: &dyn Progress,
    act: impl Fn(&T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let one = |thing: &T| {
        let _part = ProgressPart::new(progress);
        act(thing)
    };
    things.par_iter().map(one).collect()
}
