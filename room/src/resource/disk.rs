//! Files of a disk, which must be regular files with a limited size. A device may return an endless
//! stream of bytes, and reading from a pipe may block.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::error::{Error, Result};

/// Opens a regular file of at most `limit` bytes.
///
/// # Errors
/// Returns [`Error::Io`] if the file does not exist, is larger, is a device, a pipe, a socket or a
/// folder, or cannot be opened.
pub fn open_file(path: &Path, limit: u64) -> Result<File> {
    let opened = || {
        let file = open(path)?;
        match file.metadata()?.len() {
            size if size > limit => Err(io::Error::other(format!(
                "expected {limit} bytes at most, found {size}"
            ))),
            _ => Ok(file),
        }
    };
    opened().map_err(|source| Error::io(path, source))
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// Returns the errors of [`open_file`], or [`Error::Io`] if the file cannot be read.
pub fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    let read = open_file(path, limit)?.take(limit).read_to_end(&mut bytes);
    read.map(|_| bytes)
        .map_err(|source| Error::io(path, source))
}

/// Opens a regular file. Other files are not opened, since opening a pipe blocks until its other
/// end is open.
pub(super) fn open(path: &Path) -> io::Result<File> {
    match std::fs::metadata(path)? {
        found if found.is_file() => File::open(path),
        found => {
            let what = if found.is_dir() {
                "a folder"
            } else {
                "a device, a pipe or a socket"
            };
            Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("expected a regular file, found {what}"),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_a_bounded_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, b"12345").unwrap();
        assert_eq!(read_file(&path, 5).unwrap(), b"12345");
        let message = |path: &Path| read_file(path, 4).unwrap_err().to_string();
        assert!(
            message(&path).ends_with("x: expected 4 bytes at most, found 5"),
            "{}",
            message(&path)
        );
        assert!(message(folder.path()).ends_with("expected a regular file, found a folder"));
        assert!(message(&folder.path().join("none")).contains("none: "));
        #[cfg(unix)]
        assert!(message(Path::new("/dev/zero")).ends_with("found a device, a pipe or a socket"));
    }
}
