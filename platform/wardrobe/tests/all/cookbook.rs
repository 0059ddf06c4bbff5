//! The documents with pictures that the program makes: their commands must succeed, and the stored
//! pictures must equal the pictures that the commands write.
//!
//! `COOKBOOK_BLESS=1` stores the pictures.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The most bytes of all pictures together.
const MOST: u64 = 300 * 1024;

/// A step of a document.
enum Step<'t> {
    /// Run a command line.
    Run(String),
    /// Write a file with this text.
    Write(&'t str, String),
    /// Compare a picture of the document with the file that a command wrote.
    Same(&'t str, &'t str),
}

/// Returns the steps of a document in order: the lines of `sh` blocks, blocks that have a file
/// name, and remarks on pictures.
fn steps(text: &str) -> Vec<Step<'_>> {
    let (mut steps, mut lines) = (Vec::new(), text.lines());
    while let Some(line) = lines.next() {
        if let Some(words) = line
            .strip_prefix("<!-- ")
            .and_then(|rest| rest.strip_suffix(" -->"))
        {
            let (picture, file) = words.split_once(" = ").unwrap();
            steps.push(Step::Same(picture, file));
        }
        let Some(kind) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match kind.split_once(' ') {
            Some((_, name)) => steps.push(Step::Write(name, block.join("\n") + "\n")),
            None => {
                // A line that ends in a backslash continues in the next line.
                let commands = block.join("\n").replace("\\\n", "");
                steps.extend(commands.lines().map(|line| Step::Run(line.to_owned())));
            }
        }
    }
    steps
}

fn run(line: &str, folder: &Path) {
    let mut words = line.split_whitespace();
    assert_eq!(words.next(), Some("wardrobe"), "{line}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardrobe"));
    let output = command
        .args(words)
        .current_dir(folder)
        .env_remove("RUST_LOG")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.is_empty(), "{line}: {told}");
}

/// Runs the commands of a document and compares its pictures. Returns the number of commands and
/// the number of pictures.
fn check(document: &str) -> (usize, usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = scumm_test_support::repository().join(document);
    let text = fs::read_to_string(&path).unwrap();
    let bless = std::env::var_os("COOKBOOK_BLESS").is_some();
    let (mut commands, mut pictures) = (0, 0);
    for step in steps(&text) {
        match step {
            Step::Run(line) => {
                run(&line, folder.path());
                commands += 1;
            }
            Step::Write(name, text) => fs::write(folder.path().join(name), text).unwrap(),
            Step::Same(picture, file) => {
                let (made, stored) = (
                    fs::read(folder.path().join(file)).unwrap(),
                    path.with_file_name(picture),
                );
                if bless {
                    fs::write(&stored, &made).unwrap();
                }
                assert!(fs::read(stored).unwrap() == made, "{picture} is not {file}");
                assert!(
                    text.contains(&format!("src=\"{picture}\"")),
                    "{picture} is not shown"
                );
                pictures += 1;
            }
        }
    }
    (commands, pictures)
}

#[test]
fn the_cookbooks_commands_make_its_pictures() {
    let (commands, pictures) = check("docs/cookbook.md");
    assert!(commands >= 10 && pictures >= 6);
}

#[test]
fn the_commands_of_the_books_introduction_make_its_pictures() {
    assert_eq!(check("docs/book/src/introduction.md"), (5, 4));
}

#[test]
fn the_cookbook_has_eleven_tasks_and_small_pictures() {
    let docs = scumm_test_support::repository().join("docs");
    let text = fs::read_to_string(docs.join("cookbook.md")).unwrap();
    let tasks: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("## "))
        .collect();
    assert_eq!(tasks.len(), 11);
    for (task, number) in tasks.iter().zip(1..) {
        assert!(task.starts_with(&format!("## {number}. ")), "{task}");
    }
    let mut bytes = 0;
    for name in crate::common::files(&docs.join("cookbook")) {
        assert!(
            text.contains(&format!("src=\"cookbook/{name}\"")),
            "{name} is shown nowhere"
        );
        bytes += fs::metadata(docs.join("cookbook").join(&name))
            .unwrap()
            .len();
    }
    assert!(bytes < MOST, "{bytes} bytes of pictures");
}
