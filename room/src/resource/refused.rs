//! What is refused by name: games and editions that this library does not read (I20, I21, I22, I23,
//! I31, C72a).

use super::lpak;
use super::naming::Naming;
use super::source::Source;
use super::xor::Xor;
use crate::{Reader, Result};

pub(super) const PC_ENGINE: &str = "Loom for the PC-Engine";
pub(super) const SIXTEEN_BIT: &str = "a 16-bit colour Humongous game";
const ACTIVEMARK: &str = "a game wrapped by the ActiveMark copy protection";
const REMASTER: &str = "a remastered edition without the original's files";
const DISK_IMAGE: &str = "a disk image (extract its files first)";
pub(super) const PREVIEW: &str = "a Humongous preview (.cup, which holds films only)";
const STEAM: &str = "a Steam program of an unknown build (its index is not at the known place)";

/// The names of all that is refused: what an [`crate::Error::Unsupported`] of opening a game says
/// in front of "is not supported".
pub const REFUSALS: [&str; 7] = [
    PC_ENGINE,
    SIXTEEN_BIT,
    ACTIVEMARK,
    REMASTER,
    DISK_IMAGE,
    PREVIEW,
    STEAM,
];

/// Endings of disk images: Amiga, Atari ST, and discs.
const IMAGES: [&str; 8] = [
    ".adf", ".ipf", ".st", ".msa", ".img", ".ima", ".iso", ".toast",
];

/// How a raw image of a disc begins, with the marks between its sectors (I38): `.bin`, `.mdf` and
/// others.
const RAW_DISC: &[u8; 8] = b"\0\xff\xff\xff\xff\xff\xff\xff";

/// How an index begins that ActiveMark has wrapped (I31): "TMSAM" behind a zero.
const WRAPPED: &[u8; 6] = b"\0TMSAM";

/// Bytes of the PC-Engine's index of Loom; no other game's has as many (I24).
const PC_ENGINE_LEN: usize = 6532;

/// What a file is, if it is refused for its name or its first bytes; `in_program`: whether a
/// program of this name has an index inside.
///
/// # Errors
/// [`crate::Error::Io`].
pub(super) fn file(
    name: &str,
    in_program: bool,
    source: &mut Source,
) -> Result<Option<&'static str>> {
    if let Some(what) = named(name) {
        return Ok(Some(what));
    }
    let head = source.head()?;
    // The other order of letters is that of machines with the highest byte first.
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

/// What a file is, if its name alone says that it is refused.
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

/// Whether an index with small headers, of a file a room, is that of Loom for the PC-Engine (I25).
pub(super) fn is_pc_engine(index: Reader<'_>, naming: &Naming) -> bool {
    matches!(naming, Naming::Rooms(_)) && index.len() == PC_ENGINE_LEN
}
