//! Signs by which games and machines are recognised if their index file is not known: names, sizes,
//! files, folders (I24..I28).

use std::ffi::OsStr;
use std::path::Path;

use super::super::folder::Folder;
use super::super::index::{Counts, Index};
use super::super::kind::Kind;
use super::super::naming::Naming;
use super::super::path::folder_of;
use super::content::Content;
use super::games::{self, Title};
use super::machine::Machine;
use super::{Fact, by};
use crate::dialect::{Dialect, GameId, Platform};

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

/// Index files of v2 and later whose size identifies the game, or the machine, too (I24). Those of
/// v1 are with its counts.
const SIZES: &str = include_str!("sizes.tsv");

/// Names that are used for a version's edition on one machine only (I28).
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
        let mut titles = games::by_name(
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
        let of = |id: &str, by| games::by_id(id).map(|title| Fact { value: title, by });
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
        let of = |word: &str, by| Machine::of(word).map(|value| Fact { value, by });
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
                value: Machine::of_platform(dialect.platform()),
                by: by::INDEX,
            });
        }
        let size = match content
            .counts
            .filter(|counts| counts.file_len() as u64 == self.len)
        {
            Some(counts) => Some(Fact {
                value: Machine::of_platform(counts.platform),
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
        .get(&Kind::Script)
        .map(|scripts| scripts.entries.len());
    match (game, scripts) {
        _ if content.has_towns_tail => Some("fmtowns"),
        (Some(GameId::Zak | GameId::Loom), _) | (_, Some(199)) => Some("fmtowns"),
        (_, Some(139)) => Some("dos"),
        _ => None,
    }
}
