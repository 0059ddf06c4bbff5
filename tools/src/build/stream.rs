//! Reads and writes the command stream of a COST as text: numbers of pictures and words for
//! commands.
//!
//! `L0004:` labels the next position. `sound`, `stop`, `go`, `nothing` and `count` are the words of
//! [`words::COST`]. Any other byte is written as `0x8c`.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use scumm_costume::edit::words;

/// Stream positions by label.
pub type Labels = BTreeMap<String, u32>;

/// The first number that is a command and not a picture.
const FIRST_COMMAND: u8 = 0x71;

/// Returns the name of the label at a position.
pub fn label(position: u32) -> String {
    format!("L{position:04x}")
}

/// Formats the number of a picture, or another byte as `0x8c` (C22, A11).
pub fn code_text(code: u8) -> String {
    if code < FIRST_COMMAND {
        code.to_string()
    } else {
        format!("{code:#04x}")
    }
}

/// Formats the stream as text, with labels at these positions.
pub fn write(stream: &[u8], labels: &BTreeSet<u32>) -> String {
    let mut text = String::new();
    for (position, &byte) in (0u32..).zip(stream) {
        if labels.contains(&position) {
            let break_before = if text.is_empty() { "" } else { "\n" };
            text.push_str(&format!("{break_before}{}:", label(position)));
        }
        let word = words::COST
            .iter()
            .find(|(code, _)| *code == byte)
            .map(|(_, name)| (*name).to_owned());
        text.push(' ');
        text.push_str(&word.unwrap_or_else(|| code_text(byte)));
    }
    text.push('\n');
    text
}

/// Parses a stream and its labels. `;` and `#` begin comments.
///
/// # Errors
/// Returns an error for an unknown word and for a label that is defined twice.
pub fn read(text: &str) -> Result<(Vec<u8>, Labels)> {
    let mut stream = Vec::new();
    let mut labels = Labels::new();
    for line in text.lines() {
        for word in line
            .split([';', '#'])
            .next()
            .unwrap_or_default()
            .split_whitespace()
        {
            if let Some(name) = word.strip_suffix(':') {
                if labels
                    .insert(name.to_owned(), u32::try_from(stream.len())?)
                    .is_some()
                {
                    bail!("a second label `{name}`");
                }
                continue;
            }
            let known = words::cost_command(word);
            let byte = match (known, word.strip_prefix("0x")) {
                (Some(code), _) => Some(code),
                (None, Some(hex)) => u8::from_str_radix(hex, 16).ok(),
                (None, None) => word.parse().ok().filter(|&number| number < FIRST_COMMAND),
            };
            stream.push(byte.with_context(|| {
                format!("`{word}` is no picture's number (0..112) and no command")
            })?);
        }
    }
    Ok((stream, labels))
}

/// Returns a position by its label or by its number, written `0x12` or `12`.
pub fn position(text: &str, labels: &Labels) -> Option<u32> {
    let number = || match text.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    };
    labels.get(text).copied().or_else(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_becomes_text_and_comes_back() {
        let stream = [0, 1, 0x7c, 2, 0x78, 0x72, 0x8c, 112];
        let text = write(&stream, &BTreeSet::from([0, 3]));
        assert_eq!(text, "L0000: 0 1 count\nL0003: 2 sound 0x72 0x8c 112\n");
        let (back, labels) = read(&text).unwrap();
        assert_eq!((back, labels["L0003"]), (stream.to_vec(), 3));
        assert!(format!("{:#}", read("113").unwrap_err()).contains("`113`"));
        assert!(format!("{:#}", read("a: a:").unwrap_err()).contains("second label"));
    }
}
