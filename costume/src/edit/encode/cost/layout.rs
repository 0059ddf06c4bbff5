//! Where everything goes: the block of a COST, part by part (C1..C11, C31, C33).

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

use scumm_room::block::Header;
use scumm_room::{Dialect, Error, Result};

use super::draft::{Draft, DraftPicture};
use crate::anim::NONE;
use crate::cost::commands::NO_LOOP;
use crate::cost::picture::{HEADER, NO_REDIRECT};
use crate::cost::{CODES, Format, Record};
use crate::draw::rle::Packing;
use crate::edit::encode::rle;

/// The block of a costume with its header, as [`Cost::parse`](crate::cost::Cost::parse) takes it.
///
/// # Errors
/// [`Error::Misuse`] says what the format has no room for: other versions, colours, sizes, 64 KiB.
pub fn encode(draft: &Draft, dialect: &Dialect) -> Result<Vec<u8>> {
    check_dialect(dialect)?;
    let format = format_of(draft, dialect)?;
    let (block, holes) = fixed_part(draft, format, dialect, false)?;
    let mut layout = Layout { base: dialect.costume_base(), block };
    layout.records(&draft.records, &holes.records, draft, dialect)?;
    layout.name(holes.commands)?;
    layout.block.extend(&draft.commands);
    layout.pictures(draft, format, &holes.tables, dialect.has_row_costumes())?;
    finish(&mut layout.block, dialect, false);
    Ok(layout.block)
}

/// Where offsets wait for their values.
pub(super) struct Holes {
    /// That of the commands.
    pub commands: usize,
    /// Those of the limbs' tables.
    pub tables: Vec<usize>,
    /// Those of the animations.
    pub records: Vec<usize>,
}

/// Everything up to the offsets of the animations, which are 0. With `counts` the number of animations counts them
/// (C3, [`Cost::stored_animations`](crate::cost::Cost::stored_animations)).
pub(super) fn fixed_part(draft: &Draft, format: Format, dialect: &Dialect, counts: bool) -> Result<(Vec<u8>, Holes)> {
    let counts = counts && dialect.costume_has_size_field();
    let last = draft.records.len().checked_sub(usize::from(!counts)).and_then(|last| u8::try_from(last).ok());
    let last = last.ok_or_else(|| misuse(format!("a costume has 1..=256 animations, not {}", draft.records.len())))?;
    let mut layout = Layout { base: dialect.costume_base(), block: vec![0; dialect.costume_fields()] };
    layout.block.extend([last, format.byte() | if draft.keeps_west { 0x80 } else { 0 }]);
    layout.block.extend(&draft.palette);
    let commands = layout.hole();
    let tables = draft.limbs.iter().map(|_| layout.hole()).collect();
    let records = draft.records.iter().map(|_| layout.hole()).collect();
    Ok((layout.block, Holes { commands, tables, records }))
}

/// The bytes of the header that nothing looks at: the tag of v3 and v4 (v2: a word), size and tag of v6.
pub(super) fn lead(dialect: &Dialect) -> std::ops::Range<usize> {
    match dialect.header() {
        Header::Large if dialect.costume_has_size_field() => 8..14,
        Header::Large => 8..8,
        Header::Small => 4..6,
        Header::Old => 2..4,
    }
}

/// Writes tag and size (C1); in v6 the size once more, which is 0 where the number of animations counts them, and the
/// tag (C3). A block is smaller than 4 GiB, since offsets reach 64 KiB only.
pub(super) fn finish(block: &mut [u8], dialect: &Dialect, counts: bool) {
    let size = u32::try_from(block.len()).unwrap_or(u32::MAX);
    match dialect.header() {
        Header::Large => {
            block[..4].copy_from_slice(&crate::cost::TAG.0);
            block[4..8].copy_from_slice(&size.to_be_bytes());
            if dialect.costume_has_size_field() {
                let size = if counts { 0 } else { size - 8 };
                block[8..12].copy_from_slice(&size.to_le_bytes());
                block[12..14].copy_from_slice(b"CO");
            }
        }
        Header::Small => {
            block[..4].copy_from_slice(&size.to_le_bytes());
            block[4..6].copy_from_slice(b"CO");
        }
        // The second word is not looked at (F4).
        Header::Old => block[..2].copy_from_slice(&u16::try_from(size).unwrap_or(u16::MAX).to_le_bytes()),
    }
}

/// Versions whose costumes can be made.
pub(super) fn check_dialect(dialect: &Dialect) -> Result<()> {
    if dialect.costume_mask_is_byte() || dialect.has_akos() {
        let version = dialect.version();
        return Err(misuse(format!("COST is made for v2 to v6 and HE60, not for v{version}")));
    }
    Ok(())
}

pub(super) fn format_of(draft: &Draft, dialect: &Dialect) -> Result<Format> {
    match (draft.palette.len(), draft.redirects) {
        // One byte whatever the format; of these only the one with 16 colours occurs (C6).
        (1, false) if dialect.is_old_bundle() => Ok(Format::Colours16),
        (len, _) if dialect.is_old_bundle() => {
            Err(misuse(format!("a costume of v2 and of v3 with 16 colours has one colour of its own, not {len}")))
        }
        (16, false) => Ok(Format::Colours16),
        (32, false) => Ok(Format::Colours32),
        (16, true) => Ok(Format::Redirected16),
        (32, true) => Ok(Format::Redirected32),
        (len, _) => Err(misuse(format!("a costume has 16 or 32 colours, not {len}"))),
    }
}

fn misuse(what: String) -> Error {
    Error::Misuse(what)
}

/// The pictures that are written.
#[derive(Default)]
struct Stored {
    /// Offsets by header and data.
    pictures: BTreeMap<([u8; HEADER], Vec<u8>), u16>,
    /// Limb and number of the picture that has the data.
    owners: BTreeMap<Vec<u8>, (u8, u8)>,
}

/// A block on its way.
pub(super) struct Layout {
    pub base: usize,
    pub block: Vec<u8>,
}

impl Layout {
    /// Room for an offset.
    fn hole(&mut self) -> usize {
        let at = self.block.len();
        self.block.extend([0, 0]);
        at
    }

    /// The present end as an offset.
    fn offset(&self) -> Result<u16> {
        self.offset_of(self.block.len())
    }

    /// A place in the block as an offset.
    pub fn offset_of(&self, place: usize) -> Result<u16> {
        u16::try_from(place.saturating_sub(self.base))
            .map_err(|_| misuse("the costume is larger than the 64 KiB that offsets reach".into()))
    }

    pub fn put(&mut self, at: usize, offset: u16) {
        self.block[at..at + 2].copy_from_slice(&offset.to_le_bytes());
    }

    /// Writes the present end into a hole.
    fn name(&mut self, hole: usize) -> Result<()> {
        let offset = self.offset()?;
        self.put(hole, offset);
        Ok(())
    }

    /// The animations; equal ones share an offset.
    fn records(&mut self, records: &[Option<Record>], holes: &[usize], draft: &Draft, dialect: &Dialect) -> Result<()> {
        let mut known: BTreeMap<Vec<u8>, u16> = BTreeMap::new();
        for (number, (record, &hole)) in records.iter().zip(holes).enumerate() {
            let Some(record) = record else { continue };
            let bytes = record_bytes(number, record, draft, dialect, false)?;
            let offset = match known.entry(bytes) {
                Slot::Occupied(slot) => *slot.get(),
                Slot::Vacant(slot) => {
                    let offset = self.offset()?;
                    self.block.extend(slot.key());
                    *slot.insert(offset)
                }
            };
            self.put(hole, offset);
        }
        Ok(())
    }

    /// The limbs' tables, then the pictures that they name.
    fn pictures(&mut self, draft: &Draft, format: Format, tables: &[usize], row_major: bool) -> Result<()> {
        let Some(packing) = format.packing() else { return Ok(()) };
        let mut holes = Vec::with_capacity(draft.limbs.len());
        for ((number, limb), &table) in draft.limbs.iter().enumerate().zip(tables) {
            if limb.len() > CODES {
                return Err(misuse(format!("limb {number} has {} pictures, {CODES} is the most", limb.len())));
            }
            // A limb without pictures has an empty table, at the place where the next one begins.
            self.name(table)?;
            holes.push(limb.iter().map(|_| self.hole()).collect::<Vec<_>>());
        }
        let mut stored = Stored::default();
        for ((limb, pictures), holes) in (0..=u8::MAX).zip(&draft.limbs).zip(holes) {
            for ((code, picture), hole) in (0..=u8::MAX).zip(pictures).zip(holes) {
                let (header, data) = match picture {
                    Some(picture) => (header_bytes(picture), data_bytes(picture, (limb, code), packing, row_major)?),
                    // Nothing has to be there, but what is must be harmless: a picture without pixels or moves.
                    None => ([0; HEADER], Vec::new()),
                };
                let offset = self.picture(&mut stored, format, header, data, (limb, code))?;
                self.put(hole, offset);
            }
        }
        Ok(())
    }

    /// Writes a picture unless it is there already.
    fn picture(
        &mut self,
        stored: &mut Stored,
        format: Format,
        header: [u8; HEADER],
        data: Vec<u8>,
        name: (u8, u8),
    ) -> Result<u16> {
        let known = match stored.pictures.entry((header, data)) {
            Slot::Occupied(slot) => return Ok(*slot.get()),
            Slot::Vacant(slot) => slot,
        };
        let offset = self.offset()?;
        let data = &known.key().1;
        self.block.extend(header);
        let owner = stored.owners.get(data).copied().filter(|_| format.redirects());
        if format.redirects() {
            let (limb, code) = owner.unwrap_or(NO_REDIRECT);
            self.block.extend([limb, code]);
        }
        if owner.is_none() {
            self.block.extend(data);
            if !data.is_empty() {
                stored.owners.insert(data.clone(), name);
            }
        }
        Ok(*known.insert(offset))
    }
}

/// One animation (C11). With `anywhere` its sequences may leave the stream, as those of damaged costumes do.
pub(super) fn record_bytes(
    number: usize,
    record: &Record,
    draft: &Draft,
    dialect: &Dialect,
    anywhere: bool,
) -> Result<Vec<u8>> {
    let mut mask = 0u16;
    let mut bytes = vec![0, 0];
    let mut below = None;
    for entry in &record.entries {
        let what = |of: &str| misuse(format!("animation {number}, limb {}: {of}", entry.limb));
        if entry.limb > 15 || below.is_some_and(|below| below >= entry.limb) {
            return Err(what("limbs are 0..=15, ascending"));
        }
        below = Some(entry.limb);
        mask |= 0x8000 >> entry.limb;
        let start = entry.sequence.map_or(NONE, |sequence| sequence.start);
        if dialect.costume_starts_are_bytes() {
            match (entry.sequence, u8::try_from(start)) {
                (None, _) => bytes.push(0xff),
                (Some(_), Ok(start)) if start != 0xff => bytes.push(start),
                _ => return Err(what("the start of a sequence has one byte, up to 254")),
            }
        } else {
            bytes.extend(start.to_le_bytes());
        }
        let Some(sequence) = entry.sequence else { continue };
        let end = usize::from(sequence.start) + usize::from(sequence.extra);
        let leaves = end >= draft.commands.len().min(usize::from(NO_LOOP));
        if sequence.extra > 0x7f || (leaves && !anywhere) {
            return Err(what("the sequence is longer than 128 commands, or leaves the first 32768 of the stream"));
        }
        bytes.push(sequence.extra | if sequence.loops { 0 } else { 0x80 });
    }
    bytes[..2].copy_from_slice(&mask.to_le_bytes());
    Ok(bytes)
}

/// A picture's twelve bytes (C31); its size is checked with its data.
pub(super) fn header_bytes(picture: &DraftPicture) -> [u8; HEADER] {
    let size = [picture.cel.width(), picture.cel.height()].map(|n| u16::try_from(n).unwrap_or(u16::MAX).to_le_bytes());
    let places = [picture.rel.x, picture.rel.y, picture.step.x, picture.step.y].map(i16::to_le_bytes);
    let mut header = [0; HEADER];
    for (pair, value) in header.chunks_exact_mut(2).zip(size.iter().chain(&places)) {
        pair.copy_from_slice(value);
    }
    header
}

/// A picture's data (C36, C39).
pub(super) fn data_bytes(picture: &DraftPicture, name: (u8, u8), packing: Packing, row_major: bool) -> Result<Vec<u8>> {
    let cel = &*picture.cel;
    let what = |of: String| misuse(format!("picture {} of limb {}: {of}", name.1, name.0));
    let most = usize::from(u16::MAX);
    if cel.width() > most || cel.height() > most {
        return Err(what(format!("{}x{} pixels: a side has {most} at most", cel.width(), cel.height())));
    }
    if let Some(colour) = cel.pixels().iter().find(|&&colour| usize::from(colour) >= packing.colours()) {
        return Err(what(format!("colour {colour} of {}", packing.colours())));
    }
    if row_major {
        return Ok(rle::encode(cel.pixels().iter().copied(), packing));
    }
    let column = |x: usize| cel.pixels().iter().skip(x).step_by(cel.width()).copied();
    Ok(rle::encode((0..cel.width()).flat_map(column), packing))
}
