//! The encoder's own order: records, commands, tables, pictures (C1..C11, C31, C33). What is equal is stored once.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

use scumm_room::{Dialect, Error, Result};

use super::draft::{Draft, DraftPicture, check_dialect};
use crate::anim::LIMBS;
use crate::cost::commands::NO_LOOP;
use crate::cost::header::{Header, finish_block};
use crate::cost::picture::NO_REDIRECT;
use crate::cost::{CODES, Format, Picture, Record};
use crate::draw::rle::Packing;
use crate::edit::encode::rle;

/// The block of a costume with its header, in the encoder's own layout: what is equal is stored once.
/// [`super::encode_as`] takes another layout.
///
/// # Errors
/// [`Error::Misuse`] says what the format has no room for: other versions, colours, sizes, 64 KiB.
pub fn encode(draft: &Draft, dialect: &Dialect) -> Result<Vec<u8>> {
    check_dialect(dialect)?;
    let mut header = header(draft, dialect, false)?;
    let mut block = vec![0; header.places(dialect).records.end];
    let mut known: BTreeMap<Vec<u8>, u16> = BTreeMap::new();
    for (number, (record, offset)) in draft.records.iter().zip(&mut header.records).enumerate() {
        let Some(record) = record else { continue };
        *offset = match known.entry(record_bytes(number, record, draft, dialect, false)?) {
            Slot::Occupied(slot) => *slot.get(),
            Slot::Vacant(slot) => {
                let offset = offset_of(block.len(), dialect)?;
                block.extend(slot.key());
                *slot.insert(offset)
            }
        };
    }
    header.commands = offset_of(block.len(), dialect)?;
    block.extend(&draft.commands);
    pictures(&mut block, &mut header, draft, dialect)?;
    header.write(&mut block, dialect);
    finish_block(&mut block, dialect, false);
    Ok(block)
}

/// The header of a draft without offsets. With `counts` the number of animations counts them
/// (C3, [`Cost::stored_animations`](crate::cost::Cost::stored_animations)).
pub(super) fn header(draft: &Draft, dialect: &Dialect, counts: bool) -> Result<Header> {
    let counts = counts && dialect.costume_has_size_field();
    let last = draft.records.len().checked_sub(usize::from(!counts)).and_then(|last| u8::try_from(last).ok());
    let last =
        last.ok_or_else(|| Error::Misuse(format!("a costume has 1..=256 animations, not {}", draft.records.len())))?;
    Ok(Header {
        last,
        last_is_stored: !counts,
        format: draft.format(dialect)?,
        keeps_west: draft.keeps_west,
        palette: draft.palette.clone(),
        commands: 0,
        tables: [0; LIMBS],
        records: vec![0; draft.records.len()],
    })
}

/// A place in the block as an offset.
pub(super) fn offset_of(place: usize, dialect: &Dialect) -> Result<u16> {
    u16::try_from(place.saturating_sub(dialect.costume_base()))
        .map_err(|_| Error::Misuse("the costume is larger than the 64 KiB that offsets reach".into()))
}

/// Writes a word into the block.
pub(super) fn put_word(block: &mut [u8], at: usize, word: u16) {
    block[at..at + 2].copy_from_slice(&word.to_le_bytes());
}

/// The limbs' tables, then the pictures that they name.
fn pictures(block: &mut Vec<u8>, header: &mut Header, draft: &Draft, dialect: &Dialect) -> Result<()> {
    let Some(packing) = header.format.packing() else { return Ok(()) };
    let mut tables = Vec::with_capacity(draft.limbs.len());
    for ((number, limb), offset) in draft.limbs.iter().enumerate().zip(&mut header.tables) {
        if limb.len() > CODES {
            return Err(Error::Misuse(format!("limb {number} has {} pictures, {CODES} is the most", limb.len())));
        }
        // A limb without pictures has an empty table, at the place where the next one begins.
        *offset = offset_of(block.len(), dialect)?;
        tables.push(block.len());
        block.resize(block.len() + 2 * limb.len(), 0);
    }
    let mut stored = Stored::default();
    for ((limb, pictures), table) in (0..=u8::MAX).zip(&draft.limbs).zip(tables) {
        for ((code, picture), entry) in (0..=u8::MAX).zip(pictures).zip((table..).step_by(2)) {
            let (head, data) = match picture {
                Some(picture) => {
                    (picture.header(), data_bytes(picture, (limb, code), packing, dialect.has_row_costumes())?)
                }
                // The entry needs some offset, so it gets that of an empty picture: no pixels, no moves.
                None => ([0; Picture::LEN], Vec::new()),
            };
            let offset = stored.store(block, header.format, (head, data), (limb, code), dialect)?;
            put_word(block, entry, offset);
        }
    }
    Ok(())
}

/// The pictures that are written.
#[derive(Default)]
struct Stored {
    /// Offsets by header and data.
    pictures: BTreeMap<([u8; Picture::LEN], Vec<u8>), u16>,
    /// Limb and number of the picture that has the data.
    owners: BTreeMap<Vec<u8>, (u8, u8)>,
}

impl Stored {
    /// Writes a picture at the end of the block unless it is there already; returns its offset.
    fn store(
        &mut self,
        block: &mut Vec<u8>,
        format: Format,
        picture: ([u8; Picture::LEN], Vec<u8>),
        name: (u8, u8),
        dialect: &Dialect,
    ) -> Result<u16> {
        let known = match self.pictures.entry(picture) {
            Slot::Occupied(slot) => return Ok(*slot.get()),
            Slot::Vacant(slot) => slot,
        };
        let offset = offset_of(block.len(), dialect)?;
        let (header, data) = known.key();
        block.extend(header);
        let owner = self.owners.get(data).copied().filter(|_| format.redirects());
        if format.redirects() {
            let (limb, code) = owner.unwrap_or(NO_REDIRECT);
            block.extend([limb, code]);
        }
        if owner.is_none() {
            block.extend(data);
            if !data.is_empty() {
                self.owners.insert(data.clone(), name);
            }
        }
        Ok(*known.insert(offset))
    }
}

/// One animation, checked (C11). With `anywhere` its sequences may leave the stream, as those of damaged costumes do.
pub(super) fn record_bytes(
    number: usize,
    record: &Record,
    draft: &Draft,
    dialect: &Dialect,
    anywhere: bool,
) -> Result<Vec<u8>> {
    let mut below = None;
    for entry in &record.entries {
        let what = |of: &str| Error::Misuse(format!("animation {number}, limb {}: {of}", entry.limb));
        if entry.limb > 15 || below.is_some_and(|below| below >= entry.limb) {
            return Err(what("limbs are 0..=15, ascending"));
        }
        below = Some(entry.limb);
        let Some(sequence) = entry.sequence else { continue };
        if dialect.costume_starts_are_bytes() && sequence.start >= 0xff {
            return Err(what("the start of a sequence has one byte, up to 254"));
        }
        let end = usize::from(sequence.start) + usize::from(sequence.extra);
        let leaves = end >= draft.commands.len().min(usize::from(NO_LOOP));
        if sequence.extra > 0x7f || (leaves && !anywhere) {
            return Err(what("the sequence is longer than 128 commands, or leaves the first 32768 of the stream"));
        }
    }
    Ok(record.write(dialect))
}

/// A picture's data (C36, C39).
pub(super) fn data_bytes(picture: &DraftPicture, name: (u8, u8), packing: Packing, row_major: bool) -> Result<Vec<u8>> {
    let cel = &*picture.cel;
    let what = |of: String| Error::Misuse(format!("picture {} of limb {}: {of}", name.1, name.0));
    let most = usize::from(u16::MAX);
    if cel.width() > most || cel.height() > most {
        return Err(what(format!("{}x{} pixels: a side has {most} at most", cel.width(), cel.height())));
    }
    if let Some(colour) = cel.pixels().iter().find(|&&colour| usize::from(colour) >= packing.colours()) {
        return Err(what(format!("colour {colour} of {}", packing.colours())));
    }
    Ok(match row_major {
        true => rle::encode(cel.pixels().iter().copied(), packing),
        false => rle::encode_columns(cel, packing),
    })
}
