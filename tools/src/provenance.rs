//! The head of the JSON documents and the record of an export's source: which program made them
//! from which game.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use scumm_engine::Game;
use scumm_room::resource::read_file;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::run_files::{MOST_BYTES, RunFiles};

/// The version of the layout of all JSON documents. It changes if a field changes its meaning or
/// goes; new fields do not change it.
pub const FORMAT: u32 = 1;

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The file name of the record in the folder of an export.
pub const RECORD: &str = "provenance.json";

/// The file name of the list of checksums, in the form that `sha256sum -c` reads.
pub const SUMS: &str = "SHA256SUMS";

/// The most bytes of a record or of a list of checksums.
const MOST_TEXT: u64 = 32 << 20;

/// The head of a JSON document about a game or a costume file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DocumentHead {
    /// The version of the layout: 1.
    pub format: u32,
    /// The version of the program.
    pub wardrobe: &'static str,
    /// The name of the game's folder or archive; `None` for a costume file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The path of the game's index file, or of the costume file.
    pub path: String,
    /// The SHA-256 of the index file, or of the costume file.
    pub sha256: String,
}

impl DocumentHead {
    /// Creates the head of a document about a game with this name.
    ///
    /// # Errors
    /// Returns an error if the index file cannot be read.
    pub fn of_game(game: &Game, name: &str) -> Result<Self> {
        Ok(Self {
            format: FORMAT,
            wardrobe: VERSION,
            game: Some(name.to_owned()),
            path: game.files().path().display().to_string(),
            sha256: sha256(&game.files().index_bytes(MOST_BYTES)?),
        })
    }

    /// Creates the head of a document about a costume file.
    #[must_use]
    pub fn of_file(path: &Path, data: &[u8]) -> Self {
        Self {
            format: FORMAT,
            wardrobe: VERSION,
            game: None,
            path: path.display().to_string(),
            sha256: sha256(data),
        }
    }
}

/// A JSON document: a head and a value.
#[derive(Clone, Debug, Serialize)]
pub struct Document<T> {
    /// The head.
    #[serde(flatten)]
    pub head: DocumentHead,
    /// The value, whose fields follow those of the head.
    #[serde(flatten)]
    pub value: T,
}

/// A JSON document about two games or files.
#[derive(Debug, Serialize)]
pub struct ComparisonDocument<'v, T> {
    /// The version of the layout: 1.
    pub format: u32,
    /// The version of the program.
    pub wardrobe: &'static str,
    /// The path of the first game or file.
    pub first: String,
    /// The path of the second game or file.
    pub second: String,
    /// The value, whose fields follow.
    #[serde(flatten)]
    pub value: &'v T,
}

impl<'v, T> ComparisonDocument<'v, T> {
    /// Creates the document of a comparison.
    pub fn new(first: &Path, second: &Path, value: &'v T) -> Self {
        Self {
            format: FORMAT,
            wardrobe: VERSION,
            first: first.display().to_string(),
            second: second.display().to_string(),
            value,
        }
    }
}

/// Returns a SHA-256 as 64 hexadecimal digits.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    digits(&Sha256::digest(bytes))
}

/// Returns bytes as hexadecimal digits.
pub(crate) fn digits(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        digits.push_str(&format!("{byte:02x}"));
    }
    digits
}

/// The source of an export: a game, as it is on every machine.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ExportRecord {
    /// The version of the layout.
    format: u32,
    /// The version of the program.
    wardrobe: String,
    /// The name of the game's folder or archive.
    game: String,
    /// The edition of the game, in words.
    edition: String,
    /// The file name of the index.
    index: String,
    /// The SHA-256 of the index file.
    sha256: String,
}

impl ExportRecord {
    /// Creates the record of a game with this name.
    ///
    /// # Errors
    /// Returns an error if the index file cannot be read.
    pub fn new(game: &Game, name: &str) -> Result<Self> {
        let index = game.files().path().file_name().unwrap_or_default();
        Ok(Self {
            format: FORMAT,
            wardrobe: VERSION.to_owned(),
            game: name.to_owned(),
            edition: game.files().identity().to_string(),
            index: index.to_string_lossy().into_owned(),
            sha256: sha256(&game.files().index_bytes(MOST_BYTES)?),
        })
    }

    /// Checks that a folder does not hold an export of another game. A game whose index has changed
    /// is the same game if its name and the name of its index are the same.
    ///
    /// # Errors
    /// Returns an error if the folder has the record of another game.
    pub fn check(&self, folder: &Path) -> Result<()> {
        let Ok(bytes) = read_file(&folder.join(RECORD), MOST_TEXT) else {
            return Ok(());
        };
        let Ok(other) = serde_json::from_slice::<Self>(&bytes) else {
            return Ok(());
        };
        let is_same =
            other.sha256 == self.sha256 || (&other.game, &other.index) == (&self.game, &self.index);
        if !is_same {
            bail!(
                "{}: the folder has the output of another game, {} ({}); choose another folder, or \
                 remove this one",
                folder.display(),
                other.game,
                other.edition
            );
        }
        Ok(())
    }

    /// Writes the record into a folder. Returns the SHA-256 of the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, run: &RunFiles, folder: &Path) -> Result<String> {
        let text = self.text()?;
        write_if_new(run, &folder.join(RECORD), &text)?;
        Ok(sha256(&text))
    }

    /// Returns the record as it is written.
    ///
    /// # Errors
    /// Does not fail because of a game.
    pub(crate) fn text(&self) -> Result<Vec<u8>> {
        let mut text = serde_json::to_vec_pretty(self).context("JSON")?;
        text.push(b'\n');
        Ok(text)
    }
}

/// Writes a file unless it has these contents already.
fn write_if_new(run: &RunFiles, path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    run.write(path, |out| out.write_all(bytes))
}

/// Checksums of files by their names, with `/` between the names of folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChecksumList(BTreeMap<String, String>);

impl ChecksumList {
    /// Reads the lines that `sha256sum` writes.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or if a line has another form.
    pub fn read(path: &Path) -> Result<Self> {
        let bytes = read_file(path, MOST_TEXT)?;
        let text = String::from_utf8_lossy(&bytes);
        let mut sums = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let (sum, name) = parse_line(line).with_context(|| {
                format!(
                    "{}: line {}: expected a SHA-256 and a name, as sha256sum writes them",
                    path.display(),
                    number + 1
                )
            })?;
            sums.insert(name, sum);
        }
        Ok(Self(sums))
    }

    /// Adds a file.
    pub fn insert(&mut self, name: String, sum: String) {
        self.0.insert(name, sum);
    }

    /// Removes the files in a folder; all files that lie in no folder if `folder` is empty.
    pub fn remove_folder(&mut self, folder: &str) {
        self.0.retain(|name, _| match name.rsplit_once('/') {
            Some((above, _)) => above != folder,
            None => !folder.is_empty(),
        });
    }

    /// Returns the checksum of a file.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns the names of the files in ascending order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the text of the list.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, sum) in &self.0 {
            text.push_str(&format!("{sum}  {name}\n"));
        }
        text
    }

    /// Writes the list to a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, run: &RunFiles, path: &Path) -> Result<()> {
        write_if_new(run, path, self.text().as_bytes())
    }
}

/// Returns the checksum and the name of a line.
fn parse_line(line: &str) -> Option<(String, String)> {
    let (sum, name) = line.split_once(' ')?;
    let is_sum = sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    // The character before the name says whether the file was read as text or as bytes.
    let name = name.strip_prefix([' ', '*'])?;
    let name = name.strip_prefix("./").unwrap_or(name);
    (is_sum && !name.is_empty()).then(|| (sum.to_lowercase(), name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_sha256sum() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(b""), empty);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(SUMS);
        let text = format!("{empty}  b c\n{empty} *./a/x\n\n");
        fs::write(&path, text).unwrap();
        let mut list = ChecksumList::read(&path).unwrap();
        assert_eq!(list.names().collect::<Vec<_>>(), ["a/x", "b c"]);
        assert_eq!(list.text(), format!("{empty}  a/x\n{empty}  b c\n"));
        list.remove_folder("a");
        assert_eq!(list.names().collect::<Vec<_>>(), ["b c"]);
        list.remove_folder("");
        assert_eq!(list.text(), "");
        for wrong in ["x", &empty[1..], &format!("{empty}  ")] {
            fs::write(&path, wrong).unwrap();
            let error = ChecksumList::read(&path).unwrap_err().to_string();
            assert!(error.contains("line 1"), "{error}");
        }
    }

    #[test]
    fn a_game_in_memory_has_the_record_of_its_index() {
        let game = crate::demo::game().unwrap();
        let index = game.files().index_bytes(MOST_BYTES).unwrap();
        assert!(game.files().index_bytes(index.len() as u64 - 1).is_err());
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in crate::demo::FILES {
            fs::write(folder.path().join(name), bytes).unwrap();
        }
        let on_disk = Game::open(folder.path()).unwrap();
        let record = ExportRecord::new(&game, "demo").unwrap();
        assert_eq!(record.sha256, sha256(&index));
        assert_eq!(record, ExportRecord::new(&on_disk, "demo").unwrap());
    }

    #[test]
    fn a_folder_of_another_game_is_refused_and_an_edited_game_is_not_another() {
        let folder = tempfile::tempdir().unwrap();
        let run = RunFiles::default();
        let record = |game: &str, sum: &str| ExportRecord {
            format: FORMAT,
            wardrobe: VERSION.to_owned(),
            game: game.to_owned(),
            edition: "v5".to_owned(),
            index: "x.000".to_owned(),
            sha256: sum.to_owned(),
        };
        record("a", "1").check(folder.path()).unwrap();
        record("a", "1").write(&run, folder.path()).unwrap();
        record("a", "2").check(folder.path()).unwrap();
        record("b", "1").check(folder.path()).unwrap();
        let error = record("b", "2").check(folder.path()).unwrap_err();
        assert!(
            error.to_string().contains("another game, a (v5)"),
            "{error}"
        );
    }
}
