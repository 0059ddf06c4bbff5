//! The names of index and data files (I2), and the families of index files, by their first bytes
//! (I3).

use std::fmt::Display;
use std::path::Path;

use super::disk::DiskImage;
use super::source::{HEAD, Source, Xor};
use super::stored::{StoredFile, file_name};
use crate::dialect::Platform;

/// The possible names of an index file.
pub const INDEX_NAMES: &str =
    "00.LFL, 000.LFL, *.000, *.sm0, *.la0, *.he0, * (0), * 0, *.d64, *.dsk";

/// A pattern of file names, which is recognised by the name of the index file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// `00.LFL`: one file for each room, with the extension, which may be `MAN` (v1 demo).
    Rooms(String),
    /// `000.LFL`, then `DISKnn.LEC`.
    Disks,
    /// `<base>.000`, then `<base>.001` …
    Numbered(String),
    /// `<base>.la0`, `<base>.sm0`, `<base>.he0`: two letters and the number of the disk; HE98+:
    /// `<base>.(a)`, `<base>.(b)`.
    Lettered {
        /// The name before the dot.
        base: String,
        /// The two letters.
        letters: String,
    },
    /// The name of the image of the first disk (V1). If the name contains the number of the disk,
    /// the number is 1.
    Images(String),
    /// `<base> (0)`, `<base> 0`: Humongous games on the Macintosh.
    HumongousMac {
        /// The name before the number.
        base: String,
        /// True if the number is in brackets.
        brackets: bool,
    },
}

impl Naming {
    /// Returns the pattern of an index file's name, in any case.
    pub fn from_index_name(path: &Path) -> Option<Self> {
        let name = file_name(path);
        if name == "000.lfl" {
            return Some(Self::Disks);
        }
        for (end, brackets) in [(" (0)", true), (" 0", false)] {
            if let Some(base) = name.strip_suffix(end) {
                return Some(Self::HumongousMac {
                    base: base.to_owned(),
                    brackets,
                });
            }
        }
        let (base, ending) = name.rsplit_once('.')?;
        let base = base.to_owned();
        Some(match ending {
            "lfl" | "man" if base == "00" => Self::Rooms(ending.to_owned()),
            "000" => Self::Numbered(base),
            "la0" | "sm0" | "he0" => Self::Lettered {
                base,
                letters: ending.trim_end_matches('0').to_owned(),
            },
            _ if DiskImage::from_name(&name).is_some() => Self::Images(name),
            _ => return None,
        })
    }

    /// Returns the name, in lower case, of the index that belongs to a data file with this name.
    /// Returns `None` if the name is not the name of a data file.
    pub fn index_beside(data: &Path) -> Option<String> {
        let name = file_name(data);
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_disk = |text: &str| is_number(text) || matches!(text, "a" | "b");
        if let Some((base, disk)) = name
            .strip_suffix(')')
            .and_then(|name| name.rsplit_once(" ("))
        {
            return is_disk(disk).then(|| format!("{base} (0)"));
        }
        let Some((base, ending)) = name.rsplit_once('.') else {
            let disk = name.rsplit_once(' ').filter(|(_, disk)| is_disk(disk));
            return disk.map(|(base, _)| format!("{base} 0"));
        };
        Some(match ending {
            "lec" if base.starts_with("disk") => "000.lfl".to_owned(),
            "lfl" if is_number(base) && base.len() == 3 => "000.lfl".to_owned(),
            "lfl" | "man" if is_number(base) && base.len() == 2 => format!("00.{ending}"),
            "(a)" | "(b)" => format!("{base}.he0"),
            _ if DiskImage::from_name(&name).is_some() => {
                let (start, end) = base.rsplit_once('2')?;
                format!("{start}1{end}.{ending}")
            }
            _ if is_number(ending) && ending.len() == 3 => format!("{base}.000"),
            _ => match ending.split_at_checked(2) {
                Some((letters @ ("la" | "sm" | "he"), disk)) if is_disk(disk) => {
                    format!("{base}.{letters}0")
                }
                _ => return None,
            },
        })
    }

    /// Returns the name before the number or extension, in lower case, if the pattern has one.
    pub fn base(&self) -> Option<&str> {
        match self {
            Self::Numbered(base)
            | Self::Lettered { base, .. }
            | Self::HumongousMac { base, .. } => Some(base),
            Self::Rooms(_) | Self::Disks | Self::Images(_) => None,
        }
    }

    /// Returns the kind of disk image that contains the index (V1).
    pub fn image(&self) -> Option<DiskImage> {
        let Self::Images(name) = self else {
            return None;
        };
        DiskImage::from_name(name)
    }

    /// Returns whether only Humongous games use this pattern.
    pub fn is_humongous(&self) -> bool {
        matches!(self, Self::HumongousMac { .. })
            || matches!(self, Self::Lettered { letters, .. } if letters == "he")
    }

    /// Returns the name, in lower case, of the file with a room's data. `number` is the number of
    /// the room for [`Self::Rooms`], otherwise the number or letter of the disk.
    pub fn data_file(&self, number: impl Display) -> String {
        match self {
            Self::Rooms(ending) => format!("{number:02}.{ending}"),
            Self::Disks => format!("disk{number:02}.lec"),
            Self::Images(first) => {
                let (base, ending) = first.rsplit_once('.').unwrap_or_default();
                let numbered = base
                    .rsplit_once('1')
                    .map(|(start, end)| format!("{start}{number}{end}.{ending}"));
                numbered.unwrap_or_else(|| first.clone())
            }
            Self::Numbered(base) => format!("{base}.{number:03}"),
            Self::Lettered { base, letters } => format!("{base}.{letters}{number}"),
            Self::HumongousMac {
                base,
                brackets: true,
            } => format!("{base} ({number})"),
            Self::HumongousMac {
                base,
                brackets: false,
            } => format!("{base} {number}"),
        }
    }

    /// Returns the possible names of the data file of HE98+ for the disk of a room (F3e): the
    /// letter (a) for disk 1, (b) for disk 2, and the index file for other disks.
    pub fn lettered_disk(&self, disk: u8) -> Vec<String> {
        let letter = match disk {
            1 => 'a',
            2 => 'b',
            _ => return vec![self.data_file(0)],
        };
        match self {
            Self::Lettered { base, .. } if self.is_humongous() => {
                vec![format!("{base}.({letter})"), self.data_file(letter)]
            }
            Self::HumongousMac { .. } => vec![self.data_file(letter)],
            _ => vec![self.data_file(disk)],
        }
    }
}

/// The extensions of files that games have in addition to index and data: speech, also compressed
/// by users, music, films, fonts, and translations.
const COMPANIONS: [&str; 15] = [
    "bnd", "bun", "dmu", "imc", "imx", "nut", "san", "snm", "so3", "sof", "sog", "sou", "tab",
    "trs", "voc",
];

/// The start of the names of music tracks, and their possible extensions.
const TRACK: (&str, [&str; 5]) = ("track", ["fla", "flac", "mp3", "ogg", "wav"]);

/// Returns whether a file belongs to the game of an index file, by its name (I2): the index itself,
/// data files and other files of games, such as `monster.sou`. Files of users, such as saved games
/// and texts, do not belong to the game.
#[must_use]
pub fn belongs(index: &Path, file: &Path) -> bool {
    let name = file_name(file);
    if name == file_name(index)
        || Naming::index_beside(file).is_some_and(|beside| beside == file_name(index))
    {
        return true;
    }
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    COMPANIONS.contains(&ending) || (stem.starts_with(TRACK.0) && TRACK.1.contains(&ending))
}

/// Returns whether a file is the index of a game or one of its data files, by its name (I2). An
/// import may replace only such files.
#[must_use]
pub fn is_data(index: &Path, file: &Path) -> bool {
    let Some(naming) = Naming::from_index_name(index) else {
        return false;
    };
    let name = file_name(file);
    if name == file_name(index) {
        return true;
    }
    (0..=u8::MAX)
        .any(|disk| naming.data_file(disk) == name || naming.lettered_disk(disk).contains(&name))
}

/// The families of index files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// v0, with its machine.
    V0(Platform),
    /// v1.
    V1,
    /// v2 and v3 with 16 colours.
    Old,
    /// v3 with 256 colours and v4.
    Small,
    /// v5 and later.
    Large,
}

impl Family {
    /// Returns the family and encryption of an index with these first bytes, as stored (I3).
    pub fn from_head(head: [u8; HEAD]) -> Option<(Self, Xor)> {
        match head {
            [0xce, 0xf5, ..] | [0xbc, 0xb9, ..] => return Some((Self::V1, Xor::OLD)),
            [0xff, 0xfe, ..] => return Some((Self::Old, Xor::OLD)),
            [0xcd, 0xfe, ..] => return Some((Self::V0(Platform::C64), Xor::OLD)),
            [0xcd, 0xff, ..] => return Some((Self::V0(Platform::Apple2), Xor::OLD)),
            [.., b'0', b'R', _, _] | [.., b'R', b'N', _, _] => {
                return Some((Self::Small, Xor::NONE));
            }
            _ => {}
        }
        let is_large = |xor: &Xor| {
            matches!(
                &xor.applied(head),
                [b'R', b'N', b'A', b'M', ..] | [b'M', b'A', b'X', b'S', ..]
            )
        };
        Xor::KNOWN
            .into_iter()
            .find(is_large)
            .map(|xor| (Self::Large, xor))
    }
}

/// Returns whether a file begins with the first bytes of an index. Returns false if the file cannot
/// be read.
pub(super) fn begins_like_an_index(file: &StoredFile) -> bool {
    let Ok(mut source) = Source::open_plain(file) else {
        return false;
    };
    if let Some(disk) = DiskImage::from_name(&file.name) {
        return disk.has_index(&mut source);
    }
    let head = source.head().unwrap_or_default();
    head.first_chunk()
        .copied()
        .and_then(Family::from_head)
        .is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(index: &str, number: u8) -> Option<String> {
        Some(Naming::from_index_name(Path::new(index))?.data_file(number))
    }

    #[test]
    fn data_files_are_named_after_the_index_i2() {
        for (index, expected) in [
            ("/x/00.LFL", "07.lfl"),
            ("00.man", "07.man"),
            ("000.lfl", "disk07.lec"),
            ("MONKEY2.000", "monkey2.007"),
            ("samnmax.sm0", "samnmax.sm7"),
            ("DIG.LA0", "dig.la7"),
            ("Freddi.HE0", "freddi.he7"),
            ("Putt-Putt (0)", "putt-putt (7)"),
            ("Fatty Bear 0", "fatty bear 7"),
        ] {
            assert_eq!(data(index, 7).as_deref(), Some(expected), "{index}");
        }
        assert_eq!(data("monkey2.001", 1), None);
        assert_eq!(data("01.LFL", 1), None);
    }

    #[test]
    fn a_data_file_tells_the_name_of_its_index_i2() {
        for (data, index) in [
            ("/x/07.LFL", "00.lfl"),
            ("07.man", "00.man"),
            ("DISK03.LEC", "000.lfl"),
            ("903.LFL", "000.lfl"),
            ("MONKEY2.001", "monkey2.000"),
            ("samnmax.sm1", "samnmax.sm0"),
            ("COMI.LA2", "comi.la0"),
            ("Freddi.HE1", "freddi.he0"),
            ("game.(a)", "game.he0"),
            ("game.hea", "game.he0"),
            ("Putt-Putt (1)", "putt-putt (0)"),
            ("Putt Race (b)", "putt race (0)"),
            ("Fatty Bear 1", "fatty bear 0"),
        ] {
            assert_eq!(
                Naming::index_beside(Path::new(data)).as_deref(),
                Some(index),
                "{data}"
            );
            assert!(Naming::from_index_name(Path::new(index)).is_some());
        }
        for other in [
            "guybrush.cost",
            "notes.txt",
            "README",
            "a (b",
            "monster.sou",
            "x.c",
            "x.laß",
            ".1",
            "",
        ] {
            assert_eq!(Naming::index_beside(Path::new(other)), None, "{other}");
        }
    }

    #[test]
    fn files_of_a_game_are_told_from_what_lies_beside_i2() {
        let files = [
            (
                "monkey2.000",
                &["MONKEY2.000", "monkey2.011", "MONSTER.SOU", "monster.so3"][..],
                &["atlantis.001"][..],
            ),
            (
                "DIG.LA0",
                &["dig.la1", "video/sq1.san", "digvoice.bun", "language.bnd"],
                &["ft.la1", "dig.s01"],
            ),
            ("00.lfl", &["00.LFL", "57.LFL"], &["903.LFL", "DISK01.LEC"]),
            (
                "000.lfl",
                &["000.lfl", "903.LFL", "DISK01.LEC", "track1.flac"],
                &["01.lfl", "track1.txt"],
            ),
            (
                "puttzoo.he0",
                &["puttzoo.he2", "puttzoo.(a)"],
                &["puttzoo.exe", "freddi.he2"],
            ),
            ("Fatty Bear 0", &["fatty bear 1"], &["Fatty Bear"]),
        ];
        for (index, own, others) in files {
            for file in own {
                assert!(
                    belongs(Path::new(index), Path::new(file)),
                    "{index}: {file}"
                );
            }
            for file in others.iter().chain(&[
                "monkey2.txt",
                "monkey2.000.bak",
                "monkey2.001.bak2",
                "README",
                ".x",
            ]) {
                assert!(
                    !belongs(Path::new(index), Path::new(file)),
                    "{index}: {file}"
                );
            }
        }
    }

    #[test]
    fn an_import_may_replace_index_and_data_files_only_i2() {
        for (index, data, others) in [
            (
                "monkey2.000",
                &["MONKEY2.000", "monkey2.001", "deep/monkey2.011"][..],
                &["monster.sou", "monkey2.txt", "monkey2.1", "monkey2.300"][..],
            ),
            ("00.lfl", &["00.LFL", "57.lfl"], &["900.lfl", "DISK01.LEC"]),
            ("000.lfl", &["000.lfl", "DISK01.LEC"], &["903.LFL"]),
            ("x.he0", &["x.he1", "x.(a)", "x.heb"], &["x.exe", "x.(c)"]),
            ("zak1.d64", &["zak1.d64", "zak2.d64"], &["zak.d64"]),
            ("notes.txt", &[], &["notes.txt"]),
        ] {
            for file in data {
                assert!(is_data(Path::new(index), Path::new(file)), "{file}");
            }
            for file in others {
                assert!(!is_data(Path::new(index), Path::new(file)), "{file}");
            }
        }
    }

    #[test]
    fn humongous_disks_have_letters_from_98_on_f3e() {
        let game = Naming::from_index_name(Path::new("GAME.HE0")).unwrap();
        assert_eq!(game.lettered_disk(1), ["game.(a)", "game.hea"]);
        assert_eq!(game.lettered_disk(2), ["game.(b)", "game.heb"]);
        assert_eq!(game.lettered_disk(0), ["game.he0"]);
    }
}
