//! Inputs made from rooms, and from the strips, planes and boxes in them.

use std::error::Error;

use scumm_room::block::{self, Block, Header};
use scumm_room::{Dialect, GameId, Platform, Reader, Tag};
use scumm_scene::Inputs;
use serde_json::Value;

use super::Corpus;
use crate::bodies::input::{dialect_byte, framed};
use crate::vectors::Vectors;

/// The actions of the actors in the inputs of `boxes`: walks, placements, turns and a new matrix.
const DEEDS: &[u8] = &[
    0, 60, 0, 70, 0, 255, 255, 5, 10, 0, 90, 0, 1, 44, 1, 20, 0, 90, 0, 9, 1, 0, 128, 0, 8, 1, 0,
    128, 0, 15, 0, 0, 0, 0, 2, 200, 0, 120, 0, 14, 1, 129, 0, 0, 0, 0, 180, 0,
];

/// Only one in this number of rooms is also encoded again.
const WRITTEN: usize = 8;

/// Returns the dialect that a line of the vectors' list of rooms states.
///
/// # Errors
/// Returns an error if the line names a platform other than the Amiga.
pub fn dialect(line: &Value) -> Result<Dialect, Box<dyn Error>> {
    let number = |key: &str| {
        line[key]
            .as_u64()
            .and_then(|n| u8::try_from(n).ok())
            .unwrap_or(0)
    };
    let dialect = if number("he") > 0 {
        Dialect::humongous(number("he"))
    } else {
        Dialect::new(number("version"))
    };
    let platform = match line["platform"].as_str() {
        Some("amiga") => Platform::Amiga,
        Some(other) => return Err(format!("platform {other}").into()),
        None => Platform::Dos,
    };
    let game = line["game"]
        .as_str()
        .map_or(dialect.game(), GameId::from_id);
    Ok(dialect
        .with_old256(number("old256") == 1)
        .with_ega(number("ega") == 1)
        .with_platform(platform)
        .with_game(game))
}

pub(super) fn collect(vectors: &Vectors, corpus: &mut Corpus) -> Result<(), Box<dyn Error>> {
    for (nth, line) in vectors.text("rooms.jsonl")?.lines().enumerate() {
        let line: Value = serde_json::from_str(line)?;
        let dialect = dialect(&line)?;
        // Paths in the list are relative to a folder of scenes.
        let read = |key: &str| {
            line[key]
                .as_str()
                .map(|path| vectors.inputs("rooms-v5/scene").read(path))
                .transpose()
        };
        let Some(room) = read("resource")? else {
            continue;
        };
        let (image, scripts) = (
            read("image")?.unwrap_or_default(),
            read("scripts")?.unwrap_or_default(),
        );
        let number = dialect_byte(&dialect);
        // The bit 0x40 requests that the body encodes the room again.
        let state = if nth % WRITTEN == 0 { 0x41 } else { 1 };
        corpus.add(
            "room",
            [
                &[number, state],
                &framed(&image)[..],
                &framed(&scripts),
                &room,
            ]
            .concat(),
        );
        let picture = if image.is_empty() { &room } else { &image };
        let parts = Parts::of(&dialect, &room, picture).unwrap_or_default();
        parts.add(number, corpus);
    }
    Ok(())
}

/// The chunks of a room from which inputs are made.
#[derive(Default)]
struct Parts {
    size: [u8; 2],
    picture: Vec<u8>,
    planes: Vec<u8>,
    boxes: [Vec<u8>; 3],
}

/// Returns the chunk at the end of a path of tags.
fn find<'a>(mut data: Reader<'a>, header: Header, tags: &[Tag]) -> Option<Block<'a>> {
    let (last, above) = tags.split_last()?;
    for tag in above {
        data = block::find(data, header, *tag).ok()??.data;
    }
    block::find(data, header, *last).ok()?
}

impl Parts {
    fn of(dialect: &Dialect, room: &[u8], picture: &[u8]) -> Option<Self> {
        match dialect.version() {
            5.. => Self::large(room, picture),
            _ if dialect.is_old_bundle() => Self::old(dialect, room),
            _ => Self::small(dialect, room),
        }
    }

    fn large(room: &[u8], picture: &[u8]) -> Option<Self> {
        let header = Header::Large;
        let root = block::read(&mut Reader::new(room), header).ok()?.data;
        let pictures = block::read(&mut Reader::new(picture), header).ok()?;
        let pictures = if pictures.tag == Tag(*b"RMIM") {
            Some(pictures)
        } else {
            find(root, header, &[Tag(*b"RMIM")])
        };
        let get = |tags: &[[u8; 4]]| {
            let tags: Vec<Tag> = tags.iter().copied().map(Tag).collect();
            find(root, header, &tags)
                .map(|block| block.data.all().to_vec())
                .unwrap_or_default()
        };
        let image = |tag: &[u8; 4]| {
            let found = pictures
                .and_then(|pictures| find(pictures.data, header, &[Tag(*b"IM00"), Tag(*tag)]));
            found
                .map(|block| block.data.all().to_vec())
                .unwrap_or_default()
        };
        // v8: the table of strips is in the innermost chunk.
        let smap = [
            image(b"SMAP"),
            image(b"BMAP"),
            get(&[*b"IMAG", *b"WRAP", *b"SMAP", *b"BSTR", *b"WRAP", *b"OFFS"]),
        ];
        let zplanes = [image(b"ZP01"), image(b"ZP02")].concat();
        Some(Self {
            size: [40, 112],
            picture: smap
                .into_iter()
                .find(|data| !data.is_empty())
                .unwrap_or_default(),
            planes: zplanes,
            boxes: [get(&[*b"BOXD"]), get(&[*b"BOXM"]), get(&[*b"SCAL"])],
        })
    }

    fn small(dialect: &Dialect, room: &[u8]) -> Option<Self> {
        let header = Header::Small;
        let root = block::read(&mut Reader::new(room), header).ok()?.data;
        let get = |tag: &[u8; 2]| {
            let found = find(root, header, &[Tag::small(*tag)]);
            found
                .map(|block| block.data.all().to_vec())
                .unwrap_or_default()
        };
        let picture = get(b"BM");
        let picture = picture
            .get(if dialect.is_sixteen_colour() {
                2..
            } else {
                4..
            })
            .unwrap_or_default()
            .to_vec();
        // The chunk of boxes contains the matrix, too.
        Some(Self {
            size: [40, 112],
            planes: picture.clone(),
            picture,
            boxes: [get(b"BX"), Vec::new(), get(b"SA")],
        })
    }

    /// v1, v2, v3 EGA: takes the data from the offsets in the head up to the end of the room.
    fn old(dialect: &Dialect, room: &[u8]) -> Option<Self> {
        let from = |at: usize| room.get(at..).unwrap_or_default().to_vec();
        let word = |at: usize| {
            Some(usize::from(u16::from_le_bytes([
                *room.get(at)?,
                *room.get(at + 1)?,
            ])))
        };
        let boxes = if dialect.version() == 3 {
            word(0x15)?
        } else {
            usize::from(*room.get(0x15)?)
        };
        let picture = from(word(0x0a)?);
        Some(Self {
            size: [40, 128],
            planes: picture.clone(),
            picture,
            boxes: [from(boxes), Vec::new(), Vec::new()],
        })
    }

    fn add(&self, number: u8, corpus: &mut Corpus) {
        for kind in [0, 3] {
            let head = [number, self.size[0], self.size[1], kind];
            corpus.add("strips", [&head[..], &self.picture].concat());
            corpus.add("zplanes", [&head[..], &self.planes].concat());
        }
        let boxes: Vec<u8> = self.boxes.iter().flat_map(|part| framed(part)).collect();
        corpus.add("boxes", [&[number], &boxes[..], DEEDS].concat());
    }
}
