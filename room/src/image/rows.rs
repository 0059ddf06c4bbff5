//! Coded rows that begin with their length, as costumes and pictures of objects have them (A70,
//! A90).

/// Rows that begin with their length, a LE16 (A70, A90).
///
/// The length only serves to find the next row: each item is what follows the length word up to the
/// end of the data, because a decoder goes on until the row's width is covered. Ends where the data
/// ends.
#[derive(Clone, Debug)]
pub struct Rows<'a>(&'a [u8]);

/// One coded row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// Its length as stored.
    pub length: u16,
    /// Its codes and all that follows them.
    pub codes: &'a [u8],
}

impl<'a> Rows<'a> {
    /// The rows coded in `data`.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Self {
        Self(data)
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = Row<'a>;

    fn next(&mut self) -> Option<Row<'a>> {
        let (length, codes) = self.0.split_first_chunk()?;
        let length = u16::from_le_bytes(*length);
        self.0 = codes.get(usize::from(length)..).unwrap_or_default();
        Some(Row { length, codes })
    }
}

/// Takes the first byte off a slice.
pub fn take_byte(data: &mut &[u8]) -> Option<u8> {
    let (first, rest) = data.split_first()?;
    *data = rest;
    Some(*first)
}

/// Takes the first `count` bytes off a slice, or all that there are.
pub fn take_bytes<'a>(data: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, rest) = data.split_at(count.min(data.len()));
    *data = rest;
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_their_length_a70() {
        let rows: Vec<_> = Rows::new(&[1, 0, 9, 0, 0, 5, 0, 7])
            .map(|row| (row.length, row.codes.len()))
            .collect();
        assert_eq!(rows, [(1, 6), (0, 3), (5, 1)]);
        assert_eq!(Rows::new(&[1]).next(), None);
    }
}
