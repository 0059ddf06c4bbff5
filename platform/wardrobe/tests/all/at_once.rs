//! Two programs that write into one folder at the same time, and a program that reads a game during
//! an import. The result must equal the result of running them one after the other, or one of them
//! must report an error.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use scumm_engine::SplitMix64;
use scumm_room::resource::{GameFiles, ResourceKind};
use scumm_test_support::repository;

use crate::common::{demo, good};

/// The number of times that each pair of programs is started.
const ROUNDS: usize = 3;

/// The contents of all files in a folder and below, by their paths.
type Contents = BTreeMap<String, Vec<u8>>;

/// Returns a command. Blanks separate the words of `line`.
fn command(line: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardrobe"));
    command
        .args(line.split(' '))
        .current_dir(folder)
        .env_remove("RUST_LOG")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn contents(folder: &Path) -> Contents {
    let mut files = Contents::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            for (below, bytes) in contents(&entry.path()) {
                files.insert(format!("{name}/{below}"), bytes);
            }
        } else {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    files
}

/// Returns a folder with the demo games of versions 5 and 7, their costumes as files, and the
/// sources of the demo.
fn prepared() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for version in ["5", "7"] {
        let game = demo(folder.path(), version);
        let raw = folder.path().join(format!("raw-{version}"));
        good(&[&"extract", &game, &"--all", &"-o", &raw]);
    }
    let source = folder.path().join("source");
    fs::create_dir(&source).unwrap();
    for entry in fs::read_dir(repository().join("data/demo")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, source.join(path.file_name().unwrap())).unwrap();
        }
    }
    let scene = "actors = [{id = 1, x = 50, y = 60}]\nsteps = [['tick', 3]]\n";
    fs::write(folder.path().join("one.toml"), scene).unwrap();
    fs::write(folder.path().join("two.toml"), scene.replace('3', "5")).unwrap();
    folder
}

/// Copies a folder into a new temporary folder.
fn copy(from: &Path) -> tempfile::TempDir {
    let to = tempfile::tempdir().unwrap();
    for (name, bytes) in contents(from) {
        let path = to.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    to
}

/// Returns the contents of a folder after these commands have run one after the other.
fn in_turn(start: &Path, lines: &[&str]) -> Contents {
    let folder = copy(start);
    for line in lines {
        let output = command(line, folder.path()).output().unwrap();
        assert!(is_done(&output), "{line}: {output:?}");
    }
    contents(folder.path())
}

/// Returns whether a command has succeeded. If it has failed, checks that it printed an error.
fn is_done(output: &Output) -> bool {
    match output.status.code() {
        Some(0 | 1) => true,
        Some(2) => {
            let said = String::from_utf8_lossy(&output.stderr);
            let why = [
                "is writing into this folder",
                "an import into this game is running",
                "was changed since it was opened",
            ];
            assert!(why.iter().any(|why| said.contains(why)), "{said}");
            false
        }
        other => panic!("{other:?}: {output:?}"),
    }
}

/// Runs two commands at the same time, several times. The contents of the folder must equal the
/// contents after running the successful commands one after the other, in either order.
fn assert_in_turn(start: &Path, first: &str, second: &str) {
    let expected = |first_done: bool, second_done: bool| match (first_done, second_done) {
        (true, true) => vec![
            in_turn(start, &[first, second]),
            in_turn(start, &[second, first]),
        ],
        (true, false) => vec![in_turn(start, &[first])],
        (false, true) => vec![in_turn(start, &[second])],
        (false, false) => vec![contents(start)],
    };
    // The expected contents are determined once for each outcome, and only for outcomes that occur.
    let mut known = BTreeMap::new();
    for round in 0..ROUNDS {
        let folder = copy(start);
        let one = command(first, folder.path()).spawn().unwrap();
        let two = command(second, folder.path()).spawn().unwrap();
        let one = one.wait_with_output().unwrap();
        let two = two.wait_with_output().unwrap();
        let now = contents(folder.path());
        let (one, two) = (is_done(&one), is_done(&two));
        let results = known
            .entry((one, two))
            .or_insert_with(|| expected(one, two));
        let is_one_of = results.contains(&now);
        let names: Vec<&String> = now.keys().collect();
        assert!(
            is_one_of,
            "round {round}: {first} and {second}: the result differs from running in turn: \
             {names:?}"
        );
    }
}

#[test]
fn imports_into_one_game_at_once_are_one_after_the_other() {
    let start = prepared();
    let import = |file: &str, number: u8| {
        format!("import demo-5 raw-5/costume-00{file}.cost --costume {number} --in-place")
    };
    assert_in_turn(start.path(), &import("1", 2), &import("2", 1));
    assert_in_turn(start.path(), &import("1", 3), &import("2", 3));
    assert_in_turn(
        start.path(),
        &import("2", 1),
        "build source/pim.toml -o demo-5/pim.cost",
    );
}

#[test]
fn new_sets_of_a_game_into_one_folder_at_once_are_one_after_the_other() {
    let start = prepared();
    assert_in_turn(
        start.path(),
        "import demo-5 raw-5/costume-001.cost --costume 2 -o out",
        "import demo-5 raw-5/costume-002.cost --costume 1 -o out",
    );
    assert_in_turn(
        start.path(),
        "demo --version 5 -o out",
        "demo --version 6 -o out",
    );
}

#[test]
fn builds_at_once_are_one_after_the_other() {
    let start = prepared();
    for (first, second) in [
        (
            "source/mara.toml -o out/a.cost",
            "source/pim.toml -o out/b.cost",
        ),
        (
            "source/mara.toml -o out/a.cost",
            "source/pim.toml -o out/a.cost",
        ),
        (
            "source/game.toml -o out --version 5",
            "source/game.toml -o out --version 6",
        ),
    ] {
        let build = |rest: &str| format!("build {rest}");
        assert_in_turn(start.path(), &build(first), &build(second));
    }
}

#[test]
fn what_is_taken_out_of_games_at_once_is_one_after_the_other() {
    let start = prepared();
    for (first, second) in [
        ("extract demo-5 --all -o out", "extract demo-7 --all -o out"),
        (
            "disassemble demo-5 --costume 1 -o out",
            "disassemble demo-5 --costume 2 -o out",
        ),
        (
            "disassemble demo-5 --all -o out",
            "disassemble demo-7 --all -o out",
        ),
        (
            "export demo-5 --costume 1 --only cels -o out",
            "export demo-5 --costume 2 --only cels -o out",
        ),
        ("gallery demo-5 -o out", "gallery demo-5 -o out"),
        (
            "room demo-5 1 --planes -o out/room.png",
            "room demo-5 2 --planes -o out/room.png",
        ),
        (
            "scene run one.toml --save-frames out",
            "scene run two.toml --save-frames out",
        ),
        (
            "compare demo-5 demo-7 -o out",
            "extract demo-5 --all -o out",
        ),
        ("man -o out", "man -o out"),
    ] {
        assert_in_turn(start.path(), first, second);
    }
}

#[test]
fn a_reader_beside_an_import_gets_the_old_game_or_the_new_one() {
    let start = prepared();
    let import = "import demo-5 raw-5/costume-002.cost --costume 1 --in-place";
    let read = "extract demo-5 --all -o out";
    let of_out = |all: Contents| {
        let own = all.into_iter().filter(|(name, _)| name.starts_with("out/"));
        own.collect::<Contents>()
    };
    let old = of_out(in_turn(start.path(), &[read]));
    let new = of_out(in_turn(start.path(), &[import, read]));
    assert!(old != new);
    for round in 0..ROUNDS * 4 {
        let folder = copy(start.path());
        let writer = command(import, folder.path()).spawn().unwrap();
        let reader = command(read, folder.path()).spawn().unwrap();
        let reader = reader.wait_with_output().unwrap();
        assert!(is_done(&writer.wait_with_output().unwrap()), "{round}");
        if is_done(&reader) {
            let now = of_out(contents(folder.path()));
            assert!(now == old || now == new, "round {round}");
        }
    }
}

/// Returns the costumes of a game.
fn costumes(folder: &Path) -> Vec<Vec<u8>> {
    let game = GameFiles::open(&folder.join("wardrobe.000")).unwrap();
    let load = |id| game.load(ResourceKind::Costume, id).unwrap().data;
    game.ids(ResourceKind::Costume).map(load).collect()
}

#[test]
fn of_several_imports_that_are_killed_each_is_done_or_not() {
    let start = prepared();
    let old = costumes(&start.path().join("demo-5"));
    let import = |file: u8, number: u8| {
        format!("import demo-5 raw-5/costume-00{file}.cost --costume {number} --in-place")
    };
    let lines = [import(2, 1), import(3, 2), import(1, 3)];
    let sources = [1, 2, 0];
    let mut random = SplitMix64::new(1);
    for round in 0..ROUNDS * 4 {
        let folder = copy(start.path());
        let spawn = |line: &String| command(line, folder.path()).spawn().unwrap();
        let mut running: Vec<_> = lines.iter().map(spawn).collect();
        let killed = usize::from(random.in_range(0, 2) as u8);
        for _ in 0..random.in_range(0, 2000) {
            std::hint::spin_loop();
            std::thread::yield_now();
        }
        // The program may have ended already.
        let _ = running[killed].kill();
        let mut are_done = Vec::new();
        for (number, child) in running.into_iter().enumerate() {
            let output = child.wait_with_output().unwrap();
            let is_ended = number == killed && output.status.code().is_none();
            are_done.push(!is_ended && is_done(&output));
        }
        // The next import finishes the interrupted import. It changes nothing else, because its own
        // costume is in the game already.
        let game = folder.path().join("demo-5");
        let last = command(&lines[(killed + 1) % 3], folder.path()).output();
        assert!(is_done(&last.unwrap()), "round {round}");
        for (number, costume) in costumes(&game).iter().enumerate() {
            let is_new = *costume == old[sources[number]];
            let is_old = *costume == old[number];
            assert!(is_new || is_old, "round {round}: costume {number}");
            assert!(
                is_new || !are_done[number],
                "round {round}: costume {number}"
            );
        }
    }
}
