//! Signs by which games and machines are recognised if their index file is not known: names,
//! sizes, files, folders (I24..I28); and the version, which follows from the contents of the index
//! (I3, I4).

use std::ffi::OsStr;
use std::path::Path;

use super::super::folder::Folder;
use super::super::index::{self, Counts, Form, Index, LargeFacts, V1};
use super::super::kind::ResourceKind;
use super::super::naming::{Family, Naming};
use super::super::refused;
use super::super::stored::folder_of;
use super::known::{self, Machine, Title};
use super::{Fact, Given, by};
use crate::dialect::Platform;
use crate::{Dialect, Error, GameId, Misuse, Reader, Result};

/// The data that is searched for signs.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The path of the index file.
    pub path: &'a Path,
    /// The length of the index file.
    pub len: u64,
    /// The pattern of the names of index and data files.
    pub naming: &'a Naming,
    /// All files around the index.
    pub folder: &'a Folder,
    /// The platform of the container around the index (I33, I34).
    pub container: Option<Platform>,
}

/// Index files of v2 and later whose size identifies the game, and in some cases also the machine
/// (I24). The sizes of v1 follow from its counts.
const SIZES: &str = include_str!("sizes.tsv");

/// Names that only the edition of a version on one machine has (I28).
const NAMES: [(&str, u8, &str); 5] = [
    ("monkeyk", 5, "fmtowns"),
    ("indydemo", 5, "fmtowns"),
    ("game", 5, "segacd"),
    ("jfbear", 6, "3do"),
    ("jputtputt", 6, "3do"),
];

impl Seen<'_> {
    /// Returns whether there is a file with this name beside the index or below.
    fn has(&self, name: &str) -> bool {
        self.folder.find(name, self.path).is_some()
    }

    /// Returns whether a room has its own file.
    pub fn has_room(&self, room: u8) -> bool {
        self.has(&self.naming.data_file(room))
    }

    /// Returns the game and the machine that the size identifies; each is `-` if it is not
    /// identified.
    fn size(&self, version: u8) -> Option<(&'static str, &'static str)> {
        let start = format!("{version}\t{}\t", self.len);
        SIZES
            .lines()
            .find_map(|row| row.strip_prefix(&start))?
            .split_once('\t')
    }

    /// Returns the games with the name of the index that exist in its version.
    pub fn named(&self, dialect: &Dialect) -> Vec<Title> {
        let mut titles = known::titles_by_name(
            self.naming.base().unwrap_or_default(),
            dialect.is_humongous(),
        );
        titles.retain(|title| {
            title
                .game()
                .is_some_and(|game| game.versions().contains(&dialect.version()))
        });
        titles
    }

    /// Returns the game of v1..v8 (I24, I25, I26). Humongous games are recognised together with
    /// their sub-version.
    pub fn game(&self, content: &Content<'_>) -> Option<Fact<Title>> {
        let dialect = &content.dialect;
        let of = |id: &str, by| known::title_by_id(id).map(|title| Fact { value: title, by });
        if let [only] = self.named(dialect)[..] {
            return Some(Fact {
                value: only,
                by: by::FILE_NAME,
            });
        }
        let size = match content.counts {
            Some(Counts {
                game: GameId::Zak, ..
            }) => of("zak", by::INDEX_SIZE),
            Some(_) => of("maniac", by::INDEX_SIZE),
            None => self
                .size(dialect.version())
                .and_then(|(id, _)| of(id, by::INDEX_SIZE)),
        };
        size.or_else(|| of(self.game_of_files(content)?, by::FILES))
    }

    /// Returns the game that has certain files which other games do not have (I4, I25, I26).
    fn game_of_files(&self, content: &Content<'_>) -> Option<&'static str> {
        let room = |number| self.has_room(number);
        match content.dialect.version() {
            0 => Some("maniac"),
            1 | 2 => Some(if room(58) { "zak" } else { "maniac" }),
            3 if content.dialect.is_old_bundle() => match (room(98), room(84), room(86)) {
                (true, true, _) => Some("indy3"),
                (false, a, b) if a != b => Some("loom"),
                _ => None,
            },
            3 if room(93) => Some("indy3"),
            // Every complete Indiana Jones 3 has room 93. Without it, the other games are checked
            // first.
            3 => match (!room(60), !(room(48) || room(98)), !room(5)) {
                (true, false, _) => Some("zak"),
                (false, true, _) => Some("loom"),
                (false, false, true) => Some("indy3"),
                _ => None,
            },
            4 => Some(match (self.has("903.lfl"), self.has("disk02.lec")) {
                (false, false) => "pass",
                (true, false) => "loom",
                _ => "monkey",
            }),
            _ => None,
        }
    }

    /// Returns the machine according to names, the size and the contents of the index (I24, I25,
    /// I28).
    pub fn machine(
        &self,
        content: &Content<'_>,
        index: &Index,
        game: Option<GameId>,
    ) -> Option<Fact<Machine>> {
        let dialect = &content.dialect;
        let of = |word: &str, by| Machine::from_word(word).map(|value| Fact { value, by });
        let base = self.naming.base().unwrap_or_default();
        if matches!(self.naming, Naming::HumongousMac { .. }) {
            return of("mac", by::FILE_NAME);
        }
        let named = NAMES
            .iter()
            .find(|(name, version, _)| *name == base && *version == dialect.version());
        if let Some((.., word)) = named.filter(|_| dialect.version() != 6 || dialect.is_humongous())
        {
            return of(word, by::FILE_NAME);
        }
        if dialect.is_humongous() && self.has(&format!("{base}.hea")) {
            return of("ios", by::FILES);
        }
        if dialect.is_v0() {
            return Some(Fact {
                value: Machine::from_platform(dialect.platform()),
                by: by::INDEX,
            });
        }
        let size = match content
            .counts
            .filter(|counts| counts.file_len() as u64 == self.len)
        {
            Some(counts) => Some(Fact {
                value: Machine::from_platform(counts.platform),
                by: by::INDEX_SIZE,
            }),
            None => self
                .size(dialect.version())
                .and_then(|(_, word)| of(word, by::INDEX_SIZE)),
        };
        size.or_else(|| {
            if dialect.is_v3_256() {
                of(towns_or_dos(content, index, game)?, by::INDEX)
            } else {
                None
            }
        })
    }

    /// Returns the machine according to the folders of index and data (I28): Amiga and Atari
    /// editions of v1 to v4 have a folder `rooms`, Macintosh editions of v3 have `rooms 1` and so
    /// on.
    pub fn folder_kind(
        &self,
        dialect: &Dialect,
        rooms: impl Iterator<Item = u8>,
    ) -> Option<FolderKind> {
        let name = |path: &Path| {
            folder_of(path)
                .file_name()
                .map(OsStr::to_string_lossy)
                .unwrap_or_default()
                .to_lowercase()
        };
        let data =
            rooms.filter_map(|room| self.folder.find(&self.naming.data_file(room), self.path));
        let data = data.map(|file| name(&file.path));
        let folders: Vec<String> = std::iter::once(name(self.path))
            .chain(data.take(1))
            .collect();
        let is_numbered = |folder: &String| {
            folder
                .strip_prefix("rooms ")
                .is_some_and(|n| n.parse::<u8>().is_ok())
        };
        match dialect.version() {
            3 if folders.iter().any(is_numbered) => Some(FolderKind::Mac),
            ..=4 if folders.iter().any(|folder| folder == "rooms") => {
                Some(FolderKind::AmigaOrAtari)
            }
            _ => None,
        }
    }
}

/// The kind of folder names that identify machines (I28).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderKind {
    /// `rooms`.
    AmigaOrAtari,
    /// `rooms 1`, `rooms 2`, `rooms 3`.
    Mac,
}

/// Recognises the machine of v3 with 256 colours: Zak McKracken and Loom exist for FM-Towns only;
/// Indiana Jones 3 is recognised by its number of scripts, or by the bytes after the index.
fn towns_or_dos(
    content: &Content<'_>,
    index: &Index,
    game: Option<GameId>,
) -> Option<&'static str> {
    let scripts = index
        .directories
        .get(&ResourceKind::Script)
        .map(|scripts| scripts.entries.len());
    match (game, scripts) {
        _ if content.has_towns_tail => Some("fmtowns"),
        (Some(GameId::Zak | GameId::Loom), _) | (_, Some(199)) => Some("fmtowns"),
        (_, Some(139)) => Some("dos"),
        _ => None,
    }
}

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

// The version.

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
    /// v3: true if bytes follow the index that the size of no block includes (N2).
    pub has_towns_tail: bool,
}

impl<'a> Content<'a> {
    /// Examines a decrypted index. The result has the given version, if the family has this
    /// version.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`] if the index is damaged, [`Error::Unsupported`] if the machine
    /// is not supported, or [`Error::Misuse`] if the family does not have the given version.
    pub fn examine(
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
                "expected an index of SCUMM version {version}, found an index of another family"
            );
            return Err(Error::misuse(
                Misuse::WrongVersion,
                format!("{what} (versions {})", known.join(", ")),
            ));
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

/// Returns whether a v0 index is the index of the demo, by its length (V9).
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

/// Returns 3 if the index ends exactly at the end of the file when it is read as v3, else 2 (I4).
/// If bytes follow the index in both cases, the rooms decide.
fn old_version(index: Reader<'_>, has_room: impl Fn(u8) -> bool) -> u8 {
    let v2 = Dialect::new(2);
    let v3 = Dialect::new(3);
    let is_v3 = index::old_fits(index, v3)
        || (!index::old_fits(index, v2) && [84, 86, 98].into_iter().any(&has_room));
    if is_v3 { 3 } else { 2 }
}
