//! Writes archives whose bytes depend only on the commit.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use zip::write::SimpleFileOptions;

/// The kind of an archive entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A file that is not executable.
    File,
    /// An executable file.
    Program,
    /// A symbolic link, whose data is the target path.
    Link,
}

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveEntry {
    /// The path in the archive, with slashes.
    pub name: String,
    /// The contents.
    pub data: Vec<u8>,
    /// The kind of the entry.
    pub kind: EntryKind,
}

impl ArchiveEntry {
    /// Creates an entry for a file that is not executable.
    pub fn new(name: impl Into<String>, data: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            data: data.into(),
            kind: EntryKind::File,
        }
    }

    /// Creates an entry for an executable file.
    pub fn program(name: impl Into<String>, data: impl Into<Vec<u8>>) -> Self {
        Self {
            kind: EntryKind::Program,
            ..Self::new(name, data)
        }
    }

    /// Reads the file at `path` as the entry `name`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn file(name: impl Into<String>, path: &Path) -> Result<Self> {
        Ok(Self::new(
            name,
            fs::read(path).with_context(|| path.display().to_string())?,
        ))
    }

    /// Reads the files with these names in a folder.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn files(folder: &Path, names: &[&str]) -> Result<Vec<Self>> {
        names
            .iter()
            .map(|name| Self::file(*name, &folder.join(name)))
            .collect()
    }

    /// Returns the Unix permissions.
    fn mode(&self) -> u32 {
        match self.kind {
            EntryKind::File => 0o644,
            EntryKind::Program => 0o755,
            EntryKind::Link => 0o777,
        }
    }
}

/// The modification time of all files of an archive.
#[derive(Clone, Copy, Debug)]
pub struct ArchiveTime {
    /// The seconds since 1970, UTC.
    pub seconds: u64,
    date: zip::DateTime,
}

impl ArchiveTime {
    /// Returns the time of the commit that is checked out in the folder `repository`.
    ///
    /// # Errors
    /// Returns an error if git or a checkout is missing, or if a zip archive cannot store the time.
    pub fn from_commit(repository: &Path) -> Result<Self> {
        let format = [
            "log",
            "-1",
            "--format=%ct %cd",
            "--date=format-local:%Y %m %d %H %M %S",
        ];
        let output = Command::new("git")
            .args(format)
            .current_dir(repository)
            .env("TZ", "UTC")
            .output();
        let output = output.context("cannot start git")?;
        let text = String::from_utf8_lossy(&output.stdout);
        let parts: Vec<u64> = text
            .split_whitespace()
            .filter_map(|part| part.parse().ok())
            .collect();
        let [seconds, year, rest @ ..] = parts.as_slice() else {
            bail!(
                "archives carry the time of the commit: expected a git checkout in {}",
                repository.display()
            )
        };
        let year = u16::try_from(*year)?;
        let rest: Vec<u8> = rest
            .iter()
            .map(|part| u8::try_from(*part))
            .collect::<Result<_, _>>()?;
        let [month, day, hour, minute, second] = rest[..] else {
            bail!("expected six parts of a date, found {text:?}")
        };
        Ok(Self {
            seconds: *seconds,
            date: zip::DateTime::from_date_and_time(year, month, day, hour, minute, second)?,
        })
    }
}

/// Returns the entries sorted by name.
fn sorted(entries: &[ArchiveEntry]) -> Vec<&ArchiveEntry> {
    let mut sorted: Vec<&ArchiveEntry> = entries.iter().collect();
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    sorted
}

/// Returns a compressed tar archive, for Unix.
///
/// # Errors
/// Returns an error if a name is too long for the format.
pub fn tar_gz(entries: &[ArchiveEntry], time: ArchiveTime) -> Result<Vec<u8>> {
    // This gzip header contains no time.
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for entry in sorted(entries) {
        let mut header = tar::Header::new_gnu();
        header.set_mode(entry.mode());
        header.set_mtime(time.seconds);
        if entry.kind == EntryKind::Link {
            header.set_entry_type(tar::EntryType::Symlink);
            header.set_size(0);
            archive.append_link(&mut header, &entry.name, std::str::from_utf8(&entry.data)?)
        } else {
            header.set_size(entry.data.len().try_into()?);
            archive.append_data(&mut header, &entry.name, entry.data.as_slice())
        }
        .with_context(|| entry.name.clone())?;
    }
    Ok(archive.into_inner()?.finish()?)
}

/// Returns a zip archive, which cannot contain links.
///
/// # Errors
/// Returns an error if a name is too long for the format, or if an entry is a link.
pub fn zip(entries: &[ArchiveEntry], time: ArchiveTime) -> Result<Vec<u8>> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for entry in sorted(entries) {
        ensure!(
            entry.kind != EntryKind::Link,
            "{}: expected no link in a zip archive",
            entry.name
        );
        let options = SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(time.date)
            .unix_permissions(entry.mode());
        archive
            .start_file(&entry.name, options)
            .with_context(|| entry.name.clone())?;
        archive.write_all(&entry.data)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time() -> ArchiveTime {
        ArchiveTime {
            seconds: 1_700_000_000,
            date: zip::DateTime::from_date_and_time(2023, 11, 14, 22, 13, 20).unwrap(),
        }
    }

    fn entries() -> Vec<ArchiveEntry> {
        vec![
            ArchiveEntry::program("w/wardrobe", b"\x7fELF".repeat(500)),
            ArchiveEntry::new("w/README.md", "text\n"),
        ]
    }

    fn unpacked(bytes: &[u8]) -> tar::Archive<flate2::read::GzDecoder<&[u8]>> {
        tar::Archive::new(flate2::read::GzDecoder::new(bytes))
    }

    #[test]
    fn an_archive_has_the_same_bytes_in_whatever_order_its_files_come() {
        let (entries, mut turned) = (entries(), entries());
        turned.reverse();
        assert_eq!(
            tar_gz(&entries, time()).unwrap(),
            tar_gz(&turned, time()).unwrap()
        );
        assert_eq!(
            zip(&entries, time()).unwrap(),
            zip(&turned, time()).unwrap()
        );
    }

    #[test]
    fn a_tar_archive_holds_names_contents_permissions_and_the_time() {
        let bytes = tar_gz(&entries(), time()).unwrap();
        let found: Vec<_> = unpacked(&bytes)
            .entries()
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                let header = entry.header();
                let path = entry.path().unwrap().display().to_string();
                (
                    path,
                    header.size().unwrap(),
                    header.mode().unwrap(),
                    header.mtime().unwrap(),
                )
            })
            .collect();
        let expected = [("w/README.md", 5, 0o644), ("w/wardrobe", 2000, 0o755)];
        assert_eq!(
            found,
            expected.map(|(name, size, mode)| (name.to_owned(), size, mode, 1_700_000_000))
        );
    }

    #[test]
    fn a_link_is_one_in_a_tar_archive_and_refused_in_a_zip_archive() {
        let link = ArchiveEntry {
            kind: EntryKind::Link,
            ..ArchiveEntry::new("lib/libw.so", "libw.so.0")
        };
        let entries = [link, ArchiveEntry::new("lib/libw.so.0", "library")];
        let bytes = tar_gz(&entries, time()).unwrap();
        let mut archive = unpacked(&bytes);
        let link = archive.entries().unwrap().next().unwrap().unwrap();
        assert_eq!(link.path().unwrap(), Path::new("lib/libw.so"));
        assert_eq!(link.link_name().unwrap().unwrap(), Path::new("libw.so.0"));
        assert_eq!(
            zip(&entries, time()).unwrap_err().to_string(),
            "lib/libw.so: expected no link in a zip archive"
        );
    }

    #[test]
    fn a_zip_archive_holds_names_contents_permissions_and_the_time() {
        let mut archive =
            zip::ZipArchive::new(Cursor::new(zip(&entries(), time()).unwrap())).unwrap();
        assert_eq!(archive.len(), 2);
        let program = archive.by_name("w/wardrobe").unwrap();
        assert_eq!(
            (program.size(), program.unix_mode().map(|mode| mode & 0o777)),
            (2000, Some(0o755))
        );
        let changed = program.last_modified().unwrap();
        assert_eq!(
            (
                changed.year(),
                changed.month(),
                changed.hour(),
                changed.second()
            ),
            (2023, 11, 22, 20)
        );
    }
}
