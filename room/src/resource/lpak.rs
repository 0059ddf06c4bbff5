//! Containers of remastered editions (I35..I37), which contain the unchanged files of the original
//! and the new files of the edition.
//!
//! A container has up to 5.5 GB, so only the header, the table of entries and the names are read.

use std::collections::HashSet;
use std::sync::Arc;

use super::source::Source;
use super::stored::{Entries, SEPARATORS, StoredFile, is_plain};
use crate::error::Result;
use crate::reader::{Reader, to_usize};

/// The first bytes of a container (I35).
pub(super) const MAGIC: &[u8; 4] = b"KAPL";

/// The name of the container whose entries have 64-bit starts (I36).
const LARGE: &str = "full.data";

/// The folders of the original's files, in lower case (I37). The second one contains a separate
/// game.
const FOLDERS: [&str; 6] = [
    "classic/",
    SECOND,
    "data/",
    "video/",
    "en/data/",
    "en/video/",
];
/// The folder of Maniac Mansion in Day of the Tentacle.
const SECOND: &str = "maniac/";

/// The most bytes of the table of entries in a remastered edition. The tables of the real editions
/// have a few thousand entries.
const MOST_TABLE: u64 = 2 << 20;
/// The most bytes of all names in a remastered edition.
const MOST_NAMES: u64 = 4 << 20;
/// The most bytes of the name of a file in a remastered edition. Files with longer names are
/// skipped.
const MOST_NAME: usize = 255;

/// The positions of the parts of a container.
struct Layout {
    /// Start and size of the table of entries.
    entries: (u64, u64),
    /// Start of the names, which end at the start of the data.
    names: u64,
    /// Start of the data, from which the starts of entries count.
    data: u64,
    /// True if starts have 64 bits.
    is_large: bool,
}

/// Returns whether a file in a folder may be a container by its name, so that it must be examined
/// (I35).
pub(super) fn has_container_name(name: &str) -> bool {
    name.ends_with(".pak") || name.ends_with(".cle") || name == LARGE
}

/// Returns the original's files in a container. If several entries have the same name, the first
/// one is taken. The list is empty for a file that is not a container.
///
/// # Errors
/// Returns [`crate::Error::Io`] if the file cannot be read, [`crate::Error::Malformed`] if a table
/// or a file of the original lies outside the container, and [`crate::Error::Limit`] if the entries
/// or the names have more bytes than in any real container.
pub(super) fn parts(file: &StoredFile, entries: &mut Entries) -> Result<Vec<StoredFile>> {
    let mut source = Source::open_plain(file)?;
    if !source.head()?.starts_with(MAGIC) {
        return Ok(Vec::new());
    }
    let layout = Layout::read(&mut source, file.name == LARGE)?;
    let named = |error: crate::Error| error.in_file(file.path.display());
    let names = layout.names(&mut source)?;
    let (start, size) = layout.entries;
    let table = source.read(start, to_usize(size), "the table of entries")?;
    let table = Reader::new(&table).with_base(start);
    let container = Arc::new(file.clone());
    let mut seen = HashSet::new();
    let mut parts = Vec::new();
    for (name, at) in names
        .split(|&byte| byte == 0)
        .zip((0..table.len()).step_by(layout.entry()))
    {
        let name = String::from_utf8_lossy(name).to_lowercase();
        let Some(folder) = FOLDERS.iter().find(|folder| name.starts_with(**folder)) else {
            continue;
        };
        let (start, len) = layout
            .place(
                table.at(at, "an entry").map_err(named)?,
                &name,
                source.len(),
            )
            .map_err(named)?;
        let own = name.rsplit(SEPARATORS).next().unwrap_or_default();
        let is_second = *folder == SECOND;
        let is_file = is_plain(own) && own.len() <= MOST_NAME;
        if !is_file || !seen.insert((is_second, own.to_owned())) {
            continue;
        }
        if !entries.take() {
            break;
        }
        if is_second {
            let name = format!("{SECOND}{own}");
            parts.push(StoredFile::part(&container, &name, start, len).alone());
        } else {
            parts.push(StoredFile::part(&container, own, start, len));
        }
    }
    Ok(parts)
}

impl Layout {
    /// Reads the header (I36).
    fn read(source: &mut Source, is_large: bool) -> Result<Self> {
        let bytes = source.read(0, HEADER, "the header of a container")?;
        let mut header = Reader::new(&bytes);
        header.skip(8, "the magic and the version")?;
        let mut word = || header.u32_le("a word of the header").map(u64::from);
        let first = word()?;
        let second = word()?;
        let names = word()?;
        let data = word()?;
        let _index_size = word()?;
        let size = word()?;
        let start = if is_large { first } else { second };
        let layout = Self {
            entries: (start, size),
            names,
            data,
            is_large,
        };
        let whole = source.len();
        if start.saturating_add(size) > whole || size.checked_rem(layout.entry() as u64) != Some(0)
        {
            return Err(source.malformed(
                start,
                "the table of entries",
                format_args!("{size} bytes of {whole}"),
            ));
        }
        if size > MOST_TABLE {
            return Err(source.over_limit(start, "the table of entries", size, MOST_TABLE));
        }
        Ok(layout)
    }

    /// Returns the length of an entry in bytes (I36).
    fn entry(&self) -> usize {
        if self.is_large { 24 } else { 20 }
    }

    /// Returns all names in the order of the entries, each followed by a zero (I36).
    fn names(&self, source: &mut Source) -> Result<Vec<u8>> {
        let Some(size) = self.data.checked_sub(self.names) else {
            let found = format!("data at {}", self.data);
            return Err(source.malformed(
                self.names,
                "the names of files in front of the data",
                found,
            ));
        };
        if size > MOST_NAMES {
            return Err(source.over_limit(self.names, "the size of the names", size, MOST_NAMES));
        }
        source.read(self.names, to_usize(size), "the names of files")
    }

    /// Returns the start in the container and the length of an entry's file. `whole` is the length
    /// of the container.
    fn place(&self, mut entry: Reader<'_>, name: &str, whole: u64) -> Result<(u64, u64)> {
        let error = entry;
        let low = u64::from(entry.u32_le("the start of a file")?);
        let high = if self.is_large {
            u64::from(entry.u32_le("the start of a file")?)
        } else {
            0
        };
        entry.skip(4, "the place of a name")?;
        let len = u64::from(entry.u32_le("the length of a file")?);
        let start = (high << 32 | low).checked_add(self.data);
        match start.filter(|start| start.checked_add(len).is_some_and(|end| end <= whole)) {
            Some(start) => Ok((start, len)),
            None => {
                let expected = format!("{name} inside the {whole} bytes of the container");
                let from = start.map_or_else(
                    || "outside".to_owned(),
                    |start| format!("from byte {start} on"),
                );
                Err(error.malformed(expected, format_args!("{len} bytes {from}")))
            }
        }
    }
}

/// Length of the header in bytes.
const HEADER: usize = 32;
