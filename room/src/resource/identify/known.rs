//! The table of known index files (I23). The key is the MD5 of the first MiB as stored, together
//! with the size.

use super::games::{self, SubVersion, Title};
use super::machine::Machine;

/// The table; empty without the feature `detection`.
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

/// Parses a row: the size, if it is known, and the rest.
fn parse(row: &'static str) -> Option<(Option<u64>, Known)> {
    let mut columns = row.split('\t').skip(1);
    let mut next = || columns.next();
    let size = next()
        .filter(|size| *size != "-")
        .map(str::parse)
        .transpose()
        .ok()?;
    let title = games::by_id(next()?)?;
    let edition = next().filter(|edition| *edition != "-");
    let machine = match next()? {
        "-" => None,
        word => Some(Machine::of(word)?),
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
#[cfg(feature = "detection")]
mod tests {
    use super::*;

    fn rows() -> impl Iterator<Item = &'static str> {
        TABLE.lines().filter(|row| !row.starts_with('#'))
    }

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
            (Machine::of("amiga"), 5, None)
        );
        assert_eq!(find(TABLE, b"abc", 4), None, "another size");
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
