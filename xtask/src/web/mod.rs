//! The page for a browser: `platform/web` as WebAssembly, with its script and the gallery's, in one file that needs no server.

mod page;

use std::path::Path;

use anyhow::Result;

use crate::bindgen::{self, Host};
use crate::toolchain::{self, WASM};

/// Where everything of the page is built.
const BUILD: &str = "target/wasm";

/// Builds the page into `target/web`. With `scenes` it can play scenes, too, and lies in `target/web-scenes`: for the tests.
///
/// # Errors
/// A tool is missing and can't be had, or fails.
pub fn run(scenes: bool) -> Result<()> {
    let mut build = crate::cargo();
    build.args(["build", "--profile", "web", "--package", "wardrobe-web", "--target-dir", BUILD]);
    if scenes {
        build.args(["--features", "scene"]);
    }
    toolchain::for_wasm(&mut build)?;
    crate::step(&mut build)?;
    let module = format!("{BUILD}/{WASM}/web/wardrobe_web.wasm");
    let (glue, out) =
        if scenes { ("target/wasm/glue-scenes", "target/web-scenes") } else { ("target/wasm/glue", "target/web") };
    let (host, into) = if scenes { (Host::Node, out) } else { (Host::Script, glue) };
    bindgen::run(Path::new(&module), Path::new(into), host, false)?;
    if !scenes {
        page::write(Path::new(glue), Path::new(out))?;
        eprintln!("xtask: open {out}/index.html in a browser");
    }
    Ok(())
}
