//! Opens films (animated files) and enlarged pictures with other programs, and compares them with
//! the pictures that are written one by one.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::common::{
    Apng, convert, demo, files, good, json, other_program, read_png, refusal, rgba, stdout,
    wardrobe,
};

/// Returns the indices of a picture that is enlarged by the factor `zoom`.
fn enlarged(width: usize, pixels: &[u8], zoom: usize) -> Vec<u8> {
    let rows = pixels
        .chunks(width)
        .flat_map(|row| std::iter::repeat_n(row, zoom));
    rows.flatten()
        .flat_map(|&pixel| std::iter::repeat_n(pixel, zoom))
        .collect()
}

/// Returns the colours of all frames of a film, without their transparency.
fn colours(path: &Path) -> Option<Vec<u8>> {
    let input: [&dyn AsRef<OsStr>; 6] =
        [&"-v", &"error", &"-i", &path, &"-fps_mode", &"passthrough"];
    let demuxer: &[&dyn AsRef<OsStr>] = if is(path, "png") {
        &[&"-f", &"apng"]
    } else {
        &[]
    };
    let output: [&dyn AsRef<OsStr>; 5] = [&"-f", &"rawvideo", &"-pix_fmt", &"rgb24", &"-"];
    // ImageMagick opens GIFs, because it is stricter than ffmpeg.
    if is(path, "gif") {
        return convert(&[&path, &"-coalesce", &"-depth", &"8", &"rgb:-"]);
    }
    other_program("ffmpeg", &[demuxer, &input[..], &output].concat())
}

fn is(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

/// Returns the colours of the pictures in a folder, enlarged.
fn of_folder(folder: &Path, zoom: usize) -> Vec<u8> {
    let pictures = files(folder).into_iter().flat_map(|name| {
        let (width, _, palette, pixels) = read_png(&folder.join(name));
        let larger = enlarged(width as usize, &pixels, zoom);
        larger
            .into_iter()
            .flat_map(|pixel| rgba(&palette, Some(pixel))[..3].to_vec())
            .collect::<Vec<u8>>()
    });
    pictures.collect()
}

/// Removes frames that equal the previous frame, because a film may show one picture for several
/// frames. `size` is the number of bytes of a frame.
fn changes(frames: &[u8], size: usize) -> Vec<u8> {
    assert_eq!(frames.len() % size, 0, "the film has an incomplete frame");
    let mut frames: Vec<&[u8]> = frames.chunks_exact(size).collect();
    frames.dedup();
    frames.concat()
}

/// Returns the greatest difference between two components of colours.
fn difference(a: &[u8], b: &[u8]) -> u8 {
    assert_eq!(a.len(), b.len(), "the numbers of pixels differ");
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap()
}

/// Calls the program with `-o` for each kind of film, and compares the frames that other programs
/// read from the film with the pictures in a folder.
fn films_show_what_folders_show(args: &[&dyn AsRef<Path>], out: &TempDir) {
    let at = |name: &str| out.path().join(name);
    let call = |rest: &[&dyn AsRef<Path>]| wardrobe(&[args, rest].concat());
    let frames = at("frames");
    let done = call(&[&"-o", &frames]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    for (name, zoom) in [
        ("one.png", None),
        ("two.gif", None),
        ("three.y4m", None),
        ("large.png", Some("3")),
    ]
    .into_iter()
    .chain([("large.gif", Some("2")), ("large.y4m", Some("2"))])
    {
        let film = at(name);
        let mut rest: Vec<&dyn AsRef<Path>> = vec![&"-o", &film];
        if let Some(zoom) = &zoom {
            rest.extend([&"--zoom" as &dyn AsRef<Path>, zoom]);
        }
        let done = call(&rest);
        assert_eq!(done.status.code(), Some(0), "{name}: {done:?}");
        let Some(seen) = colours(&film) else { return };
        let expected = of_folder(&frames, zoom.map_or(1, |zoom| zoom.parse().unwrap()));
        let size = expected.len() / files(&frames).len();
        let (seen, expected) = (changes(&seen, size), changes(&expected, size));
        // Y4M stores brightness and colour in 8 bits each, and uses a part of their range.
        let most = if is(&film, "y4m") { 3 } else { 0 };
        assert!(
            difference(&seen, &expected) <= most,
            "{name}: {}",
            difference(&seen, &expected)
        );
    }
    // A pipe gets the same bytes as the file, and ffmpeg recognises the format.
    let piped = call(&[&"-o", &"-", &"--zoom", &"2"]);
    assert!(
        piped.stdout == fs::read(at("large.y4m")).unwrap(),
        "a pipe has other bytes"
    );
    let piped_gif = call(&[&"-o", &"-", &"--zoom", &"2", &"--format", &"gif"]);
    assert!(
        piped_gif.stdout == fs::read(at("large.gif")).unwrap(),
        "a pipe has other bytes"
    );
    let large = at("frames-2");
    call(&[&"-o", &large, &"--zoom", &"2"]);
    assert_eq!(files(&large), files(&frames));
    assert!(
        of_folder(&large, 1) == of_folder(&frames, 2),
        "pictures in a folder are enlarged, too"
    );
    if let Some(count) = ffmpeg_counts(&piped.stdout) {
        assert_eq!(count, files(&frames).len());
    }
}

/// Returns the number of frames that ffmpeg reads from a pipe.
fn ffmpeg_counts(film: &[u8]) -> Option<usize> {
    let mut command = Command::new("ffmpeg");
    command
        .args(["-v", "error", "-i", "-", "-f", "framemd5", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let (mut input, film) = (child.stdin.take().unwrap(), film.to_owned());
    let writer = std::thread::spawn(move || input.write_all(&film).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    Some(lines.lines().filter(|line| !line.starts_with('#')).count())
}

#[test]
fn a_play_is_written_as_a_film_that_others_open() {
    let folder = tempfile::tempdir().unwrap();
    let game = demo(folder.path(), "5");
    // In the harbour, colours cycle, so that nearly each frame has a different palette.
    let args: [&dyn AsRef<Path>; 7] = [
        &"play",
        &game,
        &"--room",
        &"1",
        &"--headless",
        &"--frames",
        &"12",
    ];
    films_show_what_folders_show(&args, &folder);
    let palettes: std::collections::BTreeSet<Vec<u8>> = files(&folder.path().join("frames"))
        .into_iter()
        .map(|name| read_png(&folder.path().join("frames").join(name)).2)
        .collect();
    assert!(palettes.len() > 3, "{} palettes", palettes.len());
}

/// Returns a scene whose palette changes while an actor walks.
fn scene(folder: &Path) -> PathBuf {
    let costume =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/scene-costumes/doll-v5.cost");
    fs::copy(costume, folder.join("doll-v5.cost")).unwrap();
    let path = folder.join("walk.toml");
    let text = "room = {background = 7}\nactors = [{id = 1, costume = 1, x = 60, y = 100}]\n\
                costumes = {1 = 'doll-v5.cost'}\n\
                steps = [['walk', 1, 90, 105, -1], ['tick', 4], ['pal_color', 7, 250, 128, 4], ['tick', 5]]";
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_scene_is_written_as_a_film_that_others_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = scene(folder.path());
    let out = tempfile::tempdir().unwrap();
    films_show_what_folders_show(
        &[&"scene", &"play", &path, &"--headless", &"--frames", &"9"],
        &out,
    );
}

#[test]
fn a_film_lasts_as_long_as_its_frames() {
    let folder = tempfile::tempdir().unwrap();
    let game = demo(folder.path(), "5");
    for (name, frames) in [("a.png", 13.0), ("a.gif", 13.0), ("a.y4m", 13.0)] {
        let film = folder.path().join(name);
        good(&[
            &"play",
            &game,
            &"--headless",
            &"--frames",
            &"13",
            &"-o",
            &film,
        ]);
        let demuxer: &[&dyn AsRef<OsStr>] = if is(&film, "png") {
            &[&"-f", &"apng"]
        } else {
            &[]
        };
        let asked: [&dyn AsRef<OsStr>; 7] = [
            &"-v",
            &"error",
            &"-show_entries",
            &"packet=duration_time",
            &"-of",
            &"csv=p=0",
            &film,
        ];
        let Some(told) = other_program("ffprobe", &[demuxer, &asked[..]].concat()) else {
            return;
        };
        let told = String::from_utf8(told).unwrap();
        let times = told
            .lines()
            .filter_map(|line| line.trim_end_matches(',').parse::<f64>().ok());
        // A frame takes six jiffies. For a GIF from a pipe, ffmpeg reports no duration for the last
        // frame.
        let total: f64 = times.sum();
        assert!((total - frames * 0.1).abs() < 0.15, "{name}: {total} s");
    }
}

#[test]
fn what_is_no_film_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let game = demo(folder.path(), "5");
    let film = folder.path().join("a.gif");
    let play = |rest: &[&dyn AsRef<Path>]| {
        wardrobe(&[&[&"play" as &dyn AsRef<Path>, &game], rest].concat())
    };
    for zoom in ["0", "1", "9", "x", "-2", "2.5"] {
        let zoom = format!("--zoom={zoom}");
        let refused = play(&[&"--headless", &"--frames", &"2", &"-o", &film, &zoom]);
        assert_eq!(refused.status.code(), Some(2), "{zoom}");
        let refused = wardrobe(&[
            &"export",
            &game,
            &"--costume",
            &"1",
            &"-o",
            &folder.path().join("x"),
            &zoom,
        ]);
        assert_eq!(refused.status.code(), Some(2), "{zoom}");
    }
    for rest in [
        &["--zoom", "2"][..],
        &["--format", "gif"],
        &["-o", "-", "--format", "mp4", "--headless"],
    ] {
        let rest: Vec<&dyn AsRef<Path>> = rest.iter().map(|arg| arg as &dyn AsRef<Path>).collect();
        assert_eq!(
            play(&[&rest[..], &[&"--frames", &"2"]].concat())
                .status
                .code(),
            Some(2)
        );
    }
    assert!(
        refusal(&play(&[&"--headless", &"--bench", &"1", &"-o", &film]))
            .contains("expected --frames N")
    );
    let refused = refusal(&play(&[
        &"--headless",
        &"--frames",
        &"2",
        &"--digest",
        &"-o",
        &"-",
    ]));
    assert!(
        refused.contains("--digest and the film both use stdout"),
        "{refused}"
    );
    let taken = folder.path().join("taken.gif");
    fs::create_dir(&taken).unwrap();
    assert!(
        refusal(&play(&[&"--headless", &"--frames", &"2", &"-o", &taken])).contains("is a folder")
    );
    assert!(
        !film.exists()
            && files(folder.path())
                .iter()
                .all(|name| !name.ends_with(".tmp"))
    );
}

#[test]
fn an_export_with_larger_pixels_is_the_same_in_every_file() {
    let folder = tempfile::tempdir().unwrap();
    let game = demo(folder.path(), "5");
    let (plain, large) = (folder.path().join("plain"), folder.path().join("large"));
    good(&[&"export", &game, &"--costume", &"2", &"-o", &plain]);
    good(&[
        &"export",
        &game,
        &"--costume",
        &"2",
        &"--zoom",
        &"3",
        &"-o",
        &large,
    ]);
    assert_eq!(files(&plain), files(&large));
    let mut compared = [0; 3];
    for name in files(&plain) {
        let (plain, large) = (plain.join(&name), large.join(&name));
        if name.starts_with("chore-") && is(&plain, "png") {
            let (small, big) = (Apng::read(&plain), Apng::read(&large));
            assert_eq!((big.width, big.height), (small.width * 3, small.height * 3));
            assert_eq!(
                (&big.palette, big.transparent),
                (&small.palette, small.transparent)
            );
            assert_eq!(small.frames.len(), big.frames.len());
            for ((pixels, ms), (larger, longer)) in small.frames.iter().zip(&big.frames) {
                assert!(
                    enlarged(small.width, pixels, 3) == *larger && ms == longer,
                    "{name}"
                );
            }
            compared[0] += 1;
        } else if is(&plain, "png") {
            let (small, big) = (read_png(&plain), read_png(&large));
            assert_eq!((big.0, big.1, &big.2), (small.0 * 3, small.1 * 3, &small.2));
            assert!(enlarged(small.0 as usize, &small.3, 3) == big.3, "{name}");
            compared[1] += 1;
        } else if is(&plain, "gif") {
            let apng = Apng::read(&large.with_extension("png"));
            let Some(seen) = convert(&[&large, &"-coalesce", &"-depth", &"8", &"rgba:-"]) else {
                continue;
            };
            let clear = seen.chunks_exact(4).map(|pixel| {
                if pixel[3] == 0 {
                    [0; 4]
                } else {
                    pixel.try_into().unwrap()
                }
            });
            assert!(
                clear.collect::<Vec<[u8; 4]>>().concat() == apng.rgba(),
                "{name}"
            );
            compared[2] += 1;
        }
    }
    assert!(compared[0] > 4 && compared[1] > 4, "{compared:?}");

    // The sheet states sizes in its own pixels. The other lists state them in pixels of the game,
    // and name the unit.
    let [small, big] = [&plain, &large].map(|folder| json(&folder.join("sheet.json")));
    assert_eq!(
        big["meta"]["size"]["w"].as_u64().unwrap(),
        small["meta"]["size"]["w"].as_u64().unwrap() * 3
    );
    let times = |value: &serde_json::Value, key: &str| value[key].as_u64().unwrap();
    for (small, big) in small["frames"]
        .as_array()
        .unwrap()
        .iter()
        .zip(big["frames"].as_array().unwrap())
    {
        for rect in ["frame", "spriteSourceSize"] {
            assert!(
                ["x", "y", "w", "h"]
                    .iter()
                    .all(|key| times(&big[rect], key) == 3 * times(&small[rect], key))
            );
        }
        assert_eq!(
            (times(big, "duration"), times(&big["sourceSize"], "w")),
            (
                times(small, "duration"),
                3 * times(&small["sourceSize"], "w")
            )
        );
    }
    for list in ["cels.json", "chores.json"] {
        let [small, mut big] = [&plain, &large].map(|folder| json(&folder.join(list)));
        assert_eq!(
            (&small["zoom"], &big["zoom"]),
            (&serde_json::Value::Null, &3.into())
        );
        big.as_object_mut().unwrap().remove("zoom");
        assert_eq!(small, big, "{list}");
    }
}

#[test]
fn help_names_the_films() {
    for command in [&["play"][..], &["scene", "play"]] {
        let mut args: Vec<&dyn AsRef<Path>> = command
            .iter()
            .map(|word| word as &dyn AsRef<Path>)
            .collect();
        args.push(&"--help");
        let help = stdout(&wardrobe(&args));
        for word in [
            ".apng",
            ".gif",
            ".y4m",
            "--zoom <N>",
            "--format <FORMAT>",
            "| ffmpeg -i - ",
        ] {
            assert!(help.contains(word), "{command:?}: {word}");
        }
    }
}
