//! The page for a browser: `platform/web` as WebAssembly, with its script and the gallery's, in one file that needs no server.

mod page;

use std::path::Path;

use anyhow::Result;

use crate::{bindgen, toolchain};

/// Builds the page into `target/web`. With `scenes` it can play scenes, too, and lies in `target/web-scenes`: for the tests.
///
/// # Errors
/// A tool is missing and can't be had, or fails.
pub fn run(scenes: bool) -> Result<()> {
    let module = toolchain::wasm("wardrobe-web", if scenes { &["scene"] } else { &[] }, "wardrobe_web.wasm")?;
    if scenes {
        return bindgen::run(&module, Path::new("target/web-scenes"), "nodejs", false);
    }
    let (glue, out) = (Path::new("target/wasm/glue"), Path::new("target/web"));
    bindgen::run(&module, glue, "no-modules", false)?;
    page::write(glue, out)?;
    eprintln!("xtask: open {}/index.html in a browser", out.display());
    Ok(())
}
