//! The parts of a file's path.

use std::ffi::OsStr;
use std::path::Path;

/// The folder of a file; a bare name lies in the present one.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A path's last part in lower case.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().map(OsStr::to_string_lossy).unwrap_or_default().to_lowercase()
}
