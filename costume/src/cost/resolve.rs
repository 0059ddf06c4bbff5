//! Resolution of offsets: finds the animations and the pictures that they can reach (C8, C10, C33).

use std::collections::{BTreeMap, BTreeSet};

use scumm_room::{Dialect, Error, Reader, Result};

use super::header::Header;
use super::play::Commands;
use super::tables::{CostPicture, CostRecord, CostSequence, Tables};
use super::{CODES, Cost};
use crate::draw::renderer::digest;
use crate::{Damage, LIMBS};

pub(super) fn resolve(
    block: Reader<'_>,
    header: Header,
    dialect: &Dialect,
    damage: &mut Damage,
) -> Result<Cost> {
    let tables = Tables::new(block, &header, dialect);
    let commands = damage.accept(tables.at(header.commands, "the commands"))?;
    let cost = Cost {
        dialect: *dialect,
        data: block.all().into(),
        digest: digest(block.all()),
        commands: Commands::new(commands.map_or(&[], |commands| commands.all())),
        header,
        records: Vec::new(),
        pictures: Vec::new(),
        shown: Box::new([[None; CODES]; LIMBS]),
    };
    let mut resolver = Resolver {
        block,
        tables,
        cost,
        known: BTreeMap::new(),
        missing_tables: 0,
    };
    resolver.records(damage)?;
    let (stored, more) = resolver.reached(damage)?;
    for (limb, code) in stored {
        resolver.add(limb, code, damage)?;
    }
    // The animation that is not stored refers to pictures by accident, so missing pictures of this
    // animation are not damage.
    let mut by_chance = Damage::silent();
    for (limb, code) in more
        .into_iter()
        .filter(|(limb, _)| tables.table(*limb).is_ok())
    {
        resolver.add(limb, code, &mut by_chance)?;
    }
    Ok(resolver.cost)
}

/// A set of limbs and picture numbers.
type Names = BTreeSet<(u8, u8)>;

struct Resolver<'a> {
    block: Reader<'a>,
    tables: Tables<'a>,
    /// The parts that are found so far.
    cost: Cost,
    /// The index of each picture by its position; `None` if there is no picture at this position.
    known: BTreeMap<usize, Option<u16>>,
    /// A bit for each limb whose table is outside the block and was reported.
    missing_tables: u16,
}

impl Resolver<'_> {
    /// Returns whether an animation is stored. The last animation of a costume may be playable only
    /// because of the counting of C3.
    fn is_stored(&self, anim: usize) -> bool {
        anim < usize::from(self.cost.stored_animations())
    }

    /// Parses the animations. An animation outside the block, or cut by the end of the block, is
    /// skipped. The last animation may exist only because of the counting of C3, so it is skipped
    /// without a finding.
    fn records(&mut self, damage: &mut Damage) -> Result<()> {
        for (anim, &offset) in self.cost.header.records.iter().enumerate() {
            let record = match offset {
                0 => Ok(None),
                _ => match self.tables.at(offset, format_args!("animation {anim}")) {
                    Ok(mut r) => CostRecord::parse(&mut r, &self.cost.dialect).map(Some),
                    Err(_) => Err(self.bad_offset(anim)?),
                },
            };
            let stored = self.is_stored(anim);
            self.cost.records.push(if stored {
                damage.accept(record)?.flatten()
            } else {
                record.ok().flatten()
            });
        }
        Ok(())
    }

    /// Returns the finding that an animation's offset is outside the block.
    fn bad_offset(&self, anim: usize) -> Result<Error> {
        let at = self
            .cost
            .header
            .places(&self.cost.dialect)
            .records
            .start
            .saturating_add(anim.saturating_mul(2));
        let offset = self
            .cost
            .header
            .records
            .get(anim)
            .copied()
            .unwrap_or_default();
        let error = self.block.at(at, "an animation's offset")?.malformed(
            format_args!(
                "the offset of animation {anim} inside the {} bytes of data",
                self.block.len()
            ),
            format_args!(
                "offset {offset} from byte {}",
                self.cost.dialect.costume_base()
            ),
        );
        Ok(error)
    }

    /// Returns the limbs and picture numbers that stored animations can show, and the limbs and
    /// picture numbers of the animation that exists only because of the counting of C3.
    fn reached(&self, damage: &mut Damage) -> Result<(Names, Names)> {
        let mut reached = Names::new();
        let mut more = Names::new();
        for (anim, record) in self.cost.records() {
            let stored = self.is_stored(anim.into());
            for entry in &record.entries {
                let Some(sequence) = entry.sequence else {
                    continue;
                };
                if stored {
                    self.check_sequence(anim, entry.limb, &sequence, damage)?;
                    reached.extend(self.cost.shown_by(entry));
                } else if self.cost.commands.sequence(&sequence).is_some() {
                    more.extend(self.cost.shown_by(entry));
                }
            }
        }
        Ok((reached, more))
    }

    fn check_sequence(
        &self,
        anim: u16,
        limb: u8,
        sequence: &CostSequence,
        damage: &mut Damage,
    ) -> Result<()> {
        let what = || {
            format!(
                "commands {}..={} of animation {anim}, limb {limb}",
                sequence.start,
                sequence.end()
            )
        };
        let place = self.tables.at(self.cost.header.commands, "the commands");
        let place = place.unwrap_or(self.block);
        if self.cost.commands.sequence(sequence).is_none() {
            let found = format!(
                "only {} before the end of the data",
                self.cost.commands.bytes().len()
            );
            return damage.report(place.malformed(what(), found));
        }
        if self.cost.commands.is_endless(sequence, &self.cost.dialect) {
            let found = "only commands that take no time";
            return damage.report(place.malformed(
                format_args!("a picture at which the limb can stop in {}", what()),
                found,
            ));
        }
        Ok(())
    }

    /// Adds the picture of a limb and a number, if it exists. Each header is parsed once.
    fn add(&mut self, limb: u8, code: u8, damage: &mut Damage) -> Result<()> {
        if let Err(error) = self.tables.table(limb) {
            return self.report_missing_table(limb, error, damage);
        }
        let Some(offset) = damage.accept(self.tables.picture(limb, code))? else {
            return Ok(());
        };
        let index = match self.known.get(&offset) {
            Some(index) => *index,
            None => {
                let picture = self.picture(limb, code, offset, damage)?;
                // There are at most 16 * 128 pictures.
                let index = u16::try_from(self.cost.pictures.len())
                    .ok()
                    .filter(|_| picture.is_some());
                self.cost.pictures.extend(picture);
                self.known.insert(offset, index);
                index
            }
        };
        let slots = self.cost.shown.get_mut(usize::from(limb));
        if let Some(slot) = slots.and_then(|slots| slots.get_mut(usize::from(code))) {
            *slot = index;
        }
        Ok(())
    }

    /// Reports that the table of a limb is outside the block, once for each limb.
    fn report_missing_table(&mut self, limb: u8, error: Error, damage: &mut Damage) -> Result<()> {
        let bit = 1_u16 << (limb & 15);
        if self.missing_tables & bit != 0 {
            return Ok(());
        }
        self.missing_tables |= bit;
        damage.report(error)
    }

    /// Parses a picture and finds its data; `None` if the header is cut off.
    fn picture(
        &self,
        limb: u8,
        code: u8,
        offset: usize,
        damage: &mut Damage,
    ) -> Result<Option<CostPicture>> {
        let at = self.block.at(offset, "a picture")?;
        let picture = CostPicture::parse(&mut at.clone(), offset, self.cost.header.format);
        let Some(mut picture) = damage.accept(picture)? else {
            return Ok(None);
        };
        if let Some(lender) = picture.redirect {
            let data = self.borrowed(&at, (limb, code), lender, damage);
            picture.data = damage.accept(data)?.unwrap_or_else(|| self.block.len());
        } else if picture.width > 0 && picture.height > 0 && picture.data >= self.block.len() {
            let what = format!("pixels of picture {code} of limb {limb}");
            damage.report(at.malformed(what, "the end of the data"))?;
        }
        Ok(Some(picture))
    }

    /// Returns the checked position of the data of the picture that another picture names (C33).
    fn borrowed(
        &self,
        at: &Reader<'_>,
        from: (u8, u8),
        lender: (u8, u8),
        damage: &mut Damage,
    ) -> Result<usize> {
        let what = || format!("picture {} of limb {} borrows", from.1, from.0);
        if usize::from(lender.0) >= LIMBS {
            return Err(at.malformed(
                format_args!("{} from limb 0..=15", what()),
                format_args!("limb {}", lender.0),
            ));
        }
        let (data, third) = self.tables.lender(lender)?;
        if let Some((limb, number)) = third {
            damage.report(at.malformed(
                format_args!("{} a picture with data of its own", what()),
                format_args!(
                    "a picture that borrows from limb {limb}, picture {number}; the bytes of that \
                     picture are used"
                ),
            ))?;
        }
        Ok(data)
    }
}
