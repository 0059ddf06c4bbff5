//! Formats the map as a self-contained web page.

use std::fmt::Write;

use scumm_costume::edit::inspect::{Map, Owner, Span};
use scumm_platform::text::{joined, plural};

use super::{is_palette, owner};
use crate::colours::CostumeColours;

/// The most bytes of a span that are shown; further bytes are only counted.
const MOST: usize = 4096;

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
    let bytes_shown = bytes.get(..MOST).unwrap_or(bytes);
    let colours = colours.hex(bytes_shown);
    let hex = bytes_shown.iter().zip(colours).map(|(byte, colour)| {
        if is_palette(span) {
            format!("<i style=\"border-color:#{colour}\" title=\"#{colour}\">{byte:02x}</i>")
        } else {
            format!("{byte:02x}")
        }
    });
    let more = if bytes.len() > MOST {
        format!(" … {} more", bytes.len() - MOST)
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
