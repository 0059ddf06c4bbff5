//! Tests of the sources themselves: no files import each other in a circle. Crates depend only on
//! the crates below them, and libraries do not depend on a terminal. The public names of each
//! library match a stored list. The table of mutations fits the sources. The libraries can be
//! packaged and used from outside.

mod book;
mod circles;
mod layers;
mod mutations;
mod packages;
mod reference;
mod source;
mod surface;

/// The folder and the name of each library. A library follows the libraries on which it depends.
const LIBRARIES: [(&str, &str); 5] = [
    ("room", "scumm-room"),
    ("costume", "scumm-costume"),
    ("engine", "scumm-engine"),
    ("platform/media", "scumm-media"),
    ("platform", "scumm-platform"),
];
