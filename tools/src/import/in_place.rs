//! Replaces files of a game in its folder: all of them or none, even if the program is killed.
//!
//! A file that an earlier import has written is not kept: the original before the first import
//! stays the only copy. The file [`IMPORTED`] records the originals and the files that replaced
//! them, so that [`undo`] can restore the originals.
//!
//! The caller holds the lock of the folder ([`FolderLock`]) from before it reads the game until the
//! end. The new files are written beside the old ones under temporary names, and the old files are
//! kept. Then a journal is written that records which file replaces which. From then on the change
//! is permanent: if the program is killed, the next import into the folder completes the change.
//! Finally each new file is renamed to its own name, the index after the data files, and the
//! journal is removed. The code that reads a game relies on this order
//! ([`scumm_room::resource::IndexStamp`]), and does not open a game whose folder contains a
//! journal.
//!
//! [`FolderLock`]: scumm_media::file::FolderLock

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use scumm_media::file::AtomicFiles;
use scumm_room::resource::{self, ChangedFile, IMPORT_JOURNAL, folder_of, is_data};
use serde::{Deserialize, Serialize};

use crate::written::{ChecksumWriter, FileEntry};

/// The extension of a new file until it is renamed.
const NEW: &str = "wardrobe-new";

/// The most bytes of a journal, which lists the names of a game's files.
const MOST_JOURNAL: u64 = 1 << 20;

/// The most kept copies of one file.
const MOST_KEPT: usize = 1000;

/// The version of the journal's layout. The first layout contained only names and new contents.
const LAYOUT: u32 = 2;

/// The name of the list of imported files, in the folder of the index.
pub const IMPORTED: &str = ".wardrobe-imported";

/// The imported files of a folder by their paths below the folder.
type ImportedFiles = BTreeMap<String, ImportedFile>;

/// A file of a game that imports have changed.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ImportedFile {
    /// The file name of the index of the game.
    index: String,
    /// The path of the kept copy of the original.
    kept: String,
    /// The size and checksum of the original.
    original: FileEntry,
    /// The size and checksum of the file that the last import has written.
    written: FileEntry,
}

/// The list of files to rename.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Journal {
    layout: u32,
    /// The file name of the index.
    index: String,
    /// The changed files, the index last.
    files: Vec<JournalFile>,
}

/// A changed file.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct JournalFile {
    /// The path of the file below the folder of the index.
    name: String,
    /// The size and checksum of the old file.
    old: FileEntry,
    /// The path of the kept copy of the old file, below the same folder. `None` if the old file is
    /// the result of an earlier import, and the file before that import is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kept: Option<String>,
    /// The size and checksum of the new file.
    new: FileEntry,
}

/// Replaces files of the game of an index; the last file is the index. The caller holds the lock of
/// the folder.
///
/// # Errors
/// Returns an error if a file cannot be replaced. In this case no file is replaced, and the new
/// files are removed. The only exception: if a new file cannot be renamed after the journal was
/// written, the journal stays, and the next import completes the change.
pub fn replace(files: &AtomicFiles, index: &Path, changed: &[ChangedFile]) -> Result<()> {
    if changed.is_empty() {
        return Ok(());
    }
    let folder = folder_of(index);
    let mut made = Vec::new();
    match write_all(files, index, changed, &mut made) {
        Ok(journal) => take_names(files, folder, &journal),
        Err(error) => {
            for path in made {
                // A journal that cannot be removed still needs the other files.
                if files.remove(&path).is_err() {
                    break;
                }
            }
            Err(error)
        }
    }
}

/// Writes the new files, the copies of the old files, and the journal. Adds every created path to
/// `made`.
fn write_all(
    files: &AtomicFiles,
    index: &Path,
    changed: &[ChangedFile],
    made: &mut Vec<PathBuf>,
) -> Result<Journal> {
    let folder = folder_of(index);
    let imported = imported(folder);
    let mut journal = Journal {
        layout: LAYOUT,
        index: name_below(folder, index)?,
        files: Vec::new(),
    };
    let mut found = Vec::new();
    for file in changed {
        found.push(regular(&file.path)?);
    }
    for (file, found) in changed.iter().zip(&found) {
        journal
            .files
            .push(write_file(files, folder, file, found, &imported, made)?);
    }
    begin(files, folder, &journal, made)?;
    Ok(journal)
}

/// Checks that a path is a regular file that may be replaced.
fn regular(path: &Path) -> Result<Metadata> {
    let shown = path.display();
    let found = path.symlink_metadata().with_context(|| shown.to_string())?;
    ensure!(
        found.is_file(),
        "{shown} is a link; --in-place changes only regular files; -o writes a new game"
    );
    ensure!(!found.permissions().readonly(), "{shown} is read-only");
    Ok(found)
}

/// Writes a new file beside the old one, and keeps the old one.
fn write_file(
    files: &AtomicFiles,
    folder: &Path,
    changed: &ChangedFile,
    found: &Metadata,
    imported: &ImportedFiles,
    made: &mut Vec<PathBuf>,
) -> Result<JournalFile> {
    let path = &changed.path;
    let name = name_below(folder, path)?;
    let new = beside(path, NEW);
    if new.symlink_metadata().is_ok() {
        // The file is a remnant of an import that was killed before it wrote its journal.
        files.remove(&new)?;
    }
    let mut entry = None;
    files.create(&new, found.permissions(), |out| {
        let mut summed = ChecksumWriter::new(out);
        changed.copy_to(&mut summed)?;
        entry = Some(summed.entry());
        Ok(())
    })?;
    made.push(new);
    let new = entry.context("the file has no contents")?;

    if let Some(known) = imported.get(&name) {
        let has_original = holds(&folder.join(&known.kept), &known.original)?;
        if has_original && holds(path, &known.written)? {
            return Ok(JournalFile {
                name,
                old: known.written.clone(),
                kept: None,
                new,
            });
        }
    }
    let kept = free_name(path)?;
    let mut entry = None;
    let old = File::open(path).with_context(|| path.display().to_string())?;
    files.create(&kept, found.permissions(), |out| {
        let mut summed = ChecksumWriter::new(out);
        summed.copy(old)?;
        entry = Some(summed.entry());
        Ok(())
    })?;
    log::info!("the old file is kept as {}", kept.display());
    made.push(kept.clone());
    Ok(JournalFile {
        name,
        old: entry.context("the file has no contents")?,
        kept: Some(name_below(folder, &kept)?),
        new,
    })
}

/// Reads the list of imported files. A list that cannot be read is empty, so that the next import
/// keeps the present files.
fn imported(folder: &Path) -> ImportedFiles {
    let path = folder.join(IMPORTED);
    let is_file = path.symlink_metadata().is_ok_and(|found| found.is_file());
    if !is_file {
        return ImportedFiles::new();
    }
    let bytes = resource::read_file(&path, MOST_JOURNAL).unwrap_or_default();
    let imported: ImportedFiles = serde_json::from_slice(&bytes).unwrap_or_default();
    let is_sound = |(name, file): &(String, ImportedFile)| {
        is_kept_name(name, &file.kept) && is_below(folder, name).unwrap_or(false)
    };
    imported.into_iter().filter(is_sound).collect()
}

/// Adds the files of an import to the list of imported files.
fn record(files: &AtomicFiles, folder: &Path, journal: &Journal) -> Result<()> {
    let mut imported = imported(folder);
    for file in &journal.files {
        let written = file.new.clone();
        match (&file.kept, imported.get_mut(&file.name)) {
            (Some(kept), _) => {
                let entry = ImportedFile {
                    index: journal.index.clone(),
                    kept: kept.clone(),
                    original: file.old.clone(),
                    written,
                };
                imported.insert(file.name.clone(), entry);
            }
            (None, Some(entry)) => entry.written = written,
            (None, None) => {}
        }
    }
    let text = serde_json::to_vec(&imported)?;
    files.write(&folder.join(IMPORTED), |out| out.write_all(&text))?;
    Ok(())
}

/// Restores the originals of the files of a game that imports have changed. The copies of the
/// originals become the files again. Returns the names of the restored files. The caller holds the
/// lock of the folder.
///
/// # Errors
/// Returns an error if no import is recorded, if a file has been changed since the import, or if
/// the copy of an original is missing or changed. In this case no file is restored.
pub fn undo(files: &AtomicFiles, index: &Path) -> Result<Vec<String>> {
    let folder = folder_of(index);
    let index = name_below(folder, index)?;
    let mut all = imported(folder);
    let mut names: Vec<String> = Vec::new();
    for (name, file) in &all {
        if file.index == index {
            names.push(name.clone());
        }
    }
    // The index is the last file that is replaced.
    names.sort_by_key(|name| *name == index);
    let (last, data) = names
        .split_last()
        .context("no import into this game is recorded")?;
    ensure!(
        *last == index,
        "the record of imports does not name the index"
    );
    for name in data {
        ensure!(
            is_data(&folder.join(&index), Path::new(name)),
            "`{name}` is not a file of {index}"
        );
    }
    let mut journal = Journal {
        layout: LAYOUT,
        index: index.clone(),
        files: Vec::new(),
    };
    for name in &names {
        let path = folder.join(name);
        let file = &all[name];
        regular(&path)?;
        ensure!(
            holds(&path, &file.written)?,
            "{}: the file has been changed since the import; {} is the original",
            path.display(),
            file.kept
        );
        ensure!(
            holds(&folder.join(&file.kept), &file.original)?,
            "{}: the copy of the original is missing or changed",
            folder.join(&file.kept).display()
        );
        journal.files.push(JournalFile {
            name: name.clone(),
            old: file.written.clone(),
            kept: None,
            new: file.original.clone(),
        });
    }
    let mut made = Vec::new();
    if let Err(error) = write_originals(files, folder, &all, &journal, &mut made) {
        for path in made {
            if files.remove(&path).is_err() {
                break;
            }
        }
        return Err(error);
    }
    take_names(files, folder, &journal)?;
    for name in &names {
        if let Some(file) = all.remove(name) {
            files.remove(&folder.join(&file.kept))?;
        }
    }
    let path = folder.join(IMPORTED);
    if all.is_empty() {
        files.remove(&path)?;
    } else {
        let text = serde_json::to_vec(&all)?;
        files.write(&path, |out| out.write_all(&text))?;
    }
    Ok(names)
}

/// Writes copies of the originals as new files, and the journal.
fn write_originals(
    files: &AtomicFiles,
    folder: &Path,
    imported: &ImportedFiles,
    journal: &Journal,
    made: &mut Vec<PathBuf>,
) -> Result<()> {
    for file in &journal.files {
        let path = folder.join(&file.name);
        let new = beside(&path, NEW);
        if new.symlink_metadata().is_ok() {
            files.remove(&new)?;
        }
        let kept = folder.join(&imported[&file.name].kept);
        let mut original = File::open(&kept).with_context(|| kept.display().to_string())?;
        let permissions = regular(&path)?.permissions();
        files.create(&new, permissions, |out| {
            io::copy(&mut original, out).map(drop)
        })?;
        made.push(new);
    }
    begin(files, folder, journal, made)
}

/// Writes the journal, which makes the change permanent.
fn begin(
    files: &AtomicFiles,
    folder: &Path,
    journal: &Journal,
    made: &mut Vec<PathBuf>,
) -> Result<()> {
    let path = folder.join(IMPORT_JOURNAL);
    let text = serde_json::to_vec(journal)?;
    let mut folders = BTreeSet::new();
    for file in &journal.files {
        folders.insert(folder_of(&folder.join(&file.name)).to_owned());
    }
    for folder in folders {
        sync(&folder)?;
    }
    files.write(&path, |out| out.write_all(&text))?;
    // To undo the import, the journal is removed first.
    made.insert(0, path);
    sync(folder)
}

/// Renames the new files to their final names, and removes the journal.
fn take_names(files: &AtomicFiles, folder: &Path, journal: &Journal) -> Result<()> {
    let path = folder.join(IMPORT_JOURNAL);
    let why = || {
        let path = path.display();
        format!("{path}: the import was interrupted; the next import into the game finishes it")
    };
    rename_all(files, folder, journal).with_context(why)?;
    record(files, folder, journal).with_context(why)?;
    files.remove(&path).with_context(why)?;
    sync(folder)
}

fn rename_all(files: &AtomicFiles, folder: &Path, journal: &Journal) -> Result<()> {
    for file in &journal.files {
        let path = folder.join(&file.name);
        let new = beside(&path, NEW);
        if new.symlink_metadata().is_ok() {
            files.rename(&new, &path)?;
            sync(folder_of(&path))?;
        }
    }
    Ok(())
}

/// Completes an import that was interrupted after its journal was written. The caller holds the
/// lock of the folder. Returns whether there was such an import.
///
/// # Errors
/// Returns an error if the journal does not belong to a game of this folder, or if a file does not
/// match the journal. In this case no file is renamed.
pub fn finish(files: &AtomicFiles, folder: &Path) -> Result<bool> {
    let path = folder.join(IMPORT_JOURNAL);
    let Ok(found) = path.symlink_metadata() else {
        return Ok(false);
    };
    let advice = "the interrupted import cannot be finished; rename each NAME.bak of the import to \
                  NAME and remove this file; if no import was made here, only remove this file";
    let journal = read(&path, &found)
        .and_then(|journal| {
            check(folder, &journal)?;
            Ok(journal)
        })
        .with_context(|| format!("{}: {advice}", path.display()))?;
    take_names(files, folder, &journal)?;
    Ok(true)
}

/// Reads a journal.
fn read(path: &Path, found: &Metadata) -> Result<Journal> {
    ensure!(
        found.is_file(),
        "expected a regular file, found a link, a folder, a device or a pipe"
    );
    let bytes = resource::read_file(path, MOST_JOURNAL)?;
    if serde_json::from_slice::<crate::written::FileList>(&bytes).is_ok() {
        bail!(
            "the file has the layout of an earlier version of Wardrobe, which does not list the \
             kept files"
        );
    }
    let journal: Journal = serde_json::from_slice(&bytes)?;
    ensure!(
        journal.layout == LAYOUT,
        "expected layout {LAYOUT}, found {}",
        journal.layout
    );
    Ok(journal)
}

/// Checks that the journal belongs to a game of this folder, and that all files match the journal.
fn check(folder: &Path, journal: &Journal) -> Result<()> {
    let index = folder.join(&journal.index);
    let is_here = folder_of(&index) == folder;
    let games = resource::games(folder)?;
    let is_game = is_here && games.iter().any(|game| game.index == index);
    ensure!(
        is_game,
        "`{}` is not an index in this folder",
        journal.index
    );
    let (last, data) = journal
        .files
        .split_last()
        .context("the journal names no file")?;
    ensure!(
        last.name == journal.index,
        "the last file of the journal is not the index"
    );
    for file in data {
        let is_own =
            is_data(&index, Path::new(&file.name)) && !is_same_name(&file.name, &journal.index);
        ensure!(
            is_own && is_below(folder, &file.name)?,
            "`{}` is not a file that an import into {} changes",
            file.name,
            journal.index
        );
    }
    for file in &journal.files {
        check_file(folder, file).with_context(|| file.name.clone())?;
    }
    Ok(())
}

/// Checks that the files of an entry match it.
fn check_file(folder: &Path, file: &JournalFile) -> Result<()> {
    let path = folder.join(&file.name);
    if let Some(kept) = &file.kept {
        ensure!(
            is_kept_name(&file.name, kept),
            "`{kept}` is not a valid name of a kept file"
        );
        ensure!(
            holds(&folder.join(kept), &file.old)?,
            "{kept} differs from the old file"
        );
    }
    let new = beside(&path, NEW);
    if new.symlink_metadata().is_err() {
        ensure!(holds(&path, &file.new)?, "{} is missing", new.display());
        return Ok(());
    }
    ensure!(holds(&new, &file.new)?, "{} is damaged", new.display());
    ensure!(
        holds(&path, &file.old)? || holds(&path, &file.new)?,
        "the file was changed after the import"
    );
    Ok(())
}

/// Returns whether a name is one that an import gives the copy of a file.
fn is_kept_name(name: &str, kept: &str) -> bool {
    let ending = kept.strip_prefix(name);
    let number = ending.and_then(|ending| ending.strip_prefix(".bak"));
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns whether a name stays below a folder without following a link to another place.
fn is_below(folder: &Path, name: &str) -> Result<bool> {
    let is_normal = Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let path = folder.join(name);
    Ok(is_normal
        && folder_of(&path)
            .canonicalize()?
            .starts_with(folder.canonicalize()?))
}

fn is_same_name(a: &str, b: &str) -> bool {
    let lower = |name: &str| {
        let name = Path::new(name).file_name();
        name.map(|name| name.to_string_lossy().to_lowercase())
    };
    lower(a) == lower(b)
}

/// Returns whether a regular file has the size and checksum of an entry. At most as many bytes are
/// read as the entry states.
fn holds(path: &Path, entry: &FileEntry) -> Result<bool> {
    let shown = || path.display().to_string();
    let is_like_it = path
        .symlink_metadata()
        .is_ok_and(|found| found.is_file() && found.len() == entry.bytes());
    if !is_like_it {
        return Ok(false);
    }
    let file = File::open(path).with_context(shown)?;
    let mut summed = ChecksumWriter::new(io::sink());
    summed.copy(file.take(entry.bytes())).with_context(shown)?;
    Ok(summed.entry() == *entry)
}

/// Returns the first free name for the copy of an old file.
fn free_name(path: &Path) -> Result<PathBuf> {
    for number in 1..=MOST_KEPT {
        let name = match number {
            1 => beside(path, "bak"),
            number => beside(path, &format!("bak{number}")),
        };
        // The name of a link is taken, even if the link is broken.
        if name.symlink_metadata().is_err() {
            return Ok(name);
        }
    }
    bail!(
        "{}: too many old files (.bak) exist beside it",
        path.display()
    )
}

/// Returns the name of a file below a folder.
fn name_below(folder: &Path, path: &Path) -> Result<String> {
    let name = path.strip_prefix(folder).ok().and_then(Path::to_str);
    let name =
        name.with_context(|| format!("{} is outside {}", path.display(), folder.display()))?;
    Ok(name.to_owned())
}

/// Appends an extension: `x.001` becomes `x.001.wardrobe-new`.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!(".{ending}"));
    name.into()
}

/// Waits until the names in a folder are stored on the disk.
fn sync(folder: &Path) -> Result<()> {
    // Other systems cannot open a folder and do not need this step.
    if cfg!(unix) {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
