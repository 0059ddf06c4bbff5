//! The tables of games: ids, titles, names of index files and Humongous sub-versions (I2, I20,
//! I30); the machines for which games were made; and the known index files (I23).
//!
//! The key of the last table is the MD5 of the first MiB as stored, together with the size.

use super::super::refused;
use crate::dialect::{GameId, Platform};

const GAMES: &str = include_str!("games.tsv");

/// A Humongous sub-version as it is usually written, and the number that rules use (I23).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubVersion {
    /// The usual form: `72`, `98.5`, `101`.
    pub label: String,
    /// The number, 60..=100. Rules treat 98.5 as 98 and 101 as 100.
    pub number: u8,
    /// True if the game's pictures have 16 bits per pixel (I20).
    pub is_deep: bool,
}

impl SubVersion {
    /// Creates the sub-version with this number.
    pub fn from_number(number: u8) -> Self {
        Self {
            label: number.to_string(),
            number,
            is_deep: false,
        }
    }

    /// Parses `98.5`, `99*`.
    pub fn parse(text: &str) -> Option<Self> {
        let label = text.trim_end_matches('*');
        let number = label
            .split('.')
            .next()
            .and_then(|whole| whole.parse::<u8>().ok())?;
        Some(Self {
            label: label.to_owned(),
            number: number.min(100),
            is_deep: label.len() != text.len(),
        })
    }
}

/// A game of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Title {
    /// The id, in lower case.
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    versions: &'static str,
    names: &'static str,
}

impl Title {
    /// Returns the game by which rules refer to this title; `None` if no rule is specific to the
    /// game.
    pub fn game(&self) -> Option<GameId> {
        if self.is_humongous() {
            Some(GameId::Humongous)
        } else {
            GameId::from_id(self.id)
        }
    }

    /// Returns whether this is a Humongous game.
    pub fn is_humongous(&self) -> bool {
        self.versions != "-"
    }

    /// Returns the sub-versions in which the game exists; none for other games.
    pub fn sub_versions(&self) -> impl Iterator<Item = SubVersion> + use<> {
        self.versions.split(' ').filter_map(SubVersion::parse)
    }
}

/// Returns all games.
pub fn all_titles() -> impl Iterator<Item = Title> {
    GAMES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut columns = line.split('\t');
            let mut next = || columns.next();
            Some(Title {
                id: next()?,
                title: next()?,
                versions: next()?,
                names: next()?,
            })
        })
}

/// Returns the game with an id, in any case.
pub fn title_by_id(id: &str) -> Option<Title> {
    all_titles().find(|title| title.id.eq_ignore_ascii_case(id))
}

/// Returns the games whose index file has this name, given without extension and in lower case. Two
/// games may have the same name.
pub fn titles_by_name(name: &str, is_humongous: bool) -> Vec<Title> {
    let named = |title: &Title| {
        title.is_humongous() == is_humongous
            && title.names.split('|').any(|n| n == name && n != "-")
    };
    all_titles().filter(named).collect()
}

// Machines, with their names in the table of known index files.

/// A machine for which games were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    word: &'static str,
    /// The usual name.
    pub label: &'static str,
    /// The platform whose rules apply to its games, or the reason why they are refused.
    pub platform: Result<Platform, &'static str>,
}

const MACHINES: [Machine; 15] = [
    Machine {
        word: "dos",
        label: "DOS",
        platform: Ok(Platform::Dos),
    },
    Machine {
        word: "windows",
        label: "Windows",
        platform: Ok(Platform::Windows),
    },
    Machine {
        word: "amiga",
        label: "Amiga",
        platform: Ok(Platform::Amiga),
    },
    Machine {
        word: "atarist",
        label: "Atari ST",
        platform: Ok(Platform::AtariSt),
    },
    Machine {
        word: "mac",
        label: "Macintosh",
        platform: Ok(Platform::Mac),
    },
    Machine {
        word: "fmtowns",
        label: "FM-Towns",
        platform: Ok(Platform::FmTowns),
    },
    Machine {
        word: "segacd",
        label: "Sega CD",
        platform: Ok(Platform::SegaCd),
    },
    Machine {
        word: "c64",
        label: "Commodore 64",
        platform: Ok(Platform::C64),
    },
    Machine {
        word: "wii",
        label: "Wii",
        platform: Ok(Platform::Windows),
    },
    Machine {
        word: "ios",
        label: "iOS",
        platform: Ok(Platform::Windows),
    },
    Machine {
        word: "3do",
        label: "3DO",
        platform: Ok(Platform::Dos),
    },
    Machine {
        word: "nes",
        label: "Nintendo (NES)",
        platform: Ok(Platform::Nes),
    },
    Machine {
        word: "pcengine",
        label: "PC-Engine",
        platform: Err(refused::PC_ENGINE),
    },
    Machine {
        word: "apple2",
        label: "Apple II",
        platform: Ok(Platform::Apple2),
    },
    Machine {
        word: "apple2gs",
        label: "Apple II",
        platform: Ok(Platform::Apple2),
    },
];

impl Machine {
    /// Returns the machine for a word of the table.
    pub fn from_word(word: &str) -> Option<Self> {
        MACHINES.into_iter().find(|machine| machine.word == word)
    }

    /// Returns the machine for a platform.
    pub fn from_platform(platform: Platform) -> Self {
        let named = MACHINES
            .into_iter()
            .find(|machine| machine.platform == Ok(platform));
        named.unwrap_or(MACHINES[0])
    }
}

// Known index files.

/// The table of known index files; empty without the feature `detection`.
pub const TABLE: &str = if cfg!(feature = "detection") {
    include_str!("known.tsv")
} else {
    ""
};

/// The names of languages, by the codes of the table.
const LANGUAGES: &str = include_str!("languages.tsv");

/// Number of bytes of a file that are included in its MD5.
pub const COUNTED: usize = 1 << 20;

/// Returns the digest of a file in the form of the table.
#[cfg(feature = "detection")]
pub(super) fn digest(file: &[u8]) -> String {
    use md5::Digest;
    let counted = file.get(..COUNTED).unwrap_or(file);
    md5::Md5::digest(counted)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Without the table, no digest is needed.
#[cfg(not(feature = "detection"))]
fn digest(_file: &[u8]) -> String {
    String::new()
}

/// A row of the table: the properties of one index file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The game.
    pub title: Title,
    /// The name of the edition: `Demo`, `CD`, `Version B`.
    pub edition: Option<&'static str>,
    /// The machine, if the row has one.
    pub machine: Option<Machine>,
    /// The language, in English.
    pub language: Option<&'static str>,
    /// The SCUMM version, 0..=8.
    pub version: u8,
    /// The Humongous sub-version.
    pub he: Option<SubVersion>,
    /// True if the file is a `.cup` preview, which contains films and no game.
    pub is_preview: bool,
}

/// Returns the row of a file of `len` bytes. `first` are its first [`COUNTED`] bytes as stored.
pub fn find(table: &'static str, first: &[u8], len: u64) -> Option<Known> {
    by_digest(table, &digest(first), len)
}

fn by_digest(table: &'static str, digest: &str, len: u64) -> Option<Known> {
    let row = table
        .lines()
        .find(|row| !digest.is_empty() && row.starts_with(digest))?;
    let (size, known) = parse(row)?;
    size.is_none_or(|size| size == len).then_some(known)
}

/// Returns the common properties of the rows with an index of this size and version: an import
/// changes the index, but not its size. Returns `None` if there is no such row, or if the rows
/// belong to several games.
pub fn changed(len: u64, version: u8) -> Option<Known> {
    let size = len.to_string();
    let has_size = |row: &&str| row.split('\t').nth(1) == Some(size.as_str());
    let rows = TABLE.lines().filter(has_size).filter_map(parse);
    let mut rows = rows.map(|(_, known)| known);
    let mut common = rows.find(|known| known.version == version && known.he.is_none())?;
    for other in rows.filter(|known| known.version == version && known.he.is_none()) {
        if other.title != common.title {
            return None;
        }
        if other.edition != common.edition {
            common.edition = None;
        }
    }
    Some(Known {
        machine: None,
        language: None,
        ..common
    })
}

/// Parses a row: the size, if it is known, and the rest.
fn parse(row: &'static str) -> Option<(Option<u64>, Known)> {
    let mut columns = row.split('\t').skip(1);
    let mut next = || columns.next();
    let size = next()
        .filter(|size| *size != "-")
        .map(str::parse)
        .transpose()
        .ok()?;
    let title = title_by_id(next()?)?;
    let edition = next().filter(|edition| *edition != "-");
    let machine = match next()? {
        "-" => None,
        word => Some(Machine::from_word(word)?),
    };
    let language = language(next()?)?;
    let version = next()?.parse().ok()?;
    let he = next()?;
    let deep = next()? == "1";
    let is_preview = he == "200";
    let he = if is_preview {
        None
    } else {
        SubVersion::parse(he).map(|he| SubVersion {
            is_deep: deep,
            ..he
        })
    };
    Some((
        size,
        Known {
            title,
            edition,
            machine,
            language,
            version,
            he,
            is_preview,
        },
    ))
}

/// Returns a language's name; `Some(None)` if the language is not known.
fn language(code: &str) -> Option<Option<&'static str>> {
    let name = LANGUAGES
        .lines()
        .find_map(|row| row.strip_prefix(code)?.strip_prefix('\t'))?;
    Some(Some(name).filter(|name| *name != "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_list_is_known_i30() {
        assert_eq!(all_titles().count(), 72);
        for title in all_titles() {
            assert!(
                title.game().is_some() && !title.title.is_empty(),
                "{title:?}"
            );
            assert!(
                !title.is_humongous()
                    || title.sub_versions().all(|v| (60..=100).contains(&v.number))
            );
            assert_eq!(title.names, title.names.to_lowercase());
            let count = title.versions.split(' ').count();
            assert!(
                !title.is_humongous() || title.sub_versions().count() == count,
                "{title:?}"
            );
        }
        assert_eq!(GAMES.lines().count(), 72 + 3);
    }

    #[test]
    fn sub_versions_are_shown_as_they_are_and_drawn_as_the_rules_have_them_i23() {
        let spyfox: Vec<_> = title_by_id("spyfox")
            .unwrap()
            .sub_versions()
            .map(|v| (v.label, v.number, v.is_deep))
            .collect();
        let plain = |label: &str, number| (label.to_owned(), number, false);
        assert_eq!(
            spyfox,
            [
                plain("90", 90),
                plain("98.5", 98),
                plain("99", 99),
                plain("100", 100)
            ]
        );
        assert_eq!(
            SubVersion::parse("101*").map(|v| (v.number, v.is_deep)),
            Some((100, true))
        );
    }

    #[test]
    #[cfg(feature = "detection")]
    fn a_changed_index_has_the_size_of_its_edition_i23() {
        let demo = changed(7477, 6).unwrap();
        assert_eq!((demo.title.id, demo.edition), ("tentacle", Some("Demo")));
        // The whole game exists on floppy disks and on CD.
        let whole = changed(7932, 6).unwrap();
        assert_eq!((whole.title.id, whole.edition), ("tentacle", None));
        assert_eq!(changed(7477, 5), None);
        assert_eq!(changed(1, 6), None);
    }

    #[test]
    fn a_name_may_stand_for_two_games_i20() {
        let ids = |name, he| {
            titles_by_name(name, he)
                .iter()
                .map(|title| title.id)
                .collect::<Vec<_>>()
        };
        assert_eq!(ids("moondemo", true), ["moonbase", "puttmoon"]);
        assert_eq!(
            (ids("samdemo", false), ids("samdemo", true)),
            (vec!["samnmax"], vec!["pajama"])
        );
        assert!(
            ids("monkey", true).is_empty()
                && ids("", false).is_empty()
                && ids("-", false).is_empty()
        );
    }

    #[test]
    fn every_platform_is_a_machine_under_the_same_name_i23() {
        for (name, platform) in Platform::ALL {
            let machine = Machine::from_word(name).unwrap();
            assert_eq!(
                (machine.platform, Machine::from_platform(platform)),
                (Ok(platform), machine)
            );
        }
    }

    #[cfg(feature = "detection")]
    fn rows() -> impl Iterator<Item = &'static str> {
        TABLE.lines().filter(|row| !row.starts_with('#'))
    }

    #[cfg(feature = "detection")]
    #[test]
    fn the_table_is_sorted_and_every_row_parses_i23() {
        assert_eq!(rows().count(), 784);
        assert!(
            rows()
                .zip(rows().skip(1))
                .all(|(a, b)| a.split('\t').next() < b.split('\t').next())
        );
        for row in rows() {
            let (digest, _) = row.split_once('\t').unwrap();
            assert!(
                digest.len() == 32 && digest.bytes().all(|b| b"0123456789abcdef".contains(&b)),
                "{row}"
            );
            assert_eq!(row.split('\t').count(), 9, "{row}");
            let (size, known) = parse(row).unwrap_or_else(|| panic!("{row}"));
            assert_eq!(
                by_digest(TABLE, digest, size.unwrap_or(7)),
                Some(known.clone())
            );
            // Sub-versions must be in the list of games, and only Humongous games have any (I30).
            let listed: Vec<SubVersion> = known.title.sub_versions().collect();
            assert_eq!(
                known.title.is_humongous(),
                known.he.is_some() || known.is_preview,
                "{row}"
            );
            assert!(known.he.is_none_or(|he| listed.contains(&he)), "{row}");
            let game = known.title.game().unwrap();
            assert!(
                known.version == 0 || game.versions().contains(&known.version),
                "{row}"
            );
        }
    }

    #[cfg(feature = "detection")]
    #[test]
    fn a_file_is_found_by_its_digest_and_its_size_i23() {
        // MD5 of "abc".
        const TABLE: &str =
            "#md5\n900150983cd24fb0d6963f7d28e17f72\t3\tmonkey2\tDemo\tamiga\tDE_DEU\t5\t-\t0\n";
        let known = find(TABLE, b"abc", 3).unwrap();
        assert_eq!(
            (known.title.title, known.edition, known.language),
            ("Monkey Island 2", Some("Demo"), Some("German"))
        );
        assert_eq!(
            (known.machine, known.version, known.he),
            (Machine::from_word("amiga"), 5, None)
        );
        assert_eq!(
            find(TABLE, b"abc", 4),
            None,
            "a file of another size is not known"
        );
        assert_eq!(find(TABLE, b"abd", 3), None);
        // Only the first MiB is included.
        let mut long = vec![7; COUNTED + 1];
        let first = digest(&long);
        long[COUNTED] = 8;
        assert_eq!(digest(&long), first);
        long[COUNTED - 1] = 8;
        assert_ne!(digest(&long), first);
    }
}
