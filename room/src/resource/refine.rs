//! Properties of editions that only the data files show: 16 colours in v4 (I5), HE60 or HE61, HE70
//! or HE71 (I30), and 16-bit colour in Humongous games, which the index does not show, but an image
//! may (I21).

use super::files::GameFiles;
use super::kind::Kind;
use super::source::RawResource;
use crate::block::{self, Header};
use crate::{Reader, Result, Tag};

/// v4: returns whether the first undamaged room has 16 colours.
pub(super) fn is_ega(game: &GameFiles) -> bool {
    game.loaded(Kind::Room)
        .find_map(|room| is_sixteen_colour(&room).ok().flatten())
        .unwrap_or(false)
}

/// Returns whether the first existing costume is an AKOS.
pub(super) fn has_akos(game: &GameFiles) -> Option<bool> {
    let costume = game
        .ids(Kind::Costume)
        .find_map(|id| game.locate(Kind::Costume, id).ok())?;
    Some(costume.tag == Tag(*b"AKOS"))
}

/// Returns whether the first undamaged pictures of a room are whole bitmaps and not strips (R4).
pub(super) fn has_bitmaps(game: &GameFiles) -> Option<bool> {
    game.loaded(Kind::RoomImage)
        .find_map(|image| has_bitmap(&image).ok())
}

/// I5: the first strip follows the table of offsets, whose width depends on the number of colours.
/// `None` for a room whose table has neither form.
fn is_sixteen_colour(room: &RawResource) -> Result<Option<bool>> {
    let room = block::read(&mut Reader::new(&room.data), Header::Small)?;
    let mut head = block::need(room.data, Header::Small, Tag::small(*b"HD"))?.data;
    let strips = u32::from(head.u16_le("the width")?) / 8;
    let picture = block::need(room.data, Header::Small, Tag::small(*b"BM"))?.data;
    let wide = picture
        .at(4, "the table of strips")?
        .u32_le("a strip's offset")?;
    let narrow = picture
        .at(2, "the table of strips")?
        .u16_le("a strip's offset")?;
    let table = |width: u32| strips.saturating_add(1).saturating_mul(width);
    Ok(match (wide == table(4), u32::from(narrow) == table(2)) {
        (true, _) => Some(false),
        (false, true) => Some(true),
        (false, false) => None,
    })
}

fn has_bitmap(image: &RawResource) -> Result<bool> {
    let image = block::read(&mut Reader::new(&image.data), Header::Large)?;
    let first = block::need(image.data, Header::Large, Tag(*b"IM00"))?;
    Ok(block::find(first.data, Header::Large, Tag(*b"BMAP"))?.is_some())
}

/// Returns whether an image of a game has 16-bit colour.
pub(super) fn has_sixteen_bits(game: &GameFiles) -> bool {
    if !game.dialect.he_at_least(99) {
        return false;
    }
    let mut images = game.ids(Kind::Image).take(MOST_IMAGES);
    images.any(|id| compression(game, id).is_some_and(|c| matches!(c, 2 | 5 | 9)))
}

/// The most images that are examined before a game counts as one with 8 bits: if there is such an
/// image, it is one of the first.
const MOST_IMAGES: usize = 1000;

/// The most children of an image that are examined.
const MOST_CHILDREN: usize = 32;

/// Returns the compression of an image, if it is compressed: LE32 at the start of the data of WIZH
/// in AWIZ (I21).
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
        let bytes = source
            .read(at, header.saturating_add(4), "an image's block")
            .ok()?;
        let mut reader = Reader::new(&bytes);
        let (tag, size) = block::read_header(&mut reader, Header::Large).ok()?;
        if tag == Tag(*b"WIZH") {
            return reader.u32_le("the compression").ok();
        }
        at = at.saturating_add(u64::from(size).max(header as u64));
    }
    None
}
