//! Text for terminals: what comes from data may hold characters that command a terminal.

use std::borrow::Cow;
use std::io::{self, Write};

/// A text of several lines: control characters but line ends and tabs become `\x1b` and the like.
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

/// A name that stands in a line.
pub fn name(name: &str) -> Cow<'_, str> {
    escaped(name, char::is_control)
}

fn escaped(text: &str, commands: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&commands) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if commands(c) => safe.push_str(&format!("\\x{:02x}", u32::from(c))),
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// Escapes what passes through it as [`text`] does.
pub struct Escaping<W>(pub W);

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The first byte of a character is never one of those that follow in others.
        let is_command = |byte: &u8| byte.is_ascii_control() && !matches!(byte, b'\n' | b'\r' | b'\t');
        match bytes.iter().position(is_command) {
            Some(0) => {
                let first = bytes.first().copied().unwrap_or_default();
                write!(self.0, "\\x{first:02x}")?;
                Ok(1)
            }
            plain => {
                let end = plain.unwrap_or(bytes.len());
                self.0.write_all(bytes.get(..end).unwrap_or_default())?;
                Ok(end)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(text("a\x1b[31m\n\u{9b}é"), "a\\x1b[31m\n\\x9bé");
        assert_eq!(name("a\n\tb"), "a\\x0a\\x09b");
        let mut out = Vec::new();
        Escaping(&mut out).write_all("\x1b[1mé\x07\n".as_bytes()).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "\\x1b[1mé\\x07\n");
    }
}
