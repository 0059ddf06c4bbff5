//! Checks that find odd or dangerous data in a costume. Each finding has a severity, a position and
//! a rule.

mod akos;
mod cost;

use scumm_room::Dialect;

use crate::Costume;
use crate::draw::look::SHADOW_COLOUR;
use crate::edit::inspect::{Map, Owner};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Unusual data without effect.
    Note,
    /// Data that cause wrong pixels or pictures that are never drawn.
    Warning,
    /// Data with which the original engines stop, hang or read memory outside the costume.
    Error,
}

impl Severity {
    /// Returns the name of the severity.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LintFinding {
    /// Position of the byte, counted from the first byte of the block's header.
    pub at: usize,
    /// The severity.
    pub severity: Severity,
    /// The number of the rule that the data violates.
    pub rule: &'static str,
    /// A description of the finding.
    pub what: String,
}

/// Returns the colour numbers of a COST that are screen colour 13: shadows in v5 and v6, which
/// leave the screen unchanged until a game sets a shadow table (C50, C51). Empty in other versions.
#[must_use]
pub fn shadow_colours(palette: &[u8], dialect: &Dialect) -> Vec<u8> {
    let shadows = (0..=u8::MAX)
        .zip(palette)
        .skip(1)
        .filter(|(_, screen)| **screen == SHADOW_COLOUR);
    if dialect.shades_costumes() {
        shadows.map(|(number, _)| number).collect()
    } else {
        Vec::new()
    }
}

/// The most findings of one rule that are listed. Further findings are counted in one more finding.
const MOST_OF_A_RULE: usize = 64;

/// Returns all findings of a block that was parsed to `costume`, ordered by position.
///
/// # Errors
/// Returns the errors of the block's header. A block that was parsed has none.
pub fn lint(data: &[u8], costume: &Costume) -> scumm_room::Result<Vec<LintFinding>> {
    let mut findings = Findings::default();
    let map = Map::new(data, costume)?;
    match costume {
        // The parser has already checked the parts to which the tables point.
        Costume::V0(_) | Costume::Nes(_) => {}
        Costume::Cost(cost) => cost::check(cost, &mut findings),
        Costume::Akos(akos) => akos::check(data, akos, &mut findings)?,
    }
    owners(&map, &mut findings);
    if data.len() > map.len {
        findings.note(
            "C1",
            map.len,
            bytes(data.len().saturating_sub(map.len), "after the block"),
        );
    }
    Ok(findings.sorted())
}

/// The most bytes at the end that make the block's size even. These bytes are not reported as a
/// gap.
const PADDING: usize = 1;

/// Reports bytes without an owner, and bytes with more than one owner.
fn owners(map: &Map, findings: &mut Findings) {
    for gap in map.gaps() {
        if gap.end == map.len && gap.len() <= PADDING {
            continue;
        }
        findings.note("C8", gap.start, bytes(gap.len(), "without an owner"));
    }
    let mut told = std::collections::BTreeSet::new();
    for span in map.overlaps() {
        let [(first_bytes, first), (second_bytes, second), ..] = span.owners.as_slice() else {
            continue;
        };
        // Two parts that overlap are reported once, even if they share several spans.
        if !told.insert((first_bytes.start, second_bytes.start)) {
            continue;
        }
        if !matches!((first, second), (Owner::Commands(_), Owner::Commands(_))) {
            findings.warning("C8", span.bytes.start, format!("{second} overlaps {first}"));
        }
    }
}

/// Returns a description of a number of bytes.
fn bytes(count: usize, which: &str) -> String {
    if count == 1 {
        format!("1 byte {which}")
    } else {
        format!("{count} bytes {which}")
    }
}

/// Returns the finding that a block can't be parsed.
#[must_use]
pub fn unreadable(error: &scumm_room::Error, rule: &'static str) -> LintFinding {
    let at = error
        .place()
        .and_then(|place| usize::try_from(place.offset).ok())
        .unwrap_or(0);
    LintFinding {
        at,
        severity: Severity::Error,
        rule,
        what: error.to_string(),
    }
}

/// A list of findings that limits the number of findings of each rule.
#[derive(Debug, Default)]
struct Findings {
    list: Vec<LintFinding>,
    of_rule: std::collections::BTreeMap<(Severity, &'static str), usize>,
}

impl Findings {
    fn add(&mut self, severity: Severity, rule: &'static str, at: usize, what: String) {
        let count = self.of_rule.entry((severity, rule)).or_default();
        *count = count.saturating_add(1);
        if *count <= MOST_OF_A_RULE {
            self.list.push(LintFinding {
                at,
                severity,
                rule,
                what,
            });
        }
    }

    fn note(&mut self, rule: &'static str, at: usize, what: String) {
        self.add(Severity::Note, rule, at, what);
    }

    fn warning(&mut self, rule: &'static str, at: usize, what: String) {
        self.add(Severity::Warning, rule, at, what);
    }

    fn error(&mut self, rule: &'static str, at: usize, what: String) {
        self.add(Severity::Error, rule, at, what);
    }

    fn sorted(mut self) -> Vec<LintFinding> {
        self.list.sort();
        self.list.dedup();
        for ((severity, rule), count) in self.of_rule {
            let more = count.saturating_sub(MOST_OF_A_RULE);
            if more > 0 {
                self.list.push(LintFinding {
                    at: 0,
                    severity,
                    rule,
                    what: format!("{more} more of these"),
                });
            }
        }
        self.list
    }
}

#[cfg(test)]
mod tests;
