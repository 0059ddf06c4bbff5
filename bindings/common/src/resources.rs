//! Dialects, costumes and rooms as callers describe them.

use std::collections::BTreeMap;
use std::sync::Arc;

use scumm_costume::{Costume, Damage, Host, LIMBS, LimbStates};
use scumm_room::{Dialect, Enhancements, GameId, Platform, Quirks, Render, Room, RoomParts};
use serde::Deserialize;

use crate::{Failure, FailureReason, Result, ResultCode};

/// The variant of SCUMM: the version, and the differences between games of the same version.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct DialectSetup {
    /// The version, 0 to 8; 6 for Humongous games.
    pub version: u8,
    /// The Humongous sub-version, 60 to 100; 0 for other games.
    pub he: u8,
    /// Whether the game is version 3 with 256 colours.
    pub old256: bool,
    /// Whether the game is version 4 with 16 colours.
    pub ega: bool,
    /// Whether the game is the demo of version 0.
    pub demo: bool,
    /// The platform. `None` is the usual platform of the version.
    pub platform: Option<String>,
    /// The display. `None` is no particular display.
    pub render: Option<String>,
    /// The id of the game in ScummVM if a rule depends on it. `None` is the usual game of the
    /// version. An empty id, or an id that no rule names, is no particular game.
    pub game: Option<String>,
    /// The accidents of the original engine that are switched off. Each accident has a bit, whose
    /// number is in the book.
    pub quirks_off: u32,
    /// ScummVM's changes to the original engines that are switched on. Each change has a bit, whose
    /// number is in the book.
    pub enhancements: u32,
    /// The classes of ScummVM's enhancements that are switched on as a whole: 1, 2 and 8 are the
    /// bits of ScummVM's own mask, whose default is 7.
    pub enhancement_classes: u32,
    /// Whether the pictures have 16 bits for each pixel, as in late Humongous games. They are not
    /// supported.
    pub sixteen_bit: bool,
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
            enhancements: 0,
            enhancement_classes: 0,
            sixteen_bit: false,
        }
    }
}

impl From<&Dialect> for DialectSetup {
    /// Returns the setup from which the dialect can be made again.
    fn from(dialect: &Dialect) -> Self {
        let platform = name_of(&Platform::ALL, dialect.platform());
        let render = dialect
            .render()
            .and_then(|render| name_of(&Render::ALL, render));
        Self {
            version: dialect.version(),
            he: dialect.he(),
            old256: dialect.is_v3_256(),
            ega: dialect.version() == 4 && dialect.is_sixteen_colour(),
            demo: dialect.is_demo(),
            platform,
            render,
            game: Some(dialect.game().map_or("", GameId::id).to_owned()),
            quirks_off: (Quirks::all() - dialect.quirks()).bits(),
            enhancements: dialect.enhancements().bits(),
            enhancement_classes: 0,
            sixteen_bit: false,
        }
    }
}

/// Returns the name of a value in a list of names.
fn name_of<T: Copy + PartialEq>(names: &[(&str, T)], value: T) -> Option<String> {
    let found = names.iter().find(|(_, known)| *known == value);
    found.map(|(name, _)| (*name).to_owned())
}

/// Returns the names of all quirks, in lower case with underscores, with the bit of each in
/// `quirks_off`.
#[must_use]
pub fn quirk_names() -> Vec<(String, u32)> {
    let mut names = Vec::new();
    for (name, quirk) in Quirks::all().iter_names() {
        names.push((name.to_ascii_lowercase(), quirk.bits()));
    }
    names
}

/// Returns the names of the quirks of a dialect, as [`quirk_names`] spells them.
#[must_use]
pub fn dialect_quirks(dialect: &Dialect) -> Vec<String> {
    let names = dialect.quirks().iter_names();
    names.map(|(name, _)| name.to_ascii_lowercase()).collect()
}

/// Returns a dialect without the quirks that have these names, or without all of them if there are
/// no names.
///
/// # Errors
/// Returns `ResultCode::Misuse` if there is no quirk with a name.
pub fn without_quirks(dialect: &Dialect, names: &[String]) -> Result<Dialect> {
    if names.is_empty() {
        return Ok(dialect.with_quirks(Quirks::empty()));
    }
    let mut quirks = dialect.quirks();
    for name in names {
        let known = quirk_names();
        let Some((_, bit)) = known.iter().find(|(quirk, _)| quirk == name) else {
            return Err(Failure::misuse(format!("there is no quirk {name:?}")));
        };
        quirks -= Quirks::from_bits_truncate(*bit);
    }
    Ok(dialect.with_quirks(quirks))
}

/// Returns the names of all enhancements, in lower case with underscores, with the bit of each.
#[must_use]
pub fn enhancement_names() -> Vec<(String, u32)> {
    let mut names = Vec::new();
    for (name, enhancement) in Enhancements::all().iter_names() {
        names.push((name.to_ascii_lowercase(), enhancement.bits()));
    }
    names
}

/// The Humongous sub-versions that exist.
const HUMONGOUS: [u8; 15] = [60, 61, 62, 70, 71, 72, 73, 74, 80, 85, 90, 95, 98, 99, 100];

fn named<T: Copy>(names: &[(&str, T)], name: &str, what: &str) -> Result<T> {
    let found = names.iter().find(|(known, _)| *known == name);
    found
        .map(|(_, value)| *value)
        .ok_or_else(|| Failure::misuse(format!("there is no {what} {name:?}")))
}

impl DialectSetup {
    /// Returns the dialect.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if the version, the platform or the display does not exist, and
    /// `ResultCode::Unsupported` for a game with 16 bits for each pixel.
    pub fn dialect(&self) -> Result<Dialect> {
        if self.sixteen_bit {
            return Err(Failure::new(
                ResultCode::Unsupported,
                "pictures with 16 bits for each pixel are not supported",
            ));
        }
        if self.version > 8 {
            return Err(Failure::misuse(format!(
                "there is no version {}: they are 0 to 8",
                self.version
            )));
        }
        if self.he != 0 && !HUMONGOUS.contains(&self.he) {
            return Err(Failure::misuse(format!(
                "there is no Humongous sub-version {}: they are {HUMONGOUS:?}",
                self.he
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
        let enhancements = Enhancements::from_bits_truncate(self.enhancements)
            | Enhancements::of_class(self.enhancement_classes);
        Ok(dialect
            .with_quirks(Quirks::all() - Quirks::from_bits_truncate(self.quirks_off))
            .with_enhancements(enhancements))
    }
}

/// Returns the size of a stage's shadow table in bytes; 0 if the dialect has none.
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

/// A parsed costume, which stages may share.
#[derive(Clone)]
pub struct ParsedCostume {
    /// The costume.
    pub costume: Arc<Costume>,
    /// The damaged parts.
    pub damage: Vec<Failure>,
    /// The number of the costume in its game, on which colours of version 0 depend; `None` for a
    /// costume of the caller.
    pub number: Option<u16>,
}

impl From<Costume> for ParsedCostume {
    fn from(costume: Costume) -> Self {
        Self {
            costume: Arc::new(costume),
            damage: Vec::new(),
            number: None,
        }
    }
}

impl ParsedCostume {
    /// Parses a costume from its raw block with header. Damaged parts are left out and listed; with
    /// `strict` the first of them is an error.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a costume of the dialect.
    pub fn parse(data: &[u8], dialect: &Dialect, strict: bool) -> Result<Self> {
        let mut found = if strict {
            Damage::strict()
        } else {
            Damage::silent()
        };
        let costume = Costume::parse_with(data, dialect, &mut found)?;
        Ok(Self::from_findings(costume, &found))
    }

    /// Adds the damage that was found to a costume.
    pub(crate) fn from_findings(costume: Costume, found: &Damage) -> Self {
        let mut damage = Vec::new();
        for finding in found.findings() {
            let reason = FailureReason {
                code: ResultCode::Malformed,
                ..finding.into()
            };
            damage.push(reason.into());
        }
        Self {
            damage,
            ..costume.into()
        }
    }

    /// Advances one limb, 0 to 15, by `times` animation steps.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if the limb does not exist or `times` is above 65,535.
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
        self.costume
            .advance_limb(limbs, limb, crate::steps(times)?, host);
        Ok(())
    }
}

/// The parts of a room that some games store outside the block of the room. `T` holds bytes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct RoomBlocks<T> {
    /// HE70 and later: the block RMIM.
    pub image: Option<T>,
    /// Version 8: the block RMSC.
    pub scripts: Option<T>,
    /// Version 8: the numbers of objects by their names.
    pub object_names: Option<BTreeMap<String, u16>>,
    /// Number of the room's resource, which equals the number of the room unless a script defines
    /// the room under another number; 0 if it is unknown. A few rules of old rooms depend on it.
    pub number: u16,
}

impl<T: AsRef<[u8]>> RoomBlocks<T> {
    /// Parses a room from the block ROOM or RO, or from the start of an old room file, with its
    /// header.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a room of the dialect.
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

#[cfg(test)]
mod tests {
    use scumm_engine::Stage;

    use super::*;
    use crate::StageEntry;

    #[test]
    fn classes_and_single_flags_switch_enhancements_on_p15() {
        let enhancements = |enhancements: u32, enhancement_classes| {
            let setup = DialectSetup {
                version: 3,
                enhancements,
                enhancement_classes,
                ..DialectSetup::default()
            };
            setup.dialect().unwrap().enhancements()
        };
        let path = Enhancements::INDY3_HITLER_PATH;
        assert!(enhancements(0, 0).is_empty());
        assert_eq!(enhancements(path.bits(), 0), path);
        assert_eq!(enhancements(0, 1), path);
        assert_eq!(
            enhancements(path.bits(), 2),
            path | Enhancements::of_class(2)
        );
    }

    #[test]
    fn a_setup_of_a_dialect_makes_it_again() {
        let mut dialects = Vec::new();
        for version in 0..=8 {
            dialects.push(Dialect::new(version));
            dialects.push(Dialect::new(version).with_quirks(Quirks::empty()));
        }
        dialects.extend(HUMONGOUS.map(Dialect::humongous));
        dialects.push(
            Dialect::new(3)
                .with_old256(true)
                .with_platform(Platform::FmTowns),
        );
        dialects.push(Dialect::new(1).with_render(Some(Render::CgaBw)));
        dialects.push(Dialect::new(6).with_game(GameId::from_id("samnmax")));
        dialects.push(
            Dialect::new(5)
                .with_enhancements(Enhancements::all())
                .with_game(None),
        );
        for dialect in dialects {
            assert_eq!(DialectSetup::from(&dialect).dialect().unwrap(), dialect);
        }
        let setup = DialectSetup {
            he: 65,
            version: 6,
            ..DialectSetup::default()
        };
        assert!(
            setup
                .dialect()
                .unwrap_err()
                .text
                .starts_with("there is no Humongous")
        );
        let plain = Dialect::new(3);
        let names = ["tall_cel_vanishes", "cut_redraws"].map(str::to_owned);
        let tidy = without_quirks(&plain, &names).unwrap();
        assert_eq!(
            plain.quirks() - tidy.quirks(),
            Quirks::TALL_CEL_VANISHES | Quirks::CUT_REDRAWS
        );
        assert!(dialect_quirks(&plain).contains(&names[0]));
        assert!(!dialect_quirks(&tidy).contains(&names[0]));
        assert!(dialect_quirks(&without_quirks(&plain, &[]).unwrap()).is_empty());
        let wrong = without_quirks(&plain, &["TALL_CEL_VANISHES".to_owned()]);
        assert_eq!(wrong.unwrap_err().code, ResultCode::Misuse);
        let names = quirk_names();
        assert!(names.contains(&("tall_cel_vanishes".to_owned(), 2)));
        assert_eq!(names.len(), Quirks::all().iter().count());
    }

    #[test]
    fn a_room_has_a_resource_number_of_its_own_p15() {
        let mut stage = Stage::empty(Dialect::new(5));
        StageEntry::RoomNumber.store(&mut stage, 0, 225).unwrap();
        assert_eq!(stage.room_resource(), 225);
        StageEntry::RoomResource.store(&mut stage, 225, 94).unwrap();
        assert_eq!((stage.room_number(), stage.room_resource()), (225, 94));
    }
}
