//! The games: ids, titles, names of their index files, Humongous sub-versions (I2, I20, I30).

use crate::dialect::GameId;

const GAMES: &str = include_str!("games.tsv");

/// A Humongous sub-version as people write it, and as rules ask for it (I23).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubVersion {
    /// `72`, `98.5`, `101`.
    pub label: String,
    /// 60..=100: 98.5 is drawn as 98, 101 as 100.
    pub number: u8,
    /// Its pictures have 16 bits a pixel (I20).
    pub is_deep: bool,
}

impl SubVersion {
    /// The one of this number.
    pub fn of(number: u8) -> Self {
        Self {
            label: number.to_string(),
            number,
            is_deep: false,
        }
    }

    /// Reads `98.5`, `99*`.
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
    /// Its id, in lower case.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    versions: &'static str,
    names: &'static str,
}

impl Title {
    /// The game that rules ask for; `None` for an id without rules of its own.
    pub fn game(&self) -> Option<GameId> {
        if self.is_humongous() {
            Some(GameId::Humongous)
        } else {
            GameId::from_id(self.id)
        }
    }

    /// Whether it is a Humongous game.
    pub fn is_humongous(&self) -> bool {
        self.versions != "-"
    }

    /// The sub-versions in which it exists; none for other games.
    pub fn sub_versions(&self) -> impl Iterator<Item = SubVersion> + use<> {
        self.versions.split(' ').filter_map(SubVersion::parse)
    }
}

/// All games.
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

/// The game of an id, whatever its case.
pub fn by_id(id: &str) -> Option<Title> {
    all().find(|title| title.id.eq_ignore_ascii_case(id))
}

/// The games whose index has this name without its ending, in lower case: several where the name is
/// used twice.
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
