//! AKCD: the coded pixels of cels. The file does not store how many bytes a cel takes; the number is
//! known only after decoding (C37, A70, A81, A90).

use scumm_room::codec::Complex;
use scumm_room::{Reader, Tag};

use super::codec::{Rows, bomp, trle};
use super::{Akos, Cel, Codec};
use crate::draw::Runs;

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"AKCD");

/// The bytes of AKCD and the bytes that follow the chunk, because drawing may read beyond its end
/// (A90).
#[derive(Clone, Debug)]
pub(super) struct Pixels {
    bytes: Vec<u8>,
    /// Number of bytes that belong to AKCD.
    len: usize,
}

impl Pixels {
    /// Copies the pixels of a chunk and the rest of its block. The reference keeps two zeros behind
    /// each block.
    pub(super) fn of(block: Reader<'_>, chunk: Reader<'_>) -> Self {
        let start =
            usize::try_from(chunk.offset().saturating_sub(block.offset())).unwrap_or(usize::MAX);
        let bytes = block.all().get(start..).unwrap_or_default();
        Self {
            bytes: [bytes, &[0; 2]].concat(),
            len: chunk.len(),
        }
    }

    /// Returns the bytes from a cel's first byte to the end of AKCD. With `reads_on`, the bytes
    /// that follow AKCD are included: a row of codec 32 whose codes do not cover its width reads
    /// them (A90).
    pub(super) fn from(&self, cel: &Cel, reads_on: bool) -> &[u8] {
        let end = if reads_on { self.bytes.len() } else { self.len };
        let offset = usize::try_from(cel.offset).unwrap_or(usize::MAX);
        self.bytes
            .get(..end)
            .and_then(|bytes| bytes.get(offset..))
            .unwrap_or_default()
    }
}

/// The number of bytes that the coded pixels of a cel take, and how they end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodedLength {
    /// The number of bytes.
    pub bytes: usize,
    /// True if the pixels end before the picture is full.
    pub cut: bool,
    /// True if the codes of a row continue beyond the end that its length gives (A90).
    pub overrun: bool,
}

impl Akos {
    /// Returns a cel's coded pixels and everything that follows them in AKCD, since the file does
    /// not say where they end (C37).
    #[must_use]
    pub fn cel_data(&self, cel: &Cel) -> &[u8] {
        self.pixels.from(cel, false)
    }

    /// Returns the number of bytes that the pixels of a cel take; 0 for an unknown codec.
    #[must_use]
    pub fn coded_length(&self, cel: &Cel) -> CodedLength {
        let data = self.cel_data(cel);
        let width = usize::from(cel.width);
        let height = usize::from(cel.height);
        let area = width.saturating_mul(height);
        if area == 0 {
            return CodedLength::default();
        }
        match self.header.codec {
            Codec::Rle => {
                let mut runs = Runs::new(data, self.packing());
                let missing = runs.skip_pixels(area as u64);
                CodedLength {
                    bytes: runs.consumed(),
                    cut: missing > 0,
                    overrun: false,
                }
            }
            Codec::Bomp => rows(data, height, |codes, _| {
                trle::row_bytes(codes, width, bomp::code)
            }),
            // A row of length 0 has no codes.
            Codec::Trle => {
                let width = |length| if length == 0 { 0 } else { width };
                rows(data, height, |codes, length| {
                    trle::row_bytes(codes, width(length), trle::Code::from)
                })
            }
            Codec::Majmin => {
                let Some((&[shift, first], stream)) = data.split_first_chunk() else {
                    return CodedLength {
                        bytes: data.len(),
                        cut: true,
                        overrun: false,
                    };
                };
                let mut pixels = Complex::new(stream, shift, first);
                let drawn = (&mut pixels).take(area).count();
                let bytes = data.len().saturating_sub(pixels.left());
                CodedLength {
                    bytes,
                    cut: drawn < area,
                    overrun: false,
                }
            }
            Codec::Unknown(_) => CodedLength::default(),
        }
    }
}

/// Adds up the lengths of rows. `codes` returns how many bytes a row's codes take, given the codes
/// and the row's length, or `None` if they are cut short.
fn rows(data: &[u8], height: usize, codes: impl Fn(&[u8], u16) -> Option<usize>) -> CodedLength {
    let mut coded = CodedLength {
        cut: true,
        ..CodedLength::default()
    };
    for (number, row) in (1..=height).zip(Rows::new(data)) {
        let length = usize::from(row.length);
        coded.bytes = coded.bytes.saturating_add(length).saturating_add(2);
        let taken = codes(row.codes, row.length);
        coded.overrun |= taken.is_none_or(|taken| taken > length);
        coded.cut = taken.is_none() || number < height;
        // The codes of the last row may extend beyond its length, too.
        if number == height && coded.overrun {
            let beyond = taken.unwrap_or(row.codes.len()).saturating_sub(length);
            coded.bytes = coded.bytes.saturating_add(beyond);
        }
    }
    coded.bytes = coded.bytes.min(data.len());
    coded
}

#[cfg(test)]
mod tests {
    use super::super::tests::Parts;
    use super::*;

    fn coded(codec: u16, size: [i16; 2], data: &[u8]) -> CodedLength {
        let cels = vec![([size[0], size[1], 0, 0, 0, 0], data.to_vec())];
        let akos = Parts {
            codec,
            cels,
            akpl: vec![5; 16],
            ..Parts::default()
        }
        .akos();
        akos.coded_length(akos.cels()[0].as_ref().unwrap())
    }

    #[test]
    fn data_end_where_the_picture_is_full() {
        let whole = |bytes| CodedLength {
            bytes,
            ..CodedLength::default()
        };
        assert_eq!(coded(1, [3, 2], &[0x12, 0x24, 9, 9]), whole(2));
        assert_eq!(coded(5, [3, 2], &[2, 0, 5, 4, 2, 0, 5, 4, 7, 7]), whole(8));
        assert_eq!(coded(32, [3, 2], &[0, 0, 2, 0, 10, 4, 7, 7]), whole(6));
        // Five times the same: five bits.
        assert_eq!(coded(16, [3, 2], &[4, 9, 0, 7, 7]), whole(3));
        assert_eq!(coded(16, [0, 2], &[4, 9, 0]), whole(0));
    }

    #[test]
    fn cut_and_overrunning_data_are_noticed_a90() {
        assert!(coded(1, [30, 2], &[0x12]).cut);
        assert!(coded(5, [3, 2], &[2, 0, 5, 4]).cut);
        assert!(coded(16, [9, 9], &[4]).cut);
        let over = coded(5, [3, 1], &[1, 0, 5, 4, 9]);
        assert_eq!((over.bytes, over.cut, over.overrun), (4, false, true));
    }
}
