//! Paths of files on a disk and inside archives, and the limits of searches in folders.

use std::ffi::OsStr;
use std::path::{Component, Path};

/// The number of levels below the given folder that are searched (I1).
pub(super) const DEPTH: usize = 3;

/// The most files and folders of one search: entries of folders, and the files inside archives and
/// containers. A game has a few hundred.
pub(super) const MOST_ENTRIES: usize = 20_000;

/// The separators of the parts of a path on any system: Unix, Windows and the old Macintosh.
pub(super) const SEPARATORS: [char; 3] = ['/', '\\', ':'];

/// A counter for [`MOST_ENTRIES`] that all folders, archives and containers of one search share.
#[derive(Debug)]
pub(super) struct Entries {
    left: usize,
    is_exceeded: bool,
}

impl Entries {
    /// Creates a counter for one search.
    pub fn new() -> Self {
        Self {
            left: MOST_ENTRIES,
            is_exceeded: false,
        }
    }

    /// Counts an entry. Returns whether the limit allows it.
    pub fn take(&mut self) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            self.is_exceeded = true;
            return false;
        };
        self.left = left;
        true
    }

    /// Returns whether there were more entries than the limit allows.
    pub fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }
}

/// Returns the folder of a file. A bare name is in the current folder.
pub fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Returns a path's last part in lower case.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name()
        .map(OsStr::to_string_lossy)
        .unwrap_or_default()
        .to_lowercase()
}

/// Returns whether a part of a path names a file or a folder on any system: it is neither empty nor
/// `.` or `..`, and contains no separator.
pub(super) fn is_plain(part: &str) -> bool {
    !matches!(part, "" | "." | "..") && !part.contains(SEPARATORS)
}

/// Returns whether a relative path stays below the folder to which it is joined, on any system.
pub(super) fn stays_below(path: &Path) -> bool {
    path.components().all(|component| match component {
        Component::Normal(part) => !part.to_string_lossy().contains(SEPARATORS),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_any_system_leads_upwards_does_not_stay_below() {
        for path in ["../x", "/x", "x/../y", "a\\..\\x", "C:x"] {
            assert!(!stays_below(Path::new(path)), "{path}");
        }
        assert!(stays_below(Path::new("maniac/00.lfl")));
    }
}
