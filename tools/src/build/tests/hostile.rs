//! Tests with sources that would take far more time or memory than their size suggests, or that
//! would make numbers overflow.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use scumm_costume::Costume;

use super::aseprite;
use crate::build::aseprite::Aseprite;
use crate::build::companions::CompanionFiles;
use crate::build::*;

/// Returns a picture of 4 x 4 pixels: colour 1 above the given row and colour 0 from the row on.
fn png(rows_of_1: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 4, 4);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(vec![0, 0, 0, 255, 0, 0]);
    let mut writer = encoder.write_header().unwrap();
    let pixels: Vec<u8> = (0..16).map(|i| u8::from(i / 4 < rows_of_1)).collect();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

/// Returns the JSON of a sheet with frames of this size and duration, and tags by name and range.
fn sheet(
    frames: usize,
    size: (usize, usize),
    duration: u64,
    tags: &[(&str, usize, usize)],
) -> String {
    let (w, h) = size;
    let frame = format!(
        r#"{{"frame":{{"x":0,"y":0,"w":{w},"h":{h}}},"spriteSourceSize":{{"x":0,"y":0,"w":{w},"h":{h}}},"duration":{duration}}}"#
    );
    let frames = vec![frame; frames].join(",");
    let tags: Vec<String> = tags
        .iter()
        .map(|(name, from, to)| format!(r#"{{"name":"{name}","from":{from},"to":{to}}}"#))
        .collect();
    let tags = tags.join(",");
    format!(
        r#"{{"frames":[{frames}],"meta":{{"image":"s.png","frameTags":[{tags}],"slices":[{{"name":"anchor","keys":[{{"bounds":{{"x":0,"y":0,"w":1,"h":1}}}}]}}]}}}}"#
    )
}

fn build_sheet(text: &str) -> Result<Vec<u8>> {
    let beside = CompanionFiles::same(png(4));
    animated::build(text.as_bytes(), &beside, Some(Dialect::new(5)))
}

fn build_aseprite(file: &[u8]) -> Result<Vec<u8>> {
    let beside = CompanionFiles::same(Vec::new());
    animated::build(file, &beside, Some(Dialect::new(5)))
}

fn refused(built: Result<Vec<u8>>) -> String {
    format!("{:#}", built.unwrap_err())
}

/// Returns a file of Aseprite with further chunks in its first frame.
fn with_chunks(chunks: &[(u16, Vec<u8>)]) -> Vec<u8> {
    let pixels = vec![[200, 0, 0, 255]; 4];
    let tags = [("walk-west", 0, 0, 0)];
    let mut file = aseprite((2, 2), &[(pixels, 100)], &tags, (1, 1));
    let size = |file: &[u8]| u32::from_le_bytes(*file[128..].first_chunk().unwrap());
    let end = 128 + size(&file) as usize;
    let mut added = Vec::new();
    for (kind, data) in chunks {
        added.extend((data.len() as u32 + 6).to_le_bytes());
        added.extend(kind.to_le_bytes());
        added.extend(data);
    }
    let count = u32::from(file[134]) + chunks.len() as u32;
    let whole = size(&file) + added.len() as u32;
    file.splice(end..end, added);
    file[128..132].copy_from_slice(&whole.to_le_bytes());
    file[140..144].copy_from_slice(&count.to_le_bytes());
    file
}

#[test]
fn tags_of_one_name_are_told_by_a_set() {
    let whole = ("walk-west", 0, 0);
    let mut tags = vec![("walk-west-loop", 0, 0); 100_000];
    tags.push(whole);
    let many = build_sheet(&sheet(1, (4, 4), 100, &tags)).unwrap();
    let one = build_sheet(&sheet(1, (4, 4), 100, &[whole])).unwrap();
    assert_eq!(many, one);
    let twice = refused(build_sheet(&sheet(1, (4, 4), 100, &[whole, whole])));
    assert!(
        twice.contains("tag \"walk-west\" is listed twice"),
        "{twice}"
    );
}

#[test]
fn lists_of_a_sheet_have_limits() {
    let tags = vec![("walk-west-loop", 0, 0); crate::sheet_file::MOST_TAGS + 1];
    let told = refused(build_sheet(&sheet(1, (4, 4), 100, &tags)));
    assert!(told.contains("a list of at most 262144 values"), "{told}");
    let frames = crate::sheet_file::MOST_FRAMES + 1;
    let told = refused(build_sheet(&sheet(frames, (0, 0), 100, &[])));
    assert!(told.contains("a list of at most 131072 values"), "{told}");
}

#[test]
fn a_duration_is_bounded() {
    let tags = [("walk-west", 0, 0)];
    let longest = u64::from(u32::MAX);
    assert!(build_sheet(&sheet(1, (4, 4), longest, &tags)).is_ok());
    let told = refused(build_sheet(&sheet(1, (4, 4), u64::MAX, &tags)));
    assert!(
        told.contains(
            "frame 0: expected a duration of at most 4294967295 ms, found 18446744073709551615"
        ),
        "{told}"
    );
    // The message names the file, too.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.json");
    fs::write(&path, sheet(1, (4, 4), u64::MAX, &tags)).unwrap();
    fs::write(folder.path().join("s.png"), png(4)).unwrap();
    let told = build(&RunFiles::default(), &path, &BuildOptions::default())
        .err()
        .unwrap();
    let told = format!("{told:#}");
    assert!(told.starts_with(&path.display().to_string()), "{told}");
}

#[test]
fn rows_without_pixels_count_as_pixels() {
    let text = sheet(300, (0, 4), 100, &[("walk-west", 0, 0)]);
    let beside = CompanionFiles::same(png(4)).with_most_pixels(1000);
    let built = animated::build(text.as_bytes(), &beside, Some(Dialect::new(5)));
    let told = refused(built);
    assert!(told.contains("more than 1000 pixels in total"), "{told}");
}

#[test]
fn an_animation_has_no_more_pictures_than_numbers_allow() {
    let pixels = |number: u16| {
        let mut pixels = vec![[200, 0, 0, 255]; 7 * 2];
        // Each bit of the number clears a pixel.
        for (bit, pixel) in pixels.iter_mut().enumerate().take(7) {
            if number >> bit & 1 != 0 {
                *pixel = [0; 4];
            }
        }
        pixels
    };
    let file = |frames: u16| {
        let frames: Vec<_> = (0..frames).map(|number| (pixels(number), 100)).collect();
        let last = frames.len() as u16 - 1;
        aseprite((7, 2), &frames, &[("walk-west", 0, last, 0)], (1, 1))
    };
    let block = build_aseprite(&file(113)).unwrap();
    let costume = Costume::parse(&block, &Dialect::new(5)).unwrap();
    assert_eq!(costume.cels().len(), 113);
    let told = refused(build_aseprite(&file(114)));
    assert!(
        told.contains("tag \"walk-west\": expected at most 113 pictures in an animation"),
        "{told}"
    );
}

#[test]
fn chunks_of_aseprite_that_a_build_does_not_need_are_skipped() {
    let plain = build_aseprite(&with_chunks(&[])).unwrap();
    // User data with nested properties. Their parser takes stack for each level.
    let mut nested = vec![4, 0, 0, 0];
    let level = [0, 0, 0x12, 0, 0, 0, 0, 0, 1, 0, 0, 0].repeat(200_000);
    let map = [&[0, 0, 0, 0, 1, 0, 0, 0][..], &level].concat();
    nested.extend((map.len() as u32 + 8).to_le_bytes());
    nested.extend([1, 0, 0, 0]);
    nested.extend(&map);
    // User data that declare a size of 3. The parser of user data subtracts 8 from the size.
    let short = vec![4, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0];
    let unneeded = [(0x2020, nested), (0x2020, short), (0x2017, Vec::new())];
    assert_eq!(build_aseprite(&with_chunks(&unneeded)).unwrap(), plain);
    let many = vec![(0x2017, Vec::new()); 500_000];
    assert_eq!(build_aseprite(&with_chunks(&many)).unwrap(), plain);
}

#[test]
fn lists_of_aseprite_have_limits() {
    let number = |number: u32, rest: usize| [&number.to_le_bytes()[..], &vec![0; rest]].concat();
    let layer = [&[1, 0][..], &[0; 10], &[255, 0, 0, 0, 0, 0]].concat();
    let cel = vec![0; 20];
    let tags = [&u16::MAX.to_le_bytes()[..], &vec![0; 8 + 65_535 * 19]].concat();
    let cases = [
        (0x2004, layer, 256, "expected at most 256 layers"),
        (0x2005, cel, 256, "expected at most 256 cels in a frame"),
        (0x2018, tags, 5, "expected at most 262144 tags"),
        (
            0x2022,
            number(4097, 100),
            1,
            "expected at most 4096 keys of a slice, found 4097",
        ),
        (
            0x2019,
            number(257, 100),
            1,
            "a palette of at most 256 colours, found 257",
        ),
        (
            0x0004,
            number(257, 100),
            1,
            "a palette of at most 256 colours, found 257",
        ),
        (
            0x0011,
            number(257, 100),
            1,
            "a palette of at most 256 colours, found 257",
        ),
        (0x0004, number(0, 0), 4096, "expected at most 4096 palettes"),
    ];
    for (kind, data, times, expected) in cases {
        let told = refused(build_aseprite(&with_chunks(&vec![(kind, data); times])));
        assert!(told.contains(expected), "{told}");
    }
    let frames = vec![(vec![[0; 4]; 1], 100); 4097];
    let file = aseprite((1, 1), &frames, &[], (0, 0));
    let told = refused(build_aseprite(&file));
    assert!(told.contains("expected at most 4096 frames"), "{told}");
}

#[test]
fn what_is_damaged_in_aseprite_is_told_with_its_place() {
    let file = with_chunks(&[]);
    let told = |file: &[u8]| format!("{:#}", Aseprite::read(file).err().unwrap());
    let mut small = file.clone();
    small[128..132].copy_from_slice(&3u32.to_le_bytes());
    assert!(
        told(&small)
            .contains("at byte 128 (0x80): expected the size of a frame, at least 4, found 3"),
        "{}",
        told(&small)
    );
    let mut mark = file.clone();
    mark[132] = 0;
    assert!(
        told(&mark).contains("the mark of a frame"),
        "{}",
        told(&mark)
    );
    let cut = told(&file[..140]);
    assert!(cut.contains("a frame"), "{cut}");
}

/// The decoder finds a linked cel by its layer, at any position in its frame.
#[test]
fn a_linked_cel_shows_the_first_cel_of_its_layer() {
    let dot = |layer: u8, x: u8, colour: u8| {
        let head = [layer, 0, x, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        [&head[..], &[1, 0, 1, 0, colour, 0, 0, 255]].concat()
    };
    let layer = [&[1, 0][..], &[0; 10], &[255, 0, 0, 0, 0, 0]].concat();
    let link = [&[1, 0, 0, 0, 0, 0, 255, 1][..], &[0; 8], &[0, 0]].concat();
    // The file already has a layer with a cel. The test adds two cels of layer 1, and a cel that is
    // linked to the first.
    let chunks = [
        (0x2004, layer),
        (0x2005, dot(1, 0, 7)),
        (0x2005, dot(1, 1, 9)),
        (0x2005, link),
    ];
    let file = with_chunks(&chunks);
    let read = Aseprite::read(&file).unwrap();
    let sheet::SavedPicture::Colours(picture) = read.frame(0, |_| Ok(())).unwrap() else {
        panic!("colours")
    };
    let mut reds = Vec::new();
    picture.each(|colour| reds.push(colour[0] / 257)).unwrap();
    assert_eq!(reds, [7, 9, 200, 200]);
}

/// Builds the source of a COST whose files all have the same bytes.
fn build_text(text: &str, files: Vec<u8>) -> Result<Vec<u8>> {
    build_costume(text, &CompanionFiles::same(files), None)
}

const PALETTE: &str = "palette = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]\n";

#[test]
fn coded_pixels_that_several_cels_share_count_each_time() {
    let mut text = PALETTE.to_owned();
    for limb in 0..3 {
        text.push_str(&format!("[[limb]]\nname = \"l{limb}\"\n"));
        for cel in 0..256 {
            text.push_str("[[limb.cels]]\n");
            match (limb, cel) {
                (0, 0) => text.push_str("file = \"dot.png\"\ncoded = \"coded.bin\"\n"),
                _ => text.push_str("same = \"0:0\"\n"),
            }
        }
    }
    let files = BTreeMap::from([
        ("dot.png".to_owned(), png(4)),
        ("coded.bin".to_owned(), vec![0; 1 << 20]),
    ]);
    let told = refused(build_costume(&text, &CompanionFiles::memory(files), None));
    assert!(told.contains("more than 67108864 bytes in total"), "{told}");
}

#[test]
fn of_two_pictures_of_a_name_the_first_is_meant() {
    let text = |extra: &str| {
        format!(
            "{PALETTE}sheet = \"s.png\"\ncell = [4, 4]\n[[limb]]\nname = \"b\"\nrows = {{ a = 0 }}\ncolumns = 1\n{extra}\
             [[anim]]\nchore = 1\nsouth = {{ b = \"a0\" }}\n"
        )
    };
    let block = build_text(&text("empty = [[1, 2]]\n"), png(4)).unwrap();
    let costume = Costume::parse(&block, &Dialect::new(5)).unwrap();
    let Costume::Cost(cost) = costume else {
        panic!("no COST")
    };
    assert_eq!(cost.commands().bytes()[0], 0);
}

#[test]
fn more_cels_than_have_numbers_are_refused() {
    let cels = "[[cels]]\nsize = [0, 0]\n".repeat(65_537);
    let text = format!("kind = \"akos\"\nversion = 7\npalette = [0]\n{cels}[akos]\ncodec = 1\n");
    let told = refused(build_text(&text, Vec::new()));
    assert!(told.contains("expected at most 65536 cels"), "{told}");
}

#[test]
fn an_object_whose_number_no_byte_holds_is_no_parent() {
    let mut text = "picture = \"room.png\"\n".to_owned();
    for id in 0..256 {
        text.push_str(&format!(
            "[[object]]\nid = {id}\nat = [0, 0]\nsize = [8, 8]\n"
        ));
    }
    text.push_str("parent = 255\n");
    let beside = CompanionFiles::same(png(4));
    let built = room::build(&text, &beside, Some(Dialect::new(5)));
    let told = refused(built.map(|(block, _)| block));
    assert!(
        told.contains(
            "object 255: object 255 is at position 256 of the list, but a parent must be \
                       among the first 255"
        ),
        "{told}"
    );
}

#[test]
fn the_texts_of_a_game_count_together() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    fs::write(folder.path().join("dot.png"), png(4)).unwrap();
    let comment = "x".repeat(7 << 20);
    write(
        "big.toml",
        &format!(
            "{PALETTE}# {comment}\n[[limb]]\nname = \"a\"\n[[limb.cels]]\nfile = \"dot.png\"\n\
             [[anim]]\nchore = 1\nsouth = {{ a = \"c0\" }}\n"
        ),
    );
    let mut game = "name = \"x\"\nbase = \"x\"\nroom = []\n".to_owned();
    for id in 1..20 {
        game.push_str(&format!(
            "[[costume]]\nid = {id}\nroom = 1\nsource = \"big.toml\"\n"
        ));
    }
    write("game.toml", &game);
    let built = build(
        &RunFiles::default(),
        &folder.path().join("game.toml"),
        &BuildOptions::default(),
    );
    let told = format!("{:#}", built.err().unwrap());
    assert!(told.contains("big.toml"), "{told}");
    assert!(told.contains("more than 67108864 bytes in total"), "{told}");
}

#[test]
fn clear_pixels_have_no_colour_and_nearest_ones_count() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // Every pixel has a colour of its own.
    let write = |alpha: u16| {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 256, 256);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Sixteen);
        let mut writer = encoder.write_header().unwrap();
        let pixel = |number: u16| [number, 0, 0, alpha].map(u16::to_be_bytes).concat();
        let pixels: Vec<u8> = (0..=u16::MAX).flat_map(pixel).collect();
        writer.write_image_data(&pixels).unwrap();
        writer.finish().unwrap();
        fs::write(at("s.png"), bytes).unwrap();
    };
    let text = sheet(1, (4, 4), 100, &[("walk-west", 0, 0)]);
    let text = text.replace("\"meta\":{", "\"meta\":{\"colours\":{\"1\":\"ff0000\"},");
    fs::write(at("s.json"), &text).unwrap();
    let build = |most_pixels: u64| {
        let mut beside =
            CompanionFiles::beside(&RunFiles::default(), Path::new(&at("s.json")), false);
        beside.nearest = true;
        let beside = beside.with_most_pixels(most_pixels);
        animated::build(text.as_bytes(), &beside, Some(Dialect::new(5)))
    };
    write(0);
    assert!(build(70_000).is_ok(), "nothing is looked for");
    write(u16::MAX);
    let told = refused(build(70_000));
    assert!(told.contains("more than 70000 pixels in total"), "{told}");
    assert!(build(2_000_000).is_ok());
}
