//! Reads and writes the order of parts as text: `a4+6 a8 commands t0 0:0..5 0:6<2 gap=12`.
//!
//! Names joined by `+` share a part. `..` is a run of parts of one limb. `<n` starts the part n
//! bytes before the end of the previous part. `gap=n` is the next n bytes of the gap file.

use std::fmt::Write;

use anyhow::{Context, Result};
use scumm_costume::edit::PlacedPart;
use scumm_costume::edit::cost::PartName;
use scumm_platform::paint::wrap;
use scumm_platform::text::joined;

/// The most names and gaps of a source's layout: as many names as there are numbers, and a gap
/// between any two.
const MOST_PARTS: usize = 1 << 17;

/// The name of a part as text. A number at its end counts the parts of a run.
pub trait Name: Clone + PartialEq {
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

impl Name for u16 {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

impl Name for PartName {
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
pub fn write<N: Name>(order: &[PlacedPart<N>], gaps: &mut Vec<u8>) -> String {
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
                let mut word = joined(names.iter().map(Name::write), "+");
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
pub fn read<N: Name>(text: &str, gaps: &mut &[u8]) -> Result<Vec<PlacedPart<N>>> {
    let mut order = Vec::new();
    let mut left = MOST_PARTS;
    for word in text.split_whitespace() {
        let wrong = || format!("`{word}` in the layout is no part");
        if let Some(length) = word.strip_prefix("gap=") {
            spend(&mut left, 1)?;
            let length: usize = length.parse().with_context(wrong)?;
            let (gap, rest) = gaps
                .split_at_checked(length)
                .with_context(|| format!("{word}: the gaps end before it"))?;
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
        let text = write(&order, &mut gaps);
        assert_eq!(text, "a4+a6 a5 commands gap=2 t0 0:0..2 0:3<7 gap=1\n");
        assert_eq!(read::<PartName>(&text, &mut &gaps[..]).unwrap(), order);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let said = |text: &str| format!("{:#}", read::<PartName>(text, &mut &[][..]).unwrap_err());
        assert!(said("a4 x9").contains("`x9`"));
        assert!(said("gap=1").contains("end before it"));
        assert!(said("0:5..x").contains("`0:5..x`"));
    }
}
