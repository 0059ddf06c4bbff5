//! Inputs made from the sources of the demo: texts with a picture, sprite sheets, and Aseprite
//! files. The picture replaces every file that the text names.

use std::fs;
use std::io;

use crate::repository;

/// Texts in the demo's folder, each with one of the pictures that the text names.
const SOURCES: [(&str, &str); 5] = [
    ("mara.toml", "mara.png"),
    ("pim.toml", "pim.png"),
    ("ghost.toml", "ghost.png"),
    ("room.toml", "room.png"),
    ("shop.toml", "shop.png"),
];

/// Returns the inputs: a text, a byte of 0 and a picture.
///
/// # Errors
/// Returns an error if the demo's sources cannot be read.
pub fn sources() -> io::Result<Vec<Vec<u8>>> {
    let demo = repository().join("data/demo");
    let input = |(text, picture)| {
        Ok([
            &fs::read(demo.join(text))?[..],
            &[0],
            &fs::read(demo.join(picture))?,
        ]
        .concat())
    };
    SOURCES.into_iter().map(input).collect()
}

/// The JSON description of a sprite sheet with two cells of the demo's picture, as editors write
/// it.
const SHEET: &str = r##"{"frames":[
{"filename":"a","frame":{"x":0,"y":0,"w":24,"h":32},"rotated":false,"spriteSourceSize":{"x":0,"y":0,"w":24,"h":32},"duration":100},
{"filename":"b","frame":{"x":24,"y":0,"w":24,"h":32},"spriteSourceSize":{"x":1,"y":0,"w":24,"h":32},"duration":250}],
"meta":{"image":"mara.png","frameTags":[{"name":"walk-west","from":0,"to":1,"direction":"forward"},
{"name":"walk-west-loop","from":1,"to":1},{"name":"chore-6-south","from":1,"to":1,"repeat":"1"}],
"slices":[{"name":"anchor","keys":[{"frame":0,"bounds":{"x":12,"y":31,"w":1,"h":1}}]}]COLOURS}}"##;

/// Returns the inputs for building from sprite sheets and Aseprite files, each with the name of its
/// body. An input begins with a byte for the version. A sprite sheet has its JSON, a byte of 0 and
/// its picture.
///
/// # Errors
/// Returns an error if the demo's picture can't be read.
pub fn sheets() -> io::Result<Vec<(&'static str, Vec<u8>)>> {
    let picture = fs::read(repository().join("data/demo/mara.png"))?;
    let mut inputs = Vec::new();
    for (version, colours) in [(3, ""), (129, r#","colours":{"0":"000000","5":"ff0000"}"#)] {
        let text = SHEET.replace("COLOURS", colours);
        let input = [&[version], text.as_bytes(), &[0], &picture].concat();
        inputs.push(("build_sheet", input));
    }
    for depth in [8, 16, 32] {
        inputs.push(("build_aseprite", [&[3][..], &aseprite(depth)].concat()));
    }
    Ok(inputs)
}

/// Returns an Aseprite file of 4 x 4 pixels with `depth` bits for each pixel. The file has two
/// frames, a layer in a group and another layer above the group, cels of all kinds, a palette,
/// tags, the anchor, and user data, which the reader skips.
fn aseprite(depth: u16) -> Vec<u8> {
    let bytes = usize::from(depth / 8);
    let raw = [2, 0, 2, 0].into_iter().chain(opaque(4, bytes));
    let raw: Vec<u8> = raw.collect();
    let packed = [&[3, 0, 3, 0][..], &stored(&opaque(9, bytes))].concat();
    let group = [&[1, 0, 1, 0][..], &[0; 11], &[255, 0, 0, 0, 1, 0], b"g"].concat();
    let layer = [
        &[1, 0, 0, 0, 1, 0][..],
        &[0; 6],
        &[255, 0, 0, 0, 1, 0],
        b"a",
    ]
    .concat();
    let above = [
        &[1, 0, 0, 0, 0, 0][..],
        &[0; 6],
        &[255, 0, 0, 0, 1, 0],
        b"b",
    ]
    .concat();
    let mut palette = vec![3, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for colour in [[0, 0, 0, 0], [200, 0, 0, 255], [1, 1, 1, 255]] {
        palette.extend([0, 0]);
        palette.extend(colour);
    }
    let mut tags = vec![2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (to, repeat, name) in [(1, 0, "walk-west"), (0, 1, "stand-south")] {
        tags.extend([0, 0, to, 0, 0, repeat]);
        tags.extend([0; 11]);
        tags.extend([name.len() as u8, 0]);
        tags.extend(name.as_bytes());
    }
    let mut anchor = vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0];
    anchor.extend(b"anchor");
    for number in [0_u32, 1, 3, 1, 1] {
        anchor.extend(number.to_le_bytes());
    }
    let user_data = [&[1, 0, 0, 0, 2, 0][..], b"hi"].concat();
    let frames = [
        frame(&[
            chunk(0x2019, &palette),
            chunk(0x2004, &group),
            chunk(0x2004, &layer),
            chunk(0x2004, &above),
            chunk(0x2020, &user_data),
            chunk(0x2018, &tags),
            chunk(0x2022, &anchor),
            chunk(0x2005, &cel(1, 0, &raw)),
            chunk(0x2005, &cel(2, 2, &packed)),
        ]),
        frame(&[
            chunk(0x2005, &cel(1, 2, &packed)),
            chunk(0x2005, &cel(2, 1, &[0, 0])),
        ]),
    ]
    .concat();
    let mut file = (frames.len() as u32 + 128).to_le_bytes().to_vec();
    file.extend([0xe0, 0xa5, 2, 0, 4, 0, 4, 0]);
    file.extend(depth.to_le_bytes());
    file.extend([1, 0, 0, 0, 100, 0]);
    file.resize(128, 0);
    [file, frames].concat()
}

/// Returns the pixels of a cel, which are opaque and have colour 1.
fn opaque(count: usize, bytes: usize) -> Vec<u8> {
    let pixel: &[u8] = match bytes {
        1 => &[1],
        2 => &[1, 255],
        _ => &[200, 0, 0, 255],
    };
    pixel.repeat(count)
}

/// Returns a zlib stream that contains bytes without compression.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len() as u16;
    let (mut a, mut b) = (1_u32, 0_u32);
    for &byte in bytes {
        a = (a + u32::from(byte)) % 65521;
        b = (b + a) % 65521;
    }
    let mut stored = vec![0x78, 1, 1];
    stored.extend(length.to_le_bytes());
    stored.extend((!length).to_le_bytes());
    stored.extend(bytes);
    stored.extend((b << 16 | a).to_be_bytes());
    stored
}

/// Returns a cel of a layer at (0, 1) with this type of cel.
fn cel(layer: u8, kind: u8, content: &[u8]) -> Vec<u8> {
    [
        &[layer, 0, 0, 0, 1, 0, 255, kind, 0, 0, 0][..],
        &[0; 5],
        content,
    ]
    .concat()
}

fn chunk(kind: u16, data: &[u8]) -> Vec<u8> {
    let size = data.len() as u32 + 6;
    [&size.to_le_bytes()[..], &kind.to_le_bytes(), data].concat()
}

fn frame(chunks: &[Vec<u8>]) -> Vec<u8> {
    let size = chunks.concat().len() as u32 + 16;
    let head = [0xfa, 0xf1, chunks.len() as u8, 0, 100, 0, 0, 0, 0, 0, 0, 0];
    [&size.to_le_bytes()[..], &head, &chunks.concat()].concat()
}
