//! Checks the libraries as users receive them: packaged, unpacked, and used by a crate outside the
//! workspace.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use scumm_test_support::repository;

use super::LIBRARIES;

/// The folder in which packages are made, unpacked and built. The crates outside the workspace
/// share a target folder, so that common dependencies are built once.
static WORK: LazyLock<PathBuf> =
    LazyLock::new(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside"));

/// The packages, which are made once.
static PACKAGES: LazyLock<Vec<(PathBuf, &str)>> = LazyLock::new(|| packages(&WORK));

/// Calls cargo without the network. Panics if the call fails.
fn cargo(folder: &Path, target: &Path, args: &[&str]) {
    let mut command = Command::new(env!("CARGO"));
    command
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_NET_OFFLINE", "true")
        .args(args);
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "cargo {}: {}",
        args.join(" "),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Packages all libraries together, because each needs the libraries before it, and unpacks them.
/// Returns the folder and the name of each package.
fn packages(work: &Path) -> Vec<(PathBuf, &'static str)> {
    let full = |name: &str| format!("{name}-{}", env!("CARGO_PKG_VERSION"));
    let packed = |name: &str| work.join(format!("package/{}.crate", full(name)));
    let before: Vec<_> = LIBRARIES
        .iter()
        .map(|(_, name)| fs::read(packed(name)).ok())
        .collect();
    let mut args = vec!["package", "--quiet", "--no-verify", "--allow-dirty"];
    args.extend(LIBRARIES.iter().flat_map(|(_, name)| ["--package", name]));
    cargo(repository(), work, &args);
    let unpack = |(&(_, name), before): (&(_, &'static str), Option<Vec<u8>>)| {
        let folder = work.join("unpacked").join(full(name));
        let now = fs::read(packed(name)).unwrap();
        // An unchanged package stays, so that it is not built again. The files in a package have an
        // old date. The files of a changed package get today's date, by which cargo recognises the
        // change.
        if before.as_ref() != Some(&now) || !folder.exists() {
            let _ = fs::remove_dir_all(&folder);
            let mut archive = tar::Archive::new(GzDecoder::new(&now[..]));
            archive.set_preserve_mtime(false);
            archive.unpack(work.join("unpacked")).unwrap();
        }
        (folder, name)
    };
    LIBRARIES.iter().zip(before).map(unpack).collect()
}

/// Returns the first Rust example of a document as a program, including lines that the document
/// hides.
fn example(document: &str) -> Option<String> {
    let mut fences = document.split("```").skip(1).step_by(2);
    let block = fences.find(|block| block.starts_with('\n') || block.starts_with("rust\n"))?;
    let lines = block.lines().skip(1).map(|line| {
        if line == "#" {
            ""
        } else {
            line.strip_prefix("# ").unwrap_or(line)
        }
    });
    let code = lines.collect::<Vec<_>>().join("\n");
    if code.contains("fn main()") {
        return Some(code);
    }
    // rustdoc makes a program of an example in the same way.
    Some(match code.contains("Ok::<") {
        true => format!(
            "fn main() {{\n    fn run() -> Result<(), impl std::fmt::Debug> {{\n{code}\n}}\n    run().unwrap();\n}}\n"
        ),
        false => format!("fn main() {{\n{code}\n}}\n"),
    })
}

#[test]
fn an_outside_crate_takes_the_examples_from_packages_with_and_without_default_features() {
    let folder = WORK.join("crate");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("src/bin")).unwrap();
    let readmes = PACKAGES
        .iter()
        .map(|(folder, name)| (folder.join("README.md"), *name));
    let mut examples = Vec::new();
    for (path, name) in readmes.chain([(repository().join("README.md"), "wardrobe")]) {
        if let Some(program) = fs::read_to_string(path).ok().as_deref().and_then(example) {
            fs::write(folder.join(format!("src/bin/{name}.rs")), program).unwrap();
            examples.push(name);
        }
    }
    assert!(examples.contains(&"wardrobe"), "the README has no example");
    // Uses the same versions as the workspace, because these have been downloaded already.
    fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    for features in ["", ", default-features = false"] {
        let mut dependencies = String::new();
        for (package, name) in &*PACKAGES {
            writeln!(
                dependencies,
                "{name} = {{ path = '{}'{features} }}",
                package.display()
            )
            .unwrap();
        }
        fs::write(
            folder.join("Cargo.toml"),
            manifest("outside", &dependencies),
        )
        .unwrap();
        cargo(
            &folder,
            &WORK.join("target"),
            &["check", "--quiet", "--bins"],
        );
    }
}

/// Returns the manifest of a crate outside the workspace. All packages in `dependencies` come from
/// their folders.
fn manifest(name: &str, dependencies: &str) -> String {
    let mut text = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [profile.dev]\ndebug = false\n\n[dependencies]\n{dependencies}\n[patch.crates-io]\n"
    );
    for (package, name) in &*PACKAGES {
        writeln!(text, "{name} = {{ path = '{}' }}", package.display()).unwrap();
    }
    text
}

#[test]
fn an_engine_needs_one_dependency_and_its_saved_game_plays_on_in_another_process() {
    let folder = WORK.join("single");
    fs::create_dir_all(folder.join("src")).unwrap();
    let engine = PACKAGES
        .iter()
        .find(|(_, name)| *name == "scumm-engine")
        .map(|(folder, _)| folder)
        .unwrap();
    let program = fs::read_to_string(engine.join("examples/demo.rs")).unwrap();
    assert!(
        program.lines().count() <= 80,
        "the example must have at most 80 lines"
    );
    fs::write(folder.join("src/main.rs"), program).unwrap();
    fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    // The engine that uses the library chooses the format of saved states.
    let dependencies =
        "scumm-engine = { version = \"*\", features = [\"serde\"] }\nserde_json = \"1\"\n";
    fs::write(folder.join("Cargo.toml"), manifest("single", dependencies)).unwrap();
    cargo(&folder, &WORK.join("target"), &["build", "--quiet"]);
    let output = Command::new(WORK.join("target/debug/single"))
        .arg(repository().join("data/demo/built"))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        output.status.success() && lines.len() == 2,
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(lines[0], lines[1], "both processes print the same result");
    assert!(
        lines[0].starts_with("room 2, actor 1 at [320, 158], picture "),
        "{text}"
    );
}

#[test]
fn what_makes_javascript_has_the_version_of_the_workspaces_wasm_bindgen() {
    let table = |name: &str| {
        fs::read_to_string(repository().join(name))
            .unwrap()
            .parse::<toml::Table>()
            .unwrap()
    };
    let lock = table("Cargo.lock");
    let packages = lock["package"].as_array().unwrap();
    let bindgen = packages
        .iter()
        .find(|package| package["name"].as_str() == Some("wasm-bindgen"))
        .unwrap();
    let program = table("xtask/bindgen/Cargo.toml");
    let named = program["dependencies"]["wasm-bindgen-cli-support"]
        .as_str()
        .unwrap();
    assert_eq!(named, format!("={}", bindgen["version"].as_str().unwrap()));
}

#[test]
fn the_first_example_of_a_document_becomes_a_program() {
    let document =
        "# T\n```sh\nls\n```\nText\n```rust\nlet a = 1;\n# let b = a;\n# Ok::<(), ()>(())\n```\n";
    let program = example(document).unwrap();
    assert!(
        program.contains("let a = 1;\nlet b = a;\nOk::<(), ()>(())")
            && program.contains("run().unwrap()"),
        "{program}"
    );
    assert_eq!(example("```\nfn main() {}\n```").unwrap(), "fn main() {}");
    assert_eq!(example("```toml\n[a]\n```"), None);
}
