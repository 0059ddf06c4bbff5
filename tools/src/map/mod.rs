//! Describes the purpose of each byte of a costume as text and as a page, and collects statistics
//! of a whole game.

pub mod html;
mod stats;

use std::fmt::Write;

use scumm_costume::edit::inspect::{Map, Owner, Span};
use scumm_platform::text::{joined, plural};

use crate::colours::CostumeColours;
pub use stats::{FormatStats, Stats};

/// The number of bytes on a line.
const LINE: usize = 16;

/// Returns a line for each sixteen bytes of an owner. Lines of the palette also show the screen's
/// colours. The first line names the source of the colours. The last line tells how many bytes have
/// no owner, and how many have several.
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
        "{}, {unowned} of them without an owner, {shared} with more than one",
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
        [] => "- nothing points here".to_owned(),
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
