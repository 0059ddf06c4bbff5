//! `cargo xtask book-links` links the rules with each other while mdBook builds the book;
//! `docs/book/book.toml` configures it. Each rule gets an anchor. Each mention of a rule number
//! becomes a link to the rule, and the mark of a rule's certainty becomes a link to the proof of
//! the rule. The Markdown files themselves contain no such links.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Read};
use std::ops::Range;

use anyhow::{Context, Result};
use scumm_book::{Citation, PLACES, defined_rule};
use serde_json::Value;

/// The chapters of the rules, by rule number.
type Chapters = BTreeMap<String, String>;

/// Reads the input of mdBook, `[context, book]`, and prints the book with its links.
pub fn run() -> Result<()> {
    let mut said = String::new();
    io::stdin().read_to_string(&mut said)?;
    let mut said: Value = serde_json::from_str(&said).context("not what mdBook says")?;
    let rules = scumm_book::rules()?
        .into_iter()
        .map(|rule| (rule.number, rule.chapter))
        .collect();
    let book = said
        .get_mut(1)
        .map(Value::take)
        .context("mdBook hands over no book")?;
    println!("{}", linked(book, &rules));
    Ok(())
}

/// Adds the links to every chapter of the book, at any depth.
fn linked(value: Value, rules: &Chapters) -> Value {
    match value {
        Value::Array(values) => values
            .into_iter()
            .map(|value| linked(value, rules))
            .collect(),
        Value::Object(mut fields) => {
            let path = fields
                .get("path")
                .and_then(Value::as_str)
                .map(str::to_owned);
            let content = fields.get("content").and_then(Value::as_str);
            if let (Some(path), Some(content)) = (path, content) {
                let content = if path == PLACES {
                    places(content)
                } else {
                    chapter(content, rules)
                };
                fields.insert("content".into(), content.into());
            }
            fields
                .into_iter()
                .map(|(key, value)| (key, linked(value, rules)))
                .collect()
        }
        other => other,
    }
}

/// Returns the anchor of a rule.
fn anchor(number: &str) -> String {
    number.to_lowercase()
}

/// Adds the anchor of a rule to each link from the list of rules to a chapter. The link is in the
/// lines below the number of the rule.
fn places(content: &str) -> String {
    let (mut text, mut number) = (String::new(), "");
    for line in content.lines() {
        number = line.strip_prefix("### ").unwrap_or(number);
        match line
            .strip_prefix("[The rule.](")
            .and_then(|rest| rest.strip_suffix(')'))
        {
            Some(chapter) => _ = writeln!(text, "[The rule.]({chapter}#{})", anchor(number)),
            None => _ = writeln!(text, "{line}"),
        }
    }
    text
}

fn chapter(content: &str, rules: &Chapters) -> String {
    let (mut text, mut in_code) = (String::new(), false);
    for line in content.lines() {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        if in_code || fence || line.starts_with('#') {
            text.push_str(line);
        } else if let Some((number, rest)) =
            defined_rule(line).and_then(|number| Some((number, line.split_once("** [")?.1)))
        {
            let (mark, rest) = rest.split_once(']').unwrap_or((rest, ""));
            let name = anchor(number);
            let _ = write!(
                text,
                "<a id=\"{name}\"></a>**{number}** [{mark}]({PLACES}#{name})"
            );
            text.push_str(&link_citations(rest, rules));
        } else {
            text.push_str(&link_citations(line, rules));
        }
        text.push('\n');
    }
    text
}

/// Returns a line of text with a link for each rule number. Code and the texts of links are not
/// changed.
fn link_citations(line: &str, rules: &Chapters) -> String {
    let mut text = String::new();
    for (at, part) in line.split('`').enumerate() {
        if at > 0 {
            text.push('`');
        }
        if at % 2 == 1 {
            text.push_str(part);
            continue;
        }
        let mut done = 0;
        let numbers: Vec<(String, Range<usize>)> = scumm_book::citations(part)
            .into_iter()
            .flat_map(|cited| match cited {
                Citation::One(number, place) => vec![(number, place)],
                Citation::Span(ends) => ends.into(),
            })
            .collect();
        for (index, (number, place)) in numbers.iter().enumerate() {
            let before = part.get(..place.start).unwrap_or_default();
            let in_link = before
                .rfind('[')
                .is_some_and(|open| !before.get(open..).unwrap_or_default().contains(']'));
            // `C64` is the number of a rule and the name of a computer. It is taken for the rule
            // after a bracket and beside the number of another rule.
            let computer = number == "C64"
                && !before.ends_with('(')
                && !numbers
                    .get(index.wrapping_sub(1))
                    .is_some_and(|last| are_listed(part, &last.1, place))
                && !numbers
                    .get(index + 1)
                    .is_some_and(|next| are_listed(part, place, &next.1));
            let Some(chapter) = chapter_of(number, rules).filter(|_| !in_link && !computer) else {
                continue;
            };
            text.push_str(part.get(done..place.start).unwrap_or_default());
            let whole = if rules.contains_key(number) {
                number
            } else {
                number.trim_end_matches(char::is_lowercase)
            };
            let _ = write!(text, "[{number}]({chapter}#{})", anchor(whole));
            done = place.end;
        }
        text.push_str(part.get(done..).unwrap_or_default());
    }
    text
}

/// Returns whether two numbers in a text are neighbours in a list: `C63, C64`, `C64 and C69`.
fn are_listed(text: &str, first: &Range<usize>, second: &Range<usize>) -> bool {
    matches!(
        text.get(first.end..second.start),
        Some(", " | " and " | " to ")
    )
}

/// Returns the chapter of a rule, or of the rule to which a part belongs (`T71b`).
fn chapter_of<'r>(number: &str, rules: &'r Chapters) -> Option<&'r String> {
    rules
        .get(number)
        .or_else(|| rules.get(number.trim_end_matches(char::is_lowercase)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_become_anchors_and_numbers_links() {
        let rules: Chapters = [("C45", "a.md"), ("T71", "b.md"), ("C64", "a.md")]
            .map(|(number, chapter)| (number.to_owned(), chapter.to_owned()))
            .into();
        let text = "**C45** [measured] As T71b (C64), not `T71` or [T71](x) of a C64.\n```\nC45\n```\n# T71\n";
        let expected = "<a id=\"c45\"></a>**C45** [measured](where.md#c45) As [T71b](b.md#t71) ([C64](a.md#c64)), not `T71` or \
                        [T71](x) of a C64.\n```\nC45\n```\n# T71\n";
        assert_eq!(chapter(text, &rules), expected);
        assert_eq!(
            chapter("Example of C64 and T71, C45 to C64, on a C64.\n", &rules),
            "Example of [C64](a.md#c64) and [T71](b.md#t71), [C45](a.md#c45) to [C64](a.md#c64), on a \
             C64.\n"
        );
        assert_eq!(
            places("### C45\n[The rule.](a.md)\n"),
            "### C45\n[The rule.](a.md#c45)\n"
        );
    }
}
