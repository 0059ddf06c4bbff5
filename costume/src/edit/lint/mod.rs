//! Checks that find odd or dangerous data in a costume. Each finding has a severity, a position and
//! a rule.

mod akos;
mod cost;

use std::collections::{BTreeMap, BTreeSet};

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
    /// The number of further findings of the rule that are not listed; 0 in a finding of its own.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub more: usize,
}

#[cfg(feature = "serde")]
fn is_zero(count: &usize) -> bool {
    *count == 0
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
    owners(&map, costume, &mut findings);
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

/// The most parts that overlap one part and are reported one by one.
const FEW_OVERLAPS: usize = 3;

/// Two parts that overlap.
struct Overlap {
    at: usize,
    /// The names of both parts. All entries of a table have the name of the table.
    names: [String; 2],
    what: String,
}

/// Reports bytes without an owner, and bytes with more than one owner. If a part overlaps many
/// others, which is usual for a table that is too long, this is one finding.
fn owners(map: &Map, costume: &Costume, findings: &mut Findings) {
    for gap in map.gaps() {
        if gap.end == map.len && gap.len() <= PADDING {
            continue;
        }
        findings.note("C8", gap.start, bytes(gap.len(), "without an owner"));
    }
    let mut overlaps = overlaps(map);
    for _ in 0..MOST_OF_A_RULE {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for name in overlaps.iter().flat_map(|overlap| &overlap.names) {
            let count = counts.entry(name).or_default();
            *count = count.saturating_add(1);
        }
        // Of equal counts the first name is taken.
        let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
        let Some((name, count)) = most.filter(|(_, count)| *count > FEW_OVERLAPS) else {
            break;
        };
        let name = name.to_owned();
        let is_of = |overlap: &Overlap| overlap.names.contains(&name);
        let first = overlaps.iter().find(|overlap| is_of(overlap));
        let at = first.map_or(0, |overlap| overlap.at);
        let (cause, picture) = cause_of_long_table(&name, costume);
        let what = format!("{name} overlaps {count} other parts{cause}");
        findings.warning("C8", at, what);
        // The picture that makes the table long is no picture.
        overlaps.retain(|overlap| {
            let is_picture = picture
                .as_ref()
                .is_some_and(|picture| overlap.names.contains(picture));
            !is_of(overlap) && !is_picture
        });
    }
    for Overlap { at, what, .. } in overlaps {
        findings.warning("C8", at, what);
    }
}

/// Returns the pairs of parts that overlap. Instructions may overlap.
fn overlaps(map: &Map) -> Vec<Overlap> {
    let mut overlaps = Vec::new();
    let mut told = BTreeSet::new();
    for span in map.overlaps() {
        let [(first_bytes, first), (second_bytes, second), ..] = span.owners.as_slice() else {
            continue;
        };
        // Two parts that overlap are reported once, even if they share several spans.
        if !told.insert((first_bytes.start, second_bytes.start)) {
            continue;
        }
        if !matches!((first, second), (Owner::Commands(_), Owner::Commands(_))) {
            overlaps.push(Overlap {
                at: span.bytes.start,
                names: [family(first), family(second)],
                what: format!("{second} overlaps {first}"),
            });
        }
    }
    overlaps
}

/// Returns the name of a part. Entries of a COST's table have the name of the table, and the pixels
/// of a picture have the name of the picture.
fn family(owner: &Owner) -> String {
    let text = owner.to_string();
    match owner {
        Owner::Offset(_) => match limb_of_entry(&text) {
            Some(limb) => table_name(limb),
            None => text,
        },
        Owner::Pixels(_) => text.strip_prefix("pixels of ").unwrap_or(&text).to_owned(),
        _ => text,
    }
}

/// Returns the limb in the name of a COST's entry, such as `unused entry 1:67`.
fn limb_of_entry(text: &str) -> Option<&str> {
    let (start, _) = text.split_once(':')?;
    start
        .strip_prefix("offset of picture ")
        .or_else(|| start.strip_prefix("unused entry "))
}

fn table_name(limb: impl std::fmt::Display) -> String {
    format!("the table of limb {limb}")
}

/// Returns the words for the cause of a COST's table that is too long: the highest picture that an
/// animation shows. Also returns the name of this picture. Returns nothing for other parts.
fn cause_of_long_table(name: &str, costume: &Costume) -> (String, Option<String>) {
    let Costume::Cost(cost) = costume else {
        return (String::new(), None);
    };
    let reached = cost.stored_reach();
    let of_limb = reached.filter(|((limb, _), ..)| table_name(limb) == name);
    let Some(code) = of_limb.map(|((_, code), ..)| code).max() else {
        return (String::new(), None);
    };
    let limb = name.rsplit(' ').next().unwrap_or_default();
    let cause = format!(", because an animation shows its picture {code}");
    (cause, Some(format!("picture {limb}:{code}")))
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
        more: 0,
    }
}

/// A list of findings that limits the number of findings of each rule.
#[derive(Debug, Default)]
struct Findings {
    list: Vec<LintFinding>,
    of_rule: BTreeMap<(Severity, &'static str), usize>,
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
                more: 0,
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
                    more,
                });
            }
        }
        self.list
    }
}

#[cfg(test)]
mod tests;
