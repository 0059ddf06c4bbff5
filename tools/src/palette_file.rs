//! Reads and writes palettes as files: 768 bytes, and the formats of GIMP (`.gpl`), Paint Shop Pro
//! (`.pal`) and Photoshop (`.act`).

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use scumm_room::Palette;

/// The first line of a palette of GIMP.
const GIMP: &str = "GIMP Palette";
/// The first line of a palette of Paint Shop Pro, which Aseprite writes, too.
const JASC: &str = "JASC-PAL";
/// The version line of a palette of Paint Shop Pro.
const JASC_VERSION: &str = "0100";

/// The number of colours of a palette.
const COLOURS: usize = 256;

/// The number of bytes of a palette without a header.
const PLAIN: usize = 3 * COLOURS;

/// The number of bytes of an `.act` file that names its number of colours and its transparent
/// colour.
const ACT: usize = PLAIN + 4;

/// Parses a palette file of any of the formats. Colours that the file does not have are black.
///
/// # Errors
/// Returns an error if the file is not a palette, or has more than 256 colours.
pub fn read(bytes: &[u8]) -> Result<Palette> {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let mut lines = text.lines().map(str::trim);
    match lines.next() {
        Some(GIMP) => {
            let is_colour = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
            colours(lines.filter(is_colour))
        }
        Some(JASC) => {
            ensure!(
                lines.next() == Some(JASC_VERSION),
                "expected version {JASC_VERSION} in the second line"
            );
            let count = lines.next().and_then(|line| line.parse().ok());
            let count: usize = count.context("expected the number of colours in the third line")?;
            colours(lines.filter(|line| !line.is_empty()).take(count))
        }
        _ => plain(bytes),
    }
}

/// Parses 768 bytes, or an `.act` file.
fn plain(bytes: &[u8]) -> Result<Palette> {
    let colours = match bytes.len() {
        PLAIN => Some(bytes),
        ACT => bytes.get(..PLAIN),
        _ => None,
    };
    colours.and_then(Palette::from_bytes).with_context(|| {
        format!(
            "expected a palette of {PLAIN} bytes, or a .gpl, .pal or .act file, found {} bytes",
            bytes.len()
        )
    })
}

/// Parses a colour in each line: red, green and blue, and any words after them.
fn colours<'t>(lines: impl Iterator<Item = &'t str>) -> Result<Palette> {
    let mut palette = Palette::default();
    for (number, line) in lines.enumerate() {
        ensure!(number < COLOURS, "expected at most {COLOURS} colours");
        let mut parts = line.split_whitespace();
        for channel in &mut palette[u8::try_from(number)?] {
            let part = parts.next().and_then(|part| part.parse().ok());
            *channel = part.with_context(|| {
                format!("colour {number}: expected three numbers up to 255, found `{line}`")
            })?;
        }
    }
    Ok(palette)
}

/// Formats a palette for a file with this name, which decides the format. `name` is the name of the
/// palette.
///
/// # Errors
/// Returns an error if the name ends in another way.
pub fn write(path: &Path, name: &str, palette: &Palette) -> Result<Vec<u8>> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let mut text = match ending.to_lowercase().as_str() {
        "act" => return Ok(palette.to_bytes()),
        "gpl" => format!("{GIMP}\nName: {name}\nColumns: 16\n#\n"),
        "pal" => format!("{JASC}\n{JASC_VERSION}\n{COLOURS}\n"),
        other => bail!(
            "{}: expected a name that ends in .gpl, .pal or .act, found `.{other}`",
            path.display()
        ),
    };
    let is_gimp = ending.eq_ignore_ascii_case("gpl");
    for (number, [red, green, blue]) in palette.iter().enumerate() {
        let line = if is_gimp {
            format!("{red:3} {green:3} {blue:3}\t{number}\n")
        } else {
            format!("{red} {green} {blue}\n")
        };
        text.push_str(&line);
    }
    Ok(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let palette = Palette::distinct();
        for name in ["a.gpl", "a.pal", "a.act", "A.GPL"] {
            let bytes = write(Path::new(name), "room 26", &palette).unwrap();
            assert_eq!(read(&bytes).unwrap(), palette, "{name}");
        }
        assert!(write(Path::new("a.png"), "", &palette).is_err());
        let act = [palette.to_bytes(), vec![1, 0, 0, 0]].concat();
        assert_eq!(read(&act).unwrap(), palette);
    }

    #[test]
    fn short_palettes_and_comments_are_read_and_others_are_refused() {
        let gimp = "GIMP Palette\r\nName: x\r\n# three\r\n 1   2 3 red\r\n255 0 9\r\n";
        let palette = read(gimp.as_bytes()).unwrap();
        assert_eq!(
            (palette[0], palette[1], palette[2]),
            ([1, 2, 3], [255, 0, 9], [0; 3])
        );
        let many = format!("GIMP Palette\n{}", "1 2 3\n".repeat(257));
        for wrong in [
            "GIMP Palette\n1 2\n",
            "GIMP Palette\n1 2 256\n",
            "JASC-PAL\n0200\n1\n1 2 3\n",
            "JASC-PAL\n0100\nx\n1 2 3\n",
            "1 2 3",
            &many,
        ] {
            assert!(read(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
