//! Zip archives (I38): a game in an archive can be opened like a game in a folder. Stored files are
//! read in place. Compressed files are unpacked into memory when they are first read.

use std::io::{self, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use super::source::Source;
use super::stored::{
    ARCHIVE, DEPTH, Entries, Holder, OpenFile, SEPARATORS, StoredFile, copy, is_plain,
};
use crate::error::Result;
use crate::reader::{Reader, to_usize};

/// The most bytes of a file that is unpacked into memory: the largest data files have about 250
/// MiB. A file is unpacked when it is first read, and memory grows with the unpacked bytes.
const MOST_UNPACKED: u64 = 512 << 20;
/// The number of bytes that every archive may unpack to, whatever its length.
const FREE_UNPACKED: u64 = 64 << 20;
/// The largest ratio of unpacked bytes beyond [`FREE_UNPACKED`] to the length of an archive. The
/// unpacked bytes of all files are added up, and a file counts each time that it is unpacked. Games
/// are compressed to a half or a third.
const UNPACKED_TIMES: u64 = 100;
/// The largest ratio of the unpacked bytes to the compressed bytes of a file. Deflate cannot exceed
/// this ratio.
const MOST_TIMES: u64 = 1032;
/// Number of bytes at the start of a larger file that are unpacked without the rest of the file.
const GLANCE: u64 = 1 << 16;
/// Number of bytes that are unpacked at once.
const PIECE: usize = 1 << 16;
/// The most bytes of the directory at the end of an archive, which has about 80 bytes for each
/// file.
const MOST_DIRECTORY: u64 = 8 << 20;

/// The most bytes of a file's path inside an archive. Files with longer paths are skipped.
const MOST_INNER_PATH: usize = 512;

/// Length in bytes of the record at the end of an archive, and of the longest comment after it.
const END: (usize, usize) = (22, 0xffff);
/// Length in bytes of the pointer to the 64-bit record, and of that record.
const END_64: (usize, usize) = (20, 56);
/// Length in bytes of the header in front of a file, without its name.
const LOCAL: usize = 30;
/// The kind of extra field that contains 64-bit numbers.
const EXTRA_64: u16 = 1;

/// The archive from which its files are read.
#[derive(Debug)]
struct Archive {
    file: StoredFile,
    /// The most bytes that all files may unpack to.
    limit: u64,
    /// The number of bytes that may still be unpacked.
    left: AtomicU64,
}

/// A file in an archive.
#[derive(Debug)]
struct Member {
    archive: Arc<Archive>,
    /// Offset of the file's header.
    header: u64,
    packed: u64,
    len: u64,
    method: u16,
    is_encrypted: bool,
    crc: u32,
    unpacked: Mutex<Unpacked>,
}

/// The state of a packed file.
#[derive(Debug)]
enum Unpacked {
    /// Not unpacked yet, or its bytes were released.
    Not,
    /// All unpacked bytes.
    Whole(Vec<u8>),
    /// The file cannot be unpacked because it is damaged. The error is kept, because another
    /// attempt would take as long and fail again.
    Damaged(ErrorKind, String),
}

/// Returns the files in an archive, up to three levels of folders deep. The list is empty if the
/// file is not an archive. Files beyond the limit of `entries` are skipped.
///
/// # Errors
/// Returns [`crate::Error::Io`] if the file cannot be read, [`crate::Error::Malformed`] if the
/// directory is damaged or cut off, if files overlap or if a file claims more unpacked bytes than
/// its compressed bytes allow, and [`crate::Error::Limit`] if the directory is larger than the
/// directory of any game.
pub(super) fn members(file: &StoredFile, entries: &mut Entries) -> Result<Vec<StoredFile>> {
    let mut source = Source::open_plain(file)?;
    if !source.head()?.starts_with(ARCHIVE) {
        return Ok(Vec::new());
    }
    let in_file = |error: crate::Error| error.in_file(file.path.display());
    let (start, size) = directory(&mut source).map_err(in_file)?;
    if size > MOST_DIRECTORY {
        return Err(source.over_limit(
            start,
            "the size of the archive's directory",
            size,
            MOST_DIRECTORY,
        ));
    }
    let bytes = source.read(start, to_usize(size), "the directory of the archive")?;
    let mut records = Reader::new(&bytes).with_base(start);
    let archive = Arc::new(Archive::new(file.clone(), source.len()));
    let mut places = Vec::new();
    let mut files = Vec::new();
    while records.remaining() > 0 && entries.take() {
        let place = records;
        let (name, member) = record(&mut records, &archive, source.len()).map_err(in_file)?;
        places.push((member.header, member.packed, place));
        let is_folder = name.ends_with(SEPARATORS);
        let Some(path) = inner_path(&name) else {
            continue;
        };
        if !is_folder && path.components().count() <= DEPTH.saturating_add(1) {
            files.push(StoredFile::held_by(file.path.join(path), member));
        }
    }
    check_overlap(places).map_err(in_file)?;
    Ok(files)
}

/// Returns the path of a file inside an archive, relative to the archive. Parts that lead upwards
/// are removed. Returns `None` if no part is left or the name is too long.
fn inner_path(name: &str) -> Option<PathBuf> {
    if name.len() > MOST_INNER_PATH {
        return None;
    }
    let path: PathBuf = name
        .split(SEPARATORS)
        .filter(|part| is_plain(part))
        .collect();
    if path.as_os_str().is_empty() {
        return None;
    }
    Some(path)
}

/// Checks that no two files of an archive share bytes. `places` contains for each file the start of
/// its header, its compressed length and its record in the directory.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if two files overlap.
fn check_overlap(mut places: Vec<(u64, u64, Reader<'_>)>) -> Result<()> {
    places.sort_by_key(|(header, ..)| *header);
    let mut free = 0_u64;
    for (header, packed, record) in places {
        if header < free {
            let expected = format!("a file behind byte {free}, where the one before it ends");
            return Err(record.malformed(expected, format_args!("one at byte {header}")));
        }
        free = header.saturating_add(LOCAL as u64).saturating_add(packed);
    }
    Ok(())
}

/// Returns start and size of the directory, according to the record at the end.
fn directory(source: &mut Source) -> Result<(u64, u64)> {
    let most = END.0.saturating_add(END.1) as u64;
    let from = source.len().saturating_sub(most);
    let tail = source.read(
        from,
        to_usize(source.len().min(most)),
        "the end of the archive",
    )?;
    let tail = Reader::new(&tail).with_base(from);
    let found = (0..=tail.len().saturating_sub(END.0))
        .rev()
        .find(|&at| tail.peek(at) == Some(*b"PK\x05\x06"));
    let Some(at) = found else {
        return Err(tail.malformed(
            "the directory at the end of a zip archive",
            "none; the file may be cut",
        ));
    };
    let mut end = tail.at(at, "the end of the archive")?;
    end.skip(12, "the number of files")?;
    let size = end.u32_le("the directory's size")?;
    let start = end.u32_le("the directory's start")?;
    if start != u32::MAX && size != u32::MAX {
        return Ok((start.into(), size.into()));
    }
    let pointer = from
        .saturating_add(at as u64)
        .saturating_sub(END_64.0 as u64);
    let bytes = source.read(pointer, END_64.0, "the pointer to the 64-bit directory")?;
    let record = Reader::new(&bytes)
        .at(8, "a position")?
        .u64_le("a 64-bit number")?;
    let bytes = source.read(record, END_64.1, "the record of the 64-bit directory")?;
    let record = Reader::new(&bytes);
    let number = |at, what| record.at(at, what)?.u64_le("a 64-bit number");
    Ok((number(48, "the start")?, number(40, "the size")?))
}

/// Reads a record of the directory. `whole` is the length of the archive.
fn record(
    records: &mut Reader<'_>,
    archive: &Arc<Archive>,
    whole: u64,
) -> Result<(String, Member)> {
    let place = *records;
    if records.array(RECORD)? != *b"PK\x01\x02" {
        return Err(place.malformed(RECORD, "other bytes"));
    }
    records.skip(4, RECORD)?;
    let flags = records.u16_le(RECORD)?;
    let method = records.u16_le(RECORD)?;
    records.skip(4, RECORD)?;
    let crc = records.u32_le(RECORD)?;
    let mut numbers = [
        records.u32_le(RECORD)?.into(),
        records.u32_le(RECORD)?.into(),
        0,
    ];
    let [name, extra, comment] = [
        records.u16_le(RECORD)?,
        records.u16_le(RECORD)?,
        records.u16_le(RECORD)?,
    ];
    records.skip(8, RECORD)?;
    numbers[2] = records.u32_le(RECORD)?.into();
    let name = String::from_utf8_lossy(records.bytes(name.into(), "a file's name")?).into_owned();
    widen(records.sub(extra.into(), "the extra fields")?, &mut numbers)?;
    records.skip(comment.into(), "a comment")?;
    let [packed, len, header] = numbers;
    let fits = header.checked_add(packed).is_some_and(|end| end <= whole);
    if !fits || len > packed.saturating_mul(MOST_TIMES).max(MOST_TIMES) {
        let expected = format!(
            "{name} inside the {whole} bytes of the archive, unpacked at most {MOST_TIMES} times \
             as large"
        );
        return Err(place.malformed(
            expected,
            format_args!("{packed} bytes packed, {len} unpacked, at byte {header}"),
        ));
    }
    let member = Member {
        archive: archive.clone(),
        header,
        packed,
        len,
        method,
        is_encrypted: flags & 1 != 0,
        crc,
        unpacked: Mutex::new(Unpacked::Not),
    };
    Ok((name, member))
}

/// The name of a directory record in errors.
const RECORD: &str = "a record of the archive's directory";

/// Reads 64-bit numbers from extra fields, in the order unpacked, compressed, header, for those
/// numbers that have all bits set.
fn widen(mut extra: Reader<'_>, [packed, len, header]: &mut [u64; 3]) -> Result<()> {
    while extra.remaining() >= 4 {
        let kind = extra.u16_le("an extra field")?;
        let size = extra.u16_le("an extra field")?;
        // Some programs write fields that are cut off. Such fields are skipped.
        let Ok(mut field) = extra.sub(size.into(), "an extra field") else {
            return Ok(());
        };
        if kind == EXTRA_64 {
            for number in [&mut *len, packed, header] {
                if *number == u64::from(u32::MAX) {
                    *number = field.u64_le("a 64-bit number")?;
                }
            }
            return Ok(());
        }
    }
    Ok(())
}

impl Archive {
    /// Creates an archive of `len` bytes of which nothing has been unpacked.
    fn new(file: StoredFile, len: u64) -> Self {
        let limit = len
            .saturating_mul(UNPACKED_TIMES)
            .saturating_add(FREE_UNPACKED);
        Self {
            file,
            limit,
            left: AtomicU64::new(limit),
        }
    }

    /// Counts the `len` bytes of a file that is unpacked against the limit.
    fn charge(&self, len: u64) -> io::Result<()> {
        let charged = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(len)
            });
        if charged.is_ok() {
            return Ok(());
        }
        let most = self.limit;
        let why = format!(
            "expected an archive that unpacks to {most} bytes at most, found more: unpack it first"
        );
        Err(io::Error::new(ErrorKind::FileTooLarge, why))
    }
}

impl Holder for Member {
    /// Opens the file for reading in place, or for unpacking.
    fn open(self: Arc<Self>) -> io::Result<OpenFile> {
        if self.is_encrypted {
            let why = "the file is encrypted in its archive";
            return Err(io::Error::new(ErrorKind::Unsupported, why));
        }
        match self.method {
            0 if self.packed == self.len => self.stored(),
            8 => Ok(OpenFile::read_by(self)),
            method => {
                let expected = "expected a file that its archive stores (0) or deflates (8)";
                let why = format!("{expected}, found method {method}");
                Err(io::Error::new(ErrorKind::Unsupported, why))
            }
        }
    }

    fn len(&self) -> u64 {
        self.len
    }

    /// Fills `into` with unpacked bytes from `offset` on. The first bytes of a larger file are
    /// unpacked without the rest.
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let mut unpacked = self.unpacked();
        if let Unpacked::Whole(bytes) = &*unpacked {
            return copy(bytes, offset, into);
        }
        if let Unpacked::Damaged(kind, why) = &*unpacked {
            return Err(io::Error::new(*kind, why.clone()));
        }
        let end = offset.saturating_add(into.len() as u64);
        if end <= GLANCE && self.len > GLANCE {
            let mut first = Vec::new();
            self.unpacking()?.take(end).read_to_end(&mut first)?;
            return copy(&first, offset, into);
        }
        if self.len > MOST_UNPACKED {
            let most = format!("expected {MOST_UNPACKED} bytes unpacked at most");
            let why = format!("{most}, found {}: unpack the archive first", self.len);
            return Err(io::Error::new(ErrorKind::FileTooLarge, why));
        }
        self.archive.charge(self.len)?;
        let mut bytes = Vec::new();
        if let Err(error) = self.unpack_to(&mut bytes) {
            *unpacked = Unpacked::Damaged(error.kind(), error.to_string());
            return Err(error);
        }
        copy(&bytes, offset, into)?;
        *unpacked = Unpacked::Whole(bytes);
        Ok(())
    }

    fn copy_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.archive.charge(self.len)?;
        self.unpack_to(out)
    }

    fn release(&self) {
        let mut unpacked = self.unpacked();
        if matches!(*unpacked, Unpacked::Whole(_)) {
            *unpacked = Unpacked::Not;
        }
    }
}

impl Member {
    /// Opens the bytes of the file as stored in the archive.
    fn stored(&self) -> io::Result<OpenFile> {
        let mut archive = self.archive.file.open()?;
        let mut header = [0; LOCAL];
        archive.read_at(self.header, &mut header)?;
        let reader = Reader::new(&header);
        let length = |at| {
            reader
                .peek(at)
                .map_or(0, |bytes| u64::from(u16::from_le_bytes(bytes)))
        };
        if !header.starts_with(ARCHIVE) {
            let expected = format!(
                "expected the header of a file at byte {} of its archive",
                self.header
            );
            return Err(io::Error::new(
                ErrorKind::InvalidData,
                format!("{expected}, found other bytes"),
            ));
        }
        let ahead = (LOCAL as u64)
            .saturating_add(length(26))
            .saturating_add(length(28));
        Ok(archive.within(self.header.saturating_add(ahead), self.packed))
    }

    /// Returns a reader of the unpacked bytes.
    fn unpacking(&self) -> io::Result<impl Read> {
        Ok(DeflateDecoder::new(self.stored()?))
    }

    /// Returns the state of the unpacked bytes. No code that holds the lock can panic.
    fn unpacked(&self) -> MutexGuard<'_, Unpacked> {
        self.unpacked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes all unpacked bytes to `out`, a piece at a time, and checks their number and checksum.
    fn unpack_to(&self, mut out: impl Write) -> io::Result<()> {
        let mut unpacking = self.unpacking()?.take(self.len.saturating_add(1));
        let mut crc = Crc::new();
        let mut count = 0_u64;
        let mut piece = vec![0; PIECE];
        loop {
            let read = unpacking.read(&mut piece)?;
            let bytes = piece.get(..read).unwrap_or_default();
            if bytes.is_empty() {
                break;
            }
            count = count.saturating_add(read as u64);
            crc.update(bytes);
            out.write_all(bytes)?;
        }
        if count != self.len || crc.sum() != self.crc {
            let expected = format!(
                "expected {} bytes of checksum {:08x} in its archive",
                self.len, self.crc
            );
            let found = format!("found {count} of {:08x}", crc.sum());
            let why = format!("{expected}, {found}");
            return Err(io::Error::new(ErrorKind::InvalidData, why));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::stored::stays_below;
    use super::*;

    #[test]
    fn a_path_inside_an_archive_stays_below_it_on_every_system() {
        for (name, expected) in [
            ("classic/en/monkey2.000", Some("classic/en/monkey2.000")),
            ("../../monkey2.000", Some("monkey2.000")),
            ("/abs/./monkey2.000", Some("abs/monkey2.000")),
            ("..\\..\\esc\\monkey2.000", Some("esc/monkey2.000")),
            ("C:\\monkey2.000", Some("C/monkey2.000")),
            ("C:monkey2.000", Some("C/monkey2.000")),
            ("a:b\\../c", Some("a/b/c")),
            ("..", None),
            ("", None),
        ] {
            let path = inner_path(name);
            assert_eq!(path.as_deref(), expected.map(Path::new), "{name}");
            assert!(path.is_none_or(|path| stays_below(&path)), "{name}");
        }
        assert_eq!(inner_path(&"x".repeat(513)), None);
    }
}
