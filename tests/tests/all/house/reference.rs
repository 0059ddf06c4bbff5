//! The version of the reference is defined by one constant. Documents must name the same version.

use std::fs;
use std::path::{Path, PathBuf};

use scumm_room::{Enhancements, REFERENCE};
use scumm_test_support::repository;

/// The documents that name the version of the reference. A kit gets the version from the constant.
const DOCUMENTS: [&str; 6] = [
    "CONTRIBUTING.md",
    "README.md",
    "data/vectors/README.md",
    "docs/book/src/errors-elsewhere.md",
    "docs/book/src/introduction.md",
    "docs/conformance.md",
];
/// The pages that compare the reference with its older versions.
const COMPARISONS: [&str; 2] = [
    "docs/book/src/errors-elsewhere.md",
    "docs/book/src/introduction.md",
];
/// Folders without documents of the project.
const LEFT_OUT: [&str; 4] = ["target", ".git", "node_modules", "data/demo"];

#[test]
fn documents_name_the_version_of_the_reference() {
    for document in DOCUMENTS {
        let text = fs::read_to_string(repository().join(document)).unwrap();
        let named = format!("ScummVM {REFERENCE}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&named), "{document} does not name {named}");
    }
}

/// Adds the documents below a folder of the repository to `found`.
fn add_documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(repository().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = folder.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            if !LEFT_OUT.iter().any(|name| path.ends_with(name)) {
                add_documents(&path, found);
            }
        } else if path
            .extension()
            .is_some_and(|ending| ending == "md" || ending == "txt")
        {
            found.push(path);
        }
    }
}

/// Returns whether a word is a version of ScummVM since 2026: a year, a point and a number.
fn is_version(word: &str) -> bool {
    let Some((year, number)) = word.split_once('.') else {
        return false;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    year.len() == 4 && year.starts_with("20") && is_number(year) && is_number(number)
}

#[test]
fn no_document_names_another_version_of_the_reference() {
    let mut documents = Vec::new();
    add_documents(Path::new(""), &mut documents);
    assert!(documents.len() > 40, "{} documents", documents.len());
    for document in documents {
        let is_comparison = COMPARISONS.iter().any(|page| document == Path::new(page));
        if is_comparison {
            continue;
        }
        let text = fs::read_to_string(repository().join(&document)).unwrap();
        for word in text.split(|c: char| !c.is_ascii_digit() && c != '.') {
            let word = word.trim_matches('.');
            let document = document.display();
            assert!(
                !is_version(word) || word == REFERENCE,
                "{document} names {word}"
            );
        }
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            !words.contains("ScummVM 2.7"),
            "{} names 2.7",
            document.display()
        );
    }
}

#[test]
fn the_book_describes_every_enhancement_p15() {
    let book = fs::read_to_string(repository().join("docs/book/src/originals.md")).unwrap();
    for (name, _) in Enhancements::all().iter_names() {
        assert!(book.contains(&format!("| `{name}`")), "{name}");
    }
}
