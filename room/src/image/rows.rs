//! Coded rows that begin with their length, in costumes and in pictures of objects (A70, A90).

/// An iterator over rows that begin with their length, a little-endian 16-bit word (A70, A90).
///
/// The length only serves to find the next row. Each item contains all bytes after the length word
/// up to the end of the data, because a decoder continues until the row's width is covered. The
/// iterator ends with the data.
#[derive(Clone, Debug)]
pub struct Rows<'a>(&'a [u8]);

/// A coded row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// The length as stored.
    pub length: u16,
    /// The codes and all bytes after them.
    pub codes: &'a [u8],
}

impl<'a> Rows<'a> {
    /// Creates an iterator over the rows coded in `data`.
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

/// Removes and returns the first byte of a slice.
pub fn take_byte(data: &mut &[u8]) -> Option<u8> {
    let (first, rest) = data.split_first()?;
    *data = rest;
    Some(*first)
}

/// Removes and returns the first `count` bytes of a slice, or all bytes if there are fewer.
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
