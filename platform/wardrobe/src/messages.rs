//! Messages on stderr. Several threads read a game at once, so warnings about it are collected and
//! printed together: with the name of the game, in the order of the numbers in them, and with a
//! limit.

use std::cmp::Ordering;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use log::{Level, Record};
use scumm_media::text::{escape, plural};

/// The most warnings about a game that are printed without `-v`.
const MOST_WARNINGS: usize = 20;

/// The part of the program whose warnings are printed at once: it warns that it waits.
const WAITING: &str = "scumm_media";

/// How much is printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Verbosity {
    /// Whether only errors are printed.
    pub quiet: bool,
    /// The number of `-v`.
    pub verbose: u8,
}

/// The warnings that are not printed yet. The log has one receiver for the whole process, so the
/// list belongs to the process, too.
static COLLECTED: Mutex<Option<Collected>> = Mutex::new(None);

/// The warnings about a game.
#[derive(Debug, Default)]
struct Collected {
    game: Option<String>,
    warnings: Vec<String>,
    /// The most warnings that are printed.
    most: usize,
    /// Whether only errors are printed.
    is_quiet: bool,
}

/// Starts logging to stderr: warnings, and one more level for each `-v`, or errors with `-q`.
/// RUST_LOG overrides this.
pub fn start(verbosity: Verbosity) {
    let levels = ["warn", "info", "debug", "trace"];
    let level = match verbosity {
        Verbosity { quiet: true, .. } => "error",
        Verbosity { verbose, .. } => levels[usize::from(verbose.min(3))],
    };
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level))
        .format(|out, record| {
            if collect(record) {
                return Ok(());
            }
            let level = record.level().as_str().to_lowercase();
            let message = record.args().to_string();
            writeln!(out, "wardrobe: {level}: {}", escape(&message))
        })
        .init();
}

/// Collects warnings until the value is dropped, which prints them.
#[derive(Debug)]
pub struct CollectedMessages(());

impl CollectedMessages {
    /// Begins to collect warnings.
    pub fn begin(verbosity: Verbosity) -> Self {
        let most = if verbosity.verbose > 0 {
            usize::MAX
        } else {
            MOST_WARNINGS
        };
        *collected() = Some(Collected {
            most,
            is_quiet: verbosity.quiet,
            ..Collected::default()
        });
        Self(())
    }
}

impl Drop for CollectedMessages {
    fn drop(&mut self) {
        print();
        *collected() = None;
    }
}

/// Sets the name of the game that the following warnings are about. Prints the warnings before.
pub fn begin_game(name: &str) {
    print();
    if let Some(collected) = &mut *collected() {
        collected.game = Some(name.to_owned());
    }
}

/// Prints the warnings about the game, and a line with their number.
pub fn end_game() {
    let count = print();
    let Some(collected) = &mut *collected() else {
        return;
    };
    let game = collected.game.take().unwrap_or_default();
    if !collected.is_quiet {
        let summary = match count {
            0 => "no warnings".to_owned(),
            count => plural(count, "warning"),
        };
        eprintln!("wardrobe: {}: {summary}", escape(&game));
    }
}

fn collected() -> MutexGuard<'static, Option<Collected>> {
    COLLECTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a warning to the list. Returns `false` if the message has to be printed at once.
fn collect(record: &Record<'_>) -> bool {
    if record.level() != Level::Warn || record.target().starts_with(WAITING) {
        return false;
    }
    match &mut *collected() {
        Some(collected) => {
            collected.warnings.push(record.args().to_string());
            true
        }
        None => false,
    }
}

/// Prints the collected warnings, and returns their number.
fn print() -> usize {
    let Some((game, warnings, most)) = collected().as_mut().map(|collected| {
        let warnings = std::mem::take(&mut collected.warnings);
        (collected.game.clone(), warnings, collected.most)
    }) else {
        return 0;
    };
    let count = warnings.len();
    for line in lines(game.as_deref(), warnings, most) {
        eprintln!("wardrobe: warn: {}", escape(&line));
    }
    count
}

/// Returns the lines for warnings: in the order of their subjects, without repetitions, and at most
/// `most`, followed by the number of the others.
fn lines(game: Option<&str>, mut warnings: Vec<String>, most: usize) -> Vec<String> {
    // The sort is stable: the warnings about one subject come from one thread and keep their order.
    warnings.sort_by(|a, b| by_numbers(subject(a), subject(b)));
    warnings.dedup();
    let more = warnings.len().saturating_sub(most);
    warnings.truncate(most);
    if more > 0 {
        warnings.push(format!("{} (-v shows all)", plural(more, "more warning")));
    }
    let Some(game) = game else {
        return warnings;
    };
    let with_game = |line: &String| format!("{game}: {line}");
    warnings.iter().map(with_game).collect()
}

/// Returns the part of a message that names its subject, such as `costume 12`.
fn subject(message: &str) -> &str {
    message.split(": ").next().unwrap_or_default()
}

/// Compares texts in which numbers count by their value: `costume 2` comes before `costume 10`.
fn by_numbers(a: &str, b: &str) -> Ordering {
    let mut a = a.chars().peekable();
    let mut b = b.chars().peekable();
    loop {
        let (Some(left), Some(right)) = (a.peek().copied(), b.peek().copied()) else {
            return a.peek().is_some().cmp(&b.peek().is_some());
        };
        let order = if left.is_ascii_digit() && right.is_ascii_digit() {
            number(&mut a).cmp(&number(&mut b))
        } else {
            a.next();
            b.next();
            left.cmp(&right)
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// Takes the digits of a number. A number that is too large becomes the largest number.
fn number(text: &mut std::iter::Peekable<std::str::Chars<'_>>) -> u64 {
    let mut number = 0_u64;
    while let Some(digit) = text.peek().and_then(|c| c.to_digit(10)) {
        number = number.saturating_mul(10).saturating_add(digit.into());
        text.next();
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn warnings_stand_in_the_order_of_their_numbers_with_the_game() {
        let warnings = owned(&[
            "costume 10: b",
            "costume 2: z",
            "costume 2: a",
            "room 1: x",
            "costume 10: b",
        ]);
        assert_eq!(
            lines(Some("loom"), warnings, 9),
            owned(&[
                "loom: costume 2: z",
                "loom: costume 2: a",
                "loom: costume 10: b",
                "loom: room 1: x"
            ])
        );
    }

    #[test]
    fn many_warnings_are_counted() {
        let warnings = (0..30).map(|number| format!("costume {number}: x"));
        let lines = lines(None, warnings.collect(), 20);
        assert_eq!(lines.len(), 21);
        assert_eq!(lines[19], "costume 19: x");
        assert_eq!(lines[20], "10 more warnings (-v shows all)");
    }

    #[test]
    fn numbers_count_by_their_value() {
        assert_eq!(by_numbers("a 9", "a 10"), Ordering::Less);
        assert_eq!(by_numbers("a", "a 1"), Ordering::Less);
        assert_eq!(by_numbers("a 01", "a 1"), Ordering::Equal);
        let huge = "9".repeat(40);
        assert_eq!(by_numbers(&huge, &huge), Ordering::Equal);
    }
}
