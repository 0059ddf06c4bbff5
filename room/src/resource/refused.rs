//! Games and editions that this library does not read and refuses by name (I20, I21, I22, I23, I31,
//! C72a).

use super::lpak;
use super::naming::Naming;
use super::source::{Source, Xor};
use crate::{Reader, Result};

pub(super) const PC_ENGINE: &str = "Loom for the PC-Engine";
pub(super) const SIXTEEN_BIT: &str = "a 16-bit colour Humongous game";
const ACTIVEMARK: &str = "a game wrapped by the ActiveMark copy protection";
const REMASTER: &str = "a remastered edition without the original's files";
const DISK_IMAGE: &str = "a disk image (extract its files first)";
pub(super) const PREVIEW: &str = "a Humongous preview (.cup, which holds films only)";
const STEAM: &str = "a Steam program of an unknown build (its index is not at the known place)";

/// The names of the games and editions that are refused. An [`crate::Error::Unsupported`] of
/// opening a game prints the name before "is not supported".
pub const REFUSALS: [&str; 7] = [
    PC_ENGINE,
    SIXTEEN_BIT,
    ACTIVEMARK,
    REMASTER,
    DISK_IMAGE,
    PREVIEW,
    STEAM,
];

/// Extensions of disk images: Amiga, Atari ST, and discs.
const IMAGES: [&str; 8] = [
    ".adf", ".ipf", ".st", ".msa", ".img", ".ima", ".iso", ".toast",
];

/// The first bytes of a raw disc image, which has marks between its sectors (I38): `.bin`, `.mdf`
/// and others.
const RAW_DISC: &[u8; 8] = b"\0\xff\xff\xff\xff\xff\xff\xff";

/// The first bytes of an index that ActiveMark has wrapped (I31): "TMSAM" after a zero.
const WRAPPED: &[u8; 6] = b"\0TMSAM";

/// Length in bytes of the index of Loom for the PC-Engine; no other game's index has this length
/// (I24).
const PC_ENGINE_LEN: usize = 6532;

/// Returns the kind of a file that is refused for its name or its first bytes; `None` for other
/// files. `in_program` is true if a program with this name contains an index.
///
/// # Errors
/// Returns [`crate::Error::Io`] if the file cannot be read.
pub(super) fn file(
    name: &str,
    in_program: bool,
    source: &mut Source,
) -> Result<Option<&'static str>> {
    if let Some(what) = named(name) {
        return Ok(Some(what));
    }
    let head = source.head()?;
    // Editions for machines with big-endian numbers begin with the letters in the other order.
    if head.starts_with(lpak::MAGIC) || head.starts_with(b"LPAK") {
        return Ok(Some(REMASTER));
    }
    if head == RAW_DISC {
        return Ok(Some(DISK_IMAGE));
    }
    let wrapped = |key: Xor| {
        head.first_chunk()
            .is_some_and(|head| key.applied(*head) == *WRAPPED)
    };
    if wrapped(Xor::NONE) || wrapped(Xor::LARGE) {
        return Ok(Some(ACTIVEMARK));
    }
    let is_program = head.starts_with(b"MZ")
        || [b"\xfe\xed\xfa", b"\xca\xfe\xba"]
            .iter()
            .any(|m| head.starts_with(*m));
    Ok((is_program && in_program).then_some(STEAM))
}

/// Returns the kind of a file that is refused for its name alone; `None` for other files.
fn named(name: &str) -> Option<&'static str> {
    let ends = |ending: &&str| name.ends_with(*ending);
    if IMAGES.iter().any(ends) {
        return Some(DISK_IMAGE);
    }
    if name.ends_with(".cup") {
        return Some(PREVIEW);
    }
    lpak::has_container_name(name).then_some(REMASTER)
}

/// Returns whether an index with small headers and one file for each room is the index of Loom for
/// the PC-Engine (I25).
pub(super) fn is_pc_engine(index: Reader<'_>, naming: &Naming) -> bool {
    matches!(naming, Naming::Rooms(_)) && index.len() == PC_ENGINE_LEN
}
