//! Opens exported files with other programs: ffmpeg, ImageMagick, and a reader of Aseprite's JSON.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tempfile::TempDir;

use crate::common::{
    Apng, convert, demo, files, good, json, other_program, read_png, rgba, transparent,
};

/// Exports a costume of the demo into a temporary folder, which exists as long as the first value.
fn exported(costume: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (game, out) = (demo(folder.path(), "5"), folder.path().join("out"));
    good(&[&"export", &game, &"--costume", &costume, &"-o", &out]);
    (folder, out)
}

/// Returns the files of a folder whose names begin with `start` and end with `end`.
fn named(folder: &Path, start: &str, end: &str) -> Vec<PathBuf> {
    let names = files(folder)
        .into_iter()
        .filter(|name| name.starts_with(start) && name.ends_with(end));
    names.map(|name| folder.join(name)).collect()
}

fn ffmpeg(path: &Path, demuxer: &str) -> Option<Vec<u8>> {
    let input: [&dyn AsRef<OsStr>; 8] = [
        &"-v",
        &"error",
        &"-f",
        &demuxer,
        &"-i",
        &path,
        &"-fps_mode",
        &"passthrough",
    ];
    let output: [&dyn AsRef<OsStr>; 5] = [&"-f", &"rawvideo", &"-pix_fmt", &"rgba", &"-"];
    other_program("ffmpeg", &[&input[..], &output].concat())
}

/// Sets the colours of invisible pixels to 0, so that they are not compared.
fn without_unseen(mut rgba: Vec<u8>) -> Vec<u8> {
    rgba.chunks_exact_mut(4)
        .filter(|pixel| pixel[3] == 0)
        .for_each(|pixel| pixel.fill(0));
    rgba
}

#[test]
fn ffmpeg_opens_cels_with_their_colours() {
    let (_folder, out) = exported("2");
    for path in named(&out, "cel-", ".png") {
        let Some(opened) = ffmpeg(&path, "png_pipe") else {
            return;
        };
        let (.., palette, pixels) = read_png(&path);
        let ours: Vec<u8> = pixels
            .iter()
            .flat_map(|&p| rgba(&palette, Some(p).filter(|p| *p != 0)))
            .collect();
        assert!(without_unseen(opened) == ours, "{}", path.display());
    }
}

#[test]
fn ffmpeg_opens_animations_with_every_frame_and_its_time() {
    let (_folder, out) = exported("2");
    for path in named(&out, "chore-", ".png") {
        let Some(opened) = ffmpeg(&path, "apng") else {
            return;
        };
        let ours = Apng::read(&path);
        assert!(without_unseen(opened) == ours.rgba(), "{}", path.display());
        let asked: [&dyn AsRef<OsStr>; 9] = [
            &"-v",
            &"error",
            &"-f",
            &"apng",
            &"-show_entries",
            &"packet=duration_time",
            &"-of",
            &"csv=p=0",
            &path,
        ];
        let Some(times) = other_program("ffprobe", &asked) else {
            return;
        };
        let times = String::from_utf8(times).unwrap();
        let times = times.lines().map(|line| {
            (line.trim_end_matches(',').parse::<f64>().unwrap() * 1000.0).round() as u64
        });
        assert!(
            times.eq(ours.frames.iter().map(|(_, ms)| *ms)),
            "{}",
            path.display()
        );
    }
}

#[test]
fn imagemagick_opens_gifs_with_every_frame_and_its_time() {
    let (_folder, out) = exported("2");
    for gif in named(&out, "chore-", ".gif") {
        let ours = Apng::read(&gif.with_extension("png"));
        let Some(opened) = convert(&[&gif, &"-coalesce", &"-depth", &"8", &"rgba:-"]) else {
            return;
        };
        assert!(without_unseen(opened) == ours.rgba(), "{}", gif.display());
        let Some(told) = other_program("identify", &[&"-format", &"%T %[gif:iterations]\n", &gif])
        else {
            return;
        };
        let told = String::from_utf8(told).unwrap();
        let mut total = 0;
        for (line, (_, ms)) in told.lines().zip(&ours.frames) {
            let hundredths: u64 = line.split_whitespace().next().unwrap().parse().unwrap();
            assert!(ms.abs_diff(hundredths * 10) <= 10, "{line} for {ms}");
            total += hundredths * 10;
        }
        let wanted: u64 = ours.frames.iter().map(|(_, ms)| ms).sum();
        assert!(
            total.abs_diff(wanted) <= 10,
            "{}: {total} for {wanted}",
            gif.display()
        );
    }
}

/// Aseprite's "Array" format with tags, layers and slices, as `aseprite --batch --format json-array
/// --list-tags --list-layers --list-slices` writes it. Only the keys `colours` and `usedColours` are
/// additions of this project. Aseprite ignores them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    frames: Vec<Frame>,
    meta: Meta,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Frame {
    filename: String,
    frame: Rect,
    rotated: bool,
    trimmed: bool,
    sprite_source_size: Rect,
    source_size: Size,
    duration: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Meta {
    #[serde(rename = "app")]
    _app: String,
    #[serde(rename = "version")]
    _version: String,
    image: String,
    format: String,
    size: Size,
    scale: String,
    frame_tags: Vec<Tag>,
    layers: Vec<Layer>,
    slices: Vec<Slice>,
    /// The screen's colours. They are needed to build a costume from the sheet.
    colours: BTreeMap<u8, String>,
    /// The numbers of the colours that the sheet uses.
    used_colours: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tag {
    name: String,
    from: usize,
    to: usize,
    direction: String,
    color: String,
    repeat: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Layer {
    #[serde(rename = "name")]
    _name: String,
    opacity: u8,
    blend_mode: String,
    data: String,
    #[serde(default)]
    cels: Vec<Cel>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cel {
    frame: usize,
    data: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slice {
    name: String,
    color: String,
    keys: Vec<Key>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Key {
    frame: usize,
    bounds: Rect,
    pivot: Point,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rect {
    x: usize,
    y: usize,
    w: usize,
    h: usize,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Size {
    w: usize,
    h: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Point {
    x: usize,
    y: usize,
}

fn colour(text: &str) -> bool {
    text.len() == 9 && text.starts_with('#') && text[1..].chars().all(|c| c.is_ascii_hexdigit())
}

#[test]
fn sheets_have_the_shape_that_aseprite_gives_them() {
    for costume in ["1", "2", "3"] {
        let (_folder, out) = exported(costume);
        let folder = out.as_path();
        let sheet: Sheet = serde_json::from_value(json(&folder.join("sheet.json"))).unwrap();
        let (width, height, ..) = read_png(&folder.join(&sheet.meta.image));
        assert_eq!(
            sheet.meta.size,
            Size {
                w: width as usize,
                h: height as usize
            }
        );
        assert_eq!(
            (sheet.meta.format.as_str(), sheet.meta.scale.as_str()),
            ("I8", "1")
        );
        assert!(
            !sheet.meta.colours.is_empty()
                && sheet
                    .meta
                    .colours
                    .values()
                    .all(|digits| colour(&format!("#{digits}ff")))
        );
        let used = &sheet.meta.used_colours;
        assert!(!used.is_empty());
        assert!(
            used.iter()
                .all(|number| sheet.meta.colours.contains_key(number))
        );
        let source = &sheet.frames[0].source_size;
        for Frame {
            filename,
            frame,
            rotated,
            trimmed,
            sprite_source_size: place,
            source_size,
            duration,
        } in &sheet.frames
        {
            assert!(!filename.is_empty() && !rotated && *duration > 0 && source_size == source);
            assert_eq!(
                (frame.w, frame.h, *trimmed),
                (place.w, place.h, (place.w, place.h) != (source.w, source.h))
            );
            assert!(
                frame.x + frame.w <= sheet.meta.size.w && frame.y + frame.h <= sheet.meta.size.h
            );
            assert!(place.x + place.w <= source.w && place.y + place.h <= source.h);
        }
        let mut names = BTreeMap::new();
        for Tag {
            name,
            from,
            to,
            direction,
            color,
            repeat,
        } in &sheet.meta.frame_tags
        {
            assert!(
                from <= to && *to < sheet.frames.len() && direction == "forward" && colour(color)
            );
            assert!(repeat.as_deref().is_none_or(|times| times == "1"));
            assert!(
                names.insert(name.clone(), (*from, *to)).is_none(),
                "{name} is listed twice"
            );
        }
        for Layer {
            opacity,
            blend_mode,
            data,
            cels,
            ..
        } in &sheet.meta.layers
        {
            assert_eq!((*opacity, blend_mode.as_str()), (255, "normal"));
            assert!(data.starts_with("colours of room "), "{data}");
            assert!(
                cels.iter()
                    .all(|Cel { frame, data }| *frame < sheet.frames.len() && !data.is_empty())
            );
        }
        let [Slice { name, color, keys }] = &sheet.meta.slices[..] else {
            panic!("one slice")
        };
        let [
            Key {
                frame: 0,
                bounds,
                pivot: Point { x: 0, y: 0 },
            },
        ] = &keys[..]
        else {
            panic!("one key")
        };
        assert!(name == "anchor" && colour(color) && bounds.x < source.w && bounds.y < source.h);
        frames_are_those_of_the_animations(folder, &sheet, &names, *bounds);
    }
}

/// Combines the cels as an importer does. Each frame must equal the frame in the animation's own
/// file, at its position relative to the anchor.
fn frames_are_those_of_the_animations(
    folder: &Path,
    sheet: &Sheet,
    tags: &BTreeMap<String, (usize, usize)>,
    anchor: Rect,
) {
    let (sheet_width, _, palette, pixels) = read_png(&folder.join("sheet.png"));
    let (transparent, mut covered) = (transparent(&folder.join("sheet.png")), 0);
    for line in json(&folder.join("chores.json"))["animations"]
        .as_array()
        .unwrap()
    {
        let apng = Apng::read(&folder.join(format!("{}.png", line["file"].as_str().unwrap())));
        let (from, to) = tags[line["name"].as_str().unwrap()];
        assert_eq!(to + 1 - from, apng.frames.len());
        covered += apng.frames.len();
        for (frame, (own, ms)) in sheet.frames[from..=to].iter().zip(&apng.frames) {
            assert_eq!(frame.duration, *ms);
            let place = |key: &str, anchor: usize| {
                usize::try_from(line[key].as_i64().unwrap() + anchor as i64).unwrap()
            };
            let (left, top) = (place("left", anchor.x), place("top", anchor.y));
            let Rect { x, y, w, h } = frame.frame;
            let mut source = vec![[0; 4]; frame.source_size.w * frame.source_size.h];
            for (dy, dx) in (0..h).flat_map(|dy| (0..w).map(move |dx| (dy, dx))) {
                let index = pixels[(y + dy) * sheet_width as usize + x + dx];
                let at = (frame.sprite_source_size.y + dy) * frame.source_size.w
                    + frame.sprite_source_size.x
                    + dx;
                source[at] = rgba(&palette, Some(index).filter(|i| *i != transparent));
            }
            for (i, &index) in own.iter().enumerate() {
                let at = (top + i / apng.width) * frame.source_size.w + left + i % apng.width;
                assert_eq!(
                    source[at],
                    rgba(
                        &apng.palette,
                        Some(index).filter(|i| *i != apng.transparent)
                    )
                );
            }
        }
    }
    assert_eq!(
        covered,
        sheet.frames.len(),
        "every frame belongs to an animation"
    );
}
