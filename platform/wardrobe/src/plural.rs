//! Counts with their words.

/// A count with its word, which takes an `s` unless there is one.
pub fn plural(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_has_no_s() {
        assert_eq!([0, 1, 2].map(|count| plural(count, "cel")), ["0 cels", "1 cel", "2 cels"]);
    }
}
