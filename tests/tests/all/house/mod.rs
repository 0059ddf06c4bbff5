//! Tests of the sources themselves: no files import each other in a circle, crates depend only on
//! the crates below them and libraries on no terminal, the public names of each library match a
//! stored list, the table of mutations fits the sources, and the libraries can be packaged and used
//! from outside.

mod book;
mod circles;
mod layers;
mod mutations;
mod packages;
mod reference;
mod source;
mod surface;

/// The folder and the name of each library. A library stands behind the libraries on which it
/// depends.
const LIBRARIES: [(&str, &str); 5] = [
    ("room", "scumm-room"),
    ("costume", "scumm-costume"),
    ("engine", "scumm-engine"),
    ("platform/media", "scumm-media"),
    ("platform", "scumm-platform"),
];
