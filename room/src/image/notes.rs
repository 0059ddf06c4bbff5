//! What is wrong with a room, and how much of its tables may still be read.

use crate::{Error, Result};

/// The most problems that are listed; a room that is nothing but damage would fill memory with
/// them.
const PROBLEMS: usize = 100;

/// Problems found so far, and the number of table entries that may still be read.
///
/// An entry takes two bytes at least. A room whose tables do not overlap has at most one entry for
/// every two bytes; a hostile room, which names one table again and again, stops there.
#[derive(Debug)]
pub(crate) struct Notes {
    /// The first hundred of them.
    pub(crate) problems: Vec<Error>,
    /// How many there are.
    pub(crate) count: usize,
    entries: usize,
}

impl Notes {
    /// Nothing found yet in resources of so many bytes together.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            problems: Vec::new(),
            count: 0,
            entries: bytes >> 1,
        }
    }

    /// Adds a problem.
    pub(crate) fn push(&mut self, error: Error) {
        self.count = self.count.saturating_add(1);
        if self.problems.len() < PROBLEMS {
            self.problems.push(error);
        }
    }

    /// The value, or a problem more.
    pub(crate) fn take<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Asks for one more table entry.
    pub(crate) fn may_read_entry(&mut self) -> bool {
        let left = self.entries.checked_sub(1);
        self.entries = left.unwrap_or(0);
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_problems_is_bounded_and_their_number_is_not() {
        let mut notes = Notes::new(3);
        (0..250).for_each(|i| notes.push(Error::Misuse(i.to_string())));
        assert_eq!(
            [notes.may_read_entry(), notes.may_read_entry()],
            [true, false]
        );
        assert_eq!((notes.problems.len(), notes.count), (100, 250));
    }
}
