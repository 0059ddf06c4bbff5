//! The map as a web page that needs nothing else.

use std::fmt::Write;

use scumm_costume::edit::inspect::{Kind, Map, Span};

use super::text::owner;

/// The most bytes of a span that are shown; of longer ones the number of further bytes is.
const MOST: usize = 4096;

const STYLE: &str = "
:root{color-scheme:light dark}
body{font:15px/1.4 system-ui,sans-serif;margin:1rem auto;max-width:70rem;padding:0 .8rem}
ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.4rem 1rem}
table{border-collapse:collapse;width:100%}
td{padding:.15rem .5rem;vertical-align:top;border-top:1px solid #8884}
td:first-child,code{font-family:ui-monospace,monospace}
td code{overflow-wrap:anywhere}
.k{border-left:.6rem solid #888;padding-left:.4rem}
.header{border-color:#5b6ee1}.table{border-color:#37946e}.animation{border-color:#d9a066}.commands{border-color:#76428a}
.picture{border-color:#d95763}.pixels{border-color:#639bff}.ignored{border-color:#847e87}.gap{border-color:#ac3232}
tr.gap td,tr.overlap td{background:#ac323233}
@media(max-width:40rem){td{display:block;border:0;padding:.1rem 0}tr{display:block;border-top:1px solid #8884;padding:.3rem 0}}
";

/// The page.
pub fn page(name: &str, map: &Map, data: &[u8]) -> String {
    let title = escaped(name);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}: every byte</title>\n\
         <style>{STYLE}</style>\n<h1>{title}</h1>\n<p>{} bytes.</p>\n<ul>\n",
        map.len
    );
    let spans = map.spans();
    for kind in Kind::ALL {
        let of_kind = spans.iter().filter(|span| class(span) == kind.name());
        legend(&mut page, kind.name(), of_kind.map(|span| span.bytes.len()).sum());
    }
    legend(&mut page, "gap", map.gaps().map(|gap| gap.len()).sum());
    page.push_str("</ul>\n<table>\n");
    for span in &spans {
        row(&mut page, span, data);
    }
    page.push_str("</table>\n</html>\n");
    page
}

// Writing to a string can't fail.
fn legend(page: &mut String, name: &str, bytes: usize) {
    if bytes > 0 {
        let _ = writeln!(page, "<li class=\"k {name}\">{name}: {bytes} bytes");
    }
}

fn class(span: &Span<'_>) -> &'static str {
    span.owners.first().map_or("gap", |part| part.owner.kind().name())
}

fn row(page: &mut String, span: &Span<'_>, data: &[u8]) {
    let mark = match span.owners.len() {
        0 => " class=\"gap\"",
        1 => "",
        _ => " class=\"overlap\"",
    };
    let bytes = data.get(span.bytes.clone()).unwrap_or_default();
    let hex: Vec<String> = bytes.iter().take(MOST).map(|byte| format!("{byte:02x}")).collect();
    let more = if bytes.len() > MOST { format!(" … {} more", bytes.len() - MOST) } else { String::new() };
    let _ = writeln!(
        page,
        "<tr{mark}><td>{:06x}<td class=\"k {}\">{}<td><code>{}</code>{more}",
        span.bytes.start,
        class(span),
        escaped(&owner(span)),
        hex.join(" ")
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
