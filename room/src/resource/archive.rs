//! Zip archives (I38): a game in one opens as in a folder. Files are read in place; what is packed is unpacked when it is
//! read for the first time, and kept.

use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use super::path::{DEPTH, MOST_ENTRIES};
use super::source::Source;
use super::stored::{ARCHIVE, Holder, OpenFile, StoredFile, copy};
use crate::error::Result;
use crate::reader::{Reader, to_usize};

/// The most bytes of a file of an archive that is unpacked: the largest data files have some 250 MiB. It happens when the
/// file is read for the first time, and memory grows with what comes.
const MOST_UNPACKED: u64 = 512 << 20;
/// How many times its packed bytes a file may have. Deflate can't reach more.
const MOST_TIMES: u64 = 1032;
/// As many first bytes of a larger file are unpacked without the rest.
const GLANCE: u64 = 1 << 16;
/// The most bytes of the directory at the end of an archive: it has some 80 a file.
const MOST_DIRECTORY: u64 = 8 << 20;

/// Bytes of the record at the end of an archive, and of the longest comment behind it.
const END: (usize, usize) = (22, 0xffff);
/// Bytes of the pointer to the 64-bit record, and of that.
const END_64: (usize, usize) = (20, 56);
/// Bytes of the header in front of a file, without its name.
const LOCAL: usize = 30;
/// The kind of extra field with 64-bit numbers.
const EXTRA_64: u16 = 1;

/// A file of an archive.
#[derive(Debug)]
pub(super) struct Member {
    archive: Arc<StoredFile>,
    /// Where its header begins.
    header: u64,
    packed: u64,
    len: u64,
    method: u16,
    is_encrypted: bool,
    crc: u32,
    unpacked: OnceLock<Vec<u8>>,
}

/// The files in an archive, up to three levels of folders deep; none where the file is no archive.
///
/// # Errors
/// [`crate::Error::Io`]; [`crate::Error::Malformed`] where the directory is damaged or cut, or says that a file unpacks to
/// more than it can; [`crate::Error::Limit`] for a directory larger than any game's.
pub(super) fn members(file: &StoredFile) -> Result<Vec<StoredFile>> {
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
    let (archive, mut files) = (Arc::new(file.clone()), Vec::new());
    while records.remaining() > 0 && files.len() < MOST_ENTRIES {
        let (name, member) = record(&mut records, &archive, source.len()).map_err(in_file)?;
        // Backslashes come from old programs; a name never leads out of the archive.
        let parts = || {
            name.split(['/', '\\'])
                .filter(|part| !matches!(*part, "" | "." | ".."))
        };
        let is_folder = name.ends_with(['/', '\\']);
        if !is_folder && parts().count().saturating_sub(1) <= DEPTH {
            let path = file.path.join(parts().collect::<PathBuf>());
            files.push(StoredFile::held_by(path, member));
        }
    }
    Ok(files)
}

/// Start and size of the directory, by the record at the end.
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
    let (size, start) = (
        end.u32_le("the directory's size")?,
        end.u32_le("the directory's start")?,
    );
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

/// Reads a record of the directory; `whole` is the archive's length.
fn record(
    records: &mut Reader<'_>,
    archive: &Arc<StoredFile>,
    whole: u64,
) -> Result<(String, Member)> {
    let place = *records;
    if records.array(RECORD)? != *b"PK\x01\x02" {
        return Err(place.malformed(RECORD, "other bytes"));
    }
    records.skip(4, RECORD)?;
    let (flags, method) = (records.u16_le(RECORD)?, records.u16_le(RECORD)?);
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
            "{name} inside the {whole} bytes of the archive, unpacked at most {MOST_TIMES} times as large"
        );
        return Err(place.malformed(
            expected,
            format_args!("{packed} bytes packed, {len} unpacked, at byte {header}"),
        ));
    }
    let (is_encrypted, unpacked) = (flags & 1 != 0, OnceLock::new());
    Ok((
        name,
        Member {
            archive: archive.clone(),
            header,
            packed,
            len,
            method,
            is_encrypted,
            crc,
            unpacked,
        },
    ))
}

/// What a record of the directory is called in errors.
const RECORD: &str = "a record of the archive's directory";

/// Takes 64-bit numbers from extra fields, in the order unpacked, packed, header, for those that have all bits set.
fn widen(mut extra: Reader<'_>, [packed, len, header]: &mut [u64; 3]) -> Result<()> {
    while extra.remaining() >= 4 {
        let (kind, size) = (
            extra.u16_le("an extra field")?,
            extra.u16_le("an extra field")?,
        );
        // Some programs write fields that are cut; nothing depends on them.
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

impl Holder for Member {
    /// Opens it: in place, or to be unpacked.
    fn open(self: Arc<Self>) -> io::Result<OpenFile> {
        let Self {
            packed,
            len,
            method,
            is_encrypted,
            ..
        } = *self;
        let (kind, why) = match method {
            _ if is_encrypted => (
                ErrorKind::Unsupported,
                "it is encrypted in its archive".to_owned(),
            ),
            0 if packed == len => return self.stored(),
            8 if len <= MOST_UNPACKED => return Ok(OpenFile::read_by(self, len)),
            8 => {
                let most = format!("expected {MOST_UNPACKED} bytes unpacked at most, found {len}");
                (
                    ErrorKind::FileTooLarge,
                    format!("{most}: unpack the archive first"),
                )
            }
            _ => {
                let expected = "expected a file that its archive stores (0) or deflates (8)";
                (
                    ErrorKind::Unsupported,
                    format!("{expected}, found method {method}"),
                )
            }
        };
        Err(io::Error::new(kind, why))
    }

    /// Fills `into` with unpacked bytes from `offset` on.
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let end = offset.saturating_add(into.len() as u64);
        if self.unpacked.get().is_none() && end <= GLANCE && self.len > GLANCE {
            let mut first = Vec::new();
            self.unpacking()?.take(end).read_to_end(&mut first)?;
            return copy(&first, offset, into);
        }
        copy(self.whole()?, offset, into)
    }
}

impl Member {
    /// Its bytes as the archive holds them.
    fn stored(&self) -> io::Result<OpenFile> {
        let mut archive = self.archive.open()?;
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

    /// A reader of the unpacked bytes.
    fn unpacking(&self) -> io::Result<impl Read> {
        Ok(DeflateDecoder::new(self.stored()?))
    }

    /// All unpacked bytes.
    fn whole(&self) -> io::Result<&[u8]> {
        if let Some(bytes) = self.unpacked.get() {
            return Ok(bytes);
        }
        let (mut bytes, mut crc) = (Vec::new(), Crc::new());
        self.unpacking()?
            .take(self.len.saturating_add(1))
            .read_to_end(&mut bytes)?;
        crc.update(&bytes);
        if bytes.len() as u64 != self.len || crc.sum() != self.crc {
            let expected = format!(
                "expected {} bytes of checksum {:08x} in its archive",
                self.len, self.crc
            );
            let found = format!("found {} of {:08x}", bytes.len(), crc.sum());
            return Err(io::Error::new(
                ErrorKind::InvalidData,
                format!("{expected}, {found}"),
            ));
        }
        Ok(self.unpacked.get_or_init(|| bytes))
    }
}
