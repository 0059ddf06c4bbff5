//! Loads costumes of a game or from files of their own.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, bail};
use scumm_costume::{Costume, CostumeCel, Damage};
use scumm_engine::Game;
use scumm_media::text::{joined, plural};
use scumm_room::resource::{Given, Identity};
use scumm_room::{Dialect, Error};
use serde::Serialize;

use crate::layers::CelName;
use crate::load;
use crate::provenance::DocumentHead;
use crate::run_files::RunFiles;

/// The source of costumes: a costume file (a raw resource with its header), or a game's folder or
/// index file.
#[derive(Clone, Debug)]
pub struct CostumeInput {
    /// The path of the file or the game.
    pub path: PathBuf,
    /// The user's description of the input.
    pub given: Given,
    /// Whether the game of a costume file of version 3 has 256 colours.
    pub old256: bool,
}

/// A costume in JSON documents: its number in a game, or its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum CostumeName {
    /// The number in the game.
    Number(u16),
    /// The path of the file.
    File(String),
}

impl fmt::Display for CostumeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "costume {number}"),
            Self::File(path) => f.write_str(path),
        }
    }
}

/// A costume with its name, version, data and findings.
#[derive(Debug)]
pub struct LoadedCostume {
    /// The number in the game; `None` for a costume file.
    pub number: Option<u16>,
    /// The name of the costume for messages.
    pub name: String,
    /// The version as which the costume was read.
    pub dialect: Dialect,
    /// The raw block with its header; empty if the caller parsed the costume.
    pub data: Vec<u8>,
    /// The costume.
    pub costume: Arc<Costume>,
    /// Descriptions of the damage in the costume.
    pub findings: Vec<String>,
    /// The identity of its game; `None` for a costume file.
    pub identity: Option<Identity>,
}

impl CostumeInput {
    /// Returns costumes as they are stored: the game's costume with this number, all costumes if a
    /// game is named without a number, else the file. A costume that cannot be loaded is an `Err`
    /// with the reason.
    ///
    /// # Errors
    /// Returns an error if the input does not exist.
    pub fn stored(
        &self,
        files: &RunFiles,
        costume: Option<u16>,
    ) -> Result<Vec<Result<StoredCostume, (u16, String)>>> {
        let path = &self.path;
        let is_game = costume.is_some() || path.is_dir() || load::is_game(path);
        if !is_game {
            let name = path.display().to_string();
            let data = files.read(path)?;
            if !self.has_version() {
                check_is_block(&name, &data)?;
            }
            let candidates = self.candidates(&data);
            let read = read(&data, &candidates).map(|(dialect, ..)| dialect);
            let dialect = read.or_else(|error| candidates.first().copied().ok_or(error))?;
            return Ok(vec![Ok(StoredCostume {
                name: CostumeName::File(name),
                dialect,
                data,
            })]);
        }
        let game = self.game(files)?;
        let numbers = costume.map_or_else(|| game.costumes().collect(), |number| vec![number]);
        Ok(numbers
            .into_iter()
            .map(|id| StoredCostume::load(&game, id))
            .collect())
    }

    /// Returns the head of a JSON document about the input. `name` is the name of a game.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read.
    pub fn head(&self, files: &RunFiles, name: &str) -> Result<DocumentHead> {
        match Game::open_as(&self.path, &self.given) {
            Ok(game) => DocumentHead::of_game(&game, name),
            Err(_) => Ok(DocumentHead::of_file(&self.path, &files.read(&self.path)?)),
        }
    }

    /// Opens the input as a game.
    ///
    /// # Errors
    /// Returns an error if the input is not a game.
    pub fn game(&self, files: &RunFiles) -> Result<Game> {
        load::game(files, &self.path, &self.given)
    }

    /// Loads the input as a costume file.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, is a game, or is damaged beyond use.
    pub fn load_file(&self, files: &RunFiles) -> Result<LoadedCostume> {
        let name = self.path.display().to_string();
        if self.path.is_dir() {
            bail!("{name} is a folder; to read a costume of its game, use --costume N");
        }
        let data = files.read(&self.path)?;
        if load::is_game(&self.path) {
            bail!(
                "{name} is the index file of a game; to read a costume of the game, use --costume N"
            );
        }
        if !self.has_version() {
            check_is_block(&name, &data)?;
        }
        let candidates = self.candidates(&data);
        let read = read(&data, &candidates);
        let (dialect, costume, damage) = read.map_err(|error| {
            if self.has_version() {
                error.in_file(&name).into()
            } else {
                unreadable(&name, &data, error)
            }
        })?;
        if candidates.len() > 1 {
            log::info!(
                "{name}: read as SCUMM v{}; --scumm and --he override this",
                dialect.version()
            );
        }
        Ok(LoadedCostume::new(name, dialect, costume, data, &damage))
    }

    /// Returns whether the user names the version.
    fn has_version(&self) -> bool {
        self.given.version.is_some() || self.given.he.is_some()
    }

    /// Returns the versions that are tried for a costume file.
    fn candidates(&self, data: &[u8]) -> Vec<Dialect> {
        let Given {
            version,
            he,
            platform,
            render,
            enhancements,
            ..
        } = self.given;
        let said = dialect_of(version, he, self.old256);
        let candidates = said.map_or_else(|| candidates(data), |dialect| vec![dialect]);
        let on =
            |dialect: Dialect| platform.map_or(dialect, |platform| dialect.with_platform(platform));
        candidates
            .into_iter()
            .map(|dialect| {
                on(dialect)
                    .with_render(render)
                    .with_enhancements(enhancements)
            })
            .collect()
    }
}

/// Returns the dialect of a version or, without a version, of a Humongous sub-version.
pub fn dialect_of(version: Option<u8>, he: Option<u8>, old256: bool) -> Option<Dialect> {
    match (version, he) {
        (Some(version), _) => Some(Dialect::new(version).with_old256(old256)),
        (None, he) => he.map(Dialect::humongous),
    }
}

/// A costume as it is stored, readable or not.
#[derive(Debug)]
pub struct StoredCostume {
    /// The number or the file of the costume.
    pub name: CostumeName,
    /// The version as which the costume is to be read.
    pub dialect: Dialect,
    /// The raw block with its header.
    pub data: Vec<u8>,
}

impl StoredCostume {
    /// Loads the stored form of a costume of a game.
    ///
    /// # Errors
    /// Returns the number and the reason if the costume cannot be loaded.
    pub fn load(game: &Game, id: u16) -> Result<Self, (u16, String)> {
        let raw = game
            .load_costume(id)
            .map_err(|error| (id, error.to_string()))?;
        Ok(Self {
            name: CostumeName::Number(id),
            dialect: game.dialect(),
            data: raw.data,
        })
    }
}

/// Loads a costume of a game.
///
/// # Errors
/// Returns an error if the costume does not exist or is damaged beyond use.
pub fn load_costume(game: &Game, id: u16) -> Result<LoadedCostume> {
    let raw = game.load_costume(id)?;
    let dialect = game.dialect();
    let mut damage = Damage::silent();
    let costume = game.parse_costume(id, &raw, &mut damage)?;
    let loaded = LoadedCostume::new(format!("costume {id}"), dialect, costume, raw.data, &damage);
    Ok(LoadedCostume {
        number: Some(id),
        identity: Some(game.files().identity().clone()),
        ..loaded
    })
}

/// The most pixels of all cels of a costume that is compared, exported or shown in a gallery,
/// counted before the first cel is decoded: twice the cels of the largest costumes known.
const MOST_PIXELS: u64 = 1 << 25;

/// The most findings of a costume that are logged as separate warnings.
const MOST_WARNINGS: usize = 4;

impl LoadedCostume {
    /// Returns the costume's number, or its file.
    #[must_use]
    pub fn costume_name(&self) -> CostumeName {
        match self.number {
            Some(number) => CostumeName::Number(number),
            None => CostumeName::File(self.name.clone()),
        }
    }

    /// Returns the number of the actor that wears the costume in pictures. In v0 an actor wears the
    /// costume with the actor's own number (V26), which decides a colour (V31).
    #[must_use]
    pub fn wearer(&self) -> u16 {
        match self.number {
            Some(number @ 1..) if self.dialect.is_v0() => number,
            _ => 1,
        }
    }

    /// Checks the total size of the cels before any of them is decoded: a few bytes can stand for
    /// any number of pixels, and many cels may use the same bytes. A cel that declares more pixels
    /// than its own data can hold is never decoded: it becomes a finding, and the other cels stay
    /// usable.
    ///
    /// # Errors
    /// Returns an error if the cels have too many pixels together.
    pub fn bounded(mut self) -> Result<Self> {
        let pixels = |cel: &CostumeCel| u64::from(cel.width) * u64::from(cel.height);
        let size = |cel: &CostumeCel| {
            let name = CelName::first(cel.number, &cel.names);
            format!("cel {name} has {}x{}; ", cel.width, cel.height)
        };
        let (cels, beyond): (Vec<CostumeCel>, Vec<CostumeCel>) = self
            .costume
            .cels()
            .into_iter()
            .partition(|cel| pixels(cel) <= self.most_pixels(cel.number));
        for cel in beyond {
            let finding = format!(
                "{}its data decode to at most {} pixels",
                size(&cel),
                self.most_pixels(cel.number)
            );
            log::warn!("{}: {finding}", self.name);
            self.findings.push(finding);
        }
        let found: u64 = cels.iter().map(pixels).sum();
        if found > MOST_PIXELS {
            let largest = cels
                .iter()
                .max_by_key(|cel| pixels(cel))
                .map(size)
                .unwrap_or_default();
            bail!(
                "{}: {largest}the cels have {found} pixels in total, the limit is {MOST_PIXELS}",
                self.name
            );
        }
        Ok(self)
    }

    /// Returns the most pixels up to which a cel is decoded.
    fn most_pixels(&self, number: u16) -> u64 {
        let Costume::Cost(cost) = &*self.costume else {
            return u64::MAX;
        };
        cost.pictures()
            .get(usize::from(number))
            .map_or(u64::MAX, |picture| cost.most_pixels(picture) as u64)
    }

    /// Parses the bytes of a costume file with this name. Its header determines the version.
    ///
    /// # Errors
    /// Returns an error that names the file if it is a text, or if no version can read the costume.
    pub fn from_file(name: String, data: Vec<u8>) -> Result<Self> {
        check_is_block(&name, &data)?;
        let read = read(&data, &candidates(&data));
        let (dialect, costume, damage) = read.map_err(|error| unreadable(&name, &data, error))?;
        Ok(Self::new(name, dialect, costume, data, &damage))
    }

    /// Creates a loaded costume from a costume that the caller has parsed. Its raw block is empty.
    #[must_use]
    pub fn from_parsed(costume: Arc<Costume>, number: Option<u16>) -> Self {
        let name = match number {
            Some(number) => format!("costume {number}"),
            None => "the costume".to_owned(),
        };
        Self {
            number,
            name,
            dialect: *costume.dialect(),
            data: Vec::new(),
            costume,
            findings: Vec::new(),
            identity: None,
        }
    }

    fn new(
        name: String,
        dialect: Dialect,
        costume: Costume,
        data: Vec<u8>,
        damage: &Damage,
    ) -> Self {
        let findings: Vec<String> = damage.findings().iter().map(ToString::to_string).collect();
        for finding in findings.iter().take(MOST_WARNINGS) {
            log::warn!("{name}: {finding}");
        }
        if let Some(more @ 1..) = findings.len().checked_sub(MOST_WARNINGS) {
            log::warn!("{name}: {}", plural(more, "more finding"));
        }
        Self {
            number: None,
            name,
            dialect,
            data,
            costume: Arc::new(costume),
            findings,
            identity: None,
        }
    }
}

/// The expected contents of a file.
const EXPECTED: &str =
    "expected a game, or the block of a costume as `extract` and `build` write it";

/// Checks that a file is no text. The blocks of the oldest costumes have no tag, so that nearly
/// every text would be read as a damaged costume.
fn check_is_block(name: &str, data: &[u8]) -> Result<()> {
    if is_text(data) {
        bail!(
            "{name}: {EXPECTED}, found a text; `wardrobe build` builds a costume from the text of \
             its source"
        );
    }
    Ok(())
}

/// Returns the error of a file that no version can read as a costume.
fn unreadable(name: &str, data: &[u8], error: Error) -> anyhow::Error {
    if has_tag(data) {
        return error.in_file(name).into();
    }
    let mut found = "an empty file".to_owned();
    if !data.is_empty() {
        let start = data.iter().take(8).map(|byte| format!("{byte:02x}"));
        found = format!("bytes {}", joined(start, " "));
    }
    let error = anyhow::Error::new(error).context("as a costume of version 3");
    error.context(format!("{name}: {EXPECTED}, found {found}"))
}

/// Returns whether a file consists of readable characters. In every costume some bytes are control
/// characters.
pub(crate) fn is_text(data: &[u8]) -> bool {
    let is_readable = |c: char| !c.is_control() || c.is_whitespace();
    std::str::from_utf8(data).is_ok_and(|text| !text.is_empty() && text.chars().all(is_readable))
}

/// Returns whether a file begins with the tag of a costume's block.
fn has_tag(data: &[u8]) -> bool {
    data.starts_with(b"COST") || data.starts_with(b"AKOS") || data.get(4..6) == Some(b"CO")
}

/// Reads a costume with the first of these versions that reports no damage. If all versions report
/// damage, reads it with the first version that can read it at all.
fn read(data: &[u8], candidates: &[Dialect]) -> Result<(Dialect, Costume, Damage), Error> {
    let read_as = |dialect: &Dialect, mut damage: Damage| {
        Costume::parse_with(data, dialect, &mut damage).map(|costume| (*dialect, costume, damage))
    };
    if let Some(sound) = candidates
        .iter()
        .find_map(|dialect| read_as(dialect, Damage::strict()).ok())
    {
        return Ok(sound);
    }
    let mut first = None;
    for dialect in candidates {
        match read_as(dialect, Damage::silent()) {
            Ok(found) => return Ok(found),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| Error::other("no version can read this costume")))
}

/// Returns the versions that a costume's header (C1, A1) allows, the likeliest first.
fn candidates(data: &[u8]) -> Vec<Dialect> {
    // Only Humongous costumes have conditions and jump tables. A search for the tags is sufficient,
    // because the result is only a guess: the user can name the version.
    let is_humongous = || {
        data.windows(4)
            .any(|window| matches!(window, b"AKST" | b"AKFO"))
    };
    match (data.first_chunk::<4>(), data.get(4..6)) {
        (Some(b"AKOS"), _) if is_humongous() => vec![Dialect::humongous(72)],
        (Some(b"AKOS"), _) => vec![Dialect::new(7), Dialect::humongous(72)],
        (Some(b"COST"), _) => vec![Dialect::new(6), Dialect::new(5), Dialect::humongous(60)],
        (_, Some(b"CO")) => vec![Dialect::new(4), Dialect::new(3).with_old256(true)],
        _ => vec![Dialect::new(3), Dialect::new(2), Dialect::new(1)],
    }
}

/// The error of a costume that has more pixels than a limit allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverLimit {
    /// The name of the costume.
    pub name: String,
    /// The part that has too many pixels, in words.
    pub what: &'static str,
    /// The most pixels that are allowed.
    pub limit: u64,
}

impl fmt::Display for OverLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, what, limit } = self;
        write!(
            f,
            "{name}: {what} have more pixels in total than the limit of {limit}"
        )
    }
}

impl std::error::Error for OverLimit {}

impl OverLimit {
    /// Checks a number of pixels against a limit.
    ///
    /// # Errors
    /// Returns `OverLimit` if there are more pixels.
    pub fn check(name: &str, what: &'static str, pixels: u64, limit: u64) -> Result<(), Self> {
        if pixels <= limit {
            return Ok(());
        }
        Err(Self {
            name: name.to_owned(),
            what,
            limit,
        })
    }

    /// Logs an `OverLimit` error as a warning and returns `None` in its place.
    ///
    /// # Errors
    /// Returns every other error.
    pub fn or_warn<T>(result: Result<T>) -> Result<Option<T>> {
        let error = match result {
            Ok(value) => return Ok(Some(value)),
            Err(error) => error,
        };
        let over_limit: Self = error.downcast()?;
        log::warn!("{over_limit}: they are left out");
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    use super::*;

    #[test]
    fn only_too_many_pixels_become_a_warning() {
        let over = OverLimit::check("costume 1", "its cels", 5, 4);
        assert_eq!(OverLimit::or_warn(over.context("around it")).unwrap(), None);
        let within = OverLimit::check("costume 1", "its cels", 4, 4);
        assert_eq!(OverLimit::or_warn(within.context("")).unwrap(), Some(()));
        assert!(OverLimit::or_warn(Err::<(), _>(anyhow!("disk full"))).is_err());
    }
}
