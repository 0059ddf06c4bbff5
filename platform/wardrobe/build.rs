//! Packs the project's own scenes and the files that these scenes use into an archive, and copies
//! the archive of selected reference scenes, so that `scene kit` needs no checkout of the project.
//! The files are in `data` of a checkout, or in `data` of the package.
#![allow(
    clippy::print_stdout,
    reason = "cargo reads the standard output of a build script"
)]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use lzma_rust2::{XzOptions, XzWriter};

/// The folders of `data` that the scenes need.
const FOLDERS: [&str; 3] = ["scenes", "scene-costumes", "demo/built"];

/// The archive of selected reference scenes in `data`. The program `pack-kit` makes it.
const RECORDED: &str = "kit-scenes.tar.xz";

type Archive = tar::Builder<XzWriter<Vec<u8>>>;

fn main() -> Result<(), Box<dyn Error>> {
    // In a checkout, `data` beside this script has symbolic links, which not every system supports.
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut data = package.join("../../data");
    if !data.join(RECORDED).is_file() {
        data = package.join("data");
    }
    let mut archive = new_archive()?;
    for folder in FOLDERS {
        let path = data.join(folder);
        println!("cargo:rerun-if-changed={}", path.display());
        let mut files: Vec<PathBuf> = fs::read_dir(&path)?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_, std::io::Error>>()?;
        files.sort();
        for file in files.iter().filter(|file| file.is_file()) {
            let bytes = fs::read(file)?;
            let mut header = tar::Header::new_gnu();
            header.set_size(u64::try_from(bytes.len())?);
            header.set_mode(0o644);
            let name = file.file_name().unwrap_or_default();
            archive.append_data(&mut header, Path::new(folder).join(name), bytes.as_slice())?;
        }
    }
    let out = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    let out = Path::new(&out);
    fs::write(out.join("scenes.tar.xz"), archive.into_inner()?.finish()?)?;
    let recorded = data.join(RECORDED);
    println!("cargo:rerun-if-changed={}", recorded.display());
    fs::copy(recorded, out.join(RECORDED))?;
    Ok(())
}

fn new_archive() -> std::io::Result<Archive> {
    let packed = XzWriter::new(Vec::new(), XzOptions::with_preset(6))?;
    Ok(tar::Builder::new(packed))
}
