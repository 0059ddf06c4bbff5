//! Archives of files.

use std::io::{Cursor, Write};

use anyhow::Result;
use scumm_tools::export::NamedFiles;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Returns a zip archive of files. Pictures are compressed already, so all files are stored as they
/// are. Archives of the same files are equal, because their entries have no time.
///
/// # Errors
/// Returns an error if the archive would be too large for the format.
pub fn zip(files: &NamedFiles) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    for (name, bytes) in files {
        archive.start_file(name.as_str(), options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use zip::ZipArchive;

    use super::*;

    #[test]
    fn an_archive_has_its_files_and_no_time() {
        let mut files = NamedFiles::new();
        files.insert("a.png".to_owned(), vec![1, 2, 3]);
        files.insert("b.json".to_owned(), Vec::new());
        let bytes = zip(&files).unwrap();
        assert_eq!(bytes, zip(&files).unwrap());
        let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
        assert_eq!(archive.len(), files.len());
        for (name, expected) in &files {
            let mut bytes = Vec::new();
            let mut file = archive.by_name(name).unwrap();
            file.read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes, *expected);
        }
    }
}
