//! `include/wardrobe.h` is what cbindgen makes of the border.

use std::fs;
use std::path::Path;

/// The files of the border and of what it shares with others, in the order in which the header has them.
const SOURCES: [&str; 16] = [
    "../common/src/failure",
    "src/border",
    "src/dialect",
    "src/limbs",
    "src/costume",
    "src/draw",
    "src/game",
    "src/world",
    "src/stage",
    "../common/src/furnish",
    "src/furnish",
    "src/seen",
    "src/actor",
    "src/things",
    "../common/src/fields",
    "src/fields",
];

#[test]
fn the_header_is_that_of_the_sources() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(here.join("cbindgen.toml")).unwrap();
    let mut builder = cbindgen::Builder::new().with_config(config);
    for name in SOURCES {
        builder = builder.with_src(here.join(name).with_extension("rs"));
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
    let stored = fs::read_to_string(&header).unwrap_or_default().replace("\r\n", "\n");
    assert!(stored == made, "WARDROBE_UPDATE=1 cargo test -p scumm-c --test all header");
}

/// The heading under which Rust's documentation says what a caller has to see to means nothing in C; pointers have no gap.
fn for_readers_of_c(text: &str) -> String {
    let mut text = text.replace("//\n// # Safety\n", "").replace("WardrobeError * ", "WardrobeError *");
    // Rust locks these behind a shared reference; to C they change.
    for handle in ["Limbs", "Renderer", "Stage"] {
        text = text.replace(&format!("const Wardrobe{handle} *"), &format!("Wardrobe{handle} *"));
    }
    text
}
