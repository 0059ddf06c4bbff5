//! The records and tables of a COST: the animation records, which name the limbs that an animation
//! sets and their sequences (C10..C13); the headers of pictures and the positions of their data
//! (C31, C33, C34); and the limbs' tables of pictures, which give the position of a picture in the
//! block for a limb and a number (C7, C8, C30).

use glam::{I16Vec2, IVec2};
use scumm_room::{Dialect, Reader, Result};

use super::header::{Format, Header};
use crate::anim::{LIMBS, NONE};
use crate::draw::Extent;

/// The entry of one limb in an animation (C11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CostEntry {
    /// The limb, 0..=15.
    pub limb: u8,
    /// The commands that the limb plays; `None` switches the limb off.
    pub sequence: Option<CostSequence>,
}

/// A part of the command stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CostSequence {
    /// Position of the first command.
    pub start: u16,
    /// Length minus 1, 0..=127.
    pub extra: u8,
    /// True if the sequence loops; otherwise the limb stays on the last command.
    pub loops: bool,
}

impl CostSequence {
    /// Returns the position of the last command.
    #[must_use]
    pub const fn end(&self) -> u16 {
        self.start.wrapping_add(self.extra as u16)
    }
}

/// An animation in one direction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CostRecord {
    /// The entries of the limbs, in ascending order of the limbs.
    pub entries: Vec<CostEntry>,
}

impl CostRecord {
    /// Parses a record.
    pub(super) fn parse(r: &mut Reader<'_>, dialect: &Dialect) -> Result<Self> {
        let mask = if dialect.costume_mask_is_byte() {
            u16::from(r.u8("a limb mask")?) << 8
        } else {
            r.u16_le("a limb mask")?
        };
        let mut entries = Vec::new();
        for limb in (0u8..16).filter(|&limb| mask & (0x8000 >> limb) != 0) {
            let start = if dialect.costume_starts_are_bytes() {
                match r.u8("the start of a sequence")? {
                    0xff => NONE,
                    start => u16::from(start),
                }
            } else {
                r.u16_le("the start of a sequence")?
            };
            let mut entry = CostEntry {
                limb,
                sequence: None,
            };
            if start != NONE {
                let length = r.u8("the length of a sequence")?;
                let extra = length & 0x7f;
                let loops = length & 0x80 == 0;
                entry.sequence = Some(CostSequence {
                    start,
                    extra,
                    loops,
                });
            }
            entries.push(entry);
        }
        Ok(Self { entries })
    }

    /// Returns the bytes of the record. The encoder checks that starts fit into one byte where the
    /// format requires that.
    #[cfg(feature = "edit")]
    pub(crate) fn write(&self, dialect: &Dialect) -> Vec<u8> {
        let mask = self
            .entries
            .iter()
            .fold(0, |mask, entry| mask | 0x8000 >> (entry.limb & 15));
        let [low, high] = u16::to_le_bytes(mask);
        let mut bytes = if dialect.costume_mask_is_byte() {
            vec![high]
        } else {
            vec![low, high]
        };
        for entry in &self.entries {
            let [low, high] = entry
                .sequence
                .map_or(NONE, |sequence| sequence.start)
                .to_le_bytes();
            bytes.push(low);
            if !dialect.costume_starts_are_bytes() {
                bytes.push(high);
            }
            let length = entry
                .sequence
                .map(|sequence| sequence.extra | if sequence.loops { 0 } else { 0x80 });
            bytes.extend(length);
        }
        bytes
    }
}

/// A picture of a costume as it is stored. Positions refer to a costume that faces east.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CostPicture {
    /// Position of the picture's header, counted from the first byte of the block's header.
    pub offset: usize,
    /// Width in pixels; in v1 a multiple of 8.
    pub width: u16,
    /// Height in rows.
    pub height: u16,
    /// The first column and row, relative to the sum of the moves so far.
    pub rel: I16Vec2,
    /// The distance that is added to the moves for the following limbs: to the right and *upwards*
    /// (0.c).
    pub step: I16Vec2,
    /// The limb and picture whose data this picture borrows (C33).
    pub redirect: Option<(u8, u8)>,
    /// Position of the data, counted from the first byte of the block's header; the end of the
    /// block if the picture has no data.
    pub data: usize,
}

/// The two bytes of a picture that borrows no data: its own data follows (C33).
pub(crate) const NO_REDIRECT: (u8, u8) = (255, 255);

/// Reads the limb and picture whose data a picture borrows (C33) from the two bytes after its
/// header.
pub(super) fn redirection(r: &mut Reader<'_>) -> Result<Option<(u8, u8)>> {
    let pair = (
        r.u8("a redirection's limb")?,
        r.u8("a redirection's picture")?,
    );
    Ok((pair != NO_REDIRECT).then_some(pair))
}

impl CostPicture {
    /// Length of the header in bytes, without the two bytes of a redirection (C31). In v1 the
    /// header has six bytes (C34).
    pub const LEN: usize = 12;

    /// Returns the bytes of the header, without the two bytes of a redirection (C31).
    #[must_use]
    pub fn write(width: u16, height: u16, rel: I16Vec2, step: I16Vec2) -> Vec<u8> {
        let sides = [width, height].map(u16::to_le_bytes);
        let places = [rel.x, rel.y, step.x, step.y].map(i16::to_le_bytes);
        [sides.concat(), places.concat()].concat()
    }

    /// Parses the header at the start of `r`. A redirection is recorded, but not followed.
    pub(super) fn parse(r: &mut Reader<'_>, offset: usize, format: Format) -> Result<Self> {
        let mut picture = match format {
            Format::DoubleWide => Self::parse_v1(r, offset)?,
            _ => Self {
                offset,
                width: r.u16_le("a picture's width")?,
                height: r.u16_le("a picture's height")?,
                rel: I16Vec2::new(
                    r.i16_le("a picture's column")?,
                    r.i16_le("a picture's line")?,
                ),
                step: I16Vec2::new(r.i16_le("a picture's move")?, r.i16_le("a picture's move")?),
                redirect: None,
                data: 0,
            },
        };
        if format.redirects() {
            picture.redirect = redirection(r)?;
        }
        picture.data = offset.saturating_add(r.position());
        Ok(picture)
    }

    /// Parses the six bytes of v1 (C34), in which columns are in units of 8 pixels and the line
    /// counts upwards.
    fn parse_v1(r: &mut Reader<'_>, offset: usize) -> Result<Self> {
        let wide = |value: i8| i16::from(value).saturating_mul(8);
        let columns = u16::from(r.u8("a picture's width")?);
        let width = columns.saturating_mul(8);
        let height = u16::from(r.u8("a picture's height")?);
        let column = wide(r.i8("a picture's column")?);
        let up = i16::from(r.i8("a picture's line")?);
        let rel = I16Vec2::new(column, up.saturating_neg());
        let step = I16Vec2::new(
            wide(r.i8("a picture's move")?),
            i16::from(r.i8("a picture's move")?),
        );
        Ok(Self {
            offset,
            width,
            height,
            rel,
            step,
            redirect: None,
            data: 0,
        })
    }

    /// Returns the position and size of the picture if the sum of the moves so far is `moves`
    /// (C32).
    #[must_use]
    pub fn extent(&self, moves: IVec2) -> Extent {
        let at = moves.saturating_add(self.rel.as_ivec2());
        Extent {
            x: at.x,
            y: at.y,
            width: i32::from(self.width),
            height: i32::from(self.height),
        }
    }

    /// Returns the sum of the moves for the next limb (0.c).
    #[must_use]
    pub fn after(&self, moves: IVec2) -> IVec2 {
        IVec2::new(
            moves.x.saturating_add(self.step.x.into()),
            moves.y.saturating_sub(self.step.y.into()),
        )
    }
}

/// Length of an entry in bytes.
pub(crate) const ENTRY: usize = 2;

/// The tables of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tables<'a> {
    block: Reader<'a>,
    base: usize,
    offsets: [u16; LIMBS],
}

impl<'a> Tables<'a> {
    /// Returns the tables that a header names.
    pub fn new(block: Reader<'a>, header: &Header, dialect: &Dialect) -> Self {
        Self {
            block,
            base: dialect.costume_base(),
            offsets: header.tables,
        }
    }

    /// Returns the position of an offset, counted from the start of the block.
    pub fn place(&self, offset: u16) -> usize {
        self.base.saturating_add(usize::from(offset))
    }

    /// Returns a reader at an offset.
    ///
    /// # Errors
    /// Returns an error if the offset is outside the block.
    pub fn at(&self, offset: u16, what: impl std::fmt::Display) -> Result<Reader<'a>> {
        self.block.at(self.place(offset), what)
    }

    /// Returns a reader at the table of a limb.
    ///
    /// # Errors
    /// Returns an error if the limb does not exist, or if the table is outside the block.
    pub fn table(&self, limb: u8) -> Result<Reader<'a>> {
        let offset = self.offsets.get(usize::from(limb));
        let offset = offset.ok_or_else(|| {
            self.block
                .malformed("limb 0..=15", format_args!("limb {limb}"))
        })?;
        self.at(*offset, format_args!("the table of limb {limb}"))
    }

    /// Returns the entry of a picture in its limb's table, which is an offset.
    ///
    /// # Errors
    /// Returns an error if the limb does not exist, or if the table or the entry is outside the
    /// block.
    pub fn entry(&self, limb: u8, code: u8) -> Result<u16> {
        let at = usize::from(code).saturating_mul(ENTRY);
        let mut entry = self
            .table(limb)?
            .at(at, format_args!("picture {code} of limb {limb}"))?;
        entry.u16_le(format_args!("the offset of picture {code} of limb {limb}"))
    }

    /// Returns the position of a picture in the block (C30).
    ///
    /// # Errors
    /// Returns an error if the limb does not exist, or if the table, the entry or the picture is
    /// outside the block.
    pub fn picture(&self, limb: u8, code: u8) -> Result<usize> {
        let offset = self.entry(limb, code)?;
        self.at(offset, format_args!("picture {code} of limb {limb}"))
            .map(|_| self.place(offset))
    }

    /// Returns the position of the data that other pictures borrow from a picture. The data follows
    /// the header of the picture. If this header itself names a third picture, the function also
    /// returns the limb and number of the third picture, but the data is not taken from there
    /// (C33).
    ///
    /// # Errors
    /// Returns an error if the limb does not exist, or if the table, the entry or the header is
    /// outside the block.
    pub fn lender(&self, (limb, code): (u8, u8)) -> Result<(usize, Option<(u8, u8)>)> {
        let place = self.picture(limb, code)?;
        let mut header = self.block.at(place, "a borrowed picture")?;
        header.skip(CostPicture::LEN, "a borrowed picture's header")?;
        let third = redirection(&mut header)?;
        Ok((place.saturating_add(header.position()), third))
    }
}
