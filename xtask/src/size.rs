//! Counts production code: lines that are neither blank nor comments, without tests.

use std::path::Path;
use std::{fs, io};

use anyhow::{Context, Result};

/// The members of the workspace that are left out: code that serves tests, and the page for
/// browsers.
const LEFT_OUT: [&str; 4] = ["tests", "tests/book", "tests/support", "platform/web"];

/// Prints the number of lines of each crate of a checkout, and the total.
pub fn run(root: &Path) -> Result<()> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).context("Cargo.toml")?;
    let members = manifest
        .split("members = [")
        .nth(1)
        .and_then(|rest| rest.split(']').next());
    let members = members
        .context("expected the members of a workspace")?
        .split('"')
        .skip(1)
        .step_by(2);
    let mut sum = 0;
    for name in members.filter(|name| !LEFT_OUT.contains(name)) {
        let folder = root.join(name).join("src");
        let lines =
            of_folder(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        println!("{name:<20}{lines:>7}");
        sum += lines;
    }
    println!("{:<20}{sum:>7}", "all");
    Ok(())
}

/// Returns the number of lines of the Rust files below a folder. `tests.rs`, folders `tests` and
/// modules with `cfg(test)` do not count.
fn of_folder(folder: &Path) -> io::Result<usize> {
    let mut for_tests = vec!["tests".to_owned()];
    for name in ["lib.rs", "main.rs", "mod.rs"]
        .map(|name| folder.join(name))
        .iter()
        .filter(|path| path.exists())
    {
        let text = fs::read_to_string(name)?;
        for_tests.extend(
            split(&text)
                .1
                .into_iter()
                .filter_map(module)
                .map(str::to_owned),
        );
    }
    let mut lines = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .file_stem()
            .is_some_and(|name| for_tests.iter().any(|known| name == known.as_str()))
        {
            continue;
        }
        if path.is_dir() {
            lines += of_folder(&path)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            lines += split(&fs::read_to_string(&path)?).0.len();
        }
    }
    Ok(lines)
}

/// Returns the name of the module if a line declares a module that is in a separate file.
fn module(line: &str) -> Option<&str> {
    line.trim()
        .strip_suffix(';')?
        .rsplit_once("mod ")
        .map(|(_, name)| name)
}

/// Splits a text in rustfmt's layout into the lines that count and the lines of items with
/// `cfg(test)`. An item ends with the next closing line that has the same indentation as its first
/// line.
fn split(text: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut counted, mut for_tests, mut indentation) = (Vec::new(), Vec::new(), None);
    for line in text.lines() {
        let code = line.trim_start();
        let depth = line.len() - code.len();
        if let Some(of_item) = indentation {
            for_tests.push(line);
            if depth == of_item && (code.ends_with(';') || code.ends_with('}')) {
                indentation = None;
            }
        } else if ["#[cfg(test", "#[cfg(all(test", "#[cfg(any(test"]
            .iter()
            .any(|start| code.starts_with(start))
        {
            indentation = Some(depth);
        } else if !code.is_empty() && !code.starts_with("//") {
            counted.push(line);
        }
    }
    (counted, for_tests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_comments_and_tests_do_not_count() {
        let text = "//! A file.\nuse a;\n\nfn b() {\n    // Why.\n    c();\n}\n#[cfg(test)]\nmod tests;\n#[cfg(test)]\nmod more {\n    fn d() {\n    }\n}\nfn e() {}\n";
        let (counted, for_tests) = split(text);
        assert_eq!(
            counted,
            ["use a;", "fn b() {", "    c();", "}", "fn e() {}"]
        );
        assert_eq!(
            for_tests.into_iter().filter_map(module).collect::<Vec<_>>(),
            ["tests"]
        );
    }
}
