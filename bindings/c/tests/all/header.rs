//! cbindgen generates `include/wardrobe.h` from the sources of the C interface.

use std::fs;
use std::path::Path;

/// The files of this crate and the shared files with types of the header, in the order of the
/// header.
const SOURCES: [&str; 19] = [
    "../common/src/failure",
    "src/border",
    "src/dialect",
    "src/limbs",
    "src/costume",
    "src/draw",
    "src/sprites",
    "src/game",
    "../common/src/clip",
    "src/clip",
    "../common/src/furnish",
    "src/stage",
    "src/seen",
    "src/contents",
    "../../engine/src/operation/actor_field",
    "../../engine/src/operation/stage_field",
    "src/actor",
    "src/operations",
    "src/apply",
];

/// The headings of the header, each with the first function of its group.
const HEADINGS: [(&str, &str); 21] = [
    ("wardrobe_version", "The library"),
    ("wardrobe_bytes_data", "Buffers that calls return"),
    ("wardrobe_dialect_new", "Dialects"),
    ("wardrobe_limbs_new", "Animation states"),
    ("wardrobe_costume_parse", "Costumes"),
    ("wardrobe_costume_start", "Playing animations"),
    ("wardrobe_look_init", "Drawing costumes"),
    ("wardrobe_sprites_new", "Sprites of the Nintendo"),
    ("wardrobe_game_open", "Games and rooms"),
    (
        "wardrobe_costume_play",
        "Clips: animations as pictures and files",
    ),
    ("wardrobe_random", "Random numbers and voices"),
    (
        "wardrobe_stage_of_room",
        "Stages: creation, resources, frames, saving",
    ),
    (
        "wardrobe_stage_print",
        "Stages: pixels, tables, colours, walk boxes",
    ),
    ("wardrobe_stage_event", "Stages: events, pixels, queries"),
    ("wardrobe_game_cast", "Casts and the parts of rooms"),
    (
        "wardrobe_stage_start_trace",
        "Traces: which limb drew a pixel",
    ),
    ("wardrobe_actor_limb_anim", "Actors: limbs and queries"),
    ("wardrobe_actor_get", "Fields of actors and stages"),
    ("wardrobe_actor_init", "Operations on actors"),
    ("wardrobe_stage_enter_room", "Operations on stages"),
    ("wardrobe_stage_apply", "All operations by name"),
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

/// Returns a source with the types `Out` and `NewHandle` written out. cbindgen would declare types
/// of these names.
fn for_cbindgen(text: &str) -> String {
    let text = text.replace("NewHandle<'_, ", "Out<'_, *mut ");
    let (first, outputs) = text.split_once("Out<'_, ").unwrap_or((&text, ""));
    let spelled_out =
        |output: &str| format!("Option<&mut MaybeUninit<{}", output.replacen('>', ">>", 1));
    let rest = outputs
        .split("Out<'_, ")
        .filter(|output| !output.is_empty())
        .map(spelled_out);
    [first.to_owned()].into_iter().chain(rest).collect()
}

/// Returns the enumeration in a source of the engine, marked as an enumeration of C. The numbers of
/// the values are already those that C would assign.
fn enumeration_of(text: &str) -> String {
    let end = text.find("\n}\n").unwrap();
    text[..end].replace("#[non_exhaustive]", "#[repr(C)]") + "\n}\n"
}

/// Changes the comments and types of a generated header for readers of C: removes the heading of
/// Rust's safety conditions and gaps behind pointers, and adds headings.
fn for_readers_of_c(text: &str) -> String {
    let mut text = text
        .replace("//\n// # Safety\n", "")
        .replace("WardrobeError * ", "WardrobeError *");
    // In Rust, functions take these handles by a shared reference and lock them. In C the
    // parameters are not `const`, because the objects change.
    for handle in ["Limbs", "Renderer", "Stage"] {
        text = text.replace(
            &format!("const Wardrobe{handle} *"),
            &format!("Wardrobe{handle} *"),
        );
    }
    with_headings(&text)
}

/// Inserts the headings of the groups of functions.
fn with_headings(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (function, heading) in HEADINGS {
        let declared = lines.iter().position(|line| declares(line, function));
        assert!(declared.is_some(), "the header has no {function}");
        let mut place = declared.unwrap();
        // A heading stands before the comment of the function.
        while place > 0 && lines[place - 1].starts_with("//") {
            place -= 1;
        }
        lines.insert(place, format!("// ---- {heading} ----"));
        lines.insert(place + 1, String::new());
    }
    lines.join("\n") + "\n"
}

/// Returns whether a line of the header begins the declaration of a function.
fn declares(line: &str, function: &str) -> bool {
    let is_code = !line.starts_with("//") && !line.starts_with(' ');
    is_code && line.contains(&format!("{function}("))
}

#[test]
fn quirks_and_enhancements_have_enumerators_with_their_bits() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = fs::read_to_string(here.join("include/wardrobe.h")).unwrap();
    let kinds = [
        ("WARDROBE_QUIRK_", scumm_bindings::quirk_names()),
        ("WARDROBE_ENHANCEMENT_", scumm_bindings::enhancement_names()),
    ];
    for (prefix, names) in kinds {
        for (name, bit) in &names {
            let line = format!("  {prefix}{} = {bit},\n", name.to_uppercase());
            assert!(header.contains(&line), "{line}");
        }
        assert_eq!(header.matches(&format!("  {prefix}")).count(), names.len());
    }
}

#[test]
fn each_enumerator_has_a_number() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = fs::read_to_string(here.join("include/wardrobe.h")).unwrap();
    for line in header.lines() {
        let is_enumerator = line.starts_with("  WARDROBE_") && line.ends_with(',');
        assert!(!is_enumerator || line.contains(" = "), "{line}");
    }
}
