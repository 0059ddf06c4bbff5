//! Paths of files on a disk and inside archives, and how far folders are searched.

use std::ffi::OsStr;
use std::path::{Component, Path};

/// How many levels of folders below the given one are looked into (I1).
pub(super) const DEPTH: usize = 3;

/// The most files and folders of one search: entries of folders and the files inside archives and
/// containers together. A game has some hundreds.
pub(super) const MOST_ENTRIES: usize = 20_000;

/// The characters between the parts of a path on any system: Unix, Windows and the old Macintosh.
pub(super) const SEPARATORS: [char; 3] = ['/', '\\', ':'];

/// The account of [`MOST_ENTRIES`], which all folders, archives and containers of one search share.
#[derive(Debug)]
pub(super) struct Entries {
    left: usize,
    is_exceeded: bool,
}

impl Entries {
    /// Creates an account for one search.
    pub fn new() -> Self {
        Self {
            left: MOST_ENTRIES,
            is_exceeded: false,
        }
    }

    /// Counts an entry. Returns whether there was room for it.
    pub fn take(&mut self) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            self.is_exceeded = true;
            return false;
        };
        self.left = left;
        true
    }

    /// Whether there were more entries than are counted.
    pub fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }
}

/// Returns the folder of a file. A bare name lies in the present folder.
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

/// Whether a part of a path names a file or a folder: it is not empty and leads neither nowhere nor
/// upwards, on any system.
pub(super) fn is_plain(part: &str) -> bool {
    !matches!(part, "" | "." | "..") && !part.contains(SEPARATORS)
}

/// Whether a relative path stays below the folder that it is joined to, on any system.
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
