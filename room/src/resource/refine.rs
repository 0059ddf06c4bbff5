//! Editions that only the data files show: 16 colours in v4 (I5), HE60 or 61, HE70 or 71 (I30).

use super::files::GameFiles;
use super::kind::Kind;
use super::source::RawResource;
use crate::block::{self, Header};
use crate::{Reader, Result, Tag};

/// v4: whether the first room that is not damaged has 16 colours.
pub(super) fn is_ega(game: &GameFiles) -> bool {
    game.loaded(Kind::Room).find_map(|room| is_sixteen_colour(&room).ok().flatten()).unwrap_or(false)
}

/// Whether the first costume that is there is an AKOS.
pub(super) fn has_akos(game: &GameFiles) -> Option<bool> {
    let costume = game.ids(Kind::Costume).find_map(|id| game.locate(Kind::Costume, id).ok())?;
    Some(costume.tag == Tag(*b"AKOS"))
}

/// Whether the first room's pictures that are not damaged are whole bitmaps instead of strips (R4).
pub(super) fn has_bitmaps(game: &GameFiles) -> Option<bool> {
    game.loaded(Kind::RoomImage).find_map(|image| has_bitmap(&image).ok())
}

/// I5: the first strip follows the table of offsets, whose width depends on the number of colours. `None` for a room whose
/// table is of neither form.
fn is_sixteen_colour(room: &RawResource) -> Result<Option<bool>> {
    let room = block::read(&mut Reader::new(&room.data), Header::Small)?;
    let mut head = block::need(room.data, Header::Small, Tag::small(*b"HD"))?.data;
    let strips = u32::from(head.u16_le("the width")?) / 8;
    let picture = block::need(room.data, Header::Small, Tag::small(*b"BM"))?.data;
    let wide = picture.at(4, "the table of strips")?.u32_le("a strip's offset")?;
    let narrow = picture.at(2, "the table of strips")?.u16_le("a strip's offset")?;
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
