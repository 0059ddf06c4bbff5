//! The sources of the demo: a text with one picture that stands for every file.

use std::fs;
use std::io;

use crate::repository;

/// Texts of the demo's folder, each with a picture that it names.
const SOURCES: [(&str, &str); 5] = [
    ("mara.toml", "mara.png"),
    ("pim.toml", "pim.png"),
    ("ghost.toml", "ghost.png"),
    ("room.toml", "room.png"),
    ("shop.toml", "shop.png"),
];

/// The inputs: text, a byte of 0, picture.
///
/// # Errors
/// The demo's sources can't be read.
pub fn sources() -> io::Result<Vec<Vec<u8>>> {
    let demo = repository().join("data/demo");
    let input = |(text, picture)| {
        Ok([
            &fs::read(demo.join(text))?[..],
            &[0],
            &fs::read(demo.join(picture))?,
        ]
        .concat())
    };
    SOURCES.into_iter().map(input).collect()
}
