//! AKOS: the costumes of v7, v8 and Humongous games from HE61 on.
//!
//! A costume is a block of chunks in any order (A1, A99). [`CHUNKS`](tables::CHUNKS) lists them.
//! The module `tables` reads and writes the small chunks. Chores (`akch`), cels (`cel`), the stream
//! of codes and commands (`sequence`) and aux frames (`akax`) have modules of their own.

pub mod akax;
pub mod akch;
pub mod cel;
pub mod codecs;
mod colours;
mod draw;
mod limbs;
mod machine;
pub mod sequence;
pub mod tables;

use scumm_room::block::Header;
use scumm_room::{Dialect, Reader, Result, Tag};

use crate::damage::Damage;
use cel::{Pixels, parse_cels};
use sequence::Aksq;
use tables::{
    AKCD, AKCH, AKCT, AKFO, AKOF, AKPL, AKSF, AKSQ, AKST, Chunks, RGBS, jump_words,
    parse_conditions, parse_jump_tables, parse_palette, parse_rgb,
};

pub use akax::{Akax, AuxPicture, AuxPlace};
pub use akch::Chore;
pub use cel::{Cel, CelImage};
pub use tables::{Akhd, Codec, JumpTable};
#[cfg(feature = "edit")]
pub use {
    akch::ChoreLimb,
    cel::CodedLength,
    tables::{CHUNKS, COLOURS},
};

/// The tag of the block.
pub const TAG: Tag = Tag(*b"AKOS");

/// A parsed AKOS.
#[derive(Clone, Debug)]
pub struct Akos {
    pub(crate) dialect: Dialect,
    header: Akhd,
    palette: Vec<u8>,
    colours: Vec<[u8; 3]>,
    sequence: Vec<u8>,
    chores: Vec<Option<Chore>>,
    cels: Vec<Option<Cel>>,
    pixels: Pixels,
    jump_table: Vec<u16>,
    /// AKSF: the part of the jump table that belongs to each sequence (A9).
    pub(crate) jump_parts: Vec<JumpTable>,
    condition_words: Vec<u8>,
    /// AKST: pairs of a sequence's start and the offset of its condition words in AKCT (A9).
    pub(crate) condition_parts: Vec<(u32, u32)>,
    aux: Akax,
    /// A number that distinguishes the costume's cels in the cache from the cels of other costumes.
    digest: u64,
}

impl Akos {
    /// Parses a raw resource with its header (C1). Damaged parts are skipped with a warning.
    ///
    /// # Errors
    /// Returns [`scumm_room::Error::Malformed`] if the resource is not an AKOS, or if a chunk that
    /// every costume needs is missing.
    pub fn parse(data: &[u8], dialect: &Dialect) -> Result<Self> {
        Self::parse_with(data, dialect, &mut Damage::lenient())
    }

    /// Parses a raw resource with its header. `damage` decides how damaged parts are handled, and
    /// records the findings.
    ///
    /// # Errors
    /// Returns the errors of [`Akos::parse`], and the first finding if `damage` is strict.
    pub fn parse_with(data: &[u8], dialect: &Dialect, damage: &mut Damage) -> Result<Self> {
        let whole = damage.read_block(data, Header::Large)?;
        if whole.tag != TAG {
            return Err(Reader::new(data).malformed("a costume (AKOS)", whole.tag));
        }
        let chunks = Chunks::read(whole.data, damage)?;
        let pixels = chunks.need(AKCD)?;
        let header = Akhd::parse(chunks.need(Akhd::TAG)?);
        // Pictures of two colours have no codec, because no engine reads their chunk SP2C (H10).
        if let Codec::Unknown(number) = header.codec {
            damage.report(whole.data.unsupported(format_args!("codec {number}")))?;
        }
        Ok(Self {
            dialect: *dialect,
            header,
            palette: parse_palette(chunks.data(AKPL))?,
            pixels: Pixels::new(whole.data, pixels),
            chores: akch::parse(chunks.need(AKCH)?, header.chores, damage)?,
            cels: parse_cels(chunks.need(AKOF)?, chunks.need(Cel::TAG)?, pixels, damage)?,
            aux: chunks
                .find(Akax::TAG)
                .map(|data| Akax::parse(data, damage))
                .transpose()?
                .unwrap_or_default(),
            colours: parse_rgb(chunks.data(RGBS)),
            sequence: chunks.need(AKSQ)?.all().to_vec(),
            jump_table: jump_words(chunks.data(AKFO)),
            jump_parts: parse_jump_tables(chunks.data(AKSF)),
            condition_words: chunks.data(AKCT).all().to_vec(),
            condition_parts: parse_conditions(chunks.data(AKST)),
            digest: crate::draw::renderer::digest(data),
        })
    }

    /// Returns the version and quirks that the costume was parsed for.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Returns the header (A2).
    #[must_use]
    pub fn header(&self) -> &Akhd {
        &self.header
    }

    /// Returns AKPL: a screen colour for each of the costume's colours (A3).
    #[must_use]
    pub fn palette(&self) -> &[u8] {
        &self.palette
    }

    /// Returns RGBS: the costume's own colours in red, green and blue; empty if there is no such
    /// chunk (A95).
    #[must_use]
    pub fn colours(&self) -> &[[u8; 3]] {
        &self.colours
    }

    /// Returns the stream of codes and commands (AKSQ).
    pub fn sequence(&self) -> Aksq<'_> {
        Aksq(&self.sequence)
    }

    /// Returns the chores, indexed by number; `None` for numbers without a chore (A5).
    #[must_use]
    pub fn chores(&self) -> &[Option<Chore>] {
        &self.chores
    }

    /// Returns the cels, indexed by number; `None` for damaged entries (A4).
    #[must_use]
    pub fn cels(&self) -> &[Option<Cel>] {
        &self.cels
    }

    /// Returns AKFO: the words of the jump table (A32).
    #[must_use]
    pub fn jump_table(&self) -> &[u16] {
        &self.jump_table
    }

    /// Returns AKCT: the condition words as bytes, since a part may begin at any byte (A44).
    #[must_use]
    pub fn condition_words(&self) -> &[u8] {
        &self.condition_words
    }

    /// Returns AKAX: the aux frames (A98).
    #[must_use]
    pub fn aux(&self) -> &Akax {
        &self.aux
    }
}

#[cfg(test)]
pub(crate) mod tests;
