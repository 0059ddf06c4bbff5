//! `cargo xtask book`: what of the documents is made from the code, and the book as web pages.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{cargo, step};

/// The folder of the book.
const FOLDER: &str = "docs/book";

/// Writes the generated pages and tables, checks numbers and links, then builds the book where mdBook is installed.
pub fn run() -> Result<()> {
    let tests = ["test", "--package", "scumm-tests", "--test", "all", "house::book"];
    step(cargo().args(tests).env("BOOK_BLESS", "1"))?;
    if Command::new("mdbook").arg("--version").output().is_err() {
        println!("The documents are up to date. For the book as web pages: `cargo install mdbook`, then this again.");
        return Ok(());
    }
    let built = Command::new("mdbook").args(["build", FOLDER]).output().context("cannot start mdbook")?;
    let said = String::from_utf8_lossy(&built.stderr);
    eprint!("{said}");
    let complains = ["[WARN]", "[ERROR]", " WARN "].iter().any(|word| said.contains(word));
    ensure!(built.status.success() && !complains, "mdbook has complaints");
    println!("The book is {FOLDER}/book/index.html.");
    Ok(())
}
