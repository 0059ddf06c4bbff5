//! Tests that pictures, in all forms in which editors save them, build the same costume.

mod hostile;
mod rooms;

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use scumm_costume::Costume;
use scumm_engine::Game;
use scumm_media::indexed_png::{IndexedPicture, PictureReader};
use scumm_room::resource::Given;

use super::aseprite::Aseprite;
use super::*;
use crate::colours::{ColourChoice, colours_of_file};
use crate::costume_input::{self, CostumeInput, LoadedCostume};
use crate::disassemble::SourceFiles;
use crate::export::{Export, ExportOptions, ExportPart};
use crate::import::{ImportKind, import_into};

fn demo(version: &str) -> PathBuf {
    scumm_test_support::repository()
        .join("data/demo")
        .join(version)
}

fn costume(version: &str, number: u16) -> LoadedCostume {
    costume_input::load_costume(&Game::open(demo(version)).unwrap(), number).unwrap()
}

fn read(png: &[u8]) -> IndexedPicture {
    PictureReader::new(Cursor::new(png))
        .unwrap()
        .read()
        .unwrap()
}

/// Returns red, green, blue and opacity of each pixel.
fn colours(picture: &IndexedPicture) -> Vec<[u8; 4]> {
    let opacity = |number: usize| picture.opacities.get(number).copied().unwrap_or(255);
    let colour = |&number: &u8| {
        let [red, green, blue] = picture.palette[usize::from(number)];
        // Editors do not keep the colour of invisible pixels.
        if opacity(number.into()) == 0 {
            [0; 4]
        } else {
            [red, green, blue, 255]
        }
    };
    picture.pixels.iter().map(colour).collect()
}

fn encode(
    picture: &IndexedPicture,
    kind: png::ColorType,
    depth: png::BitDepth,
    data: &[u8],
) -> Vec<u8> {
    let height = picture.pixels.len() / picture.width;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width as u32, height as u32);
    encoder.set_color(kind);
    encoder.set_depth(depth);
    encoder
        .write_header()
        .unwrap()
        .write_image_data(data)
        .unwrap();
    bytes
}

fn deep(samples: impl IntoIterator<Item = u8>) -> Vec<u8> {
    samples
        .into_iter()
        .flat_map(|sample| [sample, sample])
        .collect()
}

/// Returns an indexed picture whose transparent entry is the last. All other entries move one place
/// to the front.
fn moved(picture: &IndexedPicture) -> Vec<u8> {
    let count = picture.colours;
    let mut palette: Vec<[u8; 3]> = picture.palette[1..count].to_vec();
    palette.push([0; 3]);
    let mut bytes = Vec::new();
    let height = picture.pixels.len() / picture.width;
    let mut encoder = png::Encoder::new(&mut bytes, picture.width as u32, height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.concat());
    encoder.set_trns([vec![255; count - 1], vec![0]].concat());
    let pixels: Vec<u8> = picture
        .pixels
        .iter()
        .map(|&p| p.checked_sub(1).unwrap_or((count - 1) as u8))
        .collect();
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&pixels)
        .unwrap();
    bytes
}

/// Returns an indexed picture whose first entry is black and not marked as transparent.
fn blackened(picture: &IndexedPicture) -> Vec<u8> {
    let mut palette = picture.palette[..picture.colours].to_vec();
    palette[0] = [0; 3];
    let mut bytes = Vec::new();
    let height = picture.pixels.len() / picture.width;
    let mut encoder = png::Encoder::new(&mut bytes, picture.width as u32, height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.concat());
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&picture.pixels)
        .unwrap();
    bytes
}

/// Returns a file of Aseprite with these RGBA frames and tags.
pub fn aseprite(
    size: (u16, u16),
    frames: &[(Vec<[u8; 4]>, u16)],
    tags: &[(&str, u16, u16, u16)],
    anchor: (i32, i32),
) -> Vec<u8> {
    let chunk = |kind: u16, data: &[u8]| {
        let size = data.len() as u32 + 6;
        [&size.to_le_bytes()[..], &kind.to_le_bytes(), data].concat()
    };
    let text = |text: &str| [&(text.len() as u16).to_le_bytes()[..], text.as_bytes()].concat();
    let mut body = Vec::new();
    for (number, (pixels, duration)) in frames.iter().enumerate() {
        let mut chunks = Vec::new();
        if number == 0 {
            // The flags and fields say: visible, a normal layer, no group, normal blending, opaque.
            let head: Vec<u8> = [1u16, 0, 0, 0, 0, 0]
                .iter()
                .flat_map(|word| word.to_le_bytes())
                .collect();
            chunks.push(chunk(
                0x2004,
                &[&head[..], &[255, 0, 0, 0], &text("Layer 1")].concat(),
            ));
            let colours = [[0, 0, 0, 255], [200, 0, 0, 255]]
                .map(|colour| [&[0, 0][..], &colour].concat())
                .concat();
            let range: Vec<u8> = [2u32, 0, 1, 0, 0]
                .iter()
                .flat_map(|word| word.to_le_bytes())
                .collect();
            chunks.push(chunk(0x2019, &[range, colours].concat()));
            let mut data = [&(tags.len() as u16).to_le_bytes()[..], &[0; 8]].concat();
            for (name, from, to, repeat) in tags {
                data.extend(
                    [
                        &from.to_le_bytes()[..],
                        &to.to_le_bytes(),
                        &[0],
                        &repeat.to_le_bytes(),
                        &[0; 10],
                        &text(name),
                    ]
                    .concat(),
                );
            }
            chunks.push(chunk(0x2018, &data));
            let key: Vec<u8> = [0, anchor.0, anchor.1, 1, 1]
                .iter()
                .flat_map(|n: &i32| n.to_le_bytes())
                .collect();
            chunks.push(chunk(
                0x2022,
                &[&[1, 0, 0, 0][..], &[0; 8], &text("anchor"), &key].concat(),
            ));
        }
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        zlib.write_all(&pixels.concat()).unwrap();
        let head = [
            &[0; 6][..],
            &[255],
            &2u16.to_le_bytes(),
            &[0; 7],
            &size.0.to_le_bytes(),
            &size.1.to_le_bytes(),
        ]
        .concat();
        chunks.push(chunk(0x2005, &[head, zlib.finish().unwrap()].concat()));
        let count = chunks.len() as u16;
        let chunks = chunks.concat();
        body.extend((chunks.len() as u32 + 16).to_le_bytes());
        body.extend(
            [
                &0xf1fau16.to_le_bytes()[..],
                &count.to_le_bytes(),
                &duration.to_le_bytes(),
                &[0; 6],
            ]
            .concat(),
        );
        body.extend(chunks);
    }
    let mut file = (128 + body.len() as u32).to_le_bytes().to_vec();
    for word in [0xa5e0, frames.len() as u16, size.0, size.1, 32] {
        file.extend(word.to_le_bytes());
    }
    file.extend(1u32.to_le_bytes());
    file.resize(128, 0);
    file.extend(body);
    file
}

type Conversion = (&'static str, fn(&IndexedPicture) -> Vec<u8>);

/// The forms in which editors save an indexed picture.
const CONVERSIONS: [Conversion; 7] = [
    ("RGBA", |picture| {
        encode(
            picture,
            png::ColorType::Rgba,
            png::BitDepth::Eight,
            &colours(picture).concat(),
        )
    }),
    ("RGBA of 16 bits", |picture| {
        encode(
            picture,
            png::ColorType::Rgba,
            png::BitDepth::Sixteen,
            &deep(colours(picture).concat()),
        )
    }),
    // The editor drops the transparency, so the pixels have the colour of the transparent entry.
    ("RGB", |picture| {
        let rgb: Vec<u8> = picture
            .pixels
            .iter()
            .flat_map(|&number| picture.palette[usize::from(number)])
            .collect();
        encode(picture, png::ColorType::Rgb, png::BitDepth::Eight, &rgb)
    }),
    ("RGB of 16 bits", |picture| {
        let rgb = picture
            .pixels
            .iter()
            .flat_map(|&number| picture.palette[usize::from(number)]);
        encode(
            picture,
            png::ColorType::Rgb,
            png::BitDepth::Sixteen,
            &deep(rgb),
        )
    }),
    ("a moved transparent entry", moved),
    ("a black transparent entry", blackened),
    ("Aseprite", |picture| {
        let height = picture.pixels.len() / picture.width;
        aseprite(
            (picture.width as u16, height as u16),
            &[(colours(picture), 100)],
            &[],
            (0, 0),
        )
    }),
];

/// Builds a source after all its pictures were converted.
fn built(source: &SourceFiles, convert: impl Fn(&IndexedPicture) -> Vec<u8>) -> Result<Vec<u8>> {
    let mut files: BTreeMap<String, Vec<u8>> = source.files.clone();
    for bytes in files
        .iter_mut()
        .filter(|(name, _)| name.ends_with(".png"))
        .map(|(_, bytes)| bytes)
    {
        *bytes = convert(&read(bytes));
    }
    build_costume(&source.text, &CompanionFiles::memory(files), None)
}

#[test]
fn pictures_as_editors_save_them_become_the_same_bytes() {
    for (version, number) in [("built", 1), ("v6", 2), ("v7", 2)] {
        let loaded = costume(version, number);
        let game = crate::colours::RoomColours::new(&Game::open(demo(version)).unwrap());
        let palette = game.colours_of(&loaded, number).palette;
        let source = SourceFiles::new(&loaded, &palette, false).unwrap();
        for (name, convert) in CONVERSIONS {
            let bytes = built(&source, convert)
                .unwrap_or_else(|error| panic!("{version}, {name}: {error:#}"));
            assert!(bytes == loaded.data, "{version}: {name}");
        }
    }
}

#[test]
fn grey_pictures_become_the_same_bytes() {
    let loaded = costume("built", 1);
    // Without a room all colours are greys. Entries with equal greys are changed so that all
    // colours differ.
    let mut palette = colours_of_file(&loaded).palette;
    for (number, colour) in palette.iter_mut().enumerate() {
        *colour = [number as u8; 3];
    }
    let mut source = SourceFiles::new(&loaded, &palette, false).unwrap();
    // Entries with equal greys were changed to colours that are not grey.
    let (head, rest) = source.text.split_once("png_colours = [").unwrap();
    let (listed, rest) = rest.split_once("]\n").unwrap();
    let greys: Vec<String> = (0..listed.matches(',').count())
        .map(|n| format!("\"{:02x}{:02x}{:02x}\"", n * 7, n * 7, n * 7))
        .collect();
    source.text = format!("{head}png_colours = [{}]\n{rest}", greys.join(", "));
    let grey = |picture: &IndexedPicture, wide: bool| {
        let samples = picture
            .pixels
            .iter()
            .flat_map(|&n| [n * 7, if n == 0 { 0 } else { 255 }]);
        let (data, depth) = if wide {
            (deep(samples), png::BitDepth::Sixteen)
        } else {
            (samples.collect(), png::BitDepth::Eight)
        };
        encode(picture, png::ColorType::GrayscaleAlpha, depth, &data)
    };
    assert!(built(&source, |picture| grey(picture, false)).unwrap() == loaded.data);
    assert!(built(&source, |picture| grey(picture, true)).unwrap() == loaded.data);
}

#[test]
fn foreign_and_half_transparent_colours_are_refused_with_place_and_nearest() {
    let loaded = costume("built", 1);
    let source = SourceFiles::new(&loaded, &colours_of_file(&loaded).palette, false).unwrap();
    let with = |change: [u8; 4]| {
        let mut files = source.files.clone();
        let bytes = files.get_mut("cels/00-001.png").unwrap();
        let picture = read(bytes);
        let mut pixels = colours(&picture);
        pixels[picture.width + 2] = change;
        *bytes = encode(
            &picture,
            png::ColorType::Rgba,
            png::BitDepth::Eight,
            &pixels.concat(),
        );
        files
    };
    let foreign = with([1, 250, 2, 255]);
    let build = |files: BTreeMap<String, Vec<u8>>, nearest| {
        let mut beside = CompanionFiles::memory(files);
        beside.nearest = nearest;
        build_costume(&source.text, &beside, None)
    };
    let refused = format!("{:#}", build(foreign.clone(), false).unwrap_err());
    assert!(
        refused.contains(
            "cels/00-001.png: the pixel at (2, 1) has colour 01fa02, which is not a colour of the \
             source; the nearest is "
        ),
        "{refused}"
    );
    assert!(refused.ends_with("(--nearest uses it)"), "{refused}");
    assert!(build(foreign, true).is_ok());
    let half = with([0, 0, 0, 128]);
    let refused = format!("{:#}", build(half, false).unwrap_err());
    assert!(
        refused.contains("which is half transparent (128 of 255)"),
        "{refused}"
    );
    // An almost transparent pixel stays transparent.
    let clear = with([9, 9, 9, 3]);
    assert!(build(clear, true).is_ok());
    // Without a list of colours, a picture without a palette cannot be matched.
    let (head, rest) = source.text.split_once("png_colours = [").unwrap();
    let text = format!("{head}{}", rest.split_once("]\n").unwrap().1);
    let mut files = source.files.clone();
    for bytes in files
        .values_mut()
        .filter(|bytes| bytes.starts_with(b"\x89PNG"))
    {
        *bytes = CONVERSIONS[0].1(&read(bytes));
    }
    let refused = format!(
        "{:#}",
        build_costume(&text, &CompanionFiles::memory(files), None).unwrap_err()
    );
    assert!(refused.contains("the source names no colours"), "{refused}");
}

fn export_sheet(input: PathBuf, number: Option<u16>, out: &Path) {
    let input = CostumeInput {
        path: input,
        given: Given::default(),
        old256: false,
    };
    let options = ExportOptions {
        only: vec![ExportPart::Sheet],
        chores: vec![2, 3],
        frames: 64,
        ..ExportOptions::default()
    };
    let costumes = number.into_iter().collect();
    let out = out.to_owned();
    let colours = ColourChoice::default();
    Export {
        files: RunFiles::default(),
        input,
        costumes,
        all: false,
        name: "a game".to_owned(),
        out,
        colours,
        options,
    }
    .write(&())
    .unwrap();
}

/// The x and y, the pixels and the milliseconds of a frame.
type ShownFrame = (i64, i64, Vec<u8>, u64);

/// Returns each tag of a sheet with its frames.
fn shown(folder: &Path) -> Vec<(String, Vec<ShownFrame>)> {
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.join("sheet.json")).unwrap()).unwrap();
    let sheet = read(&fs::read(folder.join("sheet.png")).unwrap());
    let clear = sheet.opacities.len() - 1;
    let number = |value: &serde_json::Value, key: &str| value[key].as_i64().unwrap();
    let anchor = &json["meta"]["slices"][0]["keys"][0]["bounds"];
    let frame = |frame: &serde_json::Value| {
        let rect = &frame["frame"];
        let source = &frame["spriteSourceSize"];
        let x = number(rect, "x") as usize;
        let y = number(rect, "y") as usize;
        let w = number(rect, "w") as usize;
        let h = number(rect, "h") as usize;
        let row = |y: usize| sheet.pixels[y * sheet.width + x..][..w].iter();
        let pixels = (y..y + h)
            .flat_map(row)
            .map(|&p| if usize::from(p) == clear { 0 } else { p })
            .collect();
        let place = |key: &str| number(source, key) - number(anchor, key);
        (
            place("x"),
            place("y"),
            pixels,
            frame["duration"].as_u64().unwrap(),
        )
    };
    let frames: Vec<_> = json["frames"]
        .as_array()
        .unwrap()
        .iter()
        .map(frame)
        .collect();
    let tag = |tag: &serde_json::Value| {
        let from = number(tag, "from") as usize;
        let to = number(tag, "to") as usize;
        (
            tag["name"].as_str().unwrap().to_owned(),
            frames[from..=to].to_vec(),
        )
    };
    json["meta"]["frameTags"]
        .as_array()
        .unwrap()
        .iter()
        .map(tag)
        .collect()
}

#[test]
fn a_sheet_with_its_json_becomes_a_costume_that_shows_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for (version, dialect) in [("built", 5), ("v6", 6), ("v7", 7)] {
        let sheet = at(version);
        export_sheet(demo(version), Some(2), &sheet);
        let options = BuildOptions {
            dialect: Some(Dialect::new(dialect)),
            ..BuildOptions::default()
        };
        let made = |name: &Path| match build(&RunFiles::default(), name, &options) {
            Ok(Built::Block(bytes)) => bytes,
            Ok(Built::Game(_)) => panic!("a game"),
            Err(error) => panic!("{error:#}"),
        };
        let block = made(&sheet.join("sheet.json"));
        // An editor saves the sheet without its palette.
        let png = sheet.join("sheet.png");
        let before = fs::read(&png).unwrap();
        for convert in [CONVERSIONS[0].1, CONVERSIONS[1].1] {
            fs::write(&png, convert(&read(&before))).unwrap();
            assert!(made(&sheet.join("sheet.json")) == block, "{version}");
        }
        fs::write(&png, &before).unwrap();
        // In a game the built costume shows the same pictures as the sheet.
        let file = at(&format!("{version}.cost"));
        fs::write(&file, &block).unwrap();
        let input = CostumeInput {
            path: demo(version),
            given: Given::default(),
            old256: false,
        };
        let target = at(&format!("{version}-game"));
        let run = RunFiles::default();
        let game = input.game(&run).unwrap();
        import_into(
            &run,
            &game,
            ImportKind::Costume,
            &[(2, file.clone())],
            &target,
        )
        .unwrap();
        export_sheet(at(&format!("{version}-game")), Some(2), &at("again"));
        assert_eq!(shown(&at("again")), shown(&sheet), "{version}");
        fs::remove_dir_all(at("again")).unwrap();
    }
}

#[test]
fn a_file_of_aseprite_becomes_a_costume() {
    let folder = tempfile::tempdir().unwrap();
    let red = |x: usize, y: usize| {
        if (x, y) == (2, 1) {
            [200, 0, 0, 255]
        } else {
            [0; 4]
        }
    };
    let frame = |at: (usize, usize)| {
        (0..4)
            .flat_map(|y| (0..4).map(move |x| (x, y)))
            .map(|(x, y)| {
                if (x, y) == at {
                    [200, 0, 0, 255]
                } else {
                    red(x, y)
                }
            })
            .collect::<Vec<_>>()
    };
    let frames = [(frame((2, 1)), 100), (frame((0, 3)), 200)];
    let file = aseprite(
        (4, 4),
        &frames,
        &[("walk-west", 0, 1, 0), ("stand-south", 0, 0, 1)],
        (1, 3),
    );
    let path = folder.path().join("mara.aseprite");
    fs::write(&path, &file).unwrap();
    let Built::Block(block) = build(&RunFiles::default(), &path, &BuildOptions::default()).unwrap()
    else {
        panic!("a game")
    };
    let costume = Costume::parse(&block, &Dialect::new(5)).unwrap();
    let Costume::Cost(cost) = &costume else {
        panic!("no COST")
    };
    // Colour 1 of the palette. The pictures are cut to their visible pixels and keep their offsets
    // from the anchor.
    assert_eq!((cost.palette()[1], cost.pictures().len()), (1, 2));
    let at: Vec<_> = costume
        .cels()
        .iter()
        .map(|cel| (cel.width, cel.height))
        .collect();
    assert_eq!(at, [(1, 1), (3, 3)]);
    // The second picture is visible for two engine frames.
    assert_eq!(cost.commands().bytes()[..3], [0, 1, 1]);
    fs::write(
        &path,
        aseprite((4, 4), &frames, &[("dance", 0, 1, 0)], (1, 3)),
    )
    .unwrap();
    let refused = format!(
        "{:#}",
        build(&RunFiles::default(), &path, &BuildOptions::default())
            .map(|_| ())
            .unwrap_err()
    );
    assert!(
        refused.contains("expected tags that name animations"),
        "{refused}"
    );
    // Every byte may be wrong, and the file may end after any byte.
    for end in 0..file.len() {
        let _ = Aseprite::read(&file[..end]).map(|read| read.frame(0, |_| Ok(())).is_ok());
        let mut damaged = file.clone();
        damaged[end] = damaged[end].wrapping_add(129);
        if let Ok(read) = Aseprite::read(&damaged) {
            let bounded = |pixels: u64| {
                if pixels > 1 << 20 {
                    bail!("too many")
                } else {
                    Ok(())
                }
            };
            let _ = (
                read.frame(0, bounded).is_ok(),
                read.tags(),
                read.slice("anchor"),
                read.colours(),
            );
        }
    }
}

#[test]
fn a_colour_that_is_a_shadow_is_half_transparent_and_comes_back_c50() {
    let plain = costume("built", 1);
    let Costume::Cost(cost) = &*plain.costume else {
        panic!("no COST")
    };
    let cel = cost.cel(&cost.pictures()[0]).unwrap();
    let number = cel
        .pixels()
        .iter()
        .copied()
        .find(|&pixel| pixel > 0)
        .unwrap();
    // The palette follows the number of animations and the format byte.
    let mut data = plain.data.clone();
    let at = data
        .windows(cost.palette().len())
        .position(|bytes| bytes == cost.palette())
        .unwrap();
    data[at + usize::from(number)] = 13;
    let parsed = Arc::new(Costume::parse(&data, &plain.dialect).unwrap());
    let shaded = LoadedCostume {
        costume: parsed,
        data,
        ..costume("built", 1)
    };
    let palette = colours_of_file(&shaded).palette;
    let source = SourceFiles::new(&shaded, &palette, false).unwrap();
    assert!(
        source
            .text
            .contains("invisible until the game sets a shadow table (C51)"),
        "{}",
        source.text
    );
    let opacities = |source: &SourceFiles| read(&source.files["cels/00-000.png"]).opacities;
    assert_eq!(opacities(&source)[usize::from(number)], 128);
    assert!(source.build().unwrap() == shaded.data);
    // Editors keep the opacity with and without a palette.
    let rgba = |picture: &IndexedPicture| {
        let opacity = |number: u8| {
            picture
                .opacities
                .get(usize::from(number))
                .copied()
                .unwrap_or(255)
        };
        let colour = |&number: &u8| {
            let [red, green, blue] = picture.palette[usize::from(number)];
            [red, green, blue, opacity(number)]
        };
        let pixels: Vec<u8> = picture.pixels.iter().flat_map(colour).collect();
        encode(picture, png::ColorType::Rgba, png::BitDepth::Eight, &pixels)
    };
    assert!(built(&source, rgba).unwrap() == shaded.data);
    let comparison = crate::compare::CostumeComparison::new(&plain, &shaded).unwrap();
    let told: Vec<String> = comparison
        .differences
        .iter()
        .map(|found| format!("{}: {}", found.part, found.what))
        .collect();
    assert!(
        told[0].starts_with("palette: ") && told[0].ends_with("then 13 (a shadow)"),
        "{told:?}"
    );
    assert!(
        told[1].contains("a shadow (C50) of 0 pixels became one of "),
        "{told:?}"
    );
}

#[test]
fn a_folder_is_built_from_the_costume_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let loaded = costume("built", 1);
    let palette = colours_of_file(&loaded).palette;
    let source = SourceFiles::new(&loaded, &palette, false).unwrap();
    let options = BuildOptions::default();
    let missing = build(&RunFiles::default(), folder.path(), &options)
        .err()
        .unwrap()
        .to_string();
    assert!(
        missing.contains("the folder has no costume.toml"),
        "{missing}"
    );
    fs::write(folder.path().join("costume.toml"), &source.text).unwrap();
    for (name, bytes) in &source.files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let Built::Block(built) = build(&RunFiles::default(), folder.path(), &options).unwrap() else {
        panic!("a costume is a block")
    };
    assert_eq!(built, loaded.data);
}

/// Builds a file of Aseprite with these tags over two frames of 4x4 pixels.
fn whole_pictures(tags: &[(&str, u16, u16, u16)]) -> Costume {
    let pixels = |at: usize| {
        let mut pixels = vec![[0; 4]; 16];
        pixels[at] = [200, 0, 0, 255];
        pixels
    };
    let frames = [(pixels(5), 100), (pixels(6), 100)];
    let file = aseprite((4, 4), &frames, tags, (1, 3));
    let beside = CompanionFiles::memory(BTreeMap::new());
    let block = animated::build(&file, &beside, None).unwrap();
    Costume::parse(&block, &Dialect::new(5)).unwrap()
}

/// Returns the places of the pictures of a chore by the direction in which they are shown.
fn places(costume: &Costume, chore: u16) -> BTreeMap<&'static str, (i32, bool)> {
    let Costume::Cost(cost) = costume else {
        panic!("no COST")
    };
    let mut places = BTreeMap::new();
    for animation in costume.animations().filter(|one| one.frame == chore) {
        let (frames, _) = crate::layers::frames::play(costume, &animation, &[]);
        let direction = crate::chores::direction_name(animation.facing.degrees());
        let is_mirrored = animation.facing.is_west() && !cost.keeps_west();
        places.insert(direction, (frames[0].cels[0].x, is_mirrored));
    }
    places
}

#[test]
fn an_east_without_a_west_is_mirrored_c4() {
    // The engine mirrors if no picture shows the west.
    let east_only = whole_pictures(&[("walk-east", 0, 1, 0), ("stand-south", 0, 0, 1)]);
    let walk = places(&east_only, 2);
    assert_eq!(walk["east"], (0, false));
    assert_eq!(walk["west"], (0, true));
    // Otherwise mirrored pictures are added: column 0 becomes column 0 on the other side.
    let both = whole_pictures(&[
        ("walk-east", 1, 1, 0),
        ("stand-west", 0, 0, 1),
        ("stand-east", 1, 1, 1),
    ]);
    let walk = places(&both, 2);
    assert_eq!(walk["east"], (1, false));
    assert_eq!(walk["west"], (-1, false));
    assert_eq!(
        places(&both, 3)["west"],
        (0, false),
        "it has a picture of its own"
    );
}

#[test]
fn a_colour_of_the_room_is_refused_with_its_number_there() {
    let loaded = costume("built", 1);
    let game = Game::open(demo("built")).unwrap();
    let rooms = crate::colours::RoomColours::new(&game);
    let coloured = crate::colours::ColouredCostume::from_game(&rooms, loaded, 1);
    let room = coloured.colours.source.room().unwrap();
    let source = SourceFiles::with_room(&coloured.loaded, &coloured.colours, false).unwrap();
    assert!(source.files.contains_key(&format!("room-{room}.gpl")));
    // Unchanged, the source is built to the same bytes.
    let beside = CompanionFiles::memory(source.files.clone());
    assert!(build_costume(&source.text, &beside, None).unwrap() == coloured.loaded.data);
    let Costume::Cost(cost) = &*coloured.loaded.costume else {
        panic!("no COST")
    };
    let palette = &coloured.colours.palette;
    let own: Vec<[u8; 3]> = cost
        .palette()
        .iter()
        .map(|&number| palette[number])
        .collect();
    let others = (0..=255u8).filter(|&number| !own.contains(&palette[number]));
    let number = others
        .filter(|&number| {
            palette
                .iter()
                .filter(|colour| **colour == palette[number])
                .count()
                == 1
        })
        .max()
        .unwrap();
    let mut files = source.files.clone();
    let bytes = files.get_mut("cels/00-001.png").unwrap();
    let picture = read(bytes);
    let mut pixels = colours(&picture);
    let [red, green, blue] = palette[number];
    pixels[picture.width + 2] = [red, green, blue, 255];
    *bytes = encode(
        &picture,
        png::ColorType::Rgba,
        png::BitDepth::Eight,
        &pixels.concat(),
    );
    let refused = build_costume(&source.text, &CompanionFiles::memory(files), None);
    let refused = format!("{:#}", refused.unwrap_err());
    let told = format!("room {room} has it as {number}: add it to `palette` and `png_colours`");
    assert!(refused.contains(&told), "{refused}");
}

#[test]
fn pictures_without_a_palette_take_the_colours_of_a_room() {
    let mut palette = scumm_room::Palette::greys();
    palette[77] = [200, 0, 0];
    let pixels = vec![[200, 0, 0, 255]; 16];
    let file = aseprite((4, 4), &[(pixels, 100)], &[("walk-south", 0, 0, 0)], (1, 3));
    let mut beside = CompanionFiles::memory(BTreeMap::new());
    beside.room_colours = Some(RoomPalette {
        name: "room 5".to_owned(),
        palette,
    });
    let block = animated::build(&file, &beside, None).unwrap();
    let Costume::Cost(cost) = Costume::parse(&block, &Dialect::new(5)).unwrap() else {
        panic!("no COST")
    };
    assert_eq!(cost.palette()[1], 77);
}
