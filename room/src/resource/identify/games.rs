//! The list of games: ids, titles, names of their index files, Humongous sub-versions (I2, I20,
//! I30).

use crate::dialect::GameId;

const GAMES: &str = include_str!("games.tsv");

/// A Humongous sub-version as it is usually written, and the number that rules use (I23).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubVersion {
    /// The usual form: `72`, `98.5`, `101`.
    pub label: String,
    /// The number, 60..=100: 98.5 is drawn as 98, 101 as 100.
    pub number: u8,
    /// True if the game's pictures have 16 bits per pixel (I20).
    pub is_deep: bool,
}

impl SubVersion {
    /// Creates the sub-version with this number.
    pub fn of(number: u8) -> Self {
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
    /// Returns the game that rules use; `None` for an id without its own rules.
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
pub fn all() -> impl Iterator<Item = Title> {
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
pub fn by_id(id: &str) -> Option<Title> {
    all().find(|title| title.id.eq_ignore_ascii_case(id))
}

/// Returns the games whose index has this name without its extension, in lower case. There may be
/// several, since names are used twice.
pub fn by_name(name: &str, is_humongous: bool) -> Vec<Title> {
    let named = |title: &Title| {
        title.is_humongous() == is_humongous
            && title.names.split('|').any(|n| n == name && n != "-")
    };
    all().filter(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_list_is_known_i30() {
        assert_eq!(all().count(), 72);
        for title in all() {
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
        let spyfox: Vec<_> = by_id("spyfox")
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
    fn a_name_may_stand_for_two_games_i20() {
        let ids = |name, he| {
            by_name(name, he)
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
}
