//! The book of rules (`docs/book`) and what cites it.

mod cited;
mod links;
mod rules;

use std::collections::{BTreeMap, BTreeSet};

use cited::Place;
use rules::{Cited, Rule};

/// The rule that a number names, which may have a part's letter behind it (`T71b`).
fn rule<'r>(number: &str, rules: &'r BTreeMap<String, Rule>) -> Option<&'r Rule> {
    let part = number.trim_start_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
    let whole = number.strip_suffix(part).and_then(|number| rules.get(number));
    rules.get(number).or_else(|| whole.filter(|rule| rule.has_part(part)))
}

/// Who cites each rule, and what is cited but no rule. A range cites its ends: a module that names forty rules proves none.
fn cited(rules: &BTreeMap<String, Rule>) -> (BTreeMap<String, BTreeSet<Place>>, Vec<String>) {
    let (mut by, mut unknown) = (BTreeMap::<String, BTreeSet<Place>>::new(), Vec::new());
    for (place, all) in cited::citations() {
        for cited in all {
            let ends = match &cited {
                Cited::One(number) => vec![number],
                Cited::Range(range) => vec![range.start(), range.end()],
            };
            for end in ends {
                match rule(end, rules) {
                    Some(rule) => _ = by.entry(rule.number.clone()).or_default().insert(place.clone()),
                    None => unknown.push(format!("{end} in {place:?}")),
                }
            }
        }
    }
    (by, unknown)
}

#[test]
fn each_number_that_is_cited_is_a_rule_of_the_book() {
    let rules = rules::by_number();
    assert!(rules.len() > 400, "{} rules", rules.len());
    let (_, unknown) = cited(&rules);
    assert!(unknown.is_empty(), "these numbers are defined nowhere in docs/book/src:\n{}", unknown.join("\n"));
}
