//! Tests of the book of rules (`docs/book`), of the citations of its rules, and of the parts of the
//! book that are made from the code. `cargo xtask book` writes these parts.

mod cited;
mod codecs;
mod commands;
mod links;
mod pages;
mod place;
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use cited::Place;
use scumm_book::{Citation, PLACES, Rule};
use scumm_test_support::repository;

/// Returns whether the parts of the book that are made from the code are to be written. Otherwise
/// they are compared.
fn blesses() -> bool {
    env::var_os("BOOK_BLESS").is_some()
}

/// The rules, the places that cite each rule, and the cited numbers that are not rules.
struct Book {
    rules: BTreeMap<String, Rule>,
    by: BTreeMap<String, BTreeSet<Place>>,
    unknown: Vec<String>,
}

/// The book, which is read once for all tests because the archives of the scenes are large.
static BOOK: LazyLock<Book> = LazyLock::new(Book::read);

impl Book {
    fn read() -> Self {
        let mut rules: BTreeMap<String, Rule> = BTreeMap::new();
        for rule in scumm_book::rules().unwrap() {
            let place = format!("{}:{}", rule.chapter, rule.line);
            if let Some(other) = rules.insert(rule.number.clone(), rule) {
                panic!(
                    "{} is defined in {}:{} and in {place}",
                    other.number, other.chapter, other.line
                );
            }
        }
        let (mut by, mut unknown) = (BTreeMap::<String, BTreeSet<Place>>::new(), Vec::new());
        for (place, all) in cited::citations() {
            for number in all {
                match rule(&number, &rules) {
                    Some(rule) => {
                        _ = by
                            .entry(rule.number.clone())
                            .or_default()
                            .insert(place.clone())
                    }
                    None => unknown.push(format!("{number} in {place:?}")),
                }
            }
        }
        Self { rules, by, unknown }
    }
}

/// Returns the rule with a number. The number may have the letter of a part at its end (`T71b`).
fn rule<'r>(number: &str, rules: &'r BTreeMap<String, Rule>) -> Option<&'r Rule> {
    let part = number.trim_start_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
    let whole = number
        .strip_suffix(part)
        .and_then(|number| rules.get(number));
    rules
        .get(number)
        .or_else(|| whole.filter(|rule| has_part(rule, part)))
}

/// Returns the reason why no code implements a rule, if the book states one.
fn not_implemented(rule: &Rule) -> Option<String> {
    let words: Vec<&str> = rule.text.split_whitespace().collect();
    let text = words.join(" ");
    let (_, reason) = text.split_once("Not implemented: ")?;
    Some(
        reason
            .split_once(". ")
            .map_or(reason, |(first, _)| first)
            .trim_end_matches('.')
            .to_owned(),
    )
}

/// Returns whether a rule has a part of this name, which is an item `- b.` or `2.` of a list.
fn has_part(rule: &Rule, part: &str) -> bool {
    let item = format!("{part}.");
    rule.text
        .lines()
        .any(|line| line.trim_start_matches(['-', ' ', '*']).starts_with(&item))
}

#[test]
fn the_parts_of_a_rule_are_the_items_of_its_list() {
    let rule = Rule {
        number: String::new(),
        chapter: String::new(),
        line: 1,
        text: "A\n- b. B\n".into(),
    };
    assert!(has_part(&rule, "b") && !has_part(&rule, "c"));
}

#[test]
fn each_number_that_is_cited_is_a_rule_of_the_book() {
    let Book { rules, unknown, .. } = &*BOOK;
    assert!(rules.len() > 400, "{} rules", rules.len());
    assert!(
        unknown.is_empty(),
        "these numbers are defined nowhere in docs/book/src:\n{}",
        unknown.join("\n")
    );
}

#[test]
fn each_rule_is_cited_or_says_why_nothing_follows_it() {
    let Book { rules, by, .. } = &*BOOK;
    let code = |rule: &&Rule| {
        by.get(&rule.number)
            .is_some_and(|all| all.iter().any(|at| matches!(at, Place::Code(_))))
    };
    let shown = |rule: &Rule| format!("{} ({}:{})", rule.number, rule.chapter, rule.line);
    let silent = rules
        .values()
        .filter(|rule| !by.contains_key(&rule.number) && not_implemented(rule).is_none());
    let silent: Vec<String> = silent.map(shown).collect();
    assert!(
        silent.is_empty(),
        "cite these rules where they are followed, or write `Not implemented: …` into them:\n{}",
        silent.join("\n")
    );
    let old: Vec<String> = rules
        .values()
        .filter(|rule| not_implemented(rule).is_some())
        .filter(code)
        .map(shown)
        .collect();
    assert!(
        old.is_empty(),
        "code cites these rules, which say that nothing follows them:\n{}",
        old.join("\n")
    );
}

#[test]
fn each_rule_that_is_followed_has_a_test_or_a_scene() {
    let Book { rules, by, .. } = &*BOOK;
    let proved = |rule: &Rule| {
        by.get(&rule.number)
            .is_some_and(|all| all.iter().any(|at| !matches!(at, Place::Code(_))))
    };
    let open = rules
        .values()
        .filter(|rule| not_implemented(rule).is_none() && !proved(rule));
    let open: Vec<&str> = open.map(|rule| rule.number.as_str()).collect();
    assert!(
        open.is_empty(),
        "put these numbers into the names of the tests or scenes that prove them: {open:?}"
    );
}

#[test]
fn a_rule_that_is_amended_names_the_rule_that_amends_it() {
    let Book { rules, .. } = &*BOOK;
    let names = |old: &Rule, new: &str| {
        scumm_book::citations(&old.text)
            .into_iter()
            .any(|cited| match cited {
                Citation::One(number, _) => number == new,
                Citation::Span([(first, _), (last, _)]) => {
                    (first.as_str()..=last.as_str()).contains(&new)
                }
            })
    };
    let mut silent = Vec::new();
    for new in rules.values() {
        let words: Vec<&str> = new.text.split_whitespace().collect();
        let words = words.join(" ");
        let Some((_, amended)) = words.split_once("Amends ") else {
            continue;
        };
        for cited in scumm_book::citations(amended.split('.').next().unwrap_or_default()) {
            let Citation::One(number, _) = cited else {
                continue;
            };
            let old =
                rule(&number, rules).unwrap_or_else(|| panic!("{} amends {number}", new.number));
            if !names(old, &new.number) {
                silent.push(format!("{number}: Amended by {}.", new.number));
            }
        }
    }
    assert!(
        silent.is_empty(),
        "write into these rules:\n{}",
        silent.join("\n")
    );
}

/// The text of the generated page `where.md`.
static PAGE: LazyLock<String> =
    LazyLock::new(|| place::page(&scumm_book::rules().unwrap(), &BOOK.by));

/// Returns the path of the generated page `where.md`.
fn page_path() -> PathBuf {
    repository().join("docs/book/src").join(PLACES)
}

#[test]
fn the_page_of_places_has_a_section_with_a_proof_for_each_rule() {
    if blesses() {
        fs::write(page_path(), PAGE.as_str()).unwrap();
    }
    let mut sections = BTreeMap::new();
    for section in PAGE.split("\n### ").skip(1) {
        let (number, facts) = section.split_once('\n').unwrap();
        let section_before = sections.insert(number, facts);
        assert_eq!(section_before, None, "two sections for {number}");
    }
    for rule in BOOK.rules.values() {
        let number = rule.number.as_str();
        let facts = sections
            .remove(number)
            .unwrap_or_else(|| panic!("no section for {number}"));
        assert!(
            facts.contains(&format!("[The rule.]({})", rule.chapter)),
            "no link to the rule {number}"
        );
        let has = |name: &str| facts.contains(&format!("\n- {name}: "));
        assert!(
            has("Proof") || has("Not implemented"),
            "no proof of {number}"
        );
    }
    assert!(
        sections.is_empty(),
        "sections without a rule: {:?}",
        sections.keys()
    );
}

#[test]
fn links_of_the_page_of_places_lead_somewhere() {
    let wrong = links::broken(&page_path(), &PAGE);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_index_of_rules_is_that_of_the_other_pages() {
    let page = pages::index();
    let path = scumm_book::source().join(pages::INDEX);
    if blesses() {
        fs::write(&path, &page).unwrap();
    }
    let present = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        page == present,
        "run `cargo xtask book`: docs/book/src/rules.md is old"
    );
}

#[test]
fn tables_of_documents_are_those_of_the_code() {
    let old: Vec<_> = tables::tables()
        .into_iter()
        .filter(|table| !table.is_fresh(blesses()))
        .collect();
    let old: Vec<_> = old
        .iter()
        .map(|table| format!("{}: {}\n{}", table.document, table.name, table.text))
        .collect();
    assert!(
        old.is_empty(),
        "run `cargo xtask book`; these tables should be\n{}",
        old.join("\n")
    );
}

/// Rules with bytes that are not worked examples: the beginning of a layout, an entry of a game
/// that the repository does not contain, and magic numbers that are in the code unchanged.
const NOT_CHECKED: [&str; 3] = ["A44", "F3c", "I3"];

#[test]
fn each_worked_example_with_bytes_is_checked_by_a_test() {
    let sources = cited::all_sources();
    let checked = |rule: &Rule| {
        sources
            .iter()
            .any(|(_, text)| text.contains(&format!("says(\"{}\"", rule.number)))
    };
    let open = BOOK
        .rules
        .values()
        .filter(|rule| !rule.examples().is_empty() && !checked(rule));
    let open: Vec<&str> = open.map(|rule| rule.number.as_str()).collect();
    assert_eq!(
        open, NOT_CHECKED,
        "let a test ask `scumm_book::says` for the bytes that it decodes"
    );
}
