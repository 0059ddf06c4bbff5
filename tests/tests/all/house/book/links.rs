//! Links between documents.

use std::fs;
use std::path::{Path, PathBuf};

use scumm_test_support::repository;

use super::{PAGE, page_path};

/// Returns the paths of all Markdown files of the project. The generated page `where.md` is left
/// out, because an earlier `cargo xtask book` may have written an outdated file.
pub fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(repository(), &mut found);
    found.retain(|path| *path != page_path());
    found.sort();
    assert!(found.len() > 20, "{} documents", found.len());
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let built = ["target", "out", "node_modules"].contains(&name.as_str())
            || path.ends_with("docs/book/book");
        if path.is_dir() && !built && (!name.starts_with('.') || name == ".github") {
            collect(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// Returns the targets of a text's links with their lines. Code is ignored.
pub fn links(text: &str) -> Vec<(usize, String)> {
    let (mut found, mut in_code) = (Vec::new(), false);
    for (at, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for rest in plain.split("](").skip(1) {
            found.push((
                at + 1,
                rest.split([')', ' ']).next().unwrap_or_default().to_owned(),
            ));
        }
    }
    found
}

/// Returns the anchors of a page's headings, in the form that programs which show Markdown use.
pub fn anchors(text: &str) -> Vec<String> {
    let mut in_code = false;
    let headings = text.lines().filter(|line| {
        in_code ^= line.trim_start().starts_with("```");
        !in_code && line.starts_with('#')
    });
    let name = |line: &str| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title
            .chars()
            .filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(name).collect()
}

/// Reads a document. For the page `where.md`, returns the text that the test generates.
fn text_of(document: &Path) -> String {
    if is_page(document) {
        PAGE.clone()
    } else {
        fs::read_to_string(document).unwrap()
    }
}

/// Returns whether a path, which may contain `..`, is the path of the generated page `where.md`.
fn is_page(path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let folder_of_page = page_path().parent().unwrap().canonicalize().unwrap();
    path.file_name() == page_path().file_name() && folder == Some(folder_of_page)
}

/// Returns a message for each broken link in the text of a document.
pub fn broken(document: &Path, text: &str) -> Vec<String> {
    let shown = document
        .strip_prefix(repository())
        .unwrap_or(document)
        .display()
        .to_string();
    let mut wrong = Vec::new();
    for (line, link) in links(text) {
        if link.contains("://") || link.starts_with("mailto:") {
            continue;
        }
        let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
        let target = if file.is_empty() {
            document.to_owned()
        } else {
            document.with_file_name("").join(file)
        };
        if !is_page(&target) && !target.exists() {
            wrong.push(format!("{shown}:{line}: {link}: there is no such file"));
        } else if !anchor.is_empty() && !anchors(&text_of(&target)).contains(&anchor.to_owned()) {
            wrong.push(format!("{shown}:{line}: {link}: there is no such heading"));
        }
    }
    wrong
}

#[test]
fn links_of_documents_lead_somewhere() {
    let wrong: Vec<String> = documents()
        .iter()
        .flat_map(|document| broken(document, &fs::read_to_string(document).unwrap()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the files and folders of the project that a text names in code, such as `tests/api` and
/// `room/src/lib.rs`, each with its line.
pub fn named_files(text: &str) -> Vec<(usize, String)> {
    const FOLDERS: [&str; 10] = [
        "room", "costume", "engine", "scene", "tools", "platform", "tests", "xtask", "data", "docs",
    ];
    let (mut found, mut in_code) = (Vec::new(), false);
    for (at, line) in text.lines().enumerate() {
        in_code ^= line.trim_start().starts_with("```");
        let spans = line.split('`').skip(1).step_by(2).filter(|_| !in_code);
        let names = spans.filter(|name| {
            name.bytes()
                .all(|c| c.is_ascii_alphanumeric() || b"_./-".contains(&c))
        });
        let names = names.filter(|name| {
            name.split_once('/')
                .is_some_and(|(folder, _)| FOLDERS.contains(&folder))
        });
        found.extend(names.map(|name| (at + 1, name.to_owned())));
    }
    found
}

/// Names of files that exist only after a reader has followed the instructions.
const EXAMPLES: [&str; 1] = ["data/scenes/what-it-shows-C74.toml"];

#[test]
fn files_that_documents_name_are_there() {
    let mut gone = Vec::new();
    // The list of changes may name files that no longer exist.
    for document in documents()
        .iter()
        .filter(|document| !document.ends_with("CHANGELOG.md"))
    {
        let shown = document
            .strip_prefix(repository())
            .unwrap_or(document)
            .display();
        for (line, name) in named_files(&fs::read_to_string(document).unwrap()) {
            let path = repository().join(&name);
            if !path.exists() && !is_page(&path) && !EXAMPLES.contains(&name.as_str()) {
                gone.push(format!("{shown}:{line}: {name}"));
            }
        }
    }
    assert!(
        gone.is_empty(),
        "there are no such files:\n{}",
        gone.join("\n")
    );
}

#[test]
fn files_are_named_with_their_folders_outside_of_blocks() {
    let text = "`tests/api` `stage/op` `data/*.toml`\n```\n`room/gone.rs`\n```\n`docs/a.md`, `cargo test`\n";
    assert_eq!(
        named_files(text),
        [(1, "tests/api".to_owned()), (5, "docs/a.md".to_owned())]
    );
}

#[test]
fn the_index_has_every_page() {
    let docs = repository().join("docs");
    let index = links(&fs::read_to_string(docs.join("README.md")).unwrap());
    for page in documents()
        .iter()
        .filter(|page| page.parent() == Some(&docs) && !page.ends_with("README.md"))
    {
        let name = page.file_name().unwrap().to_string_lossy();
        assert!(
            index.iter().any(|(_, link)| *link == name),
            "docs/README.md does not name {name}"
        );
    }
}

/// mdBook reads a line that begins with a colon as the definition of the line before.
#[test]
fn no_line_of_the_book_begins_with_a_colon() {
    for page in documents() {
        let is_of_book = page.starts_with(repository().join("docs/book"));
        let text = fs::read_to_string(&page).unwrap();
        for (number, line) in text.lines().enumerate() {
            assert!(
                !is_of_book || !line.trim_start().starts_with(':'),
                "{}:{}: {line}",
                page.display(),
                number + 1
            );
        }
    }
}

#[test]
fn links_and_headings_are_found_outside_of_code() {
    let text = "# One: `two`\n[a](b.md#c) `[x](y)` ![p](q.png)\n```\n# no\n[n](o)\n```\n";
    assert_eq!(
        links(text),
        [(2, "b.md#c".to_owned()), (2, "q.png".to_owned())]
    );
    assert_eq!(anchors(text), ["one-two"]);
}
