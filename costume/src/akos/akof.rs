//! AKOF, AKCI and AKCD: the table of cels, their sizes and places, their pixel data (A4).

use scumm_room::{Reader, Result};

use crate::damage::Damage;

/// Bytes of an entry of AKOF.
const ENTRY: usize = 6;

/// The most pixels of a cel: three screens of the largest games. The limit bounds what decoding a cel that says so
/// costs, whatever the size of its data: one bit of codec 16 can stand for any number of pixels (A81).
pub const CEL_PIXELS: u32 = 1 << 20;

/// Size and place of a cel, and where its pixels are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cel {
    /// Pixels in a row.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Column of its left edge relative to the limb's place.
    pub rel_x: i16,
    /// Line of its top relative to it.
    pub rel_y: i16,
    /// How far later limbs move to the right.
    pub move_x: i16,
    /// How far later limbs move up.
    pub move_y: i16,
    /// Offset of its pixels in the data of AKCD.
    pub offset: u32,
}

/// Parses the cels, `None` where an entry points outside AKCI or AKCD or its cel is larger than [`CEL_PIXELS`].
pub(super) fn parse(
    offsets: Reader<'_>,
    sizes: Reader<'_>,
    pixels: Reader<'_>,
    damage: &mut Damage,
) -> Result<Vec<Option<Cel>>> {
    let mut table = offsets;
    let mut cels = Vec::with_capacity(offsets.len() / ENTRY);
    while table.remaining() >= ENTRY {
        let number = cels.len();
        let offset = table.u32_le("a cel's pixels")?;
        let size = table.u16_le("a cel's size")?;
        cels.push(damage.accept(parse_cel(number, offset, size, sizes, pixels))?);
    }
    Ok(cels)
}

fn parse_cel(number: usize, offset: u32, size: u16, sizes: Reader<'_>, pixels: Reader<'_>) -> Result<Cel> {
    let mut info = sizes.at(size.into(), format_args!("the size of cel {number}"))?;
    let cel = Cel {
        width: info.u16_le("a cel's width")?,
        height: info.u16_le("a cel's height")?,
        rel_x: info.i16_le("a cel's column")?,
        rel_y: info.i16_le("a cel's line")?,
        move_x: info.i16_le("a cel's move to the right")?,
        move_y: info.i16_le("a cel's move up")?,
        offset,
    };
    pixels.at(usize::try_from(offset).unwrap_or(usize::MAX), format_args!("the pixels of cel {number}"))?;
    let area = u32::from(cel.width).saturating_mul(cel.height.into());
    if area > CEL_PIXELS {
        return Err(sizes.over_limit("the number of pixels of a cel", area.into(), CEL_PIXELS.into()));
    }
    Ok(cel)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u8; 12] = [3, 0, 2, 0, 0xff, 0xff, 0xfe, 0xff, 1, 0, 4, 0];

    #[test]
    fn an_entry_joins_pixels_and_size_a4() {
        let cels =
            parse(Reader::new(&[1, 0, 0, 0, 0, 0]), Reader::new(&SIZE), Reader::new(&[0; 8]), &mut Damage::strict());
        let expected = Cel { width: 3, height: 2, rel_x: -1, rel_y: -2, move_x: 1, move_y: 4, offset: 1 };
        assert_eq!(cels.unwrap(), [Some(expected)]);
    }

    #[test]
    fn entries_that_point_outside_are_nothing() {
        let table = [9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 7, 7];
        let mut damage = Damage::lenient();
        let cels = parse(Reader::new(&table), Reader::new(&SIZE), Reader::new(&[0; 8]), &mut damage).unwrap();
        assert_eq!(cels, [None, None, None]);
        assert_eq!(damage.findings().len(), 3);
    }

    #[test]
    fn a_cel_of_absurd_size_is_nothing() {
        let huge = [0xff; 12];
        let mut damage = Damage::lenient();
        let cels = parse(Reader::new(&[0; 6]), Reader::new(&huge), Reader::new(&[0; 8]), &mut damage).unwrap();
        assert_eq!(cels, [None]);
        assert!(damage.findings()[0].to_string().contains("the limit is 1048576"));
    }
}
