//! The properties of a game's edition, in words.

use std::fmt;

use super::known::{self, Known, SubVersion};
use super::{Fact, Given, Suspect, by};
use crate::dialect::Dialect;

/// The game and its edition, as far as they are known, and how they are known (I23..I30). The text
/// form is one line: `Monkey Island 2, Amiga, English: known index file`, `v5, Amiga guessed from
/// colours`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Identity {
    /// The game's title.
    pub title: Option<&'static str>,
    /// How the title is known: `known index file`, `by its file name`; empty without a title.
    pub title_by: &'static str,
    /// The name of the edition: `Demo`, `CD`.
    pub edition: Option<&'static str>,
    /// How the edition is known; empty without an edition.
    pub edition_by: &'static str,
    /// The language, in English.
    pub language: Option<&'static str>,
    /// The machine; `None` if it is not known and nothing depends on it.
    pub platform: Option<&'static str>,
    /// How the machine is known; empty without a machine.
    pub platform_by: &'static str,
    /// The SCUMM version.
    pub version: u8,
    /// The Humongous sub-version in its usual form: `98.5`, or `99 or 100` if it is not known
    /// exactly.
    pub humongous: Option<String>,
    /// How the sub-version is known; empty without a sub-version.
    pub humongous_by: &'static str,
    /// Conflicts between the caller's properties and the table of known index files, a sentence for
    /// each, which says whether the caller's property was used.
    pub doubts: Vec<String>,
}

impl Identity {
    pub(super) fn new(
        dialect: Dialect,
        suspect: &Suspect,
        known: Option<&Known>,
        given: &Given,
    ) -> Self {
        let machine = suspect.machine.as_ref();
        let labels = |he: &Fact<Vec<SubVersion>>| {
            he.value
                .iter()
                .map(|he| he.label.clone())
                .collect::<Vec<_>>()
                .join(" or ")
        };
        let mut identity = Self {
            title: suspect.title.as_ref().map(|title| title.value.title),
            title_by: suspect.title.as_ref().map_or("", |title| title.by),
            edition: known.and_then(|known| known.edition),
            edition_by: by::KNOWN,
            language: known.and_then(|known| known.language),
            platform: machine.map(|machine| machine.value.label),
            platform_by: machine.map_or("", |machine| machine.by),
            version: dialect.version(),
            humongous: suspect.he.as_ref().map(labels),
            humongous_by: suspect.he.as_ref().map_or("", |he| he.by),
            doubts: Vec::new(),
        };
        if identity.title_by == by::CHANGED {
            let len = suspect.len;
            identity.edition =
                known::changed(len, dialect.version()).and_then(|changed| changed.edition);
            identity.edition_by = by::CHANGED;
        }
        // The index of the demo of v0 has another length (V9).
        if identity.edition.is_none() && dialect.is_v0() && dialect.is_demo() {
            identity.edition = Some("Demo");
            identity.edition_by = by::INDEX;
        }
        if identity.edition.is_none() {
            identity.edition_by = "";
        }
        if let Some(known) = known {
            identity.doubts = identity.doubts_by(known, given);
        }
        if given.render.is_some() && dialect.render().is_none() {
            let machine = identity
                .platform
                .map(|machine| format!(" on {machine}"))
                .unwrap_or_default();
            let game = identity
                .title
                .map_or_else(|| format!("v{}", identity.version), str::to_owned);
            identity.doubts.push(format!(
                "{game}{machine} does not support this display; the option is ignored"
            ));
        }
        identity
    }

    /// Returns the differences between the given properties and the properties in the table.
    fn doubts_by(&self, known: &Known, given: &Given) -> Vec<String> {
        let he = known.he.as_ref();
        let version = given.version.filter(|&version| version != known.version);
        let known_version = format!("SCUMM version {}", known.version);
        let version = version.map(|version| (known_version.clone(), format!("version {version}")));
        let sub = given
            .he
            .filter(|&number| he.is_none_or(|he| he.number != number));
        let known_sub = he.map_or(known_version, |he| format!("Humongous {}", he.label));
        let sub = sub.map(|number| (known_sub, format!("Humongous {number}")));
        let title = given
            .game
            .as_ref()
            .filter(|_| self.title != Some(known.title.title));
        let title = title.map(|id| {
            (
                known.title.title.to_owned(),
                self.title.unwrap_or(id).to_owned(),
            )
        });
        let machine = known.machine.filter(|machine| {
            given
                .platform
                .is_some_and(|given| machine.platform != Ok(given))
        });
        let machine = machine.map(|machine| {
            (
                machine.label.to_owned(),
                self.platform.unwrap_or_default().to_owned(),
            )
        });
        let differing = [version, sub, title, machine].into_iter().flatten();
        let told = |(table, told)| {
            format!("the table of known index files says {table}; {told} is used, as given")
        };
        differing.map(told).collect()
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = format!("v{}", self.version);
        let humongous = self.humongous.as_ref().map(|he| format!("Humongous {he}"));
        let title = match (self.title, &humongous) {
            (Some(title), _) => Some((title, self.title_by)),
            (None, Some(_)) => None,
            (None, None) => Some((version.as_str(), "")),
        };
        let facts = [
            title,
            humongous.as_deref().map(|he| (he, self.humongous_by)),
            self.edition.map(|edition| (edition, self.edition_by)),
            self.platform.map(|platform| (platform, self.platform_by)),
            self.language.map(|language| (language, by::KNOWN)),
        ];
        let (known, rest): (Vec<_>, Vec<_>) = facts
            .into_iter()
            .flatten()
            .partition(|(_, by)| *by == by::KNOWN);
        if !known.is_empty() {
            let known: Vec<&str> = known.into_iter().map(|(fact, _)| fact).collect();
            write!(f, "{}: {}", known.join(", "), by::KNOWN)?;
            f.write_str(if rest.is_empty() { "" } else { "; " })?;
        }
        let told = |alike: &[(&str, &str)]| {
            let by = alike.first().map_or("", |(_, by)| by);
            let facts: Vec<&str> = alike.iter().map(|(fact, _)| *fact).collect();
            format!("{} {by}", facts.join(", ")).trim_end().to_owned()
        };
        let rest: Vec<String> = rest.chunk_by(|(_, a), (_, b)| a == b).map(told).collect();
        f.write_str(&rest.join(", "))
    }
}
