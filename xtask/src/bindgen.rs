//! Runs `wasm-bindgen` over a WebAssembly module.
//!
//! The library that does it is called by a small program (`xtask/bindgen`), which is built when it
//! is needed: no other chore compiles it, and nothing is installed.

use std::path::Path;

use anyhow::{Context, Result};

/// The program's manifest.
const MANIFEST: &str = "xtask/bindgen/Cargo.toml";
/// Where it is built.
const BUILT: &str = "target/wasm/bindgen";

/// Writes the module and its JavaScript into the folder `out`, with `typescript` the types, too.
/// `host` says for whom, as wasm-bindgen calls it: `web` is a module of JavaScript, `nodejs` what
/// Node's `require` takes, `no-modules` a script of a page, which also works from the file system.
///
/// # Errors
/// The program can't be built, which says what to do; the module can't be read or was built with
/// another version of `wasm-bindgen`; the files can't be written.
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
