//! Checks `docs/originals.md`: every known index file is listed, every family opens or is refused
//! with the error that the document states, and every scene and rule that the document names
//! exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use scumm_engine::{Game, OpenError};
use scumm_room::resource::REFUSALS;
use scumm_room::{Dialect, Error, Platform};
use scumm_scene::Scene;
use scumm_test_support::editions::write;
use scumm_test_support::repository;
use scumm_test_support::vectors::{self, Vectors};

use super::{refusals, variants};

const PAGE: &str = "docs/originals.md";

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the rows of the table behind a marker of the page, without the head.
fn table(page: &str, mark: &str) -> Vec<Vec<String>> {
    let mark = format!("<!-- {mark} -->\n");
    let start = page
        .find(&mark)
        .unwrap_or_else(|| panic!("{PAGE} has no {mark}"))
        + mark.len();
    let lines = page[start..]
        .lines()
        .take_while(|line| line.starts_with('|'))
        .skip(2);
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    lines.map(cells).collect()
}

/// Returns the texts between backticks in a cell.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

fn only_quoted(cell: &str) -> &str {
    quoted(cell)
        .next()
        .unwrap_or_else(|| panic!("{cell} names nothing"))
}

/// A known index file, with the columns of the library's table (I23).
struct Known {
    game: String,
    edition: String,
    platform: String,
    language: String,
    version: String,
    he: String,
    sixteen_bit: bool,
}

/// Returns the lines of a table of the library without comments, split at tabs.
fn lines(name: &str) -> Vec<Vec<String>> {
    let text = read(&format!("room/src/resource/identify/{name}"));
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

fn known() -> Vec<Known> {
    let of = |line: Vec<String>| match <[String; 9]>::try_from(line) {
        Ok(
            [
                _,
                _,
                game,
                edition,
                platform,
                language,
                version,
                he,
                sixteen_bit,
            ],
        ) => Known {
            game,
            edition,
            platform,
            language,
            version,
            he,
            sixteen_bit: sixteen_bit == "1",
        },
        Err(line) => panic!("known.tsv: {line:?}"),
    };
    lines("known.tsv").into_iter().map(of).collect()
}

/// Returns the part of a family's name that a platform gives. Platforms with the same drawing have
/// the same name.
fn machine(word: &str) -> &str {
    if matches!(word, "-" | "windows") {
        "dos"
    } else {
        word
    }
}

/// Returns the name of a family: the version, the colours if the version has both kinds, and the
/// platform.
pub(super) fn family(version: u8, in_sixteen_colours: bool, platform: &str) -> String {
    let platform = machine(platform);
    match (version, in_sixteen_colours) {
        (3 | 4, true) => format!("v{version}-16-{platform}"),
        (3 | 4, false) => format!("v{version}-256-{platform}"),
        _ => format!("v{version}-{platform}"),
    }
}

impl Known {
    /// Returns the family to which the edition belongs.
    fn family(&self) -> String {
        if self.he == "-" && self.edition.starts_with("Steam") {
            return "steam".to_owned();
        }
        if self.he == "-" && matches!(self.edition.as_str(), "SE" | "Remastered") {
            return "remaster".to_owned();
        }
        match self.he.as_str() {
            "200" => return "he-cup".to_owned(),
            "-" => {}
            _ if self.sixteen_bit => return "he-16bit".to_owned(),
            he => return format!("he{he}"),
        }
        let sixteen = self.edition.contains("EGA") || self.game == "pass";
        family(self.version.parse().unwrap(), sixteen, &self.platform)
    }
}

/// The number of index files of an edition in each language.
type Languages = BTreeMap<String, usize>;

/// Returns the table of all editions. Each game and family has a line with the number of known
/// index files and with the platforms and editions of these files and their languages.
fn editions() -> String {
    let titles: BTreeMap<String, String> = lines("games.tsv")
        .into_iter()
        .map(|line| (line[0].clone(), line[1].clone()))
        .collect();
    // The key is the title in lower case, the title with the id, and the family. The value has the
    // languages of each edition and the number of files in each language.
    let mut files: BTreeMap<[String; 3], BTreeMap<String, Languages>> = BTreeMap::new();
    for known in known() {
        let title = titles
            .get(&known.game)
            .unwrap_or_else(|| panic!("{} has no title", known.game));
        let platform = if known.platform == "-" {
            "any"
        } else {
            &known.platform
        };
        let edition = if known.edition == "-" {
            platform.to_owned()
        } else {
            format!("{platform} {}", known.edition)
        };
        let key = [
            title.to_lowercase(),
            format!("`{}` {title}", known.game),
            known.family(),
        ];
        *files
            .entry(key)
            .or_default()
            .entry(edition)
            .or_default()
            .entry(known.language)
            .or_default() += 1;
    }
    let mut text = "| game | family | known index files | which |\n|---|---|---:|---|\n".to_owned();
    for ([_, title, family], editions) in files {
        let count: usize = editions.values().flat_map(BTreeMap::values).sum();
        let languages = |languages: &Languages| {
            let several = |(language, count): (&String, &usize)| match count {
                1 => format!(" {language}"),
                count => format!(" {language} ×{count}"),
            };
            languages.iter().map(several).collect::<String>()
        };
        let which: Vec<_> = editions
            .iter()
            .map(|(edition, l)| format!("{edition}:{}", languages(l)))
            .collect();
        text.push_str(&format!(
            "| {title} | `{family}` | {count} | {} |\n",
            which.join("; ")
        ));
    }
    text
}

#[test]
fn every_known_index_file_is_listed_i23() {
    let page = read(PAGE);
    let editions = editions();
    assert!(
        page.contains(&format!("<!-- editions -->\n{editions}")),
        "{PAGE} has to list these:\n{editions}"
    );
    let families: BTreeMap<String, String> = ["families", "refused"]
        .into_iter()
        .flat_map(|mark| table(&page, mark))
        .filter(|row| row[0].starts_with('`'))
        .map(|row| (only_quoted(&row[0]).to_owned(), row[2].clone()))
        .collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for known in known() {
        *counts.entry(known.family()).or_default() += 1;
    }
    let counts: BTreeMap<String, String> = counts
        .into_iter()
        .map(|(f, count)| (f, count.to_string()))
        .collect();
    assert_eq!(
        families, counts,
        "{PAGE}: families and how many known index files each has"
    );
    // The numbers that the running text of the page states.
    let refused: usize = table(&page, "refused")
        .iter()
        .filter_map(|row| row[2].parse::<usize>().ok())
        .sum();
    let all = known().len();
    for words in [
        format!("{all} known index files"),
        format!("{} of them", all - refused),
        format!("{refused} are"),
    ] {
        assert!(page.contains(&words), "{PAGE} does not say \"{words}\"");
    }
}

/// The degrees of proof that the page may state for a family, and whether each has to name scenes
/// and plays.
const EXACT: [(&str, bool, bool); 4] = [
    ("scenes and plays", true, true),
    ("scenes", true, false),
    ("scenes in part", true, false),
    ("rule only", false, false),
];

/// Returns the family of a scene. Scenes have no sub-version 98.5.
fn of_scene(dialect: &Dialect) -> String {
    if dialect.is_humongous() {
        return format!("he{}", dialect.he());
    }
    let platform = Platform::ALL
        .into_iter()
        .find(|(_, platform)| *platform == dialect.platform())
        .unwrap()
        .0;
    family(dialect.version(), dialect.is_sixteen_colour(), platform)
}

#[test]
fn scenes_plays_and_rules_that_are_named_are_there() {
    let page = read(PAGE);
    let groups = vectors::groups().unwrap();
    let all = Vectors::load(groups.iter().map(String::as_str)).unwrap();
    let mut proved: BTreeSet<(String, String)> = BTreeSet::new();
    for name in all.scenes() {
        let scene = Scene::parse(name, all.text(name).unwrap()).unwrap();
        let group = name.split('/').next().unwrap_or_default();
        proved.insert((of_scene(&scene.dialect), group.to_owned()));
    }
    // Plays need games that cannot be part of the repository. The tests of scenes name these plays.
    let plays = read("tests/tests/scenes/plays.rs");
    let book: String = fs::read_dir(repository().join("docs/book/src"))
        .unwrap()
        .filter_map(|entry| fs::read_to_string(entry.unwrap().path()).ok())
        .collect();
    for row in table(&page, "families") {
        let [name, _, _, exact, scenes, rules, lacks] =
            <[String; 7]>::try_from(row).unwrap_or_else(|r| panic!("{r:?}"));
        let name = only_quoted(&name);
        let (of_play, of_scenes): (Vec<_>, Vec<_>) =
            quoted(&scenes).partition(|scene| scene.starts_with("plays-"));
        let known = EXACT.iter().find(|(words, ..)| *words == exact);
        let (_, has_scenes, has_plays) =
            known.unwrap_or_else(|| panic!("{name}: exact by {exact}?"));
        assert_eq!(
            (!of_scenes.is_empty(), !of_play.is_empty()),
            (*has_scenes, *has_plays),
            "{name}: {exact}"
        );
        for group in of_scenes {
            let key = (name.to_owned(), group.to_owned());
            assert!(
                proved.contains(&key),
                "{name}: {group} has no scene of this version and platform"
            );
        }
        for play in of_play {
            assert!(
                plays.contains(&format!("\"{play}\"")),
                "{name}: {play} is not played"
            );
        }
        let rules: Vec<&str> = rules
            .split([',', ' '])
            .filter(|rule| !rule.is_empty())
            .collect();
        assert!(!rules.is_empty(), "{name}: by which rules?");
        for rule in rules {
            assert!(
                book.contains(&format!("**{rule}**")),
                "{name}: the book has no rule {rule}"
            );
        }
        assert!(
            exact == "scenes and plays" || exact == "scenes" || !lacks.is_empty(),
            "{name}: the last column must list the parts without a scene"
        );
    }
}

#[test]
fn every_family_opens_as_what_it_is() {
    let made = variants::families();
    // These games are opened in the form in which they are stored: from disk images and from a ROM.
    let stored = [
        ("v0-c64", "v0-c64"),
        ("v0-apple2gs", "v0-apple2"),
        ("v1-nes", "nes-usa.prg"),
    ];
    let games = scumm_test_support::unpack("game-files").unwrap();
    for row in table(&read(PAGE), "families") {
        let name = only_quoted(&row[0]);
        if let Some((_, file)) = stored.iter().find(|(family, _)| *family == name) {
            let game = Game::open(games.path().join("game-files").join(file)).unwrap();
            assert!(game.dialect().version() <= 1, "{name}");
            continue;
        }
        assert!(
            made.iter().any(|(family, _)| family == name),
            "{name}: no game is made of it"
        );
        for (_, variant) in made.iter().filter(|(family, _)| family == name) {
            variants::open_made(variant);
        }
    }
}

#[test]
fn every_refusal_has_its_words() {
    let page = read(PAGE);
    let mut named = BTreeSet::new();
    for row in table(&page, "refused") {
        let words = only_quoted(&row[3]).to_owned();
        assert!(
            REFUSALS.contains(&words.as_str()),
            "{}: nothing is refused with \"{words}\"",
            row[0]
        );
        named.insert(words);
    }
    assert_eq!(
        named.len(),
        REFUSALS.len(),
        "{PAGE} names all: {REFUSALS:?}"
    );
    for words in REFUSALS {
        let (files, name) = refusals::made(words);
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &files).unwrap();
        let error = Game::open(folder.path()).unwrap_err();
        assert!(
            matches!(error, OpenError::Files(Error::Unsupported { .. })),
            "{words}: {error}"
        );
        let expected = format!(
            "{}: at byte 0 (0x0): {words} is not supported",
            folder.path().join(name).display()
        );
        assert_eq!(error.to_string(), expected);
    }
}
