//! Recognition of a game and its edition (I23..I30). The sources of a property are, in this order:
//! the caller, the table of known index files, signs in the files, and a guess.

mod data_signs;
pub(super) mod identity;
mod known;
mod signs;
mod sub_version;

use super::files::GameFiles;
use super::index::Index;
use super::naming::Family;
use super::refused;
use crate::{Dialect, Enhancements, Error, GameId, Misuse, Platform, Reader, Render, Result};
use data_signs::SoundSign;
use known::{Machine, SubVersion, Title};
use signs::Content;

pub use identity::Identity;
pub(super) use known::{COUNTED, Known, TABLE, find as find_known};
pub(super) use signs::Seen;
pub(super) use sub_version::has_sixteen_bits;

/// The properties of a game that the caller specifies. Properties that are `None` are detected. A
/// specified property is used even if the table of known index files contradicts it;
/// [`Identity::doubts`] reports the contradiction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The SCUMM version, 0..=8, which must be a version of the index's family.
    pub version: Option<u8>,
    /// The Humongous sub-version, 60..=100.
    pub he: Option<u8>,
    /// The game's id in ScummVM: `monkey2`, `freddi3`.
    pub game: Option<String>,
    /// The platform.
    pub platform: Option<Platform>,
    /// The display. A display that the game cannot have is ignored (P12); [`Identity::doubts`]
    /// reports this.
    pub render: Option<Render>,
    /// ScummVM's changes to the original.
    pub enhancements: Enhancements,
}

/// The ways in which a property is known.
mod by {
    pub const GIVEN: &str = "as given";
    pub const KNOWN: &str = "known index file";
    pub const FILE_NAME: &str = "by its file name";
    pub const INDEX_SIZE: &str = "by the size of its index";
    pub const CHANGED: &str = "changed (by the size of its index)";
    pub const CONTAINER: &str = "by its container";
    pub const FILES: &str = "by its files";
    pub const FOLDERS: &str = "by its folders";
    pub const INDEX: &str = "by its index";
    pub const COSTUMES: &str = "by its costumes";
    pub const PICTURES: &str = "by its pictures";
    pub const SOUNDS: &str = "by its sounds";
    pub const COLOURS: &str = "guessed from colours";
    pub const FOLDER_GUESS: &str = "guessed from folders";
    pub const ASSUMED: &str = "assumed";
}

/// A property, and how it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact<T> {
    value: T,
    by: &'static str,
}

/// The given and known properties of a game before its index is read.
#[derive(Debug)]
pub(super) struct Case<'a> {
    given: &'a Given,
    known: Option<Known>,
    seen: Seen<'a>,
    /// The game that the caller specifies.
    told: Option<(Option<Title>, GameId)>,
}

/// A game whose index was read, but whose data files were not examined.
#[derive(Debug)]
pub(super) struct Suspect {
    /// The size of the index in bytes.
    len: u64,
    title: Option<Fact<Title>>,
    /// The possible sub-versions, the most likely first.
    he: Option<Fact<Vec<SubVersion>>>,
    machine: Option<Fact<Machine>>,
}

impl<'a> Case<'a> {
    /// Collects the given and known properties.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the given game does not exist, or [`Error::Unsupported`] if
    /// according to the table the edition is not supported.
    pub fn new(given: &'a Given, known: Option<Known>, seen: Seen<'a>) -> Result<Self> {
        let told = given.game.as_deref().map(named).transpose()?;
        if let Some(what) = known.as_ref().and_then(left_out) {
            return Err(Reader::new(&[]).unsupported(what));
        }
        Ok(Self {
            given,
            known,
            seen,
            told,
        })
    }

    /// Reads an index, and determines the properties that need no data file.
    ///
    /// # Errors
    /// Returns the errors of [`Content::examine`] and [`Content::read`].
    pub fn read(
        &self,
        family: Family,
        index_file: Reader<'_>,
    ) -> Result<(Dialect, Index, Suspect)> {
        let content = Content::examine(family, index_file, self.seen.naming, self.given, |room| {
            self.seen.has_room(room)
        })?;
        let mut dialect = content.dialect;
        let he = self.sub_version(&content);
        if let Some(first) = he.as_ref().and_then(|he| he.value.first()) {
            dialect = Dialect::humongous(first.number);
        }
        let index = content.read(dialect)?;
        let title = self.title(&content, he.as_ref());
        let game = match (&self.told, &title) {
            (Some((_, game)), _) => Some(*game),
            (None, Some(title)) => title.value.game(),
            (None, None) if dialect.is_humongous() => Some(GameId::Humongous),
            (None, None) => None,
        };
        let is_guess = |title: &Fact<Title>| matches!(title.by, by::FILE_NAME | by::CHANGED);
        let title = title.filter(|title| !is_guess(title) || !is_home_made(dialect, &index));
        let machine = self.machine(&content, &index, game);
        if he
            .as_ref()
            .is_some_and(|he| he.value.iter().all(|he| he.is_deep))
        {
            return Err(index_file.unsupported(refused::SIXTEEN_BIT));
        }
        Ok((
            dialect.with_game(game),
            index,
            Suspect {
                len: self.seen.len,
                title,
                he,
                machine,
            },
        ))
    }

    fn sub_version(&self, content: &Content<'_>) -> Option<Fact<Vec<SubVersion>>> {
        if let Some(he) = self.given.he {
            // The colour depth does not depend on the sub-version, so a given sub-version does not
            // change it (I20).
            let late = self
                .titles(content)
                .into_iter()
                .flat_map(|title| title.sub_versions());
            let mut late = late
                .filter(|version| he >= 99 && version.number >= 99)
                .peekable();
            let is_deep = late.peek().is_some() && late.all(|version| version.is_deep);
            return Some(Fact {
                value: vec![SubVersion {
                    is_deep,
                    ..SubVersion::from_number(he)
                }],
                by: by::GIVEN,
            });
        }
        if self.given.version.is_some() {
            return None;
        }
        if let Some(he) = self.known.as_ref().and_then(|known| known.he.clone()) {
            return Some(Fact {
                value: vec![he],
                by: by::KNOWN,
            });
        }
        if !content.dialect.is_humongous() && self.told_humongous().is_none() {
            return None;
        }
        Some(sub_version::choose(
            content.facts.as_ref()?,
            &self.titles(content),
        ))
    }

    /// Returns the Humongous game that the caller specifies.
    fn told_humongous(&self) -> Option<Title> {
        self.told
            .as_ref()
            .and_then(|(title, _)| *title)
            .filter(Title::is_humongous)
    }

    /// Returns the games to which a Humongous index may belong.
    fn titles(&self, content: &Content<'_>) -> Vec<Title> {
        self.told_humongous()
            .map_or_else(|| self.seen.named(&content.dialect), |title| vec![title])
    }

    fn title(
        &self,
        content: &Content<'_>,
        he: Option<&Fact<Vec<SubVersion>>>,
    ) -> Option<Fact<Title>> {
        if let Some((title, _)) = self.told {
            return title.map(|value| Fact {
                value,
                by: by::GIVEN,
            });
        }
        if let Some(known) = &self.known {
            return Some(Fact {
                value: known.title,
                by: by::KNOWN,
            });
        }
        let Some(he) = he else {
            let changed = || {
                let changed = known::changed(self.seen.len, content.dialect.version())?;
                Some(Fact {
                    value: changed.title,
                    by: by::CHANGED,
                })
            };
            return self.seen.game(content).or_else(changed);
        };
        let mut titles = self.seen.named(&content.dialect);
        titles.retain(|title| {
            title
                .sub_versions()
                .any(|version| he.value.contains(&version))
        });
        let [only] = titles[..] else { return None };
        Some(Fact {
            value: only,
            by: by::FILE_NAME,
        })
    }

    fn machine(
        &self,
        content: &Content<'_>,
        index: &Index,
        game: Option<GameId>,
    ) -> Option<Fact<Machine>> {
        if let Some(platform) = self.given.platform {
            return Some(Fact {
                value: Machine::from_platform(platform),
                by: by::GIVEN,
            });
        }
        let known = self.known.as_ref();
        if let Some(platform) = self.seen.container {
            // The table names the machine of a Steam program, but its data files are the files of
            // the DOS edition (I23).
            let by = known.map_or(by::CONTAINER, |_| by::KNOWN);
            return Some(Fact {
                value: Machine::from_platform(platform),
                by,
            });
        }
        let known = known.and_then(|known| known.machine).map(|value| Fact {
            value,
            by: by::KNOWN,
        });
        known.or_else(|| self.seen.machine(content, index, game))
    }

    /// Examines the data files for properties that are not known yet, and sets the dialect and the
    /// identity.
    pub fn conclude(&self, game: &mut GameFiles, mut suspect: Suspect) {
        if let Some(he) = suspect
            .he
            .as_mut()
            .filter(|he| he.by == by::INDEX || he.value.len() > 1)
        {
            sub_version::narrow(game, he);
            let first = he.value.first().map_or(game.dialect.he(), |he| he.number);
            game.dialect = Dialect::humongous(first).with_game(game.dialect.game());
        }
        if game.dialect.version() == 4 {
            game.dialect = game.dialect.with_ega(data_signs::is_ega(game));
        }
        suspect.machine = suspect.machine.or_else(|| self.machine_of_data(game));
        if let Some(platform) = suspect
            .machine
            .as_ref()
            .and_then(|machine| machine.value.platform.ok())
        {
            game.dialect = game.dialect.with_platform(platform);
        }
        game.dialect = game
            .dialect
            .with_render(self.given.render)
            .with_enhancements(self.given.enhancements);
        game.identity = Identity::new(game.dialect, &suspect, self.known.as_ref(), self.given);
    }

    /// Returns the machine according to sounds, folders and pictures; DOS if there is no sign and
    /// the machine matters.
    fn machine_of_data(&self, game: &GameFiles) -> Option<Fact<Machine>> {
        let of = |word: &str, by| Machine::from_word(word).map(|value| Fact { value, by });
        let dialect = game.dialect();
        let rooms = game
            .ids(super::kind::ResourceKind::Room)
            .filter_map(|id| u8::try_from(id).ok());
        let folders = self.seen.folder_kind(&dialect, rooms);
        match (data_signs::sound_sign(game), folders) {
            (_, Some(signs::FolderKind::Mac)) => of("mac", by::FOLDERS),
            (Some(SoundSign::NoAdLib), Some(_)) => of("atarist", by::SOUNDS),
            (Some(SoundSign::Machine(_)), Some(_)) if dialect.is_sixteen_colour() => {
                of("amiga", by::FOLDERS)
            }
            (Some(SoundSign::Machine(word)), _) => of(word, by::SOUNDS),
            (_, Some(_)) if dialect.is_sixteen_colour() => of("amiga", by::FOLDER_GUESS),
            (_, Some(_)) => of("amiga", by::FOLDERS),
            (_, None) => match data_signs::amiga(game) {
                Some(by) => of("amiga", by),
                None if dialect.version() < 6 => of("dos", by::ASSUMED),
                None => None,
            },
        }
    }
}

/// Returns the game with an id: a game of the list, or a game that the rules know under another id.
fn named(id: &str) -> Result<(Option<Title>, GameId)> {
    if let Some((title, game)) =
        known::title_by_id(id).and_then(|title| Some((title, title.game()?)))
    {
        return Ok((Some(title), game));
    }
    if let Some(game) = GameId::from_id(id) {
        let title =
            known::all_titles().find(|title| title.game() == Some(game) && !title.is_humongous());
        return Ok((title, game));
    }
    let known: Vec<&str> = known::all_titles().map(|title| title.id).collect();
    Err(Error::misuse(
        Misuse::WrongGame,
        format!("unknown game `{id}`; known games are {}", known.join(", ")),
    ))
}

/// Returns whether a game was made by users and not by the publisher of the game with this name:
/// its index names no room (I39). Such a game plays by the quirks of the game whose file name it
/// has, but has another title.
fn is_home_made(dialect: Dialect, index: &Index) -> bool {
    dialect.version() >= 5 && !dialect.is_humongous() && index.room_names.is_empty()
}

/// Returns the reason why an edition of the table is not supported; `None` if it is supported
/// (I23).
fn left_out(known: &Known) -> Option<&'static str> {
    match known.machine.map(|machine| machine.platform) {
        _ if known.is_preview => Some(refused::PREVIEW),
        _ if known.he.as_ref().is_some_and(|he| he.is_deep) => Some(refused::SIXTEEN_BIT),
        Some(Err(what)) => Some(what),
        _ => None,
    }
}

#[cfg(test)]
#[cfg(feature = "edit")]
mod tests;
