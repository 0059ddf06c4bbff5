//! What a block is made of, checked: its header, the records of animations, the data of pictures (C3, C11, C36).

use scumm_room::{Dialect, Error, Result};

use super::draft::{Draft, DraftPicture};
use crate::anim::LIMBS;
use crate::cost::commands::NO_LOOP;
use crate::cost::header::Header;
use crate::cost::{Format, Record};
use crate::edit::encode::rle;

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
pub(super) fn data_bytes(picture: &DraftPicture, name: (u8, u8), format: Format, dialect: &Dialect) -> Result<Vec<u8>> {
    let Some(packing) = format.packing() else { return Ok(Vec::new()) };
    let cel = &*picture.cel;
    let what = |of: String| Error::Misuse(format!("picture {} of limb {}: {of}", name.1, name.0));
    let most = usize::from(u16::MAX);
    if cel.width() > most || cel.height() > most {
        return Err(what(format!("{}x{} pixels: a side has {most} at most", cel.width(), cel.height())));
    }
    if let Some(colour) = cel.pixels().iter().find(|&&colour| usize::from(colour) >= packing.colours()) {
        return Err(what(format!("colour {colour} of {}", packing.colours())));
    }
    Ok(match dialect.has_row_costumes() {
        true => rle::encode(cel.pixels().iter().copied(), packing),
        false => rle::encode_columns(cel, packing),
    })
}
