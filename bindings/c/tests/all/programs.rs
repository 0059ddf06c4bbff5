//! Programs in C: the examples, and a program with all mistakes that the library can detect.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use scumm_engine::{Game, SplitMix64, Stage};
use tempfile::TempDir;

pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the static library that cargo has built together with this test.
fn library() -> PathBuf {
    let deps = std::env::current_exe()
        .unwrap()
        .parent()
        .unwrap()
        .to_owned();
    let folders = [deps.clone(), deps.parent().unwrap().to_owned()];
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path());
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("libscumm_c") && name.ends_with(".a")
    };
    files
        .filter(is_ours)
        .max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap())
        .unwrap()
}

/// Returns whether a program is installed. Prints a message if it is not.
pub fn is_here(program: &str) -> bool {
    let here = Command::new(program).arg("--version").output().is_ok();
    if !here {
        eprintln!("skipped: {program} is not here");
    }
    here
}

/// Returns the sanitizer with which the programs are built, for example `address`. Cargo builds the
/// library with the same sanitizer.
fn sanitizer() -> Option<String> {
    std::env::var("SANITIZE").ok()
}

/// Builds a program in C or C++ with the name of its first file. The folder may contain its
/// headers.
pub fn build(folder: &Path, sources: &[&str], compiler: &str) -> PathBuf {
    let program = folder.join(Path::new(sources[0]).file_stem().unwrap());
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut build = Command::new(compiler);
    build.arg(if compiler == "c++" {
        "-std=c++11"
    } else {
        "-std=c99"
    });
    build.args(["-g", "-O1", "-Wall", "-Wextra", "-Werror"]);
    build
        .arg("-D_POSIX_C_SOURCE=200809L")
        .arg("-I")
        .arg(here.join("include"))
        .arg("-I")
        .arg(folder);
    if let Some(kind) = sanitizer() {
        build.arg(format!("-fsanitize={kind}"));
    }
    build
        .args(sources.iter().map(|source| here.join(source)))
        .arg(library());
    build.args(["-lpthread", "-ldl", "-lm", "-o"]).arg(&program);
    let output = build.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    program
}

pub fn good(output: Output) -> String {
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

#[test]
fn an_example_has_at_most_60_lines() {
    for name in ["walk", "costume"] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("examples")
            .join(name)
            .with_extension("c");
        assert!(
            fs::read_to_string(file).unwrap().lines().count() <= 60,
            "{name}"
        );
    }
}

/// Builds a program, if the machine has a compiler.
fn program(source: &str) -> Option<(TempDir, PathBuf)> {
    if cfg!(not(target_os = "linux")) || !is_here("cc") {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = build(folder.path(), &[source], "cc");
    Some((folder, program))
}

#[test]
fn the_stage_in_c_shows_what_the_stage_in_rust_shows() {
    let Some((folder, program)) = program("examples/walk.c") else {
        return;
    };
    let (game, out) = (
        repository().join("data/demo/built"),
        folder.path().join("walk.ppm"),
    );
    let said = good(Command::new(program).arg(&game).arg(&out).output().unwrap());

    let mut stage = Stage::for_room(&Game::open(&game).unwrap(), 1).unwrap();
    let mut actor = stage.actor_mut(1).unwrap();
    actor.set_costume(1).unwrap();
    actor.put(60, 120, Some(1));
    actor.walk(200, 125, None);
    let mut world = SplitMix64::new(1);
    (0..12).for_each(|_| stage.tick(&mut world));
    let at = stage.actor(1).unwrap().pos;
    assert_eq!(said, format!("{} {}\n", at.x, at.y));
    let palette = stage.colours().displayed();
    let view = stage.front();
    let mut expected = format!("P6 {} {} 255\n", view.width, view.height).into_bytes();
    expected.extend(view.rows().flatten().flat_map(|&index| palette[index]));
    assert!(fs::read(out).unwrap() == expected);
}

#[test]
fn a_costume_alone_is_drawn_into_a_wider_buffer_behind_bits_of_a_mask_c43_m1() {
    let Some((folder, program)) = program("examples/costume.c") else {
        return;
    };
    let out = folder.path().join("doll.pgm");
    let doll = repository().join("data/scene-costumes/doll-v5.cost");
    let said = good(Command::new(program).arg(doll).arg(&out).output().unwrap());
    let picture = fs::read(out).unwrap();
    let pixels = picture.strip_prefix(b"P5 640 144 255\n").unwrap();
    let rows: Vec<&[u8]> = pixels.chunks(640).collect();
    // No pixel may be drawn to the right of the screen or behind the fence. The fence hides the
    // left half of each strip in rows 100 to 109.
    assert!(
        rows.iter()
            .all(|row| row[320..].iter().all(|&pixel| pixel == 7))
    );
    let is_fence = |x: usize, y: usize| (100..110).contains(&y) && x % 8 < 4;
    let drawn = |fence: bool| {
        let places = (0..144).flat_map(|y| (0..320).map(move |x| (x, y)));
        places
            .filter(|&(x, y)| is_fence(x, y) == fence && rows[y][x] != 7)
            .count()
    };
    assert_eq!(drawn(true), 0);
    assert!(drawn(false) > 500, "{}", drawn(false));
    assert_eq!(said.lines().count(), 8, "{said}");
    assert!(
        said.starts_with("lines ") && said.lines().all(|line| line.contains(", strips ")),
        "{said}"
    );
}

#[test]
fn what_c_does_wrong_is_told_and_harms_nothing() {
    let Some((_folder, program)) = program("tests/programs/wrong.c") else {
        return;
    };
    let args = [
        repository().join("data/scene-costumes/doll-v5.cost"),
        repository().join("data/demo/built"),
    ];
    let output = Command::new(&program).args(&args).output().unwrap();
    if cfg!(debug_assertions) {
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("freed twice"),
            "{output:?}"
        );
    }
    run_with_valgrind(&program, &args);
}

/// Runs a program, and runs it again with valgrind if valgrind is installed.
fn run_with_valgrind(program: &Path, args: &[PathBuf]) {
    good(Command::new(program).args(args).output().unwrap());
    if sanitizer().is_none() && is_here("valgrind") {
        let strict = [
            "--quiet",
            "--error-exitcode=9",
            "--leak-check=full",
            "--errors-for-leak-kinds=definite",
        ];
        let mut valgrind = Command::new("valgrind");
        valgrind.args(strict).arg(program).args(args);
        good(valgrind.output().unwrap());
    }
}

/// Planes that are shorter than the stage (M4), faults of pixels that are seen, damaged blocks,
/// rounds of version 0 (V34), the ends of the strips, names of games, the callback for the place of
/// a picture, and the cut of a hit test (D11).
#[test]
fn an_engine_can_rely_on_what_the_guide_says() {
    let Some((_folder, program)) = program("tests/programs/client.c") else {
        return;
    };
    let costumes = repository().join("data/scene-costumes");
    let args = ["doll-v5.cost", "puppet.akos", "man-v0.cost"].map(|name| costumes.join(name));
    run_with_valgrind(&program, &args);
}

/// Returns the first program of a language in a document.
fn first_of(document: &str, language: &str) -> String {
    let guide = fs::read_to_string(repository().join(document)).unwrap();
    let code = guide.split(&format!("```{language}\n")).nth(1).unwrap();
    code.split("```").next().unwrap().to_owned()
}

#[test]
fn the_first_program_of_the_guide_runs_as_it_is_written() {
    if cfg!(not(target_os = "linux")) || !is_here("cc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("first.c");
    fs::write(&file, first_of("docs/languages.md", "c")).unwrap();
    let program = build(folder.path(), &[file.to_str().unwrap()], "cc");
    good(
        Command::new(program)
            .current_dir(repository())
            .output()
            .unwrap(),
    );
}

/// Precedes bytes by their size, as blocks of the Nintendo are stored.
fn sized(bytes: &[u8]) -> Vec<u8> {
    let size = u16::try_from(bytes.len() + 2).unwrap();
    [&size.to_le_bytes()[..], bytes].concat()
}

/// Returns a costume of the Nintendo whose 24 animations show one to three of the pictures 0 to 5
/// (Q40).
fn nes_costume() -> Vec<u8> {
    let mut table = Vec::new();
    let mut pictures = Vec::new();
    for animation in 0..24_u8 {
        let count = 1 + animation % 3;
        table.extend([48 + u8::try_from(pictures.len()).unwrap(), count]);
        pictures.extend((0..count).map(|step| (animation + step) % 6));
    }
    table.extend(pictures);
    sized(&table)
}

/// Returns the six blocks of a set of sprites with six pictures of four sprites (Q41, Q43, Q45).
fn nes_sprites() -> Vec<u8> {
    let pictures = 6_u8;
    let mut offsets = Vec::new();
    let mut sprites = Vec::new();
    for picture in 0..pictures {
        offsets.extend(u16::try_from(sprites.len()).unwrap().to_le_bytes());
        for (number, (x, y)) in (0..4).zip([(0, -24_i8), (8, -24), (picture, -16), (5, -8)]) {
            // Bit 7 of the first byte mirrors the tile.
            let mirrored = (picture + number) % 2 * 0x80;
            let tile = (picture + number) % 4;
            sprites.extend([y as u8 & 0x7f | mirrored, tile, x << 2 | number]);
        }
    }
    let mut tiles = vec![4, 0xa0];
    for tile in 0..4_u8 {
        tiles.extend((0..16).map(|row| 0x9d_u8.rotate_left(row) ^ tile.wrapping_mul(0x35)));
    }
    let counts = vec![3; usize::from(pictures)];
    let descriptors = vec![0; 50];
    let colours: Vec<u8> = (0x10..0x20).collect();
    let blocks = [&descriptors, &counts, &offsets, &sprites, &tiles, &colours];
    blocks.map(|block| sized(block)).concat()
}

/// The code of the guide animates costumes with an engine's own limbs and draws them into its own
/// buffers, behind its own planes. Every frame, limb, strip, row and counter equals that of the
/// stage (D2 to D5, C43, M1, G2, G3).
#[test]
fn an_engine_on_the_code_of_the_guide_shows_what_the_stage_shows() {
    if cfg!(not(target_os = "linux")) || !is_here("c++") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("guide.hpp"),
        first_of("docs/engine-client.md", "cpp"),
    )
    .unwrap();
    let program = build(folder.path(), &["tests/programs/engine.cpp"], "c++");
    let akos: &[&str] = &[
        "he72.akos",
        "trle.akos",
        "puppet.akos",
        "majmin.akos",
        "bomp.akos",
    ];
    let made = |name: &str, bytes: Vec<u8>| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let nes_costume = made("nes.cost", nes_costume());
    let nes = format!("platform=nes,sprites={}", made("sprites", nes_sprites()));
    let games: [(&str, &str, &str, &[&str]); 26] = [
        ("1", "0", &nes, &[&nes_costume]),
        ("0", "0", "-", &["man-v0.cost"]),
        ("1", "0", "-", &["flag-v1.cost"]),
        ("2", "0", "-", &["doll-v2.cost"]),
        ("3", "0", "-", &["doll-v2.cost"]),
        ("3", "0", "old256", &["doll-v3.cost"]),
        ("4", "0", "-", &["doll-v4.cost"]),
        (
            "5",
            "0",
            "-",
            &[
                "doll-v5.cost",
                "doll-v5-32.cost",
                "doll-v5-west.cost",
                "doll-v5-borrows.cost",
            ],
        ),
        ("5", "0", "platform=amiga", &["doll-v5-amiga.cost"]),
        ("6", "0", "-", &["doll-v6.cost"]),
        ("7", "0", "-", &["puppet.akos", "bomp.akos", "majmin.akos"]),
        ("8", "0", "-", &["puppet.akos", "bomp.akos", "majmin.akos"]),
        ("6", "72", "-", &["he72.akos", "trle.akos"]),
        ("1", "0", "platform=c64,game=zak", &["flag-v1.cost"]),
        ("3", "0", "render=cga", &["doll-v2.cost"]),
        ("4", "0", "ega", &["doll-v4.cost"]),
        (
            "5",
            "0",
            "platform=amiga,game=indy4",
            &["doll-v5-amiga.cost"],
        ),
        ("6", "0", "game=samnmax", &["doll-v6.cost"]),
        ("6", "60", "-", &["doll-v6.cost"]),
        ("6", "61", "-", akos),
        ("6", "62", "-", akos),
        ("6", "70", "-", akos),
        ("6", "72", "-", akos),
        ("6", "90", "-", akos),
        ("6", "99", "-", akos),
        ("6", "100", "-", akos),
    ];
    // Planes that are shorter than the stage, and damaged costumes.
    let plays = [
        ("wide", ""),
        ("linear", ""),
        ("wide", ",short"),
        ("linear", ",short"),
        ("wide", ",damaged"),
    ];
    let mut asked = [0; 6];
    for (version, he, details, costumes) in games {
        for (layout, more) in plays {
            let mut run = Command::new(&program);
            run.current_dir(repository().join("data/scene-costumes"));
            let details = format!("{details}{more}");
            let said = good(
                run.args([layout, version, he, &details, "200", "2"])
                    .args(costumes)
                    .output()
                    .unwrap(),
            );
            let counts: Vec<u32> = said
                .split_whitespace()
                .filter_map(|word| word.parse().ok())
                .collect();
            let [
                drawings,
                pixels,
                cut,
                commands,
                sounds,
                hits,
                faults,
                evictions,
                cut_hits,
            ] = counts[..]
            else {
                panic!("{said}")
            };
            let game = format!("version {version}, {he}, {details}: {said}");
            // Damaged costumes may show nothing.
            let is_damaged = more == ",damaged";
            assert!(drawings > 250 && (pixels > 5_000 || is_damaged), "{game}");
            // In Humongous games, no picture may have been cut during the short time of the test.
            // Versions 0, 7 and 8 and the Nintendo (Q46) do not report cuts.
            let is_cut = cut > 0;
            let reports_cuts = !["0", "7", "8"].contains(&version) && !details.contains("nes");
            assert!(he != "0" || is_damaged || is_cut == reports_cuts, "{game}");
            let counted = [commands, sounds, hits, faults, evictions, cut_hits];
            for (sum, count) in asked.iter_mut().zip(counted) {
                *sum += count;
            }
        }
    }
    assert!(
        asked.iter().all(|&times| times > 0),
        "commands, sounds, hits, faults, evictions, cut hits: {asked:?}"
    );
}

#[test]
fn clips_rooms_and_traces_reach_c() {
    let Some((folder, program)) = program("tests/programs/clips.c") else {
        return;
    };
    let game = repository().join("data/demo/built");
    let files = ["walk.gif", "sheet.png", "sheet.json"].map(|name| folder.path().join(name));
    good(
        Command::new(program)
            .arg(&game)
            .args(&files)
            .output()
            .unwrap(),
    );
    let [gif, png, json] = files.map(|file| fs::read(file).unwrap());
    assert!(gif.starts_with(b"GIF89a") && png.starts_with(b"\x89PNG"));
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["meta"]["image"], "sheet.png");
}

#[test]
fn the_header_of_cpp_frees_handles_and_throws_failures() {
    if cfg!(not(target_os = "linux")) || !is_here("c++") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = build(folder.path(), &["tests/programs/handles.cpp"], "c++");
    let game = repository().join("data/demo/built");
    let costume = repository().join("data/scene-costumes/doll-v5.cost");
    let said = good(
        Command::new(program)
            .args([game, costume])
            .output()
            .unwrap(),
    );
    assert!(said.trim().parse::<i64>().unwrap() > 60);
}

/// Checks that a compiler accepts a file without a warning.
fn accepts(compiler: &str, options: &[&str], source: &str) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(compiler)
        .args(["-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror"])
        .args(options)
        .arg("-D_POSIX_C_SOURCE=200809L")
        .arg("-I")
        .arg(here.join("include"))
        .arg(here.join(source))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{compiler} {options:?} {source}: {text}"
    );
}

#[test]
fn gcc_and_clang_accept_the_examples_without_a_warning() {
    for (c, cpp) in [("gcc", "g++"), ("clang", "clang++")] {
        if !is_here(c) || !is_here(cpp) {
            continue;
        }
        for source in [
            "examples/walk.c",
            "examples/costume.c",
            "tests/programs/clips.c",
        ] {
            for standard in ["-std=c99", "-std=c11", "-std=c17"] {
                accepts(c, &[standard], source);
            }
        }
        for standard in ["-std=c++11", "-std=c++17", "-std=c++20"] {
            accepts(cpp, &[standard], "tests/programs/handles.cpp");
        }
    }
}
