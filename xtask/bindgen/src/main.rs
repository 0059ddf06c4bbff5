//! Runs `wasm-bindgen` over a module: `wardrobe-bindgen KIND MODULE OUT [--typescript]`.
//! `xtask/src/toolchain.rs` starts it.

use std::env;
use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let (typescript, args) = match args.as_slice() {
        [args @ .., flag] if flag == "--typescript" => (true, args),
        args => (false, args),
    };
    let [kind, module, out] = args else {
        bail!("expected KIND MODULE OUT [--typescript]")
    };
    let mut bindgen = Bindgen::new();
    match kind.as_str() {
        "no-modules" => bindgen.no_modules(true)?,
        "nodejs" => bindgen.nodejs(true)?,
        "web" => bindgen.web(true)?,
        "bundler" => bindgen.bundler(true)?,
        _ => bail!("expected no-modules, nodejs, web or bundler, found {kind:?}"),
    };
    bindgen
        .input_path(module)
        .typescript(typescript)
        // The callers of the generated code name the module themselves.
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen
        .generate(Path::new(out))
        .with_context(|| format!("{module}: wasm-bindgen"))
}
