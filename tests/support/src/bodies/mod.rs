//! The bodies of the fuzz targets: one function for each kind of data that comes from outside. Each
//! function accepts any input.
//!
//! A body ignores the errors that invalid input causes. A panic, more time than [`TIME`] or more
//! memory than [`MEMORY`] is a bug.
//! The fuzz targets of `tests/fuzz` and the smoke test call the same bodies.

mod boxes;
mod cels;
mod costume;
mod files;
pub mod input;
mod on_disk;
mod play;
mod room;
mod scene;
mod strips;
mod tools;

use std::time::Duration;

use crate::memory;

pub use files::{FAMILIES, PROGRAM, pack_file};
pub use on_disk::{NAMES, pack_named};
pub use play::play;
pub use scene::BLOB_MARK;

/// The most memory in bytes that a body may take: twice the memory of a stage with the largest room
/// and all buffers, which is about 30 MiB.
pub const MEMORY: usize = 64 << 20;
/// The most processor time that a body may take.
pub const TIME: Duration = Duration::from_secs(1);

/// A function that handles any input.
pub type Body = fn(&[u8]);

/// All bodies of this crate, by name. The fuzz target of a body has the same name.
pub const ALL: &[(&str, Body)] = &[
    ("cost", costume::cost),
    ("akos", costume::akos),
    ("v0", costume::v0),
    ("nes", costume::nes),
    ("cel_rle", cels::rle),
    ("cel_bomp", cels::bomp),
    ("cel_majmin", cels::majmin),
    ("cel_trle", cels::trle),
    ("aksq", costume::aksq),
    ("tools", tools::tools),
    ("room", room::room),
    ("strips", strips::strips),
    ("zplanes", strips::zplanes),
    ("boxes", boxes::boxes),
    ("files_v0", files::v0),
    ("files_apple", files::apple),
    ("files_nes", files::nes),
    ("files_v1_v2", files::v1_v2),
    ("files_v3", files::v3),
    ("files_v4", files::v4),
    ("files_v5_v6", files::v5_v6),
    ("files_v7", files::v7),
    ("files_v8", files::v8),
    ("files_he", files::he),
    ("files_mac", files::mac),
    ("files_program", files::program),
    ("files_lpak", files::lpak),
    ("files_lpak64", files::lpak64),
    ("files_zip", files::zip),
    ("files_on_disk", on_disk::files),
    ("import", files::import),
    ("scene_json", scene::json),
    ("scene_toml", scene::toml),
];

/// The names of the bodies in `tools/bodies.rs`.
pub const OF_TOOLS: [&str; 5] = [
    "build_source",
    "build_aseprite",
    "build_sheet",
    "casting",
    "journal",
];

/// The names of the bodies in `platform/play/bodies.rs`.
pub const OF_PLAY: [&str; 3] = ["play_session", "play_cast", "play_settings"];

/// The names of the bodies in `bindings/c/bodies.rs`, which call the C functions for costumes,
/// stages, clips and traces.
pub const OF_C: [&str; 4] = ["c_costume", "c_stage", "c_clips", "c_traces"];

/// Returns the names of all bodies.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter()
        .map(|&(name, _)| name)
        .chain(OF_TOOLS)
        .chain(OF_PLAY)
        .chain(OF_C)
}

/// Returns the body of this crate that has this name.
#[must_use]
pub fn named(name: &str) -> Option<Body> {
    ALL.iter()
        .find(|(known, _)| *known == name)
        .map(|&(_, body)| body)
}

/// Runs a body and checks its memory if [`memory::CountingAllocator`] is the program's allocator.
///
/// # Panics
/// Panics if the body panics or takes more than [`MEMORY`].
pub fn run(name: &str, body: Body, input: &[u8]) {
    let ((), most) = memory::peak(|| body(input));
    assert!(
        most <= MEMORY,
        "{name}: {most} bytes of memory for an input of {}",
        input.len()
    );
}
