//! Runs the script `wardrobe.lua` for Aseprite with a Lua interpreter. A second script stands in
//! for Aseprite; the program is really called.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use scumm_test_support::{repository, screen};

use crate::common::good;

/// The folders of a test.
struct Desk {
    lua: PathBuf,
    folder: PathBuf,
    game: PathBuf,
}

impl Desk {
    /// Writes the demo into a folder whose name a shell would misread. Returns `None` with a
    /// message if there is no Lua interpreter.
    fn new(folder: &Path) -> Option<Self> {
        let lua = screen::find("lua5.4").or_else(|| screen::find("lua"));
        let Some(lua) = lua else {
            eprintln!("skipped: the script for Aseprite is not run; lua is missing");
            return None;
        };
        let folder = folder.join("it's a \"desk\" & more");
        fs::create_dir(&folder).unwrap();
        let game = folder.join("game");
        good(&[&"demo", &"--version", &"5", &"-o", &game]);
        Some(Self { lua, folder, game })
    }

    /// Types values into fields of the script's dialog, presses a button, and returns the lines
    /// that the stand-in printed.
    fn press(&self, button: &str, sprite: Option<&Path>, typed: &[(&str, &str)]) -> Vec<String> {
        let repository = repository();
        let mut command = Command::new(&self.lua);
        command.arg(repository.join("platform/wardrobe/tests/data/aseprite.lua"));
        command.arg(repository.join("platform/aseprite/wardrobe.lua"));
        command.arg(&self.folder).arg(button);
        command.arg(sprite.unwrap_or(Path::new("")));
        for (field, value) in typed {
            command.arg(format!("{field}={value}"));
        }
        let done = command.output().unwrap();
        assert!(done.status.success(), "{done:?}");
        let printed = String::from_utf8(done.stdout).unwrap();
        printed.lines().map(ToOwned::to_owned).collect()
    }

    /// Returns the block of a costume of the game.
    fn costume(&self, number: u16) -> Vec<u8> {
        let out = self.folder.join("extracted");
        let number = number.to_string();
        good(&[&"extract", &self.game, &"--costume", &number, &"-o", &out]);
        let block = fs::read(out.join(format!("costume-{number:0>3}.cost"))).unwrap();
        fs::remove_dir_all(out).unwrap();
        block
    }
}

/// Returns the lines without those of fields.
fn results(lines: &[String]) -> Vec<&str> {
    let mut results = Vec::new();
    for line in lines {
        if !line.starts_with("field ") {
            results.push(line.as_str());
        }
    }
    results
}

#[test]
fn the_script_opens_a_costume_builds_the_same_bytes_and_imports_it() {
    let folder = tempfile::tempdir().unwrap();
    let Some(desk) = Desk::new(folder.path()) else {
        return;
    };
    let game = desk.game.display().to_string();
    let typed = [
        ("program", env!("CARGO_BIN_EXE_wardrobe")),
        ("game", game.as_str()),
        ("costume", "1"),
    ];
    let sprite = desk.folder.join("costume-001/costume.aseprite");
    let opened = desk.press("Open", None, &typed);
    assert_eq!(results(&opened), [format!("opened {}", sprite.display())]);
    // The script shows the values of the last use.
    let shown = desk.press("Build", Some(&sprite), &[]);
    assert!(shown.contains(&format!("field game {game}")), "{shown:?}");
    let block = sprite.with_file_name("built.costume");
    let saved = format!("saved {}", sprite.display());
    let built = format!("alert wardrobe: built: {}", block.display());
    assert_eq!(results(&shown), [saved.clone(), built]);
    let first = desk.costume(1);
    assert!(fs::read(&block).unwrap() == first);
    // The costume is imported under the number of another one.
    assert!(desk.costume(2) != first);
    let imported = desk.press("Build and import", Some(&sprite), &[("costume", "2")]);
    let alert = "alert wardrobe: costume 2 is in the game".to_owned();
    assert_eq!(results(&imported), [saved, alert]);
    assert!(desk.costume(2) == first);
}

#[test]
fn the_script_shows_the_messages_of_the_program_and_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let Some(desk) = Desk::new(folder.path()) else {
        return;
    };
    let game = desk.game.display().to_string();
    let program = ("program", env!("CARGO_BIN_EXE_wardrobe"));
    let message = |button: &str, sprite: Option<&Path>, typed: &[(&str, &str)]| {
        desk.press(button, sprite, typed).join("\n")
    };
    let missing = message("Open", None, &[program, ("game", &game), ("costume", "99")]);
    assert!(missing.contains("the index has no costume 99"), "{missing}");
    let nothing = message("Build", None, &[]);
    assert!(
        nothing.contains("expected a sprite that was opened by this script"),
        "{nothing}"
    );
    let nowhere = message(
        "Open",
        None,
        &[("program", "/no/such/program"), ("costume", "1")],
    );
    assert!(
        nowhere.contains("alert wardrobe: ") && nowhere.contains("/no/such/program"),
        "{nowhere}"
    );
    assert!(!nowhere.contains("opened "), "{nowhere}");
}
