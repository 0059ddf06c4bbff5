//! Files inside files: Macintosh single-file containers (I6, I33), Steam programs with an index
//! inside (I7, I34), remastered editions (I35), cartridges (Q1) and archives (I38).
//!
//! A container is treated as a folder: the file `tentacle.000` in `Day of the Tentacle Data` has
//! the path `Day of the Tentacle Data/tentacle.000`. Nothing is extracted; the parts are read in
//! place.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "archives")]
use super::archive;
use super::naming::begins_like_an_index;
use super::source::{HEAD, Source};
use super::stored::{ARCHIVE, Entries, SEPARATORS, StoredFile, folder_of};
use super::{disk, lpak};
use crate::reader::{Reader, text, to_usize};
use crate::{Platform, Result};

/// The programs of the Steam editions by their names in lower case, for Windows and for the
/// Macintosh: the position and length of the index in the program, and the name of the index under
/// DOS (I34).
const PROGRAMS: [(&str, u64, u64, &str); 8] = [
    (
        "indiana jones and the last crusade.exe",
        162_056,
        6295,
        "00.LFL",
    ),
    ("the last crusade", 150_368, 6295, "00.LFL"),
    (
        "indiana jones and the fate of atlantis.exe",
        224_336,
        12_035,
        "ATLANTIS.000",
    ),
    ("the fate of atlantis", 260_224, 12_035, "ATLANTIS.000"),
    ("loom.exe", 187_248, 8307, "000.LFL"),
    ("loom", 170_464, 8307, "000.LFL"),
    ("the dig.exe", 340_632, 16_304, "DIG.LA0"),
    ("the dig", 339_744, 16_304, "DIG.LA0"),
];

/// Length in bytes of a record in a Macintosh container's table: position, length, name (I33).
const MAC_RECORD: usize = 40;

/// The most records in the table of a Macintosh container. Real games have a few dozen files.
const MAC_RECORDS: usize = 1024;

/// Returns whether a file in a folder may be a container by its name, so that it must be examined
/// (I33, I34, I35, Q1).
pub(super) fn has_container_name(name: &str) -> bool {
    name.ends_with(" data")
        || is_program_name(name)
        || disk::has_rom_name(name)
        || lpak::has_container_name(name)
}

/// Returns whether a file in a folder may be an archive by its name; always false without the
/// feature `archives` (I38).
pub(super) fn has_archive_name(name: &str) -> bool {
    cfg!(feature = "archives") && name.ends_with(".zip")
}

/// Returns whether a file contains all files of its games, so that no data file lies beside it.
pub(super) fn is_whole(file: &StoredFile) -> bool {
    let head = Source::open_plain(file)
        .and_then(|mut source| source.head())
        .unwrap_or_default();
    (cfg!(feature = "archives") && head.starts_with(ARCHIVE)) || head.starts_with(lpak::MAGIC)
}

/// Returns whether a file has the name of a Steam program (I34).
pub(super) fn is_program_name(name: &str) -> bool {
    PROGRAMS.iter().any(|(program, ..)| *program == name)
}

/// Returns the platform of a game whose index is inside a container: Macintosh for a Macintosh
/// container (I33); DOS for a Steam program, whose data files lie beside it (I34), and for a
/// remastered edition, which contains the data files (I37).
pub(super) fn platform(index: &StoredFile) -> Option<Platform> {
    let around = index.around.as_deref()?;
    let is_dos = is_program_name(&around.name) || is_whole(around);
    Some(if is_dos { Platform::Dos } else { Platform::Mac })
}

/// Returns the files inside a file: the files of a container, or the files of an archive and of the
/// containers in the archive. The list is empty for any other file. Files beyond the limit of
/// `entries` are skipped.
///
/// # Errors
/// Returns [`crate::Error::Io`] if the file cannot be read, and [`crate::Error::Malformed`] for the
/// ROM of an unknown cartridge and for a damaged archive or container of a remastered edition.
#[cfg(feature = "archives")]
pub(super) fn inside(file: &StoredFile, entries: &mut Entries) -> Result<Vec<StoredFile>> {
    let mut files = archive::members(file, entries)?;
    if files.is_empty() {
        return parts(file, entries);
    }
    let mut inner = Vec::new();
    for file in &files {
        if has_container_name(&file.name) {
            // A damaged container in an archive is skipped, as in a folder.
            inner.extend(parts(file, entries).unwrap_or_default());
            file.release();
        }
    }
    files.extend(inner);
    Ok(files)
}
#[cfg(not(feature = "archives"))]
pub(super) use parts as inside;

/// Returns the files inside a container. The list is empty for any other file.
///
/// # Errors
/// Returns the errors of [`inside`].
pub(super) fn parts(file: &StoredFile, entries: &mut Entries) -> Result<Vec<StoredFile>> {
    if disk::has_rom_name(&file.name) {
        return disk::rom_parts(file);
    }
    let remastered = lpak::parts(file, entries)?;
    if !remastered.is_empty() {
        return Ok(remastered);
    }
    let Some(&(_, start, len, index)) = PROGRAMS.iter().find(|(program, ..)| *program == file.name)
    else {
        return mac_parts(file, entries);
    };
    let end = Source::open_plain(file)?.len();
    let part = StoredFile::part(&Arc::new(file.clone()), index, start, len);
    let holds = start.saturating_add(len) <= end && begins_like_an_index(&part);
    Ok(if holds { vec![part] } else { Vec::new() })
}

/// Returns the files in a Macintosh container, which begins with the position and the length of a
/// table of files. The table and all files in it must lie inside the container (I33).
fn mac_parts(file: &StoredFile, entries: &mut Entries) -> Result<Vec<StoredFile>> {
    let mut source = Source::open_plain(file)?;
    let head = source.head()?;
    let mut head = Reader::new(&head);
    let (Ok(table), Ok(len)) = (head.u32_be("a position"), head.u32_be("a length")) else {
        return Ok(Vec::new());
    };
    let table = u64::from(table);
    let len = to_usize(len);
    let whole = source.len();
    let fits = table >= HEAD as u64
        && table
            .checked_add(len as u64)
            .is_some_and(|end| end <= whole);
    if !fits || len == 0 || len % MAC_RECORD != 0 || len / MAC_RECORD > MAC_RECORDS {
        return Ok(Vec::new());
    }
    let records = source.read(table, len, "the table of files")?;
    let container = Arc::new(file.clone());
    let records = records
        .chunks_exact(MAC_RECORD)
        .take_while(|_| entries.take());
    let parts = records.map(|record| {
        let mut record = Reader::new(record);
        let start = u64::from(record.u32_be("a position").ok()?);
        let size = u64::from(record.u32_be("a length").ok()?);
        let name = text(record.rest());
        let is_name = !name.is_empty() && name.chars().all(|c| (' '..='~').contains(&c));
        // A name is one part of a path, even if it contains separators.
        let part = || StoredFile::part(&container, &name.replace(SEPARATORS, "_"), start, size);
        (is_name && start.saturating_add(size) <= whole).then(part)
    });
    // If one record is invalid, the file is not a container, and the list is empty.
    Ok(parts.collect::<Option<Vec<_>>>().unwrap_or_default())
}

/// Returns the folder that contains the data files of an index or a container: its own folder, or
/// the folder of a Macintosh bundle around a program (I28).
pub(super) fn data_folder(file: &Path) -> &Path {
    let own = folder_of(file);
    let named = |folder: &Path, name: &str| {
        folder
            .file_name()
            .and_then(OsStr::to_str)
            .is_some_and(|n| n == name)
    };
    match own.parent() {
        Some(contents) if named(own, "MacOS") && named(contents, "Contents") => contents,
        _ => own,
    }
}
