//! Decoding cels to plain images.
#![allow(
    clippy::indexing_slicing,
    reason = "colours are bytes, of which the table has 256"
)]

use scumm_room::Surface;

use super::akpl::COLOURS;
use super::codec::{bomp, majmin, trle};
use super::{Akos, Cel, Codec};
use crate::draw::{Packing, Runs};

/// The colour of codec 1 that is not drawn (C38).
const RLE_TRANSPARENT: u8 = 0;

/// A decoded cel: plain rows in a costume that faces east.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CelImage {
    /// The pixels. In codec 1, they are indices of the costume's colours (AKPL); in the other
    /// codecs, they are screen colours (A53).
    pub surface: Surface,
    /// The colour that marks gaps; `None` if a picture of codec 32 has gaps, but uses all colours.
    pub transparent: Option<u8>,
    /// A byte for each pixel: 0xFF for a gap, else 0.
    pub gaps: Vec<u8>,
}

impl Akos {
    /// Decodes a cel; `None` if the codec is unknown. In codec 16, Humongous games use another
    /// transparent colour (A82).
    #[must_use]
    pub fn image(&self, cel: &Cel) -> Option<CelImage> {
        let codec = self.header.codec;
        let size = (cel.width.into(), cel.height.into());
        let (surface, gaps) = decode(codec, self.packing(), self.cel_data(cel), size)?;
        let transparent = match codec {
            Codec::Rle => RLE_TRANSPARENT,
            Codec::Bomp => bomp::TRANSPARENT,
            // Humongous games: the transparent colour of actors without colours of their own (A51,
            // A82).
            Codec::Majmin => match self.palette.first() {
                Some(&first) if self.dialect.is_humongous() && self.palette.len() < COLOURS => {
                    first
                }
                _ => majmin::TRANSPARENT,
            },
            Codec::Trle | Codec::Unknown(_) => return Some(with_gaps(surface, gaps)),
        };
        let gaps = surface
            .pixels()
            .iter()
            .map(|&pixel| if pixel == transparent { 0xff } else { 0 })
            .collect();
        Some(CelImage {
            surface,
            transparent: Some(transparent),
            gaps,
        })
    }
}

/// Decodes the coded pixels of a cel; `None` if the codec is unknown. Returns the rows in a costume
/// that faces east, and the gaps of codec 32: a byte for each pixel, 0xFF for a gap, else 0. In
/// other codecs, a colour marks gaps, and no gaps are returned.
pub(crate) fn decode(
    codec: Codec,
    packing: Packing,
    data: &[u8],
    size: (usize, usize),
) -> Option<(Surface, Vec<u8>)> {
    let (width, height) = size;
    let mut surface = Surface::filled(width, height, 0);
    let mut gaps = Vec::new();
    match codec {
        Codec::Rle => drop(Runs::new(data, packing).fill_columns(&mut surface)),
        Codec::Bomp => bomp::decode(data, width, bomp::Order::Stored, surface.pixels_mut()),
        Codec::Majmin => majmin::decode(data, surface.pixels_mut()),
        Codec::Trle => {
            gaps.resize(surface.pixels().len(), 0);
            trle::decode(data, width, surface.pixels_mut(), &mut gaps);
        }
        Codec::Unknown(_) => return None,
    }
    Some((surface, gaps))
}

/// Sets the gaps of a picture to the highest colour that the picture does not use.
fn with_gaps(mut surface: Surface, gaps: Vec<u8>) -> CelImage {
    let mut used = [false; 256];
    for (&pixel, &gap) in surface.pixels().iter().zip(&gaps) {
        used[usize::from(pixel)] |= gap == 0;
    }
    let transparent = (0..=255).rev().find(|&colour| !used[usize::from(colour)]);
    let fill = transparent.unwrap_or(0);
    for (pixel, &gap) in surface.pixels_mut().iter_mut().zip(&gaps) {
        *pixel = if gap == 0 { *pixel } else { fill };
    }
    CelImage {
        surface,
        transparent,
        gaps,
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use super::super::tests::Parts;
    use super::*;

    fn image(codec: u16, data: &[u8], dialect: &Dialect) -> CelImage {
        let parts = Parts {
            codec,
            cels: vec![([3, 2, 0, 0, 0, 0], data.to_vec())],
            akpl: vec![5; 16],
            ..Parts::default()
        };
        let akos = parts.akos_of(dialect);
        akos.image(akos.cels()[0].as_ref().unwrap()).unwrap()
    }

    #[test]
    fn every_codec_becomes_plain_rows() {
        let v7 = Dialect::new(7);
        let rle = image(1, &[0x12, 0x01, 0x23, 0x10], &v7);
        assert_eq!(
            (rle.surface.pixels(), rle.transparent),
            (&[1, 0, 2, 1, 2, 2][..], Some(0))
        );
        assert_eq!(rle.gaps, [0, 0xff, 0, 0, 0, 0]);
        let bomp = image(5, &[2, 0, 5, 4, 3, 0, 4, 255, 255, 1], &v7);
        assert_eq!(
            (bomp.surface.pixels(), bomp.transparent),
            (&[4, 4, 4, 255, 255, 1][..], Some(255))
        );
        let majmin = image(16, &[4, 5], &v7);
        assert_eq!(
            (majmin.surface.pixels(), majmin.gaps),
            (&[5; 6][..], vec![0; 6])
        );
        let trle = image(32, &[3, 0, 2, 255, 5, 0, 0], &v7);
        assert_eq!(
            (trle.surface.pixels(), trle.transparent),
            (&[255, 254, 254, 254, 254, 254][..], Some(254))
        );
    }

    #[test]
    fn gaps_of_codec_16_are_colour_0_of_the_costume_in_humongous_games_a82() {
        let majmin = image(16, &[4, 5], &Dialect::humongous(72));
        assert_eq!((majmin.transparent, majmin.gaps), (Some(5), vec![0xff; 6]));
    }

    #[test]
    fn a_picture_of_all_colours_has_no_colour_for_gaps() {
        let surface = Surface::from_pixels(257, 1, (0..=255).chain([0]));
        let mut gaps = vec![0; 257];
        gaps[256] = 0xff;
        assert_eq!(with_gaps(surface, gaps).transparent, None);
    }
}
