//! Damaged copies of whole games. The program must list, show and play the undamaged part, or
//! report an error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use scumm_engine::SplitMix64;
use scumm_test_support::mutate::mutate;
use scumm_test_support::{repository, shared};

/// The number of copies of each game in every test run, and the number in the full run.
const FEW: u64 = 8;
const MANY: u64 = 200;
/// The most seconds of processor time and the most kilobytes of address space for a call.
const SECONDS: u32 = 2;
const KILOBYTES: u32 = 256 << 10;
/// The most elapsed time, on a machine that also does other work.
const PATIENCE: Duration = Duration::from_secs(300);

/// A scene with every costume and several actions in the first room.
const SCENE: &str = r#"
data = {path = ".", room = 1}
costumes = {1 = 1, 2 = 2, 3 = 3}
actors = [{id = 1, costume = 1, x = 60, y = 110}, {id = 2, costume = 2, x = 160, y = 120}, {id = 3, costume = 3, x = 90, y = 125}]
steps = [["tick", 4], ["walk", 1, 200, 120, -1], ["start_anim", 2, 4], ["talk_start", 3], ["tick", 30], ["hit", 1, 60, 100], ["tick", 10]]
"#;

/// A game to damage: the folder, the index and the data file.
struct Game {
    name: &'static str,
    folder: PathBuf,
    index: &'static str,
    data: &'static str,
}

fn games() -> Vec<Game> {
    let demo = Game {
        name: "the demo",
        folder: repository().join("data/demo/built"),
        index: "wardrobe.000",
        data: "wardrobe.001",
    };
    let mut games = vec![demo];
    match shared("real/openquest") {
        Some(folder) => {
            for (index, data) in [
                ("scummc6.000", "scummc6.001"),
                ("tentacle.000", "tentacle.001"),
            ] {
                games.push(Game {
                    name: "OpenQuest",
                    folder: folder.clone(),
                    index,
                    data,
                });
            }
        }
        None => eprintln!("OpenQuest is not there: only the demo is damaged"),
    }
    games
}

/// Calls the program under the limits. A shell sets the limits, because they must be in force when
/// the program starts.
fn limited(folder: &Path, args: &[&str]) -> Output {
    let limits = format!("ulimit -t {SECONDS} && ulimit -v {KILOBYTES} && exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command
        .args(["-c", &limits, env!("CARGO_BIN_EXE_wardrobe")])
        .args(args)
        .current_dir(folder);
    // Otherwise each thread reserves 64 MiB of address space, which count towards the limit even
    // though they are not used.
    command
        .env_remove("RUST_LOG")
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .unwrap()
}

/// Calls the program and returns its exit code. The exit code must be 0, 1 or 2; with 2 the program
/// must print an error.
fn check(game: &Game, copy: u64, args: &[&str], folder: &Path) -> Option<i32> {
    let start = Instant::now();
    let output = limited(folder, args);
    let took = start.elapsed();
    let messages = String::from_utf8_lossy(&output.stderr);
    let what = || {
        format!(
            "copy {copy} of {}: {args:?}: {:?} after {took:?}: {messages}",
            game.name, output.status
        )
    };
    assert!(matches!(output.status.code(), Some(0..=2)), "{}", what());
    let is_told = messages
        .lines()
        .any(|line| line.starts_with("wardrobe: ") && !line.starts_with("wardrobe: warn: "));
    assert!(is_told == (output.status.code() == Some(2)), "{}", what());
    assert!(took <= PATIENCE, "{}", what());
    output.status.code()
}

fn damage(copies: u64) {
    for game in games() {
        let sound = [game.index, game.data].map(|name| fs::read(game.folder.join(name)).unwrap());
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("scene.toml"), SCENE).unwrap();
        let mut codes = [0_u32; 3];
        for copy in 0..copies {
            let mut random = SplitMix64::new(copy);
            // The index is small but important, so it is damaged in every third copy.
            let mut files = sound.clone();
            let damaged = usize::from(copy % 3 != 0);
            for _ in 0..1 + copy % 4 {
                files[damaged] = mutate(&files[damaged], &[&sound[damaged]], &mut random);
            }
            for (name, bytes) in [game.index, game.data].iter().zip(&files) {
                fs::write(folder.path().join(name), bytes).unwrap();
            }
            let costume = (1 + copy % 3).to_string();
            for args in [
                &["list", game.index][..],
                &["info", game.index, "--costume", &costume],
                &["scene", "run", "scene.toml"],
            ] {
                let code = check(&game, copy, args, folder.path());
                code.and_then(|code| codes.get_mut(usize::try_from(code).ok()?))
                    .into_iter()
                    .for_each(|count| *count += 1);
            }
        }
        println!(
            "{} ({}): {copies} copies, exit codes 0, 1, 2: {codes:?}",
            game.name, game.index
        );
        assert!(codes[0] > 0, "nothing was played: {codes:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_few_damaged_copies_of_games_end_with_a_result_or_an_error() {
    damage(FEW);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes"]
fn two_hundred_damaged_copies_of_games_end_with_a_result_or_an_error() {
    damage(MANY);
}
