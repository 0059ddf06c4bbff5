//! The fixed part of a COST: format, palette and the tables of offsets (C1..C8).

use std::ops::Range;

#[cfg(feature = "edit")]
use scumm_room::block;
use scumm_room::{Dialect, Reader, Result, Tag};

use crate::anim::LIMBS;
use crate::damage::Damage;
use crate::draw::Packing;

/// The format of the pictures: the lower seven bits of the format byte (C5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Format {
    /// v1: four colours, two bits for a pair of pixels.
    DoubleWide = 0x57,
    /// 16 colours.
    Colours16 = 0x58,
    /// 32 colours.
    Colours32 = 0x59,
    /// 16 colours; pictures may borrow another picture's data.
    Redirected16 = 0x60,
    /// 32 colours; pictures may borrow another picture's data.
    Redirected32 = 0x61,
}

impl Format {
    /// Returns the format of a format byte; bit 7 is ignored (C4).
    #[must_use]
    pub fn from_byte(byte: u8) -> Option<Self> {
        [
            Self::DoubleWide,
            Self::Colours16,
            Self::Colours32,
            Self::Redirected16,
            Self::Redirected32,
        ]
        .into_iter()
        .find(|format| format.byte() == byte & 0x7f)
    }

    /// Returns bits 0..=6 of the format byte.
    #[must_use]
    pub const fn byte(self) -> u8 {
        self as u8
    }

    /// Returns whether the two bytes before a picture's data may name another picture (C33).
    #[must_use]
    pub const fn redirects(self) -> bool {
        matches!(self, Self::Redirected16 | Self::Redirected32)
    }

    /// Returns how a byte of data is divided into colour and length; `None` for
    /// [`Format::DoubleWide`], which has no such bytes.
    #[must_use]
    pub const fn packing(self) -> Option<Packing> {
        match self {
            Self::DoubleWide => None,
            Self::Colours16 | Self::Redirected16 => Some(Packing::Colours16),
            Self::Colours32 | Self::Redirected32 => Some(Packing::Colours32),
        }
    }

    /// Returns the number of colours, including the transparent one.
    #[must_use]
    pub const fn colours(self) -> usize {
        match self.packing() {
            None => 4,
            Some(packing) => packing.colours(),
        }
    }

    /// Returns the number of stored palette bytes (C6).
    #[must_use]
    pub fn palette_len(self, dialect: &Dialect) -> usize {
        match self {
            Self::DoubleWide => 0,
            _ if dialect.is_old_bundle() => 1,
            _ => self.colours(),
        }
    }

    /// Returns the number of stored limb tables (C7).
    #[must_use]
    pub const fn limbs(self) -> usize {
        if matches!(self, Self::DoubleWide) {
            8
        } else {
            LIMBS
        }
    }
}

/// The fixed part of a COST. Offsets count from [`Dialect::costume_base`].
#[derive(Clone, Debug)]
pub(crate) struct Header {
    /// The number of the last animation (C3).
    pub last: u8,
    /// True if the last animation is stored (C3).
    pub last_is_stored: bool,
    /// The format.
    pub format: Format,
    /// True if facing west is drawn as stored, not mirrored (C4).
    pub keeps_west: bool,
    /// The palette bytes.
    pub palette: Vec<u8>,
    /// Offset of the command stream.
    pub commands: u16,
    /// Offset of the picture table of each limb.
    pub tables: [u16; LIMBS],
    /// Offset of the record of each animation.
    pub records: Vec<u16>,
}

impl Header {
    /// Parses the fixed part from a block with its header. Offsets of animations that are cut off
    /// become a finding.
    pub fn parse(block: Reader<'_>, dialect: &Dialect, damage: &mut Damage) -> Result<Self> {
        let mut r = block;
        let mut last_is_stored = true;
        let fields = dialect.costume_fields();
        if dialect.costume_has_size_field() {
            r.seek(dialect.costume_base(), "the costume's size")?;
            last_is_stored = r.u32_le("the costume's size")? != 0;
        }
        r.seek(fields, "the number of animations")?;
        let last = r.u8("the number of animations")?;
        let format_at = r;
        let byte = r.u8("the format")?;
        let format = Format::from_byte(byte)
            .filter(|&f| (f == Format::DoubleWide) == dialect.costume_mask_is_byte());
        let unknown = || {
            format_at.unsupported(format_args!(
                "costume format {byte:#04x} in v{}",
                dialect.version()
            ))
        };
        let format = format.ok_or_else(unknown)?;
        let palette = r
            .bytes(format.palette_len(dialect), "the palette")?
            .to_vec();
        let commands = r.u16_le("the offset of the commands")?;
        let mut tables = [0; LIMBS];
        for (limb, table) in tables.iter_mut().enumerate().take(format.limbs()) {
            *table = r.u16_le(format_args!("the offset of limb {limb}'s pictures"))?;
        }
        let mut records = Vec::with_capacity(usize::from(last).saturating_add(1));
        for anim in 0..=last {
            if anim == last && !last_is_stored && r.remaining() < 2 {
                break;
            }
            let offset = r.u16_le(format_args!("the offset of animation {anim}"));
            let Some(offset) = damage.accept(offset)? else {
                break;
            };
            records.push(offset);
        }
        Ok(Self {
            last,
            last_is_stored,
            format,
            keeps_west: byte & 0x80 != 0,
            palette,
            commands,
            tables,
            records,
        })
    }

    /// Returns the positions of the fields in the block.
    pub fn places(&self, dialect: &Dialect) -> HeaderPlaces {
        let last = dialect.costume_fields();
        let palette =
            last.saturating_add(2)..last.saturating_add(2).saturating_add(self.palette.len());
        let tables = palette.end.saturating_add(2);
        let tables = tables..tables.saturating_add(self.format.limbs().saturating_mul(2));
        let records = tables.end
            ..tables
                .end
                .saturating_add(self.records.len().saturating_mul(2));
        HeaderPlaces {
            last,
            commands: palette.end,
            palette,
            tables,
            records,
        }
    }

    /// Writes the fixed part to a block, which must be large enough.
    #[cfg(feature = "edit")]
    pub fn write(&self, block: &mut [u8], dialect: &Dialect) {
        let format = self.format.byte() | if self.keeps_west { 0x80 } else { 0 };
        let tables = self.tables.iter().take(self.format.limbs());
        let words = [self.commands]
            .into_iter()
            .chain(tables.copied())
            .chain(self.records.iter().copied());
        let bytes = [self.last, format]
            .into_iter()
            .chain(self.palette.iter().copied());
        let bytes = bytes.chain(words.flat_map(u16::to_le_bytes));
        let room = block
            .get_mut(dialect.costume_fields()..)
            .unwrap_or_default();
        room.iter_mut()
            .zip(bytes)
            .for_each(|(place, byte)| *place = byte);
    }
}

/// The positions of the header's fields in the block.
#[derive(Clone, Debug)]
#[cfg_attr(
    not(feature = "edit"),
    allow(
        dead_code,
        reason = "without this feature only the positions of the animations' offsets are used"
    )
)]
pub struct HeaderPlaces {
    /// The number of the last animation, followed by the format (C3, C4).
    pub last: usize,
    /// The palette (C6).
    pub palette: Range<usize>,
    /// The offset of the commands (C7).
    pub commands: usize,
    /// The offsets of the limbs' tables.
    pub tables: Range<usize>,
    /// The offsets of the animations.
    pub records: Range<usize>,
}

/// Returns the range of the bytes before the fields that no engine reads: the tag in v3 and v4, a
/// word in v2, the second size and tag in v6.
#[cfg(feature = "edit")]
pub(crate) fn unread(dialect: &Dialect) -> Range<usize> {
    match dialect.header() {
        block::Header::Large if dialect.costume_has_size_field() => 8..14,
        block::Header::Large => 8..8,
        block::Header::Small => 4..6,
        block::Header::Old => 2..4,
    }
}

/// Writes tag and size (C1), and in v6 also the second size and tag. The second size is 0 if the
/// stored number of animations is a count (C3). The size of a block fits into 32 bits, because
/// offsets reach only 64 KiB.
#[cfg(feature = "edit")]
pub(crate) fn finish_block(block: &mut [u8], dialect: &Dialect, counts: bool) {
    let size = u32::try_from(block.len()).unwrap_or(u32::MAX);
    let inner = if counts { 0 } else { size.saturating_sub(8) };
    let bytes = match dialect.header() {
        block::Header::Large if dialect.costume_has_size_field() => {
            [&TAG.0, &size.to_be_bytes()[..], &inner.to_le_bytes(), b"CO"].concat()
        }
        block::Header::Large => [TAG.0, size.to_be_bytes()].concat(),
        block::Header::Small => [&size.to_le_bytes()[..], b"CO"].concat(),
        // No engine reads the second word (F4).
        block::Header::Old => u16::try_from(size)
            .unwrap_or(u16::MAX)
            .to_le_bytes()
            .to_vec(),
    };
    block
        .iter_mut()
        .zip(bytes)
        .for_each(|(place, byte)| *place = byte);
}

/// The tag of a COST in a block with large headers.
pub const TAG: Tag = Tag(*b"COST");
