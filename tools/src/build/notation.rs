//! Reads and writes the notations within the texts of a source.
//!
//! **Orders of parts** (`a4+6 a8 commands t0 0:0..5 0:6<2 gap=12`): names joined by `+` share a
//! part. `..` is a run of parts of one limb. `<n` starts the part n bytes before the end of the
//! previous part. `gap=n` is the next n bytes of the gap file.
//!
//! **The command stream of a COST**: numbers of pictures and words for commands. `L0004:` labels
//! the next position. `sound`, `stop`, `go`, `nothing` and `count` are the words of
//! [`words::COST`]. Any other byte is written as `0x8c`.
//!
//! **Parts of a stream** (`@L0004..L0008 hold`, `@L0010+3`, `@L0010 program`): a part reaches from
//! its first position to its last command. The last command is given by its label, or by its
//! distance from the first position. A word after the range is the mode: without a word the part
//! repeats, and with `hold` it stops at the last command. AKOS also has `program`, `stay`, `delta`
//! and `mode=9`.
//!
//! **Sequences of a limb**: `s0*38 s3*2`, `s1..s6`, `b0 b1 hold`, `off`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::{Context, Result, bail};
use scumm_costume::edit::akos::mode;
use scumm_costume::edit::cost::PartName;
use scumm_costume::edit::{PlacedPart, words};
use scumm_media::paint::wrap;
use scumm_media::text::joined;

/// The most names and gaps of a source's layout: as many names as there are 16-bit numbers, and a
/// gap between each pair of names.
const MOST_PARTS: usize = 1 << 17;

/// The name of a part of a layout. In a run of parts, the number at the end of the name increases
/// by one from part to part.
pub trait LayoutName: Clone + PartialEq {
    fn read(text: &str) -> Option<Self>;
    fn write(&self) -> String;

    /// Splits the name into the prefix that all names of a run share and its number. A name without
    /// a number is not part of a run.
    fn parts(&self) -> (String, Option<u32>) {
        let text = self.write();
        let start = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
        (
            start.to_owned(),
            text.strip_prefix(start)
                .and_then(|number| number.parse().ok()),
        )
    }

    /// Returns the name of the next part in the run.
    fn next(&self) -> Option<Self> {
        let (start, number) = self.parts();
        Self::read(&format!("{start}{}", number?.checked_add(1)?))
    }
}

impl LayoutName for u16 {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

impl LayoutName for PartName {
    fn read(text: &str) -> Option<Self> {
        match (text, text.split_once(':'), text.split_at_checked(1)) {
            ("commands", ..) => Some(Self::Commands),
            (_, Some((limb, code)), _) => {
                Some(Self::Picture(limb.parse().ok()?, code.parse().ok()?))
            }
            (_, _, Some(("a", number))) => number.parse().ok().map(Self::Animation),
            (_, _, Some(("t", limb))) => limb.parse().ok().map(Self::Table),
            _ => None,
        }
    }

    fn write(&self) -> String {
        match self {
            Self::Animation(number) => format!("a{number}"),
            Self::Commands => "commands".to_owned(),
            Self::Table(limb) => format!("t{limb}"),
            Self::Picture(limb, code) => format!("{limb}:{code}"),
        }
    }
}

/// Formats an order as text. The bytes of gaps are added to `gaps`.
pub fn write_order<N: LayoutName>(order: &[PlacedPart<N>], gaps: &mut Vec<u8>) -> String {
    const WIDTH: usize = 100;
    let mut words: Vec<String> = Vec::new();
    let mut rest = order.iter().peekable();
    while let Some(placed) = rest.next() {
        match placed {
            PlacedPart::Gap(bytes) => {
                gaps.extend(bytes);
                words.push(format!("gap={}", bytes.len()));
            }
            PlacedPart::Part { names, back } => {
                let mut word = joined(names.iter().map(LayoutName::write), "+");
                if let ([first], 0) = (names.as_slice(), back) {
                    let mut last = first.clone();
                    while let Some(next) = last.next() {
                        let follows = PlacedPart::Part {
                            names: vec![next.clone()],
                            back: 0,
                        };
                        if rest.next_if_eq(&&follows).is_none() {
                            break;
                        }
                        last = next;
                    }
                    if let Some(number) = last.parts().1.filter(|_| last != *first) {
                        word = format!("{word}..{number}");
                    }
                }
                if *back > 0 {
                    // Writing to a string cannot fail.
                    let _ = write!(word, "<{back}");
                }
                words.push(word);
            }
        }
    }
    wrap(&words.join(" "), WIDTH)
        .iter()
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Subtracts names and gaps from the budget before they are made.
fn spend(left: &mut usize, count: usize) -> Result<()> {
    let rest = left.checked_sub(count);
    *left = rest.with_context(|| format!("the layout has more than {MOST_PARTS} parts"))?;
    Ok(())
}

/// Parses an order. The bytes of gaps are taken from the front of `gaps`.
///
/// # Errors
/// Returns an error that names a word which is not a part, or if the gaps are longer than their
/// file.
pub fn read_order<N: LayoutName>(text: &str, gaps: &mut &[u8]) -> Result<Vec<PlacedPart<N>>> {
    let mut order = Vec::new();
    let mut left = MOST_PARTS;
    for word in text.split_whitespace() {
        let wrong = || format!("`{word}` in the layout is not a part");
        if let Some(length) = word.strip_prefix("gap=") {
            spend(&mut left, 1)?;
            let length: usize = length.parse().with_context(wrong)?;
            let (gap, rest) = gaps
                .split_at_checked(length)
                .with_context(|| format!("{word}: the gaps have fewer bytes"))?;
            *gaps = rest;
            order.push(PlacedPart::Gap(gap.to_vec()));
            continue;
        }
        let (names, back) = word.split_once('<').unwrap_or((word, "0"));
        let back = back.parse().with_context(wrong)?;
        if let Some((first, last)) = names.split_once("..") {
            let mut name = N::read(first).with_context(wrong)?;
            let (start, number) = name.parts();
            let last = number
                .and_then(|_| N::read(&format!("{start}{last}")))
                .with_context(wrong)?;
            loop {
                spend(&mut left, 1)?;
                order.push(PlacedPart::Part {
                    names: vec![name.clone()],
                    back: 0,
                });
                if name == last {
                    break;
                }
                name = name.next().with_context(wrong)?;
            }
            continue;
        }
        let names = names
            .split('+')
            .map(N::read)
            .collect::<Option<Vec<N>>>()
            .with_context(wrong)?;
        spend(&mut left, names.len())?;
        order.push(PlacedPart::Part { names, back });
    }
    Ok(order)
}

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
pub fn write_stream(stream: &[u8], labels: &BTreeSet<u32>) -> String {
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
pub fn read_stream(text: &str) -> Result<(Vec<u8>, Labels)> {
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
                    bail!("the label `{name}` is defined twice");
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
                format!("expected a picture number (0..112) or a command, found `{word}`")
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

/// A part of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamRange {
    /// The first position.
    pub start: u16,
    /// The distance from the first to the last position.
    pub length: u16,
    /// The mode of playing: a mode of AKOS. A COST supports two of the modes.
    pub mode: u8,
}

/// Parses the text that follows the `@`.
///
/// # Errors
/// Returns an error if a label or word does not exist, or if a position is beyond 65535.
pub fn parse_reference(text: &str, labels: &Labels) -> Result<StreamRange> {
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
                .with_context(|| format!("`{place}`: the last label precedes the first"))?,
        )
    } else if let Some((first, length)) = place.split_once('+') {
        (
            find(first)?,
            length
                .parse()
                .with_context(|| format!("expected a number in `{place}`, found `{length}`"))?,
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
                .with_context(|| format!("expected a mode, found `{word}`"))?,
            (None, None) => bail!("expected a mode of `@{place}`, found `{word}`"),
        },
    };
    if let Some(word) = parts.next() {
        bail!("unexpected `{word}` after `@{text}`");
    }
    let fits = |n: u32| u16::try_from(n).with_context(|| format!("`{place}`: {n} is above 65535"));
    Ok(StreamRange {
        start: fits(start)?,
        length: fits(length)?,
        mode,
    })
}

/// Formats a reference as text. `labelled` tells whether a position has a label.
pub fn write_reference(reference: StreamRange, labelled: impl Fn(u32) -> bool) -> String {
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

/// The most commands of a sequence in an animation record: its length less 1 has seven bits (C11).
const LONGEST: usize = 128;

/// Parses a sequence. Returns the numbers of pictures and commands, and whether the sequence
/// repeats after the last; `None` if the limb is switched off. `cel` returns the number of a cel by
/// its name.
///
/// # Errors
/// Returns an error for an unknown word, for a cel that the limb does not have, and for a sequence
/// that is empty or longer than 128.
pub fn parse_sequence(
    text: &str,
    cel: impl Fn(&str) -> Option<usize>,
) -> Result<Option<(Vec<u8>, bool)>> {
    if text.trim() == "off" {
        return Ok(None);
    }
    let number = |name: &str| -> Result<u8> {
        if let Some(code) = words::cost_command(name) {
            return Ok(code);
        }
        let index = cel(name)
            .with_context(|| format!("expected a cel of this limb or a command, found `{name}`"))?;
        u8::try_from(index)
            .ok()
            .filter(|&i| i <= 0x70)
            .with_context(|| {
                format!("cel `{name}` has number {index}, but commands can name at most 112")
            })
    };
    let mut codes = Vec::new();
    let mut loops = true;
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if word == "hold" {
            loops = false;
            if words.peek().is_some() {
                bail!("`hold` must end the sequence, but `{text}` continues after it");
            }
            continue;
        }
        let (name, times) = word.split_once('*').unwrap_or((word, "1"));
        let times: usize = times
            .parse()
            .with_context(|| format!("expected a count in `{word}`, found `{times}`"))?;
        let (first, last) = name.split_once("..").unwrap_or((name, name));
        let run = number(first)?..=number(last)?;
        if run.is_empty() {
            bail!("`{name}`: the last number is less than the first");
        }
        if run.len().saturating_mul(times).saturating_add(codes.len()) > LONGEST {
            bail!("`{text}` is longer than {LONGEST} commands");
        }
        for _ in 0..times {
            codes.extend(run.clone());
        }
    }
    if codes.is_empty() {
        bail!("`{text}` shows no cel; write \"off\" to switch the limb off");
    }
    Ok(Some((codes, loops)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(names: &[PartName], back: usize) -> PlacedPart<PartName> {
        PlacedPart::Part {
            names: names.to_vec(),
            back,
        }
    }

    #[test]
    fn an_order_becomes_text_and_comes_back() {
        use PartName::{Animation, Commands, Picture, Table};
        let order = [
            part(&[Animation(4), Animation(6)], 0),
            part(&[Animation(5)], 0),
            part(&[Commands], 0),
            PlacedPart::Gap(vec![1, 2]),
            part(&[Table(0)], 0),
            part(&[Picture(0, 0)], 0),
            part(&[Picture(0, 1)], 0),
            part(&[Picture(0, 2)], 0),
            part(&[Picture(0, 3)], 7),
            PlacedPart::Gap(vec![3]),
        ];
        let mut gaps = Vec::new();
        let text = write_order(&order, &mut gaps);
        assert_eq!(text, "a4+a6 a5 commands gap=2 t0 0:0..2 0:3<7 gap=1\n");
        assert_eq!(
            read_order::<PartName>(&text, &mut &gaps[..]).unwrap(),
            order
        );
    }

    #[test]
    fn what_is_wrong_in_an_order_is_named() {
        let said = |text: &str| {
            format!(
                "{:#}",
                read_order::<PartName>(text, &mut &[][..]).unwrap_err()
            )
        };
        assert!(said("a4 x9").contains("`x9`"));
        assert!(said("gap=1").contains("the gaps have fewer bytes"));
        assert!(said("0:5..x").contains("`0:5..x`"));
    }

    #[test]
    fn a_stream_becomes_text_and_comes_back() {
        let stream = [0, 1, 0x7c, 2, 0x78, 0x72, 0x8c, 112];
        let text = write_stream(&stream, &BTreeSet::from([0, 3]));
        assert_eq!(text, "L0000: 0 1 count\nL0003: 2 sound 0x72 0x8c 112\n");
        let (back, labels) = read_stream(&text).unwrap();
        assert_eq!((back, labels["L0003"]), (stream.to_vec(), 3));
        assert!(format!("{:#}", read_stream("113").unwrap_err()).contains("`113`"));
        assert!(format!("{:#}", read_stream("a: a:").unwrap_err()).contains("defined twice"));
    }

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
            assert_eq!(
                write_reference(reference, |position| matches!(position, 4 | 8)),
                text
            );
            assert_eq!(parse_reference(&text[1..], &labels).unwrap(), reference);
        }
    }

    #[test]
    fn what_is_wrong_in_a_reference_is_named() {
        let said = |text| {
            format!(
                "{:#}",
                parse_reference(text, &Labels::from([("a".to_owned(), 9)])).unwrap_err()
            )
        };
        assert!(said("b").contains("no label `b`"));
        assert!(said("a..3").contains("precedes the first"));
        assert!(said("a sideways").contains("`sideways`"));
        assert!(said("a hold on").contains("`on`"));
        assert!(said("0x12345").contains("above 65535"));
    }

    fn cel(name: &str) -> Option<usize> {
        ["s0", "s1", "s2", "s3"].iter().position(|n| *n == name)
    }

    #[test]
    fn runs_repeats_and_commands_unfold() {
        let codes = vec![0, 0, 0, 1, 2, 3, 0x7c];
        assert_eq!(
            parse_sequence("s0*3 s1..s3 count hold", cel).unwrap(),
            Some((codes, false))
        );
        assert_eq!(parse_sequence(" off ", cel).unwrap(), None);
    }

    #[test]
    fn what_is_wrong_in_a_sequence_is_named() {
        let said = |text| format!("{:#}", parse_sequence(text, cel).unwrap_err());
        assert!(said("s0 t1").contains("found `t1`"));
        assert!(said("s3..s1").contains("less than the first"));
        assert!(said("s0*129").contains("longer than 128"));
        assert!(said("hold s0").contains("continues after it"));
        assert!(said("").contains("shows no cel"));
    }
}
