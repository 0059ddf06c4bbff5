//! The public table of engines that were measured with the kit in the program, with the command and
//! the result of each engine.

use std::fs;
use std::path::Path;
use std::process::Command;

use scumm_test_support::repository;

use crate::common::{python, stdout, wardrobe, wardrobe_in};

/// The document with the table, and the markers around the table.
const PAGE: &str = "docs/conformance.md";
const MARKS: [&str; 2] = ["<!-- engines -->\n", "<!-- /engines -->\n"];

/// An engine: its name, its version, its command and its level. `{}` stands for the program or
/// folder of the test.
struct Engine {
    name: &'static str,
    version: &'static str,
    option: &'static str,
    command: &'static str,
    level: &'static str,
}

const ENGINES: [Engine; 3] = [
    Engine {
        name: "Wardrobe",
        version: env!("CARGO_PKG_VERSION"),
        option: "--against-pipe",
        command: "wardrobe scene run --pipe",
        level: "limbs",
    },
    Engine {
        name: "[adapter in Python](../scene/src/harness/kit/adapters/adapter.py)",
        version: "of this checkout",
        option: "--against",
        command: "python3 KIT/adapters/adapter.py",
        level: "picture",
    },
    Engine {
        name: "[adapter in C](../scene/src/harness/kit/adapters/adapter.c)",
        version: "of this checkout",
        option: "--against-pipe",
        command: "./adapter",
        level: "picture",
    },
];

/// Returns the command that calls an engine, or `None` if the engine cannot be called on this
/// machine.
fn call(engine: &Engine, folder: &Path) -> Option<String> {
    let adapters = folder.join("kit/adapters");
    match engine.command {
        "./adapter" => {
            let program = folder.join("adapter");
            let built = Command::new("gcc")
                .arg("-O1")
                .arg("-o")
                .arg(&program)
                .arg(adapters.join("adapter.c"))
                .output()
                .ok()?;
            built
                .status
                .success()
                .then(|| format!("'{}'", program.display()))
        }
        "python3 KIT/adapters/adapter.py" => Some(format!(
            "{} '{}'",
            python()?,
            adapters.join("adapter.py").display()
        )),
        _ => Some(format!(
            "'{}' scene run --pipe",
            env!("CARGO_BIN_EXE_wardrobe")
        )),
    }
}

/// Returns the numbers in the last line of a check: passed, failed, left out.
fn counts(text: &str) -> [usize; 3] {
    let last = text.lines().last().unwrap_or_default();
    let of = |what: &str| {
        let part = last
            .split([',', '-'])
            .find(|part| part.trim().ends_with(what));
        part.and_then(|part| part.trim().split(' ').next()?.parse().ok())
            .unwrap_or(0)
    };
    [of("passed"), of("failed"), of("skipped")]
}

#[test]
fn the_table_of_engines_is_as_measured() {
    let folder = tempfile::tempdir().unwrap();
    let kit = folder.path().join("kit");
    let written = wardrobe_in(folder.path(), &[&"scene", &"kit", &"-o", &kit]);
    assert_eq!(written.status.code(), Some(0), "{written:?}");
    let mut rows =
        "| engine | version | measured with | level | passed | failed | left out |\n|---|---|---|---|---:|---:|---:|\n"
            .to_owned();
    for engine in &ENGINES {
        let Some(command) = call(engine, folder.path()) else {
            eprintln!("skipped: {} can't be called here", engine.name);
            return;
        };
        let args: [&dyn AsRef<Path>; 9] = [
            &"scene",
            &"check",
            &kit,
            &engine.option,
            &command,
            &"--level",
            &engine.level,
            &"--time-limit",
            &"120",
        ];
        let [passed, failed, left_out] = counts(&stdout(&wardrobe(&args)));
        assert!(passed > 0, "{}", engine.name);
        let Engine {
            name,
            version,
            option,
            command,
            level,
        } = engine;
        let measured = format!(
            "wardrobe {}: `scene check KIT {option} '{command}'`",
            env!("CARGO_PKG_VERSION")
        );
        rows += &format!(
            "| {name} | {version} | {measured} | {level} | {passed} | {failed} | {left_out} |\n"
        );
    }
    let path = repository().join(PAGE);
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(MARKS[0]).unwrap();
    let (kept, after) = rest.split_once(MARKS[1]).unwrap();
    if kept == rows {
        return;
    }
    assert!(
        std::env::var_os("WARDROBE_UPDATE").is_some(),
        "{PAGE} is out of date: WARDROBE_UPDATE=1 cargo test -p wardrobe --test all engines \
         brings it up to date\n{rows}"
    );
    fs::write(&path, [before, MARKS[0], &rows, MARKS[1], after].concat()).unwrap();
}
