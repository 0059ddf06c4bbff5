//! COST: the costumes of v1..v6 (and HE60).
//!
//! Parsing checks the header and the tables and finds the pictures that the animations can reach: the length of a table
//! is not stored (C8), and its unused entries may point anywhere. A reachable picture that is not in the block becomes a
//! finding and shows nothing, so that playing and drawing can't fail.
//!
//! Each structure of the file has one home: `header`, `record`, `tables`, `picture`, `commands`.

pub mod commands;
mod draw;
#[cfg(test)]
pub(crate) mod fixture;
pub(crate) mod header;
mod inspect;
mod palette;
#[cfg(feature = "edit")]
pub(crate) mod parts;
pub(crate) mod picture;
mod play;
mod record;
mod resolve;
mod rows;
pub(crate) mod tables;
mod v1;

use scumm_room::mutation::mutated;
use scumm_room::{Dialect, Reader, Result, block};

use crate::anim::LIMBS;
use crate::damage::Damage;
#[cfg(feature = "edit")]
pub use commands::Command;
pub use commands::Commands;
use header::Header;
pub use header::{Format, TAG};
#[cfg(feature = "edit")]
pub(crate) use inspect::fill;
pub use picture::Picture;
pub use record::Record;
#[cfg(feature = "edit")]
pub use record::{Entry, Sequence};

/// Number of picture numbers.
pub(crate) const CODES: usize = 128;

/// A parsed COST.
#[derive(Clone, Debug)]
pub struct Cost {
    pub(crate) dialect: Dialect,
    data: Box<[u8]>,
    digest: u64,
    pub(crate) header: Header,
    records: Vec<Option<Record>>,
    commands: Commands,
    pictures: Vec<Picture>,
    /// Per limb and picture number an index into `pictures`.
    shown: Box<[[Option<u16>; CODES]; LIMBS]>,
}

impl Cost {
    /// Parses a raw block with its header (C1). Damaged parts are left out.
    ///
    /// # Errors
    /// [`Error::Malformed`](scumm_room::Error::Malformed) where the header or a table is unusable,
    /// [`Error::Unsupported`](scumm_room::Error::Unsupported) for formats of games that are left out.
    pub fn parse(data: &[u8], dialect: &Dialect) -> Result<Self> {
        Self::parse_with(data, dialect, &mut Damage::lenient())
    }

    /// Parses a raw block. `damage` decides what happens to damaged parts, and keeps the findings.
    ///
    /// # Errors
    /// As [`Cost::parse`], and what a strict `damage` refuses.
    pub fn parse_with(data: &[u8], dialect: &Dialect, damage: &mut Damage) -> Result<Self> {
        let mut reader = Reader::new(data);
        let block = block::read(&mut reader, dialect.header())?;
        let mut whole = Reader::new(block.whole);
        if dialect.header() == block::Header::Large {
            if block.tag != TAG {
                return Err(Reader::new(data).malformed(format_args!("block {TAG}"), block.tag));
            }
            whole = whole.inside(TAG);
        }
        let header = Header::parse(whole, dialect)?;
        resolve::resolve(whole, header, dialect, damage)
    }

    /// The animation with a number (direction + 4 * frame, C9), if it exists.
    #[must_use]
    pub fn record(&self, number: u16) -> Option<&Record> {
        if mutated("NumAnimCounts") && usize::from(number).saturating_add(1) == self.records.len() {
            return None;
        }
        self.records.get(usize::from(number))?.as_ref()
    }

    /// The picture that a limb shows for a number (C30).
    #[must_use]
    pub fn picture(&self, limb: usize, code: u8) -> Option<&Picture> {
        let index = (*self.shown.get(limb)?.get(usize::from(code))?)?;
        self.pictures.get(usize::from(index))
    }

    /// The bytes from a picture's data to the end of the block: where the data ends is known only by decoding it.
    #[must_use]
    pub fn picture_data(&self, picture: &Picture) -> &[u8] {
        self.data.get(picture.data..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
