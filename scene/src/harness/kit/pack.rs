//! Files in one archive: the same files give the same bytes.

use std::io::{Cursor, Write};

use anyhow::Result;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::Files;

/// How a file may be used, as Unix writes it: everybody reads it.
const MODE: u32 = 0o644;

/// A zip with files in the order of their names, all of the same day.
///
/// # Errors
/// Those of the compressor.
pub fn zip(files: &Files) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(MODE);
    for (name, bytes) in files {
        archive.start_file(name.as_str(), options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}
