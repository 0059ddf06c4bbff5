//! The version of the reference is defined by one constant. Documents must name the same version.

use std::fs;

use scumm_room::{Enhancements, REFERENCE};
use scumm_test_support::repository;

/// The documents that name the version of the reference.
const DOCUMENTS: [&str; 5] = [
    "README.md",
    "data/vectors/README.md",
    "docs/book/src/introduction.md",
    "docs/conformance.md",
    "scene/src/harness/kit/README.md",
];

#[test]
fn documents_name_the_version_of_the_reference() {
    for document in DOCUMENTS {
        let text = fs::read_to_string(repository().join(document)).unwrap();
        let named = format!("ScummVM {REFERENCE}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&named), "{document} does not name {named}");
    }
}

#[test]
fn the_book_describes_every_enhancement_p15() {
    let book = fs::read_to_string(repository().join("docs/book/src/originals.md")).unwrap();
    for (name, _) in Enhancements::all().iter_names() {
        assert!(book.contains(&format!("| `{name}`")), "{name}");
    }
}
