//! The fixed part of a COST: format, palette and the tables of offsets (C1..C8).

use scumm_room::{Dialect, Reader, Result, Tag};

use crate::anim::LIMBS;
use crate::draw::rle::Packing;

/// How pictures are stored: the lower seven bits of the format byte (C5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Format {
    /// 0x57: v1, four colours, two bits for a pair of pixels.
    DoubleWide,
    /// 0x58: 16 colours.
    Colours16,
    /// 0x59: 32 colours.
    Colours32,
    /// 0x60: 16 colours, pictures may borrow another one's data.
    Redirected16,
    /// 0x61: 32 colours, pictures may borrow another one's data.
    Redirected32,
}

impl Format {
    /// The format of a format byte; bit 7 is another matter (C4).
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte & 0x7f {
            0x57 => Self::DoubleWide,
            0x58 => Self::Colours16,
            0x59 => Self::Colours32,
            0x60 => Self::Redirected16,
            0x61 => Self::Redirected32,
            _ => return None,
        })
    }

    /// Bits 0..=6 of the format byte.
    #[must_use]
    pub const fn byte(self) -> u8 {
        match self {
            Self::DoubleWide => 0x57,
            Self::Colours16 => 0x58,
            Self::Colours32 => 0x59,
            Self::Redirected16 => 0x60,
            Self::Redirected32 => 0x61,
        }
    }

    /// Whether two bytes in front of a picture's data may name another picture (C33).
    #[must_use]
    pub const fn redirects(self) -> bool {
        matches!(self, Self::Redirected16 | Self::Redirected32)
    }

    /// How the data's bytes are divided; `None` for [`Format::DoubleWide`], whose data is of another kind.
    #[must_use]
    pub const fn packing(self) -> Option<Packing> {
        match self {
            Self::DoubleWide => None,
            Self::Colours16 | Self::Redirected16 => Some(Packing::Colours16),
            Self::Colours32 | Self::Redirected32 => Some(Packing::Colours32),
        }
    }

    /// Number of colours, the transparent one included.
    #[must_use]
    pub const fn colours(self) -> usize {
        match self.packing() {
            None => 4,
            Some(packing) => packing.colours(),
        }
    }

    /// Palette bytes that are stored (C6).
    #[must_use]
    pub fn palette_len(self, dialect: &Dialect) -> usize {
        match self {
            Self::DoubleWide => 0,
            _ if dialect.is_old_bundle() => 1,
            _ => self.colours(),
        }
    }

    /// Limb tables that are stored (C7).
    #[must_use]
    pub const fn limbs(self) -> usize {
        match self {
            Self::DoubleWide => 8,
            _ => LIMBS,
        }
    }
}

/// The fixed part. Offsets are from `base`.
#[derive(Debug)]
pub(super) struct Header {
    /// Position in the block from which offsets count (C2).
    pub base: usize,
    /// The number of the last animation (C3).
    pub last: u8,
    /// Whether the last animation is really stored (C3).
    pub last_is_stored: bool,
    /// The format.
    pub format: Format,
    /// Facing west is drawn as stored (C4).
    pub keeps_west: bool,
    /// The palette bytes.
    pub palette: Vec<u8>,
    /// Offset of the command stream.
    pub commands: u16,
    /// Per limb the offset of its picture table.
    pub tables: [u16; LIMBS],
    /// Per animation the offset of its record and the place of that offset.
    pub records: Vec<u16>,
    /// Position of `records` in the block.
    pub records_at: usize,
}

impl Header {
    /// Reads it from a block with its header.
    pub fn parse(block: Reader<'_>, dialect: &Dialect) -> Result<Self> {
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
            .filter(|&f| (f == Format::DoubleWide) == dialect.costume_mask_is_byte())
            .ok_or_else(|| {
            format_at.unsupported(format_args!("costume format {byte:#04x} in v{}", dialect.version()))
        })?;
        let palette = r.bytes(format.palette_len(dialect), "the palette")?.to_vec();
        let commands = r.u16_le("the offset of the commands")?;
        let mut tables = [0; LIMBS];
        for (limb, table) in tables.iter_mut().enumerate().take(format.limbs()) {
            *table = r.u16_le(format_args!("the offset of limb {limb}'s pictures"))?;
        }
        let records_at = r.position();
        let mut records = Vec::with_capacity(usize::from(last).saturating_add(1));
        for anim in 0..=last {
            if anim == last && !last_is_stored && r.remaining() < 2 {
                break;
            }
            records.push(r.u16_le(format_args!("the offset of animation {anim}"))?);
        }
        Ok(Self {
            base: dialect.costume_base(),
            last,
            last_is_stored,
            format,
            keeps_west: byte & 0x80 != 0,
            palette,
            commands,
            tables,
            records,
            records_at,
        })
    }

    /// A reader at `offset` from the base.
    pub fn at<'a>(&self, block: Reader<'a>, offset: u16, what: impl std::fmt::Display) -> Result<Reader<'a>> {
        block.at(self.base.saturating_add(usize::from(offset)), what)
    }
}

/// The tag of a COST in a block with large headers.
pub const TAG: Tag = Tag(*b"COST");
