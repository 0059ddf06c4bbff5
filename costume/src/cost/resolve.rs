//! From offsets to things: the animations, and the pictures that they can reach (C8, C10, C33).

use std::collections::BTreeMap;

use scumm_room::{Dialect, Error, Reader, Result};

use super::commands::Commands;
use super::header::Header;
use super::picture::{NO_REDIRECT, Picture, REDIRECT};
use super::record::{Record, Sequence};
use super::tables::Tables;
use super::{CODES, Cost};
use crate::anim::LIMBS;
use crate::damage::Damage;
use crate::draw::cache::digest;

pub(super) fn resolve(block: Reader<'_>, header: Header, dialect: &Dialect, damage: &mut Damage) -> Result<Cost> {
    let tables = Tables::of(block, &header, dialect);
    let commands = Commands::new(tables.at(header.commands, "the commands")?.all());
    let mut resolver = Resolver { block, tables, header, damage };
    let records = resolver.records(dialect)?;
    let reached = resolver.reached(&records, &commands, dialect)?;
    let (pictures, shown) = resolver.pictures(&reached)?;
    let header = resolver.header;
    Ok(Cost {
        dialect: *dialect,
        data: block.all().into(),
        digest: digest(block.all()),
        format: header.format,
        keeps_west: header.keeps_west,
        palette: header.palette.into(),
        last: header.last,
        stored: u16::from(header.last).saturating_add(u16::from(header.last_is_stored)),
        records,
        commands,
        pictures,
        shown,
    })
}

/// Per limb the picture numbers that it can show.
type Reached = [u128; LIMBS];
/// Per limb and picture number an index into the pictures.
type ShownIndices = Box<[[Option<u16>; CODES]; LIMBS]>;

struct Resolver<'a> {
    block: Reader<'a>,
    tables: Tables<'a>,
    header: Header,
    damage: &'a mut Damage,
}

impl Resolver<'_> {
    /// The animations. An offset outside the block is an error; a record that the end of the block cuts is left out.
    /// The last one may be no more than the accident of C3's counting and is left out silently.
    fn records(&mut self, dialect: &Dialect) -> Result<Vec<Option<Record>>> {
        let mut records = Vec::with_capacity(self.header.records.len());
        for (anim, &offset) in self.header.records.iter().enumerate() {
            let stored = self.header.last_is_stored || anim < usize::from(self.header.last);
            let record = match offset {
                0 => Ok(None),
                _ => match self.tables.at(offset, format_args!("animation {anim}")) {
                    Ok(mut r) => Record::parse(&mut r, dialect).map(Some),
                    Err(_) => Err(self.bad_offset(anim, dialect)?),
                },
            };
            records.push(if stored { self.damage.accept(record)?.flatten() } else { record.ok().flatten() });
        }
        Ok(records)
    }

    /// The error of an animation's offset that leads outside: returned as a value for the last one, else raised.
    fn bad_offset(&self, anim: usize, dialect: &Dialect) -> Result<Error> {
        let at = self.header.places(dialect).records.start.saturating_add(anim.saturating_mul(2));
        let offset = self.header.records.get(anim).copied().unwrap_or_default();
        let error = self.block.at(at, "an animation's offset")?.malformed(
            format_args!("the offset of animation {anim} inside the {} bytes of data", self.block.len()),
            format_args!("offset {offset} from byte {}", dialect.costume_base()),
        );
        if anim == usize::from(self.header.last) { Ok(error) } else { Err(error) }
    }

    /// The picture numbers that each limb can show.
    fn reached(&mut self, records: &[Option<Record>], commands: &Commands, dialect: &Dialect) -> Result<Reached> {
        let mut reached = [0; LIMBS];
        for (anim, record) in records.iter().enumerate().filter_map(|(i, r)| Some((i, r.as_ref()?))) {
            let stored = self.header.last_is_stored || anim < usize::from(self.header.last);
            for entry in &record.entries {
                let Some(sequence) = entry.sequence else { continue };
                if !stored && !commands.holds(&sequence) {
                    continue;
                }
                self.check_sequence(anim, entry.limb, &sequence, commands, dialect)?;
                if let Some(codes) = reached.get_mut(usize::from(entry.limb)) {
                    *codes |= commands.shown(&sequence, dialect);
                }
            }
        }
        Ok(reached)
    }

    fn check_sequence(
        &mut self,
        anim: usize,
        limb: u8,
        sequence: &Sequence,
        commands: &Commands,
        dialect: &Dialect,
    ) -> Result<()> {
        let what = || format!("commands {}..={} of animation {anim}, limb {limb}", sequence.start, sequence.end());
        let place = self.tables.at(self.header.commands, "the commands")?;
        if !commands.holds(sequence) {
            let found = format!("only {} before the end of the data", commands.bytes().len());
            return self.damage.report(place.malformed(what(), found));
        }
        if commands.is_endless(sequence, dialect) {
            let found = "only commands that take no time";
            return self.damage.report(place.malformed(format_args!("a picture to stand on in {}", what()), found));
        }
        Ok(())
    }

    /// The pictures behind the numbers, each header once.
    fn pictures(&mut self, reached: &Reached) -> Result<(Vec<Picture>, ShownIndices)> {
        let mut pictures = Vec::new();
        let mut known = BTreeMap::new();
        let mut shown: ShownIndices = Box::new([[None; CODES]; LIMBS]);
        for ((limb, &codes), slots) in (0..=u8::MAX).zip(reached).zip(shown.iter_mut()) {
            for (code, slot) in (0..=u8::MAX).zip(slots.iter_mut()) {
                if codes & 1u128.wrapping_shl(u32::from(code)) == 0 {
                    continue;
                }
                // A table outside the block is an error, an entry outside it a finding.
                self.tables.table(limb)?;
                let offset = self.tables.picture(limb, code);
                let Some(offset) = self.damage.accept(offset)? else { continue };
                if let Some(&index) = known.get(&offset) {
                    *slot = index;
                    continue;
                }
                let picture = self.picture(limb, code, offset)?;
                *slot = picture.and_then(|picture| {
                    // There are at most 16 * 128 of them.
                    let index = u16::try_from(pictures.len()).ok()?;
                    pictures.push(picture);
                    Some(index)
                });
                known.insert(offset, *slot);
            }
        }
        Ok((pictures, shown))
    }

    /// Reads a picture and finds its data; `None` where the block ends before it.
    fn picture(&mut self, limb: u8, code: u8, offset: usize) -> Result<Option<Picture>> {
        let at = self.block.at(offset, "a picture")?;
        let picture = Picture::parse(&mut at.clone(), offset, self.header.format);
        let Some(mut picture) = self.damage.accept(picture)? else { return Ok(None) };
        if let Some((other, number)) = picture.redirect {
            let data = self.borrowed(&at, (limb, code), other, number);
            picture.data = self.damage.accept(data)?.unwrap_or_else(|| self.block.len());
        }
        Ok(Some(picture))
    }

    /// The data of the picture that another one names: what follows that picture's header, even where that header
    /// names a third one (C33).
    fn borrowed(&mut self, at: &Reader<'_>, from: (u8, u8), limb: u8, number: u8) -> Result<usize> {
        let what = || format!("picture {} of limb {} borrows", from.1, from.0);
        if usize::from(limb) >= LIMBS {
            return Err(at.malformed(format_args!("{} from limb 0..=15", what()), format_args!("limb {limb}")));
        }
        let target = self.tables.picture(limb, number)?;
        let mut pair = self.block.at(target, "a borrowed picture")?;
        pair.skip(Picture::LEN, "a borrowed picture's header")?;
        let pair = (pair.u8("a redirection's limb")?, pair.u8("a redirection's picture")?);
        if pair != NO_REDIRECT {
            self.damage.report(at.malformed(
                format_args!("{} a picture with data of its own", what()),
                format_args!("one that borrows from limb {}, picture {}; its own bytes are taken", pair.0, pair.1),
            ))?;
        }
        Ok(target.saturating_add(Picture::LEN).saturating_add(REDIRECT))
    }
}
