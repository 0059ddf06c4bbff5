//! Reads and writes parts of a stream by label: `@L0004..L0008 hold`, `@L0010+3`, `@L0010 program`.
//!
//! A part reaches from its first position to its last command. The last command is given by its
//! label, or by its distance from the first position. A word behind the range is the mode: without
//! a word the part loops, and `hold` stays on the last command. AKOS also has `program`, `stay`,
//! `delta` and `mode=9`.

use anyhow::{Context, Result, bail};
use scumm_costume::edit::akos::mode;
use scumm_costume::edit::words;

use super::stream::{Labels, label, position};

/// A part of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamRange {
    /// The first position.
    pub start: u16,
    /// The distance from the first to the last position.
    pub length: u16,
    /// The mode of playing: a mode of AKOS, of which COST has two.
    pub mode: u8,
}

/// Parses the text that follows the `@`.
///
/// # Errors
/// Returns an error if a label or word does not exist, or if a position is beyond 65535.
pub fn parse(text: &str, labels: &Labels) -> Result<StreamRange> {
    let mut parts = text.split_whitespace();
    let place = parts.next().unwrap_or_default();
    let find =
        |name: &str| position(name, labels).with_context(|| format!("there is no label `{name}`"));
    let (start, length) = if let Some((first, last)) = place.split_once("..") {
        let first = find(first)?;
        let last = find(last)?;
        (
            first,
            last.checked_sub(first)
                .with_context(|| format!("`{place}` runs backwards"))?,
        )
    } else if let Some((first, length)) = place.split_once('+') {
        (
            find(first)?,
            length
                .parse()
                .with_context(|| format!("`{length}` in `{place}` is no number"))?,
        )
    } else {
        (find(place)?, 0)
    };
    let mode = match parts.next() {
        None => mode::LOOP,
        Some(word) => match (
            words::mode_of(word).filter(|mode| !mode::is_bare(*mode)),
            word.strip_prefix("mode="),
        ) {
            (Some(mode), _) => mode,
            (None, Some(number)) => number
                .parse()
                .with_context(|| format!("`{word}` is no mode"))?,
            (None, None) => bail!("`{word}` is no way to play `@{place}`"),
        },
    };
    if let Some(word) = parts.next() {
        bail!("`{word}` behind `@{text}` means nothing");
    }
    let fits = |n: u32| u16::try_from(n).with_context(|| format!("`{place}`: {n} is beyond 65535"));
    Ok(StreamRange {
        start: fits(start)?,
        length: fits(length)?,
        mode,
    })
}

/// Formats a reference as text. `labelled` tells whether a position has a label.
pub fn write(reference: StreamRange, labelled: impl Fn(u32) -> bool) -> String {
    let StreamRange {
        start,
        length,
        mode,
    } = reference;
    let last = u32::from(start) + u32::from(length);
    let start = u32::from(start);
    let first = if labelled(start) {
        label(start)
    } else {
        format!("{start:#06x}")
    };
    let rest = match length {
        0 => String::new(),
        _ if labelled(last) => format!("..{}", label(last)),
        _ => format!("+{length}"),
    };
    let how = match words::mode_word(mode) {
        _ if mode == mode::LOOP => String::new(),
        Some(word) => format!(" {word}"),
        None => format!(" mode={mode}"),
    };
    format!("@{first}{rest}{how}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_become_text_and_come_back() {
        let labels = Labels::from([("L0004".to_owned(), 4), ("L0008".to_owned(), 8)]);
        let cases = [
            (
                StreamRange {
                    start: 4,
                    length: 4,
                    mode: mode::LOOP,
                },
                "@L0004..L0008",
            ),
            (
                StreamRange {
                    start: 4,
                    length: 3,
                    mode: mode::RUN,
                },
                "@L0004+3 hold",
            ),
            (
                StreamRange {
                    start: 8,
                    length: 0,
                    mode: mode::PROGRAM,
                },
                "@L0008 program",
            ),
            (
                StreamRange {
                    start: 9,
                    length: 0,
                    mode: 77,
                },
                "@0x0009 mode=77",
            ),
        ];
        for (reference, text) in cases {
            assert_eq!(write(reference, |position| matches!(position, 4 | 8)), text);
            assert_eq!(parse(&text[1..], &labels).unwrap(), reference);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let said = |text| {
            format!(
                "{:#}",
                parse(text, &Labels::from([("a".to_owned(), 9)])).unwrap_err()
            )
        };
        assert!(said("b").contains("no label `b`"));
        assert!(said("a..3").contains("backwards"));
        assert!(said("a sideways").contains("`sideways`"));
        assert!(said("a hold on").contains("`on`"));
        assert!(said("0x12345").contains("beyond 65535"));
    }
}
