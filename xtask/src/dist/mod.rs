//! Archives of the program for those who have no compiler: the same bytes whenever they are made of the same commit.
//!
//! Each holds the program, licences, manual pages, completions, README and CHANGELOG. docs/releases.md says more.

mod build;
mod check;
mod licences;
mod target;
mod tools;
mod trial;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use sha2::{Digest as _, Sha256};
use xtask::archive::{self, Entry, Time};
use xtask::portmaster;

use target::{HANDHELDS, System, Target};

/// Where the archives go, and nothing else.
const OUT: &str = "target/dist";
/// Where everything of them is built.
const WORK: &str = "target/cross";
/// The file with the sums of all archives.
const SUMS: &str = "SHA256SUMS";
/// The word for the handhelds' package on the command line.
const PORTMASTER: &str = "portmaster";
/// What is made where nothing is named.
const ALL: [&str; 4] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-gnu", PORTMASTER];
/// The shells, and the file that each wants its completions in.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "wardrobe.bash"),
    ("elvish", "wardrobe.elv"),
    ("fish", "wardrobe.fish"),
    ("powershell", "wardrobe.ps1"),
    ("zsh", "_wardrobe"),
];

/// Makes the archives that the arguments name, and with `--try` runs what is in them.
///
/// # Errors
/// An argument is unknown; a tool is missing and can't be had, or fails; a program is not what it should be.
pub fn run(args: &[OsString]) -> Result<()> {
    let args: Vec<&str> =
        args.iter().map(|arg| arg.to_str().context("an argument is no text")).collect::<Result<_>>()?;
    let (options, mut names): (Vec<&str>, Vec<&str>) = args.into_iter().partition(|arg| arg.starts_with('-'));
    let tries = match options.as_slice() {
        [] => false,
        ["--try"] => true,
        _ => bail!("expected no option but --try, found {}", options.join(" ")),
    };
    if names == ["sums"] {
        return sums();
    }
    if names.is_empty() {
        names = ALL.to_vec();
    }
    for name in &names {
        if *name != PORTMASTER {
            Target::named(name)?;
        }
    }
    let time = Time::of_commit(Path::new("."))?;
    fs::create_dir_all(OUT)?;
    fs::create_dir_all(WORK)?;
    for name in names {
        let start = Instant::now();
        let (path, bytes) =
            if name == PORTMASTER { handhelds(time, tries)? } else { archive(Target::named(name)?, time, tries)? };
        fs::write(&path, &bytes)?;
        eprintln!("xtask: {}: {} bytes, after {} s", path.display(), bytes.len(), start.elapsed().as_secs());
    }
    sums()
}

/// The archive of a program: its path and its bytes.
fn archive(target: &Target, time: Time, tries: bool) -> Result<(PathBuf, Vec<u8>)> {
    let program = build::program(target)?;
    if tries {
        trial::run(target, &program)?;
    }
    let mut entries = vec![Entry::program(target.program(), fs::read(program)?)];
    for name in ["README.md", "CHANGELOG.md"] {
        entries.push(Entry::file(name, Path::new(name))?);
    }
    entries.extend(pages()?);
    let licences = licences::entries(&[target])?;
    entries.extend(licences.into_iter().map(|entry| Entry { name: format!("licences/{}", entry.name), ..entry }));
    let name = format!("wardrobe-{}-{}", env!("CARGO_PKG_VERSION"), target.triple);
    for entry in &mut entries {
        entry.name = format!("{name}/{}", entry.name);
    }
    Ok(if target.system == System::Windows {
        (Path::new(OUT).join(format!("{name}.zip")), archive::zip(&entries, time)?)
    } else {
        (Path::new(OUT).join(format!("{name}.tar.gz")), archive::tar_gz(&entries, time)?)
    })
}

/// The handhelds' package: its path and its bytes.
fn handhelds(time: Time, tries: bool) -> Result<(PathBuf, Vec<u8>)> {
    let targets = [Target::named(HANDHELDS[0])?, Target::named(HANDHELDS[1])?];
    let mut programs = [Vec::new(), Vec::new()];
    for (target, bytes) in targets.iter().zip(&mut programs) {
        let program = build::program(target)?;
        if tries {
            trial::run(target, &program)?;
        }
        *bytes = fs::read(program)?;
    }
    let entries = portmaster::entries(Path::new("."), programs, licences::entries(&targets)?)?;
    Ok((Path::new(OUT).join(portmaster::NAME), archive::zip(&entries, time)?))
}

/// The manual pages and the completions, as the program for this machine writes them.
fn pages() -> Result<Vec<Entry>> {
    let folder = Path::new(WORK).join("man");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    crate::step(build::host().args(["man", "--out"]).arg(&folder))?;
    let mut entries = Vec::new();
    for page in fs::read_dir(folder)? {
        let page = page?;
        let name = page.file_name().into_string().ok().context("the name of a manual page is no text")?;
        entries.push(Entry::file(format!("man/{name}"), &page.path())?);
    }
    for (shell, file) in SHELLS {
        let output = build::host().args(["completions", shell]).output()?;
        if !output.status.success() {
            bail!("no completions for {shell}: {}", String::from_utf8_lossy(&output.stderr));
        }
        entries.push(Entry::new(format!("completions/{file}"), output.stdout));
    }
    Ok(entries)
}

/// Writes the sums of all files that lie beside the archives, as `sha256sum -c` reads them.
fn sums() -> Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(OUT).context(OUT)? {
        let entry = entry?;
        let name = entry.file_name().into_string().ok().context("the name of an archive is no text")?;
        if entry.file_type()?.is_file() && name != SUMS {
            names.push(name);
        }
    }
    names.sort();
    let mut text = String::new();
    for name in names {
        let sum = Sha256::digest(fs::read(Path::new(OUT).join(&name))?);
        let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        text += &format!("{sum}  {name}\n");
    }
    print!("{text}");
    Ok(fs::write(Path::new(OUT).join(SUMS), text)?)
}
