//! The problems of a room, and a limit for the entries of its tables.

use crate::{Error, Result};

/// The most problems that are listed. A room with nothing but damage would otherwise fill the
/// memory.
const PROBLEMS: usize = 100;

/// The problems found so far, and the number of table entries that may still be read.
///
/// An entry takes at least two bytes. A room whose tables do not overlap has at most one entry for
/// every two bytes. A hostile room, which refers to one table many times, reaches this limit.
#[derive(Debug)]
pub(crate) struct Notes {
    /// The first hundred problems.
    pub(crate) problems: Vec<Error>,
    /// Number of problems.
    pub(crate) count: usize,
    entries: usize,
}

impl Notes {
    /// Creates an empty list for resources of `bytes` bytes in total.
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

    /// Returns the value, or records the error as a problem.
    pub(crate) fn take<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Returns whether one more table entry may be read, and counts it.
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
