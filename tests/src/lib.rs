//! Whole-system tests.

use std::path::{Path, PathBuf};

/// A folder of the shared test data, which lie beside the repository or further up; `None` where they are not there.
#[must_use]
pub fn shared(name: &str) -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().map(|folder| folder.join("shared").join(name)).find(|path| path.is_dir())
}
