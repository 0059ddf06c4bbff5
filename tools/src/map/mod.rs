//! Describes the purpose of each byte of a costume as text and as a page, and collects statistics
//! of a whole game.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use scumm_costume::edit::inspect::{Map, Owner, Span};
use scumm_costume::edit::words;
use scumm_costume::{Cost, Costume};
use scumm_media::text::{joined, plural};
use serde::Serialize;

use crate::colours::CostumeColours;
use crate::costume_input::StoredCostume;
use crate::facts::Facts;
use crate::lint;

/// The number of bytes on a line.
const LINE: usize = 16;

/// Returns the map as text. A line has up to sixteen bytes, and begins anew where the owner of the
/// bytes changes; the owner is the part of the costume that uses them. Lines of the palette also
/// show the screen's colours. The first line names the source of the colours. The last line states
/// how many bytes have no owner, and how many have several owners.
pub fn dump(map: &Map, data: &[u8], colours: &CostumeColours) -> String {
    let mut text = format!("colours of {}\n", colours.source);
    let mut unowned = 0;
    let mut shared = 0;
    for span in map.spans() {
        let owner = owner(&span);
        unowned += if span.owners.is_empty() {
            span.bytes.len()
        } else {
            0
        };
        shared += if span.owners.len() > 1 {
            span.bytes.len()
        } else {
            0
        };
        let bytes = data.get(span.bytes.clone()).unwrap_or_default();
        for (number, line) in bytes.chunks(LINE).enumerate() {
            let at = span.bytes.start + number * LINE;
            let hex = joined(line.iter().map(|byte| format!("{byte:02x}")), " ");
            let mut said = if number == 0 {
                owner.clone()
            } else {
                String::new()
            };
            if is_palette(&span) {
                said = format!("{said} {}", colours.hex(line).join(" "));
            }
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", format!("{at:06x}  {hex:48}{said}").trim_end());
        }
    }
    let _ = writeln!(
        text,
        "{}, {unowned} without an owner, {shared} with several owners",
        plural(map.len, "byte")
    );
    text
}

/// Returns whether a span consists of screen colours, one in each byte.
fn is_palette(span: &Span<'_>) -> bool {
    let is_it = |owner: &Owner| match owner {
        Owner::Field(name) => *name == "palette",
        Owner::Chunk(tag) => tag.0 == *b"AKPL",
        _ => false,
    };
    span.owners.iter().any(|(_, owner)| is_it(owner))
}

/// Returns the owners of a span as a line.
fn owner(span: &Span<'_>) -> String {
    match span.owners.as_slice() {
        [] => "- no owner".to_owned(),
        [(_, one)] => one.to_string(),
        several => {
            let more = if span.more > 0 {
                format!(" and {} more", span.more)
            } else {
                String::new()
            };
            format!(
                "! {}{more}",
                joined(several.iter().map(|(_, owner)| owner), " + ")
            )
        }
    }
}

/// The most bytes of a span that are shown; further bytes are only counted.
const MOST_SHOWN: usize = 4096;

const STYLE: &str = include_str!("map.css");

/// Returns the page: an index of the parts by purpose, and every byte. The bytes of the palette
/// have the colour that the screen shows for them, and the page names the source of the colours.
pub fn page(name: &str, map: &Map, data: &[u8], colours: &CostumeColours) -> String {
    let title = escaped(name);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}: every byte</title>\n\
         <style>\n{STYLE}</style>\n<header>\n<h1>{title}</h1>\n<p>{}, in the colours of {}.</p>\n</header>\n<nav aria-label=\"Index\">\n",
        plural(map.len, "byte"),
        escaped(&colours.source.to_string())
    );
    let spans = map.spans();
    for name in Owner::KINDS.into_iter().chain([GAP]) {
        let of_kind: Vec<&Span<'_>> = spans.iter().filter(|span| class(span) == name).collect();
        index(&mut page, name, &of_kind);
    }
    page.push_str("</nav>\n<main>\n<table>\n");
    for span in &spans {
        row(&mut page, span, data, colours);
    }
    page.push_str("</table>\n</main>\n</html>\n");
    page
}

/// The name of bytes without an owner.
const GAP: &str = "gap";

/// Adds the parts of a kind, with links to their bytes.
// Writing to a string cannot fail.
fn index(page: &mut String, name: &str, spans: &[&Span<'_>]) {
    if spans.is_empty() {
        return;
    }
    let bytes = spans.iter().map(|span| span.bytes.len()).sum();
    let _ = writeln!(
        page,
        "<details><summary class=\"k {name}\">{name}: {}</summary><ol>",
        plural(bytes, "byte")
    );
    for span in spans {
        let start = span.bytes.start;
        let _ = writeln!(
            page,
            "<li><a href=\"#b{start:06x}\">{start:06x}</a> {}",
            escaped(&owner(span))
        );
    }
    page.push_str("</ol></details>\n");
}

fn class(span: &Span<'_>) -> &'static str {
    span.owners.first().map_or(GAP, |(_, owner)| owner.kind())
}

fn row(page: &mut String, span: &Span<'_>, data: &[u8], colours: &CostumeColours) {
    let mark = match span.owners.len() {
        0 => " class=\"gap\"",
        1 => "",
        _ => " class=\"overlap\"",
    };
    let bytes = data.get(span.bytes.clone()).unwrap_or_default();
    let bytes_shown = bytes.get(..MOST_SHOWN).unwrap_or(bytes);
    let colours = colours.hex(bytes_shown);
    let hex = bytes_shown.iter().zip(colours).map(|(byte, colour)| {
        if is_palette(span) {
            format!("<i style=\"border-color:#{colour}\" title=\"#{colour}\">{byte:02x}</i>")
        } else {
            format!("{byte:02x}")
        }
    });
    let more = if bytes.len() > MOST_SHOWN {
        format!(" … {} more", bytes.len() - MOST_SHOWN)
    } else {
        String::new()
    };
    let start = span.bytes.start;
    let class = class(span);
    let owner = escaped(&owner(span));
    let hex = joined(hex, " ");
    let _ = writeln!(
        page,
        "<tr id=\"b{start:06x}\"{mark}><td>{start:06x}<td class=\"k {class}\">{owner}<td><code>{hex}</code>{more}"
    );
}

/// Escapes a text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The statistics.
#[derive(Debug, Default, Serialize)]
pub struct Stats {
    /// The number of readable costumes.
    pub costumes: usize,
    /// The number of unreadable costumes.
    pub unreadable: usize,
    /// The counts for each codec or format.
    pub formats: BTreeMap<String, FormatStats>,
    /// The number of bytes by purpose; `gap` counts bytes without an owner.
    pub bytes: BTreeMap<&'static str, usize>,
    /// The number of occurrences of each command in sequences.
    pub commands: BTreeMap<String, usize>,
    /// The number of findings by rule and severity.
    pub anomalies: BTreeMap<String, usize>,
}

/// The counts for a codec or format.
#[derive(Debug, Default, Serialize)]
pub struct FormatStats {
    /// The number of costumes.
    pub costumes: usize,
    /// The number of animations.
    pub anims: usize,
    /// The number of pictures.
    pub cels: usize,
}

impl Stats {
    /// Collects the statistics of these costumes.
    pub fn new(all: &[Result<StoredCostume, (u16, String)>]) -> Self {
        let mut stats = Self::default();
        for one in all {
            for located in lint::findings(one) {
                let key = format!(
                    "{} {}",
                    located.finding.rule,
                    located.finding.severity.name()
                );
                *stats.anomalies.entry(key).or_default() += 1;
            }
            let parsed = one
                .as_ref()
                .ok()
                .and_then(|s| Some((s, Costume::parse(&s.data, &s.dialect).ok()?)));
            match parsed {
                Some((stored, costume)) => stats.add(stored, &costume),
                None => stats.unreadable += 1,
            }
        }
        stats
    }

    fn add(&mut self, stored: &StoredCostume, costume: &Costume) {
        self.costumes += 1;
        let facts = Facts::new(costume);
        let format = self
            .formats
            .entry(format!("{} {}", facts.kind, facts.format))
            .or_default();
        format.costumes += 1;
        format.anims += facts.anims;
        format.cels += facts.cels;
        for span in Map::new(&stored.data, costume).unwrap_or_default().spans() {
            let kind = span.owners.first().map_or("gap", |(_, owner)| owner.kind());
            *self.bytes.entry(kind).or_default() += span.bytes.len();
        }
        match costume {
            // In these formats a command is only the number of a sequence, so there is nothing to
            // count.
            Costume::V0(_) | Costume::Nes(_) => {}
            Costume::Cost(cost) => self.commands_of_cost(cost),
            Costume::Akos(akos) => {
                for line in akos.disassemble().lines {
                    let name = line.text.split(' ').next().unwrap_or_default().to_owned();
                    *self.commands.entry(name).or_default() += 1;
                }
            }
        }
    }

    /// Counts the commands of all played positions. A position that several animations play counts
    /// once.
    fn commands_of_cost(&mut self, cost: &Cost) {
        let entries = cost
            .stored_records()
            .flat_map(|(_, record)| &record.entries);
        let sequences = entries.filter_map(|entry| entry.sequence);
        let positions: BTreeSet<u16> = sequences
            .flat_map(|sequence| sequence.start..=sequence.end())
            .collect();
        for position in positions {
            let name =
                words::cost_word(cost.commands().get(position), cost.dialect()).unwrap_or("cel");
            *self.commands.entry(name.to_owned()).or_default() += 1;
        }
    }
}
