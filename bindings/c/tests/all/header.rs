//! `include/wardrobe.h` is what cbindgen makes of the border.

use std::fs;
use std::path::Path;

/// The files of the border and of what it shares with others, in the order in which the header has them.
const SOURCES: [&str; 15] = [
    "../common/src/failure",
    "src/border",
    "src/dialect",
    "src/limbs",
    "src/costume",
    "src/draw",
    "src/game",
    "../common/src/furnish",
    "src/stage",
    "src/seen",
    "../../engine/src/operation/actor_field",
    "../../engine/src/operation/stage_field",
    "src/actor",
    "src/operations",
    "src/apply",
];

#[test]
fn the_header_is_that_of_the_sources() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(here.join("cbindgen.toml")).unwrap();
    let mut builder = cbindgen::Builder::new().with_config(config);
    let sources = tempfile::tempdir().unwrap();
    for (number, name) in SOURCES.iter().enumerate() {
        let text = fs::read_to_string(here.join(name).with_extension("rs")).unwrap();
        let source = sources.path().join(format!("{number}.rs"));
        let text = if name.ends_with("_field") {
            enumeration_of(&text)
        } else {
            for_cbindgen(&text)
        };
        fs::write(&source, text).unwrap();
        builder = builder.with_src(source);
    }
    let mut made = Vec::new();
    builder.generate().unwrap().write(&mut made);
    let made = for_readers_of_c(&String::from_utf8(made).unwrap());
    let unnamed = made.lines().find(|line| line.starts_with("} C"));
    assert_eq!(unnamed, None, "cbindgen.toml gives it no name");
    let header = here.join("include/wardrobe.h");
    if std::env::var_os("WARDROBE_UPDATE").is_some() {
        fs::write(&header, &made).unwrap();
    }
    let stored = fs::read_to_string(&header)
        .unwrap_or_default()
        .replace("\r\n", "\n");
    assert!(
        stored == made,
        "WARDROBE_UPDATE=1 cargo test -p scumm-c --test all header"
    );
}

/// A source with what `Out` and `New` stand for in their places: cbindgen would declare types of these names.
fn for_cbindgen(text: &str) -> String {
    let text = text.replace("New<'_, ", "Out<'_, *mut ");
    let (first, outputs) = text.split_once("Out<'_, ").unwrap_or((&text, ""));
    let spelled_out =
        |output: &str| format!("Option<&mut MaybeUninit<{}", output.replacen('>', ">>", 1));
    let rest = outputs
        .split("Out<'_, ")
        .filter(|output| !output.is_empty())
        .map(spelled_out);
    [first.to_owned()].into_iter().chain(rest).collect()
}

/// Returns the enumeration of a source of the engine, which has the numbers of a C enumeration but does not say so.
fn enumeration_of(text: &str) -> String {
    let end = text.find("\n}\n").unwrap();
    text[..end].replace("#[non_exhaustive]", "#[repr(C)]") + "\n}\n"
}

/// The heading under which Rust's documentation says what a caller has to see to means nothing in C; pointers have no gap.
fn for_readers_of_c(text: &str) -> String {
    let mut text = text
        .replace("//\n// # Safety\n", "")
        .replace("WardrobeError * ", "WardrobeError *");
    // Rust locks these behind a shared reference; to C they change.
    for handle in ["Limbs", "Renderer", "Stage"] {
        text = text.replace(
            &format!("const Wardrobe{handle} *"),
            &format!("Wardrobe{handle} *"),
        );
    }
    text
}
