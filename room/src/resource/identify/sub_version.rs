//! Recognition of Humongous sub-versions (I30): the index gives a range, the name of the game gives
//! the sub-versions that exist, and data files decide between HE60 and HE61 and between HE70 and
//! HE71. An image may show 16-bit colour (I21), which the index does not show.

use super::super::files::GameFiles;
use super::super::index::{Form, LargeFacts};
use super::super::kind::ResourceKind;
use super::super::source::RawResource;
use super::known::{SubVersion, Title};
use super::{Fact, by};
use crate::block::{self, Header};
use crate::{Reader, Result, Tag};

/// Returns the possible sub-versions of an index: the sub-versions of the possible games that lie
/// in the range that the blocks allow. If no sub-version remains, returns the lowest sub-version of
/// the range.
pub fn choose(facts: &LargeFacts, titles: &[Title]) -> Fact<Vec<SubVersion>> {
    let (usual, highest) = limits(facts);
    let existing = |highest: u8| -> Vec<SubVersion> {
        let range = facts.humongous()..=highest;
        titles
            .iter()
            .flat_map(Title::sub_versions)
            .filter(|version| range.contains(&version.number))
            .collect()
    };
    let mut all = existing(usual);
    // If two games share the name, a MAXS that is usual for another sub-version has more weight
    // than the name.
    if all.is_empty() && titles.len() == 1 {
        all = existing(highest);
    }
    all.sort_by_key(|version| version.number);
    all.dedup();
    if all.is_empty() {
        return Fact {
            value: vec![SubVersion::from_number(facts.humongous())],
            by: by::INDEX,
        };
    }
    Fact {
        value: all,
        by: by::FILE_NAME,
    }
}

/// Returns the highest sub-version that usually has such an index, and the highest sub-version that
/// can have it. Later games may have an earlier MAXS, but not the earlier blocks (I3).
fn limits(facts: &LargeFacts) -> (u8, u8) {
    let by_blocks = match facts {
        LargeFacts {
            has_disks: true, ..
        }
        | LargeFacts {
            maxs: Form::Humongous(99),
            ..
        } => 100,
        LargeFacts {
            has_plain_names: true,
            ..
        } => 97,
        LargeFacts {
            has_new_names: true,
            ..
        } => 74,
        LargeFacts {
            has_sizes: true, ..
        } => 71,
        _ => 62,
    };
    let by_size = match facts.maxs {
        Form::Humongous(90) => 98,
        Form::Humongous(72) if !facts.has_disks => 85,
        _ => 100,
    };
    (by_blocks.min(by_size), by_blocks)
}

/// Removes the sub-versions that the data files exclude: HE60 has COSTs (I30), HE70 has strips.
pub fn narrow(game: &GameFiles, he: &mut Fact<Vec<SubVersion>>) {
    let Some(lowest) = he.value.first().map(|version| version.number) else {
        return;
    };
    let (is_later, by) = match lowest {
        60 => (has_akos(game), by::COSTUMES),
        70 => (has_bitmaps(game), by::PICTURES),
        _ => return,
    };
    match is_later {
        Some(true) => {
            he.value.retain(|version| version.number > lowest);
            if he.value.is_empty() {
                *he = Fact {
                    value: vec![SubVersion::from_number(lowest.saturating_add(1))],
                    by,
                };
            }
        }
        Some(false) => he.value.retain(|version| version.number == lowest),
        None => {}
    }
}

/// Returns whether the first existing costume is an AKOS.
fn has_akos(game: &GameFiles) -> Option<bool> {
    let costume = game
        .ids(ResourceKind::Costume)
        .find_map(|id| game.locate(ResourceKind::Costume, id).ok())?;
    Some(costume.tag == Tag(*b"AKOS"))
}

/// Returns whether the first undamaged pictures of a room are whole bitmaps and not strips (R4).
fn has_bitmaps(game: &GameFiles) -> Option<bool> {
    game.loaded(ResourceKind::RoomImage)
        .find_map(|image| has_bitmap(&image).ok())
}

fn has_bitmap(image: &RawResource) -> Result<bool> {
    let image = block::read(&mut Reader::new(&image.data), Header::Large)?;
    let first = block::need(image.data, Header::Large, Tag(*b"IM00"))?;
    Ok(block::find(first.data, Header::Large, Tag(*b"BMAP"))?.is_some())
}

/// Returns whether an image of a game has 16-bit colour.
pub fn has_sixteen_bits(game: &GameFiles) -> bool {
    if !game.dialect.he_at_least(99) {
        return false;
    }
    let mut images = game.ids(ResourceKind::Image).take(MOST_IMAGES);
    images.any(|id| compression(game, id).is_some_and(|c| matches!(c, 2 | 5 | 9)))
}

/// The most images that are examined before a game counts as a game with 8 bits. In games with
/// 16-bit images, one of the first images has 16 bits.
const MOST_IMAGES: usize = 1000;

/// The most children of an image that are examined.
const MOST_CHILDREN: usize = 32;

/// Returns the compression of an image, if it is compressed: LE32 at the start of the data of WIZH
/// in AWIZ (I21).
fn compression(game: &GameFiles, id: u16) -> Option<u32> {
    let (mut source, location) = game.seek(ResourceKind::Image, id).ok()?;
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
