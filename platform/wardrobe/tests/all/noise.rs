//! Costumes of version 0 that consist of random bytes ("noise"). Each command must end with a
//! result or an error, within its memory. In noise, nearly every picture and every animation has
//! nearly the largest possible size.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use scumm_engine::{Game, SplitMix64};
use tempfile::TempDir;

use crate::common::{files, games, json, one_document, stdout};

/// The size of a costume, which is close to the largest that offsets can reach.
const SIZE: u16 = 60_000;
/// The positions of two offsets in the head of a costume (V20).
const LIMBS: usize = 5;
const COMMANDS: usize = 7;
/// The least number of bytes behind the commands. It is larger than the number of listed commands.
const BEHIND: u16 = 1000;
/// The most seconds of processor time for a call. A release build takes some tenths of a second, so
/// the limit only ends calls that hang.
const SECONDS: u32 = 100;
/// The most kilobytes of address space for a call.
const KILOBYTES: u32 = 512 << 10;

/// Overwrites the bytes from the offset `at` on with a costume of noise.
fn write_costume(bytes: &mut [u8], at: usize, random: &mut SplitMix64) {
    for byte in &mut bytes[at..at + usize::from(SIZE)] {
        *byte = random.next_u64() as u8;
    }
    write_head(bytes, at, random);
}

/// Writes a valid head into noise, so that the noise can be read as a costume.
fn write_head(bytes: &mut [u8], at: usize, random: &mut SplitMix64) {
    let mut offset = || random.in_range(1000, i32::from(SIZE - BEHIND)) as u16;
    let fields = [(0, SIZE), (LIMBS, offset()), (COMMANDS, offset())];
    for (field, value) in fields {
        bytes[at + field..at + field + 2].copy_from_slice(&value.to_le_bytes());
    }
}

/// Writes a file with a costume of noise.
fn costume(folder: &Path, seed: u64) -> PathBuf {
    let mut bytes = vec![0; SIZE.into()];
    write_costume(&mut bytes, 0, &mut SplitMix64::new(seed));
    let path = folder.join(format!("noise-{seed}.cost"));
    fs::write(&path, bytes).unwrap();
    path
}

/// Writes the extracted files of the demo with noise in place of its costumes.
fn game(folder: &Path) -> PathBuf {
    let sound = games();
    let path = sound.path().join("v0-c64-demo-lfl");
    let noise = folder.join("noise");
    fs::create_dir(&noise).unwrap();
    for name in files(&path) {
        fs::copy(path.join(&name), noise.join(&name)).unwrap();
    }
    let game = Game::open(&noise).unwrap();
    let mut places: Vec<(PathBuf, usize)> = Vec::new();
    for id in game.costumes() {
        let place = game.locate_costume(id).unwrap();
        places.push((place.file, usize::try_from(place.offset).unwrap()));
    }
    let mut random = SplitMix64::new(1);
    // The costumes of a file overlap, so their heads are written last.
    for is_last in [false, true] {
        for (file, at) in &places {
            let mut bytes: Vec<u8> = fs::read(file).unwrap().iter().map(|b| !b).collect();
            let end = at + usize::from(SIZE);
            bytes.resize(bytes.len().max(end), 0);
            if is_last {
                write_head(&mut bytes, *at, &mut random);
            } else {
                write_costume(&mut bytes, *at, &mut random);
            }
            let bytes: Vec<u8> = bytes.iter().map(|b| !b).collect();
            fs::write(file, bytes).unwrap();
        }
    }
    noise
}

/// Calls the program under the limits, which a shell sets.
fn limited(args: &[&dyn AsRef<Path>]) -> Output {
    let limits = format!("ulimit -t {SECONDS} && ulimit -v {KILOBYTES} && exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &limits, env!("CARGO_BIN_EXE_wardrobe")]);
    for arg in args {
        command.arg(arg.as_ref());
    }
    // Otherwise each thread's arena and stack reserve address space, which counts towards the limit
    // even though it is not used.
    command
        .env_remove("RUST_LOG")
        .env("MALLOC_ARENA_MAX", "1")
        .env("RAYON_NUM_THREADS", "2");
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    let shown: Vec<&Path> = args.iter().map(|arg| (*arg).as_ref()).collect();
    assert!(
        matches!(output.status.code(), Some(0..=2)),
        "{shown:?}: {:?}: {told}",
        output.status
    );
    output
}

fn messages(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns the first costume of noise whose animations have too many pixels in total.
fn too_large(folder: &TempDir) -> PathBuf {
    costume(folder.path(), 1)
}

#[cfg(target_os = "linux")]
#[test]
fn animations_with_too_many_pixels_are_left_out_and_cels_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let (noise, out) = (too_large(&folder), folder.path().join("out"));
    let export = || limited(&[&"export", &noise, &"--scumm", &"0", &"-o", &out]);
    let first = export();
    let said = messages(&first);
    assert_eq!(first.status.code(), Some(1), "{said}");
    let limit = "the animations have more pixels in total than the limit of 32768000: \
                 they are left out";
    assert!(said.contains(limit), "{said}");
    let names = files(&out);
    assert!(names.iter().any(|name| name.starts_with("cel-")));
    assert!(
        !names.iter().any(|name| name.starts_with("chore")),
        "{names:?}"
    );
    let listed = json(&out.join("manifest.json"));
    // The list does not contain itself and the list of checksums.
    assert_eq!(listed["files"].as_object().unwrap().len() + 2, names.len());
    assert!(listed["left_out"].as_u64().unwrap() > 0);
    // The folder is complete. No file is written again, and the program still knows that something
    // is left out.
    let again = export();
    assert_eq!(again.status.code(), Some(1));
    assert!(!messages(&again).contains(limit));
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_ends_within_its_memory_in_a_game_of_noise() {
    let folder = tempfile::tempdir().unwrap();
    let noise = game(folder.path());
    let out = |name: &str| folder.path().join(name);
    let sound = games();
    let sound = sound.path().join("v0-c64-demo");
    let listed = stdout(&limited(&[&"list", &noise, &"--json"]));
    let listed = one_document(&listed);
    let costumes = listed["costumes"].as_array().unwrap();
    let readable = costumes.iter().filter(|costume| costume["cels"].is_u64());
    let readable: Vec<String> = readable.map(|costume| costume["id"].to_string()).collect();
    assert!(readable.len() >= 5, "{listed}");
    let one = &readable[0];
    limited(&[&"info", &noise, &"--costume", one, &"--code"]);
    limited(&[&"lint", &noise]);
    limited(&[
        &"map",
        &noise,
        &"--costume",
        one,
        &"--html",
        &out("map.html"),
    ]);
    limited(&[&"map", &noise, &"--stats"]);
    limited(&[
        &"disassemble",
        &noise,
        &"--costume",
        one,
        &"-o",
        &out("source"),
    ]);
    limited(&[&"sheet", &noise, &"-o", &out("contact.png")]);
    limited(&[&"compare", &noise, &sound, &"-o", &out("differences")]);
    limited(&[
        &"compare",
        &noise,
        &noise,
        &"--costume",
        one,
        &"--costume-b",
        &readable[1],
    ]);
    let film = out("film.gif");
    limited(&[
        &"play",
        &noise,
        &"--headless",
        &"--room",
        &"1",
        &"--costume",
        one,
        &"--frames",
        &"50",
        &"-o",
        &film,
    ]);

    let exported = limited(&[&"export", &noise, &"--all", &"-o", &out("export")]);
    assert_eq!(exported.status.code(), Some(1), "{exported:?}");
    let gallery = limited(&[&"gallery", &noise, &"-o", &out("gallery")]);
    assert_eq!(gallery.status.code(), Some(1), "{gallery:?}");
    assert!(messages(&gallery).contains("the animations have more pixels in total"));
    // The page of a costume shows its cels and states why it has no animations.
    let script = out("gallery").join(format!("costumes/costume-{one:0>3}.js"));
    let script = fs::read_to_string(script).unwrap();
    assert!(script.contains("\"left_out\":\"costume ") && script.contains("\"cels\":[{"));
    assert!(out("gallery/index.html").is_file());
}
