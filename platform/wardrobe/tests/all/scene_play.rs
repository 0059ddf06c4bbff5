//! `wardrobe scene play` without a window.

use std::fs;
use std::io::BufReader;
use std::path::Path;

use crate::common::{blessed, files, read_png, refusal, stdout, walk, wardrobe};

const FRAMES: usize = 40;

/// Returns the checksums in a scene's stored lines.
fn checksums(scene: &Path) -> Vec<String> {
    let lines = fs::read_to_string(scene.with_extension("expected.jsonl")).unwrap();
    let crc = |line: &str| {
        serde_json::from_str::<serde_json::Value>(line).unwrap()["crc"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    lines.lines().map(crc).collect()
}

/// Changes the checksum of a stored line, so that the scene fails.
fn plant(scene: &Path, number: usize) {
    let path = scene.with_extension("expected.jsonl");
    let lines = fs::read_to_string(&path).unwrap();
    let crc = &checksums(scene)[number];
    let change = |(i, line): (usize, &str)| {
        if i == number {
            line.replace(crc, "deadbeef")
        } else {
            line.to_owned()
        }
    };
    let changed: Vec<String> = lines.lines().enumerate().map(change).collect();
    fs::write(&path, changed.join("\n")).unwrap();
}

fn crc(pixels: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(pixels))
}

#[test]
fn pictures_are_what_the_run_draws_and_have_its_numbers() {
    let (folder, path) = walk(false);
    let (out, run) = (folder.path().join("out"), folder.path().join("run"));
    let output = wardrobe(&[&"scene", &"play", &path, &"--headless", &"-o", &out]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        stdout(&output).ends_with("walk.toml: frames 0 to 39 of 0 to 39: as stored\n"),
        "{}",
        stdout(&output)
    );
    wardrobe(&[&"scene", &"run", &path, &"--save-frames", &run]);
    let names = files(&out);
    assert_eq!((names.len(), &names), (FRAMES, &files(&run)));
    for (name, expected) in names.iter().zip(checksums(&path)) {
        assert_eq!(
            fs::read(out.join(name)).unwrap(),
            fs::read(run.join(name)).unwrap(),
            "{name}"
        );
        assert_eq!(crc(&read_png(&out.join(name)).3), expected, "{name}");
    }
}

#[test]
fn some_frames_can_be_picked_out() {
    let (folder, path) = walk(false);
    let out = folder.path().join("out");
    let output = wardrobe(&[
        &"scene",
        &"play",
        &path,
        &"--headless",
        &"-o",
        &out,
        &"--at",
        &"17",
        &"--frames",
        &"3",
    ]);
    assert!(
        stdout(&output).ends_with("frames 17 to 19 of 0 to 39: as stored\n"),
        "{}",
        stdout(&output)
    );
    assert_eq!(
        files(&out),
        ["frame-00017.png", "frame-00018.png", "frame-00019.png"]
    );
    let found: Vec<String> = files(&out)
        .iter()
        .map(|name| crc(&read_png(&out.join(name)).3))
        .collect();
    assert_eq!(found, checksums(&path)[17..20]);
}

#[test]
fn an_animation_shows_each_frame_as_long_as_it_lasts() {
    let (folder, path) = walk(false);
    let out = folder.path().join("out/walk.apng");
    let output = wardrobe(&[&"scene", &"play", &path, &"--headless", &"-o", &out]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut held: Vec<(String, u64)> = Vec::new();
    for sum in checksums(&path) {
        match held.last_mut().filter(|(last, _)| *last == sum) {
            Some((_, times)) => *times += 1,
            None => held.push((sum, 1)),
        }
    }
    assert!(held.len() > 10, "she walks");
    let piped = wardrobe(&[
        &"scene",
        &"play",
        &path,
        &"--headless",
        &"-o",
        &"-",
        &"--format",
        &"apng",
    ]);
    assert!(
        piped.stdout == fs::read(&out).unwrap(),
        "stdout has the same bytes"
    );
    let apng = pictures(&out);
    assert_eq!(apng.len(), held.len());
    for ((pixels, ms), (sum, times)) in apng.iter().zip(&held) {
        assert_eq!(&crc(pixels), sum);
        // A frame of version 5 takes 6 jiffies of 1/60 of a second.
        assert!(
            ms.abs_diff(times * 100) <= *times,
            "{ms} ms for {times} frames"
        );
    }
}

/// Returns the pictures of an animated, indexed PNG, and the milliseconds for which each is shown.
fn pictures(path: &Path) -> Vec<(Vec<u8>, u64)> {
    let mut reader = png::Decoder::new(BufReader::new(fs::File::open(path).unwrap()))
        .read_info()
        .unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Indexed);
    let count = reader.info().animation_control.unwrap().num_frames;
    let picture = |_| {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        (
            pixels,
            reader.info().frame_control.unwrap().delay_num.into(),
        )
    };
    (0..count).map(picture).collect()
}

#[test]
fn an_animation_keeps_colours_where_palettes_differ() {
    let (folder, path) = blessed(
        "room = {background = 7}\nsteps = [['tick', 2], ['pal_color', 7, 250, 128, 4], ['tick', 2]]",
        false,
    );
    let out = folder.path().join("walk.png");
    wardrobe(&[&"scene", &"play", &path, &"--headless", &"-o", &out]);
    let mut reader = png::Decoder::new(BufReader::new(fs::File::open(&out).unwrap()))
        .read_info()
        .unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Rgb);
    assert_eq!(reader.info().animation_control.unwrap().num_frames, 2);
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!(
        pixels[..3],
        [7, 49, 248],
        "the colours of a scene without a palette"
    );
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!(pixels[..3], [250, 128, 4]);
}

#[test]
fn a_planted_difference_is_written_and_makes_the_exit_code_1() {
    let (folder, path) = walk(true);
    plant(&path, 23);
    let out = folder.path().join("out");
    let play = |rest: &[&dyn AsRef<Path>]| {
        let args: [&dyn AsRef<Path>; 6] = [&"scene", &"play", &path, &"--headless", &"-o", &out];
        let args: Vec<&dyn AsRef<Path>> = args.into_iter().chain(rest.iter().copied()).collect();
        wardrobe(&args)
    };
    let output = play(&[&"--frames", &"20"]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "the difference is after the last written frame"
    );
    let output = play(&[&"--at", &"difference", &"--frames", &"1", &"--whole"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).ends_with("frames 23 to 23 of 0 to 39: the first different frame is 23\n")
    );
    // The frame has three pictures side by side, and text below them.
    let (width, height, ..) = read_png(&out.join("frame-00023.png"));
    assert_eq!((width, height), (3 * 320 + 2 * 4, 248));
    assert_eq!(play(&[]).status.code(), Some(1));
    let (other_folder, path) = walk(false);
    let none = other_folder.path().join("none");
    let output = wardrobe(&[
        &"scene",
        &"play",
        &path,
        &"--headless",
        &"-o",
        &none,
        &"--at",
        &"difference",
    ]);
    assert_eq!((output.status.code(), none.exists()), (Some(0), false));
    assert_eq!(
        stdout(&output),
        "no difference: all 40 frames match the stored lines; no file is written\n"
    );
}

#[test]
fn what_can_not_be_shown_is_said_in_a_sentence() {
    let (folder, path) = walk(false);
    let out = folder.path().join("out");
    let play = |scene: &Path, rest: &[&'static str]| {
        let mut args: Vec<&dyn AsRef<Path>> =
            vec![&"scene", &"play", &scene, &"--headless", &"-o", &out];
        args.extend(rest.iter().map(|arg| arg as &dyn AsRef<Path>));
        wardrobe(&args)
    };
    assert!(refusal(&play(folder.path(), &[])).contains("expected a scene file, found a folder"));
    assert!(refusal(&play(&folder.path().join("no.toml"), &[])).contains("no.toml"));
    fs::remove_file(path.with_extension("expected.jsonl")).unwrap();
    assert!(
        refusal(&play(&path, &["--at", "difference"])).contains("walk.expected.jsonl: this file")
    );
    assert!(stdout(&play(&path, &[])).ends_with("no lines are stored\n"));
    let bad = play(&path, &["--at", "somewhere"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&bad.stderr).contains("expected a frame number or `difference`")
    );
}
