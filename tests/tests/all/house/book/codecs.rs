//! The book's tables of pixel formats: formats of COST, codecs of AKOS, codes of strips.
//! Descriptions in these tables are comments of the code.

use std::fmt::Write as _;
use std::fs;

use scumm_costume::{Codec, Format};
use scumm_room::Dialect;
use scumm_test_support::repository;

use super::tables::comment;

/// Returns the table of the formats of COST (C5).
pub fn cost_formats() -> String {
    let mut text = "| format | colours in the palette | pictures |\n|---|---|---|\n".to_owned();
    for byte in 0..=0x7f {
        let Some(format) = Format::from_byte(byte) else {
            continue;
        };
        let colours = match format.palette_len(&Dialect::new(5)) {
            0 => "none".to_owned(),
            colours => colours.to_string(),
        };
        let pictures = match (format.packing(), format.redirects()) {
            (None, _) => "v1 (C34, C71)",
            (_, true) => "with redirect bytes (C33)",
            (_, false) => "plain",
        };
        let _ = writeln!(text, "| 0x{byte:02X} | {colours} | {pictures} |");
    }
    text
}

/// Returns the table of the codecs of AKOS that can be drawn.
pub fn akos_codecs() -> String {
    let source = read("costume/src/akos/tables.rs");
    let mut text = "| codec | name in the code | pixels | rule |\n|---:|---|---|---|\n".to_owned();
    for number in 0..=u16::MAX {
        let codec = Codec::from_number(number);
        if codec != Codec::Unknown(number) {
            let said = comment(&source, |line| line == format!("{codec:?},"));
            let (what, rule) = split(said.split_once(": ").unwrap().1);
            let _ = writeln!(text, "| {number} | `{codec:?}` | {what} | {rule} |");
        }
    }
    text
}

/// A row of the table in the code: `14..=18 => (StripPacking::Basic(Columns, shift), false,
/// true),`.
struct StripRow {
    codes: String,
    packing: String,
    order: String,
    flags: String,
}

/// Returns the table of the codes of strips (S2), made from the rows of `StripCode::from_code`.
pub fn strip_codes() -> String {
    let source = read("room/src/image/strip.rs");
    let rows: Vec<StripRow> = source
        .lines()
        .filter_map(|line| strip_row(line.trim()))
        .collect();
    assert!(rows.len() > 15, "{} rows", rows.len());
    let mut text =
        "| code | pixels | order | transparent (S13) | + 16 on the Amiga (S9) | rule |\n"
            .to_owned();
    text.push_str("|---|---|---|---|---|---|\n");
    for StripRow {
        codes,
        packing,
        order,
        flags,
    } in rows
    {
        let said = comment(&source, |line| {
            line.strip_prefix(&packing)
                .is_some_and(|rest| rest.starts_with([',', '(']) && !rest.contains("=>"))
        });
        let (what, rule) = split(&said);
        let (transparent, shifted) = flags.split_once(", ").unwrap();
        let yes = |flag: &str, number: &str| match flag {
            "true" => "yes".to_owned(),
            "false" => String::new(),
            _ => format!("{number} only"),
        };
        let (transparent, shifted) = (yes(transparent, "8"), yes(shifted, ""));
        let _ = writeln!(
            text,
            "| {codes} | {what} | {order} | {transparent} | {shifted} | {rule} |"
        );
    }
    text
}

fn strip_row(line: &str) -> Option<StripRow> {
    let (codes, made) = line.strip_suffix("),")?.split_once(" => (StripPacking::")?;
    let (codes, guard) = codes.split_once(" if ").unwrap_or((codes, ""));
    let mut codes = codes.replace("..=", " to ").replace(" | ", ", ");
    if !guard.is_empty() {
        assert_eq!(guard, "dialect.is_v3_256()");
        codes.push_str(" (v3 with 256 colours)");
    }
    let name = made.split([',', '(']).next()?;
    let behind = made.strip_prefix(name)?;
    let (operands, flags) = match behind.strip_prefix('(') {
        Some(rest) => rest.split_once("), ")?,
        None => ("", behind.strip_prefix(", ")?),
    };
    // The rows of the code do not state the order in which `StripCode::decode` paints.
    let order = match (operands.split(',').next()?, name) {
        ("Rows", _) | (_, "Complex" | "Humongous" | "Runs") => "rows",
        ("Columns", _) | (_, "Counted" | "Banked" | "Local" | "Delta" | "Sixteen") => "columns",
        _ => panic!("{name} has no order"),
    };
    Some(StripRow {
        codes,
        packing: name.into(),
        order: order.into(),
        flags: flags.into(),
    })
}

fn read(file: &str) -> String {
    fs::read_to_string(repository().join(file)).unwrap()
}

/// Splits a comment into its text and the rule at its end.
fn split(said: &str) -> (&str, &str) {
    said.strip_suffix(").")
        .and_then(|said| said.rsplit_once(" ("))
        .unwrap_or_else(|| panic!("no rule: {said}"))
}
