//! The positions of all parts of a block, for the maps, the checks and the encoder.
//!
//! The format stores no lengths (C8), so this module computes the lengths of tables and pictures.
//! The computation uses the entries of tables that animations reach, and other entries that can
//! only refer to pictures.

use std::collections::BTreeMap;
use std::ops::Range;

use scumm_room::Reader;

use super::header::{Header, HeaderPlaces};
use super::tables::{CostPicture, ENTRY, Tables};
use super::{CODES, Cost, v1};
use crate::draw::Runs;
use crate::edit::parts::{NumberedPart, group};

/// The positions of a costume's parts. Positions count from the first byte of the block's header.
#[derive(Debug)]
pub(crate) struct CostParts {
    /// The fields of the header.
    pub header: HeaderPlaces,
    /// Position of the first command.
    pub commands: usize,
    /// The ranges of the commands that animations play, as positions in the block, in ascending
    /// order and without overlaps.
    pub played: Vec<Range<usize>>,
    /// The animations' records, ordered by position.
    pub records: Vec<NumberedPart>,
    /// The limbs' tables.
    pub tables: Vec<TablePart>,
    /// The pictures, ordered by position.
    pub pictures: Vec<PicturePart>,
}

/// The table of a limb's pictures.
#[derive(Debug)]
pub(crate) struct TablePart {
    /// The offset as stored.
    pub offset: u16,
    /// The position; `None` if it is outside the block.
    pub start: Option<usize>,
    /// The known entries. Some entries refer to no picture.
    pub entries: Vec<TableEntry>,
}

/// An entry of a limb's table.
#[derive(Debug)]
pub(crate) struct TableEntry {
    /// The offset as stored.
    pub offset: u16,
    /// The index of the picture among the parts.
    pub picture: Option<usize>,
}

/// A picture.
#[derive(Debug)]
pub(crate) struct PicturePart {
    /// The header as parsed.
    pub picture: CostPicture,
    /// The range of the header, including the two bytes of the redirection if the format has them.
    pub header: Range<usize>,
    /// The range of the picture's own data; empty if the picture borrows another picture's data
    /// (C33).
    pub data: Range<usize>,
    /// True if the data ends before the picture is complete.
    pub cut: bool,
    /// The limbs and numbers of the picture, in ascending order.
    pub names: Vec<(u8, u8)>,
    /// True if an animation shows the picture, under one of its names or by borrowing its data.
    pub reached: bool,
}

impl Cost {
    /// Finds the parts of the block.
    pub(crate) fn parts(&self) -> CostParts {
        let dialect = &self.dialect;
        let block = Reader::new(&self.data);
        let mut header = self.header.clone();
        // A v6 costume with size 0 counts one animation more than it stores (C3).
        header.records.truncate(self.stored_animations().into());
        let tables = Tables::new(block, &header, dialect);
        let table = |&offset: &u16| {
            let start = Some(tables.place(offset)).filter(|&start| start <= self.data.len());
            TablePart {
                offset,
                start,
                entries: Vec::new(),
            }
        };
        let commands = tables.place(header.commands);
        let parts = CostParts {
            header: header.places(dialect),
            commands,
            played: self.played(commands),
            records: self.record_parts(&header, tables),
            tables: header
                .tables
                .iter()
                .take(header.format.limbs())
                .map(table)
                .collect(),
            pictures: Vec::new(),
        };
        let mut finder = Finder {
            cost: self,
            tables,
            parts,
            known: BTreeMap::new(),
        };
        finder.shown();
        finder.others();
        finder.finish()
    }

    /// Returns the bytes of the block, including its header.
    pub(crate) fn block(&self) -> &[u8] {
        &self.data
    }

    fn record_parts(&self, header: &Header, tables: Tables<'_>) -> Vec<NumberedPart> {
        let records = (0..=u16::MAX).zip(&self.records).zip(&header.records);
        group(records.filter_map(|((number, record), &offset)| {
            let start = tables.place(offset);
            Some((
                number,
                start..start.saturating_add(record.as_ref()?.write(&self.dialect).len()),
            ))
        }))
    }

    /// Returns the ranges of the commands that are played, clipped to the block.
    fn played(&self, commands: usize) -> Vec<Range<usize>> {
        let entries = self
            .stored_records()
            .flat_map(|(_, record)| &record.entries);
        let end = self.data.len();
        let ranges = entries.filter_map(|entry| entry.sequence).map(|sequence| {
            let start = commands.saturating_add(usize::from(sequence.start));
            start.min(end)
                ..start
                    .saturating_add(usize::from(sequence.extra))
                    .saturating_add(1)
                    .min(end)
        });
        union(ranges.collect())
    }

    /// Returns the end of a picture's data that begins at `start`, and whether the data ends too
    /// early.
    fn data_end(&self, picture: &CostPicture, start: usize) -> (usize, bool) {
        let data = self.data.get(start..).unwrap_or_default();
        let area = usize::from(picture.width).saturating_mul(picture.height.into());
        let Some(packing) = self.header.format.packing() else {
            let mut bytes = v1::Bytes::new(data);
            let drawn = bytes.by_ref().take(area / 8).count();
            return (start.saturating_add(bytes.consumed()), drawn < area / 8);
        };
        let mut runs = Runs::new(data, packing);
        let missing = runs.skip_pixels(area as u64);
        (start.saturating_add(runs.consumed()), missing > 0)
    }
}

/// Sorts the ranges and joins ranges that touch or overlap.
fn union(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges.into_iter().filter(|range| !range.is_empty()) {
        match joined.last_mut() {
            Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

/// The parts that are known so far.
struct Finder<'a> {
    cost: &'a Cost,
    tables: Tables<'a>,
    parts: CostParts,
    /// The pictures by position.
    known: BTreeMap<usize, PicturePart>,
}

impl Finder<'_> {
    /// Returns a word of a table and the position to which it points.
    fn word(&self, limb: u8, code: u8) -> Option<(u16, usize)> {
        let word = self.tables.entry(limb, code).ok()?;
        Some((word, self.tables.place(word)))
    }

    /// Returns the picture at a position, if its header is inside the block.
    fn picture(&self, offset: usize) -> Option<PicturePart> {
        let mut at = Reader::new(&self.cost.data).at(offset, "a picture").ok()?;
        let mut picture = CostPicture::parse(&mut at, offset, self.cost.header.format).ok()?;
        let header = offset..offset.saturating_add(at.position());
        let (end, cut) = match picture.redirect {
            None => self.cost.data_end(&picture, header.end),
            Some(lender) => {
                picture.data = self
                    .tables
                    .lender(lender)
                    .map_or(self.cost.data.len(), |(data, _)| data);
                (header.end, self.cost.data_end(&picture, picture.data).1)
            }
        };
        Some(PicturePart {
            picture,
            data: header.end..end,
            header,
            cut,
            names: Vec::new(),
            reached: false,
        })
    }

    fn add(&mut self, name: (u8, u8), offset: usize, reached: bool) -> Option<()> {
        if !self.known.contains_key(&offset) {
            let picture = self.picture(offset)?;
            self.known.insert(offset, picture);
        }
        let part = self.known.get_mut(&offset)?;
        part.reached |= reached;
        if !part.names.contains(&name) {
            part.names.push(name);
        }
        Some(())
    }

    /// Finds the pictures that the animations show, and the pictures from which those borrow data
    /// (C33).
    fn shown(&mut self) {
        for (name, _, picture) in self.cost.stored_reach() {
            self.add(name, picture.offset, true);
        }
        let lenders: Vec<(u8, u8)> = self
            .known
            .values()
            .filter_map(|part| part.picture.redirect)
            .collect();
        for (limb, code) in lenders
            .into_iter()
            .filter(|&(_, code)| usize::from(code) < CODES)
        {
            if let Some((_, offset)) = self.word(limb, code) {
                self.add((limb, code), offset, true);
            }
        }
    }

    /// Finds pictures that no animation shows: an entry of a table counts as the offset of a
    /// picture if a complete picture fits at this offset. Behind the last known entry of a table,
    /// the search ends at the first entry that does not count.
    fn others(&mut self) {
        let mut taken: Vec<Range<usize>> = self.parts.played.clone();
        taken.push(0..self.parts.header.records.end);
        taken.extend(self.parts.records.iter().map(|(bytes, _)| bytes.clone()));
        taken.extend(
            self.known
                .values()
                .map(|part| part.header.start..part.data.end),
        );
        for limb in (0..=u8::MAX).take(self.parts.tables.len()) {
            let table = self
                .parts
                .tables
                .get(usize::from(limb))
                .and_then(|table| table.start);
            let names = self
                .known
                .values()
                .flat_map(|part| &part.names)
                .filter(|name| name.0 == limb);
            let Some((table, last)) = table.zip(names.map(|name| name.1).max()) else {
                continue;
            };
            for code in (0..=u8::MAX).take(CODES) {
                let at = table.saturating_add(usize::from(code).saturating_mul(ENTRY));
                let entry = at..at.saturating_add(ENTRY);
                if taken.iter().any(|other| overlap(other, &entry)) || self.is_table(at, limb) {
                    if code > last { break } else { continue }
                }
                let Some((word, offset)) = self.word(limb, code) else {
                    break;
                };
                if !self.known.contains_key(&offset) {
                    let found = self.picture(offset).filter(|part| {
                        let bytes = part.header.start..part.data.end;
                        let apart = !taken.iter().any(|other| overlap(other, &bytes));
                        word != 0 && !part.cut && part.picture.redirect.is_none() && apart
                    });
                    match found {
                        Some(part) => {
                            taken.push(part.header.start..part.data.end);
                            self.known.insert(offset, part);
                        }
                        None if code > last => break,
                        None => continue,
                    }
                }
                self.add((limb, code), offset, false);
            }
        }
    }

    /// Returns whether another limb's table begins at a position.
    fn is_table(&self, at: usize, limb: u8) -> bool {
        let own = self
            .parts
            .tables
            .get(usize::from(limb))
            .and_then(|table| table.start);
        own != Some(at)
            && self
                .parts
                .tables
                .iter()
                .any(|table| table.start == Some(at))
    }

    /// Numbers the pictures and fills the tables.
    fn finish(mut self) -> CostParts {
        let mut by_name = BTreeMap::new();
        for (index, mut part) in std::mem::take(&mut self.known).into_values().enumerate() {
            part.names.sort_unstable();
            by_name.extend(part.names.iter().map(|&name| (name, index)));
            self.parts.pictures.push(part);
        }
        let mut tables = std::mem::take(&mut self.parts.tables);
        for (limb, table) in (0..=u8::MAX).zip(&mut tables) {
            let last = by_name
                .range((limb, 0)..=(limb, u8::MAX))
                .next_back()
                .map(|(&(_, code), _)| code);
            let codes = last.into_iter().flat_map(|last| 0..=last);
            let entry = |code| {
                let (offset, _) = self.word(limb, code)?;
                Some(TableEntry {
                    offset,
                    picture: by_name.get(&(limb, code)).copied(),
                })
            };
            table.entries = codes.map_while(entry).collect();
        }
        CostParts {
            tables,
            ..self.parts
        }
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
