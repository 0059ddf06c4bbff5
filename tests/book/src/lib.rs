//! The book of rules (`docs/book`): the rules that it defines, and their numbers in any text.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Returns the folder of the book's chapters.
#[must_use]
pub fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src")
}

/// The file of the generated chapter that lists, for each rule, the code that follows it and its
/// proof. It defines no rules, and it is missing until `cargo xtask book` writes it.
pub const PLACES: &str = "where.md";

/// Returns the chapters in the order of the book: title and file name.
///
/// # Errors
/// Returns an error if the book's summary cannot be read.
pub fn chapters() -> io::Result<Vec<(String, String)>> {
    let summary = fs::read_to_string(source().join("SUMMARY.md"))?;
    let chapter = |line: &str| {
        let (_, rest) = line.split_once('[')?;
        let (title, rest) = rest.split_once("](")?;
        Some((title.to_owned(), rest.split_once(')')?.0.to_owned()))
    };
    Ok(summary.lines().filter_map(chapter).collect())
}

/// The fewest bytes of a worked example. A shorter one is a magic number.
const SHORTEST: usize = 3;

/// A rule where the book defines it.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The number, such as `C45`.
    pub number: String,
    /// The name of the file of its chapter.
    pub chapter: String,
    /// The line where it begins, counted from 1.
    pub line: usize,
    /// The text, up to the next rule or heading.
    pub text: String,
}

impl Rule {
    /// Returns the bytes of the rule's worked examples: hexadecimal numbers in backticks, the lines
    /// of code blocks, and each block as a whole.
    #[must_use]
    pub fn examples(&self) -> Vec<Vec<u8>> {
        let (mut found, mut words) = (Vec::new(), String::new());
        for (at, part) in self.text.split("```").enumerate() {
            if at % 2 == 0 {
                words.push_str(part);
                continue;
            }
            // A line may have a label before the bytes and an explanation after them.
            let bytes = |line: &str| {
                let label = line
                    .split_once(": ")
                    .filter(|_| leading_bytes(line).is_empty());
                let line = label.map_or(line, |(_, behind)| behind).trim_start();
                line.split("   ")
                    .next()
                    .map(leading_bytes)
                    .unwrap_or_default()
            };
            let lines: Vec<Vec<u8>> = part.lines().map(bytes).collect();
            found.push(lines.concat());
            found.extend(lines);
        }
        found.extend(words.split('`').skip(1).step_by(2).map(leading_bytes));
        found.retain(|bytes| bytes.len() >= SHORTEST);
        found
    }
}

/// Returns the bytes at the beginning of a text, each written as two hexadecimal digits.
fn leading_bytes(text: &str) -> Vec<u8> {
    let is_pair = |word: &str| word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let pair = |word: &str| u8::from_str_radix(word, 16).ok().filter(|_| is_pair(word));
    text.split_whitespace().map_while(pair).collect()
}

/// Returns whether a worked example of a rule contains these bytes in a row. Tests that decode the
/// bytes call it.
///
/// # Errors
/// Returns an error if the book cannot be read.
pub fn says(number: &str, bytes: &[u8]) -> io::Result<bool> {
    let has = |example: &Vec<u8>| {
        example
            .windows(bytes.len().max(1))
            .any(|window| window == bytes)
    };
    Ok(rules()?
        .iter()
        .any(|rule| rule.number == number && rule.examples().iter().any(has)))
}

/// Returns all rules in the order of the book.
///
/// # Errors
/// Returns an error if a chapter cannot be read.
pub fn rules() -> io::Result<Vec<Rule>> {
    let mut rules: Vec<Rule> = Vec::new();
    for (_, chapter) in chapters()? {
        if chapter == PLACES {
            continue;
        }
        let mut open = false;
        for (at, line) in fs::read_to_string(source().join(&chapter))?
            .lines()
            .enumerate()
        {
            if let Some(number) = defined_rule(line) {
                let (number, chapter) = (number.to_owned(), chapter.clone());
                rules.push(Rule {
                    number,
                    chapter,
                    line: at + 1,
                    text: String::new(),
                });
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
    Ok(rules)
}

/// Returns the number of the rule that a line defines. The line begins with the number in bold, and
/// the mark of the rule's certainty follows.
#[must_use]
pub fn defined_rule(line: &str) -> Option<&str> {
    let (number, _) = line.strip_prefix("**")?.split_once("** [")?;
    is_number(number).then_some(number)
}

/// Returns whether a text is the number of a rule or of a part of a rule: `C45`, `C6A`, `T7Ca`,
/// `T71b`.
#[must_use]
pub fn is_number(text: &str) -> bool {
    number_at(text, 0) == Some(text.len())
}

/// Returns the end of the number that begins at an offset, or `None`. Words of AKSQ (`C045`) have a
/// zero after the letter and are not numbers of rules.
fn number_at(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let is = |i: usize, test: fn(&u8) -> bool| bytes.get(i).is_some_and(test);
    let before = at.checked_sub(1).and_then(|i| bytes.get(i));
    let joined = |byte: &u8| byte.is_ascii_alphanumeric() || b"_`:#$".contains(byte);
    if before.is_some_and(joined)
        || !is(at, u8::is_ascii_uppercase)
        || !is(at + 1, |b| (b'1'..=b'9').contains(b))
    {
        return None;
    }
    let mut end = at + 2;
    end += usize::from(is(end, u8::is_ascii_digit));
    end += usize::from(is(end, |b| (b'A'..=b'C').contains(b)));
    end += usize::from(is(end, u8::is_ascii_lowercase));
    let goes_on = is(end, |b| b.is_ascii_alphanumeric() || b"_`".contains(b));
    (!goes_on).then_some(end)
}

/// A citation in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Citation {
    /// A number, and its range of bytes in the text.
    One(String, Range<usize>),
    /// `T60–T63`, `C1..C8`: the first and the last number, each with its range of bytes.
    Span([(String, Range<usize>); 2]),
}

/// Returns the citations in a text.
#[must_use]
pub fn citations(text: &str) -> Vec<Citation> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let Some(end) = number_at(text, at) else {
            at += first.len_utf8();
            continue;
        };
        let rest = text.get(end..).unwrap_or_default();
        let dash = ["..=", "..", "–", " to "]
            .into_iter()
            .find(|dash| rest.starts_with(dash));
        let second = dash.map(|dash| end + dash.len());
        let last = second.and_then(|second| Some((second, number_at(text, second)?)));
        let number = |range: Range<usize>| text.get(range).unwrap_or_default().to_owned();
        let one = number(at..end);
        match last.map(|(second, last)| (number(second..last), second..last)) {
            Some((other, place)) if other.starts_with(first) => {
                let last = place.end;
                found.push(Citation::Span([(one, at..end), (other, place)]));
                at = last;
            }
            _ => {
                found.push(Citation::One(one, at..end));
                at = end;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_ranges_and_without_words_of_other_lists() {
        let shown = |text: &str| -> Vec<String> {
            let show = |cited| match cited {
                Citation::One(number, place) => {
                    assert_eq!(text[place], number);
                    number
                }
                Citation::Span(ends) => {
                    let ends = ends.map(|(number, place)| {
                        assert_eq!(text[place], number);
                        number
                    });
                    ends.join("-")
                }
            };
            citations(text).into_iter().map(show).collect()
        };
        assert_eq!(shown("(C45, T7Ca; C6A)"), ["C45", "T7Ca", "C6A"]);
        assert_eq!(
            shown("Rules: I1..I8, T60–T63, S8a to S8d."),
            ["I1-I8", "T60-T63", "S8a-S8d"]
        );
        assert_eq!(shown("T71c–g"), ["T71c"]);
        assert_eq!(shown("C045 `I8` Key::F9 V8 0xC45 I16 U164"), ["V8", "I16"]);
    }

    #[test]
    fn a_rule_begins_a_line_in_bold() {
        assert_eq!(defined_rule("**C6A** [measured] Drawn twice."), Some("C6A"));
        assert_eq!(
            (
                defined_rule("See **C6A** [measured]"),
                defined_rule("**Note** [measured]")
            ),
            (None, None)
        );
    }

    #[test]
    fn examples_are_bytes_in_backticks_and_blocks() {
        let text = "`00 01 02` and `0a\n0b 0c`, `00 01`, `word`\n```\nrow:  1c 0a 7c   be: b\n01 02   ff: ff\n```\n";
        let rule = Rule {
            number: "S4".into(),
            chapter: String::new(),
            line: 1,
            text: text.into(),
        };
        let expected: [&[u8]; 4] = [
            &[0x1c, 0x0a, 0x7c, 1, 2],
            &[0x1c, 0x0a, 0x7c],
            &[0, 1, 2],
            &[0x0a, 0x0b, 0x0c],
        ];
        assert_eq!(rule.examples(), expected);
    }
}
