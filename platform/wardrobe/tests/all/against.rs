//! `wardrobe scene check --against`, which compares scenes with another program. In these tests the
//! other program is Wardrobe itself, either unchanged or behind a script that changes its output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use scumm_test_support::repository;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{files, read_png, refusal, stdout, wardrobe};

/// Two scenes. In the first an actor turns; the second is empty.
const TURN: &str = r#"{"actors": [{"id": 1, "x": 50, "y": 60}], "steps": [["tick", 2], ["turn", 1, 90], ["tick", 3]]}"#;
const EMPTY: &str = "name = 'nobody'\nroom = {background = 7}\nsteps = [['tick', 2], ['state']]\n";

/// A folder with both scenes and their stored lines.
struct Work(TempDir);

impl Work {
    fn new() -> Self {
        let work = Self(tempfile::tempdir().unwrap());
        fs::write(work.path("turn.json"), TURN).unwrap();
        fs::write(work.path("empty.toml"), EMPTY).unwrap();
        let blessed = wardrobe(&[&"scene", &"bless", &work.path("")]);
        assert_eq!(blessed.status.code(), Some(0), "{blessed:?}");
        work
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a program that consists of these lines of shell. In them, `$wardrobe` is the path of
    /// Wardrobe.
    #[cfg(unix)]
    fn script(&self, name: &str, lines: &str) -> String {
        use std::os::unix::fs::PermissionsExt;

        let path = self.path(name);
        fs::write(
            &path,
            format!(
                "#!/bin/sh\nwardrobe='{}'\n{lines}\n",
                env!("CARGO_BIN_EXE_wardrobe")
            ),
        )
        .unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }

    fn check(&self, more: &[&dyn AsRef<Path>]) -> (Option<i32>, String) {
        let output = self.call("check", more);
        (
            output.status.code(),
            stdout(&output).replace(&format!("{}/", self.0.path().display()), ""),
        )
    }

    fn call(&self, command: &str, more: &[&dyn AsRef<Path>]) -> Output {
        wardrobe(
            &[
                &[&"scene" as &dyn AsRef<Path>, &command, &self.path("")],
                more,
            ]
            .concat(),
        )
    }
}

/// Returns both ways to call Wardrobe as the other program.
fn ourselves() -> [(&'static str, String); 2] {
    let program = env!("CARGO_BIN_EXE_wardrobe");
    [
        ("--against", format!("'{program}' scene run")),
        ("--against-pipe", format!("'{program}' scene run --pipe")),
    ]
}

#[test]
fn our_own_lines_are_what_is_stored_both_ways() {
    let work = Work::new();
    let own = repository().join("data/scenes");
    let direct = stdout(&wardrobe(&[&"scene", &"check", &own]));
    assert!(direct.ends_with(" passed, 0 failed\n"), "{direct}");
    for (option, command) in ourselves() {
        assert_eq!(
            work.check(&[&option, &command]),
            (Some(0), "2 passed, 0 failed\n".to_owned()),
            "{option}"
        );
        let all = wardrobe(&[
            &"scene",
            &"check",
            &own,
            &option,
            &command,
            &"--time-limit",
            &"120",
        ]);
        assert_eq!(stdout(&all), direct, "{option}");
    }
}

#[cfg(unix)]
#[test]
fn a_difference_is_named_as_ours_is_and_with_its_feature() {
    let work = Work::new();
    let spoil = "sed 's/\"facing\":90/\"facing\":91/'";
    let direct = work.script(
        "direct.sh",
        &format!("\"$wardrobe\" scene run \"$1\" | {spoil}"),
    );
    let pipe = work.script(
        "pipe.sh",
        &format!(
            "\"$wardrobe\" scene run --pipe | {} -u",
            spoil.replace("sed", "sed -u")
        ),
    );
    for (option, command) in [("--against", direct), ("--against-pipe", pipe.clone())] {
        let (code, text) = work.check(&[&option, &command]);
        let line = "turn.json: stored line 5: step 2 tick, tick 0: actors[0].facing: expected 90, found 91 (turning)\n";
        assert_eq!(
            (code, text),
            (Some(1), format!("{line}1 passed, 1 failed\n")),
            "{option}"
        );
        let picture = work.check(&[&option, &command, &"--level", &"picture"]);
        assert_eq!(
            picture,
            (Some(0), "2 passed, 0 failed\n".to_owned()),
            "{option}"
        );
    }
    let junit = work.path("out.xml");
    work.check(&[&"--against-pipe", &pipe, &"--junit", &junit]);
    assert!(
        fs::read_to_string(junit)
            .unwrap()
            .contains("expected 90, found 91 (turning)")
    );
}

#[cfg(unix)]
#[test]
fn keys_of_higher_levels_may_be_left_out() {
    let work = Work::new();
    // The output of an engine without limbs has only a few keys for each actor.
    let few = r#"sed -E 's/"(targetFacing|moving|walkbox|frame|need[A-Z][A-Za-z]*)":[0-9]*,//g; s/,"top".*/}]}/'"#;
    let program = work.script("few.sh", &format!("\"$wardrobe\" scene run \"$1\" | {few}"));
    let (code, text) = work.check(&[&"--against", &program]);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("turn.json: stored line 1: step -1 setup: actors[0].animCounter: expected 0, found nothing"),
        "{text}"
    );
    for level in ["picture", "actors"] {
        let found = work.check(&[&"--against", &program, &"--level", &level]);
        assert_eq!(
            found,
            (Some(0), "2 passed, 0 failed\n".to_owned()),
            "{level}"
        );
    }
    let blind = work.script(
        "blind.sh",
        "\"$wardrobe\" scene run \"$1\" | sed -E 's/\"visible\":1,//'",
    );
    assert_eq!(
        work.check(&[&"--against", &blind, &"--level", &"picture"])
            .0,
        Some(0)
    );
    let actors = work.check(&[&"--against", &blind, &"--level", &"actors"]).1;
    assert!(
        actors.contains("actors[0].visible: expected 1, found nothing"),
        "{actors}"
    );
}

#[cfg(unix)]
#[test]
fn what_is_left_out_is_counted_by_feature_and_never_as_passed() {
    let work = Work::new();
    let skip = r#"sed -u 's/.*"step":1,.*/{"skip":"step turn"}/'"#;
    let direct = work.script(
        "direct.sh",
        &format!("\"$wardrobe\" scene run \"$1\" | {skip}"),
    );
    let pipe = work.script(
        "pipe.sh",
        &format!("\"$wardrobe\" scene run --pipe | {skip}"),
    );
    for (option, command) in [("--against", direct.clone()), ("--against-pipe", pipe)] {
        let expected = "left out of cels: 1 (1 step turn)\nleft out of turning: 1 (1 step turn)\n0 \
                        passed, 0 failed, 2 skipped - SKIPPED SCENES WERE NOT CHECKED (an error \
                        with --strict)\n";
        assert_eq!(
            work.check(&[&option, &command]),
            (Some(0), expected.to_owned()),
            "{option}"
        );
    }
    let cells: Value = serde_json::from_slice(
        &work
            .call("matrix", &[&"--against", &direct, &"--json"])
            .stdout,
    )
    .unwrap();
    let turning = cells["cells"]
        .as_array()
        .unwrap()
        .iter()
        .find(|cell| cell["feature"] == "turning")
        .unwrap();
    assert_eq!(
        (
            &turning["passed"],
            turning["leftOut"].as_array().unwrap().len()
        ),
        (&json!(0), 1)
    );
}

#[cfg(unix)]
#[test]
fn a_crash_a_hang_and_nonsense_are_named_with_the_scene() {
    let work = Work::new();
    let only = |message: &str| format!("{message} (turning)\n");
    let is_turn = "case \"$1\" in *turn*) ;; *) exec \"$wardrobe\" scene run \"$1\";; esac";
    let crash = "\"$wardrobe\" scene run \"$1\" | head -n 2; echo 'bad limb' >&2; echo 'in cel 7' >&2; exit 3";
    for (name, what, message) in [
        (
            "crash.sh",
            crash,
            "turn.json: the program ended with exit code 3 after 2 lines: bad limb\nin cel 7",
        ),
        (
            "hang.sh",
            "exec sleep 600",
            "turn.json: the program took longer than 10 s; it sent 0 lines",
        ),
        (
            "text.sh",
            "echo hello",
            "turn.json: line 1 is not a line of a scene: expected value at line 1 column 1: found \
             \"hello\"",
        ),
        (
            "quiet.sh",
            "true",
            "turn.json: stored line 1: step -1 setup: the line: expected {",
        ),
        (
            "more.sh",
            "\"$wardrobe\" scene run \"$1\"; echo '{\"step\":9}'",
            "stored line 8: step 9 : the line: expected nothing, found {\"step\":9}",
        ),
    ] {
        let program = work.script(name, &format!("{is_turn}\n{what}"));
        // The limit also applies to the scene without an error, which a busy machine may run
        // slowly.
        let limit = if name == "hang.sh" { "10" } else { "300" };
        let (code, text) = work.check(&[&"--against", &program, &"--time-limit", &limit]);
        assert_eq!(code, Some(1), "{text}");
        assert!(
            text.contains(message) && text.ends_with(&format!("{}1 passed, 1 failed\n", only(""))),
            "{name}: {text}"
        );
    }
    let missing = work.path("none.sh").display().to_string();
    let output = work.call("check", &[&"--against", &missing]);
    assert!(refusal(&output).contains("none.sh"), "{output:?}");
    assert!(
        refusal(&work.call("check", &[&"--against", &" "]))
            .contains("expected a program with its arguments")
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_that_breaks_fails_one_scene_and_is_started_anew() {
    let work = Work::new();
    // The program answers one request and ends at the next.
    let program = work.script(
        "once.sh",
        "head -n 1 | \"$wardrobe\" scene run --pipe; read line; echo 'that was it' >&2; exit 4",
    );
    fs::copy(work.path("empty.toml"), work.path("other.toml")).unwrap();
    fs::copy(
        work.path("empty.expected.jsonl"),
        work.path("other.expected.jsonl"),
    )
    .unwrap();
    let (code, text) = work.check(&[&"--against-pipe", &program, &"--jobs", &"1"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains(
            "other.toml: the program ended with exit code 4 after 0 lines: that was it (cels)"
        ),
        "{text}"
    );
    assert!(text.ends_with("2 passed, 1 failed\n"), "{text}");
}

#[test]
fn a_request_that_can_t_be_played_ends_with_the_error() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_wardrobe"))
        .args(["scene", "run", "--pipe"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let requests = [
        json!({"id": 1, "dir": ".", "scene": {"steps": [["jump", 1]]}}),
        json!({"id": 2, "dir": ".", "scene": {"steps": []}}),
    ];
    let mut stdin = child.stdin.take().unwrap();
    requests
        .iter()
        .for_each(|request| writeln!(stdin, "{request}").unwrap());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let lines: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(
        (&lines[0]["id"], &lines[0]["end"]),
        (&json!(1), &json!(true))
    );
    assert!(
        lines[0]["error"]
            .as_str()
            .unwrap()
            .contains("there is no step \"jump\"")
    );
    assert_eq!(
        (&lines[1]["op"], &lines[2]),
        (&json!("setup"), &json!({"id": 2, "end": true}))
    );
}

/// The other program prints other checksums and writes its own pictures, which have another
/// background.
#[cfg(unix)]
#[test]
fn both_pictures_are_shown_where_the_program_writes_its_own() {
    let work = Work::new();
    let spoil = "sed -E 's/\"n\":1,\"crc\":\"[0-9a-f]*\"/\"n\":1,\"crc\":\"00000000\"/'";
    let other = work.path("other.toml");
    fs::write(&other, EMPTY.replace('7', "8")).unwrap();
    let lines = format!(
        "case \"$1\" in --frames) \"$wardrobe\" scene run '{}' --frames \"$2\" | {spoil};; *) \"$wardrobe\" scene run \"$1\" | {spoil};; esac",
        other.display()
    );
    let program = work.script("other.sh", &lines);
    fs::remove_file(work.path("turn.json")).unwrap();
    let text = fs::read_to_string(&other).unwrap();
    fs::write(work.path("moved.txt"), text).unwrap();
    let pictures = work.path("pictures");
    let empty = work.path("empty.toml");
    let output = wardrobe(&[
        &"scene",
        &"check",
        &empty,
        &"--against",
        &program,
        &"--pictures",
        &pictures,
    ]);
    let text = stdout(&output);
    assert!(
        text.contains("stored line 3: step 0 tick, tick 1: crc: expected \""),
        "{text}"
    );
    assert!(
        text.contains("64000 pixels differ, columns 0 to 319, lines 0 to 199"),
        "{text}"
    );
    let names = files(&pictures);
    let of = |what: &str| pictures.join(names.iter().find(|name| name.contains(what)).unwrap());
    assert_eq!(read_png(&of("expected")).3[0], 7);
    assert_eq!(read_png(&of("found")).3[0], 8);
    let report = work.path("report");
    wardrobe(&[
        &"scene",
        &"report",
        &empty,
        &"--against",
        &program,
        &"-o",
        &report,
    ]);
    let page = fs::read_to_string(report.join("index.html")).unwrap();
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    let film = data["scenes"][0]["film"].as_array().unwrap();
    assert!(
        film.len() == 3
            && film
                .iter()
                .all(|moment| moment["expected"] != moment["found"]),
        "{film:?}"
    );
}
