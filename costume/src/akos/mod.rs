//! AKOS: the costumes of v7, v8 and Humongous games from HE61 on.
//!
//! A costume is a block of chunks in any order (A1, A99). [`CHUNKS`] lists them; the module of a chunk's name reads and
//! writes its data.

pub mod akax;
pub mod akcd;
pub mod akch;
pub mod akci;
pub mod akct;
pub mod akfo;
pub mod akhd;
pub mod akof;
pub mod akpl;
pub mod aksf;
pub mod aksq;
pub mod akst;
mod bitmap;
pub(crate) mod chunks;
pub mod codec;
pub mod command;
mod conditions;
mod draw;
pub(crate) mod image;
mod ink;
mod limbs;
mod machine;
mod palette;
pub mod rgbs;
mod shadow;
mod start;

use scumm_room::block::{self, Header};
use scumm_room::{Dialect, Reader, Result, Tag};

use akax::Akax;
use akch::Chore;
use akct::Akct;
use akhd::{Akhd, Codec};
use aksf::Aksf;
use aksq::Aksq;
use akst::Akst;
use chunks::Chunks;

use crate::anim::{LIMBS, LimbStates};
use crate::damage::Damage;
use crate::host::Host;

pub use akcd::CodedLength;
pub use akci::Cel;
pub use akpl::COLOURS;
pub use chunks::{CHUNKS, ChunkKind};
pub use conditions::INITIAL_MASK;
pub use image::CelImage;
pub use limbs::Shown;
pub use machine::STEP_LIMIT;

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
    pixels: Vec<u8>,
    jump_table: Vec<u16>,
    jump_parts: Aksf,
    condition_words: Akct,
    condition_parts: Akst,
    aux: Akax,
    /// Tells its decoded cels from those of other costumes.
    digest: u64,
}

impl Akos {
    /// Parses a raw resource with its header (C1). Damaged parts become nothing, with a warning.
    ///
    /// # Errors
    /// [`scumm_room::Error::Malformed`] where it is no AKOS or a chunk that every costume has is missing or cut.
    pub fn parse(data: &[u8], dialect: &Dialect) -> Result<Self> {
        Self::parse_with(data, dialect, &mut Damage::lenient())
    }

    /// Parses a raw resource; `damage` says what becomes of damaged parts, and keeps what was found.
    ///
    /// # Errors
    /// As [`Akos::parse`], and what a strict `damage` refuses.
    pub fn parse_with(data: &[u8], dialect: &Dialect, damage: &mut Damage) -> Result<Self> {
        let mut reader = Reader::new(data);
        let whole = block::read(&mut reader, Header::Large)?;
        if whole.tag != TAG {
            return Err(Reader::new(data).malformed("a costume (AKOS)", whole.tag));
        }
        if dialect.has_true_colour() {
            return Err(whole.data.unsupported("a costume with 16 bits a pixel"));
        }
        let chunks = Chunks::read(whole.data, damage)?;
        let header = Akhd::parse(chunks.need(Akhd::TAG)?);
        // No codec draws pictures of two colours (H10).
        if let Codec::Unknown(number) = header.codec {
            damage.report(whole.data.unsupported(format_args!("codec {number}")))?;
        }
        let palette = akpl::parse(chunks.data(akpl::TAG))?;
        let pixels = chunks.need(akcd::TAG)?;
        let jump_parts = Aksf::parse(chunks.data(aksf::TAG))?;
        let condition_parts = Akst::parse(chunks.data(akst::TAG))?;
        let chores = akch::parse(chunks.need(akch::TAG)?, header.chores, damage)?;
        let cels = akof::parse(chunks.need(akof::TAG)?, chunks.need(akci::TAG)?, pixels, damage)?;
        let aux = match chunks.find(Akax::TAG) {
            Some(data) => Akax::parse(data, damage)?,
            None => Akax::default(),
        };
        let costume = Self {
            dialect: *dialect,
            header,
            palette,
            colours: rgbs::parse(chunks.data(rgbs::TAG)),
            sequence: chunks.need(aksq::TAG)?.all().to_vec(),
            chores,
            cels,
            pixels: pixels.all().to_vec(),
            jump_table: akfo::parse(chunks.data(akfo::TAG)),
            jump_parts,
            condition_words: Akct::parse(chunks.data(akct::TAG)),
            condition_parts,
            aux,
            digest: crate::draw::cache::digest(data),
        };
        Ok(costume)
    }

    /// The version and quirks that it was parsed for.
    #[must_use]
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// The header (A2).
    #[must_use]
    pub fn header(&self) -> &Akhd {
        &self.header
    }

    /// AKPL: a screen colour for each of the costume's colours (A3).
    #[must_use]
    pub fn palette(&self) -> &[u8] {
        &self.palette
    }

    /// RGBS: the colours as the artist saw them; empty where there is no such chunk (A95).
    #[must_use]
    pub fn colours(&self) -> &[[u8; 3]] {
        &self.colours
    }

    /// The stream of codes and commands.
    #[must_use]
    pub fn sequence(&self) -> Aksq<'_> {
        Aksq::new(&self.sequence)
    }

    /// The chores by number, `None` where there is none (A5).
    #[must_use]
    pub fn chores(&self) -> &[Option<Chore>] {
        &self.chores
    }

    /// The cels by number, `None` where an entry is damaged (A4).
    #[must_use]
    pub fn cels(&self) -> &[Option<Cel>] {
        &self.cels
    }

    /// AKFO: the words of the jump table (A32).
    #[must_use]
    pub fn jump_table(&self) -> &[u16] {
        &self.jump_table
    }

    /// AKSF: the parts of the jump table (A9).
    #[must_use]
    pub fn jump_parts(&self) -> &Aksf {
        &self.jump_parts
    }

    /// AKCT: the condition words (A44).
    #[must_use]
    pub fn condition_words(&self) -> &Akct {
        &self.condition_words
    }

    /// AKST: where each sequence's condition words begin (A9).
    #[must_use]
    pub fn condition_parts(&self) -> &Akst {
        &self.condition_parts
    }

    /// AKAX: the aux frames (A98).
    #[must_use]
    pub fn aux(&self) -> &Akax {
        &self.aux
    }

    /// One animation step of all limbs that are on, stopped or not (A10). Returns whether the actor has to be redrawn.
    pub fn advance(&self, anim: &mut LimbStates, host: &mut dyn Host) -> bool {
        let mut redraw = false;
        for limb in 0..LIMBS {
            redraw |= self.step(anim, limb, host);
        }
        redraw
    }

    /// `times` steps of one limb, if it is on (T51).
    pub fn advance_limb(&self, anim: &mut LimbStates, limb: usize, times: u32, host: &mut dyn Host) {
        for _ in 0..times {
            self.step(anim, limb, host);
        }
    }

    /// One step of a limb, if it is on (A10).
    fn step(&self, anim: &mut LimbStates, limb: usize, host: &mut dyn Host) -> bool {
        let on = anim.limbs.get(limb).is_some_and(|limb| limb.mode != 0);
        on && machine::advance(self, anim, limb, host)
    }
}

#[cfg(test)]
pub(crate) mod tests;
