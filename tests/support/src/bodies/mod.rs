//! What is done with an arbitrary input: one function for each kind of data that comes from outside.
//!
//! A body never fails, whatever its input holds; a panic, more than [`TIME`] or more than [`MEMORY`] is a bug. The fuzz
//! targets of `tests/fuzz` and the smoke test of every test run call the same bodies.

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

/// The most memory that a body may take: the stage of the largest room (some 30 MiB) and its scratch fit twice.
pub const MEMORY: usize = 64 << 20;
/// The most time that a body may take.
pub const TIME: Duration = Duration::from_secs(1);

/// A body.
pub type Body = fn(&[u8]);

/// Every body by its name, which is that of the fuzz target, too.
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

/// Bodies that are the tools': they are in their crate.
pub const OF_TOOLS: [&str; 5] = [
    "build_source",
    "build_aseprite",
    "build_sheet",
    "casting",
    "journal",
];

/// Bodies of what is played: they are in the crate of the player.
pub const OF_PLAY: [&str; 3] = ["play_session", "play_cast", "play_settings"];

/// Bodies of the border to C, one for each of its levels: they stand beside it.
pub const OF_C: [&str; 2] = ["c_costume", "c_stage"];

/// The names of all bodies.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter()
        .map(|&(name, _)| name)
        .chain(OF_TOOLS)
        .chain(OF_PLAY)
        .chain(OF_C)
}

/// The body of this name.
#[must_use]
pub fn named(name: &str) -> Option<Body> {
    ALL.iter()
        .find(|(known, _)| *known == name)
        .map(|&(_, body)| body)
}

/// Runs a body. The memory counts where [`memory::Counting`] is the program's allocator.
///
/// # Panics
/// The body panics, or takes more than [`MEMORY`].
pub fn run(name: &str, body: Body, input: &[u8]) {
    let ((), most) = memory::peak(|| body(input));
    assert!(
        most <= MEMORY,
        "{name}: {most} bytes of memory for an input of {}",
        input.len()
    );
}
