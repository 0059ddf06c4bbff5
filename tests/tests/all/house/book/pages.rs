//! Parts of the book that repeat other files: the index of all rules, and the tables of the
//! Nintendo edition.

use std::fmt::Write as _;
use std::fs;

use scumm_book::{Rule, chapters, rules, source};
use scumm_test_support::repository;

use super::links::anchors;

/// The file of the page that lists all rules by number.
pub const INDEX: &str = "rules.md";

const INDEX_HEAD: &str = "\
# All rules by number

This page leads from the number of a rule to the page and section that define it. Within a letter
the rules are in the order of their numbers. `cargo xtask book` writes this page from the other
pages.
";

/// The subject of each letter of a rule's number.
const SUBJECTS: [(char, &str); 23] = [
    ('A', "AKOS"),
    ('B', "walk boxes"),
    ('C', "COST, and drawing in general"),
    ('D', "the frame, redraw and the background"),
    ('E', "timing"),
    ('F', "files and blocks"),
    ('G', "screen geometry"),
    ('H', "Humongous games"),
    ('I', "identification of games"),
    (
        'J',
        "scripts, and which actor wears which costume in which room",
    ),
    ('M', "masks"),
    ('N', "index files"),
    ('O', "objects of a room"),
    ('P', "palettes"),
    ('Q', "Maniac Mansion on the Nintendo"),
    ('R', "rooms"),
    ('S', "strips and pictures"),
    ('T', "actors, turning, walking and talking"),
    ('V', "Maniac Mansion on the Commodore 64 and the Apple II"),
    ('W', "worked examples"),
    ('X', "operations of scripts, and blast objects"),
    ('Y', "the stage in a whole game"),
    ('Z', "planes in files"),
];

/// The number of costumes in each part of the table of descriptors.
const DESCRIPTORS_IN_A_ROW: usize = 13;

/// The page and section that define a rule.
#[derive(Clone, PartialEq, Eq)]
struct Place {
    title: String,
    file: String,
    section: String,
}

/// Returns the text of the page that lists all rules by number.
pub fn index() -> String {
    let mut all: Vec<(Rule, Place)> = Vec::new();
    let rules = rules().unwrap();
    for (title, file) in chapters().unwrap() {
        let text = fs::read_to_string(source().join(&file)).unwrap_or_default();
        for rule in rules.iter().filter(|rule| rule.chapter == file) {
            let place = Place {
                title: title.clone(),
                file: file.clone(),
                section: section_of(&text, rule.line),
            };
            all.push((rule.clone(), place));
        }
    }
    all.sort_by_key(|(rule, _)| order(&rule.number));
    let mut text = INDEX_HEAD.to_owned();
    for (letter, subject) in SUBJECTS {
        let _ = writeln!(text, "\n## {letter}: {subject}\n");
        text.push_str("| rules | page | section |\n|---|---|---|\n");
        let of_letter: Vec<&(Rule, Place)> = all
            .iter()
            .filter(|(rule, _)| rule.number.starts_with(letter))
            .collect();
        for run in of_letter.chunk_by(|(_, a), (_, b)| a == b) {
            text.push_str(&row(run));
        }
    }
    text
}

/// Returns the row of rules that one section defines.
fn row(run: &[&(Rule, Place)]) -> String {
    let numbers: Vec<&str> = run.iter().map(|(rule, _)| rule.number.as_str()).collect();
    let Place {
        title,
        file,
        section,
    } = &run[0].1;
    let mut link = String::new();
    if !section.is_empty() {
        let anchor = anchors(&format!("# {section}")).remove(0);
        link = format!("[{section}]({file}#{anchor})");
    }
    format!("| {} | [{title}]({file}) | {link} |\n", numbers.join(", "))
}

/// Returns the heading of the section that contains a line, counted from 1; an empty text for
/// lines before the first section.
fn section_of(text: &str, line: usize) -> String {
    let mut section = String::new();
    let mut in_code = false;
    for above in text.lines().take(line) {
        in_code ^= above.starts_with("```");
        if in_code || !above.starts_with('#') {
            continue;
        }
        section.clear();
        if above.starts_with("##") {
            section.push_str(above.trim_matches(['#', ' ']));
        }
    }
    section
}

/// Returns a value by which numbers of rules are sorted: `C9`, `C10`, `C69`, `C69a`, `C6A`.
fn order(number: &str) -> (char, u32, u32, String) {
    let mut rest = number.chars();
    let letter = rest.next().unwrap_or_default();
    let first = rest.next().and_then(|c| c.to_digit(10)).unwrap_or(0);
    let second = rest.clone().next().unwrap_or_default();
    let (tens, ones) = match second {
        '0'..='9' | 'A'..='C' => {
            rest.next();
            (first, second.to_digit(16).unwrap_or(0))
        }
        _ => (0, first),
    };
    (letter, tens, ones, rest.collect())
}

/// Returns the rows of a file of values that are separated by tabs, without its first row.
fn rows(file: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(repository().join(file)).unwrap();
    let row = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).map(row).collect()
}

fn line(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// Returns the palette of the Nintendo (Q28).
pub fn nes_palette() -> String {
    let mut text = "| entry | default | classic |\n|---:|---|---|\n".to_owned();
    for row in rows("room/src/nes/palette.tsv") {
        let cells: Vec<String> = row.iter().map(|cell| cell.to_uppercase()).collect();
        text.push_str(&line(&cells));
    }
    text
}

/// Returns the blocks of each file of the Nintendo edition (Q4).
pub fn nes_files() -> String {
    let mut text = "| file | blocks |\n|---:|---|\n".to_owned();
    for row in rows("room/src/resource/rom/files.tsv") {
        text.push_str(&line(&row));
    }
    text
}

/// Returns the positions of the blocks in the ROMs of the Nintendo (Q2).
pub fn nes_blocks() -> String {
    let mut text =
        "| kind | index | USA | Europe | Sweden | France | Germany | Spain | Italy |\n".to_owned();
    text.push_str("|---|---:|---|---|---|---|---|---|---|\n");
    for row in rows("room/src/resource/rom/blocks.tsv") {
        text.push_str(&line(&row));
    }
    text
}

/// Returns the descriptor of each costume of the Nintendo (Q41), in parts that are not too wide.
pub fn nes_descriptors() -> String {
    let rows = rows("costume/src/nes/descriptors.tsv");
    let mut parts = Vec::new();
    for part in rows.chunks(DESCRIPTORS_IN_A_ROW) {
        let mut costumes = vec!["costume".to_owned()];
        let mut descriptors = vec!["descriptor".to_owned()];
        for row in part {
            costumes.push(row[0].clone());
            descriptors.push(row[1].clone());
        }
        let rule = format!("|---|{}\n", "---:|".repeat(part.len()));
        parts.push(format!("{}{rule}{}", line(&costumes), line(&descriptors)));
    }
    parts.join("\n")
}

#[test]
fn numbers_are_sorted_as_they_are_counted() {
    let mut numbers = [
        "C70", "C6A", "C10", "C69a", "C9", "C69", "T7Ca", "B1a", "B1",
    ];
    numbers.sort_by_key(|number| order(number));
    let sorted = [
        "B1", "B1a", "C9", "C10", "C69", "C69a", "C6A", "C70", "T7Ca",
    ];
    assert_eq!(numbers, sorted);
}
