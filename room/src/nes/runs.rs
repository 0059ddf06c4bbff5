//! The run code of tiles and tables (Q10).

use crate::reader::Reader;

/// One code: bytes as they stand, or one byte some times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run<'a> {
    Literal(&'a [u8]),
    Repeat(u8, u8),
}

impl Run<'_> {
    /// The bytes that it stands for.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        let (literal, repeat) = match self {
            Run::Literal(bytes) => (bytes, None),
            Run::Repeat(byte, count) => (&[][..], Some(std::iter::repeat_n(byte, count.into()))),
        };
        literal.iter().copied().chain(repeat.into_iter().flatten())
    }

    /// How many there are.
    pub fn len(self) -> usize {
        match self {
            Run::Literal(bytes) => bytes.len(),
            Run::Repeat(_, count) => count.into(),
        }
    }
}

/// Reads a code and moves behind it. Where the data end inside one, what is there counts; `None` at the end.
pub fn read<'a>(data: &mut Reader<'a>) -> Option<Run<'a>> {
    let control = data.u8("a run").ok()?;
    let count = control & 0x7f;
    Some(if control & 0x80 == 0 {
        Run::Repeat(data.u8("a repeated byte").unwrap_or(0), count)
    } else {
        Run::Literal(data.bytes(usize::from(count).min(data.remaining()), "literal bytes").unwrap_or_default())
    })
}

/// Reads codes until they have given `wanted` bytes, and hands each byte with its place to `sink`. The last code is not cut.
/// Whether the data held them all.
pub fn unpack(data: &mut Reader<'_>, wanted: usize, mut sink: impl FnMut(usize, u8)) -> bool {
    let mut place = 0_usize;
    while place < wanted {
        let Some(run) = read(data) else { return false };
        for byte in run.bytes() {
            sink(place, byte);
            place = place.saturating_add(1);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(bytes: &[u8], wanted: usize) -> (Vec<u8>, usize, bool) {
        let (mut out, mut data) = (Vec::new(), Reader::new(bytes));
        let whole = unpack(&mut data, wanted, |place, byte| {
            assert_eq!(place, out.len());
            out.push(byte);
        });
        (out, data.position(), whole)
    }

    #[test]
    fn runs_repeat_or_stand_as_they_are_q10() {
        assert_eq!(unpacked(&[0x83, 1, 2, 3, 2, 9], 4), (vec![1, 2, 3, 9, 9], 6, true), "the last one is not cut");
        assert_eq!(unpacked(&[0, 7, 0x80, 1, 5], 1), (vec![5], 5, true), "no times: the byte is taken all the same");
    }

    #[test]
    fn data_that_end_give_what_is_there() {
        assert_eq!(unpacked(&[0x83, 1], 3), (vec![1], 2, false));
        assert_eq!(unpacked(&[3], 3), (vec![0; 3], 1, true));
        assert_eq!(unpacked(&[], 1), (vec![], 0, false));
    }
}
