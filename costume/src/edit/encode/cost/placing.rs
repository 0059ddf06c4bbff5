//! The layout of a COST block: parts are placed according to an arrangement, offsets are filled in,
//! and shared bytes are checked.

use std::collections::BTreeMap;

use scumm_room::{Dialect, Error, Misuse, Result, Surface};

use super::draft::{CostArrangement, CostDraft, DraftPicture, PartName, check_dialect};
use crate::cost::tables::{ENTRY, NO_REDIRECT};
use crate::cost::{CODES, fill, header};
use crate::draw::Runs;
use crate::edit::encode::{self, PlacedPart, Places, arrange};

/// Returns the block of a costume with its header, in the encoder's own layout: records, commands,
/// tables, pictures (C8, C11, C31). Equal parts are stored once, and a picture borrows equal data
/// from another picture (C33). Use [`encode_as`] for another layout.
///
/// # Errors
/// Returns [`Error::Misuse`] with the reason if the version is not supported, or if the colours,
/// the sizes or the whole costume exceed the limits of the format (64 KiB for the costume).
pub fn encode(draft: &CostDraft, dialect: &Dialect) -> Result<Vec<u8>> {
    check_dialect(dialect)?;
    let format = draft.format(dialect)?;
    let mut draft = draft.clone();
    // Every entry needs an offset, so an entry without a picture gets the offset of an empty
    // picture without pixels or moves.
    for picture in draft.limbs.iter_mut().flatten() {
        picture.get_or_insert_default();
    }
    let mut owners = BTreeMap::new();
    let mut borrows = BTreeMap::new();
    for (name, picture) in draft.pictures() {
        let data = picture.data_bytes(name, format, dialect)?;
        let has_data = !data.is_empty();
        let (owner, header) = owners.entry(data).or_insert((name, picture.header()));
        // Equal pictures have one position; a picture with a different header borrows the data.
        if has_data && *header != picture.header() {
            borrows.insert(name, *owner);
        }
    }
    lay_out(
        &draft,
        &CostArrangement {
            borrows,
            ..CostArrangement::default()
        },
        dialect,
    )
}

/// Returns the block of a costume, laid out according to `arrangement` as far as the arrangement
/// fits the draft. Parts that the arrangement does not name come last. If the order of the
/// arrangement is empty, the layout is the layout of [`encode`].
///
/// # Errors
/// Returns the errors of [`encode`].
pub fn encode_as(
    draft: &CostDraft,
    arrangement: &CostArrangement,
    dialect: &Dialect,
) -> Result<Vec<u8>> {
    if arrangement.order.is_empty() {
        return encode(draft, dialect);
    }
    check_dialect(dialect)?;
    lay_out(draft, arrangement, dialect)
}

fn lay_out(draft: &CostDraft, arrangement: &CostArrangement, dialect: &Dialect) -> Result<Vec<u8>> {
    if let Some((number, limb)) = draft
        .limbs
        .iter()
        .enumerate()
        .find(|(_, limb)| limb.len() > CODES)
    {
        return Err(Error::misuse(
            Misuse::OutOfRange,
            format!(
                "limb {number} has {} pictures; the limit is {CODES}",
                limb.len()
            ),
        ));
    }
    let mut header = draft.header(dialect, arrangement.counts)?;
    let mut parts = picture_bytes(draft, arrangement, dialect)?;
    parts.insert(PartName::Commands, draft.commands.clone());
    for (number, record) in (0..=u16::MAX).zip(&draft.records) {
        let Some(record) = record else { continue };
        let bytes = draft.record(number, record, dialect, !arrangement.order.is_empty())?;
        parts.insert(PartName::Animation(number), bytes);
    }
    for (limb, pictures) in (0..=u8::MAX).zip(&draft.limbs) {
        if !pictures.is_empty() || !arrangement.outside.contains_key(&limb) {
            parts.insert(PartName::Table(limb), vec![0; ENTRY * pictures.len()]);
        }
    }
    let offset = |places: &Places<PartName>, name: PartName, otherwise: Option<&u16>| match places
        .get(&name)
    {
        Some(&place) => encode::offset(place.saturating_sub(dialect.costume_base())),
        None => Ok(otherwise.copied().unwrap_or(0)),
    };
    let table = |name: &PartName, places: &Places<PartName>| {
        let PartName::Table(limb) = *name else {
            return None;
        };
        let word = |code| {
            offset(
                places,
                PartName::Picture(limb, code),
                arrangement.loose.get(&(limb, code)),
            )
        };
        let codes = (0..=u8::MAX).take(draft.limbs.get(usize::from(limb))?.len());
        Some(
            codes
                .map(|code| word(code).map(u16::to_le_bytes))
                .collect::<Result<Vec<_>>>()
                .map(|words| words.concat()),
        )
    };
    let (mut block, places) = arrange(
        header.places(dialect).records.end,
        &arrangement.order,
        &parts,
        table,
    )?;
    header.commands = offset(&places, PartName::Commands, None)?;
    for (limb, table) in (0..=u8::MAX).zip(&mut header.tables) {
        *table = offset(
            &places,
            PartName::Table(limb),
            arrangement.outside.get(&limb),
        )?;
    }
    for (number, record) in (0..=u16::MAX).zip(&mut header.records) {
        *record = offset(&places, PartName::Animation(number), None)?;
    }
    header.write(&mut block, dialect);
    header::finish_block(&mut block, dialect, arrangement.counts);
    let unread = header::unread(dialect);
    if arrangement.lead.len() == unread.len() {
        block[unread].copy_from_slice(&arrangement.lead);
    }
    Ok(block)
}

/// Returns the bytes of all pictures: headers, and data unless it is borrowed.
fn picture_bytes(
    draft: &CostDraft,
    arrangement: &CostArrangement,
    dialect: &Dialect,
) -> Result<BTreeMap<PartName, Vec<u8>>> {
    let format = draft.format(dialect)?;
    let Some(packing) = format.packing() else {
        return Ok(BTreeMap::new());
    };
    let row_major = dialect.has_row_costumes();
    let last = arrangement
        .order
        .iter()
        .rev()
        .find_map(|placed| match placed {
            PlacedPart::Part { names, .. } => Some(names.as_slice()),
            PlacedPart::Gap(_) => None,
        });
    // Returns whether data decodes to the pixels of a cel, and whether the data ends too early.
    let decode = |data: &[u8], cel: &Surface| {
        let mut surface = Surface::filled(cel.width(), cel.height(), 0);
        let drawn = fill(&mut surface, &mut Runs::new(data, packing), row_major);
        (surface.pixels() == cel.pixels(), drawn < cel.pixels().len())
    };
    let own = |name: (u8, u8), picture: &DraftPicture| -> Result<Vec<u8>> {
        if let Some(coded) = arrangement.coded.get(&name) {
            let (same, cut) = decode(coded, &picture.cel);
            // Data that is cut short must stay at the end of the block.
            let is_last =
                last.is_some_and(|names| names.contains(&PartName::Picture(name.0, name.1)));
            if same && (!cut || is_last) {
                return Ok(coded.clone());
            }
        }
        picture.data_bytes(name, format, dialect)
    };
    let lends = |other: (u8, u8), cel: &Surface| -> Result<bool> {
        match draft
            .picture(other)
            .filter(|_| !arrangement.borrows.contains_key(&other))
        {
            Some(lender) => Ok(decode(&own(other, lender)?, cel) == (true, false)),
            None => Ok(false),
        }
    };
    let mut bytes = BTreeMap::new();
    for (name, picture) in draft.pictures() {
        let data = own(name, picture)?;
        let lender = match arrangement
            .borrows
            .get(&name)
            .filter(|_| format.redirects())
        {
            Some(&other) if lends(other, &picture.cel)? => Some(other),
            _ => None,
        };
        let mut part = picture.header();
        if format.redirects() {
            let (limb, code) = lender.unwrap_or(NO_REDIRECT);
            part.extend([limb, code]);
        }
        if lender.is_none() {
            part.extend(data);
        }
        bytes.insert(PartName::Picture(name.0, name.1), part);
    }
    Ok(bytes)
}
