//! Makes archives of the program and packages of the library for users without a compiler. Their
//! bytes depend only on the commit. docs/releases.md describes their contents.

mod build;
mod desktop;
mod kit;
mod languages;
mod licences;
mod target;
mod trial;
mod wheels;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use sha2::{Digest as _, Sha256};
use xtask::archive::{self, ArchiveEntry, ArchiveTime};
use xtask::portmaster;

use crate::c::LibraryNaming;
use licences::DistributedPackage;
use target::{BuildTarget, HANDHELDS};

/// The folder of the archives, which contains nothing else.
pub const OUT: &str = "target/dist";
/// The folder in which the archives are built.
const WORK: &str = "target/cross";
/// The file with the checksums of all archives.
const SUMS: &str = "SHA256SUMS";
/// The word for the handhelds' package on the command line.
const PORTMASTER: &str = "portmaster";
/// The systems other than handhelds.
const SYSTEMS: [&str; 3] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-pc-windows-gnu",
];
/// The word for the conformance kit on the command line.
const KIT: &str = "kit";
/// The words for the packages of the library on the command line.
const LANGUAGES: [&str; 3] = ["c", "python", "js"];
/// The shells, and the file name of each shell's completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "wardrobe.bash"),
    ("elvish", "wardrobe.elv"),
    ("fish", "wardrobe.fish"),
    ("powershell", "wardrobe.ps1"),
    ("zsh", "_wardrobe"),
];

/// Makes the archives that the arguments name, and with `--try` tests their contents.
///
/// # Errors
/// Returns an error if an argument is unknown, if a tool is missing and cannot be installed, if a
/// tool fails, or if a program does not pass the checks.
pub fn run(args: &[OsString]) -> Result<()> {
    let args: Vec<&str> = args
        .iter()
        .map(|arg| arg.to_str().context("an argument is no text"))
        .collect::<Result<_>>()?;
    let (options, mut names): (Vec<&str>, Vec<&str>) =
        args.into_iter().partition(|arg| arg.starts_with('-'));
    let tries = match options.as_slice() {
        [] => false,
        ["--try"] => true,
        _ => bail!("expected no option but --try, found {}", options.join(" ")),
    };
    if names == ["sums"] {
        return sums();
    }
    if names.is_empty() {
        names = [SYSTEMS.as_slice(), &[PORTMASTER], &LANGUAGES, &[KIT]].concat();
    }
    for name in &names {
        if ![PORTMASTER, KIT].contains(name) && !LANGUAGES.contains(name) {
            BuildTarget::named(name)?;
        }
    }
    let time = ArchiveTime::from_commit(Path::new("."))?;
    fs::create_dir_all(OUT)?;
    fs::create_dir_all(WORK)?;
    for name in names {
        let start = Instant::now();
        let made = match name {
            PORTMASTER => vec![handhelds(time, tries)?],
            "c" => languages::c(time, tries)?,
            "python" => wheels::make(time, tries)?,
            "js" => vec![languages::js(tries)?],
            KIT => scenes(time, tries)?,
            _ => system(BuildTarget::named(name)?, time, tries)?,
        };
        for (name, bytes) in made {
            let path = Path::new(OUT).join(name);
            fs::write(&path, &bytes)?;
            eprintln!(
                "xtask: {}: {} bytes, after {} s",
                path.display(),
                bytes.len(),
                start.elapsed().as_secs()
            );
        }
    }
    sums()
}

/// The name and the bytes of a file to distribute.
type MadeArchive = (String, Vec<u8>);

/// Returns the name of a file without its folder.
fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Builds a program, and tests it if this is requested.
fn program(target: &'static BuildTarget, tries: bool) -> Result<Vec<u8>> {
    let program = build::program(target)?;
    if tries {
        trial::run(target, &program)?;
    }
    Ok(fs::read(program)?)
}

/// Makes the archive of the program for a system. For macOS it also makes the wheel, because only a
/// machine with macOS can do so.
fn system(
    target: &'static BuildTarget,
    time: ArchiveTime,
    tries: bool,
) -> Result<Vec<MadeArchive>> {
    let mut made = vec![archive(target, time, tries)?];
    if target.naming == LibraryNaming::MacOs {
        made.push(wheels::wheel(target, time, tries)?);
    }
    Ok(made)
}

/// Makes the archive of a program.
fn archive(target: &'static BuildTarget, time: ArchiveTime, tries: bool) -> Result<MadeArchive> {
    let mut entries = vec![ArchiveEntry::program(
        target.program(),
        program(target, tries)?,
    )];
    let readme = Path::new("platform/wardrobe/README.md");
    entries.push(ArchiveEntry::file("README.md", readme)?);
    entries.push(ArchiveEntry::file(
        "CHANGELOG.md",
        Path::new("CHANGELOG.md"),
    )?);
    entries.extend(pages()?);
    if target.triple.contains("linux") {
        entries.extend(desktop::entries()?);
    }
    entries.extend(in_folder(
        "licences",
        licences::entries(&DistributedPackage::PROGRAM, &[target.triple])?,
    ));
    let name = format!("wardrobe-{}-{}", env!("CARGO_PKG_VERSION"), target.triple);
    packed(target, &name, entries, time)
}

/// Moves entries into a folder of this name.
fn in_folder(name: &str, entries: Vec<ArchiveEntry>) -> impl Iterator<Item = ArchiveEntry> {
    entries.into_iter().map(move |entry| ArchiveEntry {
        name: format!("{name}/{}", entry.name),
        ..entry
    })
}

/// Packs entries into the archive of this name for a target, inside a folder.
fn packed(
    target: &BuildTarget,
    name: &str,
    entries: Vec<ArchiveEntry>,
    time: ArchiveTime,
) -> Result<MadeArchive> {
    let entries: Vec<ArchiveEntry> = in_folder(name, entries).collect();
    Ok(if target.naming == LibraryNaming::Windows {
        (format!("{name}.zip"), archive::zip(&entries, time)?)
    } else {
        (format!("{name}.tar.gz"), archive::tar_gz(&entries, time)?)
    })
}

/// Makes the handhelds' package.
fn handhelds(time: ArchiveTime, tries: bool) -> Result<MadeArchive> {
    let [first, second] = HANDHELDS;
    let programs = [
        program(BuildTarget::named(first)?, tries)?,
        program(BuildTarget::named(second)?, tries)?,
    ];
    let entries = portmaster::entries(
        Path::new("."),
        programs,
        licences::entries(&DistributedPackage::PROGRAM, &HANDHELDS)?,
    )?;
    Ok((portmaster::NAME.to_owned(), archive::zip(&entries, time)?))
}

/// Makes the conformance kit and its packages, and tests the packages if this is requested.
fn scenes(time: ArchiveTime, tries: bool) -> Result<Vec<MadeArchive>> {
    let made = kit::make(time)?;
    if tries {
        kit::try_packages(&made)?;
    }
    Ok(made)
}

/// Returns the manual pages and the completions, which the program for this machine writes.
fn pages() -> Result<Vec<ArchiveEntry>> {
    let folder = Path::new(WORK).join("man");
    crate::new_folder(&folder)?;
    crate::step(build::host().args(["man", "--out"]).arg(&folder))?;
    let mut entries = Vec::new();
    for page in fs::read_dir(folder)? {
        let page = page?;
        let name = page
            .file_name()
            .into_string()
            .ok()
            .context("the name of a manual page is no text")?;
        entries.push(ArchiveEntry::file(format!("man/{name}"), &page.path())?);
    }
    for (shell, file) in SHELLS {
        let script = crate::printed(build::host().args(["completions", shell]))?;
        entries.push(ArchiveEntry::new(format!("completions/{file}"), script));
    }
    Ok(entries)
}

/// Writes the checksums of all archives in the format of `sha256sum -c`.
fn sums() -> Result<()> {
    let mut sums = BTreeMap::new();
    for entry in fs::read_dir(OUT).context(OUT)? {
        let entry = entry?;
        let name = entry
            .file_name()
            .into_string()
            .ok()
            .context("the name of an archive is no text")?;
        if entry.file_type()?.is_file() && name != SUMS {
            let sum = Sha256::digest(fs::read(entry.path())?);
            sums.insert(
                name,
                sum.iter()
                    .map(|byte| format!("{byte:02x}"))
                    .collect::<String>(),
            );
        }
    }
    let text: String = sums
        .iter()
        .map(|(name, sum)| format!("{sum}  {name}\n"))
        .collect();
    print!("{text}");
    Ok(fs::write(Path::new(OUT).join(SUMS), text)?)
}
