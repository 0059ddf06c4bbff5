//! The support code of tests: the archives of `data`, games and costumes that are made for tests,
//! inputs and bodies for fuzzing, and helpers that measure memory and time and that start X
//! screens.
#![deny(unsafe_code)]

pub mod bodies;
pub mod cases;
pub mod chaos;
pub mod corpus;
pub mod editions;
pub mod kit;
pub mod memory;
pub mod mutate;
pub mod puppets;
pub mod sample;
pub mod screen;
pub mod time;
pub mod vectors;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use lzma_rust2::XzReader;
use tempfile::TempDir;

/// Returns the repository's folder.
#[must_use]
pub fn repository() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// Unpacks `data/<name>.tar.xz` into a temporary folder, which is removed when the value is
/// dropped.
///
/// # Errors
/// Returns an error if the archive is missing or damaged, or if its contents cannot be written.
pub fn unpack(name: &str) -> io::Result<TempDir> {
    let folder = tempfile::tempdir()?;
    let packed = File::open(repository().join("data").join(format!("{name}.tar.xz")))?;
    tar::Archive::new(XzReader::new(packed, false)).unpack(folder.path())?;
    Ok(folder)
}

/// Returns the path of a folder in `shared/`, which holds data that cannot be part of the
/// repository. `shared/` lies beside the repository or beside a folder above it. Returns `None` if
/// the folder is missing.
#[must_use]
pub fn shared(name: &str) -> Option<PathBuf> {
    repository()
        .ancestors()
        .map(|folder| folder.join("shared").join(name))
        .find(|path| path.is_dir())
}
