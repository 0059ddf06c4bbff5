//! `include/wardrobe.h` is what cbindgen makes of the border.

use std::fs;
use std::path::Path;

/// The files of the border and of what it shares with others, in the order in which the header has them.
const SOURCES: [&str; 14] = [
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
    let end = made.rfind("#ifdef __cplusplus").unwrap();
    let made = format!("{}{}{}", &made[..end], operations(), &made[end..]);
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

/// What is done to something: its words, its name, and what is passed.
struct Operation {
    words: Vec<&'static str>,
    name: &'static str,
    passed: Vec<(&'static str, &'static str)>,
}

macro_rules! listed {
    (; $($(#[doc = $words:literal])* $name:ident $js:ident($($arg:ident: $type:ty),*) [$($sig:tt)*] -> (), |$it:ident| $body:expr;)*) => {
        vec![$(Operation {
            words: vec![$($words),*],
            name: stringify!($name),
            passed: vec![$((stringify!($arg), stringify!($type))),*],
        }),*]
    };
}

/// The declarations of what `src/operations.rs` makes of the table: cbindgen looks into no macro.
fn operations() -> String {
    let mut text = String::new();
    let mut declare = |what: &str, first: &str, all: Vec<Operation>| {
        for Operation {
            words,
            name,
            passed,
        } in all
        {
            words.iter().for_each(|line| text += &format!("//{line}\n"));
            for (arg, _) in passed.iter().filter(|(_, kind)| kind.starts_with("Option")) {
                text += &format!("// Without `{arg}`: -1.\n");
            }
            let of_c = |kind: &str| match kind {
                "bool" | "u8" => "uint8_t",
                "i8" => "int8_t",
                "u16" => "uint16_t",
                "i16" => "int16_t",
                "u32" => "uint32_t",
                "usize" => "size_t",
                kind => {
                    assert!(
                        kind == "i32" || kind.starts_with("Option"),
                        "{kind} has no name in C here"
                    );
                    "int32_t"
                }
            };
            let mut args = vec![first.to_owned()];
            args.extend(
                passed
                    .iter()
                    .map(|(arg, kind)| format!("{} {arg}", of_c(kind))),
            );
            args.push("WardrobeError *error".to_owned());
            let start = format!("WardrobeCode wardrobe_{what}_{name}(");
            let line = format!("{start}{});\n\n", args.join(", "));
            let gap = format!(",\n{}", " ".repeat(start.len()));
            text += &if line.len() > 134 {
                format!("{start}{});\n\n", args.join(&gap))
            } else {
                line
            };
        }
    };
    let (actor, stage) = (
        "WardrobeStage *stage, uint16_t actor",
        "WardrobeStage *stage",
    );
    declare("actor", actor, scumm_bindings::actor_operations! { listed });
    declare("stage", stage, scumm_bindings::stage_operations! { listed });
    text
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
