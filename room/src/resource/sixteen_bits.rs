//! Humongous games with 16-bit colour: nothing in the index says it, but an image may (I21).

use super::files::GameFiles;
use super::kind::Kind;
use crate::block::{self, Header};
use crate::place::{BlockPath, Tag};
use crate::reader::Reader;

/// Whether an image of a game has 16-bit colour.
pub(super) fn has_sixteen_bits(game: &GameFiles) -> bool {
    if !game.dialect.he_at_least(99) {
        return false;
    }
    let mut images = game.ids(Kind::Image).take(MOST_IMAGES);
    images.any(|id| compression(game, id).is_some_and(|c| matches!(c, 2 | 5 | 9)))
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
