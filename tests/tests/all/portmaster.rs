//! Checks the package for handhelds against PortMaster's rules.
//!
//! One test needs shellcheck. If shellcheck is missing, the test prints that it is skipped, and
//! passes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use scumm_test_support::repository;
use scumm_test_support::screen::find;
use serde_json::Value;
use xtask::archive::{ArchiveEntry, EntryKind};
use xtask::portmaster::{self, PROCESSORS};

/// Runs a command. If it fails, panics with its output.
fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert!(
        output.status.success(),
        "{command:?}\n{}",
        String::from_utf8_lossy(&said)
    );
}

/// Returns the package's files by their names. The programs and licences in it are placeholders.
fn package() -> BTreeMap<String, ArchiveEntry> {
    let licences = vec![ArchiveEntry::new("LICENSE-MIT", "text")];
    let programs = PROCESSORS.map(|processor| processor.as_bytes().to_vec());
    let entries = portmaster::entries(repository(), programs, licences).unwrap();
    entries
        .into_iter()
        .map(|entry| (entry.name.clone(), entry))
        .collect()
}

#[test]
fn the_package_has_what_portmaster_asks_for() {
    let package = package();
    let port: Value = serde_json::from_slice(&package["wardrobe/port.json"].data).unwrap();

    // The top folder contains only the listed items: a script, and a folder in lower case.
    let mut items: Vec<&str> = port["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    items.sort_unstable();
    let top: BTreeSet<&str> = package
        .keys()
        .map(|name| name.split('/').next().unwrap())
        .collect();
    assert_eq!(items, top.into_iter().collect::<Vec<_>>());
    assert_eq!(items, ["Wardrobe.sh", "wardrobe"]);
    assert_eq!(port["name"], portmaster::NAME);
    let attr = &port["attr"];
    for text in ["title", "desc", "inst", "availability", "min_glibc"] {
        assert!(
            attr[text].as_str().is_some_and(|text| !text.is_empty()),
            "{text}"
        );
    }
    for list in ["genres", "porter", "arch", "reqs", "runtime"] {
        assert!(attr[list].is_array(), "{list}");
    }
    assert_eq!(
        (attr["rtr"].as_bool(), attr["exp"].as_bool()),
        (Some(true), Some(false))
    );

    // The package has a program for each processor, under the name that the script calls.
    for arch in attr["arch"].as_array().unwrap() {
        let arch = arch.as_str().unwrap();
        let program = &package[&format!("wardrobe/wardrobe.{arch}")];
        assert_eq!(
            (program.data.as_slice(), program.kind),
            (arch.as_bytes(), EntryKind::Program)
        );
    }
    assert_eq!(package["Wardrobe.sh"].kind, EntryKind::Program);
    for name in [
        "README.md",
        "gameinfo.xml",
        "wardrobe.gptk",
        "licenses/LICENSE-MIT",
        "conf/README.txt",
    ] {
        assert!(
            !package[&format!("wardrobe/{name}")].data.is_empty(),
            "{name}"
        );
    }
    let gameinfo = String::from_utf8_lossy(&package["wardrobe/gameinfo.xml"].data).into_owned();
    assert!(gameinfo.contains("<path>./Wardrobe.sh</path>"));
    let (_, image) = gameinfo.split_once("<image>./").unwrap();
    assert!(
        package.contains_key(image.split('<').next().unwrap()),
        "the image is in the package"
    );
}

#[test]
fn the_package_has_no_sdl_and_names_that_a_memory_card_takes() {
    for name in package().keys() {
        assert!(
            !name.contains("libSDL"),
            "the system's own SDL2 knows the device: {name}"
        );
        assert!(
            name.is_ascii() && !name.contains([':', '?', '*', '"', '<', '>', '|']),
            "{name}"
        );
    }
}

#[test]
fn the_pictures_are_four_to_three_and_large_enough() {
    let package = package();
    for name in ["screenshot", "cover"] {
        let data = Cursor::new(&package[&format!("wardrobe/{name}.png")].data);
        let reader = png::Decoder::new(data).read_info().unwrap();
        let (width, height) = (reader.info().width, reader.info().height);
        assert!(
            width >= 640 && width * 3 == height * 4,
            "{name}: {width}x{height}"
        );
    }
}

#[test]
fn the_launch_script_does_what_portmaster_asks_for() {
    let text = fs::read_to_string(repository().join("platform/portmaster/Wardrobe.sh")).unwrap();
    let asked = [
        "#!/bin/bash\n",
        "source \"$controlfolder/control.txt\"",
        "mod_${CFW_NAME}.txt",
        "get_controls",
        "GAMEDIR=\"/$directory/ports/wardrobe\"",
        "tee log.txt",
        "export LD_LIBRARY_PATH=\"$GAMEDIR/libs.$DEVICE_ARCH:",
        "export SDL_GAMECONTROLLERCONFIG=\"$sdl_controllerconfig\"",
        "XDG_CONFIG_HOME=\"$GAMEDIR/conf\"",
        "XDG_DATA_HOME=\"$GAMEDIR/conf\"",
        "$GPTOKEYB \"$program\" -c ./wardrobe.gptk &",
        "pm_platform_helper \"$GAMEDIR/$program\"",
        "pm_finish",
    ];
    let mut rest = text.as_str();
    for part in asked {
        let Some((_, behind)) = rest.split_once(part) else {
            panic!("`{part}` is missing, or too early")
        };
        rest = behind;
    }
}

#[test]
fn the_launch_script_passes_shellcheck() {
    let Some(shellcheck) = find("shellcheck") else {
        eprintln!("skipped: the script is not checked; shellcheck is missing");
        return;
    };
    run(Command::new(&shellcheck).arg(repository().join("platform/portmaster/Wardrobe.sh")));
}

/// The most time that the launch script may take to end.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs the launch script on a simulated device with a game. `program` is the shell code that
/// stands in for the program. Returns the port's folder, the log and the output on the console.
fn launch(root: &Path, program: &str) -> (PathBuf, String, String) {
    let control = root.join("home/PortMaster");
    let directory = root.join("roms");
    let port = directory.join("ports/wardrobe");
    fs::create_dir_all(&control).unwrap();
    fs::create_dir_all(port.join("games/monkey2")).unwrap();
    let settings = format!(
        "directory='{}'\nESUDO=\nDEVICE_ARCH=aarch64\nGPTOKEYB=true\nCFW_NAME=none\nsdl_controllerconfig=pads\nCUR_TTY={}\n\
         get_controls() {{ :; }}\npm_platform_helper() {{ echo \"helper $1\"; }}\npm_finish() {{ echo finished; }}\n\
         sleep() {{ command sleep 0.5; }}\n",
        // The script puts a slash before this path.
        directory.strip_prefix("/").unwrap().display(),
        root.join("console").display()
    );
    fs::write(root.join("console"), "").unwrap();
    fs::write(control.join("control.txt"), settings).unwrap();
    fs::write(
        port.join("wardrobe.aarch64"),
        format!("#!/bin/sh\n{program}\n"),
    )
    .unwrap();
    let script = repository().join("platform/portmaster/Wardrobe.sh");
    run(Command::new("bash")
        .arg(script)
        .env("XDG_DATA_HOME", root.join("home"))
        .env("HOME", root));
    // The script writes the log through `tee`, which may need some more time.
    let log = || fs::read_to_string(port.join("log.txt")).unwrap_or_default();
    let end = Instant::now() + PATIENCE;
    while !log().contains("finished") {
        assert!(Instant::now() < end, "the script does not end:\n{}", log());
        sleep(Duration::from_millis(20));
    }
    let console = fs::read_to_string(root.join("console")).unwrap();
    let log = log();
    (port, log, console)
}

#[test]
fn the_launch_script_starts_the_program_with_the_folder_of_games() {
    let device = tempfile::tempdir().unwrap();
    let program = "echo \"called with $*\"\necho \"$SDL_GAMECONTROLLERCONFIG $XDG_DATA_HOME\"";
    let (port, log, console) = launch(device.path(), program);
    let captures = port.join("captures");
    assert_eq!(console, "");
    for line in [
        format!(
            "called with -v play --fullscreen --captures {} --games games",
            captures.display()
        ),
        format!("pads {}", port.join("conf").display()),
        "finished".to_owned(),
    ] {
        assert!(log.contains(&line), "{line} is missing in\n{log}");
    }
}

#[test]
fn where_the_program_fails_the_console_shows_the_log() {
    let device = tempfile::tempdir().unwrap();
    let (_, log, console) = launch(
        device.path(),
        "echo 'wardrobe: there is no window' >&2\nexit 2",
    );
    assert!(log.contains("finished"), "{log}");
    assert!(console.contains("there is no window"), "{console}");
}
