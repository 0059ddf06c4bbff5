//! AKOS: the costumes of v7, v8 and Humongous games from HE61 on.
//!
//! A costume is a block of chunks in any order (A1, A99), one module each:
//!
//! | chunk | what it is | module |
//! |---|---|---|
//! | AKHD | header | [`akhd`] |
//! | AKPL, RGBS | colours | here |
//! | AKCH | chores, which start limbs | [`akch`] |
//! | AKSQ | the stream that limbs walk through | [`aksq`], its language [`command`] |
//! | AKOF, AKCI, AKCD | cels | [`akof`] |
//! | AKFO, AKSF | jump tables | `akfo`, [`aksf`] |
//! | AKST, AKCT | conditions of Humongous games | [`akst`], [`akct`] |
//! | AKAX | aux frames of Humongous games | [`akax`] |

pub mod akax;
pub mod akch;
pub mod akct;
mod akfo;
pub mod akhd;
pub mod akof;
pub mod aksf;
pub mod aksq;
pub mod akst;
pub mod assemble;
mod bitmap;
pub mod codec;
pub mod command;
mod conditions;
pub mod disassemble;
mod draw;
mod extent;
mod ink;
mod inspect;
mod limbs;
mod machine;
mod palette;
pub mod parts;
mod shadow;
mod start;

use scumm_room::block::{self, Block, Header};
use scumm_room::{Dialect, Reader, Result, Tag};

use akax::Akax;
use akch::Chore;
use akhd::{Akhd, Codec};
use akof::Cel;
use aksf::Aksf;
use aksq::Aksq;
use akst::Akst;

use crate::anim::{LIMBS, LimbStates};
use crate::damage::Damage;
use crate::host::Host;

pub use conditions::INITIAL_MASK;
pub use extent::Extent;
pub use inspect::CelImage;
pub use limbs::Shown;
pub use machine::STEP_LIMIT;

/// The most colours of AKPL; more are fatal in the reference (A3).
pub const COLOURS: usize = 256;

/// A parsed AKOS.
#[derive(Debug)]
pub struct Akos {
    header: Akhd,
    palette: Vec<u8>,
    colours: Vec<[u8; 3]>,
    sequence: Vec<u8>,
    chores: Vec<Option<Chore>>,
    cels: Vec<Option<Cel>>,
    pixels: Vec<u8>,
    jump_table: Vec<u8>,
    jump_parts: Aksf,
    condition_words: Vec<u8>,
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
        if whole.tag != Tag(*b"AKOS") {
            return Err(Reader::new(data).malformed("a costume (AKOS)", whole.tag));
        }
        if dialect.has_true_colour() {
            return Err(whole.data.unsupported("a costume with 16 bits a pixel"));
        }
        let chunks = Chunks::read(whole.data, damage)?;
        let header = Akhd::parse(chunks.need(b"AKHD")?)?;
        if let Codec::Unknown(number) = header.codec {
            damage.report(whole.data.unsupported(format_args!("codec {number}")))?;
        }
        let palette = chunks.data(b"AKPL");
        if palette.len() > COLOURS {
            return Err(palette.over_limit("the number of colours in AKPL", palette.len() as u64, COLOURS as u64));
        }
        let pixels = chunks.need(b"AKCD")?;
        let jump_parts = Aksf::parse(chunks.data(b"AKSF"))?;
        let condition_parts = Akst::parse(chunks.data(b"AKST"))?;
        let chores = akch::parse(chunks.need(b"AKCH")?, header.chores, damage)?;
        let cels = akof::parse(chunks.need(b"AKOF")?, chunks.need(b"AKCI")?, pixels, damage)?;
        let aux = match chunks.find(b"AKAX") {
            Some(data) => Akax::parse(data, damage)?,
            None => Akax::default(),
        };
        let costume = Self {
            header,
            palette: palette.all().to_vec(),
            colours: chunks.data(b"RGBS").all().chunks_exact(3).filter_map(|rgb| rgb.first_chunk().copied()).collect(),
            sequence: chunks.need(b"AKSQ")?.all().to_vec(),
            chores,
            cels,
            pixels: pixels.all().to_vec(),
            jump_table: chunks.data(b"AKFO").all().to_vec(),
            jump_parts,
            condition_words: chunks.data(b"AKCT").all().to_vec(),
            condition_parts,
            aux,
            digest: crate::draw::cache::digest(data),
        };
        Ok(costume)
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

    /// A cel's coded pixels and all that follows them: nothing says where they end (C37).
    #[must_use]
    pub fn cel_data(&self, cel: &Cel) -> &[u8] {
        usize::try_from(cel.offset).ok().and_then(|offset| self.pixels.get(offset..)).unwrap_or_default()
    }

    /// AKFO: the words of the jump table (A32).
    #[must_use]
    pub fn jump_table(&self) -> &[u8] {
        &self.jump_table
    }

    /// AKSF: the parts of the jump table (A9).
    #[must_use]
    pub fn jump_parts(&self) -> &Aksf {
        &self.jump_parts
    }

    /// AKCT: the condition words (A44).
    #[must_use]
    pub fn condition_words(&self) -> &[u8] {
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
    pub fn advance(&self, dialect: &Dialect, anim: &mut LimbStates, host: &mut dyn Host) -> bool {
        let mut redraw = false;
        for limb in 0..LIMBS {
            redraw |= self.step(dialect, anim, limb, host);
        }
        redraw
    }

    /// `times` steps of one limb, if it is on (T51).
    pub fn advance_limb(&self, dialect: &Dialect, anim: &mut LimbStates, limb: usize, times: u32, host: &mut dyn Host) {
        for _ in 0..times {
            self.step(dialect, anim, limb, host);
        }
    }

    /// One step of a limb, if it is on (A10).
    fn step(&self, dialect: &Dialect, anim: &mut LimbStates, limb: usize, host: &mut dyn Host) -> bool {
        let on = anim.limbs.get(limb).is_some_and(|limb| limb.mode != 0);
        on && machine::advance(self, dialect, anim, limb, host)
    }
}

/// The chunks of a costume, the first of each tag (A1).
struct Chunks<'a> {
    costume: Reader<'a>,
    chunks: Vec<Block<'a>>,
}

impl<'a> Chunks<'a> {
    /// Reads the chunks up to the end or the first damaged header.
    fn read(costume: Reader<'a>, damage: &mut Damage) -> Result<Self> {
        let mut chunks: Vec<Block<'a>> = Vec::new();
        for chunk in block::children(costume, Header::Large) {
            let Some(chunk) = damage.accept(chunk)? else { break };
            if KNOWN.contains(&&chunk.tag.0) && chunks.iter().all(|known| known.tag != chunk.tag) {
                chunks.push(chunk);
            }
        }
        Ok(Self { costume, chunks })
    }

    fn find(&self, tag: &[u8; 4]) -> Option<Reader<'a>> {
        self.chunks.iter().find(|chunk| chunk.tag.0 == *tag).map(|chunk| chunk.data)
    }

    fn need(&self, tag: &[u8; 4]) -> Result<Reader<'a>> {
        self.find(tag).ok_or_else(|| self.costume.malformed(format_args!("chunk {}", Tag(*tag)), "no such chunk"))
    }

    /// The chunk, or an empty one.
    fn data(&self, tag: &[u8; 4]) -> Reader<'a> {
        self.find(tag).unwrap_or_else(|| Reader::new(&[]))
    }
}

/// The chunks that this module reads.
const KNOWN: &[&[u8; 4]] = &[
    b"AKHD", b"AKPL", b"RGBS", b"AKSQ", b"AKCH", b"AKOF", b"AKCI", b"AKCD", b"AKFO", b"AKSF", b"AKST", b"AKCT", b"AKAX",
];

#[cfg(test)]
mod tests;
