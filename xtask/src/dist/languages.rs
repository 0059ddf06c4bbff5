//! Makes the packages of the library for other languages: archives for C, wheels for Python, the
//! package for JavaScript.

use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Read as _};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use xtask::archive::{self, ArchiveEntry, ArchiveTime};

use super::licences::{self, DistributedPackage};
use super::target::{BuildTarget, LinuxLibraries, build_tools};
use super::trial::TrialRunner;
use super::{MadeArchive, SYSTEMS, WORK, build, in_folder, packed};
use crate::c::LibraryNaming;
use crate::{c, js, packages, python, toolchain};

/// The list of a wheel's files, in the folder of its metadata.
const RECORD: &str = ".dist-info/RECORD";
/// The metadata line after which the licence files are listed.
const LICENCE: &str = "License-Expression: ";

/// Makes the C archives. With `tries` the examples are built with each archive and have to give the
/// same results.
///
/// # Errors
/// Returns an error if a tool is missing and cannot be installed, if a tool fails, or if a library
/// does not pass the checks.
pub fn c(time: ArchiveTime, tries: bool) -> Result<Vec<MadeArchive>> {
    let mut archives = Vec::new();
    let mut first: Option<Vec<u8>> = None;
    for name in SYSTEMS {
        let target = BuildTarget::named(name)?;
        let mut entries = c::archived(target.naming, &build::library(target)?)?;
        entries.extend(in_folder(
            "licences",
            licences::entries(&DistributedPackage::C, &[target.triple])?,
        ));
        let archive = packed(
            target,
            &format!("wardrobe-c-{}-{name}", env!("CARGO_PKG_VERSION")),
            entries,
            time,
        )?;
        if tries {
            let done = tried(target, &archive.1)?;
            let first = first.get_or_insert_with(|| done.clone());
            ensure!(
                done == *first,
                "{name}: the examples give other results than on {}",
                SYSTEMS[0]
            );
            eprintln!(
                "xtask: {name}: the examples draw {} bytes, the same as on {}",
                done.len(),
                SYSTEMS[0]
            );
        }
        archives.push(archive);
    }
    Ok(archives)
}

/// Returns the results of the examples on a system.
fn tried(target: &'static BuildTarget, archive: &[u8]) -> Result<Vec<u8>> {
    let runner = TrialRunner::new(target)?;
    let compiler = match target.naming {
        LibraryNaming::Linux if LinuxLibraries::for_target(target)?.root.is_some() => {
            let processor = target.triple.replace("-unknown", "");
            format!(
                "{}/python -m ziglang cc -target {processor}",
                build_tools()?.display()
            )
        }
        LibraryNaming::Windows => build::MINGW.to_owned(),
        LibraryNaming::Linux | LibraryNaming::MacOs => "cc".to_owned(),
    };
    c::try_examples(
        archive,
        target.naming,
        &compiler,
        |program, libraries| match &runner {
            Some(runner) => runner.command(program, Some(libraries)),
            None => Command::new(program),
        },
    )
}

/// Makes the Python wheels. With `tries` the wheel for this machine is installed and tested.
///
/// # Errors
/// Returns an error as [`c`] does.
pub fn python(time: ArchiveTime, tries: bool) -> Result<Vec<MadeArchive>> {
    let mut wheels = Vec::new();
    for name in SYSTEMS {
        let target = BuildTarget::named(name)?;
        let path = build::wheel(target)?;
        let licences = licences::entries(&DistributedPackage::PYTHON, &[target.triple])?;
        let (bytes, library) = finished_wheel(&fs::read(&path)?, licences, time)?;
        let extension = Path::new(WORK)
            .join("wheel")
            .join(target.triple)
            .join("extension");
        fs::write(&extension, library)?;
        build::check_library(target, &extension)?;
        fs::write(&path, &bytes)?;
        if tries
            && matches!(target.naming, LibraryNaming::Linux)
            && LinuxLibraries::for_target(target)?.root.is_none()
        {
            python::test(&path)?;
        }
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        wheels.push((name, bytes));
    }
    Ok(wheels)
}

/// Makes the JavaScript package. With `tries` it is installed and tested.
///
/// # Errors
/// Returns an error as [`c`] does.
pub fn js(tries: bool) -> Result<MadeArchive> {
    packages::ensure(&[("node", "nodejs"), ("npm", "npm")])?;
    let path = js::package(licences::entries(
        &DistributedPackage::JS,
        &[toolchain::WASM],
    )?)?;
    build::names_no_folder(&js::module())?;
    if tries {
        js::test()?;
    }
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    Ok((name, fs::read(path)?))
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
    let told = entries
        .iter_mut()
        .find(|entry| entry.name == format!("{info}METADATA"))
        .context("expected METADATA")?;
    told.data = with_licences(std::str::from_utf8(&told.data)?, &licences)?.into_bytes();
    let licences = licences.into_iter().map(|entry| ArchiveEntry {
        name: format!("{info}licenses/{}", entry.name),
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

/// Returns the metadata with a line for each licence file.
fn with_licences(metadata: &str, licences: &[ArchiveEntry]) -> Result<String> {
    let start = metadata
        .find(LICENCE)
        .context("expected a licence in the metadata")?;
    let end = metadata[start..]
        .find('\n')
        .map_or(metadata.len(), |end| start + end + 1);
    let names: String = licences
        .iter()
        .map(|entry| format!("License-File: {}\n", entry.name))
        .collect();
    Ok([&metadata[..end], &names, &metadata[end..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finished_wheel_lists_each_of_its_files_with_its_sum() {
        let time = ArchiveTime::from_commit(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let metadata = "Name: w\nLicense-Expression: MIT\nRequires-Python: >=3.9\n\nText\n";
        let made = [
            ArchiveEntry::program("w/_w.abi3.so", "library"),
            ArchiveEntry::new("w-1.dist-info/METADATA", metadata),
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
