//! Makes the packages of the library for C and JavaScript.

use std::fs;
use std::process::Command;

use anyhow::{Result, ensure};
use xtask::archive::ArchiveTime;

use super::licences::{self, DistributedPackage};
use super::target::{BuildTarget, LinuxLibraries, build_tools};
use super::trial::TrialRunner;
use super::{MadeArchive, SYSTEMS, build, file_name, in_folder, packed};
use crate::c::LibraryNaming;
use crate::{c, js, packages, toolchain};

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
    Ok((file_name(&path), fs::read(path)?))
}
