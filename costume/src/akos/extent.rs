//! How many bytes of AKCD a cel's pixels take: nothing in the file says it (C37, A70, A81, A90).

use scumm_room::image::complex::Complex;

use super::Akos;
use super::akhd::Codec;
use super::akof::Cel;
use super::codec::{Rows, bomp, trle};
use crate::draw::rle::{LONGEST_RUN, Runs};

/// The data of a cel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Its bytes.
    pub bytes: usize,
    /// They end before the picture does.
    pub cut: bool,
    /// A row's codes go on behind the end that its length gives (A90).
    pub overrun: bool,
}

impl Akos {
    /// How far the data of a cel reach; nothing for an unknown codec.
    #[must_use]
    pub fn extent(&self, cel: &Cel) -> Extent {
        let data = self.cel_data(cel);
        let (width, height) = (usize::from(cel.width), usize::from(cel.height));
        if width == 0 || height == 0 {
            return Extent::default();
        }
        match self.header.codec {
            Codec::Rle => {
                let mut runs = Runs::new(data, self.packing());
                let mut left = width.saturating_mul(height);
                while left > 0 {
                    let most = u16::try_from(left).unwrap_or(LONGEST_RUN);
                    let Some((_, count)) = runs.run(most) else { break };
                    left = left.saturating_sub(count.into());
                }
                Extent { bytes: runs.consumed(), cut: left > 0, overrun: false }
            }
            Codec::Bomp => rows(data, height, |codes, _| bomp::row_bytes(codes, width)),
            Codec::Trle => rows(data, height, |codes, length| match length {
                0 => Some(0),
                _ => trle::row_bytes(codes, width),
            }),
            Codec::Majmin => {
                let Some((&[shift, first], stream)) = data.split_first_chunk() else {
                    return Extent { bytes: data.len(), cut: true, overrun: false };
                };
                let mut pixels = Complex::new(stream, shift, first);
                let drawn = (&mut pixels).take(width.saturating_mul(height)).count();
                let bytes = data.len().saturating_sub(pixels.left());
                Extent { bytes, cut: drawn < width.saturating_mul(height), overrun: false }
            }
            Codec::Unknown(_) => Extent::default(),
        }
    }
}

/// Rows by their lengths; `codes` says how many bytes a row takes by its codes.
fn rows(data: &[u8], height: usize, codes: impl Fn(&[u8], u16) -> Option<usize>) -> Extent {
    let mut extent = Extent { cut: true, ..Extent::default() };
    for (number, row) in (1..=height).zip(Rows::new(data)) {
        let length = usize::from(row.length);
        extent.bytes = extent.bytes.saturating_add(length).saturating_add(2);
        let taken = codes(row.codes, row.length);
        extent.overrun |= taken.is_none_or(|taken| taken > length);
        extent.cut = taken.is_none() || number < height;
        // The last row may be read beyond its length, too.
        if number == height && extent.overrun {
            let beyond = taken.unwrap_or(row.codes.len()).saturating_sub(length);
            extent.bytes = extent.bytes.saturating_add(beyond);
        }
    }
    extent.bytes = extent.bytes.min(data.len());
    extent
}

#[cfg(test)]
mod tests {
    use super::super::tests::Parts;
    use super::*;

    fn extent(codec: u16, size: [i16; 2], data: &[u8]) -> Extent {
        let cels = vec![([size[0], size[1], 0, 0, 0, 0], data.to_vec())];
        let akos = Parts { codec, cels, akpl: vec![5; 16], ..Parts::default() }.akos();
        akos.extent(akos.cels()[0].as_ref().unwrap())
    }

    #[test]
    fn data_end_where_the_picture_is_full() {
        let whole = |bytes| Extent { bytes, ..Extent::default() };
        assert_eq!(extent(1, [3, 2], &[0x12, 0x24, 9, 9]), whole(2));
        assert_eq!(extent(5, [3, 2], &[2, 0, 5, 4, 2, 0, 5, 4, 7, 7]), whole(8));
        assert_eq!(extent(32, [3, 2], &[0, 0, 2, 0, 10, 4, 7, 7]), whole(6));
        // Five times the same: five bits.
        assert_eq!(extent(16, [3, 2], &[4, 9, 0, 7, 7]), whole(3));
        assert_eq!(extent(16, [0, 2], &[4, 9, 0]), whole(0));
    }

    #[test]
    fn cut_and_overrunning_data_are_noticed_a90() {
        assert!(extent(1, [30, 2], &[0x12]).cut);
        assert!(extent(5, [3, 2], &[2, 0, 5, 4]).cut);
        assert!(extent(16, [9, 9], &[4]).cut);
        let over = extent(5, [3, 1], &[1, 0, 5, 4, 9]);
        assert_eq!((over.bytes, over.cut, over.overrun), (4, false, true));
    }
}
