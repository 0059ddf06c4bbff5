//! Signs by which games and machines are known without their index file being so: names, sizes,
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

/// What signs are looked for in.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The index file.
    pub path: &'a Path,
    /// Its length.
    pub len: u64,
    /// How it and the data files are named.
    pub naming: &'a Naming,
    /// All files around.
    pub folder: &'a Folder,
    /// The platform of the container around the index (I33, I34).
    pub container: Option<Platform>,
}

/// Index files of v2 and later whose size tells the game, or the machine, too (I24). Those of v1
/// are where its counts are.
const SIZES: &str = include_str!("sizes.tsv");

/// Names that belong to one machine's edition of a version (I28).
const NAMES: [(&str, u8, &str); 5] = [
    ("monkeyk", 5, "fmtowns"),
    ("indydemo", 5, "fmtowns"),
    ("game", 5, "segacd"),
    ("jfbear", 6, "3do"),
    ("jputtputt", 6, "3do"),
];

impl Seen<'_> {
    /// Whether there is a file of this name beside the index or below.
    fn has(&self, name: &str) -> bool {
        self.folder.find(name, self.path).is_some()
    }

    /// Whether a room has a file of its own.
    pub fn has_room(&self, room: u8) -> bool {
        self.has(&self.naming.data_file(room))
    }

    /// The game and the machine that the size tells, each `-` where it does not.
    fn size(&self, version: u8) -> Option<(&'static str, &'static str)> {
        let start = format!("{version}\t{}\t", self.len);
        SIZES
            .lines()
            .find_map(|row| row.strip_prefix(&start))?
            .split_once('\t')
    }

    /// The games that the index may be named after: those that exist in its version.
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

    /// The game of v1..v8 (I24, I25, I26); Humongous games are told with their sub-version.
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

    /// The game by the files that it has and others have not (I4, I25, I26).
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
            // Every Indy 3 that is complete has room 93; without it the game is one of the others
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

    /// The machine by names, the size, and what the index holds (I24, I25, I28).
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

    /// The machine by the folders of index and data (I28): Amiga and Atari editions of v1 to v4
    /// have theirs in `rooms`, Macintosh ones of v3 in `rooms 1` and so on.
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

/// What the names of folders tell (I28).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderKind {
    /// `rooms`.
    AmigaOrAtari,
    /// `rooms 1`, `rooms 2`, `rooms 3`.
    Mac,
}

/// v3 with 256 colours: Zak and Loom exist for FM-Towns only; Indy 3 by its count of scripts, or
/// the bytes behind it.
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
