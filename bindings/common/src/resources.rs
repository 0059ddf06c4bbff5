//! Dialects, costumes and rooms as callers describe them.

use std::collections::BTreeMap;
use std::sync::Arc;

use scumm_costume::{Costume, Damage, Host, LIMBS, LimbStates};
use scumm_room::{Dialect, GameId, Platform, Quirks, Render, Room, RoomParts};
use serde::Deserialize;

use crate::{Code, Failure, Reason, Result};

/// Which SCUMM it is: the version and what differs within it.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DialectSetup {
    /// 0 to 8; 6 for Humongous games.
    pub version: u8,
    /// The Humongous sub-version 60 to 100; 0 for other games.
    pub he: u8,
    /// Version 3 with 256 colours.
    pub old256: bool,
    /// Version 4 with 16 colours.
    pub ega: bool,
    /// The demo of version 0.
    pub demo: bool,
    /// The machine; none: what the version is best known for.
    pub platform: Option<String>,
    /// The display; none: no particular one.
    pub render: Option<String>,
    /// The game's id where a rule names it; none: what the version is best known for.
    pub game: Option<String>,
    /// The accidents of the original that are switched off: a bit each, as the book numbers them.
    pub quirks_off: u32,
}

impl Default for DialectSetup {
    fn default() -> Self {
        let (platform, render, game) = (None, None, None);
        Self {
            version: 5,
            he: 0,
            old256: false,
            ega: false,
            demo: false,
            platform,
            render,
            game,
            quirks_off: 0,
        }
    }
}

fn named<T: Copy>(names: &[(&str, T)], name: &str, what: &str) -> Result<T> {
    let found = names.iter().find(|(known, _)| *known == name);
    found
        .map(|(_, value)| *value)
        .ok_or_else(|| Failure::misuse(format!("there is no {what} {name:?}")))
}

impl DialectSetup {
    /// The dialect.
    ///
    /// # Errors
    /// There is no such version, machine or display.
    pub fn dialect(&self) -> Result<Dialect> {
        if self.version > 8 || (self.he != 0 && !(60..=100).contains(&self.he)) {
            return Err(Failure::misuse(format!(
                "there is no version {}, HE{}",
                self.version, self.he
            )));
        }
        let dialect = if self.he == 0 {
            Dialect::new(self.version)
        } else {
            Dialect::humongous(self.he)
        };
        let mut dialect = dialect
            .with_old256(self.old256)
            .with_ega(self.ega)
            .with_demo(self.demo);
        if let Some(name) = &self.platform {
            dialect = dialect.with_platform(named(&Platform::ALL, name, "platform")?);
        }
        if let Some(name) = &self.render {
            dialect = dialect.with_render(Some(named(&Render::ALL, name, "display")?));
        }
        if let Some(name) = &self.game {
            dialect = dialect.with_game(GameId::from_id(name));
        }
        Ok(dialect.with_quirks(Quirks::all() - Quirks::from_bits_truncate(self.quirks_off)))
    }
}

/// Bytes of the shadow table that a stage of a dialect has.
#[must_use]
pub fn shadow_len(dialect: &Dialect) -> usize {
    match (
        dialect.has_shadow_table(),
        dialect.has_eight_shadow_tables(),
    ) {
        (false, _) => 0,
        (true, false) => 256,
        (true, true) => 2048,
    }
}

/// A costume, which stages may share.
#[derive(Clone)]
pub struct ParsedCostume {
    /// The costume.
    pub costume: Arc<Costume>,
    /// What is damaged in it.
    pub damage: Vec<Failure>,
}

impl From<Costume> for ParsedCostume {
    fn from(costume: Costume) -> Self {
        Self {
            costume: Arc::new(costume),
            damage: Vec::new(),
        }
    }
}

impl ParsedCostume {
    /// Parses a raw resource with its header. Parts that are damaged are left out; with `strict` they are failures.
    ///
    /// # Errors
    /// It is no costume of this dialect.
    pub fn parse(data: &[u8], dialect: &Dialect, strict: bool) -> Result<Self> {
        let mut found = if strict {
            Damage::strict()
        } else {
            Damage::silent()
        };
        let costume = Costume::parse_with(data, dialect, &mut found)?;
        let damage = found.findings().iter().map(|found| {
            Reason {
                code: Code::Malformed,
                ..found.into()
            }
            .into()
        });
        Ok(Self {
            damage: damage.collect(),
            ..costume.into()
        })
    }

    /// Advances one limb so many times.
    ///
    /// # Errors
    /// There is no such limb.
    pub fn advance_limb(
        &self,
        limbs: &mut LimbStates,
        limb: usize,
        times: u32,
        host: &mut dyn Host,
    ) -> Result<()> {
        if limb >= LIMBS {
            return Err(Failure::misuse("limbs are numbered 0 to 15"));
        }
        self.costume.advance_limb(limbs, limb, times, host);
        Ok(())
    }
}

/// What some games store of a room beside its data; `T` are bytes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct RoomSetup<T> {
    /// Humongous, from 7.0 on: RMIM.
    pub image: Option<T>,
    /// Version 8: RMSC.
    pub scripts: Option<T>,
    /// Version 8: the numbers of objects by their names.
    pub object_names: Option<BTreeMap<String, u16>>,
    /// The room's number.
    pub number: u16,
}

impl<T: AsRef<[u8]>> RoomSetup<T> {
    /// Parses a room: ROOM, RO, or the start of an old room file, with its header.
    ///
    /// # Errors
    /// It is no room of this dialect.
    pub fn room(&self, data: &[u8], dialect: &Dialect) -> Result<Arc<Room>> {
        let parts = RoomParts {
            image: self.image.as_ref().map(T::as_ref),
            scripts: self.scripts.as_ref().map(T::as_ref),
            object_names: self.object_names.as_ref(),
            number: self.number,
            ..RoomParts::new(data)
        };
        Ok(Arc::new(Room::parse(&parts, dialect)?))
    }
}
