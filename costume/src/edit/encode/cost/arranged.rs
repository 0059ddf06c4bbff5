//! A COST as it was laid out before: what the plain values do not say, and the block made from both.

use std::collections::{BTreeMap, BTreeSet};

use scumm_room::{Dialect, Error, Result, Surface};

use super::draft::{Draft, DraftPicture};
use super::layout::{self, Layout, check_dialect, data_bytes, fixed_part, format_of, header_bytes, record_bytes};
use crate::cost::Cost;
use crate::cost::parts::Parts;
use crate::cost::picture::NO_REDIRECT;
use crate::draw::rle::Runs;
use crate::edit::encode::arrange::{Canvas, Placed};

/// A part of the block behind the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartName {
    /// An animation's record.
    Animation(u16),
    /// The commands.
    Commands,
    /// A limb's table.
    Table(u8),
    /// Limb and number of a picture.
    Picture(u8, u8),
}

/// How a block is laid out, where it is not as the encoder would do it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// The parts in their order; empty for the encoder's own.
    pub order: Vec<Placed<PartName>>,
    /// v6: size 0 and a number of animations that counts them (C3, see [`Cost::stored_animations`]).
    pub counts: bool,
    /// The header's bytes that nothing looks at: the tag of v3 and v4, a word of v2, size and tag of v6. Empty for the usual ones.
    pub lead: Vec<u8>,
    /// Coded pixels that the encoder would code otherwise: used as long as they give the picture's pixels.
    pub coded: BTreeMap<(u8, u8), Vec<u8>>,
    /// Pictures that borrow from a certain other one (C33).
    pub borrows: BTreeMap<(u8, u8), (u8, u8)>,
    /// Table entries that name no picture: what stands in them.
    pub loose: BTreeMap<(u8, u8), u16>,
    /// Limbs without pictures whose tables lie outside: their offsets.
    pub outside: BTreeMap<u8, u16>,
}

/// Plain values and arrangement of a parsed costume; [`encode_as`] makes a block of them.
///
/// # Errors
/// As [`Draft::of`].
pub fn take_apart(cost: &Cost) -> Result<(Draft, Arrangement)> {
    let dialect = cost.dialect();
    check_dialect(dialect)?;
    let mut parts = cost.parts()?;
    let stored = usize::from(cost.stored_animations());
    let fixed = parts.anim_offsets.start + 2 * stored;
    drop_accidents(cost, &mut parts, fixed);
    let draft = Draft::whole(cost, &parts)?;
    let mut arrangement = Arrangement {
        counts: stored == usize::from(cost.last_animation()),
        lead: lead(cost, dialect),
        order: order(cost, &parts, &draft, fixed),
        ..Arrangement::default()
    };
    for (limb, table) in (0..=u8::MAX).zip(&parts.tables) {
        let inside = table.start.is_some_and(|start| start >= fixed);
        if table.entries.is_empty() && !inside {
            arrangement.outside.insert(limb, table.offset);
        }
        let loose = (0..=u8::MAX).zip(&table.entries).filter(|(_, entry)| entry.picture.is_none());
        arrangement.loose.extend(loose.map(|(code, entry)| ((limb, code), entry.offset)));
    }
    let format = format_of(&draft, dialect)?;
    if format != cost.format() {
        return Err(Error::Misuse(format!(
            "costumes of format {:#04x} can't be made for this version",
            cost.format().byte()
        )));
    }
    for part in &parts.pictures {
        for &name in &part.names {
            let Some(picture) = draft.picture(name) else { continue };
            if let Some(lender) = part.picture.redirect {
                arrangement.borrows.insert(name, lender);
                continue;
            }
            let data = cost.block().get(part.data.clone()).unwrap_or_default();
            let packed = format.packing().map(|packing| data_bytes(picture, name, packing, dialect.has_row_costumes()));
            if packed.transpose()?.is_none_or(|packed| packed != data) {
                arrangement.coded.insert(name, data.to_vec());
            }
        }
    }
    Ok((draft, arrangement))
}

/// Takes what can't be pictures out of the tables, where damage or C3's accident lets animations reach it: what lies in
/// the header, has a senseless size, runs through other pictures to the end of the block, or borrows from what has
/// nothing to lend. Such an entry is kept as a number.
fn drop_accidents(cost: &Cost, parts: &mut Parts, fixed: usize) {
    let last = parts.pictures.iter().map(|part| part.header.start).max();
    let lends = |name: (u8, u8)| {
        let lender = parts.pictures.iter().find(|part| part.names.contains(&name));
        lender.is_some_and(|part| part.picture.redirect.is_none())
    };
    let accidents: Vec<bool> = parts
        .pictures
        .iter()
        .map(|part| {
            let start = part.header.start;
            let through = part.cut && part.picture.redirect.is_none() && last != Some(start);
            let astray = part.picture.redirect.is_some_and(|lender| !lends(lender));
            start < fixed || through || astray || cost.cel(&part.picture).is_err()
        })
        .collect();
    for table in &mut parts.tables {
        for entry in &mut table.entries {
            entry.picture = entry.picture.filter(|&picture| accidents.get(picture) == Some(&false));
        }
        // A table ends with its last picture.
        let length = table.entries.iter().rposition(|entry| entry.picture.is_some()).map_or(0, |last| last + 1);
        table.entries.truncate(length);
    }
}

/// The bytes that nothing looks at, where they are not the usual ones.
fn lead(cost: &Cost, dialect: &Dialect) -> Vec<u8> {
    let mut usual = cost.block().to_vec();
    usual[layout::lead(dialect)].fill(0);
    layout::finish(&mut usual, dialect, cost.stored_animations() == u16::from(cost.last_animation()));
    let range = layout::lead(dialect);
    let there = cost.block().get(range.clone()).unwrap_or_default();
    if usual.get(range) == Some(there) { Vec::new() } else { there.to_vec() }
}

/// The parts by position, with gaps between them.
fn order(cost: &Cost, parts: &Parts, draft: &Draft, fixed: usize) -> Vec<Placed<PartName>> {
    let mut found: Vec<(usize, usize, Vec<PartName>)> = Vec::new();
    for record in &parts.records {
        let stored = record.numbers.iter().filter(|&&number| number < cost.stored_animations());
        let names: Vec<_> = stored.map(|&number| PartName::Animation(number)).collect();
        found.push((record.bytes.start, record.bytes.end, names));
    }
    found.push((parts.commands, parts.commands + draft.commands.len(), vec![PartName::Commands]));
    for (limb, table) in (0..=u8::MAX).zip(&parts.tables) {
        if let Some(start) = table.start {
            found.push((start, start + 2 * table.entries.len(), vec![PartName::Table(limb)]));
        }
    }
    for part in &parts.pictures {
        let names = part.names.iter().filter(|&&name| draft.picture(name).is_some());
        let names = names.map(|&(limb, code)| PartName::Picture(limb, code)).collect();
        found.push((part.header.start, part.end(), names));
    }
    found.retain(|(start, _, names)| *start >= fixed && *start <= cost.block().len() && !names.is_empty());
    found.sort();
    let mut order = Vec::new();
    let mut at = fixed;
    let gap = |from: usize, to: usize, order: &mut Vec<Placed<PartName>>| {
        if to > from {
            order.push(Placed::Gap(cost.block().get(from..to).unwrap_or_default().to_vec()));
        }
    };
    for (start, end, names) in found {
        gap(at, start, &mut order);
        order.push(Placed::Part { names, back: at.saturating_sub(start) });
        at = at.max(end);
    }
    gap(at, cost.block().len(), &mut order);
    order
}

/// The block of a costume, laid out as `arrangement` has it as far as it fits the draft. What it does not name comes
/// last; an empty order leaves everything to [`super::encode`].
///
/// # Errors
/// As [`super::encode`].
pub fn encode_as(draft: &Draft, arrangement: &Arrangement, dialect: &Dialect) -> Result<Vec<u8>> {
    if arrangement.order.is_empty() {
        return layout::encode(draft, dialect);
    }
    check_dialect(dialect)?;
    let pictures = Pictures::of(draft, arrangement, dialect)?;
    match arranged(draft, arrangement, &pictures, dialect, true)? {
        Some(block) => Ok(block),
        // What parts shared is no longer the same.
        None => arranged(draft, arrangement, &pictures, dialect, false)?
            .ok_or_else(|| Error::Misuse("the parts of the costume contradict each other".to_owned())),
    }
}

/// The pictures' bytes.
struct Pictures(BTreeMap<(u8, u8), Vec<u8>>);

impl Pictures {
    fn of(draft: &Draft, arrangement: &Arrangement, dialect: &Dialect) -> Result<Self> {
        let format = format_of(draft, dialect)?;
        let Some(packing) = format.packing() else { return Ok(Self(BTreeMap::new())) };
        let row_major = dialect.has_row_costumes();
        let last = arrangement.order.iter().rev().find_map(|placed| match placed {
            Placed::Part { names, .. } => Some(names.as_slice()),
            Placed::Gap(_) => None,
        });
        let decode = |data: &[u8], cel: &Surface| {
            let mut surface = Surface::filled(cel.width(), cel.height(), 0);
            let mut runs = Runs::new(data, packing);
            let drawn = match row_major {
                true => surface.pixels_mut().iter_mut().zip(&mut runs).map(|(pixel, colour)| *pixel = colour).count(),
                false => runs.fill_columns(&mut surface),
            };
            (surface.pixels() == cel.pixels(), drawn < cel.pixels().len())
        };
        let own = |name: (u8, u8), picture: &DraftPicture| -> Result<Vec<u8>> {
            if let Some(coded) = arrangement.coded.get(&name) {
                let (same, cut) = decode(coded, &picture.cel);
                // What is cut short has to stay at the end.
                let is_last = last.is_some_and(|names| names.contains(&PartName::Picture(name.0, name.1)));
                if same && (!cut || is_last) {
                    return Ok(coded.clone());
                }
            }
            data_bytes(picture, name, packing, row_major)
        };
        let mut bytes = BTreeMap::new();
        for (name, picture) in draft.pictures() {
            let mut part = header_bytes(picture).to_vec();
            let data = own(name, picture)?;
            let mut lender = arrangement.borrows.get(&name).copied().filter(|_| format.redirects());
            if let Some(other) = lender {
                let lends = match draft.picture(other) {
                    Some(of) if !arrangement.borrows.contains_key(&other) => {
                        decode(&own(other, of)?, &picture.cel) == (true, false)
                    }
                    _ => false,
                };
                lender = lender.filter(|_| lends);
            }
            if format.redirects() {
                let (limb, code) = lender.unwrap_or(NO_REDIRECT);
                part.extend([limb, code]);
            }
            if lender.is_none() {
                part.extend(data);
            }
            bytes.insert(name, part);
        }
        Ok(Self(bytes))
    }
}

fn arranged(
    draft: &Draft,
    arrangement: &Arrangement,
    pictures: &Pictures,
    dialect: &Dialect,
    overlaps: bool,
) -> Result<Option<Vec<u8>>> {
    let (fixed, holes) = fixed_part(draft, format_of(draft, dialect)?, dialect, arrangement.counts)?;
    let mut canvas = Canvas::new(fixed, overlaps);
    let mut places: BTreeMap<PartName, usize> = BTreeMap::new();
    // The words of a table are known when all is placed; until then its bytes are those that stand there.
    let content = |name: PartName| -> Result<Option<Vec<u8>>> {
        Ok(match name {
            PartName::Animation(number) => match draft.records.get(usize::from(number)).and_then(Option::as_ref) {
                Some(record) => Some(record_bytes(number.into(), record, draft, dialect, true)?),
                None => None,
            },
            PartName::Commands => Some(draft.commands.clone()),
            PartName::Table(_) => None,
            PartName::Picture(limb, code) => pictures.0.get(&(limb, code)).cloned(),
        })
    };
    let mut tables: Vec<(u8, usize, usize)> = Vec::new();
    let mut table = |canvas: &mut Canvas, places: &mut BTreeMap<PartName, usize>, limb: u8, back: usize| {
        let length = 2 * draft.limbs.get(usize::from(limb)).map_or(0, Vec::len);
        let end = canvas.bytes.len();
        let start = canvas.place(&[], back);
        canvas.bytes.resize(end.max(start + length), 0);
        places.insert(PartName::Table(limb), start);
        tables.push((limb, start, end));
    };
    for placed in &arrangement.order {
        match placed {
            Placed::Gap(bytes) => drop(canvas.place(bytes, 0)),
            Placed::Part { names, back } => {
                if let [PartName::Table(limb)] = names.as_slice() {
                    table(&mut canvas, &mut places, *limb, *back);
                    continue;
                }
                let mut shared: Option<(usize, Vec<u8>)> = None;
                for &name in names {
                    let Some(part) = content(name)? else { continue };
                    let start = match &shared {
                        Some((start, known)) if *known == part => *start,
                        Some(_) => continue,
                        None => shared.insert((canvas.place(&part, *back), part)).0,
                    };
                    places.insert(name, start);
                }
            }
        }
    }
    let records = (0..=u16::MAX).zip(&draft.records).filter(|(_, record)| record.is_some());
    let rest = records.map(|(number, _)| PartName::Animation(number)).chain([PartName::Commands]);
    let rest: Vec<PartName> = rest.chain(pictures.0.keys().map(|&(l, c)| PartName::Picture(l, c))).collect();
    for name in rest {
        if let (false, Some(part)) = (places.contains_key(&name), content(name)?) {
            let start = canvas.place(&part, 0);
            places.insert(name, start);
        }
    }
    for (limb, pictures) in (0..=u8::MAX).zip(&draft.limbs) {
        let known = places.contains_key(&PartName::Table(limb));
        if !known && (!pictures.is_empty() || !arrangement.outside.contains_key(&limb)) {
            table(&mut canvas, &mut places, limb, 0);
        }
    }
    let mut layout = Layout { base: dialect.costume_base(), block: std::mem::take(&mut canvas.bytes) };
    let mut sound = true;
    let cells = |&(limb, start, _): &(u8, usize, usize)| {
        let codes = draft.limbs.get(usize::from(limb)).map_or(0, Vec::len);
        (start..).step_by(2).take(codes)
    };
    // Words of tables that nothing was written into yet; limbs may share them.
    let mut open: BTreeSet<usize> = BTreeSet::new();
    for table in &tables {
        open.extend(cells(table).filter(|&at| at >= table.2));
    }
    let mut words = Vec::new();
    for (limb, start, solid) in tables {
        let codes = draft.limbs.get(usize::from(limb)).map_or(0, Vec::len);
        for (code, at) in (0..=u8::MAX).zip((start..).step_by(2)).take(codes) {
            let place = places.get(&PartName::Picture(limb, code));
            let word = match place {
                Some(&place) => layout.offset_of(place)?,
                None => arrangement.loose.get(&(limb, code)).copied().unwrap_or(0),
            };
            // Where other parts stood before the table, their bytes have to be the table's.
            sound &= at >= solid || open.contains(&at) || layout.word(at) == Some(word.to_le_bytes());
            open.remove(&at);
            layout.put(at, word);
            words.push((at, word));
        }
    }
    sound &= words.iter().all(|&(at, word)| layout.word(at) == Some(word.to_le_bytes()));
    layout.fill(&holes, draft, arrangement, &places)?;
    canvas.bytes = layout.block;
    sound &= canvas.holds();
    if !sound && overlaps {
        return Ok(None);
    }
    layout::finish(&mut canvas.bytes, dialect, arrangement.counts);
    let lead = layout::lead(dialect);
    if arrangement.lead.len() == lead.len() {
        canvas.bytes[lead].copy_from_slice(&arrangement.lead);
    }
    Ok(Some(canvas.bytes))
}

impl Layout {
    /// The word at a place.
    fn word(&self, at: usize) -> Option<[u8; 2]> {
        self.block.get(at..)?.first_chunk().copied()
    }

    /// Fills the header's offsets in.
    fn fill(
        &mut self,
        holes: &layout::Holes,
        draft: &Draft,
        arrangement: &Arrangement,
        places: &BTreeMap<PartName, usize>,
    ) -> Result<()> {
        if let Some(&place) = places.get(&PartName::Commands) {
            let word = self.offset_of(place)?;
            self.put(holes.commands, word);
        }
        for (limb, &hole) in (0..=u8::MAX).zip(&holes.tables) {
            let word = match places.get(&PartName::Table(limb)) {
                Some(&place) => self.offset_of(place)?,
                None => arrangement.outside.get(&limb).copied().unwrap_or(0),
            };
            self.put(hole, word);
        }
        for ((number, record), &hole) in (0..=u16::MAX).zip(&draft.records).zip(&holes.records) {
            if let (Some(_), Some(&place)) = (record, places.get(&PartName::Animation(number))) {
                let word = self.offset_of(place)?;
                self.put(hole, word);
            }
        }
        Ok(())
    }
}
