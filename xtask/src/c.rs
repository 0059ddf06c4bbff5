//! The library for C: built and put into a prefix as packages of C libraries are.

use std::path::Path;
use std::{env, fs};

use anyhow::{Context, Result};

use crate::{cargo, step};

/// Where it goes when nothing is said.
const PREFIX: &str = "target/c";
/// The version of the border: programs that were linked with another are not run with it.
const ABI: u32 = 0;
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// What a program needs that takes the static library.
const PRIVATE: &str = "-lpthread -ldl -lm";

/// Builds shared and static library and installs them with header and pkg-config file.
///
/// # Errors
/// It does not build, or the prefix can't be written.
pub fn run(prefix: Option<&Path>) -> Result<()> {
    let prefix = prefix.unwrap_or(Path::new(PREFIX));
    build()?;
    install(prefix).with_context(|| format!("cannot install into {}", prefix.display()))?;
    println!("{}", prefix.display());
    Ok(())
}

fn build() -> Result<()> {
    let library = ["rustc", "--package", "scumm-c", "--lib", "--release", "--crate-type"];
    let mut shared = cargo();
    shared.args(library).arg("cdylib");
    if cfg!(target_os = "linux") {
        shared.args(["--", "-C", &format!("link-arg=-Wl,-soname,libwardrobe.so.{ABI}")]);
    }
    step(&mut shared)?;
    step(cargo().args(library).arg("staticlib"))
}

fn install(prefix: &Path) -> Result<()> {
    let built = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let built = Path::new(&built).join("release");
    let folders = ["lib/pkgconfig", "include"].map(|folder| prefix.join(folder));
    folders.iter().try_for_each(fs::create_dir_all)?;
    let copies = [
        ("libscumm_c.a", "lib/libwardrobe.a".to_owned()),
        ("libscumm_c.so", format!("lib/libwardrobe.so.{VERSION}")),
        ("libscumm_c.dylib", "lib/libwardrobe.dylib".to_owned()),
        ("scumm_c.dll", "lib/wardrobe.dll".to_owned()),
        ("scumm_c.dll.lib", "lib/wardrobe.dll.lib".to_owned()),
        ("scumm_c.lib", "lib/wardrobe.lib".to_owned()),
    ];
    for (from, to) in copies.iter().filter(|(from, _)| built.join(from).exists()) {
        fs::copy(built.join(from), prefix.join(to))?;
    }
    #[cfg(target_os = "linux")]
    for name in [format!("libwardrobe.so.{ABI}"), "libwardrobe.so".to_owned()] {
        let link = prefix.join("lib").join(name);
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(format!("libwardrobe.so.{VERSION}"), link)?;
    }
    fs::copy("bindings/c/include/wardrobe.h", prefix.join("include/wardrobe.h"))?;
    let place = std::path::absolute(prefix)?;
    fs::write(prefix.join("lib/pkgconfig/wardrobe.pc"), pkg_config(&place))?;
    Ok(())
}

fn pkg_config(prefix: &Path) -> String {
    format!(
        "prefix={}\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\nName: wardrobe\n\
         Description: The costumes and stages of SCUMM games\nVersion: {VERSION}\nLibs: -L${{libdir}} -lwardrobe\n\
         Libs.private: {PRIVATE}\nCflags: -I${{includedir}}\n",
        prefix.display()
    )
}
