//! The development commands of the project, `cargo xtask COMMAND`; the code calls a command a
//! chore. On a new machine two commands are enough: `cargo xtask play` plays in a window, and
//! `cargo xtask test` runs the tests. Both install SDL2's development package if it is missing and
//! root calls them; `cargo xtask setup --sudo` installs it for another user. `help.txt` describes
//! the other commands, such as `detection`, which makes the table of known index files from the
//! table of the reference (I23).

#![allow(clippy::print_stdout, reason = "a command line program")]

mod c;
mod detection;
mod dist;
mod js;
mod links;
mod msrv;
mod mutants;
mod packages;
mod python;
mod release;
mod sdl;
mod size;
mod test;
mod toolchain;
mod web;

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use serde::de::DeserializeOwned;

use crate::packages::Sudo;

const HELP: &str = include_str!("help.txt");

/// The folder of the book.
const BOOK: &str = "docs/book";

fn main() -> ExitCode {
    let mut args = env::args_os().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<OsString> = args.collect();
    let done = match command.to_str().unwrap_or_default() {
        "play" => play(&rest),
        name => chore(name, &rest),
    };
    done.unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        ExitCode::from(2)
    })
}

/// Runs a chore other than `play`. Returns code 0 if it succeeds, and 2 for an unknown chore.
fn chore(name: &str, rest: &[OsString]) -> Result<ExitCode> {
    match (name, rest) {
        ("demo", []) => demo(),
        ("bench", _) => bench(rest),
        ("setup", _) => setup(rest),
        ("test", []) => test::all(),
        ("test", names) => test::of_crates(names),
        ("msrv", []) => msrv::run(),
        ("mutants", names) => mutants::run(names),
        ("detection", [table]) => detection::run(Path::new(table)),
        // The list of public names.
        ("api", []) => bless("the_public_names_are_those_of_the_lists", "API_BLESS"),
        ("book", []) => book(),
        ("book-links", []) => links::run(),
        // mdBook asks whether the preprocessor supports an output format. It supports all formats.
        ("book-links", _) => Ok(()),
        ("package", []) => package(),
        ("release", []) => release::run(false),
        ("release", [word]) if word == "rehearse" => release::run(true),
        ("release", [word]) if word == "publish" => release::publish(),
        ("release", [word]) if word == "check" => release::check(false),
        ("release", [word, mode]) if word == "check" && mode == "rehearse" => release::check(true),
        ("size", []) => size::run(Path::new(".")),
        ("size", [checkout]) => size::run(Path::new(checkout)),
        ("dist", _) => dist::run(rest),
        ("c", []) => c::run(None),
        ("c", [test]) if test == "test" => c::test(),
        ("c", [prefix]) => c::run(Some(Path::new(prefix))),
        ("python", []) => python::run(false),
        ("python", [test]) if test == "test" => python::run(true),
        ("js", []) => js::run(false),
        ("js", [test]) if test == "test" => js::run(true),
        ("js", [bundlers]) if bundlers == "bundlers" => js::bundlers(),
        ("web", []) => web::run(false),
        ("web", [scenes]) if scenes == "scenes" => web::run(true),
        ("help" | "-h" | "--help", _) => {
            println!("{HELP}");
            Ok(())
        }
        _ => {
            eprint!("{HELP}");
            return Ok(ExitCode::from(2));
        }
    }
    .map(|()| ExitCode::SUCCESS)
}

/// Builds the program with its window and runs it with the arguments. Returns the program's exit
/// code.
fn play(args: &[OsString]) -> Result<ExitCode> {
    let is_bundled = sdl::is_bundled()?;
    let program = |command: &str| {
        let mut cargo = cargo();
        cargo.args([
            command,
            "--release",
            "--package",
            "wardrobe",
            "--features",
            "window",
        ]);
        if is_bundled {
            let flags = env::var("RUSTFLAGS").unwrap_or_default();
            cargo.env(
                "RUSTFLAGS",
                format!("{flags} {}", sdl::BUNDLED).trim_start(),
            );
        }
        cargo
    };
    if is_bundled {
        sdl::check(&mut program("build"))?;
    }
    let mut run = program("run");
    run.args(["--", "play"]).args(args);
    let status = run.status().context("cannot start cargo")?;
    Ok(status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Installs the packages that `play` and `test` need. With the word `tests`, also installs the
/// programs that only some tests call. With `--sudo`, calls the package manager through `sudo` if
/// the package manager has to run as root. Without `--sudo`, a user who is not root gets an error
/// that names the commands.
fn setup(words: &[OsString]) -> Result<()> {
    let mut sudo = Sudo::Forbidden;
    let mut with_programs = false;
    for word in words {
        match word.to_str() {
            Some("--sudo") => sudo = Sudo::Allowed,
            Some("tests") => with_programs = true,
            _ => bail!(
                "unknown argument {}; known: tests, --sudo",
                word.to_string_lossy()
            ),
        }
    }
    sdl::ensure(sudo)?;
    if with_programs {
        packages::of_tests(sudo)?;
    }
    println!("Nothing is missing.");
    Ok(())
}

/// Builds the demo game from its sources: the edition that is built into the program, and the
/// editions for scenes.
fn demo() -> Result<()> {
    for (version, folder) in [("5", "built"), ("6", "v6"), ("7", "v7")] {
        let out = format!("data/demo/{folder}");
        let build = [
            "build",
            "data/demo/game.toml",
            "--version",
            version,
            "--out",
            &out,
        ];
        step(
            cargo()
                .args(["run", "--package", "wardrobe", "--"])
                .args(build),
        )?;
    }
    Ok(())
}

/// Runs the benchmarks of `tests/benches` with the arguments.
fn bench(args: &[OsString]) -> Result<()> {
    let program = [
        "bench",
        "--package",
        "scumm-tests",
        "--features",
        "bench",
        "--bench",
        "parts",
        "--",
    ];
    step(cargo().args(program).args(args))
}

/// Runs tests with the environment variable `variable`, so that the tests write the files with
/// which they otherwise compare their results.
fn bless(tests: &str, variable: &str) -> Result<()> {
    step(
        cargo()
            .args(["test", "--package", "scumm-tests", "--test", "all", tests])
            .env(variable, "1"),
    )
}

/// Writes the generated pages and tables, checks numbers and links, then builds the book if mdBook
/// is installed.
fn book() -> Result<()> {
    bless("house::book", "BOOK_BLESS")?;
    if Command::new("mdbook").arg("--version").output().is_err() {
        println!(
            "The documents are up to date. For the book as web pages: `cargo install mdbook`, \
             then this again."
        );
        return Ok(());
    }
    let built = Command::new("mdbook")
        .args(["build", BOOK])
        .output()
        .context("cannot start mdbook")?;
    let said = String::from_utf8_lossy(&built.stderr);
    eprint!("{said}");
    let complains = ["[WARN]", "[ERROR]", " WARN "]
        .iter()
        .any(|word| said.contains(word));
    ensure!(
        built.status.success() && !complains,
        "mdbook has complaints"
    );
    println!("The book is {BOOK}/book/index.html.");
    Ok(())
}

/// Packages the published crates without building the packages. A test builds the packages of the
/// libraries in a separate crate.
fn package() -> Result<()> {
    step(
        cargo()
            .args(["package", "--no-verify", "--allow-dirty"])
            .args(release::package_args()),
    )
}

fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Prints and runs a command. Returns an error if the command fails.
fn step(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let shown: Vec<_> = command
        .get_args()
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    let shown = shown.join(" ");
    eprintln!("xtask: {program} {shown}");
    let status = command
        .status()
        .with_context(|| format!("cannot start {program}"))?;
    ensure!(status.success(), "`{program} {shown}` failed ({status})");
    Ok(())
}

/// Returns the output of a command, which has to succeed.
fn printed(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("{command:?}"))?;
    let told = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "{command:?} failed ({}): {told}",
        output.status
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the description of the workspace that cargo prints, or the parts of it that `T` has.
fn metadata<T: DeserializeOwned>() -> Result<T> {
    let text = printed(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    serde_json::from_str(&text).context("cannot read what cargo tells of the workspace")
}

/// Reads the text of a file.
fn text_of(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// Creates an empty folder, and removes an old one.
fn new_folder(path: &Path) -> Result<()> {
    if path.exists() {
        fs::remove_dir_all(path)?;
    }
    Ok(fs::create_dir_all(path)?)
}

/// Makes a file executable. On Windows every program is executable.
fn make_executable(path: &Path) -> Result<()> {
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
