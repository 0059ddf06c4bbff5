//! Runs the bodies of fuzz targets on valid inputs and on damaged copies of these inputs.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests may panic, like tests"
)]

#[path = "../bodies.rs"]
mod tools;

use std::fs;
use std::time::{Duration, Instant};

use scumm_engine::{Game, SplitMix64};
use scumm_room::Dialect;
use scumm_room::resource::{Given, IMPORT_JOURNAL};
use scumm_test_support::bodies;
use scumm_test_support::bodies::input::FuzzInput;
use scumm_test_support::corpus::journals::{self, DATA, INDEX};
use scumm_test_support::corpus::{scripts, sheets, sources};
use scumm_test_support::memory::CountingAllocator;
use scumm_test_support::mutate::mutate;
use scumm_test_support::time::Stopwatch;
use scumm_tools::build::companions::CompanionFiles;
use scumm_tools::build::{animated, game};
use scumm_tools::disassemble::{RoomSourceFiles, SourceFiles};
use scumm_tools::import::{ImportKind, import_in_place};
use scumm_tools::run_files::RunFiles;
use scumm_tools::{casting, colours, costume_input, demo};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Returns inputs with the sources of a costume of the demo, as COST and as AKOS. In each input one
/// picture stands for all pictures of the source.
fn taken_apart() -> Vec<Vec<u8>> {
    let game = demo::game().unwrap();
    let cost = costume_input::load_costume(&game, 1).unwrap();
    let akos = game::edition(&game, Dialect::new(7), "x").unwrap();
    let akos = akos.into_iter().map(|file| (file.name, file.bytes.into()));
    let akos = costume_input::load_costume(&Game::from_files(akos).unwrap(), 1).unwrap();
    let input = |loaded| {
        let source =
            SourceFiles::new(loaded, &colours::colours_of_file(loaded).palette, false).unwrap();
        [
            source.text.as_bytes(),
            &[0],
            source.files.values().next().unwrap(),
        ]
        .concat()
    };
    [&cost, &akos].map(input).into()
}

/// Returns inputs with the sources of a room of the demo in each version. In each input one block
/// stands for all files of the source.
fn disassembled_rooms() -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for version in [5, 6, 7] {
        let game = Game::from_files(demo::files(version).unwrap()).unwrap();
        let source = RoomSourceFiles::new(&game, 1, false).unwrap();
        let text = &source.files["room.toml"];
        for name in source.files.keys().filter(|name| name.contains("RMIM")) {
            inputs.push([text, &[0][..], &source.files[name]].concat());
        }
    }
    inputs
}

#[test]
fn no_source_makes_building_fail_or_take_more_than_stated() {
    let mut all = sources().unwrap();
    all.extend(taken_apart());
    all.extend(disassembled_rooms());
    smoke("build_source", &all);
}

#[test]
fn no_sheet_or_aseprite_file_makes_building_fail_or_take_more_than_stated() {
    for name in ["build_sheet", "build_aseprite"] {
        let mut all = sheets().unwrap();
        all.retain(|(of, _)| *of == name);
        let inputs: Vec<Vec<u8>> = all.into_iter().map(|(_, input)| input).collect();
        smoke(name, &inputs);
    }
}

#[test]
fn the_sheets_and_aseprite_files_of_the_corpus_are_sound() {
    for (name, input) in sheets().unwrap() {
        let (version, file) = input.split_first().unwrap();
        let mut parts = file.splitn(2, |&byte| byte == 0);
        let (file, picture) = match name {
            "build_sheet" => (parts.next().unwrap(), parts.next().unwrap()),
            _ => (file, &[][..]),
        };
        let mut beside = CompanionFiles::same(picture.to_vec());
        beside.nearest = true;
        let built = animated::build(file, &beside, Some(Dialect::new(2 + version % 7)));
        assert!(built.is_ok(), "{name}: {:#}", built.unwrap_err());
    }
}

#[test]
fn no_script_makes_casting_fail_or_take_more_than_stated_j20_j34() {
    let all = scripts().unwrap();
    for input in &all {
        let blocks = usize::from(u16::from_le_bytes([input[1], input[2]]));
        let code = input.get(4 + blocks..).unwrap();
        assert_eq!(
            casting::is_read(&tools::script_dialect(input[0]), code),
            Some(true),
            "version {}",
            input[0]
        );
    }
    smoke("casting", &all);
}

#[test]
fn no_journal_makes_an_import_change_other_files() {
    smoke("journal", &journals::journals().unwrap());
}

#[test]
fn the_first_journal_of_the_corpus_is_sound() {
    let inputs = journals::journals().unwrap();
    let mut input = FuzzInput::new(&inputs[0]);
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write(IMPORT_JOURNAL, input.part());
    let old = journals::game(b"old").unwrap();
    let new = [input.part(), input.part()];
    for (name, (old, new)) in [INDEX, DATA].into_iter().zip(old.iter().zip(new)) {
        write(name, old);
        write(&format!("{name}.bak"), old);
        write(&format!("{name}.wardrobe-new"), new);
    }
    import_in_place(
        &RunFiles::default(),
        &folder.path().join(INDEX),
        &Given::default(),
        ImportKind::Costume,
        &[],
    )
    .unwrap();
    for (name, new) in [INDEX, DATA].into_iter().zip(new) {
        assert!(fs::read(folder.path().join(name)).unwrap() == new, "{name}");
    }
    assert!(!folder.path().join(IMPORT_JOURNAL).exists());
}

/// Runs a body on valid inputs and on damaged copies of these inputs.
fn smoke(name: &str, all: &[Vec<u8>]) {
    assert!(
        bodies::OF_TOOLS
            .iter()
            .all(|name| tools::named(name).is_some())
    );
    let body = tools::named(name).unwrap();
    let inputs: Vec<&[u8]> = all.iter().map(Vec::as_slice).collect();
    inputs
        .iter()
        .for_each(|input| bodies::run(name, body, input));
    let (mut random, start) = (SplitMix64::new(1), Instant::now());
    let mut runs = 0;
    while runs == 0 || (start.elapsed() < Duration::from_secs(1) && runs < 2000) {
        let Some(input) = inputs.get(runs % inputs.len()) else {
            break;
        };
        let watch = Stopwatch::start();
        bodies::run(name, body, &mutate(input, &inputs, &mut random));
        // A slow machine may take ten times as long.
        assert!(watch.elapsed() < bodies::TIME * 10, "run {runs}");
        runs += 1;
    }
    println!("{name}: {runs} damaged inputs");
    assert!(runs > 0);
}
