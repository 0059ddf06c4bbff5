//! Cels: their sizes and positions (AKOF and AKCI, A4), and decoding of their pixels (AKCD) to
//! plain images. The file does not store the number of bytes of a cel; the number is known only
//! after decoding (C37, A70, A81, A90).

use glam::I16Vec2;
use scumm_room::codec::Complex;
use scumm_room::{Reader, Result, Surface, Tag};

use super::codecs::{
    BOMP_TRANSPARENT, MAJMIN_TRANSPARENT, Order, Rows, bomp_code, decode_bomp, decode_majmin, trle,
};
use super::tables::COLOURS;
use super::{Akos, Codec};
use crate::cost::CostPicture;
use crate::damage::Damage;
use crate::draw::{Packing, Runs};

/// The most pixels of a cel: three screens of the largest games. Without a limit, the decoding of a
/// cel with little data could take any amount of time and memory, because one code of codec 16 can
/// stand for all remaining pixels (A81).
pub const CEL_PIXELS: u32 = 1 << 20;

/// The size and position of a cel, and the offset of its pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cel {
    /// Width in pixels.
    pub width: u16,
    /// Height in rows.
    pub height: u16,
    /// The left and top edge relative to the limb's position, in a costume that faces east.
    pub rel: I16Vec2,
    /// The distance by which the cel moves later limbs: to the right and up (A41).
    pub step: I16Vec2,
    /// Offset of the pixels in the data of AKCD, taken from AKOF.
    pub offset: u32,
}

impl Cel {
    /// The tag of the chunk of sizes and positions.
    pub const TAG: Tag = super::tables::AKCI;
    /// Length of an entry of AKCI in bytes.
    pub const LEN: usize = 12;

    /// Parses an entry of AKCI. `offset` is the offset of the pixels in AKCD.
    ///
    /// # Errors
    /// Returns [`scumm_room::Error::Malformed`] if the data ends before the entry does.
    fn parse(mut info: Reader<'_>, offset: u32) -> Result<Self> {
        Ok(Self {
            width: info.u16_le("a cel's width")?,
            height: info.u16_le("a cel's height")?,
            rel: I16Vec2::new(info.i16_le("a cel's column")?, info.i16_le("a cel's line")?),
            step: I16Vec2::new(
                info.i16_le("a cel's move to the right")?,
                info.i16_le("a cel's move up")?,
            ),
            offset,
        })
    }

    /// Returns the entry of AKCI, which has the layout of a COST picture's header.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        CostPicture::write(self.width, self.height, self.rel, self.step)
    }
}

/// An entry of AKOF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CelOffsets {
    /// Offset of the pixels in the data of AKCD.
    pub pixels: u32,
    /// Offset of the size and position in the data of AKCI.
    pub size: u16,
}

#[cfg(feature = "edit")]
impl CelOffsets {
    /// Length of an entry in bytes.
    pub const LEN: usize = 6;

    /// Returns the bytes of the entry.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        [&self.pixels.to_le_bytes()[..], &self.size.to_le_bytes()].concat()
    }
}

/// Returns the entries of AKOF. Bytes after the last whole entry are ignored.
pub fn cel_offsets(mut table: Reader<'_>) -> impl Iterator<Item = CelOffsets> {
    std::iter::from_fn(move || {
        Some(CelOffsets {
            pixels: table.u32_le("a cel's pixels").ok()?,
            size: table.u16_le("a cel's size").ok()?,
        })
    })
}

/// Parses the cels. A cel is `None` if its entry points outside AKCI or AKCD, or if it has more
/// than [`CEL_PIXELS`] pixels.
pub(super) fn parse_cels(
    table: Reader<'_>,
    sizes: Reader<'_>,
    pixels: Reader<'_>,
    damage: &mut Damage,
) -> Result<Vec<Option<Cel>>> {
    cel_offsets(table)
        .enumerate()
        .map(|(number, entry)| damage.accept(parse_cel(number, entry, sizes, pixels)))
        .collect()
}

fn parse_cel(
    number: usize,
    entry: CelOffsets,
    sizes: Reader<'_>,
    pixels: Reader<'_>,
) -> Result<Cel> {
    let cel = Cel::parse(
        sizes.at(entry.size.into(), format_args!("the size of cel {number}"))?,
        entry.pixels,
    )?;
    let place = usize::try_from(entry.pixels).unwrap_or(usize::MAX);
    pixels.at(place, format_args!("the pixels of cel {number}"))?;
    let area = u32::from(cel.width).saturating_mul(cel.height.into());
    if area > CEL_PIXELS {
        let wanted = format!("at most {CEL_PIXELS} pixels of cel {number}");
        return Err(sizes.malformed(wanted, format_args!("{}x{}", cel.width, cel.height)));
    }
    Ok(cel)
}

/// The colour of codec 1 that is not drawn (C38).
const RLE_TRANSPARENT: u8 = 0;

/// A decoded cel: plain rows in a costume that faces east.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CelImage {
    /// The pixels. In codec 1 the pixels are indices of the costume's colours (AKPL), in the other
    /// codecs screen colours (A53).
    pub surface: Surface,
    /// The colour that marks gaps; `None` if a picture of codec 32 has gaps and all 256 colours, so
    /// that no colour is left for the gaps.
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
            Codec::Bomp => BOMP_TRANSPARENT,
            // Humongous games: the transparent colour of actors without colours of their own (A51,
            // A82).
            Codec::Majmin => match self.palette.first() {
                Some(&first) if self.dialect.is_humongous() && self.palette.len() < COLOURS => {
                    first
                }
                _ => MAJMIN_TRANSPARENT,
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
        Codec::Bomp => decode_bomp(data, width, Order::Stored, surface.pixels_mut()),
        Codec::Majmin => decode_majmin(data, surface.pixels_mut()),
        Codec::Trle => {
            gaps.resize(surface.pixels().len(), 0);
            trle::decode(data, width, surface.pixels_mut(), &mut gaps);
        }
        Codec::Unknown(_) => return None,
    }
    Some((surface, gaps))
}

/// Sets the gaps of a picture to the highest colour that the picture does not use.
#[allow(
    clippy::indexing_slicing,
    reason = "colours are bytes, of which the table has 256"
)]
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
    pub(super) fn new(block: Reader<'_>, chunk: Reader<'_>) -> Self {
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
    /// Returns the bytes of AKCD from a cel's coded pixels on. The file does not store the end of
    /// the coded pixels (C37).
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
                trle::row_bytes(codes, width, bomp_code)
            }),
            // A row of length 0 has no codes.
            Codec::Trle => {
                let width = |length| if length == 0 { 0 } else { width };
                rows(data, height, |codes, length| {
                    trle::row_bytes(codes, width(length), trle::TrleCode::from)
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

/// Adds up the lengths of rows. `codes` takes the codes and the stored length of a row and returns
/// the number of bytes of the codes, or `None` if the codes are cut short.
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
    use glam::I16Vec2;
    use scumm_room::Dialect;

    use super::*;
    use crate::akos::tests::Parts;

    const SIZE: [u8; 12] = [
        3, 0, 2, 0, // width, height
        0xff, 0xff, 0xfe, 0xff, // left edge -1, top -2
        1, 0, 4, 0, // moves later limbs 1 to the right, 4 up
    ];

    #[test]
    fn an_entry_joins_pixels_and_size_a4() {
        let table = [
            1, 0, 0, 0, // pixels at 1
            0, 0, // size at 0
        ];
        let cels = parse_cels(
            Reader::new(&table),
            Reader::new(&SIZE),
            Reader::new(&[0; 8]),
            &mut Damage::strict(),
        )
        .unwrap();
        let expected = Cel {
            width: 3,
            height: 2,
            rel: I16Vec2::new(-1, -2),
            step: I16Vec2::new(1, 4),
            offset: 1,
        };
        assert_eq!(cels, [Some(expected)]);
        assert_eq!(expected.write(), SIZE);
        assert_eq!(CelOffsets { pixels: 1, size: 0 }.write(), table);
    }

    #[test]
    fn entries_that_point_outside_are_nothing_a4() {
        let table = [
            9, 0, 0, 0, 0, 0, // pixels after the end of AKCD
            0, 0, 0, 0, 1, 0, // size that AKCI cuts
            0xff, 0xff, 0xff, 0xff, 0, 0, // pixels far outside
            7, 7, // no whole entry
        ];
        let mut damage = Damage::lenient();
        let cels = parse_cels(
            Reader::new(&table),
            Reader::new(&SIZE),
            Reader::new(&[0; 8]),
            &mut damage,
        )
        .unwrap();
        assert_eq!(cels, [None, None, None]);
        assert_eq!(damage.findings().len(), 3);
    }

    #[test]
    fn a_cel_of_absurd_size_is_nothing() {
        let huge = [0xff; 12];
        let mut damage = Damage::lenient();
        let cels = parse_cels(
            Reader::new(&[0; 6]),
            Reader::new(&huge),
            Reader::new(&[0; 8]),
            &mut damage,
        )
        .unwrap();
        assert_eq!(cels, [None]);
        let told = damage.findings()[0].to_string();
        assert!(
            told.ends_with("expected at most 1048576 pixels of cel 0, found 65535x65535"),
            "{told}"
        );
    }

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
