//! Runs a built program as its users do: directly, or on a machine of another kind under an
//! emulator or under Wine.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::target::{BuildTarget, LinuxLibraries};
use super::{WORK, build};
use crate::c::LibraryNaming;
use crate::{new_folder, packages, printed};

/// The game that is listed and exported.
const GAME: &str = "data/demo/built";
/// The arguments for playing, headless and in a window.
const PLAY: [&str; 4] = ["play", "--frames", "200", "--digest"];
/// The Windows 10 library for random numbers. Wine contains this library only from version 9 on.
const PRIMITIVES: &str = "bcryptprimitives.dll";
/// The source of a replacement of this library, for an older Wine.
const PRIMITIVES_SOURCE: &str = "\
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return RtlGenRandom(data, (ULONG)length); }
";
/// The least number of colours on a screen that shows the demo; a window without a picture has
/// fewer.
const COLOURS: u32 = 16;

/// Compares the output, the exports and the pictures of the program with those of this machine's
/// own build, also in a window.
///
/// # Errors
/// Returns an error if a result differs, or if the program does not run.
pub fn run(target: &'static BuildTarget, program: &Path) -> Result<()> {
    let Some(runner) = TrialRunner::new(target)? else {
        return Ok(());
    };
    let program = fs::canonicalize(program)?;
    let command = || runner.command(&program, None);
    let list = ["list", GAME];
    same(
        "list",
        &printed(build::host().args(list))?,
        &printed(command().args(list))?,
    )?;

    let folders = ["host", target.triple].map(|name| Path::new(WORK).join("try").join(name));
    for (folder, mut command) in folders.iter().zip([build::host(), command()]) {
        new_folder(folder)?;
        printed(command.args(["export", GAME, "--all", "--out"]).arg(folder))?;
    }
    let is_empty = fs::read_dir(&folders[0])?.next().is_none();
    let is_same = !is_empty && crate::step(Command::new("diff").arg("-r").args(&folders)).is_ok();
    ensure!(
        is_same,
        "{}: its export of the demo differs from this machine's",
        target.triple
    );

    let digest = printed(build::host().args(PLAY).arg("--headless"))?;
    same(
        "play --headless",
        &digest,
        &printed(command().args(PLAY).arg("--headless"))?,
    )?;
    let window = ["--tour", "--unpaced", "--software"];
    if target.naming == LibraryNaming::Windows {
        packages::ensure(&[("Xvfb", "xvfb"), ("import", "imagemagick")])?;
        let screen = VirtualScreen::new()?;
        let command = || {
            let mut command = command();
            command.env("DISPLAY", &screen.name);
            command
        };
        same(
            "play in a window",
            &digest,
            &printed(command().args(PLAY).args(window))?,
        )?;
        let picture = Path::new(WORK)
            .join("try")
            .join(format!("{}.png", target.triple));
        screen.shows(command().args(["play", "--tour", "--fresh"]), &picture)?;
        eprintln!("xtask: look at {}", picture.display());
    } else {
        let mut command = command();
        command
            .env("SDL_VIDEODRIVER", "dummy")
            .env("SDL_AUDIODRIVER", "dummy");
        same(
            "play in a window",
            &digest,
            &printed(command.args(PLAY).args(window))?,
        )?;
    }
    eprintln!(
        "xtask: {}: `list`, `export` and `play` give the same results as on this machine",
        target.triple
    );
    Ok(())
}

fn same(what: &str, expected: &str, found: &str) -> Result<()> {
    ensure!(
        expected == found,
        "{what}: expected {expected:?}, found {found:?}"
    );
    Ok(())
}

/// Runs programs of another system on this machine.
pub struct TrialRunner {
    target: &'static BuildTarget,
    /// The root folder of the other processor's system.
    root: Option<PathBuf>,
    /// Wine's folder of the emulated Windows.
    wine: Option<PathBuf>,
}

impl TrialRunner {
    /// Creates the runner for a target; `None` if this machine cannot run programs of that system.
    ///
    /// # Errors
    /// Returns an error if the emulator cannot be installed.
    pub fn new(target: &'static BuildTarget) -> Result<Option<Self>> {
        let (mut root, mut wine) = (None, None);
        match target.naming {
            LibraryNaming::Linux => root = LinuxLibraries::for_target(target)?.root,
            LibraryNaming::Windows => {
                packages::ensure(&[("wine", "wine"), ("wineserver", "wine64")])?;
                wine = Some(windows()?);
            }
            LibraryNaming::MacOs if cfg!(target_os = "macos") => {}
            LibraryNaming::MacOs => {
                eprintln!("xtask: {} is not tried: only macOS runs it", target.triple);
                return Ok(None);
            }
        }
        Ok(Some(Self { target, root, wine }))
    }

    /// Returns a command that runs the program. The program finds its own libraries in the folder
    /// `libraries`.
    pub fn command(&self, program: &Path, libraries: Option<&Path>) -> Command {
        let own = libraries.map(|folder| folder.display().to_string());
        let mut command = match (&self.wine, &self.root, &self.target.linux) {
            (Some(folder), ..) => wine("wine", folder),
            (None, Some(root), Some(linux)) => {
                let folders = linux.library_folders(root);
                let folders = folders.iter().map(|folder| folder.display().to_string());
                let paths: Vec<String> = folders.chain(own).collect();
                let mut command = Command::new(linux.emulator);
                command
                    .arg("-L")
                    .arg(root)
                    .args(["-E", &format!("LD_LIBRARY_PATH={}", paths.join(":"))]);
                command
            }
            _ => {
                let mut command = Command::new(program);
                if let Some(own) = own {
                    command.env("LD_LIBRARY_PATH", own);
                }
                return command;
            }
        };
        command.arg(program);
        command
    }
}

/// Returns Wine's folder of the emulated Windows. Adds the library that an older Wine lacks.
fn windows() -> Result<PathBuf> {
    let folder = fs::canonicalize(WORK)?.join("wine");
    let library = folder.join("drive_c/windows/system32").join(PRIMITIVES);
    if !library.exists() {
        printed(wine("wineboot", &folder).arg("--init"))?;
    }
    if !library.exists() {
        let source = Path::new(WORK).join("primitives.c");
        fs::write(&source, PRIMITIVES_SOURCE)?;
        let mut compile = Command::new(build::MINGW);
        printed(
            compile
                .args(["-shared", "-o"])
                .arg(&library)
                .arg(&source)
                .arg("-ladvapi32"),
        )?;
    }
    Ok(folder)
}

/// Returns a command of Wine that uses this folder.
fn wine(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    // At its start Wine would ask to install a browser engine and .NET. Neither is needed.
    command
        .env("WINEPREFIX", folder)
        .env("WINEDEBUG", "-all")
        .env("WINEDLLOVERRIDES", "mscoree,mshtml=");
    command
}

impl Drop for TrialRunner {
    fn drop(&mut self) {
        if let Some(folder) = &self.wine {
            // Wine's server ends with a delay. Only the server of this folder is stopped.
            let _ = Command::new("wineserver")
                .arg("-k")
                .env("WINEPREFIX", folder)
                .status();
        }
    }
}

/// A virtual screen, which ends when the value is dropped.
struct VirtualScreen {
    server: Child,
    name: String,
}

impl VirtualScreen {
    fn new() -> Result<Self> {
        let mut server = Command::new("Xvfb");
        server
            .args(["-displayfd", "1", "-screen", "0", "1280x960x24"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut server = server.spawn().context("cannot start Xvfb")?;
        let mut number = String::new();
        if let Some(said) = server.stdout.take() {
            BufReader::new(said).read_line(&mut number)?;
        }
        Ok(Self {
            server,
            name: format!(":{}", number.trim()),
        })
    }

    /// Waits until the command shows a picture, and saves the picture.
    fn shows(&self, command: &mut Command, picture: &Path) -> Result<()> {
        let mut program = command
            .stdin(Stdio::null())
            .spawn()
            .with_context(|| format!("{command:?}"))?;
        let mut colours = 0;
        for _ in 0..120 {
            sleep(Duration::from_secs(1));
            let mut import = Command::new("import");
            printed(
                import
                    .args(["-display", &self.name, "-window", "root"])
                    .arg(picture),
            )?;
            colours = printed(
                Command::new("identify")
                    .args(["-format", "%k"])
                    .arg(picture),
            )?
            .trim()
            .parse()?;
            if colours >= COLOURS || program.try_wait()?.is_some() {
                break;
            }
        }
        // This fails if the program has already ended.
        let _ = program.kill();
        program.wait()?;
        ensure!(
            colours >= COLOURS,
            "expected a window with a picture, found {colours} colours on the screen"
        );
        Ok(())
    }
}

impl Drop for VirtualScreen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
