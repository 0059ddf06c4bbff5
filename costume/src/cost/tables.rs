//! The limbs' tables of pictures (C7, C8, C30): the one walk from limb and number to a place in the block.

use scumm_room::{Dialect, Reader, Result};

use super::header::Header;
use super::picture::{Picture, redirection};
use crate::anim::LIMBS;

/// Bytes of an entry.
pub(crate) const ENTRY: usize = 2;

/// The tables of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tables<'a> {
    block: Reader<'a>,
    base: usize,
    offsets: [u16; LIMBS],
}

impl<'a> Tables<'a> {
    /// The tables that a header names.
    pub fn of(block: Reader<'a>, header: &Header, dialect: &Dialect) -> Self {
        Self { block, base: dialect.costume_base(), offsets: header.tables }
    }

    /// The place of an offset, counted from the start of the block.
    pub fn place(&self, offset: u16) -> usize {
        self.base.saturating_add(usize::from(offset))
    }

    /// A reader at an offset.
    ///
    /// # Errors
    /// It leads outside the block.
    pub fn at(&self, offset: u16, what: impl std::fmt::Display) -> Result<Reader<'a>> {
        self.block.at(self.place(offset), what)
    }

    /// Where a limb's table stands.
    ///
    /// # Errors
    /// There is no such limb, or the table lies outside the block.
    pub fn table(&self, limb: u8) -> Result<Reader<'a>> {
        let offset = self.offsets.get(usize::from(limb));
        let offset = offset.ok_or_else(|| self.block.malformed("limb 0..=15", format_args!("limb {limb}")))?;
        self.at(*offset, format_args!("the table of limb {limb}"))
    }

    /// The entry of a picture in its limb's table, an offset.
    ///
    /// # Errors
    /// Table or entry lie outside the block.
    pub fn entry(&self, limb: u8, code: u8) -> Result<u16> {
        let at = usize::from(code).saturating_mul(ENTRY);
        let mut entry = self.table(limb)?.at(at, format_args!("picture {code} of limb {limb}"))?;
        entry.u16_le(format_args!("the offset of picture {code} of limb {limb}"))
    }

    /// Where a picture stands (C30).
    ///
    /// # Errors
    /// Table, entry or picture lie outside the block.
    pub fn picture(&self, limb: u8, code: u8) -> Result<usize> {
        let offset = self.entry(limb, code)?;
        self.at(offset, format_args!("picture {code} of limb {limb}")).map(|_| self.place(offset))
    }

    /// Where the data stands that others borrow from a picture: what follows its header, even where that names a third
    /// picture, which is returned, too (C33).
    ///
    /// # Errors
    /// There is no such limb, or table, entry or header lie outside the block.
    pub fn lender(&self, (limb, code): (u8, u8)) -> Result<(usize, Option<(u8, u8)>)> {
        let place = self.picture(limb, code)?;
        let mut header = self.block.at(place, "a borrowed picture")?;
        header.skip(Picture::LEN, "a borrowed picture's header")?;
        let third = redirection(&mut header)?;
        Ok((place.saturating_add(header.position()), third))
    }
}
