//! COST: the costumes of v1..v6 and HE60.
//!
//! Parsing checks the header and the tables, and finds the pictures that the animations can reach:
//! the length of a table is not stored (C8), and its unused entries may point anywhere. A reachable
//! picture outside the block becomes a finding and shows nothing, so playing and drawing cannot
//! fail.
//!
//! The structures of the file are read in `header`, `tables` and `play` (the command stream);
//! `resolve` joins them to a costume.

pub(crate) mod draw;
#[cfg(test)]
pub(crate) mod fixture;
pub(crate) mod header;
#[cfg(feature = "edit")]
pub(crate) mod parts;
pub mod play;
mod resolve;
mod rows;
pub(crate) mod tables;
pub(crate) mod v1;

use std::collections::BTreeSet;
use std::iter::successors;

use scumm_room::{Dialect, Reader, Result, Surface, block};

use crate::draw::Runs;
use crate::{Damage, LIMBS};
use header::Header;

pub use header::{Format, TAG};
pub use play::Commands;
pub use tables::{CostEntry, CostPicture, CostRecord};
#[cfg(feature = "edit")]
pub use {play::CostCommand, tables::CostSequence};

/// The number of different picture numbers.
pub(crate) const CODES: usize = 128;

/// The number of pixels that any cel may have. A larger cel must have enough data for its pixels (a
/// byte makes at most 128 pixels).
const FREE_PIXELS: usize = 1 << 16;
/// The largest number of pixels for each byte of data. A cel with more pixels is refused, because
/// too many of its pixels would have no data and be transparent.
const PIXELS_PER_BYTE: usize = 128;

/// A picture that a limb can show: the pair of limb and picture number, the index in
/// [`Cost::pictures`], and the picture.
type Reach<'a> = ((u8, u8), u16, &'a CostPicture);

/// A parsed COST.
#[derive(Clone, Debug)]
pub struct Cost {
    pub(crate) dialect: Dialect,
    data: Box<[u8]>,
    digest: u64,
    pub(crate) header: Header,
    records: Vec<Option<CostRecord>>,
    commands: Commands,
    pictures: Vec<CostPicture>,
    /// The index in `pictures` for each limb and picture number.
    shown: Box<[[Option<u16>; CODES]; LIMBS]>,
}

impl Cost {
    /// Parses a raw block with its header (C1). Damaged parts are skipped.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`](scumm_room::Error::Malformed) if the header is unusable,
    /// [`Error::Unsupported`](scumm_room::Error::Unsupported) if the format belongs to a
    /// game that is not supported.
    pub fn parse(data: &[u8], dialect: &Dialect) -> Result<Self> {
        Self::parse_with(data, dialect, &mut Damage::lenient())
    }

    /// Parses a raw block with its header. `damage` decides how damaged parts are handled, and
    /// records the findings.
    ///
    /// # Errors
    /// Returns the errors of [`Cost::parse`], and the first finding if `damage` is strict.
    pub fn parse_with(data: &[u8], dialect: &Dialect, damage: &mut Damage) -> Result<Self> {
        let block = damage.read_block(data, dialect.header())?;
        let mut whole = Reader::new(block.whole);
        if dialect.header() == block::Header::Large {
            if block.tag != TAG {
                return Err(Reader::new(data).malformed(format_args!("block {TAG}"), block.tag));
            }
            whole = whole.inside(TAG);
        }
        let header = Header::parse(whole, dialect, damage)?;
        resolve::resolve(whole, header, dialect, damage)
    }

    /// Returns the animation with this number (direction + 4 * frame, C9), if it exists.
    #[must_use]
    pub fn record(&self, number: u16) -> Option<&CostRecord> {
        self.records.get(usize::from(number))?.as_ref()
    }

    /// Returns the picture that a limb shows for a number (C30).
    #[must_use]
    pub fn picture(&self, limb: usize, code: u8) -> Option<&CostPicture> {
        let index = self.picture_index(limb, code)?;
        self.pictures.get(usize::from(index))
    }

    /// Returns the index in [`Self::pictures`] of the picture that a limb shows for a number.
    pub(crate) fn picture_index(&self, limb: usize, code: u8) -> Option<u16> {
        *self.shown.get(limb)?.get(usize::from(code))?
    }

    /// Returns the bytes from a picture's data to the end of the block. The end of the data is
    /// known only after decoding.
    #[must_use]
    pub fn picture_data(&self, picture: &CostPicture) -> &[u8] {
        self.data.get(picture.data..).unwrap_or_default()
    }

    /// Returns the version and quirks that the costume was parsed for.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Returns the format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.header.format
    }

    /// Returns whether facing west is drawn as stored, not mirrored (C4).
    #[must_use]
    pub fn keeps_west(&self) -> bool {
        self.header.keeps_west
    }

    /// Returns the stored palette bytes: 16 or 32 colours, one byte in v2 and v3 EGA, none in v1
    /// (C6).
    #[must_use]
    pub fn palette(&self) -> &[u8] {
        &self.header.palette
    }

    /// Returns the number of the last animation that can be played (C3).
    #[must_use]
    pub fn last_animation(&self) -> u8 {
        self.header.last
    }

    /// Returns the number of stored animations. If the size of a v6 costume is 0, this number is
    /// one less than the number of playable animations.
    #[must_use]
    pub fn stored_animations(&self) -> u16 {
        u16::from(self.header.last).saturating_add(u16::from(self.header.last_is_stored))
    }

    /// Returns the existing animations with their numbers, in ascending order.
    pub fn records(&self) -> impl Iterator<Item = (u16, &CostRecord)> {
        (0..=u16::MAX)
            .zip(&self.records)
            .filter_map(|(number, record)| Some((number, record.as_ref()?)))
    }

    /// Returns the stored animations with their numbers, in ascending order. An animation that is
    /// playable only because of the counting of C3 is not included.
    pub fn stored_records(&self) -> impl Iterator<Item = (u16, &CostRecord)> {
        let stored = self.stored_animations();
        self.records()
            .take_while(move |(number, _)| *number < stored)
    }

    /// Returns the limb and the picture numbers that an entry of an animation can show.
    fn shown_by(&self, entry: &CostEntry) -> impl Iterator<Item = (u8, u8)> + use<> {
        let limb = entry.limb;
        let codes = entry
            .sequence
            .map_or(0, |sequence| self.commands.shown(&sequence, &self.dialect));
        let rest = successors(Some(codes), |rest| Some(rest & rest.wrapping_sub(1)));
        rest.take_while(|&rest| rest != 0)
            .map(move |rest| (limb, rest.trailing_zeros() as u8))
    }

    /// Returns the pictures that stored animations show, by limb and number.
    pub(crate) fn stored_reach(&self) -> impl Iterator<Item = Reach<'_>> {
        let entries = self
            .stored_records()
            .flat_map(|(_, record)| &record.entries);
        let shown: BTreeSet<_> = entries.flat_map(|entry| self.shown_by(entry)).collect();
        self.reach().filter(move |(name, ..)| shown.contains(name))
    }

    /// Returns the command stream.
    #[must_use]
    pub fn commands(&self) -> &Commands {
        &self.commands
    }

    /// Returns the pictures that the animations can reach. Each picture occurs once, in the order
    /// in which limbs first refer to the pictures.
    #[must_use]
    pub fn pictures(&self) -> &[CostPicture] {
        &self.pictures
    }

    /// Returns the pictures that animations can show, by limb and number.
    pub(crate) fn reach(&self) -> impl Iterator<Item = Reach<'_>> {
        (0..=u8::MAX)
            .zip(&*self.shown)
            .flat_map(move |(limb, slots)| {
                let picture = |slot: u16| self.pictures.get(usize::from(slot));
                (0..=u8::MAX)
                    .zip(slots)
                    .filter_map(move |(code, &slot)| Some(((limb, code), slot?, picture(slot?)?)))
            })
    }

    /// Returns the largest number of pixels that a picture is decoded to, which depends on the
    /// length of its data.
    #[must_use]
    pub fn most_pixels(&self, picture: &CostPicture) -> usize {
        FREE_PIXELS.max(
            self.picture_data(picture)
                .len()
                .saturating_mul(PIXELS_PER_BYTE),
        )
    }

    /// Decodes a picture of a costume that faces east to plain rows of colour numbers; 0 is
    /// transparent.
    ///
    /// # Errors
    /// Returns [`scumm_room::Error::Limit`] if the picture has far more pixels than its data can
    /// encode.
    pub fn cel(&self, picture: &CostPicture) -> Result<Surface> {
        let width = usize::from(picture.width);
        let height = usize::from(picture.height);
        let data = self.picture_data(picture);
        let pixels = width.saturating_mul(height);
        let limit = self.most_pixels(picture);
        if pixels > limit {
            let block = Reader::new(&self.data).inside(TAG);
            let place = block.at(picture.offset, "a picture").unwrap_or(block);
            return Err(place.over_limit(
                "a picture's number of pixels",
                pixels as u64,
                limit as u64,
            ));
        }
        let mut surface = Surface::filled(width, height, 0);
        match self.header.format.packing() {
            None => fill_pairs(&mut surface, data),
            Some(packing) => drop(fill(
                &mut surface,
                &mut Runs::new(data, packing),
                self.dialect.has_row_costumes(),
            )),
        }
        Ok(surface)
    }
}

/// Fills a picture from its runs, row by row or column by column (C36, C39). Returns the number of
/// decoded pixels.
pub(crate) fn fill(surface: &mut Surface, runs: &mut Runs<'_>, row_major: bool) -> usize {
    if row_major {
        surface
            .pixels_mut()
            .iter_mut()
            .zip(runs)
            .map(|(pixel, colour)| *pixel = colour)
            .count()
    } else {
        runs.fill_columns(surface)
    }
}

fn fill_pairs(surface: &mut Surface, data: &[u8]) {
    let width = surface.width();
    let height = surface.height();
    let cells = (0..width / 8).flat_map(|column| (0..height).map(move |y| (column, y)));
    for ((column, y), byte) in cells.zip(v1::Bytes::new(data)) {
        let at = y
            .saturating_mul(width)
            .saturating_add(column.saturating_mul(8));
        let Some(row) = surface.pixels_mut().get_mut(at..at.saturating_add(8)) else {
            break;
        };
        for (pair, value) in row.chunks_exact_mut(2).zip(v1::values(byte)) {
            pair.fill(value);
        }
    }
}

#[cfg(test)]
mod tests;
