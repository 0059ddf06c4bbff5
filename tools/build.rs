//! Finds the folder with the files of the demo, which the crate embeds: `data/demo` of a checkout,
//! or `demo` of the package.
#![allow(
    clippy::print_stdout,
    reason = "cargo reads the standard output of a build script"
)]

use std::env;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo sets CARGO_MANIFEST_DIR")?;
    let manifest = Path::new(&manifest);
    // In a checkout `demo` is a symbolic link, which not every system supports.
    let candidates = [manifest.join("../data/demo"), manifest.join("demo")];
    let folder = candidates
        .iter()
        .find(|folder| folder.join("game.toml").is_file())
        .ok_or("the files of the demo are missing: expected them in data/demo")?;
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=DEMO_FOLDER={}", folder.display());
    Ok(())
}
