//! Runs `wasm-bindgen` on a WebAssembly module.
//!
//! A small program (`xtask/bindgen`) calls the library of `wasm-bindgen`. The program is built when
//! it is needed, so that no other chore compiles it and nothing is installed.

use std::path::Path;

use anyhow::{Context, Result};

/// The manifest of the program.
const MANIFEST: &str = "xtask/bindgen/Cargo.toml";
/// The target folder of the program.
const BUILT: &str = "target/wasm/bindgen";

/// Writes the module and its JavaScript into the folder `out`, and with `typescript` the types,
/// too. `host` is a target of wasm-bindgen: `web` is a JavaScript module, `nodejs` is for Node's
/// `require`, and `no-modules` is a script of a page, which also works from the file system.
///
/// # Errors
/// Returns an error with advice if the program cannot be built. Returns an error if the module
/// cannot be read or was built with another version of `wasm-bindgen`, or if a file cannot be
/// written.
pub fn run(module: &Path, out: &Path, host: &str, typescript: bool) -> Result<()> {
    let cargo = |command: &str| {
        let mut cargo = crate::cargo();
        cargo.args([
            command,
            "--quiet",
            "--manifest-path",
            MANIFEST,
            "--target-dir",
            BUILT,
        ]);
        cargo
    };
    crate::step(&mut cargo("build")).with_context(|| {
        format!(
            "can't build what runs wasm-bindgen. Without a network, `cargo fetch --manifest-path {MANIFEST}` fetches it where there \
             is one. A crate that the registry lacks is passed over by `cargo update --manifest-path {MANIFEST}`; where it is \
             `wasm-bindgen-cli-support` itself, `cargo update wasm-bindgen --precise VERSION` takes another version for the \
             workspace, which {MANIFEST} has to name, too"
        )
    })?;
    let mut run = cargo("run");
    run.args(["--", host]).args([module, out]);
    if typescript {
        run.arg("--typescript");
    }
    crate::step(&mut run)
}
