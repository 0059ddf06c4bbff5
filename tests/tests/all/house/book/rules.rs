//! The rules that the book defines, and their numbers in other texts.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use scumm_tests::repository;

/// The folder of the book's chapters.
pub fn source() -> PathBuf {
    repository().join("docs/book/src")
}

/// The chapters in the order of the book: title and name of the file.
pub fn chapters() -> Vec<(String, String)> {
    let summary = fs::read_to_string(source().join("SUMMARY.md")).unwrap();
    let chapters: Vec<_> = summary
        .lines()
        .filter_map(|line| {
            let (_, rest) = line.split_once('[')?;
            let (title, rest) = rest.split_once("](")?;
            Some((title.to_owned(), rest.split_once(')')?.0.to_owned()))
        })
        .collect();
    assert!(chapters.len() > 5, "no chapters in SUMMARY.md");
    chapters
}

/// A rule where the book defines it.
#[derive(Clone, Debug)]
pub struct Rule {
    pub number: String,
    /// The file of its chapter.
    pub chapter: String,
    pub line: usize,
    /// All of it, up to the next rule or heading.
    pub text: String,
}

impl Rule {
    /// Whether the rule has a part of this name: a list's item `- b.` or `2.`.
    pub fn has_part(&self, part: &str) -> bool {
        let item = format!("{part}.");
        self.text.lines().any(|line| line.trim_start_matches(['-', ' ', '*']).starts_with(&item))
    }
}

/// All rules in the order of the book. A rule begins a line with its number in bold, which the mark of its certainty follows.
pub fn rules() -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    for (_, chapter) in chapters() {
        let mut open = false;
        for (at, line) in fs::read_to_string(source().join(&chapter)).unwrap().lines().enumerate() {
            let defined = line.strip_prefix("**").and_then(|rest| rest.split_once("** ["));
            if let Some((number, _)) = defined.filter(|(number, _)| is_number(number)) {
                let (number, chapter) = (number.to_owned(), chapter.clone());
                rules.push(Rule { number, chapter, line: at + 1, text: String::new() });
                open = true;
            } else if line.starts_with('#') {
                open = false;
            }
            if let Some(rule) = rules.last_mut().filter(|_| open) {
                rule.text.push_str(line);
                rule.text.push('\n');
            }
        }
    }
    rules
}

/// The rules by their numbers, each of which is defined once.
pub fn by_number() -> BTreeMap<String, Rule> {
    let mut known: BTreeMap<String, Rule> = BTreeMap::new();
    for rule in rules() {
        if let Some(other) = known.insert(rule.number.clone(), rule.clone()) {
            panic!(
                "{} is defined in {}:{} and in {}:{}",
                rule.number, other.chapter, other.line, rule.chapter, rule.line
            );
        }
    }
    known
}

/// Whether this is the number of a rule, or of a part of one: `C45`, `C6A`, `T7Ca`, `T71b`.
pub fn is_number(text: &str) -> bool {
    number_at(text, 0) == Some(text.len())
}

/// Where the number ends that begins at a place. Words of AKSQ (`C045`) have a zero behind the letter and are none.
fn number_at(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let is = |i: usize, test: fn(&u8) -> bool| bytes.get(i).is_some_and(test);
    let before = at.checked_sub(1).and_then(|i| bytes.get(i));
    let joined = |byte: &u8| byte.is_ascii_alphanumeric() || b"_`:#$".contains(byte);
    if before.is_some_and(joined) || !is(at, u8::is_ascii_uppercase) || !is(at + 1, |b| (b'1'..=b'9').contains(b)) {
        return None;
    }
    let mut end = at + 2;
    end += usize::from(is(end, u8::is_ascii_digit));
    end += usize::from(is(end, |b| (b'A'..=b'C').contains(b)));
    end += usize::from(is(end, u8::is_ascii_lowercase));
    let goes_on = is(end, |b| b.is_ascii_alphanumeric() || b"_`".contains(b));
    (!goes_on).then_some(end)
}

/// What a text cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cited {
    One(String),
    /// `T60–T63`, `C1..C8`.
    Range(RangeInclusive<String>),
}

/// The numbers in a text.
pub fn numbers(text: &str) -> Vec<Cited> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(rest) = text.get(at..) {
        let Some(first) = rest.chars().next() else { break };
        let Some(end) = number_at(text, at) else {
            at += first.len_utf8();
            continue;
        };
        let number = text[at..end].to_owned();
        let dash = ["..=", "..", "–", " to "].into_iter().find(|dash| text[end..].starts_with(dash));
        let second = dash.map_or(end, |dash| end + dash.len());
        at = end;
        found.push(match number_at(text, second).filter(|_| second > end) {
            Some(last) if text[second..].starts_with(&number[..1]) => {
                at = last;
                Cited::Range(number..=text[second..last].to_owned())
            }
            _ => Cited::One(number),
        });
    }
    found
}

#[test]
fn numbers_are_read_with_ranges_and_without_words_of_other_lists() {
    let one = |number: &str| Cited::One(number.into());
    let range = |from: &str, to: &str| Cited::Range(from.into()..=to.into());
    assert_eq!(numbers("(C45, T7Ca; C6A)"), [one("C45"), one("T7Ca"), one("C6A")]);
    assert_eq!(
        numbers("Rules: I1..I8, T60–T63, S8a to S8d."),
        [range("I1", "I8"), range("T60", "T63"), range("S8a", "S8d")]
    );
    assert_eq!(numbers("T71c–g"), [one("T71c")]);
    assert_eq!(numbers("C045 `I8` Key::F9 V8 0xC45 I16 U164"), [one("V8"), one("I16")]);
}
