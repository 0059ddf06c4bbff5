//! Work on many things, several at a time.

use anyhow::Result;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use scumm_platform::progress::{Part, Progress};

/// Does something for each of some things; the results are in the things' order.
///
/// # Errors
/// Those of `act`.
pub fn each<T: Sync, R: Send>(
    things: &[T],
    progress: &dyn Progress,
    act: impl Fn(&T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let one = |thing: &T| {
        let _part = Part::new(progress);
        act(thing)
    };
    things.par_iter().map(one).collect()
}
