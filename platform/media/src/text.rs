//! Formats texts for users: counts with their nouns, errors on one line, and texts without control
//! characters, because text from files could contain terminal commands.

use std::borrow::Cow;
use std::error::Error;
use std::iter;

/// Formats a count with its noun, which gets an `s` unless the count is 1.
#[must_use]
pub fn plural(count: usize, word: &str) -> String {
    if count == 1 {
        format!("1 {word}")
    } else {
        format!("{count} {word}s")
    }
}

/// Joins values as text, with `between` as the separator.
pub fn joined<T: ToString>(things: impl IntoIterator<Item = T>, between: &str) -> String {
    things
        .into_iter()
        .map(|thing| thing.to_string())
        .collect::<Vec<_>>()
        .join(between)
}

/// Formats an error and its causes on one line, from the outermost to the innermost.
pub fn error_chain(error: &impl AsRef<dyn Error>) -> String {
    let mut message = String::new();
    for cause in
        iter::successors(Some(error.as_ref()), |&error| error.source()).map(ToString::to_string)
    {
        // The message of many errors already contains the message of the cause, which is not
        // repeated then.
        if message.is_empty() {
            message = cause;
        } else if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

/// Escapes control characters of a text, other than line ends and tabs, as `\x1b` and the like.
pub fn escape(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

/// Escapes all control characters of a name that is printed on one line.
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
        assert_eq!(error_chain(&told("a.000")), "a.000: no such file");
        assert_eq!(
            error_chain(&told("a.000: no such file")),
            "a.000: no such file"
        );
    }

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(escape("a\x1b[31m\n\u{9b}é"), "a\\x1b[31m\n\\x9bé");
        assert_eq!(escape_name("a\n\tb"), "a\\x0a\\x09b");
    }
}
