//! The handhelds' package, against PortMaster's rules.
//!
//! Needs python3, which makes the zip, and for the scripts shellcheck; without them the tests say so and pass.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use scumm_tests::repository;
use scumm_tests::screen::find;
use serde_json::Value;

/// Runs a command and shows what it said where it fails.
fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&said));
}

/// Makes the package of two programs and unpacks it; `None` where there is no python3.
fn package() -> Option<tempfile::TempDir> {
    if find("python3").is_none() {
        eprintln!("skipped: the package, for want of python3");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let programs = folder.path().join("programs");
    fs::create_dir_all(&programs).unwrap();
    for arch in ["aarch64", "armhf"] {
        // The programs' own insides are build.sh's to check; the package takes any.
        fs::copy(std::env::current_exe().unwrap(), programs.join(format!("wardrobe.{arch}"))).unwrap();
    }
    let work = folder.path().join("work");
    let script = repository().join("platform/portmaster/package.sh");
    run(Command::new("bash").arg(script).arg(&programs).env("HANDHELD_WORK", &work));
    run(Command::new("python3")
        .args(["-m", "zipfile", "-e"])
        .arg(work.join("wardrobe.zip"))
        .arg(folder.path().join("zip")));
    Some(folder)
}

/// All files and folders below one, relative to it.
fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut left = vec![folder.to_path_buf()];
    while let Some(next) = left.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                left.push(path.clone());
            }
            found.push(path.strip_prefix(folder).unwrap().to_path_buf());
        }
    }
    found
}

#[test]
fn the_package_has_what_portmaster_asks_for() {
    let Some(folder) = package() else { return };
    let zip = folder.path().join("zip");
    let port: Value = serde_json::from_str(&fs::read_to_string(zip.join("wardrobe/port.json")).unwrap()).unwrap();

    // The items are all there is at the top: a script and a folder in lower case.
    let mut items: Vec<&str> = port["items"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    items.sort_unstable();
    let mut top: Vec<String> =
        fs::read_dir(&zip).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    top.sort();
    assert_eq!(items, top);
    assert_eq!(items, ["Wardrobe.sh", "wardrobe"]);
    assert_eq!(port["name"], "wardrobe.zip");
    let attr = &port["attr"];
    for text in ["title", "desc", "inst", "availability", "min_glibc"] {
        assert!(attr[text].as_str().is_some_and(|text| !text.is_empty()), "{text}");
    }
    for list in ["genres", "porter", "arch", "reqs", "runtime"] {
        assert!(attr[list].is_array(), "{list}");
    }
    assert_eq!((attr["rtr"].as_bool(), attr["exp"].as_bool()), (Some(true), Some(false)));

    // A program for each processor, under the name that the script calls.
    for arch in attr["arch"].as_array().unwrap() {
        let program = format!("wardrobe/wardrobe.{}", arch.as_str().unwrap());
        assert!(zip.join(&program).metadata().unwrap().len() > 0, "{program}");
    }
    for name in ["README.md", "gameinfo.xml", "wardrobe.gptk", "licenses/LICENSE-MIT", "licenses/LICENSE-APACHE"] {
        assert!(zip.join("wardrobe").join(name).metadata().unwrap().len() > 0, "{name}");
    }
    let gameinfo = fs::read_to_string(zip.join("wardrobe/gameinfo.xml")).unwrap();
    assert!(gameinfo.contains("<path>./Wardrobe.sh</path>") && gameinfo.contains("./wardrobe/screenshot.png"));
}

#[test]
fn the_package_carries_the_licences_of_its_libraries_and_no_sdl() {
    let Some(folder) = package() else { return };
    let zip = folder.path().join("zip");
    let list = fs::read_to_string(zip.join("wardrobe/licenses/libraries.txt")).unwrap();
    assert!(list.contains("sdl2-0.") && list.contains("serde-1."), "{list}");
    assert!(!list.contains("proptest"), "what only tests use is no part of the program");
    for library in list.lines() {
        let name = library.split(':').next().unwrap();
        assert!(!library.ends_with("None"), "{library}");
        if !zip.join("wardrobe/licenses").join(name).is_dir() {
            eprintln!("{name} comes without the text of its licence");
        }
    }
    for path in walk(&zip) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(!name.contains("libSDL"), "the system's own SDL2 knows the device: {}", path.display());
        // The memory card's file system knows no links.
        assert!(!zip.join(&path).is_symlink(), "{}", path.display());
        assert!(name.is_ascii() && !name.contains([':', '?', '*', '"', '<', '>', '|']), "{name}");
    }
}

#[test]
fn the_screenshot_is_four_to_three_and_large_enough() {
    let path = repository().join("platform/portmaster/screenshot.png");
    let reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap())).read_info().unwrap();
    let (width, height) = (reader.info().width, reader.info().height);
    assert!(width >= 640 && width * 3 == height * 4, "{width}x{height}");
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
        let Some((_, behind)) = rest.split_once(part) else { panic!("`{part}` is missing, or too early") };
        rest = behind;
    }
}

#[test]
fn the_scripts_pass_shellcheck() {
    let Some(shellcheck) = find("shellcheck") else {
        eprintln!("skipped: the scripts are not checked, for want of shellcheck");
        return;
    };
    for script in ["Wardrobe.sh", "build.sh", "package.sh"] {
        run(Command::new(&shellcheck).arg(repository().join("platform/portmaster").join(script)));
    }
}

/// A pretended device: the script starts the program with what PortMaster sets, and ends it.
#[test]
fn the_launch_script_starts_the_program() {
    let device = tempfile::tempdir().unwrap();
    let root = device.path();
    let control = root.join("home/PortMaster");
    let directory = root.join("roms");
    let port = directory.join("ports/wardrobe");
    fs::create_dir_all(&control).unwrap();
    fs::create_dir_all(port.join("games/monkey2")).unwrap();
    let settings = format!(
        "directory='{}'\nESUDO=\nDEVICE_ARCH=aarch64\nGPTOKEYB=true\nCFW_NAME=none\nsdl_controllerconfig=pads\n\
         get_controls() {{ :; }}\npm_platform_helper() {{ echo \"helper $1\"; }}\npm_finish() {{ echo finished; }}\n",
        // The script puts a slash before it.
        directory.strip_prefix("/").unwrap().display()
    );
    fs::write(control.join("control.txt"), settings).unwrap();
    fs::write(
        port.join("wardrobe.aarch64"),
        "#!/bin/sh\necho \"called with $*\"\necho \"$SDL_GAMECONTROLLERCONFIG $XDG_DATA_HOME\"\n",
    )
    .unwrap();
    let script = repository().join("platform/portmaster/Wardrobe.sh");
    run(Command::new("bash").arg(script).env("XDG_DATA_HOME", root.join("home")).env("HOME", root));
    // What is piped through tee may still be on its way.
    let log = || fs::read_to_string(port.join("log.txt")).unwrap_or_default();
    for _ in 0..100 {
        if log().contains("finished") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let log = log();
    let captures = port.join("captures");
    for line in [
        format!("called with -v play --fullscreen --captures {} games/monkey2/", captures.display()),
        format!("pads {}", port.join("conf").display()),
        "finished".to_owned(),
    ] {
        assert!(log.contains(&line), "{line} is missing in\n{log}");
    }
}
