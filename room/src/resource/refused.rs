//! What is refused by name: games and editions that this library does not read (I20, I21, I23, I31).

use super::container;
use super::files::GameFiles;
use super::kind::Kind;
use super::naming::Naming;
use super::source::Source;
use super::xor::Xor;
use crate::block::{self, Header};
use crate::error::Result;
use crate::place::{BlockPath, Tag};
use crate::reader::Reader;

pub(super) const C64: &str = "Maniac Mansion for the Commodore 64 (SCUMM v0)";
pub(super) const APPLE2: &str = "Maniac Mansion for the Apple II (SCUMM v0)";
pub(super) const NES: &str = "Maniac Mansion for the Nintendo (NES)";
pub(super) const PC_ENGINE: &str = "Loom for the PC-Engine";
const SIXTEEN_BIT: &str = "a 16-bit colour Humongous game";
const ACTIVEMARK: &str = "a game wrapped by the ActiveMark copy protection";
const REMASTER: &str = "a remastered edition (the original's files are inside it; extract them first)";
const DISK_IMAGE: &str = "a disk image (extract its files first)";
const PREVIEW: &str = "a Humongous preview (.cup, which holds films only)";
const STEAM: &str = "a Steam program of an unknown build (its index is not at the known place)";
pub(super) const INSIDE: &str = "changing a file inside a container";

/// The names of all that is refused: what an [`crate::Error::Unsupported`] of opening a game, or of replacing a resource,
/// says in front of "is not supported".
pub const REFUSALS: [&str; 11] =
    [C64, APPLE2, NES, PC_ENGINE, SIXTEEN_BIT, ACTIVEMARK, REMASTER, DISK_IMAGE, PREVIEW, STEAM, INSIDE];

/// Endings of disk images: Commodore 64, Apple II and NES (I23), Amiga, Atari ST, and discs.
const IMAGES: [&str; 12] =
    [".d64", ".dsk", ".prg", ".nes", ".adf", ".ipf", ".st", ".msa", ".img", ".ima", ".iso", ".toast"];

/// Names of the files of remasters.
const REMASTERS: [&str; 2] = ["tenta.cle", "full.data"];

/// How an index begins that ActiveMark has wrapped (I31): "TMSAM" behind a zero.
const WRAPPED: &[u8; 6] = b"\0TMSAM";

/// Bytes of the PC-Engine's index of Loom; no other game's has as many (I24).
const PC_ENGINE_LEN: usize = 6532;

/// What a file is, if it is refused for its name or its first bytes.
///
/// # Errors
/// [`crate::Error::Io`].
pub(super) fn file(name: &str, source: &mut Source) -> Result<Option<&'static str>> {
    if let Some(what) = named(name) {
        return Ok(Some(what));
    }
    let head = source.head()?;
    if head.starts_with(b"LPAK") || head.starts_with(b"KAPL") {
        return Ok(Some(REMASTER));
    }
    let wrapped = |key: Xor| head.first_chunk().is_some_and(|head| key.applied(*head) == *WRAPPED);
    if wrapped(Xor::NONE) || wrapped(Xor::LARGE) {
        return Ok(Some(ACTIVEMARK));
    }
    let is_program = head.starts_with(b"MZ") || [b"\xfe\xed\xfa", b"\xca\xfe\xba"].iter().any(|m| head.starts_with(*m));
    Ok((container::is_program_name(name) && is_program).then_some(STEAM))
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
    (name.ends_with(".pak") || REMASTERS.contains(&name)).then_some(REMASTER)
}

/// Whether an index with small headers, of a file a room, is that of Loom for the PC-Engine (I25).
pub(super) fn is_pc_engine(index: Reader<'_>, naming: &Naming) -> bool {
    matches!(naming, Naming::Rooms { .. }) && index.len() == PC_ENGINE_LEN
}

/// What an opened game is, if it is refused: a Humongous game with 16-bit colour, by its name (I20) or an image (I21).
pub(super) fn game(game: &GameFiles) -> Option<&'static str> {
    if !game.dialect.he_at_least(99) {
        return None;
    }
    let named = game.naming.base().is_some_and(|base| SIXTEEN_BIT_NAMES.contains(&base));
    let images = || game.ids(Kind::Image).take(MOST_IMAGES);
    let has_sixteen_bits = |id| compression(game, id).is_some_and(|c| matches!(c, 2 | 5 | 9));
    (named || images().any(has_sixteen_bits)).then_some(SIXTEEN_BIT)
}

/// How many images are looked at before a game is taken for one of 8 bits: a hit comes early or not at all.
const MOST_IMAGES: usize = 1000;

/// How many children of an image are looked at.
const MOST_CHILDREN: usize = 32;

/// The compression of an image, where it has any: LE32 at the start of the data of WIZH in AWIZ (I21).
fn compression(game: &GameFiles, id: u16) -> Option<u32> {
    let (mut source, location) = game.seek(Kind::Image, id).ok()?;
    if location.tag != Tag(*b"AWIZ") {
        return None;
    }
    let end = location.offset.saturating_add(location.size.into());
    let header = Header::Large.size();
    let mut at = location.offset.saturating_add(header as u64);
    for _ in 0..MOST_CHILDREN {
        if at >= end {
            break;
        }
        let bytes = source.read(BlockPath::default(), at, header.saturating_add(4), "an image's block").ok()?;
        let mut reader = Reader::new(&bytes);
        let (tag, size) = block::read_header(&mut reader, Header::Large).ok()?;
        if tag == Tag(*b"WIZH") {
            return reader.u32_le("the compression").ok();
        }
        at = at.saturating_add(u64::from(size).max(header as u64));
    }
    None
}

/// The base names of the index files of all games with 16-bit colour (I20).
const SIXTEEN_BIT_NAMES: [&str; 38] = [
    "arttime",
    "artdemo",
    "blues-arttime",
    "blues-arttime demo",
    "baseball2001",
    "bb2demo",
    "baseball 2001",
    "baseball 2001 demo",
    "readdemo",
    "blue's reading time",
    "blues-readingtime",
    "blues-readingtime demo",
    "soccermls",
    "backyard soccer mls",
    "spyozon",
    "sf3-demo",
    "sf3demo",
    "spy ozone demo",
    "spyfoxaiw",
    "spyfoxozu",
    "spyfoxsos",
    "freddicove",
    "freddiccc",
    "freddidzz",
    "freddimml",
    "ffcovedemo",
    "freddicovedemo",
    "ff5demo",
    "pjgames",
    "soccer2004",
    "soccer 2004",
    "moonbase",
    "moondemo",
    "baseball2003",
    "baseball 2003",
    "basketball",
    "football2002",
    "football 2002",
];
