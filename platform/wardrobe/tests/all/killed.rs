//! Kills the program while it writes. Both old files and new files must be complete afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use scumm_engine::SplitMix64;
use scumm_room::resource::{GameFiles, ResourceKind};
use scumm_test_support::repository;

/// The number of times that the program is killed.
const TIMES: u32 = 25;
/// The beginning of the names of temporary files, by which files that a killed program leaves are
/// recognised.
const TEMPORARY: &str = ".wardrobe-";

/// Returns the contents of the files of a folder without temporary files, and the number of
/// temporary files.
fn contents(folder: &Path) -> (BTreeMap<String, Vec<u8>>, usize) {
    let mut all: BTreeMap<String, Vec<u8>> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            (
                entry.file_name().into_string().unwrap(),
                fs::read(entry.path()).unwrap(),
            )
        })
        .collect();
    let before = all.len();
    all.retain(|name, _| !name.starts_with(TEMPORARY));
    let left = before - all.len();
    (all, left)
}

fn remove_temporaries(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
        if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
            fs::remove_file(entry.path()).unwrap();
        }
    }
}

fn command(args: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardrobe"));
    command
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .env_remove("RUST_LOG");
    command
}

/// Runs a command to its end. Returns the time that it took.
fn run(args: &[&str], folder: &Path) -> Duration {
    let start = Instant::now();
    assert!(
        command(args, folder).status().unwrap().success(),
        "{args:?}"
    );
    start.elapsed()
}

/// Ends a command by a signal (KILL, TERM, INT) after some time. Returns whether the command was
/// still running.
fn end_after(args: &[&str], folder: &Path, time: Duration, signal: &str) -> bool {
    let mut child = command(args, folder).spawn().unwrap();
    std::thread::sleep(time);
    let told = Command::new("kill")
        .args(["-s", signal, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(told.success(), "{signal}");
    !child.wait().unwrap().success()
}

/// Runs `args` repeatedly over the old files in `out`, and kills it at random moments. Each file
/// must then have its old or its new contents, and no other file may exist.
fn kill_often(args: &[&str], folder: &Path, out: &Path, time: Duration, prepare: impl Fn()) {
    let mut random = SplitMix64::new(1);
    run(args, folder);
    let (new, _) = contents(out);
    let (mut killed, mut mixed, mut temporaries) = (0, 0, 0);
    for round in 0..TIMES {
        remove_temporaries(out);
        prepare();
        let (old, _) = contents(out);
        assert!(old != new, "the commands must change the files");
        let micros = time.as_micros().try_into().unwrap_or(i32::MAX);
        let delay = Duration::from_micros(random.in_range(0, micros).try_into().unwrap());
        killed += u32::from(end_after(args, folder, delay, "KILL"));
        let (now, left) = contents(out);
        temporaries += left;
        for (name, bytes) in &now {
            let known = [old.get(name), new.get(name)].contains(&Some(bytes));
            assert!(
                known,
                "round {round}: {name} is neither old nor new ({} bytes)",
                bytes.len()
            );
        }
        assert!(
            old.keys().all(|name| now.contains_key(name)),
            "round {round}: an old file is lost"
        );
        mixed += u32::from(now != old && now != new);
    }
    println!(
        "{args:?}: killed {killed} of {TIMES} times, {mixed} times half done, {temporaries} \
         temporaries left"
    );
    assert!(killed > 0, "the program was never killed");
}

#[test]
fn an_export_that_is_killed_leaves_whole_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let game = repository().join("data/demo/built");
    let game = game.to_str().unwrap();
    let args = [
        "export",
        game,
        "--costume",
        "2",
        "--chore",
        "2",
        "-o",
        "out",
    ];
    let time = run(&args, folder.path());
    let (new, _) = contents(&out);
    let prepare = || {
        fs::remove_dir_all(&out).unwrap();
        fs::create_dir(&out).unwrap();
        new.keys()
            .for_each(|name| fs::write(out.join(name), format!("old {name}")).unwrap());
    };
    kill_often(&args, folder.path(), &out, time, prepare);
}

#[test]
fn ctrl_c_and_term_leave_no_temporary_files() {
    let folder = tempfile::tempdir().unwrap();
    let game = repository().join("data/demo/built");
    let args = [
        "export",
        game.to_str().unwrap(),
        "--costume",
        "2",
        "--chore",
        "2",
        "-o",
        "out",
    ];
    let time = run(&args, folder.path());
    let mut random = SplitMix64::new(2);
    let mut ended = 0;
    for round in 0..TIMES / 3 {
        let out = folder.path().join("out");
        fs::remove_dir_all(&out).unwrap();
        fs::create_dir(&out).unwrap();
        let micros = time.as_micros().try_into().unwrap_or(i32::MAX);
        let delay = Duration::from_micros(random.in_range(0, micros).try_into().unwrap());
        let signal = if round % 2 == 0 { "INT" } else { "TERM" };
        ended += u32::from(end_after(&args, folder.path(), delay, signal));
        assert_eq!(contents(&out).1, 0, "round {round}, {signal}");
    }
    assert!(ended > 0, "the program was never ended");
}

#[test]
fn a_kit_that_is_ended_leaves_nothing_unpacked() {
    let folder = tempfile::tempdir().unwrap();
    let temporary = folder.path().join("tmp");
    fs::create_dir(&temporary).unwrap();
    let vectors = repository().join("data/vectors");
    let mut kit = command(
        &["scene", "kit", vectors.to_str().unwrap(), "-o", "kit"],
        folder.path(),
    );
    let mut child = kit.env("TMPDIR", &temporary).spawn().unwrap();
    let entries = || fs::read_dir(&temporary).unwrap().count();
    let until = Instant::now() + Duration::from_secs(300);
    while entries() == 0 {
        assert!(Instant::now() < until, "nothing is unpacked");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(
        Command::new("kill")
            .args(["-s", "TERM", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    assert!(!child.wait().unwrap().success());
    assert_eq!(entries(), 0);
}

#[test]
fn blessing_that_is_killed_leaves_whole_files() {
    const SCENES: usize = 12;
    let folder = tempfile::tempdir().unwrap();
    let write = |number: usize, what: &str, ending: &str| {
        fs::write(
            folder.path().join(format!("scene-{number:02}.{ending}")),
            what,
        )
        .unwrap();
    };
    for number in 0..SCENES {
        write(
            number,
            "actors = [{id = 1, x = 50, y = 60}]\nsteps = [['tick', 40]]\n",
            "toml",
        );
    }
    let args = ["scene", "bless", "."];
    let time = run(&args, folder.path());
    let prepare = || {
        let (all, _) = contents(folder.path());
        all.keys()
            .filter(|name| name.ends_with(".jsonl"))
            .for_each(|name| {
                fs::write(folder.path().join(name), format!("old {name}\n")).unwrap();
            });
    };
    kill_often(&args, folder.path(), folder.path(), time, prepare);
}

/// The number of times that an import is killed.
const IMPORTS: u32 = 200;
/// The system calls that change files. An import is killed at each of these calls.
const CALLS: [&str; 8] = [
    "write", "fsync", "rename", "renameat", "fchmod", "flock", "unlink", "openat",
];

/// Copies the demo to `folder` and removes an earlier copy.
fn copy_demo(folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir(folder).unwrap();
    for name in ["wardrobe.000", "wardrobe.001"] {
        fs::copy(
            repository().join("data/demo/built").join(name),
            folder.join(name),
        )
        .unwrap();
    }
}

/// Returns all resources of a game.
fn resources(folder: &Path) -> Vec<(ResourceKind, u16, Vec<u8>)> {
    let game = GameFiles::open(&folder.join("wardrobe.000")).unwrap();
    let ids = ResourceKind::ALL
        .into_iter()
        .flat_map(|kind| game.ids(kind).map(move |id| (kind, id)));
    ids.filter_map(|(kind, id)| Some((kind, id, game.load(kind, id).ok()?.data)))
        .collect()
}

#[test]
fn an_import_that_is_killed_leaves_a_game_that_opens_unchanged_or_changed() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game");
    copy_demo(&game);
    run(
        &["extract", "game", "--costume", "2", "-o", "."],
        folder.path(),
    );
    let args = [
        "import",
        "game",
        "costume-002.cost",
        "--costume",
        "1",
        "--in-place",
    ];
    let old = resources(&game);
    let time = run(&args, folder.path());
    let new = resources(&game);
    assert!(old != new);
    run(
        &["extract", "game", "--costume", "3", "-o", "."],
        folder.path(),
    );
    let (mut traced, mut changed, mut finished) = (0, 0, 0);
    // The next program that opens the game must find the old game or the new game, or an error that
    // requires finishing the import.
    let mut check = |what: &str| {
        let before = contents(&game).0;
        let listed = command(&["list", "game"], folder.path())
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert!(contents(&game).0 == before, "{what}: `list` changed files");
        if !listed.status.success() {
            let said = String::from_utf8(listed.stderr).unwrap();
            assert_eq!(listed.status.code(), Some(2), "{what}: {said}");
            assert!(said.contains("was interrupted"), "{what}: {said}");
            // This import puts a costume into its own place.
            let next = "import game costume-003.cost --costume 3 --in-place";
            run(&next.split(' ').collect::<Vec<_>>(), folder.path());
            assert!(
                resources(&game) == new,
                "{what}: a valid import was not completed"
            );
            finished += 1;
        }
        let now = resources(&game);
        assert!(
            now == old || now == new,
            "{what}: the game is neither the old one nor the new one"
        );
        changed += u32::from(now == new);
        let kept = game.join("wardrobe.001.bak");
        let whole = fs::read(repository().join("data/demo/built/wardrobe.001")).unwrap();
        assert!(
            !kept.exists() || fs::read(kept).unwrap() == whole,
            "{what}: the kept copy is not complete"
        );
    };
    for call in CALLS {
        for number in 1.. {
            copy_demo(&game);
            let (trace, inject) = (
                format!("trace={call}"),
                format!("inject={call}:signal=KILL:when={number}"),
            );
            let mut command = Command::new("strace");
            // Other system calls are not intercepted.
            command.args([
                "-f",
                "--seccomp-bpf",
                "-qq",
                "-o",
                "/dev/null",
                "-e",
                &trace,
                "-e",
                &inject,
            ]);
            command.arg(env!("CARGO_BIN_EXE_wardrobe")).args(args);
            let Ok(status) = command
                .current_dir(folder.path())
                .stderr(Stdio::null())
                .status()
            else {
                eprintln!(
                    "skipped: strace is not installed, so it is killed at random moments only"
                );
                break;
            };
            if status.success() {
                break;
            }
            check(&format!("{call} {number}"));
            traced += 1;
        }
    }
    let mut random = SplitMix64::new(3);
    for round in traced..IMPORTS {
        copy_demo(&game);
        let micros = time.as_micros().try_into().unwrap_or(i32::MAX);
        let delay = Duration::from_micros(random.in_range(0, micros).try_into().unwrap());
        end_after(&args, folder.path(), delay, "KILL");
        check(&format!("round {round}"));
    }
    println!(
        "{} kills, {traced} of them at a call; {changed} changed, {finished} finished by the next \
         import",
        IMPORTS.max(traced)
    );
}
