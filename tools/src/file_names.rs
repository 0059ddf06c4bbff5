//! Makes names of files and folders that are valid on every system, from the names of games,
//! folders and resources.
//!
//! The rules of Windows apply on every system, so that files can be copied between systems.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// Characters that Windows does not allow in names, apart from control characters.
const REFUSED: [char; 9] = ['<', '>', ':', '"', '/', '\\', '|', '?', '*'];
/// The replacement of a refused character, and the prefix of a device name.
const IN_PLACE: char = '_';
/// The device names of Windows. A device name with an extension still means the device.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// The device names of Windows that end with a digit.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];
/// The digits of device names. Windows accepts superscript digits, too.
const DIGITS: &str = "123456789¹²³";
/// The most bytes of a name. Systems allow 255 bytes; the rest is for numbers and extensions that
/// are appended.
const MOST_BYTES: usize = 200;

/// Returns a name that every system accepts for a file or a folder. Most names stay unchanged. An
/// empty name and a name of dots become `_`.
pub fn safe(name: &str) -> String {
    let refused = |c: char| REFUSED.contains(&c) || c.is_control();
    let mut safe = name.replace(refused, "_");
    if is_device(&safe) {
        safe.insert(0, IN_PLACE);
    }
    while safe.len() > MOST_BYTES {
        safe.pop();
    }
    // Windows drops dots and spaces at the end of a name, so a name that ends with them would mean
    // another file.
    safe.truncate(safe.trim_end_matches(['.', ' ']).len());
    if safe.is_empty() {
        safe.push(IN_PLACE);
    }
    safe
}

/// Returns a path whose components are valid names on every system. The path stays below the folder
/// that it is joined to.
pub fn safe_path(path: &Path) -> PathBuf {
    let mut safe_path = PathBuf::new();
    for part in path.components() {
        if let Component::Normal(name) = part {
            safe_path.push(safe(&name.to_string_lossy()));
        }
    }
    safe_path
}

/// Returns whether a name is a device name on Windows.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.trim_end_matches(' ').to_lowercase();
    if DEVICES.contains(&stem.as_str()) {
        return true;
    }
    for device in NUMBERED_DEVICES {
        let digit = stem.strip_prefix(device).unwrap_or_default();
        if digit.chars().count() == 1 && DIGITS.contains(digit) {
            return true;
        }
    }
    false
}

/// A set of names in a folder that are distinct on every system, including systems that do not
/// distinguish `A` from `a`.
#[derive(Debug)]
pub struct FolderNames(BTreeSet<String>);

impl FolderNames {
    /// Creates a set of names that contains the names of other files of the folder.
    pub fn besides(files: &[&str]) -> Self {
        Self(files.iter().map(|name| folded(name)).collect())
    }

    /// Returns a name for the file or folder of this title: the last component of the title as
    /// [`safe`] returns it. If the name is taken, a number is appended. `fallback` is the name for
    /// a title without a last component.
    pub fn name(&mut self, title: &str, fallback: &str) -> String {
        let last = title.rsplit(['/', '\\']).next().unwrap_or_default();
        let plain = match last {
            "" | "." | ".." => fallback.to_owned(),
            last => safe(last),
        };
        let mut name = plain.clone();
        let mut number = 2;
        while !self.0.insert(folded(&name)) {
            name = format!("{plain}-{number}");
            number += 1;
        }
        name
    }
}

/// Returns a name in the form in which case-insensitive systems compare it. Both conversions are
/// needed, because some letters share an upper-case letter and others share a lower-case letter.
fn folded(name: &str) -> String {
    name.to_uppercase().to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Names and their valid forms.
    const CASES: [(&str, &str); 27] = [
        ("monkey2", "monkey2"),
        ("Day of the Tentacle", "Day of the Tentacle"),
        (".hidden", ".hidden"),
        ("Ünïcode 猿", "Ünïcode 猿"),
        ("CON", "_CON"),
        ("aux", "_aux"),
        ("nul.000", "_nul.000"),
        ("NUL .x", "_NUL .x"),
        ("prn.", "_prn"),
        ("com1", "_com1"),
        ("Com9.tar.gz", "_Com9.tar.gz"),
        ("LPT²", "_LPT²"),
        ("CONIN$", "_CONIN$"),
        ("com0", "com0"),
        ("com10", "com10"),
        ("com", "com"),
        ("console", "console"),
        ("xcon", "xcon"),
        ("a.", "a"),
        ("a. . ", "a"),
        ("...", "_"),
        ("", "_"),
        ("  ", "_"),
        ("a:b?c*d", "a_b_c_d"),
        ("<a>|\"b\"/c\\d", "_a___b__c_d"),
        ("a\nb\u{7f}c\0d\u{85}", "a_b_c_d_"),
        ("index.html", "index.html"),
    ];

    #[test]
    fn names_are_those_that_every_system_takes() {
        for (name, expected) in CASES {
            assert_eq!(safe(name), expected, "{name:?}");
            assert_eq!(safe(expected), expected, "a safe name stays as it is");
        }
        let long = safe(&"é".repeat(5000));
        assert_eq!(long, "é".repeat(100));
        // A truncated name does not end with a space.
        assert_eq!(safe(&format!("{}  b", "a".repeat(199))), "a".repeat(199));
    }

    #[test]
    fn paths_stay_below_a_folder() {
        let paths = [
            ("a/b.001", "a/b.001"),
            ("aux/nul.001", "_aux/_nul.001"),
            ("../a/./b", "a/b"),
            ("/a", "a"),
        ];
        for (path, expected) in paths {
            assert_eq!(safe_path(Path::new(path)), Path::new(expected), "{path}");
        }
        // A backslash that is not a separator on this system does not become a separator on another
        // system.
        #[cfg(unix)]
        assert_eq!(safe_path(Path::new("a/..\\..\\b")), Path::new("a/.._.._b"));
    }

    /// Creates a folder for each name, which fails if the system takes the name for a device or for
    /// another folder.
    #[test]
    fn this_system_takes_the_names_and_tells_them_apart() {
        let folder = tempfile::tempdir().unwrap();
        let mut names = FolderNames::besides(&[]);
        let mut made = Vec::new();
        for (title, _) in CASES {
            let name = names.name(title, "game");
            fs::create_dir(folder.path().join(&name)).unwrap();
            fs::write(folder.path().join(&name).join("x"), &name).unwrap();
            made.push(name);
        }
        for name in made {
            let path = folder.path().join(&name);
            assert_eq!(fs::read_to_string(path.join("x")).unwrap(), name);
            let listed = fs::read_dir(folder.path()).unwrap();
            let mut listed = listed.map(|entry| entry.unwrap().file_name());
            assert!(
                listed.any(|other| *other == *name),
                "{name:?} is not listed"
            );
        }
    }

    #[test]
    fn names_are_different_and_stay_below_a_folder() {
        let mut names = FolderNames::besides(&["index.html"]);
        let titles = [
            ("loom", "loom"),
            ("Loom", "Loom-2"),
            ("loom", "loom-3"),
            ("loom-2", "loom-2-2"),
            ("loom.", "loom-4"),
            ("../..", "game"),
            ("", "game-2"),
            ("a/b", "b"),
            ("c\\d", "d"),
            ("INDEX.HTML", "INDEX.HTML-2"),
            ("index.html ", "index.html-3"),
            ("nul", "_nul"),
            ("_NUL", "_NUL-2"),
            // Letters that share their upper-case or their lower-case letter.
            ("\u{17f}cumm", "\u{17f}cumm"),
            ("Scumm", "Scumm-2"),
            ("\u{212a}", "\u{212a}"),
            ("k", "k-2"),
        ];
        for (title, expected) in titles {
            assert_eq!(names.name(title, "game"), expected, "{title:?}");
        }
    }
}
