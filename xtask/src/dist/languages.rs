//! Makes the packages of the library for other languages: archives for C, wheels for Python, the
//! package for JavaScript.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use xtask::archive::Time;

use super::licences::{self, Part};
use super::target::Target;
use super::tools::{self, Libraries};
use super::trial::Runner;
use super::{Made, SYSTEMS, WORK, build, check, in_folder, packed, wheel};
use crate::c::{Naming, trial};
use crate::{c, js, packages, python, toolchain};

/// Makes the C archives. With `tries` the examples are built with each archive and have to give the
/// same results.
///
/// # Errors
/// Returns an error if a tool is missing and cannot be installed, if a tool fails, or if a library
/// does not pass the checks.
pub fn c(time: Time, tries: bool) -> Result<Vec<Made>> {
    let mut archives = Vec::new();
    let mut first: Option<Vec<u8>> = None;
    for name in SYSTEMS {
        let target = Target::named(name)?;
        let mut entries = c::archived(target.naming, &build::library(target)?)?;
        entries.extend(in_folder(
            "licences",
            licences::entries(&Part::C, &[target.triple])?,
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
                "{name}: the examples do not do what they do on {}",
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
fn tried(target: &'static Target, archive: &[u8]) -> Result<Vec<u8>> {
    let runner = Runner::new(target)?;
    let compiler = match target.naming {
        Naming::Linux if Libraries::of(target)?.root.is_some() => {
            let processor = target.triple.replace("-unknown", "");
            format!(
                "{}/python -m ziglang cc -target {processor}",
                tools::python()?.display()
            )
        }
        Naming::Windows => build::MINGW.to_owned(),
        Naming::Linux | Naming::MacOs => "cc".to_owned(),
    };
    trial::run(
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
pub fn python(time: Time, tries: bool) -> Result<Vec<Made>> {
    let mut wheels = Vec::new();
    for name in SYSTEMS {
        let target = Target::named(name)?;
        let path = build::wheel(target)?;
        let licences = licences::entries(&Part::PYTHON, &[target.triple])?;
        let (bytes, library) = wheel::finished(&fs::read(&path)?, licences, time)?;
        let extension = Path::new(WORK)
            .join("wheel")
            .join(target.triple)
            .join("extension");
        fs::write(&extension, library)?;
        build::check_library(target, &extension)?;
        fs::write(&path, &bytes)?;
        if tries && matches!(target.naming, Naming::Linux) && Libraries::of(target)?.root.is_none()
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
pub fn js(tries: bool) -> Result<Made> {
    packages::ensure(&[("node", "nodejs"), ("npm", "npm")])?;
    let path = js::package(licences::entries(&Part::JS, &[toolchain::WASM])?)?;
    check::names_no_folder(&js::module())?;
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
