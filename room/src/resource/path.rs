//! The parts of a file's path, and how far folders are looked into.

use std::ffi::OsStr;
use std::path::Path;

/// How many levels of folders below the given one are looked into (I1).
pub(super) const DEPTH: usize = 3;

/// How many files and folders are looked at before a folder is taken for something else than a game: games have some
/// hundreds.
pub(super) const MOST_ENTRIES: usize = 20_000;

/// The folder of a file; a bare name lies in the present one.
pub fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// A path's last part in lower case.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name()
        .map(OsStr::to_string_lossy)
        .unwrap_or_default()
        .to_lowercase()
}
