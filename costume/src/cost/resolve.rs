//! From offsets to things: the animations, and the pictures that they can reach (C8, C10, C33).

use scumm_room::mutation::Mutation;
use std::collections::BTreeMap;

use scumm_room::{Dialect, Error, Reader, Result};

use super::commands::Commands;
use super::header::Header;
use super::picture::Picture;
use super::record::{Record, Sequence};
use super::tables::Tables;
use super::{CODES, Cost};
use crate::anim::LIMBS;
use crate::damage::Damage;
use crate::draw::cache::digest;

pub(super) fn resolve(block: Reader<'_>, header: Header, dialect: &Dialect, damage: &mut Damage) -> Result<Cost> {
    let tables = Tables::of(block, &header, dialect);
    let commands = Commands::new(tables.at(header.commands, "the commands")?.all());
    let mut resolver = Resolver {
        block,
        tables,
        header: &header,
        dialect,
        commands: &commands,
        pictures: Vec::new(),
        known: BTreeMap::new(),
        shown: Box::new([[None; CODES]; LIMBS]),
    };
    let records = resolver.records(damage)?;
    let (stored, more) = resolver.reached(&records, damage)?;
    for (limb, code) in numbers(&stored) {
        resolver.add(limb, code, damage)?;
    }
    // The animation that is not stored shows pictures by chance: if they are missing, that is no damage.
    let mut by_chance = Damage::silent();
    for (limb, code) in numbers(&more).filter(|(limb, _)| tables.table(*limb).is_ok()) {
        resolver.add(limb, code, &mut by_chance)?;
    }
    let Resolver { pictures, shown, .. } = resolver;
    Ok(Cost {
        dialect: *dialect,
        data: block.all().into(),
        digest: digest(block.all()),
        header,
        records,
        commands,
        pictures,
        shown,
    })
}

/// Per limb the picture numbers that it can show.
type Reached = [u128; LIMBS];

/// The limbs and numbers of a set.
fn numbers(set: &Reached) -> impl Iterator<Item = (u8, u8)> {
    let limbs = (0..=u8::MAX).zip(*set);
    limbs.flat_map(|(limb, codes)| {
        (0..=u8::MAX).take(CODES).filter_map(move |code| {
            let is_shown = codes & 1u128.wrapping_shl(code.into()) != 0;
            is_shown.then_some((limb, code))
        })
    })
}

struct Resolver<'a> {
    block: Reader<'a>,
    tables: Tables<'a>,
    header: &'a Header,
    dialect: &'a Dialect,
    commands: &'a Commands,
    /// The pictures so far.
    pictures: Vec<Picture>,
    /// Their indices by their places; `None`: there is none.
    known: BTreeMap<usize, Option<u16>>,
    /// Per limb and picture number an index into the pictures.
    shown: Box<[[Option<u16>; CODES]; LIMBS]>,
}

impl Resolver<'_> {
    /// Whether an animation is stored, and not only counted (C3).
    fn is_stored(&self, anim: usize) -> bool {
        self.header.last_is_stored || anim < usize::from(self.header.last)
    }

    /// The animations. An offset outside the block is an error; a record that the end of the block cuts is left out.
    /// The last one may be no more than the accident of C3's counting and is left out silently.
    fn records(&self, damage: &mut Damage) -> Result<Vec<Option<Record>>> {
        let mut records = Vec::with_capacity(self.header.records.len());
        for (anim, &offset) in self.header.records.iter().enumerate() {
            let record = match offset {
                0 => Ok(None),
                _ => match self.tables.at(offset, format_args!("animation {anim}")) {
                    Ok(mut r) => Record::parse(&mut r, self.dialect).map(Some),
                    Err(_) => Err(self.bad_offset(anim)?),
                },
            };
            records.push(if self.is_stored(anim) { damage.accept(record)?.flatten() } else { record.ok().flatten() });
        }
        Ok(records)
    }

    /// The error of an animation's offset that leads outside: returned as a value for the last one, else raised.
    fn bad_offset(&self, anim: usize) -> Result<Error> {
        let at = self.header.places(self.dialect).records.start.saturating_add(anim.saturating_mul(2));
        let offset = self.header.records.get(anim).copied().unwrap_or_default();
        let error = self.block.at(at, "an animation's offset")?.malformed(
            format_args!("the offset of animation {anim} inside the {} bytes of data", self.block.len()),
            format_args!("offset {offset} from byte {}", self.dialect.costume_base()),
        );
        if anim == usize::from(self.header.last) { Ok(error) } else { Err(error) }
    }

    /// The picture numbers that each limb can show in stored animations, and in the one that only counting adds (C3).
    fn reached(&self, records: &[Option<Record>], damage: &mut Damage) -> Result<(Reached, Reached)> {
        let (mut reached, mut more) = ([0; LIMBS], [0; LIMBS]);
        for (anim, record) in records.iter().enumerate().filter_map(|(i, r)| Some((i, r.as_ref()?))) {
            let stored = self.is_stored(anim);
            for entry in &record.entries {
                let Some(sequence) = entry.sequence else { continue };
                if stored {
                    self.check_sequence(anim, entry.limb, &sequence, damage)?;
                } else if self.commands.of(&sequence).is_none() {
                    continue;
                }
                let reached = if stored { &mut reached } else { &mut more };
                if let Some(codes) = reached.get_mut(usize::from(entry.limb)) {
                    *codes |= self.commands.shown(&sequence, self.dialect);
                }
            }
        }
        Ok((reached, more))
    }

    fn check_sequence(&self, anim: usize, limb: u8, sequence: &Sequence, damage: &mut Damage) -> Result<()> {
        let what = || format!("commands {}..={} of animation {anim}, limb {limb}", sequence.start, sequence.end());
        let place = self.tables.at(self.header.commands, "the commands")?;
        if self.commands.of(sequence).is_none() {
            let found = format!("only {} before the end of the data", self.commands.bytes().len());
            return damage.report(place.malformed(what(), found));
        }
        if self.commands.is_endless(sequence, self.dialect) {
            let found = "only commands that take no time";
            return damage.report(place.malformed(format_args!("a picture to stand on in {}", what()), found));
        }
        Ok(())
    }

    /// Adds the picture of a limb and a number, if it is there. Each header is read once.
    fn add(&mut self, limb: u8, code: u8, damage: &mut Damage) -> Result<()> {
        // A table outside the block is an error, an entry outside it a finding.
        self.tables.table(limb)?;
        let Some(offset) = damage.accept(self.tables.picture(limb, code))? else { return Ok(()) };
        let index = match self.known.get(&offset) {
            Some(index) => *index,
            None => {
                let picture = self.picture(limb, code, offset, damage)?;
                let index = picture.and_then(|picture| {
                    // There are at most 16 * 128 of them.
                    let index = u16::try_from(self.pictures.len()).ok()?;
                    self.pictures.push(picture);
                    Some(index)
                });
                self.known.insert(offset, index);
                index
            }
        };
        if let Some(slot) = self.shown.get_mut(usize::from(limb)).and_then(|slots| slots.get_mut(usize::from(code))) {
            *slot = index;
        }
        Ok(())
    }

    /// Reads a picture and finds its data; `None` if its header is cut.
    fn picture(&self, limb: u8, code: u8, offset: usize, damage: &mut Damage) -> Result<Option<Picture>> {
        let at = self.block.at(offset, "a picture")?;
        let picture = Picture::parse(&mut at.clone(), offset, self.header.format);
        let Some(mut picture) = damage.accept(picture)? else { return Ok(None) };
        if let Some(lender) = picture.redirect.filter(|_| !Mutation::BorrowsNothing.breaks()) {
            let data = self.borrowed(&at, (limb, code), lender, damage);
            picture.data = damage.accept(data)?.unwrap_or_else(|| self.block.len());
        } else if picture.width > 0 && picture.height > 0 && picture.data >= self.block.len() {
            let what = format_args!("pixels of picture {code} of limb {limb}");
            damage.report(at.malformed(what, "the end of the data"))?;
        }
        Ok(Some(picture))
    }

    /// The data of the picture that another one names, checked (C33).
    fn borrowed(&self, at: &Reader<'_>, from: (u8, u8), lender: (u8, u8), damage: &mut Damage) -> Result<usize> {
        let what = || format!("picture {} of limb {} borrows", from.1, from.0);
        if usize::from(lender.0) >= LIMBS {
            return Err(at.malformed(format_args!("{} from limb 0..=15", what()), format_args!("limb {}", lender.0)));
        }
        let (data, third) = self.tables.lender(lender)?;
        if let Some((limb, number)) = third {
            damage.report(at.malformed(
                format_args!("{} a picture with data of its own", what()),
                format_args!("one that borrows from limb {limb}, picture {number}; its own bytes are taken"),
            ))?;
        }
        Ok(data)
    }
}
