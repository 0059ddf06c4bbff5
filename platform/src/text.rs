//! Text for people: counts with their words, errors in a line, and texts whose characters can't
//! command a terminal, which what comes from data may try.

use std::borrow::Cow;
use std::error::Error;
use std::iter;

/// A count with its word, which takes an `s` unless there is one.
#[must_use]
pub fn plural(count: usize, word: &str) -> String {
    if count == 1 {
        format!("1 {word}")
    } else {
        format!("{count} {word}s")
    }
}

/// Things as a text, with `between` each two of them.
pub fn joined<T: ToString>(things: impl IntoIterator<Item = T>, between: &str) -> String {
    things
        .into_iter()
        .map(|thing| thing.to_string())
        .collect::<Vec<_>>()
        .join(between)
}

/// An error with its causes in a line, from the outside in.
pub fn line(error: &impl AsRef<dyn Error>) -> String {
    let mut message = String::new();
    for cause in
        iter::successors(Some(error.as_ref()), |&error| error.source()).map(ToString::to_string)
    {
        // Many errors tell their cause already.
        if message.is_empty() {
            message = cause;
        } else if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

/// A text of several lines: control characters but line ends and tabs become `\x1b` and the like.
pub fn escape(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

/// A name that stands in a line.
pub fn escape_name(name: &str) -> Cow<'_, str> {
    escaped(name, char::is_control)
}

fn escaped(text: &str, commands: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&commands) {
        return Cow::Borrowed(text);
    }
    let safe = |c: char| {
        if commands(c) {
            format!("\\x{:02x}", u32::from(c))
        } else {
            c.to_string()
        }
    };
    Cow::Owned(text.chars().map(safe).collect())
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn one_has_no_s() {
        assert_eq!(
            [0, 1, 2].map(|count| plural(count, "cel")),
            ["0 cels", "1 cel", "2 cels"]
        );
    }

    #[test]
    fn an_error_is_one_line_and_a_cause_that_is_told_already_is_not_told_twice() {
        #[derive(Debug, thiserror::Error)]
        #[error("{0}")]
        struct Told(&'static str, #[source] io::Error);
        let told =
            |text| -> Box<dyn Error> { Box::new(Told(text, io::Error::other("no such file"))) };
        assert_eq!(line(&told("a.000")), "a.000: no such file");
        assert_eq!(line(&told("a.000: no such file")), "a.000: no such file");
    }

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(escape("a\x1b[31m\n\u{9b}é"), "a\\x1b[31m\n\\x9bé");
        assert_eq!(escape_name("a\n\tb"), "a\\x0a\\x09b");
    }
}
