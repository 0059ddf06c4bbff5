//! Paths for results: which files are replaced, which paths are written to, and which are refused.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::common::{demo, files, good, refusal, stdout, wardrobe};

/// Returns the demo game and a folder beside it.
fn game() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let game = demo(folder.path(), "5");
    (folder, game)
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let (folder, game) = game();
    let at = |name: &str| folder.path().join(name);
    good(&[&"extract", &game, &"--costume", &"2", &"-o", &folder.path()]);
    let costume = at("costume-002.cost");
    fs::write(at("s.toml"), "actors = [{id = 1}]\nsteps = [['tick', 1]]\n").unwrap();
    fs::write(at("palette"), [0; 768]).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("costume-002.cost", at("link")).unwrap();
    let calls: &[(&[&dyn AsRef<Path>], &Path)] = &[
        (
            &[&"list", &game, &"-o", &game.join("wardrobe.000")],
            &game.join("wardrobe.000"),
        ),
        (
            &[&"list", &game, &"-o", &game.join("wardrobe.001")],
            &game.join("wardrobe.001"),
        ),
        (&[&"info", &costume, &"-o", &costume], &costume),
        (&[&"info", &costume, &"-o", &at("link")], &costume),
        (&[&"map", &costume, &"--html", &costume], &costume),
        (
            &[&"scene", &"run", &at("s.toml"), &"-o", &at("s.toml")],
            &at("s.toml"),
        ),
        (
            &[
                &"scene",
                &"run",
                &at("s.toml"),
                &"-o",
                &folder.path().join("./s.toml"),
            ],
            &at("s.toml"),
        ),
        (
            &[
                &"build",
                &"--force",
                &at("mara.toml"),
                &"-o",
                &at("mara.toml"),
            ],
            &at("mara.toml"),
        ),
    ];
    for name in ["mara.toml", "mara.png"] {
        fs::copy(
            scumm_test_support::repository()
                .join("data/demo")
                .join(name),
            at(name),
        )
        .unwrap();
    }
    for (args, input) in calls {
        let before = fs::read(input).unwrap();
        let refused = refusal(&wardrobe(args));
        assert!(refused.contains("the output is also an input"), "{refused}");
        assert_eq!(fs::read(input).unwrap(), before, "{}", input.display());
    }
}

#[test]
fn a_dash_is_standard_output() {
    let (folder, game) = game();
    let plain = stdout(&wardrobe(&[&"list", &game]));
    assert_eq!(stdout(&wardrobe(&[&"list", &game, &"-o", &"-"])), plain);
    let source = scumm_test_support::repository().join("data/demo/mara.toml");
    let built = wardrobe(&[&"build", &source, &"-o", &"-"]);
    good(&[&"build", &source, &"-o", &folder.path().join("mara.cost")]);
    assert_eq!(
        built.stdout,
        fs::read(folder.path().join("mara.cost")).unwrap()
    );
    assert!(!Path::new("-").exists());
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let (folder, game) = game();
    good(&[&"list", &game, &"-o", &"/dev/null"]);
    assert!(
        fs::metadata("/dev/null")
            .unwrap()
            .file_type()
            .is_char_device()
    );
    assert_eq!(
        stdout(&wardrobe(&[&"list", &game, &"-o", &"/dev/stdout"])),
        stdout(&wardrobe(&[&"list", &game]))
    );
    let pipe = folder.path().join("pipe");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read_to_string(pipe).unwrap())
    };
    good(&[&"list", &game, &"-o", &pipe]);
    assert_eq!(reader.join().unwrap(), stdout(&wardrobe(&[&"list", &game])));
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
}

#[test]
fn what_the_program_did_not_write_is_overwritten_with_force_only() {
    let (folder, game) = game();
    let at = |name: &str| folder.path().join(name);
    good(&[&"extract", &game, &"--costume", &"2", &"-o", &folder.path()]);
    let costume = at("costume-002.cost");
    let source = at("source");
    let disassemble: &[&dyn AsRef<Path>] =
        &[&"disassemble", &costume, &"--scumm", &"5", &"-o", &source];
    good(disassemble);
    good(disassemble);
    let text = source.join("costume.toml");
    fs::write(&text, fs::read_to_string(&text).unwrap() + "# mine\n").unwrap();
    let refused = refusal(&wardrobe(disassemble));
    assert!(
        refused.contains("costume.toml: the file was changed after wardrobe wrote it; use --force"),
        "{refused}"
    );
    assert!(fs::read_to_string(&text).unwrap().ends_with("# mine\n"));

    let original = fs::read(&costume).unwrap();
    let mara = scumm_test_support::repository().join("data/demo/mara.toml");
    let refused = refusal(&wardrobe(&[&"build", &mara, &"-o", &costume]));
    assert!(
        refused.contains("costume-002.cost: wardrobe did not write it; use --force"),
        "{refused}"
    );
    assert_eq!(fs::read(&costume).unwrap(), original);
    let forced: &[&dyn AsRef<Path>] = &[&"build", &mara, &"-o", &costume, &"--force"];
    good(forced);
    assert_ne!(fs::read(&costume).unwrap(), original);
    good(&[&"build", &text, &"-o", &costume]);

    let scene = at("scene.toml");
    let record: &[&dyn AsRef<Path>] = &[
        &"play",
        &game,
        &"--headless",
        &"--frames",
        &"3",
        &"--tour",
        &"--record",
        &scene,
    ];
    good(record);
    good(record);
    fs::write(at("scene.expected.jsonl"), "mine").unwrap();
    let refused = refusal(&wardrobe(record));
    assert!(
        refused.contains("scene.expected.jsonl: the file was changed"),
        "{refused}"
    );
    assert!(files(folder.path()).contains(&".wardrobe-written".to_owned()));
}
