//! Signs in the data files. The chunks of sound resources show the machine (I27), the pictures of
//! rooms show Amiga games of v4 and v5 (I29, S2), and strip tables show v4 games with 16 colours
//! (I5).

use std::collections::BTreeSet;

use super::super::files::GameFiles;
use super::super::kind::ResourceKind;
use super::super::source::RawResource;
use super::by;
use crate::block::{self, Header};
use crate::dialect::{Dialect, Platform};
use crate::palette::Palette;
use crate::place::Tag;
use crate::reader::to_usize;
use crate::room::{Room, RoomParts};
use crate::{Reader, Result};

/// The sign that the sounds of a game give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundSign {
    /// The sounds belong to this machine, given by its word in the table.
    Machine(&'static str),
    /// v3 with 16 colours: no sound has a part for AdLib, as on the Atari ST and the Macintosh.
    NoAdLib,
}

/// Examines the sounds until a sound gives a sign.
pub fn sound_sign(game: &GameFiles) -> Option<SoundSign> {
    let dialect = game.dialect();
    match dialect.version() {
        3 if dialect.is_old_bundle() => of_old_bundle(game),
        3 | 4 => game
            .loaded(ResourceKind::Sound)
            .any(|sound| has_adlib(&sound.data))
            .then_some(SoundSign::Machine("dos")),
        5 => of_v5(game).map(SoundSign::Machine),
        _ => None,
    }
}

/// v5: returns the machine of the first chunk that only one machine has; Amiga if all chunks are
/// ROL.
fn of_v5(game: &GameFiles) -> Option<&'static str> {
    let mut any = false;
    let mut only_rol = true;
    for sound in game.loaded(ResourceKind::Sound) {
        for (tag, data) in chunks(&sound.data) {
            any = true;
            only_rol &= &tag == b"ROL ";
            match &tag {
                b"TOWS" => return Some("fmtowns"),
                b"AMI " => return Some("amiga"),
                b"MAC " | b"Mac0" | b"Mac1" => return Some("mac"),
                b"ADL " | b"SPK " => return Some("dos"),
                b"SBL " if is_scrambled(data) => return Some("segacd"),
                _ => {}
            }
        }
    }
    (any && only_rol).then_some("amiga")
}

/// Returns the chunks of a `SOUN`: the chunks in its `SOU`, or its own chunks if it has no `SOU`.
/// The sizes of chunks in a `SOU` do not include their headers, but sizes that include them are
/// accepted as well.
fn chunks(sound: &[u8]) -> Vec<([u8; 4], &[u8])> {
    const HEADER: usize = 8;
    let mut rest = sound.get(HEADER..).unwrap_or_default();
    let mut found = Vec::new();
    if rest.starts_with(b"SOU ") {
        rest = rest.get(HEADER..).unwrap_or_default();
    }
    while let Some(tag) = rest.first_chunk().filter(|tag| is_tag(tag)) {
        let Some(size) = Reader::new(rest)
            .peek(4)
            .map(u32::from_be_bytes)
            .map(to_usize)
        else {
            break;
        };
        let ends = |end: usize| {
            rest.get(end..)
                .is_some_and(|next| next.is_empty() || next.first_chunk().is_some_and(is_tag))
        };
        let uncounted = size.saturating_add(HEADER);
        let end = if size >= HEADER && ends(size) && !ends(uncounted) {
            size
        } else {
            uncounted
        }
        .min(rest.len());
        found.push((*tag, rest.get(HEADER..end).unwrap_or_default()));
        rest = rest.get(end..).unwrap_or_default();
    }
    found
}

fn is_tag(tag: &[u8; 4]) -> bool {
    tag.iter().all(|b| b.is_ascii_alphanumeric() || *b == b' ') && tag[0].is_ascii_alphabetic()
}

/// Sega CD: returns whether the voice data, after a chunk with its format, does not begin with the
/// byte 1 of a sound.
fn is_scrambled(sbl: &[u8]) -> bool {
    let data = chunk_data(sbl, b"AUdt").or_else(|| chunk_data(sbl, b"WVdt"));
    data.and_then(|data| data.first())
        .is_some_and(|&first| first != 1)
}

fn chunk_data<'a>(data: &'a [u8], tag: &[u8; 4]) -> Option<&'a [u8]> {
    let at = data.windows(4).position(|window| window == tag)?;
    data.get(at.saturating_add(8)..)
}

/// v3 with 256 colours, v4: returns whether an `SO` has an `AD` or a `WA`.
fn has_adlib(sound: &[u8]) -> bool {
    let Ok(sound) = block::read(&mut Reader::new(sound), Header::Small) else {
        return false;
    };
    let has = |letters| {
        matches!(
            block::find(sound.data, Header::Small, Tag::small(letters)),
            Ok(Some(_))
        )
    };
    has(*b"AD") || has(*b"WA")
}

/// v3 with 16 colours: checks for the AdLib part, which has its own size and lies between a sound
/// and the following data in the room's file.
fn of_old_bundle(game: &GameFiles) -> Option<SoundSign> {
    let mut without = false;
    for id in game.ids(ResourceKind::Sound) {
        let (Ok(place), Some(entry)) = (
            game.locate(ResourceKind::Sound, id),
            game.index().entry(ResourceKind::Sound, id),
        ) else {
            continue;
        };
        let all = game
            .index()
            .directories
            .values()
            .flat_map(|directory| &directory.entries);
        let in_room = all
            .filter(|other| other.room == entry.room)
            .filter_map(|other| other.offset);
        let Some(next) = in_room
            .map(u64::from)
            .filter(|&offset| offset > place.offset)
            .min()
        else {
            continue;
        };
        let speaker_end = place.offset.saturating_add(place.size.into());
        let ends_there = |size: u16| speaker_end.saturating_add(size.into()) == next;
        if next == speaker_end {
            without = true;
        } else if game
            .old_word_at(&place.file, speaker_end)
            .is_some_and(ends_there)
        {
            return Some(SoundSign::Machine("dos"));
        }
    }
    without.then_some(SoundSign::NoAdLib)
}

// Amiga games, by the pictures of their rooms.

/// The most colours that an Amiga shows at once.
const AMIGA_COLOURS: usize = 64;

/// The number of rooms that must agree before a small number of colours counts as a sign: a game
/// made by users may have one or two rooms.
const ROOMS: usize = 3;

/// Returns the sign by which the pictures belong to an Amiga game, or `None`. In v4, the sign is a
/// strip of a kind that only the Amiga edition has. Otherwise, the sign is that an Amiga could
/// display all colours. Games for other machines may meet this condition, too.
pub fn amiga(game: &GameFiles) -> Option<&'static str> {
    // Raw colours: on DOS, nothing is added to them (S9).
    let dialect = game.dialect().with_platform(Platform::Dos);
    if dialect.is_sixteen_colour() || !matches!(dialect.version(), 4 | 5) {
        return None;
    }
    let mut pictures = 0usize;
    let mut all = BTreeSet::new();
    let mut few = true;
    for room in game
        .loaded(ResourceKind::Room)
        .filter_map(|raw| sound_room(&raw.data, &dialect))
    {
        if dialect.version() == 4 && room.has_sixteen_colour_strips() {
            return Some(by::PICTURES);
        }
        let colours: BTreeSet<u8> = room.picture().pixels().iter().copied().collect();
        few &= colours
            .last()
            .is_none_or(|&last| usize::from(last) < AMIGA_COLOURS)
            && stands_above_sixteen(&room, &colours);
        // All rooms of v4 are examined for strips of the Amiga edition.
        if !few && dialect.version() == 5 {
            return None;
        }
        all.extend(colours);
        pictures = pictures.saturating_add(1);
    }
    // Many DOS games have sixteen colours.
    (few && pictures >= ROOMS && all.len() > 16).then_some(by::COLOURS)
}

/// Returns the room if it is not damaged.
fn sound_room(data: &[u8], dialect: &Dialect) -> Option<Room> {
    Room::parse(&RoomParts::new(data), dialect)
        .ok()
        .filter(|room| room.problems().is_empty())
}

/// An Amiga adds 16 to these colour numbers. Returns whether the entries of the room's palette with
/// the increased numbers have at least as many different colours as the entries with the numbers
/// themselves.
fn stands_above_sixteen(room: &Room, colours: &BTreeSet<u8>) -> bool {
    let mut palette = Palette::default();
    room.apply_palette(&mut palette);
    let different = |shift: usize| {
        let shown = colours.iter().filter_map(|&colour| {
            palette
                .colours()
                .get(usize::from(colour).saturating_add(shift))
        });
        shown.collect::<BTreeSet<_>>().len()
    };
    different(16) >= different(0)
}

// v4 with 16 colours.

/// v4: returns whether the first undamaged room has 16 colours.
pub fn is_ega(game: &GameFiles) -> bool {
    game.loaded(ResourceKind::Room)
        .find_map(|room| is_sixteen_colour(&room).ok().flatten())
        .unwrap_or(false)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(tag: &[u8; 4], data: &[u8]) -> Vec<u8> {
        [&tag[..], &(data.len() as u32).to_be_bytes(), data].concat()
    }

    fn tags(sound: &[u8]) -> Vec<[u8; 4]> {
        chunks(sound).into_iter().map(|(tag, _)| tag).collect()
    }

    #[test]
    fn chunks_are_found_whether_their_sizes_count_headers_or_not_i27() {
        let inside = [chunk(b"ROL ", &[9; 20]), chunk(b"ADL ", &[7; 5])].concat();
        let sound = block::write(Tag(*b"SOUN"), &chunk(b"SOU ", &inside)).unwrap();
        assert_eq!(tags(&sound), [*b"ROL ", *b"ADL "]);
        let counted = [
            block::write(Tag(*b"ROL "), &[9; 20]).unwrap(),
            block::write(Tag(*b"SPK "), &[7]).unwrap(),
        ]
        .concat();
        let sound = block::write(
            Tag(*b"SOUN"),
            &block::write(Tag(*b"SOU "), &counted).unwrap(),
        )
        .unwrap();
        assert_eq!(tags(&sound), [*b"ROL ", *b"SPK "]);
        assert_eq!(
            tags(&block::write(Tag(*b"SOUN"), &chunk(b"Mac1", &[1])).unwrap()),
            [*b"Mac1"]
        );
        for end in 0..sound.len() {
            assert!(chunks(&sound[..end]).len() <= 2);
        }
    }

    #[test]
    fn scrambled_voices_are_those_of_the_sega_cd_i27() {
        let voice = |first| {
            [
                chunk(b"AUhd", &[0, 0, 0x80]),
                chunk(b"AUdt", &[first, 2, 3]),
            ]
            .concat()
        };
        assert!(!is_scrambled(&voice(1)) && is_scrambled(&voice(0x9a)));
        assert!(!is_scrambled(b"") && !is_scrambled(b"AUdt"));
    }
}
