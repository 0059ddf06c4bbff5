//! AKOF and AKCI: for each cel, the offset of its pixels in AKCD and the offset of its size and
//! place in AKCI (A4).

use glam::I16Vec2;
use scumm_room::{Reader, Result, Tag};

use crate::cost::Picture;
use crate::damage::Damage;

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"AKOF");

/// The most pixels of a cel: three screens of the largest games. Without a limit, a cel with little
/// data could take any time and memory to decode, because one code of codec 16 can stand for all
/// the remaining pixels (A81).
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
    pub const TAG: Tag = Tag(*b"AKCI");
    /// Length of an entry of AKCI in bytes.
    pub const LEN: usize = 12;

    /// Parses an entry of AKCI. `offset` is the offset of the pixels in AKCD.
    ///
    /// # Errors
    /// Returns [`scumm_room::Error::Malformed`] if the data ends before the entry does.
    pub(super) fn parse(mut info: Reader<'_>, offset: u32) -> Result<Self> {
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
        Picture::write(self.width, self.height, self.rel, self.step)
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
pub fn entries(mut table: Reader<'_>) -> impl Iterator<Item = CelOffsets> {
    std::iter::from_fn(move || {
        Some(CelOffsets {
            pixels: table.u32_le("a cel's pixels").ok()?,
            size: table.u16_le("a cel's size").ok()?,
        })
    })
}

/// Parses the cels. A cel is `None` if its entry points outside AKCI or AKCD, or if it has more
/// than [`CEL_PIXELS`] pixels.
pub(super) fn parse(
    table: Reader<'_>,
    sizes: Reader<'_>,
    pixels: Reader<'_>,
    damage: &mut Damage,
) -> Result<Vec<Option<Cel>>> {
    entries(table)
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
        let wanted = format_args!("at most {CEL_PIXELS} pixels of cel {number}");
        return Err(sizes.malformed(wanted, format_args!("{}x{}", cel.width, cel.height)));
    }
    Ok(cel)
}

#[cfg(test)]
mod tests {
    use glam::I16Vec2;

    use super::*;

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
        let cels = parse(
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
        let cels = parse(
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
        let cels = parse(
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
}
