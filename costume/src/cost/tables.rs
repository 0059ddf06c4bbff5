//! The limbs' tables of pictures (C7, C8, C30), which give the position of a picture in the block
//! for a limb and a number.

use scumm_room::{Dialect, Reader, Result};

use super::header::Header;
use super::picture::{Picture, redirection};
use crate::anim::LIMBS;

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
    pub fn of(block: Reader<'a>, header: &Header, dialect: &Dialect) -> Self {
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

    /// Returns the position of the data that other pictures borrow from a picture, which follows
    /// the header. If the header names a third picture, its limb and number are returned, too, but
    /// no data is borrowed from it (C33).
    ///
    /// # Errors
    /// Returns an error if the limb does not exist, or if the table, the entry or the header is
    /// outside the block.
    pub fn lender(&self, (limb, code): (u8, u8)) -> Result<(usize, Option<(u8, u8)>)> {
        let place = self.picture(limb, code)?;
        let mut header = self.block.at(place, "a borrowed picture")?;
        header.skip(Picture::LEN, "a borrowed picture's header")?;
        let third = redirection(&mut header)?;
        Ok((place.saturating_add(header.position()), third))
    }
}
