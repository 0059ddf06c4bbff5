//! What a costume holds: animations, pictures, and pictures decoded to plain images.

use scumm_room::{Dialect, Reader, Result, Surface};

use super::{Commands, Cost, Format, Picture, Record, TAG, v1};
use crate::anim::LIMBS;
use crate::draw::rle::Runs;

/// Pixels that any cel may have; larger ones have to be covered by their data (a byte of it makes 128 pixels at most).
const FREE_PIXELS: usize = 1 << 16;
/// Pixels per byte of data beyond which a cel is refused instead of being filled up with transparent ones.
const PIXELS_PER_BYTE: usize = 128;

/// A picture decoded: plain rows of colour numbers, 0 transparent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedPicture {
    /// The pixels, as seen facing east.
    pub surface: Surface,
    /// Bytes of data that they took.
    pub consumed: usize,
    /// Whether the data ended before the picture was full.
    pub cut: bool,
}

/// A picture that a limb can show.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    /// The limb.
    pub limb: u8,
    /// The picture's number in that limb.
    pub code: u8,
    /// Its index in [`Cost::pictures`]; equal ones are stored once.
    pub index: u16,
    /// The picture.
    pub picture: &'a Picture,
}

impl Cost {
    /// The version and quirks that it was parsed for.
    #[must_use]
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.header.format
    }

    /// Whether facing west is drawn as stored instead of mirrored (C4).
    #[must_use]
    pub fn keeps_west(&self) -> bool {
        self.header.keeps_west
    }

    /// The palette bytes that are stored: 16 or 32 colours, one byte in v2 and v3 EGA, none in v1 (C6).
    #[must_use]
    pub fn palette(&self) -> &[u8] {
        &self.header.palette
    }

    /// The number of the last animation that can be played (C3).
    #[must_use]
    pub fn last_animation(&self) -> u8 {
        self.header.last
    }

    /// How many animations are stored: one fewer than can be played if the size of a v6 costume is 0.
    #[must_use]
    pub fn stored_animations(&self) -> u16 {
        u16::from(self.header.last).saturating_add(u16::from(self.header.last_is_stored))
    }

    /// The animations that exist, ascending, with their numbers.
    pub fn records(&self) -> impl Iterator<Item = (u16, &Record)> {
        (0..=u16::MAX).zip(&self.records).filter_map(|(number, record)| Some((number, record.as_ref()?)))
    }

    /// The animations that are stored, ascending, with their numbers: all but one that is only counted (C3).
    pub fn stored_records(&self) -> impl Iterator<Item = (u16, &Record)> {
        let stored = self.stored_animations();
        self.records().take_while(move |(number, _)| *number < stored)
    }

    /// The pictures that stored animations show, by limb and number.
    pub(crate) fn stored_reach(&self) -> impl Iterator<Item = Reach<'_>> {
        let mut codes = [0u128; LIMBS];
        for entry in self.stored_records().flat_map(|(_, record)| &record.entries) {
            if let (Some(sequence), Some(codes)) = (entry.sequence, codes.get_mut(usize::from(entry.limb))) {
                *codes |= self.commands.shown(&sequence, &self.dialect);
            }
        }
        (0..=u8::MAX).zip(codes).flat_map(|(limb, codes)| {
            self.reach(limb).filter(move |reach| codes & 1u128.wrapping_shl(reach.code.into()) != 0)
        })
    }

    /// The command stream.
    #[must_use]
    pub fn commands(&self) -> &Commands {
        &self.commands
    }

    /// The pictures that the animations can reach, each once, in the order in which limbs first name them.
    #[must_use]
    pub fn pictures(&self) -> &[Picture] {
        &self.pictures
    }

    /// The pictures that a limb can show, by ascending number.
    pub fn reach(&self, limb: u8) -> impl Iterator<Item = Reach<'_>> {
        let slots = self.shown.get(usize::from(limb)).map_or(&[][..], |slots| slots.as_slice());
        (0..=u8::MAX).zip(slots).filter_map(move |(code, &slot)| {
            let index = slot?;
            Some(Reach { limb, code, index, picture: self.pictures.get(usize::from(index))? })
        })
    }

    /// The most pixels with which a picture is decoded: as many as its data can give.
    #[must_use]
    pub fn most_pixels(&self, picture: &Picture) -> usize {
        FREE_PIXELS.max(self.picture_data(picture).len().saturating_mul(PIXELS_PER_BYTE))
    }

    /// Decodes a picture.
    ///
    /// # Errors
    /// [`scumm_room::Error::Limit`] if it has far more pixels than its data can give.
    pub fn cel(&self, picture: &Picture) -> Result<DecodedPicture> {
        let (width, height) = (usize::from(picture.width), usize::from(picture.height));
        let data = self.picture_data(picture);
        let pixels = width.saturating_mul(height);
        let limit = self.most_pixels(picture);
        if pixels > limit {
            let block = Reader::new(&self.data).inside(TAG);
            let place = block.at(picture.offset, "a picture").unwrap_or(block);
            return Err(place.over_limit("a picture's number of pixels", pixels as u64, limit as u64));
        }
        let mut surface = Surface::filled(width, height, 0);
        let (consumed, drawn) = match self.header.format.packing() {
            None => fill_pairs(&mut surface, data),
            Some(packing) => {
                let mut runs = Runs::new(data, packing);
                let drawn = fill(&mut surface, &mut runs, self.dialect.has_row_costumes());
                (runs.consumed(), drawn)
            }
        };
        Ok(DecodedPicture { surface, consumed, cut: drawn < pixels })
    }
}

/// Fills a picture from its runs, row by row or column by column (C36, C39); returns how many pixels there were.
pub(crate) fn fill(surface: &mut Surface, runs: &mut Runs<'_>, row_major: bool) -> usize {
    match row_major {
        true => surface.pixels_mut().iter_mut().zip(runs).map(|(pixel, colour)| *pixel = colour).count(),
        false => runs.fill_columns(surface),
    }
}

fn fill_pairs(surface: &mut Surface, data: &[u8]) -> (usize, usize) {
    let (width, height) = (surface.width(), surface.height());
    let mut bytes = v1::Bytes::new(data);
    let cells = (0..width / 8).flat_map(|column| (0..height).map(move |y| (column, y)));
    let mut drawn = 0;
    for ((column, y), byte) in cells.zip(&mut bytes) {
        let at = y.saturating_mul(width).saturating_add(column.saturating_mul(8));
        let Some(row) = surface.pixels_mut().get_mut(at..at.saturating_add(8)) else { break };
        for (pair, value) in row.chunks_exact_mut(2).zip(v1::values(byte)) {
            pair.fill(value);
        }
        drawn = row.len().saturating_add(drawn);
    }
    (bytes.consumed(), drawn)
}
