//! What holds of the sources themselves: no files import each other in a circle, crates use those
//! below them and no terminal, the public names of each library are those of a stored list, the
//! table of mutations fits the sources, and the libraries can be packaged and used from outside.

mod book;
mod circles;
mod layers;
mod mutations;
mod packages;
mod reference;
mod source;
mod surface;

/// Each library's folder and name, after those that it needs.
const LIBRARIES: [(&str, &str); 5] = [
    ("room", "scumm-room"),
    ("costume", "scumm-costume"),
    ("engine", "scumm-engine"),
    ("platform/media", "scumm-media"),
    ("platform", "scumm-platform"),
];
