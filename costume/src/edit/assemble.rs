//! Assembler: converts the text of a [`Disassembly`](super::disassemble::Disassembly) back to AKSQ.
//!
//! Each line has one instruction, with the names of the command table and with operands in the
//! order of the table, separated by commas; `;` begins a comment. `name:` alone on a line labels
//! the position that follows. Lengths and counts are computed.
//!
//! | operand | text |
//! |---|---|
//! | position | a label; `L0012` without such a label is position 0x12 |
//! | variable | `v5` |
//! | numbers | `12`, `-3`, `0x1f` |
//! | indices | `[1 2 3]` |
//! | items | `[(x,y: cel 5) (x,y: cel 6)]` |
//! | unused bytes | `[0x09]`; may be left out |
//!
//! Besides commands, there are `cel 5`, `cel-word 0x9005` (a code of two bytes, unchanged) and
//! `byte 1, 2, 3`.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "lengths and positions in a text, and in the bytes that it is assembled to"
)]

use std::collections::HashMap;

use scumm_room::{Dialect, Error, Misuse, Result};

use crate::akos::sequence::{AksqCommand, AksqOperand, CEL_MASK};

/// Assembles a text for a game and returns the bytes of the stream.
///
/// # Errors
/// Returns [`Error::Misuse`] with the number of the line and the reason if a line is invalid.
pub fn assemble(text: &str, dialect: &Dialect) -> Result<Vec<u8>> {
    assemble_labelled(text, dialect).map(|(bytes, _)| bytes)
}

/// Returns the bytes and the positions of the labels.
///
/// # Errors
/// Returns the errors of [`assemble`].
pub fn assemble_labelled(
    text: &str,
    dialect: &Dialect,
) -> Result<(Vec<u8>, HashMap<String, usize>)> {
    let mut assembler = Assembler {
        dialect,
        bytes: Vec::new(),
        labels: HashMap::new(),
        jumps: Vec::new(),
    };
    for (number, line) in text.lines().enumerate() {
        let line = line.split(';').next().unwrap_or_default().trim();
        assembler.line(line).map_err(|what| {
            Error::misuse(Misuse::Invalid, format!("line {}: {what}", number + 1))
        })?;
    }
    assembler.finish()
}

struct Assembler<'a> {
    dialect: &'a Dialect,
    bytes: Vec<u8>,
    labels: HashMap<String, usize>,
    /// The positions of operands that still need the position of a label, and the labels.
    jumps: Vec<(usize, String)>,
}

impl Assembler<'_> {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if line.is_empty() {
            return Ok(());
        }
        if let Some(label) = line.strip_suffix(':') {
            return match self.labels.insert(label.to_owned(), self.bytes.len()) {
                None => Ok(()),
                Some(_) => Err(format!("the label {label} is defined twice")),
            };
        }
        let (name, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let operands = split(operands);
        match name {
            "byte" => self.bytes.extend(numbers(operands)?),
            "cel" | "cel-word" => self.bytes.extend(cel(line)?),
            _ => {
                let known = AksqCommand::named(name, self.dialect);
                self.command(
                    known.ok_or_else(|| format!("there is no instruction {name}"))?,
                    &operands,
                )?;
            }
        }
        Ok(())
    }

    fn command(&mut self, command: &AksqCommand, operands: &[&str]) -> Result<(), String> {
        let start = self.bytes.len();
        let mut size_at = None;
        self.bytes.extend(command.code.to_be_bytes());
        let mut given = operands.iter().copied().peekable();
        for operand in command.operands {
            let mut text = || {
                given
                    .next()
                    .ok_or_else(|| format!("{} needs more operands", command.name))
            };
            match *operand {
                AksqOperand::Size => {
                    size_at = Some(self.bytes.len());
                    self.bytes.push(0);
                }
                // Only unused bytes are written in brackets where a number is expected.
                AksqOperand::Unused(count) => {
                    self.unused(count, given.next_if(|text| text.starts_with('[')))?
                }
                AksqOperand::Target | AksqOperand::TargetBehind => {
                    self.jumps.push((self.bytes.len(), text()?.to_owned()));
                    self.bytes.extend([0, 0]);
                }
                AksqOperand::Var => {
                    let text = text()?;
                    let var = text
                        .strip_prefix('v')
                        .ok_or_else(|| format!("expected a variable (v0), found {text}"))?;
                    self.bytes.push(number(var)?);
                }
                AksqOperand::Byte => self.bytes.push(number(text()?)?),
                AksqOperand::Word => self.bytes.extend(number::<i16>(text()?)?.to_le_bytes()),
                AksqOperand::Number => self.bytes.extend(number::<u16>(text()?)?.to_le_bytes()),
                AksqOperand::Indices => {
                    let indices = numbers(list(text()?)?)?;
                    self.counted(indices.len(), &indices)?;
                }
                AksqOperand::Items => {
                    let items = items(text()?)?;
                    self.counted(items.len(), &items.concat())?;
                }
            }
        }
        if let Some(text) = given.next() {
            return Err(format!("{}: unexpected operand {text}", command.name));
        }
        if let Some(at) = size_at {
            let length = self.bytes.len() - start;
            self.bytes[at] = u8::try_from(length).map_err(|_| {
                format!(
                    "expected at most 255 bytes, found \
                    {length}"
                )
            })?;
        }
        Ok(())
    }

    fn unused(&mut self, count: u8, text: Option<&str>) -> Result<(), String> {
        let bytes = text.map_or(Ok(vec![0; count.into()]), |text| numbers(list(text)?))?;
        if bytes.len() != usize::from(count) {
            return Err(format!("expected {count} unused bytes"));
        }
        self.bytes.extend(bytes);
        Ok(())
    }

    /// Appends a count byte and the counted bytes.
    fn counted(&mut self, count: usize, bytes: &[u8]) -> Result<(), String> {
        self.bytes.push(u8::try_from(count).map_err(|_| {
            format!(
                "expected at most 255 elements, found \
                {count}"
            )
        })?);
        self.bytes.extend(bytes);
        Ok(())
    }

    /// Fills in the positions of labels.
    fn finish(mut self) -> Result<(Vec<u8>, HashMap<String, usize>)> {
        for (at, label) in self.jumps {
            let place = self
                .labels
                .get(&label)
                .copied()
                .or_else(|| position(&label));
            let place = place.and_then(|place| u16::try_from(place).ok());
            let place = place.ok_or_else(|| {
                Error::misuse(Misuse::Missing, format!("there is no label {label}"))
            })?;
            self.bytes[at..at + 2].copy_from_slice(&place.to_le_bytes());
        }
        Ok((self.bytes, self.labels))
    }
}

/// Returns the position that a listing's label names.
fn position(label: &str) -> Option<usize> {
    usize::from_str_radix(label.strip_prefix('L')?, 16).ok()
}

/// Splits operands at commas that are not inside brackets.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0usize;
    let parts = text.split(|c: char| {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect()
}

/// Returns the text between brackets.
fn inside<'a>(text: &'a str, what: &str) -> Result<&'a str, String> {
    let inner = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    inner.ok_or_else(|| format!("expected {what} in brackets, found {text}"))
}

/// Splits a list of numbers.
fn list(text: &str) -> Result<impl Iterator<Item = &str>, String> {
    Ok(inside(text, "numbers")?.split_whitespace())
}

/// Parses numbers as bytes.
fn numbers<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Vec<u8>, String> {
    texts.into_iter().map(number).collect()
}

/// Parses items: `(x,y: cel n)`.
fn items(text: &str) -> Result<Vec<Vec<u8>>, String> {
    let inner = inside(text, "items")?;
    let parts = inner
        .split(')')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let wrong = || format!("expected an item (x,y: cel n), found {part})");
            let (place, shown) = part
                .strip_prefix('(')
                .and_then(|part| part.split_once(':'))
                .ok_or_else(wrong)?;
            let (x, y) = place.split_once(',').ok_or_else(wrong)?;
            let place = [number::<i16>(x.trim())?, number::<i16>(y.trim())?];
            Ok(place
                .iter()
                .flat_map(|n| n.to_le_bytes())
                .chain(cel(shown.trim())?)
                .collect())
        })
        .collect()
}

/// Returns the bytes of `cel n` or `cel-word n`.
fn cel(text: &str) -> Result<Vec<u8>, String> {
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value: u16 = number(value.trim())?;
    match (name, u8::try_from(value)) {
        ("cel", Ok(short)) if short < 0x80 => Ok(vec![short]),
        ("cel", _) if value <= CEL_MASK => Ok((0x8000 | value).to_be_bytes().to_vec()),
        ("cel", _) => Err(format!("expected a cel up to {CEL_MASK}, found {value}")),
        // The code of an item may be any word.
        ("cel-word", _) if value >= 0x8000 => Ok(value.to_be_bytes().to_vec()),
        ("cel-word", _) => Err(format!(
            "expected a cel-word from 0x8000 on, found {value:#x}"
        )),
        _ => Err(format!("expected a cel, found {text}")),
    }
}

/// Parses a number of a type, decimal or after `0x`.
fn number<T: TryFrom<i64>>(text: &str) -> Result<T, String> {
    let value = match text.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    let value = value.map_err(|_| format!("expected a number, found {text}"))?;
    T::try_from(value).map_err(|_| format!("{value} is out of range"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::akos::sequence::COMMANDS;
    use crate::akos::tests::Parts;

    fn wrong(text: &str) -> String {
        assemble(text, &Dialect::new(7)).unwrap_err().to_string()
    }

    #[test]
    fn the_program_of_w11_as_text() {
        let text = "
            again:  ; everything anew
              cel 0
              set 3, v1
            wait:
              cel 1
              add -1, v1
              jump-gt wait, v1, 0
              cel 2
              increment
              jump again";
        let code = [
            0, 0xc0, 0x10, 3, 0, 1, 1, 0xc0, 0x40, 0xff, 0xff, 1, 0xc0, 0x74, 6, 0, 1, 0, 0, 2,
            0xc0, 0x60, 0xc0, 0x30, 0, 0,
        ];
        assert_eq!(assemble(text, &Dialect::new(7)).unwrap(), code);
    }

    #[test]
    fn lengths_counts_and_unused_bytes_are_worked_out() {
        let he = Dialect::humongous(72);
        let text = "draw-if-move [7 9], -1, 2, [(-1,3: cel 900) (0,0: cel 5)]\ntalk-condition 4\nsound-control\nignored-50 [9]";
        let code = [
            0xc0, 0x22, 22, 2, 7, 9, 0xff, 0xff, 2, 0, 2, 0xff, 0xff, 3, 0, 0x83, 0x84, 0, 0, 0, 0,
            5, 0xc0, 0x47, 4, 4, 0xc0, 0x89, 0, 0, 0, 0, 0xc0, 0x50, 9,
        ];
        assert_eq!(assemble(text, &he).unwrap(), code);
    }

    #[test]
    fn a_label_of_a_listing_may_lead_anywhere() {
        assert_eq!(
            assemble("jump L0123", &Dialect::new(7)).unwrap(),
            [0xc0, 0x30, 0x23, 0x01]
        );
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(
            wrong("cel 1\n\n fly 3"),
            "line 3: there is no instruction fly"
        );
        assert_eq!(wrong("set 3"), "line 1: set needs more operands");
        assert_eq!(
            wrong("increment 3"),
            "line 1: increment: unexpected operand 3"
        );
        assert_eq!(
            wrong("set 3, 1"),
            "line 1: expected a variable (v0), found 1"
        );
        assert_eq!(wrong("set 70000, v1"), "line 1: 70000 is out of range");
        assert_eq!(
            wrong("cel 4096"),
            "line 1: expected a cel up to 4095, found 4096"
        );
        assert_eq!(
            wrong("draw (1,2: cel 3)"),
            "line 1: expected items in brackets, found (1,2: cel 3)"
        );
        assert_eq!(
            wrong("draw [(1: cel 3)]"),
            "line 1: expected an item (x,y: cel n), found (1: cel 3)"
        );
        assert_eq!(wrong("a:\na:"), "line 2: the label a is defined twice");
        assert_eq!(wrong("jump nowhere"), "there is no label nowhere");
        assert_eq!(wrong("ignored-50 [1 2]"), "line 1: expected 1 unused bytes");
    }

    proptest! {
        #[test]
        fn a_listing_becomes_the_stream_it_came_from(
            code in prop::collection::vec(
                prop_oneof![
                    2 => any::<u8>().prop_map(|byte| vec![byte]),
                    3 => (0..COMMANDS.len(), prop::collection::vec(0u8..20, 0..12))
                        .prop_map(|(command, rest)| [&COMMANDS[command].code.to_be_bytes()[..], &rest].concat()),
                ],
                0..40,
            ),
            he in prop::option::of(prop::sample::select(vec![61u8, 71, 80, 99])),
        ) {
            let dialect = he.map_or(Dialect::new(8), Dialect::humongous);
            let code = code.concat();
            let listing = Parts::sequence(6, &code).akos_of(&dialect).disassemble();
            prop_assert_eq!(assemble(&listing.to_string(), &dialect).unwrap(), code);
        }
    }
}
