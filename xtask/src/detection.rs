//! Makes the table of known index files (I23) of `scumm-room` from the table of the reference.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// The table that `scumm-room` contains with its feature `detection`.
const TABLE: &str = "room/src/resource/identify/known.tsv";

/// The head of the table.
const HEAD: &str = "\
# The known index files (I23), sorted. `cargo xtask detection TABLE` makes this table from a table
# of 14 columns: MD5 of the first MiB, size, names, game, quirk id, variant, extra, platform,
# language, version, Humongous sub-version, 16 bit, 256 colours, key. It keeps the columns that
# opening a game needs. `edition` joins variant and extra, without the words of other columns.
#md5\tsize\tgame\tedition\tplatform\tlanguage\tversion\the\t16bit
";

/// Words of the columns `variant` and `extra` that repeat the contents of other columns, in lower
/// case.
const SAID_ELSEWHERE: [&str; 11] = [
    "-",
    "amiga",
    "apple ii",
    "c64",
    "fm-towns",
    "mac",
    "nes",
    "pc-engine",
    "sega",
    "v1",
    "v2",
];

/// Writes the table of `scumm-room` from the table in the file `from`.
pub fn run(from: &Path) -> Result<()> {
    let text = crate::text_of(from)?;
    let rows = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut rows = rows.map(row).collect::<Result<Vec<String>>>()?;
    rows.sort();
    fs::write(TABLE, format!("{HEAD}{}\n", rows.join("\n"))).context(TABLE)?;
    println!("{TABLE}: {} rows", rows.len());
    Ok(())
}

/// Converts a row to the new table.
fn row(line: &str) -> Result<String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [
        md5,
        size,
        _,
        game,
        _,
        variant,
        extra,
        platform,
        language,
        version,
        he,
        deep,
        _,
        _,
    ] = columns[..]
    else {
        bail!("expected 14 columns, found {}: {line}", columns.len())
    };
    let (game, edition) = (game.to_lowercase(), edition(variant, extra));
    Ok([
        md5, size, &game, &edition, platform, language, version, he, deep,
    ]
    .join("\t"))
}

/// Joins variant and extra to one text without duplicate words.
fn edition(variant: &str, extra: &str) -> String {
    let known = |text: &&str| {
        !SAID_ELSEWHERE.contains(&text.to_lowercase().as_str()) && !text.starts_with("HE ")
    };
    match (
        Some(variant.trim_start_matches("V2 ")).filter(known),
        Some(extra.trim_start_matches("V2 ")).filter(known),
    ) {
        (None, None) => "-".to_owned(),
        (Some(only), None) | (None, Some(only)) => only.to_owned(),
        (Some(a), Some(b)) if b.to_lowercase().contains(&a.to_lowercase()) => b.to_owned(),
        (Some(a), Some(b)) if a.contains(b) => a.to_owned(),
        (Some(a), Some(b)) => format!("{a} {b}"),
    }
}
