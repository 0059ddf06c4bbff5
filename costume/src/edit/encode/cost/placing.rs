//! The block of a draft, laid out by an arrangement: parts are placed, offsets filled in, shared bytes verified.

use std::collections::{BTreeMap, BTreeSet};

use scumm_room::{Dialect, Error, Result, Surface};

use super::arrangement::{Arrangement, PartName};
use super::draft::{Draft, DraftPicture, check_dialect};
use super::layout::{self, data_bytes, offset_of, put_word, record_bytes};
use super::own::own_layout;
use crate::cost::header::{self, Header};
use crate::cost::picture::NO_REDIRECT;
use crate::cost::tables::ENTRY;
use crate::cost::{CODES, fill};
use crate::draw::rle::Runs;
use crate::edit::encode::arrange::{Canvas, PlacedPart};

/// The block of a costume with its header, in the encoder's own layout: what is equal is stored once. [`encode_as`] takes
/// another layout.
///
/// # Errors
/// [`Error::Misuse`] says what the format has no room for: other versions, colours, sizes,
/// 64 KiB.
pub fn encode(draft: &Draft, dialect: &Dialect) -> Result<Vec<u8>> {
    check_dialect(dialect)?;
    let (draft, arrangement) = own_layout(draft, dialect)?;
    lay_out(&draft, &arrangement, dialect)
}

/// The block of a costume, laid out as `arrangement` says as far as it fits the draft. What it does not name comes last.
/// If its order is empty, the layout is that of [`encode`].
///
/// # Errors
/// As [`encode`].
pub fn encode_as(draft: &Draft, arrangement: &Arrangement, dialect: &Dialect) -> Result<Vec<u8>> {
    if arrangement.order.is_empty() {
        return encode(draft, dialect);
    }
    check_dialect(dialect)?;
    lay_out(draft, arrangement, dialect)
}

fn lay_out(draft: &Draft, arrangement: &Arrangement, dialect: &Dialect) -> Result<Vec<u8>> {
    if let Some((number, limb)) = draft.limbs.iter().enumerate().find(|(_, limb)| limb.len() > CODES) {
        return Err(Error::Misuse(format!("limb {number} has {} pictures, {CODES} is the most", limb.len())));
    }
    let pictures = picture_bytes(draft, arrangement, dialect)?;
    let laid_out = |overlaps| -> Result<Placing<'_>> {
        let header = layout::header(draft, dialect, arrangement.counts)?;
        let mut placing = Placing {
            draft,
            arrangement,
            pictures: &pictures,
            dialect,
            canvas: Canvas::new(vec![0; header.places(dialect).records.end], overlaps),
            header,
            places: BTreeMap::new(),
            tables: Vec::new(),
            words: Vec::new(),
            agrees: true,
        };
        placing.place()?;
        placing.fill_words()?;
        Ok(placing)
    };
    let placing = laid_out(true)?;
    // If parts no longer agree in the bytes that they share, no part shares anything.
    Ok(if placing.verify() { placing.finish() } else { laid_out(false)?.finish() })
}

/// Bytes of pictures by limb and number.
type PictureBytes = BTreeMap<(u8, u8), Vec<u8>>;

/// The bytes of all pictures: headers, and data unless they borrow it.
fn picture_bytes(draft: &Draft, arrangement: &Arrangement, dialect: &Dialect) -> Result<PictureBytes> {
    let format = draft.format(dialect)?;
    let Some(packing) = format.packing() else { return Ok(BTreeMap::new()) };
    let row_major = dialect.has_row_costumes();
    let last = arrangement.order.iter().rev().find_map(|placed| match placed {
        PlacedPart::Part { names, .. } => Some(names.as_slice()),
        PlacedPart::Gap(_) => None,
    });
    // Whether data decodes to the pixels of a cel, and whether it ends too early.
    let decode = |data: &[u8], cel: &Surface| {
        let mut surface = Surface::filled(cel.width(), cel.height(), 0);
        let drawn = fill(&mut surface, &mut Runs::new(data, packing), row_major);
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
        data_bytes(picture, name, format, dialect)
    };
    let lends = |other: (u8, u8), cel: &Surface| -> Result<bool> {
        match draft.picture(other).filter(|_| !arrangement.borrows.contains_key(&other)) {
            Some(lender) => Ok(decode(&own(other, lender)?, cel) == (true, false)),
            None => Ok(false),
        }
    };
    let mut bytes = BTreeMap::new();
    for (name, picture) in draft.pictures() {
        let data = own(name, picture)?;
        let lender = match arrangement.borrows.get(&name).filter(|_| format.redirects()) {
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
        bytes.insert(name, part);
    }
    Ok(bytes)
}

/// The table of a limb in the block.
struct PlacedTable {
    limb: u8,
    start: usize,
    /// The length of the block when the table was placed.
    solid: usize,
}

/// Entries of a limb's table.
fn entries(draft: &Draft, limb: u8) -> usize {
    draft.limbs.get(usize::from(limb)).map_or(0, Vec::len)
}

/// A block in the making.
struct Placing<'a> {
    draft: &'a Draft,
    arrangement: &'a Arrangement,
    pictures: &'a PictureBytes,
    dialect: &'a Dialect,
    header: Header,
    canvas: Canvas,
    places: BTreeMap<PartName, usize>,
    tables: Vec<PlacedTable>,
    /// The words that tables were filled with, by position.
    words: Vec<(usize, u16)>,
    /// Every table found the bytes of other parts to be its own.
    agrees: bool,
}

impl Placing<'_> {
    /// First step: every part gets its place, those of the arrangement in its order, then the others.
    fn place(&mut self) -> Result<()> {
        for placed in &self.arrangement.order {
            match placed {
                PlacedPart::Gap(bytes) => drop(self.canvas.place(bytes, 0)),
                PlacedPart::Part { names, back } => match names.as_slice() {
                    [PartName::Table(limb)] => self.place_table(*limb, *back),
                    names => self.place_part(names, *back)?,
                },
            }
        }
        let records = (0..=u16::MAX).zip(&self.draft.records).map(|(number, _)| PartName::Animation(number));
        let pictures = self.pictures.keys().map(|&(limb, code)| PartName::Picture(limb, code));
        for name in records.chain([PartName::Commands]).chain(pictures) {
            if !self.places.contains_key(&name) {
                self.place_part(&[name], 0)?;
            }
        }
        for (limb, pictures) in (0..=u8::MAX).zip(&self.draft.limbs) {
            let known = self.places.contains_key(&PartName::Table(limb));
            if !known && (!pictures.is_empty() || !self.arrangement.outside.contains_key(&limb)) {
                self.place_table(limb, 0);
            }
        }
        Ok(())
    }

    /// Places a part under the names whose contents are that of the first one.
    fn place_part(&mut self, names: &[PartName], back: usize) -> Result<()> {
        let mut shared: Option<(usize, Vec<u8>)> = None;
        for &name in names {
            let Some(part) = self.content(name)? else { continue };
            let start = match &shared {
                Some((start, known)) if *known == part => *start,
                Some(_) => continue,
                None => shared.insert((self.canvas.place(&part, back), part)).0,
            };
            self.places.insert(name, start);
        }
        Ok(())
    }

    /// Makes room for a table. Its words are known when all is placed; until then it has the bytes that are there.
    fn place_table(&mut self, limb: u8, back: usize) {
        let solid = self.canvas.bytes.len();
        let start = self.canvas.place(&[], back);
        self.canvas.bytes.resize(solid.max(start + ENTRY * entries(self.draft, limb)), 0);
        self.places.insert(PartName::Table(limb), start);
        self.tables.push(PlacedTable { limb, start, solid });
    }

    /// The bytes of a part that is no table, if the draft has it.
    fn content(&self, name: PartName) -> Result<Option<Vec<u8>>> {
        Ok(match name {
            PartName::Animation(number) => match self.draft.records.get(usize::from(number)).and_then(Option::as_ref) {
                Some(record) => Some(record_bytes(number.into(), record, self.draft, self.dialect, true)?),
                None => None,
            },
            PartName::Commands => Some(self.draft.commands.clone()),
            PartName::Table(_) => None,
            PartName::Picture(limb, code) => self.pictures.get(&(limb, code)).cloned(),
        })
    }

    /// Second step: the offsets of all parts are written into the tables and the header.
    fn fill_words(&mut self) -> Result<()> {
        let draft = self.draft;
        let cells = |table: &PlacedTable| (table.start..).step_by(ENTRY).take(entries(draft, table.limb));
        // Words of tables that nothing was written into yet; limbs may share them.
        let new = |table| cells(table).filter(|&at| at >= table.solid);
        let mut open: BTreeSet<usize> = self.tables.iter().flat_map(new).collect();
        for table in &self.tables {
            for (code, at) in (0..=u8::MAX).zip(cells(table)) {
                let word = match self.places.get(&PartName::Picture(table.limb, code)) {
                    Some(&place) => offset_of(place, self.dialect)?,
                    None => self.arrangement.loose.get(&(table.limb, code)).copied().unwrap_or(0),
                };
                // Bytes that belong to earlier parts, too, have to be those of the table.
                self.agrees &= at >= table.solid || open.contains(&at) || self.canvas.word(at) == Some(word);
                open.remove(&at);
                put_word(&mut self.canvas.bytes, at, word);
                self.words.push((at, word));
            }
        }
        let place = |name| self.places.get(&name).map(|&place| offset_of(place, self.dialect)).transpose();
        self.header.commands = place(PartName::Commands)?.unwrap_or(0);
        for (limb, offset) in (0..=u8::MAX).zip(&mut self.header.tables) {
            let outside = self.arrangement.outside.get(&limb).copied();
            *offset = place(PartName::Table(limb))?.or(outside).unwrap_or(0);
        }
        for (number, offset) in (0..=u16::MAX).zip(&mut self.header.records) {
            *offset = place(PartName::Animation(number))?.unwrap_or(0);
        }
        self.header.write(&mut self.canvas.bytes, self.dialect);
        Ok(())
    }

    /// Third step: whether all that parts share is what each of them holds.
    fn verify(&self) -> bool {
        let words = self.words.iter().all(|&(at, word)| self.canvas.word(at) == Some(word));
        self.agrees && words && self.canvas.holds()
    }

    /// The block with tag and size.
    fn finish(self) -> Vec<u8> {
        let mut block = self.canvas.bytes;
        header::finish_block(&mut block, self.dialect, self.arrangement.counts);
        let unread = header::unread(self.dialect);
        if self.arrangement.lead.len() == unread.len() {
            block[unread].copy_from_slice(&self.arrangement.lead);
        }
        block
    }
}
