//! Properties of a game that follow from the contents of its index: the version (I3, I4).

use super::super::family::Family;
use super::super::index::{self, Counts, Form, Index, LargeFacts, V1};
use super::super::naming::Naming;
use super::super::refused;
use super::Given;
use crate::{Dialect, Error, GameId, Reader, Result};

/// Returns the versions that an index of a family may have.
fn versions(family: Family) -> &'static [u8] {
    match family {
        Family::V0(_) => &[0],
        Family::V1 => &[1],
        Family::Old => &[2, 3],
        Family::Small => &[3, 4],
        Family::Large => &[5, 6, 7, 8],
    }
}

/// The properties that follow from the contents of an index.
#[derive(Debug)]
pub struct Content<'a> {
    reader: Reader<'a>,
    family: Family,
    naming: &'a Naming,
    /// The dialect without a game. For Humongous games, it has the lowest sub-version that supports
    /// everything in the index.
    pub dialect: Dialect,
    /// v5+: the properties of the blocks.
    pub facts: Option<LargeFacts>,
    /// v1: the counts of the game.
    pub counts: Option<&'static Counts>,
    /// v3: true if bytes follow that are not counted in any block's size (N2).
    pub has_towns_tail: bool,
}

impl<'a> Content<'a> {
    /// Examines a decrypted index. The version is the given one, if the family has it.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the index is damaged, [`Error::Unsupported`] if the machine
    /// is not supported, or [`Error::Misuse`] if the family does not have the given version.
    pub fn of(
        family: Family,
        reader: Reader<'a>,
        naming: &'a Naming,
        given: &Given,
        has_room: impl Fn(u8) -> bool,
    ) -> Result<Self> {
        let told = if given.he.is_some() {
            Some(6)
        } else {
            given.version
        };
        if let Some(version) = told.filter(|version| !versions(family).contains(version)) {
            let known: Vec<String> = versions(family).iter().map(u8::to_string).collect();
            let what = format!(
                "SCUMM version {version} was asked for, but the index is of another family"
            );
            return Err(Error::Misuse(format!(
                "{what} (versions {})",
                known.join(", ")
            )));
        }
        let plain = |version| Dialect::new(told.unwrap_or(version)).with_game(None);
        let mut content = Self {
            reader,
            family,
            naming,
            dialect: plain(1),
            facts: None,
            counts: None,
            has_towns_tail: false,
        };
        match family {
            Family::V0(platform) => {
                let demo = v0_is_demo(reader)?;
                content.dialect = plain(0).with_platform(platform).with_demo(demo);
            }
            Family::V1 => content.counts = Some(v1_counts(reader, &has_room)?),
            Family::Old => content.dialect = plain(old_version(reader, &has_room)),
            Family::Small if refused::is_pc_engine(reader, naming) => {
                return Err(reader.unsupported(refused::PC_ENGINE));
            }
            Family::Small => {
                content.dialect = plain(if *naming == Naming::Disks { 4 } else { 3 });
                content.dialect = content.dialect.with_old256(content.dialect.version() == 3);
                let mut rest = reader;
                index::read_small(&mut rest, content.dialect.version() == 4)?;
                content.has_towns_tail = rest.remaining() == index::TOWNS_TAIL;
            }
            _ => {
                let facts = index::large_facts(reader)?;
                content.dialect = match facts.maxs {
                    _ if told.is_some() && given.he.is_none() => plain(6),
                    _ if given.he.is_some() => Dialect::humongous(60),
                    Form::V5 => plain(5),
                    Form::V7 => plain(7),
                    Form::V8 => plain(8),
                    _ if naming.is_humongous() || facts.humongous() > 60 => {
                        Dialect::humongous(facts.humongous())
                    }
                    _ => plain(6),
                };
                content.facts = Some(facts);
            }
        }
        Ok(content)
    }

    /// Reads the index as an index of this dialect.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the index is damaged.
    pub fn read(&self, dialect: Dialect) -> Result<Index> {
        match (self.family, self.counts) {
            (Family::V0(_), _) => {
                index::read_v0(self.reader, self.dialect.is_demo(), self.naming.image())
            }
            (Family::V1, Some(counts)) => index::read_v1(self.reader, counts),
            (Family::Small, _) => {
                index::read_small(&mut { self.reader }, *self.naming == Naming::Disks)
            }
            (Family::Large, _) => index::read_large(self.reader, dialect),
            _ => index::read_old(&mut { self.reader }, dialect),
        }
    }
}

/// Returns whether a v0 index is that of the demo, by its length (V9).
fn v0_is_demo(index: Reader<'_>) -> Result<bool> {
    match index.len() {
        index::V0_LENGTH => Ok(false),
        index::V0_DEMO_LENGTH => Ok(true),
        len => {
            let expected = format!(
                "a v0 index of {} or {} bytes",
                index::V0_LENGTH,
                index::V0_DEMO_LENGTH
            );
            Err(index.malformed(expected, len))
        }
    }
}

/// Returns the v1 game whose index has this length. For another length, the rooms decide (I4): only
/// Zak McKracken has room 58.
fn v1_counts(index: Reader<'_>, has_room: impl Fn(u8) -> bool) -> Result<&'static Counts> {
    let by_rooms = || {
        let game = if has_room(58) {
            GameId::Zak
        } else {
            GameId::Maniac
        };
        V1.iter()
            .find(|c| c.game == game && index.len() > c.file_len())
    };
    V1.iter()
        .find(|c| c.file_len() == index.len())
        .or_else(by_rooms)
        .ok_or_else(|| {
            let known: Vec<String> = V1.iter().map(|c| c.file_len().to_string()).collect();
            index.malformed(
                format_args!("a v1 index of {} bytes", known.join(", ")),
                format_args!("{}", index.len()),
            )
        })
}

/// Returns v3 if the index can be read exactly to its end as v3, else v2 (I4). If bytes follow the
/// index, the rooms decide.
fn old_version(index: Reader<'_>, has_room: impl Fn(u8) -> bool) -> u8 {
    let v2 = Dialect::new(2);
    let v3 = Dialect::new(3);
    let is_v3 = index::old_fits(index, v3)
        || (!index::old_fits(index, v2) && [84, 86, 98].into_iter().any(&has_room));
    if is_v3 { 3 } else { 2 }
}
