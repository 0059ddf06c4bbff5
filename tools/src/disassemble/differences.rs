//! Lists where and why a rebuilt costume differs from the original.

use anyhow::Result;
use scumm_costume::Costume;
use scumm_costume::edit::inspect::{Map, Owner};
use scumm_platform::text::{joined, plural};

use crate::costume_input::Loaded;

/// The most ranges that are listed; further ranges are only counted.
const MOST: usize = 40;

/// Returns a line for each differing range of the original's bytes, with the meaning of the bytes
/// and the reason.
///
/// # Errors
/// Returns an error if the rebuilt costume cannot be read.
pub fn of(loaded: &Loaded, built: &[u8]) -> Result<Vec<String>> {
    let map = Map::of(&loaded.data, &loaded.costume)?;
    let original = loaded.data.get(..map.len).unwrap_or(&loaded.data);
    if original == built {
        return Ok(Vec::new());
    }
    Costume::parse(built, &loaded.dialect)?;
    let same = |at: usize| original.get(at) == built.get(at);
    let mut lines = Vec::new();
    let mut more = 0usize;
    for span in map.spans() {
        let differing = span.bytes.clone().filter(|&at| !same(at)).count();
        if differing == 0 {
            continue;
        }
        if lines.len() >= MOST {
            more += 1;
            continue;
        }
        let owners = joined(span.owners.iter().map(|(_, owner)| owner), " + ");
        let reason = match span.owners.as_slice() {
            [] => "nothing points there, and what came before has moved",
            [_, _, ..] => "several parts overlap here, each is written for itself",
            [(_, owner)] => reason(owner),
        };
        let what = if owners.is_empty() {
            "gap"
        } else {
            owners.as_str()
        };
        lines.push(format!(
            "{:#06x}..{:#06x}, {what}: {reason}",
            span.bytes.start, span.bytes.end
        ));
    }
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    let old = original.len();
    let new = built.len();
    if old != new {
        lines.push(format!("{} became {new}", plural(old, "byte")));
    }
    Ok(lines)
}

fn reason(owner: &Owner) -> &'static str {
    match owner {
        Owner::Field(_) | Owner::ChunkHeader(_) => "the size",
        Owner::Offset(_) => "what it leads to has moved, or is damaged",
        _ => "what came before has moved, or it is damaged",
    }
}
